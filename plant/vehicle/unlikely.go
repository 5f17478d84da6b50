package vehicle

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// UnlikelyMotion says what a vehicle whose thrusters are shared out to some axes is unlikely to do on purpose when it moves.
// Fins that turn hold its pitch, but not while it is slow.
func UnlikelyMotion(m *Model, density, limit float64, steered bool, axes ...Axis) []string {
	if len(axes) == 0 {
		axes = m.Controls
	}
	if len(axes) == 0 {
		axes = Axes()
	}
	var said []string
	if w := unlikelyTip(m, density, axes...); w != "" {
		said = append(said, w)
	}
	a, err := NewAllocation(m, nil, axes...)
	if err != nil {
		return said
	}
	if w := unlikelyOneWay(m, a, axes); w != "" {
		said = append(said, w)
	}
	if slices.Contains(axes, Pitch) || !slices.Contains(axes, Surge) {
		return said
	}
	if _, err := NewSteering(m, Pitch); err == nil && steered {
		return said
	}
	ahead, _ := a.Most(Surge)
	if w := UnlikelyPitch(m, density, m.SpeedAt(min(ahead, limit))); w != "" {
		said = append(said, w)
	}
	return said
}

// unlikelyTip says that a vehicle turns over when its thrusters give all they can, by an allocation to some axes.
func unlikelyTip(m *Model, density float64, axes ...Axis) string {
	a, err := NewAllocation(m, nil, axes...)
	if err != nil {
		return "" // that is said elsewhere
	}
	tilt, righting := m.Rest(density)
	axis, force, moment := m.Tips(a, axes)
	if tilt > MostTilt || moment <= righting {
		return ""
	}
	return fmt.Sprintf("turns over when its thrusters give all they can along %s: %.4g N turn it with %.4g N m, which is more than its righting moment of %.4g N m; have them act at the height of its middle, limit their force, or have them act on roll and pitch too",
		axis, force, moment, righting)
}

// unlikelyOneWay says that thrusters which push one way only stop all others: what is asked for is scaled until every
// thruster can do it, to nothing here. A single axis, such as that of a propeller ahead, has no others.
func unlikelyOneWay(m *Model, a *Allocation, axes []Axis) string {
	var ways []string
	for _, axis := range axes {
		if ahead, astern := a.Most(axis); min(ahead, astern) == 0 {
			ways = append(ways, axis.String())
		}
	}
	if len(axes) == 1 || len(ways) == 0 {
		return ""
	}
	oneWay := 0
	for _, t := range m.Thrusters {
		if min(t.Max, t.MaxAstern) == 0 {
			oneWay++
		}
	}
	return fmt.Sprintf("gets nothing one way along %s, since %d of its %d thrusters push one way only: what is asked for is scaled until each of them can do it, which leaves nothing then; look at max and max_astern, or leave out of controls what they do one way only",
		strings.Join(ways, ", "), oneWay, len(m.Thrusters))
}

// UnlikelyPitch says that a vehicle whose pitch nothing holds does not keep level at a speed that it reaches; "" is
// that it does. One that does not even rest level is not asked.
func UnlikelyPitch(m *Model, density, top float64) string {
	const cut = 20 // m/s
	tilt, moment := m.Rest(density)
	from := m.Unstable(density, min(top, cut))
	if tilt > MostTilt || math.IsInf(from, 1) {
		return ""
	}
	more := min(top, cut) * min(top, cut) / (from * from) // Munk's moment grows by the square of the speed
	return fmt.Sprintf("does not keep level from %.3g m/s on: Munk's moment is too much for its righting moment of %.4g N m, its thrusters give it up to %.3g m/s, which takes some %.3g N m, and nothing holds its pitch; have it slower, put its centre_of_buoyancy %.3g times as high above its centre_of_gravity, or give it fins or thrusters that act on pitch, and a program that steers them",
		from, moment, top, moment*more, more)
}

// MostTilt is how far a vehicle may rest from level and still be taken for upright, rad.
const MostTilt = 45 * math.Pi / 180
