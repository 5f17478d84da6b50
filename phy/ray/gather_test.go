package ray

import (
	"cmp"
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"halocline/phy"
)

// wave is an arrival of an amplitude after so many ms.
func wave(ms, amplitude, phase float64) Arrival {
	return Arrival{Delay: ms / 1e3, Amplitude: amplitude, Phase: phase, Doppler: 1}
}

func window(span, symbol time.Duration) phy.Window { return phy.Window{Span: span, Symbol: symbol} }

// band5k resolves 0.2 ms.
func band5k() phy.Band { return phy.Band{Centre: 25e3, Width: 5e3} }

// echoes is a set of random arrivals within so many ms, by delay.
func echoes(r *rand.Rand, n int, ms float64) []Arrival {
	a := make([]Arrival, n)
	for i := range a {
		a[i] = wave(500+ms*r.Float64(), r.Float64(), 2*math.Pi*r.Float64())
	}
	slices.SortFunc(a, func(a, b Arrival) int {
		if a.Delay < b.Delay {
			return -1
		}
		return 1
	})
	return a
}

// All but the last of these arrivals are resolved.
func TestGatherByHand(t *testing.T) {
	ms := time.Millisecond
	three := []Arrival{wave(100, 1, 0), wave(103, 0.5, 2), wave(110, 0.4, 1)}
	weakFirst := []Arrival{wave(100, 0.1, 0), wave(110, 1, 0), wave(112, 1, 0)}
	for _, c := range []struct {
		name       string
		arrivals   []Arrival
		window     phy.Window
		delay      float64 // ms
		gain, echo float64
		late       float64 // ms
	}{
		{"none", nil, window(2*ms, ms), 0, 0, 0, 0},
		{"one", three[:1], window(2*ms, ms), 100, 1, 0, 0},
		{"all, however late", three, phy.Window{}, 100, 1.41, 0, 0},
		{"all in the span", three, window(10*ms, ms), 100, 1.41, 0, 0},
		{"one behind the edge", three, window(4*ms, ms), 100, 1.25, 0.16, 10},
		{"two outside", three, window(ms, ms), 100, 1, 0.41, (3*0.25 + 10*0.16) / 0.41},
		// 8 ms of span, edge 4 ms: the third is 2 ms beyond, v = 0.5, a^2 v^2 = 0.04 and 0.12 are left.
		{"half way down the edge", three, window(8*ms, 4*ms), 100, 1.29, 0.12, 10},
		// The strong pair beats the first by itself; 10 ms before it nothing counts.
		{"weak first", weakFirst, window(2*ms, ms), 110, 2, 0.01, -10},
		{"weak first, long span", weakFirst, window(12*ms, ms), 100, 2.01, 0, 0},
		// Leading edge of 20 ms: v = 0.5.
		{"weak first, on the leading edge", weakFirst, window(2*ms, 20*ms), 110, 2.0025, 0.0075, -10},
		{"the earliest of equals", []Arrival{wave(10, 1, 0), wave(20, 1, 0), wave(30, 1, 0)}, window(ms, ms), 10, 1, 2, 15},
	} {
		for _, sum := range []Sum{PowerSum, CoherentSum} {
			s := NewGatherer(sum, band5k()).Gather(c.arrivals, c.window)
			within := 1e-12
			if sum == CoherentSum {
				within = 0.1 // 2 ai aj/(pi 5e3 dt), at most 2 0.5/(pi 15) and so on
			}
			near(t, c.name+", delay", 1e3*s.Delay, c.delay, 1e-12)
			near(t, c.name+", gain", s.Gain, c.gain, within)
			near(t, c.name+", echo", s.Echo.Gain, c.echo, within)
			near(t, c.name+", excess", 1e3*s.Echo.Delay, c.late, 1e-9)
			if s.Doppler != 1 || s.Arrivals != len(c.arrivals) {
				t.Errorf("%s: %+v", c.name, s)
			}
		}
	}
}

