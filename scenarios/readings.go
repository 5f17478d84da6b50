package scenarios

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"halocline/phy"
	"halocline/plant/program"
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/geom"
)

// Reading is a number that an instrument has read, and what it would have read without
// errors.
type Reading struct {
	Node             int32
	Instrument       string // such as dvl; the second of a kind on a node is dvl2
	Name             string // of the number, with its unit
	Value, Truth     float64
	Taken, Available sim.Time // when it holds, and when it is known
}

// Record has what the instruments of all nodes read told, in the order in which it is
// taken. It must be called before Run and changes nothing of it.
func (s *Simulation) Record(to func(Reading)) { s.record = to }

// instrument is an instrument that a node carries.
type instrument struct {
	node           int
	name           string
	config         sensor.Config
	columns        []string // the names of what it reads
	sensor, exact  sensor.Sensor
	values, truths []float64 // of the last sample
	scene          sensor.Scene
	asked, told    int // times, so far

	outside bool // it is real, and read when something comes in
	early   bool // it is read before the programs of an instant
	tell    []func(taken, known sim.Time, values []float64)
	steered bool        // a program reads it
	coming  []reading   // that are not known yet, for the program
	newest  reading     // that is known
	free    [][]float64 // memory of old ones

	failure failure
	sounds  []*phy.Source // of its pings, in the bands of a link
	pulse   time.Duration // of each
}

// reading is a sample for a program.
type reading struct {
	values       []float64
	taken, known sim.Time
}

// Name implements program.Instrument.
func (i *instrument) Name() string { return i.name }

// Quantities implements program.Instrument.
func (i *instrument) Quantities() []sensor.Quantity { return i.sensor.Quantities() }

// Reading implements program.Instrument. A later reading may be known earlier: then those before it are not waited for.
func (i *instrument) Reading(now sim.Time) (values []float64, taken sim.Time, ok bool) {
	last := len(i.coming) - 1
	for last >= 0 && i.coming[last].known > now {
		last--
	}
	for _, r := range i.coming[:last+1] {
		if i.newest.values != nil {
			i.free = append(i.free, i.newest.values)
		}
		i.newest = r
	}
	i.coming = append(i.coming[:0], i.coming[last+1:]...)
	return i.newest.values, i.newest.taken, i.newest.values != nil
}

// buildInstruments makes the instruments of all nodes.
func (b *builder) buildInstruments() {
	first := 0
	for i := range b.plan.Nodes {
		group := &b.plan.Nodes[i]
		for node := first; node < first+group.size(); node++ {
			if key, err := b.buildInstrumentsOf(node, i); err != nil {
				b.plan.doc.FaultFrom(fmt.Sprintf("nodes[%d].%s", i, key), err)
				break // the others of the group have it too
			}
		}
		first += group.size()
	}
}

// buildInstrumentsOf makes the instruments of a node of a group. An error is at a key of the group.
func (b *builder) buildInstrumentsOf(node, of int) (key string, err error) {
	group, kinds := &b.plan.Nodes[of], map[string]int{}
	var names []string
	for k, c := range group.Instruments {
		name := b.plan.doc.Model("nodes", fmt.Sprintf("[%d]", of), "instruments", fmt.Sprintf("[%d]", k))
		if kinds[name]++; kinds[name] > 1 {
			name += strconv.Itoa(kinds[name])
		}
		if late := program.TooLate(group.Name, name, "instruments", c.Schedule(), sim.Time(b.duration)); late != "" {
			b.warn("%s: %s", group.Name, late)
		}
		if c, doubted := c.(interface {
			Doubt(at geom.Vec, w sensor.Water) string
		}); doubted {
			if why := c.Doubt(b.nodes[node].at.Position(0), b.water); why != "" {
				b.warn("%s: its %s reads nothing where it begins: %s", group.Name, name, why)
			}
		}
		b.digesting()
		made, err := b.instrument(node, name, c)
		if err != nil {
			return fmt.Sprintf("instruments[%d]", k), err
		}
		if err := checkSource(c, made.sensor); err != nil {
			return fmt.Sprintf("instruments[%d]", k), err
		}
		b.measure(OfNode, b.nodes[node].name, c, made.sensor)
		made.outside = slices.Contains(group.Outside, name)
		b.instruments, names = append(b.instruments, made), append(names, name)
	}
	for k, name := range group.Outside {
		if !slices.Contains(names, name) {
			return fmt.Sprintf("outside[%d]", k), errors.New(strict.Unknown("instrument", name, names))
		}
	}
	return "", nil
}

// instrument makes an instrument of a node, and its like without errors.
func (b *builder) instrument(node int, name string, c sensor.Config) (*instrument, error) {
	n := b.nodes[node]
	site := sensor.Site{Streams: b.streams, Name: n.name + "/instruments/" + name, Node: b.otherNode(node), Geo: b.plan.Geo.geo()}
	read, err := buildSensor(c, site)
	if err != nil {
		return nil, err
	}
	site.Name, site.Exact = site.Name+"/exact", true
	exact, err := buildSensor(c, site)
	if err != nil {
		return nil, err
	}
	i := &instrument{node: node, name: name, config: c, sensor: read, exact: exact}
	for _, q := range read.Quantities() {
		i.columns = append(i.columns, q.Column())
	}
	if err := b.interfere(i); err != nil {
		return nil, err
	}
	i.values, i.truths = make([]float64, len(i.columns)), make([]float64, len(i.columns))
	i.scene.Water, i.scene.World = b.water, &world{b.Simulation, b.water, node}
	return i, nil
}

