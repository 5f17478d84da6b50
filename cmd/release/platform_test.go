package main

import (
	"debug/elf"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"halocline/sim/simtest"
)

// root is the folder of the module.
const root = "../.."

// program builds the program for a platform as it is released and returns its file.
func program(t *testing.T, p platform) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), p.binary())
	if err := p.build(t.Context(), root, "0.1.0", "off", file); err != nil {
		t.Fatal(err)
	}
	return file
}

// near is the relative difference that a figure may have between processors. A processor
// that fuses a*b+c rounds once instead of twice, some 1e-16 of the result. The
// loops here are stable and forget it; but the time of an arrival is rounded to a
// nanosecond, and may be rounded the other way: 1e-7 of a delay of 10 ms.
const near = 1e-7

// The program for arm64 does on an emulated processor what the program for this machine
// does: every count, name and number of events is the same, and figures agree to
// the last bits.
func TestArm64(t *testing.T) {
	simtest.SkipShort(t, "needs QEMU")
	arm := program(t, platform{"linux", "arm64"})
	here := filepath.Join(t.TempDir(), "halocline")
	run(t, root, "go", "build", "-o", here, "./cmd/halocline")
	if got := run(t, "", "qemu-aarch64", arm, "version"); !strings.HasPrefix(got, "halocline v0.1.0\n") || !strings.Contains(got, " linux/arm64") {
		t.Errorf("version: %s", got)
	}
	t.Run("alone", func(t *testing.T) {
		f, err := elf.Open(arm)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if libraries, err := f.ImportedLibraries(); len(libraries) > 0 || err != nil {
			t.Errorf("needs %v, %v", libraries, err)
		}
	})
	t.Run("runs", func(t *testing.T) { compareRuns(t, arm, here) })
	t.Run("sweep", func(t *testing.T) { compareSweeps(t, arm, here) })
}

// compareRuns compares runs of which the whole course hangs on floating-point numbers, a
// vehicle in a loop that is closed by sound and radio with fading, and such as are full
// of decisions: collisions, backoff, slots, carrier sense. The emulator takes thirty times as long as this machine, and steps of
// vehicles are most of it: vehicles begin where what matters happens in a minute, a passage from sound to radio and a packet in range.
func compareRuns(t *testing.T, arm, here string) {
	for command, least := range map[string]int{ // so many figures
		"docking --set nodes.auv.at=[-9m,9m,-94m]": 400,
		"fleet --set duration=5s":                  400,
		"swim --set duration=10s":                  100,
		"thetis --set nodes.taipan300.at=[-1000m,781.21m,-10m] --set duration=100s": 100,
		"aloha20":                           1000,
		"slotted-aloha --set duration=600s": 1000,
		"csma-cd --set duration=50ms":       500,
		"cw-mac --set duration=100s":        800,
		"polling":                           300,
		"docking-frame --set duration=30s":  300,
	} {
		args := strings.Fields("run " + command + " --json")
		want := figuresOf(t, output(t, here, args...))
		got := figuresOf(t, output(t, "qemu-aarch64", append([]string{arm}, args...)...))
		compare(t, command, got, want, least)
	}
}

// output returns what a command prints, without what it warns of.
func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).Output()
	if err != nil {
		t.Fatalf("%s %s: %v", name, strings.Join(args, " "), err)
	}
	return string(out)
}

// compareSweeps compares what two sweeps put into their files, both read here: the format
// of a result file is the same everywhere.
func compareSweeps(t *testing.T, arm, here string) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "study.yaml"), "name: study\nbase: two-nodes\nsweep: {links.acoustic.mac: [aloha, csma]}\nrepeat: 2\n")
	run(t, dir, "qemu-aarch64", arm, "sweep", "study.yaml", "-o", "arm.db")
	run(t, dir, here, "sweep", "study.yaml", "-o", "here.db")
	lines := func(file string) map[string]any {
		text := run(t, dir, here, "export", file, "--format", "jsonl")
		return figuresOf(t, "["+strings.ReplaceAll(strings.TrimSpace(text), "\n", ",")+"]")
	}
	compare(t, "sweep", lines("arm.db"), lines("here.db"), 300)
}

// compare wants figures that agree, and no fewer than there should be.
func compare(t *testing.T, what string, got, want map[string]any, least int) {
	t.Helper()
	if len(want) < least || len(got) != len(want) {
		t.Errorf("%s: %d figures, %d here, at least %d expected", what, len(got), len(want), least)
	}
	for name, w := range want {
		if g, ok := got[name]; !ok || !alike(g, w) {
			t.Errorf("%s: %s is %v, %v here", what, name, g, w)
		}
	}
}

// figuresOf returns what a run prints as JSON, by the path of each figure, without what
// is one binary's own.
func figuresOf(t *testing.T, text string) map[string]any {
	t.Helper()
	var v any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber() // as they are written
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	figures := map[string]any{}
	flatten(v, "", figures)
	maps.DeleteFunc(figures, func(path string, _ any) bool {
		return strings.HasSuffix(path, ".version") || strings.HasSuffix(path, ".fingerprint") || strings.HasPrefix(path, ".program.")
	})
	return figures
}

// flatten puts the leaves of a value under their paths.
func flatten(v any, path string, into map[string]any) {
	switch v := v.(type) {
	case map[string]any:
		for name, w := range v {
			flatten(w, path+"."+name, into)
		}
	case []any:
		for i, w := range v {
			flatten(w, fmt.Sprintf("%s[%d]", path, i), into)
		}
	default:
		into[path] = v
	}
}

// alike reports whether two leaves agree: whole numbers and texts to the letter, other
// numbers nearly.
func alike(a, b any) bool {
	x, isNumber := a.(json.Number)
	y, both := b.(json.Number)
	if !isNumber || !both || whole(x) && whole(y) {
		return a == b
	}
	v, err := x.Float64()
	w, err2 := y.Float64()
	return err == nil && err2 == nil && math.Abs(v-w) <= near*math.Max(math.Abs(v), math.Abs(w))
}

// whole reports whether a number is written as a whole one.
func whole(n json.Number) bool { return !strings.ContainsAny(n.String(), ".e") }
