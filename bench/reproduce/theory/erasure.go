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
	"halocline/scenarios/strict"
	"halocline/sim/trace"
)

// lossy is a sender with a packet each second, which arrives within 0.3 s or never. The loop over it is a scalar one,
//
//	x' = a x + u + w,  |a| > 1,  w of variance 1,
//
// in which u = -a x cancels the state if the packet of the step arrives, and is 0 if not. The second moment of the
// state, over w, follows from the arrivals alone:
//
//	m' = 1 if the packet arrives, and a^2 m + 1 if it is lost.
//
// Its mean over arrivals is bounded if each further loss in a row has a probability below 1/a^2, since of a^2k, the
// growth over k losses in a row, the mean is then a convergent sum. Squares of x are not sampled: they have a power
// law, of which a mean tells nothing near the boundary.
const lossy = `
name: lossy
duration: 2000s
links:
  water:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps, capture: off}
    mac: {type: aloha, header: 0bit, queue: 0}
nodes:
  - {name: receiver}
  - {name: sender, at: [150m, 0m, 0m]}
traffic:
  - {type: periodic, phase: same, from: sender, to: receiver, period: 1s, size: 200bit}
`

// crowded is a sender with a packet every ten seconds, and ten others that send at random whenever they are idle. A packet
// is on the air for a second and is lost if it overlaps with another, by pure ALOHA.
const crowded = `
name: crowded
duration: 20000s
links:
  water:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps, capture: off}
    mac: {type: aloha, header: 0bit, queue: 0}
nodes:
  - {name: receiver}
  - {name: sender, at: [150m, 0m, 0m]}
  - {name: other, count: 10, place: {type: ring, radius: 150m}}
traffic:
  - {type: periodic, phase: same, from: sender, to: receiver, period: 10s, size: 1000bit}
  - {type: poisson, from: other, to: receiver, rate: 1/s, size: 1000bit}
`

// arrivals tells of each packet of a node whether it arrived.
type arrivals struct {
	from    int32
	first   map[uint64]int // packets of the sender that are offered, by number
	arrived []bool
}

// Emit implements trace.Tracer.
func (a *arrivals) Emit(r trace.Record) {
	switch {
	case r.Kind == trace.Offered && r.Node == a.from:
		a.first[r.Pkt] = len(a.arrived)
		a.arrived = append(a.arrived, false)
	case r.Kind == trace.Delivered && r.Peer == a.from:
		a.arrived[a.first[r.Pkt]] = true
	}
}

// watched runs a scenario that is given as text and returns which packets of its second node arrived. The last one may
// be on its way when the run ends, and is left out.
func watched(ctx context.Context, text string, seed uint64, sets ...strict.Set) ([]bool, error) {
	plan, err := scenarios.Standard().Parse(file, text, seeded(seed, sets))
	if err != nil {
		return nil, err
	}
	a := &arrivals{from: 1, first: map[uint64]int{}}
	if _, err := carryOut(ctx, plan, a); err != nil {
		return nil, err
	}
	return a.arrived[:len(a.arrived)-1], nil
}

// again returns the share of losses among the packets that follow so many losses in a row at least, which is the probability of
// one more.
func again(arrived []bool, after int) float64 {
	row, lost, all := 0, 0.0, 0.0
	for _, ok := range arrived {
		if row >= after {
			all++
			if !ok {
				lost++
			}
		}
		if row++; ok {
			row = 0
		}
	}
	return lost / all
}

// growth measures by which factor the second moment grows from one loss in a row to the next: a^2 times the probability of the next.
func growth(a float64, text string, after int, sets func(place float64) []strict.Set) func(context.Context, float64, uint64) (float64, error) {
	return func(ctx context.Context, place float64, seed uint64) (float64, error) {
		arrived, err := watched(ctx, text, seed, sets(place)...)
		return a * a * again(arrived, after), err
	}
}

// moment is the mean of the second moment over a run.
func moment(a float64, arrived []bool) float64 {
	m, sum := 1.0, 0.0
	for _, ok := range arrived {
		if ok {
			m = 0
		}
		m = a*a*m + 1
		sum += m
	}
	return sum / float64(len(arrived))
}

