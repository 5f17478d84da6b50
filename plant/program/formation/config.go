// Package formation is a program by which vehicles keep a formation whose knowledge of each other comes by packets, and by
// which they hunt: they go to a target in formation and surround it. So what an access protocol, a lossy link and a current do
// to a formation can be measured.
//
// The law is the potential field of Zhang et al. (A modular simulation platform for underwater vehicles, 2022, section 4.1, eq 6
// to 9), which lets each vehicle go to its point of a virtual structure, pushes vehicles away from each other and holds them within
// the range of their modems. What is misprinted is repaired, and constants that are not printed are ours: see FieldConfig.
//
// A vehicle decides by its navigation, by the packets that came and by its own configuration, with its own clock. The truth
// serves only what is measured, and neighbours: {by: truth} where a scenario spells it.
//
// Begin with Config, and with FieldConfig.velocity for the law.
//
// Left out: obstacles other than vehicles, vehicles that cannot hold a place, and a common choice of points: each vehicle finds
// who takes which point by what it knows.
package formation

import (
	"fmt"
	"math"
	"slices"
	"time"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// Config describes the computer of a vehicle in a formation.
type Config struct {
	Role         string                 `yaml:"role" oneof:"leader|member" doc:"what moves the frame of the formation. leader: this vehicle, which follows the path and has the first point of the shape; member: the leader that it names or, without one, the clock of each vehicle"`
	Leader       string                 `yaml:"leader" doc:"node that leads: the frame has the place and the course in its packets. If left out, the frame moves by the vehicle's own clock"`
	Members      []string               `yaml:"members" doc:"nodes of the formation, this one included, in the order in which ties are decided; the nodes of the vehicle's group if left out"`
	Shape        ShapeConfig            `yaml:"shape" doc:"virtual structure"`
	Path         []geom.Vec             `yaml:"path" as:"vector" unit:"m" range:"[-1e7,1e7]" doc:"points that the frame passes from the start of the run on, by straight legs; z is up"`
	Speed        float64                `yaml:"speed" unit:"m/s" range:"(0,100]" doc:"speed of the frame along the path, over ground"`
	Target       *geom.Vec              `yaml:"target" as:"vector" unit:"m" range:"[-1e7,1e7]" doc:"place that the vehicles surround after the path, or from the start on without a path"`
	Around       AroundConfig           `yaml:"around" doc:"points about the target"`
	Assign       string                 `yaml:"assign" oneof:"nearest|order" doc:"who takes which point. nearest: the least sum of distances from the known places of the vehicles, with ties decided by the order of members; order: the first member takes the first point, and so on"`
	Field        FieldConfig            `yaml:"field" doc:"potential field that gives the velocity"`
	Neighbours   NeighboursConfig       `yaml:"neighbours" required:"true" doc:"how the vehicle knows of the others"`
	Fix          *FixConfig             `yaml:"fix" doc:"error of the vehicle's own position, beside that of its navigation"`
	TimeConstant time.Duration          `yaml:"time_constant" range:"[0.01,1000]" doc:"time constant with which the vehicle follows a commanded velocity"`
	Navigation   navigation.Config      `yaml:"navigation" required:"true" doc:"how the vehicle knows its position"`
	Period       time.Duration          `yaml:"period" range:"[1e-3,10]" doc:"period of the task that steers"`
	Task         program.TaskConfig     `yaml:"task" doc:"priority, deadline and processor time of the task that steers"`
	Computer     program.ComputerConfig `yaml:"computer" doc:"scheduling of the tasks, and further tasks of the computer"`
}

// NeighboursConfig says how a vehicle knows of the others.
type NeighboursConfig struct {
	By       string             `yaml:"by" required:"true" doc:"link over which vehicles tell each other their places, or truth for exact knowledge at once, which no vehicle under water has"`
	To       string             `yaml:"to" doc:"node to which the packets go, such as a leader or a station; everybody if left out, or if it is the vehicle itself. Other vehicles know what they overhear"`
	Overhear bool               `yaml:"overhear" doc:"whether the vehicle takes places and velocities out of packets to other nodes, too, that its radio hears"`
	Every    time.Duration      `yaml:"every" range:"[1e-3,86400]" doc:"time from one packet of a vehicle to the next. One that is due while the last one still waits is not sent: see the metric packets_withheld"`
	Jitter   time.Duration      `yaml:"jitter" range:"[0,3600]" doc:"greatest time by which a packet is later than that, drawn uniformly for each; the first one is drawn within every"`
	Size     int                `yaml:"size" unit:"bit" range:"[1,1e6]" doc:"bits of a packet on the link. Its content has 168 bits in any case: 16 for a name, 3 x 24 for a place in cm, 3 x 16 for a velocity in mm/s, 32 for a time in ms"`
	Predict  string             `yaml:"predict" oneof:"none|velocity" doc:"assumed place of another vehicle. none: the place in its packet; velocity: that place, moved on with the velocity in the packet"`
	Task     program.TaskConfig `yaml:"task" doc:"priority, deadline and processor time of the task that sends the packets"`
	Forget   time.Duration      `yaml:"forget" range:"[1e-3,1e6]" doc:"age beyond which a packet of another vehicle does not count"`
}

// FixConfig describes the error of a place as the paper has it.
type FixConfig struct {
	Law string  `yaml:"law" oneof:"paper" doc:"law of the error. paper: eq 10, a exp(-mu^2/(2 c^2)) along x and y, with mu drawn from the standard normal distribution at each step. That is never negative: a bias of a c/sqrt(c^2 + 1), and no noise about 0"`
	A   float64 `yaml:"a" unit:"m" range:"[-100,100]" doc:"greatest error along an axis"`
	C   float64 `yaml:"c" range:"(0,1e6]" doc:"width of the bell over mu"`
}

// Defaults gives an error of 10 cm at most.
func (c *FixConfig) Defaults() { *c = FixConfig{Law: "paper", A: 0.1, C: 1} }

// Validate finds nothing beyond the ranges of the fields.
func (*FixConfig) Validate() error { return nil }

// bias returns the mean of the error along each axis, m: for mu of the standard normal distribution the mean of
// exp(-mu^2/(2 c^2)) is c/sqrt(c^2 + 1).
func (c *FixConfig) bias() float64 { return c.A * c.C / math.Sqrt(c.C*c.C+1) }

// About says what the program is.
func (*Config) About() string {
	return "vehicle that keeps a formation, or hunts in one, by the places in the packets of the others"
}

// Default returns a vehicle of a formation without its path or target. All of its numbers are ours.
func Default() *Config {
	return &Config{
		Role: member, Assign: byDistance, Shape: ShapeConfig{Type: "line", Spacing: 3}, Speed: 0.2,
		Around: AroundConfig{Radius: 1.5, First: math.Pi / 4},
		Field:  FieldConfig{Attract: 0.25, Repel: 0.2, Within: 1.5, Cohere: 0.02, Range: 8, Beyond: keep, Speed: 0.4},
		Neighbours: NeighboursConfig{
			Every: 4 * time.Second, Jitter: 500 * time.Millisecond, Size: 168, Predict: byVelocity, Forget: 30 * time.Second, Task: program.TaskConfig{Priority: 1},
		},
		TimeConstant: time.Second, Period: 100 * time.Millisecond, Computer: program.DefaultComputer(),
	}
}

// Words of the configuration.
const (
	leader     = "leader"
	member     = "member"
	byTruth    = "truth"
	byVelocity = "velocity"
	byDistance = "nearest"
)

// perConstant is how many periods a time constant has at least, as the gains of package autopilot need.
const perConstant = 8

// Validate checks that the frame has somewhere to go, and that its loops are sampled often enough.
func (c *Config) Validate() error {
	if err := fault.Keep(c.Bounds()); err != nil {
		return err
	}
	for i := range c.Path {
		if i > 0 && c.Path[i] == c.Path[i-1] {
			return fault.In("path", "points %d and %d are the same; leave one of them out", i, i+1)
		}
	}
	if n := c.Neighbours; n.By == byTruth && (n.To != "" || n.Overhear) {
		return fault.In("neighbours.by", "vehicles that know of each other exactly send no packets; name a link, or leave out to and overhear")
	}
	for i, name := range c.Members {
		if slices.Contains(c.Members[:i], name) {
			return fault.In("members", "%q is there twice; leave one of them out", name)
		}
	}
	if c.Shape.Type != "points" && len(c.Shape.Points) > 0 {
		return fault.In("shape.points", "a %s has points of its own; leave them out, or write type: points", c.Shape.Type)
	}
	return c.checkWay()
}

// Bounds returns what the period keeps to.
func (c *Config) Bounds() []fault.Bound {
	most := c.TimeConstant / perConstant
	return []fault.Bound{{
		Key: "period", Value: c.Period.Seconds(), Op: fault.AtMost, Than: "time_constant/8", Limit: most.Seconds(),
		Why: fmt.Sprintf("%v is too long to steer with a time constant of %v; make it %v at most, or the time constant longer", c.Period, c.TimeConstant, most),
	}}
}

// checkWay checks what leads where.
func (c *Config) checkWay() error {
	switch follows := c.Leader != ""; {
	case c.Role == leader && follows:
		return fault.In("leader", "this vehicle leads itself; leave leader out, or write role: member")
	case c.Role == leader && c.Target != nil, follows && c.Target != nil:
		return fault.In("target", "with a leader the frame goes where that goes; leave target out, or lead by no vehicle: then the frame moves by the clock")
	case follows && len(c.Path) > 0:
		return fault.In("path", "the frame goes where %q goes; give that the path, or leave leader out", c.Leader)
	case c.Role == leader && len(c.Path) < 2:
		return fault.In("path", "a leader follows a path; give it two points or more")
	case !follows && len(c.Path) == 0 && c.Target == nil:
		return fault.In("path", "the formation has nowhere to go; give it a path, a target, or a leader")
	case len(c.Path) == 1:
		return fault.In("path", "a path has two points or more; this has one")
	}
	return nil
}
