package scenarios

import (
	"fmt"
	"testing"

	"halocline/scenarios/strict"
)

// A cutoff below everything that can be heard changes nothing: 20 nodes within
// 1.4 km hear each other far above the noise. Where they whisper, one of 3 dB takes
// the waves from far away.
func TestCutoff(t *testing.T) {
	cut := func(value string) *result {
		return run(t, load(t, "aloha20", strict.Set{Path: "links.acoustic.cutoff", Value: value}), nil)
	}
	exact := run(t, load(t, "aloha20"), nil)
	heard := func(r *result) int64 {
		f := r.summary.Total.Frames
		n := f.Received
		for _, count := range f.Lost {
			n += count
		}
		for _, count := range f.Missed {
			n += count
		}
		return n
	}
	for _, value := range []string{"0dB", "100dB"} {
		if got := cut(value); got.fingerprint != exact.fingerprint {
			t.Errorf("cutoff %s: fingerprint %s, want %s", value, got.fingerprint, exact.fingerprint)
		}
	}
	loud := strict.Set{Path: "links.acoustic.modem.budget", Value: "{type: decibels, source_level: 110dB}"}
	all := run(t, load(t, "aloha20", loud), nil)
	few := run(t, load(t, "aloha20", loud, strict.Set{Path: "links.acoustic.cutoff", Value: "3dB"}), nil)
	if heard(few) == 0 || heard(few) >= heard(all) || heard(all) != heard(exact) {
		t.Errorf("of %d receptions %d are left by the cutoff", heard(all), heard(few))
	}
}

// With a cutoff a scenario may have ten times as many nodes, if it is on every link.
func TestCutoffAllowsMoreNodes(t *testing.T) {
	const text = "name: s\nduration: 1s\nlinks: {a: {channel: ideal, modem: plain, mac: aloha, cutoff: %s}, " +
		"b: {channel: ideal, modem: plain, mac: aloha, cutoff: %s}}\nnodes: [{name: n, count: 99999, links: []}, {name: m, count: %d, links: []}]\n"
	for _, row := range []struct {
		a, b string
		more int
		want string
	}{
		{"20dB", "20dB", 2, "a.yaml:4:8: the scenario has 100001 nodes; at most 100000 are possible"},
		{"20dB", "0dB", 1, "a.yaml:4:8: the scenario has 100000 nodes; at most 10000 are possible"},
	} {
		if got := faultOf("a.yaml", fmt.Sprintf(text, row.a, row.b, row.more)); got != row.want {
			t.Errorf("%s, %s: %s, want %s", row.a, row.b, got, row.want)
		}
	}
	plan := parse(t, fmt.Sprintf(text, "20dB", "20dB", 1))
	if plan.tooMany() {
		t.Error("100,000 nodes with cutoffs are too many")
	}
}
