// Package avoid finds a direction past what a ranging instrument sees: VFH+ (Ulrich and Borenstein, VFH+: reliable obstacle avoidance for
// fast mobile robots, IEEE ICRA 1998). Directions in the horizontal plane are parted into sectors. Each reading blocks the sectors in which
// the vehicle, with a distance of safety, would touch what was seen,
//
//	|bearing - sector| <= asin((radius + safety) / distance)
//
// (the enlargement angle of the paper), and those that it cannot reach because of its turning circle. Free sectors in a row are valleys. Among
// the middles of narrow valleys, the sides of wide ones and the goal, the direction of least cost is taken,
//
//	g(c) = w1 |c - goal| + w2 |c - heading| + w3 |c - last direction|
//
// Where this is another method than the paper's: readings block by their distance alone, and not by a sum over cells of a map, so that it
// does not matter how many beams fall into a sector; where all is blocked, the reach is halved, for a threshold that adapts; the goal is a candidate wherever it is free, in a narrow valley too; and what lies beyond
// the goal does not block.
//
// Begin with New and Step. Left out: what is above and below, the motion of what is seen, and any memory of it, so that a dead end is not left:
// that is for a planner with a map, such as package grid.
package avoid

import (
	"fmt"
	"math"

	"halocline/sim/fault"
	"halocline/sim/geom"
)

// Config describes the method.
type Config struct {
	Sectors int        `yaml:"sectors" range:"[12,720]" doc:"number of directions into which the horizontal plane is divided"`
	Radius  float64    `yaml:"radius" unit:"m" range:"(0,100]" doc:"radius of the vehicle in the horizontal plane"`
	Safety  float64    `yaml:"safety" unit:"m" range:"[0,100]" doc:"distance to keep beside the vehicle"`
	Reach   float64    `yaml:"reach" unit:"m" range:"(0,1e4]" doc:"distance up to which readings matter"`
	Turn    float64    `yaml:"turn" unit:"m" range:"[0,1e3]" doc:"radius of the turning circle; 0 for a vehicle that turns on the spot"`
	Weights [3]float64 `yaml:"weights" range:"[0,100]" doc:"weights of the angles to the goal, to the heading and to the last direction; the first is to be more than the others together, or the vehicle may not come to its goal"`
}

// Default returns a small vehicle. The weights hold on to the last direction more than those of the paper, 5, 2 and 2, with which 5 of 120
// random fields of discs have the vehicle go to and fro before them for ever; with these none has.
func Default() Config {
	return Config{Sectors: 72, Radius: 0.25, Safety: 0.25, Reach: 5, Weights: [3]float64{5, 0.5, 4}}
}

// Validate checks what no single field shows.
func (c *Config) Validate() error {
	switch {
	case c.Weights[0] <= c.Weights[1]+c.Weights[2]:
		return fault.In("weights", "the weight of the goal, %g, is to be more than the others together, %g", c.Weights[0], c.Weights[1]+c.Weights[2])
	}
	return fault.Keep(c.Bounds())
}

// Bounds returns what the reach keeps to.
func (c *Config) Bounds() []fault.Bound {
	return []fault.Bound{{
		Key: "reach", Value: c.Reach, Op: fault.MoreThan, Than: "radius + safety", Limit: c.Radius + c.Safety,
		Why: fmt.Sprintf("readings matter within %g m, and %g m are to be kept; give it more reach", c.Reach, c.Radius+c.Safety),
	}}
}

// Reading is something that is seen.
type Reading struct {
	Bearing  float64 // in the world, from x to y, rad; one that is no number is left out
	Distance float64 // in the horizontal plane, m; NaN for nothing
}

// Avoider finds directions, one after another.
type Avoider struct {
	config  Config
	blocked []bool    // by sector
	shadows []shadow  // of the last readings
	left    float64   // that can be turned to, from the heading, rad
	right   float64   // the same to the right, as a positive number
	heading float64   // rad
	last    float64   // the direction before, rad
	begun   bool      // there is one
	best    candidate // so far
}

// shadow is what a reading blocks.
type shadow struct{ bearing, half float64 }

// candidate is a direction with its cost.
type candidate struct{ direction, cost float64 }

// hysteresis is how much farther than reach something is that no longer blocks a sector which it has blocked.
const hysteresis = 1.05

// wide is the least angle of a wide valley, rad: 16 of 72 sectors of the paper.
const wide = 16.0 / 72 * 2 * math.Pi

// New returns one that has seen nothing.
func New(c Config) *Avoider { return &Avoider{config: c, blocked: make([]bool, c.Sectors)} }

// Reset forgets the last direction and what is blocked.
func (a *Avoider) Reset() {
	clear(a.blocked)
	a.begun = false
}

// Step returns the direction to go, in rad, of a vehicle with a heading that has a goal in a direction and at a distance; false where
// everything is blocked. Where what is within reach blocks all directions, only what is nearer counts, by half of the reach and half of that
// again. The direction is between -pi and pi.
func (a *Avoider) Step(readings []Reading, heading, goal, distance float64) (direction float64, ok bool) {
	if !a.begun || math.IsNaN(a.last) {
		a.last, a.begun = heading, true
	}
	a.heading = heading
	for reach := a.config.Reach; reach > a.keep(); reach /= 2 {
		a.see(readings, min(reach, distance+a.keep()))
		a.choose(goal)
		if !math.IsInf(a.best.cost, 1) {
			a.last = geom.WrapAngle(a.best.direction)
			return a.last, true
		}
	}
	return geom.WrapAngle(heading), false
}

