package study

import (
	"fmt"
	"math"
	"math/big"
	"slices"
)

// Theory is a curve of a figure that a formula gives, beside those of the runs.
type Theory struct {
	Label string `yaml:"label" required:"true" doc:"name of the curve in the legend"`
	Y     string `yaml:"y" required:"true" doc:"formula of the metric y over what is swept, such as load * exp(-2 * load); halocline docs expressions has what it may hold, and one with headers and preambles"`
}

// Point is a point of such a curve.
type Point struct {
	X, Y float64
	Unit string // of Y, the first of its dimension; "" of a number
}

// points is into how many intervals a curve is cut.
const points = 60

// Theory returns a curve along the numbers that a path or variable takes in some cells, which differ in nothing else that the
// formula hangs on. What follows from x follows from it along the curve too. X is in the unit in which its values are shown.
func (s *Study) Theory(t Theory, x string, cells []int, log bool) ([]Point, error) {
	e, err := parse(t.Y, s.scope)
	if err != nil {
		return nil, err
	}
	a := s.axisNamed(x)
	if a == nil || a.unit == "" {
		return nil, fmt.Errorf("%s has no numbers along which a curve could go", x)
	}
	alike := func(a, b choice) bool { return a.level.text == b.level.text }
	var kinds [][]choice // of cells that differ in more than x
	var ends []value
	for _, cell := range cells {
		levels := s.levels(s.whole(cell))
		i := slices.IndexFunc(levels, func(c choice) bool { return c.axis == a })
		ends = append(ends, levels[i].level.value)
		levels[i].level = level{}
		if !slices.ContainsFunc(kinds, func(k []choice) bool { return slices.EqualFunc(k, levels, alike) }) {
			kinds = append(kinds, levels)
		}
	}
	from := slices.MinFunc(ends, func(a, b value) int { return a.x.Cmp(b.x) })
	to := slices.MaxFunc(ends, func(a, b value) int { return a.x.Cmp(b.x) })
	if from.x.Cmp(to.x) == 0 {
		return nil, fmt.Errorf("%s has one value here; a curve needs two", x)
	}
	var curve []Point
	for i := range points + 1 {
		at := from
		at.x = between(from, to, i, points, log && from.x.Sign() > 0)
		p, err := s.theoryAt(e, a, at, kinds)
		if err != nil {
			return nil, err
		}
		curve = append(curve, p)
	}
	return curve, nil
}

// theoryAt returns the point of a curve at a value of x, which all kinds of cells have.
func (s *Study) theoryAt(e *expression, a *axis, at value, kinds [][]choice) (Point, error) {
	var y value
	for k, levels := range kinds {
		levels = slices.Clone(levels)
		for i := range levels {
			if levels[i].axis == a {
				levels[i].level = level{text: s.units.write(at, 12), value: at}
			}
		}
		ev, _, err := s.evaluate(levels)
		if err != nil {
			return Point{}, err
		}
		v, err := ev.eval(e)
		switch {
		case err != nil:
			return Point{}, err
		case v.kind != numeric:
			return Point{}, fmt.Errorf("the formula gives %s; write one that gives a number", s.units.what(v))
		case k > 0 && !same(v, y):
			return Point{}, fmt.Errorf("at one %s the formula has several values, because it hangs on what the curves or cells differ in; choose one of that with where, or write a formula for each", a.name)
		}
		y = v
	}
	p := Point{Unit: s.units.first[y.dim]}
	shown := a.unit
	if l := s.labelOf(a.name); l != nil && l.Unit != "" {
		shown = l.Unit
	}
	p.X, _ = s.in(at, shown)
	p.Y, _ = y.x.Float64()
	if p.Unit == "1" {
		p.Unit = ""
	} else if p.Unit == "" {
		return Point{}, fmt.Errorf("the formula gives %s, for which there is no unit", s.units.what(y))
	}
	return p, nil
}

// exponential returns e to the power of a number, to the precision of a float64.
func (v *evaluator) exponential(e *expression, a value) (value, error) {
	if a.dim != (exponents{}) {
		return value{}, mistake{e.at, fmt.Sprintf("exp of %s is given; divide by a quantity of that kind", v.units.what(a))}
	}
	f, _ := a.x.Float64()
	x := new(big.Rat).SetFloat64(math.Exp(f))
	if x == nil {
		return value{}, mistake{e.at, fmt.Sprintf("exp of %g is too large", f)}
	}
	return plain(x), nil
}
