package ncs

import (
	"math"

	"halocline/plant/program"
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// addInstruments gives a vehicle its instruments, and warns of those that read nothing where it begins
// or at its berth.
func (v *vehicleInstaller) addInstruments(p *Pilot) error {
	c := v.config.Reckoning
	if c == nil {
		return nil
	}
	var err error
	v.warnOutOfReach(c, v.start, "where it begins")
	v.warnOutOfReach(c, v.berth, "at its berth")
	if c.DVL != nil {
		v.warnTooLate("dvl", c.DVL.Timing)
		if c.DVL.Track == "bottom" && math.IsInf(v.site.Water().Seabed(v.start), 1) {
			err = fault.In("reckoning.dvl.track", "a log that follows the bottom reads nothing in water without one; give the water a seabed, or write track: either")
		}
		p.addLog(v.log(c.DVL))
	}
	if c.Depth != nil {
		v.warnTooLate("depth", c.Depth.Timing)
		p.addGauge(v.gauge(c.Depth))
	}
	if c.IMU != nil {
		v.warnTooLate("imu", c.IMU.Timing)
		p.addIMU(v.imu(c.IMU))
	}
	return err
}

// warnTooLate warns of an instrument whose first reading comes out after the run.
func (v *vehicleInstaller) warnTooLate(name string, t sensor.Timing) {
	if late := program.TooLate(v.site.Group(), name, "run.reckoning."+name, t, v.site.End()); late != "" {
		v.site.Warn("%s", late)
	}
}

// imu returns how a vehicle reads its inertial unit.
func (v *vehicleInstaller) imu(c *IMUConfig) inertialReader {
	imu, unmoved := c.New(v.site.Streams(), v.site.Name()+"/imu"), new(vehicle.Six) // nobody reads the accelerometers
	digest, body := v.site.Digest(), v.body
	return func(now sim.Time) (sensor.Inertial, bool) {
		r, ok := imu.Read(now, &body.At(now).Motion, unmoved)
		digest.AddReading(now.Seconds(), ok, r.Rate.X, r.Rate.Y, r.Rate.Z, r.Heading, r.Pitch, r.Roll)
		return r, ok
	}
}

// gauge returns how a vehicle reads its pressure gauge.
func (v *vehicleInstaller) gauge(c *DepthConfig) gaugeReader {
	gauge := c.New(v.site.Streams(), v.site.Name()+"/depth")
	digest, body := v.site.Digest(), v.body
	return func(now sim.Time) (sensor.Depth, bool) {
		r, ok := gauge.Read(now, &body.At(now).Motion)
		digest.AddReading(now.Seconds(), ok, r.Depth)
		return r, ok
	}
}

// log returns how a vehicle reads its Doppler log.
func (v *vehicleInstaller) log(c *DVLConfig) logReader {
	dvl := c.New(v.site.Streams(), v.site.Name()+"/dvl")
	digest, body, water := v.site.Digest(), v.body, v.site.Water()
	return func(now sim.Time) (sensor.Doppler, bool) {
		s := body.At(now)
		r, ok := dvl.Read(now, &s.Motion, water.Seabed(s.Position), water.Current(s.Position, now))
		digest.AddReading(now.Seconds(), ok, r.Velocity.X, r.Velocity.Y, r.Velocity.Z, r.Altitude)
		return r, ok
	}
}

// warnOutOfReach warns of instruments that read nothing at a place. A log that may follow the
// water reads there too.
func (v *vehicleInstaller) warnOutOfReach(c *ReckoningConfig, at geom.Vec, where string) {
	warn := func(what string, c interface {
		Doubt(at geom.Vec, w sensor.Water) string
	},
	) {
		if why := c.Doubt(at, v.site.Water()); why != "" {
			v.site.Warn("its %s reads nothing %s: %s", what, where, why)
		}
	}
	if c.DVL != nil {
		warn("log", c.DVL)
	}
	if c.Depth != nil {
		warn("pressure gauge", c.Depth)
	}
}
