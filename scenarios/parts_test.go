package scenarios

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// stops is into how many parts a run is cut.
const stops = 1000

// A run in parts, cut at random instants and at those of events, is the run in one go: the
// same records, the same number of events, the same end. One that ends by itself, as docking
// does, ends once and stays ended.
func TestRunsInParts(t *testing.T) {
	simtest.SkipShort(t, "it makes each bundled scenario twice")
	for _, name := range Standard().Bundled() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := load(t, name)
			whole := partly(t, plan, func(s *Simulation) {
				if _, err := s.RunUntil(t.Context(), sim.Time(plan.Duration)); err != nil {
					t.Fatal(err)
				}
			})
			parts := partly(t, plan, func(s *Simulation) { runInParts(t, s, plan.Duration) })
			if parts != whole {
				t.Errorf("in parts %s, in one go %s", parts, whole)
			}
		})
	}
}

// partly carries a plan out and says what came of it.
func partly(t *testing.T, plan *Plan, goOn func(*Simulation)) string {
	t.Helper()
	fingerprint := trace.NewFingerprint()
	s, err := plan.Build(nil, fingerprint)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	goOn(s)
	end, err := s.Close()
	if again, _ := s.Close(); err != nil || again != end {
		t.Errorf("closed at %v, and again at %v: %v", end, again, err)
	}
	return fmt.Sprint(fingerprint.Sum(), " ", s.Kernel.Fired(), " events, ends at ", end)
}

// runInParts stops a run at random instants, and goes on after its end.
func runInParts(t *testing.T, s *Simulation, duration time.Duration) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(1, 2))
	at := make([]sim.Time, stops)
	for i := range at {
		at[i] = sim.Time(rnd.Int64N(int64(duration)))
	}
	slices.Sort(at)
	ends := 0
	var end sim.Time
	for i, until := range append(at, sim.Time(duration), sim.Time(duration)+1, sim.Never) {
		if next, ok := s.Next(); ok && i%2 == 0 {
			until = max(next, s.Kernel.Now())
		}
		ended, err := s.RunUntil(t.Context(), until)
		if err != nil {
			t.Fatal(err)
		}
		if _, more := s.Next(); ended && more {
			t.Errorf("ended at %v, and an event is to come", s.Kernel.Now())
		}
		if ended {
			if ends++; ends == 1 {
				end = s.Kernel.Now()
			}
		}
		if ends > 0 && (!ended || s.Kernel.Now() != end) {
			t.Fatalf("ended at %v, and then stands at %v", end, s.Kernel.Now())
		}
	}
	if ends == 0 {
		t.Error("it does not end")
	}
}

// A context that is done stops a run between two events. It is no end: the run goes on.
func TestCancelledPartGoesOn(t *testing.T) {
	plan := load(t, "docking")
	whole := partly(t, plan, func(s *Simulation) { s.RunUntil(t.Context(), sim.Time(plan.Duration)) })
	parts := partly(t, plan, func(s *Simulation) {
		s.RunUntil(t.Context(), 10e9)
		stopped, cancel := context.WithCancel(t.Context())
		cancel()
		if ended, err := s.RunUntil(stopped, 20e9); ended || !errors.Is(err, context.Canceled) || s.Kernel.Now() != 10e9 {
			t.Errorf("ended: %t, at %v: %v", ended, s.Kernel.Now(), err)
		}
		if ended, err := s.RunUntil(t.Context(), 5e9); ended || s.Kernel.Now() != 10e9 {
			t.Errorf("back in time: ended: %t, at %v: %v", ended, s.Kernel.Now(), err)
		}
		s.RunUntil(t.Context(), sim.Time(plan.Duration))
	})
	if parts != whole {
		t.Errorf("in parts %s, in one go %s", parts, whole)
	}
}
