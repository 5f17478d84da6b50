package erdemir

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"
	"strconv"

	"halocline/bench/report/figure"
	"halocline/bench/reproduce/claim"
	"halocline/plant/control/loop"
	"halocline/scenarios/strict"
)

// What section 5.1.1 prints of heave: the plant 1/(a s^2 + b s), the controller
// Kp (nd s^2 + s + ni)/s, and the delay of acoustic control.
const (
	heaveMass  = 3659.9 // a: the added mass alone, in kg
	heaveDrag  = 728.4  // b, in kg/s
	heaveKp    = 995    // N/m
	heaveNd    = 2.65   // s
	heaveNi    = 0.0094 // 1/s
	soundDelay = 0.74   // s
	rexrovMass = 1862.87
)

// stepTime is how long the step responses are followed, in s.
const stepTime = 30

// linear returns the thesis' loop about a plant of a mass in kg, with its Pade approximation
// of first order. The delay lies in the feedback, as in figure 4.3.
func linear(mass float64) loop.Loop {
	return loop.Loop{Forward: loop.PID(heaveKp, heaveNd, heaveNi).Times(loop.Plant(mass, heaveDrag)), Delay: soundDelay, Order: 1}
}

// dominant returns the slowest pair of poles of a loop that swings, in 1/s.
func dominant(l loop.Loop) complex128 {
	best := complex(math.Inf(1), 0)
	for _, p := range l.Poles() {
		if imag(p) > 0 && cmplx.Abs(p) < cmplx.Abs(best) {
			best = p
		}
	}
	return best
}

// stepped returns the run of a step of 1 m in depth with that controller over the acoustic
// link: the vehicle begins so many metres above the berth.
func (l *Lab) stepped(above float64) *trial {
	gains := func(key string, gain float64) strict.Set {
		text := strconv.FormatFloat(gain, 'g', -1, 64)
		return set("nodes.auv.run.acoustic."+key, "["+text+", "+text+", "+text+"]")
	}
	return &trial{setup: fmt.Sprintf("step of 1 m from %+g m", above), seed: l.Seed, rough: true, series: readPeriod, sets: append(still(),
		method(acoustic), set("duration", strconv.Itoa(stepTime)+"s"),
		set("nodes.auv.at", fmt.Sprintf("[0m, 0m, %gm]", berthDepth+above)),
		set("nodes.dock.run.berth.tolerance", "1e-9"), // the run goes on
		set("nodes.auv.run.attitude.heading", "kept"), // above the berth it has no bearing
		set("nodes.auv.run.acoustic.waypoint", "0m"),
		gains("kp", heaveKp), gains("ki", heaveKp*heaveNi), gains("kd", heaveKp*heaveNd),
	)}
}

// berthDepth is where the station of the scenario docking is, in m.
const berthDepth = -99.825

// progress returns which part of the step of 1 m is done, from the heights of a run.
func progress(t *trial, above float64) []float64 {
	out := []float64{}
	for _, z := range t.lines["auv.z"].Values {
		out = append(out, 1-(z-berthDepth)/above)
	}
	return out
}

// apart returns by how much two responses differ at most, and when.
func apart(times, a, b []float64) (most, at float64) {
	for i := range times {
		if d := math.Abs(a[i] - b[i]); d > most {
			most, at = d, times[i]
		}
	}
	return most, at
}

// figure52 holds the step response of the linear model against that of the simulation.
func (l *Lab) figure52(ctx context.Context) (*claim.Report, error) {
	down, up := l.stepped(1), l.stepped(-1)
	if err := l.carryOut(ctx, []*trial{down, up}); err != nil {
		return nil, err
	}
	times, sink, rise := down.lines["auv.z"].Times, progress(down, 1), progress(up, -1)
	model, err := linear(heaveMass).Sample(times)
	if err != nil {
		return nil, err
	}
	heavy, err := linear(heaveMass + rexrovMass).Sample(times)
	if err != nil {
		return nil, err
	}
	const text = section + "5.1.1"
	far, at := apart(times, model, sink)
	farUp, atUp := apart(times, model, rise)
	farHeavy, _ := apart(times, heavy, rise)
	pole := dominant(linear(heaveMass))
	r := &claim.Report{
		Name: "erdemir-fig5.2", Title: "Step response of the linear model and of the simulation in heave (Figure 5.2)", Runs: []claim.Run{down.record(), up.record()},
		Assumptions: []string{
			"no number is read off the picture, of which the text says only that the curves differ",
			"the model is printed: 1/(3659.9 s2 + 728.4 s), Kp 995, nd 2.65, ni 0.0094, and 0.74 s by Pade's approximation of first order, in the feedback; Kd is Kp nd and Ki is Kp ni, as equation 4.10 says and its text does not",
			"3659.9 kg is the added mass alone; with the 1862.87 kg of RexROV the curve is that of the last column of the sheet",
			"the simulation is the scenario docking without fading, 1 m above and 1 m below the berth, with these gains in all three directions, and the heading kept; which way the thesis stepped is not said",
			"in its water of 1025 kg/m3 the vehicle is 209 N too light, and I per sample does not remove that: it comes to rest 0.209 m above the berth",
		},
		Claims: []claim.Claim{
			claim.Number("drag over mass, which the thesis calls the time constant in s", "1/s", text, 0.2, heaveDrag/heaveMass).Off(0.05, "half a unit of the printed digit"),
			claim.Number("damping of the dominant poles", "", text, 0.7, -real(pole)/cmplx.Abs(pole)).Off(0.05, "half a unit of the printed digit"),
			claim.Number("time constant of the dominant poles", "s", text, 1, -1/real(pole)).Shown("the thesis does not say whether tr is this or a rise"),
			claim.Number("pole that the zero is to cancel", "1/s", text, -0.02, nearestZero()).Shown("ours is the zero; no pole of what is printed is at -0.02"),
			claim.Statement("the model differs from the simulation", text, "the simplified and linearized model does not mimic the simulation environment",
				fmt.Sprintf("by up to %.2f m of 1 m downwards, at %.1f s, and %.2f m upwards, at %.1f s; %.2f m upwards with the vehicle's mass in the model", far, at, farUp, atUp, farHeavy),
				"both ways by more than a tenth of the step", min(far, farUp) > 0.1),
		},
	}
	r.Figures = []claim.Figure{{Name: "step", Figure: figure.Figure{
		X: figure.Axis{Quantity: "Time", Unit: "s"}, Y: figure.Axis{Quantity: "Response to a step of 1 m", Unit: "m"},
		Layers: []figure.Layer{
			figure.Curve{Name: "model", X: times, Y: model},
			figure.Curve{Name: "model with the vehicle's mass", X: times, Y: heavy},
			figure.Curve{Name: "simulation, down", X: times, Y: sink},
			figure.Curve{Name: "simulation, up", X: times, Y: rise},
		},
		Legend: figure.Above,
	}}}
	s := claim.Sheet{Name: "step", Columns: []string{"time (s)", "model (m)", "simulation, down (m)", "simulation, up (m)", "model with the vehicle's mass (m)"}}
	for i, t := range times {
		s.Rows = append(s.Rows, []string{number(t), number(model[i]), number(sink[i]), number(rise[i]), number(heavy[i])})
	}
	r.Sheets = []claim.Sheet{s}
	return r, nil
}

// nearestZero returns the slow zero of the controller, in 1/s.
func nearestZero() float64 {
	slow := math.Inf(-1)
	for _, z := range loop.PID(heaveKp, heaveNd, heaveNi).Zeros() {
		slow = max(slow, real(z))
	}
	return slow
}
