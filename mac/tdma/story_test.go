package tdma

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/geom"
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
		if err := p.perform(time.Hour); err != nil {
			t.Fatal(err)
		}
		return p.told.String()
	})
}

// play is a story being acted out. Sound goes at 1500 m/s, modems send 1000 bit/s,
// and frames that overlap are lost.
type play struct {
	config mac.Config
	names  []string
	named  map[string]mac.Addr
	places []float64 // m
	clocks []clock.Clock
	acts   []act
	sent   map[uint64]mac.Addr // number of a packet: its destination
	told   strings.Builder

	kernel *sim.Kernel
	radios []*phy.Radio
	ports  []*mac.Port
}

// act is a packet that is offered, or with takes a frame of somebody else who
// uses the radio of a node.
type act struct {
	from, to mac.Addr
	bits     int
	at       sim.Time
	takes    bool
}

func newPlay() *play {
	return &play{named: map[string]mac.Addr{}, sent: map[uint64]mac.Addr{}}
}

// read takes one line of the input.
func (p *play) read(words []string) error {
	switch {
	case words[0] == "nodes":
		return p.readNodes(words[1:])
	case words[0] == "tdma":
		c := &Config{Size: 1000, Timing: Timing{QueueConfig: mac.DefaultQueue()}}
		p.config = c
		return readKeys(words[1:], &c.Timing, map[string]any{"size": &c.Size, "slots": &c.Slots})
	case words[0] == "docking":
		c := &Docking{Dock: "dock", Downstream: 1000, Upstream: 500, Timing: Timing{QueueConfig: mac.DefaultQueue()}}
		p.config = c
		return readKeys(words[1:], &c.Timing, map[string]any{
			"vehicles": &c.Vehicles, "downstream": &c.Downstream, "upstream": &c.Upstream, "turn": &c.Turn,
		})
	case len(words) == 4 && words[0] == "clock" && words[2] == "shows":
		var offset time.Duration
		if err := readValue(words[3], &offset); err != nil {
			return err
		}
		c, err := clock.New(offset, 0)
		p.clocks[p.named[words[1]]] = c
		return err
	case len(words) == 7 && words[1] == "sends" && words[3] == "to" && words[5] == "at":
		return p.readAct(words[0], words[4], words[2], words[6])
	case len(words) == 7 && words[1] == "radio" && words[2] == "taken" && words[3] == "for" && words[5] == "at":
		return p.readAct(words[0], "", words[4], words[6])
	}
	return fmt.Errorf("what is %q?", words)
}

func (p *play) readNodes(words []string) error {
	for _, word := range words {
		name, place, _ := strings.Cut(word, "=")
		x, err := strconv.ParseFloat(strings.TrimSuffix(place, "m"), 64)
		if err != nil {
			return err
		}
		p.named[name] = mac.Addr(len(p.names))
		p.names, p.places, p.clocks = append(p.names, name), append(p.places, x), append(p.clocks, clock.Clock{})
	}
	p.named["everybody"] = mac.Everybody
	return nil
}

func (p *play) readAct(from, to, bits, at string) error {
	next := act{takes: to == ""}
	var known bool
	if next.from, known = p.named[from]; !known {
		return fmt.Errorf("who is %q?", from)
	}
	if next.to, known = p.named[to]; !known && !next.takes {
		return fmt.Errorf("who is %q?", to)
	}
	var when time.Duration
	if err := readValue(at, &when); err != nil {
		return err
	}
	next.at = sim.Time(when)
	p.acts = append(p.acts, next)
	return readValue(bits, &p.acts[len(p.acts)-1].bits)
}

// readKeys reads words such as guard=0.5s.
func readKeys(words []string, t *Timing, keys map[string]any) error {
	keys["guard"], keys["multiple"], keys["header"], keys["propagation"] = &t.Guard, &t.Multiple, &t.Header, &t.Propagation
	keys["queue"], keys["order"], keys["ttl"] = &t.Length, &t.Order, &t.TTL
	for _, word := range words {
		key, value, _ := strings.Cut(word, "=")
		if err := readValue(value, keys[key]); err != nil {
			return fmt.Errorf("%s: %w", word, err)
		}
	}
	return nil
}

