// Package loop analyses the linear loop of a plant, a PID controller and a delay: poles, zeros,
// margins and the answer to a step, as a table, JSON, CSV and figures.
//
// The mathematics are those of plant/control/loop. Begin with New, set the inputs, and Analyse.
//
// Left out: what is not linear, such as limits of thrusters; a scenario has them.
package loop

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"halocline/bench/report/input"
	"halocline/bench/report/text"
	"halocline/plant/control/loop"
	"halocline/scenarios/strict"
)

// Design is a loop that is to be analysed.
type Design struct {
	Inputs   input.List
	Num, Den string   // coefficients of a plant of another form, from the highest power of s down, with commas
	Pade     int      // order of the approximation of the delay; 0 for none
	At       []string // times at which the step response is wanted

	a, b, kp, nd, ni, lag, delay, path, period, integral, derivative, until input.Input
}

// New returns a design, whose inputs are to be set.
func New() *Design {
	d := &Design{}
	in, q := &d.Inputs, input.Quantity
	in.Add(&d.a, "a", "", "mass of the plant with its added mass, in kg", q("", "(0,1e12]"))
	in.Add(&d.b, "b", "", "linear drag of the plant, in kg/s", q("", "[0,1e12]"))
	in.Add(&d.kp, "kp", "", "gain of the controller, in N/m", q("", "[-1e12,1e12]"))
	in.Add(&d.nd, "nd", "0", "derivative gain over kp, in s", q("", "[0,1e9]"))
	in.Add(&d.ni, "ni", "0", "integral gain over kp, in 1/s", q("", "[0,1e9]"))
	in.Add(&d.lag, "lag", "0s", "time constant of the thrusters", q("s", "[0,1e6]"))
	in.Add(&d.delay, "delay", "0s", "delay in the loop", q("s", "[0,1e6]"))
	d.path.Words = []string{"feedback", "forward"}
	in.Add(&d.path, "path", "feedback", "place of the delay in the step response: feedback or forward")
	in.Add(&d.period, "sampled", "", "period at which the controller samples", q("s", "(0,1e6]"))
	d.integral.Words = []string{"accumulated", "per-sample", "series"}
	in.Add(&d.integral, "integral", "accumulated", "integral of a sampled controller: accumulated, per-sample or series")
	d.derivative.Words = []string{"error", "measurement"}
	in.Add(&d.derivative, "derivative", "error", "what D of a sampled controller is of: error or measurement")
	in.Add(&d.until, "until", "", "how long the step response is; three times the settling time if left out", q("s", "(0,1e9]"))
	return d
}

// closedLoop is a loop of package loop, sampled or not.
type closedLoop interface {
	Open() loop.Transfer
	Poles() []complex128
	Margins() loop.Margins
	Step(horizon float64) (loop.Step, error)
	Sample(times []float64) ([]float64, error)
}

// Analysis is what is known of a loop.
type Analysis struct {
	title   string
	domain  string // "s" or "z"
	gain    float64
	open    loop.Transfer
	exact   bool // the open loop lacks its delay
	poles   []complex128
	zeros   []complex128 // of the closed loop; nil where they are not known
	margins loop.Margins
	step    loop.Step
	settled bool // there is a step response
	advice  string
	loop    closedLoop
	samples []sample // of the step response, at the times that are asked for
	until   float64  // for how long the response is wanted, s; NaN where that is not said
}

// Analyse works out the loop.
func (d *Design) Analyse() (*Analysis, error) {
	plant, name, err := d.plant()
	if err == nil {
		err = d.check()
	}
	if err != nil {
		return nil, err
	}
	kp, nd, ni, delay := d.kp.Value, d.nd.Value, d.ni.Value, d.delay.Value
	ahead := d.path.Word == "forward"
	var prompt closedLoop // the same without its delay
	a := &Analysis{domain: "s", gain: kp, until: d.until.Value}
	a.title = fmt.Sprintf("plant %s, PID of kp %s, nd %s, ni %s, delay %s", name, text.Number(kp), text.Number(nd), text.Number(ni), input.Human(delay, "s"))
	if lag := d.lag.Value; lag > 0 {
		plant = plant.Times(loop.Lag(lag))
		a.title += ", thrusters that lag by " + input.Human(lag, "s")
	}
	if d.period.Known() {
		l := loop.Sampled{Plant: plant, Delay: delay, Period: d.period.Value, Ahead: ahead}
		l.Controller = loop.PIDOf(d.integral.Word, kp, nd, ni, d.period.Value)
		if err := l.Validate(); err != nil {
			return nil, err
		}
		a.title += fmt.Sprintf(", sampled every %s, integral %s", input.Human(d.period.Value, "s"), d.integral.Word)
		if d.derivative.Word == "measurement" {
			l.Reference = loop.PIDOf(d.integral.Word, kp, 0, ni, d.period.Value)
			a.title += ", D of the measurement"
		}
		a.domain, a.loop = "z", l
		l.Delay = 0
		prompt = l
	} else {
		l := loop.Loop{Forward: loop.PID(kp, nd, ni).Times(plant), Delay: delay, Order: d.Pade, Ahead: ahead}
		if err := l.Validate(); err != nil {
			return nil, err
		}
		a.loop = l
		prompt = loop.Loop{Forward: l.Forward, Ahead: ahead}
		switch {
		case delay > 0 && d.Pade == 0:
			a.exact = true
			a.title += ", exact"
		case delay > 0:
			a.title += fmt.Sprintf(", Pade of order %d", d.Pade)
			fallthrough
		default:
			a.zeros = l.Closed().Zeros()
		}
	}
	a.open, a.poles, a.margins = a.loop.Open(), a.loop.Poles(), a.loop.Margins()
	if a.margins.Stable {
		if a.step, err = a.loop.Step(0); err != nil {
			return nil, fmt.Errorf("--delay: %w with --pade", err)
		}
		a.settled = true
	}
	a.advice = d.advice(a.margins, prompt.Margins())
	a.samples, err = d.samples(a)
	return a, err
}

