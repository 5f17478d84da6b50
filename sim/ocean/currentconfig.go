package ocean

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	bound "halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/table"
)

// CurrentConfig describes a current. Build makes it; name is unique within the
// run and names the current's random stream, if it has one.
type CurrentConfig interface {
	Validate() error
	Build(site Site, name string) (Current, error)
}

// Direction says where a horizontal current goes.
type Direction struct {
	Toward float64  `yaml:"toward" unit:"rad" doc:"direction in which it flows: angle from the x axis, to the left"`
	From   *Bearing `yaml:"from" doc:"direction from which it comes, relative to a vehicle; instead of toward"`
}

// Bearing is a direction as seen from a vehicle that heads for a target.
type Bearing struct {
	Side    string `yaml:"side" bare:"true" required:"true" oneof:"head|tail|cross|port|starboard" doc:"side of the vehicle from which the current comes. head: from ahead; tail: from behind; cross: from the left, as port; port: from the left; starboard: from the right"`
	Vehicle string `yaml:"vehicle" doc:"name of the vehicle; may be left out where there is one"`
	Target  string `yaml:"target" doc:"name of the node that it heads for; may be left out where there is one"`
}

func (d Direction) check(f *faults) {
	f.finite("toward", d.Toward)
	f.add(d.From == nil || d.Toward == 0, "toward", "is given beside from; one of the two says it")
	if d.From != nil {
		_, err := Relative(d.From.Side, geom.Vec{}, geom.Vec{X: 1}, 1)
		f.add(err == nil, "from.side", "%v", err)
	}
}

// velocity returns a current of this direction with a speed in m/s.
func (d Direction) velocity(site Site, speed float64) (geom.Vec, error) {
	if d.From == nil {
		sin, cos := math.Sincos(d.Toward)
		return geom.Vec{X: speed * cos, Y: speed * sin}, nil
	}
	if site.Course == nil {
		return geom.Vec{}, errors.New("a current that comes from a side of a vehicle needs a vehicle")
	}
	from, to, err := site.Course(d.From.Vehicle, d.From.Target)
	if err != nil {
		return geom.Vec{}, err
	}
	return Relative(d.From.Side, from, to, speed)
}

// UniformConfig is a current that is the same everywhere and always.
type UniformConfig struct {
	Speed     float64 `yaml:"speed" required:"true" unit:"m/s" range:"[0,10]" doc:"horizontal speed"`
	Direction `yaml:",inline"`
	Up        float64 `yaml:"up" unit:"m/s" range:"[-10,10]" doc:"vertical speed, upward"`
}

// About says what the model is.
func (UniformConfig) About() string { return "the same everywhere and always" }

// Validate reports what no current does.
func (c UniformConfig) Validate() error {
	var f faults
	f.within("speed", c.Speed, currentRange())
	f.within("up", c.Up, Limit{Unit: "m/s", Min: -fastest, Max: fastest})
	c.check(&f)
	return f.err()
}

// Build returns the current.
func (c UniformConfig) Build(site Site, _ string) (Current, error) {
	v, err := c.velocity(site, c.Speed)
	if err != nil {
		return nil, err
	}
	return uniform{geom.Vec{X: v.X, Y: v.Y, Z: c.Up}}, nil
}

// fastest is the greatest speed of a current in m/s that a configuration may
// give; the strongest tidal streams come near it.
const fastest = 10

func currentRange() Limit { return Limit{"speed", "m/s", 0, fastest} }

// LayeredConfig is a current by depth: its two components are linear between
// the depths and held beyond them.
type LayeredConfig struct {
	File   string    `yaml:"file" doc:"CSV file with the columns depth, speed, toward (m, m/s, deg), instead of the lists below"`
	Depth  []float64 `yaml:"depth" unit:"m" range:"[0,12000]" doc:"depths, increasing"`
	Speed  []float64 `yaml:"speed" unit:"m/s" range:"[0,10]" doc:"horizontal speed at each depth"`
	Toward []float64 `yaml:"toward" unit:"rad" doc:"direction in which it flows at each depth: angle from the x axis, to the left"`
}