// covariance is the mean over a run of the variance of the error of a Kalman filter that predicts the state from those
// measurements that arrive, with noise of variance 1 (Sinopoli et al. 2004, equation 8, of a scalar).
func covariance(a float64, arrived []bool) float64 {
	p, sum := 1.0, 0.0
	for _, ok := range arrived {
		sum += p
		next := a*a*p + 1
		if ok {
			next -= a * a * p * p / (p + 1)
		}
		p = next
	}
	return sum / float64(len(arrived))
}

// bounds returns those of the mean of covariance, with a loss p: the least is S = p a^2 S + 1, and the greatest the fixed
// point of V = a^2 V + 1 - (1-p) a^2 V^2/(V+1) (Sinopoli et al. 2004, theorem 4). Put over V+1 the latter is
// (1 - p a^2) V^2 - a^2 V - 1 = 0.
func bounds(a, p float64) (least, greatest float64) {
	spare := 1 - p*a*a
	return 1 / spare, (a*a + math.Sqrt(a*a*a*a+4*spare)) / (2 * spare)
}

// Sources of the critical probabilities.
const (
	ofControl    = "1/a^2; Elia, Systems & Control Letters 54, 2005; Schenato et al., Proc. IEEE 95, 2007"
	ofMemory     = "a^2 times a spectral radius is 1; Coviello, Minero and Franceschetti, Stabilization over Markov feedback channels: the general case"
	ofEstimation = "1 - 1/a^2; Sinopoli et al., IEEE Trans. Automatic Control 49, 2004"
)

// critical are the boundaries of loops over links with losses that have no memory.
func critical() []search {
	loss := func(p float64) []strict.Set {
		return []strict.Set{set("links.water.modem.errors", fmt.Sprintf("{type: loss, probability: %g}", p))}
	}
	fading := func(kind string) func(watts float64) []strict.Set {
		return func(watts float64) []strict.Set {
			return []strict.Set{
				set("links.water.modem.fading", kind),
				set("links.water.modem.budget", fmt.Sprintf("{type: watts, power: %gW, threshold: 1W}", watts)),
			}
		}
	}
	others := func(load float64) []strict.Set {
		return []strict.Set{set("traffic[1].rate", fmt.Sprintf("%g/s", load/10))}
	}
	// The power that arrives is exponential, so that a packet arrives with e^-(threshold/power).
	power := -1 / math.Log(1-1/(1.25*1.25))
	// With memory of two steps the power has to be larger: 54 % of the packets may be lost then, and 64 % without. After four losses in
	// a row the probability of one more is what it is after many.
	// A packet arrives with (e^-x/(1+x))^10 beside ten others that offer x each; see finiteALOHA.
	x, critical := 0.0, 1-1/(1.25*1.25)
	for range 60 { // Newton's method, of x + log(1+x)
		x -= (x + math.Log1p(x) + math.Log(critical)/10) / (1 + 1/(1+x))
	}
	return []search{
		{
			What: "control with a = 1.25, losses of a share: greatest loss", Source: ofControl, Theory: 1 / (1.25 * 1.25), From: 0.4, To: 0.88, Step: 0.001,
			At: 1, Within: 0.004, Measure: growth(1.25, lossy, 1, loss),
		},
		{
			What: "control with a = 2, losses of a share: greatest loss", Source: ofControl, Theory: 1. / 4, From: 0.05, To: 0.5, Step: 0.001,
			At: 1, Within: 0.003, Measure: growth(2, lossy, 1, loss),
		},
		{
			What: "control with a = 1.25 under Rayleigh fading: least mean power over the threshold", Source: ofControl + "; losses 1 - e^-(threshold/power)",
			Theory: power, From: 0.4, To: 2, Step: 0.005, At: 1, Within: 0.015, Measure: growth(1.25, lossy, 1, fading("rayleigh")),
		},
		{
			What: "control with a = 1.25 under Rayleigh fading with a memory of two steps: least mean power over the threshold", Source: ofMemory,
			Theory: powerWithMemory(1/(1.25*1.25), math.Exp(-0.5)), From: 0.8, To: 3, Step: 0.01, At: 1, Within: 0.03,
			Measure: growth(1.25, strings.Replace(lossy, "2000s", "8000s", 1), 4, fading("{type: block-rayleigh, coherence: 2s}")),
		},
		{
			What: "estimation with a = 1.25 beside ten senders of pure ALOHA: greatest load that they offer", Unit: "frames per frame time",
			Source: ofEstimation + "; arrivals (e^-x/(1+x))^10", Theory: 10 * x, From: 0.2, To: 0.9, Step: 0.002, At: 1, Within: 0.01, Measure: growth(1.25, crowded, 1, others),
		},
	}
}

