package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// raft is a vehicle that cannot sink: 100 kg, which displace 100 litres.
const raft = "name: raft\nmass: 100kg\nvolume: 0.1m3\ninertia: {xx: 10kg.m2, yy: 20kg.m2, zz: 25kg.m2}\n" +
	"thrusters: [{name: up, position: [0m, 0m, 0m], axis: [0, 0, 1], max: 40N}]\n"

// A vehicle is checked by itself: its faults with their places, or the warnings that a node
// of that vehicle would have.
func TestCheckVehicle(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "raft.yaml", raft)
	write(t, dir, "wreck.yaml", strings.NewReplacer("100kg", "-100kg", "zz: 25kg.m2", "zy: 25kg.m2").Replace(raft))
	write(t, dir, "near.yaml", "name: near\nbase: raft.yaml\nmass: 110kg\n")
	write(t, dir, "copy.yaml", "name: copy\nbase: rexrov\n")
	write(t, dir, "signs.yaml", raft+"added_mass: [-10, -20, -20, 0, 0, 0]\n")
	write(t, dir, "pair.yaml", "name: pair\nduration: 1s\nlinks: {a: {channel: ideal, modem: plain, mac: aloha}}\nnodes: [{name: n, vehicle: near.yaml}]\n")
	for _, r := range []struct {
		args             string
		code             int
		out, diagnostics string
	}{
		{"raft.yaml rexrov copy.yaml", 0, "raft.yaml: ok\nrexrov: ok\ncopy.yaml: ok\n", ""},
		{"wreck.yaml raft.yaml", 2, "raft.yaml: ok\n", "halocline: 3 faults\nwreck.yaml:2:7: -100kg is out of range; write more than 0kg and at most 1e9kg\n" +
			`wreck.yaml:4:10: key "zz" is missing; write a moment of inertia such as 8kg.m2` + "\n" + `wreck.yaml:4:37: unknown key "zy"`},
		{"signs.yaml", 2, "", "halocline: signs.yaml:6:14: -10 is given for surge, and needs to be at least 0; every element is minus the derivative of the books, here X_udot, X_u or X_u|u|, so turn the signs of those that are not\n"},
		{"near.yaml", 0, "near.yaml: ok\n", "warning: vehicle near weighs 70.82 N more than it displaces, and its thrusters give at most 40 N up; look at mass and volume in near.yaml, and at water.density, here 1028 kg/m3\n"}, // 9.80665 x (110 - 102.7786)
		{"pair.yaml", 0, "pair.yaml: ok\n", "warning: node n weighs 70.82 N more than it displaces"},
		{"raft.yaml --set thrusters.up.max=50N --set mass=99kg", 0, "raft.yaml: ok\n", ""},
		{"raft.yaml --set mas=3kg", 2, "", `halocline: --set mas: unknown key "mas"; did you mean "mass"?` + "\n"},
		{"raft.yaml --set mass=130kg", 0, "raft.yaml: ok\n", "warning: vehicle raft weighs 267 N more"}, // 9.80665 x 27.221
		{"docking-current --set mass=3kg", 2, "", "halocline: --set overrides a scenario or a vehicle, and docking-current is a study, which has set for that\n"},
	} {
		halocline(t, dir, append([]string{"check"}, strings.Fields(r.args)...)...).expect(t, r.args, r.code, r.out, r.diagnostics)
	}
}

