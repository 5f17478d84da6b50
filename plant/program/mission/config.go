package mission

import (
	"fmt"
	"slices"
	"time"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// Config describes a mission.
type Config struct {
	Speed        float64                `yaml:"speed" unit:"m/s" range:"(0,100]" required:"true" doc:"speed through the water"`
	Tasks        []TaskConfig           `yaml:"tasks" min:"1" required:"true" doc:"tasks to do, one after the other"`
	On           []EventConfig          `yaml:"on" doc:"events that interrupt the present task, which goes on afterwards. Those with abort come before those without, and the first ones before later ones. While the task of an event is done, events of lower rank wait, and act then if their conditions still hold"`
	Map          *MapConfig             `yaml:"map" doc:"chart that the vehicle is given; none if left out"`
	Plan         PlanConfig             `yaml:"plan" doc:"planning of ways on the map; without it, ways are straight"`
	Avoid        *AvoidConfig           `yaml:"avoid" doc:"avoidance of what a sonar sees on the way; none if left out"`
	Then         string                 `yaml:"then" oneof:"hold|stop" doc:"what the vehicle does after its last task. hold: it stays at the place of that; stop: it gives up thrust and steering"`
	Guidance     string                 `yaml:"guidance" oneof:"heading|curvature" doc:"how the vehicle steers to the point ahead on its way. heading: straight; curvature: along the arc that leaves along its course and ends there"`
	Ahead        float64                `yaml:"ahead" unit:"m" range:"[1e-3,1e6]" doc:"distance to the point ahead on its way, see guidance; with a longer one, the vehicle also changes its depth more smoothly"`
	Reach        float64                `yaml:"reach" unit:"m" range:"[1e-3,1e6]" doc:"distance from a goal at which it counts as reached; for a vehicle that cannot hover, the distance along its way. Actions at a goal, such as wait, go on only within it; at twice the distance, the vehicle goes back"`
	Loiter       float64                `yaml:"loiter" unit:"m" range:"[1e-3,1e6]" doc:"the same for a vehicle that cannot hover, while it circles around its goal"`
	Orders       string                 `yaml:"orders" doc:"link on which an operator is heard; none if left out"`
	Tell         *TellConfig            `yaml:"tell" doc:"reports of its own place to all others; none if left out"`
	Data         DataConfig             `yaml:"data" doc:"how collected data are sent"`
	TimeConstant time.Duration          `yaml:"time_constant" range:"[0.01,1000]" doc:"time constant with which speed and attitude follow their set-points"`
	Navigation   navigation.Config      `yaml:"navigation" required:"true" doc:"how the vehicle knows its position. A mission decides by that, by its instruments and by the packets that it receives"`
	Period       time.Duration          `yaml:"period" range:"[1e-4,10]" doc:"period of the task of its computer that decides and steers"`
	Task         program.TaskConfig     `yaml:"task" doc:"priority, deadline and processor time of that task of the computer; the key tasks has those of the mission"`
	Computer     program.ComputerConfig `yaml:"computer" doc:"scheduling of the tasks, and further tasks of the computer"`
}

// TaskConfig describes a task: a goal, or what is done there, or both.
type TaskConfig struct {
	Name    string         `yaml:"name" doc:"name, by which an event begins it and a report calls it; task1 and so on if left out"`
	Go      *geom.Vec      `yaml:"go" as:"vector" unit:"m" range:"[-1e7,1e7]" doc:"place to go to; z is up, and negative under water"`
	Follow  []geom.Vec     `yaml:"follow" as:"vector" unit:"m" range:"[-1e7,1e7]" doc:"points to pass by straight legs, one after the other"`
	Home    bool           `yaml:"home" doc:"whether the vehicle goes back to its start"`
	Surface bool           `yaml:"surface" doc:"whether the vehicle surfaces"`
	Land    bool           `yaml:"land" doc:"whether the vehicle goes down until it touches the ground, or is half a metre above it by an instrument"`
	Survey  *LanesConfig   `yaml:"survey" doc:"box to swim over in parallel lanes"`
	Observe *ObserveConfig `yaml:"observe" doc:"point to look at from around it; the vehicle goes there straight, as with track"`
	Track   *TrackConfig   `yaml:"track" doc:"other vehicle to follow"`
	Dock    *DockConfig    `yaml:"dock" doc:"station to dock at; the next task lets it go again"`
	Then    ThenConfig     `yaml:"then" doc:"what is done at the goal, or where the vehicle is"`
	Limit   time.Duration  `yaml:"limit" range:"[0,1e9]" doc:"time from its beginning after which the task is given up; 0 for none"`
}

// ThenConfig describes what a vehicle does at a place. It is done when all of it is.
type ThenConfig struct {
	Wait    time.Duration `yaml:"wait" range:"[0,1e9]" doc:"time that the vehicle stays"`
	Charge  float64       `yaml:"charge" unit:"1" range:"[0,1]" doc:"share of its capacity up to which the battery is charged there, by the key charging of the battery; 0 for not at all"`
	Collect float64       `yaml:"collect" unit:"bit" range:"[0,1e12]" doc:"data that are collected there, evenly over wait; at once without it"`
	Send    string        `yaml:"send" oneof:"nothing|all" doc:"data that are sent from there. nothing: none; all: all that are on board"`
	To      string        `yaml:"to" doc:"node that they are sent to, which may run a mission-station"`
	Link    string        `yaml:"link" doc:"link over which they are sent; the only one if left out"`
	TTL     time.Duration `yaml:"ttl" range:"[0,1e9]" doc:"time after which the vehicle goes on, even if data are left; 0 to stay until all data have arrived"`
}

// EventConfig describes an event.
type EventConfig struct {
	When  string `yaml:"when" required:"true" doc:"condition that begins to hold, such as depth > 90m or contacts > 0. battery: share of the capacity that is left; depth, height, speed: m, m over ground by altimeter or log, m/s over ground; heading: from the x axis to the y axis; uncertainty: standard deviation of the place, m, with reckoning or filter; time, task_time: since the mission and the present task began; contacts: touches so far; message: last word of an operator, in quotes; task: name of the present task; data: bits on board that have not arrived; no way: the present task has none. A value that is not known makes a comparison false"`
	Do    string `yaml:"do" required:"true" doc:"name of a task, which begins then, or goes on if it has begun; or home, surface, land, hold, stop"`
	Abort bool   `yaml:"abort" doc:"whether the other tasks are dropped; otherwise they go on afterwards"`
	Times int    `yaml:"times" range:"[1,1e6]" doc:"greatest number of times that the event acts, so that events which cause each other come to an end"`
}

// Defaults has it act often.
func (c *EventConfig) Defaults() { c.Times = 100 }

// DataConfig describes the form in which data are sent.
type DataConfig struct {
	Packet int           `yaml:"packet" unit:"bit" range:"[1,1e9]" doc:"size of a packet at most; the last one is what is left"`
	Window int           `yaml:"window" range:"[1,1000]" doc:"greatest number of packets sent without a receipt yet"`
	Retry  time.Duration `yaml:"retry" range:"[1e-3,1e6]" doc:"time from the end of its transmission after which a packet without a receipt is sent again"`
}

// TellConfig describes reports of a vehicle's own place and velocity.
type TellConfig struct {
	Link  string        `yaml:"link" bare:"true" doc:"link over which they are sent; the only one if left out"`
	Every time.Duration `yaml:"every" range:"[1e-3,1e6]" doc:"time from one to the next"`
	Bits  int           `yaml:"size" unit:"bit" range:"[1,1e6]" doc:"bits of one: id 16, place 3 x 24, velocity 3 x 16, time 32"`
}

// Defaults makes it a report every four seconds.
func (c *TellConfig) Defaults() { c.Every, c.Bits = 4*time.Second, 168 }

// Validate finds nothing beyond the ranges of the fields.
func (*TellConfig) Validate() error { return nil }

// About says what the program is.
func (*Config) About() string {
	return "vehicle that does tasks one after the other: goes to places, waits, charges, collects data and sends them; events interrupt it"
}

// Default returns a mission without its tasks and its speed. All numbers are assumed.
func Default() *Config {
	return &Config{
		Then: "hold", Plan: PlanConfig{Type: "a-star", Neighbours: 8, Smooth: "visible"}, Ahead: 2, Reach: 1, Loiter: 20, Data: DataConfig{Packet: 1000, Window: 1, Retry: 5 * time.Second},
		TimeConstant: 2 * time.Second, Period: 20 * time.Millisecond, Computer: program.DefaultComputer(),
	}
}

// Defaults sets that nothing is sent.
func (c *ThenConfig) Defaults() { c.Send = "nothing" }

// Defaults sets what its parts have.
func (c *TaskConfig) Defaults() { c.Then.Defaults() }

// Validate checks that no two goals are one task's, and that there is something to do.
func (c *TaskConfig) Validate() error {
	goals := 0
	for _, is := range []bool{c.Go != nil, c.Follow != nil, c.Home, c.Surface, c.Land, c.Survey != nil, c.Observe != nil, c.Track != nil, c.Dock != nil} {
		if is {
			goals++
		}
	}
	switch {
	case c.Follow != nil && len(c.Follow) == 0:
		return fault.In("follow", "no points are given; write at least one, as in [[10m, 0m, -5m]]")
	case goals > 1:
		return fault.In("name", "the task has %d goals, and a vehicle goes to one at a time; make each a task of its own", goals)
	case goals == 0 && !c.Then.acts():
		return fault.In("then", "the task has nothing to do; give it a goal, such as go, or something to do where the vehicle is, such as wait")
	case slices.Contains(orders(), c.Name):
		return fault.In("name", "%q is what an event may do without a task; choose another name", c.Name)
	}
	return nil
}

// acts reports whether there is something to do at a place.
func (c *ThenConfig) acts() bool {
	return c.Wait > 0 || c.Charge > 0 || c.Collect > 0 || c.Send == "all"
}

// Validate checks what no single field shows.
func (c *ThenConfig) Validate() error {
	switch {
	case c.Send == "all" && c.To == "":
		return fault.In("to", "data are sent to nobody; name the node that gets them")
	case c.Send != "all" && (c.To != "" || c.TTL > 0):
		return fault.In("send", "a receiver or a ttl is given, and nothing is sent; write send: all, or leave them out")
	}
	return nil
}

// Validate finds nothing: conditions are parsed where it is known what a vehicle knows.
func (*EventConfig) Validate() error { return nil }

// perConstant is how many periods a time constant has at least: the innermost loop is four times faster than that.
const perConstant = 8

// Validate checks what no single field shows.
func (c *Config) Validate() error {
	if err := fault.Keep(c.Bounds()); err != nil {
		return err
	}
	switch plan := Default().Plan; {
	case c.Map == nil && c.Plan != plan && c.Plan.Type != "none":
		return fault.In("plan", "there is no map to find a way on; give one by the key map, or leave plan out")
	case c.Map != nil && c.Plan.Type == "none":
		return fault.In("map", "no way is planned on the map; choose a search by plan.type, or leave the map out")
	}
	for i := range c.Tasks {
		for k := range i {
			if c.name(i) == c.name(k) {
				return fault.In(fmt.Sprintf("tasks[%d].name", i), "%q is the name of another task; choose another", c.name(i))
			}
		}
	}
	return nil
}

// Bounds returns what the period keeps to.
func (c *Config) Bounds() []fault.Bound {
	most := c.TimeConstant / perConstant
	return []fault.Bound{{
		Key: "period", Value: c.Period.Seconds(), Op: fault.AtMost, Than: "time_constant/8", Limit: most.Seconds(),
		Why: fmt.Sprintf("%v is too long to steer with a time constant of %v; make it %v at most, or the time constant longer", c.Period, c.TimeConstant, most),
	}, {
		Key: "task.demand", Value: c.Task.Demand.Seconds(), Op: fault.AtMost, Than: "period", Limit: c.Period.Seconds(),
		Why: fmt.Sprintf("a task of %v every %v is never done; make it shorter", c.Task.Demand, c.Period),
	}}
}

// name returns the name of a task.
func (c *Config) name(i int) string { return nameOf(&c.Tasks[i], i) }

func nameOf(c *TaskConfig, i int) string {
	if c.Name == "" {
		return fmt.Sprintf("task%d", i+1)
	}
	return c.Name
}

// Steers implements program.Steering.
func (c *Config) Steers() navigation.Use { return navigation.Use{Config: c.Navigation, Begins: true} }

// Needs implements program.Needing: who gets data, and who is followed, is there before.
func (c *Config) Needs() []string { return nodesOf(c.Tasks) }

// nodesOf returns the nodes that tasks name.
func nodesOf(tasks []TaskConfig) []string {
	var all []string
	for i := range tasks {
		if to := tasks[i].Then.To; to != "" {
			all = append(all, to)
		}
		if d := tasks[i].Dock; d != nil {
			all = append(all, d.Station)
		}
		if t := tasks[i].Track; t != nil && t.Target != "" {
			all = append(all, t.Target)
		}
	}
	return all
}

// Cruise implements program.Cruising.
func (c *Config) Cruise() float64 { return c.Speed }
