package scenarios

import (
	"fmt"
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/metric"
	"halocline/sim/trace"
)

// BatteryConfig describes what a node has its electrical energy from. Its voltage, its temperature and its ageing are left out:
// it is the energy that can be taken out of it.
type BatteryConfig struct {
	Capacity float64      `yaml:"capacity" unit:"J" range:"(0,1e12]" required:"true" doc:"energy that a full battery gives, as in 500Wh"`
	Charge   float64      `yaml:"charge" range:"(0,1]" doc:"share of the capacity that is there at the start"`
	Hotel    float64      `yaml:"hotel" unit:"W" range:"[0,1e6]" doc:"power that the node takes all the time: computers, converters and what else has no switch"`
	Loads    []LoadConfig `yaml:"loads" key:"Name" doc:"power of instruments, lamps and others by name: {dvl: 4W, lamp: {power: 60W, from: 100s, to: 200s}}; beside them count the draw of its modems and the power of its thrusters"`
	Charging float64      `yaml:"charging" unit:"W" range:"[0,1e6]" doc:"power that charges it while a dock holds the vehicle, or a task charges it; a node whose battery was empty works again at 5 % of the capacity"`
}

// LoadConfig is something that takes electrical energy at a node.
type LoadConfig struct {
	Name  string        `yaml:"-"`
	Power float64       `yaml:"power" bare:"true" unit:"W" range:"[0,1e6]" required:"true" doc:"power that it takes while it is on; of a sonar that pings, the mean"`
	From  time.Duration `yaml:"from" range:"[0,1e9]" doc:"time at which it is switched on"`
	To    time.Duration `yaml:"to" range:"[0,1e9]" doc:"time at which it is switched off; 0 for never"`
}

// restart is the share of the capacity from which on a node works again whose battery was empty.
const restart = 0.05

// Defaults makes the battery full at the start.
func (c *BatteryConfig) Defaults() { c.Charge = 1 }

// Validate checks that no load has the name of another consumer.
func (c *BatteryConfig) Validate() error {
	for i, l := range c.Loads {
		if l.Name == "hotel" {
			return fault.In(fmt.Sprintf("loads[%d]", i), "hotel is the load of the key hotel; choose another name")
		}
	}
	return nil
}

// Validate checks that a load is on at some time.
func (c *LoadConfig) Validate() error {
	if err := fault.Keep(c.Bounds()); err != nil {
		return err
	}
	return checkName(c.Name)
}

// Bounds returns what the end of a load keeps to.
func (c *LoadConfig) Bounds() []fault.Bound {
	return []fault.Bound{{
		Key: "to", Value: c.To.Seconds(), Op: fault.MoreThan, Than: "from", Limit: c.From.Seconds(), When: "or 0", Off: c.To == 0,
		Why: fmt.Sprintf("the load is switched off at %v and on at %v; to must be later than from", c.To, c.From),
	}}
}

// Metrics implements metric.Config.
func (*BatteryConfig) Metrics() []metric.Def { return batteryMetrics().Defs() }

func batteryMetrics() metric.List[battery] {
	var l metric.List[battery]
	consumer := func(i int) func(*battery) float64 { return func(b *battery) float64 { return b.used()[i] } }
	l.Add("energy_propulsion", "J", metric.Total, "electrical energy that the thrusters took from the battery", consumer(ofThrusters))
	l.Add("energy_modems", "J", metric.Total, "electrical energy that the radios of all links took from the battery", consumer(ofRadios))
	l.Add("energy_hotel", "J", metric.Total, "electrical energy that computers and all else that is always on took from the battery", consumer(ofHotel))
	l.Add("energy_loads", "J", metric.Total, "electrical energy that instruments and other loads took from the battery", consumer(ofLoads))
	l.Add("energy_used", "J", metric.Total, "electrical energy that all together took from the battery", func(b *battery) float64 {
		sum := 0.0
		for _, e := range b.used() {
			sum += e
		}
		return sum
	})
	l.Add("charge_left", "", metric.Mean, "share of the battery's capacity that is left at the end of the run", func(b *battery) float64 {
		const rounding = 1e-9
		if share := b.left(b.kernel.Now()) / b.Capacity; share > rounding {
			return share
		}
		return 0
	})
	l.Add("time_to_empty", "s", metric.TimeToEvent, "time from the start of the run until the battery was empty for the first time; none if it never was", func(b *battery) float64 {
		if b.empty == sim.Never {
			return math.NaN()
		}
		return b.empty.Seconds()
	})
	return l
}

