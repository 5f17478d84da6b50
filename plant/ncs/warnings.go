package ncs

import (
	"fmt"
	"math"
	"time"

	"halocline/plant/control/loop"
	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim/geom"
	"halocline/sim/numeric"
)

// warnUnheard warns of a vehicle that on the straight way to its berth does not hear its station, without
// fading, so that it gets no update: where it begins, by sound, and where the station goes over to radio.
func (v *vehicleInstaller) warnUnheard() {
	station, far, home, link := v.station.config, v.linkOn(acoustic), v.station.at, v.station.config.Acoustic.Link
	way := v.start.Sub(v.berth)
	length, reach := way.Norm(), v.reach()
	if length == 0 {
		return
	}
	heard := func(link program.Link, d float64) bool {
		return link.Spare(v.site.Addr(), home, v.berth.Add(way.Scale(d/length))) >= 0
	}
	// up returns the distance up to which a link is heard that is not at a distance.
	up := func(link program.Link, unheard float64) float64 {
		d, _ := numeric.Bisect(0, unheard, 50, func(d float64) bool { return heard(link, d) })
		return d
	}
	inAir := v.start.Z > 0 || home.Z > 0 // which has a warning of its own, and no reach
	if begins := station.Both || length > reach; begins && !inAir && !heard(far, length) {
		v.site.Warn("it begins %.4g m from its berth, and without fading link %s is heard up to %.3g m from there only, so that it gets no update; have it begin nearer, or look at the link's modem and noise", length, link, up(far, length))
	}
	for i, of := range station.sends() {
		near, within := v.linkOn(i), v.station.paths[i].within
		if at := min(within, length); i > acoustic && near != nil && !station.Both && !heard(near, at) {
			v.site.Warn("its station goes over to link %s at %g m, and without fading that is heard up to %.2g m from the berth only; lower the threshold of the station, write both: true, or look at its channel", of.link, within, up(near, at))
		}
	}
}

// linkOn returns the link that a path of the station is on, as the station has it; nil where the vehicle has none.
func (v *vehicleInstaller) linkOn(path int) program.Link {
	for _, l := range v.links {
		if p := v.station.paths[path]; l != nil && p.Link != nil && l.Number() == p.Number() {
			return p.Link
		}
	}
	return nil
}

// reach returns up to which distance the vehicle is guided by another link than the acoustic one, m.
func (v *vehicleInstaller) reach() float64 {
	reach := -1.0
	for i := range v.station.paths {
		if i > acoustic && v.linkOn(i) != nil {
			reach = max(reach, v.station.paths[i].within)
		}
	}
	return reach
}

// warnAdrift warns of a vehicle that its acoustic controller does not hold where it begins, against
// the current and its weight in water. A waypoint lies no further ahead than w, so that the steady
// force F with the gains k = Kp + Ki T, where I does not add up, meets sum((F_i / (k_i w))^2) <= 1.
func (v *vehicleInstaller) warnAdrift() {
	config, station := v.config, v.station.config
	steer, way := &config.Acoustic, v.berth.Sub(v.start)
	if reach := v.reach(); reach > 0 && station.Both || way.Norm() <= reach {
		return // it may have radio at once
	}
	if v.model == nil {
		return // what pushes it is not known
	}
	load := v.load()
	drifts := func(why, raise string) {
		v.site.Warn("where it begins, current, weight and buoyancy push it with %.3g N, %.3g N and %.3g N along x, y and z, and %s: it drifts off; raise %s",
			load.X, load.Y, load.Z, why, raise)
	}
	if most := max(math.Abs(load.X), math.Abs(load.Y), math.Abs(load.Z)); steer.Limit > 0 && most > steer.Limit {
		drifts(fmt.Sprintf("its acoustic controller gives at most its limit of %.4g N along each", steer.Limit), "acoustic.limit")
		return
	}
	ahead := *steer.Waypoint
	if ahead == 0 || ahead > way.Norm() || steer.Integral != "per-sample" || steer.Sampling != "nominal" || steer.Zones != nil || v.estimates() {
		return
	}
	most := steer.Kp.Add(steer.Ki.Scale(steer.Period.Seconds())).Scale(ahead)
	if share := (geom.Vec{X: load.X / most.X, Y: load.Y / most.Y, Z: load.Z / most.Z}).Norm(); share > 1 {
		drifts(fmt.Sprintf("that is %.3g times what its acoustic gains give with a waypoint %.4g m ahead", share, ahead), "acoustic.waypoint or acoustic.kp")
	}
}