func TestGatherReportsAllArrivals(t *testing.T) {
	a := []Arrival{wave(100, 1, 0), wave(104, 2, 0), wave(110, 1, 0)}
	// -3 dB of antennas and 3.0206 dB of absorption halve an amplitude of 2.
	a[1].Gain, a[1].Absorption = -3, 20*math.Log10(2)-3
	a[0].Doppler, a[1].Doppler, a[2].Doppler = 1.001, 0.998, 3
	s := NewGatherer(PowerSum, band5k()).Gather(a, window(5*time.Millisecond, time.Millisecond))
	near(t, "gain", s.Gain, 2, 1e-12)
	near(t, "Doppler of what is inside", s.Doppler, 0.9995, 1e-12)
	near(t, "first", s.First, 0.1, 0)
	near(t, "strongest", s.Strongest, 0.1, 0)
	// Excess 0, 4, 10 ms of equal energy: mean 14/3, mean square 116/3, variance 152/9.
	near(t, "spread", s.Spread*1e3, math.Sqrt(152./9), 1e-9)
	a[2].Gain = 0.1
	near(t, "strongest", NewGatherer(PowerSum, band5k()).Gather(a, phy.Window{}).Strongest, 0.11, 0)

	s.Delay, s.Gain, s.Echo = 0.25, 1e-9, Echo{Delay: 0.003, Gain: 1e-10}
	want := phy.Path{Delay: 250 * time.Millisecond, Gain: 1e-9, Doppler: s.Doppler, Echo: phy.Echo{Delay: 3 * time.Millisecond, Gain: 1e-10}}
	if got := s.Path(); got != want {
		t.Errorf("path %+v, want %+v", got, want)
	}
}

// The direct ray, and an echo of half its amplitude 5 ms later. Behind the window it is interference: with the power p
// over the noise of 1 the SINR is p/(1 + p/4), below 4 however great p is. A span of 6 ms makes it 1.25 p.
func TestLateEchoBoundsTheSINR(t *testing.T) {
	a := []Arrival{wave(100, 1, 0), wave(105, 0.5, 0)}
	g := NewGatherer(PowerSum, band5k())
	short, long := g.Gather(a, window(2*time.Millisecond, time.Millisecond)), g.Gather(a, window(6*time.Millisecond, time.Millisecond))
	for _, p := range []float64{1, 10, 1e3, 1e6, 1e12} {
		near(t, fmt.Sprintf("short window, power %g", p), p*short.Gain/(1+p*short.Echo.Gain), p/(1+p/4), 1e-12)
		near(t, fmt.Sprintf("equaliser, power %g", p), p*long.Gain/(1+p*long.Echo.Gain)/p, 1.25, 1e-12)
	}
}

// tones is |sum a v exp(i phi)|^2 of tones in the middle of equal parts of a band, on average.
func tones(arrivals []Arrival, v func(Arrival) float64, b phy.Band, n int) float64 {
	sum := 0.0
	for k := range n {
		f := b.Centre + b.Width*((float64(k)+0.5)/float64(n)-0.5)
		p := complex(0, 0)
		for _, a := range arrivals {
			p += cmplx.Rect(a.Amplitude*v(a), a.Phase+2*math.Pi*f*(a.Delay-arrivals[0].Delay))
		}
		sum += real(p)*real(p) + imag(p)*imag(p)
	}
	return sum / float64(n)
}

func TestCoherentSumIsTheMeanOverTheBand(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		b := phy.Band{Centre: 10e3 + 20e3*r.Float64(), Width: 500 + 1500*r.Float64()}
		a := echoes(r, 1+r.IntN(12), 5)
		g := NewGatherer(CoherentSum, b)
		one := func(Arrival) float64 { return 1 }
		near(t, "all", g.Gather(a, phy.Window{}).Gain, tones(a, one, b, 4096), 1e-6)

		w := window(time.Millisecond, 3*time.Millisecond)
		s := g.Gather(a, w)
		inside := func(a Arrival) float64 { return w.Weight(time.Duration((a.Delay - s.Delay) * 1e9)) }
		outside := func(a Arrival) float64 { return math.Sqrt(1 - inside(a)*inside(a)) }
		near(t, "inside", s.Gain, tones(a, inside, b, 4096), 2e-6) // a Weight counts whole nanoseconds
		near(t, "outside", s.Echo.Gain, tones(a, outside, b, 4096), 2e-6)
	}
}

// A node below the surface: the surface turns the phase, and the two cancel but for
// 2 a^2 (1 - cos(2 pi f dt) sinc(B dt)), under both sums, and outside of the window as well.
func TestUnresolvedArrivalsAddUpAsPressures(t *testing.T) {
	for _, sum := range []Sum{PowerSum, CoherentSum} {
		for _, us := range []float64{0.5, 3, 40, 150} {
			dt := us * 1e-6
			x := math.Pi * 5e3 * dt
			want := 2 * (1 - math.Cos(2*math.Pi*25e3*dt)*math.Sin(x)/x)
			pair := []Arrival{wave(100, 1, 0), wave(100+us/1e3, 1, math.Pi)}
			what := fmt.Sprintf("%s, %g us", sum, us)
			near(t, what, NewGatherer(sum, band5k()).Gather(pair, phy.Window{}).Gain, want, 1e-9)
			// Both may be the echo of a stronger one.
			late := append([]Arrival{wave(50, 2, 0)}, pair...)
			s := NewGatherer(sum, band5k()).Gather(late, window(time.Millisecond, time.Millisecond))
			near(t, what+", strong one", s.Gain, 4, 1e-9)
			near(t, what+", echo", s.Echo.Gain, want, 1e-9)
		}
	}
}