// MeasuredOfBatteries returns what every battery measures.
func MeasuredOfBatteries() Measured {
	return Measured{Thing: OfNode, Defs: batteryMetrics().Defs()}
}

// battery is the battery of a node. All that an account knows takes from it. It looks at the account as often as needed to be
// empty to the nanosecond where the draw is constant, and within a millisecond of it where that varies.
type battery struct {
	*BatteryConfig
	kernel  *sim.Kernel
	node    *node
	account *Account
	kinds   []int // of the account's consumers
	most    float64
	timer   *sim.Timer
	down    bool
	empty   sim.Time // when it was for the first time; sim.Never before
	charged float64  // J
	booked  sim.Time // until when it was charged
	held    bool     // by a dock, or plugged in
}

// The kinds of consumers.
const (
	ofThrusters = iota
	ofRadios
	ofHotel
	ofLoads
	consumerKinds
)

// buildBatteries makes the batteries of all nodes.
func (b *builder) buildBatteries() {
	for i, n := range b.nodes {
		if n.group.Battery != nil {
			b.buildBattery(int32(i), n, n.group.Battery)
		}
	}
}

func (b *builder) buildBattery(addr int32, n *node, c *BatteryConfig) {
	n.wire(b.Simulation, addr)
	account, err := b.Account(n.name)
	if err != nil {
		panic("scenarios: " + err.Error())
	}
	made := &battery{BatteryConfig: c, kernel: b.Kernel, node: n, account: account, empty: sim.Never}
	n.battery = made
	for _, consumer := range account.consumers {
		kind := ofRadios
		if n.body != nil && consumer == Consumer(n.body) {
			kind, made.most = ofThrusters, made.most+n.body.MostDraw()
		}
		made.kinds = append(made.kinds, kind)
	}
	for _, r := range b.radios {
		if r.node != addr {
			continue
		}
		made.most += r.MostDraw()
		if r.MostDraw() == 0 && !r.unused {
			b.warn("node %s has a battery, and its modem of link %s takes nothing; give the modem draw, as in draw: {transmit: 40W, receive: 1W, idle: 0.5W}", n.group.Name, b.names.Links[r.link])
		}
	}
	if n.body != nil && !n.body.Meter() {
		b.warn("node %s has a battery, and the power of its thrusters is not known; give them power in the vehicle file, or they take nothing", n.group.Name)
	}
	made.add("hotel", ofHotel, &LoadConfig{Power: c.Hotel})
	for i := range c.Loads {
		made.add(c.Loads[i].Name, ofLoads, &c.Loads[i])
	}
	if c.Charging > 0 {
		if n.body == nil {
			b.warn("node %s: its battery is charged while a dock holds the vehicle, and it is no vehicle", n.group.Name)
		} else {
			n.body.OnHold(made.hold)
		}
	}
	made.timer = b.Kernel.NewTimer(sim.Ending, made.check)
	b.first = append(b.first, made.check)
	b.measure(OfNode, n.name, c, made)
}

// add adds a load to the account.
func (b *battery) add(name string, kind int, c *LoadConfig) {
	l := &steadyLoad{kernel: b.kernel, power: c.Power, powered: true, inTime: c.From == 0}
	if c.From > 0 {
		b.kernel.NewTimer(sim.Ending, func(sim.Time) { l.turn(l.powered, true) }).Arm(sim.Time(c.From))
	}
	if c.To > 0 {
		b.kernel.NewTimer(sim.Ending, func(sim.Time) { l.turn(l.powered, false) }).Arm(sim.Time(c.To))
	}
	b.node.loads = append(b.node.loads, l)
	b.account.Add(name, l)
	b.kinds, b.most = append(b.kinds, kind), b.most+c.Power
}

