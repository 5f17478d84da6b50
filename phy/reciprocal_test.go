package phy

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// pairOf is a pair of its own for each number.
func pairOf(i int) Pair { return Pair{Keys: [2]uint64{uint64(i), 1 << 40}} }

// The powers of a pair a time t apart have the mean product 1 + J0(2 pi f t)^2 - 1/N: with N unit phasors the pairs
// (n, n), (m, m) give 1, the pairs (n, m), (m, n) the square of the correlation, and those with n = m are in both. J0 is 0.904,
// 0.708, 0 and -0.402 there (Abramowitz and Stegun, table 9.1, at 0.6283, 1.1246, 2.4048 and 3.7699).
func TestClarkeCorrelatesByBessel(t *testing.T) {
	const spread, n = 5.0, 30_000
	f := (&ClarkeFading{Spread: spread}).Build().(Reciprocal)
	for _, c := range []struct{ periods, bessel float64 }{{0.1, 0.9037}, {0.17899, 0.7079}, {0.38274, 0}, {0.6, -0.4020}} {
		lag := sim.Seconds(c.periods / spread)
		var sum, squares float64
		for i := range n {
			at := sim.Time(i) * sim.Time(time.Second)
			x := f.Gain(pairOf(i), at) * f.Gain(pairOf(i), at.Add(lag))
			sum += x
			squares += x * x
		}
		mean := sum / n
		within(t, fmt.Sprintf("%g periods", c.periods), mean, 1+c.bessel*c.bessel-1.0/clarkeWaves, 4*math.Sqrt((squares/n-mean*mean)/n))
	}
	within(t, "steady for", f.Steady().Seconds()*spread, 0.17905, 1e-5)
}

// The gains themselves correlate by J0, which is the mean of cos(2 pi f t cos(direction)) over all directions.
func TestClarkeSpectrum(t *testing.T) {
	const spread, pairs = 5.0, 1000
	f := newClarke(0, spread)
	for _, c := range []struct{ periods, bessel float64 }{{0.1, 0.9037}, {0.17899, 0.7079}, {0.38274, 0}, {0.6, -0.4020}} {
		sum := 0.0
		for i := range pairs {
			f.meet(pairOf(i).Keys)
			for _, w := range f.waves {
				sum += math.Cos(w.shift * c.periods / spread)
			}
		}
		within(t, fmt.Sprintf("%g periods", c.periods), sum/pairs/clarkeWaves, c.bessel, 1e-3)
	}
}

// Over pairs the power is exponential, and Rician with a direct wave of 10 dB, with the points of TestFadingDistributions. 32
// waves are few enough for the shares to be off by up to 1/64 of what they change.
func TestClarkeDistributions(t *testing.T) {
	const n = 30_000
	for name, c := range map[string]struct {
		fading Fading
		below  map[float64]float64
	}{
		"clarke": {(&ClarkeFading{Spread: 1}).Build(), map[float64]float64{
			math.Pow(10, -1.9978): 0.01, math.Pow(10, -0.1592): 0.5, math.Pow(10, 0.6632): 0.99,
		}},
		"clarke-rician": {(&ClarkeRicianFading{K: 10, Spread: 1}).Build(), map[float64]float64{
			0.25: 0.011263, 0.5: 0.099149, 1: 0.54309, 1.5: 0.87968,
		}},
	} {
		f := c.fading.(Reciprocal)
		below, sum := map[float64]int{}, 0.0
		for i := range n {
			p := f.Gain(pairOf(i), sim.Time(i)*1e9)
			sum += p
			for x := range c.below {
				if p < x {
					below[x]++
				}
			}
		}
		within(t, name+": mean", sum/n, 1, 4/math.Sqrt(n))
		for x, p := range c.below {
			within(t, fmt.Sprintf("%s: share below %.4g", name, x), float64(below[x])/n, p, 4*math.Sqrt(p*(1-p)/n)+p*(1-p)/64)
		}
	}
}

// Of one pair the mean over a long time is 1: in 2000 s at 5 Hz there are some 20,000 independent powers.
func TestClarkeMeanOfOnePair(t *testing.T) {
	f := (&ClarkeFading{Spread: 5}).Build().(Reciprocal)
	for pair := range 3 {
		sum := 0.0
		for i := range 40_000 {
			sum += f.Gain(pairOf(pair), sim.Time(i)*sim.Time(50*time.Millisecond))
		}
		within(t, "mean", sum/40_000, 1, 0.04)
	}
}

// Two radios 1500 m apart send to each other at the same moment, twice: each receives with the power of the other, to the last bit.
// A third one, as far away, has another.
func TestBothWaysFadeAlike(t *testing.T) {
	for name, fading := range map[string]FadingConfig{
		"clarke": &ClarkeFading{Spread: 1}, "clarke-rician": &ClarkeRicianFading{K: 3, Spread: 1},
		"shadowing": &ShadowFading{Sigma: 6, Distance: 50}, "product": Fadings()["product"](),
	} {
		k := sim.New(nil)
		m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: 1e6}, nil, 0)
		var radios []*Radio
		var ears []*ear
		for _, at := range []geom.Vec{{}, {X: 1500}, {Y: 1500}} {
			modem := plainModem()
			modem.Fading, modem.FullDuplex = fading.Build(), true
			r, e := join(m, Fixed(at), modem)
			radios, ears = append(radios, r), append(ears, e)
		}
		for i := range 2 {
			at := sim.Time(i) * sim.Time(20*time.Second)
			sendAt(t, radios[0], at, Frame{Bits: 10})
			sendAt(t, radios[1], at, Frame{Bits: 10})
		}
		run(t, k)
		if len(ears[0].received) != 2 || len(ears[1].received) != 2 || len(ears[2].received) < 2 {
			t.Fatalf("%s: %d, %d and %d frames", name, len(ears[0].received), len(ears[1].received), len(ears[2].received))
		}
		for i := range 2 {
			here, there, other := ears[0].received[i].info.Power, ears[1].received[i].info.Power, ears[2].received[i].info.Power
			if here != there || here == other || here == 1e6 {
				t.Errorf("%s: powers %v, %v and %v", name, here, there, other)
			}
		}
	}
}

