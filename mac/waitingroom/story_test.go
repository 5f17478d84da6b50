package waitingroom

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

func TestStories(t *testing.T) {
	simtest.Stories(t, "testdata/*.story", func(t *testing.T, s simtest.Story) string {
		p := newPlay()
		for i, line := range s.Input {
			if err := p.read(strings.Fields(line)); err != nil {
				t.Fatalf("%s: %v", s.Place(i), err)
			}
		}
		if err := p.perform(); err != nil {
			t.Fatal(err)
		}
		return p.told.String()
	})
}

// play is a story being acted out.
type play struct {
	config  Config
	addr    map[string]mac.Addr
	names   []string
	places  []float64 // m
	clocks  []clock.Clock
	packets []packet
	naps    []nap
	mute    []nap // the radio does not take a frame
	until   time.Duration
	seed    uint64
	dock    *station
	auvs    []*vehicle
	kernel  *sim.Kernel
	told    strings.Builder
}

type packet struct {
	from, to mac.Addr
	bits     int
	at       time.Duration
}

// nap is a time during which a node hears nothing.
type nap struct {
	node        mac.Addr
	from, until time.Duration
}

// newPlay returns a play with the numbers of the stories.
func newPlay() *play {
	return &play{
		addr: map[string]mac.Addr{"everybody": mac.Everybody},
		config: Config{
			StationName: "dock", Room: 2, Every: 1, Priority: "distance", Patience: 3, Window: 16,
			Size: 400, Header: 100, Beacon: 100, Entry: 50, Registration: 100,
			Delay: 200 * time.Millisecond, Turnaround: 100 * time.Millisecond, Guard: 100 * time.Millisecond,
			QueueConfig: mac.DefaultQueue(),
		},
		seed: 1,
	}
}

// read takes one line of the input.
func (p *play) read(words []string) (err error) {
	switch {
	case words[0] == "nodes":
		return p.readNodes(words[1:])
	case words[0] == "priority":
		p.config.Priority = Priority(words[1])
	case words[0] == "room":
		_, err = fmt.Sscan(words[1], &p.config.Room)
	case words[0] == "every":
		_, err = fmt.Sscan(words[1], &p.config.Every)
	case words[0] == "window":
		_, err = fmt.Sscan(words[1], &p.config.Window)
	case len(words) == 4 && words[1] == "cannot-send":
		next := nap{node: p.addr[words[0]]}
		next.from, err = time.ParseDuration(words[2])
		if err == nil {
			next.until, err = time.ParseDuration(words[3])
		}
		p.mute = append(p.mute, next)
	case words[0] == "patience":
		_, err = fmt.Sscan(words[1], &p.config.Patience)
	case words[0] == "leave":
		_, err = fmt.Sscan(words[1], &p.config.Leave)
	case words[0] == "seed":
		_, err = fmt.Sscan(words[1], &p.seed)
	case words[0] == "until":
		p.until, err = time.ParseDuration(words[1])
	case len(words) == 7 && words[1] == "sends" && words[3] == "to" && words[5] == "at":
		next := packet{from: p.addr[words[0]], to: p.addr[words[4]]}
		if _, err := fmt.Sscanf(words[2], "%dbit", &next.bits); err != nil {
			return err
		}
		next.at, err = time.ParseDuration(words[6])
		p.packets = append(p.packets, next)
	case len(words) == 4 && words[1] == "sleeps":
		next := nap{node: p.addr[words[0]]}
		next.from, err = time.ParseDuration(words[2])
		if err == nil {
			next.until, err = time.ParseDuration(words[3])
		}
		p.naps = append(p.naps, next)
	case len(words) == 3 && words[1] == "shows":
		var offset time.Duration
		if offset, err = time.ParseDuration(words[2]); err != nil {
			return err
		}
		p.clocks[p.addr[words[0]]], err = clock.New(offset, 0)
	case len(words) == 3 && words[1] == "gains":
		var parts int64
		if _, err := fmt.Sscanf(words[2], "%dppm", &parts); err != nil {
			return err
		}
		p.clocks[p.addr[words[0]]], err = clock.New(0, 1000*parts)
	default:
		err = fmt.Errorf("what is %q?", words)
	}
	return err
}

func (p *play) readNodes(words []string) error {
	for _, word := range words {
		name, place, _ := strings.Cut(word, "=")
		var x float64
		if _, err := fmt.Sscanf(place, "%gm", &x); err != nil {
			return err
		}
		p.addr[name] = mac.Addr(len(p.names))
		p.names, p.places, p.clocks = append(p.names, name), append(p.places, x), append(p.clocks, clock.Clock{})
	}
	return nil
}

