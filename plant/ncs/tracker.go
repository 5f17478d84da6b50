package ncs

import (
	"halocline/plant/program"
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// tracker finds a node with an instrument that measures at its own times.
type tracker struct {
	target  program.Site
	station program.Site
	usbl    *sensor.USBL
	here    vehicle.Motion // the station
	speed   float64        // of sound, m/s
	coming  []sensor.Fix   // that have not come out yet, by the time at which they will
	last    sensor.Fix     // that has
	fixed   bool
	digest  *trace.Digester
}

// track makes the track of a node for a station, and returns how it is read.
func (s *Station) track(target program.Site) func(now sim.Time) (geom.Vec, sim.Time, bool) {
	c := s.config.USBL
	f := &tracker{
		target: target, station: s.site, usbl: c.New(s.site.Streams(), s.site.Name()+"/usbl/"+target.Name()), speed: s.site.Water().SoundSpeed(s.at),
		here:   vehicle.Motion{Position: s.at, Attitude: geom.FromEuler(0, 0, 0)},
		digest: s.site.Digest(),
	}
	s.Kernel.Every(sim.Comm, c.Due(0), c.Interval(), f.sample)
	return f.read
}

// sample begins a measurement.
func (f *tracker) sample(now sim.Time) {
	f.take(now)
	if f.target.Down() || f.station.Down() {
		return
	}
	at, v := f.target.Motion(now)
	there := &vehicle.Motion{Position: at, Attitude: geom.FromEuler(0, 0, 0), Velocity: vehicle.Six{v.X, v.Y, v.Z}}
	fix, ok := f.usbl.Read(now, &f.here, there, f.speed)
	f.digest.AddReading(now.Seconds(), ok, fix.Distance, fix.Bearing, fix.Elevation)
	if ok {
		f.coming = append(f.coming, fix)
	}
}

// take keeps the newest reading that has come out.
func (f *tracker) take(now sim.Time) {
	n := 0
	for n < len(f.coming) && f.coming[n].Available <= now {
		f.last, f.fixed = f.coming[n], true
		n++
	}
	f.coming = append(f.coming[:0], f.coming[n:]...)
}

// read returns where the node is, and since when that holds.
func (f *tracker) read(now sim.Time) (geom.Vec, sim.Time, bool) {
	f.take(now)
	return f.here.Position.Add(f.last.Offset()), f.last.Taken, f.fixed
}
