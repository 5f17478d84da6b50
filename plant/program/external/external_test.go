package external_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"halocline/plant/program"
	"halocline/plant/program/external"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/trace"
)

// pair is two nodes 1300 m apart, a Pythagorean box 300, 400, 1200.
const pair = `
name: pair
duration: 100s
links: {a: {channel: {type: ideal, speed: 1500m/s}, modem: {type: plain, rate: 1kbps, preamble: 0s}, mac: {type: aloha, header: 0bit}}}
nodes:
  - {name: x, run: {type: external, ranging: {size: 100bit}}, clock: {offset: 5h}}
  - {name: y, at: [300m, 400m, -1200m], run: {type: external, ranging: {size: 100bit}}, clock: {offset: -2h}}
`

// told is what has been told outside.
type told struct {
	node int32
	program.Mailed
}

// run carries out the pair, with what comes in, and returns what was told.
func run(t *testing.T, in []scenarios.Input, sets ...strict.Set) (all []told, records []trace.Record) {
	t.Helper()
	plan, err := scenarios.Standard().Parse("pair.yaml", pair, sets)
	if err != nil {
		t.Fatal(err)
	}
	seen := keep{}
	s, err := plan.Build(nil, &seen)
	if err != nil {
		t.Fatal(err)
	}
	s.Forward(func(node int32, m program.Mailed) { all = append(all, told{node, m}) })
	if err := s.Replay(in); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return all, seen
}

// keep keeps records.
type keep []trace.Record

func (k *keep) Emit(r trace.Record) { *k = append(*k, r) }

// ranges returns the ranges of what was told at the first node.
func ranges(all []told) (out []float64) {
	for _, m := range all {
		if r, ok := m.Body.(*external.Range); ok && m.node == 0 && m.From == 1 {
			out = append(out, r.Range)
		}
	}
	return out
}

// In still water of one speed a range is the geometric one to c times 1 ns, 1.5 um, whatever clocks show, however long access takes, and whether the modem
// has a preamble. With clocks that gain da and db it is wrong by c H (da - db)/2 + d da, as in package mac/ranging: the node holds the request while
// 100 bits come in, H = 0.1 s, so that 40 and -30 ppm make 1500 x 0.1 x 70e-6 / 2 = 5.25 mm and 1300 x 40e-6 = 52 mm.
func TestRangeIsTheGeometricOne(t *testing.T) {
	mac := func(value string) []strict.Set { return []strict.Set{{Path: "links.a.mac", Value: value}} }
	for name, c := range map[string]struct {
		sets []strict.Set
		want float64
		near float64
	}{
		"aloha":    {nil, 1300, 1.5e-6},
		"preamble": {[]strict.Set{{Path: "links.a.modem.preamble", Value: "50ms"}}, 1300, 1.5e-6},
		"tdma":     {mac("tdma"), 1300, 1.5e-6},
		"csma":     {mac("{type: csma, backoff: 3s}"), 1300, 1.5e-6},
		"answered": {mac("{type: aloha, header: 0bit, ack: true}"), 1300, 1.5e-6},
		"drift": {
			[]strict.Set{{Path: "nodes.x.clock.drift", Value: "40ppm"}, {Path: "nodes.y.clock.drift", Value: "-30ppm"}},
			1300 + 1500*0.1*70e-6/2 + 1300*40e-6, 1e-5,
		},
		"other speed": {[]strict.Set{{Path: "nodes.x.run.ranging.speed", Value: "1485m/s"}}, 1300 * 1485.0 / 1500, 1.5e-6},
	} {
		all, records := run(t, []scenarios.Input{{At: 123_456_789, Port: "x.range", Data: `{"to": "y", "id": 7}`}}, c.sets...)
		got := ranges(all)
		if len(got) != 1 || math.Abs(got[0]-c.want) > c.near {
			t.Errorf("%s: %.7f m, not %.7f m", name, got, c.want)
		}
		facts := 0
		for _, r := range records {
			if r.Kind == trace.Fact && r.Note == "ranged" {
				if facts++; r.Node != 0 || r.Peer != 1 || r.Value != got[0] {
					t.Errorf("%s: the trace has %+v", name, r)
				}
			}
		}
		if facts != 1 {
			t.Errorf("%s: %d facts", name, facts)
		}
	}
}

