package mactest

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// recorder stands in for a *testing.T.
type recorder struct {
	logs, errors []string
}

func (r *recorder) Helper() {}

func (r *recorder) Logf(format string, args ...any) {
	r.logs = append(r.logs, fmt.Sprintf(format, args...))
}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

// conform tries a protocol with the given flaw.
func conform(flaw string) *recorder {
	r := new(recorder)
	nodes := new(shared)
	Conform(r, func() mac.Config { return &config{flaw: flaw, shared: nodes} }, Terms{MaxHeld: claimed})
	return r
}

// Without a flaw the protocol passes: what the other tests see is the flaw.
func TestNoFlaw(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	r := conform("tells whom it calls")
	if len(r.errors) > 0 {
		t.Errorf("a protocol that tells whom it calls fails: %s", r.errors)
	}
	r = conform("")
	if len(r.errors) > 0 {
		t.Errorf("a protocol without a flaw fails: %s", r.errors)
	}
	if len(r.logs) != 2 || r.logs[0] != "mactest: seeds 1 to 100, of which 100 fit" ||
		!strings.HasPrefix(r.logs[1], "mactest: equal loads, trials 1 to 6, of which 6 fit: Jain index 0.9") {
		t.Errorf("logged %q", r.logs)
	}
}

// Every flaw is found and named.
func TestFlaws(t *testing.T) {
	for _, c := range []struct{ flaw, want string }{
		{"invalid", "the configuration is not valid: never valid"},
		{"panics in Build", "panics: mactest: no protocol today"},
		{"wakes up too often", "timers run away"},
		{"stands still", "timers run away"},
		{"starts in phase plant", "a timer of the protocol is in phase plant; make all of them with env.Kernel.NewTimer(sim.Comm, ...)"},
		{"starts in phase ending", "a timer of the protocol is in phase ending; "},
		{"goes on in phase ending", "a timer of the protocol is in phase ending; "},
		{"starts in phase control", "a timer of the protocol is in phase control; "},
		{"starts in phase probe", "a timer of the protocol is in phase probe; "},

		{"sends while sending", "transmits before its last transmission has ended with TxDone"},
		{"does not await TxDone", "transmits before its last transmission has ended with TxDone"},
		{"empty frames", "transmits a frame of 0 bits"},
		{"foreign source", "transmits a frame with the source address "},
		{"nobody's address", "transmits a frame to the address 99, which no node has"},
		{"too loud", "transmits a frame 3 dB above full power"},
		{"whispers", "transmits packet 1 30 dB below full power; 0 dB is asked for"},
		{"forgets the cut", "0 dB below full power; 0.5 dB is asked for"},
		{"invented packet", "transmits packet 10001, which nobody offered"},
		{"packet of others", "transmits packet 1, which was offered to node "},
		{"sends what it refused", ", which it refused"},
		{"drops much later", ", which it dropped"},
		{"panics on a busy radio", "panics: mactest: the radio is transmitting"},
		{"hangs on a busy radio", "has asked a radio that refuses 10000 times at one instant"},
		{"waits for a TxDone that never comes", "still holds packet "},
		{"gives up on its radio", "although it holds none and nobody is sending: the radio is transmitting"},

		{"unknown refusal", `with "not today", which is not exactly one of mac.ErrQueueFull, mac.ErrRadioBusy and mac.ErrTooLong`},
		{"two refusals", ", which is not exactly one of mac.ErrQueueFull, mac.ErrRadioBusy and mac.ErrTooLong"},
		{"refuses what it sent", "refuses packet 1, which it has transmitted"},
		{"refuses what it dropped", "refuses packet 1, which it has dropped"},
		{"unbounded", "holds 5 packets, and at most 4 are claimed: send one, drop it by Upper.Drop or refuse it, or claim more"},
		{"forgets", ": it was neither sent nor dropped; if the protocol needs longer than 1h0m0s for all that waits, say how long in Terms.Settle"},
		{"aborts and forgets", "still holds packet "},
		{"requeues and stops", "has not said what became of packet 1,"},
		{"repeats for ever", "packets are still being sent, although none was offered since "},

		{"delivers twice", " twice"},
		{"delivers what it overhears", "which goes from node "},
		{"delivers its own", "which goes from node "},
		{"delivers a copy of another size", "has changed packet "},
		{"invents deliveries", "delivers packet 1000000000, which nobody offered"},
		{"delivers the refused", ", which was refused"},
		{"tells others", "which no intact frame has brought"},
		{"nameless frames", "which no intact frame has brought (does the frame name it in Pkt?)"},
		{"header only", "after frames of 4 bits in all"},
		{"keeps what it receives", "never delivers packet "},
		{"tells true time", "(mac.NewArrival makes it, by the node's own clock)"},
		{"never tells", "has not said what became of packet "},
		{"tells twice", "as sent twice"},
		{"acknowledges for others", "as acknowledged, which "},
		{"changes the number", "has changed the number of a packet to 100"},
		{"changes the size", "has changed packet 1 from "},
		{"changes what it sent", "has changed packet "},
		{"changes the sender's", "of its sender from "},
		{"changes what it delivered", " was changed from "},
		{"changes lent frames", "has changed a frame that was lent to it"},

		{"drops everything", "alone in a quiet channel without loss, was dropped: expired"},
		{"drops what it refused", ", which it refused"},
		{"drops without cause", "without a cause"},
		{"drops twice", " twice"},
		{"drops what others sent", ", which was offered to node "},
		{"drops the invented", "drops packet 1000000000, which nobody offered"},
		{"talks over others", "alone in a quiet channel without loss, was lost"},
		{"requeues what others sent", ", which it does not have"},
		{"reports first arrivals as copies", "reports a copy of packet "},
		{"requeues the unsent", ", which it never sent"},

		{"differs in run 2", "played again, the scene takes another course: fingerprint "},
		{"differs in run 3", "played with the other event queue, the scene takes another course: "},
		{"differs in run 4", "played without a tracer, the scene takes another course: "},
		{"fails in run 4", "played without a tracer, after all was well: at "},
	} {
		t.Run(c.flaw, func(t *testing.T) {
			r := conform(c.flaw)
			switch {
			case len(r.errors) != 1:
				t.Errorf("%d errors: %q", len(r.errors), r.errors)
			case !strings.Contains(r.errors[0], c.want):
				t.Errorf("found %q, not %q", r.errors[0], c.want)
			}
		})
	}
}

