package scenarios

import (
	"fmt"
	"math"
	"testing"

	"halocline/sim"
	"halocline/sim/trace"
)

// lamp takes a constant power, in W, while it is on.
type lamp float64

func (l lamp) Draw(sim.Time) float64       { return float64(l) }
func (l lamp) Energy(now sim.Time) float64 { return float64(l) * now.Sub(0).Seconds() }

// An account gives the energies of radios that Radios gives, and that of what was added: 3 W over 10 s less a warm-up of
// 4 s are 18 J. Halfway through the third frame, from 2 to 2.1 s, its sender draws the 4 W of transmitting, its receiver
// the 2 W of receiving and the third radio 2 W too, and before the frame 1 W each: the states of ferry.
func TestAccount(t *testing.T) {
	plan := parse(t, fmt.Sprintf(ferry, 0.0, "[]"))
	plan.Warmup = 4e9
	s, err := plan.Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var accounts []*Account
	for _, node := range []string{"a", "b", "c"} {
		a, err := s.Account(node)
		if err != nil {
			t.Fatal(err)
		}
		a.Add("lamp", lamp(3))
		accounts = append(accounts, a)
	}
	for at, want := range map[float64][3]float64{1.5: {4, 4, 4}, 2.05: {7, 5, 5}} {
		s.Kernel.NewTimer(sim.Probe, func(now sim.Time) {
			for i, a := range accounts {
				if got := a.Draw(now); got != want[i] {
					t.Errorf("at %g s node %d draws %g W, want %g W", at, i, got, want[i])
				}
			}
		}).Arm(sim.Time(at * 1e9))
	}
	end, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range s.Radios() {
		if got := accounts[i].Energies(end); len(got) != 2 || got[0] != r.Energy || math.Abs(got[1]-18) > 1e-12 {
			t.Errorf("%s: %v %v, want [r lamp] [%v 18]", r.Node, accounts[i].Names(), got, r.Energy)
		}
	}
	if _, err := s.Account("nobody"); err == nil {
		t.Error("a node that is not there has an account")
	}
}

// What is exported is enough for a battery: with 10 J left and a lamp of 3 W beside a radio that listens at 1 W, it takes
// its node out after 10/4 = 2.5 s to the nanosecond.
func TestBatteryOfAnAccount(t *testing.T) {
	var all facts
	s, err := parse(t, fmt.Sprintf(ferry, 20.0, "[]")).Build(nil, &all)
	if err != nil {
		t.Fatal(err)
	}
	account, err := s.Account("c")
	if err != nil {
		t.Fatal(err)
	}
	account.Add("lamp", lamp(3))
	const capacity = 10.0 // J
	var timer *sim.Timer
	timer = s.Kernel.NewTimer(sim.Ending, func(now sim.Time) {
		left := capacity
		for _, used := range account.Energies(now) {
			left -= used
		}
		if wait := math.Round(left / account.Draw(now) * 1e9); wait >= 1 {
			timer.Arm(now + sim.Time(wait))
		} else if err := s.Down("c", trace.Outage); err != nil {
			t.Error(err)
		}
	})
	timer.Arm(0)
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		if r.Kind == trace.Down {
			if r.Node != 2 || r.At != 2.5e9 {
				t.Errorf("node %d is down at %d ns, want node 2 at 2.5 s", r.Node, r.At)
			}
			return
		}
	}
	t.Error("the battery lasts")
}
