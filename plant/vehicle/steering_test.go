package vehicle

import (
	"math"
	"strings"
	"testing"

	"halocline/sim/geom"
)

// tails returns a rudder and planes at the stern and planes at the bow, of 0.01 m2 each, and a
// plate that stands for a hull: at 1000 Pa a fin gives 1000 x 0.01 x 2 = 20 N for each rad, 1 m
// behind the origin 20 N m.
func tails() []Fin {
	back, bow := geom.Vec{X: -1}, geom.Vec{X: 2}
	fin := Fin{Position: back, Chord: geom.Vec{X: 1}, Area: 0.01, Slope: 2, MaxAngle: 0.3}
	rudder, planes, ahead, hull := fin, fin, fin, fin
	rudder.Hinge, planes.Hinge, ahead.Hinge, hull.Hinge = geom.Vec{Z: -1}, geom.Vec{Y: -1}, geom.Vec{Y: -1}, geom.Vec{Z: -1}
	ahead.Position = bow
	hull.MaxAngle = 0
	return []Fin{rudder, planes, ahead, hull}
}

// The shares by hand: the rudder alone turns. In pitch the fins have 20 and -40 N m/rad, and the
// least angles for 10 N m are 10 (20, -40)/(20^2 + 40^2) = (0.1, -0.2) rad. What a model makes of
// the angles is the moment that was asked for, but for the cosine of a fin's own angle.
func TestSteering(t *testing.T) {
	m := build(t, simple(), nil, tails())
	s, err := NewSteering(m, Pitch, Yaw)
	if err != nil {
		t.Fatal(err)
	}
	in := new(Input)
	s.Angles(&Six{Yaw: 0.5, Pitch: 10}, 1000, in)
	near(t, "rudder", in[0], 0.5/20, 1e-12)
	near(t, "planes", in[1], 0.1, 1e-12)
	near(t, "bow planes", in[2], -0.2, 1e-12)
	near(t, "the hull", in[3], 0, 0)
	near(t, "most in yaw", s.Most(Yaw, 1000), 20*0.3, 1e-12)
	near(t, "most in pitch", s.Most(Pitch, 1000), 10*0.3/0.2, 1e-12)

	small := &Six{Yaw: 0.01, Pitch: -0.02}
	s.Angles(small, 1000, in)
	fast := State{Motion: Motion{Attitude: geom.Quat{W: 1}, Velocity: Six{math.Sqrt2}}, Inner: fins(in[:4]...)}
	straight := fast
	straight.Inner = fins()
	got, without := m.Acceleration(&fast, still()), m.Acceleration(&straight, still())
	near(t, "yaw", (got[Yaw]-without[Yaw])*(691.23+224.32), 0.01, 1e-8)
	near(t, "pitch", (got[Pitch]-without[Pitch])*(794.2+842.69), -0.02, 1e-8)

	s.Angles(&Six{Yaw: 100, Pitch: -100}, 1000, in)
	for i, want := range []float64{0.3, 0.3, 0.3, 0} {
		near(t, "clipped", math.Abs(in[i]), want, 0)
	}
	s.Angles(&Six{}, 0, in)
	near(t, "nothing asked for in water at rest", in[0], 0, 0)
}

// A rudder that is built in aslant, by 0.3 rad, gives what the model makes of a small angle to both
// sides in the flow from ahead.
func TestSteeringOfAnInclinedFin(t *testing.T) {
	fin := tails()[0]
	sin, cos := math.Sincos(0.3)
	fin.Chord = geom.Vec{X: cos, Y: sin}
	m := build(t, simple(), nil, []Fin{fin})
	s, err := NewSteering(m, Yaw)
	if err != nil {
		t.Fatal(err)
	}
	in := new(Input)
	s.Angles(&Six{Yaw: 0.01}, 1000, in)
	yaw := func(angle float64) float64 {
		fast := State{Motion: Motion{Attitude: geom.Quat{W: 1}, Velocity: Six{math.Sqrt2}}, Inner: fins(angle)}
		return m.Acceleration(&fast, still())[Yaw] * (691.23 + 224.32)
	}
	near(t, "yaw", (yaw(in[0])-yaw(-in[0]))/2, 0.01, 1e-8)
}

func TestSteeringWithoutFins(t *testing.T) {
	for _, row := range []struct {
		fins []Fin
		want string
	}{
		{nil, "the vehicle has no fins that can turn"},
		{tails()[3:], "the vehicle has no fins that can turn"},
		{tails()[:1], "the fins cannot give pitch"},
	} {
		if _, err := NewSteering(build(t, simple(), nil, row.fins), Pitch, Yaw); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%v, want %q", err, row.want)
		}
	}
}

// Of each pair of pushers one makes as much as the other. Ahead a pair gives 2 x 30 N, astern
// 2 x 10 N; a moment is 2 x 10 N x 1 m in either direction, because one of them goes astern.
func TestMostOfThrusters(t *testing.T) {
	thrusters := pushers()
	for i := range thrusters {
		thrusters[i].Max, thrusters[i].MaxAstern = 30, 10
	}
	a, err := NewAllocation(build(t, simple(), thrusters, nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, axis := range Axes() {
		ahead, astern := a.Most(axis)
		want := [2]float64{60, 20}
		if axis >= Roll {
			want = [2]float64{20, 20}
		}
		near(t, axis.String()+" ahead", ahead, want[0], 1e-9)
		near(t, axis.String()+" astern", astern, want[1], 1e-9)
	}
	one, err := NewAllocation(build(t, simple(), thrusters[:2], nil), nil, Surge)
	if err != nil {
		t.Fatal(err)
	}
	if ahead, astern := one.Most(Heave); !math.IsInf(ahead, 1) || !math.IsInf(astern, 1) {
		t.Errorf("heave, which nothing gives: %g, %g", ahead, astern)
	}
}
