package fmi

import (
	"context"
	"errors"
	"fmt"
	"math"

	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/trace"
)

// phase is where an instance is in its life.
type phase string

// The phases, in their order.
const (
	instantiated   phase = "instantiated"
	initialization phase = "in initialization mode"
	stepping       phase = "in step mode"
	terminated     phase = "terminated"
)

// Instance is a run of a model that an importer steps. It serves one call at a time; several go on side by side.
type Instance struct {
	model       *Model
	names       trace.Names
	run         *scenarios.Simulation
	fingerprint *trace.Fingerprint
	readings    map[gauge]*reading
	all         []variable // by reference
	phase       phase
	ended       bool
	failed      error
}

// New makes an instance.
func (m *Model) New() (*Instance, error) {
	i := &Instance{model: m, names: m.plan.Names()}
	return i, i.Reset()
}

// Reset makes the instance what it was when it was made.
func (i *Instance) Reset() (err error) {
	i.fingerprint, i.readings = trace.NewFingerprint(), map[gauge]*reading{}
	if i.run, err = i.model.plan.Build(nil, i.fingerprint); err != nil {
		return err
	}
	i.run.Record(i.read)
	i.phase, i.ended, i.failed = instantiated, false, nil
	return i.variables()
}

// Warnings says what is allowed in the scenario and hardly meant.
func (i *Instance) Warnings() []string { return i.run.Warnings() }

// read takes what an instrument has read.
func (i *Instance) read(r scenarios.Reading) {
	if to := i.readings[gauge{r.Node, r.Instrument, r.Name}]; to != nil { // nodes that do not move and have no port are no variables
		to.coming = append(to.coming, r)
	}
}

// in checks that the instance is in a phase.
func (i *Instance) in(p phase, call string) error {
	if i.phase != p {
		return fmt.Errorf("%s is for an instance that is %s, and this one is %s", call, p, i.phase)
	}
	return i.failed
}

// EnterInitialization begins the initialization. A run begins at 0.
func (i *Instance) EnterInitialization(start float64) error {
	if err := i.in(instantiated, "fmi3EnterInitializationMode"); err != nil {
		return err
	}
	if start != 0 {
		return fmt.Errorf("the start time is %g; a run begins at 0", start)
	}
	i.phase = initialization
	return nil
}

// ExitInitialization begins the run.
func (i *Instance) ExitInitialization() error {
	if err := i.in(initialization, "fmi3ExitInitializationMode"); err != nil {
		return err
	}
	i.phase = stepping
	i.run.Start()
	return nil
}

// Step is what came of a step.
type Step struct {
	Reached float64 // s
	Early   bool    // the run ended before the end of the step
	Ended   bool
}

// slack is by how much the importer's time may differ from that of the run, s: it may be a sum of many steps.
const slack = 1e-6

// DoStep goes on. At the end of the run it stays, however often it is asked to go on.
func (i *Instance) DoStep(at, size float64) (Step, error) {
	if err := i.in(stepping, "fmi3DoStep"); err != nil {
		return Step{}, err
	}
	now, to := i.run.Kernel.Now(), at+size
	switch {
	case !(size > 0) || !(to >= 0 && to <= sim.Time(math.MaxInt64).Seconds()):
		return Step{}, fmt.Errorf("a step of %g s from %g s; it has to be above 0, and to end at a time that the run can reach", size, at)
	case !i.ended && math.Abs(at-now.Seconds()) > slack:
		return Step{}, fmt.Errorf("a step from %g s, and the run is at %v; a step begins where the last one ended", at, now)
	}
	if !i.ended {
		var err error
		if i.ended, err = i.run.RunUntil(context.Background(), max(now, sim.Time(math.Round(to*1e9)))); err != nil {
			i.failed = err
			return Step{}, err
		}
		now = i.run.Kernel.Now()
		for _, r := range i.readings {
			r.advance(now)
		}
		if i.ended {
			if _, i.failed = i.run.Close(); i.failed != nil {
				return Step{}, i.failed
			}
		}
	}
	reached := now.Seconds()
	return Step{Reached: reached, Early: i.ended && reached < to-slack, Ended: i.ended}, nil
}

// Terminate ends the run where it is.
func (i *Instance) Terminate() error {
	if err := i.in(stepping, "fmi3Terminate"); err != nil {
		return err
	}
	i.phase = terminated
	_, err := i.run.Close()
	return err
}

// Number returns a Float64.
func (i *Instance) Number(reference uint32) (float64, error) {
	v, err := i.find(reference, float)
	switch {
	case err != nil:
		return 0, err
	case v.causality == input:
		return v.value, nil
	}
	return v.number(i.run.Kernel.Now()), nil
}

// Truth returns a Boolean.
func (i *Instance) Truth(reference uint32) (bool, error) {
	v, err := i.find(reference, boolean)
	if err != nil {
		return false, err
	}
	return v.truth(i.run.Kernel.Now()), nil
}

// Text returns a String.
func (i *Instance) Text(reference uint32) (string, error) {
	v, err := i.find(reference, text)
	switch {
	case err != nil:
		return "", err
	case v.causality == input:
		return v.written, nil
	}
	return v.word(), nil
}

// SetNumber has a value come in through a port.
func (i *Instance) SetNumber(reference uint32, value float64) error {
	v, err := i.find(reference, float)
	if err == nil {
		err = i.bring(v, &scenarios.Input{Value: value})
	}
	if err == nil {
		v.value = value
	}
	return err
}

// SetText has bytes come in through a port.
func (i *Instance) SetText(reference uint32, data string) error {
	v, err := i.find(reference, text)
	if err == nil {
		err = i.bring(v, &scenarios.Input{Data: data})
	}
	if err == nil {
		v.written = data
	}
	return err
}

// bring has something come in now. At the end of the run it is dropped: there is nobody to take it.
func (i *Instance) bring(v *variable, in *scenarios.Input) error {
	switch {
	case v.causality != input:
		return fmt.Errorf("variable %s is an %s, and cannot be set", v.name, v.causality)
	case i.phase == terminated:
		return fmt.Errorf("variable %s cannot be set any more; the run is terminated", v.name)
	case i.failed != nil:
		return errors.Join(errors.New("the run has failed"), i.failed)
	case i.ended:
		return nil
	}
	in.At, in.Port = i.run.Kernel.Now(), v.port
	return i.run.Bring(*in)
}
