package acoustic

import (
	"fmt"
	"math"
	"reflect"

	"halocline/phy"
	"halocline/phy/ray"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/ocean"
	"halocline/sim/trace"
)

// RaysConfig describes the way of sound that the water bends: all rays from one node to another, and what the window
// of the receiver gathers of them.
type RaysConfig struct {
	Absorption string            `yaml:"absorption" oneof:"thorp|thorp-ns3|thorp2|sulfate|fisher-simmons|francois-garrison|ainslie-mccolm" doc:"formula for the absorption, along each ray. thorp: Thorp (1967), four terms, for the sea at 4 degC; thorp-ns3: thorp as ns-3 changes it below 0.4 kHz; thorp2: two terms of thorp; sulfate: the term of thorp for magnesium sulfate, as in the simulator Thetis; fisher-simmons: Fisher and Simmons (1977), for 35 psu and pH 8; francois-garrison: Francois and Garrison (1982), also for fresh water; ainslie-mccolm: Ainslie and McColm (1998)"`
	Noise      NoiseConfig       `yaml:"noise" doc:"ambient noise"`
	Ships      []ShipConfig      `yaml:"ships" doc:"ships at fixed places, with source levels of JOMOPANS-ECHO (MacGillivray and de Jong 2021). Their noise, along rays and with the gain of the receiver's antenna, is added to the ambient noise"`
	Bottom     ray.BottomConfig  `yaml:"bottom" doc:"reflection at the bottom"`
	Surface    ray.SurfaceConfig `yaml:"surface" doc:"reflection at the surface"`
	Bounces    int               `yaml:"bounces" range:"[0,50]" doc:"greatest number of reflections of a ray; where refraction turns the ray does not count"`
	Steepest   float64           `yaml:"steepest" unit:"rad" range:"(0,1.5708]" doc:"greatest angle to the horizontal, at either end, of a reflected ray, such as 80deg"`
	Faint      float64           `yaml:"faint" unit:"dB" range:"(0,300]" doc:"level below the strongest arrival under which others are left out"`
	Sum        ray.Sum           `yaml:"sum" oneof:"power|coherent" doc:"how the arrivals in the window are added. power: as powers, except those that the band does not resolve; coherent: as pressures with their phases, averaged over the band"`
	Terrain    Terrain           `yaml:"terrain" oneof:"follow|flat" doc:"shape of the bottom. follow: that of the seabed along each path, unless it is level within 2 % of the depth; flat: level, at the depth under the middle of each path"`
}

// Terrain says what shape of the bottom rays meet.
type Terrain string

// The shapes.
const (
	FollowTerrain Terrain = "follow"
	FlatTerrain   Terrain = "flat"
)

// DefaultRays returns the sea in a light breeze over sand, which most shelves have.
func DefaultRays() *RaysConfig {
	return &RaysConfig{
		Absorption: "thorp", Noise: defaultWenz(), Bottom: ray.Bottoms()["sand"](), Surface: ray.Surfaces()["apl"](),
		Bounces: 8, Steepest: 80 * math.Pi / 180, Faint: 40, Sum: ray.PowerSum, Terrain: FollowTerrain,
	}
}

// About says what the model is.
func (*RaysConfig) About() string {
	return "refracted sound: rays, reflections, shadows, and the receiver's window"
}

// Validate checks the name of the formula.
func (c *RaysConfig) Validate() error {
	if _, err := AbsorptionByName(c.Absorption); err != nil {
		return fault.In("absorption", "%v", err)
	}
	return nil
}

