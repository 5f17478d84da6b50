// Package fdma is frequency-division multiple access: the band of the modem is
// divided among the stations, and each sends in its own part whenever it has a
// packet. Nobody waits for anybody; the price is the bit rate, which is that of
// the part (Bertsekas and Gallager, Data Networks, 2nd ed. 1992, section 3.5.1, on
// how its delay compares with that of time division).
//
//	idle --packet--> sending --done--> idle, or sending the next
//	     --packet, refused by the radio--> waiting --an airtime later--> sending
//
// A station listens to the bands of all others at once, or, where that is asked
// for, a vehicle only to that of one station. The receivers of the other bands,
// and that of the node's own, are then asleep: what is sent there is missed for
// that reason. A receiver takes that part of what the modem takes for listening, or
// for sleeping, that its band is of the modem's band, also while its node sends.
//
// Each band has its own centre, noise and bit rate, which follow from the part
// of the modem's band that it is. The transmitted level does not: a modem puts
// all of its power into the band in which it sends.
//
// Left out: acknowledgements and retransmission, leakage of a transmission into
// other bands (a guard costs width and earns nothing), the shift of a band by
// motion, and bands that change hands.
package fdma

import (
	"slices"
	"strings"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/fault"
)

// Listening says which bands a node hears.
type Listening string

// The ways to listen.
const (
	ListenAll     Listening = "all"     // those of all others
	ListenStation Listening = "station" // the station's, unless it is the station
)

// Config describes the division of a band.
type Config struct {
	Shares  []float64 `yaml:"shares" range:"(0,1e6]" doc:"relative widths of the bands: one for each node in order, or two, for the first node and for each other one; all equal if left out"`
	Guard   float64   `yaml:"guard" range:"[0,1)" doc:"unused gap between two neighbouring bands, as a fraction of the modem's band"`
	Listen  Listening `yaml:"listen" oneof:"all|station" doc:"bands that a node hears. all: those of all others; station: only that of the station, which itself hears all"`
	Station string    `yaml:"station" doc:"node to whose band all others listen, with listen: station"`
	Shared  bool      `yaml:"shared_transducer" doc:"whether a node that sends in its band hears nothing in the others; a full-duplex modem hears them"`
	Header  int       `yaml:"header" unit:"bit" range:"[0,1e6]" doc:"bits that the protocol adds to each packet"`
	mac.QueueConfig
}

var (
	_ mac.Banded = (*Config)(nil)
	_ mac.Fitted = (*Config)(nil)
)

// Default returns equal bands without gaps, in which everybody hears everybody.
func Default() mac.Config {
	return &Config{Listen: ListenAll, Shared: true, Header: 24, QueueConfig: mac.DefaultQueue()}
}

// About says what the model is.
func (*Config) About() string {
	return "FDMA: each station sends in its own part of the band, whenever it has a packet"
}

// Validate checks that the station is named where it is needed.
func (c *Config) Validate() error {
	if c.Listen == ListenStation && c.Station == "" {
		return fault.In("station", "with listen: station, all others listen to one node's band; name that node")
	}
	return nil
}

// Fit checks that there is a share for each node, that the gaps leave something
// of the band, and that the station is there.
func (c *Config) Fit(nodes []string) error {
	gaps := len(nodes) - 1
	switch {
	case len(c.Shares) > 0 && len(c.Shares) != len(nodes) && (len(c.Shares) != 2 || len(nodes) == 1):
		return fault.In("shares", "%d shares are given for the %d nodes of the link: %s; write one for each, or two, the first node's and that of each other one", len(c.Shares), len(nodes), strings.Join(nodes, ", "))
	case c.Guard*float64(gaps) >= 1:
		return fault.In("guard", "%d gaps of %g leave nothing of the band; less than %.4g is possible with %d nodes", gaps, c.Guard, 1/float64(gaps), len(nodes))
	case c.Listen == ListenStation && !slices.Contains(nodes, c.Station):
		return fault.In("station", "no node %q on this link; it has %s", c.Station, strings.Join(nodes, ", "))
	}
	return nil
}

