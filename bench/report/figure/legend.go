package figure

import (
	"image"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// Key is a line of the legend: a name, and what draws its sign into a rectangle.
type Key struct {
	Name string
	Sign func(c *Chart, r vg.Rectangle)
}

// Measures of the legend, in points.
const (
	signWidth  = 20.0
	signHeight = 6.0
	signGap    = 4.0
	rowHeight  = 11.0
	columnGap  = 10.0
)

// legendRows returns the lines of the legend: one for each name, in the order of the
// layers, names of groups first. A name alone needs no legend.
func (c *Chart) legendRows() []Key {
	if c.Legend == Without {
		return nil
	}
	var groups, names []Key
	add := func(to *[]Key, k Key) {
		if k.Name != "" && !slices.ContainsFunc(*to, func(o Key) bool { return o.Name == k.Name }) {
			*to = append(*to, k)
		}
	}
	for i, l := range c.Layers {
		keys := l.Keys(c.looks[i])
		if c.looks[i].grouped {
			add(&groups, keys[0])
			keys = keys[1:]
		}
		for _, k := range keys {
			add(&names, k)
		}
	}
	signs := slices.ContainsFunc(c.Layers, func(l Layer) bool { // that mean something, be they alone
		_, absent := l.(Absent)
		return absent || painted(l) && l.Keys(Look{}) != nil
	})
	if len(groups) == 0 && len(names) < 2 && !signs {
		return nil
	}
	return append(groups, names...)
}

// legendSize returns how much room the legend takes in so many columns.
func (c *Chart) legendSize(columns int) vg.Point {
	if len(c.rows) == 0 {
		return vg.Point{}
	}
	wide := vg.Length(-columnGap)
	for i := range columns {
		wide += c.columnWidth(columns, i) + columnGap
	}
	return vg.Point{X: wide, Y: vg.Length(c.lines(columns)) * rowHeight}
}

// lines returns how long the columns are if there are so many.
func (c *Chart) lines(columns int) int { return (len(c.rows) + columns - 1) / columns }

// columnWidth returns the width of one of so many columns.
func (c *Chart) columnWidth(columns, index int) vg.Length {
	var names []string
	for i, k := range c.rows {
		if i/c.lines(columns) == index {
			names = append(names, k.Name)
		}
	}
	return signWidth + signGap + c.fonts.widest(names, tickSize)
}

// columns returns how many columns a legend above the frame has, as even as can be.
func (c *Chart) columns() int {
	columns := max(1, len(c.rows))
	for columns > 1 && c.legendSize(columns).X > c.width-2*margin {
		columns--
	}
	if len(c.rows) == 0 {
		return 1
	}
	return (len(c.rows) + c.lines(columns) - 1) / c.lines(columns)
}

// outside places the legend outside the frame.
func (c *Chart) outside(where Placement) {
	columns := 1
	if where == Above {
		columns = c.columns()
	}
	size := c.legendSize(columns)
	at := vg.Point{X: c.width - margin - size.X, Y: c.frame.Max.Y - size.Y}
	if where == Above {
		at.X = min((c.frame.Min.X+c.frame.Max.X-size.X)/2, c.width-margin-size.X)
		at.Y = c.frame.Max.Y + labelGap
	}
	c.legend = vg.Rectangle{Min: vg.Point{X: max(margin, at.X), Y: at.Y}}
	c.legend.Max = c.legend.Min.Add(size)
}

// corner places the legend in the corner of the frame in which least is drawn, and
// tells whether nothing is. Of equal ones the top right corner comes first.
func (c *Chart) corner() bool {
	drawn := &marks{}
	on := c.on
	c.on = drawn
	c.paintLayers()
	c.on = on

	const pad = 5
	size := c.legendSize(1)
	inner := vg.Rectangle{
		Min: c.frame.Min.Add(vg.Point{X: pad, Y: pad}),
		Max: c.frame.Max.Sub(vg.Point{X: pad, Y: pad}).Sub(size),
	}
	best := math.MaxInt
	for _, at := range []vg.Point{
		inner.Max, {X: inner.Min.X, Y: inner.Max.Y}, {X: inner.Max.X, Y: inner.Min.Y}, inner.Min,
	} {
		r := vg.Rectangle{Min: at, Max: at.Add(size)}
		if n := drawn.within(r); n < best {
			best, c.legend = n, r
		}
	}
	fits := inner.Min.X <= inner.Max.X && inner.Min.Y <= inner.Max.Y
	return best == 0 && fits
}

// paintLegend draws the legend.
func (c *Chart) paintLegend() {
	if len(c.rows) == 0 {
		return
	}
	r := c.legend
	const pad = 2
	fill(c.on, sheer(paper(), 0.85), vg.Point{X: r.Min.X - pad, Y: r.Min.Y}, vg.Point{X: r.Max.X + pad, Y: r.Min.Y},
		vg.Point{X: r.Max.X + pad, Y: r.Max.Y}, vg.Point{X: r.Min.X - pad, Y: r.Max.Y})
	lines := max(1, int(math.Round(float64((r.Max.Y-r.Min.Y)/rowHeight))))
	columns := (len(c.rows) + lines - 1) / lines
	left := r.Min.X
	for i, k := range c.rows {
		if i > 0 && i%lines == 0 {
			left += c.columnWidth(columns, i/lines-1) + columnGap
		}
		mid := r.Max.Y - (vg.Length(i%lines)+0.5)*rowHeight
		k.Sign(c, vg.Rectangle{
			Min: vg.Point{X: left, Y: mid - signHeight/2},
			Max: vg.Point{X: left + signWidth, Y: mid + signHeight/2},
		})
		c.fonts.write(c.on, vg.Point{X: left + signWidth + signGap, Y: mid}, k.Name, tickSize, align{y: 0.5}, 0, ink())
	}
}

// marks is a canvas that remembers where something is drawn: points along lines and
// in areas, a few printer's points apart.
type marks struct {
	at    []vg.Point
	moved vg.Point
}

// apart is the distance of the remembered points.
const apart = 3

// within returns how many points lie in a rectangle.
func (m *marks) within(r vg.Rectangle) int {
	n := 0
	for _, p := range m.at {
		if p.X > r.Min.X && p.X < r.Max.X && p.Y > r.Min.Y && p.Y < r.Max.Y {
			n++
		}
	}
	return n
}

// Stroke remembers points along a path.
func (m *marks) Stroke(p vg.Path) {
	var from vg.Point
	for _, part := range p {
		if part.Type == vg.LineComp {
			step := part.Pos.Sub(from)
			n := math.Ceil(math.Hypot(float64(step.X), float64(step.Y)) / apart)
			for k := range int(n) {
				m.at = append(m.at, from.Add(step.Scale(vg.Length(float64(k+1)/n))))
			}
		} else if part.Type != vg.CloseComp {
			m.at = append(m.at, part.Pos)
		}
		if part.Type != vg.CloseComp {
			from = part.Pos
		}
	}
}

// Fill remembers points in the area of a path of straight lines.
func (m *marks) Fill(p vg.Path) {
	m.Stroke(p)
	low, high := math.Inf(1), math.Inf(-1)
	for _, part := range p {
		if part.Type != vg.CloseComp {
			low, high = math.Min(low, float64(part.Pos.X)), math.Max(high, float64(part.Pos.X))
		}
	}
	for x := low + apart/2; x < high; x += apart {
		cuts := crossings(p, vg.Length(x))
		for i := 0; i+1 < len(cuts); i += 2 {
			for y := cuts[i] + apart/2; y < cuts[i+1]; y += apart {
				m.at = append(m.at, vg.Point{X: vg.Length(x), Y: y})
			}
		}
	}
}

// crossings returns where the outline of an area crosses an upright line, from below.
func crossings(p vg.Path, x vg.Length) []vg.Length {
	var out []vg.Length
	var begin, from vg.Point
	for _, part := range p {
		to := part.Pos
		switch part.Type {
		case vg.MoveComp:
			begin, from = to, to
			continue
		case vg.CloseComp:
			to = begin
		}
		if (from.X <= x) != (to.X <= x) {
			out = append(out, from.Y+(x-from.X)/(to.X-from.X)*(to.Y-from.Y))
		}
		from = to
	}
	slices.Sort(out)
	return out
}

// FillString remembers points along words.
func (m *marks) FillString(f font.Face, at vg.Point, words string) {
	at = at.Add(m.moved)
	m.Stroke(open([]vg.Point{at, {X: at.X + f.Width(words), Y: at.Y}}))
}

// DrawImage remembers the middle of a picture.
func (m *marks) DrawImage(r vg.Rectangle, _ image.Image) {
	m.at = append(m.at, between(r.Min, r.Max, 0.5))
}

// Translate moves the words that follow, until Pop. Nothing else is moved, and nothing
// among the data is turned.
func (m *marks) Translate(by vg.Point) { m.moved = by }

// Pop ends a move.
func (m *marks) Pop() { m.moved = vg.Point{} }

// The rest of a canvas does not change where something is drawn.

func (m *marks) Push()                              {}
func (m *marks) Rotate(float64)                     {}
func (m *marks) Scale(float64, float64)             {}
func (m *marks) SetLineWidth(vg.Length)             {}
func (m *marks) SetLineDash([]vg.Length, vg.Length) {}
func (m *marks) SetColor(color.Color)               {}
