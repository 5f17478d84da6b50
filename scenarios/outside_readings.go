package scenarios

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"halocline/plant/program"
	"halocline/plant/sensor"
	"halocline/scenarios/strict"
	"halocline/sim"
)

// port returns where the readings of a real instrument come in: an object of JSON with numbers by the names of quantities. One that is left out
// was not measured.
func (i *instrument) port(s *Simulation) program.Port {
	var example []string
	for _, q := range i.sensor.Quantities() {
		example = append(example, fmt.Sprintf("%q: 0 in %s", q.Name, q.Unit))
	}
	return program.Port{
		Name: "instruments." + i.name, Unit: "JSON", Doc: "what it reads, or a part of it: {" + strings.Join(example, ", ") + "}",
		Check: func(_ float64, data string) error { return i.parse(data, make([]float64, len(i.values))) },
		Take: func(now sim.Time, data string) {
			if s.nodes[i.node].isDown() || i.parse(data, i.values) != nil {
				return
			}
			i.scene.Motion, i.scene.Acceleration = s.nodes[i.node].motion(now)
			s.tell(i, now, now, true)
		},
	}
}

// parse reads what has come in, NaN for what has not.
func (i *instrument) parse(data string, values []float64) error {
	var named map[string]*float64
	if err := json.Unmarshal([]byte(data), &named); err != nil {
		return fmt.Errorf("%.40q are no readings of %s (%w); write numbers by the names of quantities", data, i.name, err)
	}
	all := i.sensor.Quantities()
	for k := range values {
		values[k] = math.NaN()
	}
	some := false
	for name, value := range named {
		k := slices.IndexFunc(all, func(q sensor.Quantity) bool { return q.Name == name })
		if k < 0 {
			return errors.New(strict.Unknown("quantity", name, quantities(all)))
		}
		if value != nil {
			values[k], some = *value, true
		}
	}
	if !some {
		return fmt.Errorf("%.40q has no reading of %s; write numbers by the names of quantities, %s", data, i.name, strings.Join(quantities(all), ", "))
	}
	return nil
}

// quantities returns names.
func quantities(all []sensor.Quantity) (names []string) {
	for _, q := range all {
		names = append(names, q.Name)
	}
	return names
}
