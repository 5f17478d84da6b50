package thetis

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"halocline/bench/report/figure"
	"halocline/bench/reproduce/claim"
	"halocline/phy/acoustic"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/trace"
)

// scenario is the bundled one.
const scenario = "thetis"

// sounding replaces the messages by one bit every second, so that each reception is a
// reading of the level: in range or not, its record holds the ratio to the noise.
const sounding = "[{type: periodic, phase: same, from: taipan2, to: everybody, period: 1s, size: 1bit}]"

// ping is how long such a bit is on the air, in s.
const ping = 1 / bitRate

// Messages runs the mission, sounds the level along the way, and compares both with
// the paper.
func Messages(ctx context.Context) (*claim.Report, error) {
	line, err := LineInRange(compute(math.NaN(), linear(), acoustic.Sulfate).MaxRange, enters, leaves, cruise)
	if err != nil {
		return nil, err
	}
	book, err := run(ctx)
	if err != nil {
		return nil, err
	}
	track, err := sound(ctx)
	if err != nil {
		return nil, err
	}
	crossings, err := crossingClaims(track)
	if err != nil {
		return nil, err
	}
	curves := track.curves(line)
	return &claim.Report{
		Name: "thetis-messages", Title: "Three messages to a vehicle that passes (Thetis)",
		Fitted:      fitted(),
		Assumptions: assumptions(),
		Claims:      slices.Concat(fateClaims(book), delayClaims(book), crossings, []claim.Claim{speedClaim()}),
		Runs: []claim.Run{
			{Setup: "three messages", Seed: book.seed, Fingerprint: book.fingerprint},
			{Setup: "sounded every second", Seed: track.seed, Fingerprint: track.fingerprint},
		},
		Figures: []claim.Figure{{Name: "level", Figure: figure.Figure{
			X: figure.Axis{Quantity: "Time", Unit: "s"}, Y: figure.Axis{Quantity: "Level", Unit: "dB re 1 uPa"},
			Layers: []figure.Layer{curves[0], curves[1], curves[2], published("published times", curves[2].Y[0], enters, leaves)},
			Legend: figure.Above,
		}}},
		Sheets: []claim.Sheet{sheet("level", "time_s", curves...)},
	}, nil
}

// fitted says what the published times decided.
func fitted() []string {
	return []string{
		"the line is drawn without figures: at 2 m/s, about the speed of Taipan 300, and with the range of 1900.03 m, the published times in and " +
			"out of range leave one, from x = -3032 m past Taipan 2 at 781.21 m; every other speed up to 2.19 m/s has such a line, with the same deliveries",
	}
}

// assumptions says what the paper leaves open.
func assumptions() []string {
	return []string{
		"the vehicle swims along its line by its equations of motion, from rest and 5 m further on",
		fmt.Sprintf("a character has 8 bit, so that %d characters take %g s at %g bit/s", len(message), float64(Bits)/bitRate, bitRate),
		"sound travels at 1500 m/s; then no message from within the range takes longer than 19.67 s by eq. 11, so that the published 20 s is rounded",
		"the time of flight is that to where the vehicle will be, and a message counts as in range if its first bit is",
		"the level is sounded with one bit every second, and crosses the threshold on a straight line between two readings",
	}
}

// log is what happened to each message: whether Taipan 300 got it, and how long after
// it was sent, in s.
type log struct {
	got   []float64
	delay []float64
	proof
}

// proof is what a run can be repeated by.
type proof struct {
	seed        uint64
	fingerprint string
}

// run carries the bundled scenario out.
func run(ctx context.Context, sets ...strict.Set) (log, error) {
	book := log{got: make([]float64, len(sent())), delay: make([]float64, len(sent()))}
	var err error
	book.proof, err = simulate(ctx, sinkFunc(func(r trace.Record) {
		if r.Kind == trace.Delivered {
			book.got[r.Pkt-1]++
			book.delay[r.Pkt-1] = r.Value
		}
	}), sets...)
	return book, err
}

// sinkFunc makes a Tracer of a function.
type sinkFunc func(trace.Record)

// Emit implements trace.Tracer.
func (f sinkFunc) Emit(r trace.Record) { f(r) }

func simulate(ctx context.Context, tracer trace.Tracer, sets ...strict.Set) (proof, error) {
	plan, err := scenarios.Standard().Load(scenario, sets)
	if err != nil {
		return proof{}, err
	}
	return runPlan(ctx, plan, tracer)
}

