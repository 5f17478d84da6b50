package skew

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat"

	"halocline/sim"
	"halocline/sim/rng"
)

// recorded returns the skew of a row as the thesis records it.
func recorded(r Row, host Host, seed uint64) recording {
	return r.record(host, rng.New(seed).Stream(fmt.Sprintf("cosim/%g", r.Rate)), Samples)
}

// near fails unless two numbers differ by at most a part of the second.
func near(t *testing.T, what string, got, want, part float64) {
	t.Helper()
	if !(math.Abs(got-want) <= part*math.Abs(want)) {
		t.Errorf("%s is %.6g, want %.6g within %g %%", what, got, want, 100*part)
	}
}

// deviation records the standard deviation of so many samples.
func deviation(r Row, h Host, samples int) recording {
	return r.record(h, rng.New(5).Stream("test"), samples)
}

// Table 5.1 prints the steps 0.00050, 0.00040, 0.00025, 0.00020 and 0.00013 s. Rate and
// factor together are the steps in a second of the wall: 1220, 1225, 1240, 1200, 1200.
func TestTable(t *testing.T) {
	printed := []float64{0.00050, 0.00040, 0.00025, 0.00020, 0.00013}
	for i, r := range Table() {
		if step := r.step().Seconds(); math.Abs(step-printed[i]) > 5.001e-6 {
			t.Errorf("%g Hz: step %g s, printed %g s", r.Rate, step, printed[i])
		}
		near(t, "steps in a second", 1/r.wall().Seconds(), 1220, 0.02)
		if err := r.Validate(); err != nil {
			t.Error(err)
		}
	}
	for _, r := range []Row{{0, 0.5, 0}, {2e6, 0.5, 0}, {2000, 0, 0}, {2000, 1.1, 0}, {math.NaN(), 0.5, 0}, {2000, math.NaN(), 0}} {
		if r.Validate() == nil {
			t.Errorf("%+v is valid", r)
		}
	}
}

// From a common start, and with steps of Gazebo too fine to matter, Simulink's lead is
// D(0) = 0 and D(k+1) = (1-rho) D(k) + 2 ms, so D(k) = 2 ms/rho (1 - (1-rho)^k).
func TestSettling(t *testing.T) {
	for _, factor := range []float64{0.15, 0.31, 0.61, 1} {
		r := Row{Rate: 1e6, Factor: factor}
		p := &pair{step: r.step(), last: r.wall(), due: r.wall()}
		for k := range 30 {
			want := 0.002 / factor * (1 - math.Pow(1-factor, float64(k)))
			if got := -p.major().Seconds(); math.Abs(got-want) > 5e-6 {
				t.Errorf("rho %g: after %d steps the lead is %g s, want %g s", factor, k, got, want)
			}
		}
	}
}

// With nothing irregular the skew is a sawtooth between two neighbouring multiples of
// Gazebo's step h. Its mean is -2 ms/rho, so it is at the larger one for a part p of the
// time, the fraction of 2 ms/(rho h), and its standard deviation is h sqrt(p(1-p)). For
// 2000 Hz: 2/(0.61 0.5) = 6.557, sqrt(0.557 0.443) 0.5 ms = 0.2484 ms.
func TestEven(t *testing.T) {
	for _, r := range Table() {
		h := r.step().Seconds()
		p := math.Mod(0.002/(r.Factor*h), 1)
		got := recorded(r, Host{}, 1)
		near(t, fmt.Sprintf("%g Hz: mean", r.Rate), got.Mean, -0.002/r.Factor, 1e-4)
		near(t, fmt.Sprintf("%g Hz: deviation", r.Rate), got.Deviation, h*math.Sqrt(p*(1-p)), 1e-3)
		near(t, fmt.Sprintf("%g Hz: height", r.Rate), slices.Max(got.Skew)-slices.Min(got.Skew), h, 1e-9)
	}
	near(t, "2000 Hz", recorded(Table()[0], Host{}, 1).Deviation, 0.2484e-3, 1e-3)
}

