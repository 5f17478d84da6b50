package figure

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Heat is a value for each pair of a place along X and one along Y, as colours, with
// a bar that tells what they mean. Where the cells are large enough the values are
// written in them. A cell without a value is crossed out. A map of many cells is drawn as
// an image.
type Heat struct {
	Values    [][]float64 // by place along Y, then by place along X
	X, Y      []float64   // the places, growing; nil: 0, 1, 2, ..., as names of axes are
	Quantity  string
	Unit      string
	Log       bool       // the colours follow the logarithm of the value
	Diverging bool       // the colours are white at 0 and differ by sign
	Falling   bool       // the bar goes down, and the least value is the brightest, as of a loss
	From, To  float64    // the ends of the colours; both 0: the least and the greatest value
	Links     [][]string // where each cell leads to, or nil
	Void      string     // what cells without a value are, in the legend: they are grey then, and not crossed out
	Second    [][]string // what stands below the value of each cell, and in the middle of one without a value; nil for nothing
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
	h.checkSecond()
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

// checkSecond panics if second lines are not those of the cells.
func (h Heat) checkSecond() {
	if h.Second == nil {
		return
	}
	if len(h.Second) != len(h.Values) || len(h.Second[0]) != len(h.Values[0]) {
		panic(fmt.Sprintf("figure: a heat map of %d by %d cells has second lines for %d by %d", len(h.Values[0]), len(h.Values), len(h.Second[0]), len(h.Second)))
	}
}

// span returns the range of the values.
func (h Heat) span() Span {
	s := newSpan(Axis{Quantity: h.Quantity, Unit: h.Unit, Log: h.Log, Down: h.Falling, From: h.From, To: h.To})
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
	s := h.span()
	if many := 5000; len(h.Values)*len(h.Values[0]) > many {
		h.image(c, s, xs, ys)
		return
	}
	lines := h.lines(c, xs, ys)
	for i, row := range h.Values {
		for j, v := range row {
			a := vg.Point{X: c.x.spot(xs[j]), Y: c.y.spot(ys[i])}
			b := vg.Point{X: c.x.spot(xs[j+1]), Y: c.y.spot(ys[i+1])}
			at := s.place(v)
			if !finite(at) && h.Void != "" {
				c.rectangle(void(), a, seam(a, b))
				c.written(lines(i, j), a, b, legible(void()))
				continue
			}
			if !finite(at) {
				c.polyline(plain(spine(), gridWidth), []vg.Point{a, b})
				c.polyline(plain(spine(), gridWidth), []vg.Point{{X: a.X, Y: b.Y}, {X: b.X, Y: a.Y}})
				continue
			}
			shade := h.shade(s, at)
			c.rectangle(shade, a, seam(a, b))
			c.written(lines(i, j), a, b, legible(shade))
			if h.Links != nil {
				c.link(between(a, b, 0.5), h.Links[i][j])
			}
		}
	}
}

// shade returns the colour of a place on the scale.
func (h Heat) shade(s Span, at float64) color.NRGBA {
	part := (at - s.min) / (s.max - s.min)
	if h.Falling {
		part = 1 - part
	}
	return h.colour(part)
}

// void is the colour of cells that have no value and a name.
func void() color.NRGBA { return grid() }

// image draws the cells as an image over the frame. A cell without a value lets what is below it through, unless it has a
// name.
func (h Heat) image(c *Chart, s Span, xs, ys []float64) {
	const fine = 3 // pixels to a point
	size := c.frame.Max.Sub(c.frame.Min)
	wide, high := int(math.Ceil(float64(size.X)*fine)), int(math.Ceil(float64(size.Y)*fine))
	picture := image.NewNRGBA(image.Rect(0, 0, wide, high))
	columns := cells(c.x, xs, c.frame.Min.X, float64(size.X)/float64(wide), wide)
	rows := cells(c.y, ys, c.frame.Max.Y, -float64(size.Y)/float64(high), high)
	for py, i := range rows {
		for px, j := range columns {
			if i < 0 || j < 0 {
				continue
			}
			if at := s.place(h.Values[i][j]); finite(at) {
				picture.SetNRGBA(px, py, h.shade(s, at))
			} else if h.Void != "" {
				picture.SetNRGBA(px, py, void())
			}
		}
	}
	c.on.DrawImage(c.frame, picture)
}

// cells returns for each pixel along an axis in which cell its middle is, or -1.
func cells(s scale, edges []float64, from vg.Length, step float64, pixels int) []int {
	out := make([]int, pixels)
	for k := range out {
		at, cell := float64(from)+(float64(k)+0.5)*step, -1
		for i := range len(edges) - 1 {
			a, b := float64(s.spot(edges[i])), float64(s.spot(edges[i+1]))
			if math.Min(a, b) <= at && at < math.Max(a, b) {
				cell = i
			}
		}
		out[k] = cell
	}
	return out
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

// written writes lines one below the other in the middle of a cell.
func (c *Chart) written(lines []string, a, b vg.Point, ink color.NRGBA) {
	if len(lines) == 0 {
		return
	}
	c.inside(between(a, b, 0.5), func() {
		for k, line := range lines {
			at := between(a, b, 0.5)
			at.Y += lineHeight * (vg.Length(len(lines)-1)/2 - vg.Length(k))
			c.fonts.write(c.on, at, line, smallSize, align{0.5, 0.5}, 0, ink)
		}
	})
}

// lines returns what is written in a cell: three figures of its value, and the second line below it. What does not fit into
// the smallest cell is left out.
func (h Heat) lines(c *Chart, xs, ys []float64) func(i, j int) []string {
	values, wide, high := h.texts(c, xs, ys)
	second := h.Second != nil && high >= 2.3*lineHeight
	for _, row := range h.Second {
		second = second && float64(c.fonts.widest(row, smallSize))+3 <= wide
	}
	return func(i, j int) (lines []string) {
		if values != nil && values[i][j] != "" {
			lines = append(lines, values[i][j])
		}
		if second && h.Second[i][j] != "" {
			lines = append(lines, h.Second[i][j])
		}
		return lines
	}
}

// texts returns three figures of each value, or nothing if they do not fit into the smallest cell, and how wide and high that is.
func (h Heat) texts(c *Chart, xs, ys []float64) (texts [][]string, wide, high float64) {
	wide, high = math.Inf(1), math.Inf(1)
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
		return nil, wide, high
	}
	return out, wide, high
}

// Keys implements Layer.
func (h Heat) Keys(Look) []Key {
	for _, row := range h.Values {
		if h.Void != "" && slices.ContainsFunc(row, func(v float64) bool { return !finite(v) }) {
			return []Key{{h.Void, func(c *Chart, r vg.Rectangle) {
				c.shape(void(), box(swatch(r)))
				style(c.on, plain(spine(), gridWidth))
				c.on.Stroke(box(swatch(r)))
			}}}
		}
	}
	return nil
}

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
	return w + room(c.along(b.scale.text(b.scale.power)), labelSize)
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
	c.stack(at, c.along(b.scale.text(b.scale.power)), labelSize, math.Pi/2)
}
