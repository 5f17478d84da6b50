package calibrate

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/sim/simtest"
)

// The sums after one, two and three steps, of the published first numbers of
// splitmix64 from 0 (see package peers), in Python:
//
//	sqrt(0.883311...), sqrt(0.939846.../2 + 0.431528...), ...
func TestLoop(t *testing.T) {
	for steps, want := range map[int]float64{0: 0, 1: 0.9398461619933566, 2: 0.9494477753121486, 3: 0.7079248966159278} {
		if got := Loop(steps); math.Abs(got-want) > 1e-15 {
			t.Errorf("%d steps: %v, want %v", steps, got, want)
		}
	}
	// The sum stays between 0 and the fixed point sqrt(1.5) + ... of s^2 = s/2 + 1,
	// which is (1 + sqrt 17)/4 = 1.28.
	if got := Loop(1_000_000); !(got > 0 && got < (1+math.Sqrt(17))/4) {
		t.Errorf("a million steps come to %v", got)
	}
}

// An item that says how long it took is believed, and another is timed. The loop is
// timed before each round.
func TestMeasure(t *testing.T) {
	var told []string
	took := []time.Duration{time.Second, 4 * time.Second, 2 * time.Second}
	items := []Item{
		{Name: "told", Unit: "pieces", Prepare: func() (round, error) {
			i := 0
			return func(context.Context) (float64, time.Duration, error) {
				i++
				return 8, took[i-1], nil
			}, nil
		}},
		{Name: "timed", Unit: "naps", Wall: true, Prepare: func() (round, error) {
			return func(context.Context) (float64, time.Duration, error) {
				time.Sleep(10 * time.Millisecond)
				return 1, 0, nil
			}, nil
		}},
	}
	s, err := Measure(context.Background(), items, 3, func(name string) { told = append(told, name) })
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(told, []string{"told", "timed"}) || s.Rounds != 3 || len(s.Figures) != 2 {
		t.Fatalf("%q, %+v", told, s)
	}
	first, second := s.Figures[0], s.Figures[1]
	if first.Rate.Median != 4 || first.Rate.Low != 2 || first.Rate.High != 8 || first.Unit != "pieces" || first.Clock != "processor" {
		t.Errorf("%+v", first)
	}
	// The ratio is that of a round, so it lies between those of the extremes.
	if low := 2 / s.Loop.High * 1e6; first.Ratio.Low < low*(1-1e-12) {
		t.Errorf("ratio %+v of loop %+v", first.Ratio, s.Loop)
	}
	if high := 8 / s.Loop.Low * 1e6; first.Ratio.High > high*(1+1e-12) {
		t.Errorf("ratio %+v of loop %+v", first.Ratio, s.Loop)
	}
	// A nap lasts its time at least.
	if second.Clock != "wall" || !(second.Rate.High <= 100) || !(second.Rate.Low > 0) {
		t.Errorf("%+v", second)
	}
	if s.Machine.Processors < 1 || !strings.Contains(s.Machine.System, "/") || !strings.HasPrefix(s.Machine.Go, "go") {
		t.Errorf("%+v", s.Machine)
	}
}

// An item that cannot be prepared or done ends the measurement, and so does whoever
// waits no longer.
func TestMeasureFails(t *testing.T) {
	fault := errors.New("no water")
	prepared := func() (round, error) {
		return func(context.Context) (float64, time.Duration, error) { return 0, 0, fault }, nil
	}
	unprepared := func() (round, error) { return nil, fault }
	for _, prepare := range []func() (round, error){prepared, unprepared} {
		_, err := Measure(context.Background(), []Item{{Prepare: prepare}}, 1, func(string) {})
		if !errors.Is(err, fault) {
			t.Errorf("%v", err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Measure(ctx, []Item{{Prepare: prepared}}, 1, func(string) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// Each item does the work that it says.
func TestItems(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	work := map[string]float64{
		"kernel, 1000 pending events": 500_000, "kernel, 100000 pending events": 500_000,
		"vehicle, RexROV with RK4": 200_000, "docking, 150 s": 150, "study, one worker": 100,
	}
	for _, item := range Items() {
		round, err := item.Prepare()
		if err != nil {
			t.Fatal(item.Name, err)
		}
		got, took, err := round(context.Background())
		switch want, told := work[item.Name]; {
		case err != nil:
			t.Error(item.Name, err)
		case strings.HasPrefix(item.Name, "medium"):
			// As many as were asked for, but for the chance of the traffic.
			if math.Abs(got-500_000) > 100_000 || took <= 0 {
				t.Errorf("%s: %v %s in %v", item.Name, got, item.Unit, took)
			}
		case item.Wall:
			if got != 100 {
				t.Errorf("%s: %v %s", item.Name, got, item.Unit)
			}
		case !told || got != want:
			t.Errorf("%s: %v %s", item.Name, got, item.Unit)
		}
	}
}