// Time to compute shortens the lead by as much: 2 ms/rho - c. A Simulink that takes
// longer than 2 ms/rho never pauses, and falls behind by rho c - 2 ms at each step: for
// rho 0.31 and 20 ms by 4.2 ms.
func TestCompute(t *testing.T) {
	r := Table()[2]
	near(t, "mean lead", -deviation(r, Host{Compute: time.Millisecond}, 10_000).Mean, 0.002/0.31-0.001, 1e-3)
	slow := deviation(r, Host{Compute: 20 * time.Millisecond}, 1001).Skew
	near(t, "falling behind", (slow[1000]-slow[0])/1000, 0.0042, 1e-3)
}

// autocorrelation returns the correlation of neighbouring values.
func autocorrelation(x []float64) float64 {
	return stat.Correlation(x[1:], x[:len(x)-1], nil)
}

// Pauses that end late by an exponential time of mean m, short against the lead, make
// Gazebo advance rho times that: D(k+1) = (1-rho) D(k) + 2 ms - rho e. So the variance
// is rho^2 m^2/(1 - (1-rho)^2) = rho m^2/(2-rho), the correlation of neighbours 1-rho,
// and the mean lead 2 ms/rho - m.
func TestLatePause(t *testing.T) {
	const m = 0.0002
	for _, factor := range []float64{0.15, 0.31, 0.61} {
		got := deviation(Row{Rate: 1e5, Factor: factor}, Host{Overshoot: sim.Seconds(m)}, Samples)
		near(t, "deviation", got.Deviation, m*math.Sqrt(factor/(2-factor)), 0.03)
		near(t, "correlation", autocorrelation(got.Skew), 1-factor, 0.03)
		near(t, "mean lead", -got.Mean, 0.002/factor-m, 1e-3)
	}
	p := &pair{host: Host{Overshoot: time.Second}, rand: rng.New(1).Stream("test"), due: time.Hour}
	p.major()
	if p.wall == 0 {
		t.Error("a pause of nothing, which Appendix A asks for at a lead of 0, does not end late")
	}
}

// A clock of an exponential age a of mean m, short against a pause, reads rho a too
// little: the pacer sees M = D + rho a, and D(k+1) = D(k) + 2 ms - rho M. So the variance
// of D is rho^4 m^2/(rho (2-rho)), and that of M this and rho^2 m^2, which is
// 2 rho^2 m^2/(2-rho). With D(k+1) = (1-rho) D(k) - rho^2 a(k) + 2 ms, the covariance of
// neighbours in M is (1-rho) var D - rho^3 m^2.
func TestLateClock(t *testing.T) {
	const m = 0.0002
	for _, factor := range []float64{0.15, 0.31, 0.61} {
		got := deviation(Row{Rate: 1e5, Factor: factor}, Host{Age: sim.Seconds(m)}, Samples)
		variance := 2 * factor * factor * m * m / (2 - factor)
		neighbours := (1-factor)*math.Pow(factor, 3)*m*m/(2-factor) - math.Pow(factor, 3)*m*m
		near(t, "deviation", got.Deviation, math.Sqrt(variance), 0.03)
		if c := autocorrelation(got.Skew); math.Abs(c-neighbours/variance) > 0.02 {
			t.Errorf("rho %g: correlation %g, want %g", factor, c, neighbours/variance)
		}
		near(t, "mean lead", -got.Mean, 0.002/factor, 1e-3)
	}
}

// Steps with an unevenness u: in a major step Gazebo makes n = 2 ms/h of them, give or
// take sqrt(n) u, so the variance of the skew is h^2 n u^2/(rho (2-rho)).
func TestUnevenSteps(t *testing.T) {
	for _, factor := range []float64{0.15, 0.61} {
		const u, h = 0.8, 1.0 / 20_000
		got := deviation(Row{Rate: 1 / h, Factor: factor}, Host{Unevenness: u}, 20_000)
		near(t, "deviation", got.Deviation, u*math.Sqrt(h*0.002/(factor*(2-factor))), 0.04)
	}
}

// A step lasts as long as asked in the mean, and is as uneven as asked.
func TestLength(t *testing.T) {
	p := &pair{rand: rng.New(1).Stream("test"), last: time.Millisecond, s: logarithmic(1.2)}
	lengths := make([]float64, 200_000)
	for i := range lengths {
		lengths[i] = p.length().Seconds()
	}
	mean, spread := stat.MeanStdDev(lengths, nil)
	near(t, "mean", mean, 0.001, 0.01)
	near(t, "unevenness", spread/mean, 1.2, 0.05)
}