// About says what the model is.
func (LayeredConfig) About() string { return "by depth" }

// Validate reports what no current does, and lists of unequal length.
func (c LayeredConfig) Validate() error {
	if c.File != "" {
		return fileAlone(c.series())
	}
	return checkSeries(c.series(), 3)
}

func (c LayeredConfig) series() []series {
	anywhere := Limit{Unit: "rad", Min: -math.MaxFloat64, Max: math.MaxFloat64}
	return []series{
		{"depth", c.Depth, Limit{"depth", "m", 0, deepest}},
		{"speed", c.Speed, currentRange()},
		{"toward", c.Toward, anywhere},
	}
}

// Build returns the current, from its file if it has one.
func (c LayeredConfig) Build(site Site, _ string) (Current, error) {
	if c.File != "" {
		text, err := site.open(c.File)
		if err != nil {
			return nil, err
		}
		t, err := table.Read(bytes.NewReader(text), c.File, []string{"depth", "speed", "toward"}, 3)
		if err != nil {
			return nil, err
		}
		c = LayeredConfig{Depth: t.Columns["depth"], Speed: t.Columns["speed"], Toward: t.Columns["toward"]}
		for i := range c.Toward {
			c.Toward[i] *= math.Pi / 180
		}
		if err := checkTable(t, c.series()); err != nil {
			return nil, err
		}
	}
	x, y := make([]float64, len(c.Depth)), make([]float64, len(c.Depth))
	for i := range c.Depth {
		sin, cos := math.Sincos(c.Toward[i])
		x[i], y[i] = c.Speed[i]*cos, c.Speed[i]*sin
	}
	depth := slices.Clone(c.Depth)
	return layered{column{depth, x}, column{depth, y}}, nil
}

// TidalConfig is a current that swings along a line: amplitude cos(2 pi
// t/period + phase). A tide of several constituents is a sum.
type TidalConfig struct {
	Amplitude float64 `yaml:"amplitude" required:"true" unit:"m/s" range:"[0,10]" doc:"greatest speed"`
	Direction `yaml:",inline"`
	Period    time.Duration `yaml:"period" range:"(0,inf)" doc:"time of one cycle; that of the principal lunar tide if left out"`
	Phase     float64       `yaml:"phase" unit:"rad" doc:"phase at the start of the run; at 0 the current is at its greatest"`
}

// Defaults sets the period of the principal lunar constituent M2, 12.4206012 h
// (Doodson and Warburg, Admiralty Manual of Tides, 1941).
func (c *TidalConfig) Defaults() { c.Period = 44714164320 * time.Microsecond }

// About says what the model is.
func (TidalConfig) About() string {
	return "one tide, to and fro, the same everywhere and at every depth"
}

// Validate reports what no tide does.
func (c TidalConfig) Validate() error {
	var f faults
	f.within("amplitude", c.Amplitude, currentRange())
	f.add(c.Period > 0, "period", "%v is not allowed; a cycle takes time", c.Period)
	f.finite("phase", c.Phase)
	c.check(&f)
	return f.err()
}

// Build returns the current.
func (c TidalConfig) Build(site Site, _ string) (Current, error) {
	v, err := c.velocity(site, c.Amplitude)
	if err != nil {
		return nil, err
	}
	return tidal{v, c.Period, c.Phase}, nil
}

// GaussMarkovConfig is a horizontal current, the same everywhere, whose speed
// and direction wander about their means as first-order Gauss-Markov processes.
type GaussMarkovConfig struct {
	Speed           float64 `yaml:"speed" required:"true" unit:"m/s" range:"[0,10]" doc:"mean speed"`
	Direction       `yaml:",inline"`
	SpeedDeviation  float64       `yaml:"speed_deviation" unit:"m/s" range:"[0,10]" doc:"standard deviation of the speed; a negative speed flows the other way"`
	TowardDeviation float64       `yaml:"toward_deviation" unit:"rad" range:"[0,inf)" doc:"standard deviation of the direction"`
	SpeedTime       time.Duration `yaml:"speed_time" range:"(0,inf)" doc:"correlation time of the speed"`
	TowardTime      time.Duration `yaml:"toward_time" range:"(0,inf)" doc:"correlation time of the direction"`
	Step            time.Duration `yaml:"step" range:"[0.000001,inf)" doc:"spacing of the drawn values, at most a correlation time; linear in between"`
}