// keep is the distance that the middle of the vehicle keeps from what is seen, m.
func (a *Avoider) keep() float64 { return a.config.Radius + a.config.Safety }

// choose takes the best of all directions that are not blocked.
func (a *Avoider) choose(goal float64) {
	for k := range a.blocked {
		a.blocked[k] = a.blocks(a.middle(k))
	}
	a.best = candidate{cost: math.Inf(1)}
	if !a.blocks(goal) {
		a.offer(goal, goal)
	}
	a.valleys(goal)
}

// middle returns the direction of a sector.
func (a *Avoider) middle(k int) float64 {
	return geom.WrapAngle(2 * math.Pi * float64(k) / float64(len(a.blocked)))
}

// see takes in what the readings up to a distance block.
func (a *Avoider) see(readings []Reading, reach float64) {
	keep := a.keep()
	a.shadows, a.left, a.right = a.shadows[:0], math.Pi, math.Pi
	for _, r := range readings {
		if math.IsNaN(r.Bearing) || math.IsInf(r.Bearing, 0) || !(r.Distance <= reach*a.slack(r.Bearing)) {
			continue
		}
		half := math.Pi / 2 // something is nearer than it should be: away from it
		if r.Distance > keep {
			half = math.Asin(keep / r.Distance)
		}
		a.shadows = append(a.shadows, shadow{r.Bearing, half})
		a.turn(r, keep)
	}
}

// slack is by how much the reach is more for a direction that is blocked already.
func (a *Avoider) slack(bearing float64) float64 {
	n := len(a.blocked)
	k := int(math.Round(geom.WrapAngle(bearing)/(2*math.Pi)*float64(n))+float64(n)) % n
	if a.blocked[k] {
		return hysteresis
	}
	return 1
}

// turn bounds the turns to either side by a reading that lies on the turning circle, as the masked histogram of the paper does.
func (a *Avoider) turn(r Reading, keep float64) {
	if a.config.Turn == 0 {
		return
	}
	off := geom.WrapAngle(r.Bearing - a.heading)
	sin, cos := math.Sincos(off)
	x, y := r.Distance*cos, r.Distance*sin // ahead and to the left
	if off >= 0 && math.Hypot(x, y-a.config.Turn) < a.config.Turn+keep {
		a.left = min(a.left, off)
	}
	if off <= 0 && math.Hypot(x, y+a.config.Turn) < a.config.Turn+keep {
		a.right = min(a.right, -off)
	}
}

// blocks reports whether a direction is blocked.
func (a *Avoider) blocks(direction float64) bool {
	off := geom.WrapAngle(direction - a.heading)
	if off > a.left || -off > a.right {
		return true
	}
	for _, s := range a.shadows {
		if math.Abs(geom.WrapAngle(direction-s.bearing)) < s.half {
			return true
		}
	}
	return false
}

// valleys offers the directions of all rows of free sectors.
func (a *Avoider) valleys(goal float64) {
	n := len(a.blocked)
	first := -1
	for k, b := range a.blocked {
		if b {
			first = k
			break
		}
	}
	if first < 0 {
		return // all is free, and the goal is too
	}
	for k := 1; k <= n; k++ {
		from := k
		for k < n && !a.blocked[(first+k)%n] {
			k++
		}
		if k > from {
			a.valley(first+from, k-from, goal)
		}
	}
}

// valley offers the middle of a narrow row of free sectors, and both sides of a wide one.
func (a *Avoider) valley(from, sectors int, goal float64) {
	n := len(a.blocked)
	step := 2 * math.Pi / float64(n)
	low := step * float64(from%n)
	high := a.edge(low+step*float64(sectors-1), step, 1)
	low = a.edge(low, step, -1)
	if high-low < wide {
		a.offer((low+high)/2, goal)
		return
	}
	a.offer(low+wide/2, goal)
	a.offer(high-wide/2, goal)
}

// edge returns where a row of free sectors ends beyond its last one, up to the next sector, which is blocked: where the first shadow begins
// there. The side is 1 to the left and -1 to the right.
func (a *Avoider) edge(last, step, side float64) float64 {
	room := step
	for _, s := range a.shadows {
		if off := side * geom.WrapAngle(s.bearing-side*s.half-last); off >= 0 && off < room {
			room = off
		}
	}
	return last + side*room
}

// offer takes a direction if it costs less than all before.
func (a *Avoider) offer(direction, goal float64) {
	off := func(from float64) float64 { return math.Abs(geom.WrapAngle(direction - from)) }
	w := &a.config.Weights
	const rounding = 1e-9
	if cost := w[0]*off(goal) + w[1]*off(a.heading) + w[2]*off(a.last); cost < a.best.cost-rounding {
		a.best = candidate{direction, cost}
	}
}
