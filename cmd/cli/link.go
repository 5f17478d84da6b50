package cli

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"halocline/bench/report/text"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

func newLink(lib *scenarios.Library, io command.Streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "link acoustic|rf",
		Short: "Compute the budget of one link, step by step",
		Long:  "Compute the budget of one link, of sound or of radio, step by step.",
		Example: "  halocline link acoustic --frequency 100kHz --range 50m\n" +
			"  halocline link rf --frequency 10MHz --conductivity 0.01S/m --range 10m --loss friis\n" +
			"  halocline link acoustic --preset plain --sweep range=10m:10km:60log --plot snr.svg\n" +
			"  halocline link acoustic --preset plain --sweep range=1km:5km:5 --sweep wind=0m/s:15m/s:4\n" +
			levelsExample,
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return command.Input(errors.New("which link? acoustic or rf; see halocline link --help"))
			}
			return command.Input(errors.New(strict.Unknown("link", args[0], []string{"acoustic", "rf"})))
		},
	}
	c.AddCommand(
		newCalculator(io, &acousticLink{models: models{lib: lib}}, &cobra.Command{
			Use:   "acoustic",
			Short: "Compute the budget of an acoustic link",
			Long:  acousticHelp,
			Example: "  halocline link acoustic --frequency 100kHz --range 50m --power 4.5W --threshold 0.0019W \\\n" +
				"    --fading rayleigh\n" +
				"  halocline link acoustic --frequency 33kHz --bandwidth 6kHz --source-level 177dB --threshold 15dB \\\n" +
				"    --absorption sulfate --spreading 2 --noise thetis --wind 5kn\n" +
				"  halocline link acoustic --preset plain --bits 512bit --sweep range=10m:10km:60log --plot snr.svg\n" +
				levelsExample,
		}),
		newCalculator(io, &rfLink{models: models{lib: lib}}, &cobra.Command{
			Use:   "rf",
			Short: "Compute the budget of a radio link in water",
			Long:  rfHelp,
			Example: "  halocline link rf --frequency 10MHz --conductivity 0.01S/m --range 10m --power 3W \\\n" +
				"    --threshold 0.002W --loss friis\n" +
				"  halocline link rf --frequency 10kHz --temperature 15degC --salinity 35psu \\\n" +
				"    --loss absorption --sweep range=1m:50m:50lin --csv",
		}),
	)
	return c
}

// levelsExample draws the received level and the noise, whose distance is the SNR.
const levelsExample = "  halocline link acoustic --preset plain --sweep range=10m:10km:60log \\\n" +
	"    --show received_level_db,noise_band_db --plot levels.svg"

// calculator computes the budget of one kind of link from its flags.
type calculator interface {
	register(*pflag.FlagSet)
	// prepare completes the values of the flags, once.
	prepare() error
	// numeric returns the input of a name, which must take numbers.
	numeric(name string) (*input, error)
	// compute returns the budget at the present values of the inputs, and a
	// sentence for each formula that is used outside of its range.
	compute() ([]term, []string, error)
	// about says in which water the link lies.
	about() string
	// title says what is computed, part by part, without the quantities that are swept.
	title(swept []string) []string
	// drawn names the numbers of which a figure shows the first that is known,
	// unless others are asked for.
	drawn() []string
}

// newCalculator completes the command of a calculator.
func newCalculator(io command.Streams, calc calculator, c *cobra.Command) *cobra.Command {
	var o linkOutput
	calc.register(c.Flags())
	c.Flags().SortFlags = false
	c.Flags().BoolVar(&o.json, "json", false, "print the numbers as JSON; with --sweep a list of them")
	c.Flags().BoolVar(&o.csv, "csv", false, "print the numbers as CSV")
	c.Flags().StringArrayVar(&o.sweeps, "sweep", nil, "compute for many values of a flag, `flag=from:to:count`, with log behind it for even ratios: range=1m:5km:60log; two make a grid")
	c.Flags().StringSliceVar(&o.show, "show", nil, "`numbers` that a sweep tabulates and draws, by their names in JSON, with commas")
	c.Flags().StringVar(&o.plot, "plot", "", "draw the sweep into this `file`, a .svg, .png or .pdf: --show, or else "+strings.Join(calc.drawn(), " or "))
	c.Args = command.NoArguments
	c.RunE = func(*cobra.Command, []string) error {
		if err := o.check(); err != nil {
			return command.Input(err)
		}
		if err := calc.prepare(); err != nil {
			return err
		}
		if len(o.sweeps) > 0 {
			return o.runSweep(io, calc)
		}
		terms, warnings, err := calc.compute()
		if err != nil {
			return err
		}
		warn(io, warnings)
		return o.print(io, calc, terms)
	}
	return c
}

// term is one number of a budget.
type term struct {
	name   string // in JSON and CSV; empty for one that only the table shows
	label  string
	unit   string
	value  float64  // NaN: not known
	source string   // formula, or where the value is from, in a word
	needs  []string // the flags without which it is not known
}

// known reports whether the number can be written.
func (t term) known() bool { return !math.IsNaN(t.value) && !math.IsInf(t.value, 0) }

// lacks says what the number needs.
func (t term) lacks() string { return t.name + " needs " + strings.Join(t.needs, " and ") }

// termList collects the terms of a budget.
type termList struct {
	known map[string]float64 // values of flags; NaN where they are missing
	terms []term
}

// add adds a term that needs some flags. If they are known and the value is not,
// the term has no meaning for this link.
func (t *termList) add(name, label, unit string, value float64, source string, needs ...string) {
	var missing []string
	for _, flag := range needs {
		if math.IsNaN(t.known[flag]) {
			missing = append(missing, "--"+flag)
		}
	}
	if len(missing) > 0 || !math.IsNaN(value) {
		t.terms = append(t.terms, term{name, label, unit, value, source, missing})
	}
}

