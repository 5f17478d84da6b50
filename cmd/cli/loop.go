package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/report/text"
	"halocline/cmd/command"
	"halocline/plant/control/loop"
	"halocline/scenarios/strict"
)

const loopHelp = "Analyse the linear loop of a plant 1/(a s^2 + b s), or num/den, a PID controller\n" +
	"Kp (nd s^2 + s + ni)/s and a delay: poles, zeros, margins and the answer to a step.\n\n" +
	"The delay is exact, or with --pade a quotient of polynomials. With --sampled the\n" +
	"controller is a computer whose output is held between samples, and the poles are in z.\n\n" +
	"--at adds samples of the answer to a unit step, exact between the controller's samples too.\n" +
	"--csv prints these alone, or without --at the whole curve until --until."

func newLoop(io command.Streams) *cobra.Command {
	d := &design{}
	c := &cobra.Command{
		Use:   "loop",
		Short: "Analyse a control loop with a delay",
		Long:  loopHelp,
		Example: "  halocline loop --a 3659.9 --b 728.4 --kp 995 --nd 2.65 --ni 0.0094 --delay 0.74s --pade 1\n" +
			"  halocline loop --a 3659.9 --b 728.4 --kp 995 --nd 2.65 --delay 0.1s --sampled 0.74s --json\n" +
			"  halocline loop --num 1 --den 1,2,0 --kp 3 --delay 0.2s --pade 2 --plot locus.svg --show locus\n" +
			"  halocline loop --num 1 --den 1,2,0 --kp 3 --at 1s,2s,5s --csv",
		Args: command.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			a, err := d.analyse()
			if err != nil {
				return err
			}
			if d.plot != "" {
				if err := d.draw(a); err != nil {
					return err
				}
			}
			switch {
			case d.json:
				return a.writeJSON(io)
			case d.csv:
				return d.writeCSV(io, a)
			}
			return a.write(io)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	var in inputs
	in.add(f, &d.a, "a", "", "mass of the plant with its added mass, in kg", quantity("", "(0,1e12]"))
	in.add(f, &d.b, "b", "", "linear drag of the plant, in kg/s", quantity("", "[0,1e12]"))
	f.StringVar(&d.num, "num", "", "`coefficients` of another plant's numerator from the highest power of s down, with commas")
	f.StringVar(&d.den, "den", "", "`coefficients` of its denominator")
	in.add(f, &d.kp, "kp", "", "gain of the controller, in N/m", quantity("", "[-1e12,1e12]"))
	in.add(f, &d.nd, "nd", "0", "derivative gain over kp, in s", quantity("", "[0,1e9]"))
	in.add(f, &d.ni, "ni", "0", "integral gain over kp, in 1/s", quantity("", "[0,1e9]"))
	in.add(f, &d.delay, "delay", "0s", "delay in the loop", quantity("s", "[0,1e6]"))
	d.path.words = []string{"feedback", "forward"}
	in.add(f, &d.path, "path", "feedback", "where the delay lies, for the step response: feedback or forward")
	f.IntVar(&d.pade, "pade", 0, "`order` of the Pade approximation of the delay, 1 to 4; 0 for none")
	in.add(f, &d.period, "sampled", "", "period at which the controller samples", quantity("s", "(0,1e6]"))
	d.integral.words = []string{"accumulated", "per-sample", "series"}
	in.add(f, &d.integral, "integral", "accumulated", "what a sampled controller integrates: accumulated, per-sample or series")
	in.add(f, &d.until, "until", "", "how long the step response is drawn, or printed by --csv; three times the settling time", quantity("s", "(0,1e9]"))
	f.StringSliceVar(&d.at, "at", nil, "`times` at which the step response is printed, with commas: 1s,2s,5s")
	f.BoolVar(&d.json, "json", false, "print the numbers as JSON")
	f.BoolVar(&d.csv, "csv", false, "print the step response as CSV")
	f.StringVar(&d.plot, "plot", "", "draw into this `file`, a .svg, .png or .pdf, what --show says")
	f.StringVar(&d.show, "show", "", "`what` --plot draws: step, which is the default, or locus")
	return c
}

// design is the loop that the flags describe.
type design struct {
	a, b, kp, nd, ni, delay, path, period, integral, until input

	num, den   string
	pade       int
	at         []string
	json, csv  bool
	plot, show string
}

// closedLoop is a loop of package loop, sampled or not.
type closedLoop interface {
	Open() loop.Transfer
	Poles() []complex128
	Margins() loop.Margins
	Step(horizon float64) (loop.Step, error)
	Sample(times []float64) ([]float64, error)
}

// analysis is what is known of a loop.
type analysis struct {
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
	loop    closedLoop
	samples []sample // of the step response, at the times of --at
}

// analyse works out the loop.
func (d *design) analyse() (*analysis, error) {
	plant, name, err := d.plant()
	if err == nil {
		err = d.check()
	}
	if err != nil {
		return nil, err
	}
	kp, nd, ni, delay := d.kp.value, d.nd.value, d.ni.value, d.delay.value
	ahead := d.path.word == "forward"
	a := &analysis{domain: "s", gain: kp}
	a.title = fmt.Sprintf("plant %s, PID of kp %s, nd %s, ni %s, delay %s", name, number(kp), number(nd), number(ni), human(delay, "s"))
	if d.period.known() {
		l := loop.Sampled{Plant: plant, Delay: delay, Period: d.period.value, Ahead: ahead}
		l.Controller = loop.PIDSampled(kp, nd, ni, d.period.value, d.integral.word == "accumulated")
		if d.integral.word == "series" {
			l.Controller = loop.PIDSeries(kp, nd, ni, d.period.value)
		}
		if err := l.Validate(); err != nil {
			return nil, command.Input(err)
		}
		a.title += fmt.Sprintf(", sampled every %s, integral %s", human(d.period.value, "s"), d.integral.word)
		a.domain, a.loop = "z", l
	} else {
		l := loop.Loop{Forward: loop.PID(kp, nd, ni).Times(plant), Delay: delay, Order: d.pade, Ahead: ahead}
		if err := l.Validate(); err != nil {
			return nil, command.Input(err)
		}
		a.loop = l
		switch {
		case delay > 0 && d.pade == 0:
			a.exact = true
			a.title += ", exact"
		case delay > 0:
			a.title += fmt.Sprintf(", Pade of order %d", d.pade)
			fallthrough
		default:
			a.zeros = l.Closed().Zeros()
		}
	}
	a.open, a.poles, a.margins = a.loop.Open(), a.loop.Poles(), a.loop.Margins()
	if a.margins.Stable {
		if a.step, err = a.loop.Step(0); err != nil {
			return nil, command.Input(fmt.Errorf("--delay: %w with --pade", err))
		}
		a.settled = true
	}
	a.samples, err = d.samples(a)
	return a, err
}

// check finds flags that are missing or do not go together.
func (d *design) check() error {
	if err := required(&d.kp, "a number such as 995"); err != nil {
		return err
	}
	var err error
	switch {
	case d.kp.value == 0:
		err = errors.New("--kp: 0 is given, which leaves no loop; a number other than 0 is due")
	case d.pade < 0 || d.pade > loop.MaxOrder:
		err = fmt.Errorf("--pade: %d is given; an order from 0 to %d is due", d.pade, loop.MaxOrder)
	case d.pade > 0 && d.period.known():
		err = errors.New("--pade: a sampled loop takes its delay as it is; leave out --pade or --sampled")
	case d.pade > 0 && d.delay.value == 0:
		err = errors.New("--pade: there is no delay to approximate; give --delay, such as --delay 0.74s")
	case d.integral.given() && !d.period.known():
		err = errors.New("--integral: only a sampled loop has a choice; give --sampled, such as --sampled 0.74s")
	case d.show != "" && d.plot == "":
		err = errors.New("--show: only a figure takes it; give --plot, such as --plot locus.svg")
	case d.show != "" && d.show != "step" && d.show != "locus":
		err = errors.New("--show: " + strict.Unknown("figure", d.show, []string{"step", "locus"}))
	case d.show == "locus" && d.pade == 0 && d.delay.value > 0 && !d.period.known():
		err = errors.New("--show: an exact delay has no root locus of finitely many branches; give --pade, such as --pade 2")
	case d.json && d.csv:
		err = errors.New("--json and --csv are two forms of the same; give one of them")
	case d.until.given() && d.csv && len(d.at) > 0:
		err = errors.New("--until: --csv prints the times of --at, and no more; leave out one of the two")
	case d.until.given() && !d.csv && (d.plot == "" || d.show == "locus"):
		err = errors.New("--until: only the figure of a step response and --csv take it; give --plot, such as --plot step.svg")
	}
	if err != nil {
		return command.Input(err)
	}
	return nil
}

// plant returns the plant and how it is written.
func (d *design) plant() (loop.Transfer, string, error) {
	none := loop.Transfer{}
	if d.num == "" && d.den == "" {
		for _, in := range []*input{&d.a, &d.b} {
			if err := required(in, "a number such as 3659.9, or a plant by --num and --den,"); err != nil {
				return none, "", err
			}
		}
		return loop.Plant(d.a.value, d.b.value), fmt.Sprintf("1/(%s s^2 + %s s)", number(d.a.value), number(d.b.value)), nil
	}
	if d.a.given() || d.b.given() {
		return none, "", command.Input(errors.New("--num: the plant is given by --a and --b already"))
	}
	num, err := coefficients("num", d.num)
	if err != nil {
		return none, "", err
	}
	den, err := coefficients("den", d.den)
	if err != nil {
		return none, "", err
	}
	return loop.Transfer{Num: num, Den: den}, "(" + d.num + ")/(" + d.den + ")", nil
}

// coefficients reads a polynomial, the highest power first.
func coefficients(flag, text string) (loop.Poly, error) {
	const most = 8
	parts := strings.Split(text, ",")
	if text == "" || len(parts) > most {
		return nil, command.Input(fmt.Errorf("--%s: %q is given; 1 to %d numbers with commas are due, such as 1,2,0", flag, text, most))
	}
	p := make(loop.Poly, len(parts))
	for i, part := range parts {
		v, _, err := strict.ParseQuantity(strings.TrimSpace(part), quantity("", "[-1e12,1e12]"))
		if err != nil {
			return nil, command.Input(fmt.Errorf("--%s: %w", flag, err))
		}
		p[len(p)-1-i] = v
	}
	if p[len(p)-1] == 0 {
		return nil, command.Input(fmt.Errorf("--%s: the first coefficient is 0; one other than 0 is due", flag))
	}
	return p, nil
}

// write writes the analysis for people.
func (a *analysis) write(io command.Streams) error {
	fmt.Fprintf(io.Out, "%s\n\n", a.title)
	t := text.NewTable(io.Out, "quantity", "value", "unit", "note")
	row := func(label, value, unit, note string) {
		t.Append([]string{label, value, unit, note})
	}
	measure := func(label string, v float64, unit, note string) {
		switch {
		case math.IsInf(v, 1):
			row(label, "unlimited", "", note)
		case !math.IsNaN(v):
			row(label, number(v), unit, note)
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
		row("output at "+s.text, number(s.output), "", "of a unit step")
	}
	return t.Render()
}

// rootSet is roots of one kind.
type rootSet struct {
	name, label string
	roots       []complex128
}

// roots returns what poles and zeros are known.
func (a *analysis) roots() []rootSet {
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
func (a *analysis) critical() float64 {
	if math.IsInf(a.margins.High, 1) {
		return a.margins.High
	}
	return a.gain * a.margins.High
}

// nature says how fast a pair of poles oscillates and how it is damped.
func (a *analysis) nature(z complex128) string {
	if a.domain != "s" || imag(z) == 0 {
		return ""
	}
	w := math.Hypot(real(z), imag(z))
	return fmt.Sprintf("damping %s, %s rad/s", number(0-real(z)/w), number(w)) // no -0
}

// written writes a root; that of a pair stands for both.
func written(z complex128) string {
	if imag(z) == 0 {
		return number(real(z) + 0) // no -0
	}
	return number(real(z)) + " ± " + number(imag(z)) + "i"
}

func at(w float64) string {
	if math.IsNaN(w) {
		return ""
	}
	return "at " + number(w) + " rad/s"
}

func decibel(gain float64) string {
	if math.IsInf(gain, 1) {
		return ""
	}
	return number(20*math.Log10(gain)) + " dB"
}

// writeJSON writes the analysis for machines. What is not known or unlimited is
// left out.
func (a *analysis) writeJSON(io command.Streams) error {
	var fields []string
	add := func(name string, value any) {
		text, err := json.Marshal(value)
		if err != nil {
			panic("main: " + err.Error())
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
	fmt.Fprintf(io.Out, "{\n  %s\n}\n", strings.Join(fields, ",\n  "))
	return nil
}
