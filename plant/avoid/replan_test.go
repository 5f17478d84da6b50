package avoid_test

import (
	"math"
	"testing"

	"halocline/plant/avoid"
	"halocline/plant/grid"
	"halocline/sim/geom"
	"halocline/sim/simtest"
)

// piles returns the middles of discs of 0.3 m that stand in a U, 4 m deep and open against the way along x.
func piles() []geom.Vec {
	var all []geom.Vec
	for k := range 13 {
		all = append(all, geom.Vec{X: 8, Y: -3 + 0.5*float64(k)}, geom.Vec{X: 4 + 0.333*float64(k), Y: 3}, geom.Vec{X: 4 + 0.333*float64(k), Y: -3})
	}
	return all
}

// look returns what 360 beams read up to 5 m.
func look(at geom.Vec) []avoid.Reading {
	var out []avoid.Reading
	for k := range 360 {
		b := 2 * math.Pi * float64(k) / 360
		sin, cos := math.Sincos(b)
		nearest := 5.0
		for _, p := range piles() {
			d := p.Sub(at)
			along, across := d.X*cos+d.Y*sin, d.Y*cos-d.X*sin
			if along > 0 && math.Abs(across) < 0.3 {
				nearest = min(nearest, along-math.Sqrt(0.09-across*across))
			}
		}
		if nearest < 5 {
			out = append(out, avoid.Reading{Bearing: b, Distance: nearest})
		}
	}
	return out
}

// A vehicle that swims by 5 cm a step into a U, and comes no nearer to its goal for 10 m of way, plans through a map of what it has
// seen, and leaves the U. Without the plan it stays.
func TestReplanLeavesDeadEnd(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, replan := range []bool{false, true} {
		goal, at, heading := geom.Vec{X: 14}, geom.Vec{}, 0.0
		seen, err := grid.New(80, 64, 0.25, geom.Vec{X: -3, Y: -8})
		if err != nil {
			t.Fatal(err)
		}
		a := avoid.New(avoid.Default())
		way, nearest, since, clearance := []geom.Vec{goal}, math.Inf(1), 0, math.Inf(1)
		for range 3000 {
			readings := look(at)
			for _, r := range readings {
				sin, cos := math.Sincos(r.Bearing)
				seen.Take(at.Add(geom.Vec{X: r.Distance * cos, Y: r.Distance * sin}))
			}
			if since++; at.Dist(goal) < nearest-0.1 {
				nearest, since = at.Dist(goal), 0
			}
			if replan && since >= 200 {
				plan, err := seen.Inflate(0.75).Way(grid.Search{Algorithm: grid.AStar, Diagonal: true}, at, goal)
				if err != nil {
					t.Fatal(err)
				}
				way, since = seen.Inflate(0.75).Smooth(plan, false).Points, 0
			}
			for len(way) > 1 && at.Dist(way[0]) < 0.2 {
				way = way[1:]
			}
			aim := way[0].Sub(at)
			if d, ok := a.Step(readings, heading, math.Atan2(aim.Y, aim.X), aim.Norm()); ok {
				heading = d
				sin, cos := math.Sincos(d)
				at = at.Add(geom.Vec{X: 0.05 * cos, Y: 0.05 * sin})
			}
			for _, p := range piles() {
				clearance = min(clearance, p.Dist(at)-0.3)
			}
			if at.Dist(goal) < 0.1 {
				break
			}
		}
		if there := at.Dist(goal) < 0.1; there != replan || clearance <= avoid.Default().Radius {
			t.Errorf("replan %t: it ends at %v, clearance %g m", replan, at, clearance)
		}
	}
}
