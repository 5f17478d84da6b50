package planttest

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/simtest"
)

// Our own instruments keep the contract.
func TestInstruments(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for name, config := range map[string]func() sensor.Config{
		"imu":   func() sensor.Config { return sensor.DefaultIMU() },
		"depth": func() sensor.Config { return sensor.DefaultDepth() },
		"dvl":   func() sensor.Config { return sensor.DefaultDVL() },
		"gps":   func() sensor.Config { return sensor.DefaultGPS() },
		"ctd":   func() sensor.Config { return sensor.DefaultCTD() },
		"usbl":  func() sensor.Config { return sensor.DefaultFinder() },

		// A profiler has in its last part what it has read before, which looks like other random numbers.
		"altimeter": func() sensor.Config { return sensor.DefaultAltimeter() },
		"multibeam": func() sensor.Config { return sensor.DefaultMultibeam() },
		"scanner":   func() sensor.Config { return sensor.DefaultScanner() },
	} {
		t.Run(name, func(t *testing.T) { Sensor(t, config) })
	}
}

// So do our equations of motion: kinematic, point, and those of a vehicle file with thrusters and a fin.
func TestEquations(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	turning := vehicle.DefaultKinematic()
	turning.Turn = 0.1
	t.Run("kinematic", func(t *testing.T) { Dynamics(t, turning.Build) })
	t.Run("point", func(t *testing.T) { Dynamics(t, vehicle.DefaultPoint().Build) })
	t.Run("model", func(t *testing.T) { Dynamics(t, modelled) })
}

// noted is a T that keeps what it is told.
type noted struct{ said []string }

func (*noted) Helper() {}

func (n *noted) Errorf(format string, args ...any) {
	n.said = append(n.said, fmt.Sprintf(format, args...))
}

// bad is an instrument with one thing wrong.
type bad struct {
	sensor.Timing
	wrong string
	exact bool
	noise *rng.Stream
	kept  []float64
}

func (b *bad) Validate() error { return nil }

func (b *bad) Build(s sensor.Site) (sensor.Sensor, error) {
	name := s.Name
	if b.wrong == "streams" {
		name = "mine"
	}
	return &bad{wrong: b.wrong, exact: s.Exact && b.wrong != "exact", noise: s.Streams.Stream(name), Timing: b.Timing}, nil
}

func (b *bad) Quantities() []sensor.Quantity {
	if b.wrong == "names" {
		return []sensor.Quantity{{Name: "x", Unit: "m"}, {Name: "x", Unit: "m"}}
	}
	return []sensor.Quantity{{Name: "x", Unit: "m"}}
}

func (b *bad) Sample(now sim.Time, s *sensor.Scene, out []float64) (sim.Time, bool) {
	deep := s.Position.Z < -30
	if b.wrong == "draws" && !deep {
		return 0, false
	}
	out[0] = s.Position.X
	if noise := b.noise.Normal(); !b.exact {
		out[0] += noise
	}
	switch b.wrong {
	case "early":
		now--
	case "nothing":
		out[0] = math.NaN()
	case "infinite":
		out[0] = math.Inf(1)
	case "allocates":
		b.kept = make([]float64, 3)
	}
	return now, deep
}

