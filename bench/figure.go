package bench

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
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
	Decades  float64 // of a logarithmic axis: how many are shown below the largest value; 0 for all
}

// Curve is a line of a figure. Its name is shown where there are several.
type Curve struct {
	Name string
	X, Y []float64
}

// WriteSVG draws the figure. The same figure gives the same bytes. A point that
// is not finite, or not positive along a logarithmic axis, is a gap; a point
// between two gaps does not show.
func (f Figure) WriteSVG(w io.Writer) error {
	f = f.clipped()
	p, legend := plot.New(), plot.NewLegend()
	f.dress(p, &legend)
	for i, c := range f.Curves {
		if len(c.X) != len(c.Y) {
			panic(fmt.Sprintf("bench: curve %q has %d x and %d y", c.Name, len(c.X), len(c.Y)))
		}
		for k, piece := range f.pieces(c) {
			line, err := plotter.NewLine(piece)
			if err != nil {
				return err
			}
			line.LineStyle = curveStyle(i)
			p.Add(line)
			if k == 0 && len(f.Curves) > 1 {
				legend.Add(c.Name, line)
			}
		}
	}
	if math.IsInf(p.X.Min, 0) || math.IsInf(p.Y.Min, 0) {
		return errors.New("there is no point to draw")
	}
	step := 1.0 // a decade
	if !f.Y.Log {
		step = roundStep(p.Y.Min, p.Y.Max)
	}
	const slack = 1e-9
	p.Y.Min, p.Y.Max = step*math.Floor(p.Y.Min/step+slack), step*math.Ceil(p.Y.Max/step-slack)
	return f.write(w, p, legend)
}

// clipped returns the figure with gaps for what lies lower than it shows.
func (f Figure) clipped() Figure {
	if !f.Y.Log || f.Y.Decades == 0 {
		return f
	}
	high := 0.0
	for _, c := range f.Curves {
		for _, y := range c.Y {
			if !math.IsInf(y, 0) {
				high = math.Max(high, y)
			}
		}
	}
	low := high * math.Pow(10, -f.Y.Decades)
	f.Curves = slices.Clone(f.Curves)
	for i, c := range f.Curves {
		c.Y = slices.Clone(c.Y)
		for k, y := range c.Y {
			if y < low {
				c.Y[k] = math.NaN()
			}
		}
		f.Curves[i] = c
	}
	return f
}

// write writes the plot with its legend.
func (f Figure) write(w io.Writer, p *plot.Plot, legend plot.Legend) error {
	svg := vgsvg.New(16*vg.Centimeter, 10*vg.Centimeter)
	canvas := draw.Crop(draw.New(svg), vg.Points(8), -vg.Points(14), vg.Points(4), -vg.Points(6))
	p.Draw(canvas)
	inside := p.DataCanvas(canvas)
	size := legend.Rectangle(inside).Size()
	const pad, wider = 8, 1.2 // other fonts than the one counted with may be wider
	left, top := f.emptyCorner(p)
	inside = draw.Crop(inside, vg.Points(pad), -vg.Points(pad), vg.Points(pad), -vg.Points(pad))
	if !left {
		inside.Min.X = inside.Max.X - wider*size.X
	}
	legend.Top, legend.Left = top, true
	legend.Draw(inside)

	var out bytes.Buffer
	if _, err := svg.WriteTo(&out); err != nil {
		return err
	}
	const family = "font-family:Liberation Sans"
	fonts := []byte(family + ",Arial,Helvetica,sans-serif") // for readers who do not have the first
	_, err := w.Write(bytes.ReplaceAll(out.Bytes(), []byte(family), fonts))
	return err
}

