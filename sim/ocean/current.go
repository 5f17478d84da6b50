package ocean

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// Current is the motion of the water: its velocity in m/s, in the world frame,
// at a position and a time. Asking does not change it: every body sees the same
// water, in whatever order the bodies ask.
type Current interface {
	Velocity(pos geom.Vec, t sim.Time) geom.Vec
}

// steady is a Current that may say that it is always the same. Others change.
type steady interface{ steady() bool }

// uniform is the same everywhere and always.
type uniform struct{ velocity geom.Vec }

func (u uniform) Velocity(geom.Vec, sim.Time) geom.Vec { return u.velocity }

func (uniform) steady() bool { return true }

// layered depends on depth: both components are linear between the depths.
type layered struct{ x, y column }

func (l layered) Velocity(pos geom.Vec, _ sim.Time) geom.Vec {
	return geom.Vec{X: l.x.at(pos.Depth()), Y: l.y.at(pos.Depth())}
}

func (layered) steady() bool { return true }

// tidal swings along a line: amplitude cos(2 pi t/period + phase), one
// constituent of a rectilinear tide.
type tidal struct {
	amplitude geom.Vec
	period    time.Duration
	phase     float64 // rad
}

func (c tidal) Velocity(_ geom.Vec, t sim.Time) geom.Vec {
	// The remainder is exact, so that years after the start the phase still is.
	cycle := float64(time.Duration(t)%c.period) / float64(c.period)
	return c.amplitude.Scale(math.Cos(2*math.Pi*cycle + c.phase))
}

func (c tidal) steady() bool { return c.amplitude == geom.Vec{} }

// sum adds currents.
type sum []Current

func (s sum) Velocity(pos geom.Vec, t sim.Time) geom.Vec {
	var v geom.Vec
	for _, c := range s {
		v = v.Add(c.Velocity(pos, t))
	}
	return v
}

func (s sum) steady() bool {
	for _, c := range s {
		if part, ok := c.(steady); !ok || !part.steady() {
			return false
		}
	}
	return true
}

// gaussMarkov is a horizontal current, the same everywhere, whose speed and
// direction wander about their means as two first-order Gauss-Markov processes
// (D. T. Gillespie, Phys. Rev. E 54, 1996, 2084):
//
//	x[k+1] = a x[k] + s sqrt(1 - a^2) n,  a = exp(-step/correlation time)
//
// which is exact at the multiples of the step and starts in the steady state,
// of standard deviation s. In between it is linear, so midway the variance is s^2
// (1 + a)/2. A negative speed flows the other way.
//
// It draws two numbers per step of its own grid, so neither who asks nor when
// can change it. The last steps are kept, at least 1024 and at least two seconds of
// them: whoever asks may go back that far. A body asks for the beginning of its step,
// which takes at most a second.
type gaussMarkov struct {
	stream    *rng.Stream
	step      time.Duration
	mean      [2]float64 // speed in m/s, direction in rad
	deviation [2]float64
	memory    [2]float64 // a
	drawn     int64      // grid points drawn so far
	offset    [][2]float64
}

// keep returns how many grid points are remembered that lie a step apart.
func keep(step time.Duration) int { return max(1024, int(2*time.Second/step)+3) }

func (g *gaussMarkov) Velocity(_ geom.Vec, t sim.Time) geom.Vec {
	if t < 0 {
		panic("ocean: the current is asked for a time before the start")
	}
	k, kept := int64(t)/int64(g.step), int64(len(g.offset))
	for g.drawn < k+2 {
		g.draw()
	}
	if k < g.drawn-kept {
		panic(fmt.Sprintf("ocean: the current is asked for %v and remembers %d steps of %v", t, kept, g.step))
	}
	x := float64(int64(t)-k*int64(g.step)) / float64(g.step)
	before, after := &g.offset[k%kept], &g.offset[(k+1)%kept]
	speed := g.mean[0] + lerp(before[0], after[0], x)
	sin, cos := math.Sincos(g.mean[1] + lerp(before[1], after[1], x))
	return geom.Vec{X: speed * cos, Y: speed * sin}
}

// draw adds one grid point.
func (g *gaussMarkov) draw() {
	kept := int64(len(g.offset))
	here := &g.offset[g.drawn%kept]
	for i := range here {
		n := g.deviation[i] * g.stream.Normal()
		if g.drawn > 0 {
			a := g.memory[i]
			n = a*g.offset[(g.drawn-1)%kept][i] + math.Sqrt(1-a*a)*n
		}
		here[i] = n
	}
	g.drawn++
}

// Relative returns the velocity of a horizontal current of a speed in m/s as a
// vehicle meets it that heads from one point for another: head comes from
// ahead, tail from behind, port from the left and starboard from the right;
// cross is port. Still water has no side, and needs no course.
func Relative(kind string, from, to geom.Vec, speed float64) (geom.Vec, error) {
	if !(speed >= 0) || math.IsInf(speed, 1) {
		return geom.Vec{}, fmt.Errorf("a current of %g m/s is not allowed; the speed is at least 0", speed)
	}
	if speed == 0 && slices.Contains(sides(), kind) {
		return geom.Vec{}, nil // from wherever
	}
	course := geom.Vec{X: to.X - from.X, Y: to.Y - from.Y}
	length := course.Norm()
	if !(length > 0) || math.IsInf(length, 1) {
		return geom.Vec{}, fmt.Errorf("a %s current needs a course, and the target has the same x and y as the vehicle", kind)
	}
	u := course.Scale(speed / length)
	switch kind {
	case "head":
		return geom.Vec{X: 0 - u.X, Y: 0 - u.Y}, nil // without a negative zero
	case "tail":
		return u, nil
	case "port", "cross":
		return geom.Vec{X: u.Y, Y: 0 - u.X}, nil // y is to the left: this is to the right
	case "starboard":
		return geom.Vec{X: 0 - u.Y, Y: u.X}, nil
	}
	return geom.Vec{}, fmt.Errorf("a current from %q is unknown; it is one of %s", kind, strings.Join(sides(), ", "))
}

// sides returns where a current may come from.
func sides() []string { return []string{"head", "tail", "cross", "port", "starboard"} }
