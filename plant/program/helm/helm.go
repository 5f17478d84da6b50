// Package helm is a program that keeps set-points of heading, speed, depth, height over ground and pitch, each until the next
// one comes at its time or on a condition. It is how control loops of vehicles are tried: by steps of what they keep.
//
// A vehicle that rises by its thrusters keeps a depth by a velocity upwards; one that climbs by its pitch, such as a torpedo, by
//
//	theta_ref = -(kz e + I),  I' = kzi e,
//
// with e the height that is missing, limited, and I held at the limit. Attitude and speed are those of package autopilot, whose
// gains follow from the vehicle. Given gains replace those of fins by
//
//	stern = -bow = kth (theta_ref - theta) - kq q,  rudder = kpsi (psi_ref - psi) - kr r
//
// which is successive loop closure of depth, pitch and heading (Fossen, Handbook of Marine Craft Hydrodynamics and Motion
// Control, 2011; Prestero 2001 for REMUS). Angles of these laws are those of geom.FromEuler: a
// positive pitch lowers the bow. The keys of a scenario have the pitch above the horizontal, so that -10deg dives.
//
// Set-points come from outside too, through ports of these names; see package program.
//
// The program knows what its navigation and its altimeter or log say. While they say nothing, the last command stays.
//
// Begin with Config and Default.
//
// Left out: roll; loops of other than a PID's terms; set-points of turn rates; ramps between set-points, which are steps.
package helm

import (
	"fmt"
	"math"
	"time"

	"halocline/plant/autopilot"
	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/sim/fault"
)

// Config describes a vehicle that keeps set-points.
type Config struct {
	At           []Point                `yaml:"at" min:"1" required:"true" doc:"set-points, one after the other. Keys left out stay as they were; at first these are the heading and the depth of the start, and a speed of 0"`
	Gains        *Gains                 `yaml:"gains" doc:"gains of depth, pitch and heading for a vehicle with fins; computed from the vehicle if left out"`
	Loops        *Loops                 `yaml:"loops" doc:"controllers other than those that follow from the vehicle"`
	TimeConstant time.Duration          `yaml:"time_constant" range:"[0.01,1000]" doc:"time constant with which speed and attitude follow their set-points; a depth is four times slower, and the attitude of a hull that the water turns is faster. Gains that are not given are computed from it and from mass, damping, thrusters and fins of the vehicle"`
	Rise         float64                `yaml:"rise" unit:"m/s" range:"(0,100]" doc:"greatest speed upwards and downwards of a vehicle whose thrusters change its depth; others climb and dive by at most 30 deg, or by pitch_limit"`
	Navigation   navigation.Config      `yaml:"navigation" required:"true" doc:"how the vehicle knows its motion; without knowledge of the current, it takes the speed over ground for the speed through the water"`
	Period       time.Duration          `yaml:"period" range:"[1e-4,10]" doc:"period of the task that steers"`
	Task         program.TaskConfig     `yaml:"task" doc:"priority, deadline and processor time of the task"`
	Computer     program.ComputerConfig `yaml:"computer" doc:"scheduling of the tasks, and further tasks of the computer"`
}

// Point is a set-point. One of depth, height and pitch replaces the others.
type Point struct {
	T       *time.Duration `yaml:"t" range:"[0,1e9]" doc:"time at which the set-point comes, by the node's clock; if left out, it comes when the condition until of the one before holds, and the first one at once"`
	Heading *float64       `yaml:"heading" unit:"rad" range:"[-1e6,1e6]" doc:"direction of the bow: angle from the x axis towards the y axis"`
	Speed   *float64       `yaml:"speed" unit:"m/s" range:"[0,100]" doc:"speed ahead through the water, along the bow"`
	Depth   *float64       `yaml:"depth" unit:"m" range:"[0,12000]" doc:"depth of the vehicle's origin below the surface at rest"`
	Height  *float64       `yaml:"height" unit:"m" range:"(0,12000]" doc:"height over ground, read by the node's altimeter or log; the beam of a tilted vehicle is longer"`
	Pitch   *float64       `yaml:"pitch" unit:"rad" range:"[-1.0472,1.0472]" doc:"angle of the bow above the horizontal, up to 60 deg, negative for a dive; probes and inertial units have the pitch with the other sign"`
	Until   string         `yaml:"until" doc:"condition that ends the set-point, such as depth >= 0.4m or held > 60s. It may name time and held (time since the set-point came), depth, height, heading, pitch (as here), speed, battery, contacts"`
}

