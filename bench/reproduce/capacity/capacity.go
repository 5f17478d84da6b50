// Package capacity finds the tightest loop that keeps a vehicle in its place, for the access protocols of the studies mac-range,
// mac-deafness, mac-losses and mac-load: where protocols change their order, what does it, and what is predicted.
//
// A loop counts as tight enough where half of the runs keep their place, since the share of them rises most there. The boundary is
// found by package boundary on the cells of the studies, and predicted from when positions come. For that the loop is linear, with the
// drag of a swing as wide as the bound. It is stable where the second moment of its state does not grow, with losses that are
// independent (Costa, Fragoso and Marques, 2005).
//
// Begin with Report.
//
// Left out: the vehicles' own data, which some protocols deliver and others lose; and axes other than the one ahead, which has the
// least margin.
package capacity

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strconv"

	"halocline/bench/report/figure"
	"halocline/bench/reproduce/claim"
	"halocline/bench/study/results"
	"halocline/bench/study/stats"
)

// searches are the studies whose boundaries are found.
func searches() []string {
	return []string{"mac-range", "mac-deafness", "mac-losses", "mac-load", "mac-criterion", "mac-few", settings, mapped}
}

// Report finds the boundaries of all studies, and holds their order and the predictions against them.
func Report(ctx context.Context, seed uint64, workers int) (*claim.Report, error) {
	var all found
	var drawings []claim.Figure
	for _, name := range searches() {
		some, err := find(ctx, name, seed, workers, func(file *results.File) (err error) {
			if name == mapped {
				drawings, err = maps(file)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	loops, err := findLoops(ctx, seed, workers)
	if err != nil {
		return nil, err
	}
	matter, err := effects(ctx, seed, workers)
	if err != nil {
		return nil, err
	}
	cost, err := outcomes(ctx, seed, workers)
	if err != nil {
		return nil, err
	}
	r, err := report(all, cost, loops, matter, seed)
	if err != nil {
		return nil, err
	}
	r.Figures = append(r.Figures, drawings...)
	for _, m := range scenes() {
		f, err := m.draw(ctx)
		if err != nil {
			return nil, err
		}
		r.Figures = append(r.Figures, f)
	}
	return r, nil
}

// report holds boundaries that were found against what is said of them. What assumptions do goes into the article.
func report(all found, cost []outcome, loops reaches, matter []claim.Text, seed uint64) (*claim.Report, error) {
	r := &claim.Report{
		Name: "docking-capacity", Title: "The tightest loop that keeps a vehicle in its place, by access protocol, and what decides it",
		Own:         true,
		Assumptions: assumptions(),
	}
	for _, o := range orders() {
		c, err := all.judge(o)
		if err != nil {
			return nil, err
		}
		r.Claims = append(r.Claims, c)
	}
	none, err := all.unbeaten()
	if err != nil {
		return nil, err
	}
	r.Claims = append(r.Claims, none)
	for _, p := range predictions() {
		c, err := all.predicted(p)
		if err != nil {
			return nil, err
		}
		r.Claims = append(r.Claims, c)
	}
	bought, err := bargains(cost)
	if err != nil {
		return nil, err
	}
	r.Claims = append(r.Claims, bought...)
	r.Sheets = []claim.Sheet{all.sheet(), price(cost)}
	r.Figures = []claim.Figure{{Name: "prediction", Figure: drawn(r.Claims)}}
	others, err := loops.claims()
	if err != nil {
		return nil, err
	}
	tight := len(r.Claims)
	r.Claims = append(r.Claims, others...)
	text, commands, err := article(all, cost, loops, matter, r, tight, seed)
	r.Texts, r.Sheets = []claim.Text{text}, append(r.Sheets, commands)
	return r, err
}

// assumptions says what the boundaries and their order stand on.
func assumptions() []string {
	return []string{
		"nobody has published this: numbers are predicted by theory, and the orders are those that the studies explain",
		"the tightest loop is that with which half of the runs keep their place, within 1 m for 80 s of 160 s; where many positions are lost, another span gives another loop: halocline sweep mac-span",
		"with seed 2, and so with runs of their own, the claims on mac-range, mac-deafness, mac-losses, mac-load and mac-criterion hold too; the others were not all made again",
		"a protocol is before another one if its interval lies wholly below; alike, if intervals overlap. Intervals are of 95 %, each boundary has runs of its own",
		"a loop is as tight as its time constant c is short: gains are kp = m/(4 c^2), ki = kp/(4 c), kd = m/c, between 1 s and 5 s; slower loops do not settle within a run",
		"predicted is the axis ahead: a period, a constant delay with 50 ms for the thrusters and 12.5 ms for half a step of the plant, independent losses, and the drag of a swing as wide as the bound",
		"losses of ALOHA are those of a Poisson process: an overlap with any of the others' frames, or with one of its own",
		"where many positions are lost, the share of runs rises slowly and falls again for loops that are too slack for the current: boundaries are less certain there than their intervals say",
		"of other loops, a higher boundary is the better one, except for the cone, where a tighter loop is; predictions in brackets are not judged",
		"predictions are judged where positions come with a constant delay and losses are independent, and shown where not; of CSMA, slotted ALOHA and acknowledgements there are none",
		"an order holds for the settings that its study names, and the study says which others turn it round",
	}
}

// found are the boundaries that were found.
type found []crossing

// of returns the boundary of a protocol in a case of a study.
func (f found) of(study, situation, protocol string) (*crossing, error) {
	for i := range f {
		if c := &f[i]; c.study == study && c.situation == situation && c.protocol == protocol {
			return c, nil
		}
	}
	return nil, fmt.Errorf("%s has no %s in the case %s", study, protocol, situation)
}

// order is what is said of two protocols in a case, or of one in a case and another one in another.
type order struct {
	study, situation, first, second string
	alike                           bool
	why                             string
	other                           string // the case of the second, where it is another
}

// orders are the regimes: each with what decides, and with that switched off; and what other settings make of them.
func orders() []order {
	const acks, alike = "ALOHA with acknowledgements", true
	return append([]order{
		{"mac-range", "near", "TDMA", "ALOHA", false, "collisions cost ALOHA more than slots cost TDMA", ""},
		{"mac-range", "far", "ALOHA", "TDMA", false, "guards of TDMA are as long as sound takes to the farthest vehicle", ""},
		{"mac-range", "far", "ALOHA", "TDMA without guards", alike, "without guards slots come once a second, and frames collide", ""},
		{"mac-range", "far", "TDMA laid out for 1500 m", "ALOHA", false, "slots for which all ways are known keep frames apart that are in the water at one time", ""},
		{"mac-range", "far", "ALOHA", "polling", false, "a cycle of polling takes the way to each vehicle and back", ""},
		{"mac-range", "far-at-once", "TDMA", "ALOHA", false, "without the delay of sound it is as near the station", ""},
		{"mac-range", "far-at-once", "polling", "ALOHA", false, "without the delay of sound it is as near the station", ""},
		{"mac-deafness", "half-duplex", "TDMA", "ALOHA", false, "a vehicle that sends at any time is deaf when positions come", ""},
		{"mac-deafness", "half-duplex", "polling", "ALOHA", false, "a vehicle that sends at any time is deaf when positions come", ""},
		{"mac-deafness", "half-duplex", "TDMA", "TDMA without guards", false, "without a guard the vehicle begins to send while a position comes", ""},
		{"mac-deafness", "full-duplex", "ALOHA", "TDMA", false, "a modem that hears while it sends loses nothing, and waits for no slot of a frame that beats with the positions", ""},
		{"mac-deafness", "full-duplex", "ALOHA", "TDMA without guards", alike, "a frame of 1 s begins with the positions, which wait for nothing either", ""},
		{"mac-deafness", "full-duplex", "ALOHA", "polling", false, "a modem that hears while it sends loses nothing, and waits for no poll", ""},
		{"mac-losses", "losses", acks, "ALOHA", false, "a repetition comes before the next position, 2 s later", ""},
		{"mac-losses", "losses", acks, "TDMA", false, "a repetition comes before the next position, 2 s later", ""},
		{"mac-losses", "losses-often", "ALOHA", acks, false, "the next position, 0.5 s later, is worth more than a repetition", ""},
		{"mac-losses", "losses-often", "ALOHA", acks, false, "a position every 0.5 s does more than repetitions of one every 2 s", "losses"},
		{"mac-losses", "no-losses", acks, "ALOHA", alike, "without losses nothing is repeated", ""},
		{"mac-losses", "no-losses-far", "ALOHA", acks, false, "an answer takes as long as the next position, and is waited for without losses too", ""},
		{"mac-load", "silent", "ALOHA", "TDMA", alike, "one sender has nothing to decide", ""},
		{"mac-load", "busy", "TDMA", "ALOHA", false, "data of the vehicles meet positions", ""},
		{"mac-load", "busy", "TDMA", "CSMA", false, "data of the vehicles meet positions, and the default back-off is long", ""},
		{"mac-load", "busy", "CSMA with a short back-off", "CSMA", false, "a vehicle that finds the channel busy looks again soon", ""},
		{"mac-load", "own-band", "ALOHA", "TDMA", alike, "data in a band of their own meet nothing", ""},
		{"mac-criterion", "half", "far, ALOHA", "far, TDMA", false, "the order at 1500 m does not depend on the bound", ""},
		{"mac-criterion", "twice", "far, ALOHA", "far, TDMA", false, "the order at 1500 m does not depend on the bound", ""},
		{"mac-criterion", "half", "half-duplex, TDMA", "half-duplex, ALOHA", false, "the order with half duplex does not depend on the bound", ""},
		{"mac-criterion", "twice", "half-duplex, TDMA", "half-duplex, ALOHA", false, "the order with half duplex does not depend on the bound", ""},
		{"mac-criterion", "half", "losses, with acknowledgements", "losses, ALOHA", false, "the order with losses does not depend on the bound", ""},
		{"mac-criterion", "twice", "losses, with acknowledgements", "losses, ALOHA", false, "the order with losses does not depend on the bound", ""},
		{"mac-criterion", "half", "busy, TDMA", "busy, ALOHA", false, "the order with data does not depend on the bound", ""},
		{"mac-criterion", "twice", "busy, TDMA", "busy, ALOHA", false, "the order with data does not depend on the bound", ""},
	}, append(ofFew(), ofMaps()...)...)
}

// judge says whether an order holds.
func (f found) judge(o order) (claim.Claim, error) {
	a, err := f.of(o.study, o.situation, o.first)
	if err != nil {
		return claim.Claim{}, err
	}
	b, err := f.of(o.study, cmp.Or(o.other, o.situation), o.second)
	if err != nil {
		return claim.Claim{}, err
	}
	second, cases := o.second, o.situation
	if o.other != "" {
		second, cases = fmt.Sprintf("%s of %s", o.second, o.other), o.situation+" and "+o.other
	}
	said, rule, holds := fmt.Sprintf("%s is before %s", o.first, second), "intervals apart", a.high() < b.low()
	if o.alike {
		said, rule, holds = fmt.Sprintf("%s and %s are alike", o.first, second), "intervals overlap", a.low() <= b.high() && b.low() <= a.high()
	}
	return claim.Statement(fmt.Sprintf("%s, %s: %s", o.study, cases, o.why), "halocline sweep "+o.study, said,
		fmt.Sprintf("%s %s, %s %s", o.first, a, second, b), rule, holds).InOurWords(), nil
}

// prediction is a boundary that is computed.
type prediction struct {
	study, situation, protocol string
	timing
	shown string  // why it is not judged
	bound float64 // within which the vehicle has to stay, m
}

// predictions are computed from when positions come. A packet of 512 bit takes 107.2 ms, of 536 with the header, and sound 1 s for 1500 m; the vehicle
// is the last of four.
func predictions() []prediction {
	const packet, sound, thrusters = 536 / 5000.0, 1500.0, 0.05 + 0.0125
	last := func(packets, way float64) float64 { return packets*packet + way/sound + thrusters }
	meets := func(rate float64) float64 { return -math.Expm1(-rate * 2 * packet) } // a frame of as long a one
	const cycle = "the delay is that of a cycle, and is not constant"
	const steady = "the share of runs is near a half from 4 s on and hardly rises, since losses in a row last as long as the loop takes"
	const rows = "frames that queue make the vehicle deaf for several positions on end"
	deaf := 1 - (1-0.6*4120/5000)*math.Exp(-0.6*packet)
	return append([]prediction{
		{"mac-range", "near", "TDMA", timing{1, last(4, 30), 0}, "", 1},
		{"mac-range", "far", "TDMA", timing{4, last(4, 1500), 0}, "", 1},
		{"mac-range", "far-at-once", "TDMA", timing{1, last(4, 0), 0}, "", 1},
		{"mac-range", "far", "TDMA laid out for 1500 m", timing{1, last(4, 1500), 0}, "", 1},
		{"mac-range", "near", "ALOHA", timing{1, last(4, 30), meets(0.4)}, "", 1},
		{"mac-range", "far", "ALOHA", timing{1, last(4, 1500), meets(0.4)}, "", 1},
		{"mac-range", "far-at-once", "ALOHA", timing{1, last(4, 0), meets(0.4)}, "", 1},
		{"mac-load", "silent", "ALOHA", timing{1, last(4, 100), 0}, "", 1},
		{"mac-load", "busy", "TDMA", timing{1, last(4, 100), 0}, "", 1},
		{"mac-load", "busy", "ALOHA", timing{1, last(4, 100), meets(2)}, "", 1},
		{"mac-losses", "no-losses", "ALOHA", timing{2, last(1, 100), 0}, "", 1},
		{"mac-losses", "losses", "ALOHA", timing{2, last(1, 100), 0.5}, "", 1},
		{"mac-losses", "losses-often", "ALOHA", timing{0.5, last(1, 100), 0.5}, "", 1},
		{"mac-losses", "losses-far-often", "ALOHA", timing{0.5, last(1, 1500), 0.5}, "", 1},
		{"mac-losses", "no-losses-far", "ALOHA", timing{2, last(1, 1500), 0}, "", 1},
		{"mac-criterion", "half", "far, TDMA", timing{4, last(4, 1500), 0}, "", 0.5},
		{"mac-criterion", "twice", "far, TDMA", timing{4, last(4, 1500), 0}, "", 2},
		{"mac-criterion", "half", "far, ALOHA", timing{1, last(4, 1500), meets(0.4)}, "", 0.5},
		{"mac-criterion", "twice", "far, ALOHA", timing{1, last(4, 1500), meets(0.4)}, "", 2},
		{"mac-criterion", "half", "busy, TDMA", timing{1, last(4, 100), 0}, "", 0.5},
		{"mac-criterion", "twice", "busy, TDMA", timing{1, last(4, 100), 0}, "", 2},
		{"mac-criterion", "half", "busy, ALOHA", timing{1, last(4, 100), meets(2)}, "", 0.5},
		{"mac-criterion", "twice", "busy, ALOHA", timing{1, last(4, 100), meets(2)}, "", 2},
		{"mac-criterion", "half", "losses, ALOHA", timing{2, last(1, 100), 0.5}, "", 0.5},
		{"mac-criterion", "twice", "losses, ALOHA", timing{2, last(1, 100), 0.5}, "", 2},
		{"mac-losses", "losses-far", "ALOHA", timing{2, last(1, 1500), 0.5}, steady, 1},
		{"mac-range", "near", "polling", timing{1, last(4, 30), 0}, cycle, 1},
		{"mac-load", "busy", "polling", timing{1, last(4, 100), 0}, cycle, 1},
		{"mac-deafness", "half-duplex", "TDMA", timing{1, last(1, 100), 0}, "the frame of 1.07 s does not begin with the positions, and their delay grows from one to the next", 1},
		{"mac-deafness", "half-duplex", "ALOHA", timing{1, last(1, 100), deaf}, rows, 1},
	}, append(expectedOfFew(), expectedOfMaps()...)...)
}

// predicted holds a prediction against what was found.
func (f found) predicted(p prediction) (claim.Claim, error) {
	c, err := f.of(p.study, p.situation, p.protocol)
	if err != nil {
		return claim.Claim{}, err
	}
	is := claim.Number(fmt.Sprintf("tightest loop of %s, %s, %s", p.protocol, p.study, p.situation), "s",
		fmt.Sprintf("a period of %g s, a delay of %.3g s, %.3g %% lost", p.Period, p.Delay, 100*p.Loss), tightest(p.timing, surge(p.bound)), c.Estimate)
	if c.none() {
		is.Ours = claim.Number("", "", "", 0, math.NaN()).Ours
		return is.Shown(cmp.Or(p.shown, fmt.Sprintf("no boundary between %g s and %g s", tightestTried, slackestTried))), nil
	}
	is = is.Resting("s", stats.Interval{Estimate: c.Estimate, Low: c.Low, High: c.High})
	if p.shown != "" {
		return is.Shown(p.shown), nil
	}
	return is.Within(0.15, ""), nil
}

// sheet is all boundaries, for reading.
func (f found) sheet() claim.Sheet {
	s := claim.Sheet{Name: "boundaries", Shown: true, Columns: []string{"study", "case", "protocol", "tightest loop (s)", "runs"}}
	for i := range f {
		c := &f[i]
		s.Rows = append(s.Rows, []string{c.study, c.situation, c.protocol, c.String(), strconv.Itoa(c.Runs)})
	}
	return s
}

// drawn shows what was found over what was predicted.
func drawn(claims []claim.Claim) figure.Figure {
	judged := figure.Curve{Name: "constant delay, independent losses", Join: figure.Apart}
	shown := figure.Curve{Name: "other delays and losses", Join: figure.Apart, Marker: figure.Ring}
	for i := range claims {
		c := &claims[i]
		if c.Unit == "" || math.IsNaN(float64(c.Ours)) {
			continue
		}
		to := &judged
		if c.Verdict == claim.NotComparable {
			to = &shown
		}
		to.X, to.Y = append(to.X, float64(c.Published)), append(to.Y, float64(c.Ours))
		to.Low, to.High = append(to.Low, float64(c.Low)), append(to.High, float64(c.High))
	}
	line := func(name string, slope float64) figure.Curve {
		return figure.Curve{Name: name, X: []float64{1, 5}, Y: []float64{slope, 5 * slope}, Thin: true}
	}
	return figure.Figure{
		X: figure.Axis{Quantity: "Predicted time constant", Unit: "s"}, Y: figure.Axis{Quantity: "Found time constant", Unit: "s"}, Legend: figure.Above,
		Layers: []figure.Layer{line("as predicted", 1), line("15 % more and less", 1.15), line("15 % more and less", 0.85), judged, shown},
	}
}
