package measure

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"halocline/plant/ncs"
	"halocline/sim/simtest"

	"halocline/bench/study/stats"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/trace"
)

// parse reads a scenario with overrides of path=value.
func parse(t testing.TB, text string, texts ...string) *scenarios.Plan {
	t.Helper()
	var sets []strict.Set
	for _, s := range texts {
		path, value, _ := strings.Cut(s, "=")
		sets = append(sets, strict.Set{Path: path, Value: value})
	}
	plan, err := scenarios.Standard().Parse("warmup.yaml", text, sets)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// pair is a sender and a receiver one second away. A bit takes a millisecond.
const pair = `
name: pair
duration: 20s
links:
  water:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps, fading: none, draw: {transmit: 4W, receive: 2W, idle: 1W}}
    mac: {type: aloha, header: 0bit, queue: 1000000}
nodes:
  - {name: a}
  - {name: b, at: [1500m, 0m, 0m]}
traffic:
  - {type: periodic, phase: same, from: a, to: b, start: 1s, period: 4s, size: 1000bit}
`

// Packets of 1 s at 1, 5, 9, 13 and 17 s arrive at b from 1 s to 2 s later. With a warm-up
// of 9.5 s the last two count. Of the frame from 9 to 10 s 0.5 s count, and its arrival,
// from 10 to 11 s. So a sends for 2.5 s of 10.5 s, b receives for 3 s, and the radios take
// 4 x 2.5 + 8 and 2 x 3 + 7.5 J. The age at b is 2 s at 15 s, grows to 6 s at 19 s,
// falls to 2 s and is 3 s at the end: (16 + 2.5)/5 s. With one of 9 s the packet of
// that moment counts, and the frame.
func TestWarmupByHand(t *testing.T) {
	within := mustRun(t, parse(t, pair, "warmup=9.5s"), Options{})
	at := mustRun(t, parse(t, pair, "warmup=9s"), Options{})
	for _, row := range []struct {
		what      string
		got, want float64
	}{
		{"warm-up", within.Warmup, 9.5},
		{"the summary's", within.Summary.Warmup, 9.5},
		{"reached", within.Reached, 20},
		{"offered", float64(within.Summary.Total.Packets.Offered), 2},
		{"delivered", float64(within.Summary.Total.Packets.Delivered), 2},
		{"delay", float64(within.Summary.Total.Packets.DelayMean), 2},
		{"goodput", float64(within.Summary.Total.Packets.Goodput), 3000 / 10.5},
		{"sent", float64(within.Summary.Total.Frames.Sent), 2},
		{"received", float64(within.Summary.Total.Frames.Received), 3},
		{"airtime", within.Summary.Total.Frames.Airtime, 2.5},
		{"in use", float64(within.Summary.PerLink[0].Utilisation), 2.5 / 10.5},
		{"age", float64(within.Summary.PerFlow[0].AgeMean), 42.375 / 10.5},
		{"peak", float64(within.Summary.PerFlow[0].AgePeak), 6},
		{"a sends", within.Radios[0].Transmit, 2.5},
		{"a idles", within.Radios[0].Idle, 8},
		{"a takes", within.Radios[0].Energy, 18},
		{"b receives", within.Radios[1].Receive, 3},
		{"b takes", within.Radios[1].Energy, 13.5},
		{"both take", float64(within.Energy), 31.5},
		{"for a bit", float64(within.PerBit), 31.5 / 3000},
		{"offered from 9 s on", float64(at.Summary.Total.Packets.Offered), 3},
		{"sent from 9 s on", float64(at.Summary.Total.Frames.Sent), 3},
		{"airtime from 9 s on", at.Summary.Total.Frames.Airtime, 3},
		{"goodput from 9 s on", float64(at.Summary.Total.Packets.Goodput), 3000.0 / 11},
	} {
		if math.Abs(row.got-row.want) > 1e-12*row.want {
			t.Errorf("%s: %.15g, want %.15g", row.what, row.got, row.want)
		}
	}
}

// Packets of 3 s every 2 s: packet k = 0, 1, ... is offered at 2k, sent at 3k and delivered
// at 3k + 4, with a delay of k + 4. Until 31 s the packets 0 to 9 arrive, 8.5 s late on
// average. With a warm-up of 10 s the packets 5 to 15 count, of which 5 to 9 arrive, with
// 11 s on average, and six are in flight. The frames from k = 4 on are sent, although
// packet 4 does not count; the arrivals from k = 2 on, which ends at 10 s, count.
func TestWarmupOfAGrowingQueue(t *testing.T) {
	grows := []string{"traffic[0].start=0s", "traffic[0].period=2s", "traffic[0].size=3000bit", "duration=31s"}
	whole := mustRun(t, parse(t, pair, grows...), Options{})
	if d := float64(whole.Summary.Total.Packets.DelayMean); math.Abs(d-8.5) > 1e-12 {
		t.Errorf("delay %g s in the whole run, want 8.5 s", d)
	}
	s := mustRun(t, parse(t, pair, append(grows, "warmup=10s")...), Options{}).Summary
	p, f := s.Total.Packets, s.Total.Frames
	if p.Offered != 11 || p.Delivered != 5 || p.InFlight != 6 || math.Abs(float64(p.DelayMean)-11) > 1e-12 || p.DelayP50 != 11 || p.DelayMax != 13 {
		t.Errorf("%+v", p)
	}
	if f.Sent != 7 || f.Received != 8 || math.Abs(f.Airtime-21) > 1e-12 || s.PerLink[0].Utilisation != 1 {
		t.Errorf("%+v, in use %g", f, s.PerLink[0].Utilisation)
	}
}

// A sender whose packets come at random and take one second each is a queue M/D/1. With
// the load r a packet waits r / (2 (1 - r)) s in the steady state (Pollaczek and
// Khinchine), 7/6 s at r = 0.7, and arrives 2 s after its frame begins. Here the queue
// begins with ten packets, which it needs 10 s / (1 - r) = 33 s to be rid of: in the first
// 50 s the delays are far too long, and behind a warm-up of 200 s they are not. The
// sources end early enough for every packet to arrive. Of each run the sum of the delays
// less their mean is taken: means of runs of unlike length are biased themselves.
func TestWarmupTakesTheBiasAway(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const want, runs, packets = 2 + 7.0/6, 250, 0.7 * 50
	bias := func(stop string, sets ...string) (mean, stderr float64) {
		sets = append(sets, "traffic=[{type: periodic, phase: same, from: a, to: b, size: 1000bit, period: 1ms, stop: 10ms}, "+
			"{type: poisson, from: a, to: b, rate: 0.7/s, size: 1000bit, stop: "+stop+"}]", "")
		excess := make([]float64, runs)
		for i := range excess {
			sets[len(sets)-1] = fmt.Sprintf("seed=%d", i+1)
			p := mustRun(t, parse(t, pair, sets...), Options{}).Summary.Total.Packets
			if p.InFlight > 0 || p.Delivered == 0 {
				t.Fatalf("%d packets delivered and %d in flight", p.Delivered, p.InFlight)
			}
			excess[i] = float64(p.Delivered) * (float64(p.DelayMean) - want) / packets
		}
		m := stats.Summarise(excess)
		return m.Mean, m.SD / math.Sqrt(runs)
	}
	if mean, stderr := bias("50s", "duration=150s"); mean < 1 || mean < 10*stderr {
		t.Errorf("without a warm-up the delays are too long by %g s, with a standard error of %g s: no bias", mean, stderr)
	}
	if mean, stderr := bias("250s", "duration=350s", "warmup=200s"); math.Abs(mean) > 3*stderr || stderr > 0.025*want {
		t.Errorf("behind a warm-up the delays are too long by %g s, with a standard error of %g s", mean, stderr)
	}
}

// Eight nodes that always have packets share a link by TDMA. A slot is what a packet of
// 600 bit takes, 0.6 s, the longest way, 600 m or 0.4 s, and a guard of 50 ms: 1.05 s, one
// packet each, so that goodput is 600/1.05 bit/s from the first frame on. What the queues
// were given during a warm-up waits for ever longer, and the goodput, the airtime and the
// energy of a bit behind it are those of the whole run; the cohort that was offered behind it
// is not delivered any more, which is said.
func TestWarmupOfASaturatedLink(t *testing.T) {
	const text = `
name: saturated
duration: 600s
links:
  water:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps, fading: none, draw: {transmit: 4W, receive: 2W, idle: 1W}}
    mac: {type: tdma, size: 600bit, header: 0bit, guard: 50ms, queue: 1000000}
nodes:
  - {name: n, count: 8, place: {type: ring, radius: 300m}}
traffic:
  - {type: periodic, phase: same, from: n, to: everybody, period: 1s, size: 600bit}
`
	const want = 600 / 1.05 // bit/s
	whole := mustRun(t, parse(t, text), Options{})
	for _, warmup := range []string{"0s", "60s", "300s"} {
		out := mustRun(t, parse(t, text, "warmup="+warmup), Options{})
		use, all := &out.Summary.PerLink[0], &whole.Summary.PerLink[0]
		for _, row := range [][2]float64{
			{float64(use.Packets.Throughput), want},
			{float64(use.Packets.Goodput), want},
			{float64(use.Utilisation), float64(all.Utilisation)},
			{float64(out.PerBit), float64(whole.PerBit)},
		} {
			if math.Abs(row[0]-row[1]) > 0.02*row[1] {
				t.Errorf("warm-up %s: %g, want %g within 2 %%", warmup, row[0], row[1])
			}
		}
		if doubts := out.Doubts(); len(doubts) != 1 || !strings.Contains(doubts[0], "still waited when the run ended") {
			t.Errorf("warm-up %s: doubts %q", warmup, doubts)
		}
	}
}

// crowd is a scenario drawn at random: four nodes and two links with fading, each with a
// protocol that is drawn, and traffic to one and to everybody.
func crowd(rnd *rand.Rand) string {
	protocols := []string{
		"{type: aloha, queue: 3}", "{type: aloha, queue: 2, ack: true, retries: 2, window: 3}", "{type: slotted-aloha, size: 600bit, queue: 2, ack: true, retries: 1}",
		"{type: csma, queue: 2}", "{type: tdma, size: 600bit, queue: 2}", "{type: csma-cd, queue: 2}", "{type: aloha, queue: 1, order: newest}",
		"{type: fdma, queue: 2}",
	}
	link := func() string {
		duplex, mac := "", protocols[rnd.IntN(len(protocols))]
		if strings.Contains(mac, "cd") {
			duplex = ", full_duplex: true"
		}
		return fmt.Sprintf("{channel: {type: ideal, speed: 1500m/s}, modem: {type: plain, rate: 1kbps, capture: off%s, draw: {transmit: 4W, receive: 2W, idle: 1W}, "+
			"fading: %s, budget: {type: watts, power: 1W, threshold: 0.2W}}, mac: %s}", duplex, []string{"none", "rayleigh"}[rnd.IntN(2)], mac)
	}
	text := fmt.Sprintf("name: crowd\nseed: %d\nduration: 60s\nlinks:\n  x: %s\n  y: %s\n", rnd.IntN(1000), link(), link())
	text += fmt.Sprintf("nodes:\n  - {name: sink}\n  - {name: n, count: 3, place: {type: ring, radius: %dm}}\ntraffic:\n", 100+rnd.IntN(1500))
	for _, name := range []string{"x", "y"} {
		text += fmt.Sprintf("  - {type: poisson, link: %s, from: n, to: sink, rate: %.2f/s, size: 500bit}\n", name, 0.05+0.3*rnd.Float64())
		text += fmt.Sprintf("  - {type: periodic, phase: same, link: %s, from: sink, to: %s, period: 5s, size: 300bit}\n", name, []string{"everybody", "n2"}[rnd.IntN(2)])
	}
	return text
}

// The summary of a run with a warm-up is what is counted anew from all of its records, by
// the definition. Many warm-ups end with an offer, a frame or an arrival. The run itself is
// the same as without one, and what its radios did is what they did in all, less what
// they did in a run that ends where the warm-up does.
func TestWarmupAgainstRecount(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	var total trace.Account
	asleep := 0.0
	for seed := range uint64(40) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		text := crowd(rnd)
		all := &recount{}
		whole := mustRun(t, parse(t, text), Options{Tracer: all})
		begin := all.records[rnd.IntN(len(all.records))].At
		if seed%4 == 0 {
			begin = sim.Time(1 + rnd.Int64N(59e9))
		}
		if begin == 0 || begin >= 60e9 {
			continue
		}
		warmup := fmt.Sprintf("%dns", begin)
		books := &recount{names: parse(t, text).Names(), begin: begin}
		warm := mustRun(t, parse(t, text, "warmup="+warmup), Options{Tracer: books})
		books.end = sim.Time(60e9)
		alike(t, fmt.Sprintf("seed %d, warm-up %s\n%s", seed, warmup, text), reflect.ValueOf(warm.Summary), reflect.ValueOf(books.summary()))
		if warm.Fingerprint != whole.Fingerprint || !reflect.DeepEqual(books.records, all.records) {
			t.Errorf("seed %d: the warm-up changes the run", seed)
		}
		cold := mustRun(t, parse(t, text, "duration="+warmup), Options{})
		for i, r := range warm.Radios {
			a, b := whole.Radios[i], cold.Radios[i]
			for _, row := range [][3]float64{
				{r.Transmit, a.Transmit, b.Transmit},
				{r.Receive, a.Receive, b.Receive},
				{r.Idle, a.Idle, b.Idle},
				{r.Sleep, a.Sleep, b.Sleep},
				{r.Energy, a.Energy, b.Energy},
				{r.Transmit + r.Receive + r.Idle + r.Sleep, 60, begin.Seconds()},
			} {
				if math.Abs(row[0]-(row[1]-row[2])) > 1e-9 {
					t.Errorf("seed %d, radio %d: %g, want %g - %g", seed, i, row[0], row[1], row[2])
				}
			}
		}
		p, f := &warm.Summary.Total.Packets, &warm.Summary.Total.Frames
		if ends := p.Refused.Sum() + p.Delivered + p.Dropped.Sum() + p.Lost.Sum() + p.InFlight; ends != p.Offered {
			t.Errorf("seed %d: %d ends for %d packets", seed, ends, p.Offered)
		}
		total.Packets.Duplicates += p.Duplicates
		total.Packets.Requeued += p.Requeued
		total.Packets.Copies += p.Copies
		total.Packets.InFlight += p.InFlight
		total.Frames.Aborted += f.Aborted
		total.Frames.Control += f.Control
		for _, r := range warm.Radios {
			asleep += r.Sleep
		}
	}
	if asleep == 0 {
		t.Error("no radio sleeps: the test does not see that")
	}
	for what, n := range map[string]int64{
		"duplicates": total.Packets.Duplicates, "repetitions": total.Packets.Requeued, "copies": total.Packets.Copies, "packets in flight": total.Packets.InFlight,
		"aborted frames": total.Frames.Aborted, "control frames": total.Frames.Control,
	} {
		if n == 0 {
			t.Errorf("no %s in any run: the test does not see them", what)
		}
	}
}