// Defaults sets correlation times of a minute and a step of a second.
func (c *GaussMarkovConfig) Defaults() {
	c.SpeedTime, c.TowardTime, c.Step = time.Minute, time.Minute, time.Second
}

// About says what the model is.
func (GaussMarkovConfig) About() string {
	return "speed and direction wander at random around their means"
}

// Validate reports what no current does, and a step that is too coarse.
func (c GaussMarkovConfig) Validate() error {
	var f faults
	f.within("speed", c.Speed, currentRange())
	f.within("speed_deviation", c.SpeedDeviation, currentRange())
	f.within("toward_deviation", c.TowardDeviation, Limit{Unit: "rad", Max: math.Inf(1)})
	f.add(c.SpeedTime > 0, "speed_time", "%v is not allowed; it is more than 0", c.SpeedTime)
	f.add(c.TowardTime > 0, "toward_time", "%v is not allowed; it is more than 0", c.TowardTime)
	bounds := c.Bounds()
	f.add(c.Step >= time.Microsecond && bound.Keep(bounds) == nil, "step", "%s", bounds[0].Why)
	c.check(&f)
	return f.err()
}

// Bounds returns what the step keeps to.
func (c GaussMarkovConfig) Bounds() []bound.Bound {
	why := fmt.Sprintf("%v is not allowed; it is at least 1µs and at most the shorter correlation time, %v", c.Step, min(c.SpeedTime, c.TowardTime))
	return []bound.Bound{
		{Key: "step", Value: c.Step.Seconds(), Op: bound.AtMost, Than: "speed_time", Limit: c.SpeedTime.Seconds(), Why: why},
		{Key: "step", Value: c.Step.Seconds(), Op: bound.AtMost, Than: "toward_time", Limit: c.TowardTime.Seconds(), Why: why},
	}
}

// Build returns the current, which owns the stream of this name.
func (c GaussMarkovConfig) Build(site Site, name string) (Current, error) {
	v, err := c.velocity(site, 1)
	if err != nil {
		return nil, err
	}
	if site.Stream == nil {
		return nil, errors.New("a random current needs a random stream")
	}
	return newGaussMarkov(c, math.Atan2(v.Y, v.X), site.Stream(name)), nil
}

// newGaussMarkov returns the current with its mean direction in rad.
func newGaussMarkov(c GaussMarkovConfig, toward float64, stream *rng.Stream) *gaussMarkov {
	step := c.Step.Seconds()
	return &gaussMarkov{
		stream:    stream,
		step:      c.Step,
		mean:      [2]float64{c.Speed, toward},
		deviation: [2]float64{c.SpeedDeviation, c.TowardDeviation},
		memory:    [2]float64{math.Exp(-step / c.SpeedTime.Seconds()), math.Exp(-step / c.TowardTime.Seconds())},
		offset:    make([][2]float64, keep(c.Step)),
	}
}

// SumConfig adds currents.
type SumConfig struct {
	Of []CurrentConfig `yaml:"of" required:"true" min:"1" doc:"the currents that are added"`
}

// About says what the model is.
func (SumConfig) About() string { return "several currents added up" }

// Validate reports the faults of the parts.
func (c SumConfig) Validate() error {
	var f faults
	f.add(len(c.Of) > 0, "of", "needs at least one current")
	for i, part := range c.Of {
		if part == nil {
			f.add(false, element("of", i), "is empty")
			continue
		}
		f.inner(element("of", i), part.Validate())
	}
	return f.err()
}

// Build returns the sum; the parts are named after it and numbered from 0.
func (c SumConfig) Build(site Site, name string) (Current, error) {
	var s sum
	for i, part := range c.Of {
		current, err := part.Build(site, fmt.Sprintf("%s/%d", name, i))
		if err != nil {
			return nil, err
		}
		s = append(s, current)
	}
	return s, nil
}
