package plant

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"

	"halocline/plant/contact"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/simtest"
	"halocline/sim/solid"
)

// ramp is a bottom that rises along x by a slope, through the origin.
type ramp float64

func (r ramp) Floor(at geom.Vec) (float64, geom.Vec) {
	n := geom.Vec{X: -float64(r), Z: 1}
	return float64(r) * at.X, n.Scale(1 / n.Norm())
}

// arena is a place in which bodies touch.
type arena struct {
	kernel   *sim.Kernel
	contacts *Contacts
	bodies   []*Body
	begun    []Touch
	ended    []Touch
}

func newArena(floor Floor, things ...Thing) *arena {
	a := &arena{kernel: sim.New(nil)}
	a.contacts = NewContacts(a.kernel, floor, func(t *Touch) { a.begun = append(a.begun, *t) }, func(t *Touch) { a.ended = append(a.ended, *t) })
	for _, t := range things {
		a.contacts.AddThing(t)
	}
	return a
}

// stone returns a body of a mass without water: what gravity it feels is given.
func stone(t *testing.T, mass, gravity float64) *vehicle.Model {
	t.Helper()
	i := 0.1 * mass
	m, err := vehicle.NewModel(vehicle.Body{Mass: mass, Gravity: gravity, Inertia: [3]geom.Vec{{X: i}, {Y: i}, {Z: i}}}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// vacuum is no water.
type vacuum struct{ tank }

func (vacuum) Density(geom.Vec) float64            { return 0 }
func (vacuum) Current(geom.Vec, sim.Time) geom.Vec { return geom.Vec{} }

func (a *arena) add(m *vehicle.Model, s vehicle.State, step time.Duration, law contact.Law, points ...geom.Vec) *Body {
	b := NewBody(a.kernel, "stone", m.Stepper(step.Seconds(), vehicle.RK4), vacuum{}, s, step, Ignore)
	a.bodies = append(a.bodies, b)
	a.contacts.Add(b, Hull{
		Points: points, Capsule: solid.Capsule{Radius: 0.2}, Mass: m.Mass,
		Inertia: geom.Vec{X: m.Inertia[0].X, Y: m.Inertia[1].Y, Z: m.Inertia[2].Z}, Law: law,
	})
	return b
}

func (a *arena) run(t *testing.T, to time.Duration) {
	t.Helper()
	a.contacts.Start()
	if err := a.kernel.Run(t.Context(), sim.Time(to)); err != nil {
		t.Fatal(err)
	}
	a.contacts.Close(a.kernel.Now())
}

// A ball that touches with one point rests where the force of the bottom is its weight: (W/k)^(2/3) deep.
func TestRestsOnTheBottom(t *testing.T) {
	for _, c := range []struct{ mass, gravity float64 }{{30, 9.81}, {1800, 0.2}} {
		a := newArena(ramp(0))
		law := contact.Law{Stiffness: contact.Stiff(c.mass*9.81, 0.01), Damping: 0.3, Friction: 0.5, Creep: 0.01}
		b := a.add(stone(t, c.mass, c.gravity), vehicle.AtRest(geom.Vec{Z: 0.3}, 0), 5*time.Millisecond, law, geom.Vec{Z: -0.2})
		a.run(t, 200*time.Second)
		want := math.Pow(c.mass*c.gravity/law.Stiffness, 2.0/3)
		if got := 0.2 - b.At(a.kernel.Now()).Position.Z; math.Abs(got/want-1) > 0.01 {
			t.Errorf("%+v: rests %g m deep, want %g m", c, got, want)
		}
		if n := len(a.begun); n == 0 || len(a.ended) != n {
			t.Errorf("%+v: %d touches began and %d ended", c, n, len(a.ended))
		}
	}
}

// With e the speed after a bounce over that before and x = 1.5 c v: x - ln(1 + x) = -e x - ln(1 - e x), without gravity and water.
func TestBounces(t *testing.T) {
	for _, cv := range []float64{0.01, 0.03, 0.1, 0.3} {
		x := 1.5 * cv
		low, high := 0.0, 1.0
		for range 60 {
			if e := (low + high) / 2; -e*x-math.Log(1-e*x) < x-math.Log(1+x) {
				low = e
			} else {
				high = e
			}
		}
		for _, step := range []time.Duration{time.Millisecond, 5 * time.Millisecond, 50 * time.Millisecond} {
			a := newArena(ramp(0))
			law := contact.Law{Stiffness: contact.Stiff(30*9.81, 0.01), Damping: 0.3, Creep: 0.01}
			s := vehicle.AtRest(geom.Vec{Z: 1}, 0)
			s.Velocity[vehicle.Heave] = -cv / law.Damping
			b := a.add(stone(t, 30, 0), s, step, law, geom.Vec{Z: -0.2})
			a.run(t, time.Duration((0.8/-s.Velocity[vehicle.Heave]+1)*float64(time.Second)))
			if got := -b.At(a.kernel.Now()).Velocity[vehicle.Heave] / s.Velocity[vehicle.Heave]; math.Abs(got/low-1) > 0.01 {
				t.Errorf("c v %g, steps of %v: restitution %.4f, want %.4f", cv, step, got, low)
			}
		}
	}
}

// Two that run into each other keep their momentum, and turn about if they are equal.
func TestHeadOn(t *testing.T) {
	a := newArena(nil)
	law := contact.Law{Stiffness: contact.Stiff(30*9.81, 0.01), Damping: 0.3, Friction: 0.5, Creep: 0.01}
	s, o := vehicle.AtRest(geom.Vec{}, 0), vehicle.AtRest(geom.Vec{X: 3, Y: 0.05, Z: 0.1}, math.Pi)
	s.Velocity[vehicle.Surge], o.Velocity[vehicle.Surge] = 1, 1.5
	p, q := a.add(stone(t, 30, 0), s, 5*time.Millisecond, law), a.add(stone(t, 30, 0), o, 7*time.Millisecond, law)
	a.run(t, 3*time.Second)
	v, w := p.At(a.kernel.Now()).WorldVelocity(), q.At(a.kernel.Now()).WorldVelocity()
	if sum := v.Add(w).Sub(geom.Vec{X: -0.5}); sum.Norm() > 1e-6 {
		t.Errorf("%v and %v: %v m/s too much", v, w, sum)
	}
	if v.X > -0.5 || w.X < 0.2 {
		t.Errorf("after it they go %v and %v", v, w)
	}
	if len(a.ended) != 1 || math.Abs(a.ended[0].Speed-2.5) > 1e-6 || math.Abs(a.ended[0].Impulse-30*w.Sub(geom.Vec{X: -1.5}).Norm()) > 0.02*a.ended[0].Impulse {
		t.Errorf("touches %+v, after it they go %v and %v", a.ended, v, w)
	}
}

// No body gets through a plate of 10 cm, wherever, whenever and however it comes at 3 m/s with steps of 5 ms.
func TestNothingPassesAPlate(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	tries := 500
	if simtest.Long() {
		tries = 10_000
	}
	met := 0
	rnd := rand.New(rand.NewPCG(13, 14))
	for range tries {
		plate := Thing{"plate", solid.Box{Centre: geom.Vec{X: 2}, Attitude: geom.FromEuler(0.5*rnd.NormFloat64(), 0.3*rnd.NormFloat64(), 0), Half: geom.Vec{X: 0.05, Y: 20, Z: 20}}}
		a := newArena(nil, plate)
		mass := 20 + 100*rnd.Float64()
		law := contact.Law{Stiffness: contact.Stiff(mass*9.81, 0.01), Damping: 0.3, Friction: 0.5, Creep: 0.01}
		s := vehicle.AtRest(geom.Vec{X: -rnd.Float64()}, rnd.Float64())
		s.Attitude = geom.FromEuler(6*rnd.Float64(), rnd.Float64(), 6*rnd.Float64())
		along := s.Attitude.RotateInverse(geom.Vec{X: 3})
		s.Velocity = vehicle.Six{along.X, along.Y, along.Z, rnd.NormFloat64(), rnd.NormFloat64(), rnd.NormFloat64()}
		b := a.add(stone(t, mass, 0), s, 5*time.Millisecond, law, geom.Vec{X: 0.3}, geom.Vec{X: -0.3}, geom.Vec{Y: 0.2}, geom.Vec{Y: -0.2}, geom.Vec{Z: 0.2}, geom.Vec{Z: -0.2})
		began, side := 0.0, 0
		if began, _ = plate.Solid.Beyond(0, s.Position); began < 0 {
			began, _ = plate.Solid.Beyond(1, s.Position)
			side = 1
		}
		if began < 0.4 {
			continue // it begins in the plate
		}
		a.run(t, 3*time.Second)
		if d, _ := plate.Solid.Beyond(side, b.At(a.kernel.Now()).Position); d < 0 {
			t.Fatalf("from %+v it is at %v, %g m behind the plate %+v", s, b.At(a.kernel.Now()).Position, -d, plate.Solid)
		}
		if len(a.ended) > 0 {
			met++
		}
	}
	if met < tries/4 {
		t.Errorf("%d of %d met the plate", met, tries)
	}
}

// A box on a slope slides above atan mu with g (sin a - mu cos a), and creeps below it with 0.01 m/s tan a/mu.
func TestBoxOnASlope(t *testing.T) {
	corners := []geom.Vec{{X: 0.3, Y: 0.2, Z: -0.1}, {X: 0.3, Y: -0.2, Z: -0.1}, {X: -0.3, Y: 0.2, Z: -0.1}, {X: -0.3, Y: -0.2, Z: -0.1}}
	const mu, g = 0.5, 9.81
	for _, slope := range []float64{0.1, 0.3, 0.45, 0.7} {
		a := newArena(ramp(slope))
		law := contact.Law{Stiffness: contact.Stiff(50*g, 0.01), Damping: 0.3, Friction: mu, Creep: 0.01}
		angle := math.Atan(slope)
		up, along := geom.Vec{X: -math.Sin(angle), Z: math.Cos(angle)}, geom.Vec{X: math.Cos(angle), Z: math.Sin(angle)}
		sunk := math.Pow(50*g*math.Cos(angle)/4/law.Stiffness, 2.0/3)
		s := vehicle.AtRest(up.Scale(0.1-sunk), 0)
		s.Attitude = geom.FromEuler(0, -angle, 0)
		b := a.add(stone(t, 50, g), s, 5*time.Millisecond, law, corners...)
		var before geom.Vec
		a.kernel.Every(sim.Probe, sim.Time(time.Second), time.Hour, func(now sim.Time) { before = b.At(now).Position })
		a.run(t, 11*time.Second)
		got, want := -b.At(a.kernel.Now()).Position.Sub(before).Dot(along)/10, 0.01*slope/mu
		if slope > mu {
			want = g * (math.Sin(angle) - mu*math.Cos(angle)) * 6 // half way from 1 s to 11 s
		}
		if math.Abs(got/want-1) > 0.05 {
			t.Errorf("slope %g: %g m/s, want %g m/s", slope, got, want)
		}
	}
}

// A thousand vehicles in a box, 1 m apart in x, y and z and none touching, cost at most 1.3 times what they cost apart, 100 m from
// each other. Rounds alternate, and of each 10 ms of simulated time the quickest round counts: such a slice takes about 1 ms, so that a busy machine
// leaves some of them alone. The bodies step each 5 ms, and have no thrusters and no water, which a step of a vehicle would spend more on.
func TestCrowd(t *testing.T) {
	simtest.SkipShort(t, "takes some seconds")
	model := stone(t, 30, 0)
	corners := []geom.Vec{{X: 0.2, Y: 0.2, Z: 0.2}, {X: 0.2, Y: 0.2, Z: -0.2}, {X: 0.2, Y: -0.2, Z: 0.2}, {X: 0.2, Y: -0.2, Z: -0.2}, {X: -0.2, Y: 0.2, Z: 0.2}, {X: -0.2, Y: 0.2, Z: -0.2}, {X: -0.2, Y: -0.2, Z: 0.2}, {X: -0.2, Y: -0.2, Z: -0.2}}
	const slices = 100
	measure := func(spacing float64, best *[slices]float64) {
		k := sim.New(nil)
		touched := func(*Touch) { t.Error("they touch") }
		c := NewContacts(k, nil, touched, touched)
		for i := range 1000 {
			at := geom.Vec{X: float64(i % 10), Y: float64(i / 10 % 10), Z: float64(i/100) - 50/spacing}.Scale(spacing)
			b := NewBody(k, "rov", model.Stepper(0.005, vehicle.RK4), vacuum{}, vehicle.AtRest(at, 0), 5*time.Millisecond, Ignore)
			c.Add(b, Hull{Points: corners, Capsule: solid.Capsule{Radius: 0.35}, Mass: 30, Inertia: geom.Vec{X: 3, Y: 3, Z: 3}, Law: contact.Law{Stiffness: 1e5, Creep: 0.01}})
		}
		c.Start()
		for i := range best {
			begin := time.Now()
			if err := k.Run(t.Context(), sim.Time(time.Duration(i+1)*time.Second/slices)); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(begin).Seconds(); best[i] == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	var inBox, free [slices]float64
	for range 10 {
		measure(100, &free)
		measure(1, &inBox)
	}
	box, apart := floats.Sum(inBox[:]), floats.Sum(free[:])
	if t.Logf("in a box they cost %.2f times what they cost apart", box/apart); box > 1.3*apart {
		t.Errorf("in a box they cost %.2f times what they cost apart", box/apart)
	}
}
