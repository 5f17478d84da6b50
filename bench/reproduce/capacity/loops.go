package capacity

import (
	"context"
	"fmt"
	"math"

	"halocline/bench/reproduce/claim"
	"halocline/bench/study/results"
	"halocline/bench/study/stats"
)

// reach is how far a loop goes with a protocol: the boundary of one of the studies of other loops.
type reach struct {
	crossing
	unit string
	most float64 // of the axis
}

func (r *reach) String() string {
	switch {
	case r.none() && r.always:
		return "less than was tried"
	case r.none():
		return fmt.Sprintf("no boundary up to %g %s", r.most, r.unit)
	case math.IsInf(r.High, 1):
		return fmt.Sprintf("more than %.3g %s", r.Low, r.unit)
	}
	return fmt.Sprintf("%.3g [%.3g, %.3g] %s", r.Estimate, r.Low, r.High, r.unit)
}

// reaches are those of all studies.
type reaches []reach

// findLoops looks for the boundaries of the studies of other loops.
func findLoops(ctx context.Context, seed uint64, workers int) (all reaches, err error) {
	for _, name := range loopStudies() {
		cells, err := searched(name, seed)
		if err != nil {
			return nil, err
		}
		unit := cells.AlongUnit()
		err = carryOut(ctx, cells, workers, func(file *results.File) error {
			for first := range cells.Boundaries() {
				_, found, err := cells.Seek(file, first, file.Planned)
				if err != nil {
					return err
				}
				r := reach{crossing: of(cells, first), unit: unit, most: cells.AlongMost()}
				r.Result = found
				if metric := cells.Boundary.Metric; metric == "auv.docked_first" { // which rises along the axis
					if r.always, err = kept(file, first, metric); err != nil {
						return err
					}
				}
				all = append(all, r)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// loopStudies are the studies of loops other than that of a place in still water.
func loopStudies() []string {
	return []string{"keep-turbulence", "follow-string", "follow-dock", "dock-first"}
}

// farther is what is said of two protocols: which one goes farther along the axis, or that they are alike.
type farther struct {
	study, first, second string
	alike                bool
	why                  string
}

// allFarther are the orders of protocols, each with what decides and with that switched off.
func allFarther() []farther {
	const (
		turbulence, str, dock, cone = "keep-turbulence", "follow-string", "follow-dock", "dock-first"
		aloha, tdma, laid           = "ALOHA, 2.5 s", "TDMA, 4 s", "TDMA laid out for 1500 m, 2.5 s"
	)
	return []farther{
		{turbulence, aloha, tdma, false, "a protocol that allows a tighter loop holds more of the turbulence in a tide"},
		{turbulence, aloha, laid, true, "slots that need no guards allow the same loop"},
		{turbulence, "ALOHA, 4 s", tdma, true, "with one loop for both, most of the difference is gone"},
		{str, "TDMA", "CSMA", false, "a prediction from older news amplifies more, and a string of vehicles becomes unstable at a lower gain"},
		{str, "CSMA", "ALOHA", false, "a prediction from older news amplifies more, and a string of vehicles becomes unstable at a lower gain"},
		{str, "ALOHA, without prediction", "TDMA", false, "who does not predict is behind, and amplifies nothing"},
		{dock, "TDMA", "ALOHA", false, "packets of those who follow meet those of a moving dock"},
		{dock, "ALOHA, the dock alone sends", "TDMA", false, "where nobody else sends, who waits for no slot has the newest news"},
		{cone, "ALOHA, with data", "TDMA, with data", false, "where positions are lost, a tight loop misses a cone"},
		{cone, "ALOHA, without data", "TDMA, with data", true, "without data nothing is lost"},
	}
}

// of returns what was found with a protocol.
func (all reaches) of(study, protocol string) (*reach, error) {
	for i := range all {
		if r := &all[i]; r.study == study && r.protocol == protocol {
			return r, nil
		}
	}
	return nil, fmt.Errorf("%s has no %s", study, protocol)
}

// ends returns the interval. Without a boundary it lies beyond the axis, or before it.
func (r *reach) ends() (low, high float64) {
	switch {
	case r.none() && r.always:
		return math.Inf(-1), math.Inf(-1)
	case r.none():
		return r.most, math.Inf(1)
	}
	return r.Low, r.High
}

// judge says whether an order holds.
func (all reaches) judge(f farther) (claim.Claim, error) {
	a, err := all.of(f.study, f.first)
	if err != nil {
		return claim.Claim{}, err
	}
	b, err := all.of(f.study, f.second)
	if err != nil {
		return claim.Claim{}, err
	}
	low, high := a.ends()
	under, over := b.ends()
	said, rule, holds := fmt.Sprintf("%s has a higher boundary than %s", f.first, f.second), "intervals apart", low > over
	if f.alike {
		said, rule, holds = fmt.Sprintf("%s and %s are alike", f.first, f.second), "intervals overlap", low <= over && under <= high
	}
	return claim.Statement(f.study+": "+f.why, "halocline sweep "+f.study, said, fmt.Sprintf("%s: %s, %s: %s", f.first, a, f.second, b), rule, holds).InOurWords(), nil
}

// foreseen is a boundary that is computed.
type foreseen struct {
	study, protocol, from string
	value                 float64
	shown                 string // why it is not judged
}

// allForeseen are computed from when positions come. In the string and below the dock a packet of 168 bit takes 192 ms with its header, and the frame of six
// slots 1.272 s, in which a packet waits for its slot. ALOHA is taken to lose a packet that any of the five others meets. Below the dock, five of fifteen
// distances are to the dock.
func allForeseen() []foreseen {
	const packet, frame, often = 0.192, 1.272, 2.5          // s
	const lag, path, leg = 1.0, 0.3, 4.0                    // s, 1/s, m
	const late = 4*536/5000.0 + 1500/1500.0 + 0.05 + 0.0125 // s, as in predictions
	const rows = "news that come at random excite the vehicles, too"
	tide := func(t timing, tau float64) float64 {
		return strongest(t, surge(1), tau, current{mean: 0.5, time: 20}, 1)
	}
	inSlots, often5 := timing{frame, packet, 0}, timing{often, packet, -math.Expm1(-2 * 5 * packet / often)}
	aloha := timing{1, late, -math.Expm1(-0.4 * 2 * 536 / 5000.0)}
	string6 := func(t timing, wait float64) float64 {
		return tightestString(t, wait, lag, motion{leg, 0.2}, path, 6)
	}
	dock := func(t timing, wait float64) float64 { return fastest(t, wait, lag, 1, leg, 0.2*math.Sqrt(3)) }
	return []foreseen{
		{"keep-turbulence", "ALOHA, 2.5 s", "the second moment of a lossy loop and Rice's rate", tide(aloha, 2.5), ""},
		{"keep-turbulence", "ALOHA, 4 s", "the second moment of a lossy loop and Rice's rate", tide(aloha, 4), ""},
		{"keep-turbulence", "TDMA, 4 s", "the second moment of the loop and Rice's rate", tide(timing{4, late, 0}, 4), ""},
		{"keep-turbulence", "TDMA laid out for 1500 m, 2.5 s", "the second moment of the loop and Rice's rate", tide(timing{1, late, 0}, 2.5), ""},
		{"dock-first", "ALOHA, with data", "the second moment of a lossy loop within 0.75 m, which the cone leaves", tightest(timing{1, 4*536/5000.0 + 0.0625, -math.Expm1(-2 * 4 * 2 * 536 / 5000.0)}, surge(0.75)), "the vehicle is inside before the loop has grown"},
		{"follow-string", "TDMA", "the mean over ages of what a follower does", string6(inSlots, frame), ""},
		{"follow-string", "ALOHA", "the mean over ages of what a follower does", string6(often5, 0), rows},
		{"follow-dock", "TDMA", "the error of a follower, in the mean over ages", dock(inSlots, frame), ""},
		{"follow-dock", "ALOHA, the dock alone sends", "the error of a follower, in the mean over ages", dock(timing{1.2, packet, 0}, 0), ""},
		{"follow-dock", "ALOHA", "the error of a follower, in the mean over ages", dock(often5, 0), rows},
	}
}

// claims are what is said of the loops, and what is predicted.
func (all reaches) claims() (out []claim.Claim, err error) {
	for _, f := range allFarther() {
		c, err := all.judge(f)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	for _, f := range allForeseen() {
		r, err := all.of(f.study, f.protocol)
		if err != nil {
			return nil, err
		}
		c := claim.Number(r.what(), r.unit, f.from, f.value, r.Estimate)
		switch {
		case r.none():
			c.Ours = claim.Number("", "", "", 0, math.NaN()).Ours
			c = c.Shown("no boundary in the range")
		case f.shown != "":
			c = c.Resting(r.unit, stats.Interval{Estimate: r.Estimate, Low: r.Low, High: r.High}).Shown(f.shown)
		default:
			c = c.Resting(r.unit, stats.Interval{Estimate: r.Estimate, Low: r.Low, High: r.High}).Within(0.15, "")
		}
		out = append(out, c)
	}
	return out, nil
}

// what names what a claim is about.
func (r *reach) what() string { return fmt.Sprintf("boundary of %s, %s", r.protocol, r.study) }

// boundaries is the table of what was found and predicted, in LaTeX, with a line of the margin file for each.
func (t *trace) boundaries() string {
	var rows [][]string
	for i := range t.loops {
		r := &t.loops[i]
		row := []string{r.study, r.protocol, r.String(), ""}
		for k := range t.others {
			if c := &t.others[k]; c.What == r.what() {
				row[3] = fmt.Sprintf("%.3g", float64(c.Published))
				if c.Verdict == claim.NotComparable {
					row[3] = "(" + row[3] + ")"
				}
			}
		}
		rows = append(rows, row)
		t.from(row[2], r.what(), r.study)
	}
	return tabular([]string{"study", "protocol", "found", "predicted"}, rows)
}