// dress sets the fonts, the axes and the grid.
func (f Figure) dress(p *plot.Plot, legend *plot.Legend) {
	sans := font.Font{Typeface: "Liberation", Variant: "Sans"}
	p.Title.Text = f.Title
	p.Title.TextStyle.Font = font.From(sans, 11)
	p.Title.Padding = vg.Points(8)
	legend.TextStyle.Font = font.From(sans, 9)
	legend.Padding = vg.Points(3)
	legend.ThumbnailWidth = vg.Points(28)
	for _, a := range []struct {
		axis *plot.Axis
		what Axis
	}{{&p.X, f.X}, {&p.Y, f.Y}} {
		a.axis.Label.Text = a.what.label()
		a.axis.Label.TextStyle.Font = font.From(sans, 10)
		a.axis.Label.Padding = vg.Points(4)
		a.axis.Tick.Label.Font = font.From(sans, 9)
		a.axis.Tick.Length = vg.Points(4)
		a.axis.Tick.Marker = marks{log: a.what.Log}
		a.axis.Padding = 0
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{Y: 0xdd}, color.Gray{Y: 0xdd}
	p.Add(grid)
}

// label writes the quantity with its unit.
func (a Axis) label() string {
	if a.Unit == "" {
		return a.Quantity
	}
	return a.Quantity + " (" + a.Unit + ")"
}

// pieces cuts a curve at its gaps. Along a logarithmic axis it holds logarithms.
func (f Figure) pieces(c Curve) []plotter.XYs {
	var out []plotter.XYs
	gap := true
	for i := range c.X {
		x, y := f.X.place(c.X[i]), f.Y.place(c.Y[i])
		if math.IsNaN(x+y) || math.IsInf(x+y, 0) {
			gap = true
			continue
		}
		if gap {
			out = append(out, nil)
		}
		gap = false
		out[len(out)-1] = append(out[len(out)-1], plotter.XY{X: x, Y: y})
	}
	return out
}

// place returns where a value lies on the axis.
func (a Axis) place(v float64) float64 {
	if a.Log {
		return math.Log10(v)
	}
	return v
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

// emptyCorner returns the corner that fewest points come near, the top right one
// if there are several.
func (f Figure) emptyCorner(p *plot.Plot) (left, top bool) {
	near := map[[2]bool]int{}
	for _, c := range f.Curves {
		for _, piece := range f.pieces(c) {
			for _, at := range piece {
				x, y := p.X.Norm(at.X), p.Y.Norm(at.Y)
				if math.Abs(x-0.5) > 0.1 && math.Abs(y-0.5) > 0.2 {
					near[[2]bool{x < 0.5, y > 0.5}]++
				}
			}
		}
	}
	best := [2]bool{false, true}
	for _, corner := range [][2]bool{{true, true}, {false, false}, {true, false}} {
		if near[corner] < near[best] {
			best = corner
		}
	}
	return best[0], best[1]
}

// marks marks an axis at round numbers. A logarithmic axis holds logarithms and
// is marked at the powers of ten, with figures at some; on a short axis also at
// their double and their fivefold, and on a long one at the figures alone.
type marks struct{ log bool }

// Ticks returns the marks between two places.
func (m marks) Ticks(min, max float64) []plot.Tick {
	var ticks []plot.Tick
	mark := func(at float64, label string) {
		if slack := 1e-9 * (max - min); at >= min-slack && at <= max+slack {
			ticks = append(ticks, plot.Tick{Value: at, Label: label})
		}
	}
	if !m.log {
		step := roundStep(min, max)
		for n := math.Floor(min / step); n*step <= max+step; n++ {
			mark(n*step, strconv.FormatFloat(n*step, 'g', 6, 64))
		}
		return ticks
	}
	skip := math.Max(1, math.Ceil((max-min)/8)) // decades from one figure to the next
	multiples := 9.0
	if max-min > 12 {
		multiples = 1
	}
	for d := math.Floor(min); d <= max; d++ {
		if multiples == 1 && math.Mod(d, skip) != 0 {
			continue
		}
		for k := 1.0; k <= multiples; k++ {
			label := ""
			if k == 1 && math.Mod(d, skip) == 0 || max-min < 2 && (k == 2 || k == 5) {
				label = figure(k, d)
			}
			mark(d+math.Log10(k), label)
		}
	}
	return ticks
}

// roundStep returns 1, 2 or 5 times a power of ten that makes five to ten steps.
func roundStep(min, max float64) float64 {
	rough := (max - min) / 10
	if rough <= 0 {
		return 1
	}
	unit := math.Pow(10, math.Floor(math.Log10(rough)))
	for _, k := range []float64{1, 2, 5} {
		if k*unit >= rough*(1-1e-9) {
			return k * unit
		}
	}
	return 10 * unit
}

// figure writes k times ten to the power of d.
func figure(k, d float64) string {
	if d >= -3 && d <= 4 {
		return strconv.FormatFloat(k*math.Pow(10, d), 'g', 6, 64)
	}
	raised := strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴",
		"5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(strconv.Itoa(int(d)))
	if k == 1 {
		return "10" + raised
	}
	return strconv.Itoa(int(k)) + "·10" + raised
}
