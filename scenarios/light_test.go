package scenarios

import (
	"slices"
	"testing"

	"halocline/sim/trace"
)

// The links of the bundled scenario docking-light, in its order.
const byLight = 2

// used returns the links whose updates the vehicle steered by, one after the other, each until the next.
func (p *passage) used() []uint8 {
	var links []uint8
	for _, r := range p.log {
		if r.Kind == trace.Used && r.Node == auvNode {
			links = append(links, r.Link)
		}
	}
	return slices.Compact(links)
}

// Sound guides the vehicle from afar, radio from 10 m on and light from 4 m on: each hands over to the next and none takes over
// again. Light brings the last update, every 20 ms. Its lamp and its receiver see each other, so that none of its updates is lost.
func TestDockingEndsByLight(t *testing.T) {
	p := pass(t, load(t, "docking-light"))
	if got := p.voyages[0].Outcome; got != "docked" {
		t.Fatalf("%s", got)
	}
	if got := p.used(); !slices.Equal(got, []uint8{acousticLink, rfLink, byLight}) {
		t.Errorf("updates over the links %v, one after the other", got)
	}
	heard := p.kind(trace.RxOK, auvNode, byLight)
	last := heard[len(heard)-1].At
	if ago := p.end.Sub(last).Seconds(); ago > 0.02 {
		t.Errorf("the last update by light came %g s before the end", ago)
	}
	if missed := len(p.kind(trace.RxMissed, auvNode, byLight)) + len(p.kind(trace.RxLost, auvNode, byLight)); missed > 0 || len(heard) < 100 {
		t.Errorf("%d updates came by light and %d did not", len(heard), missed)
	}
}

// A vehicle whose receiver looks back and up sees nothing of a lamp that lies before and below it, more than 60 degrees off. The
// trace says of each frame why. The last update is one by radio.
func TestDockingTurnedAwayFromLight(t *testing.T) {
	plan := load(t, "docking-light", sets(t, "nodes.auv.links.light.modem.antenna.axis=[-1, 0, 1]")...)
	p := pass(t, plan)
	missed := p.kind(trace.RxMissed, auvNode, byLight)
	if heard := p.kind(trace.RxOK, auvNode, byLight); len(heard) > 0 || len(missed) < 100 {
		t.Errorf("%d frames by light received and %d missed", len(heard), len(missed))
	}
	for _, r := range missed {
		if r.Cause != trace.OutOfView {
			t.Fatalf("a frame is missed because of %v", r.Cause)
		}
	}
	if got := p.used(); !slices.Equal(got, []uint8{acousticLink, rfLink}) {
		t.Errorf("updates over the links %v, one after the other", got)
	}
}
