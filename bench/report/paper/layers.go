package paper

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"halocline/bench/report/figure"
	"halocline/bench/study"
	"halocline/bench/study/stats"
)

// name returns the name of a series in the legend.
func (d *drawing) name(j int) string {
	if d.second.path == "" {
		return ""
	}
	l := d.second.levels[j]
	if d.second.numeric() { // a number alone says nothing
		return strings.TrimSpace(d.second.title + " " + l.label() + " " + l.unit)
	}
	return l.title
}

// long tells whether the legend has a name for which a column is too narrow.
func (d *drawing) long() bool {
	for j := range d.second.levels {
		if utf8.RuneCountInString(d.name(j)) > longName {
			return true
		}
	}
	return false
}

// means returns the means of a series along X, with their intervals.
func (d *drawing) means(j int) (mean, low, high []float64) {
	for i := range d.samples {
		s := d.samples[i][j]
		iv := stats.Mean(s.values, d.confidence)
		if d.share {
			whole := slices.Clone(s.values)
			for k := range whole {
				whole[k] /= 100
			}
			iv, _ = stats.Share(whole, d.confidence)
			iv.Estimate, iv.Low, iv.High = 100*iv.Estimate, 100*iv.Low, 100*iv.High
		}
		if !iv.Bounded() || iv.Used == 0 {
			iv.Low, iv.High = math.NaN(), math.NaN()
		}
		if iv.Used == 0 || d.metric.timed() && s.none > 0 { // no mean of those that were fast enough
			iv.Estimate, iv.Low, iv.High = math.NaN(), math.NaN(), math.NaN()
		}
		mean, low, high = append(mean, iv.Estimate), append(low, iv.Low), append(high, iv.High)
	}
	return mean, low, high
}

// links returns where the means of a series lead to: the run nearest to each.
func (d *drawing) links(j int, mean []float64) (out []string) {
	if d.view == "" {
		return nil
	}
	for i, m := range mean {
		to := typical(d.cells[i][j], d.samples[i][j], m)
		if to != "" {
			to = d.view + to + "/"
		}
		out = append(out, to)
	}
	return out
}

// fewPoints is how many means of a curve have error bars; more have a band.
const fewPoints = 15

// whole ends an axis of per cent at 100 where the values come near to that.
func (d *drawing) whole(out *figure.Figure) {
	least, most := math.Inf(1), math.Inf(-1)
	for j := range d.samples[0] {
		mean, low, _ := d.means(j)
		for i, v := range mean { // intervals may reach beyond the whole, to which there is no meaning
			if !math.IsNaN(v) {
				least, most = math.Min(least, v), math.Max(most, v)
			}
			if !math.IsNaN(low[i]) {
				least = math.Min(least, low[i])
			}
		}
	}
	if d.metric.Unit != "%" || least < 0 || most < 90 || most > 100 {
		return
	}
	from := 10 * math.Floor(least/10)
	if from < 50 || from == 100 || !d.first.numeric() { // bars begin at 0
		from = 0
	}
	out.Y.From, out.Y.To = from, 100+0.04*(100-from) // with room for markers
}

// lines adds a curve of means for each series, or bars where the values along X are no numbers.
func (d *drawing) lines(out *figure.Figure) {
	numbers := d.first.numeric()
	var x []float64
	for i, l := range d.first.levels {
		if x = append(x, l.number); !numbers {
			x[i] = float64(i)
		}
	}
	drawn := false
	for j := range d.samples[0] {
		mean, low, high := d.means(j)
		empty := !slices.ContainsFunc(mean, func(v float64) bool { return !math.IsNaN(v) })
		absent := d.absent(j, x)
		if empty && len(absent) == 0 && numbers {
			continue // the legend would name a curve that is not there
		}
		drawn = drawn || !empty
		if numbers {
			c := figure.Curve{Name: d.name(j), X: x, Y: mean, Links: d.links(j, mean), Low: low, High: high}
			if c.Band = len(x) > fewPoints; d.searched {
				c = d.made(j, c)
			}
			out.Layers = append(out.Layers, c)
		} else {
			out.Layers = append(out.Layers, figure.Bars{Name: d.name(j), Values: mean, Links: d.links(j, mean), Low: low, High: high})
		}
		if len(absent) > 0 {
			out.Layers = append(out.Layers, figure.Absent{Name: d.name(j), X: absent, Meaning: "runs that " + d.lacking, Beside: !numbers})
		}
	}
	if !drawn {
		out.Layers = nil
	}
}

// made leaves the points out of a curve that have no run: a search makes runs in some places only.
func (d *drawing) made(j int, c figure.Curve) figure.Curve {
	out := figure.Curve{Name: c.Name}
	for i := range c.X {
		if s := d.samples[i][j]; len(s.values)+s.failed == 0 {
			continue
		}
		out.X, out.Y, out.Low, out.High = append(out.X, c.X[i]), append(out.Y, c.Y[i]), append(out.Low, c.Low[i]), append(out.High, c.High[i])
		if c.Links != nil {
			out.Links = append(out.Links, c.Links[i])
		}
	}
	return out
}

