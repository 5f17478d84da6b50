package vehicle

import (
	"testing"

	"halocline/sim/geom"
)

func BenchmarkStepRexROV(b *testing.B) {
	m := rexrov(b)
	s := AtRest(geom.Vec{Z: -20}, 0)
	in := &Input{}
	for i := range m.Thrusters {
		in[i] = 100
	}
	w := &Water{Density: 1025}
	b.ReportAllocs()
	step := m.Stepper(1e-3, RK4)
	for b.Loop() {
		step.stride(&s, in, w)
	}
	if s.Fault() != "" {
		b.Fatal("not finite")
	}
}

// rexrov returns a vehicle with the constants of RexROV and eight thrusters
// around it.
func rexrov(t testing.TB) *Model {
	b := Body{
		Mass: 1862.87, Volume: 1.83826, Gravity: 9.8,
		Inertia:  [3]geom.Vec{{X: 525.39, Y: 1.44, Z: 33.41}, {X: 1.44, Y: 794.2, Z: 2.6}, {X: 33.41, Y: 2.6, Z: 691.23}},
		Buoyancy: geom.Vec{Z: 0.3},
		AddedMass: FromFRD(Matrix{
			{779.79, -6.8773, -103.32, 8.5426, -165.54, -7.8033},
			{-6.8773, 1222, 51.29, 409.44, -5.8488, 62.726},
			{-103.32, 51.29, 3659.9, 6.1112, -386.42, 10.774},
			{8.5426, 409.44, 6.1112, 534.9, -10.027, 21.019},
			{-165.54, -5.8488, -386.42, -10.027, 842.69, -1.1162},
			{-7.8033, 62.726, 10.775, 21.019, -1.1162, 224.32},
		}),
		Linear:    Diagonal(Six{74.82, 69.48, 728.4, 268.8, 309.77, 105}),
		Quadratic: Diagonal(Six{748.22, 992.53, 1821.01, 672, 774.44, 523.27}),
	}
	var thrusters []Thruster
	for i := range 8 {
		axis := geom.Vec{X: 1}
		if i > 3 {
			axis = geom.Vec{Z: 1}
		}
		thrusters = append(thrusters, Thruster{
			Position: geom.Vec{X: float64(i%2) - 0.5, Y: float64(i/2%2) - 0.5}, Axis: axis,
			Curve: Curve{Ahead: 0.00031, Astern: 0.00031}, Lag: 0.05, Max: 2000, MaxAstern: 2000,
		})
	}
	m, err := NewModel(b, thrusters, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