// The kit sees what is wrong with an instrument.
func TestBadInstruments(t *testing.T) {
	for wrong, want := range map[string]string{
		"":          "",
		"names":     "that of another",
		"draws":     "it has drawn other random numbers",
		"early":     "before it is taken",
		"nothing":   "it measures nothing",
		"infinite":  "a number is infinite",
		"allocates": "allocates 1 times",
		"exact":     "without errors it reads",
	} {
		n := &noted{}
		Sensor(n, func() sensor.Config { return &bad{Timing: sensor.Timing{Period: 1e9}, wrong: wrong} })
		if said := strings.Join(n.said, " "); !strings.Contains(said, want) || (want == "") != (said == "") {
			t.Errorf("%s: %q, want %q", wrong, said, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("two instruments may share a stream")
		}
	}()
	Sensor(&noted{}, func() sensor.Config { return &bad{Timing: sensor.Timing{Period: 1e9}, wrong: "streams"} })
}

// sledge is a vehicle with one thing wrong: it is pulled along x.
type sledge struct {
	wrong string
	taken int
	kept  []float64
}

func (s *sledge) Actuators() []vehicle.Actuator {
	if s.wrong == "limits" {
		return []vehicle.Actuator{{Least: 1}}
	}
	return []vehicle.Actuator{{Name: "pull", Unit: "N", Most: 10}}
}

func (s *sledge) Step(m *vehicle.State, in *vehicle.Input, _ *vehicle.Water, load *vehicle.Six, dt float64) error {
	v := m.WorldVelocity()
	if s.wrong == "frame" {
		v.X, v.Y = m.Velocity[0], m.Velocity[1]
	}
	m.Position = m.Position.Add(v.Scale(dt))
	m.Velocity[0] += (in[0] - m.Velocity[0]) * dt
	switch s.taken++; s.wrong {
	case "memory":
		m.Velocity[0] += float64(s.taken) * 1e-9
	case "attitude":
		m.Attitude.W += dt
	case "number":
		m.Inner[3] = math.NaN()
	case "allocates":
		s.kept = make([]float64, 3)
	case "load":
		if load != nil {
			m.Position.Z++
		}
	case "fails":
		return errors.New("it is broken")
	}
	return nil
}

func (s *sledge) Acceleration(m *vehicle.State, in *vehicle.Input, _ *vehicle.Water, _ *vehicle.Six) vehicle.Six {
	if s.wrong == "acceleration" {
		return vehicle.Six{9}
	}
	return vehicle.Six{in[0] - m.Velocity[0]}
}

// The kit sees what is wrong with a vehicle.
func TestBadEquations(t *testing.T) {
	for wrong, want := range map[string]string{
		"":             "",
		"limits":       "gives from 1 to 0",
		"frame":        "and its velocity, in the world, is",
		"memory":       "a step is a function of what it is given",
		"attitude":     "no unit quaternion",
		"number":       "its inner state is not a finite number",
		"allocates":    "a step allocates",
		"load":         "a load of nothing is not the same as none",
		"fails":        "it is broken",
		"acceleration": "and its acceleration is 9",
	} {
		n := &noted{}
		Dynamics(n, func(vehicle.Setup) (vehicle.Dynamics, error) { return &sledge{wrong: wrong}, nil })
		if said := strings.Join(n.said, " "); !strings.Contains(said, want) || (want == "") != (said == "") {
			t.Errorf("%s: %q, want %q", wrong, said, want)
		}
	}
}

// modelled returns the equations of a vehicle file.
func modelled(s vehicle.Setup) (vehicle.Dynamics, error) {
	c := vehicle.Default()
	c.Mass, c.Volume = 100, 0.1
	c.Inertia.XX, c.Inertia.YY, c.Inertia.ZZ = 10, 12, 14
	c.Buoyancy.Z = 0.05
	c.AddedMass.Diagonal = vehicle.Six{10, 50, 60, 1, 5, 6}
	c.Quadratic.Diagonal = vehicle.Six{20, 100, 100, 20, 20, 20}
	for _, y := range []float64{0.3, -0.3} {
		thruster := vehicle.ThrusterConfig{Max: 40}
		thruster.Defaults()
		thruster.Position.Y, thruster.Axis.X = y, 1
		c.Thrusters = append(c.Thrusters, thruster)
	}
	c.Controls = []string{"surge", "yaw"}
	fin := vehicle.FinConfig{Area: 0.02, Slope: 3, MaxAngle: 0.3, MaxRate: 0.5}
	fin.Defaults()
	fin.Position.X, fin.Hinge.Z = -0.8, 1
	c.Fins = append(c.Fins, fin)
	m, err := c.Build()
	if err != nil {
		return nil, err
	}
	return m.Stepper(s.Step, s.Integrator), nil
}
