package navigation

import (
	"errors"
	"math"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"halocline/sim"
	"halocline/sim/geom"
)

// Batch least squares without process noise: with x(t) = x0 + v0 t, the
// prior (1, -0.5) of variances 4 and 0.25, and measurements z of variance r at
// times t, the normal equations are
//
//	[1/4 + n/r, St/r; St/r, 4 + Stt/r] (x0, v0) = (1/4 + Sz/r, -0.5*4 + Stz/r)
//
// The estimate at the last time is x0 + v0 t.
func TestTrackIsLeastSquares(t *testing.T) {
	const r = 0.09
	times := []float64{0.7, 1.5, 2.9, 3.3, 4.8}
	z := []float64{0.9, 0.55, 0.2, 0.4, 1.3}
	k, at := axis{X: 1, V: -0.5, XX: 4, VV: 0.25}, 0.0
	m00, m01, m11, b0, b1 := 0.25, 0.0, 4.0, 0.25, -2.0
	for i, ti := range times {
		k, at = k.Predict(ti-at, noise{}).Update(z[i], r), ti
		m00, m01, m11, b0, b1 = m00+1/r, m01+ti/r, m11+ti*ti/r, b0+z[i]/r, b1+ti*z[i]/r
	}
	det := m00*m11 - m01*m01
	x0, v0 := (m11*b0-m01*b1)/det, (m00*b1-m01*b0)/det
	p00, p01, p11 := m11/det, -m01/det, m00/det
	want := axis{
		X: x0 + v0*at, V: v0,
		XX: p00 + 2*at*p01 + at*at*p11, XV: p01 + at*p11, VV: p11,
	}
	sameTrack(t, k, want, 1e-9)
}

func sameTrack(t *testing.T, got, want axis, within float64) {
	t.Helper()
	g, w := [5]float64{got.X, got.V, got.XX, got.XV, got.VV}, [5]float64{want.X, want.V, want.XX, want.XV, want.VV}
	for i := range g {
		if math.Abs(g[i]-w[i]) > within*(1+math.Abs(w[i])) {
			t.Errorf("%+v, want %+v", got, want)
			return
		}
	}
}

// With process noise, all at once: the positions at the times of measurement and
// the state at the last one are jointly normal, with the covariances of a known
// prior, of twice integrated white noise and of once integrated white noise,
//
//	cov(x(s), x(t)) = q s^2 (3t - s) / 6 + w s, cov(x(s), v(t)) = q s^2 / 2, cov(v, v) = q t
//
// for s <= t; the estimate is the conditional mean and covariance.
func TestTrackIsConditionalMean(t *testing.T) {
	const r, q, w = 0.09, 0.4, 0.07
	prior := axis{X: 1, V: -0.5, XX: 4, XV: 0.3, VV: 0.25}
	times, z := []float64{0.7, 1.5, 2.9, 3.3, 4.8}, []float64{0.9, 0.55, 0.2, 0.4, 1.3}
	n := len(times)
	last := times[n-1]
	wiener := func(s, t float64) float64 {
		s, t = min(s, t), max(s, t)
		return q*s*s*(3*t-s)/6 + w*s
	}
	known := mat.NewSymDense(n, nil)
	cross := mat.NewDense(n, 2, nil)
	off := mat.NewVecDense(n, nil)
	for i, s := range times {
		for j, u := range times[i:] {
			c := prior.XX + prior.XV*(s+u) + prior.VV*s*u + wiener(s, u)
			if j == 0 {
				c += r
			}
			known.SetSym(i, i+j, c)
		}
		cross.Set(i, 0, prior.XX+prior.XV*(s+last)+prior.VV*s*last+wiener(s, last))
		cross.Set(i, 1, prior.XV+prior.VV*s+q*s*s/2)
		off.SetVec(i, z[i]-prior.X-prior.V*s)
	}
	var weights mat.Dense
	if err := weights.Solve(known, cross); err != nil {
		t.Fatal(err)
	}
	var mean mat.VecDense
	var less mat.Dense
	mean.MulVec(weights.T(), off)
	less.Mul(weights.T(), cross)
	want := axis{
		X: prior.X + prior.V*last + mean.AtVec(0), V: prior.V + mean.AtVec(1),
		XX: prior.XX + 2*prior.XV*last + prior.VV*last*last + q*last*last*last/3 + w*last - less.At(0, 0),
		XV: prior.XV + prior.VV*last + q*last*last/2 - less.At(0, 1),
		VV: prior.VV + q*last - less.At(1, 1),
	}
	k, at := prior, 0.0
	for i, ti := range times {
		k, at = k.Predict(ti-at, noise{Velocity: w, Accel: q}).Update(z[i], r), ti
	}
	sameTrack(t, k, want, 1e-9)
}