// A window of no width has edges of 1/B = 0.2 ms: begun with either of two arrivals 2 us apart, the other has v = 0.99.
// The phase of 2 us at 25 kHz is 0.1 pi; sinc(0.01) = 0.99984.
func TestWindowCutsNothingUnresolved(t *testing.T) {
	pair := []Arrival{wave(100, 1, 0), wave(100.002, 1, math.Pi)}
	s := NewGatherer(PowerSum, band5k()).Gather(pair, window(0, time.Nanosecond))
	near(t, "gain", s.Gain, 1+0.9801-2*0.99*0.951057*0.999836, 1e-5)
}

func TestPowerSum(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	power, coherent := NewGatherer(PowerSum, band5k()), NewGatherer(CoherentSum, band5k())
	for range 100 {
		a := echoes(r, 2+r.IntN(8), 0.199) // none resolved
		got, want := power.Gather(a, phy.Window{}).Gain, coherent.Gather(a, phy.Window{}).Gain
		near(t, "none resolved", got, want, 1e-15)
		want = 0
		for i := range a {
			a[i].Delay += 0.21e-3 * float64(i) // all resolved
			want += a[i].Amplitude * a[i].Amplitude
		}
		near(t, "all resolved", power.Gather(a, phy.Window{}).Gain, want, 1e-12)
	}
	// Six arrivals half of 1/B = 0.2 ms apart, 2.5 periods of the centre: 6 - 2 5 sinc(1/2) = 6 - 10 2/pi is negative.
	var six []Arrival
	for k := range 6 {
		six = append(six, wave(100+0.1*float64(k), 1, 0))
	}
	near(t, "less than nothing", power.Gather(six, phy.Window{}).Gain, 0, 0)
	// All pairs: 6 + 2 (-5 2/pi + 3 2/(3 pi) - 2/(5 pi)).
	near(t, "what the band has of it", coherent.Gather(six, phy.Window{}).Gain, 6+2*(-10+2-0.4)/math.Pi, 1e-9)

	at := func(apart float64) float64 {
		return power.Gather([]Arrival{wave(100, 1, 0), wave(100+apart, 1, 1)}, phy.Window{}).Gain
	}
	near(t, "resolved or just not", at(0.2-1e-9), at(0.2+1e-9), 1e-7)
}

// An echo drifts from the middle of the span to far behind it. Its energy moves from one side to the other: steadily,
// all of it, and with (1 - x/symbol)^2 left inside where it is x behind the span.
func TestEchoDriftsOutOfTheSpan(t *testing.T) {
	g, w := NewGatherer(PowerSum, band5k()), window(2*time.Millisecond, time.Millisecond)
	last := 1.25
	for k := range 4001 {
		late := 1 + float64(k)/1000
		s := g.Gather([]Arrival{wave(100, 1, 0), wave(100+late, 0.5, 3)}, w)
		v := 1 - min(max(late-2, 0), 1)
		near(t, fmt.Sprintf("gain at %g ms", late), s.Gain, 1+0.25*v*v, 1e-9)
		near(t, fmt.Sprintf("all at %g ms", late), s.Gain+s.Echo.Gain, 1.25, 1e-12)
		if last-s.Gain > 0.25*2e-3+1e-9 || s.Gain > last+1e-12 {
			t.Errorf("at %g ms the gain steps from %g to %g", late, last, s.Gain)
		}
		last = s.Gain
	}
}

// TestWindowBeginsWhereItGathersMost compares with all starts of a fine raster, under sums of powers written here.
func TestWindowBeginsWhereItGathersMost(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	b := phy.Band{Centre: 1e6, Width: 1e9} // all is resolved
	for range 200 {
		a := echoes(r, 1+r.IntN(10), 20)
		w := window(time.Duration(r.Float64()*5e6), time.Duration(1e3+r.Float64()*5e6))
		sum := func(from float64) float64 {
			e := 0.0
			for _, x := range a {
				v := x.Amplitude * w.Weight(time.Duration((x.Delay-from)*1e9))
				e += v * v
			}
			return e
		}
		s := NewGatherer(PowerSum, b).Gather(a, w)
		atArrival, anywhere := 0.0, 0.0
		for _, x := range a {
			atArrival = max(atArrival, sum(x.Delay))
		}
		for from := 0.49; from < 0.53; from += 2e-6 {
			anywhere = max(anywhere, sum(from))
		}
		near(t, "greatest at an arrival", s.Gain, atArrival, 1e-4) // a raster of nanoseconds
		near(t, "where it says", s.Gain, sum(s.Delay), 1e-4)
		if s.Gain < anywhere/2 {
			t.Errorf("a start between arrivals gathers %g, more than twice %g", anywhere, s.Gain)
		}
		lone := a[:1]
		near(t, "a lone arrival", NewGatherer(PowerSum, b).Gather(lone, w).Delay, lone[0].Delay, 0)
	}
}