// Where nothing is claimed, a queue must still end somewhere.
func TestUnclaimedQueue(t *testing.T) {
	r := new(recorder)
	Conform(r, func() mac.Config { return &config{flaw: "unbounded", shared: new(shared)} }, Terms{})
	if len(r.errors) != 1 || !strings.Contains(r.errors[0], "holds 1001 packets, and at most 1000 are claimed: ") {
		t.Errorf("found %q", r.errors)
	}
}

// What declares metrics has to give their values, and no others.
func TestValues(t *testing.T) {
	for flaw, want := range map[string]string{
		"":       "Metrics of the configuration declare 2, and what Build returns has no method Values that gives them",
		"counts": "Values of node 0 gives 7 for metric 2, and Metrics of the configuration declare 0 to 1",
	} {
		r := new(recorder)
		Conform(r, func() mac.Config { return counting{&config{flaw: flaw, shared: new(shared)}} }, Terms{MaxHeld: claimed})
		if len(r.errors) != 1 || !strings.Contains(r.errors[0], want) {
			t.Errorf("found %q, not %q", r.errors, want)
		}
	}
}

// A configuration gets what it asks of its link: here a node called boss, radios
// that are full duplex, and a band for each of them.
func TestDemands(t *testing.T) {
	r := new(recorder)
	var got []mac.Env
	Conform(r, func() mac.Config { return &demanding{config{shared: new(shared)}, &got} }, Terms{MaxHeld: claimed})
	if len(r.errors) > 0 {
		t.Errorf("a protocol without a flaw fails: %s", r.errors)
	}
	nodes := len(got)
	scene := newTrial(trials, Terms{}.filled(), false)
	if nodes != scene.nodes() {
		t.Fatalf("%d nodes got something in the last scene; it has %d", nodes, scene.nodes())
	}
	for i, env := range got {
		boss, ok := env.Named["boss"]
		switch {
		case env.Addr != mac.Addr(i) || !ok || boss != scene.staff:
			t.Errorf("node %d: address %d, boss %v, not %d", i, env.Addr, boss, scene.staff)
		case len(env.Named) != nodes || len(env.Stations) != nodes || env.Stations[i] != env.Addr:
			t.Errorf("node %d: stations %v, named %v", i, env.Stations, env.Named)
		case len(env.Bands) != nodes || env.PHY != env.Bands[0]:
			t.Errorf("node %d: %d bands", i, len(env.Bands))
		}
		for _, b := range env.Bands {
			// 1000 bits take a second in the whole band.
			modem := b.(*transceiver).Modem()
			want := modem.Preamble + time.Duration(nodes)*time.Second
			if got := b.Airtime(1000); got < want-time.Microsecond || got > want+time.Microsecond || !modem.FullDuplex {
				t.Errorf("node %d: 1000 bits take %v, not %v, full duplex %v", i, got, want, modem.FullDuplex)
			}
		}
	}
}

