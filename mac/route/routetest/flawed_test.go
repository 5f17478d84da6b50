package routetest_test

import (
	"fmt"
	"strings"
	"testing"

	"halocline/mac"
	"halocline/mac/route"
	"halocline/mac/route/flood"
	"halocline/mac/route/routetest"
	"halocline/mac/route/static"
	"halocline/sim/simtest"
)

// flawed is a protocol with a fault put into it.
type flawed struct {
	route.Config
	fault func(below route.Router, n *route.Node, d *route.Datagram, first bool, in mac.Arrival)
}

// Build puts the fault before the router.
func (f flawed) Build(n *route.Node) route.Router { return &faulty{f.Config.Build(n), n, f} }

type faulty struct {
	route.Router
	node *route.Node
	flaw flawed
}

func (f *faulty) Forward(d *route.Datagram, first bool, in mac.Arrival) {
	f.flaw.fault(f.Router, f.node, d, first, in)
}

func (f *faulty) Due(d *route.Datagram) { f.Router.(route.Waiting).Due(d) }

// recorder keeps what Conform finds.
type recorder struct{ found []string }

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.found = append(r.found, fmt.Sprintf(format, args...))
}
func (r *recorder) Logf(string, ...any)   {}
func (r *recorder) Failed() bool          { return len(r.found) > 0 }
func (r *recorder) Fatalf(string, ...any) { panic(r) }

// The kit finds what is wrong with a protocol.
func TestFlawsAreFound(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for name, row := range map[string]struct {
		config route.Config
		claims routetest.Claims
		fault  func(below route.Router, n *route.Node, d *route.Datagram, first bool, in mac.Arrival)
		want   string
	}{
		"sends every copy on": {flood.Default(), routetest.Claims{}, func(_ route.Router, n *route.Node, d *route.Datagram, _ bool, _ mac.Arrival) {
			n.Broadcast(d, nil)
		}, "2 times"},
		"loses each seventh": {flood.Default(), routetest.Claims{Arrives: true}, func(below route.Router, _ *route.Node, d *route.Datagram, first bool, in mac.Arrival) {
			if d.Number%7 != 0 {
				below.Forward(d, first, in)
			}
		}, "did not come"},
		"waits for ever": {flood.Default(), routetest.Claims{}, func(_ route.Router, n *route.Node, d *route.Datagram, _ bool, _ mac.Arrival) {
			n.Hold(d, 1000*3600e9)
		}, "are on their way"},
		"floods and says it takes the fewest hops": {flood.Default(), routetest.Claims{Arrives: true, Fewest: true}, func(below route.Router, _ *route.Node, d *route.Datagram, first bool, in mac.Arrival) {
			below.Forward(d, first, in)
		}, "the fewest are"},
		"looks at the time of day": {static.Default(), routetest.Claims{}, func(below route.Router, n *route.Node, d *route.Datagram, first bool, in mac.Arrival) {
			if n.Clock.Local(n.Kernel.Now()).Seconds() < 12*3600 {
				below.Forward(d, first, in)
			}
		}, "another time of day"},
	} {
		r := &recorder{}
		func() {
			defer func() { _ = recover() }()
			routetest.Conform(r, 50, func() route.Config { return flawed{row.config, row.fault} }, row.claims)
		}()
		if !strings.Contains(strings.Join(r.found, "\n"), row.want) {
			t.Errorf("%s: found %q, not %q", name, r.found, row.want)
		}
	}
}
