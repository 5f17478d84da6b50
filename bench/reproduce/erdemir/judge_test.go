package erdemir

import (
	"math"
	"strings"
	"testing"

	"halocline/plant/ncs"

	"halocline/bench/reproduce/claim"
	"halocline/bench/study/measure"
	"halocline/bench/study/stats"
	"halocline/sim/trace"
)

// made returns trials that docked after so many seconds; NaN for one that did not.
func made(times ...float64) []*trial {
	trials := make([]*trial, len(times))
	for i, s := range times {
		v := ncs.VoyageSummary{Outcome: ncs.OutcomeDocked, TimeToDock: trace.Measure(s)}
		if math.IsNaN(s) {
			v.Outcome = ncs.OutcomeLimit
		}
		trials[i] = &trial{Outcome: &measure.Outcome{Programs: measure.Programs{{Nodes: []measure.ProgramAt{{Report: v}}}}}}
	}
	return trials
}

var never = math.NaN()

// want fails unless a claim has a verdict.
func want(t *testing.T, what string, c claim.Claim, verdict claim.Verdict) {
	t.Helper()
	if c.Verdict != verdict {
		t.Errorf("%s: %s, want %s: %s (%s)", what, c.Verdict, verdict, c.Found, c.Rule)
	}
}

// Means that fall, stay, or lack a run that docked do not grow.
func TestGrows(t *testing.T) {
	for what, c := range map[string]struct {
		cells   [][]*trial
		verdict claim.Verdict
	}{
		"rises":        {[][]*trial{made(100, 102), made(103, 105), made(110, 112)}, claim.Holds},
		"falls":        {[][]*trial{made(100, 102), made(103, 105), made(99, 101)}, claim.Differs},
		"ties":         {[][]*trial{made(100, 102), made(101, 101)}, claim.Differs},
		"partly docks": {[][]*trial{made(100, 102), made(110, never)}, claim.Differs},
		"never docks":  {[][]*trial{made(100, 102), made(never, never)}, claim.Differs},
		"one current":  {[][]*trial{made(100, 102)}, claim.Differs},
		"no current":   {nil, claim.Differs},
	} {
		want(t, what, grows("", c.cells), c.verdict)
	}
}

// Hybrid is faster by the paired interval, with all of its runs docked. The differences
// 20, 21, 22 have the deviation 1, and the half width 4.303/sqrt 3 = 2.484. A run of
// acoustic that does not dock counts with 400 s.
func TestFaster(t *testing.T) {
	for what, c := range map[string]struct {
		hybrid, acoustic []*trial
		verdict          claim.Verdict
	}{
		"faster":                  {made(100, 101, 102), made(120, 122, 124), claim.Holds},
		"slower":                  {made(120, 122, 124), made(100, 101, 102), claim.Differs},
		"the same":                {made(100, 101, 102), made(100, 101, 102), claim.Differs},
		"not by the interval":     {made(100, 101, 102), made(101, 99, 105), claim.Differs},
		"acoustic never docks":    {made(100, 101, 102), made(never, never, never), claim.Holds},
		"acoustic docks once":     {made(100, 101, 102), made(120, never, never), claim.Differs}, // 20, 299, 298 s: 95 % of them from -192 s on
		"hybrid docks partly":     {made(100, 101, never), made(120, 122, 124), claim.Differs},
		"neither of them docks":   {made(never, never, never), made(never, never, never), claim.Differs},
		"hybrid partly, no other": {made(100, 101, never), made(never, never, never), claim.Differs},
		// 300 s eight times and 0 s once: 267 s, with a deviation of 100 s 190 s to 344 s.
		"hybrid fails once of nine": {made(100, 100, 100, 100, 100, 100, 100, 100, never), made(never, never, never, never, never, never, never, never, never), claim.Differs},
	} {
		want(t, what, faster(0.1, c.hybrid, c.acoustic), c.verdict)
	}
	c := faster(0.1, made(100, 101, 102), made(120, 122, 124))
	if math.Abs(float64(c.Ours)-21) > 1e-9 || math.Abs(float64(c.High)-23.484) > 0.001 || math.Abs(float64(c.Low)-18.516) > 0.001 {
		t.Errorf("%g, %g to %g, want 21, 18.516 to 23.484", c.Ours, c.Low, c.High)
	}
}

// Where acoustic docks and where it does not.
func TestReach(t *testing.T) {
	want(t, "all dock", docks(made(1, 2)), claim.Holds)
	want(t, "one does not", docks(made(1, never)), claim.Differs)
	want(t, "no run to dock", docks(nil), claim.Differs)
	want(t, "none docks", fails(made(never, never)), claim.Holds)
	want(t, "one docks", fails(made(never, 2)), claim.Differs)
	want(t, "no run to fail", fails(nil), claim.Differs)
	g := &grid{speeds: currents(), beyond: [][]*trial{made(200, 200), made(300, never), made(never, never), made(never, never)}}
	if c := g.utmost(); c.Ours != 0.21 || c.Verdict != claim.NotComparable || !strings.Contains(c.Rule, "1 of 2 at 0.22 m/s") {
		t.Errorf("%+v", c)
	}
	if g.split() != 5 {
		t.Errorf("%d currents up to 0.2 m/s, want 0, 0.05, 0.1, 0.15, 0.2", g.split())
	}
}

