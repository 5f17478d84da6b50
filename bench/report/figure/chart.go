package figure

import (
	"errors"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Distances around the frame, in points.
const (
	margin     = 3.0
	tickLength = 3.0
	tickGap    = 2.0
	labelGap   = 3.0
)

// layout finds the size of the figure, the frame, the scales and the place of the
// legend.
func (c *Chart) layout() {
	c.width = 8.6 * vg.Centimeter
	if c.Width == Page {
		c.width = 17.8 * vg.Centimeter
	}
	if c.wide > 0 {
		c.width = c.wide
	}
	for _, l := range c.Layers {
		if h, ok := l.(Heat); ok && c.bar == nil {
			c.bar = h.bar()
		}
	}
	c.rows = c.legendRows()
	place := c.Legend
	if place == Auto || place == Corner {
		c.arrange(Without)
		free := c.corner()
		const many = 6
		switch {
		case len(c.rows) == 0:
			place = Without
		case place == Auto && (len(c.rows) > many || !free):
			place = Above
			if c.lines(c.columns()) > 2 && c.legendSize(1).X < 0.3*c.width {
				place = Right
			}
		default:
			return
		}
	}
	c.arrange(place)
}

// arrange lays the figure out with the legend outside the frame, or without one. The
// widths of the texts along Y and the range along it depend on each other where the
// scales are equal, so it goes over them twice.
func (c *Chart) arrange(legend Placement) {
	if c.Height > 0 {
		c.height = vg.Length(c.Height) * vg.Centimeter
	} else {
		c.height = 6 * vg.Centimeter
		if c.Width == Page {
			c.height = 7 * vg.Centimeter
		}
	}
	c.x = scale{Axis: c.X, min: c.xs.min, max: c.xs.max}
	c.y = scale{Axis: c.Y, min: c.ys.min, max: c.ys.max}
	c.frame = vg.Rectangle{Max: vg.Point{X: c.width, Y: c.height}}
	for pass := range 3 {
		c.border(legend)
		if c.Equal {
			c.equal(pass == 0)
		}
	}
	if legend == Right || legend == Above {
		c.outside(legend)
	}
}

// border takes from the figure what stands around the frame, and marks the axes.
func (c *Chart) border(legend Placement) {
	left, right, bottom, top := vg.Length(margin), vg.Length(margin), vg.Length(margin), vg.Length(margin)
	top += room(c.across(c.Title, labelSize), labelSize) + room(c.across(c.Below, tickSize), tickSize)
	if c.Title == "" {
		top += tickSize / 4 // half of the highest figure along Y
	}
	switch legend {
	case Above:
		top += c.legendSize(c.columns()).Y + labelGap
	case Right:
		right += c.legendSize(1).X + 2*labelGap
	}
	if c.X.text(0) != "" {
		bottom += room(c.across(c.X.text(c.x.power), labelSize), labelSize)
	}
	c.frame.Max.Y = c.height - top
	if c.bar != nil {
		right += c.bar.width(c)
	}
	right += labelGap
	c.frame.Max.X = c.width - right

	// What the texts along X need below depends on how long the axis is, and how
	// long it is on the texts along Y.
	for range 2 {
		c.frame.Min.Y = bottom + c.below()
		c.grow(legend)
		c.y.from, c.y.to = c.frame.Min.Y, c.frame.Max.Y
		c.markY()
		left = margin + tickLength + tickGap + c.fonts.widest(c.texts(c.y), tickSize)
		if c.Y.text(0) != "" {
			left += room(c.along(c.Y.text(c.y.power)), labelSize)
		}
		c.frame.Min.X = left
		c.x.from, c.x.to = c.frame.Min.X, c.frame.Max.X
		c.markX()
		c.extend()
		if out := c.overhang() - (c.width - c.frame.Max.X); out > 0 { // the last figure may stick out
			c.frame.Max.X -= out
			c.x.to = c.frame.Max.X
			c.markX()
		}
	}
}

// leastFrame is the least width and height of a frame, and roomyFrame the height below which
// a figure grows that is free to.
const (
	leastFrame = 1 * vg.Centimeter
	roomyFrame = 3 * vg.Centimeter
)

// grow makes a figure higher whose names and legend leave the frame little room.
func (c *Chart) grow(legend Placement) {
	lack := roomyFrame - (c.frame.Max.Y - c.frame.Min.Y)
	if legend == Right {
		lack = max(lack, margin+c.legendSize(1).Y-c.frame.Max.Y)
	}
	if lack > 0 && c.Height == 0 {
		c.height += lack
		c.frame.Max.Y += lack
	}
}

// cramped returns an error if what stands around the frame leaves it no room.
func (c *Chart) cramped() error {
	size := c.frame.Max.Sub(c.frame.Min)
	switch {
	case size.X < leastFrame:
		return errors.New("the names beside the frame leave it no room: shorten them, or make the figure as wide as a page")
	case size.Y < leastFrame:
		return errors.New("the names and the legend leave the frame no room: shorten them, or make the figure higher")
	}
	return nil
}

// overhang returns how far the figures along X stick out on the right of the frame, with
// the margin beside them.
func (c *Chart) overhang() vg.Length {
	if len(c.X.Names) > 0 {
		return 0
	}
	var out vg.Length
	for _, t := range c.x.ticks {
		out = max(out, c.x.spot(t.at)+c.fonts.width(t.text, tickSize)/2-c.frame.Max.X)
	}
	return out + margin
}

// markX marks the axis along X, where texts must not touch.
func (c *Chart) markX() {
	c.x.mark(c.x.to-c.x.from, func(texts []string, apart vg.Length) bool {
		return apart > c.fonts.widest(texts, tickSize)+12
	})
}

// extend lets the axis along X end at a figure if one lies just beyond.
func (c *Chart) extend() {
	a := c.xs.Axis
	if c.xs.fixed() || a.Log || len(a.Names) > 0 || c.Equal || c.bar != nil {
		return
	}
	var major []float64
	for _, t := range c.x.ticks {
		if t.text != "" {
			major = append(major, t.at)
		}
	}
	if n := len(major); n > 1 {
		near := (c.x.max - c.x.min) / 40
		if next := 2*major[n-1] - major[n-2]; next-c.x.max < near {
			c.x.max = next
		}
		if next := 2*major[0] - major[1]; c.x.min-next < near {
			c.x.min = next
		}
		c.markX()
	}
}

// markY marks the axis along Y, and widens it to whole steps where the figure is free
// to.
func (c *Chart) markY() {
	length := c.y.to - c.y.from
	fits := func(_ []string, apart vg.Length) bool { return apart > 2.1*tickSize }
	c.y.mark(length, fits)
	if !c.ys.fixed() && len(c.Y.Names) == 0 && !c.Equal && c.bar == nil {
		for range 2 { // a longer range may take longer steps
			c.y.round()
			c.y.mark(length, fits)
		}
	}
}

// texts returns what is written along an axis.
func (c *Chart) texts(s scale) []string {
	var out []string
	for _, t := range s.ticks {
		out = append(out, t.text)
	}
	return out
}

// below returns the height of what is written along X with its ticks.
func (c *Chart) below() vg.Length {
	high := vg.Length(capital * tickSize)
	if lines, angle := c.namesX(); angle > 0 {
		for _, t := range c.texts(c.x) {
			_, h := c.fonts.turned(t, tickSize, angle)
			high = max(high, h)
		}
	} else if lines > 1 {
		high += vg.Length(lines-1) * lineHeight
	} else if c.x.Log {
		high += 0.2 * tickSize // raised figures
	}
	if len(c.X.Names) > 0 {
		high += descent * tickSize
	}
	return tickLength + tickGap + high
}

// lineHeight is how far the lines of a name are apart, in points.
const lineHeight = 9.5

// namesX returns how the names along X are written: in so many lines where they have
// room side by side, else turned.
func (c *Chart) namesX() (lines int, angle float64) {
	if len(c.X.Names) < 2 || len(c.x.ticks) < 2 {
		return 1, 0
	}
	apart := math.Inf(1)
	for i := 1; i < len(c.x.ticks); i++ {
		apart = math.Min(apart, math.Abs(float64(c.x.spot(c.x.ticks[i].at)-c.x.spot(c.x.ticks[i-1].at))))
	}
	lines = 1
	for _, name := range c.X.Names {
		parts := c.fonts.broken(name, tickSize, vg.Length(apart)-4)
		if c.fonts.widest(parts, tickSize)+4 > vg.Length(apart) || len(parts) > 3 {
			return 1, c.slant()
		}
		lines = max(lines, len(parts))
	}
	return lines, 0
}

// slant returns how far names along X are turned: half way, or upright where one would
// else begin left of the figure.
func (c *Chart) slant() float64 {
	for _, t := range c.x.ticks {
		if wide, _ := c.fonts.turned(t.text, tickSize, math.Pi/4); c.x.spot(t.at)+capital*tickSize/2 < wide {
			return math.Pi / 2
		}
	}
	return math.Pi / 4
}

// equal makes a unit as long along Y as along X: by the height of the figure if that
// is free, and by showing more along one of the axes.
func (c *Chart) equal(first bool) {
	wide, high := c.frame.Max.X-c.frame.Min.X, c.frame.Max.Y-c.frame.Min.Y
	if first && c.Height == 0 {
		rise := (c.ys.max - c.ys.min) / (c.xs.max - c.xs.min)
		want := wide * vg.Length(math.Min(math.Max(rise, 0.35), 1.15))
		c.height += want - high
		c.frame.Max.Y += want - high
		high = want
	}
	c.x.min, c.x.max, c.y.min, c.y.max = c.xs.min, c.xs.max, c.ys.min, c.ys.max
	perX, perY := (c.x.max-c.x.min)/float64(wide), (c.y.max-c.y.min)/float64(high)
	if perX > perY {
		c.y.widen(perX * float64(high))
	} else {
		c.x.widen(perY * float64(wide))
	}
	c.y.from, c.y.to = c.frame.Min.Y, c.frame.Max.Y
	c.markX()
	c.markY()
}

// widen makes the range so wide, about its middle.
func (s *scale) widen(wide float64) {
	mid := (s.min + s.max) / 2
	s.min, s.max = mid-wide/2, mid+wide/2
}

// paint draws the figure.
func (c *Chart) paint(on vg.Canvas) {
	c.on = on
	on.SetColor(paper())
	on.Fill(box(vg.Rectangle{Max: vg.Point{X: c.width, Y: c.height}}))
	c.paintGrid()
	c.paintFrame() // below the data: a marker on the edge is whole
	c.paintLayers()
	c.paintTexts()
	if c.bar != nil {
		c.paintFrame() // cells cover it
		c.bar.paint(c)
	}
	c.paintLegend()
}

// paintLayers draws the data.
func (c *Chart) paintLayers() {
	for i, l := range c.Layers {
		l.Draw(c, c.looks[i])
	}
}

// paintGrid draws lines across the frame at the figures.
func (c *Chart) paintGrid() {
	if c.bar != nil {
		return
	}
	s := plain(grid(), gridWidth)
	for _, t := range c.x.ticks {
		if x := c.x.spot(t.at); t.text != "" && len(c.X.Names) == 0 {
			stroke(c.on, s, vg.Point{X: x, Y: c.frame.Min.Y}, vg.Point{X: x, Y: c.frame.Max.Y})
		}
	}
	for _, t := range c.y.ticks {
		if y := c.y.spot(t.at); t.text != "" {
			stroke(c.on, s, vg.Point{X: c.frame.Min.X, Y: y}, vg.Point{X: c.frame.Max.X, Y: y})
		}
	}
}

// paintFrame draws the frame and the ticks.
func (c *Chart) paintFrame() {
	s := plain(spine(), spineWidth)
	style(c.on, s)
	c.on.Stroke(box(c.frame))
	for _, t := range c.x.ticks {
		x := c.x.spot(t.at)
		stroke(c.on, s, vg.Point{X: x, Y: c.frame.Min.Y}, vg.Point{X: x, Y: c.frame.Min.Y - t.length()})
	}
	for _, t := range c.y.ticks {
		y := c.y.spot(t.at)
		stroke(c.on, s, vg.Point{X: c.frame.Min.X, Y: y}, vg.Point{X: c.frame.Min.X - t.length(), Y: y})
	}
}

// length returns how long the tick is.
func (t tick) length() vg.Length {
	if t.text == "" {
		return tickLength * 0.55
	}
	return tickLength
}

// paintTexts writes the title and what stands along the axes.
func (c *Chart) paintTexts() {
	mid := between(c.frame.Min, c.frame.Max, 0.5)
	top := c.height - margin - capital*labelSize
	title := c.across(c.Title, labelSize)
	c.stack(vg.Point{X: mid.X, Y: top}, title, labelSize, 0)
	c.stack(vg.Point{X: mid.X, Y: top - room(title, labelSize)}, c.across(c.Below, tickSize), tickSize, 0)
	x := c.across(c.X.text(c.x.power), labelSize)
	c.stack(vg.Point{X: mid.X, Y: margin + descent*labelSize + vg.Length(len(x)-1)*lead}, x, labelSize, 0)
	c.stack(vg.Point{X: margin + capital*labelSize, Y: mid.Y}, c.along(c.Y.text(c.y.power)), labelSize, math.Pi/2)
	c.paintTextsX()
	for _, t := range c.y.ticks {
		at := vg.Point{X: c.frame.Min.X - tickLength - tickGap, Y: c.y.spot(t.at)}
		c.fonts.write(c.on, at, t.text, tickSize, align{x: 1, y: 0.5}, 0, ink())
	}
}

// paintTextsX writes what stands at the ticks along X.
func (c *Chart) paintTextsX() {
	lines, angle := c.namesX()
	for i, t := range c.x.ticks {
		at := vg.Point{X: c.x.spot(t.at), Y: c.frame.Min.Y - tickLength - tickGap}
		switch {
		case angle == math.Pi/2:
			c.fonts.write(c.on, at, t.text, tickSize, align{x: 1, y: 0.5}, angle, ink())
			continue
		case angle > 0:
			at.X += capital * tickSize / 2
			c.fonts.write(c.on, at, t.text, tickSize, align{x: 1, y: 1}, angle, ink())
			continue
		case lines == 1:
			c.fonts.write(c.on, at, t.text, tickSize, align{x: 0.5, y: 1}, 0, ink())
			continue
		}
		wide := math.Inf(1)
		for _, k := range []int{i - 1, i + 1} {
			if k >= 0 && k < len(c.x.ticks) {
				wide = math.Min(wide, math.Abs(float64(c.x.spot(c.x.ticks[k].at)-at.X)))
			}
		}
		for _, part := range c.fonts.broken(t.text, tickSize, vg.Length(wide)-4) {
			c.fonts.write(c.on, at, part, tickSize, align{x: 0.5, y: 1}, 0, ink())
			at.Y -= lineHeight
		}
	}
}

// At returns where a point of the axes is on the canvas.
func (c *Chart) At(x, y float64) vg.Point { return vg.Point{X: c.x.at(x), Y: c.y.at(y)} }

// Canvas returns the frame as a canvas, which can cut things at its edges.
func (c *Chart) Canvas() draw.Canvas { return draw.Canvas{Canvas: c.on, Rectangle: c.frame} }

// polyline draws the part of a line that lies in the frame.
func (c *Chart) polyline(s draw.LineStyle, points []vg.Point) {
	area := c.Canvas()
	for _, piece := range area.ClipLinesXY(thinned(points)) {
		stroke(c.on, s, piece...)
	}
}

// polygon fills the part of a polygon that lies in the frame.
func (c *Chart) polygon(colour color.Color, corners ...vg.Point) {
	area := c.Canvas()
	fill(c.on, colour, area.ClipPolygonXY(corners)...)
}

// rectangle fills the part of a rectangle that lies in the frame.
func (c *Chart) rectangle(colour color.Color, a, b vg.Point) {
	c.polygon(colour, a, vg.Point{X: b.X, Y: a.Y}, b, vg.Point{X: a.X, Y: b.Y})
}

// between fills what lies between two lines, of as many points each.
func (c *Chart) between(colour color.Color, low, high []vg.Point) {
	if len(low) < 2 {
		return
	}
	low, high = slices.Clone(thinned(low)), slices.Clone(thinned(high))
	slices.Reverse(high)
	c.polygon(colour, append(low, high...)...)
}

// shape fills a shape.
func (c *Chart) shape(colour color.Color, p vg.Path) {
	c.on.SetColor(colour)
	c.on.Fill(p)
}

// inside does what draws at a point, if that lies in the frame.
func (c *Chart) inside(at vg.Point, do func()) {
	const slack = 1e-6
	f := c.frame
	if at.X >= f.Min.X-slack && at.X <= f.Max.X+slack && at.Y >= f.Min.Y-slack && at.Y <= f.Max.Y+slack {
		do()
	}
}