// Erasure holds loops over simulated links that lose packets against the critical probabilities of the literature.
func Erasure(ctx context.Context, seed uint64, workers int) (*claim.Report, error) {
	r := &claim.Report{
		Name: "loop-erasure", Title: "Losses of simulated links against the critical probabilities of a scalar loop x' = a x + u + w",
		Assumptions: []string{
			"a packet of a step arrives within the step or never; the link is a simulated one, and which packets arrive is what its runs gave",
			"u cancels the state where the packet arrives and is 0 where not; w has the variance 1, and so has the noise of measurements",
			"the boundary is where the second moment neither grows nor shrinks from one loss to the next, by its recursion over the arrivals; squares of the state are not sampled, because they have a power law",
		},
	}
	var err error
	if r.Claims, err = boundaries(ctx, seed, workers, critical()); err != nil {
		return nil, err
	}
	const a, p, runs = 1.25, 0.2, 50
	measured := func(name string, of func(a float64, arrived []bool) float64) (stats.Interval, error) {
		values, err := repeated(ctx, workers, seed, name, runs, func(ctx context.Context, seed uint64) (float64, error) {
			arrived, err := watched(ctx, lossy, seed, set("links.water.modem.errors", fmt.Sprintf("{type: loss, probability: %g}", p)))
			return of(a, arrived), err
		})
		return stats.Mean(values, 0.95), err
	}
	second, err := measured("second moment", moment)
	if err != nil {
		return nil, err
	}
	variance, err := measured("variance of the error", covariance)
	if err != nil {
		return nil, err
	}
	least, greatest := bounds(a, p)
	c := claim.Number("control with a = 1.25 and a loss of 0.2: mean second moment", "", "1/(1 - p a^2), the fixed point of its recursion", 1/(1-p*a*a), second.Estimate).Resting("", second)
	r.Claims = append(r.Claims, within3SE(c, second),
		claim.Statement(fmt.Sprintf("estimation with a = 1.25 and a loss of 0.2: mean variance of the error between %.4f and %.4f", least, greatest),
			"Sinopoli et al. 2004, theorem 4", "between the fixed points of two recursions",
			fmt.Sprintf("%.4f (95 %%: %.4f to %.4f)", variance.Estimate, variance.Low, variance.High),
			"with the whole interval", variance.Low > least && variance.High < greatest).InOurWords())
	if r.Figures, err = moments(ctx, seed, workers); err != nil {
		return nil, err
	}
	return r, nil
}

// moments draws the second moment over the loss, below the boundary: what the arrivals of a run make of it, and the fixed point
// of its recursion.
func moments(ctx context.Context, seed uint64, workers int) ([]claim.Figure, error) {
	out := figure.Figure{
		X: figure.Axis{Quantity: "Probability of a loss", From: 0, To: 0.7}, Y: figure.Axis{Quantity: "Second moment of the state", Log: true, From: 0.9, To: 200},
	}
	for _, a := range []float64{1.25, 2} {
		law, ours := figure.Curve{Name: "1/(1 - p a²)", Thin: true}, figure.Curve{Name: fmt.Sprintf("a = %g", a), Join: figure.Apart}
		edge := 1 / (a * a)
		for i := range 200 {
			p := edge * float64(i) / 199.9
			law.X, law.Y = append(law.X, p), append(law.Y, 1/(1-p*a*a))
		}
		for i := range 9 {
			p := edge * float64(i+1) / 10
			shares, err := repeated(ctx, workers, seed, fmt.Sprintf("figure, %g, %g", a, p), 8, func(ctx context.Context, seed uint64) (float64, error) {
				arrived, err := watched(ctx, lossy, seed, set("links.water.modem.errors", fmt.Sprintf("{type: loss, probability: %g}", p)))
				return again(arrived, 1), err
			})
			if err != nil {
				return nil, err
			}
			ours.X, ours.Y = append(ours.X, p), append(ours.Y, 1/(1-stats.Mean(shares, 0.95).Estimate*a*a))
		}
		out.Layers = append(out.Layers, law, ours)
	}
	return []claim.Figure{{Name: "second-moment", Figure: out}}, nil
}
