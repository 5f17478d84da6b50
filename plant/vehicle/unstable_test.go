package vehicle

import (
	"math"
	"testing"

	"halocline/sim/geom"
)

// upright returns a hull of RexROV's masses with its centre of buoyancy 0.3 m above that of gravity, and what of its
// linear damping is left in heave and pitch.
func upright(heave, pitch float64) Body {
	b := simple()
	b.Buoyancy = geom.Vec{Z: 0.3}
	b.Linear[Heave][Heave], b.Linear[Pitch][Pitch] = heave, pitch
	return b
}

// With m1 = 1862.87 + 779.79 = 2642.66 kg, m3 = 1862.87 + 3659.9 = 5522.77 kg, M = 3659.9 - 779.79 = 2880.11 kg, I =
// 794.2 + 842.69 = 1636.89 kg m2 and K = 1862.87 x 9.8 x 0.3 = 5476.84 N m, without damping of heave
//
//	U^2 = K m3 / (M m1) = 5476.84 x 5522.77 / (2880.11 x 2642.66) = 3.97407 (m/s)^2,  U = 1.99350 m/s,
//
// whatever the damping of pitch, and with Z = 728.4 N s/m and D = 309.77 N m s
//
//	U^2 = (D Z + K D m3^2 / (I Z + D m3)) / (M m1) = (225636 + 17824600) / 7611150 = 2.37155,  U = 1.53998 m/s.
//
// With much damping of heave, Z -> inf, the hull goes where its bow points: D Z / (M m1) beyond all speeds; here 1e6 N s/m
// and 5000 N m s are 25.7 m/s. A hull with the same added mass ahead as across has no Munk's moment.
func TestUnstableByRouth(t *testing.T) {
	ball := upright(0, 0)
	ball.AddedMass = Diagonal(Six{500, 500, 500, 100, 100, 100})
	for _, c := range []struct {
		name string
		body Body
		want float64
	}{
		{"undamped", upright(0, 0), 1.99350},
		{"pitch damped", upright(0, 309.77), 1.99350},
		{"both damped", upright(728.4, 309.77), 1.53998},
		{"follows its bow", upright(1e6, 5000), math.Inf(1)},
		{"a ball", ball, math.Inf(1)},
	} {
		got := build(t, c.body, nil, nil).Unstable(1000, 20)
		if math.Abs(got/c.want-1) > 0.01 && got != c.want {
			t.Errorf("%s: unstable from %.5f m/s on, not %.5f", c.name, got, c.want)
		}
	}
}

// A thruster 0.5 m above the middle of a ball turns it with half of its force; the righting moment is 5476.84 N m at
// most. What drags acts at the middle, and turns nothing. With 95 % of that it tilts to asin 0.95 = 71.8 degrees and stays
// there, with 105 % it turns over. Damping keeps it from swinging through.
func TestTips(t *testing.T) {
	for share, over := range map[float64]bool{0.95: false, 1.05: true} {
		b := upright(3000, 20_000)
		b.AddedMass = Diagonal(Six{500, 500, 500, 100, 100, 100})
		most := share * 5476.84 / 0.5
		m := build(t, b, []Thruster{{Position: geom.Vec{Z: 0.5}, Axis: geom.Vec{X: 1}, Max: most, MaxAstern: most / 2, Curve: Curve{Ahead: 1e-3, Astern: 1e-3}}}, nil)
		a, err := NewAllocation(m, nil, Surge)
		if err != nil {
			t.Fatal(err)
		}
		axis, force, moment := m.Tips(a, []Axis{Surge})
		if axis != Surge || math.Abs(force-most) > 1e-6 || math.Abs(moment-most/2) > 1e-6 {
			t.Errorf("%g N along %v turn it with %g N m, not %g N with %g N m", force, axis, moment, most, most/2)
		}
		s, in, lowest := AtRest(geom.Vec{Z: -100}, 0), new(Input), 1.0
		in[0] = most
		step := m.Stepper(0.01, RK4)
		for range 20_000 {
			step.stride(&s, in, still())
			lowest = min(lowest, s.Attitude.Rotate(geom.Vec{Z: 1}).Z)
		}
		if tilt := math.Acos(lowest) * 180 / math.Pi; over != (tilt > 90) || !over && math.Abs(tilt-71.8) > 0.5 {
			t.Errorf("with %g of the righting moment it tilts to %.1f degrees", share, tilt)
		}
	}
	all := build(t, simple(), pushers(), nil)
	a, err := NewAllocation(all, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, moment := all.Tips(a, Axes()); moment > 1e-6 {
		t.Errorf("thrusters that act on all axes turn it with %g N m", moment)
	}
}
