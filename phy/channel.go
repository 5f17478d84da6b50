package phy

import (
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// Locator tells where the end of a path is and how it moves, in m and m/s in
// the world frame, at any time from now to the end of the longest path.
type Locator interface {
	Position(t sim.Time) geom.Vec
	Velocity(t sim.Time) geom.Vec
}

// Stationary is a Locator that may stand still. Of others it is taken that they move.
type Stationary interface {
	// Still reports whether the end neither moves nor turns during the run.
	Still() bool
}

// End is an end of a path: where a radio is, how it is turned, and what its antenna and its
// receiver do to what comes from a direction and at a time. NewEnd makes one of a Locator.
type End interface {
	Locator
	Stationary
	Oriented
	// Toward returns the gain in dB of the antenna towards a direction in the world frame,
	// of any length. It is 0 where the antenna is the same in all directions. Where it receives
	// otherwise than it sends, see From, this is that of sending.
	Toward(direction geom.Vec, t sim.Time) float64
	// Window returns the window of the receiver.
	Window() Window
}

// Window is how long a receiver gathers the arrivals of one symbol. The zero value gathers
// all, whenever they come. In a band that is narrower than a symbol is short, the edges of a window are wider: see
// package phy/ray.
type Window struct {
	Span   time.Duration // in which an arrival counts in full
	Symbol time.Duration // over which its weight falls to 0, before the span and after it
}

// Weight returns what the amplitude of an arrival counts that comes so long after the window
// begins, or before it: its energy counts the square.
func (w Window) Weight(after time.Duration) float64 {
	outside := max(-after, after-w.Span)
	switch {
	case outside <= 0 || w == Window{}:
		return 1
	case outside >= w.Symbol:
		return 0
	}
	return 1 - float64(outside)/float64(w.Symbol)
}

// Fixed is an End that does not move, with an antenna that is the same in all directions.
// The medium remembers the paths between fixed ends.
type Fixed geom.Vec

// Position returns the fixed position.
func (f Fixed) Position(sim.Time) geom.Vec { return geom.Vec(f) }

// Velocity returns zero.
func (f Fixed) Velocity(sim.Time) geom.Vec { return geom.Vec{} }

// Still returns true.
func (f Fixed) Still() bool { return true }

// Attitude returns that of an end that is not turned.
func (f Fixed) Attitude(sim.Time) geom.Quat { return geom.Quat{W: 1} }

// Toward returns 0.
func (f Fixed) Toward(geom.Vec, sim.Time) float64 { return 0 }

// Window returns the zero window.
func (f Fixed) Window() Window { return Window{} }

// Channel is what lies between two radios of a band. What it may be beyond that is below.
// Resting and Reaching make large networks faster.
type Channel interface {
	// Path describes the way of a signal that leaves tx at time t. Between ends
	// that stand still it is always the same, and the frequency too, but in a Varying one. A negative
	// Delay says that the signal never arrives because an end outruns it, or is nowhere,
	// which ends the run; what is lost in the water says so by Lost. A signal arrives once: where
	// several arrivals overlap, the path is that of all that the window of the receiver gathers.
	Path(tx, rx End, t sim.Time) Path
	// Noise is the ambient noise power in the band: a finite number from 0 on, always the same.
	Noise() float64
}

// The following are what a Channel may have beyond that; see also Resting and Reaching.
type (
	// WaveSpeed is a Channel that knows how fast its wave is.
	WaveSpeed interface {
		// Speed returns the speed of the wave at a position, in m/s.
		Speed(at geom.Vec) float64
	}
	// Warner is a Channel whose formulas hold within ranges.
	Warner interface {
		// Warnings returns a sentence for each input that is outside of its range at one
		// of the positions of the nodes.
		Warnings(positions []geom.Vec) []string
	}
	// Doubtful is a Channel that is valid and may still not be what was meant.
	Doubtful interface {
		// Doubts returns a sentence for each key that was left to its default and hardly
		// fits nodes at these positions. Given tells whether a key was written.
		Doubts(given func(key string) bool, positions []geom.Vec) []string
	}
	// Multipath is a Channel by which a signal arrives several times. Its Path sums up what
	// the window of the receiver gathers; this lists the arrivals, for pictures and tables.
	Multipath interface {
		// Arrivals appends the arrivals of a signal that leaves tx at time t, by delay, to
		// buf, each with the antennas of both ends in its gain.
		Arrivals(tx, rx End, t sim.Time, buf []Path) []Path
	}
)

// Placed is a Channel that knows the water between some places only.
type Placed interface {
	// Serves returns what is wrong where a node of a link, of those at the positions, can hear none of the others.
	Serves(positions []geom.Vec) error
}

// Varying is a Channel whose paths change while the ends stand still. It is asked for the paths of each signal.
type Varying interface{ Varies() bool }

// Stretching is a Channel in which a frame lasts as long at a receiver as motion makes it: shorter where the ends come
// closer. In others it lasts as long as it was sent.
type Stretching interface{ Stretches() bool }

// SpeedOf returns the speed of a channel's wave at a position, in m/s, which the
// size of an antenna is measured against. It is 0 where the channel does not
// say.
func SpeedOf(c Channel, at geom.Vec) float64 {
	if s, ok := c.(WaveSpeed); ok {
		return s.Speed(at)
	}
	return 0
}

// Path is the way of one signal.
type Path struct {
	Delay   time.Duration
	Gain    float64     // received over sent power, 0 or more
	Doppler float64     // received over sent frequency, above 0; 1 between ends that stand still
	Lost    trace.Cause // why nothing arrives, not even as noise, a cause of a loss; the rest is zero then
	Echo    Echo        // what arrives outside of the window of the receiver; zero where all is inside
}

// Echo is what a signal brings to a receiver outside of its window: a wave that nobody can receive, and that disturbs what
// is received meanwhile, the signal itself and those after it.
type Echo struct {
	Delay time.Duration // mean excess over the delay of the path, weighted by energy
	Gain  float64       // received over sent power, 0 or more
}

// Ideal is a channel without loss and noise: a wire, or a check of everything
// else. The delay is distance over Speed, or none where Speed is 0.
type Ideal struct {
	Speed float64 // m/s
}

// Path returns the delay of a straight path and a gain of one.
func (c Ideal) Path(tx, rx End, t sim.Time) Path {
	if c.Speed == 0 {
		return Path{Gain: 1, Doppler: 1}
	}
	ray := Straight(tx, rx, t, c.Speed)
	return Path{Delay: ray.Delay(), Gain: 1, Doppler: ray.Doppler}
}

// Noise returns zero.
func (c Ideal) Noise() float64 { return 0 }

// Ranged is an Ideal that ends at a distance, as in studies of networks of several hops: what
// is farther away when a signal leaves hears nothing of it.
type Ranged struct {
	Ideal
	Range float64 // m
}

// Path returns that of the Ideal, or one that is lost out of range.
func (c Ranged) Path(tx, rx End, t sim.Time) Path {
	if tx.Position(t).Dist(rx.Position(t)) > c.Range {
		return Path{Lost: trace.OutOfRange}
	}
	return c.Ideal.Path(tx, rx, t)
}

// Between finds the path of Path between ends that stand still.
func (c Ranged) Between(from, to geom.Vec) Path {
	length := to.Sub(from).Norm()
	path := Path{Gain: 1, Doppler: 1}
	switch {
	case length > c.Range:
		return Path{Lost: trace.OutOfRange}
	case c.Speed > 0:
		path.Delay = Ray{Time: length / c.Speed}.Delay()
	}
	return path
}

// Reach returns the range.
func (c Ranged) Reach(float64) float64 { return c.Range }

// Ray is a straight path from where the sender was to where the receiver will
// be.
type Ray struct {
	From, To geom.Vec // m
	Time     float64  // s
	Doppler  float64  // received over sent frequency
}

// Delay returns the travel time in whole nanoseconds, rounded down. It is
// negative where the signal never arrives, or not in this age.
//
// Ways of one length, such as those from a ring to its middle, are computed with
// errors in the last bits. Where they take a whole number of nanoseconds, some
// would come out a nanosecond short, and frames of slots that touch would overlap:
// so what lacks less than 1e-14 of itself counts as whole.
func (r Ray) Delay() time.Duration {
	if !(r.Time >= 0 && r.Time*1e9 <= float64(longestDelay)) {
		return -1
	}
	return time.Duration(r.Time * 1e9 * (1 + 1e-14))
}

// Straight finds the straight path at speed c, in m/s, of a signal that leaves tx
// at time t: the travel time d is the positive root of
//
//	|rx(t) + v d - tx(t)| = c d
//
// with the receiver moving on at its velocity v of time t. That is exact for
// straight motion; a receiver that accelerates by a is a d^2/2 away from there.
// The Doppler factor is (c - v_rx) / (c - v_tx) with the components of the
// velocities along the path. Where an end is as fast as the signal there is no
// answer, and the time is NaN.
func Straight(tx, rx Locator, t sim.Time, c float64) Ray {
	from, at := tx.Position(t), rx.Position(t)
	offset := at.Sub(from)
	if still(tx) && still(rx) {
		return Ray{From: from, To: at, Time: offset.Norm() / c, Doppler: 1}
	}
	vTx, vRx := tx.Velocity(t), rx.Velocity(t)
	// |offset|^2 + 2 d offset.v + d^2 |v|^2 = c^2 d^2, solved for the positive
	// root in the form that does not cancel when the ends come closer.
	a := c*c - vRx.Dot(vRx)
	if !(a > 0 && vTx.Dot(vTx) < c*c) {
		return Ray{From: from, To: at, Time: math.NaN(), Doppler: 1}
	}
	b := offset.Dot(vRx)
	q := math.Sqrt(b*b + a*offset.Dot(offset))
	var d float64
	if b >= 0 {
		d = (b + q) / a
	} else {
		d = offset.Dot(offset) / (q - b)
	}
	to := at.Add(vRx.Scale(d))
	ray := Ray{From: from, To: to, Time: d, Doppler: 1}
	if way := to.Sub(from); d > 0 {
		u := way.Scale(1 / way.Norm())
		ray.Doppler = (c - vRx.Dot(u)) / (c - vTx.Dot(u))
	}
	return ray
}