// Whoever asks again, and in another order, gets the same bits.
func TestReciprocalGainsHaveNoOrder(t *testing.T) {
	for name, fresh := range Fadings() {
		f, ok := fresh().Build().(Reciprocal)
		if !ok {
			continue
		}
		gain := func(f Reciprocal, i int) float64 {
			p := pairOf(i % 7)
			p.Water, p.Ends = uint64(i%2), [2]geom.Vec{{X: float64(i * i)}, {Y: 300}}
			return f.Gain(p, sim.Time(i*i)*1e8)
		}
		var forth, back [20]float64
		for i := range forth {
			forth[i] = gain(f, i)
		}
		f = fresh().Build().(Reciprocal)
		for i := len(back) - 1; i >= 0; i-- {
			back[i] = gain(f, i)
		}
		if forth != back {
			t.Errorf("%s: %v, and backwards %v", name, forth, back)
		}
	}
}

// stairs is a fading with a gain for each half of the span in which it says it is steady, from the first arrival at 0 on.
type stairs struct {
	span  time.Duration
	gains []float64
}

func (s stairs) Steady() time.Duration                         { return s.span }
func (s stairs) Gain(_ Pair, at sim.Time) float64              { return s.gains[2*at.Sub(0)/s.span] }
func (s stairs) Draw(_ *rng.Stream, _ int, _ sim.Time) float64 { return 1 }

// A frame of 1000 bit and 1 s with power 100 over noise 1 falls into pieces of 400, 400 and 200 ms, whose gains in their
// middles, at 0.2, 0.6 and 1 s, are 0.5, 0.25 and 2. From 0.6 s on another one disturbs it, with 2. It begins with the gain 0.6,
// by which it is acquired, and which the worst overlap keeps.
func TestFadingWithinAFrame(t *testing.T) {
	for overlap, want := range map[Overlap][][2]float64{
		Worst:  {{60.0 / 3, 1000}},
		Chunks: {{50, 400}, {25, 200}, {25.0 / 3, 200}, {200.0 / 3, 200}},
	} {
		model := new(spy)
		modem := plainModem()
		modem.Overlap, modem.Errors, modem.Fading = overlap, model, stairs{400 * time.Millisecond, []float64{0.6, 0.5, 9, 0.25, 9, 2, 9, 9, 9}}
		d := newDisturbed(t, modem, 100, 8, Frame{Bits: 1000}) // 8 by the gain of 0.25 are 2
		d.frame(t, 1000, 600*time.Millisecond)
		if !slices.EqualFunc(model.asked, want, func(a, b [2]float64) bool { return math.Abs(a[0]-b[0]) < 1e-9 && math.Abs(a[1]-b[1]) < 1e-9 }) {
			t.Errorf("%v: asked for %v, want %v", overlap, model.asked, want)
		}
	}
}

// DPSK with one Hz per bit/s, a power of 10, 999 bit in three pieces with the gains 1, 0.8 and 1.2:
// the product of three powers of 333 of 1 - exp(-g)/2. What is lost without a disturbance is lost to fading or to noise,
// by the chance of the frame without fading.
func TestFadingWithinAFrameLosesAsOftenAsItShould(t *testing.T) {
	const n = 20_000
	intact := func(g float64) float64 { return math.Pow(1-math.Exp(-g)/2, 333) }
	want, unfaded := intact(10)*intact(8)*intact(12), intact(10)*intact(10)*intact(10)
	modem := plainModem()
	gains := stairs{333 * time.Millisecond, []float64{1, 1, 9, 0.8, 9, 1.2}}
	modem.Overlap, modem.Errors, modem.Fading = Chunks, bitErrors{DPSK, 1}, gains
	d := newDisturbed(t, modem, 10, 0, Frame{Bits: 1})
	count := make(map[trace.Cause]int)
	for range n {
		modem.Fading = later{gains, d.kernel.Now()}
		count[d.frame(t, 999, 0).Cause]++
	}
	share(t, "received", count[trace.NoCause], n, want)
	share(t, "lost to fading", count[trace.Fading], n, unfaded-want)
	share(t, "bit errors", count[trace.BitError], n, 1-unfaded)
}

// later is stairs from a time on.
type later struct {
	stairs
	from sim.Time
}

func (c later) Gain(p Pair, at sim.Time) float64 { return c.stairs.Gain(p, sim.Time(at.Sub(c.from))) }

// However fast a channel changes, a frame is judged in 256 pieces at most: of 3906250 ns where it takes 1 s.
func TestPiecesOfAFastChannel(t *testing.T) {
	model := new(spy)
	modem := plainModem()
	modem.Overlap, modem.Errors, modem.Fading = Chunks, model, (&ClarkeRicianFading{K: 20, Spread: 1e4}).Build()
	newDisturbed(t, modem, 100, 0, Frame{Bits: 1}).frame(t, 1000, 0)
	if n := len(model.asked); n != 256 {
		t.Errorf("%d pieces", n)
	}
}