// Bands returns the parts of the stations, in their order from the lower end of
// the band to the upper.
func (c *Config) Bands(stations int) []mac.Part {
	shares := c.Shares
	if len(shares) == 0 {
		shares = slices.Repeat([]float64{1}, stations)
	}
	if len(shares) == 2 && stations > 2 {
		shares = append(shares[:1:1], slices.Repeat(shares[1:], stations-1)...)
	}
	if len(shares) != stations {
		panic("fdma: shares that do not fit the link")
	}
	sum := 0.0
	for _, s := range shares {
		sum += s
	}
	used := 1 - c.Guard*float64(stations-1)
	edge := func(below float64, gaps int) float64 { return min(used*(below/sum)+c.Guard*float64(gaps), 1) }
	parts := make([]mac.Part, stations)
	below := 0.0
	for i, s := range shares {
		from := edge(below, i)
		below += s
		parts[i] = mac.Part{From: from, Width: edge(below, i) - from}
	}
	return parts
}

// SharedTransducer reports whether a node that sends is deaf in all bands.
func (c *Config) SharedTransducer() bool { return c.Shared }

// Pace is that of a frame in the node's own band.
func (c *Config) Pace(env mac.Env, _ func(a, b mac.Addr) time.Duration, _ mac.Addr, bits int) time.Duration {
	return env.Bands[slices.Index(env.Stations, env.Addr)].Airtime(bits + c.Header)
}

// Build makes the protocol of one node.
func (c *Config) Build(env mac.Env) mac.MAC {
	own := slices.Index(env.Stations, env.Addr)
	s := &sender{env: env, own: env.Bands[own], header: c.Header, queue: c.Queue(env), queueless: c.Length == 0}
	s.timer = env.Kernel.NewTimer(sim.Comm, s.wake)
	for i, band := range env.Bands {
		if i == own || c.Listen == ListenStation && env.Addr != env.Named[c.Station] && env.Stations[i] != env.Named[c.Station] {
			s.unheard = append(s.unheard, band)
		}
	}
	return s
}

// sender is the protocol at one node.
type sender struct {
	env       mac.Env
	own       phy.PHY   // for its band
	unheard   []phy.PHY // for the bands to which it does not listen
	header    int       // bit
	queue     *mac.Queue
	queueless bool
	frame     phy.Frame
	state     state
	timer     *sim.Timer // while waiting: when to ask the radio again
}

type state uint8

const (
	idle    state = iota // nothing to send
	sending              // a frame of its own is on the air
	waiting              // the radio refused; packets wait
)

// Start switches off the receivers of the bands that the node does not hear.
func (s *sender) Start() {
	for _, r := range s.unheard {
		r.Sleep(true)
	}
}

func (s *sender) Send(p *mac.Packet) error {
	switch {
	case s.state == idle && s.transmit(p):
		return nil
	case s.queueless:
		return mac.ErrRadioBusy
	}
	if err := s.queue.Push(p); err != nil {
		return err
	}
	if s.state == idle {
		s.wait(p)
	}
	return nil
}

func (s *sender) TxDone(f *phy.Frame) {
	if p, ok := f.Payload.(*mac.Packet); ok {
		s.env.Up.Sent(p, false)
	}
	s.next()
}

func (s *sender) Receive(f *phy.Frame, info phy.RxInfo) {
	if f.Dst == s.env.Addr || f.Dst == mac.Everybody {
		s.env.Up.Deliver(f.Payload.(*mac.Packet), mac.NewArrival(s.env.Clock, f, info))
	}
}

func (s *sender) Collision() {}

// next sends the packet whose turn it is.
func (s *sender) next() {
	s.state = idle
	if p := s.queue.Pop(); p != nil && !s.transmit(p) {
		s.queue.Return(p)
		s.wait(p)
	}
}

// wait lets a radio that refused be for as long as the packet will take.
func (s *sender) wait(p *mac.Packet) {
	s.state = waiting
	s.timer.Arm(s.env.After(s.own.Airtime(p.Bits + s.header)))
}

func (s *sender) wake(sim.Time) {
	if s.state == waiting {
		s.next()
	}
}

// transmit reports whether the radio took the packet.
func (s *sender) transmit(p *mac.Packet) bool {
	s.frame = phy.Frame{Src: s.env.Addr, Dst: p.Dst, Bits: p.Bits + s.header, Pkt: p.ID, Cut: p.Cut, Payload: p}
	s.state = sending
	if s.own.Transmit(&s.frame) != nil {
		s.state = idle
	}
	return s.state == sending
}