// runPlan carries a plan out.
func runPlan(ctx context.Context, plan *scenarios.Plan, tracer trace.Tracer) (proof, error) {
	fingerprint := trace.NewFingerprint()
	simulation, err := plan.Build(sim.NewHeap(), trace.Tee(fingerprint, tracer))
	if err != nil {
		return proof{}, err
	}
	_, err = simulation.Run(ctx)
	return proof{plan.Seed, fingerprint.Sum()}, err
}

// fateClaims compare which messages arrive.
func fateClaims(book log) []claim.Claim {
	var claims []claim.Claim
	for i, at := range sent() {
		what := fmt.Sprintf("deliveries of message %d, sent at %g s", i+1, at)
		claims = append(claims, claim.Number(what, "", missions+", Fig. 12", received()[i], book.got[i]).Off(0, ""))
	}
	return claims
}

// delayClaims compare when the messages arrive.
func delayClaims(book log) []claim.Claim {
	var claims []claim.Claim
	for i := range sent() {
		if received()[i] == 0 {
			continue
		}
		claims = append(claims, claim.Number(fmt.Sprintf("message %d, from sending to receiving", i+1), "s", missions, arrival, book.delay[i]).
			Off(2, "one rounded figure is given for two messages from different distances"))
	}
	return claims
}

// track is the level that was sounded: over the time of arrival in s, the ratio to the
// noise in dB.
type track struct {
	at, snr []float64
	proof
}

// sound runs the scenario with the sounding.
func sound(ctx context.Context, sets ...strict.Set) (track, error) {
	var t track
	var err error
	t.proof, err = simulate(ctx, sinkFunc(func(r trace.Record) {
		switch r.Kind {
		case trace.RxOK, trace.RxLost, trace.RxMissed:
			t.at = append(t.at, r.At.Seconds()-ping)
			t.snr = append(t.snr, r.Written())
		}
	}), append(sets, strict.Set{Path: "traffic", Value: sounding})...)
	return t, err
}

// crossing returns when the level rises through the threshold, or falls, by straight
// lines between the readings.
func (t track) crossing(rises bool) (float64, error) {
	for i := 1; i < len(t.at); i++ {
		a, b := t.snr[i-1]-threshold, t.snr[i]-threshold
		if rises && a < 0 && b >= 0 || !rises && a >= 0 && b < 0 {
			return t.at[i-1] + (t.at[i]-t.at[i-1])*a/(a-b), nil
		}
	}
	return 0, errors.New("the sounded level does not cross the threshold of the modem; show thetis and look at its line")
}

// crossingClaims compare when the vehicle is in range.
func crossingClaims(t track) ([]claim.Claim, error) {
	in, err := t.crossing(true)
	if err != nil {
		return nil, err
	}
	out, err := t.crossing(false)
	if err != nil {
		return nil, err
	}
	const why = "the line was laid through both times"
	return []claim.Claim{
		claim.Number("comes into range", "s", missions+", Fig. 11", enters, in).Shown(why),
		claim.Number("leaves the range", "s", missions+", Fig. 11", leaves, out).Shown(why),
	}, nil
}

// speedClaim asks whether the published times, range and speed can belong together.
func speedClaim() claim.Claim {
	fastest := FastestInRange(compute(math.NaN(), linear(), acoustic.Sulfate).MaxRange, enters, leaves)
	return claim.Statement("speed of Taipan 300", missions, "about 2m/s",
		fmt.Sprintf("at most %.4g m/s on a straight line that is in range for %g s", fastest, leaves-enters),
		"the published speed is no greater, or no straight line fits the published times", fastest >= cruise)
}

// curves returns the level over time, the budget along the line, and the least level
// that is enough.
func (t track) curves(line Line) []figure.Curve {
	noise := compute(math.NaN(), linear(), acoustic.Sulfate).NoiseBand
	simulated, budget, needed := figure.Curve{Name: "simulated"}, figure.Curve{Name: "budget"}, figure.Curve{Name: "threshold"}
	for i, at := range t.at {
		simulated.Y = append(simulated.Y, t.snr[i]+noise)
		budget.Y = append(budget.Y, compute(line.Distance(at), linear(), acoustic.Sulfate).ReceivedLevel)
		needed.Y = append(needed.Y, noise+threshold)
	}
	simulated.X, budget.X, needed.X = t.at, t.at, t.at
	return []figure.Curve{simulated, budget, needed}
}
