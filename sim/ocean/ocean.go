// Package ocean describes the water once, for sound, radio and hulls alike: temperature, salinity,
// acidity, density, speed of sound and conductivity, the motion of the water and the depth of the
// bottom.
//
// The water is layered: all but the current, a field and the seabed depend on depth alone. Values are
// linear between the rows of a table, and constant above its first row and below its last. What is not
// given follows from temperature, salinity and depth by published formulas, which are functions here too:
// Mackenzie, Medwin, Leroy, ChenMillero, Density, Depth, Pressure, Salinity, Conductivity. A formula is
// tabulated once; its doc comment says where it holds, and Water.Warnings where the water leaves that
// range.
//
// Sound travels along the straight line between two points. Its travel time is the integral of ds/c
// along that line, exact for the layered speed.
//
// Begin with Default, which returns a Config, and its Build, which makes the Water.
//
// Left out: the bending of rays, which matters over kilometres and is that of package ray; a speed of
// sound that varies sideways; changes of the layers with time; bubbles and the height of the tide; what
// the bottom is made of.
package ocean

import (
	"math"

	"halocline/sim"
	"halocline/sim/geom"
)

// Water answers what the water is at a position in the world frame and, for the
// current, at a time. It does not change, but for the count of Outside and where Flow has another current begin; its
// methods do not allocate, but for the first call of Density and of Conductivity.
type Water struct {
	*layers
	ph       float64
	current  *flow
	field    *field // nil: the water is that of the layers everywhere
	latitude float64
	seabed   *Grid  // nil: out of reach
	waves    *Waves // nil for none
}

// formula is an equation that the water was made with. Its limits are on
// temperature, salinity and pressure or depth, in this order.
type formula struct {
	name     string
	limits   []Limit
	pressure func(depth float64) float64 // turns a depth into the third value
}

// Temperature returns the temperature in degC.
func (w *Water) Temperature(pos geom.Vec) float64 {
	if w.field.has(ofTemperature) {
		return w.field.first(ofTemperature, pos)
	}
	return w.temperature.at(pos.Depth())
}

// Salinity returns the salinity in psu.
func (w *Water) Salinity(pos geom.Vec) float64 {
	if w.field.has(ofSalinity) {
		return w.field.first(ofSalinity, pos)
	}
	return w.salinity.at(pos.Depth())
}

// PH returns the acidity.
func (w *Water) PH() float64 { return w.ph }

// Density returns the density in kg/m3.
func (w *Water) Density(pos geom.Vec) float64 {
	if !w.dense && w.varies() {
		return Density(w.Temperature(pos), w.Salinity(pos), Pressure(max(0, pos.Depth()), w.latitude))
	}
	return w.density.at(pos.Depth())
}

// varies reports whether temperature or salinity are those of a field.
func (w *Water) varies() bool { return w.field.has(ofTemperature) || w.field.has(ofSalinity) }

// Conductivity returns the electrical conductivity in S/m.
func (w *Water) Conductivity(pos geom.Vec) float64 {
	if !w.conducts && w.varies() {
		return Conductivity(w.Temperature(pos), w.Salinity(pos), Pressure(max(0, pos.Depth()), w.latitude))
	}
	return w.conductivity.at(pos.Depth())
}

// SoundSpeed returns the speed of sound in m/s.
func (w *Water) SoundSpeed(pos geom.Vec) float64 { return w.sound.at(pos.Depth()) }

// MeanSoundSpeed returns the harmonic mean in m/s of the speed of sound along
// the straight line from a to b: their distance over it is the travel time.
func (w *Water) MeanSoundSpeed(a, b geom.Vec) float64 {
	return w.sound.meanSpeed(a.Depth(), b.Depth())
}

// Current returns the velocity of the water in m/s, in the world frame, with the orbital velocity of waves.
func (w *Water) Current(pos geom.Vec, t sim.Time) geom.Vec {
	v := w.current.Velocity(pos, t)
	if w.waves != nil {
		v = v.Add(w.waves.Velocity(pos, t))
	}
	return v
}

