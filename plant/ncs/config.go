package ncs

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/plant/program/external"
	"halocline/plant/sensor"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// StationConfig describes the computer of a docking station.
type StationConfig struct {
	Method     string                 `yaml:"method" oneof:"hybrid|acoustic" doc:"use of the RF link. hybrid: it guides vehicles within threshold, and the acoustic link those beyond it; acoustic: none, and the acoustic link guides vehicles at any distance"`
	Acoustic   SendConfig             `yaml:"acoustic" doc:"task that sends updates over the acoustic link"`
	RF         SendConfig             `yaml:"rf" doc:"task that sends updates over the RF link, with hybrid"`
	Links      []NearSend             `yaml:"links" key:"Name" doc:"further links that guide near vehicles, each under its name, or under any name with the key link. If several reach as far as the vehicle, the one with the least within guides it"`
	Threshold  float64                `yaml:"threshold" unit:"m" range:"(0,1e4]" doc:"distance up to which a vehicle is guided by radio"`
	Hysteresis float64                `yaml:"hysteresis" unit:"m" range:"[0,1e4]" doc:"distance beyond threshold at which a vehicle is guided by sound again"`
	Both       bool                   `yaml:"both" doc:"whether updates are sent over both links, wherever the vehicle is, which then chooses one"`
	USBL       *USBLConfig            `yaml:"usbl" doc:"instrument that measures positions; they are exact if left out"`
	Berth      BerthConfig            `yaml:"berth" doc:"conditions under which a vehicle counts as docked, and what happens then"`
	Computer   program.ComputerConfig `yaml:"computer" doc:"scheduling of the tasks, and further tasks of the computer"`
}

// USBLConfig describes the instrument of a station. What is left out of it is that of
// sensor.DefaultUSBL.
type USBLConfig struct{ sensor.USBLConfig }

// Defaults makes it the usual instrument.
func (c *USBLConfig) Defaults() { c.USBLConfig = *sensor.DefaultUSBL() }

// SendConfig describes a task that sends updates.
type SendConfig struct {
	Link   string             `yaml:"link" doc:"name of the link"`
	Period time.Duration      `yaml:"period" range:"[1e-3,3600]" doc:"time from one update of a vehicle to the next"`
	Offset time.Duration      `yaml:"offset" range:"[0,3600]" doc:"time of the first update, on the node's clock"`
	Bits   int                `yaml:"size" unit:"bit" range:"[1,1e6]" doc:"bits of an update"`
	Power  PowerConfig        `yaml:"power" doc:"transmit power of the updates"`
	Task   program.TaskConfig `yaml:"task" doc:"priority, deadline and processor time of the task"`
}

// NearSend describes a task that sends updates to vehicles near their berths.
type NearSend struct {
	Name       string  `yaml:"-"`
	Within     float64 `yaml:"within" unit:"m" range:"(0,1e4]" required:"true" doc:"distance up to which a vehicle is guided by this link"`
	Hysteresis float64 `yaml:"hysteresis" unit:"m" range:"[0,1e4]" doc:"distance beyond within at which another link guides the vehicle again"`
	SendConfig `yaml:",inline"`
}

// Defaults makes it a task like that of radio.
func (c *NearSend) Defaults() { c.SendConfig = DefaultStation().RF; c.Link = "" }

// PowerConfig describes the power of updates (section 4.4.4 of the thesis).
type PowerConfig struct {
	Control string  `yaml:"control" oneof:"full|request|follow" doc:"transmit power of the updates. full: full power; request: what the vehicle asks for, never less than before; follow: what the measured distance needs, plus margin"`
	Initial float64 `yaml:"initial" unit:"dB" range:"[0,100]" doc:"level of the first update below full power, with request"`
	Margin  float64 `yaml:"margin" unit:"dB" range:"[-60,100]" doc:"level above what the distance needs, with follow"`
}

