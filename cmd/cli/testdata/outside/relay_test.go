package main

import (
	"math"
	"slices"
	"testing"

	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/trace"
)

// library is that of this module.
func library(t *testing.T) *scenarios.Library {
	t.Helper()
	l := scenarios.Standard()
	if err := add(l); err != nil {
		t.Fatal(err)
	}
	return l
}

// A reading of 256 bit takes 0.256 s and 1 s on the way by sound, and 0.0256 s and 1 us by radio: the first one is there
// after 1.281601 s. Of those that are sent at 0, 10, ... 90 s ten come, and one at 100 s does not; the relay
// answers at 5, 25, 45, 65 and 85 s.
func TestHops(t *testing.T) {
	plan, err := library(t).Load("hops", nil)
	if err != nil {
		t.Fatal(err)
	}
	out, err := measure.Run(t.Context(), plan, measure.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{"ship.readings": 10, "ship.time_to_first": 1.281601, "buoy.answers": 5}
	for _, m := range out.Metrics() {
		if w, ok := want[m.Name]; ok && math.Abs(m.Value-w) > 1e-9 {
			t.Errorf("%s is %g, want %g", m.Name, m.Value, w)
		}
		delete(want, m.Name)
	}
	if len(want) > 0 {
		t.Errorf("no metrics %v", want)
	}
}

// What comes in from outside makes the same run when its journal is replayed.
func TestPeriodFromOutside(t *testing.T) {
	run := func(drive func(*scenarios.Simulation)) (string, []scenarios.Input) {
		plan, err := library(t).Load("hops", nil)
		if err != nil {
			t.Fatal(err)
		}
		fingerprint := trace.NewFingerprint()
		s, err := plan.Build(nil, fingerprint)
		if err != nil {
			t.Fatal(err)
		}
		drive(s)
		if _, err := s.RunUntil(t.Context(), sim.Time(100e9)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Close(); err != nil {
			t.Fatal(err)
		}
		return fingerprint.Sum(), s.Journal()
	}
	live, journal := run(func(s *scenarios.Simulation) {
		s.Start()
		for i, period := range []float64{3, 0.7, 20} {
			if _, err := s.RunUntil(t.Context(), sim.Time(int64(i+1)*17e9)); err != nil {
				t.Fatal(err)
			}
			if err := s.Input(s.Kernel.Now(), "buoy.period", period); err != nil {
				t.Fatal(err)
			}
		}
	})
	replayed, again := run(func(s *scenarios.Simulation) {
		if err := s.Replay(journal); err != nil {
			t.Fatal(err)
		}
		s.Start()
	})
	silent, _ := run((*scenarios.Simulation).Start)
	if live != replayed || !slices.Equal(journal, again) || len(journal) != 3 || live == silent {
		t.Errorf("live %s, replayed %s, without %s; journals %v and %v", live, replayed, silent, journal, again)
	}
}
