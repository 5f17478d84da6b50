package erdemir

import (
	"context"
	"fmt"
	"strings"

	"halocline/bench/reproduce/claim"
)

// around holds runs in still water without fading, at the density that the scenario
// has and beside it.
type around struct {
	densities        []float64 // kg/m3
	hybrid, acoustic []*trial  // by density
}

// overDensity makes these runs.
func (l *Lab) overDensity(ctx context.Context) (*around, error) {
	a := &around{densities: []float64{1024, 1024.5, 1025, 1025.5, 1026}}
	var all []*trial
	for _, density := range a.densities {
		run := func(name string) *trial {
			return &trial{
				setup: fmt.Sprintf("%s, no fading, %g kg/m3", name, density), seed: l.Seed, rough: true,
				sets: append(still(), method(name), set("water.density", fmt.Sprintf("%gkg/m3", density)), set("nodes.auv.vehicle.step", coarse)),
			}
		}
		h, s := run(hybrid), run(acoustic)
		a.hybrid, a.acoustic = append(a.hybrid, h), append(a.acoustic, s)
		all = append(all, h, s)
	}
	return a, l.carryOut(ctx, all)
}

// runs returns what a report keeps of the runs.
func (a *around) runs() []claim.Run {
	var runs []claim.Run
	for i := range a.densities {
		runs = append(runs, a.hybrid[i].record(), a.acoustic[i].record())
	}
	return runs
}

// sensitivity says what the fitted density does to the time to the switch.
func (a *around) sensitivity() string {
	var densities, times []string
	for i, t := range a.hybrid {
		densities = append(densities, fmt.Sprintf("%g", a.densities[i]))
		times = append(times, fmt.Sprintf("%.1f", t.toSwitch()))
	}
	return fmt.Sprintf("what the fitted density does, without fading: at %s kg/m3 the switch comes after %s s", strings.Join(densities, ", "), strings.Join(times, ", "))
}

// sheet lists the times by density.
func (a *around) sheet() claim.Sheet {
	s := claim.Sheet{Name: "density", Shown: true, Columns: []string{"density (kg/m3), no fading", "switch (s)", "hybrid (s)", "acoustic (s)"}}
	for i, density := range a.densities {
		h, t := a.hybrid[i], a.acoustic[i]
		s.Rows = append(s.Rows, []string{fmt.Sprintf("%g", density), seconds(h.toSwitch()), seconds(h.time()) + why(h), seconds(t.time()) + why(t)})
	}
	return s
}