// Calm returns the same water without waves.
func (w *Water) Calm() *Water {
	calm := *w
	calm.waves = nil
	return &calm
}

// Wavy reports whether there are waves.
func (w *Water) Wavy() bool { return w.waves != nil }

// Steady reports whether the current is the same at all times.
func (w *Water) Steady() bool {
	if w.waves != nil {
		return false
	}
	c, ok := w.current.Current.(steady)
	return ok && c.steady()
}

// flow is the current of a water and of those that Calm has made of it.
type flow struct{ Current }

// NextCurrent builds a current that may take the place of that of this water, as Build makes it: config may be nil,
// and that of a field is added. Name is that of its random stream. Begin has it flow from then on; what has asked
// before for a later time has been told the current before.
func (w *Water) NextCurrent(config CurrentConfig, site Site, name string) (begin func(), err error) {
	next, err := w.flowing(config, site, name)
	return func() { w.current.Current = next }, err
}

// Floor returns the height of the bottom at a place, m, and its normal, which points up; it is infinitely low where
// there is no bottom.
func (w *Water) Floor(at geom.Vec) (height float64, normal geom.Vec) {
	if w.seabed == nil {
		return math.Inf(-1), geom.Vec{Z: 1}
	}
	return w.seabed.floor(at.X, at.Y)
}

// Surface returns the height of the surface above that of still water at a place, m: without waves, 0.
func (w *Water) Surface(at geom.Vec, t sim.Time) float64 {
	if w.waves == nil {
		return 0
	}
	return w.waves.Surface(at, t)
}

// Seabed returns the depth in metres of the bottom below or above a position,
// +Inf where there is none.
func (w *Water) Seabed(pos geom.Vec) float64 {
	if w.seabed == nil {
		return math.Inf(1)
	}
	return w.seabed.At(pos.X, pos.Y)
}

// Charted returns the corners of the grid of the bottom, m: beyond them it is that of the nearest edge. They are infinite along an axis
// along which it does not change.
func (w *Water) Charted() (low, high geom.Vec) {
	if w.seabed == nil {
		return flat(0).extent()
	}
	return w.seabed.extent()
}

// Rows returns the depths in metres, in order, between which temperature and salinity
// are straight lines.
func (w *Water) Rows() []float64 { return w.rows() }

// Warnings returns a sentence for each quantity that leaves the range of a
// formula the water was made with, between the surface and a depth in metres.
func (w *Water) Warnings(depth float64) []string {
	var out []string
	for _, f := range w.formulas {
		var worst [3]float64
		worst[0] = f.limits[0].worst(w.temperature.span(0, depth))
		worst[1] = f.limits[1].worst(w.salinity.span(0, depth))
		worst[2] = f.limits[2].worst(0, f.pressure(depth))
		out = append(out, Outside(f.name, f.limits, worst[:]...)...)
	}
	return out
}

// worst returns the end of an interval that is outside the limit, if one is.
func (l Limit) worst(low, high float64) float64 {
	if low < l.Min {
		return low
	}
	return high
}

// Tolerances of the tables of formulas.
const (
	speedTolerance        = 1e-4 // m/s: 7e-8 of a travel time
	densityTolerance      = 1e-3 // kg/m3
	conductivityTolerance = 1e-5 // S/m
)

// flowing builds a current, and adds that of the field, if it has one.
func (w *Water) flowing(config CurrentConfig, site Site, name string) (Current, error) {
	if config == nil {
		if w.field.has(ofEast) {
			return w.field, nil
		}
		return uniform{}, nil
	}
	current, err := config.Build(site, name)
	if err == nil && w.field.has(ofEast) {
		current = sum{current, w.field}
	}
	return current, err
}

// Outside returns how often the field was asked for beyond its edges, and how often in all.
func (w *Water) Outside() (outside, asked int) {
	if w.field == nil {
		return 0, 0
	}
	return w.field.outside, w.field.asked
}
