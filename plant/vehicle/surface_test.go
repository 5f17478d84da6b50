package vehicle

import (
	"math"
	"math/rand/v2"
	"testing"

	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/simtest"
)

// openWater returns water with a free surface.
func openWater(density float64) *Water { return &Water{Density: density, Free: true} }

// floater returns a body of a mass and a volume whose centres lie at its origin, with added mass along all
// axes and without drag.
func floater(t *testing.T, mass, volume, added, draught float64) *Model {
	t.Helper()
	i := mass * draught * draught / 6
	m, err := NewModel(Body{
		Mass: mass, Volume: volume, Draught: draught, Gravity: 9.81,
		Inertia:   [3]geom.Vec{{X: i}, {Y: i}, {Z: i}},
		AddedMass: Diagonal(Six{added, added, added, i / 5, i / 5, i / 5}),
	}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A body floats where it displaces its own mass, and bobs about that: with phi* = m/(rho V) under water its
// centre is at d (1/2 - phi*), and omega^2 = rho g A/(m + phi* A33) with A = V/d.
func TestBobbing(t *testing.T) {
	for _, c := range []struct{ mass, volume, added, draught float64 }{
		{80, 0.1, 60, 0.5}, {80, 0.1, 0, 0.5}, {20, 0.1, 100, 0.5}, {95, 0.1, 30, 1.5},
	} {
		m := floater(t, c.mass, c.volume, c.added, c.draught)
		const density, dt = 1000.0, 1e-3
		share := c.mass / (density * c.volume)
		rest := c.draught * (0.5 - share)
		amplitude := 0.2 * min(share, 1-share) * c.draught
		s := AtRest(geom.Vec{Z: rest + amplitude}, 0)
		st := m.Stepper(dt, RK4)
		omega := math.Sqrt(density * 9.81 * c.volume / c.draught / (c.mass + share*c.added))
		// Time of ten periods, from one passing of the rest downwards to another.
		var passed []float64
		before := s.Position.Z - rest
		for k := 1; len(passed) < 11 && k < 1e6; k++ {
			_ = st.Step(&s, &Input{}, openWater(density), nil, dt)
			now := s.Position.Z - rest
			if before > 0 && now <= 0 {
				passed = append(passed, (float64(k)-now/(now-before))*dt)
			}
			before = now
		}
		got := 2 * math.Pi * 10 / (passed[10] - passed[0])
		if math.Abs(got*got/(omega*omega)-1) > 0.02 {
			t.Errorf("%+v: omega^2 is %g, want %g", c, got*got, omega*omega)
		}
	}
}

// Dropped anyhow, anyhow turned and turning, a body without thrust loses energy: the sum of its kinetic energy, with
// the share of the water that it moves, of gravity and of buoyancy never grows. The work of the lift from the water is that of
// phi over the height of its centre: rho V g int phi dh.
func TestDropsMakeNoEnergy(t *testing.T) {
	simtest.SkipShort(t, "it drops a thousand bodies, in 9 s")
	rnd := rand.New(rand.NewPCG(11, 12))
	for range 1000 {
		b := Body{Mass: 20 + 100*rnd.Float64(), Volume: 0.1, Draught: 0.2 + rnd.Float64(), Gravity: 9.81}
		i := func() float64 { return b.Mass * 0.05 * (1 + rnd.Float64()) }
		b.Inertia = [3]geom.Vec{{X: i()}, {Y: i()}, {Z: i()}}
		b.Buoyancy = geom.Vec{X: 0.1 * rnd.NormFloat64(), Y: 0.1 * rnd.NormFloat64(), Z: 0.1 * rnd.NormFloat64()}
		b.Weight = geom.Vec{X: 0.02 * rnd.NormFloat64(), Z: 0.02 * rnd.NormFloat64()}
		b.AddedMass = Diagonal(Six{80 * rnd.Float64(), 80 * rnd.Float64(), 80 * rnd.Float64(), i(), i(), i()})
		b.AddedMass[0][4], b.AddedMass[4][0] = 1, 1
		if rnd.IntN(2) == 0 {
			b.Quadratic = Diagonal(Six{50, 50, 50, 5, 5, 5})
		}
		m, err := NewModel(b, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := AtRest(geom.Vec{Z: 3 * rnd.NormFloat64()}, 0)
		s.Attitude = geom.FromEuler(6*rnd.Float64(), rnd.Float64(), 6*rnd.Float64())
		for k := range s.Velocity {
			s.Velocity[k] = 0.5 * rnd.NormFloat64()
		}
		const dt = 1e-3
		st, w := m.Stepper(dt, RK4), openWater(1000)
		scale := b.Mass*9.81*b.Draught + math.Abs(energyAfloat(m, &s, w))
		before := energyAfloat(m, &s, w)
		for k := range 5000 {
			_ = st.Step(&s, &Input{}, w, nil, dt)
			now := energyAfloat(m, &s, w)
			if now > before+1e-5*scale {
				t.Fatalf("%+v: after %d steps the energy grows by %g J in one, at %+v", b, k, now-before, s)
			}
			before = min(before, now)
		}
	}
}

// energyAfloat returns the energy of a body about a surface at 0, J.
func energyAfloat(m *Model, s *State, w *Water) float64 {
	up := s.Attitude.RotateInverse(geom.Vec{Z: 1})
	height := s.Position.Z + up.Dot(m.Buoyancy)
	d := m.Draught
	wet := submerged(height, d)
	mass := m.rigid()
	kinetic := 0.0
	for i := range mass {
		for j := range mass[i] {
			kinetic += s.Velocity[i] * (mass[i][j] + wet*m.AddedMass[i][j]) * s.Velocity[j] / 2
		}
	}
	// int_{-d/2}^{h} phi dh within the surface, more below it and no more above.
	lift := 0.0
	switch {
	case height < -d/2:
		lift = height + d/2
	case height > d/2:
		lift = d / 2
	default:
		lift = (height + d/2) - (height+d/2)*(height+d/2)/(2*d)
	}
	return kinetic + m.Mass*m.Gravity*(s.Position.Z+up.Dot(m.Weight)) - w.Density*m.Volume*m.Gravity*lift
}

// A thruster gives nothing in air, half of it halfway out, and all of it below.
func TestThrusterOutOfTheWater(t *testing.T) {
	b := floater(t, 100, 0.2, 0, 0.5).Body
	m, err := NewModel(b, []Thruster{{Axis: geom.Vec{X: 1}, Position: geom.Vec{Z: -0.3}, Max: 50, MaxAstern: 50, Curve: Curve{Ahead: 1, Astern: 1}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ height, share float64 }{{0.5, 0}, {0.3, 0.5}, {0.25, 0.75}, {0.2, 1}, {-3, 1}} {
		s := AtRest(geom.Vec{Z: c.height}, 0)
		s.Inner[0] = math.Sqrt(50) // 50 N
		near(t, "acceleration ahead", m.Acceleration(&s, openWater(1000))[Surge], c.share*50/100, 1e-12)
	}
}

// Where all of it is under water a vehicle moves as in water without a surface, but for the last digits.
func TestUnderTheSurface(t *testing.T) {
	m := build(t, coupled(t), pushers(), anyFins(rng.New(1).Stream("fins")))
	s, deep := AtRest(geom.Vec{Z: m.surfacing + 1e-9}, 0.3), AtRest(geom.Vec{Z: m.surfacing + 1e-9}, 0.3)
	s.Velocity = Six{0.5, -0.2, -0.1, 0.1, 0.2, -0.3}
	deep.Velocity = s.Velocity
	w := Water{Density: 1025, Current: geom.Vec{X: 0.2}, Shear: geom.Vec{Y: 0.1}, Change: geom.Vec{Y: 0.01}}
	free := w
	free.Free = true
	got, want := m.Acceleration(&s, &free), m.Acceleration(&deep, &w)
	for i := range got {
		near(t, "acceleration", got[i], want[i], 1e-12)
	}
}