// picky is a configuration that fits small links only, and keeps their names.
type picky struct {
	config
	most  int
	names *[]string
}

func (p *picky) Fit(nodes []string) error {
	if len(nodes) > p.most {
		return fmt.Errorf("%d nodes are too many", len(nodes))
	}
	*p.names = nodes
	return nil
}

// Scenes that a configuration does not fit are left out, but not all of them.
func TestFit(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	fitting := 0
	for seed := uint64(1); seed <= 100; seed++ {
		if newScene(seed, Terms{}.filled()).nodes() <= 4 {
			fitting++
		}
	}
	r, names := new(recorder), []string{}
	Conform(r, func() mac.Config { return &picky{config{shared: new(shared)}, 4, &names} }, Terms{MaxHeld: claimed})
	if want := fmt.Sprintf("mactest: seeds 1 to 100, of which %d fit", fitting); len(r.errors) != 0 || len(r.logs) != 2 || r.logs[0] != want {
		t.Errorf("%q, %q, not %q", r.logs, r.errors, want)
	}
	if len(names) < 2 || len(names) > 4 || names[0] != "0" || names[1] != "1" {
		t.Errorf("nodes named %q", names)
	}
	r = new(recorder)
	Conform(r, func() mac.Config { return &picky{config{shared: new(shared)}, 1, &names} }, Terms{MaxHeld: claimed})
	if len(r.errors) != 1 || !strings.HasPrefix(r.errors[0], "mactest: no scene fits: ") || !strings.HasSuffix(r.errors[0], " nodes are too many") {
		t.Errorf("%q", r.errors)
	}
}

// What a node holds, step by step, for a packet to one node and one to all. Once
// the first has arrived its sender may have heard so, and not hold it any more.
func TestHeld(t *testing.T) {
	for _, dst := range []mac.Addr{1, mac.Everybody} {
		b := newBook(2, 9)
		p := &mac.Packet{ID: 1, Src: 0, Dst: dst, Bits: 8}
		f := &phy.Frame{Src: 0, Dst: dst, Bits: 8, Pkt: 1}
		settled := 0
		if dst == mac.Everybody {
			settled = 1
		}
		for i, step := range []struct {
			act  act
			want int
		}{
			{act{action: offers, packet: p}, 0},
			{act{action: answers, packet: p}, 1},
			{act{action: begins, frame: f}, 1},
			{act{action: aborts}, 1},
			{act{action: ends, frame: f}, 1}, // stopped half-way: it has still to be sent
			{act{action: begins, frame: f}, 1},
			{act{action: ends, frame: f}, 0},
			{act{action: requeues, packet: p}, 1},
			{act{action: begins, frame: f}, 1},
			{act{action: ends, frame: f}, 0},
			{act{action: begins, frame: f}, 1}, // again, without a word
			{act{node: 1, action: receives, frame: f}, 1},
			{act{node: 1, action: delivers, packet: p}, settled},
			{act{action: ends, frame: f}, 0},
			{act{action: requeues, packet: p}, settled},
			{act{action: drops, packet: p, cause: trace.Expired}, 0},
		} {
			b.enter(&step.act)
			if b.held[0] != step.want || b.held[1] != 0 {
				t.Errorf("to %d, step %d: %v packets are held, not %d", dst, i+1, b.held, step.want)
			}
		}
	}
}