// alike compares two summaries field by field; sums in another order may differ in their
// last digits.
func alike(t *testing.T, where string, got, want reflect.Value) {
	t.Helper()
	switch got.Kind() {
	case reflect.Struct:
		for i := range got.NumField() {
			alike(t, where+"."+got.Type().Field(i).Name, got.Field(i), want.Field(i))
		}
	case reflect.Slice, reflect.Array:
		if got.Len() != want.Len() {
			t.Errorf("%s: %d elements, want %d: %+v", where, got.Len(), want.Len(), want)
			return
		}
		for i := range got.Len() {
			alike(t, fmt.Sprintf("%s[%d]", where, i), got.Index(i), want.Index(i))
		}
	case reflect.Float64:
		if x, y := got.Float(), want.Float(); math.Abs(x-y) > 1e-9*(1+math.Abs(y)) || math.IsNaN(x) != math.IsNaN(y) {
			t.Errorf("%s: %.15g, want %.15g", where, x, y)
		}
	default:
		if got.Interface() != want.Interface() {
			t.Errorf("%s: %v, want %v", where, got, want)
		}
	}
}

// A warm-up of no time is none, to the last digit of everything; its name is not printed.
func TestNoWarmup(t *testing.T) {
	for seed := range uint64(5) {
		text := crowd(rand.New(rand.NewPCG(seed, 4)))
		plain, err := json.Marshal(mustRun(t, parse(t, text), Options{}))
		if err != nil {
			t.Fatal(err)
		}
		told, err := json.Marshal(mustRun(t, parse(t, text, "warmup=0s"), Options{}))
		if err != nil || string(told) != string(plain) || strings.Contains(string(told), "warmup") {
			t.Errorf("seed %d: %v\n%s\n%s", seed, err, told, plain)
		}
	}
}

