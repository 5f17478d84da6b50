package modeltest

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"halocline/scenarios/strict"
	"halocline/sim/fault"
)

// end is an end of a range.
type end struct {
	text string  // with its unit; empty where the range goes on without an end
	open bool    // the end itself is outside
	sign float64 // of the direction that leads out of the range
}

// ends returns the ends of the range of a key, as far as it has some.
func (f field) ends() []end {
	lo, hi, ok := strings.Cut(f.Range, ", ")
	if !ok {
		return nil
	}
	var all []end
	last := len(hi) - 1
	for _, e := range []end{{lo[1:], lo[0] == '(', -1}, {hi[:last], hi[last] == ')', 1}} {
		if !strings.HasSuffix(e.text, "inf") {
			all = append(all, e)
		}
	}
	return all
}

// beside returns values just inside and just outside of an end: by a millionth of it, or by a whole number.
func (e end) beside(whole bool) (inside, outside string) {
	unit := unitOf(e.text)
	x, err := strconv.ParseFloat(strings.TrimSuffix(e.text, unit), 64)
	if err != nil {
		panic("modeltest: " + err.Error())
	}
	const near = 1e-6
	step := math.Abs(cmp.Or(x, 1)) * near
	if whole {
		step = 1
	}
	if e.open {
		return number(x-e.sign*step) + unit, e.text
	}
	return e.text, number(x+e.sign*step) + unit
}

// number writes a number with as many digits as a probe beside an end needs.
func number(x float64) string { return strconv.FormatFloat(x, 'g', 12, 64) }

// limits probes what is stated of the values of a key: its range, and how it compares with other keys. What is just inside is
// accepted, and what is just outside is not.
func (c *checker) limits(f field) {
	whole, beside := strings.Contains(f.Type, "whole number"), c.needed(f)
	for _, e := range f.ends() {
		inside, outside := e.beside(whole)
		if said, _ := c.said(f, written(f.Type, inside), beside); strings.Contains(strings.Join(said, " "), "is out of range") {
			c.fault("%s: %s is refused, and its range is %s: %q", f.path(), inside, f.Range, said)
		}
		if said, _ := c.said(f, written(f.Type, outside), beside); len(said) == 0 {
			c.fault("%s: %s is accepted, and its range is %s", f.path(), outside, f.Range)
		}
	}
	for _, b := range f.Bounds {
		c.bound(f, b, whole)
	}
}

// bound probes how a key compares with another, as the defaults have it; where that has no default it gets the value 2.
func (c *checker) bound(f field, b fault.Bound, whole bool) {
	beside := c.needed(f)
	prefix := strings.TrimSuffix(f.Key, b.Key)
	if other, ok := c.param(f, prefix+b.Than); ok && other.Default == "" {
		b.Limit, b.Off = 2, false
		beside[prefix+b.Than] = number(2) + other.Unit
	}
	limit := end{number(b.Limit) + f.Unit, b.Op == fault.LessThan || b.Op == fault.MoreThan, 1}
	if b.Op == fault.AtLeast || b.Op == fault.MoreThan {
		limit.sign = -1
	}
	if b.Off && !strings.HasPrefix(b.When, "or ") || !c.within(f, b.Limit) {
		return
	}
	inside, outside := limit.beside(whole)
	if said, _ := c.said(f, inside, beside); len(said) > 0 {
		c.fault("%s: %s is refused, which is %s: %q", f.path(), inside, b.Says(), said)
	}
	said, others := c.said(f, outside, beside)
	switch {
	case len(said) > 0:
		c.probed++
	case !others: // the model is whole, so that its bounds were asked for
		c.fault("%s: %s is accepted, which is not %s", f.path(), outside, b.Says())
	}
}

// needed returns values of the keys beside a field, and beside what holds it, that must be there. Only a whole model is checked by
// what no key shows alone.
func (c *checker) needed(f field) map[string]string {
	values := map[string]string{}
	for _, p := range c.allFields() {
		above := p.Key[:strings.LastIndex(p.Key, ".")+1]
		if p.model != f.model || p.shelf.Key != f.shelf.Key || !p.Required || p.Key == f.Key || p.Key == "nodes" || !strings.HasPrefix(f.Key, above) {
			continue
		}
		kind := p.Type[strings.LastIndex(p.Type, " ")+1:]
		value := number(2) + p.Unit
		switch {
		case kind == "text", kind == "mapping": // which may be written as one of its values
			value = "n"
		case strings.Contains(kind, "|"):
			value = kind[strings.LastIndex(kind, "|")+1:]
		}
		values[p.Key] = written(p.Type, value)
		if p.Type == "list: mapping" {
			values[p.Key] = "[{}]"
		}
	}
	return values
}

// within reports whether a limit lies inside of the range of a key, and not at its ends.
func (c *checker) within(f field, limit float64) bool {
	lo, hi, ok := strings.Cut(f.Range, ", ")
	return !ok || limit > quantity(lo[1:], f.Unit) && limit < quantity(hi[:len(hi)-1], f.Unit)
}

// param finds a key of the model, or of the file, that has a field.
func (c *checker) param(f field, key string) (strict.Param, bool) {
	for _, other := range c.allFields() {
		if other.model == f.model && other.shelf.Key == f.shelf.Key && other.Key == key {
			return other.Param, true
		}
	}
	return strict.Param{}, false
}

// said returns the faults at a value of a key, with other values beside it, and whether there are others than those.
func (c *checker) said(f field, value string, beside map[string]string) (said []string, others bool) {
	text, line, column := c.document(f, value, beside)
	_, err := c.Parse("a.yaml", text, nil)
	list, _ := err.(strict.Faults)
	for _, fault := range list {
		if fault.Line == line && fault.Column >= column {
			said = append(said, fault.Msg)
		} else {
			others = true
		}
	}
	return said, others
}

// written writes a value, as many times as a list, or a list of lists, has to have it.
func written(kind, value string) string {
	list, element, ok := strings.Cut(kind, ": ")
	if !ok {
		return value
	}
	n := 2
	if size, ok := strings.CutPrefix(list, "list of "); ok {
		n, _ = strconv.Atoi(size)
	}
	return "[" + strings.TrimSuffix(strings.Repeat(written(element, value)+", ", n), ", ") + "]"
}