// The longest way is that between the stations, wherever the jammer is. A line
// of 1 s has its ends a second apart, a ring of 5 s its opposite nodes 5 s if
// their number is even.
func TestMaxDelay(t *testing.T) {
	tried := 0
	for seed := uint64(1); seed <= 100; seed++ {
		s := newScene(seed, Terms{}.filled())
		r := newRun(s, nil, sim.NewHeap(), false)
		r.water = s.water
		var want float64
		switch text := s.String(); {
		case strings.Contains(text, "on a line, 1 s"):
			want = 1
		case strings.Contains(text, "on a ring, 5 s") && s.nodes()%2 == 0:
			want = 5
		case strings.Contains(text, ", 0 s across"):
		default:
			continue
		}
		tried++
		// Drifting nodes are off by 0.5 m/s in each direction for the time that the
		// sound takes.
		if got := r.maxDelay().Seconds(); math.Abs(got-want) > 0.005*want {
			t.Errorf("seed %d, %v: %g s", seed, s, got)
		}
	}
	if tried < 10 {
		t.Errorf("%d scenes tried", tried)
	}
}

// Each radio sends one frame at a time; two radios may send two.
func TestOneFrameAtATime(t *testing.T) {
	b := newBook(2, 1)
	frame := &phy.Frame{}
	b.enter(&act{node: 1, band: 0, action: begins, frame: frame})
	for _, c := range []struct {
		node mac.Addr
		band int
		ok   bool
	}{{1, 0, false}, {1, 1, true}, {0, 0, true}} {
		text := oneFrameAtATime(b, &act{node: c.node, band: c.band, action: requests, frame: frame})
		if (text == "") != c.ok {
			t.Errorf("%+v: %q", c, text)
		}
	}
	b.enter(&act{node: 1, band: 0, action: ends, frame: frame})
	if text := oneFrameAtATime(b, &act{node: 1, action: requests, frame: frame}); text != "" {
		t.Errorf("after the end: %q", text)
	}
}

// A seed in the environment plays its scene alone and logs the trace, of a
// scene that fails as well.
func TestSeedVariable(t *testing.T) {
	t.Setenv("HALOCLINE_SEED", "5")
	r := conform("")
	if len(r.errors) != 0 || len(r.logs) != 3 || !strings.HasPrefix(r.logs[0], "trace of seed 5:\n") ||
		!strings.Contains(r.logs[0], "  delivered  #") || r.logs[1] != "mactest: seeds 5 to 5, of which 1 fit" ||
		!strings.HasPrefix(r.logs[2], "mactest: equal loads, trials 5 to 5, of which 1 fit: ") {
		t.Errorf("%q, %q", r.logs, r.errors)
	}
	r = conform("delivers twice")
	if len(r.errors) != 1 || !strings.HasPrefix(r.errors[0], "seed 5, ") ||
		!strings.HasSuffix(r.errors[0], "(HALOCLINE_SEED=5 plays this scene only)") ||
		len(r.logs) != 1 || !strings.Contains(r.logs[0], "  delivered  #") {
		t.Errorf("%q, %q", r.logs, r.errors)
	}
	t.Setenv("HALOCLINE_SEED", "five")
	r = conform("")
	if want := `mactest: HALOCLINE_SEED="five" is not a whole number from 0 to 2^63-1`; len(r.errors) != 1 || r.errors[0] != want {
		t.Errorf("%q, not %q", r.errors, want)
	}
}