// The order of arrivals of equal delays is an accident.
func TestArrivalsOfEqualDelay(t *testing.T) {
	a := []Arrival{wave(100, 1, 0.3), wave(100, 0.8, 2), wave(100, 0.5, 5), wave(100.1, 0.7, 1), wave(103, 0.7, 1), wave(103, 0.2, 4)}
	b := []Arrival{a[2], a[0], a[1], a[3], a[5], a[4]}
	for _, sum := range []Sum{PowerSum, CoherentSum} {
		for _, w := range []phy.Window{{}, window(time.Millisecond, 5*time.Millisecond)} {
			x, y := NewGatherer(sum, band5k()).Gather(a, w), NewGatherer(sum, band5k()).Gather(b, w)
			near(t, "gain", x.Gain, y.Gain, 1e-14)
			near(t, "echo", x.Echo.Gain, y.Echo.Gain, 1e-14)
			near(t, "excess", x.Echo.Delay, y.Echo.Delay, 1e-14)
			near(t, "delay", x.Delay, y.Delay, 0)
		}
	}
}

// A tone resolves nothing.
func TestGatherOfATone(t *testing.T) {
	a := []Arrival{wave(100, 1, 0), wave(250, 1, math.Pi)} // 3750 periods apart
	for _, sum := range []Sum{PowerSum, CoherentSum} {
		s := NewGatherer(sum, phy.Band{Centre: 25e3}).Gather(a, window(time.Millisecond, 0))
		near(t, string(sum), s.Gain, 0, 1e-9)
		near(t, string(sum), s.Echo.Gain, 0, 0)
	}
}

func TestGatherAllocatesNothing(t *testing.T) {
	a := echoes(rand.New(rand.NewPCG(7, 8)), 200, 50)
	g := NewGatherer(CoherentSum, band5k())
	w := window(5*time.Millisecond, time.Millisecond)
	g.Gather(a, w)
	if n := testing.AllocsPerRun(3, func() { g.Gather(a, w) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func BenchmarkGather(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{10, 40, 200} {
		a := echoes(r, n, 50)
		for _, sum := range []Sum{PowerSum, CoherentSum} {
			b.Run(fmt.Sprintf("%s/%d", sum, n), func(b *testing.B) {
				g := NewGatherer(sum, band5k())
				for b.Loop() {
					g.Gather(a, window(5*time.Millisecond, time.Millisecond))
				}
			})
		}
	}
}

// An echo arrives at 0 s, when it is sent, and its signal after 5.9 ns, of which whole ones count: the echo's excess of
// -5.9 ns would be rounded to -6 ns. The mean of a signal after 0 s with hardly any echo and of one after 10 ms, whose echo
// comes 10 ms sooner, has an echo 10 ms before the 5 ms of the signal.
func TestNoEchoBeforeItsSending(t *testing.T) {
	for _, s := range []Signal{{Delay: 5.9e-9, Echo: Echo{Delay: -5.9e-9, Gain: 1}}, {Delay: 5e-3, Echo: Echo{Delay: -10e-3, Gain: 1}}} {
		if p := s.Path(); p.Delay < 0 || p.Echo.Delay != -p.Delay {
			t.Errorf("%+v: a delay of %v, and an echo %v after it", s, p.Delay, p.Echo.Delay)
		}
	}
}

// Of 300 arrivals at once and a weaker one on the edge, the window that a crowd gets gathers as much as the best of all, but
// for 1 %: an arrival that comes d after a start weighs 1 - d/edge, and its energy the square of that, 1 - 2/256.
func TestWindowOfACrowd(t *testing.T) {
	b, w := phy.Band{Centre: 25e3, Width: 6e3}, window(0, time.Millisecond)
	r := rand.New(rand.NewPCG(7, 8))
	for range 5 {
		var a []Arrival
		for range 300 {
			a = append(a, Arrival{Delay: 0.5 + 1e-5*r.Float64(), Amplitude: r.Float64(), Doppler: 1})
		}
		a = append(a, Arrival{Delay: 0.5006, Amplitude: 100, Doppler: 1})
		slices.SortFunc(a, func(x, y Arrival) int { return cmp.Compare(x.Delay, y.Delay) })
		g := NewGatherer(PowerSum, b)
		got, best := g.Gather(a, w).Gain, 0.0
		for i := range a {
			g.weigh(a, w, a[i].Delay)
			best = max(best, g.energy(a))
		}
		if got < 0.99*best || got > best {
			t.Errorf("%g is gathered, and the best is %g", got, best)
		}
	}
}
