package measure

import (
	"maps"

	"halocline/mac"
	"halocline/mac/route"
	"halocline/phy"
	"halocline/sim/equation"
	"halocline/sim/trace"
)

// Causes returns the conditions of the causes of loss, as far as numbers say them.
func Causes() map[trace.Cause]equation.Equation {
	all := phy.Causes()
	maps.Copy(all, mac.Causes())
	maps.Copy(all, route.Causes())
	rule := func(c trace.Cause, of, note string) {
		all[c] = equation.Equation{Of: of, Source: "definition", Note: note}
	}
	rule(trace.Echo, "whether its own echoes are too strong", "it is received with the noise alone, and not with the noise and the reflections of its own that come outside the window of the receiver")
	rule(trace.OutOfWater, "whether one end is in the air", "its height is above that of the surface, which waves lift and lower")
	rule(trace.OutOfView, "whether one end is turned away", "the angle from the axis of the sender to the receiver is 90 deg or more, or that from the axis of the receiver to the sender is more than its key view")
	rule(trace.BatteryEmpty, "whether the battery is empty", "the integral of the drawn power over time has reached the capacity, less what it was charged with")
	return all
}
