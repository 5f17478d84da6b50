package vehicle

import (
	"math"
	"strconv"
	"strings"

	"halocline/sim/geom"
)

// Dynamics are the equations of motion of a vehicle: those of a Model, by its Stepper, or others, such as
// the three of KinematicConfig. A plant.Body carries them through time.
//
// What a vehicle can do beside that, it says by having the methods of the interfaces below, and those
// who need one say so where it is missing. Package plant/planttest has a test that dynamics keep this contract.
type Dynamics interface {
	// Actuators returns what can be asked of the vehicle, in the order of an Input, always the same.
	Actuators() []Actuator
	// Step carries a state through dt seconds, with the input, the water and the load held. The
	// load is a force in N and a moment in N m about the origin, in the body frame, from what is around
	// the vehicle; nil is none. An error ends the run.
	//
	// A step is a function of what it is given: bodies try steps on copies of their state. A vehicle
	// whose state does not fit into Inner, such as a model of another program, keeps in Inner the number
	// of the step, and goes back to what it was then when it gets one of before.
	Step(s *State, in *Input, w *Water, load *Six, dt float64) error
}

// Actuator is something that a vehicle can be asked for.
type Actuator struct {
	Name        string  // such as port; it may be empty
	Unit        string  // of what is asked, such as N of a thruster and rad of a fin
	Least, Most float64 // that it gives
	Powered     bool    // it gives nothing without power, as a thruster; a fin stays where it is
	Where       string  // words that tell it from others, such as fore port; may be empty
}

// Input is what is asked of the actuators, in the order of Dynamics.Actuators.
type Input [MaxActuators]float64

// The numbers of actuators and of inner states are bounded, so that an input and a state are values
// without pointers.
const (
	MaxActuators = MaxThrusters + MaxFins
	MaxInner     = MaxThrusters + MaxFins
)

// The following are what Dynamics may be too.
type (
	// Accelerating are Dynamics that know their acceleration. That of others is taken from a short step.
	Accelerating interface {
		// Acceleration returns the rate of change of the velocity in the body frame, m/s2 and rad/s2.
		Acceleration(s *State, in *Input, w *Water, load *Six) Six
	}
	// Observed are Dynamics whose inner state a probe shows.
	Observed interface {
		Outputs() []Quantity
		// Observe writes a number for each of the outputs.
		Observe(s *State, out []float64)
	}
	// Powered are Dynamics that know the power of their thrusters.
	Powered interface {
		Power(s *State) float64                  // electrical, W; NaN where it is not known
		Work(s *State, current geom.Vec) float64 // mechanical, on the vehicle against the water, W
	}
	// Allocating are Dynamics whose actuators can be asked for a force and a moment.
	Allocating interface {
		// Controlled returns the axes that the actuators are there for; none are all six.
		Controlled() []Axis
		// Allocate returns how these are shared out, along some axes; without axes, along those that the
		// actuators are there for. It is an error if they cannot act on the axes independently.
		Allocate(axes ...Axis) (Allocator, error)
		// Force returns the force in N in the body frame that an input makes.
		Force(in *Input) geom.Vec
	}
	// Linear are Dynamics that are known about rest, along each axis alone: what gains and predictors
	// are made from.
	Linear interface {
		Masses() Six   // with what the water adds, kg and kg m2
		Dampings() Six // of slow motion, N s/m and N m s
	}
	// Prepared are Dynamics whose inner state is not all zero at the beginning.
	Prepared interface {
		// Prepare sets the inner state of a vehicle whose motion is set.
		Prepare(s *State)
	}
	// Commanded are Dynamics that are asked for something from the beginning on.
	Commanded interface{ Command() Input }
	// Directed are Dynamics that can be asked for a velocity.
	Directed interface {
		// Direct returns the input for a wanted velocity through the water, in m/s in the world frame, and a wanted
		// heading in rad.
		Direct(velocity geom.Vec, heading float64, s *Motion) Input
		// Sways reports whether it goes in any direction, however it heads.
		Sways() bool
	}
	// Modelled are Dynamics by the coefficients of a vehicle file.
	Modelled interface{ Coefficients() *Model }
)

