package sensor

import (
	"fmt"
	"math"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/simtest"
)

// A bias of deviation s and correlation time tau, sampled every T, is an
// autoregression of first order with a = exp(-T/tau). Over n samples of known
// mean 0 the estimate sum x_i x_i+1 / sum x_i^2 of a has the standard error
// sqrt((1 - a^2)/n), so that of tau = -T/ln a is T/(a ln^2 a) of it; the mean
// square has s^2 sqrt(2/n (1 + a^2)/(1 - a^2)) (Box and Jenkins, Time Series
// Analysis, 1976, sections 2.1.6 and A7.5).
func TestBiasOfEveryQuantity(t *testing.T) {
	const n, s = 20_000, 0.01
	period, tau := 2*time.Second, 5*time.Second
	a := math.Exp(-0.4)
	for _, q := range quantities() {
		x := q.errors(t, Error{Bias: s, BiasTime: tau}, every(period), n)
		estimate := product(x, 1) / product(x, 0)
		log := math.Log(a)
		within(t, q.name+": correlation time", -2/math.Log(estimate), 5, 2/(a*log*log)*math.Sqrt((1-a*a)/n))
		within(t, q.name+": mean square of the bias", product(x, 0), s*s, s*s*math.Sqrt(2./n*(1+a*a)/(1-a*a)))
	}
	t.Logf("seed %d", seed)
}

// White noise of density d at an interval T has the variance d^2/T. A mean
// square of n normal numbers has the relative standard error sqrt(2/n), and the
// correlation of neighbours 1/sqrt(n).
func TestNoiseOfEveryQuantity(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const n = 10_000
	for _, q := range quantities() {
		for _, c := range []struct {
			name     string
			error    Error
			period   time.Duration
			split    int
			variance float64
		}{
			{"density", Error{Density: 0.001}, 10 * time.Millisecond, 0, 1e-4},
			{"density, slower", Error{Density: 0.001}, 40 * time.Millisecond, 0, 2.5e-5},
			{"density, split", Error{Density: 0.001}, 10 * time.Millisecond, 4, 2.5e-5},
			{"noise", Error{Noise: 0.01}, 10 * time.Millisecond, 0, 1e-4},
			{"noise, split", Error{Noise: 0.01}, 10 * time.Millisecond, 4, 1e-4},
			{"both", Error{Noise: 0.003, Density: 0.0004}, 10 * time.Millisecond, 0, 9e-6 + 16e-6},
		} {
			timing := every(c.period)
			timing.Split = c.split
			x := q.errors(t, c.error, timing, n)
			within(t, q.name+": variance by "+c.name, product(x, 0), c.variance, c.variance*math.Sqrt(2./n))
			within(t, q.name+": correlation of "+c.name, product(x, 1)/c.variance, 0, 1/math.Sqrt(n))
		}
	}
	t.Logf("seed %d", seed)
}

// Rounding to steps q, of noise as wide as q, adds q^2/12 to the variance
// (Sheppard; what is missing is of the order exp(-2 pi^2)).
func TestResolutionOfEveryQuantity(t *testing.T) {
	const n, step = 10_000, 0.004
	for _, q := range quantities() {
		next := q.sample(Error{Noise: step, Resolution: step}, every(time.Second))
		seen := map[int]bool{}
		sum := 0.0
		for i := range n {
			reading, truth, _ := next(sim.Time(i) * 1e9)
			steps := reading / step
			if math.Abs(steps-math.Round(steps)) > 1e-6 {
				t.Fatalf("%s: %v is no multiple of %v", q.name, reading, step)
			}
			seen[int(math.Round(steps))] = true
			sum += (reading - truth) * (reading - truth)
		}
		for k := -1; k <= 1; k++ { // no step is left out
			_, truth, _ := next(n * 1e9)
			if !seen[int(math.Round(truth/step))+k] {
				t.Errorf("%s: steps are wider than %v", q.name, step)
			}
		}
		want := step*step + step*step/12
		within(t, q.name+": variance with rounding", sum/n, want, want*math.Sqrt(2./n))
	}
	t.Logf("seed %d", seed)
}

// Over 0.1 tau and 1.9 tau by turns, the correlations are exp(-0.1) and
// exp(-1.9): a grid of samples is not needed. The estimate of each from n pairs
// has at most the standard error of (1 - a^2)/n of independent pairs, times the
// (1 + r)/(1 - r) that neighbouring pairs, r = exp(-4) apart, have in common.
func TestBiasBetweenUnevenSamples(t *testing.T) {
	const n = 40_000
	tau := 10 * time.Second
	p := Error{Bias: 2, BiasTime: tau}.Process(rng.New(seed), "x", time.Second)
	var now sim.Time
	var short, long, square float64
	before, _ := p.Sample(now, 0)
	for range n {
		now = now.Add(tau / 10)
		x, _ := p.Sample(now, 0)
		now = now.Add(tau * 19 / 10)
		y, _ := p.Sample(now, 0)
		short += before * x
		long += x * y
		square += x * x
		before = y
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"after 0.1 tau", short / square, math.Exp(-0.1)},
		{"after 1.9 tau", long / square, math.Exp(-1.9)},
	} {
		within(t, "correlation "+c.name, c.got, c.want, math.Sqrt((1-c.want*c.want)/n*1.037))
	}
}

