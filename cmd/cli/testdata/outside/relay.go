package main

import (
	"math"
	"time"

	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/metric"
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// Buoy sends readings to a node that it does not hear itself, by way of a relay, and asks the relay now and then
// whether it is there: two services that share a link. How often it sends is told from outside, by a port.
type Buoy struct {
	Link   string        `yaml:"link" doc:"name of the link to the relay"`
	Relay  string        `yaml:"relay" required:"true" doc:"name of the node that relays"`
	To     string        `yaml:"to" required:"true" doc:"name of the node that the readings are for"`
	Period time.Duration `yaml:"period" range:"[0.1,1e6]" doc:"time from one reading to the next, until the port says another"`
	Bits   int           `yaml:"size" unit:"bit" range:"[1,1e6]" doc:"bits of a reading"`
}

// Relay passes what comes over one link on over another.
type Relay struct {
	From string `yaml:"from" required:"true" doc:"name of the link that it listens to"`
	To   string `yaml:"to" required:"true" doc:"name of the link that it sends on"`
}

// Sink gets readings, and measures when it got the first one.
type Sink struct {
	Link string `yaml:"link" required:"true" doc:"name of the link"`
}

// DefaultBuoy returns a reading of 256 bit every 10 s.
func DefaultBuoy() program.Program { return &Buoy{Period: 10 * time.Second, Bits: 256} }

// DefaultRelay returns a relay without its links.
func DefaultRelay() program.Program { return &Relay{} }

// DefaultSink returns a sink without its link.
func DefaultSink() program.Program { return &Sink{} }

// About says what the program is.
func (*Buoy) About() string { return "sends readings by way of a relay" }

// About says what the program is.
func (*Relay) About() string { return "passes datagrams on from one link to another" }

// About says what the program is.
func (*Sink) About() string { return "gets datagrams and says when the first one came" }

// Validate finds nothing that the ranges do not.
func (*Buoy) Validate() error { return nil }

// Validate finds a relay that sends back where it hears.
func (r *Relay) Validate() error {
	if r.From == r.To {
		return fault.In("to", "%q is the link that it listens to; name another one", r.To)
	}
	return nil
}

// Validate finds nothing that the ranges do not.
func (*Sink) Validate() error { return nil }

// Metrics declares what is measured of a buoy.
func (*Buoy) Metrics() []metric.Def {
	return []metric.Def{{Name: "answers", Kind: metric.Count, Better: metric.Higher, Doc: "answers of the relay that came back"}}
}

// Metrics declares what is measured of a sink.
func (*Sink) Metrics() []metric.Def {
	return []metric.Def{
		{Name: "readings", Kind: metric.Count, Better: metric.Higher, Doc: "readings that came"},
		{Name: "time_to_first", Unit: "s", Kind: metric.TimeToEvent, Better: metric.Lower, Doc: "time until the first reading came; none if none came"},
	}
}

// datagram is what goes over several hops.
type datagram struct {
	dst     int32 // who gets it in the end
	created sim.Time
}

// hello is a question of the service hello, and its answer.
type hello struct{ answer bool }

// Install makes the program of a buoy.
func (c *Buoy) Install(site program.Site) (program.Running, error) {
	link, err := site.Link(c.Link)
	if err != nil {
		return nil, fault.In("link", "%w", err)
	}
	relay, err := site.Node(c.Relay)
	if err != nil {
		return nil, fault.In("relay", "%w", err)
	}
	to, err := site.Node(c.To)
	if err != nil {
		return nil, fault.In("to", "%w", err)
	}
	b := &buoy{period: c.Period}
	b.timer = site.Kernel().NewTimer(sim.Control, func(now sim.Time) {
		link.Send(relay, program.Message{Bits: c.Bits, Body: &datagram{to, now}})
		b.timer.Arm(now.Add(b.period))
	})
	b.timer.Arm(0)
	site.Kernel().Every(sim.Control, sim.Time(5*time.Second), 20*time.Second, func(sim.Time) {
		link.Send(relay, program.Message{Bits: 32, Service: "hello", Body: &hello{}})
	})
	return b, link.Handle("hello", func(m program.Mail) {
		if h, ok := m.Body.(*hello); ok && h.answer {
			b.answers++
		}
	})
}

// buoy is the program of a buoy.
type buoy struct {
	timer   *sim.Timer
	period  time.Duration
	answers int
}

// CPU returns nil: there are no tasks.
func (*buoy) CPU() *rtos.CPU { return nil }

// Values gives the values of Metrics.
func (b *buoy) Values(put func(def int, subject string, v float64)) { put(0, "", float64(b.answers)) }

// Ports has the period told from outside; the next reading comes a period from then on.
func (b *buoy) Ports() []program.Port {
	return []program.Port{{Name: "period", Unit: "s", Doc: "time from one reading to the next", In: func(now sim.Time, v float64) {
		b.period = max(sim.Seconds(v), 100*time.Millisecond)
		b.timer.Arm(now.Add(b.period))
	}}}
}

// Install makes the program of a relay: it is who gets the packets of one link, and sends on the other.
func (c *Relay) Install(site program.Site) (program.Running, error) {
	from, err := site.Link(c.From)
	if err != nil {
		return nil, fault.In("from", "%w", err)
	}
	to, err := site.Link(c.To)
	if err != nil {
		return nil, fault.In("to", "%w", err)
	}
	if err := from.Handle("", func(m program.Mail) {
		if d, ok := m.Body.(*datagram); ok {
			to.Send(d.dst, program.Message{Bits: 256, Body: d})
			site.Emit(trace.Record{Kind: trace.Fact, Note: "relayed", Peer: m.From, Pkt: m.Number, Link: to.Number()})
		}
	}); err != nil {
		return nil, err
	}
	return relay{}, from.Handle("hello", func(m program.Mail) {
		from.Send(m.From, program.Message{Bits: 32, Service: "hello", Body: &hello{answer: true}})
	})
}

// relay is the program of a relay.
type relay struct{}

// CPU returns nil: there are no tasks.
func (relay) CPU() *rtos.CPU { return nil }

// Install makes the program of a sink.
func (c *Sink) Install(site program.Site) (program.Running, error) {
	link, err := site.Link(c.Link)
	if err != nil {
		return nil, fault.In("link", "%w", err)
	}
	s := &sink{first: math.NaN()}
	return s, link.Handle("", func(m program.Mail) {
		if _, ok := m.Body.(*datagram); !ok {
			return
		}
		if s.readings++; s.readings == 1 {
			s.first = site.Kernel().Now().Seconds()
		}
	})
}

// sink is the program of a sink.
type sink struct {
	readings int
	first    float64 // s
}

// CPU returns nil: there are no tasks.
func (*sink) CPU() *rtos.CPU { return nil }

// Values gives the values of Metrics.
func (s *sink) Values(put func(def int, subject string, v float64)) {
	put(0, "", float64(s.readings))
	put(1, "", s.first)
}