func readValue(text string, to any) (err error) {
	switch v := to.(type) {
	case *string:
		*v = text
	case *mac.Order:
		*v = mac.Order(text)
	case *int:
		*v, err = strconv.Atoi(strings.TrimSuffix(text, "bit"))
	case *time.Duration:
		*v, err = time.ParseDuration(text)
	case **time.Duration:
		*v = new(time.Duration)
		**v, err = time.ParseDuration(text)
	case *[]Slot: // a,b*3 are a slot of a and one of b with room for three packets
		for part := range strings.SplitSeq(text, ",") {
			s := Slot{Packets: 1}
			name, packets, more := strings.Cut(part, "*")
			if s.Node = name; more {
				s.Packets, err = strconv.Atoi(packets)
			}
			*v = append(*v, s)
		}
	default:
		err = fmt.Errorf("no such key")
	}
	return err
}

// build makes the nodes.
func (p *play) build() {
	p.kernel = sim.New(nil)
	medium, numbers := phy.NewMedium(p.kernel, phy.Ideal{Speed: 1500}, p, 0), new(mac.Numbers)
	modem := &phy.Modem{Rate: 1000, Power: 1, Capture: phy.CaptureOff}
	var stations []mac.Addr
	for i, x := range p.places {
		addr := mac.Addr(i)
		stations = append(stations, addr)
		p.radios = append(p.radios, medium.Attach(addr, phy.Fixed(geom.Vec{X: x}), modem, nil))
		p.ports = append(p.ports, mac.NewPort(p.kernel, numbers, p, addr, 0))
	}
	for i, radio := range p.radios {
		protocol := p.config.Build(mac.Env{
			Kernel: p.kernel, Clock: p.clocks[i], PHY: radio, Addr: mac.Addr(i), Up: p.ports[i],
			Stations: stations, Named: p.named, MaxDelay: medium.MaxDelay,
		})
		radio.Listen(protocol)
		p.ports[i].Bind(protocol)
		protocol.Start()
	}
}

// perform runs the story.
func (p *play) perform(length time.Duration) error {
	p.build()
	for _, a := range p.acts {
		p.kernel.NewTimer(sim.Comm, func(sim.Time) {
			if a.takes {
				p.radios[a.from].Transmit(&phy.Frame{Src: a.from, Dst: math.MaxInt32, Bits: a.bits})
				return
			}
			p.ports[a.from].Send(a.to, a.bits, nil)
		}).Arm(a.at)
	}
	return p.kernel.Run(context.Background(), sim.Time(length))
}

// Emit tells a record in words. What is overheard is not told.
func (p *play) Emit(r trace.Record) {
	if r.Kind == trace.Offered {
		p.sent[r.Pkt] = r.Peer
	}
	if to := p.sent[r.Pkt]; (r.Kind == trace.RxLost || r.Kind == trace.RxMissed) && to != r.Node && to != mac.Everybody {
		return
	}
	line := fmt.Sprintf("%s %s ", plain(r.At), p.names[r.Node])
	switch r.Kind {
	case trace.Offered, trace.RxOK:
		return
	case trace.TxStart:
		line += fmt.Sprintf("sends p%d", r.Pkt)
		if r.Pkt == 0 {
			line = strings.TrimSuffix(line, "p0") + "something else"
		}
	case trace.Delivered:
		line += fmt.Sprintf("gets p%d", r.Pkt)
	case trace.RxLost, trace.RxMissed:
		line += fmt.Sprintf("loses p%d: %v", r.Pkt, r.Cause)
	default:
		verbs := map[trace.Kind]string{trace.Refused: "refuses", trace.Dropped: "drops"}
		line += fmt.Sprintf("%s p%d: %v", verbs[r.Kind], r.Pkt, r.Cause)
	}
	p.told.WriteString(line + "\n")
}

// plain writes a time in seconds, without zeros at the end.
func plain(t sim.Time) string {
	digits := strings.TrimRight(strings.TrimSuffix(t.String(), "s"), "0")
	return strings.TrimSuffix(digits, ".") + "s"
}
