package traffic

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"halocline/sim"
	"halocline/sim/rng"
)

// Four senders with a period of 8 s begin 3 s after the start of the run: all at 3 s, or at 3 s
// + (0, 1, 2, 3) * 8 s / 4.
func TestPhase(t *testing.T) {
	for phase, want := range map[Phase][]sim.Time{
		"":     {3 * second, 3 * second, 3 * second, 3 * second},
		Same:   {3 * second, 3 * second, 3 * second, 3 * second},
		Spread: {3 * second, 5 * second, 7 * second, 9 * second},
	} {
		source := &Periodic{Source: Source{Bits: 1, Begin: 3 * time.Second}, Period: 8 * time.Second, Phase: phase}
		for place, first := range want {
			got := runAs(t, source, 30*second, Env{Place: place, Of: len(want)}).times()
			if all := []sim.Time{first, first + 8*second, first + 16*second}; !slices.Equal(got[:3], all) {
				t.Errorf("%q, sender %d: %v, not %v", phase, place, got[:3], all)
			}
		}
	}
}

// Random phases are uniform over the period, of each sender's own, and a period apart from then on.
// Whether packets have jitter changes no phase.
func TestRandomPhase(t *testing.T) {
	const n = 5000
	streams, again := rng.New(1), rng.New(1)
	source := Periodic{Source: Source{Bits: 1, Begin: 5 * time.Second}, Period: 20 * time.Second, Phase: Random}
	late := source
	late.Jitter = time.Nanosecond
	phases := make([]float64, n)
	for i := range n {
		name := strconv.Itoa(i)
		got := runAs(t, &source, 60*second, Env{Rand: streams.Stream(name)}).times()
		if got[1]-got[0] != 20*second {
			t.Fatalf("sender %d: %v", i, got)
		}
		phases[i] = got[0].Sub(5 * second).Seconds()
		if first := runAs(t, &late, 60*second, Env{Rand: again.Stream(name)}).times()[0]; first != got[0] {
			t.Fatalf("sender %d: first packet at %v, with a jitter of 1 ns at %v", i, got[0], first)
		}
	}
	if d := distance(phases, distuv.Uniform{Min: 0, Max: 20}.CDF); d > limit(n) {
		t.Errorf("phases %g from a uniform distribution over the period", d)
	}
}

// A source that a scenario asks for has a random phase.
func TestPhaseByDefault(t *testing.T) {
	if phase := Catalog()["periodic"]().(*Periodic).Phase; phase != Random {
		t.Errorf("%q", phase)
	}
}
