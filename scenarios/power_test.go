package scenarios

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// Of the packets to b at 0, 1 ... 9 s, which is down for an outage from 2 to 5 s and for another cause from 3.5 to 7.5 s,
// those at 2, 3 and 4 s are lost by the outage, which came first, and those at 5, 6 and 7 s by the cause that is left.
func TestCausesOverlap(t *testing.T) {
	var all facts
	s, err := parse(t, fmt.Sprintf(ferry, 0.0, "[{node: b, from: 2s, to: 5s}]")).Build(nil, &all)
	if err != nil {
		t.Fatal(err)
	}
	for at, do := range map[float64]func(string, trace.Cause) error{3.5: s.Down, 7.5: s.Up} {
		s.Kernel.NewTimer(sim.Ending, func(sim.Time) {
			if err := do("b", trace.Expired); err != nil {
				t.Error(err)
			}
		}).Arm(sim.Time(at * 1e9))
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	missed := map[trace.Cause]int{}
	downs, ups := 0, 0
	for _, r := range all {
		switch {
		case r.Kind == trace.RxMissed && r.Node == 1:
			missed[r.Cause]++
		case r.Kind == trace.Down:
			downs++
		case r.Kind == trace.Up:
			ups++
			if r.At != 7.5e9 {
				t.Errorf("up at %v", r.At)
			}
		}
	}
	if missed[trace.Outage] != 3 || missed[trace.Expired] != 3 || len(missed) != 2 || downs != 1 || ups != 1 {
		t.Errorf("missed %v, down %d times, up %d times", missed, downs, ups)
	}
	if s.Down("nobody", trace.Outage) == nil || s.Up("nobody", trace.Outage) == nil {
		t.Error("a node that is not there goes down")
	}
}

// A node that is down already goes down again in silence, and comes back when both outages are over.
func TestOutageOfANodeThatIsDown(t *testing.T) {
	for outages, lost := range map[string]int64{
		"[{node: b, from: 3s, to: 6s}, {node: b, from: 3s, to: 6s}]": 3, // 3, 4 and 5 s
		"[{node: b, from: 3s, to: 6s}, {node: b, from: 4s, to: 8s}]": 5, // and 6 and 7 s
		"[{node: b, from: 3s}, {node: b, from: 4s, to: 5s}]":         7, // 3 to 9 s
	} {
		if p := run(t, parse(t, fmt.Sprintf(ferry, 0.0, outages)), nil).summary.Total.Packets; p.Lost[trace.Outage] != lost {
			t.Errorf("%s: %d lost, want %d", outages, p.Lost[trace.Outage], lost)
		}
	}
}

// sleeper is a program that notes when its node loses its power.
type sleeper struct{ log []string }

func (*sleeper) CPU() *rtos.CPU         { return nil }
func (s *sleeper) Down(why trace.Cause) { s.log = append(s.log, "down "+why.String()) }
func (s *sleeper) Up()                  { s.log = append(s.log, "up") }

// A program hears of it once, at the first cause and after the last.
func TestProgramsHearOfTheirPower(t *testing.T) {
	s, err := parse(t, fmt.Sprintf(ferry, 0.0, "[]")).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var of sleeper
	var _ program.Switched = &of
	s.programs = append(s.programs, Installed{Node: "b", Addr: 1, Running: &of})
	for _, do := range []func(string, trace.Cause) error{s.Down, s.Down, s.Up, s.Up} {
		if err := do("b", trace.Outage); err != nil {
			t.Fatal(err)
		}
	}
	if got := fmt.Sprint(of.log); got != "[down outage up]" {
		t.Errorf("the program hears %s", got)
	}
}

// Power that is taken without a cause, or given back by one that had not taken it, changes nothing and is an error.
func TestPowerWithoutACause(t *testing.T) {
	s, err := parse(t, fmt.Sprintf(ferry, 0.0, "[]")).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		err  error
		want string
	}{
		{s.Down("b", trace.NoCause), "node b: it goes down without a cause of losses; name one, such as outage"},
		{s.Down("b", 200), "node b: it goes down without a cause"},
		{s.Up("b", trace.Outage), `node b: it has its power back from "outage", which had not taken it`},
		{s.Down("b", trace.Outage), ""},
		{s.Up("b", trace.Expired), `node b: it has its power back from "expired", which had not taken it`},
		{s.Up("b", trace.Outage), ""},
	} {
		if got := fmt.Sprint(row.err); row.want == "" && row.err != nil || !strings.HasPrefix(got, row.want) && row.want != "" {
			t.Errorf("%s, want %q", got, row.want)
		}
	}
	if s.nodes[1].isDown() {
		t.Error("the node is down")
	}
}

// A thruster that fails has a name that its vehicle knows, and a failure that nobody will see is warned of.
func TestFailuresOfThrusters(t *testing.T) {
	const text = "name: s\nduration: 30s\nlinks: {r: {channel: ideal, modem: plain, mac: aloha}}\n" +
		"nodes: [{name: v, at: [0m, 0m, -50m], vehicle: {model: rexrov, failures: [%s]}}]\n"
	for value, want := range map[string]string{
		"{at: 3s}":                     `a.yaml:4:75: a failure is that of one part; name a thruster, a fin or an instrument`,
		"{thruster: '', at: 3s}":       `a.yaml:4:75: a failure is that of one part; name a thruster, a fin or an instrument`,
		"{thruster: thruster, at: 3s}": `a.yaml:4:86: unknown thruster "thruster"`,
	} {
		if got := faultOf("a.yaml", fmt.Sprintf(text, value)); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", value, got, want)
		}
	}
	warnings, err := parse(t, fmt.Sprintf(text, "{thruster: '1', at: 30s}")).Check()
	if want := "nodes[0].vehicle.failures[0]: 1 fails at 30s, and the run ends at 30s"; err != nil || !slices.Contains(warnings, want) {
		t.Errorf("%q, %v", warnings, err)
	}
}
