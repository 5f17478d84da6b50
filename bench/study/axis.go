package study

import (
	"math"
	"math/big"
	"slices"
	"strconv"

	"halocline/scenarios/strict"
)

// loop is a dimension of the product: axes whose values change together.
type loop struct {
	axes []*axis
	size int
}

// axis is a path or variable, and the values that it takes.
type axis struct {
	name   string
	path   bool // of the scenario; otherwise a variable
	at     strict.Place
	slot   int
	unit   string // in which Param.Value is; that of the first value
	values []level
	span   *span // between whose ends a sample has its values; nil where they are given
}

// level is one value of an axis.
type level struct {
	text  string // as the study has it
	node  *strict.Value
	value value
}

// The largest number of values of an axis, and of cells before conditions.
const (
	maxLevels = 10_000
	maxCells  = 100_000_000
)

// axis reads the values of a path or variable: a list or a range. It returns nil
// if they are at fault. Where something else tells them apart, they may be equal.
func (r *reader) axis(e strict.Entry, path, apart bool) *axis {
	a, before := &axis{name: e.Key, path: path, at: e.At}, r.faults
	if items, ok := e.Value.Items(); ok {
		for _, item := range items {
			r.level(a, item)
		}
	} else if _, ok := e.Value.Entries(); ok {
		r.span(a, e.Value)
	} else {
		r.fault(e.Value.Place(), "%s is given; write a list of values, or a range such as {from: 0m, to: 1m, step: 0.1m}", e.Value)
		return nil
	}
	switch {
	case r.faults > before || e.Value.Broken():
		return nil
	case len(a.values) == 0 && a.span == nil:
		r.fault(e.Value.Place(), "the list is empty; write at least one value")
		return nil
	case len(a.values) > maxLevels:
		r.fault(e.Value.Place(), "%d values are given; at most %d are possible", len(a.values), maxLevels)
		return nil
	}
	r.check(a, apart)
	return a
}

// level adds a value of a list to an axis.
func (r *reader) level(a *axis, item *strict.Value) {
	if item.Broken() {
		return
	}
	v := r.study.units.read(item)
	if !a.path && v.kind == word && v.model == "" {
		if _, _, ok := item.Word(); !ok {
			r.fault(item.Place(), "write a number or a word here")
			return
		}
	}
	text, _, ok := item.Word()
	if !ok {
		text = item.String()
	}
	if text == "" {
		r.fault(item.Place(), "a value is missing; write one, or leave it out of the list")
		return
	}
	a.values = append(a.values, level{text, item, v})
}

// check finds values that are given twice, unless something else tells them apart, and those of a variable that do not
// go together. It chooses the unit of the numbers, and what is written for mappings.
func (r *reader) check(a *axis, apart bool) {
	seen := make(map[string]string, len(a.values))
	for i := range a.values {
		l := &a.values[i]
		if _, mapping := l.node.Entries(); mapping {
			l.value.shown = []string{a.brief(l)}
		}
		key := l.text
		if l.value.kind == numeric {
			key = l.value.dim.String() + " " + l.value.x.RatString()
			if a.unit == "" {
				a.unit = l.value.unit
			}
		}
		if first, twice := seen[key]; twice && !apart {
			r.fault(l.node.Place(), "the value %s of %s is given twice; the first is %s, so leave one out", l.text, a.name, first)
		}
		seen[key] = l.text
		if first := a.values[0].value; !a.path && i > 0 && (l.value.kind != first.kind || l.value.dim != first.dim) {
			r.fault(l.node.Place(), "%s is %s; the values before it are %s, and all must be of one kind", l.text, r.study.units.what(l.value), r.study.units.what(first))
		}
	}
}

// ungraded says what to write where a range has neither a step nor a count, or both.
func (r *reader) ungraded(neither bool) string {
	if neither && r.study.Boundary != nil {
		return "runs are made at the values of a range, and nowhere between, so that a boundary needs its step or count as well; write a step some times smaller than within, as in step: 0.002m/s"
	}
	return "write either step or count in a range"
}