// warnCarried warns of a vehicle whose thrusters do not hold it where it begins against the current alone, and
// reports whether it is one. What they do not hold of its weight is warned of for its own.
func (v *vehicleInstaller) warnCarried() bool {
	if v.model == nil {
		return false // what pushes it is not known
	}
	a, err := vehicle.NewAllocation(v.model, nil, v.allocated()...)
	if err != nil {
		return false // that is said elsewhere
	}
	turned, push, flow := v.push()
	asked := turned.RotateInverse(push.Scale(-1))
	var in vehicle.Input
	if a.Thrusts(&vehicle.Six{asked.X, asked.Y, asked.Z}, &in) {
		return false
	}
	held := ""
	if ahead, _ := a.Most(vehicle.Surge); v.config.Attitude.Heading == "berth" {
		held = fmt.Sprintf(", with its bow to the current, which holds it up to %.3g m/s", v.model.SpeedAt(ahead))
	}
	v.site.Warn("where it begins, the current of %.3g m/s pushes it with %.4g N, and its thrusters give %.4g N against that%s: it drifts off; have it in less current, or look at max of its thrusters",
		flow, push.Norm(), v.model.Force(&in).Norm(), held)
	return true
}

// push returns how a vehicle is turned that is held level where it begins, the force of the current on it in the
// world frame, N, and the speed of that current, m/s. One that heads for its berth faces the current in the end:
// that carries it to where the berth lies upstream.
func (v *vehicleInstaller) push() (turned geom.Quat, force geom.Vec, speed float64) {
	flow := v.site.Water().Current(v.start, 0).Scale(-1)
	yaw, _, _ := v.body.At(0).Attitude.Euler()
	if v.config.Attitude.Heading == "berth" {
		yaw = math.Atan2(flow.Y, flow.X)
	}
	turned = geom.FromEuler(yaw, 0, 0)
	return turned, turned.Rotate(v.model.Drag(turned.RotateInverse(flow))), flow.Norm()
}

// load returns the force, in the world frame, on a vehicle that is held level where it begins: of current, weight and buoyancy.
func (v *vehicleInstaller) load() geom.Vec {
	_, force, _ := v.push()
	force.Z += (v.site.Water().Density(v.start)*v.model.Volume - v.model.Mass) * v.model.Gravity
	return force
}

// warnSwings warns of a vehicle that would swing about its berth without end, because the linear loop of
// its position along an axis is unstable: with mass and added mass, and linear damping, it has a pole
// that is not within the unit circle. That is what comes of an I of the thesis's gains that adds up.
func (v *vehicleInstaller) warnSwings() {
	for i, of := range v.config.steers() {
		if send, sent := v.sendOn(of.link); sent && !v.warnNegative(of.key, *of.config.Kp, *of.config.Ki, *of.config.Kd) {
			v.warnSwing(v.loopsOf(of, v.controlPeriod(of.config, send), v.leastDelay(i, send)))
		}
	}
}

// loops returns the loops of the controllers whose positions the station sends, with the least delay.
func (v *vehicleInstaller) loops() []program.Loop {
	var all []program.Loop
	for i, of := range v.config.steers() {
		if send, sent := v.sendOn(of.link); sent {
			all = append(all, v.loopsOf(of, v.controlPeriod(of.config, send), v.leastDelay(i, send))...)
		}
	}
	return all
}

