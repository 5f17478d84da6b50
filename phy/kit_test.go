package phy

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// tank is a channel for tests: straight paths, a gain for each pair of places
// that a test names, and far for all others.
type tank struct {
	Ideal
	noise float64
	far   float64
	gain  map[[2]geom.Vec]float64 // from, to
	paths int                     // asked for so far
}

// Path returns the path and counts.
func (c *tank) Path(tx, rx End, t sim.Time) Path {
	c.paths++
	p := c.Ideal.Path(tx, rx, t)
	p.Gain = c.far
	if g, ok := c.gain[[2]geom.Vec{tx.Position(t), rx.Position(t)}]; ok {
		p.Gain = g
	}
	return p
}

// Noise returns the noise of the tank.
func (c *tank) Noise() float64 { return c.noise }

// sphere is a channel for tests whose gain falls with the square of the
// distance.
type sphere struct {
	Ideal
	noise float64
}

// Path returns the path.
func (c sphere) Path(tx, rx End, t sim.Time) Path {
	p := c.Ideal.Path(tx, rx, t)
	r := tx.Position(t).Dist(rx.Position(t))
	p.Gain = 1 / (1 + r*r)
	return p
}

// Noise returns the noise of the water.
func (c sphere) Noise() float64 { return c.noise }

// Reach solves 1 / (1 + r^2) = gain.
func (c sphere) Reach(gain float64) float64 { return math.Sqrt(max(1/gain-1, 0)) }

// cruise moves in a straight line: it was at start at time 0.
type cruise struct{ start, velocity geom.Vec }

// Position returns the position at time t.
func (c cruise) Position(t sim.Time) geom.Vec {
	return c.start.Add(c.velocity.Scale(t.Seconds()))
}

// Velocity returns the velocity.
func (c cruise) Velocity(sim.Time) geom.Vec { return c.velocity }

// ear is a listener that keeps what it hears.
type ear struct {
	medium   *Medium
	received []reception
	done     int
	carrier  []sim.Time // of its changes, the first of which is to busy
	crashes  int
}

type reception struct {
	at    sim.Time
	frame Frame
	info  RxInfo
}

func (e *ear) TxDone(*Frame) { e.done++ }

func (e *ear) Receive(f *Frame, info RxInfo) {
	e.received = append(e.received, reception{e.medium.kernel.Now(), *f, info})
}

func (e *ear) Carrier(bool) { e.carrier = append(e.carrier, e.medium.kernel.Now()) }

func (e *ear) Collision() { e.crashes++ }

// heedless keeps from a radio that a listener wants to know of the carrier.
type heedless struct{ Listener }

// quiet is a listener that hears nothing.
type quiet struct{}

func (quiet) TxDone(*Frame)          {}
func (quiet) Receive(*Frame, RxInfo) {}
func (quiet) Collision()             {}

// diary is a tracer that keeps all records.
type diary struct{ records []trace.Record }

// Emit keeps a record.
func (d *diary) Emit(r trace.Record) { d.records = append(d.records, r) }

// plainModem hears a frame above 4 times the noise of 1 and receives it from 4
// times noise and interference on, at 1000 bit/s.
func plainModem() *Modem {
	return &Modem{Rate: 1000, Power: 1, SelfNoise: 1, Acquire: 4, Recapture: 8, Sense: 4, Errors: threshold(4)}
}

// join attaches a radio with a stream of its own and an ear to listen with.
func join(m *Medium, at Locator, modem *Modem) (*Radio, *ear) {
	node := Addr(len(m.radios))
	r := m.Attach(node, at, modem, rng.New(1).Stream(fmt.Sprint("node", node)))
	e := &ear{medium: m}
	r.Listen(e)
	return r, e
}

// sendAt has a radio send a frame at a time.
func sendAt(t *testing.T, r *Radio, at sim.Time, f Frame) {
	r.medium.kernel.NewTimer(sim.Comm, func(sim.Time) {
		if err := r.Transmit(&f); err != nil {
			t.Errorf("%v: %v", at, err)
		}
	}).Arm(at)
}

// run lets all events happen that there are.
func run(t testing.TB, k *sim.Kernel) {
	t.Helper()
	for k.Pending() > 0 {
		if err := k.Run(context.Background(), k.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
}