// The first samples of 10,000 runs have the variance of the stationary law, and
// so have those a tenth of the correlation time later.
func TestBiasBeginsStationary(t *testing.T) {
	const n = 10_000
	var first, second float64
	for run := range uint64(n) {
		p := Error{Bias: 3, BiasTime: time.Minute}.Process(rng.New(seed+run), "x", time.Second)
		x, _ := p.Sample(0, 0)
		y, _ := p.Sample(6e9, 0)
		first += x * x / n
		second += y * y / n
	}
	within(t, "variance at the start", first, 9, 9*math.Sqrt(2./n))
	within(t, "variance later", second, 9, 9*math.Sqrt(2./n))
}

func TestConstantBias(t *testing.T) {
	p := Error{Bias: 1}.Process(rng.New(seed), "x", time.Second)
	first, _ := p.Sample(0, 5)
	for i := range sim.Time(100) {
		if x, _ := p.Sample(i*3600e9, 5); x != first || x == 5 {
			t.Fatalf("a constant bias goes from %v to %v", first-5, x-5)
		}
	}
}

// Errors add up: that of noise and bias together is that of each alone, sample
// by sample, because each has a stream of its own.
func TestNoiseAndBiasHaveTheirOwnStreams(t *testing.T) {
	build := func(e Error) Process { return e.Process(rng.New(seed), "x", time.Second) }
	noise, bias := build(Error{Noise: 1}), build(Error{Bias: 2, BiasTime: time.Minute})
	both := build(Error{Noise: 1, Bias: 2, BiasTime: time.Minute})
	streams := rng.New(seed)
	drawn, first := streams.Stream("x/noise"), 2*streams.Stream("x/bias").Normal()
	for i := range sim.Time(1000) {
		a, _ := noise.Sample(i*1e9, 0)
		b, _ := bias.Sample(i*1e9, 0)
		c, _ := both.Sample(i*1e9, 0)
		near(t, "the sum", c, a+b, 1e-12)
		near(t, "the noise", a, drawn.Normal(), 0)
		if i == 0 {
			near(t, "the first bias", b, first, 0)
		}
	}
}

// What is beyond the range is not measured. Afterwards the errors are those of a
// process that was in range all the time.
func TestRangeGivesNoMeasurement(t *testing.T) {
	build := func() Process {
		return Error{Noise: 0.5, Bias: 1, BiasTime: time.Minute, Range: 10}.Process(rng.New(seed), "x", time.Second)
	}
	p, inside := build(), build()
	for i, c := range []struct {
		truth float64
		ok    bool
	}{
		{10, true}, {-10, true}, {10.001, false}, {-10.001, false}, {math.Inf(1), false}, {math.NaN(), false}, {0, true},
	} {
		x, ok := p.Sample(sim.Time(i)*1e9, c.truth)
		y, _ := inside.Sample(sim.Time(i)*1e9, 0)
		if ok != c.ok {
			t.Errorf("a truth of %v is measured: %v", c.truth, ok)
		}
		if ok {
			near(t, "the error", x-c.truth, y, 1e-12)
		}
	}
	unlimited := Error{}.Process(rng.New(seed), "y", time.Second)
	if x, ok := unlimited.Sample(0, -1e12); !ok || x != -1e12 {
		t.Error("without a range there is a limit")
	}
	if _, ok := unlimited.Sample(0, math.NaN()); ok {
		t.Error("what is not a number is measured")
	}
}

// The axes of a vector are independent: the correlation of n pairs is normal
// with the standard error 1/sqrt(n).
func TestAxesAreIndependent(t *testing.T) {
	const n = 40_000
	v := Error{Noise: 1}.triad(rng.New(seed), "v", time.Second)
	var xy, yz, zx float64
	for i := range sim.Time(n) {
		r, _ := v.sample(i, geom.Vec{})
		xy += r.X * r.Y / n
		yz += r.Y * r.Z / n
		zx += r.Z * r.X / n
	}
	for name, c := range map[string]float64{"x y": xy, "y z": yz, "z x": zx} {
		within(t, "correlation of "+name, c, 0, 1/math.Sqrt(n))
	}
}

func TestImpossibleErrors(t *testing.T) {
	for key, e := range map[string]Error{
		"noise":         {Noise: -1},
		"noise_density": {Density: math.NaN()},
		"bias":          {Bias: math.Inf(1)},
		"bias_time":     {BiasTime: -time.Second},
		"resolution":    {Resolution: 2, Range: 1},
		"range":         {Range: -1},
	} {
		err := e.Validate()
		if f, ok := err.(interface{ Field() string }); !ok || f.Field() != key {
			t.Errorf("%+v: the fault is %v, want one of %s", e, err, key)
		}
		if got := fmt.Sprint(Error(e).Validate()); got != fmt.Sprint(err) {
			t.Errorf("as an error of length it is %s", got)
		}
	}
	for name, call := range map[string]func(){
		"not validated": func() { Error{Noise: -1}.Process(rng.New(1), "x", time.Second) },
		"no interval":   func() { Error{}.Process(rng.New(1), "x", 0) },
		"back in time": func() {
			p := Error{}.Process(rng.New(1), "x", time.Second)
			p.Sample(1, 0)
			p.Sample(0, 0)
		},
		"measurement -1": func() { Timing{Period: 1}.Due(-1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
	}
}
