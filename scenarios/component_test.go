package scenarios

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/simtest"
)

// partsFolder writes files into a folder, and returns it.
func partsFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const (
	partModem      = "type: plain\nfrequency: 25kHz\nbandwidth: 6kHz\nrate: 500bps\nbudget: level.yaml\n"
	partLevel      = "type: decibels\nsource_level: 180dB\n"
	partDepth      = "type: depth\nperiod: 200ms\n"
	partHull       = "base: remus-100\nname: mine\n"
	partScenario   = "name: p\nduration: 60s\nlinks: {a: {channel: acoustic, modem: MODEM, mac: aloha}}\n" + "nodes:\n- {name: s, at: [0m, 0m, -20m]}\n- {name: v, at: [500m, 0m, -20m], vehicle: hull.yaml, instruments: [INSTRUMENT]}\ntraffic: [{type: periodic, from: v, to: s, period: 5s, size: 100bit}]\n"
	inlineModem    = "{type: plain, frequency: 25kHz, bandwidth: 6kHz, rate: 500bps, budget: {type: decibels, source_level: 180dB}}"
	inlineDepth    = "{type: depth, period: 200ms}"
	otherModem     = "{type: plain, frequency: 25kHz, bandwidth: 6kHz, rate: 250bps, budget: {type: decibels, source_level: 180dB}}"
	otherModemFile = "base: modem.yaml\nrate: 250bps\n"
)

// partsOf writes a scenario with parts in files, or in place.
func partsOf(modem, instrument string) string {
	return strings.NewReplacer("MODEM", modem, "INSTRUMENT", instrument).Replace(partScenario)
}

// A part in a file is what it is in place, and another word in its place is another part: by
// the scenario, by a scenario over it, and by an override. A part may extend another, and be
// extended in place.
func TestPartsAreInline(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := partsFolder(t, map[string]string{
		"parts/modem.yaml": partModem, "parts/level.yaml": partLevel, "parts/slow.yaml": otherModemFile, "depth.yaml": partDepth, "hull.yaml": partHull,
		"inline.yaml": partsOf(inlineModem, inlineDepth), "other.yaml": partsOf(otherModem, inlineDepth),
		"files.yaml":  partsOf("parts/modem.yaml", "depth.yaml"),
		"over.yaml":   "base: files.yaml\nlinks: {a: {modem: parts/slow.yaml}}\n",
		"place.yaml":  partsOf("{base: parts/modem.yaml, rate: 250bps, budget: parts/level.yaml}", "{base: depth.yaml}"),
		"within.yaml": "base: files.yaml\nlinks: {a: {modem: {rate: 250bps}}}\n",
	})
	prints := func(name string, sets ...strict.Set) string {
		t.Helper()
		plan := load(t, filepath.Join(dir, name), sets...)
		if _, err := plan.Check(); err != nil {
			t.Fatal(err)
		}
		return run(t, plan, sim.NewHeap()).fingerprint
	}
	inline, other := prints("inline.yaml"), prints("other.yaml")
	if inline == other {
		t.Fatal("another rate gives the same records")
	}
	for _, r := range []struct {
		name, path, value, want string
	}{
		{"files.yaml", "", "", inline},
		{"over.yaml", "", "", other},
		{"place.yaml", "", "", other},
		{"within.yaml", "", "", other},
		{"files.yaml", "links.a.modem", "parts/slow.yaml", other},
		{"over.yaml", "links.a.modem", "parts/modem.yaml", inline},
		{"files.yaml", "links.a.modem.rate", "250bps", other},
		{"inline.yaml", "nodes.v.instruments", "[depth.yaml]", inline},
	} {
		var sets []strict.Set
		if r.path != "" {
			sets = append(sets, strict.Set{Path: r.path, Value: r.value})
		}
		if got := prints(r.name, sets...); got != r.want {
			t.Errorf("%s with %s=%s: %s, want %s", r.name, r.path, r.value, got, r.want)
		}
	}
}

