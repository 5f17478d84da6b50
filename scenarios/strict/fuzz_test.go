package strict

import (
	"math"
	"strings"
	"testing"
)

// FuzzRead gives the reader arbitrary files and overrides. It must not panic;
// every fault must have a file and a message; what it accepts must keep the
// promises of the tags; and reading twice must give the same faults.
func FuzzRead(f *testing.F) {
	f.Add("name: a\nwater: {depth: 20m, current: 1kn}", "links.a", "{mac: aloha}")
	f.Add("base: b.yaml\nlinks: {a: {mac: {type: tdma, guard: 1ms}}}", "links.a.mac", "aloha")
	f.Add("x-a: &a {k: [*a]}\nname: &b c\nwater: {<<: *a}", "nodes[0].at", "[1m, 2m, 3m]")
	f.Add("name: a\nsweep: {p: [1, {a: b}]}\n---\n", "", "")
	f.Add("name: \"a\n? [b]\n: !!str c\n\t", "seed", "1e60")
	f.Fuzz(func(t *testing.T, text, path, value string) {
		files := map[string]string{"a.yaml": text, "b.yaml": parent}
		s, d, err := read(files, Set{path, value})
		if err == nil {
			accepted(t, s)
			d.Place(path)
			return
		}
		for _, fault := range err.(Faults) {
			if fault.File == "" || fault.Msg == "" || fault.Line < 0 || (fault.Line == 0) != (fault.Column == 0) {
				t.Errorf("a fault without a place or message: %#v", fault)
			}
			if strings.Contains(fault.Msg, "%!") && !strings.Contains(text+path+value, "%!") {
				t.Errorf("a badly formatted fault: %s", fault)
			}
		}
		if _, _, again := read(files, Set{path, value}); again == nil || again.Error() != err.Error() {
			t.Errorf("reading twice gives\n%v\nand\n%v", err, again)
		}
	})
}

// accepted checks what the tags of the test language promise.
func accepted(t *testing.T, s *scenario) {
	inside := func(what string, x, lo, hi float64) {
		if !(x >= lo && x <= hi) {
			t.Errorf("%s = %v is outside %v to %v", what, x, lo, hi)
		}
	}
	inside("duration", s.Duration.Seconds(), 1e-9, math.MaxInt64/1e9)
	inside("repeat", float64(s.Repeat), 1, 127)
	inside("depth", s.Water.Depth, math.SmallestNonzeroFloat64, 11e3)
	inside("speed", s.Water.Current.Speed, 0, 5)
	for _, l := range s.Links {
		inside("frequency", l.Frequency, math.SmallestNonzeroFloat64, 1e9)
		inside("bits", float64(l.Bits), 1, 1e6)
		if l.MAC == nil || l.Name == "" {
			t.Error("a link without a name or protocol")
		}
	}
	for _, n := range s.Nodes {
		for _, x := range []float64{n.At.X, n.At.Y, n.At.Z, n.Gains[0], n.Gains[1]} {
			inside("coordinate", x, -math.MaxFloat64, math.MaxFloat64)
		}
	}
}