// check finds inputs that are missing or do not go together.
func (d *Design) check() error {
	if err := input.Required(&d.kp, "a number such as 995"); err != nil {
		return err
	}
	switch {
	case d.kp.Value == 0:
		return errors.New("--kp: 0 is given, which leaves no loop; write a number other than 0")
	case d.Pade < 0 || d.Pade > loop.MaxOrder:
		return fmt.Errorf("--pade: %d is given; write an order from 0 to %d", d.Pade, loop.MaxOrder)
	case d.Pade > 0 && d.period.Known():
		return errors.New("--pade: a sampled loop takes its delay as it is; leave out --pade or --sampled")
	case d.Pade > 0 && d.delay.Value == 0:
		return errors.New("--pade: there is no delay to approximate; give --delay, such as --delay 0.74s")
	case d.integral.Given() && !d.period.Known():
		return errors.New("--integral: only a sampled loop has a choice; give --sampled, such as --sampled 0.74s")
	case d.derivative.Given() && !d.period.Known():
		return errors.New("--derivative: only a sampled loop has a choice; give --sampled, such as --sampled 0.74s")
	}
	return nil
}

// Locus reports whether the root locus has finitely many branches, or else why not.
func (d *Design) Locus() error {
	if d.Pade == 0 && d.delay.Value > 0 && !d.period.Known() {
		return errors.New("an exact delay has no root locus of finitely many branches; give --pade, such as --pade 2")
	}
	return nil
}

// Until reports whether it is said for how long the response is wanted.
func (d *Design) Until() bool { return d.until.Given() }

// plant returns the plant and how it is written.
func (d *Design) plant() (loop.Transfer, string, error) {
	none := loop.Transfer{}
	if d.Num == "" && d.Den == "" {
		for _, in := range []*input.Input{&d.a, &d.b} {
			if err := input.Required(in, "a number such as 3659.9, or a plant by --num and --den"); err != nil {
				return none, "", err
			}
		}
		return loop.Plant(d.a.Value, d.b.Value), fmt.Sprintf("1/(%s s^2 + %s s)", text.Number(d.a.Value), text.Number(d.b.Value)), nil
	}
	if d.a.Given() || d.b.Given() {
		return none, "", errors.New("--num: the plant is given by --a and --b already")
	}
	num, err := coefficients("num", d.Num)
	if err != nil {
		return none, "", err
	}
	den, err := coefficients("den", d.Den)
	if err != nil {
		return none, "", err
	}
	return loop.Transfer{Num: num, Den: den}, "(" + d.Num + ")/(" + d.Den + ")", nil
}

// coefficients reads a polynomial, the highest power first.
func coefficients(flag, text string) (loop.Poly, error) {
	const most = 8
	parts := strings.Split(text, ",")
	if text == "" || len(parts) > most {
		return nil, fmt.Errorf("--%s: %q is given; write 1 to %d numbers with commas, such as 1,2,0", flag, text, most)
	}
	p := make(loop.Poly, len(parts))
	for i, part := range parts {
		v, _, err := strict.ParseQuantity(strings.TrimSpace(part), input.Quantity("", "[-1e12,1e12]"))
		if err != nil {
			return nil, fmt.Errorf("--%s: %w", flag, err)
		}
		p[len(p)-1-i] = v
	}
	if p[len(p)-1] == 0 {
		return nil, fmt.Errorf("--%s: the first coefficient is 0; write one other than 0", flag)
	}
	return p, nil
}