// BerthConfig says when a vehicle is docked.
type BerthConfig struct {
	Within    float64       `yaml:"within" unit:"m" range:"[0,1e4]" doc:"distance to the berth at which a vehicle is docked; with a cone, its stop decides instead"`
	Tolerance float64       `yaml:"tolerance" range:"[0,1]" doc:"distance at which a vehicle is docked, as a fraction of that at the start, as in Erdemir's thesis; replaces within, unless it is 0"`
	Speed     float64       `yaml:"speed" unit:"m/s" range:"[0,100]" doc:"greatest speed over ground at which it is docked; 0 for any"`
	Tilt      float64       `yaml:"tilt" unit:"rad" range:"[0,3.1416]" doc:"greatest angle between its own vertical and the true one at which it is docked; 0 for any"`
	Dwell     time.Duration `yaml:"dwell" range:"[0,3600]" doc:"time for which distance, speed and tilt must hold"`
	Check     time.Duration `yaml:"check" range:"[1e-6,60]" doc:"time from one check of these conditions to the next"`
	Release   bool          `yaml:"release" doc:"whether a docked vehicle stays free; otherwise the dock holds it"`
	Cone      *ConeConfig   `yaml:"cone" doc:"funnel whose stop holds a vehicle that touches it. The middle of the stop is the berth, so the centre of a docked vehicle is half its length away. The station leads vehicles round the cone and in. If left out, only the distance counts"`
	Go        bool          `yaml:"go_on" doc:"whether the run goes on when all vehicles are docked; otherwise it ends"`
}

// VehicleConfig describes the computer of a vehicle that docks.
type VehicleConfig struct {
	Station    string                 `yaml:"station" required:"true" doc:"name of the docking station"`
	Berth      geom.Vec               `yaml:"berth" as:"vector" unit:"m" range:"[-1e4,1e4]" doc:"position of its berth, relative to the station"`
	BerthRing  float64                `yaml:"berth_ring" unit:"m" range:"[0,1e4]" doc:"radius of a circle around the berth with a berth for each vehicle of a group, at equal angles from the x axis on, as with place: ring; 0 for one berth for all"`
	Start      time.Duration          `yaml:"start" range:"[0,1e9]" doc:"time at which the vehicle sets out; before, it is held where it is"`
	Stagger    time.Duration          `yaml:"stagger" range:"[0,1e9]" doc:"time by which each vehicle of a group sets out later than the one before"`
	Acoustic   SteerConfig            `yaml:"acoustic" doc:"control by updates of the acoustic link"`
	RF         SteerConfig            `yaml:"rf" doc:"control by updates of the RF link"`
	Links      []NearSteer            `yaml:"links" key:"Name" doc:"control by updates of further links of the station, each under its name, or under any name with the key link"`
	Attitude   AttitudeConfig         `yaml:"attitude" doc:"control of the attitude"`
	Handover   string                 `yaml:"handover" oneof:"fresh|carried" doc:"state with which a controller takes over from that of another link. fresh: none, it begins anew; carried: the last error, I and D of the other one"`
	Frame      string                 `yaml:"frame" oneof:"applied|computed" doc:"time at which a force is turned into the vehicle's frame. applied: whenever it is applied; computed: once, when it is computed"`
	Missing    MissingConfig          `yaml:"missing" doc:"rule for the force when no update comes"`
	Choice     ChoiceConfig           `yaml:"choice" doc:"choice of the link that steers a vehicle which gets updates over both"`
	Navigation navigation.Config      `yaml:"navigation" required:"true" doc:"how the vehicle knows its position. With truth it knows its attitude and its velocity exactly, and its position from the last update alone, in a program outside too. The others estimate its motion between updates, which correct the estimate at the time of their measurement"`
	Force      ForceConfig            `yaml:"force" doc:"computation of the force from the estimate, with another navigation than truth"`
	Smith      *SmithConfig           `yaml:"smith" doc:"Smith predictor: the vehicle steers from its predicted position when an update comes; if left out, from the measured one. A force that the predictor does not model, such as buoyancy, a current or quadratic drag, causes an error of that force times the age of the update over the drag. So give the drag at the speed of the vehicle"`
	External   *external.DriveConfig  `yaml:"external" doc:"control by a program outside, to which halocline serve forwards the updates as mail. Its forces come in through ports, and the control laws of this program are off. If left out, these laws steer"`
	Allocated  string                 `yaml:"allocation" oneof:"all|translation" doc:"axes along which the thrusters make forces. all: forces and moments along all axes that the thrusters act on; translation: forces and yaw only"`
	Computer   program.ComputerConfig `yaml:"computer" doc:"scheduling of the tasks, and further tasks of the computer"`
}

