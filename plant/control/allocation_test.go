package control

import (
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
)

// Nothing that runs at every sample allocates.
func TestNoAllocation(t *testing.T) {
	const half = 500 * time.Millisecond
	three := Triple{{Kp: 1, Ki: 1, Kd: 1}, {Kp: 1}, {Kp: 1}}
	bank := Bank{Sets: []PID{{Kp: 1}, {Kp: 2}}, Fade: time.Second}
	zones := Zones{Limits: []float64{10}}
	path := Path{{}, {X: 10}, {X: 20}}
	smith, _ := NewSmith(geom.Vec{X: 10, Y: 10, Z: 10}, geom.Vec{X: 1})
	var s TripleState
	var b BankState
	n := 0
	step := func() {
		n++
		at := sim.Time(n) * sim.Time(half)
		late := max(0, at-sim.Time(3*half))
		place := geom.Vec{X: float64(n % 30)}
		s, _ = three.Step(s, place, geom.Vec{}, half)
		b, _ = bank.Step(b, zones.Set(b.Set, float64(n%20)), 1, 1, half)
		smith.Push(at, geom.FromEuler(0, 0, 0), smith.Way(late, at).Sub(geom.Vec{X: 1}))
		smith.Forget(late)
		path.Pursue(0, place, 5)
	}
	allocs := testing.AllocsPerRun(10, func() { // counts whole ones, and what is rare too
		for range 100 {
			step()
		}
	})
	if allocs != 0 {
		t.Errorf("%g allocations in a hundred samples", allocs)
	}
}