// loopsOf returns the loops of a controller with a period and a delay that can be analysed. Along x and y a vehicle may
// have any heading: it surges or it sways.
func (v *vehicleInstaller) loopsOf(of named[SteerConfig], period, delay time.Duration) []program.Loop {
	var all []program.Loop
	s := of.config
	for _, a := range []struct {
		name       string
		kp, ki, kd float64
		along      []vehicle.Axis
	}{
		{"x", s.Kp.X, s.Ki.X, s.Kd.X, []vehicle.Axis{vehicle.Surge, vehicle.Sway}},
		{"y", s.Kp.Y, s.Ki.Y, s.Kd.Y, []vehicle.Axis{vehicle.Surge, vehicle.Sway}},
		{"z", s.Kp.Z, s.Ki.Z, s.Kd.Z, []vehicle.Axis{vehicle.Heave}},
	} {
		for _, along := range a.along {
			l := program.Loop{Controller: of.key, Axis: a.name, Along: along.String(), Steered: loop.Steered{
				Mass: v.craft.Masses()[along], Drag: v.craft.Dampings()[along], Kp: a.kp, Nd: a.kd / a.kp, Ni: a.ki / a.kp,
				Lag: v.lag(), Delay: delay.Seconds(), Period: period.Seconds(), Integral: s.Integral, Measured: s.Derivative == "measurement",
			}}
			if a.kp > 0 && v.controls(along) && l.Sampled().Validate() == nil {
				all = append(all, l)
			}
		}
	}
	return all
}

// warnNegative warns of gains below 0 under a key, and reports whether there are some.
func (v *vehicleInstaller) warnNegative(key string, kp, ki, kd geom.Vec) bool {
	for _, of := range []struct {
		name, does string
		gain       geom.Vec
	}{
		{"kp", "pushes it away from where it is to be", kp},
		{"ki", "pushes it away from where it is to be, more and more", ki},
		{"kd", "pushes it the way that it moves", kd},
	} {
		if g := of.gain; min(g.X, g.Y, g.Z) < 0 {
			v.site.Warn("%s.%s is [%.4g, %.4g, %.4g]: a gain below 0 %s; write gains above 0, or 0 for none", key, of.name, g.X, g.Y, g.Z, of.does)
			return true
		}
	}
	return false
}

// leastDelay returns how old a position is at least when it gives a force, near the berth: the instrument's latency and the time
// of the message on the air. A vehicle that estimates or predicts where it is has made up for that.
func (v *vehicleInstaller) leastDelay(steer int, send *SendConfig) time.Duration {
	if v.estimates() || v.config.Smith != nil {
		return 0
	}
	delay := time.Duration(0)
	if u := v.station.config.USBL; u != nil {
		delay = time.Duration(u.Available(0))
	}
	if l, ok := v.links[steer].(program.Timed); ok {
		delay += l.Airtime(send.Bits)
	}
	return delay
}

// controlPeriod returns the period of a controller: of its own, or of what comes.
func (v *vehicleInstaller) controlPeriod(s *SteerConfig, send *SendConfig) time.Duration {
	switch own := v.config.Force.Period; {
	case own > 0:
		return own
	case s.Sampling == "elapsed" && !v.estimates():
		return send.Period
	}
	return s.Period
}

// warnSwing is warnSwings of a controller, for the first of its loops that is unstable.
func (v *vehicleInstaller) warnSwing(loops []program.Loop) {
	for _, l := range loops {
		if l.Sampled().Unstable(1) == 0 {
			continue
		}
		advice := fmt.Sprintf("leave out %s.kp, ki and kd, which come from the vehicle's model then, or lower them", l.Controller)
		if l.Delay > l.Period {
			advice = fmt.Sprintf("lower %s.kp, ki and kd, or give the vehicle navigation: reckoning, or the key smith, which are for positions that come late", l.Controller)
		}
		turned := ", as the vehicle may turn to any heading"
		if l.Axis == "z" {
			turned = ""
		}
		v.site.Warn("its %s controller may swing about the berth without end: along %s, with the %.4g kg of its %s, added mass included%s, thrusters that lag by %g s, integral: %s, and positions every %v that are %v old at least, its loop is unstable; %s; %s shows the loop",
			l.Controller, l.Axis, l.Mass, l.Along, turned, l.Lag, l.Integral, inSeconds(l.Period), inSeconds(l.Delay), advice, l.Command())
		return
	}
}