// SteerConfig describes position control by the updates of a link: equations 4.1
// to 4.4 and 4.13 of the thesis, and the readings that they leave open.
type SteerConfig struct {
	Link       string             `yaml:"link" doc:"name of the link"`
	Kp         *geom.Vec          `yaml:"kp" as:"vector" doc:"proportional gain along the world's x, y, z in N/m; if left out, it is computed from the vehicle's model, so that the loop is stable with updates two periods late. By Skogestad's rule (2003) for a double integrator, kp is m/(4 c^2), ki is kp/(4 c) and kd is 4 c kp. Here m is mass plus added mass, and c the longer of 1 s and 3 periods"`
	Ki         *geom.Vec          `yaml:"ki" as:"vector" doc:"integral gain, N/(m s); if left out, it is computed from the vehicle's model, see kp"`
	Kd         *geom.Vec          `yaml:"kd" as:"vector" doc:"derivative gain, N s/m; if left out, it is computed from the vehicle's model, see kp"`
	Zones      []ZoneConfig       `yaml:"zones" doc:"gains near the berth, the innermost zone first; beyond the last zone they are those of the link"`
	Hysteresis float64            `yaml:"hysteresis" unit:"m" range:"[0,1e4]" doc:"distance beyond a zone at which the vehicle leaves its gains"`
	Fade       time.Duration      `yaml:"fade" range:"[0,3600]" doc:"time constant with which the jump of the force at a change of gains decays; 0 lets it jump. In a zone with ki, an accumulated I takes up the jump instead, as far as clamp allows"`
	Period     time.Duration      `yaml:"period" range:"[1e-3,3600]" doc:"sampling period: time from one expected update to the next"`
	Sampling   string             `yaml:"sampling" oneof:"nominal|elapsed" doc:"time step of equations 4.2 and 4.3, and of the attitude's in RF mode. nominal: the sampling period; elapsed: the time from one measurement to the next, or, with smith, from the arrival of one update to that of the next"`
	Integral   string             `yaml:"integral" oneof:"series|accumulated|per-sample" doc:"integral part I of the controller. An accumulated I counts at most two periods between two updates, and does not grow while a limit or the thrusters reduce the force. series: ki/kp times the sum of what P and D ask for, as in the series form of a PID. It does not wind up on the way to a waypoint, and its loop is that of accumulated with kp + ki kd/kp; accumulated: the sum of equation 4.3, as in the parallel form; per-sample: equation 4.3 as it is printed, from the last two errors only, which acts as a gain of ki times the period and stops short of the berth against a steady force such as a current"`
	Derivative string             `yaml:"derivative" oneof:"error|measurement" doc:"quantity of which D is the derivative. error: the error, so that a step of the reference makes D jump; measurement: the measurement, so that it does not"`
	Clamp      float64            `yaml:"clamp" unit:"N" range:"[0,1e9]" doc:"largest accumulated I; 0 for no limit"`
	Limit      float64            `yaml:"limit" unit:"N" range:"[0,1e9]" doc:"largest force along each axis; 0 for no limit"`
	Filter     time.Duration      `yaml:"filter" range:"[0,3600]" doc:"time constant of a low pass on D"`
	Waypoint   *float64           `yaml:"waypoint" unit:"m" range:"[0,1e6]" doc:"distance of the reference ahead on the way to the berth, so that P is at most kp times that; 0 for the berth itself. If left out, it is 0.3 m/s times kd/kp along x, so that P and a D on measurement balance at 0.3 m/s over ground"`
	Beyond     bool               `yaml:"beyond" doc:"whether the reference is that far ahead even if the berth is nearer, as equation 4.13 is printed"`
	Request    RequestConfig      `yaml:"request" doc:"messages that ask for more power when an update does not come"`
	Task       program.TaskConfig `yaml:"task" doc:"priority, deadline and processor time of the task"`
}

