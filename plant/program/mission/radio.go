package mission

import (
	"errors"
	"time"

	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// service is that of all messages of missions.
const service = "mission"

// The messages of missions.
type (
	// data is a packet of data. Its sender numbers it.
	data struct {
		number, bits int
	}
	// receipt says that a packet of data has come.
	receipt struct{ number int }
	// command is what an operator sends.
	command struct {
		number  int // by time
		message string
		tasks   []TaskConfig
	}
	// report is where a vehicle takes itself to be.
	report struct {
		at, velocity geom.Vec
		taken        sim.Time
	}
)

// Occasional implements mac.Occasional: who sends it does so when it has to.
func (*receipt) Occasional() {}

// Occasional implements mac.Occasional.
func (*command) Occasional() {}

// radio is what a vehicle hears and says.
type radio struct {
	mission *Mission
	links   map[string]program.Link
	message string // the last word of an operator
	fresh   bool   // it has come since the last step
	orders  []*command
	seen    map[int32]int     // the latest command of each operator
	heard   map[int32]*report // of other vehicles
	tell    program.Link
	told    sim.Time
}

// connect prepares the links of a mission.
func (m *Mission) connect() error {
	m.book.clock = m.site.Kernel()
	m.radio = radio{mission: m, links: map[string]program.Link{}, seen: map[int32]int{}, heard: map[int32]*report{}, told: sim.Never}
	c := m.config
	if c.Orders != "" {
		if err := m.radio.listen(c.Orders); err != nil {
			return fault.In("orders", "%w", err)
		}
	}
	if c.Tell == nil {
		return nil
	}
	l, err := m.radio.link(c.Tell.Link)
	m.radio.tell = l
	return fault.Under("tell.link", err)
}

// link returns a link of the vehicle that it sends on.
func (r *radio) link(name string) (program.Link, error) {
	l, err := r.mission.site.Link(name)
	if err != nil {
		if known := r.links[name]; known != nil { // the run goes on
			return known, nil
		}
		return nil, err
	}
	return l, r.add(name, l)
}

// listen has the vehicle hear a link.
func (r *radio) listen(name string) error {
	l, err := r.mission.site.Replies(name)
	if err != nil {
		if r.links[name] != nil { // the run goes on
			return nil
		}
		return err
	}
	return r.add(name, l)
}

// add has the messages of a link received, once.
func (r *radio) add(name string, l program.Link) error {
	for _, known := range r.links {
		if known.Number() == l.Number() {
			r.links[name] = l
			return nil
		}
	}
	r.links[name] = l
	return errors.Join(l.Handle(service, r.receive), l.Outcomes(service, r.mission.book.became))
}

// receive takes a message.
func (r *radio) receive(mail program.Mail) {
	switch body := mail.Body.(type) {
	case *receipt:
		r.mission.book.arrived(body.number)
	case *command:
		if r.mission.config.Orders != "" && body.number > r.seen[mail.From] {
			r.seen[mail.From] = body.number
			r.orders = append(r.orders, body)
		}
	case *report:
		r.heard[mail.From] = body
	}
}

// step takes what has been heard, and says what is due.
func (r *radio) step(h *helm) {
	for _, c := range r.orders {
		r.mission.order(c, h.now)
	}
	r.orders = r.orders[:0]
	c := r.mission.config.Tell
	if c == nil || r.told != sim.Never && h.now.Sub(r.told) < c.Every {
		return
	}
	r.told = h.now
	body := &report{at: h.motion.Position, velocity: h.motion.WorldVelocity(), taken: h.now}
	_, _ = r.tell.Send(trace.None, program.Message{Bits: c.Bits, Service: service, Body: body}) // one that is refused is missed
}

// Offers implements program.Offering.
func (m *Mission) Offers() (link uint8, bits int, every time.Duration) {
	c := m.config.Tell
	if c == nil {
		return 0, 0, 0
	}
	return m.radio.tell.Number(), c.Bits, c.Every
}

// book holds the data of a mission.
type book struct {
	clock     *sim.Kernel
	pieces    []piece
	first     int     // all before it have come
	loose     float64 // data that are not packed yet, bit
	collected float64
	delivered float64 // as far as the vehicle knows
	offers    int
}

// piece is a packet of data.
type piece struct {
	bits   int
	state  state
	packet uint64   // that it was sent in last
	since  sim.Time // it was sent, and nobody has said that it has come
}

// state says how far a piece is.
type state uint8

const (
	aboard   state = iota // it waits
	accepted              // the access protocol has it
	sent                  // it was sent: it may have come or not
	came
)

// collect takes data on board.
func (b *book) collect(bits float64) {
	b.collected += bits
	b.loose += bits
}

// aboard returns the data of which it is not known that they have come, bit.
func (b *book) aboard() float64 { return b.collected - b.delivered }

// pack makes packets of what is loose.
func (b *book) pack(size int) {
	const rounding = 1e-6
	for b.loose >= 1-rounding {
		n := min(size, int(b.loose+rounding))
		b.pieces = append(b.pieces, piece{bits: n})
		b.loose = max(0, b.loose-float64(n))
	}
}

// pump offers packets as far as the window allows, and reports whether all have come.
func (b *book) pump(now sim.Time, c *DataConfig, link program.Link, to int32) bool {
	b.pack(c.Packet)
	out := 0
	for i := b.first; i < len(b.pieces) && out < c.Window; i++ {
		p := &b.pieces[i]
		if p.state == sent && now.Sub(p.since) >= c.Retry {
			p.state = aboard
		}
		if p.state == came {
			continue
		}
		out++
		if p.state != aboard {
			continue
		}
		packet, err := link.Send(to, program.Message{Bits: p.bits, Service: service, Body: &data{i + 1, p.bits}})
		if err != nil {
			break // its queue is full; the next step tries again
		}
		p.state, p.packet = accepted, packet
		b.offers++
	}
	return b.first == len(b.pieces)
}

// became is told what became of a packet that the access protocol had accepted.
func (b *book) became(packet uint64, how program.Outcome) {
	for i := b.first; i < len(b.pieces); i++ {
		p := &b.pieces[i]
		if p.packet != packet || p.state != accepted {
			continue
		}
		p.state, p.since = sent, b.clock.Now() // also one that was given up: it is not offered again at once
		if how.Acknowledged {
			b.arrived(i + 1)
		}
		return
	}
}

// arrived takes note that a packet of data has come.
func (b *book) arrived(number int) {
	if number < 1 || number > len(b.pieces) || b.pieces[number-1].state == came {
		return
	}
	p := &b.pieces[number-1]
	p.state = came
	b.delivered += float64(p.bits)
	for b.first < len(b.pieces) && b.pieces[b.first].state == came {
		b.first++
	}
}
