package ocean

import (
	"fmt"
	"math"
)

// Limit is the range of one input over which a formula's author states that it
// holds. It is data beside the formula, in any package: outside it the formula
// still computes, and whoever checks or runs a scenario says so once.
type Limit struct {
	Name     string  // quantity: "temperature", "frequency"
	Unit     string  // unit of Min and Max: "degC", "kHz"; empty for a pure number
	Min, Max float64 // both inclusive; an infinity leaves that side open
}

// String writes the range with its unit, such as "25 to 40 psu".
func (l Limit) String() string {
	switch {
	case math.IsInf(l.Min, -1) && math.IsInf(l.Max, 1):
		return "anything"
	case math.IsInf(l.Min, -1):
		return "at most " + withUnit(l.Max, l.Unit)
	case math.IsInf(l.Max, 1):
		return "at least " + withUnit(l.Min, l.Unit)
	}
	return fmt.Sprintf("%g to %s", l.Min, withUnit(l.Max, l.Unit))
}

// Outside returns one sentence for each value that its limit does not hold,
// such as "mackenzie: salinity 5 psu is outside the formula's range, 25 to 40
// psu". The values stand in the order and the units of the limits. It is for
// the start of a run: it allocates.
func Outside(model string, limits []Limit, values ...float64) []string {
	if len(limits) != len(values) {
		panic(fmt.Sprintf("ocean: %s has %d limits and was asked about %d values",
			model, len(limits), len(values)))
	}
	var out []string
	for i, l := range limits {
		if v := values[i]; !(v >= l.Min && v <= l.Max) { // a NaN is outside
			out = append(out, fmt.Sprintf("%s: %s %s is outside the formula's range, %s",
				model, l.Name, withUnit(v, l.Unit), l))
		}
	}
	return out
}

func withUnit(v float64, unit string) string {
	if unit == "" {
		return fmt.Sprintf("%.6g", v)
	}
	return fmt.Sprintf("%.6g %s", v, unit)
}