// NearSteer describes position control by the updates of a further link.
type NearSteer struct {
	Name        string `yaml:"-"`
	SteerConfig `yaml:",inline"`
}

// Defaults makes it control like that by radio.
func (c *NearSteer) Defaults() { c.SteerConfig = DefaultVehicle().RF; c.Link = "" }

// named is a part of a configuration with the key under which it stands.
type named[C any] struct {
	key, task, link string
	config          *C
}

// sends returns the tasks that send updates; the one of radio is the second.
func (c *StationConfig) sends() []named[SendConfig] {
	all := []named[SendConfig]{{"acoustic", "acoustic", c.Acoustic.Link, &c.Acoustic}, {"rf", "rf", c.RF.Link, &c.RF}}
	for i := range c.Links {
		l := &c.Links[i]
		all = append(all, named[SendConfig]{"links." + l.Name, l.Name, cmp.Or(l.Link, l.Name), &l.SendConfig})
	}
	return all
}

// steers returns the controllers of positions; the one of radio is the second.
func (c *VehicleConfig) steers() []named[SteerConfig] {
	all := []named[SteerConfig]{{"acoustic", "acoustic", c.Acoustic.Link, &c.Acoustic}, {"rf", "rf", c.RF.Link, &c.RF}}
	for i := range c.Links {
		l := &c.Links[i]
		all = append(all, named[SteerConfig]{"links." + l.Name, l.Name, cmp.Or(l.Link, l.Name), &l.SteerConfig})
	}
	return all
}

// ZoneConfig describes the gains of a zone around the berth. From one zone to the other the force
// goes over without a jump, by control.Banks, if fade says so.
type ZoneConfig struct {
	Within float64  `yaml:"within" unit:"m" range:"(0,1e6]" required:"true" doc:"distance from the berth up to which the zone goes, as far as the vehicle knows it"`
	Kp     geom.Vec `yaml:"kp" as:"vector" required:"true" doc:"proportional gain along the world's x, y, z; N/m"`
	Ki     geom.Vec `yaml:"ki" as:"vector" required:"true" doc:"integral gain, N/(m s)"`
	Kd     geom.Vec `yaml:"kd" as:"vector" required:"true" doc:"derivative gain, N s/m"`
}

// AttitudeConfig describes control of the attitude. The thesis does not give its
// gains.
type AttitudeConfig struct {
	Period  time.Duration      `yaml:"period" range:"[1e-4,10]" doc:"period of the orientation task, which works in acoustic mode"`
	Kp      *geom.Vec          `yaml:"kp" as:"vector" doc:"proportional gain of roll, pitch, yaw, N m/rad; if left out, it follows from the vehicle's model: inertia and added inertia times w^2, with w 3 rad/s for roll and pitch and 1 rad/s for yaw"`
	Ki      geom.Vec           `yaml:"ki" as:"vector" doc:"integral gain, N m/(rad s)"`
	Kd      *geom.Vec          `yaml:"kd" as:"vector" doc:"derivative gain, N m s/rad; if left out, it follows from the vehicle's model: twice that inertia times w"`
	Heading string             `yaml:"heading" oneof:"berth|kept" doc:"heading of the vehicle. berth: towards the berth, equation 4.14; kept: that of the start"`
	Within  float64            `yaml:"keep_within" unit:"m" range:"[0,1e4]" doc:"horizontal distance from the berth within which the heading is kept, with heading: berth. The bearing of a near place changes fast, and a vehicle that follows it spins"`
	Task    program.TaskConfig `yaml:"task" doc:"priority, deadline and processor time of the orientation task"`
}