// buildSensor makes an instrument, and checks that it can be asked.
func buildSensor(c sensor.Config, site sensor.Site) (sensor.Sensor, error) {
	made, err := c.Build(site)
	switch {
	case err != nil:
		return nil, err
	case made == nil:
		return nil, errNothing("Build")
	}
	return made, checkQuantities(made)
}

// otherNode returns what finds nodes for an instrument of one.
func (b *builder) otherNode(own int) func(name string) (int32, error) {
	return func(name string) (int32, error) {
		i, err := b.oneNode(name, "node")
		if err == nil && i == own {
			err = fmt.Errorf("node %q has the instrument; name another one", name)
		}
		return int32(i), err
	}
}

// readAll schedules the readings.
func (s *Simulation) readAll() {
	for _, i := range s.instruments {
		if i.outside {
			continue
		}
		timing, phase := i.config.Schedule(), sim.Probe
		if i.early {
			phase = sim.Comm // before the programs
		}
		if paced, ok := i.sensor.(sensor.Paced); ok {
			s.readPaced(i, paced, phase, timing)
			continue
		}
		s.Kernel.Every(phase, timing.Due(0), timing.Interval(), func(now sim.Time) {
			if !s.nodes[i.node].isDown() {
				s.read(i, now)
			}
		})
	}
}

// readPaced schedules the readings of an instrument that says after each when the next one is.
func (s *Simulation) readPaced(i *instrument, paced sensor.Paced, phase sim.Phase, timing sensor.Timing) {
	var timer *sim.Timer
	timer = s.Kernel.NewTimer(phase, func(now sim.Time) {
		next := now.Add(timing.Interval())
		if !s.nodes[i.node].isDown() {
			s.read(i, now)
			if next = paced.Next(now); next <= now {
				s.Kernel.Fail(fmt.Errorf("node %s: its instrument %s measures at %v, and then at %v, which is not later", s.names.Nodes[i.node], i.name, now, next))
				return
			}
		}
		timer.Arm(next)
	})
	timer.Arm(timing.Due(0))
}

// read takes a sample of an instrument. Numbers that it does not measure this time are left out.
func (s *Simulation) read(i *instrument, now sim.Time) {
	i.scene.Motion, i.scene.Acceleration = s.nodes[i.node].motion(now)
	for _, sound := range i.sounds {
		sound.Sound(i.pulse)
	}
	known, ok := i.sensor.Sample(now, &i.scene, i.values)
	s.tell(i, now, known, ok)
}

// tell tells what an instrument has read to all who want to know.
func (s *Simulation) tell(i *instrument, now, known sim.Time, ok bool) {
	ok = i.failure.affects(i.values, ok)
	if i.asked++; ok {
		i.told++
		if known < now {
			s.Kernel.Fail(fmt.Errorf("node %s: its instrument %s says that a reading of %v was known at %v, before it was taken", s.names.Nodes[i.node], i.name, now, known))
		}
	}
	s.digest.Add(now.Seconds())
	for _, v := range i.values {
		if ok && !math.IsNaN(v) {
			s.digest.Add(v)
		}
	}
	if ok {
		for _, tell := range i.tell {
			tell(now, known, i.values)
		}
	}
	if i.steered && ok {
		i.note(now, known)
	}
	if s.record == nil {
		return
	}
	i.exact.Sample(now, &i.scene, i.truths)
	for k, v := range i.values {
		if ok && !math.IsNaN(v) {
			s.record(Reading{
				Node: int32(i.node), Instrument: i.name, Name: i.columns[k], Value: v, Truth: i.truths[k], Taken: now, Available: known,
			})
		}
	}
}

// note keeps the sample for the program until it is known.
func (i *instrument) note(now, known sim.Time) {
	var values []float64
	if n := len(i.free); n > 0 {
		values, i.free = i.free[n-1], i.free[:n-1]
	}
	i.coming = append(i.coming, reading{append(values[:0], i.values...), now, known})
}

// Unread says which instruments were asked and read nothing, each in a sentence, where
// somebody wants to know what they read.
func (s *Simulation) Unread() []string {
	if s.record == nil {
		return nil
	}
	var all []string
	for _, i := range s.instruments {
		if i.asked == 0 || i.told > 0 {
			continue
		}
		why := "look at its ranges"
		if c, ok := i.config.(interface{ Unread() string }); ok {
			why = c.Unread()
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

// motion returns how the node moves now, and how that changes.
func (n *node) motion(now sim.Time) (vehicle.Motion, vehicle.Six) {
	if n.body != nil {
		return n.body.At(now).Motion, n.body.Acceleration(now)
	}
	m := vehicle.Motion{Position: n.at.Position(now), Attitude: geom.FromEuler(n.group.Heading, 0, 0)}
	v := m.Attitude.RotateInverse(n.at.Velocity(now))
	m.Velocity = vehicle.Six{v.X, v.Y, v.Z}
	return m, vehicle.Six{}
}
