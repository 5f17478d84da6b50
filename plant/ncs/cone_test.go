package ncs

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// aCone returns a vehicle of 1 m that is expected at the origin in a cone along x, and what it tells.
func aCone() (*coneDocking, *[]string) {
	c := &ConeConfig{}
	c.Defaults()
	c.Entrance, c.Exit, c.Length, c.Settle = 2, 1, 3, 0
	d, told := newConeDocking(c, geom.Vec{}, geom.Vec{X: 1}), []string{}
	d.tell = func(what string) { told = append(told, what) }
	return d, &told
}

// A point that goes where it is told, from anywhere around the cone, comes in by the wide end and touches neither the
// outside of the funnel nor the stop from behind.
func TestLedRoundACone(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		d, told := aCone()
		funnel, stop := d.config.solids(geom.Vec{})
		at := geom.Vec{X: 30*rnd.Float64() - 15, Y: 30*rnd.Float64() - 15, Z: 30*rnd.Float64() - 15}
		if near, _, _ := funnel.Near(at); near < 0.5 {
			continue
		}
		begin := at
		now := sim.Time(0)
		for at.Norm() > 0.05 {
			to, _ := d.reference(at, now)
			way := to.Sub(at)
			next := at.Add(way.Scale(min(1, 0.05/way.Norm())))
			inFunnel, _, _ := funnel.Near(next)
			if inStop, _, _ := stop.Near(next); min(inFunnel, inStop) < 0 && next.Norm() > 0.05 {
				t.Fatalf("from %v it is led through the cone at %v", begin, next)
			}
			if at, now = next, now.Add(50*time.Millisecond); now > sim.Time(5*time.Minute) {
				t.Fatalf("from %v it is led in circles, at %v", begin, at)
			}
		}
		if len(*told) != 1 || (*told)[0] != "go_in" || d.attempts != 1 {
			t.Fatalf("from %v it tells %v, %d attempts", begin, *told, d.attempts)
		}
	}
}

// Who stays away from the axis on his way in, or does not get there in time, breaks off, and goes in again after he was
// in line: within half of the entrance, 1 m, of the place 3 m (the diagonal and the entrance) before the wide end, at x = -6 m.
func TestBreaksOffAndTriesAgain(t *testing.T) {
	d, told := aCone()
	before := geom.Vec{X: -6}
	steps := []struct {
		at     geom.Vec
		second float64
		to     geom.Vec
		told   int
	}{
		{geom.Vec{X: -8}, 0, before, 0},                               // too far from there
		{geom.Vec{X: -6.9}, 1, geom.Vec{}, 1},                         // goes in
		{geom.Vec{X: -2.5, Y: 1.7}, 2, geom.Vec{}, 1},                 // in the cone, 1 + 2.5/3 = 1.83 m wide there
		{geom.Vec{X: -2.5, Y: 1.9}, 3, geom.Vec{X: -6, Y: 1.9}, 2},    // beside it, perhaps on its rim: straight back
		{geom.Vec{X: -6, Y: 1.9}, 4, before, 2},                       // not in line
		{geom.Vec{X: -6, Y: 0.9}, 5, geom.Vec{}, 3},                   // goes in again
		{geom.Vec{X: -3, Y: 0.9}, 5 + 120, geom.Vec{}, 3},             // has two minutes
		{geom.Vec{X: -2, Y: 0.9}, 5.1 + 120, before, 4},               // too late: back, inside the cone
		{geom.Vec{X: 1}, 130, geom.Vec{X: 1, Y: 2 + 0.05 + 3}, 4},     // behind the stop: off the axis by the entrance, the wall and 3 m
		{geom.Vec{X: 1, Y: 5}, 131, geom.Vec{X: -6, Y: 2.05 + 3}, 4},  // along it
		{geom.Vec{X: -5, Y: 5}, 132, before, 4},                       // before it
		{geom.Vec{X: -6, Y: 0.5}, 133, geom.Vec{}, 5},                 // goes in
		{geom.Vec{X: 1, Y: -3}, 134, geom.Vec{X: 1, Y: -2.05 - 3}, 6}, // past it
	}
	for i, s := range steps {
		to, _ := d.reference(s.at, sim.Time(s.second*float64(time.Second)))
		if to.Dist(s.to) > 1e-12 || len(*told) != s.told {
			t.Errorf("%d: at %v it is led to %v, want %v; told %v", i, s.at, to, s.to, *told)
		}
	}
	if d.attempts != 3 {
		t.Errorf("%d attempts, want 3", d.attempts)
	}
}

// The stop holds who comes slowly and in line, or came too fast and has pressed it for a second.
func TestStopHolds(t *testing.T) {
	second := sim.Time(time.Second)
	rows := []struct {
		what    string
		speed   float64 // of the contact, m/s
		heading float64 // deg
		after   sim.Time
		ended   bool
		want    bool
	}{
		{"slow", 0.2, 0, 0, false, true},
		{"in line but for 14 degrees", 0.2, 14, 0, false, true},
		{"16 degrees off", 0.2, -16, 0, false, false},
		{"fast", 0.4, 0, 0, false, false},
		{"fast, and pressing", 0.4, 0, second, false, true},
		{"bounced off", 0.2, 0, 0, true, false},
	}
	for _, r := range rows {
		d, _ := aCone()
		d.touch(program.Touch{Begins: true, Speed: r.speed}, 0.3, second)
		if r.ended {
			d.touch(program.Touch{}, 0.3, second)
		}
		s := &vehicle.State{Motion: vehicle.Motion{Attitude: geom.FromEuler(r.heading*math.Pi/180, 0, 0)}}
		if got := d.holds(s, second+r.after); got != r.want {
			t.Errorf("%s: held %v, want %v", r.what, got, r.want)
		}
	}
}
