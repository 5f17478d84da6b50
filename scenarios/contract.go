package scenarios

import (
	"errors"
	"fmt"
	"math"

	"halocline/phy"
	"halocline/plant/program"
	"halocline/plant/sensor"
)

// What a model of any module has to keep beyond its types is checked here, once, when a run is built: so it is a
// fault at the key that chose the model, and not a panic of ours later or a number that means nothing.

// errNothing says that a method of a model returns nil without an error.
func errNothing(method string) error {
	return fmt.Errorf("%s of this model returns nil and no error; have it return one of them", method)
}

// checkTiming returns why an instrument cannot be asked when its configuration says.
func checkTiming(t sensor.Timing) error {
	if t.Interval() <= 0 || t.Due(0) < 0 || t.Latency < 0 {
		return fmt.Errorf("Schedule of this model returns a period of %v, a start at %v and a latency of %v; give a period above 0, and neither a start nor a latency below", t.Interval(), t.Start, t.Latency)
	}
	return nil
}

// checkQuantities returns why the readings of an instrument could not be told apart.
func checkQuantities(s sensor.Sensor) error {
	seen := map[string]bool{}
	for _, q := range s.Quantities() {
		if q.Name == "" || seen[q.Column()] {
			return fmt.Errorf("Quantities of this model has %q, which is no name or that of another one; give each a name of its own", q.Column())
		}
		seen[q.Column()] = true
	}
	if len(seen) == 0 {
		return errors.New("Quantities of this model has none; an instrument reads one number at least")
	}
	return nil
}

// checkNoise returns why the noise of a channel is none.
func checkNoise(c phy.Channel) error {
	if n := c.Noise(); !(n >= 0) || math.IsInf(n, 1) {
		return fmt.Errorf("Noise of this model is %g; a power is a finite number from 0 on", n)
	}
	return nil
}

// checkPorts returns why values could not come in through the ports of a program.
func checkPorts(r program.Running) error {
	ported, ok := r.(program.Ported)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for _, p := range ported.Ports() {
		switch {
		case p.Name == "" || seen[p.Name]:
			return fmt.Errorf("Ports of this program has %q, which is no name or that of another one; give each a name of its own", p.Name)
		case p.In == nil:
			return fmt.Errorf("port %q of this program has no function In; nothing could come in", p.Name)
		}
		seen[p.Name] = true
	}
	return nil
}