// Commands that take no vehicle say what to do with one, and it helps.
func TestVehicleGiven(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	halocline(t, dir, "new", "vehicle", "box").expect(t, "new", 0, "box.yaml", "")
	const docks = "is a vehicle: halocline check finds its faults, and halocline run docking --set nodes.auv.vehicle.model="
	halocline(t, dir, "run", "box.yaml").expect(t, "run", 2, "", "halocline: box.yaml "+docks+"box.yaml has it dock\n")
	halocline(t, dir, "run", "rexrov").expect(t, "run", 2, "", "halocline: rexrov "+docks+"rexrov has it dock\n")
	halocline(t, dir, "plot", "box.yaml").expect(t, "plot", 2, "", "halocline: box.yaml "+docks+"box.yaml has it dock\n")
	halocline(t, dir, "sweep", "box.yaml").expect(t, "sweep", 2, "",
		"halocline: box.yaml is a vehicle: halocline new study mine begins a study of a docking, and nodes.auv.vehicle.model: box.yaml in its set makes this vehicle dock\n")

	halocline(t, dir, "check", "box.yaml").expect(t, "check", 0, "box.yaml: ok\n", "")
	halocline(t, dir, "run", "docking", "--set", "nodes.auv.vehicle.model=box.yaml", "--set", "nodes.auv.vehicle.step=5ms").expect(t, "docking", 0, "auv      docked", "")
	halocline(t, dir, "new", "study", "mine").expect(t, "new study", 0, "mine.yaml", "")
	text, err := os.ReadFile(filepath.Join(dir, "mine.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for model, fault := range map[string]string{"box.yaml": "", "box": "box"} {
		write(t, dir, "mine.yaml", strings.Replace(string(text), "\nset:\n", "\nset:\n  nodes.auv.vehicle.model: "+model+"\n", 1))
		if r := halocline(t, dir, "sweep", "mine.yaml", "--plan"); (r.code == 0) != (fault == "") || !strings.Contains(r.err, fault) {
			t.Errorf("a study of %s: exit code %d\n%s", model, r.code, r.err)
		}
	}
}

// A pipe can be read only once, and is taken for a scenario.
func TestCheckPipe(t *testing.T) {
	for _, command := range []string{"check", "run"} {
		text, err := scenarios.Standard().Text("two-nodes")
		if err != nil {
			t.Fatal(err)
		}
		c := exec.Command(binary, command, "/dev/stdin")
		c.Stdin = strings.NewReader(string(text))
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", command, err, out)
		}
	}
}

// piped runs the program with a text on standard input.
func piped(t *testing.T, dir, text string, args ...string) ran {
	t.Helper()
	c := exec.Command(binary, args...)
	var out, diagnostics bytes.Buffer
	c.Dir, c.Stdin, c.Stdout, c.Stderr = dir, strings.NewReader(text), &out, &diagnostics
	if err := c.Run(); c.ProcessState == nil {
		t.Fatal(err)
	}
	return ran{out.String(), diagnostics.String(), c.ProcessState.ExitCode(), 0}
}

// Standard input is taken for what it is, and may name what lies in the working folder or
// comes with the program.
func TestCheckStandardInput(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "pair.yaml", "name: pair\nduration: 1s\nlinks: {a: {channel: ideal, modem: plain, mac: aloha}}\nnodes: [{name: n, at: [0m, 0m, -5m]}]\n")
	for what, r := range map[string]struct {
		text             string
		args             string
		code             int
		out, diagnostics string
	}{
		"scenario":           {"name: mine\nbase: pair.yaml\nduration: 2s\n", "", 0, "<stdin>: ok\n", ""},
		"of a bundled one":   {"name: mine\nbase: two-nodes\n", "--set duration=5s", 0, "<stdin>: ok\n", ""},
		"its fault":          {"name: mine\nbase: pair.yaml\ndurations: 2s\n", "", 2, "", "halocline: <stdin>:3:1: unknown key \"durations\"; did you mean \"duration\"?\n"},
		"study":              {"name: mine\nbase: pair.yaml\nsweep: {duration: [1s, 2s]}\n", "", 0, "<stdin>: ok\n", ""},
		"its faults":         {"name: mine\nbase: pair.yaml\nsweep: {duration: [1m, 2s]}\n", "", 2, "", "<stdin>:3:20: 1m is a length"},
		"overrides":          {"name: mine\nbase: pair.yaml\nrepeat: 2\n", "--set duration=5s", 2, "", "--set overrides a scenario or a vehicle, and <stdin> is a study"},
		"vehicle":            {raft, "", 0, "<stdin>: ok\n", ""},
		"vehicle of its own": {"name: mine\nbase: rexrov\nmass: 5000kg\n", "", 0, "<stdin>: ok\n", "warning: vehicle mine weighs"},
		"too much":           {strings.Repeat("# many words\n", 1<<17), "", 2, "", "<stdin>: "},
		"nothing":            {"", "", 2, "", "<stdin>: is empty; write keys and values"},
	} {
		piped(t, dir, r.text, append([]string{"check", "-"}, strings.Fields(r.args)...)...).expect(t, what, r.code, r.out, r.diagnostics)
	}
}