// used returns what each kind of consumer has taken since the end of the warm-up, J.
func (b *battery) used() [consumerKinds]float64 {
	var all [consumerKinds]float64
	for i, e := range b.account.Energies(b.kernel.Now()) {
		all[b.kinds[i]] += e
	}
	return all
}

// left returns the energy that is in the battery, J.
func (b *battery) left(now sim.Time) float64 {
	left := b.Charge*b.Capacity + b.charged
	for _, e := range b.account.energies(now) {
		left -= e
	}
	return left
}

// hold has a dock take hold of the vehicle, or let it go.
func (b *battery) hold(held bool) {
	now := b.kernel.Now()
	b.charge(now)
	b.held = held
	b.timer.Arm(now)
}

// plug is the battery of a node as its program knows it.
type plug struct{ *node }

// Left implements program.Battery.
func (p plug) Left(now sim.Time) float64 {
	p.battery.charge(now)
	return max(0, p.battery.left(now)/p.battery.Capacity)
}

// Charges implements program.Battery.
func (p plug) Charges() bool { return p.group.Battery.Charging > 0 }

// Plug implements program.Battery.
func (p plug) Plug(in bool) { p.battery.hold(in) }

// charge takes up what a dock has given since it was last looked at, as far as there is room.
func (b *battery) charge(now sim.Time) {
	if b.held {
		room := b.Capacity - b.left(now)
		b.charged += max(0, min(b.Charging*now.Sub(b.booked).Seconds(), room))
	}
	b.booked = now
}

// check looks whether the battery is empty, and says when to look again: with no draw that is possible it is empty before that.
func (b *battery) check(now sim.Time) {
	const soon, often = 1e-3, 1.0 // s
	b.charge(now)
	left := b.left(now)
	if b.down {
		if b.held && left >= restart*b.Capacity {
			b.down = false
			b.node.Up(whole, trace.BatteryEmpty)
		} else if !b.held {
			return
		}
	}
	wait := max(left/b.most, min(soon, left/b.account.Draw(now))) // s
	if !b.down && (left <= 0 || math.Round(wait*1e9) < 1) {
		b.down, b.empty, wait = true, min(b.empty, now), math.Inf(1)
		b.node.Down(whole, trace.BatteryEmpty)
	}
	if b.held {
		wait = min(wait, often)
		if b.down {
			wait = often
		}
	}
	if ns := math.Round(wait * 1e9); ns < float64(sim.Never.Sub(now)) {
		b.timer.Arm(now.Add(time.Duration(max(ns, 1))))
	}
}

// Values implements metric.Source.
func (b *battery) Values(put func(def int, subject string, v float64)) {
	b.charge(b.kernel.Now())
	batteryMetrics().Put(b, "", put)
}

// steadyLoad takes a constant power while it is switched on and its node has power.
type steadyLoad struct {
	kernel          *sim.Kernel
	power           float64 // W
	powered, inTime bool
	since           sim.Time // of the last change
	taken           float64  // until then, J
}

// turn switches the load on or off.
func (l *steadyLoad) turn(powered, inTime bool) {
	now := l.kernel.Now()
	l.taken, l.since = l.Energy(now), now
	l.powered, l.inTime = powered, inTime
}

// Draw implements Consumer.
func (l *steadyLoad) Draw(sim.Time) float64 {
	if l.powered && l.inTime {
		return l.power
	}
	return 0
}

// Energy implements Consumer.
func (l *steadyLoad) Energy(now sim.Time) float64 {
	return l.taken + l.Draw(now)*now.Sub(l.since).Seconds()
}
