package csma

import (
	"context"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// The stories tell who sends when, and what comes of it. Their input:
//
//	water 0                          speed of the signal in m/s; 0 for no delay
//	protocol csma-cd gap=0 jam=100   with what its configuration has; times in s
//	stations a=0 b=1500              places in m on a line
//	a draws 0 of 2, 3 of 4           the first random numbers of a station
//	a sends 1000 to b at 0s          a packet of so many bits is offered
//	a sends 1000 to b at 0s late     the same, after all that moves at that instant
//	tell ends                        tells only how packets end, and how often who sent
//	tell counts                      tells only how often who sent and dropped
//
// Where nothing is said, the water carries 1500 m/s. Modems send 1000 bit/s, lose
// all that overlaps, and hear while they send where the protocol wants it; there
// are no headers. Packets are called p1, p2 and so on, in the order in which they are offered.
//
// What happens at one instant is told by station, and for one station in the
// order in which it happened.
func TestStories(t *testing.T) {
	simtest.Stories(t, "testdata/*.story", tell)
}

// stage is where a story plays.
type stage struct {
	t       *testing.T
	kernel  *sim.Kernel
	speed   float64
	config  mac.Config
	places  []place
	draws   map[string][]draw
	packets []offer
	only    string // of what to tell: ends, counts; or of all

	lines []line
	dst   map[uint64]mac.Addr
	sent  []int
	drops []int
}

type place struct {
	name string
	x    float64
}

// draw is the number k of 0 to n-1.
type draw struct{ k, n int }

type offer struct {
	at       sim.Time
	from, to string
	bits     int
	phase    sim.Phase
}

type line struct {
	at   sim.Time
	who  mac.Addr
	text string
}

// tell plays a story.
func tell(t *testing.T, story simtest.Story) string {
	s := &stage{t: t, kernel: sim.New(nil), speed: 1500, draws: make(map[string][]draw), dst: make(map[uint64]mac.Addr)}
	for i, text := range story.Input {
		if err := s.direct(strings.Fields(strings.ReplaceAll(text, ",", ""))); err != nil {
			t.Fatalf("%s: %q: %v", story.Place(i), text, err)
		}
	}
	s.play()
	sort.SliceStable(s.lines, func(i, j int) bool {
		a, b := s.lines[i], s.lines[j]
		return a.at < b.at || a.at == b.at && s.places[a.who].name < s.places[b.who].name
	})
	var out strings.Builder
	for _, l := range s.lines {
		fmt.Fprintf(&out, "%ss %s %s\n", seconds(l.at), s.places[l.who].name, l.text)
	}
	for i, p := range s.places {
		if s.only != "" && s.sent[i]+s.drops[i] > 0 {
			fmt.Fprintf(&out, "%s has sent %d times and dropped %d\n", p.name, s.sent[i], s.drops[i])
		}
	}
	return out.String()
}

// direct obeys one line of input.
func (s *stage) direct(words []string) (err error) {
	switch {
	case words[0] == "water":
		s.speed = number(words[1])
	case words[0] == "protocol":
		s.config, err = configure(words[1], words[2:])
	case words[0] == "stations":
		for _, word := range words[1:] {
			name, x, _ := strings.Cut(word, "=")
			s.places = append(s.places, place{name, number(x)})
		}
	case words[0] == "tell":
		s.only = words[1]
	case words[1] == "draws":
		for rest := words[2:]; len(rest) > 0; rest = rest[3:] {
			s.draws[words[0]] = append(s.draws[words[0]], draw{int(number(rest[0])), int(number(rest[2]))})
			if len(rest) == 3 {
				break
			}
		}
	case words[1] == "sends":
		at := sim.Time(0).Add(sim.Seconds(number(strings.TrimSuffix(words[6], "s"))))
		o := offer{at: at, from: words[0], to: words[4], bits: int(number(words[2])), phase: sim.Comm}
		if len(words) > 7 {
			o.phase = sim.Control
		}
		s.packets = append(s.packets, o)
	default:
		err = fmt.Errorf("what is that?")
	}
	return err
}

// configure returns the configuration of a protocol with some of its keys set.
func configure(name string, options []string) (mac.Config, error) {
	cd, cs, cw := DefaultCD().(*CDConfig), Default().(*Config), DefaultCW().(*CWConfig)
	cd.Header, cs.Header, cw.Header = 0, 0, 0
	config := map[string]mac.Config{"csma-cd": cd, "csma": cs, "cw-mac": cw}[name]
	if config == nil {
		return nil, fmt.Errorf("no protocol %s", name)
	}
	counts := map[string][]*int{
		"gap": {&cd.Gap}, "jam": {&cd.Jam}, "attempts": {&cd.Attempts, &cs.Attempts}, "backoff_limit": {&cd.Limit},
		"contenders": {&cd.Contenders}, "header": {&cd.Header, &cs.Header, &cw.Header}, "cw": {&cw.Window}, "queue": {&cd.Length, &cs.Length, &cw.Length},
	}
	for _, option := range options {
		key, value, _ := strings.Cut(option, "=")
		switch {
		case counts[key] != nil:
			for _, p := range counts[key] {
				*p = int(number(value))
			}
		case key == "slot":
			cd.Slot = sim.Seconds(number(value))
			cs.Slot, cw.Slot = cd.Slot, cd.Slot
		case key == "ttl":
			cs.TTL = sim.Seconds(number(value))
			cw.TTL, cd.TTL = cs.TTL, cs.TTL
		case key == "p":
			cs.P = number(value)
		case key == "persistence":
			cs.Persistence = Persistence(value)
		case key == "defer":
			cs.Defer = value == "true"
		case key == "backoff" && name == "csma":
			cs.Backoff = sim.Seconds(number(value))
		case key == "backoff":
			cd.Backoff = Backoff(value)
		default:
			return nil, fmt.Errorf("no key %s", key)
		}
	}
	return config, config.Validate()
}

// play puts the stations on their places and lets them go.
func (s *stage) play() {
	medium := phy.NewMedium(s.kernel, phy.Ideal{Speed: s.speed}, s, 0)
	_, duplex := s.config.(mac.Duplexed)
	modem := &phy.Modem{Rate: 1000, Power: 1, Capture: phy.CaptureOff, FullDuplex: duplex}
	numbers := new(mac.Numbers)
	source := rng.New(1)
	var ports []*mac.Port
	var protocols []mac.MAC
	named := make(map[string]mac.Addr)
	for i, p := range s.places {
		addr := mac.Addr(i)
		radio := medium.Attach(addr, phy.Fixed{X: p.x}, modem, source.Stream(p.name))
		port := mac.NewPort(s.kernel, numbers, s, addr, 0)
		protocol := s.config.Build(mac.Env{
			Kernel: s.kernel, Rand: lucky(s.draws[p.name]), PHY: radio, Addr: addr, Up: port, MaxDelay: medium.MaxDelay,
			Stations: make([]mac.Addr, len(s.places)),
		})
		radio.Listen(protocol)
		port.Bind(protocol)
		ports, protocols, named[p.name] = append(ports, port), append(protocols, protocol), addr
	}
	s.sent, s.drops = make([]int, len(ports)), make([]int, len(ports))
	for _, p := range protocols {
		p.Start()
	}
	for _, o := range s.packets {
		s.kernel.NewTimer(o.phase, func(sim.Time) { ports[named[o.from]].Send(named[o.to], o.bits, nil) }).Arm(o.at)
	}
	if err := s.kernel.Run(context.Background(), sim.Time(time.Hour)); err != nil {
		s.t.Error(err)
	}
}

// lucky returns a stream that begins with the draws.
func lucky(draws []draw) *rng.Stream {
	for i := 0; ; i++ {
		name := strconv.Itoa(i)
		stream := rng.New(1).Stream(name)
		fits := true
		for _, d := range draws {
			fits = fits && stream.Intn(d.n) == d.k
		}
		if fits {
			return rng.New(1).Stream(name)
		}
	}
}

// Emit writes a record as a line.
func (s *stage) Emit(r trace.Record) {
	say := func(format string, args ...any) {
		ends := r.Kind == trace.Delivered || r.Kind == trace.Dropped || r.Kind == trace.Refused
		if s.only == "" || s.only == "ends" && ends {
			s.lines = append(s.lines, line{r.At, r.Node, fmt.Sprintf(format, args...)})
		}
	}
	switch r.Kind {
	case trace.Offered:
		s.dst[r.Pkt] = r.Peer
	case trace.TxStart:
		s.sent[r.Node]++
		say("sends p%d", r.Pkt)
	case trace.TxAbort:
		say("stops p%d after %ss", r.Pkt, seconds(sim.Time(0).Add(sim.Seconds(r.Value))))
	case trace.Requeued:
		say("will try p%d again", r.Pkt)
	case trace.Dropped:
		s.drops[r.Node]++
		say("drops p%d: %v", r.Pkt, r.Cause)
	case trace.Refused:
		say("refuses p%d: %v", r.Pkt, r.Cause)
	case trace.Delivered:
		say("gets p%d", r.Pkt)
	case trace.RxLost, trace.RxMissed:
		if r.Node == s.dst[r.Pkt] {
			say("loses p%d: %v", r.Pkt, r.Cause)
		}
	}
}

// number returns the number that a word is.
func number(word string) float64 {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil {
		panic("csma: " + err.Error())
	}
	return x
}

// seconds returns a time in seconds without idle zeros.
func seconds(t sim.Time) string {
	return strings.TrimRight(strings.TrimRight(strings.TrimSuffix(t.String(), "s"), "0"), ".")
}