// The list has an element for each name, with every fault and its place, and nothing beside it
// on standard error. The exit code is that of the words.
func TestCheckJSON(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "wreck.yaml", strings.NewReplacer("100kg", "-100kg", "zz: 25kg.m2", "zy: 25kg.m2").Replace(raft))
	write(t, dir, "near.yaml", raft+"# heavy\n")
	write(t, dir, "study.yaml", "name: s\nbase: aloha20\nsweep: {links.acoustic.mac.queue: [1, -1]}\n")
	type fault struct {
		File         string
		Line, Column int
		Message      string
	}
	var list []struct {
		Name, Kind string
		OK         bool
		Faults     []fault
		Warnings   []string
	}
	r := halocline(t, dir, "check", "--json", "wreck.yaml", "aloha20", "study.yaml", "nowhere")
	if err := json.Unmarshal([]byte(r.out), &list); err != nil || r.code != command.BadInput || r.err != "" || len(list) != 4 {
		t.Fatalf("exit code %d, %v, %d elements, standard error %q\n%s", r.code, err, len(list), r.err, r.out)
	}
	for i, want := range []struct {
		name, kind string
		places     []string
		message    string
	}{
		{"wreck.yaml", "vehicle", []string{"wreck.yaml 2 7", "wreck.yaml 4 10", "wreck.yaml 4 37"}, "-100kg is out of range; write more than 0kg and at most 1e9kg"},
		{"aloha20", "scenario", nil, ""},
		{"study.yaml", "study", []string{"study.yaml 3 39"}, "-1 is out of range"},
		{"nowhere", "", []string{"nowhere 0 0"}, `no file and no bundled scenario is named "nowhere"`},
	} {
		got, places := list[i], []string(nil)
		for _, f := range got.Faults {
			places = append(places, fmt.Sprint(f.File, " ", f.Line, " ", f.Column))
		}
		if got.Name != want.name || got.Kind != want.kind || got.OK != (want.places == nil) || !slices.Equal(places, want.places) {
			t.Errorf("%+v, want %+v", got, want)
		}
		if len(got.Faults) > 0 && !strings.Contains(got.Faults[0].Message, want.message) {
			t.Errorf("%s: %q", want.name, got.Faults[0].Message)
		}
	}
	r = halocline(t, dir, "check", "--json", "near.yaml", "--set", "mass=130kg")
	if err := json.Unmarshal([]byte(r.out), &list); err != nil || r.code != 0 || r.err != "" || len(list) != 1 || !list[0].OK ||
		len(list[0].Faults) != 0 || len(list[0].Warnings) != 1 || !strings.Contains(list[0].Warnings[0], "weighs 267 N more") {
		t.Errorf("exit code %d, %v, standard error %q\n%s", r.code, err, r.err, r.out)
	}
}

// What would keep report from making a table is told before the first run, by check and sweep.
func TestUnitOfALabel(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.yaml", "name: s\nbase: two-nodes\nsweep: {water.temperature: [5degC, 15degC]}\nlabels: {packets.delay_mean: {unit: kJ}}\n"+
		"tables: [{name: delay, metric: packets.delay_mean, rows: temperature}]\n")
	const fault = `halocline: s.yaml:4:37: the label of packets.delay_mean has the unit "kJ"; the metric is in s; also known: ms, us`
	halocline(t, dir, "check", "s.yaml").expect(t, "check", 2, "", fault)
	halocline(t, dir, "sweep", "s.yaml").expect(t, "sweep", 2, "", fault)
	if _, err := os.Stat(filepath.Join(dir, "s.db")); err == nil {
		t.Error("there is a result file")
	}
}

// A part is checked by itself, before a study or a vehicle is thought of.
func TestCheckPart(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "tapac.yaml", "type: tapac-33khz\nrate: 10bps\n")
	write(t, dir, "t200.yaml", "max: 40N\nlag: -1s\n")
	write(t, dir, "flow.yaml", "type: periodic\nfrom: a\nto: b\nperiod: 1s\nsize: 8bit\nphase: same\n")
	halocline(t, dir, "check", "tapac.yaml", "t200.yaml").expect(t, "check", 2, "tapac.yaml: ok\n", "halocline: t200.yaml:2:6: -1s is out of range")
	halocline(t, dir, "check", "--json", "flow.yaml").expect(t, "check --json", 0, `"kind": "part"`, "")
	halocline(t, dir, "check", "tapac.yaml", "--set", "rate=5bps").expect(t, "check --set", 0, "tapac.yaml: ok\n", "")
}