// inSeconds returns a time in s as one is written.
func inSeconds(s float64) time.Duration {
	return time.Duration(math.Round(s*1e4)) * (100 * time.Microsecond)
}

// warnUnstable warns of a vehicle that its attitude controller would not keep at a heading: the
// linear loop of yaw, with inertia and added mass, linear damping and the lag of the thrusters, has a
// pole that is not within the unit circle. That is what comes of gains for a heavy vehicle on a
// light one: the thrusters jerk to and fro, and it does not get away.
func (v *vehicleInstaller) warnUnstable() {
	c := &v.config.Attitude
	inertia, damping := v.craft.Masses()[vehicle.Yaw], v.craft.Dampings()[vehicle.Yaw]
	kp, nd, ni, period := c.Kp.Z, c.Kd.Z/c.Kp.Z, c.Ki.Z/c.Kp.Z, c.Period.Seconds()
	if v.warnNegative("attitude", *c.Kp, c.Ki, *c.Kd) || !(kp > 0) || !v.controls(vehicle.Yaw) {
		return
	}
	v.warnBroadside(kp)
	lag := v.lag()
	plant := loop.Plant(inertia, damping).Times(loop.Lag(lag))
	l := loop.Sampled{Plant: plant, Controller: loop.PIDSampled(kp, nd, ni, period, false), Period: period}
	if l.Validate() != nil || l.Unstable(1) == 0 {
		return
	}
	v.site.Warn("its attitude controller does not keep it at a heading: with %.3g kg m2 about z, added mass included, and thrusters that lag by %g s, a yaw gain of %g N m/rad and %g N m s/rad each %v are unstable; lower attitude.kp and attitude.kd, or the period; halocline loop --a %.4g --b %.4g --kp %g --nd %.4g --ni %.4g --lag %gs --sampled %v --integral per-sample shows the loop",
		inertia, lag, kp, c.Kd.Z, c.Period, inertia, damping, kp, nd, ni, lag, c.Period)
}

// warnBroadside warns of a vehicle that the current where it begins turns broadside: at a small angle to a flow of speed U Munk's
// moment is (Y - X) U^2 a radian, with the added masses X along and Y across (T. I. Fossen, Handbook of Marine Craft Hydrodynamics
// and Motion Control, 2011, equation 6.43), and more than the yaw gain. Fins, which hold against it, are left out.
func (v *vehicleInstaller) warnBroadside(kp float64) {
	if v.model == nil || len(v.model.Fins) > 0 {
		return
	}
	added, speed := v.model.Body.AddedMass, v.site.Water().Current(v.start, 0).Norm()
	munk := (added[vehicle.Sway][vehicle.Sway] - added[vehicle.Surge][vehicle.Surge]) * speed * speed
	if munk > kp {
		v.site.Warn("its attitude controller does not keep its bow to the current of %.3g m/s: Munk's moment turns it broadside by %.4g N m/rad, and its yaw gain is %.4g N m/rad; raise attitude.kp and attitude.kd along yaw, the third numbers", speed, munk, kp)
	}
}

// lag returns the time constant of the slowest thruster, s; 0 where it is not known.
func (v *vehicleInstaller) lag() float64 {
	lag := 0.0
	if v.model != nil {
		for _, t := range v.model.Thrusters {
			lag = max(lag, t.Lag)
		}
	}
	return lag
}