// MissingConfig says what becomes of a force that no update renews.
type MissingConfig struct {
	Policy   string        `yaml:"policy" oneof:"hold|zero|wane" doc:"force once its age exceeds due. hold: it is kept for the time patience, and for good if that is 0; zero: it drops to zero at once; wane: it falls to zero in a straight line during patience"`
	Due      time.Duration `yaml:"due" range:"[0,3600]" doc:"age up to which a force is applied in full"`
	Patience time.Duration `yaml:"patience" range:"[0,1e6]" doc:"time after due for which the force is kept, or falls; with hold, 0 keeps it for good"`
}

// ForceConfig says when the force is computed of a vehicle that estimates where it is between updates, by navigation: reckoning or
// filter.
//
// The acoustic and the RF task then only correct. Two periodic tasks more compute the force from the
// estimate, whether updates come or not. The one of the link of the newest update does so, with that
// link's gains, at its sampling period or at one of its own; the key sampling has no say then. When a
// link begins to steer, its first update gives a force at once. In acoustic mode the orientation task
// applies the force, in RF mode the task that computes it.
//
// An update is Used when it corrects the estimate, even if a newer one came before it. The age of a
// force, for what becomes of it without updates, is the time since the last one.
//
// How the vehicle takes itself to be turned is what the estimate says, too: that turns the force into the vehicle when it is applied, and is
// what the orientation task sees.
type ForceConfig struct {
	Period time.Duration      `yaml:"period" range:"[0,3600]" doc:"time from one force to the next; 0 for the sampling period of the link that steers. If updates are rare, give less, such as 0.5s; otherwise the estimate is used only when one comes"`
	Task   program.TaskConfig `yaml:"task" doc:"priority, deadline and processor time of the two tasks that compute the force"`
}

// SmithConfig describes a Smith predictor: the vehicle as it takes itself to be, which
// need not be what it is.
//
// The predictor says where the vehicle is when an update comes. It starts from where the vehicle was
// measured, and adds up the forces asked of the thrusters since then, within their limits. There is
// one for both links, so it goes on through a hand-over and through updates that are lost.
//
// A force is still computed for each update and held until the next one. The predictor removes the
// delay from the measurement to the update, except the time until the orientation task applies the
// force. It does not remove the period. So it serves positions that are old, compared with their
// period and the loop; the 60 ms and 80 ms of the thesis's frame of 0.74 s are little.
//
// What the model does not know leaves the vehicle off its berth: buoyancy, current, quadratic drag,
// and thrusters that lag or have failed. See control.Smith.
type SmithConfig struct {
	Mass *geom.Vec `yaml:"mass" as:"vector" unit:"kg" range:"(0,1e9]" doc:"mass with the added mass along the vehicle's x, y, z; the vehicle's own if left out"`
	Drag *geom.Vec `yaml:"drag" as:"vector" range:"[0,1e9]" doc:"linear drag along these axes, N s/m, best that of the real vehicle at the speeds that matter; the linear part of the vehicle's own if left out"`
}

// ChoiceConfig says which link a vehicle listens to.
type ChoiceConfig struct {
	By     string  `yaml:"by" oneof:"arrival|quality" doc:"link that steers a vehicle which gets updates over both. arrival: the link of the last update; quality: the RF link while it is good, which needs a station that sends over both"`
	Window int     `yaml:"window" range:"[1,64]" doc:"number of RF periods over which the quality is measured"`
	Enter  float64 `yaml:"enter" range:"(0,1]" doc:"fraction of these periods with an update from which the RF link is used"`
	Leave  float64 `yaml:"leave" range:"[0,1]" doc:"fraction of these periods with an update below which the RF link is left"`
}

