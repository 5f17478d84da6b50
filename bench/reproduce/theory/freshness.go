package theory

import (
	"context"
	"fmt"
	"math"
	"strings"

	"halocline/bench/report/figure"
	"halocline/bench/reproduce/claim"
	"halocline/bench/study/stats"
	"halocline/scenarios"
	"halocline/sim/rng"
)

// fresh is one sender with a long queue, and a monitor beside it. A packet is served while it is on the air, 1 s on
// average, so that the rate of packets is the load of the queue.
const fresh = `
name: fresh
duration: %gs
links:
  water:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 100kbps, capture: off}
    mac: {type: aloha, header: 0bit, queue: 1000000}
nodes:
  - {name: monitor}
  - {name: sender, at: [150m, 0m, 0m]}
traffic:
  - %s
`

const (
	meanBits = 100000 // of a packet: a second on the air
	toSink   = 0.1    // s, the way to the monitor, which is added to each age
)

// queue is one of Kaul, Yates and Gruteser (2012): packets are served as they come, and the monitor knows the newest.
type queue struct {
	name    string
	age     func(load float64) float64 // mean, in mean times of service
	best    float64                    // the load of the least age, where the derivative of age is 0
	random  bool                       // gaps are exponential, or all the same
	varying bool                       // so are the times of service
}

// queues returns the three whose ages they work out.
//
//	M/M/1: 1 + 1/r + r^2/(1-r), least where r^4 - 2 r^3 + r^2 - 2 r + 1 = 0
//	M/D/1: 1/2 + 1/(2 (1-r)) + (1-r) e^r/r
//	D/M/1: 1/(2r) + 1/(1-b), where b = e^-((1-b)/r)
func queues() []queue {
	all := []queue{
		{name: "M/M/1", random: true, varying: true, age: func(r float64) float64 { return 1 + 1/r + r*r/(1-r) }},
		{name: "M/D/1", random: true, age: func(r float64) float64 { return 0.5 + 0.5/(1-r) + (1-r)*math.Exp(r)/r }},
		{name: "D/M/1", varying: true, age: func(r float64) float64 {
			b := 0.0
			for range 1000 {
				b = math.Exp(-(1 - b) / r)
			}
			return 0.5/r + 1/(1-b)
		}},
	}
	for i := range all {
		all[i].best = least(all[i].age, 0.3, 0.8)
	}
	return all
}

// least returns where a function with one minimum has it, by golden sections.
func least(f func(x float64) float64, low, high float64) float64 {
	part := (math.Sqrt(5) - 1) / 2
	for range 60 {
		a, b := high-part*(high-low), low+part*(high-low)
		if f(a) < f(b) {
			high = b
		} else {
			low = a
		}
	}
	return (low + high) / 2
}

// measure is the mean age at a load in a run of some duration, in s, without the way. Gaps, and times of service, of two
// loads have the same random numbers.
func (q queue) measure(ctx context.Context, load, duration float64, seed uint64) (float64, error) {
	source := fmt.Sprintf("{type: poisson, from: sender, to: monitor, rate: %g/s, size: %dbit}", load, meanBits)
	if q.varying {
		source = "{type: trace, file: packets.csv}"
	}
	text := func(string) ([]byte, error) { return fmt.Appendf(nil, fresh, duration, source), nil }
	data := func(string) ([]byte, error) { return q.packets(load, duration, seed), nil }
	plan, err := scenarios.Files{Library: scenarios.Standard(), Text: text, Data: data}.Load(file, seeded(seed, nil))
	if err != nil {
		return 0, err
	}
	s, err := carryOut(ctx, plan)
	if err != nil {
		return 0, err
	}
	return float64(s.AgeMean) - toSink, nil
}

// packets lists packets of exponential sizes.
func (q queue) packets(load, duration float64, seed uint64) []byte {
	var b strings.Builder
	b.WriteString("time_s,from,to,bits\n")
	source := rng.New(seed)
	gaps, sizes := source.Stream("gaps"), source.Stream("sizes")
	for t := 0.0; ; {
		gap := 1.0
		if q.random {
			gap = gaps.Exp()
		}
		if t += gap / load; t >= duration {
			return []byte(b.String())
		}
		fmt.Fprintf(&b, "%.9f,sender,monitor,%.0f\n", t, math.Max(1, meanBits*sizes.Exp()))
	}
}

