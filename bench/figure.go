package bench

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Figure is a line chart.
type Figure struct {
	Title  string
	X, Y   Axis
	Curves []Curve
}

// Axis is what a figure shows along one of its sides.
type Axis struct {
	Quantity string
	Unit     string // empty for a pure number
	Log      bool
}

// Curve is a line of a figure. Its name is shown where there are several.
type Curve struct {
	Name string
	X, Y []float64
}

// WriteSVG draws the figure. The same figure gives the same bytes. A point that
// is not finite, or not positive along a logarithmic axis, is a gap.
func (f Figure) WriteSVG(w io.Writer) error {
	p := plot.New()
	f.dress(p)
	drawn := false
	for i, c := range f.Curves {
		if len(c.X) != len(c.Y) {
			panic(fmt.Sprintf("bench: curve %q has %d x and %d y", c.Name, len(c.X), len(c.Y)))
		}
		var last *plotter.Line
		for _, piece := range f.pieces(c) {
			line, err := plotter.NewLine(piece)
			if err != nil {
				return err
			}
			line.LineStyle = curveStyle(i)
			p.Add(line)
			last = line
		}
		if last != nil && len(f.Curves) > 1 {
			p.Legend.Add(c.Name, last)
		}
		drawn = drawn || last != nil
	}
	if !drawn {
		return errors.New("there is no point to draw")
	}
	f.placeLegend(p)
	canvas := vgsvg.New(16*vg.Centimeter, 10*vg.Centimeter)
	p.Draw(draw.Crop(draw.New(canvas), 0, -vg.Points(12), 0, -vg.Points(4)))
	_, err := canvas.WriteTo(w)
	return err
}

// dress sets the fonts, the axes and the grid.
func (f Figure) dress(p *plot.Plot) {
	sans := font.Font{Typeface: "Liberation", Variant: "Sans"}
	grey := color.Gray{Y: 0xdd}
	p.Title.Text = f.Title
	p.Title.TextStyle.Font = font.From(sans, 11)
	p.Title.Padding = vg.Points(8)
	p.Legend.TextStyle.Font = font.From(sans, 9)
	p.Legend.Padding = vg.Points(2)
	p.Legend.ThumbnailWidth = vg.Points(28)
	p.Legend.XOffs, p.Legend.YOffs = -vg.Points(6), -vg.Points(6)
	for _, a := range []struct {
		axis *plot.Axis
		what Axis
	}{{&p.X, f.X}, {&p.Y, f.Y}} {
		a.axis.Label.Text = a.what.label()
		a.axis.Label.TextStyle.Font = font.From(sans, 10)
		a.axis.Label.Padding = vg.Points(4)
		a.axis.Tick.Label.Font = font.From(sans, 9)
		a.axis.Tick.Length = vg.Points(4)
		a.axis.Padding = 0
		if a.what.Log {
			a.axis.Scale = plot.LogScale{}
			a.axis.Tick.Marker = decades{}
		}
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = grey, grey
	p.Add(grid)
}

// label writes the quantity with its unit.
func (a Axis) label() string {
	if a.Unit == "" {
		return a.Quantity
	}
	return a.Quantity + " (" + a.Unit + ")"
}

// pieces cuts a curve at its gaps.
func (f Figure) pieces(c Curve) []plotter.XYs {
	var out []plotter.XYs
	gap := true
	for i := range c.X {
		if !f.X.shows(c.X[i]) || !f.Y.shows(c.Y[i]) {
			gap = true
			continue
		}
		if gap {
			out = append(out, nil)
		}
		gap = false
		out[len(out)-1] = append(out[len(out)-1], plotter.XY{X: c.X[i], Y: c.Y[i]})
	}
	return out
}

func (a Axis) shows(v float64) bool {
	return !math.IsNaN(v) && !math.IsInf(v, 0) && !(a.Log && v <= 0)
}

// curveStyle returns the look of a curve: the colours of Okabe and Ito, which
// people tell apart whatever colours they see, and a dash that tells the curves
// apart in print.
func curveStyle(i int) draw.LineStyle {
	colours := [...]color.RGBA{
		{0x00, 0x72, 0xb2, 0xff}, // blue
		{0xd5, 0x5e, 0x00, 0xff}, // vermilion
		{0x00, 0x9e, 0x73, 0xff}, // bluish green
		{0xcc, 0x79, 0xa7, 0xff}, // reddish purple
		{0xe6, 0x9f, 0x00, 0xff}, // orange
		{0x56, 0xb4, 0xe9, 0xff}, // sky blue
		{0x00, 0x00, 0x00, 0xff}, // black
	}
	dashes := [...][]vg.Length{nil, {6, 3}, {2, 2}, {8, 2, 2, 2}}
	return draw.LineStyle{
		Color:  colours[i%len(colours)],
		Width:  vg.Points(1.5),
		Dashes: dashes[i%len(dashes)],
	}
}

// placeLegend puts the legend into the corner that fewest points come near.
func (f Figure) placeLegend(p *plot.Plot) {
	var near [2][2]int // left, top
	index := map[bool]int{true: 1}
	for _, c := range f.Curves {
		for _, piece := range f.pieces(c) {
			for _, at := range piece {
				x, y := p.X.Norm(at.X), p.Y.Norm(at.Y)
				if math.Abs(x-0.5) > 0.15 && math.Abs(y-0.5) > 0.1 {
					near[index[x < 0.5]][index[y > 0.5]]++
				}
			}
		}
	}
	p.Legend.Top = true
	for _, corner := range []struct{ left, top bool }{{true, true}, {false, false}, {true, false}} {
		if near[index[corner.left]][index[corner.top]] < near[index[p.Legend.Left]][index[p.Legend.Top]] {
			p.Legend.Left, p.Legend.Top = corner.left, corner.top
		}
	}
	if p.Legend.Left {
		p.Legend.XOffs = -p.Legend.XOffs
	}
	if !p.Legend.Top {
		p.Legend.YOffs = -p.Legend.YOffs
	}
}

// decades marks a logarithmic axis: the powers of ten, their multiples in
// between, and on a short axis the figures of these too.
type decades struct{}

// Ticks returns the marks between two values.
func (decades) Ticks(min, max float64) []plot.Tick {
	var ticks []plot.Tick
	first, last := math.Floor(math.Log10(min)), math.Ceil(math.Log10(max))
	long := math.Log10(max/min) > 2
	step := math.Max(1, math.Ceil((last-first)/8)) // decades from one figure to the next
	for d := first; d <= last; d++ {
		for m := 1.0; m < 10; m++ {
			v := m * math.Pow(10, d)
			if v < min*(1-1e-9) || v > max*(1+1e-9) {
				continue
			}
			tick := plot.Tick{Value: v}
			if m == 1 && math.Mod(d, step) == 0 || !long && (m == 1 || m == 2 || m == 5) {
				tick.Label = figure(m, d)
			}
			ticks = append(ticks, tick)
		}
	}
	return ticks
}

// figure writes m times ten to the power of d.
func figure(m, d float64) string {
	if d >= -3 && d <= 4 {
		return strconv.FormatFloat(m*math.Pow(10, d), 'g', 6, 64)
	}
	raised := strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴",
		"5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(strconv.Itoa(int(d)))
	if m == 1 {
		return "10" + raised
	}
	return strconv.Itoa(int(m)) + "·10" + raised
}
