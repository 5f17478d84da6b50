package figure

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Look is how a layer is told apart.
type Look struct {
	colour  int
	form    int // of dash and marker
	grouped bool
}

// inBlack is the number of a colour.
const inBlack = 6

// Colour returns the colour of a look.
func (l Look) Colour() color.NRGBA {
	colours := [...]color.NRGBA{
		{0x00, 0x72, 0xb2, 0xff}, // blue
		{0xd5, 0x5e, 0x00, 0xff}, // vermilion
		{0x00, 0x9e, 0x73, 0xff}, // bluish green
		{0xcc, 0x79, 0xa7, 0xff}, // reddish purple
		{0xe6, 0x9f, 0x00, 0xff}, // orange
		{0x56, 0xb4, 0xe9, 0xff}, // sky blue
		{0x00, 0x00, 0x00, 0xff}, // black
	}
	return colours[l.colour%len(colours)]
}

// Greys of what is not data.
func ink() color.NRGBA   { return color.NRGBA{0x00, 0x00, 0x00, 0xff} }
func spine() color.NRGBA { return color.NRGBA{0x40, 0x40, 0x40, 0xff} }
func grid() color.NRGBA  { return color.NRGBA{0xe4, 0xe4, 0xe4, 0xff} }
func paper() color.NRGBA { return color.NRGBA{0xff, 0xff, 0xff, 0xff} }

// sheer returns a colour that lets what is below it through.
func sheer(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = uint8(math.Round(255 * opacity))
	return c
}

// pale returns a colour mixed with white.
func pale(c color.NRGBA, part float64) color.NRGBA {
	mix := func(v uint8) uint8 { return uint8(math.Round(255 - part*(255-float64(v)))) }
	return color.NRGBA{mix(c.R), mix(c.G), mix(c.B), 0xff}
}

// Widths of lines, in points.
const (
	curveWidth = 1.1
	thinWidth  = 0.7
	spineWidth = 0.5
	gridWidth  = 0.4
	markRadius = 2.1
)

// line returns the line of a look.
func (l Look) line() draw.LineStyle {
	dashes := [...][]vg.Length{nil, {5, 2}, {1.5, 1.5}, {6, 1.5, 1.5, 1.5}, {9, 2.5}}
	return draw.LineStyle{Color: l.Colour(), Width: curveWidth, Dashes: dashes[l.form%len(dashes)]}
}

// plain returns a line without dashes.
func plain(c color.Color, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: width}
}

// marker draws the marker of a look, with a rim of paper that lets it stand out from
// lines. The eighth and those after it are as the first ones, and hollow: colours are
// the same again from there on.
func (l Look) marker(on vg.Canvas, at vg.Point) {
	c := l.Colour()
	form := l.form % 12
	if form == 5 || form == 6 { // a cross, upright or not
		arms := polygon(at, markRadius*1.25, 4, math.Pi/4*float64(form-5))
		for i := range 2 {
			stroke(on, plain(c, 1.2), arms[i], arms[i+2])
		}
		return
	}
	var shape vg.Path
	switch form % 7 {
	case 0:
		shape = disc(at, markRadius)
	case 1:
		shape = closed(polygon(at, markRadius*1.3, 4, math.Pi/4))
	case 2:
		shape = closed(polygon(at, markRadius*1.4, 3, math.Pi/2))
	case 3:
		shape = closed(polygon(at, markRadius*1.4, 4, 0))
	case 4:
		shape = closed(polygon(at, markRadius*1.4, 3, -math.Pi/2))
	}
	inner, rim := c, plain(paper(), 0.4)
	if form >= 7 {
		inner, rim = paper(), plain(c, thinWidth)
	}
	on.SetColor(inner)
	on.Fill(shape)
	style(on, rim)
	on.Stroke(shape)
}

// polygon returns the corners of a regular polygon, the first in a direction.
func polygon(at vg.Point, radius vg.Length, corners int, turn float64) []vg.Point {
	out := make([]vg.Point, corners)
	for i := range out {
		sin, cos := math.Sincos(turn + 2*math.Pi*float64(i)/float64(corners))
		out[i] = at.Add(vg.Point{X: radius * vg.Length(cos), Y: radius * vg.Length(sin)})
	}
	return out
}

// disc returns a circle.
func disc(at vg.Point, radius vg.Length) vg.Path {
	var p vg.Path
	p.Move(vg.Point{X: at.X + radius, Y: at.Y})
	p.Arc(at, radius, 0, 2*math.Pi)
	p.Close()
	return p
}

