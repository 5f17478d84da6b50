package link

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"halocline/bench/report/figure"
	"halocline/bench/report/input"
	"halocline/bench/report/text"
)

// Figure draws the sweep: its curves are the numbers to show, or where two inputs vary the values
// of the second.
func (s *Sweep) Figure(show []string) (figure.Figure, error) {
	none := figure.Figure{}
	names, err := s.columns(show, s.link.Drawn()...)
	switch {
	case err != nil:
		return none, err
	case len(names) == 0:
		return none, undrawn(s.terms, s.link.Drawn())
	case len(show) == 0 || len(s.axes) > 1:
		names = names[:1]
	}
	if err := s.drawable(show); err != nil {
		return none, err
	}
	first, _ := find(s.terms, names[0])
	x := s.axes[0]
	middle := x.values[len(x.values)-1]
	if x.log {
		middle = math.Sqrt(math.Abs(x.values[0] * middle))
	}
	factor, prefix := input.Prefixed(middle, x.unit)
	f := figure.Figure{
		X:     figure.Axis{Quantity: text.Capital(strings.ReplaceAll(x.input.Name, "-", " ")), Unit: prefix + x.unit, Log: x.log},
		Y:     figure.Axis{Unit: first.unit},
		Width: figure.Page, Height: 10,
	}
	what, labels, err := s.labels(names, first)
	if err != nil {
		return none, err
	}
	curves := s.curves(names, labels, factor)
	var swept []string
	for _, a := range s.axes {
		swept = append(swept, a.input.Name)
	}
	for _, c := range curves {
		f.Layers = append(f.Layers, c)
	}
	f.Title = titleOf(labels, s.link.title(swept))
	f.Y.Quantity = text.Capital(what)
	f.Y.Log = (first.unit == "W" || first.unit == "") && wide(curves)
	if f.Y.Decades = 20; first.unit == "" { // probabilities
		f.Y.Decades = 9
	}
	return f, nil
}

// labels returns what numbers are called, and the words with which all of these end. They are in one unit.
func (s *Sweep) labels(names []string, first term) (what string, labels []string, err error) {
	what = first.label
	for _, name := range names {
		t, _ := find(s.terms, name)
		if t.unit != first.unit {
			return "", nil, apart(first, t)
		}
		what, labels = commonEnd(what, t.label), append(labels, t.label)
	}
	if what == "" && strings.HasPrefix(first.unit, "dB") {
		what = "level"
	}
	return cmp.Or(what, "value"), labels, nil
}

// drawable finds sweeps that no figure can show.
func (s *Sweep) drawable(show []string) error {
	const most = 8 // curves
	switch {
	case len(s.axes) > 2:
		return fmt.Errorf("--plot: %d sweeps are given, and a figure shows two: an axis and a curve for each value; leave the others out", len(s.axes))
	case len(s.axes) == 2 && len(show) > 1:
		return errors.New("--show: with two sweeps a figure shows one number; name one")
	case len(s.axes) == 2 && len(s.axes[1].values) > most:
		return fmt.Errorf("--plot: the second sweep makes a curve of each of its %d values; at most %d are possible, so exchange the two or give fewer", len(s.axes[1].values), most)
	}
	return nil
}

// curves returns a curve for each number, or for each value of a second sweep.
func (s *Sweep) curves(names, labels []string, factor float64) []figure.Curve {
	var curves []figure.Curve
	add := func(label, name string, first, every int) {
		c := figure.Curve{Name: label}
		for i := first; i < len(s.points); i += every {
			t, ok := find(s.points[i].terms, name)
			if !ok {
				t.value = math.NaN()
			}
			c.X, c.Y = append(c.X, s.points[i].at[0]/factor), append(c.Y, t.value)
		}
		curves = append(curves, c)
	}
	if len(s.axes) == 1 {
		for i, name := range names {
			add(labels[i], name, 0, 1)
		}
		return curves
	}
	second := s.axes[1]
	for j, v := range second.values {
		add(strings.ReplaceAll(second.input.Name, "-", " ")+" "+input.Human(v, second.unit), names[0], j, len(second.values))
	}
	return curves
}

// undrawn says which flags the numbers that a figure would show are in want of: those
// of the number that needs the fewest.
func undrawn(terms []term, drawn []string) error {
	var least term
	for _, name := range drawn {
		if t, ok := find(terms, name); ok && (least.name == "" || len(t.needs) < len(least.needs)) {
			least = t
		}
	}
	if least.name == "" {
		return errors.New("--plot: there is nothing to draw; choose a number with --show")
	}
	other := ""
	for _, name := range []string{"transmission_loss_db", "path_loss_db", "attenuation_db_per_m"} {
		if t, ok := find(terms, name); ok && len(t.needs) == 0 {
			other = ", such as " + name
			break
		}
	}
	return fmt.Errorf("--plot: %s; or choose a number with --show%s", least.lacks(), other)
}

// apart says that two numbers have no axis in common, and for a level beside a ratio
// what shows both.
func apart(a, b term) error {
	instead := ""
	if levels := []string{"dB", "dB re 1 uPa"}; slices.Contains(levels, a.unit) && slices.Contains(levels, b.unit) {
		instead = "; or draw --show received_level_db,noise_band_db, between which the SNR lies"
	}
	return fmt.Errorf("--show: %s %s and %s %s; a figure has one axis, so draw them apart%s",
		a.name, measured(a.unit), b.name, measured(b.unit), instead)
}

// titleOf returns the title of a figure: what is drawn, and of which link. Where that
// is too long for a line, only the legend says what is drawn; and where it still is, the
// last parts are counted.
func titleOf(labels, parts []string) string {
	const room = 100 // letters
	what := joined(labels) + ": "
	if len(labels) > 1 && len(what+strings.Join(parts, ", ")) > room {
		what = ""
	}
	title := what + strings.Join(parts, ", ")
	for n := len(parts) - 1; n > 0 && len(title) > room; n-- {
		title = fmt.Sprintf("%s%s, and %d more", what, strings.Join(parts[:n], ", "), len(parts)-n)
	}
	return text.Capital(title)
}

// measured says in which unit a number is.
func measured(unit string) string {
	if unit == "" {
		return "has no unit"
	}
	return "is in " + unit
}

// joined lists labels as a sentence does.
func joined(labels []string) string {
	last := len(labels) - 1
	if last == 0 {
		return labels[0]
	}
	return strings.Join(labels[:last], ", ") + " and " + labels[last]
}

// commonEnd returns the words with which both labels end, "loss" for a spreading
// loss and an absorption loss; there may be none.
func commonEnd(a, b string) string {
	for rest := a; ; {
		if rest == b || rest != "" && strings.HasSuffix(b, " "+rest) {
			return rest
		}
		_, after, more := strings.Cut(rest, " ")
		if !more {
			return ""
		}
		rest = after
	}
}

// wide reports whether the curves span more than two decades.
func wide(curves []figure.Curve) bool {
	low, high := math.Inf(1), 0.0
	for _, c := range curves {
		for _, y := range c.Y {
			if y > 0 {
				low, high = min(low, y), max(high, y)
			}
		}
	}
	return high > 100*low
}