// Build returns the channel in one band.
func (c *RaysConfig) Build(env phy.ChannelEnv) (phy.Channel, error) {
	sea, err := newSea(c.Absorption, c.Noise, env)
	if err != nil {
		return nil, err
	}
	if sea.ships, err = newFleet(c.Ships, env); err != nil {
		return nil, err
	}
	r := &rays{sea: sea, config: c, faint: math.Pow(10, -c.Faint/20), follow: c.Terrain == FollowTerrain, ways: map[[2]phy.End]phy.Path{}, multipath: newMultipath(c.Sum, env.Band)}
	r.edges = c.surroundings(env)
	w := ray.Water{Column: sea.column()}
	if w.Surface, err = c.Surface.Build(r.edges.surface); err != nil {
		return nil, fault.Under("surface", err)
	}
	if w.Bottom, err = c.Bottom.Build(r.edges.bottom); err != nil {
		return nil, fault.Under("bottom", err)
	}
	if w.Bottom != nil && math.IsInf(env.Water.Seabed(geom.Vec{}), 1) {
		return nil, fault.In("bottom", "there is no seabed that would reflect; write seabed into the water, or bottom: none here")
	}
	if r.solver, err = ray.NewSolver(w, ray.Options{Bounces: c.Bounces, Steepest: math.Sin(c.Steepest)}); err != nil {
		return nil, err
	}
	return r, nil
}

// column returns the water by depth, for rays.
func (s *sea) column() ray.Column {
	const tolerance = 0.02 // m/s, 1e-5 of a travel time
	c := ray.Column{}
	c.Depth, c.Speed = s.water.SoundLayers(tolerance)
	for _, depth := range c.Depth {
		c.Absorption = append(c.Absorption, s.absorb(geom.Vec{Z: -depth})/1000)
	}
	return c
}

// edges is what surface and bottom are in.
type edges struct{ surface, bottom ray.Env }

// surroundings returns what surface and bottom are in. The speed at the bottom is that under the origin.
func (c *RaysConfig) surroundings(env phy.ChannelEnv) (e edges) {
	wind := math.NaN()
	if n, ok := c.Noise.(Tuned); ok {
		speed, _ := n.Wind()
		wind = *speed
	}
	e.surface = ray.Env{Speed: env.Water.SoundSpeed(geom.Vec{}), Frequency: env.Band.Centre, Wind: wind, Steepest: math.Sin(c.Steepest), Open: env.Open}
	e.bottom = e.surface
	if depth := env.Water.Seabed(geom.Vec{}); !math.IsInf(depth, 1) {
		e.bottom.Speed = env.Water.SoundSpeed(geom.Vec{Z: -depth})
	}
	return e
}

// Warnings returns a sentence for each formula outside of its range at one of the positions, and for each doubt about the
// boundaries and about rays.
func (c *rays) Warnings(positions []geom.Vec) []string {
	out := c.sea.Warnings(positions)
	for _, l := range []struct {
		model any
		env   ray.Env
	}{{c.config.Surface, c.edges.surface}, {c.config.Bottom, c.edges.bottom}} {
		if limited, ok := l.model.(ray.Limited); ok {
			out = append(out, limited.Warnings(l.env)...)
		}
	}
	const wavelengths = 10
	depth := c.water.Seabed(geom.Vec{})
	if length := c.water.SoundSpeed(geom.Vec{}) / c.hz; depth < wavelengths*length {
		out = append(out, fmt.Sprintf("the water is %.3g m deep, which is %.3g wavelengths: below some %d rays are the wrong model", depth, depth/length, wavelengths))
	}
	return out
}

// rays is the water in one band, with all rays between two ends.
type rays struct {
	sea
	multipath
	config *RaysConfig
	solver *ray.Solver
	edges  edges
	faint  float64 // least pressure over that of the strongest arrival
	follow bool    // the shape of the seabed

	ways map[[2]phy.End]phy.Path // whose way back has still to be asked for

	soundings []ocean.Sounding
	floor     ray.Floor
}

// Path gathers the rays that reach the receiver. Where none does, it is in a shadow.
//
// Between ends that stand still and have one window the way back is the same, and the medium asks for each way once: it is
// kept until it is asked for.
func (c *rays) Path(tx, rx phy.End, t sim.Time) phy.Path {
	keep := c.symmetric(tx, rx)
	if keep {
		if back, known := c.ways[[2]phy.End{rx, tx}]; known {
			delete(c.ways, [2]phy.End{rx, tx})
			return back
		}
	}
	path := c.oneWay(tx, rx, t)
	if keep {
		c.ways[[2]phy.End{tx, rx}] = path
	}
	return path
}

