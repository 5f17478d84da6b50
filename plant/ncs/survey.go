package ncs

import (
	"fmt"
	"math"
	"time"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// SurveyConfig describes the computer of a vehicle that swims along a path by itself.
type SurveyConfig struct {
	Path         []geom.Vec             `yaml:"path" as:"vector" unit:"m" range:"[-1e7,1e7]" min:"2" required:"true" doc:"points to pass one after the other, by straight legs; z is up"`
	Origin       string                 `yaml:"origin" oneof:"world|start" doc:"origin of the points. world: that of the world; start: the place where the vehicle starts"`
	Speed        float64                `yaml:"speed" unit:"m/s" range:"(0,100]" required:"true" doc:"speed through the water"`
	Guidance     string                 `yaml:"guidance" oneof:"line-of-sight|pursuit" doc:"point that the vehicle heads for, seen from above. line-of-sight: the point of the leg that lies ahead of the nearest one; pursuit: the point where the path leaves a circle about the vehicle"`
	Ahead        float64                `yaml:"ahead" unit:"m" range:"[1e-3,1e6]" doc:"distance of that point ahead, or radius of the circle; with a longer one, the vehicle also changes its depth more smoothly"`
	Crab         bool                   `yaml:"crab" doc:"whether the vehicle heads into a current to compensate for it; otherwise a cross current keeps it off its legs. A vehicle that does not know the current, for example with a log that tracks the bottom, does not"`
	Reach        float64                `yaml:"reach" unit:"m" range:"[1e-3,1e6]" doc:"distance ahead along the leg at which a point counts as passed; with pursuit, this holds for the last point only"`
	Then         string                 `yaml:"then" oneof:"hold|stop|repeat" doc:"what the vehicle does after the last point. hold: stay there; a vehicle with fins returns to it again and again; stop: give up thrust and steering; repeat: go back to the first point and along the path again"`
	TimeConstant time.Duration          `yaml:"time_constant" range:"[0.01,1000]" doc:"time constant with which speed and attitude follow their set-points; the attitude of a hull that the water turns is faster. The gains are computed from it and from mass, damping, thrusters and fins of the vehicle"`
	Navigation   navigation.Config      `yaml:"navigation" required:"true" doc:"how the vehicle knows its position"`
	Period       time.Duration          `yaml:"period" range:"[1e-4,10]" doc:"period of the task that steers"`
	Task         program.TaskConfig     `yaml:"task" doc:"priority, deadline and processor time of the task"`
	Computer     program.ComputerConfig `yaml:"computer" doc:"scheduling of the tasks, and further tasks of the computer"`
}

// About says what the program is.
func (*SurveyConfig) About() string {
	return "vehicle that swims along a path by itself, with thrusters or with propeller and fins"
}

// DefaultSurvey returns a survey without its path and its speed. What is looked at lies some
// lengths of a small vehicle ahead.
func DefaultSurvey() *SurveyConfig {
	return &SurveyConfig{
		Origin: "world", Guidance: "line-of-sight", Ahead: 10, Crab: true, Reach: 5, Then: "hold",
		TimeConstant: 2 * time.Second, Period: 20 * time.Millisecond, Computer: program.DefaultComputer(),
	}
}

// perConstant is how many periods a time constant has at least: the innermost loop is four times
// faster than that.
const perConstant = 8

// Validate checks that the legs go somewhere, and are longer than what counts as their end, and
// that the loops are sampled often enough.
func (c *SurveyConfig) Validate() error {
	if err := fault.Keep(c.Bounds()); err != nil {
		return err
	}
	for i := range c.Path {
		next := (i + 1) % len(c.Path)
		if next == 0 && c.Then != "repeat" {
			break
		}
		a, b := c.Path[i], c.Path[next]
		switch length := math.Hypot(b.X-a.X, b.Y-a.Y); {
		case a == b && next == 0:
			return fault.In("path", "the first point and the last one are the same; leave out the last one, to which then: repeat goes back by itself")
		case a == b:
			return fault.In("path", "points %d and %d are the same; leave one of them out", i+1, next+1)
		case length == 0:
			return fault.In("path", "point %d lies straight above or below point %d, and a leg has a direction; move one of them aside", next+1, i+1)
		case length <= c.Reach:
			return fault.In("reach", "the leg from point %d to point %d is %.4g m long in the plane, and a point counts as passed %.4g m before it; make reach less", i+1, next+1, length, c.Reach)
		}
	}
	return nil
}

// Bounds returns what the period keeps to.
func (c *SurveyConfig) Bounds() []fault.Bound {
	most := c.TimeConstant / perConstant
	return []fault.Bound{{
		Key: "period", Value: c.Period.Seconds(), Op: fault.AtMost, Than: "time_constant/8", Limit: most.Seconds(),
		Why: fmt.Sprintf("%v is too long to steer with a time constant of %v; make it %v at most, or the time constant longer", c.Period, c.TimeConstant, most),
	}}
}
