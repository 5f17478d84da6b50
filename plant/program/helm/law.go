package helm

import (
	"math"
	"time"

	"halocline/plant/autopilot"
	"halocline/plant/condition"
	"halocline/plant/control"
	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// keeper is the program at a vehicle.
type keeper struct {
	site   program.Site
	config *Config
	body   program.Body
	where  program.Estimator
	cpu    *rtos.CPU
	pilot  autopilot.Pilot
	until  []*condition.Condition // of the set-points; nil without one

	altimeter program.Instrument // nil without one
	column    int                // of its quantities

	depth    control.PID
	rises    bool          // it gives the velocity upwards, too
	fins     []vehicle.Fin // that given gains move; none without such
	firstFin int
	sense    [2][vehicle.MaxFins]float64 // by which a fin turns about pitch and yaw, -1, 0 or 1

	point  int      // the set-point that holds, from 0; -1 before the first one
	given  bool     // something has come from outside
	came   sim.Time // when it did, by the node's clock
	want   wanted
	seen   seen
	blind  bool
	lost   sim.Time // since when, while it is blind
	unseen time.Duration
	loop   control.PIDState
	book   book
}

// quantity is something of which there are set-points.
type quantity uint8

const (
	heading quantity = iota
	speed
	depth
	height
	pitch
	quantities
)

// wanted is what is to be kept.
type wanted struct {
	heading, speed float64
	vertical       quantity // depth, height or pitch
	level          float64  // of it
	headed, leaded bool     // a heading and a vertical are there
}

// seen is what the vehicle knows.
type seen struct {
	motion  vehicle.Motion
	through geom.Vec // velocity through the water, m/s in the world
	known   bool
	height  float64 // NaN where it is not known
	local   sim.Time
}

// CPU implements program.Running.
func (h *keeper) CPU() *rtos.CPU { return h.cpu }

// Navigation implements program.Navigating.
func (h *keeper) Navigation() program.Estimator { return h.where }

// step is the rest of a job: it acts on what look has seen.
func (h *keeper) step(now sim.Time) {
	h.advance(now)
	if h.point < 0 && !h.given {
		return
	}
	if !h.seen.known || h.want.leaded && h.want.vertical == height && math.IsNaN(h.seen.height) {
		h.tellBlind(now, true)
		return
	}
	h.tellBlind(now, false)
	h.settle()
	h.body.Command(h.steer())
}

// look is what a job begins with: it looks at what is known now.
func (h *keeper) look(now sim.Time) {
	s := &h.seen
	s.local = h.site.Clock().Local(now)
	motion, known := h.where.Motion(now)
	s.height, s.known = math.NaN(), known
	if !known {
		return
	}
	s.motion = *motion
	drift, _ := h.where.Current(now)
	s.through = s.motion.WorldVelocity().Sub(drift)
	if h.altimeter == nil {
		return
	}
	if values, taken, ok := h.altimeter.Reading(now); ok && now.Sub(taken) <= stale {
		s.height = values[h.column]
	}
}

// stale is the age from which a height is not known any more.
const stale = 3 * time.Second

// advance goes on to the set-point that holds now.
func (h *keeper) advance(now sim.Time) {
	for next := h.point + 1; next < len(h.config.At); next = h.point + 1 {
		p := &h.config.At[next]
		due := p.T == nil && next == 0 || p.T != nil && h.seen.local >= sim.Time(*p.T)
		if !due && (h.point < 0 || h.until[h.point] == nil || !h.until[h.point].Holds(h)) {
			return
		}
		h.point, h.came = next, h.seen.local
		h.take(p)
		h.book.begin(now, next, p)
		h.site.Emit(trace.Record{Kind: trace.Fact, Peer: trace.None, Note: "set_point", Value: float64(next + 1)})
	}
}

// take takes over what a set-point names.
func (h *keeper) take(p *Point) {
	for of, value := range p.values() {
		if value != nil {
			h.put(quantity(of), *value)
		}
	}
}

// put has a quantity be kept.
func (h *keeper) put(of quantity, value float64) {
	switch of {
	case heading:
		h.want.heading, h.want.headed = value, true
	case speed:
		h.want.speed = value
	default:
		h.want.vertical, h.want.level, h.want.leaded = of, value, true
	}
}

// settle has it keep the heading and the depth that it has, where no set-point has named any.
func (h *keeper) settle() {
	if !h.want.headed {
		h.want.heading, _, _ = h.seen.motion.Attitude.Euler()
		h.want.headed = true
	}
	if !h.want.leaded {
		h.want.vertical, h.want.level, h.want.leaded = depth, h.seen.motion.Position.Depth(), true
	}
}

// tellBlind tells when it begins and ceases to know too little to steer.
func (h *keeper) tellBlind(now sim.Time, blind bool) {
	if blind == h.blind {
		return
	}
	value := 0.0
	if h.blind = blind; blind {
		h.lost, value = now, 1
	} else {
		h.unseen += now.Sub(h.lost)
	}
	h.site.Emit(trace.Record{Kind: trace.Fact, Peer: trace.None, Note: "helm_blind", Value: value})
}

// steer returns the input for what is wanted.
func (h *keeper) steer() *vehicle.Input {
	s, w := &h.seen.motion, &h.want
	missing := 0.0 // height
	switch w.vertical {
	case depth:
		missing = -w.level - s.Position.Z
	case height:
		missing = w.level - h.seen.height
	}
	bow, theta, rise := s.Attitude, 0.0, 0.0 // speed is along the bow
	switch {
	case w.vertical == pitch:
		theta = -w.level // a positive pitch lowers the bow
	case h.pilot.Pitches():
		var climb float64
		h.loop, climb = h.depth.Step(h.loop, missing, s.Position.Z, h.config.Period)
		theta = -climb
	default:
		yaw, _, _ := s.Attitude.Euler()
		bow = geom.FromEuler(yaw, 0, 0)
		rise = missing / (slower * h.config.TimeConstant.Seconds())
		if h.rises {
			h.loop, rise = h.depth.Step(h.loop, missing, s.Position.Z, h.config.Period)
		}
		rise = max(-h.config.Rise, min(h.config.Rise, rise))
	}
	velocity := bow.Rotate(geom.Vec{X: w.speed})
	velocity.Z += rise
	in := h.pilot.Steer(velocity, w.heading, theta, s, h.seen.through)
	if h.fins != nil {
		h.turnFins(theta, s, in)
	}
	return in
}

// turnFins sets the fins by the given gains.
func (h *keeper) turnFins(theta float64, s *vehicle.Motion, in *vehicle.Input) {
	g := h.config.Gains
	yaw, now, _ := s.Attitude.Euler()
	stern := g.Kth*(theta-now) - g.Kq*s.Velocity[vehicle.Pitch]
	rudder := g.Kpsi*geom.WrapAngle(h.want.heading-yaw) - g.Kr*s.Velocity[vehicle.Yaw]
	for i := range h.fins {
		most := h.fins[i].MaxAngle
		in[h.firstFin+i] = max(-most, min(most, h.sense[0][i]*stern+h.sense[1][i]*rudder))
	}
}

// Number implements condition.Values.
func (h *keeper) Number(name string) (float64, bool) {
	switch s := &h.seen; name {
	case "time":
		return s.local.Seconds(), true
	case "held":
		return s.local.Sub(h.came).Seconds(), true
	case "contacts":
		return float64(h.site.Contacts()), true
	case "battery":
		return h.site.Battery().Left(h.site.Kernel().Now()), true
	case "height":
		return s.height, !math.IsNaN(s.height)
	}
	return h.moved(name)
}

// moved returns what the navigation says of a quantity.
func (h *keeper) moved(name string) (float64, bool) {
	s := &h.seen
	if !s.known {
		return 0, false
	}
	yaw, theta, _ := s.motion.Attitude.Euler()
	switch name {
	case "depth":
		return s.motion.Position.Depth(), true
	case "heading":
		return yaw, true
	case "pitch":
		return -theta, true
	case "speed":
		return s.motion.Attitude.RotateInverse(s.through).X, true
	}
	return 0, false
}

// Word implements condition.Values: there are none.
func (*keeper) Word(string) (string, bool) { return "", false }

// Happens implements condition.Values: nothing does.
func (*keeper) Happens(string) bool { return false }