// perform runs the story.
func (p *play) perform() error {
	p.kernel = sim.New(nil)
	medium, numbers := phy.NewMedium(p.kernel, phy.Ideal{Speed: 1500}, p, 0), new(mac.Numbers)
	modem := &phy.Modem{Rate: 1000, Power: 1, Capture: phy.CaptureOff}
	var all []mac.Addr
	var radios []*phy.Radio
	for i, x := range p.places {
		all = append(all, mac.Addr(i))
		radios = append(radios, medium.Attach(mac.Addr(i), phy.Fixed(geom.Vec{X: x}), modem, nil))
	}
	var ports []*mac.Port
	streams := rng.New(p.seed)
	for i, addr := range all {
		port := mac.NewPort(p.kernel, numbers, p, addr, 0)
		protocol := p.config.Build(mac.Env{
			Kernel: p.kernel, Clock: p.clocks[i], Rand: streams.Stream(p.names[i]), PHY: voice{radios[i], p}, Addr: addr, Up: port,
			Stations: all, Named: p.addr, MaxDelay: medium.MaxDelay,
		})
		radios[i].Listen(protocol)
		port.Bind(protocol)
		switch m := protocol.(type) {
		case *station:
			p.dock = m
		case *vehicle:
			p.auvs = append(p.auvs, m)
		}
		protocol.Start()
		ports = append(ports, port)
	}
	for _, next := range p.packets {
		p.at(next.at, func() { ports[next.from].Send(next.to, next.bits, nil) })
	}
	for _, next := range p.naps {
		p.at(next.from, func() { radios[next.node].Sleep(true) })
		p.at(next.until, func() { radios[next.node].Sleep(false) })
	}
	return p.kernel.Run(context.Background(), sim.Time(p.until))
}

func (p *play) at(t time.Duration, do func()) {
	p.kernel.NewTimer(sim.Comm, func(sim.Time) { do() }).Arm(sim.Time(t))
}

// voice is a radio that says what it sends.
type voice struct {
	*phy.Radio
	play *play
}

// Transmit implements phy.PHY.
func (v voice) Transmit(f *phy.Frame) error {
	p := v.play
	for _, m := range p.mute {
		if now := p.kernel.Now(); m.node == f.Src && now >= sim.Time(m.from) && now < sim.Time(m.until) {
			fmt.Fprintf(&p.told, "%s %s cannot send\n", plain(now), p.names[f.Src])
			return phy.ErrBusy
		}
	}
	verb := [...]string{announcement: "announces", registration: "registers", update: "updates", report: "reports", farewell: "leaves"}[f.Kind]
	fmt.Fprintf(&p.told, "%s %s %s", plain(p.kernel.Now()), p.names[f.Src], verb)
	if b, ok := f.Payload.(*beacon); ok {
		for _, a := range b.slots {
			fmt.Fprintf(&p.told, " %s", p.names[a])
		}
		for _, a := range b.waiting {
			fmt.Fprintf(&p.told, " (%s waits)", p.names[a])
		}
	} else if f.Pkt != 0 {
		fmt.Fprintf(&p.told, " %s", p.name(f.Dst))
	}
	if f.Pkt != 0 {
		fmt.Fprintf(&p.told, ": p%d", f.Pkt)
	}
	fmt.Fprintln(&p.told)
	return v.Radio.Transmit(f)
}

// Emit tells what becomes of packets, and what the dock does not hear.
func (p *play) Emit(r trace.Record) {
	who, when := p.names[r.Node], plain(r.At)
	switch {
	case r.Kind == trace.Refused || r.Kind == trace.Dropped:
		fmt.Fprintf(&p.told, "%s %s gives up p%d: %v\n", when, who, r.Pkt, r.Cause)
	case (r.Kind == trace.RxLost || r.Kind == trace.RxMissed) && r.Node == p.addr["dock"]:
		fmt.Fprintf(&p.told, "%s %s does not hear %s: %v\n", when, who, p.names[r.Peer], r.Cause)
	case r.Kind == trace.Delivered:
		fmt.Fprintf(&p.told, "%s %s gets p%d after %s\n", when, who, r.Pkt, plain(sim.Time(sim.Seconds(r.Value))))
	}
}

func (p *play) name(a mac.Addr) string {
	if a == mac.Everybody {
		return "everybody"
	}
	return p.names[a]
}

// plain writes a time in seconds, without zeros at the end.
func plain(t sim.Time) string {
	digits := strings.TrimRight(strings.TrimSuffix(t.String(), "s"), "0")
	return strings.TrimSuffix(digits, ".") + "s"
}