// RequestConfig describes the messages that ask for power.
type RequestConfig struct {
	Off    bool    `yaml:"off" doc:"whether the vehicle sends no such messages"`
	Bits   int     `yaml:"size" unit:"bit" range:"[1,1e6]" doc:"bits of a request"`
	Margin float64 `yaml:"margin" unit:"dB" range:"[-60,100]" doc:"level above what the distance needs that is asked for"`
	Step   float64 `yaml:"step" unit:"dB" range:"[0,100]" doc:"least increase over the power of the last update that came"`

	Spread time.Duration `yaml:"spread" range:"[0,3600]" doc:"greatest random delay of a request, so that vehicles without updates do not keep asking at the same instants"`
}

// ResponderConfig describes a node that only answers: it gets updates and asks for
// power when one does not come, and so loads the acoustic link as the other
// vehicles of the thesis do, which keep their places.
type ResponderConfig struct {
	Station string        `yaml:"station" required:"true" doc:"name of the docking station"`
	Link    string        `yaml:"link" doc:"name of the acoustic link"`
	Period  time.Duration `yaml:"period" range:"[1e-3,3600]" doc:"time from one expected update to the next"`
	Request RequestConfig `yaml:"request" doc:"messages that ask for more power when an update does not come"`
}

// About says what the program is.
func (*StationConfig) About() string {
	return "docking station: measures where vehicles are and sends it to them, by sound and by radio"
}

// About says what the program is.
func (*VehicleConfig) About() string {
	return "vehicle that docks on the updates of a station: low gains by sound, high gains by radio"
}

// About says what the program is.
func (*ResponderConfig) About() string {
	return "node that gets updates of a station, and asks for more power when one does not come"
}

// DefaultStation returns the docking station of the thesis, but for when a vehicle is docked: within 0.5 m,
// and no faster and no more tilted than a dock can take it, where 0.5 m/s and 30 degrees are assumed. Its
// initial power is not stated; full power is assumed.
func DefaultStation() *StationConfig {
	power := PowerConfig{Control: "request", Margin: 10}
	return &StationConfig{
		Method:    "hybrid",
		Acoustic:  SendConfig{Link: "acoustic", Period: 740 * time.Millisecond, Bits: 512, Power: power, Task: program.TaskConfig{Priority: 2}},
		RF:        SendConfig{Link: "rf", Period: 40 * time.Millisecond, Bits: 512, Power: power, Task: program.TaskConfig{Priority: 1}},
		Threshold: 10,
		Berth:     BerthConfig{Within: 0.5, Speed: 0.5, Tilt: math.Pi / 6, Check: 10 * time.Millisecond},
		Computer:  program.DefaultComputer(),
	}
}

// DefaultVehicle returns a vehicle with the periods of the thesis, whose gains come from its own model
// and whose I adds up. The gains of the thesis, and its I, which does not, are in the scenario docking.
// From 2 m on an update that is 0.2 m
// off turns the bearing of the berth by 6 degrees at most, and nearer the heading is kept.
func DefaultVehicle() *VehicleConfig {
	request := RequestConfig{Bits: 64, Margin: 10}
	steer := SteerConfig{Sampling: "elapsed", Integral: "series", Derivative: "measurement", Request: request}
	far, near := steer, steer
	far.Link, far.Period = "acoustic", 740*time.Millisecond
	far.Task.Priority = 2
	near.Link, near.Period = "rf", 40*time.Millisecond
	near.Task.Priority = 1
	return &VehicleConfig{
		Acoustic: far,
		RF:       near,
		Attitude: AttitudeConfig{
			Period: 20 * time.Millisecond, Heading: "berth", Within: 2, Task: program.TaskConfig{Priority: 3},
		},
		Handover:  "carried",
		Frame:     "applied",
		Missing:   MissingConfig{Policy: "hold"},
		Force:     ForceConfig{Task: program.TaskConfig{Priority: 2}},
		Choice:    ChoiceConfig{By: "arrival", Window: 10, Enter: 0.8, Leave: 0.4},
		Allocated: "all",
		Computer:  program.DefaultComputer(),
	}
}