// The steady gains alpha and beta/T solve the Riccati equation if and only if the
// filter whitens the measurements: with innovations of variance S the second
// difference of the positions is n(k) + p1 n(k-1) + p2 n(k-2), p1 = alpha + beta -
// 2, p2 = 1 - alpha. Its covariances at lags 0, 1, 2 are 6r + 2qT^3/3, -4r +
// qT^3/6 and r, the parts with q being the integer values of the cubic B-spline.
func TestSteadyGain(t *testing.T) {
	for _, c := range []struct{ q, r, period float64 }{{0.4, 0.09, 0.74}, {1e-3, 4, 0.04}, {5, 0.01, 3}} {
		k := axis{XX: 100, VV: 100}
		for range 20000 {
			k = k.Predict(c.period, noise{Accel: c.q}).Update(0, c.r)
		}
		k = k.Predict(c.period, noise{Accel: c.q})
		s := k.XX + c.r
		alpha, beta := k.XX/s, c.period*k.XV/s
		p1, p2, cube := alpha+beta-2, 1-alpha, c.q*c.period*c.period*c.period
		for lag, pair := range [][2]float64{{s * (1 + p1*p1 + p2*p2), 6*c.r + cube*2/3}, {s * p1 * (1 + p2), -4*c.r + cube/6}, {s * p2, c.r}} {
			if math.Abs(pair[0]-pair[1]) > 1e-9*(c.r+cube) {
				t.Errorf("%+v, lag %d: %.12g, want %.12g", c, lag, pair[0], pair[1])
			}
		}
	}
}

// fixes are what the tests of a reckoner measure, in order.
func fixes() []fix {
	var list []fix
	for k := range 8 {
		x := float64(k)
		list = append(list, fix{
			At:       sim.Time(k+1) * sim.Time(740*time.Millisecond),
			Position: geom.Vec{X: x - 0.1*x*x, Y: 3 - x, Z: -75 + math.Sin(x)},
			Variance: geom.Vec{X: 0.04, Y: 0.05, Z: 0.01},
		})
	}
	return list
}

