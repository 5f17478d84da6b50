package scenarios

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"halocline/scenarios/strict"
	"halocline/sim/geom"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// docksWith runs dock-cone with settings until its vehicle is docked.
func docksWith(t *testing.T, sets ...string) (*Simulation, *told) {
	t.Helper()
	var all []strict.Set
	for _, s := range sets {
		path, value, _ := strings.Cut(s, "=")
		all = append(all, strict.Set{Path: path, Value: value})
	}
	f := &told{places: places{node: 1}}
	s, err := load(t, "dock-cone", all...).Build(nil, f)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s, f
}

// count returns how often a fact is told.
func (f *told) count(note string) int {
	n := 0
	for _, r := range f.all {
		if r.Note == note {
			n++
		}
	}
	return n
}

// smallCone is one for BlueROV2.
const smallCone = "nodes.dock.run.berth.cone={entrance: 1.5m, exit: 0.6m, length: 1.5m}"

// RexROV and BlueROV2 dock into a cone from all around it, in currents of up to 0.2 m/s, with an instrument that errs by a
// degree. Where they are held they touch the stop: the foremost points of the hull, half a length ahead, are at x = 0 within
// what they sink in, and its x axis is within 15 degrees of the cone's.
func TestDocksIntoACone(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	currents, angles := []float64{0, 0.1, 0.2}, 20
	if !simtest.Long() {
		currents, angles = []float64{0.2}, 5
	}
	for vehicle, half := range map[string]geom.Vec{"rexrov": {X: 1.3, Y: 0.75}, "bluerov2-heavy": {X: 0.2285, Y: 0.2875}} {
		cone := smallCone
		if vehicle == "rexrov" {
			cone = "nodes.dock.run.berth.cone.exit=1.5m"
		}
		for _, current := range currents {
			for k := range angles {
				turn := float64(k) * 360 / float64(angles)
				s, f := docksWith(t, "nodes.auv.vehicle.model="+vehicle, cone, fmt.Sprintf("water.current.speed=%gm/s", current),
					fmt.Sprintf("nodes.auv.place.turn=%gdeg", turn), "nodes.dock.run.usbl={bearing: {noise: 1deg}, elevation: {noise: 1deg}}")
				at := s.nodes[1].body.At(s.Kernel.Now()).Motion
				ahead := at.Attitude.Rotate(geom.Vec{X: 1})
				nose := at.Position.X + half.X*ahead.X + half.Y*math.Abs(ahead.Y)
				if f.count("contact_stop") == 0 || f.count("go_in") == 0 || math.Acos(ahead.X) > math.Pi/12+0.01 || math.Abs(nose) > 0.06 {
					t.Errorf("%s from %g degrees in %g m/s: nose at %.3f m, %.3g degrees off, told %d contacts", vehicle, turn, current, nose, degrees(math.Acos(ahead.X)), len(f.all))
				}
			}
		}
	}
}

// Who makes for the stop from beside the cone hits its outside and bounces off, which is booked, comes in line and docks.
func TestMissesTheConeAndTriesAgain(t *testing.T) {
	_, f := docksWith(t, "nodes.dock.run.berth.cone.line_up=1km", "nodes.dock.run.berth.cone.settle=0s", "nodes.auv.place.turn=225deg", "nodes.auv.at=[0m, 0m, -30m]")
	if f.count("contact_cone") == 0 || f.count("impulse_cone") == 0 || f.count("break_off") != 1 || f.count("go_in") != 2 || f.count("contact_stop") == 0 {
		t.Errorf("%d contacts with the cone, %d impulses, %d times broken off, %d attempts", f.count("contact_cone"), f.count("impulse_cone"), f.count("break_off"), f.count("go_in"))
	}
}

