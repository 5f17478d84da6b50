package cli

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halocline/cmd/command"
)

// summer writes a profile of the sea in summer and returns the line that traces rays through it.
func summer(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "thermocline.csv")
	if err := os.WriteFile(file, []byte("depth,sound_speed\n0,1522.5\n12,1522\n35,1491\n100,1488\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return "acoustic --rays --profile " + file + " --seabed 100m --bottom sand --surface apl --wind 10m/s --depths 8m:60m --range 2km --frequency 25kHz --bandwidth 6kHz"
}

// Each form of the output has the same arrivals, and each picture is a file of its own.
func TestLinkRays(t *testing.T) {
	line := summer(t) + " --window 2ms --source-level 180dB"
	out, diagnostics, code := budgetOf(words(line + " --json")...)
	if code != command.OK {
		t.Fatalf("exit code %d, %s", code, diagnostics)
	}
	var numbers struct {
		Gain     float64 `json:"gain_db"`
		Arrivals []map[string]float64
	}
	if err := json.Unmarshal([]byte(out), &numbers); err != nil || len(numbers.Arrivals) < 5 || !(numbers.Gain < -60) {
		t.Fatalf("%v, %+v", err, numbers)
	}
	if want := "not computed for want of --threshold: margin_db\n"; diagnostics != want {
		t.Errorf("diagnostics %q, want %q", diagnostics, want)
	}
	out, _, _ = budgetOf(words(line + " --csv")...)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if want := words("delay_s after_first_s loss_db phase_deg leave_deg arrive_deg surface_bounces bottom_bounces caustics length_m inside"); err != nil || !slices.Equal(rows[0], want) || len(rows) != 1+len(numbers.Arrivals) {
		t.Errorf("%v, %d rows of %v, want %v", err, len(rows), rows[0], want)
	}
	var pictures []string
	for _, what := range []string{"", " --what rays", " --what arrivals", " --what tl"} {
		file := filepath.Join(t.TempDir(), "rays.svg")
		out, diagnostics, code := budgetOf(words(line + " --plot " + file + what)...)
		text, err := os.ReadFile(file)
		if code != command.OK || err != nil || !strings.HasPrefix(string(text), "<?xml") || !strings.Contains(out, "SINR at most") {
			t.Errorf("%s: exit code %d, %v, diagnostics %q", what, code, err, diagnostics)
		}
		pictures = append(pictures, string(text))
	}
	if pictures[0] != pictures[1] || pictures[1] == pictures[2] || pictures[2] == pictures[3] {
		t.Error("the pictures are not those that are asked for")
	}
}

func TestLinkRaysFaults(t *testing.T) {
	line := summer(t)
	for _, c := range []struct{ line, want string }{
		{"acoustic --frequency 25kHz --bottom sand", "--bottom is one of rays; give --rays"},
		{"acoustic --frequency 25kHz --bounces 3", "--bounces is one of rays; give --rays"},
		{"acoustic --frequency 25kHz --what tl", "--what is one of rays; give --rays"},
		{"acoustic --frequency 25kHz --arr x.arr", "--arr is one of rays; give --rays"},
		{line + " --arr no/such/x.arr", "--arr no/such/x.arr: there is no folder no/such"},
		{line + " --what tl", "--what chooses what --plot draws; give --plot, such as --plot rays.svg"},
		{line + " --plot x.svg --what field", `--what: unknown picture "field"; known: rays, arrivals, tl`},
		{line + " --plot x.gif", `--plot x.gif: figure format "gif" is not known; there are svg, png, pdf`},
		{line + " --sweep wind=1m/s:9m/s:3", "--sweep and --show are of budgets; leave them out, or --rays"},
		{line + " --json --csv", "--json and --csv are two forms of the same"},
		{line + " --bounces -1", "--bounces: -1 is out of range; write at least 0"},
		{line + " --depths 8m:160m", "an end at 160m is below the bottom, which is 100 m deep there"},
		{line + " --profile none.csv", "--profile: "},
		{"rf --frequency 1MHz --conductivity 1S/m --rays", "unknown flag: --rays"},
	} {
		out, diagnostics, code := budgetOf(words(c.line)...)
		if code == command.OK || !strings.Contains(diagnostics, c.want) || out != "" {
			t.Errorf("link %s: exit code %d, output %q, diagnostics %q; want %q", c.line, code, out, diagnostics, c.want)
		}
	}
}
