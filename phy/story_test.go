package phy

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// The stories tell what radios hear of each other. Their input:
//
//	water 1500                   speed of the signal in m/s; 0 for no delay
//	modem rate=1000 capture=off  of the radios named after it; powers and ratios are linear
//	radios a=0 b=1500 c=0,30,0   places in m
//	gain a b 0.25                of the path from a to b; 100 where nothing is said
//	a sends 1000 at 0s           so many bits
//	a sends 1000 cut 20 at 0s    the same, 20 dB below full power
//	a aborts at 0.5s             or sleeps, or wakes; or fails, that is has no power, or recovers
//	a sends 1000 on receive      the first time that its protocol hears of it:
//	a aborts on collision        done, receive, busy, idle or collision
//	only r                       tells what happens at r
//	watch carrier                tells also of the carrier sense, and when a transmission is done
//
// Where nothing is said, the water carries 1500 m/s, and a modem has a rate of
// 1000 bit/s, a power of 1, a noise of 1, and needs 4 times the noise to acquire,
// to receive and to sense the carrier, and 8 times to recapture. So 1500 m are
// 1 s, 1000 bit are 1 s, and the gain of a path is its signal-to-noise ratio.
//
// What happens at one instant is told by radio, and for one radio in the order
// in which it happened.
func TestStories(t *testing.T) {
	simtest.Stories(t, "testdata/*.story", tell)
}

// stage is where a story plays.
type stage struct {
	t       *testing.T
	kernel  *sim.Kernel
	medium  *Medium
	tank    *tank
	source  *rng.Source
	modem   Modem
	actors  []*actor
	only    *actor
	carrier bool
	frames  uint64 // numbered so far
	lines   []line
}

type line struct {
	at   sim.Time
	who  *actor
	text string
}

// actor is a radio and the protocol above it, which does as it is told.
type actor struct {
	*stage
	name    string
	radio   *Radio
	replies map[string]func() // by what it hears; used up
	sent    []uint64          // numbers of the frames that it is not done with
	last    trace.Record      // of its reception
}

// tell plays a story.
func tell(t *testing.T, story simtest.Story) string {
	kernel := sim.New(nil)
	s := &stage{
		t: t, kernel: kernel, source: rng.New(1), modem: *plainModem(),
		tank: &tank{Ideal: Ideal{Speed: 1500}, far: 100, gain: make(map[[2]geom.Vec]float64)},
	}
	s.medium = NewMedium(kernel, s.tank, s, 0)
	for i, text := range story.Input {
		if err := s.direct(strings.Fields(text)); err != nil {
			t.Fatalf("%s: %q: %v", story.Place(i), text, err)
		}
	}
	run(t, kernel)
	if s.medium.OnAir() != 0 {
		t.Errorf("%d transmissions are still on the air", s.medium.OnAir())
	}
	sort.SliceStable(s.lines, func(i, j int) bool {
		a, b := s.lines[i], s.lines[j]
		return a.at < b.at || a.at == b.at && a.who.name < b.who.name
	})
	var out strings.Builder
	for _, l := range s.lines {
		if s.only == nil || s.only == l.who {
			fmt.Fprintf(&out, "%ss %s %s\n", seconds(l.at), l.who.name, l.text)
		}
	}
	return out.String()
}

// direct obeys one line of input.
func (s *stage) direct(words []string) error {
	switch words[0] {
	case "water":
		s.tank.Speed = number(words[1])
		return nil
	case "modem":
		return s.fit(words[1:])
	case "radios":
		for _, word := range words[1:] {
			name, place, _ := strings.Cut(word, "=")
			s.enter(name, place)
		}
		return nil
	case "watch":
		s.carrier = true
		return nil
	case "only":
		s.only = s.find(words[1])
		return nil
	case "gain":
		from, to := s.find(words[1]), s.find(words[2])
		s.tank.gain[[2]geom.Vec{from.radio.at.Position(0), to.radio.at.Position(0)}] = number(words[3])
		return nil
	}
	return s.find(words[0]).task(words[1:])
}

// fit changes the modem of the radios to come.
func (s *stage) fit(options []string) error {
	m := *plainModem()
	numbers := map[string]*float64{
		"rate": &m.Rate, "power": &m.Power, "noise": &m.SelfNoise, "sensitivity": &m.Sensitivity,
		"acquire": &m.Acquire, "recapture": &m.Recapture, "sense": &m.Sense,
	}
	spans := map[string]*time.Duration{"preamble": &m.Preamble, "turnaround": &m.Turnaround}
	captures := map[string]Capture{"first-lock": FirstLock, "off": CaptureOff, "message-in-message": MessageInMessage}
	for _, option := range options {
		key, value, _ := strings.Cut(option, "=")
		if p, ok := numbers[key]; ok {
			*p = number(value)
		} else if p, ok := spans[key]; ok {
			*p = sim.Seconds(number(value))
		} else if c, ok := captures[value]; ok && key == "capture" {
			m.Capture = c
		} else if option == "full-duplex" {
			m.FullDuplex = true
		} else {
			return fmt.Errorf("what is %s?", option)
		}
	}
	s.modem = m
	return nil
}