// Gains are those of a vehicle with fins, see the package.
type Gains struct {
	Kz    float64 `yaml:"kz" range:"(0,1e6]" required:"true" doc:"pitch per error of depth, rad/m"`
	Kzi   float64 `yaml:"kzi" range:"[0,1e6]" doc:"rate of pitch per error of depth, rad/(m s)"`
	Limit float64 `yaml:"pitch_limit" unit:"rad" range:"(0,1.0472]" doc:"greatest pitch that is asked for to change the depth"`
	Kth   float64 `yaml:"kth" range:"(0,1e6]" required:"true" doc:"angle of stern and bow planes per error of pitch, rad/rad"`
	Kq    float64 `yaml:"kq" range:"[0,1e6]" required:"true" doc:"angle of the planes per rate of pitch, s"`
	Kpsi  float64 `yaml:"kpsi" range:"(0,1e6]" required:"true" doc:"angle of the rudder per error of heading, rad/rad"`
	Kr    float64 `yaml:"kr" range:"[0,1e6]" required:"true" doc:"angle of the rudder per rate of turning, s"`
}

// Defaults limits the pitch as it is where no gains are given.
func (g *Gains) Defaults() { g.Limit = autopilot.MostClimb }

// About says what the program is.
func (*Config) About() string {
	return "vehicle that keeps set-points of heading, speed, depth, height and pitch, each until a time or a condition"
}

// Default returns a helm without set-points.
func Default() *Config {
	return &Config{TimeConstant: time.Second, Rise: 0.2, Period: 20 * time.Millisecond, Computer: program.DefaultComputer()}
}

// perConstant is how many periods a time constant has at least: the innermost loop is four times faster than that.
const perConstant = 8

// Validate checks that each set-point comes, and after the one before.
func (c *Config) Validate() error {
	if err := fault.Keep(c.Bounds()); err != nil {
		return err
	}
	if err := c.Loops.check(c.Gains); err != nil {
		return err
	}
	latest, of := time.Duration(-1), 0
	for i := range c.At {
		p := &c.At[i]
		if err := p.check(i); err != nil {
			return err
		}
		switch {
		case p.T != nil && *p.T <= latest:
			return fault.In(key(i, "t"), "set-point %d comes at %v, and number %d before it at %v; write them in the order of time", i+1, *p.T, of+1, latest)
		case p.T == nil && i > 0 && c.At[i-1].Until == "":
			return fault.In(key(i, ""), "set-point %d never comes; give it a time t, or the one before a condition until", i+1)
		}
		if p.T != nil {
			latest, of = *p.T, i
		}
		if i == len(c.At)-1 && p.Until != "" {
			return fault.In(key(i, "until"), "nothing comes after the last set-point; leave out until, or write one more")
		}
	}
	return nil
}

// Bounds returns what the period keeps to.
func (c *Config) Bounds() []fault.Bound {
	most := c.TimeConstant / perConstant
	return []fault.Bound{{
		Key: "period", Value: c.Period.Seconds(), Op: fault.AtMost, Than: "time_constant/8", Limit: most.Seconds(), When: "without gains", Off: c.Gains != nil,
		Why: fmt.Sprintf("%v is too long to steer with a time constant of %v; make it %v at most, or the time constant longer, or give gains", c.Period, c.TimeConstant, most),
	}}
}

// check checks a set-point alone.
func (p *Point) check(i int) error {
	var named []string
	for _, v := range [...]struct {
		key   string
		value *float64
	}{{"depth", p.Depth}, {"height", p.Height}, {"pitch", p.Pitch}} {
		if v.value != nil {
			named = append(named, v.key)
		}
	}
	switch {
	case len(named) > 1:
		return fault.In(key(i, named[1]), "a set-point of %s has no %s beside it; leave one of them out", named[0], named[1])
	case len(named) == 0 && p.Heading == nil && p.Speed == nil && i > 0:
		return fault.In(key(i, ""), "set-point %d sets nothing; give it heading, speed, depth, height or pitch, or leave it out", i+1)
	}
	return nil
}

// key returns the path of a key of a set-point, or of the whole of it.
func key(i int, name string) string {
	if name == "" {
		return fmt.Sprintf("at[%d]", i)
	}
	return fmt.Sprintf("at[%d].%s", i, name)
}

// Cruise implements program.Cruising: it is the greatest speed of the set-points.
func (c *Config) Cruise() float64 {
	most := 0.0
	for i := range c.At {
		if v := c.At[i].Speed; v != nil {
			most = math.Max(most, *v)
		}
	}
	return most
}

// Steers implements program.Steering.
func (c *Config) Steers() navigation.Use { return navigation.Use{Config: c.Navigation, Begins: true} }
