package phy

import (
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// Reciprocal is a Fading that nothing is drawn for: its gain follows from the pair of radios, from where they are and
// from the time. So it is the same in both directions, and whoever asks again, in whatever order, gets the same answer.
// A radio asks for Gain. Draw is one of the gains of all pairs, for those who know none.
//
// A frame has the power of the moment at which it begins to arrive: by that it is acquired, sensed, and in the way
// of others. With Chunks it is judged in pieces of Steady, from its beginning, each by the gain in its middle.
type Reciprocal interface {
	Fading
	Gain(p Pair, at sim.Time) float64
	// Steady returns for how long the gain is about constant. It is 0 where it is so over any frame.
	Steady() time.Duration
}

// Pair is two radios of a medium, in the order of their keys and not in that of sender and receiver.
type Pair struct {
	Keys  [2]uint64 // names of the radios to chance, the lower first; an echo has the higher one first
	Water uint64    // name of what all pairs have in common
	Ends  [2]geom.Vec
}

// pair returns the pair of two radios at a time.
func (r *Radio) pair(other *Radio, at sim.Time) Pair {
	if other.key < r.key {
		r, other = other, r
	}
	return Pair{
		Keys:  [2]uint64{r.key, other.key},
		Water: r.medium.key,
		Ends:  [2]geom.Vec{r.at.Position(at), other.at.Position(at)},
	}
}

// Name gives the medium a name to chance, of which Pair.Water is made. Media of the same name lie in the same water.
func (m *Medium) Name(key uint64) { m.key = key }

// fade returns the gain of an arrival that begins now.
func (r *Radio) fade(tx *transmission, now sim.Time) float64 {
	if f, ok := r.modem.Fading.(Reciprocal); ok {
		pair := r.pair(tx.from, now)
		if tx.reflected() {
			pair.Keys[0], pair.Keys[1] = pair.Keys[1], pair.Keys[0]
		}
		return f.Gain(pair, now)
	}
	return r.modem.Fading.Draw(r.medium.chance(r, tx, 0), tx.memory(), now)
}

// mostPieces is how many pieces of Steady a frame has at most; they are longer where there would be more, and
// so many are a mean over the fading all the same.
const mostPieces = 256

// intactDuring returns the probability that some bits of the frame under way are right, which have arrived from a time
// on until now, amid a constant interference.
func (r *Radio) intactDuring(in *arrival, since, now sim.Time, bits, present float64) float64 {
	l, errors := &r.lock, r.modem.Errors
	f, ok := r.modem.Fading.(Reciprocal)
	if !ok || f.Steady() == 0 {
		return errors.Success(l.power/(r.noise+present), bits)
	}
	piece := max(f.Steady(), in.tx.airtime/mostPieces, 1)
	pair, mean := r.pair(in.tx.from, now), in.mean()
	success := 1.0
	for from := since; from < now; {
		begins := l.began.Add(from.Sub(l.began) / piece * piece)
		until := min(begins.Add(piece), now)
		power := mean * f.Gain(pair, begins.Add(piece/2))
		success *= errors.Success(power/(r.noise+present), bits*float64(until-from)/float64(now-since))
		from = until
	}
	return success
}

// locked returns the arrival that is being received.
func (r *Radio) locked() *arrival {
	for i := range r.arrivals {
		if a := &r.arrivals[i]; a.tx == r.lock.tx {
			return a
		}
	}
	panic("phy: the frame under way does not arrive")
}

// ClarkeFading is Rayleigh fading by Clarke's model: waves of equal power from all directions around, to a receiver that
// moves. The gain correlates over a time t by J0(2 pi Spread t), and the power by the square of that (R. Clarke, Bell
// System Technical Journal 47(6), 1968, pp. 957-1000). Both are as in the sea where Qarabaqi and Stojanovic have measured it
// (2013, as LogNormalFading cites them).
//
// The gain is a sum of 32 waves whose phases and directions follow from the pair of radios, the directions one in each of 32
// equal sectors (M. Pop and N. Beaulieu, IEEE Trans. Commun. 49(4), 2001, pp. 699-708). Over the time the mean power of each
// pair is 1. The mean square of the power is 2 - 1/32 in place of 2,
// and its correlation 0.01 to 0.03 below the square of that of the gain.
type ClarkeFading struct {
	Spread float64 `yaml:"doppler_spread" unit:"Hz" range:"(0,1e4]" doc:"greatest Doppler shift of a scattered wave, to either side. The correlation of the gain falls to 0.7 in the time 0.18 over this; with overlap: chunks, a frame is judged in pieces of that length"`
}

// About says what the model is.
func (*ClarkeFading) About() string {
	return "Rayleigh fading with a Doppler spread, the same both ways and changing within a frame (Clarke 1968)"
}

// Validate checks Spread.
func (c *ClarkeFading) Validate() error { return checkSpread(c.Spread) }

// Distribution returns that of the power.
func (*ClarkeFading) Distribution() Distribution { return Distribution{Law: Rice} }

// Build returns the model.
func (c *ClarkeFading) Build() Fading { return newClarke(0, c.Spread) }

// ClarkeRicianFading is Rician fading whose scattered part is ClarkeFading. The direct wave stands still.
type ClarkeRicianFading struct {
	K      float64 `yaml:"k" unit:"dB" range:"[-20,60]" doc:"power of the direct wave over that of the scattered waves"`
	Spread float64 `yaml:"doppler_spread" unit:"Hz" range:"(0,1e4]" doc:"greatest Doppler shift of a scattered wave, to either side"`
}

// About says what the model is.
func (*ClarkeRicianFading) About() string {
	return "Rician fading with a Doppler spread, the same both ways and changing within a frame (Clarke 1968)"
}

// Validate checks K and Spread.
func (c *ClarkeRicianFading) Validate() error {
	if err := checkK(c.K); err != nil {
		return err
	}
	return checkSpread(c.Spread)
}

// Distribution returns that of the power.
func (c *ClarkeRicianFading) Distribution() Distribution {
	return Distribution{Law: Rice, Direct: math.Sqrt(2 * fromDB(c.K))}
}

// Build returns the model.
func (c *ClarkeRicianFading) Build() Fading { return newClarke(fromDB(c.K), c.Spread) }

func checkSpread(hz float64) error {
	if !(hz > 0 && hz <= 1e4) {
		return fault.In("doppler_spread", "%g Hz is given, allowed are above 0 to 1e+04 Hz", hz)
	}
	return nil
}

// clarkeWaves is the number of scattered waves.
const clarkeWaves = 32

// clarke holds the waves of the pair that was asked for last.
type clarke struct {
	rician
	spread float64 // Hz
	keys   [2]uint64
	known  bool
	waves  [clarkeWaves]scattered
}

// scattered is a wave.
type scattered struct{ shift, phase float64 } // rad/s, rad

// newClarke takes K as a ratio.
func newClarke(k, spread float64) *clarke { return &clarke{rician: newRician(k), spread: spread} }

// Steady returns how long the correlation stays above 0.7 and that of the power above 0.5: J0(2 pi f t) = 0.707 at
// f t = 0.179, which is 9 / (16 pi) as well (T. Rappaport, Wireless Communications, 2nd ed., sec. 5.4.3).
func (f *clarke) Steady() time.Duration { return sim.Seconds(9 / (16 * math.Pi) / f.spread) }

// Gain returns the power of the waves and the direct one at a time.
func (f *clarke) Gain(p Pair, at sim.Time) float64 {
	if !f.known || f.keys != p.Keys {
		f.meet(p.Keys)
	}
	t := at.Sub(0).Seconds()
	re, im := 0.0, 0.0
	for _, w := range f.waves {
		sin, cos := math.Sincos(float64(w.shift*t) + w.phase)
		re += cos
		im += sin
	}
	scale := math.Sqrt(2.0 / clarkeWaves)
	return f.power(scale*re, scale*im)
}

// meet draws the waves of a pair. No reception has that stream: their numbers are smaller.
func (f *clarke) meet(keys [2]uint64) {
	draws := rng.Keyed(keys[0], keys[1], math.MaxUint64)
	for i := range f.waves {
		direction := (float64(i) + draws.Float64()) * 2 * math.Pi / clarkeWaves
		f.waves[i] = scattered{shift: 2 * math.Pi * f.spread * math.Cos(direction), phase: 2 * math.Pi * draws.Float64()}
	}
	f.keys, f.known = keys, true
}