// DefaultResponder returns a dummy vehicle of the thesis.
func DefaultResponder() *ResponderConfig {
	return &ResponderConfig{Link: "acoustic", Period: 740 * time.Millisecond, Request: RequestConfig{Bits: 64, Margin: 10}}
}

// Validate checks what no single field shows.
func (c *StationConfig) Validate() error {
	return fault.Keep(c.Bounds())
}

// Bounds returns what the distance of docking keeps to.
func (c *StationConfig) Bounds() []fault.Bound {
	return []fault.Bound{{
		Key: "berth.within", Value: c.Berth.Within, Op: fault.MoreThan, Than: "0m", When: "unless berth.tolerance is given", Off: c.Berth.Tolerance != 0,
		Why: "a vehicle that must come to a distance of 0 never docks; give within in metres, or a fraction",
	}}
}

// Former implements strict's word for keys that are no more.
func (*VehicleConfig) Former() map[string]string {
	return map[string]string{"reckoning": "write navigation: {type: reckoning, from: [dvl]} and the instruments beside run, as in instruments: [dvl]; its period and its task are those of force"}
}

// Validate checks what no single field shows.
func (c *VehicleConfig) Validate() error {
	for _, s := range c.steers() {
		if s.config.Beyond && s.config.Waypoint != nil && *s.config.Waypoint == 0 {
			return fault.In(s.key+".beyond", "without a waypoint there is no point beyond the berth; give waypoint too")
		}
		if err := s.config.checkZones(s.key); err != nil {
			return err
		}
	}
	if m := c.Missing; m.Policy == "zero" && m.Due == 0 || m.Policy == "wane" && m.Due+m.Patience == 0 {
		return fault.In("missing.due", "with %s a force that is never due to be in force has no effect; give more than a sampling period", m.Policy)
	}
	return fault.Keep(c.Bounds())
}

// Bounds returns what the force and the choice of a link keep to.
func (c *VehicleConfig) Bounds() []fault.Bound {
	return []fault.Bound{
		{
			Key: "force.period", Value: c.Force.Period.Seconds(), Op: fault.AtLeast, Than: "1ms", Limit: 1e-3, When: "or 0", Off: c.Force.Period == 0,
			Why: fmt.Sprintf("%v is less than 1ms; write 0 for the sampling period of the link that steers, or 1ms and more", c.Force.Period),
		},
		{
			Key: "choice.leave", Value: c.Choice.Leave, Op: fault.AtMost, Than: "choice.enter", Limit: c.Choice.Enter,
			Why: fmt.Sprintf("the RF link is left below %g of the updates and used from %g of them; leave cannot be more", c.Choice.Leave, c.Choice.Enter),
		},
	}
}

// checkZones reports zones that do not lie around each other, and what only zones need.
func (c *SteerConfig) checkZones(key string) error {
	for i := 1; i < len(c.Zones); i++ {
		if last, next := c.Zones[i-1].Within, c.Zones[i].Within; next <= last {
			return fault.In(fmt.Sprintf("%s.zones[%d].within", key, i), "%g m is within the zone before, which goes up to %g m; the innermost zone comes first", next, last)
		}
	}
	switch {
	case len(c.Zones) == 0 && c.Hysteresis > 0:
		return fault.In(key+".hysteresis", "without zones there is none to leave; give zones too")
	case len(c.Zones) == 0 && c.Fade > 0:
		return fault.In(key+".fade", "without zones the gains never change; give zones too")
	}
	return nil
}

// Validate finds nothing beyond the ranges of the fields.
func (*ResponderConfig) Validate() error { return nil }