// A stop that takes hold only of who comes slower than this vehicle does lets it bounce first. One with undock lets it go
// again, and it leaves by the way that it came.
func TestBouncesAndUndocks(t *testing.T) {
	_, slow := docksWith(t)
	_, f := docksWith(t, "nodes.dock.run.berth.speed=0.05m/s")
	if a, b := f.last("contact_stop"), slow.last("contact_stop"); a.Value > 0.05 || a.At <= b.At || f.count("contact_stop") <= slow.count("contact_stop") {
		t.Errorf("it comes at %v m/s, and at last at %v m/s", b.Value, a.Value)
	}
	s, f := docksWith(t, "nodes.dock.run.berth.cone.undock=30s")
	if x := s.nodes[1].body.At(s.Kernel.Now()).Position.X; f.count("undocked") != 1 || x > -3 {
		t.Errorf("undocked %d times, and at x = %g m", f.count("undocked"), x)
	}
	if held := f.last("undocked").At - slow.last("contact_stop").At; held.Seconds() < 30 {
		t.Errorf("it was held for %v", held)
	}
}

// last returns the last fact of a name.
func (f *told) last(note string) (last trace.Record) {
	for _, r := range f.all {
		if r.Note == note {
			last = r
		}
	}
	return last
}

// Eight RexROV dock at berths 3.8 m apart, and none touches another, in 100 runs with their own seeds.
func TestFleetDoesNotCollide(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	seeds := 100
	if !simtest.Long() {
		seeds = 3
	}
	for seed := range seeds {
		f := &told{}
		s, err := load(t, "fleet", strict.Set{Path: "nodes.auv.count", Value: "8"}, strict.Set{Path: "seed", Value: fmt.Sprint(seed + 1)}).Build(nil, f)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(f.all) > 0 {
			t.Errorf("seed %d: %v", seed+1, f.all)
		}
	}
}

// A cone that is not all in the water is named, and so is a vehicle that begins in its wall.
func TestConeInTheGround(t *testing.T) {
	for set, want := range map[strict.Set]string{
		{Path: "nodes.dock.at", Value: "[0m, 0m, -1m]"}: "dock: its cone reaches 2 m out of the water",
		{Path: "water.seabed", Value: "32m"}:            "dock: its cone reaches 1 m into the ground",
	} {
		s, err := load(t, "dock-cone", set).Build(nil, nil)
		if err != nil || !strings.Contains(strings.Join(s.Warnings(), "\n"), want) {
			t.Errorf("%v: %v, want %s", set, err, want)
		}
	}
	_, err := load(t, "dock-cone", strict.Set{Path: "nodes.auv.at", Value: "[-1m, 2.6m, -30m]"}, strict.Set{Path: "nodes.auv.place.radius", Value: "0m"}).Build(nil, nil)
	if err == nil || !strings.Contains(err.Error(), "deep in the cone of node dock") {
		t.Errorf("in its wall: %v", err)
	}
}

// Faults of a cone have their place.
func TestFaultsOfACone(t *testing.T) {
	for set, want := range map[string]string{
		"cone={entrance: 3m, exit: 3m, length: 3m}":                    "a cone becomes narrower",
		"cone={entrance: 3m, exit: 1m, length: 3m, axis: [0, 0, 0]}":   "the axis has no direction",
		"cone={entrance: 3m, exit: 1m, length: 3m, axis: [1, 0, 0.5]}": "it rises or falls by 26.6 degrees",
		"cone={entrance: 3m, exit: 1m}":                                "length",
		"cone={entrance: 3m, exit: 1m, length: 3m, line_up: 0m}":       "line_up",
		"cone={entrance: 3m, exit: 1m, length: 3m, patients: 3s}":      `did you mean "patience"?`,
	} {
		path, value, _ := strings.Cut("nodes.dock.run.berth."+set, "=")
		text, _ := Standard().Text("dock-cone")
		_, err := Standard().Parse("a.yaml", string(text), []strict.Set{{Path: path, Value: value}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", set, err, want)
		}
	}
	s, err := load(t, "dock-cone", strict.Set{Path: "nodes.dock.run.berth.cone.exit", Value: "1m"}).Build(nil, nil)
	if err != nil || !strings.Contains(strings.Join(s.Warnings(), "\n"), "auv: its corners are 1.33 m off its x axis") {
		t.Errorf("a vehicle that does not fit: %v, %v", err, s.Warnings())
	}
}