// Write writes the analysis for people.
func (a *Analysis) Write(w io.Writer) error {
	fmt.Fprintf(w, "%s\n\n", a.title)
	t := text.NewTable(w, "quantity", "value", "unit", "note")
	row := func(label, value, unit, note string) {
		t.Append([]string{label, value, unit, note})
	}
	measure := func(label string, v float64, unit, note string) {
		switch {
		case math.IsInf(v, 1):
			row(label, "unlimited", "", note)
		case !math.IsNaN(v):
			row(label, text.Number(v), unit, note)
		}
	}
	unit := map[string]string{"s": "1/s", "z": ""}[a.domain]
	for _, set := range a.roots() {
		for _, z := range set.roots {
			if imag(z) >= 0 {
				row(set.label, written(z), unit, a.nature(z))
			}
		}
	}
	m := a.margins
	row("stable", map[bool]string{true: "yes", false: "no"}[m.Stable], "", "")
	measure("critical gain", a.critical(), "", at(m.At))
	if m.Low > 0 {
		measure("lowest stable gain", a.gain*m.Low, "", "")
	}
	if m.Stable {
		measure("gain margin", m.High, "", decibel(m.High))
		measure("phase margin", m.Phase*180/math.Pi, "deg", at(m.PhaseAt))
		measure("delay margin", m.Delay, "s", at(m.DelayAt))
	}
	if a.settled {
		measure("overshoot", 100*a.step.Overshoot, "%", "of a step")
		measure("peak time", a.step.PeakAt, "s", "")
		measure("settling time", a.step.Settling, "s", "to 2 %")
	}
	for _, s := range a.samples {
		row("output at "+s.text, text.Number(s.output), "", "of a unit step")
	}
	if err := t.Render(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n", text.Capital(a.advice)+".")
	return err
}

// rootSet is roots of one kind.
type rootSet struct {
	name, label string
	roots       []complex128
}

// roots returns what poles and zeros are known.
func (a *Analysis) roots() []rootSet {
	label := "pole"
	if a.exact {
		label = "slow pole"
	}
	return []rootSet{
		{"poles", label, a.poles},
		{"zeros", "zero", a.zeros},
		{"open_loop_poles", "open-loop pole", a.open.Poles()},
		{"open_loop_zeros", "open-loop zero", a.open.Zeros()},
	}
}

// critical returns the gain of the controller at which the loop begins to
// oscillate.
func (a *Analysis) critical() float64 {
	if math.IsInf(a.margins.High, 1) {
		return a.margins.High
	}
	return a.gain * a.margins.High
}

// nature says how fast a pair of poles oscillates and how it is damped.
func (a *Analysis) nature(z complex128) string {
	if a.domain != "s" || imag(z) == 0 {
		return ""
	}
	w := math.Hypot(real(z), imag(z))
	return fmt.Sprintf("damping %s, %s rad/s", text.Number(0-real(z)/w), text.Number(w)) // no -0
}

// written writes a root; that of a pair stands for both.
func written(z complex128) string {
	if imag(z) == 0 {
		return text.Number(real(z) + 0) // no -0
	}
	return text.Number(real(z)) + " ± " + text.Number(imag(z)) + "i"
}

func at(w float64) string {
	if math.IsNaN(w) {
		return ""
	}
	return "at " + text.Number(w) + " rad/s"
}

func decibel(gain float64) string {
	if math.IsInf(gain, 1) {
		return ""
	}
	return text.Number(20*math.Log10(gain)) + " dB"
}

// WriteJSON writes the analysis for machines. What is not known or unlimited is
// left out.
func (a *Analysis) WriteJSON(w io.Writer) error {
	var fields []string
	add := func(name string, value any) {
		text, err := json.Marshal(value)
		if err != nil {
			panic("loop: " + err.Error())
		}
		fields = append(fields, strconv.Quote(name)+": "+string(text))
	}
	finite := func(name string, v float64) {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			add(name, v)
		}
	}
	add("domain", a.domain)
	add("stable", a.margins.Stable)
	for _, set := range a.roots() {
		list := [][2]float64{}
		for _, z := range set.roots {
			list = append(list, [2]float64{real(z), imag(z)})
		}
		if set.roots != nil || set.name != "zeros" {
			add(set.name, list)
		}
	}
	m := a.margins
	finite("critical_gain", a.critical())
	finite("critical_gain_rad_per_s", m.At)
	finite("lowest_stable_gain", a.gain*m.Low)
	if m.Stable {
		finite("gain_margin", m.High)
		finite("phase_margin_rad", m.Phase)
		finite("delay_margin_s", m.Delay)
	}
	if a.settled {
		finite("final", a.step.Final)
		finite("overshoot", a.step.Overshoot)
		finite("peak_time_s", a.step.PeakAt)
		finite("settling_time_s", a.step.Settling)
	}
	if len(a.samples) > 0 {
		var list []map[string]float64
		for _, s := range a.samples {
			list = append(list, map[string]float64{"time_s": s.time, "output": s.output})
		}
		add("samples", list)
	}
	_, err := fmt.Fprintf(w, "{\n  %s\n}\n", strings.Join(fields, ",\n  "))
	return err
}