// enter puts a radio into the water.
func (s *stage) enter(name, place string) {
	var xyz [3]float64
	for i, text := range strings.Split(place, ",") {
		xyz[i] = number(text)
	}
	modem := s.modem
	a := &actor{stage: s, name: name, replies: make(map[string]func())}
	at := Fixed{X: xyz[0], Y: xyz[1], Z: xyz[2]}
	a.radio = s.medium.Attach(Addr(len(s.actors)), at, &modem, s.source.Stream(name))
	a.radio.Listen(a)
	s.actors = append(s.actors, a)
}

// find returns the radio of a name.
func (s *stage) find(name string) *actor {
	for _, a := range s.actors {
		if a.name == name {
			return a
		}
	}
	panic("phy: no radio " + name)
}

// task gives a radio something to do: sends BITS [cut DB], aborts, sleeps or
// wakes, and then at TIME or on EVENT.
func (a *actor) task(words []string) error {
	var do func()
	switch words[0] {
	case "sends":
		a.frames++
		f := Frame{Dst: Everybody, Src: a.radio.node, Bits: int(number(words[1])), Pkt: a.frames}
		words = words[2:]
		if words[0] == "cut" {
			f.Cut = number(words[1])
			words = words[2:]
		}
		do = func() {
			if err := a.radio.Transmit(&f); err != nil {
				a.say("is refused")
			}
		}
	case "aborts":
		do = a.radio.Abort
		words = words[1:]
	case "sleeps", "wakes":
		asleep := words[0] == "sleeps"
		do = func() { a.radio.Sleep(asleep) }
		words = words[1:]
	case "fails":
		do = func() { a.radio.Off(trace.Outage) }
		words = words[1:]
	case "recovers":
		do = a.radio.On
		words = words[1:]
	default:
		return fmt.Errorf("what is %s?", words[0])
	}
	if words[0] == "on" {
		a.replies[words[1]] = do
		return nil
	}
	at := sim.Time(0).Add(sim.Seconds(number(strings.TrimSuffix(words[1], "s"))))
	a.kernel.NewTimer(sim.Comm, func(sim.Time) { do() }).Arm(at)
	return nil
}

// say adds a line to the output.
func (a *actor) say(format string, args ...any) {
	a.lines = append(a.lines, line{a.kernel.Now(), a, fmt.Sprintf(format, args...)})
}

// hear does what the radio was told to do on an event, once.
func (a *actor) hear(event string) {
	if do := a.replies[event]; do != nil {
		delete(a.replies, event)
		do()
	}
}

// TxDone is heard by the protocol.
func (a *actor) TxDone(f *Frame) {
	if f.Src != a.radio.node || f.Pkt != a.sent[0] {
		a.t.Errorf("%s is done with %+v, sent %v", a.name, f, a.sent)
	}
	a.sent = a.sent[1:]
	if a.carrier {
		a.say("done")
	}
	a.hear("done")
}

// Receive is heard by the protocol right after the record.
func (a *actor) Receive(f *Frame, _ RxInfo) {
	if r := a.last; r.Kind != trace.RxOK || r.Peer != f.Src || r.Pkt != f.Pkt || r.At != a.kernel.Now() {
		a.t.Errorf("%s receives a frame of %d after %+v", a.name, f.Src, r)
	}
	a.hear("receive")
}

// Carrier is heard by the protocol.
func (a *actor) Carrier(busy bool) {
	event := "idle"
	if busy {
		event = "busy"
	}
	if busy != a.radio.Busy() {
		a.t.Errorf("%s: the carrier is %s and Busy %v", a.name, event, !busy)
	}
	if a.carrier {
		a.say("%s", event)
	}
	a.hear(event)
}

// Collision is heard by the protocol.
func (a *actor) Collision() {
	a.say("collision")
	a.hear("collision")
}

// Emit writes a record as a line.
func (s *stage) Emit(r trace.Record) {
	a := s.actors[r.Node]
	span := seconds(sim.Time(0).Add(sim.Seconds(r.Value)))
	switch r.Kind {
	case trace.TxStart:
		a.sent = append(a.sent, r.Pkt)
		a.say("sends %ss", span)
		return
	case trace.TxAbort:
		a.say("aborts after %ss", span)
		return
	case trace.Unsent:
		a.sent = append(a.sent, r.Pkt)
		a.say("does not send: %v", r.Cause)
		return
	}
	a.last = r
	from := s.actors[r.Peer].name
	switch r.Kind {
	case trace.RxOK:
		a.say("receives %s", from)
	case trace.RxLost:
		a.say("loses %s: %v", from, r.Cause)
	case trace.RxMissed:
		a.say("misses %s: %v", from, r.Cause)
	default:
		s.t.Errorf("a record of kind %v", r.Kind)
	}
}

// number returns the number that a word is.
func number(word string) float64 {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil {
		panic("phy: " + err.Error())
	}
	return x
}

// seconds returns a time in seconds without idle zeros.
func seconds(t sim.Time) string {
	return strings.TrimRight(strings.TrimRight(strings.TrimSuffix(t.String(), "s"), "0"), ".")
}
