package scenarios

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tug is a vehicle file with one propeller, whose keys go into the line of the thruster.
const tug = `name: tug
mass: 100kg
volume: 0.1m3
inertia: {xx: 10kg.m2, yy: 10kg.m2, zz: 10kg.m2}
controls: [surge]
thrusters:
  - {position: [0m, 0m, 0m], axis: [1, 0, 0], max: 40N, %s}
`

// tugs writes the file and tables beside it, and loads it.
func tugs(t *testing.T, keys string, tables map[string]string) error {
	t.Helper()
	dir := t.TempDir()
	for name, text := range tables {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "tug.yaml")
	if err := os.WriteFile(file, []byte(strings.Replace(tug, "%s", keys, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Standard().LoadVehicle(file)
	return err
}

// Tables of propellers and motor controllers are read from files beside the vehicle, and what is wrong with them is said at its line.
func TestTablesOfThrusters(t *testing.T) {
	const propeller, pwm = "propeller: {diameter: 0.2m, file: p.csv}", "pwm: {file: d.csv}"
	for _, row := range []struct{ keys, file, text, want string }{
		{propeller, "p.csv", "# open water\nadvance, kt, kq\n0, 0.4, 0.05\n1, 0, 0.02\n", ""},
		{pwm, "d.csv", "pulse, thrust, power\n1100, -40, 300\n1500, 0, 0\n1900, 50, 400\n", ""},
		{pwm, "d.csv", "pulse, thrust\n1100, -40\n1500, 0\n1900, 50\n", ""},
		{propeller, "q.csv", "", "tug.yaml:7:91: open "},
		{propeller, "p.csv", "advance, kt\n0, 0.4\n", "tug.yaml:7:91: p.csv:1: column kq is missing; add it"},
		{propeller, "p.csv", "advance, kt, kq\n0, 0.4, 0.1\n0, 0.3, 0.1\n", "tug.yaml:7:91: 0 comes after 0; advance numbers must increase"},
		{propeller, "p.csv", "advance, kt, kq\n0, -0.4, 0.1\n", "tug.yaml:7:91: the thrust coefficient at rest, J = 0, is -0.4; it must be positive"},
		{pwm, "d.csv", "pulse, thrust\n1100, 40\n1900, -50\n", "tug.yaml:7:69: -50 N come after 40 N; the thrust must not fall"},
		{pwm, "d.csv", "pulse, thrust\n1100, -40\n1900, 30\n", "tug.yaml:7:52: 40 N are more than the 30 N at which the table of pwm ends; write 30 N or less"},
	} {
		err := tugs(t, row.keys, map[string]string{row.file: row.text})
		if got := ""; err != nil {
			got = err.Error()
			if row.want == "" || !strings.Contains(got, row.want) {
				t.Errorf("%s, %q: %q, want %q", row.keys, row.text, got, row.want)
			}
		} else if row.want != "" {
			t.Errorf("%s, %q is right, want %q", row.keys, row.text, row.want)
		}
	}
}

// Faults of the keys of thrusters and fins stand at them.
func TestFaultsOfActuators(t *testing.T) {
	for keys, want := range map[string]string{
		"propeller: {diameter: 0.2m, advance: [0, 1], kt: [0.4, 0], kq: [0.05, 0.02]}":  "",
		"pwm: {pulse: [1100, 1900], thrust: [-40, 50]}":                                 "",
		"propeller: {diameter: 0.2m}":                                                   "there is no table; give a file, or lists of numbers",
		"propeller: {advance: [0], kt: [0.4], kq: [0.05]}":                              `key "diameter" is missing`,
		"propeller: {diameter: 0.2m, advance: [0, 1], kt: [0.4], kq: [0.05, 0.02]}":     "tug.yaml:7:106: kt has 1 numbers, and advance has 2; give as many",
		"propeller: {diameter: 0.2m, file: p.csv, kt: [0.4]}":                           "kt is given beside the file p.csv, which has it; leave one of the two out",
		"propeller: {diameter: 0.2m, advance: [1, 0], kt: [0.4, 0], kq: [0.05, 0.02]}":  "0 comes after 1; advance numbers must increase",
		"ahead: 1e-3, propeller: {diameter: 0.2m, advance: [0], kt: [0.4], kq: [0.05]}": "tug.yaml:7:64: the propeller has the thrust by its coefficients; leave ahead or propeller out",
		"propeller: {diameter: 0.2m, turns: up, advance: [0], kt: [0.4], kq: [0.05]}":   `unknown word "up"; known: right, left`,
		"pwm: {pulse: [1100], thrust: [-40]}":                                           "a table of one pulse gives no choice; give two at least",
		"pwm: {pulse: [1100, 1900], thrust: [-40, 50], step: 0}":                        "more than 0",
		"pwm: {pulse: [1100, 1900], thrust: [-10, 50]}":                                 "it is 40 N, as max, if left out, and the table of pwm begins at 10 N astern; write 10 N or less",
		"max_astern: 20N, pwm: {pulse: [1100, 1900], thrust: [-10, 50]}":                "tug.yaml:7:69: 20 N are more than the 10 N at which the table of pwm begins; write 10 N or less",
	} {
		err := tugs(t, keys, nil)
		if got := ""; err != nil {
			got = err.Error()
			if want == "" || !strings.Contains(got, want) {
				t.Errorf("%s: %q, want %q", keys, got, want)
			}
		} else if want != "" {
			t.Errorf("%s is right, want %q", keys, want)
		}
	}
}
