package sim

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"
)

// queues returns a fresh queue of each kind.
func queues() map[string]Queue { return map[string]Queue{"heap": NewHeap(), "tree": NewTree()} }

// plan is a scheduled event as the tests see it.
type plan struct {
	at    Time
	phase Phase
	id    int
}

// sortPlans puts plans that stand in the order of scheduling into the order of
// firing. It shares nothing with Entry.Before.
func sortPlans(plans []plan) {
	sort.SliceStable(plans, func(i, j int) bool {
		a, b := plans[i], plans[j]
		if a.at != b.at {
			return a.at < b.at
		}
		return a.phase < b.phase
	})
}

// Everything is scheduled and cancelled before the run, so the order of firing
// is a single stable sort of what is left.
func TestOrderIsThatOfAStableSort(t *testing.T) {
	for seed := range uint64(200) {
		for name, q := range queues() {
			r := rand.New(rand.NewPCG(seed, 1))
			k := New(q)
			var fired, want []int
			var plans []plan
			var handles []Handle
			for id := range 500 {
				p := plan{Time(r.IntN(20)), Phase(r.IntN(5)), id}
				plans = append(plans, p)
				handles = append(handles, k.At(p.at, p.phase, call(func(now Time) {
					if now != p.at || k.Now() != p.at {
						t.Errorf("seed %d, %s: event %d of %v fired at %v, %v", seed, name, id, p.at, now, k.Now())
					}
					fired = append(fired, id)
				})))
				if r.IntN(3) == 0 {
					victim := r.IntN(id + 1)
					i := slices.IndexFunc(plans, func(p plan) bool { return p.id == victim })
					if got := k.Cancel(handles[victim]); got != (i >= 0) {
						t.Fatalf("seed %d, %s: Cancel says %t", seed, name, got)
					}
					if i >= 0 {
						plans = slices.Delete(plans, i, i+1)
					}
				}
			}
			sortPlans(plans)
			for _, p := range plans {
				want = append(want, p.id)
			}
			if err := k.Run(context.Background(), 20); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(fired, want) || k.Fired() != uint64(len(want)) || k.Pending() != 0 {
				t.Fatalf("seed %d, %s: fired %v, want %v", seed, name, fired, want)
			}
		}
	}
}

// Events schedule and cancel others while they fire, in every phase and with
// many ties. The same script runs on a kernel with either queue and on a plain
// slice that is sorted anew before every event.
func TestOrderHoldsForEventsFromInside(t *testing.T) {
	for seed := range uint64(200) {
		want := playScript(&slate{}, seed, 0)
		for name, q := range queues() {
			got := playScript(&stage{kernel: New(q)}, seed, 0)
			if i := firstDifference(got, want); i >= 0 {
				t.Fatalf("seed %d, %s: fact %d of %d is %v, want %v", seed, name, i, len(want), got[i:min(i+1, len(got))], want[i:min(i+1, len(want))])
			}
		}
	}
}

// A run that begins later is the same run, later.
func TestShiftOfTimeShiftsEveryFiring(t *testing.T) {
	for seed := range uint64(50) {
		want := playScript(&stage{kernel: New(nil)}, seed, 0)
		for _, shift := range []Time{1, 999_999_999, 1 << 33, Never / 2} {
			got := playScript(&stage{kernel: New(nil)}, seed, shift)
			for i := range got {
				got[i].at -= shift
			}
			if i := firstDifference(got, want); i >= 0 {
				t.Fatalf("seed %d, shift %v: fact %d of %d differs", seed, shift, i, len(want))
			}
		}
	}
}

// fact is one line of the record of a script.
type fact struct {
	what string
	at   Time
	id   int
}

func firstDifference(a, b []fact) int {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return i
		}
	}
	return -1
}

// engine is where a script is played.
type engine interface {
	begin(s *script)
	now() Time
	pending() int
	schedule(p plan)
	cancel(id int) bool
	run(until Time)
}

// script is a random course of events. It draws as it goes, so two engines
// that part once stay apart.
type script struct {
	engine engine
	rand   *rand.Rand
	facts  []fact
	made   int // events scheduled so far
}

// scriptInserts is the number of events in a script.
const scriptInserts = 500

func playScript(e engine, seed uint64, start Time) []fact {
	s := &script{engine: e, rand: rand.New(rand.NewPCG(seed, 2))}
	e.begin(s)
	now := start
	for s.made < scriptInserts || e.pending() > 0 {
		for range 30 {
			s.act(now, Plant)
		}
		now += Time(s.rand.IntN(6))
		e.run(now)
		s.facts = append(s.facts, fact{fmt.Sprint("pending ", e.pending()), e.now(), 0})
	}
	return s.facts
}

// fire is what every event of a script does.
func (s *script) fire(p plan, now Time) {
	s.facts = append(s.facts, fact{"fire " + p.phase.String(), now, p.id})
	for range s.rand.IntN(4) {
		s.act(now, p.phase)
	}
}

// act schedules an event or cancels one, which may be pending, gone or the
// very event that fires. A probe cancels nothing and schedules only later probes.
func (s *script) act(now Time, from Phase) {
	if from != Probe && s.rand.IntN(3) == 0 && s.made > 0 {
		id := max(0, s.made-1-s.rand.IntN(60))
		s.facts = append(s.facts, fact{fmt.Sprint("cancel ", s.engine.cancel(id)), now, id})
		return
	}
	p := plan{now + Time(s.rand.IntN(4)), Phase(s.rand.IntN(5)), s.made}
	if from == Probe {
		p.at, p.phase = p.at+1, Probe
	}
	if s.made < scriptInserts {
		s.made++
		s.engine.schedule(p)
	}
}

// stage plays a script on a kernel.
type stage struct {
	script  *script
	kernel  *Kernel
	handles []Handle
}

func (g *stage) begin(s *script)    { g.script = s }
func (g *stage) now() Time          { return g.kernel.Now() }
func (g *stage) pending() int       { return g.kernel.Pending() }
func (g *stage) cancel(id int) bool { return g.kernel.Cancel(g.handles[id]) }

func (g *stage) schedule(p plan) {
	ev := call(func(now Time) { g.script.fire(p, now) })
	g.handles = append(g.handles, g.kernel.At(p.at, p.phase, ev))
}

func (g *stage) run(until Time) {
	if err := g.kernel.Run(context.Background(), until); err != nil {
		panic(fmt.Sprintf("sim: the script failed: %v", err))
	}
}

// slate plays a script on a slice: what was scheduled later stands further
// behind among its equals, and a stable sort keeps it there.
type slate struct {
	script *script
	clock  Time
	plans  []plan
}

func (l *slate) begin(s *script) { l.script = s }
func (l *slate) now() Time       { return l.clock }
func (l *slate) pending() int    { return len(l.plans) }
func (l *slate) schedule(p plan) { l.plans = append(l.plans, p) }

func (l *slate) cancel(id int) bool {
	before := len(l.plans)
	l.plans = slices.DeleteFunc(l.plans, func(p plan) bool { return p.id == id })
	return len(l.plans) < before
}

func (l *slate) run(until Time) {
	for {
		sortPlans(l.plans)
		if len(l.plans) == 0 || l.plans[0].at > until {
			l.clock = until
			return
		}
		p := l.plans[0]
		l.plans = l.plans[1:]
		l.clock = p.at
		l.script.fire(p, p.at)
	}
}
