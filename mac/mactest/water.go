package mactest

import (
	"math"
	"time"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
)

// soundSpeed is that of all scenes, in m/s.
const soundSpeed = 1500.0

// noise is the power of the noise in all scenes. A modem of power 1 is heard
// 20 dB above it, wherever it reaches.
const noise = 0.01

// water carries everything without loss up to its reach, and nothing farther.
type water struct {
	delayed bool
	same    time.Duration // way between any two, if it is not 0
	reach   float64       // m; 0: everywhere
}

// Path implements phy.Channel.
func (w water) Path(tx, rx phy.End, t sim.Time) phy.Path {
	p := phy.Path{Gain: 1, Doppler: 1}
	if w.delayed {
		ray := phy.Straight(tx, rx, t, soundSpeed)
		p.Delay, p.Doppler = ray.Delay(), ray.Doppler
	}
	if w.same > 0 {
		p.Delay = w.same
	}
	if !w.reaches(tx.Position(t), rx.Position(t)) {
		p.Gain = 0
	}
	return p
}

// Noise implements phy.Channel.
func (w water) Noise() float64 { return noise }

func (w water) reaches(a, b geom.Vec) bool { return w.reach == 0 || a.Dist(b) <= w.reach }

// drift is a Locator that moves straight on, in m and m/s.
type drift struct{ from, speed geom.Vec }

// Position implements phy.Locator.
func (d drift) Position(t sim.Time) geom.Vec { return d.from.Add(d.speed.Scale(t.Seconds())) }

// Velocity implements phy.Locator.
func (d drift) Velocity(sim.Time) geom.Vec { return d.speed }

// onCircle returns a place on a circle of diameter 1, after part of a turn.
func onCircle(turn float64) geom.Vec {
	sin, cos := math.Sincos(2 * math.Pi * turn)
	return geom.Vec{X: cos / 2, Y: sin / 2}
}

// lossy is an error model that needs 8 dB and, until it is healed, loses some
// frames by bad luck.
type lossy struct {
	loss float64
}

// Success implements phy.ErrorModel.
func (l *lossy) Success(sinr, bits float64) float64 {
	const threshold = 6.3 // 8 dB
	switch {
	case bits == 0:
		return 1
	case sinr < threshold:
		return 0
	}
	return 1 - l.loss
}

// governor is an event queue that ends the run when too much happens.
type governor struct {
	sim.Queue
	kernel *sim.Kernel
	limit  int // events per second of simulated time
	second sim.Time
	events int             // in this second
	inside bool            // the protocol has the word
	strays func(sim.Phase) // is told of an event in a phase that is not for protocols
}

// enter notes whether the protocol has the word from now on, and returns what holds
// until then. Radios have it when they are asked to send.
func (g *governor) enter(protocol bool) (before bool) {
	before, g.inside = g.inside, protocol
	return before
}

// Push implements sim.Queue. Neither the kit nor its radios have events in any other
// phase than Comm and Ending, and in Ending only radios.
func (g *governor) Push(e sim.Entry) {
	const phaseShift = 61 // the three top bits of Order
	p := sim.Phase(e.Order >> phaseShift)
	if p != sim.Comm && (p != sim.Ending || g.inside) {
		g.strays(p)
	}
	g.Queue.Push(e)
}

// PopUntil implements sim.Queue.
func (g *governor) PopUntil(limit sim.Time) (sim.Entry, bool) {
	e, ok := g.Queue.PopUntil(limit)
	if !ok {
		return e, ok
	}
	if second := e.At / sim.Time(time.Second); second != g.second {
		g.second, g.events = second, 0
	}
	g.events++
	if g.events > g.limit {
		g.kernel.Fail(errRunaway)
	}
	return e, ok
}