// given adds a flag that is part of the budget.
func (t *termList) given(name, label string, in *input, value float64) {
	if in.known() {
		t.terms = append(t.terms, term{name, label, in.unit(), value, in.source(), nil})
	}
}

// aside adds what only the table shows, if it is known.
func (t *termList) aside(label, unit string, value float64, source string) {
	if !math.IsNaN(value) {
		t.terms = append(t.terms, term{"", label, unit, value, source, nil})
	}
}

// find returns the term of a name.
func find(terms []term, name string) (term, bool) {
	i := slices.IndexFunc(terms, func(t term) bool { return t.name == name })
	if i < 0 || name == "" {
		return term{}, false
	}
	return terms[i], true
}

// titled lists what a budget is about: a name, some inputs, all others that are given
// and the models, and last those inputs that have their defaults. Those that are swept
// are left out.
func titled(name string, swept []string, all []*input, models []string, ins ...*input) []string {
	parts := []string{name}
	var defaults []string
	for _, in := range ins {
		text := in.spoken()
		if in.word == "" && in.unit() != "" {
			text = human(in.value, in.unit())
		}
		switch {
		case !in.known() || slices.Contains(swept, in.flag):
		case in.origin == byDefault:
			defaults = append(defaults, text)
		default:
			parts = append(parts, text)
		}
	}
	for _, in := range all {
		if in.given() && !slices.Contains(swept, in.flag) && !slices.Contains(ins, in) {
			parts = append(parts, in.spoken())
		}
	}
	return slices.Concat(parts, models, defaults)
}

// human writes a number with its unit, with a prefix where that is usual.
func human(v float64, unit string) string {
	if math.IsInf(v, 1) {
		return "unlimited"
	}
	factor, prefix := prefixed(v, unit)
	return strings.TrimSpace(number(v/factor) + " " + prefix + unit)
}

// prefixed returns the decimal prefix in which a value of that unit is between 1
// and 1000, and what it stands for.
func prefixed(v float64, unit string) (factor float64, prefix string) {
	if !slices.Contains([]string{"Hz", "m", "s", "W", "bit/s"}, unit) || v == 0 {
		return 1, ""
	}
	for _, p := range []struct {
		factor float64
		prefix string
	}{{1e-12, "p"}, {1e-9, "n"}, {1e-6, "u"}, {1e-3, "m"}, {1, ""}, {1e3, "k"}, {1e6, "M"}} {
		if math.Abs(v) < 1000*p.factor*(1-1e-9) {
			return p.factor, p.prefix
		}
	}
	return 1e9, "G"
}

// number writes a number for people.
func number(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// exact writes a number for machines.
func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// linkOutput says what is printed.
type linkOutput struct {
	json, csv bool
	plot      string
	sweeps    []string
	show      []string
}

// check finds flags that do not go together.
func (o *linkOutput) check() error {
	switch {
	case o.json && o.csv:
		return errors.New("--json and --csv are two forms of the same; give one of them")
	case o.plot != "" && len(o.sweeps) == 0:
		return errors.New("--plot draws a sweep; give --sweep, such as --sweep range=1m:5km:60log")
	case len(o.show) > 0 && len(o.sweeps) == 0:
		return errors.New("--show chooses what a sweep shows; give --sweep, such as --sweep range=1m:5km:60log")
	}
	return nil
}

// print writes the budget of one link.
func (o *linkOutput) print(io command.Streams, calc calculator, terms []term) error {
	lacking := notComputed(terms)
	switch {
	case o.json:
		fmt.Fprintf(io.Out, "{\n  %s\n}\n", object(terms, "\n  "))
	case o.csv:
		if err := writeCSV(io.Out, header(terms), [][]term{terms}); err != nil {
			return err
		}
	default:
		if err := budgetTable(io, calc, terms); err != nil {
			return err
		}
		if len(lacking) > 0 {
			fmt.Fprintf(io.Out, "\nnot computed:\n  %s\n", strings.Join(lacking, "\n  "))
		}
		return nil
	}
	if len(lacking) > 0 {
		fmt.Fprintf(io.Err, "not computed %s\n", strings.Join(lacking, "; "))
	}
	return nil
}

// notComputed says which flags are missing, and for what.
func notComputed(terms []term) []string {
	var wants, lines []string
	for _, t := range terms {
		if len(t.needs) == 0 {
			continue
		}
		want := "for want of " + strings.Join(t.needs, " and ") + ": "
		if i := slices.Index(wants, want); i >= 0 {
			lines[i] += ", " + t.name
			continue
		}
		wants, lines = append(wants, want), append(lines, want+t.name)
	}
	return lines
}

// budgetTable writes the budget for people.
func budgetTable(io command.Streams, calc calculator, terms []term) error {
	fmt.Fprintf(io.Out, "%s\n\n", calc.about())
	t := text.NewTable(io.Out, "quantity", "value", "unit", "source")
	for _, term := range terms {
		if len(term.needs) > 0 {
			continue
		}
		factor, prefix := prefixed(term.value, term.unit)
		value, unit := number(term.value/factor), prefix+term.unit
		if math.IsInf(term.value, 1) {
			value, unit = "unlimited", ""
		}
		t.Append([]string{term.label, value, unit, term.source})
	}
	return t.Render()
}

// header returns the names of the terms that can be written.
func header(terms []term) []string {
	var names []string
	for _, t := range terms {
		if t.name != "" && t.known() {
			names = append(names, t.name)
		}
	}
	return names
}