// The scenes hold what the package promises, each often enough.
func TestScenes(t *testing.T) {
	seen := map[string]int{}
	for seed := uint64(1); seed <= 100; seed++ {
		s := newScene(seed, Terms{}.filled())
		count := func(what string, ok bool) {
			if ok {
				seen[what]++
			}
		}
		count("two nodes", s.nodes() == 2)
		count("twelve nodes", s.nodes() == 12)
		for _, trait := range []string{
			"on a line", "in a box", "on a ring", ", 0 s across", ", 0.1 s across", ", 1 s across", ", 5 s across",
			"drifting", "reach", "full duplex", "clocks", "lost frames", "answers", "at the end", "a flood",
			"refuse at random", "refuse for", "a jammer",
		} {
			count(trait, strings.Contains(s.String(), trait))
		}
		broadcast, together, idle, sorted, kept := false, false, false, true, true
		for i, o := range s.offers {
			broadcast = broadcast || o.to == mac.Everybody
			kept = kept && o.bits >= 8 && o.bits <= 1024 && o.from != o.to && o.at < s.end
			if i > 0 {
				before := s.offers[i-1]
				together = together || o.at == before.at && o.from != before.from
				idle = idle || o.at.Sub(before.at).Seconds() > 5
				sorted = sorted && o.at >= before.at
			}
		}
		count("broadcasts", broadcast)
		count("several nodes at one instant", together)
		count("idle times", idle)
		if !sorted || !kept {
			t.Errorf("seed %d: offers out of order or out of bounds", seed)
		}
	}
	if len(seen) != 2+18+3 {
		t.Errorf("%d kinds of scenes in %v, not 23", len(seen), seen)
	}
	for what, times := range seen {
		if times < 4 {
			t.Errorf("%s: in %d scenes only", what, times)
		}
	}
}

// Two runs are told apart by their acts, and by their records where both have
// any.
func TestCourse(t *testing.T) {
	course := func(pkt, record uint64) *course {
		c := newCourse()
		c.add(&act{action: begins, frame: &phy.Frame{Pkt: pkt}})
		c.records.Emit(trace.Record{Kind: trace.TxStart, Pkt: record})
		return &c
	}
	for _, c := range []struct {
		pkt, record uint64
		records     bool
		same        bool
	}{
		{1, 1, true, true},
		{2, 1, true, false},
		{1, 2, true, false},
		{1, 2, false, true},
		{2, 1, false, false},
	} {
		if got := course(1, 1).same(course(c.pkt, c.record), c.records); got != c.same {
			t.Errorf("%+v: same is %v", c, got)
		}
	}
}

// The books of the trace must balance, come to an end, and be those of the kit:
// here of four packets, one of them refused, one delivered, one dropped, one
// lost.
func TestUnbalanced(t *testing.T) {
	b := newBook(2, 1)
	b.packets = []trackedPacket{{refused: true}, {reached: 1}, {dropped: true}, {}}
	good := trace.Packets{
		Offered: 4, Refused: trace.Tally{trace.QueueFull: 1},
		Accepted: 3, Delivered: 1, Dropped: trace.Tally{trace.Expired: 1}, Lost: trace.Tally{trace.Collision: 1},
	}
	if text := unbalanced(b, good); text != "" {
		t.Errorf("good books: %s", text)
	}
	for _, c := range []struct {
		spoil func(*trace.Packets)
		want  string
	}{
		{
			func(s *trace.Packets) { s.Accepted++ },
			"the trace does not balance: accepted 4, delivered 1, dropped 1, lost 1, in flight 0",
		},
		{
			func(s *trace.Packets) { s.Lost[trace.Collision], s.InFlight = 0, 1 },
			"1 packets of the trace come to no end",
		},
		{
			func(s *trace.Packets) { s.Lost[trace.Collision], s.Delivered = 0, 2 },
			"the trace tells 4 packets offered, 1 refused, 2 delivered, 1 dropped and 0 lost, " +
				"but what passed was {offered:4 refused:1 delivered:1 dropped:1 lost:1}",
		},
	} {
		s := good
		c.spoil(&s)
		if text := unbalanced(b, s); text != c.want {
			t.Errorf("%q, not %q", text, c.want)
		}
	}
}