// theory adds the curves that formulas give, in the unit of the metric.
func (d *drawing) theory(p *Paper, out *figure.Figure, f study.Figure) error {
	if len(f.Theory) > 0 && !d.first.numeric() {
		return fmt.Errorf("theory: %s has no numbers along which a curve could go", d.first.title)
	}
	var cells []int
	for _, row := range d.cells {
		cells = append(cells, slices.Concat(row...)...)
	}
	shown := strings.ReplaceAll(d.metric.Unit, "·", ".")
	for _, t := range f.Theory {
		points, err := p.Theory(t, d.first.path, cells, f.XScale == "log")
		if err != nil {
			return fmt.Errorf("theory %q: %w", t.Label, err)
		}
		c := figure.Curve{Name: t.Label, Thin: true}
		for _, point := range points {
			factor, ok := p.units.Factor(point.Unit, shown)
			if !ok {
				return fmt.Errorf("theory %q: the formula gives %s, and %s is in %s", t.Label, unitName(point.Unit), f.Y, unitName(shown))
			}
			unit, _ := factor.Float64()
			c.X, c.Y = append(c.X, point.X), append(c.Y, point.Y*unit)
		}
		out.Layers = append(out.Layers, c)
	}
	return nil
}

// absent returns where along X runs of a series lack a value.
func (d *drawing) absent(j int, x []float64) []float64 {
	var out []float64
	for i := range d.samples {
		if s := d.samples[i][j]; s.none+s.failed > 0 {
			out = append(out, x[i])
		}
	}
	return out
}

// boxes adds a box for each category and series.
func (d *drawing) boxes(out *figure.Figure) {
	for j := range d.samples[0] {
		b := figure.Boxes{Name: d.name(j)}
		for i := range d.samples {
			b.Samples = append(b.Samples, d.samples[i][j].used())
		}
		out.Layers = append(out.Layers, b)
	}
}

// distributions adds the distribution of each series. One in which runs lack a value
// says so, since it is that of the other runs alone.
func (d *drawing) distributions(out *figure.Figure, log bool) {
	out.X, out.Y = figure.Axis{Quantity: d.metric.title, Unit: d.metric.Unit}, figure.Axis{Quantity: "Fraction of runs"}
	for j := range d.samples[0] {
		s := d.samples[0][j]
		used := s.used()
		if len(used) == 0 {
			continue
		}
		name := d.name(j)
		if left := s.none + s.failed; left > 0 {
			name = fmt.Sprintf("%s (%d of %d runs)", name, len(used), len(used)+left)
		}
		e := figure.ECDF{Name: name, Values: used}
		if len(d.samples[0]) == 1 {
			e.Confidence = d.confidence
		}
		out.Layers = append(out.Layers, e)
	}
	out.X.From, out.X.To = d.room(log)
}

// room returns a range with room around all values that have a place on the axis, so that
// the steps at its ends are seen; it begins at 0 where that is near.
func (d *drawing) room(log bool) (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	for v := range each(d.samples) {
		if !math.IsInf(v, 0) && !(log && v <= 0) {
			from, to = math.Min(from, v), math.Max(to, v)
		}
	}
	const part = 0.04
	room := part * (to - from)
	switch {
	case !(to > from):
		return 0, 0
	case log:
		room = math.Pow(to/from, part)
		return from / room, to * room
	case from >= 0 && from < to/5:
		return 0, to + room
	}
	return from - room, to + room
}

// fewCells is how many cells of a heat map along an axis are named; more are drawn
// to scale, and so are those along a logarithmic axis.
const fewCells = 12

// heat adds a map of means.
func (d *drawing) heat(out *figure.Figure, logX, logY bool) error {
	h := figure.Heat{Quantity: capital(out.Y.Quantity), Unit: out.Y.Unit}
	for j := range d.samples[0] {
		row, _, _ := d.means(j)
		h.Values = append(h.Values, row)
		if links := d.links(j, row); links != nil {
			h.Links = append(h.Links, links)
		}
	}
	if d.second.numeric() {
		order := axis{levels: slices.Clone(d.second.levels)}
		sortAxis(&order, h.Links)
		sortAxis(&d.second, h.Values)
	}
	var err error
	if out.X, h.X, err = places(&d.first, logX); err != nil {
		return err
	}
	if out.Y, h.Y, err = places(&d.second, logY); err != nil {
		return err
	}
	out.Y.Down = !d.second.numeric() // names are read from the top
	out.Layers = append(out.Layers, h)
	return nil
}

// places returns an axis of a heat map, and where the cells stand along it.
func places(a *axis, log bool) (figure.Axis, []float64, error) {
	if !a.numeric() || len(a.levels) <= fewCells && !log {
		return figure.Axis{Quantity: a.head(), Names: a.labels()}, nil, nil
	}
	var at []float64
	for _, l := range a.levels {
		if log && l.number <= 0 {
			return figure.Axis{}, nil, fmt.Errorf("%s has the value %s, which has no place on a logarithmic scale; leave it out with where, or leave out the scale", a.title, l.title)
		}
		at = append(at, l.number)
	}
	return a.scale(), at, nil
}
