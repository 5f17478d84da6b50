package capacity

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"halocline/bench/reproduce/claim"
	"halocline/bench/study/results"
	"halocline/bench/study/stats"
)

// docking is the study of what a docking into a cone costs: time, energy and the impulse at the cone.
const docking = "mac-pareto"

// costs are the metrics of which less is better.
func costs() []string { return []string{"auv.time_to_dock", "energy.transmit", "auv.impulse_max"} }

// outcome is what docking costs with a protocol in a case; NaN for a time where not all runs dock.
type outcome struct {
	situation, protocol string
	cost                [3]stats.Interval // in the order of costs
}

// outcomes makes the runs of that study.
func outcomes(ctx context.Context, seed uint64, workers int) (all []outcome, err error) {
	s, err := searched(docking, seed)
	if err != nil {
		return nil, err
	}
	err = carryOut(ctx, s, workers, func(file *results.File) error {
		for cell := range s.Count() {
			c := of(s, cell)
			o := outcome{situation: c.situation, protocol: c.protocol}
			for k, metric := range costs() {
				values, err := file.Values(cell, metric)
				if err != nil {
					return err
				}
				runs := make([]float64, 0, len(values))
				for _, v := range values {
					runs = append(runs, v.Value)
				}
				o.cost[k] = stats.Interval{Estimate: math.NaN(), Low: math.NaN(), High: math.NaN()}
				if len(runs) == s.Repeat {
					o.cost[k] = stats.Mean(runs, 0.95)
				}
			}
			all = append(all, o)
		}
		return nil
	})
	return all, err
}

// beaten tells whether another protocol costs less by its means in one thing, and no more in the others. One that does not always dock is
// beaten in time by all that do.
func (o *outcome) beaten(by *outcome) bool {
	less := false
	for k := range o.cost {
		a, b := o.cost[k].Estimate, by.cost[k].Estimate
		switch {
		case math.IsNaN(b) && math.IsNaN(a):
		case math.IsNaN(b):
			return false
		case math.IsNaN(a) || b < a:
			less = true
		case b > a:
			return false
		}
	}
	return less
}

// front returns the protocols of a case that none beats.
func front(all []outcome, situation string) (names []string) {
	for i := range all {
		o := &all[i]
		if o.situation == situation && !slices.ContainsFunc(all, func(by outcome) bool { return by.situation == situation && o.beaten(&by) }) {
			names = append(names, o.protocol)
		}
	}
	return names
}

// trade is what is said of two protocols that dock: the first one costs less in one thing, and more in another.
type trade struct {
	situation, first, second string
	less, more               int // in costs
	why                      string
}

func trades() []trade {
	const time, energy, impulse = 0, 1, 2
	return []trade{
		{"silent", "ALOHA", "TDMA", impulse, energy, "who sends all positions steers by younger ones, and who sends the newest in a frame sends less"},
		{"busy", "ALOHA", "TDMA", impulse, energy, "the same with data of others"},
		{"silent", "ALOHA", "polling", time, energy, "polling sends no more than it can ask for, and its positions are older"},
		{"busy", "ALOHA", "polling", time, energy, "the same with data of others"},
	}
}

// bargains holds outcomes against what is said of them.
func bargains(all []outcome) (claims []claim.Claim, err error) {
	find := func(situation, protocol string) (*outcome, error) {
		i := slices.IndexFunc(all, func(o outcome) bool { return o.situation == situation && o.protocol == protocol })
		if i < 0 {
			return nil, fmt.Errorf("%s has no %s in the case %s", docking, protocol, situation)
		}
		return &all[i], nil
	}
	words := []string{"time (s)", "energy (J)", "impulse (N·s)"}
	for _, t := range trades() {
		a, err := find(t.situation, t.first)
		if err != nil {
			return nil, err
		}
		b, err := find(t.situation, t.second)
		if err != nil {
			return nil, err
		}
		holds := a.cost[t.less].High < b.cost[t.less].Low && a.cost[t.more].Low > b.cost[t.more].High
		found := fmt.Sprintf("%s: %s %s, %s %s; %s: %s %s, %s %s", words[t.less], a.protocol, short(a.cost[t.less]), b.protocol, short(b.cost[t.less]),
			words[t.more], a.protocol, short(a.cost[t.more]), b.protocol, short(b.cost[t.more]))
		claims = append(claims, claim.Statement(fmt.Sprintf("%s, %s: %s", docking, t.situation, t.why), "halocline sweep "+docking,
			fmt.Sprintf("%s costs less %s than %s, and more %s", t.first, words[t.less], t.second, words[t.more]), found, "intervals apart", holds).InOurWords())
	}
	return claims, nil
}

// short writes an interval.
func short(i stats.Interval) string {
	if math.IsNaN(i.Estimate) {
		return "not always"
	}
	return fmt.Sprintf("%.4g [%.4g, %.4g]", i.Estimate, max(0, i.Low), i.High)
}

// price is all outcomes as rows, with who is on the front.
func price(all []outcome) claim.Sheet {
	s := claim.Sheet{Name: "pareto", Shown: true, Columns: []string{"case", "protocol", "time to dock (s)", "energy of sending (J)", "greatest impulse (N·s)", "on the front"}}
	for i := range all {
		o := &all[i]
		s.Rows = append(s.Rows, []string{
			o.situation, o.protocol, short(o.cost[0]), short(o.cost[1]), short(o.cost[2]),
			strconv.FormatBool(slices.Contains(front(all, o.situation), o.protocol)),
		})
	}
	return s
}