// A docking run is the same with a warm-up, and so is the way of the vehicle. Its updates
// count from the end of the warm-up on, and what of the energy of its radios lies there.
// Whoever asks for that is warned.
func TestWarmupOfADockingRun(t *testing.T) {
	plan, all := docking(t, "duration=30s"), &recount{}
	nodes := plan.Names().Nodes
	vehicle, dock := int32(slices.Index(nodes, "auv")), int32(slices.Index(nodes, "dock"))
	whole := mustRun(t, plan, Options{Tracer: all})
	warm := mustRun(t, docking(t, "duration=30s", "warmup=10s"), Options{})
	if warm.Fingerprint != whole.Fingerprint || !reflect.DeepEqual(voyage(warm).Way, voyage(whole).Way) || voyage(warm).IAE != voyage(whole).IAE {
		t.Errorf("%+v, not %+v", voyage(warm), voyage(whole))
	}
	l, late := warm.Loops[0], map[uint64]bool{}
	var offered, delivered, used, outdated int64
	delay := 0.0
	for _, r := range all.records {
		switch {
		case r.Kind == trace.Offered && r.At >= 10e9 && r.Peer == vehicle && r.Node == dock:
			late[r.Pkt] = true
			offered++
		case !late[r.Pkt]:
		case r.Kind == trace.Delivered:
			delivered++
		case r.Kind == trace.Outdated:
			outdated++
		case r.Kind == trace.Used:
			used++
			delay += r.Value
		}
	}
	if l.Offered != offered || l.Used != used || l.Outdated != outdated || l.NotDelivered != offered-delivered || l.Waiting != delivered-used-outdated ||
		math.Abs(float64(l.DelayMean)-delay/float64(used)) > 1e-9 || used == 0 || offered >= whole.Loops[0].Offered {
		t.Errorf("%+v, want %d offered, %d used, %d outdated, %d delivered, delay %g s", l, offered, used, outdated, delivered, delay/float64(used))
	}
	if !(warm.Energy < whole.Energy) || !(warm.Energy > 0) {
		t.Errorf("energy %g J of %g J", warm.Energy, whole.Energy)
	}
	const want = "auv: it sets out at 0s, within the warm-up of 10s: its way counts from there, its updates and the energy of its radios only from the end of the warm-up"
	if len(whole.Warnings) != 0 || len(warm.Warnings) != 1 || warm.Warnings[0] != want {
		t.Errorf("warnings %q", warm.Warnings)
	}
}

// A run that is over before the end of its warm-up has nothing that counts.
func TestRunWithinItsWarmup(t *testing.T) {
	plan := parse(t, pair, "duration=40s", "warmup=30s")
	plan.Duration = 20e9 // as a run that somebody stops
	out := mustRun(t, plan, Options{})
	p := out.Summary.Total.Packets
	if p.Offered != 0 || out.Summary.Total.Frames.Sent != 0 || !math.IsNaN(float64(p.Goodput)) || !math.IsNaN(float64(out.Energy)) || out.Radios[0].Idle != 0 || out.Reached != 20 {
		t.Errorf("%+v, %g J, %+v", p, out.Energy, out.Radios)
	}
}

func voyage(o *Outcome) ncs.VoyageSummary { return Reports[ncs.VoyageSummary](o)[0] }
