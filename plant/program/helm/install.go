package helm

import (
	"fmt"
	"math"
	"slices"
	"time"

	"halocline/plant/autopilot"
	"halocline/plant/condition"
	"halocline/plant/control"
	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim/fault"
)

// Install makes the program of a vehicle.
func (c *Config) Install(site program.Site) (program.Running, error) {
	body := site.Body()
	if body == nil {
		return nil, fmt.Errorf("node %q is no vehicle; give it one, as in vehicle: remus-100", site.Name())
	}
	if c.Navigation != nil && c.Navigation.Fixing() != (navigation.FixesConfig{}) {
		return nil, fault.In("navigation.fixes", "a helm takes no fixes; leave them out")
	}
	pilot, err := autopilot.For(body.Dynamics(), c.Cruise(), 1/c.TimeConstant.Seconds(), c.Period)
	if err != nil {
		return nil, err
	}
	h := &keeper{site: site, config: c, body: body, where: site.Navigation(), pilot: pilot, point: -1, depth: c.depthLoop(pilot.Pitches())}
	h.book.prepare(c, site, body)
	h.findAltimeter()
	for _, check := range []func() error{h.parse, h.checkPoints, h.setGains, h.setLoops} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	h.warn()
	stream := program.Streams(site)
	if h.cpu, err = c.Computer.New(site.Kernel(), site.Clock(), stream); err != nil {
		return nil, err
	}
	_, err = h.cpu.Add(c.Task.Task(stream, "helm", c.Period, h.look, h.step))
	return h, err
}

// depthLoop returns the controller of the depth of a vehicle that climbs by its pitch: from the height that is missing to
// the angle of its way above the horizontal. If no gains are given, they are those of Skogestad's rule for an integrator of
// the speed v, Kp = 1/(v tau_c) and Ki = Kp/(4 tau_c) (see package autopilot), with tau_c four time constants of the
// attitude inside: a double pole at -1/(2 tau_c). To a velocity upwards, v is 1.
func (c *Config) depthLoop(pitches bool) control.PID {
	if g := c.Gains; g != nil {
		return control.PID{Kp: g.Kz, Ki: g.Kzi, Integral: control.Accumulated, Low: -g.Limit, High: g.Limit}
	}
	lag := slower * c.TimeConstant.Seconds()
	if !pitches {
		return control.PID{Kp: 1 / lag, Ki: 1 / (4 * lag * lag), Integral: control.Accumulated, Low: -c.Rise, High: c.Rise}
	}
	kp := 0.0
	if v := c.Cruise(); v > 0 {
		kp = 1 / (v * lag)
	}
	return control.PID{
		Kp: kp, Ki: kp / (4 * lag), Integral: control.Accumulated,
		Clamp: autopilot.MostClimb / 2, Low: -autopilot.MostClimb, High: autopilot.MostClimb,
	}
}

// slower is how much slower a depth is than what it is kept by.
const slower = 4

// findAltimeter finds the instrument for heights: the first that the node carries.
func (h *keeper) findAltimeter() {
	carried := h.site.Carried()
	for i, in := range h.site.Instruments() {
		over, ok := carried[i].Config.(interface{ Height() string })
		if !ok {
			continue
		}
		name := over.Height()
		if k := slices.IndexFunc(in.Quantities(), func(q sensor.Quantity) bool { return q.Name == name }); k >= 0 {
			h.altimeter, h.column = in, k
			return
		}
	}
}

// terms are what a condition may name.
func terms() []condition.Term {
	return []condition.Term{
		{Name: "time", Unit: "s", Doc: "by the node's clock"},
		{Name: "held", Unit: "s", Doc: "time since the set-point came"},
		{Name: "depth", Unit: "m", Doc: "depth"},
		{Name: "height", Unit: "m", Doc: "height over ground"},
		{Name: "heading", Unit: "rad", Doc: "heading, from -180 deg to 180 deg"},
		{Name: "pitch", Unit: "rad", Doc: "angle of the bow above the horizontal"},
		{Name: "speed", Unit: "m/s", Doc: "speed ahead through the water"},
		{Name: "battery", Unit: "%", Doc: "share of the battery that is left"},
		{Name: "contacts", Unit: "1", Doc: "contacts so far"},
	}
}

// parse parses the conditions.
func (h *keeper) parse() error {
	h.until = make([]*condition.Condition, len(h.config.At))
	for i := range h.config.At {
		text := h.config.At[i].Until
		if text == "" {
			continue
		}
		parsed, err := condition.Parse(text, terms())
		switch {
		case err != nil:
			return fault.In(key(i, "until"), "%w", err)
		case h.altimeter == nil && slices.Contains(parsed.Names(), "height"):
			return fault.In(key(i, "until"), "the node has no altimeter or log, which would measure its height; add one to its key instruments")
		case h.site.Battery() == nil && slices.Contains(parsed.Names(), "battery"):
			return fault.In(key(i, "until"), "the node has no battery; give it one, or name something else")
		}
		h.until[i] = parsed
	}
	return nil
}

