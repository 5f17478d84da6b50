package ocean

import "slices"

// layers are what of a water depends on depth alone. They do not change, but for the tables of density and of conductivity, which are
// made when they are first asked for.
type layers struct {
	temperature  column    // degC
	salinity     column    // psu
	density      tabulated // kg/m3
	conductivity tabulated // S/m
	sound        slowness
	dense        bool // the density is given, and does not follow from temperature and salinity
	conducts     bool // so is the conductivity
	formulas     []formula
}

// rows returns the depths in order, between which temperature and salinity are straight lines.
func (w *layers) rows() []float64 {
	rows := slices.Concat(w.temperature.depth, w.salinity.depth)
	slices.Sort(rows)
	return slices.Compact(rows)
}

// Kept are the layers of a water, for others like it that are built one after the other: repetitions of a run have the same, and to
// tabulate the formulas takes a tenth of the time of a short one. It begins as the zero value.
type Kept struct {
	config  Config // the keys that layers depend on
	profile ProfileConfig
	layers  *layers // nil: none yet
}

// of returns the layers of a water, those that are kept if they are of one like it. Those of a field are not kept, which
// begins at a time of its own.
func (k *Kept) of(c Config, p ProfileConfig, f *field) *layers {
	if k == nil || f != nil {
		return newLayers(c, p, f)
	}
	config := Config{
		Temperature: c.Temperature, Salinity: c.Salinity, Latitude: c.Latitude, Density: c.Density, Conductivity: c.Conductivity,
		SoundSpeed: c.SoundSpeed, Speed: c.Speed,
	}
	if k.layers == nil || k.config != config || !k.profile.equal(p) {
		*k = Kept{config, p, newLayers(c, p, nil)}
	}
	return k.layers
}

// equal reports whether two profiles in their inline form are the same.
func (p ProfileConfig) equal(q ProfileConfig) bool {
	return slices.Equal(p.Depth, q.Depth) && slices.Equal(p.Temperature, q.Temperature) &&
		slices.Equal(p.Salinity, q.Salinity) && slices.Equal(p.SoundSpeed, q.SoundSpeed)
}

// newLayers makes the layers from the constants, the rows of a profile and what a field has below the origin.
func newLayers(c Config, p ProfileConfig, f *field) *layers {
	w := &layers{
		temperature: p.column(p.Temperature, c.Temperature), salinity: p.column(p.Salinity, c.Salinity),
		dense: c.Density != 0, conducts: c.Conductivity != 0,
	}
	breaks := p.Depth
	if f.has(ofTemperature) || f.has(ofSalinity) {
		if f.has(ofTemperature) {
			w.temperature = f.column(ofTemperature)
		}
		if f.has(ofSalinity) {
			w.salinity = f.column(ofSalinity)
		}
		breaks = w.rows()
	}

	asDepth := func(depth float64) float64 { return depth }
	asPressure := func(depth float64) float64 { return Pressure(depth, c.Latitude) }
	formulaAt := func(f func(t, s, p float64) float64) func(depth float64) float64 {
		return func(depth float64) float64 {
			return f(w.temperature.at(depth), w.salinity.at(depth), asPressure(depth))
		}
	}

	w.density = tabulated{column: constant(c.Density)}
	if c.Density == 0 {
		w.density = tabulated{formula: formulaAt(Density), breaks: breaks, tolerance: densityTolerance}
		w.formulas = append(w.formulas, formula{"eos-80", densityLimits(), asPressure})
	}
	w.conductivity = tabulated{column: constant(c.Conductivity)}
	if c.Conductivity == 0 {
		w.conductivity = tabulated{formula: formulaAt(Conductivity), breaks: breaks, tolerance: conductivityTolerance}
		w.formulas = append(w.formulas, formula{"pss-78", conductivityLimits(), asPressure})
	}

	speed := p.column(p.SoundSpeed, c.Speed)
	if m, ok := findSoundModel(c.SoundSpeed); ok {
		speed = tabulate(func(depth float64) float64 {
			return m.speed(w.temperature.at(depth), w.salinity.at(depth), depth, c.Latitude)
		}, breaks, speedTolerance)
		f := formula{m.name, m.limits, asDepth}
		if m.inDbar {
			f.pressure = asPressure
		}
		w.formulas = append(w.formulas, f)
	}
	w.sound = newSlowness(speed)
	return w
}