// oneWay is Path where the way back is asked for by nobody.
func (c *rays) oneWay(tx, rx phy.End, t sim.Time) phy.Path {
	path, ok := c.trace(tx, rx, t)
	if ok {
		path = c.gather(rx)
	}
	return path
}

// symmetric reports whether the way back is the same at all times, and can be looked up.
func (c *rays) symmetric(tx, rx phy.End) bool {
	return tx.Still() && rx.Still() && tx.Window() == rx.Window() && !c.water.Wavy() &&
		reflect.TypeOf(tx).Comparable() && reflect.TypeOf(rx).Comparable()
}

// Arrivals lists the rays.
func (c *rays) Arrivals(tx, rx phy.End, t sim.Time, buf []phy.Path) []phy.Path {
	if _, ok := c.trace(tx, rx, t); !ok {
		return buf
	}
	return c.list(buf)
}

// Stretches returns true: motion changes how long a frame lasts.
func (*rays) Stretches() bool { return true }

// trace finds the arrivals of a signal that leaves tx at t, or returns the path of one that does not arrive. The rays are
// those to where the receiver would meet a straight one.
func (c *rays) trace(tx, rx phy.End, t sim.Time) (none phy.Path, ok bool) {
	line, none, ok := c.line(tx, rx, t)
	if !ok {
		return none, false
	}
	c.between(line.From, line.To)
	if len(c.arrivals) == 0 {
		return phy.Path{Lost: trace.Shadow}, false
	}
	c.meet(c.way(line.From, line.To), tx, rx, t, line.Time)
	c.leaveOut(c.faint)
	return phy.Path{}, true
}

// between finds the arrivals between two places. They are traced from the one that is less by x, y and z, so that the way
// back has the same bits.
func (c *rays) between(from, to geom.Vec) {
	back := to.X < from.X || to.X == from.X && (to.Y < from.Y || to.Y == from.Y && to.Z < from.Z)
	if back {
		from, to = to, from
	}
	top, end := max(from.Depth(), 0), max(to.Depth(), 0)
	if c.follow && c.sloping(from, to) {
		c.arrivals = c.solver.Over(c.arrivals[:0], c.floor, top, end)
	} else {
		c.arrivals = c.solver.Arrivals(c.arrivals[:0], top, end, math.Hypot(to.X-from.X, to.Y-from.Y), c.depth(from, to))
	}
	if back {
		for i := range c.arrivals {
			a := &c.arrivals[i]
			a.Leave, a.Arrive = -a.Arrive, -a.Leave
		}
	}
}

// depth returns that of the level bottom between two places: under the middle, or that of the deeper end. Where there is
// no bottom it is deeper than any ocean.
func (c *rays) depth(from, to geom.Vec) float64 {
	const abyss = 20e3 // m
	return min(max(c.water.Seabed(middle(from, to)), from.Depth(), to.Depth()), abyss)
}

// sloping reports whether the bottom between two places is too far from level, and finds its shape then.
func (c *rays) sloping(from, to geom.Vec) bool {
	const share = 0.02
	c.soundings = c.water.Soundings(c.soundings[:0], from, to)
	if len(c.soundings) == 0 {
		return false
	}
	least, most := math.Inf(1), 0.0
	c.floor = c.floor[:0]
	for _, s := range c.soundings {
		least, most = min(least, s.Depth), max(most, s.Depth)
		c.floor = append(c.floor, ray.Point{Range: s.Along, Depth: s.Depth})
	}
	begin, end := &c.floor[0], &c.floor[len(c.floor)-1] // under what lies on the bottom, but for rounding
	begin.Depth, end.Depth = max(begin.Depth, from.Depth()), max(end.Depth, to.Depth())
	return most-least > share*most
}