// Pauses that end at multiples of 20 ms, rho 0.5: a pause of 20 ms lets Gazebo advance
// 10 ms, five major steps. Then the leads are 2, -6, -4, -2, 0, 2 and so on (a lead of 0
// makes a pause of 0), and their standard deviation is 2 sqrt(2) ms.
func TestCoarsePause(t *testing.T) {
	got := deviation(Row{Rate: 2000, Factor: 0.5}, Host{Resolution: 20 * time.Millisecond}, 1000)
	near(t, "deviation", got.Deviation, 0.002*math.Sqrt2, 1e-9)
	near(t, "mean lead", -got.Mean, -0.002, 1e-9)
	p := &pair{host: Host{Resolution: 30}}
	for at, want := range map[time.Duration]time.Duration{1: 30, 30: 30, 31: 60, 60: 60} {
		if end := p.ends(at); end != want {
			t.Errorf("a pause to %d ends at %d, not %d", at, end, want)
		}
	}
}

// The deviations in ms from a second program, with times in floating point, a rate of
// its own for each row, and other random numbers: means of ten recordings.
func TestAgainstSecondProgram(t *testing.T) {
	for name, want := range map[string][]float64{
		"late clock":   {2.521, 2.097, 1.532, 1.311, 0.980},
		"late pause":   {2.369, 1.954, 1.510, 1.381, 1.089},
		"coarse pause": {3.047, 2.448, 1.550, 1.199, 0.750},
		"uneven steps": {1.549, 1.526, 1.496, 1.509, 1.506},
	} {
		i := slices.IndexFunc(explanations(), func(e Explanation) bool { return e.Name == name })
		for k, r := range Table() {
			near(t, fmt.Sprintf("%s, %g Hz", name, r.Rate), 1000*recorded(r, explanations()[i].Host(), 3).Deviation, want[k], 0.04)
		}
	}
}

// Two causes at once fit better and stand on a resonance: what the comment of Host
// says. The same program has 2.54, 2.05, 1.35, 1.26 and 1.01 ms for 11 ms, and 3.45 ms
// for 13 ms in the last row.
func TestResonance(t *testing.T) {
	host := func(ms time.Duration) Host { return Host{Resolution: ms * time.Millisecond, Unevenness: 1.4} }
	for _, r := range Table() {
		near(t, fmt.Sprintf("%g Hz, 11 ms", r.Rate), deviation(r, host(11), 20_000).Deviation, r.Published, 0.13)
	}
	if got := deviation(Table()[4], host(13), 20_000).Deviation; got < 2.5e-3 {
		t.Errorf("8000 Hz, 13 ms: %g s", got)
	}
}

// A recording has 50000 samples, is the same for the same seed, and another for
// another.
func TestSkewRepeats(t *testing.T) {
	r, h := Table()[3], Host{Age: time.Millisecond, Overshoot: time.Millisecond, Unevenness: 0.2, Compute: time.Microsecond, Resolution: time.Microsecond}
	one, same, other := recorded(r, h, 1), recorded(r, h, 1), recorded(r, h, 2)
	if len(one.Skew) != 50_000 {
		t.Errorf("%d samples", len(one.Skew))
	}
	if !slices.Equal(one.Skew, same.Skew) || one.Deviation != same.Deviation || one.Mean != same.Mean {
		t.Error("the same seed gives another recording")
	}
	if slices.Equal(one.Skew, other.Skew) {
		t.Error("another seed gives the same recording")
	}
	mean, spread := stat.PopMeanStdDev(one.Skew, nil)
	near(t, "mean", one.Mean, mean, 1e-12)
	near(t, "deviation", one.Deviation, spread, 1e-12)
}

func TestRefusedRowPanics(t *testing.T) {
	defer func() {
		want := "skew: real-time factor 2: it lies from 0.001 to 1, and the pacer keeps up with no more"
		if got := recover(); got != want {
			t.Errorf("panics with %v, not %q", got, want)
		}
	}()
	recorded(Row{Rate: 2000, Factor: 2}, Host{}, 1)
}