// The fate of a message is told where it has a number: sent at the end of its 16 bits, 16 ms, acknowledged or not, or given up after so many repetitions, or
// refused by a queue of no room. Bytes and number of a protocol arrive as they are.
func TestFates(t *testing.T) {
	const ack = "{type: aloha, header: 0bit, ack: true, retries: 1}"
	send := scenarios.Input{Port: "x.send", Data: `{"to": "y", "data": "AP8=", "protocol": 33, "id": 9}`}
	errors := []strict.Set{{Path: "links.a.mac", Value: ack}, {Path: "links.a.modem.errors", Value: "{type: loss, probability: 1}"}}
	for name, c := range map[string]struct {
		sets  []strict.Set
		in    []scenarios.Input
		fates string
		come  int
	}{
		"sent":         {nil, []scenarios.Input{send}, "[9 at 0.016000000s: sent true, acknowledged false]", 1},
		"acknowledged": {errors[:1], []scenarios.Input{send}, "[9: sent true, acknowledged true]", 1},
		"given up":     {errors, []scenarios.Input{send}, "[9: sent false, acknowledged false]", 0},
		"refused": {
			[]strict.Set{{Path: "links.a.mac.queue", Value: "0"}},
			[]scenarios.Input{send, send},
			"[9: the radio is transmitting and the access protocol keeps no queue 9 at 0.016000000s: sent true, acknowledged false]", 1,
		},
		"no number": {nil, []scenarios.Input{{Port: "x.send", Data: `{"to": "y", "data": "AP8=", "protocol": 33}`}}, "[]", 1},
	} {
		all, _ := run(t, c.in, c.sets...)
		var fates []string
		come := 0
		for _, m := range all {
			switch b := m.Body.(type) {
			case *external.Fate:
				at := ""
				if b.Sent && !b.Acknowledged {
					at = fmt.Sprintf(" at %v", m.At)
				}
				if b.Refused != nil {
					fates = append(fates, fmt.Sprintf("%d: %v", b.ID, b.Refused))
				} else {
					fates = append(fates, fmt.Sprintf("%d%s: sent %v, acknowledged %v", b.ID, at, b.Sent, b.Acknowledged))
				}
			case external.Payload:
				if come++; b.Data != "\x00\xff" || b.Protocol != 33 {
					t.Errorf("%s: %+v has come", name, b)
				}
			}
		}
		if got := fmt.Sprint(fates); got != c.fates || come != c.come {
			t.Errorf("%s: %s, and %d have come; want %s and %d", name, got, come, c.fates, c.come)
		}
	}
}

// Who is not there answers nothing, and what is no message is refused before it comes in.
func TestRangeFaults(t *testing.T) {
	plan, err := scenarios.Standard().Parse("pair.yaml", pair, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := plan.Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for data, want := range map[string]string{
		`{"to": ""}`:              "of one node",
		`{"to": "x"}`:             "node itself",
		`{"to": "z"}`:             "z",
		`{"to": "y", "link": "b`:  "no message",
		`{"to": "y", "id": -1}`:   "no message",
		`{"to": "y", "id": 1e99}`: "no message",
	} {
		if err := s.Bring(scenarios.Input{At: sim.Time(1), Port: "x.range", Data: data}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", data, err, want)
		}
	}
	all, _ := run(t, []scenarios.Input{{Port: "x.range", Data: `{"to": "y"}`}}, strict.Set{Path: "nodes.y.run", Value: "null"})
	if len(all) != 0 {
		t.Errorf("told: %+v", all)
	}
}
