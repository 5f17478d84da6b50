package vehicle

import (
	"math"
	"strings"
	"testing"

	"halocline/sim/geom"
)

// The sum of what the thrusters do is what was asked for, on all six axes.
func TestAllocationGivesWhatIsAsked(t *testing.T) {
	m := build(t, simple(), pushers(), nil)
	tau := Six{100, -50, 30, 10, -20, 40}
	for _, weights := range [][]float64{nil, {1, 2, 3, 4, 5, 6}} {
		a, err := NewAllocation(m, weights)
		if err != nil {
			t.Fatal(err)
		}
		var in Input
		a.Thrusts(&tau, &in)
		var sum Six
		for i, th := range m.Thrusters {
			for j, v := range six(th.Axis, th.Position.Cross(th.Axis)) {
				sum[j] += v * in[i]
			}
		}
		for i := range tau {
			near(t, Axis(i).String(), sum[i], tau[i], 1e-9)
		}
	}
}

// Four thrusters at 45 degrees to the axes, as on many ROVs: 100 N ahead is 100/(4
// cos 45) each. With arms of 0.1888 m, 10 N m of yaw is 10/(4 x 0.1888) each, with
// the signs of their levers.
func TestVectoredThrusters(t *testing.T) {
	m := build(t, simple(), vectored(), nil)
	a, err := NewAllocation(m, nil, Surge, Sway, Yaw)
	if err != nil {
		t.Fatal(err)
	}
	root := 1 / math.Sqrt2
	for _, c := range []struct {
		tau  Six
		want [4]float64
	}{
		{Six{Surge: 100}, [4]float64{25 / root, 25 / root, 25 / root, 25 / root}},
		{Six{Sway: 60}, [4]float64{15 / root, -15 / root, -15 / root, 15 / root}},
		{Six{Yaw: 10}, [4]float64{2.5 / (0.267 * root), -2.5 / (0.267 * root), 2.5 / (0.267 * root), -2.5 / (0.267 * root)}},
		{Six{Heave: 100, Roll: 5, Pitch: 5}, [4]float64{}},
		// 200 N ahead and 200 N to the left ask 100/root = 141 N of two thrusters,
		// which give 40 N, and nothing of the others.
		{Six{Surge: 200, Sway: 200}, [4]float64{40, 0, 0, 40}},
		{Six{Surge: -200, Sway: -200}, [4]float64{-30, 0, 0, -30}},
		{Six{Surge: 100, Sway: 8}, [4]float64{27 / root, 23 / root, 23 / root, 27 / root}},
		// 150 N ahead and 50 N to the left ask 50/root = 70.7 N of two and 25/root of the
		// others. The first give 40 N, a share of 40 root/50, and the others that share:
		// the force still points atan(1/3) to the left.
		{Six{Surge: 150, Sway: 50}, [4]float64{40, 20, 20, 40}},
		// A moment of 10 N m takes +-2.5/(0.267 root) = 13.24 N, which leaves the two that
		// it drives ahead 40 - 13.24 N of a force of 200 N, 50/root = 70.7 N of each.
		{Six{Surge: 200, Yaw: 10}, [4]float64{40, 40 - 5/(0.267*root), 40, 40 - 5/(0.267*root)}},
		// One of 30 N m asks +-39.7 N, and they give 30 N astern: nothing is left for a force
		// astern.
		{Six{Surge: -10, Yaw: 30}, [4]float64{30, -30, 30, -30}},
	} {
		in := Input{}
		a.Thrusts(&c.tau, &in)
		for i, want := range c.want {
			near(t, "thrust", in[i], want, 1e-9)
		}
	}
}

// vectored returns four thrusters at (+-0.156, +-0.111) m at 45 degrees, of 40 N
// ahead and 30 N astern: front right, front left, back right, back left.
func vectored() []Thruster {
	var out []Thruster
	for _, p := range [][4]float64{{0.156, -0.111, 1, 1}, {0.156, 0.111, 1, -1}, {-0.156, -0.111, 1, -1}, {-0.156, 0.111, 1, 1}} {
		out = append(out, Thruster{
			Position: geom.Vec{X: p[0], Y: p[1]}, Axis: direction(geom.Vec{X: p[2], Y: p[3]}),
			Curve: Curve{Ahead: 1, Astern: 1}, Max: 40, MaxAstern: 30,
		})
	}
	return out
}

// Two thrusters side by side share in inverse proportion to their weights, which
// minimises w1 f1^2 + w2 f2^2 with f1 + f2 given.
func TestWeights(t *testing.T) {
	pair := Thruster{Axis: geom.Vec{X: 1}, Curve: Curve{Ahead: 1, Astern: 1}, Max: 1000, MaxAstern: 1000}
	m := build(t, simple(), []Thruster{pair, pair}, nil)
	a, err := NewAllocation(m, []float64{1, 3}, Surge)
	if err != nil {
		t.Fatal(err)
	}
	var in Input
	a.Thrusts(&Six{100}, &in)
	near(t, "light", in[0], 75, 1e-9)
	near(t, "heavy", in[1], 25, 1e-9)
}

// What cannot be shared out is refused.
func TestAllocationFaults(t *testing.T) {
	m := build(t, simple(), vectored(), nil)
	for _, c := range []struct {
		weights []float64
		axes    []Axis
		want    string
	}{
		{nil, nil, "the thrusters cannot give heave, roll, pitch"},
		{nil, []Axis{Surge, Heave}, "the thrusters cannot give heave"},
		{nil, []Axis{Heave}, "the thrusters cannot give heave"},
		{nil, []Axis{Surge, Surge}, "the thrusters cannot give surge, surge independently of each other"},
		{[]float64{1, 1, 1}, []Axis{Surge}, "3 weights are given for 4 thrusters"},
		{[]float64{1, 1, 0, 1}, []Axis{Surge}, "weight 3 is 0; write a positive number"},
		{[]float64{1, 1, 1, math.Inf(1)}, []Axis{Surge}, "weight 4 is +Inf; write a positive number"},
	} {
		_, err := NewAllocation(m, c.weights, c.axes...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	// Two thrusters ahead at 0.5 m above the origin and 1 m to either side of it cannot
	// push without turning the bow down; yaw they give by themselves.
	pair := []Thruster{m.Thrusters[0], m.Thrusters[0]}
	for i, y := range []float64{1, -1} {
		pair[i].Axis, pair[i].Position = geom.Vec{X: 1}, geom.Vec{Y: y, Z: 0.5}
	}
	_, err := NewAllocation(build(t, simple(), pair, nil), nil, Surge, Yaw, Pitch)
	if err == nil || err.Error() != "the thrusters cannot give surge, pitch independently of each other" {
		t.Error(err)
	}
	if _, err := NewAllocation(build(t, simple(), nil, nil), nil); err == nil {
		t.Error("a vehicle without thrusters is given an allocation")
	}
	m.Controls = []Axis{Surge, Yaw}
	if _, err := NewAllocation(m, nil); err != nil {
		t.Error("the axes are not those of Controls:", err)
	}
}