// checkPoints checks that the vehicle can be asked for what the set-points say.
func (h *keeper) checkPoints() error {
	ship, modelled := h.pilot.(*autopilot.Autopilot)
	for i := range h.config.At {
		p := &h.config.At[i]
		switch {
		case p.Height != nil && h.altimeter == nil:
			return fault.In(key(i, "height"), "the node has no altimeter or log, which would measure its height; add one to its key instruments, or give a depth")
		case p.Pitch != nil && !(modelled && ship.Acts(vehicle.Pitch)):
			return fault.In(key(i, "pitch"), "nothing turns the vehicle about its pitch; give a depth, or take a vehicle with fins or thrusters that do")
		}
	}
	if modelled && h.config.Gains == nil {
		return h.checkPeriod(ship)
	}
	return nil
}

// checkPeriod checks that the task is as fast as a hull needs that the water turns off its way: package autopilot gives
// its attitude w = sqrt(1.5 k/4) then.
func (h *keeper) checkPeriod(ship *autopilot.Autopilot) error {
	for _, axis := range []vehicle.Axis{vehicle.Pitch, vehicle.Yaw} {
		if !ship.Acts(axis) {
			continue
		}
		w := math.Sqrt(1.5 * autopilot.Divergence(h.body.Model(), axis, h.config.Cruise()) / 4)
		if most := 1 / (perConstant * w); h.config.Period.Seconds() > most {
			return fault.In("period", "%v is too long to hold its hull, which the water turns off its way in %s at %.4g m/s (Munk's moment); make it %v at most, let it swim slower, or give gains",
				h.config.Period, axis, h.config.Cruise(), time.Duration(most*1e3)*time.Millisecond)
		}
	}
	return nil
}

// setGains finds out which fins the given gains move, and in which direction.
func (h *keeper) setGains() error {
	if h.config.Gains == nil {
		return nil
	}
	model := h.body.Model()
	if model == nil {
		return fault.In("gains", "these are of fins, and the vehicle has none; leave gains out")
	}
	steering, err := vehicle.NewSteering(model, vehicle.Pitch, vehicle.Yaw)
	if err != nil {
		return fault.In("gains", "these are of fins that turn the vehicle about pitch and yaw: %w; leave gains out", err)
	}
	for k, axis := range []vehicle.Axis{vehicle.Pitch, vehicle.Yaw} {
		var tau vehicle.Six
		var in vehicle.Input
		tau[axis] = 1
		steering.Angles(&tau, 1, &in)
		for i := range model.Fins {
			const rounding = 1e-9 // of an inverse matrix
			if angle := in[len(model.Thrusters)+i]; math.Abs(angle) > rounding {
				h.sense[k][i] = math.Copysign(1, angle)
			}
		}
	}
	h.fins, h.firstFin = model.Fins, len(model.Thrusters)
	return nil
}

// warn warns of what the vehicle cannot do.
func (h *keeper) warn() {
	start := h.body.At(0).Position
	water := h.site.Water()
	speed := 0.0
	for i := range h.config.At {
		p := &h.config.At[i]
		if p.Speed != nil {
			speed = *p.Speed
		}
		if top := h.pilot.Fastest(); p.Speed != nil && speed > top {
			h.site.Warn("%s: it is to swim at %.4g m/s, and by the drag along surge its thrusters give it %.4g m/s at most; ask for less", key(i, "speed"), speed, top)
		}
		if speed == 0 && h.pilot.Pitches() && (p.Depth != nil || p.Height != nil || p.Pitch != nil || p.Speed != nil) {
			h.site.Warn("%s: it climbs and turns by its fins, and at 0 m/s they give nothing; give it a speed", key(i, "speed"))
		}
		if bottom := water.Seabed(start); p.Depth != nil && *p.Depth > bottom {
			h.site.Warn("%s: it is to dive to %.4g m, and where it starts the seabed is at %.4g m; ask for a smaller depth, or for a height", key(i, "depth"), *p.Depth, bottom)
		}
	}
	h.warnTrim(water.Density(start))
}

// warnTrim warns of a vehicle whose fins do not hold its depth, and of one that nothing holds on its way.
func (h *keeper) warnTrim(density float64) {
	ship, ok := h.pilot.(*autopilot.Autopilot)
	v := min(h.config.Cruise(), h.pilot.Fastest()) // what is beyond that was said
	if !ok || v == 0 {
		return
	}
	for _, doubt := range ship.Doubts(h.body.Model(), v, density) {
		h.site.Warn("%s", doubt)
	}
}