// closed returns the outline through corners.
func closed(corners []vg.Point) vg.Path {
	p := open(corners)
	p.Close()
	return p
}

// open returns the line through points.
func open(points []vg.Point) vg.Path {
	var p vg.Path
	p.Move(points[0])
	for _, at := range points[1:] {
		p.Line(at)
	}
	return p
}

// box returns the outline of a rectangle.
func box(r vg.Rectangle) vg.Path {
	return closed([]vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}})
}

// style sets how lines are drawn.
func style(on vg.Canvas, s draw.LineStyle) {
	on.SetLineWidth(s.Width)
	on.SetLineDash(s.Dashes, 0)
	on.SetColor(s.Color)
}

// stroke draws a line through points.
func stroke(on vg.Canvas, s draw.LineStyle, points ...vg.Point) {
	if len(points) < 2 || s.Width <= 0 {
		return
	}
	style(on, s)
	on.Stroke(open(points))
}

// fill fills the polygon with corners.
func fill(on vg.Canvas, c color.Color, corners ...vg.Point) {
	if len(corners) < 3 {
		return
	}
	on.SetColor(c)
	on.Fill(closed(corners))
}

// viridis returns the colour at a part of the scale from 0 to 1. The ten colours are
// those of viridis at ninths (S. van der Walt and N. Smith, 2015); between them it
// goes straight.
func viridis(part float64) color.NRGBA {
	return graded([]color.NRGBA{
		{0x44, 0x01, 0x54, 0xff},
		{0x48, 0x28, 0x78, 0xff},
		{0x3e, 0x4a, 0x89, 0xff},
		{0x31, 0x68, 0x8e, 0xff},
		{0x26, 0x82, 0x8e, 0xff},
		{0x1f, 0x9e, 0x89, 0xff},
		{0x35, 0xb7, 0x79, 0xff},
		{0x6d, 0xcd, 0x59, 0xff},
		{0xb4, 0xde, 0x2c, 0xff},
		{0xfd, 0xe7, 0x25, 0xff},
	}, part)
}

// diverging returns the colour at a part of a scale that is white in the middle: the
// blue and the vermilion of the palette at its ends.
func diverging(part float64) color.NRGBA {
	low, high := Look{colour: 0}.Colour(), Look{colour: 1}.Colour()
	return graded([]color.NRGBA{low, pale(low, 0.5), paper(), pale(high, 0.5), high}, part)
}

// graded goes straight from one colour to the next.
func graded(colours []color.NRGBA, part float64) color.NRGBA {
	at := math.Min(math.Max(part, 0), 1) * float64(len(colours)-1)
	i := min(int(at), len(colours)-2)
	rest := at - float64(i)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + rest*(float64(b)-float64(a)))) }
	a, b := colours[i], colours[i+1]
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}

// luminance returns the relative luminance of a colour (WCAG 2.2, definition of
// relative luminance): 0 black, 1 white.
func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// legible returns black or white, whichever is easier to read on a colour: the ratios
// of contrast, of luminances plus 0.05, are equal at sqrt(1.05*0.05) - 0.05.
func legible(on color.NRGBA) color.NRGBA {
	if luminance(on) > math.Sqrt(1.05*0.05)-0.05 {
		return ink()
	}
	return paper()
}

// thinned leaves out points that would not be seen: of those that follow one another
// in the same quarter of a point across, the first, the lowest, the highest and the
// last stay (U. Jugel, Z. Jerzak, G. Hackenbroich, V. Markl, M4: a visualization-
// oriented time series data aggregation, PVLDB 7(10), 2014).
func thinned(points []vg.Point) []vg.Point {
	const column = 0.25
	if len(points) < 1000 {
		return points
	}
	var out []vg.Point
	for begin := 0; begin < len(points); {
		end, low, high := begin, begin, begin
		for end < len(points) && math.Floor(float64(points[end].X/column)) == math.Floor(float64(points[begin].X/column)) {
			if points[end].Y < points[low].Y {
				low = end
			}
			if points[end].Y > points[high].Y {
				high = end
			}
			end++
		}
		keep := []int{begin, low, high, end - 1}
		slices.Sort(keep)
		for _, i := range slices.Compact(keep) {
			out = append(out, points[i])
		}
		begin = end
	}
	return out
}
