package phy

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// witness is a protocol that notes what it is told of receptions.
type witness struct {
	medium *Medium
	node   Addr
	told   *[]string
	open   int // receptions that have begun and that it was not told the end of
}

func (w *witness) note(what string) {
	*w.told = append(*w.told, fmt.Sprintf("%v %d %s", w.medium.kernel.Now(), w.node, what))
}

func (w *witness) TxDone(*Frame)          {}
func (w *witness) Receive(*Frame, RxInfo) { w.open--; w.note("has a frame") }
func (w *witness) Collision()             {}
func (w *witness) Began()                 { w.open++ }
func (w *witness) Lost(why trace.Cause)   { w.open--; w.note("has lost " + why.String()) }

// A protocol that wants to know of receptions is told of each one that its radio begins, and of what comes of it: what the trace
// says of the frames that the radio began to receive, but for those that it gave up itself, to send or to sleep. The trace is
// the same as without. In 200 random scenes for each way of capture.
func TestReceptionsAreTold(t *testing.T) {
	for _, capture := range []Capture{FirstLock, CaptureOff, MessageInMessage} {
		quit, lost := 0, 0
		for seed := range uint64(200) {
			attended, told, open := receptions(t, capture, seed, true)
			plain, _, _ := receptions(t, capture, seed, false)
			if !slices.Equal(attended, plain) {
				t.Fatalf("capture %d, seed %d: the trace is another one", capture, seed)
			}
			var want []string
			gone := 0
			for _, r := range attended {
				switch {
				case r.Kind == trace.RxOK:
					want = append(want, fmt.Sprintf("%v %d has a frame", r.At, r.Node))
				case r.Kind == trace.RxLost && (r.Cause == trace.HalfDuplex || r.Cause == trace.Asleep):
					gone++
				case r.Kind == trace.RxLost:
					want = append(want, fmt.Sprintf("%v %d has lost %v", r.At, r.Node, r.Cause))
					lost++
				}
			}
			if !slices.Equal(told, want) || open != gone {
				t.Fatalf("capture %d, seed %d: told %q, want %q; %d receptions have no end, %d were given up", capture, seed, told, want, open, gone)
			}
			quit += gone
		}
		if quit == 0 || lost == 0 {
			t.Errorf("capture %d: %d receptions are given up, %d lost", capture, quit, lost)
		}
	}
}

// receptions plays a scene with four nodes on a line, whose frames meet, of which one sleeps now and then.
func receptions(t *testing.T, capture Capture, seed uint64, attends bool) (records []trace.Record, told []string, open int) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 7))
	k, d := sim.New(nil), new(diary)
	m := NewMedium(k, sphere{Ideal: Ideal{Speed: 1500}, noise: 1e-9}, d, 0)
	modem := &Modem{Rate: 1000, Power: 1, Capture: capture, Acquire: 3, Recapture: 3, Errors: threshold(2)}
	var radios []*Radio
	var all []*witness
	for i := range Addr(4) {
		r := m.Attach(i, Fixed{X: 3000 * rnd.Float64()}, modem, rng.New(1).Stream(fmt.Sprint(i)))
		w := &witness{medium: m, node: i, told: &told}
		all, radios = append(all, w), append(radios, r)
		if attends {
			r.Listen(w)
		} else {
			r.Listen(quiet{})
		}
	}
	at := func(by int, do func(r *Radio)) {
		k.NewTimer(sim.Comm, func(sim.Time) { do(radios[by]) }).Arm(sim.Time(20e9 * rnd.Float64()))
	}
	for range 40 {
		f := &Frame{Dst: Everybody, Bits: 1 + rnd.IntN(900)}
		at(rnd.IntN(4), func(r *Radio) { r.Transmit(f) })
	}
	for n := range 6 {
		at(3, func(r *Radio) { r.Sleep(n%2 == 0) })
	}
	run(t, k)
	for _, w := range all {
		open += w.open
	}
	return d.records, told, open
}
