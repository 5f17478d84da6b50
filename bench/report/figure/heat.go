package figure

import (
	"errors"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// Heat is a value for each pair of a place along X and one along Y, as colours, with
// a bar that tells what they mean. Where the cells are large enough the values are
// written in them. A cell without a value is crossed out.
type Heat struct {
	Values    [][]float64 // by place along Y, then by place along X
	X, Y      []float64   // the places, growing; nil: 0, 1, 2, ..., as names of axes are
	Quantity  string
	Unit      string
	Log       bool    // the colours follow the logarithm of the value
	Diverging bool    // the colours are white at 0 and differ by sign
	From, To  float64 // the ends of the colours; both 0: the least and the greatest value
}

// Label implements Layer.
func (h Heat) Label() (name, group string) { return "", "" }

// Check implements Layer.
func (h Heat) Check() error {
	if len(h.Values) == 0 || len(h.Values[0]) == 0 {
		return errors.New("the heat map has no cell: there is nothing to draw")
	}
	for _, row := range h.Values {
		if len(row) != len(h.Values[0]) {
			panic(fmt.Sprintf("figure: a heat map has rows of %d and of %d cells", len(h.Values[0]), len(row)))
		}
	}
	if h.X != nil && len(h.X) != len(h.Values[0]) || h.Y != nil && len(h.Y) != len(h.Values) {
		panic(fmt.Sprintf("figure: a heat map of %d by %d cells has %d places along X and %d along Y", len(h.Values[0]), len(h.Values), len(h.X), len(h.Y)))
	}
	if h.Log && h.Diverging {
		return errors.New("a heat map is logarithmic or diverges at 0, not both")
	}
	s := h.span()
	if err := s.Axis.check(); err != nil {
		return fmt.Errorf("colours: %w", err)
	}
	if s.empty() {
		return errors.New("every cell of the heat map is missing: there is nothing to draw")
	}
	return nil
}

// span returns the range of the values.
func (h Heat) span() Span {
	s := newSpan(Axis{Quantity: h.Quantity, Unit: h.Unit, Log: h.Log, From: h.From, To: h.To})
	for _, row := range h.Values {
		s.Add(row...)
	}
	if !s.empty() {
		s.settle()
	}
	if h.Diverging && !s.fixed() {
		s.max = math.Max(math.Abs(s.min), math.Abs(s.max))
		s.min = -s.max
	}
	return s
}

// edges returns the places between the cells: half way, and as far outside.
func edges(a Axis, at []float64, n int) []float64 {
	out := make([]float64, n+1)
	if at == nil || n == 1 {
		for i := range out {
			out[i] = float64(i) - 0.5
			if at != nil {
				out[i] += a.place(at[0])
			}
		}
		return out
	}
	for i := 1; i < n; i++ {
		out[i] = (a.place(at[i-1]) + a.place(at[i])) / 2
	}
	out[0] = 2*a.place(at[0]) - out[1]
	out[n] = 2*a.place(at[n-1]) - out[n-1]
	return out
}

// Reach implements Layer.
func (h Heat) Reach(x, y *Span) {
	for _, e := range edges(x.Axis, h.X, len(h.Values[0])) {
		x.Add(x.value(e))
	}
	for _, e := range edges(y.Axis, h.Y, len(h.Values)) {
		y.Add(y.value(e))
	}
}

// Draw implements Layer.
func (h Heat) Draw(c *Chart, _ Look) {
	xs := edges(c.X, h.X, len(h.Values[0]))
	ys := edges(c.Y, h.Y, len(h.Values))
	texts, size := h.texts(c, xs, ys)
	s := h.span()
	for i, row := range h.Values {
		for j, v := range row {
			a := vg.Point{X: c.x.spot(xs[j]), Y: c.y.spot(ys[i])}
			b := vg.Point{X: c.x.spot(xs[j+1]), Y: c.y.spot(ys[i+1])}
			at := s.place(v)
			if !finite(at) {
				c.polyline(plain(spine(), gridWidth), []vg.Point{a, b})
				c.polyline(plain(spine(), gridWidth), []vg.Point{{X: a.X, Y: b.Y}, {X: b.X, Y: a.Y}})
				continue
			}
			shade := h.colour((at - s.min) / (s.max - s.min))
			c.rectangle(shade, a, seam(a, b))
			if texts != nil {
				c.inside(between(a, b, 0.5), func() {
					c.fonts.write(c.on, between(a, b, 0.5), texts[i][j], size, align{0.5, 0.5}, 0, legible(shade))
				})
			}
		}
	}
}

// seam moves a corner a little outward, so that no light shines through between two
// cells.
func seam(a, b vg.Point) vg.Point {
	const over = 0.3
	b.X += vg.Length(math.Copysign(over, float64(b.X-a.X)))
	b.Y += vg.Length(math.Copysign(over, float64(b.Y-a.Y)))
	return b
}

// colour returns the colour at a part of the scale.
func (h Heat) colour(part float64) color.NRGBA {
	if h.Diverging {
		return diverging(part)
	}
	return viridis(part)
}

// texts returns what is written in the cells: three figures of each value, or nothing
// if that does not fit into the smallest cell.
func (h Heat) texts(c *Chart, xs, ys []float64) ([][]string, vg.Length) {
	wide, high := math.Inf(1), math.Inf(1)
	for i := range len(xs) - 1 {
		wide = math.Min(wide, math.Abs(float64(c.x.spot(xs[i+1])-c.x.spot(xs[i]))))
	}
	for i := range len(ys) - 1 {
		high = math.Min(high, math.Abs(float64(c.y.spot(ys[i+1])-c.y.spot(ys[i]))))
	}
	most := 0.0
	for _, row := range h.Values {
		for _, v := range row {
			if finite(v) {
				most = math.Max(most, math.Abs(v))
			}
		}
	}
	decimals := 0
	if most > 0 {
		decimals = min(6, max(0, 2-int(math.Floor(math.Log10(most)+1e-9))))
	}
	out := make([][]string, len(h.Values))
	var longest vg.Length
	for i, row := range h.Values {
		for _, v := range row {
			text := ""
			if finite(v) {
				text = number(v, decimals)
			}
			out[i] = append(out[i], text)
		}
		longest = max(longest, c.fonts.widest(out[i], smallSize))
	}
	if float64(longest)+3 > wide || 1.5*smallSize > high {
		return nil, 0
	}
	return out, smallSize
}

// Keys implements Layer.
func (h Heat) Keys(Look) []Key { return nil }

// colourBar tells what the colours of a heat map mean.
type colourBar struct {
	heat  Heat
	scale scale
}

// Measures of the bar, in points.
const (
	barWidth = 8.0
	barGap   = 6.0
)

// bar returns the bar of the map.
func (h Heat) bar() *colourBar {
	s := h.span()
	return &colourBar{heat: h, scale: scale{Axis: s.Axis, min: s.min, max: s.max}}
}

// mark marks the bar, which is as high as the frame.
func (b *colourBar) mark(c *Chart) {
	b.scale.from, b.scale.to = c.frame.Min.Y, c.frame.Max.Y
	b.scale.mark(b.scale.to-b.scale.from, func(_ []string, apart vg.Length) bool { return apart > 2.1*tickSize })
}

// width returns how much room the bar takes with what is written along it.
func (b *colourBar) width(c *Chart) vg.Length {
	b.mark(c)
	w := barGap + barWidth + tickLength + tickGap + c.fonts.widest(c.texts(b.scale), tickSize)
	if b.scale.text(0) != "" {
		w += labelGap + labelSize
	}
	return w
}

// paint draws the bar.
func (b *colourBar) paint(c *Chart) {
	b.mark(c)
	r := vg.Rectangle{Min: vg.Point{X: c.frame.Max.X + barGap, Y: c.frame.Min.Y}}
	r.Max = vg.Point{X: r.Min.X + barWidth, Y: c.frame.Max.Y}
	const strips = 100
	high := (r.Max.Y - r.Min.Y) / strips
	for i := range strips {
		strip := r
		strip.Min.Y = r.Min.Y + vg.Length(i)*high
		strip.Max.Y = min(strip.Min.Y+high+0.3, r.Max.Y)
		c.shape(b.heat.colour((float64(i)+0.5)/strips), box(strip))
	}
	s := plain(spine(), spineWidth)
	style(c.on, s)
	c.on.Stroke(box(r))
	for _, t := range b.scale.ticks {
		y := b.scale.spot(t.at)
		stroke(c.on, s, vg.Point{X: r.Max.X, Y: y}, vg.Point{X: r.Max.X + t.length(), Y: y})
		c.fonts.write(c.on, vg.Point{X: r.Max.X + tickLength + tickGap, Y: y}, t.text, tickSize, align{0, 0.5}, 0, ink())
	}
	at := vg.Point{
		X: r.Max.X + tickLength + tickGap + c.fonts.widest(c.texts(b.scale), tickSize) + labelGap + capital*labelSize,
		Y: (r.Min.Y + r.Max.Y) / 2,
	}
	c.fonts.write(c.on, at, b.scale.text(b.scale.power), labelSize, align{x: 0.5}, math.Pi/2, ink())
}
