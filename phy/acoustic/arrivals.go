package acoustic

import (
	"fmt"
	"math"

	"halocline/phy"
	"halocline/phy/ray"
	"halocline/phy/ray/arr"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// Between says what holds between the places or the times of a file.
type Between string

// The ways.
const (
	Nearest     Between = "nearest"
	Interpolate Between = "interpolate"
)

// ArrivalsConfig describes water in which another program has found the ways of sound.
type ArrivalsConfig struct {
	File       string      `yaml:"file" required:"true" doc:"arrivals file of Bellhop, as text or binary, for the depths and distances of the nodes"`
	Between    Between     `yaml:"between" oneof:"nearest|interpolate" doc:"signal between the places of the file. nearest: that of the nearest place; interpolate: gain, echo and delay are interpolated linearly in both depths and in distance"`
	Absorption string      `yaml:"absorption" oneof:"thorp|thorp-ns3|thorp2|sulfate|fisher-simmons|francois-garrison|ainslie-mccolm" doc:"formula for the absorption, in place of that in the file. thorp: Thorp (1967), four terms, for the sea at 4 degC; thorp-ns3: thorp as ns-3 changes it below 0.4 kHz; thorp2: two terms of thorp; sulfate: the term of thorp for magnesium sulfate, as in the simulator Thetis; fisher-simmons: Fisher and Simmons (1977), for 35 psu and pH 8; francois-garrison: Francois and Garrison (1982), also for fresh water; ainslie-mccolm: Ainslie and McColm (1998)"`
	Noise      NoiseConfig `yaml:"noise" doc:"ambient noise"`
	Sum        ray.Sum     `yaml:"sum" oneof:"power|coherent" doc:"how the arrivals in the window are added. power: as powers, except those that the band does not resolve; coherent: as pressures with their phases, averaged over the band"`
}

// DefaultArrivals returns a description without a file.
func DefaultArrivals() *ArrivalsConfig {
	return &ArrivalsConfig{Between: Interpolate, Absorption: "thorp", Noise: defaultWenz(), Sum: ray.PowerSum}
}

// About says what the model is.
func (*ArrivalsConfig) About() string {
	return "sound along the paths that Bellhop found, from its arrivals file"
}

// Validate checks what can be checked without the file.
func (c *ArrivalsConfig) Validate() error {
	if c.File == "" {
		return fault.In("file", "the name is empty; write that of an arrivals file of Bellhop")
	}
	if _, err := AbsorptionByName(c.Absorption); err != nil {
		return fault.In("absorption", "%v", err)
	}
	return nil
}

// Build reads the file.
func (c *ArrivalsConfig) Build(env phy.ChannelEnv) (phy.Channel, error) {
	sea, err := newSea(c.Absorption, c.Noise, env)
	if err != nil {
		return nil, err
	}
	data, err := openFile(env, c.File)
	if err != nil {
		return nil, err
	}
	file, err := arr.Read(c.File, data)
	if err != nil {
		return nil, fault.In("file", "%w", err)
	}
	return &imported{sea: sea, name: c.File, file: file, nearest: c.Between == Nearest, multipath: newMultipath(c.Sum, env.Band)}, nil
}

// openFile reads a file that the key file names.
func openFile(env phy.ChannelEnv, name string) ([]byte, error) {
	if env.Open == nil {
		return nil, fault.In("file", "%s: files cannot be read here", name)
	}
	data, err := env.Open(name)
	if err != nil {
		return nil, fault.In("file", "%w", err)
	}
	return data, nil
}

// imported is water in which the ways of sound are those of an arrivals file.
//
// A file has depths of sources and depths of receivers. Ways are the same in both directions, so that either end may be the
// source: the one whose depth is nearer to that of a source of the file, the shallower of equals. Up to half a step beyond
// the first and the last value of an axis, that value counts; an axis of one value has a step of a metre.
//
// At the places of the file around two ends, all ways become longer by as much as the straight line. Between places, what a
// window makes of the arrivals is interpolated, and not the arrivals, whose numbers differ: gains over those of spherical
// spreading, because they fall steeply near a source.
type imported struct {
	sea
	multipath
	name    string
	file    *arr.File
	nearest bool
}

// passage is a signal between two ends, and where they lie in the file.
type passage struct {
	tx, rx phy.End
	t      sim.Time // at which it leaves
	line   phy.Ray  // straight
	length float64  // of that, m
	speed  float64  // mean along it, m/s
	way    way
	cell   cell
}

// passage finds the passage of a signal that leaves tx at t, or returns the path of one that does not arrive.
func (c *imported) passage(tx, rx phy.End, t sim.Time) (p passage, none phy.Path, ok bool) {
	p = passage{tx: tx, rx: rx, t: t}
	if p.line, none, ok = c.line(tx, rx, t); !ok {
		return p, none, false
	}
	if p.cell, ok = c.cell(p.line.From, p.line.To); !ok {
		return p, phy.Path{Lost: trace.OutOfRange}, false
	}
	p.length, p.speed = p.line.From.Dist(p.line.To), c.water.MeanSoundSpeed(p.line.From, p.line.To)
	p.way = c.way(p.line.From, p.line.To)
	return p, phy.Path{}, true
}

// Path finds what the window of the receiver makes of the arrivals at the places of the file around both ends.
func (c *imported) Path(tx, rx phy.End, t sim.Time) phy.Path {
	p, none, ok := c.passage(tx, rx, t)
	if !ok {
		return none
	}
	var b blend
	for k := range p.cell.corners() {
		at, weight := p.cell.corner(k)
		if weight == 0 {
			continue
		}
		c.load(&p, at)
		s := c.gatherer.Gather(c.arrivals, rx.Window())
		spreading := 1.0
		if !c.nearest {
			spreading = max(c.length(at), 1) / max(p.length, 1)
		}
		b.add(&s, weight, spreading*spreading)
	}
	if b.weight == 0 {
		return phy.Path{Lost: trace.Shadow}
	}
	return b.signal().Path()
}

// load makes the arrivals at a place of the file those of a passage.
func (c *imported) load(p *passage, at [3]int) {
	c.arrivals = append(c.arrivals[:0], c.file.At(at[0], at[1], at[2])...)
	longer := p.length - c.length(at)
	perMetre := c.absorb(middle(p.line.From, p.line.To)) / 1000
	for i := range c.arrivals {
		a := &c.arrivals[i]
		a.Delay = max(a.Delay+longer/p.speed, 0)
		a.Length = a.Delay * p.speed
		a.Absorption = a.Length * perMetre
		if p.cell.back {
			a.Leave, a.Arrive = -a.Arrive, -a.Leave
		}
	}
	c.meet(p.way, p.tx, p.rx, p.t, p.line.Time)
}

// length returns the distance in m between source and receiver of a place of the file.
func (c *imported) length(at [3]int) float64 {
	return math.Hypot(c.file.Ranges[at[2]], c.file.Sources[at[0]]-c.file.Depths[at[1]])
}

// Arrivals lists the arrivals at the nearest place of the file.
func (c *imported) Arrivals(tx, rx phy.End, t sim.Time, buf []phy.Path) []phy.Path {
	p, _, ok := c.passage(tx, rx, t)
	if !ok {
		return buf
	}
	nearest := p.cell.round()
	at, _ := nearest.corner(0)
	c.load(&p, at)
	return c.list(buf)
}

// Stretches returns true.
func (c *imported) Stretches() bool { return true }

// Serves refuses a node that the file leaves without anybody.
func (c *imported) Serves(positions []geom.Vec) error {
	for i, at := range positions {
		alone := len(positions) > 1
		for k, other := range positions {
			if alone && k != i {
				_, inside := c.cell(at, other)
				alone = !inside
			}
		}
		if alone {
			return fault.In("file", "%s has no arrivals between the node at (%.6g, %.6g, %.6g) m and any other: its sources are at depths of %s, its receivers at %s, at distances of %s; "+
				"run Bellhop for the depths and distances of the nodes", c.name, at.X, at.Y, at.Z, span(c.file.Sources), span(c.file.Depths), span(c.file.Ranges))
		}
	}
	return nil
}

// Doubts says that the file is for another frequency, or that pairs of nodes lie outside of it.
func (c *imported) Doubts(_ func(string) bool, positions []geom.Vec) []string {
	var doubts []string
	const alike = 0.1
	if off := c.hz/c.file.Frequency - 1; math.Abs(off) > alike {
		doubts = append(doubts, fmt.Sprintf("%s is for %.6g kHz, and the band is around %.6g kHz; absorption is that of the band, but what is lost at the surface and the bottom is that of the file: run Bellhop for the band",
			c.name, c.file.Frequency/1000, c.hz/1000))
	}
	pairs, outside := 0, 0
	for i, a := range positions {
		for _, b := range positions[:i] {
			pairs++
			if _, inside := c.cell(a, b); !inside {
				outside++
			}
		}
	}
	if outside > 0 {
		doubts = append(doubts, fmt.Sprintf("%s lacks %d of %d pairs of nodes, and nothing arrives between those: its sources are at depths of %s, its receivers at %s, at distances of %s",
			c.name, outside, pairs, span(c.file.Sources), span(c.file.Depths), span(c.file.Ranges)))
	}
	return doubts
}

// span writes the ends of an axis.
func span(axis []float64) string {
	if len(axis) == 1 {
		return fmt.Sprintf("%.6g m", axis[0])
	}
	return fmt.Sprintf("%.6g to %.6g m", axis[0], axis[len(axis)-1])
}