// Faults of a part stand where they are in its file; those of its name where that is.
func TestPartFaults(t *testing.T) {
	dir := partsFolder(t, map[string]string{
		"modem.yaml": partModem, "level.yaml": partLevel, "depth.yaml": partDepth, "hull.yaml": partHull,
		"wrong.yaml": "type: plain\nfrequency: 25kHz\nrte: 3bps\n",
		"loop.yaml":  "type: plain\nfrequency: 25kHz\nbandwidth: 6kHz\nrate: 500bps\nbudget: loop.yaml\n",
		"self.yaml":  "base: self.yaml\n",
		"list.yaml":  "[1, 2]\n",
		"s.yaml":     partsOf("modem.yaml", "depth.yaml"),
	})
	for modem, want := range map[string]string{
		"wrong.yaml":                 `wrong.yaml:3:1: unknown key "rte"; did you mean "rate"?`,
		"gone.yaml":                  "s.yaml:3:39: the file gone.yaml cannot be read: no such file or directory; see whether its name and its folder are right",
		"loop.yaml":                  "loop.yaml:5:9: loop.yaml extends itself: s.yaml -> loop.yaml -> loop.yaml",
		"self.yaml":                  "self.yaml:1:7: self.yaml extends itself: s.yaml -> self.yaml -> self.yaml",
		"list.yaml":                  "list.yaml:1:1: a list is given; write",
		"{base: gone.yaml}":          "s.yaml:3:46: the base gone.yaml cannot be read",
		"{base: depth.yaml}":         `depth.yaml:1:7: unknown model "depth"`,
		"{base: modem.yaml, rte: 3}": `s.yaml:3:58: unknown key "rte"; did you mean "rate"?`,
	} {
		if err := os.WriteFile(filepath.Join(dir, "s.yaml"), []byte(partsOf(modem, "depth.yaml")), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Standard().Load(filepath.Join(dir, "s.yaml"), nil)
		if got := strings.ReplaceAll(fmt.Sprint(err), dir+"/", ""); !strings.Contains(got, want) {
			t.Errorf("%s: %s\nwant %s", modem, got, want)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "s.yaml"), []byte(partsOf("modem.yaml", "depth.yaml")), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Standard().Load(filepath.Join(dir, "s.yaml"), []strict.Set{{Path: "links.a.modem", Value: "gone.yaml"}})
	if err == nil || !strings.Contains(err.Error(), "--set links.a.modem: the file "+dir+"/gone.yaml cannot be read") {
		t.Errorf("an override: %v", err)
	}
}

// A thruster that extends a file is as it is in place, with keys beside that win.
func TestThrusterFiles(t *testing.T) {
	const body = "name: box\nmass: 100kg\nvolume: 0.1m3\ninertia: {xx: 10kg.m2, yy: 20kg.m2, zz: 25kg.m2}\nthrusters:\n"
	dir := partsFolder(t, map[string]string{
		"t200.yaml":   "max: 40N\nlag: 100ms\npower: 3W\n",
		"files.yaml":  body + "- {base: t200.yaml, name: a, position: [0m, 0m, 0m], axis: [1, 0, 0]}\n- {base: t200.yaml, name: b, position: [0m, 1m, 0m], axis: [1, 0, 0], lag: 0s, max: 50N}\n",
		"inline.yaml": body + "- {max: 40N, lag: 100ms, power: 3W, name: a, position: [0m, 0m, 0m], axis: [1, 0, 0]}\n- {max: 50N, power: 3W, name: b, position: [0m, 1m, 0m], axis: [1, 0, 0]}\n",
		"bad.yaml":    body + "- {base: t200.yaml, name: a, axis: [1, 0, 0]}\n",
	})
	want, err := Standard().LoadVehicle(filepath.Join(dir, "inline.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := Standard().LoadVehicle(filepath.Join(dir, "files.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if a, b := fmt.Sprintf("%+v", got.Thrusters), fmt.Sprintf("%+v", want.Thrusters); a != b {
		t.Errorf("%s\nwant %s", a, b)
	}
	if _, err := Standard().LoadVehicle(filepath.Join(dir, "bad.yaml")); err == nil || !strings.Contains(err.Error(), `key "position" is missing`) {
		t.Errorf("a thruster without a place: %v", err)
	}
}

// A part is checked alone, as whatever kind of model has its name.
func TestCheckPart(t *testing.T) {
	dir := partsFolder(t, map[string]string{
		"modem.yaml": partModem, "level.yaml": partLevel, "slow.yaml": otherModemFile, "depth.yaml": partDepth, "hull.yaml": partHull,
		"s.yaml": partsOf("modem.yaml", "depth.yaml"), "t200.yaml": "max: 40N\nlag: 100ms\n", "fin.yaml": "area: 0.01m2\nchord: [1, 0, 0]\n",
		"named.yaml": "type: plan\nfrequency: 25kHz\n", "max.yaml": "max: -40N\nlag: 100ms\n", "kind.yaml": "type: table\nangle: [0deg, 180deg]\ngain: [0dB, -3dB]\n",
	})
	for name, want := range map[string]string{
		"modem.yaml": "", "slow.yaml": "", "level.yaml": "", "depth.yaml": "", "t200.yaml": "", "fin.yaml": "",
		"named.yaml": `unknown model "plan"; did you mean "plain"?`,
		"max.yaml":   "max.yaml:1:6: -40N is out of range",
		"kind.yaml":  "", // an antenna, and neither errors nor a bottom
	} {
		file := filepath.Join(dir, name)
		err := Standard().CheckPart(file, nil)
		if !Standard().IsPart(file) || want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	err := Standard().CheckPart(filepath.Join(dir, "modem.yaml"), []strict.Set{{Path: "rate", Value: "3m"}})
	if err == nil || !strings.Contains(err.Error(), "--set rate: ") {
		t.Errorf("an override of a part: %v", err)
	}
	for _, other := range []string{"s.yaml", "hull.yaml", "gone.yaml"} {
		if Standard().IsPart(filepath.Join(dir, other)) {
			t.Errorf("%s is a part", other)
		}
	}
}

// Files that name each other many times over are refused, and do not take for ever.
func TestPartsAreBounded(t *testing.T) {
	files := map[string]string{"s.yaml": "name: s\nduration: 1s\nwater: {current: c0.yaml}\nnodes: [{name: n, at: [0m, 0m, -5m]}]\n"}
	files["c10.yaml"] = "type: uniform\nspeed: 0.1m/s\ntoward: 90deg\n"
	for i := range 10 {
		next := fmt.Sprintf("c%d.yaml", i+1)
		files[fmt.Sprintf("c%d.yaml", i)] = "type: sum\nof: [" + strings.Repeat(next+", ", 9) + next + "]\n"
	}
	_, err := Standard().Load(filepath.Join(partsFolder(t, files), "s.yaml"), nil)
	if err == nil || !strings.Contains(err.Error(), "more than 1000 files are named") {
		t.Errorf("a web of files: %.300v", err)
	}
}