// slope is the derivative of the mean age by the load, by a difference on the same random numbers.
func (q queue) slope(ctx context.Context, load float64, seed uint64) (float64, error) {
	const duration = 20000 // s
	more, err := q.measure(ctx, load+aside, duration, seed)
	if err != nil {
		return 0, err
	}
	less, err := q.measure(ctx, load-aside, duration, seed)
	return (more - less) / (2 * aside), err
}

// aside is how far from a load the ages of its difference are. The difference is 0 elsewhere than the derivative, by less
// than 0.0002 of a load.
const aside = 0.02

const ofFreshness = "Kaul, Yates and Gruteser, Real-time status: how often should one update?, INFOCOM 2012"

// Freshness holds the age of a queue, and the load at which it is least, against theory.
func Freshness(ctx context.Context, seed uint64, workers int) (*claim.Report, error) {
	r := &claim.Report{
		Name: "age-queues", Title: "Rate of updates at which their mean age is least, of queues that are served as packets come",
		Assumptions: []string{
			"the queue is that of an access protocol with one sender; a packet is served while it is on the air, and the way of 0.1 s is taken from each age",
			"packets of exponential size come from a list, others from Poisson traffic",
			"the least age is where the derivative by the load crosses 0: a difference of runs 0.02 above and below on the same random numbers",
			"the published load is where the derivative of the formula is 0; 0.625 is quoted for M/D/1 and 0.515 for D/M/1, where the formulas give an age that is larger by less than 0.01 %",
		},
	}
	ages := figure.Figure{X: figure.Axis{Quantity: "Load of the queue"}, Y: figure.Axis{Quantity: "Mean age", Unit: "times of service", From: 1.5, To: 7}}
	sheet := claim.Sheet{Name: "ages", Columns: []string{"queue", "load", "mean age", "low", "high", "theory"}}
	var all []search
	for _, q := range queues() {
		all = append(all, search{
			What: q.name + ": load of the least age", Source: ofFreshness, Theory: q.best, From: 0.4, To: 0.72, Step: 0.002, Within: 0.004,
			Measure: func(ctx context.Context, load float64, seed uint64) (float64, error) { return q.slope(ctx, load, seed) },
		})
	}
	best, err := boundaries(ctx, seed, workers, all)
	if err != nil {
		return nil, err
	}
	for i, q := range queues() {
		r.Claims = append(r.Claims, best[i])
		if err := q.ages(ctx, seed, workers, r, &ages, &sheet); err != nil {
			return nil, err
		}
	}
	r.Figures, r.Sheets = []claim.Figure{{Name: "age", Figure: ages}}, []claim.Sheet{sheet}
	return r, nil
}

// ages adds the mean age over the load to a figure and a sheet, and that at a load of a half as a claim.
func (q queue) ages(ctx context.Context, seed uint64, workers int, r *claim.Report, to *figure.Figure, sheet *claim.Sheet) error {
	const runs, duration, half = 40, 5000, 5
	law, ours := figure.Curve{Name: "theory", Thin: true}, figure.Curve{Name: q.name, Join: figure.Apart}
	for i := range 131 {
		load := 0.2 + float64(i)*0.005
		law.X, law.Y = append(law.X, load), append(law.Y, q.age(load))
	}
	for tenths := 2; tenths <= 8; tenths++ {
		load := float64(tenths) / 10
		values, err := repeated(ctx, workers, seed, fmt.Sprintf("%s at %g", q.name, load), runs, func(ctx context.Context, seed uint64) (float64, error) {
			return q.measure(ctx, load, duration, seed)
		})
		if err != nil {
			return err
		}
		i := stats.Mean(values, 0.95)
		ours.X, ours.Y = append(ours.X, load), append(ours.Y, i.Estimate)
		ours.Low, ours.High = append(ours.Low, i.Low), append(ours.High, i.High)
		sheet.Rows = append(sheet.Rows, []string{q.name, fmt.Sprint(load), digits(i.Estimate), digits(i.Low), digits(i.High), digits(q.age(load))})
		if tenths == half {
			c := claim.Mean(q.name+": mean age at a load of 0.5", "times of service", ofFreshness, q.age(load), values)
			r.Claims = append(r.Claims, within3SE(c, i))
		}
	}
	to.Layers = append(to.Layers, law, ours)
	return nil
}

// digits writes a number into a sheet.
func digits(x float64) string { return fmt.Sprintf("%.6g", x) }
