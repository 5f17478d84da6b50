package figure

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Panels are figures side by side over the width of a page, with the same axes and one legend
// above them. The titles tell them apart; a name has one look in all of them.
type Panels []Figure

// mostPanels is how many have room beside each other.
const mostPanels = 4

// Write draws the panels, as Figure.Write does.
func (p Panels) Write(w io.Writer, format string) error {
	if !slices.Contains(formats(), format) {
		return unknownFormat(format)
	}
	if len(p) == 0 || len(p) > mostPanels {
		return fmt.Errorf("%d panels: a page has room for one to %d beside each other; choose some of the values with where, or take them as by", len(p), mostPanels)
	}
	charts, err := p.charts()
	if err != nil {
		return err
	}
	return row(w, format, charts, p.legend())
}

// row draws charts side by side, with a legend above them.
func row(w io.Writer, format string, charts []*Chart, legend *Chart) error {
	high := legend.legendSize(legend.columns()).Y
	if high > 0 {
		high += labelGap
	}
	legend.height = charts[0].height + high + margin
	legend.frame = vg.Rectangle{Max: vg.Point{X: legend.width, Y: charts[0].height}}
	legend.outside(Above)
	return write(w, format, legend.width, legend.height, func(on vg.Canvas) {
		on.SetColor(paper())
		on.Fill(box(vg.Rectangle{Max: vg.Point{X: legend.width, Y: legend.height}}))
		left := vg.Length(0)
		for _, c := range charts {
			on.Push()
			on.Translate(vg.Point{X: left})
			c.paint(on)
			on.Pop()
			left += c.width
		}
		legend.on = on
		legend.paintLegend()
		at := vg.Point{X: legend.width / 2, Y: charts[0].height - margin - capital*labelSize}
		legend.fonts.write(on, at, legend.Title, labelSize, align{x: 0.5}, 0, ink())
	})
}

// legend returns a chart that has the lines of all legends.
func (p Panels) legend() *Chart {
	all := Figure{Width: Page, Layers: p.common()}
	for _, f := range p {
		all.Layers = append(all.Layers, f.Layers...)
	}
	c := &Chart{Figure: all, fonts: newFonts(), looks: all.looks(), width: 17.8 * vg.Centimeter}
	c.rows = c.legendRows()
	return c
}

// common returns a layer for each name, which draws nothing: together they reach as far as all
// panels, and give their names looks.
func (p Panels) common() []Layer {
	x, y := newSpan(p[0].X), newSpan(p[0].Y)
	var names []string
	for _, f := range p {
		for _, l := range f.Layers {
			l.Reach(&x, &y)
			if name, _ := l.Label(); l.Keys(Look{}) != nil && !painted(l) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	var out []Layer
	for _, name := range names {
		out = append(out, extent{name, x, y})
	}
	return out
}

// charts lays the panels out.
func (p Panels) charts() ([]*Chart, error) {
	const label = labelSize + labelGap // of Y, which the first panel has
	each := (17.8*vg.Centimeter - label) / vg.Length(len(p))
	common := p.common()
	p = slices.Clone(p)
	p.alike(func(f *Figure) *Axis { return &f.X })
	p.alike(func(f *Figure) *Axis { return &f.Y })
	var out []*Chart
	for i, f := range p {
		f.Layers, f.Legend, f.wide = append(slices.Clone(common), f.Layers...), Without, each
		if i == 0 {
			f.wide += label
		} else {
			f.Y.Quantity, f.Y.Unit = "", ""
		}
		c, err := f.chart()
		if err != nil {
			return nil, fmt.Errorf("panel %q: %w", f.Title, err)
		}
		if c.bar != nil {
			return nil, errors.New("heat maps have no panels: their colours would differ")
		}
		out = append(out, c)
	}
	return out, nil
}

// alike gives all panels one range along an axis where all have one that is fixed, and else
// leaves it to the data.
func (p Panels) alike(axis func(*Figure) *Axis) {
	from, to, fixed := math.Inf(1), math.Inf(-1), true
	for i := range p {
		a := axis(&p[i])
		fixed = fixed && a.fixed()
		from, to = math.Min(from, a.From), math.Max(to, a.To)
	}
	if !fixed {
		from, to = 0, 0
	}
	for i := range p {
		axis(&p[i]).From, axis(&p[i]).To = from, to
	}
}

// Flanked is a figure over the width of a page with a narrow one on its left, which has the same axis along Y: the
// profile of the water, beside what happens in it. Height, title and legend are those of the figure.
type Flanked struct{ Side, Figure Figure }

// Write draws both, as Figure.Write does.
func (p Flanked) Write(w io.Writer, format string) error {
	if !slices.Contains(formats(), format) {
		return unknownFormat(format)
	}
	legend := Panels{p.Figure}.legend()
	const narrow = 4.2 * vg.Centimeter
	side, main := p.Side, p.Figure
	side.Y, side.Height, side.Legend, side.wide = main.Y, main.Height, Without, narrow
	main.Y.Quantity, main.Y.Unit = "", ""
	main.Legend, main.wide = Without, legend.width-narrow
	if legend.Title = main.Title; main.Title != "" {
		side.Title, main.Title = " ", " " // room for that of both
	}
	var charts []*Chart
	for _, f := range []Figure{side, main} {
		c, err := f.chart()
		if err != nil {
			return err
		}
		charts = append(charts, c)
	}
	return row(w, format, charts, legend)
}

// extent is a layer that reaches as far as others and draws nothing.
type extent struct {
	name string
	x, y Span
}

func (e extent) Label() (name, group string) { return e.name, "" }
func (e extent) Check() error                { return nil }
func (e extent) Draw(*Chart, Look)           {}
func (e extent) Keys(Look) []Key             { return []Key{{}} }

func (e extent) Reach(x, y *Span) {
	for to, from := range map[*Span]Span{x: e.x, y: e.y} {
		to.min, to.max = math.Min(to.min, from.min), math.Max(to.max, from.max)
		to.room = to.room || from.room
	}
}
