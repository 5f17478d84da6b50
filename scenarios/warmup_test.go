package scenarios

import (
	"strings"
	"testing"

	"halocline/scenarios/strict"
)

// A warm-up leaves something of the run to count. There is one fault for each mistake, at
// the warm-up, and none of a duration that is wrong itself.
func TestWarmupFaults(t *testing.T) {
	const rest = "links: {a: {channel: ideal, modem: plain, mac: aloha}}\nnodes: [{name: n}]\n"
	const nothing = "so that nothing would be counted; make warmup shorter than duration"
	shorten := strict.Set{Path: "duration", Value: "5s"}
	lengthen := strict.Set{Path: "warmup", Value: "1min"}
	rows := []struct {
		what, head string
		sets       []strict.Set
		want       string
	}{
		{"none", "name: s\nduration: 10s\n", nil, "<nil>"},
		{"of no time", "name: s\nduration: 10s\nwarmup: 0s\n", nil, "<nil>"},
		{"nearly all", "name: s\nduration: 10s\nwarmup: 9999999999ns\n", nil, "<nil>"},
		{"all", "name: s\nduration: 10s\nwarmup: 10s\n", nil, "a.yaml:3:9: the warm-up lasts 10s and the whole run 10s, " + nothing},
		{"more", "name: s\nwarmup: 2min\nduration: 10s\n", nil, "a.yaml:2:9: the warm-up lasts 2m0s and the whole run 10s, " + nothing},
		{"a shorter run", "name: s\nduration: 10s\nwarmup: 6s\n", []strict.Set{shorten}, "a.yaml:3:9: the warm-up lasts 6s and the whole run 5s, " + nothing},
		{"a longer warm-up", "name: s\nduration: 10s\n", []strict.Set{lengthen}, "--set warmup: the warm-up lasts 1m0s and the whole run 10s, " + nothing},
		{"both set", "name: s\nduration: 100s\nwarmup: 6s\n", []strict.Set{shorten, lengthen}, "--set warmup: the warm-up lasts 1m0s and the whole run 5s, " + nothing},
		{"negative", "name: s\nduration: 10s\nwarmup: -1s\n", nil, "a.yaml:3:9: -1s is out of range; write at least 0s and at most 1e9s"},
		{"without unit", "name: s\nduration: 10s\nwarmup: 6\n", nil, "a.yaml:3:9: 6 has no unit; write a duration such as 20ms"},
		{"no duration", "name: s\nwarmup: 6s\n", nil, `a.yaml:1:1: key "duration" is missing; write a duration such as 20ms`},
		{"a wrong duration", "name: s\nduration: 0s\nwarmup: 6s\n", nil, "a.yaml:2:11: 0s is out of range; write more than 0s and at most 1e9s"},
	}
	for _, r := range rows {
		if got := faultOf("a.yaml", r.head+rest, r.sets...); got != r.want {
			t.Errorf("%s:\n got %s\nwant %s", r.what, got, r.want)
		}
	}
}

// A vehicle that sets out at the end of the warm-up or later is worth no warning; one that
// sets out before is, even if that is late.
func TestWarmupBeforeAVoyage(t *testing.T) {
	for _, row := range []struct {
		start, warmup string
		warned        bool
	}{{"0s", "0s", false}, {"20s", "20s", false}, {"20s", "19s", false}, {"20s", "21s", true}, {"0s", "1s", true}} {
		warnings, err := load(t, "docking",
			strict.Set{Path: "nodes.auv.run.start", Value: row.start}, strict.Set{Path: "warmup", Value: row.warmup}).Check()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(warnings, "\n"); row.warned != (got == "auv: it sets out at "+row.start+", within the warm-up of "+row.warmup+
			": its way counts from there, its updates and the energy of its radios only from the end of the warm-up") || !row.warned && got != "" {
			t.Errorf("%+v: warnings %q", row, got)
		}
	}
}