// span adds the values of a range to an axis.
func (r *reader) span(a *axis, v *strict.Value) {
	before := r.faults
	texts := r.rangeTexts(v)
	if r.faults > before {
		return
	}
	for _, key := range []string{"from", "to"} {
		if texts[key] == "" {
			r.fault(v.Place(), "key %q is missing; a range has the form {from, to, step} or {from, to, count}", key)
			return
		}
	}
	open := texts["step"] == "" && texts["count"] == ""
	switch {
	case open && r.study.Sensitivity != nil:
		if from, to, ok := r.ends(v, texts); ok {
			a.unit, a.span = from.unit, &span{from, to, texts["scale"] == "log", v}
		}
	case open || texts["step"] != "" && texts["count"] != "":
		r.fault(v.Place(), "%s", r.ungraded(open))
	case texts["step"] != "" && texts["scale"] != "":
		r.fault(v.Get("scale").Place(), "a scale goes with count, not with step; leave one of them out")
	case texts["step"] != "":
		steps, err := strict.Steps(texts["from"], texts["to"], texts["step"])
		if err != nil {
			r.fault(v.Place(), "%v", err)
			return
		}
		r.words(a, v, steps)
	default:
		r.counted(a, v, texts)
	}
}

// rangeTexts returns what the keys of a range are set to.
func (r *reader) rangeTexts(v *strict.Value) map[string]string {
	known := []string{"from", "to", "step", "count", "scale"}
	texts := map[string]string{}
	entries, _ := v.Entries()
	for _, e := range entries {
		text, _, ok := e.Value.Word()
		switch {
		case !slices.Contains(known, e.Key):
			r.fault(e.At, "%s (of a range; a list of values can be given as well)", strict.Unknown("key", e.Key, known))
		case e.Value.Broken():
		case !ok:
			r.fault(e.Value.Place(), "write a number such as 2 or 0.5m here")
		default:
			texts[e.Key] = text
		}
	}
	return texts
}

// words adds values that a range stands for.
func (r *reader) words(a *axis, v *strict.Value, texts []string) {
	for _, text := range texts {
		node := strict.NewWord(v.Place(), text)
		a.values = append(a.values, level{text, node, r.study.units.read(node)})
	}
}

// counted adds a number of values at equal distances, or at equal ratios.
func (r *reader) counted(a *axis, v *strict.Value, texts map[string]string) {
	n, err := strconv.Atoi(texts["count"])
	if err != nil || n < 2 || n > maxLevels {
		r.fault(v.Get("count").Place(), "%q is given; write a whole number from 2 to %d", texts["count"], maxLevels)
		return
	}
	from, to, ok := r.ends(v, texts)
	if !ok {
		return
	}
	out := make([]string, n)
	for i := range out {
		x := between(from, to, i, n-1, texts["scale"] == "log")
		out[i] = r.study.units.write(value{x: x, unit: from.unit, dim: from.dim}, 6)
	}
	r.words(a, v, out)
}

// ends returns the ends of a range, between which its scale leads.
func (r *reader) ends(v *strict.Value, texts map[string]string) (from, to value, ok bool) {
	if from, ok = r.end(v, "from", texts); !ok {
		return from, to, false
	}
	if to, ok = r.end(v, "to", texts); !ok {
		return from, to, false
	}
	units, scale := r.study.units, texts["scale"]
	switch {
	case from.dim != to.dim:
		r.fault(v.Place(), "%s is %s and %s %s; write both ends in units of one kind", texts["from"], units.what(from), texts["to"], units.what(to))
	case from.x.Cmp(to.x) == 0:
		r.fault(v.Place(), "the range from %s to %s has no extent; give one value, or another end", texts["from"], texts["to"])
	case !slices.Contains([]string{"", "linear", "log"}, scale):
		r.fault(v.Get("scale").Place(), "%s", strict.Unknown("scale", scale, []string{"linear", "log"}))
	case scale == "log" && (from.x.Sign() <= 0 || to.x.Sign() <= 0 || from.point):
		r.fault(v.Place(), "a range with the scale log goes between numbers that are more than 0")
	default:
		return from, to, true
	}
	return from, to, false
}

// end returns an end of a range, if it is a quantity.
func (r *reader) end(v *strict.Value, key string, texts map[string]string) (value, bool) {
	x, symbol, ok := r.study.units.table.Amount(texts[key])
	if !ok {
		r.fault(v.Get(key).Place(), "%q is not a number with a known unit; write one such as 2.5 or 20m", texts[key])
		return value{}, false
	}
	return r.study.units.amount(x, symbol), true
}

// between returns the point i of n intervals between two numbers: exact, or
// computed in floating point where the ratios are equal.
func between(from, to value, i, n int, log bool) *big.Rat {
	switch {
	case i == 0:
		return from.x
	case i == n:
		return to.x
	case !log:
		step := new(big.Rat).Sub(to.x, from.x)
		step.Mul(step, big.NewRat(int64(i), int64(n)))
		return step.Add(step, from.x)
	}
	a, _ := from.x.Float64()
	b, _ := to.x.Float64()
	f := math.Exp(math.Log(a) + (math.Log(b)-math.Log(a))*float64(i)/float64(n))
	x, _ := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', 6, 64))
	return x
}