func newKnown(t *testing.T, memory int) *tracker {
	t.Helper()
	var start estimate
	for i := range start.Axes {
		start.Axes[i] = axis{XX: 400, VV: 1}
	}
	r, err := newTracker(start, noise{Accel: 0.02}, time.Minute, memory)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What arrives out of order counts as if it had come in time, a velocity that is forgotten
// too: the arithmetic is the same and so are the bits.
func TestLateFixes(t *testing.T) {
	const end = sim.Time(10 * time.Second)
	run := func(memory int, order ...int) (estimate, error) {
		r, list := newKnown(t, memory), fixes()
		var late error
		for _, i := range order {
			var err error
			if i == 8 {
				err = r.Forget(sim.Time(2*time.Second), 0.5)
			} else {
				err = r.Correct(list[i])
			}
			late = errors.Join(late, err)
		}
		return r.At(end), late
	}
	want, err := run(9, 0, 1, 8, 2, 3, 4, 5, 6, 7)
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range [][]int{{7, 6, 5, 4, 3, 2, 1, 0, 8}, {8, 0, 1, 2, 3, 4, 5, 6, 7}, {3, 1, 0, 8, 2, 6, 7, 4, 5}} {
		if got, err := run(9, order...); got != want || err != nil {
			t.Errorf("%v: %+v, want %+v (%v)", order, got, want, err)
		}
	}
	// A memory of three reaches back over three: nothing is lost when no fix is
	// later than that, and what is later is refused and changes nothing.
	if got, err := run(3, 1, 0, 8, 4, 3, 2, 7, 6, 5); got != want || err != nil {
		t.Errorf("memory 3: %+v, want %+v (%v)", got, want, err)
	}
	if got, err := run(3, 0, 8, 2, 3, 1, 4, 5, 6, 7); got != want || err != nil { // first of all that is remembered
		t.Errorf("memory 3, before the first: %+v, want %+v (%v)", got, want, err)
	}
	missing, _ := run(9, 1, 8, 2, 3, 4, 5, 6, 7)
	if got, err := run(3, 1, 8, 2, 3, 4, 5, 6, 7, 0); got != missing || !errors.Is(err, errLate) {
		t.Errorf("too late: %v; %+v, want %+v", err, got, missing)
	}
}

// Of fixes each 740 ms a memory of 1.48 s reaches back over two, however many that are, and to
// the last one before them: 1 s back is taken as if it had come in time, and what is before that
// last one is late.
func TestMemoryIsATime(t *testing.T) {
	list := fixes()
	run := func(order ...int) (*tracker, error) {
		var start estimate
		for i := range start.Axes {
			start.Axes[i] = axis{XX: 400, VV: 1}
		}
		r, err := newTracker(start, noise{Accel: 0.02}, 1480*time.Millisecond, 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range order {
			err = errors.Join(err, r.Correct(list[i]))
		}
		return r, err
	}
	end := sim.Time(10 * time.Second)
	want, err := run(0, 1, 2, 3, 4, 5, 6, 7)
	if got, late := run(0, 1, 2, 3, 4, 7, 5, 6); err != nil || late != nil || got.At(end) != want.At(end) {
		t.Errorf("%v, %v: %+v, want %+v", err, late, got.At(end), want.At(end))
	}
	if want.Since() != list[4].At { // 5.92 s - 1.48 s = 4.44 s is that of fix 5, which is remembered
		t.Errorf("since %v, want %v", want.Since(), list[4].At)
	}
	if _, late := run(0, 1, 2, 4, 5, 6, 7, 3); !errors.Is(late, errLate) {
		t.Errorf("%v", late)
	}
}

// Between fixes the position goes on with the velocity, by hand: 1 m + 2 m/s 3 s; the
// variance grows by 9 VV + 9 q.
func TestDeadReckoning(t *testing.T) {
	start := estimate{At: sim.Time(time.Second)}
	start.Axes[0] = axis{X: 1, V: 2, XX: 4, VV: 0.25}
	r, err := newTracker(start, noise{Accel: 0.02}, time.Minute, 2)
	if err != nil {
		t.Fatal(err)
	}
	e := r.At(sim.Time(4 * time.Second))
	if p, k := e.Position(), e.Axes[0]; !close2(p.X, 7) || !close2(k.V, 2) || !close2(k.XX, 4+9*0.25+9*0.02) {
		t.Errorf("%v, %+v", p, k)
	}
	// A fix of no weight changes nothing.
	if err := r.Correct(fix{At: sim.Time(2 * time.Second), Variance: geom.Vec{X: 1e30, Y: 1, Z: 1}}); err != nil {
		t.Fatal(err)
	}
	if e := r.At(sim.Time(4 * time.Second)); !close2(e.Axes[0].X, 7) || !close2(e.Axes[0].V, 2) {
		t.Errorf("%+v after a fix", e.Axes[0])
	}
}

// A fix of one axis is the update of that one, and leaves the others as they go on; by the
// axes one after the other it comes to the same as all at once.
func TestFixOfOneAxis(t *testing.T) {
	whole, parts := newKnown(t, 9), newKnown(t, 9)
	for _, f := range fixes()[:3] {
		if err := whole.Correct(f); err != nil {
			t.Fatal(err)
		}
		none := geom.Vec{X: math.Inf(1), Y: math.Inf(1), Z: math.Inf(1)}
		for axis := range 3 {
			one := fix{At: f.At, Position: f.Position, Variance: none}
			switch axis {
			case 0:
				one.Variance.X = f.Variance.X
			case 1:
				one.Variance.Y = f.Variance.Y
			default:
				one.Variance.Z = f.Variance.Z
			}
			if err := parts.Correct(one); err != nil {
				t.Fatal(err)
			}
		}
	}
	end := sim.Time(5 * time.Second)
	if a, b := whole.At(end), parts.At(end); a != b {
		t.Errorf("%+v, want %+v", b, a)
	}
}

// Fixes that are moved are as if they had been measured where they come to be, also the one that
// the reckoner began with; and those of before stay.
func TestShift(t *testing.T) {
	by := func(at sim.Time) geom.Vec { return geom.Vec{X: at.Seconds(), Y: -1, Z: 0.1} }
	run := func(after sim.Time, early bool) estimate {
		moved := func(at sim.Time) geom.Vec {
			if early && at > after {
				return by(at)
			}
			return geom.Vec{}
		}
		start := estimate{At: sim.Time(time.Second) / 2}
		d := moved(start.At)
		for i, x := range [3]float64{d.X, d.Y, d.Z} {
			start.Axes[i] = axis{X: 3 + x, XX: 0.5, VV: 1}
		}
		r, err := newTracker(start, noise{Accel: 0.02}, time.Minute, 20)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range fixes() {
			f.Position = f.Position.Add(moved(f.At))
			if err := r.Correct(f); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Forget(sim.Time(3*time.Second), 1); err != nil {
			t.Fatal(err)
		}
		if !early {
			r.Shift(after, by)
		}
		return r.At(sim.Time(7 * time.Second))
	}
	for _, after := range []sim.Time{0, sim.Time(time.Second) / 2, fixes()[3].At, fixes()[7].At} {
		got, want := run(after, false), run(after, true)
		for i := range got.Axes {
			sameTrack(t, got.Axes[i], want.Axes[i], 1e-12)
		}
	}
}

// A velocity that is forgotten at 2 s is unknown from then on, wherever in the order
// that is told: the 1 m + 2 m/s 2 s = 5 m stay, whose variance is 4 + 2^2 0.25 + 0.02
// 2^3/3, and which grows in 3 s by 9 times the variance of 1 that the velocity has then and
// by 0.02 3^3/3.
func TestForget(t *testing.T) {
	start := estimate{}
	start.Axes[0] = axis{X: 1, V: 2, XX: 4, VV: 0.25}
	r, err := newTracker(start, noise{Accel: 0.02}, time.Minute, 4)
	if err != nil {
		t.Fatal(err)
	}
	weightless := fix{At: sim.Time(4 * time.Second), Variance: geom.Vec{X: 1e30, Y: 1, Z: 1}}
	if err := errors.Join(r.Correct(weightless), r.Forget(sim.Time(2*time.Second), 1)); err != nil {
		t.Fatal(err)
	}
	k := r.At(sim.Time(5 * time.Second)).Axes[0]
	sameTrack(t, k, axis{X: 5, XX: 5 + 0.02*8./3 + 9 + 0.02*9, XV: 3 + 0.02*4.5, VV: 1 + 0.02*3}, 1e-9)
}

func TestReckonerFaults(t *testing.T) {
	r := newKnown(t, 4)
	good := fixes()[0]
	for _, bad := range []func(*fix){
		func(f *fix) { f.Position.Y = math.NaN() }, func(f *fix) { f.Position.Z = math.Inf(-1) },
		func(f *fix) { f.Variance.X = 0 }, func(f *fix) { f.Variance.Z = math.NaN() }, func(f *fix) { f.Variance.Y = math.Inf(-1) },
		func(f *fix) { f.Variance = geom.Vec{X: math.Inf(1), Y: math.Inf(1), Z: math.Inf(1)} },
		func(f *fix) { f.At = -1 },
	} {
		f := good
		bad(&f)
		if err := r.Correct(f); err == nil {
			t.Errorf("%+v is taken", f)
		}
	}
	if r.Forget(0, math.NaN()) == nil || r.Forget(0, -1) == nil {
		t.Error("a velocity is forgotten without a variance")
	}
	for _, n := range []noise{{Accel: math.NaN()}, {Velocity: -1}, {Velocity: math.Inf(1)}} {
		if _, err := newTracker(estimate{}, n, time.Second, 1); err == nil {
			t.Errorf("a noise of %+v is taken", n)
		}
	}
	if _, err := newTracker(estimate{}, noise{}, time.Second, 0); err == nil {
		t.Error("no memory is taken")
	}
	if _, err := newTracker(estimate{}, noise{}, -1, 1); err == nil {
		t.Error("a memory of less than no time is taken")
	}
}

// Nothing that runs at every fix allocates.
func TestReckonerDoesNotAllocate(t *testing.T) {
	const half = 500 * time.Millisecond
	r, f := newKnown(t, 16), fixes()[0]
	n := 0
	step := func() {
		n++
		f.At += sim.Time(half)
		late := f
		late.At -= sim.Time(3 * half)
		if r.Correct(f) != nil || n > 5 && r.Correct(late) != nil {
			panic("navigation: refused")
		}
		r.At(f.At)
	}
	allocs := testing.AllocsPerRun(10, func() { // counts whole ones, and what is rare too
		for range 100 {
			step()
		}
	})
	if allocs != 0 {
		t.Errorf("%g allocations in a hundred samples", allocs)
	}
	if len(r.room) > 64 {
		t.Errorf("room for %d moments, of which 16 are remembered", len(r.room))
	}
}