// Allocator shares a wanted force and moment out among actuators.
type Allocator interface {
	// Thrusts asks the actuators for the force in N and the moment in N m, as far as they can, and reports
	// whether they can.
	Thrusts(tau *Six, in *Input) (able bool)
	// Most returns the greatest force or moment along an axis alone, in its direction and against it.
	Most(axis Axis) (ahead, astern float64)
}

// DynamicsConfig describes a vehicle by other equations than those of a vehicle file. Package
// scenarios/strict has the tags of its fields.
type DynamicsConfig interface {
	Validate() error
	Build(Setup) (Dynamics, error) // an error of package fault names the key that is wrong
}

// Setup is what a vehicle is built from, beside its configuration.
type Setup struct {
	Step       float64                           // usual length of a step, s
	Integrator Integrator                        // how a step is taken, where there is a choice
	Open       func(name string) ([]byte, error) // a file beside the scenario
}

// Actuators returns the thrusters, and then the fins.
func (m *Model) Actuators() []Actuator {
	var all []Actuator
	for i := range m.Thrusters {
		t := &m.Thrusters[i]
		all = append(all, Actuator{Name: t.Name, Unit: "N", Least: -t.MaxAstern, Most: t.Max, Powered: true, Where: t.where()})
	}
	for _, f := range m.Fins {
		all = append(all, Actuator{Name: f.Name, Unit: "rad", Least: -f.MaxAngle, Most: f.MaxAngle})
	}
	return all
}

// where says at which end and on which side of the vehicle a thruster is, by more than a quarter of its distance from the middle, and
// whether it pushes up and down, within 45 degrees.
func (t *Thruster) where() string {
	var words []string
	far := math.Hypot(t.Position.X, t.Position.Y) / 4
	switch {
	case far == 0:
	case t.Position.X > far:
		words = append(words, "fore")
	case t.Position.X < -far:
		words = append(words, "aft")
	}
	switch {
	case far == 0:
	case t.Position.Y > far:
		words = append(words, "port")
	case t.Position.Y < -far:
		words = append(words, "starboard")
	}
	if math.Abs(t.Axis.Z) > math.Sqrt2/2 {
		words = append(words, "upright")
	}
	return strings.Join(words, " ")
}

// Outputs names the thrust of each rotor in water at rest and the angle of each fin, by its name or else by its
// number from 1.
func (m *Model) Outputs() []Quantity {
	var all []Quantity
	named := func(what, name string, i int, unit string) {
		if name == "" {
			name = strconv.Itoa(i + 1)
		}
		all = append(all, Quantity{Name: what + "_" + name, Unit: unit})
	}
	for i, t := range m.Thrusters {
		named("thrust", t.Name, i, "N")
	}
	for i, f := range m.Fins {
		named("angle", f.Name, i, "rad")
	}
	return all
}

// Observe implements Observed.
func (m *Model) Observe(s *State, out []float64) {
	for i := range m.Thrusters {
		out[i] = m.Thrust(s, i)
	}
	copy(out[len(m.Thrusters):], s.Inner[firstFin:firstFin+len(m.Fins)])
}

// Controlled implements Allocating.
func (m *Model) Controlled() []Axis { return m.Controls }

// Allocate implements Allocating: it is NewAllocation.
func (m *Model) Allocate(axes ...Axis) (Allocator, error) {
	a, err := NewAllocation(m, nil, axes...)
	if err != nil {
		return nil, err
	}
	return a, nil
}

// Masses implements Linear.
func (m *Model) Masses() Six {
	out := Six{m.Mass, m.Mass, m.Mass, m.Inertia[0].X, m.Inertia[1].Y, m.Inertia[2].Z}
	for i := range out {
		out[i] += m.AddedMass[i][i]
	}
	return out
}

// Dampings implements Linear.
func (m *Model) Dampings() Six {
	var out Six
	for i := range out {
		out[i] = m.Linear[i][i]
	}
	return out
}

// Coefficients implements Modelled.
func (m *Model) Coefficients() *Model { return m }

// Steered returns a state of a motion whose fins stand where an input has them.
func (m *Model) Steered(motion Motion, in *Input) State {
	s := State{Motion: motion}
	copy(s.Inner[firstFin:], in[len(m.Thrusters):len(m.Thrusters)+len(m.Fins)])
	return s
}
