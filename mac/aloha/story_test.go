package aloha

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

func TestStories(t *testing.T) {
	simtest.Stories(t, "testdata/*.story", func(t *testing.T, s simtest.Story) string {
		p := &play{nodes: map[string]mac.Addr{"everybody": mac.Everybody}}
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
	nodes   map[string]mac.Addr
	names   []string
	places  []float64 // m
	packets []packet
	kernel  *sim.Kernel
	told    strings.Builder
}

type packet struct {
	from, to mac.Addr
	bits     int
	at       sim.Time
}

// read takes one line of the input.
func (p *play) read(words []string) error {
	switch {
	case words[0] == "nodes":
		for _, word := range words[1:] {
			name, place, _ := strings.Cut(word, "=")
			var x float64
			if err := scan(place, "%gm", &x); err != nil {
				return err
			}
			p.nodes[name] = mac.Addr(len(p.names))
			p.names, p.places = append(p.names, name), append(p.places, x)
		}
		return nil
	case words[0] == "header" && len(words) == 2:
		return scan(words[1], "%dbit", &p.config.Header)
	case words[0] == "queue" && len(words) == 2:
		return scan(words[1], "%d", &p.config.Length)
	case len(words) == 7 && words[1] == "sends" && words[3] == "to" && words[5] == "at":
		return p.readPacket(words)
	}
	return fmt.Errorf("what is %q?", words)
}

func (p *play) readPacket(words []string) error {
	var next packet
	var known [2]bool
	next.from, known[0] = p.nodes[words[0]]
	next.to, known[1] = p.nodes[words[4]]
	if known != [2]bool{true, true} {
		return fmt.Errorf("who is that in %q?", words)
	}
	if err := scan(words[2], "%dbit", &next.bits); err != nil {
		return err
	}
	var at float64
	if err := scan(words[6], "%gs", &at); err != nil {
		return err
	}
	next.at = sim.Time(sim.Seconds(at))
	p.packets = append(p.packets, next)
	return nil
}

// scan reads a number and its unit.
func scan(word, format string, number any) error {
	if _, err := fmt.Sscanf(word, format, number); err != nil {
		return fmt.Errorf("%q is not of the form %s", word, format)
	}
	return nil
}

// perform runs the story.
func (p *play) perform() error {
	p.kernel = sim.New(nil)
	medium, numbers := phy.NewMedium(p.kernel, phy.Ideal{Speed: 1500}, p, 0), new(mac.Numbers)
	modem := &phy.Modem{Rate: 1000, Power: 1, Capture: phy.CaptureOff}
	var ports []*mac.Port
	for i, x := range p.places {
		addr := mac.Addr(i)
		port := mac.NewPort(p.kernel, numbers, p, addr, 0)
		radio := medium.Attach(addr, phy.Fixed(geom.Vec{X: x}), modem, nil)
		protocol := p.config.Build(mac.Env{Kernel: p.kernel, PHY: radio, Addr: addr, Up: port})
		radio.Listen(protocol)
		port.Bind(protocol)
		protocol.Start()
		ports = append(ports, port)
	}
	for _, next := range p.packets {
		p.kernel.NewTimer(sim.Comm, func(sim.Time) {
			ports[next.from].Send(next.to, next.bits, nil)
		}).Arm(next.at)
	}
	return p.kernel.Run(context.Background(), sim.Time(time.Hour))
}

// Emit tells a record in words.
func (p *play) Emit(r trace.Record) {
	peer := "everybody"
	if r.Peer != mac.Everybody {
		peer = p.names[r.Peer]
	}
	span := plain(sim.Time(sim.Seconds(r.Value)))
	fmt.Fprintf(&p.told, "%s %s ", plain(r.At), p.names[r.Node])
	switch r.Kind {
	case trace.Offered:
		fmt.Fprintf(&p.told, "is offered p%d to %s\n", r.Pkt, peer)
	case trace.Refused:
		fmt.Fprintf(&p.told, "refuses p%d: %v\n", r.Pkt, r.Cause)
	case trace.TxStart:
		fmt.Fprintf(&p.told, "sends p%d for %s\n", r.Pkt, span)
	case trace.RxOK:
		fmt.Fprintf(&p.told, "hears p%d\n", r.Pkt)
	case trace.RxLost:
		fmt.Fprintf(&p.told, "loses p%d: %v\n", r.Pkt, r.Cause)
	case trace.RxMissed:
		fmt.Fprintf(&p.told, "misses p%d: %v\n", r.Pkt, r.Cause)
	case trace.Delivered:
		fmt.Fprintf(&p.told, "gets p%d after %s\n", r.Pkt, span)
	default:
		fmt.Fprintf(&p.told, "%+v\n", r)
	}
}

// plain writes a time in seconds, without zeros at the end.
func plain(t sim.Time) string {
	digits := strings.TrimRight(strings.TrimSuffix(t.String(), "s"), "0")
	return strings.TrimSuffix(digits, ".") + "s"
}