// Errors are similar if their ratio is one within 15 %, with all of its interval.
func TestSimilar(t *testing.T) {
	for what, c := range map[string]struct {
		shares  []float64
		verdict claim.Verdict
	}{
		"a little less":   {[]float64{0.94, 0.95, 0.96}, claim.Holds},
		"a little more":   {[]float64{1.04, 1.05, 1.06}, claim.Holds},
		"too small":       {[]float64{0.83, 0.84, 0.85}, claim.Differs},
		"too great":       {[]float64{1.15, 1.16, 1.17}, claim.Differs},
		"one in the mean": {[]float64{0.6, 1, 1.4}, claim.Differs},
		"nothing known":   {[]float64{never, never, never}, claim.Differs},
	} {
		want(t, what, similar(0.1, c.shares), c.verdict)
	}
}

// At higher currents the ratio is lower, seed by seed: the three seeds differ by 0.01,
// the currents by 0.02.
func TestBetter(t *testing.T) {
	lower := [][]float64{{0.94, 0.95, 0.96}, {0.94, 0.95, 0.96}}
	for what, c := range map[string]struct {
		shares  []float64
		lower   [][]float64
		verdict claim.Verdict
	}{
		"lower with every seed":     {[]float64{0.92, 0.93, 0.94}, lower, claim.Holds},
		"lower with other seeds":    {[]float64{0.95, 0.93, 0.91}, lower, claim.Differs},
		"the same":                  {[]float64{0.94, 0.95, 0.96}, lower, claim.Differs},
		"higher":                    {[]float64{0.96, 0.97, 0.98}, lower, claim.Differs},
		"lower, but acoustic's not": {[]float64{1.02, 1.03, 1.04}, [][]float64{{1.04, 1.05, 1.06}}, claim.Differs},
	} {
		want(t, what, better(0.3, c.shares, c.lower), c.verdict)
	}
	if c := better(0.3, []float64{0.92, 0.93, 0.94}, lower); !strings.Contains(c.Found, "-0.0200") {
		t.Errorf("%s, want -0.0200", c.Found)
	}
}

// A skew is harmless if it changes the time to dock by less than 0.1 s, and what is less
// than a millisecond is not told.
func TestUnchanged(t *testing.T) {
	for what, c := range map[string]struct {
		d       stats.Interval
		verdict claim.Verdict
		found   string
	}{
		"nothing":       {stats.Interval{}, claim.Holds, "less than the 1 ms resolution"},
		"little":        {stats.Interval{Low: -0.02, Estimate: 0.01, High: 0.04}, claim.Holds, "+0.0100 s"},
		"later":         {stats.Interval{Low: 0.02, Estimate: 0.08, High: 0.14}, claim.Differs, "+0.0800 s"},
		"earlier":       {stats.Interval{Low: -0.14, Estimate: -0.08, High: -0.02}, claim.Differs, "-0.0800 s"},
		"does not dock": {stats.Interval{Missing: 1}, claim.Differs, ""},
		"unknown":       {stats.Interval{Low: never, Estimate: never, High: never}, claim.Differs, ""},
	} {
		v := unchanged(hybrid, c.d)
		want(t, what, v, c.verdict)
		if !strings.Contains(v.Found, c.found) {
			t.Errorf("%s: %s", what, v.Found)
		}
	}
	if got := strings.Join(later(stats.Interval{}), ", "); got != "less than 1 ms, less than the 1 ms resolution" {
		t.Error(got)
	}
}

// Series that are the same until 2 s, where one of them has 3 W at most and then 9 W.
func TestPower(t *testing.T) {
	h := measure.Line{Times: []float64{0, 1, 2, 3}, Values: []float64{1, 3, 9, 2}}
	a := measure.Line{Times: []float64{0, 1, 2}, Values: []float64{1, 3, 4}}
	if differ, before, after := power(h, a, 2); differ != 0 || before != 3 || after != 9 {
		t.Errorf("%g W, %g W, %g W", differ, before, after)
	}
	if differ, _, _ := power(h, a, 2.5); differ != 5 {
		t.Errorf("%g W at 2 s, want 9 W - 4 W", differ)
	}
}

// Seeds that dock and one that does not: 100, 102, 104 have the mean 102, the deviation
// 2, and the half width 4.303 x 2/sqrt 3 = 4.97.
func TestSpread(t *testing.T) {
	for want, trials := range map[string][]*trial{
		"102.00 +- 4.97":         made(100, 102, 104),
		"102.00 +- 4.97, 3 of 4": made(100, 102, never, 104),
		"100.00, 1 of 2":         made(100, never),
		"none of 2":              made(never, never),
	} {
		if got := spread(trials, (*trial).time); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := number(math.Inf(-1)) + number(math.Inf(1)) + number(never); got != "" {
		t.Errorf("%q is no number", got)
	}
}
