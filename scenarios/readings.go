package scenarios

import (
	"fmt"
	"strconv"
	"strings"

	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// Instrument describes an instrument that a node carries, whose readings nobody in the run
// uses: they are for those who try estimators on them, with the truth beside them. They are
// part of the fingerprint.
type Instrument interface {
	sensor.Config
	Exact() sensor.Config
}

// instruments is the list of instruments that a node can carry.
func instruments() map[string]func() Instrument {
	return map[string]func() Instrument{
		"imu":   func() Instrument { return sensor.DefaultIMU() },
		"depth": func() Instrument { return sensor.DefaultDepth() },
		"dvl":   func() Instrument { return sensor.DefaultDVL() },
		"gps":   func() Instrument { return sensor.DefaultGPS() },
		"ctd":   func() Instrument { return sensor.DefaultCTD() },
	}
}

// Reading is a number that an instrument has read, and what it would have read without
// errors.
type Reading struct {
	Node       int32
	Instrument string // such as dvl; the second of a kind on a node is dvl2
	sensor.Quantity
	Truth            float64
	Taken, Available sim.Time // when it holds, and when it is known
}

// Record has what the instruments of all nodes read told, in the order in which it is
// taken. It must be called before Run and changes nothing of it.
func (s *Simulation) Record(to func(Reading)) { s.record = to }

// instrument is an instrument that a node carries.
type instrument struct {
	node        int
	name        string
	timing      sensor.Timing
	read, exact reader
	asked, told int // times, so far
}

// reader reads an instrument on a node.
type reader func(now sim.Time, on *carrier) (all []sensor.Quantity, available sim.Time, ok bool)

// carrier is how a node moves.
type carrier struct {
	vehicle.Motion
	acceleration vehicle.Six
}

// carry makes the instruments of all nodes.
func (b *builder) carry() {
	for i, n := range b.nodes {
		kinds := map[string]int{}
		for _, c := range n.group.Instruments {
			kind := kindOf(c)
			name := kind
			if kinds[kind]++; kinds[kind] > 1 {
				name += strconv.Itoa(kinds[kind])
			}
			b.warnTooLate(n.group, name, "instruments", c.Schedule())
			stream := n.name + "/instruments/" + name
			b.digesting()
			b.instruments = append(b.instruments, &instrument{
				node: i, name: name, timing: c.Schedule(), read: b.reader(c, stream), exact: b.reader(c.Exact(), stream+"/exact"),
			})
		}
	}
}

// kindOf returns the name of an instrument's kind.
func kindOf(c Instrument) string {
	switch c.(type) {
	case *sensor.IMUConfig:
		return "imu"
	case *sensor.DepthConfig:
		return "depth"
	case *sensor.DVLConfig:
		return "dvl"
	case *sensor.GPSConfig:
		return "gps"
	}
	return "ctd"
}

// reader makes an instrument.
func (b *builder) reader(c sensor.Config, name string) reader {
	switch c := c.(type) {
	case *sensor.IMUConfig:
		imu := c.Build(b.streams, name)
		return func(now sim.Time, on *carrier) ([]sensor.Quantity, sim.Time, bool) {
			r, ok := imu.Sample(now, &on.Motion, &on.acceleration)
			return r.Quantities(), r.Available, ok
		}
	case *sensor.DepthConfig:
		gauge := c.Build(b.streams, name)
		return func(now sim.Time, on *carrier) ([]sensor.Quantity, sim.Time, bool) {
			r, ok := gauge.Sample(now, &on.Motion)
			return r.Quantities(), r.Available, ok
		}
	case *sensor.DVLConfig:
		dvl := c.Build(b.streams, name)
		return func(now sim.Time, on *carrier) ([]sensor.Quantity, sim.Time, bool) {
			r, ok := dvl.Sample(now, &on.Motion, b.water.Seabed(on.Position), b.water.Current(on.Position, now))
			return r.Quantities(), r.Available, ok
		}
	case *sensor.GPSConfig:
		gps := c.Build(b.streams, name)
		return func(now sim.Time, on *carrier) ([]sensor.Quantity, sim.Time, bool) {
			r, ok := gps.Sample(now, &on.Motion)
			return r.Quantities(), r.Available, ok
		}
	case *sensor.CTDConfig:
		ctd := c.Build(b.streams, name)
		return func(now sim.Time, on *carrier) ([]sensor.Quantity, sim.Time, bool) {
			r, ok := ctd.Sample(now, &on.Motion, b.water)
			return r.Quantities(), r.Available, ok
		}
	}
	panic("scenarios: an instrument that no node can carry")
}

// readAll schedules the readings.
func (s *Simulation) readAll() {
	for _, i := range s.instruments {
		s.Kernel.Every(sim.Probe, i.timing.Due(0), i.timing.Interval(), func(now sim.Time) {
			if s.nodes[i.node].isDown() {
				return
			}
			on := s.nodes[i.node].carrier(now)
			all, available, ok := i.read(now, on)
			if i.asked++; ok {
				i.told++
			}
			s.digest.measured(now, ok)
			for k := 0; ok && k < len(all); k++ {
				s.digest.Add(all[k].Value)
			}
			if s.record == nil {
				return
			}
			truth, _, _ := i.exact(now, on)
			for k := 0; ok && k < len(all); k++ {
				s.record(Reading{
					Node: int32(i.node), Instrument: i.name, Quantity: all[k], Truth: truth[k].Value, Taken: now, Available: available,
				})
			}
		})
	}
}

// Unread says which instruments were asked and read nothing, each in a sentence, where
// somebody wants to know what they read.
func (s *Simulation) Unread() []string {
	if s.record == nil {
		return nil
	}
	needs := map[string]string{
		"gps":   "satellites are heard with the antenna out of the water only",
		"dvl":   "look at the reach of the log, what it tracks and water.seabed",
		"depth": "look at the range of the gauge",
	}
	var all []string
	for _, i := range s.instruments {
		if i.asked == 0 || i.told > 0 {
			continue
		}
		why := needs[strings.TrimRight(i.name, "0123456789")]
		if why == "" {
			why = "look at its ranges"
		}
		all = append(all, fmt.Sprintf("node %s: its instrument %s was asked %d times and read nothing; %s", s.names.Nodes[i.node], i.name, i.asked, why))
	}
	return all
}

// moves returns where the node is now and how fast it moves over ground, in m and m/s.
func (n *node) moves(now sim.Time) (at, velocity geom.Vec) {
	if n.body != nil {
		s := n.body.At(now)
		return s.Position, s.WorldVelocity()
	}
	return n.at.Position(now), n.at.Velocity(now)
}

// carrier returns how the node moves now.
func (n *node) carrier(now sim.Time) *carrier {
	if n.body != nil {
		return &carrier{n.body.At(now).Motion, n.body.Acceleration(now)}
	}
	c := &carrier{Motion: vehicle.Motion{Position: n.at.Position(now), Attitude: geom.FromEuler(n.group.Heading, 0, 0)}}
	v := c.Attitude.RotateInverse(n.at.Velocity(now))
	c.Velocity = vehicle.Six{v.X, v.Y, v.Z}
	return c
}
