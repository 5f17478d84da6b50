package bench

import (
	"bytes"
	"encoding/xml"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

func drawn(t *testing.T, f Figure) string {
	t.Helper()
	var out bytes.Buffer
	if err := f.WriteSVG(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// two is a figure of two curves, one of which has gaps.
func two() Figure {
	nan := math.NaN()
	return Figure{
		Title: "Loss & noise",
		X:     Axis{Quantity: "Range", Unit: "m", Log: true},
		Y:     Axis{Quantity: "Level", Unit: "dB"},
		Curves: []Curve{
			{"loss", []float64{1, 10, 100, 1000}, []float64{0, 20, 40, 60}},
			{"noise", []float64{-1, 1, 10, 50, 100, 1000}, []float64{5, 30, 31, nan, 33, math.Inf(1)}},
		},
	}
}

// texts returns what an SVG document says, and how many lines are drawn in a
// colour.
func texts(t *testing.T, svg, colour string) (said []string, lines int) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(svg))
	inText := false
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return said, lines
		} else if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			inText = e.Name.Local == "text"
			for _, a := range e.Attr {
				if e.Name.Local == "path" && strings.Contains(a.Value, "stroke:"+colour) {
					lines++
				}
			}
		case xml.CharData:
			if inText {
				said = append(said, string(e))
			}
		case xml.EndElement:
			inText = false
		}
	}
}

// The palette is that of Okabe and Ito, Color Universal Design (2008): the first
// two are blue 0, 114, 178 and vermilion 213, 94, 0.
func TestFigure(t *testing.T) {
	svg := drawn(t, two())
	if again := drawn(t, two()); again != svg {
		t.Error("the same figure is drawn in other bytes")
	}
	said, lines := texts(t, svg, "#0072B2")
	for _, want := range []string{"Loss & noise", "Range (m)", "Level (dB)", "loss", "noise", "1", "10", "100", "1000", "0", "20", "60"} {
		if !slices.Contains(said, want) {
			t.Errorf("%q is missing; there are %q", want, said)
		}
	}
	if lines != 2 { // the curve and its legend
		t.Errorf("%d blue lines, want 2", lines)
	}
	// The gaps leave a piece of two points and a single point, which does not show.
	if _, lines = texts(t, svg, "#D55E00"); lines != 2 {
		t.Errorf("%d vermilion lines, want one piece and the legend", lines)
	}
	single := two()
	single.Curves = single.Curves[:1]
	if said, _ := texts(t, drawn(t, single), ""); slices.Contains(said, "loss") {
		t.Error("a single curve has a legend")
	}
}

func TestFigureWithoutAPoint(t *testing.T) {
	f := Figure{X: Axis{Log: true}, Curves: []Curve{{"", []float64{-1, 0}, []float64{1, 2}}}}
	if err := f.WriteSVG(io.Discard); err == nil {
		t.Error("a figure without a point is drawn")
	}
}

// By hand: steps of 1, 2 or 5 times a power of ten; powers of ten, with all their
// multiples between them and figures at 1, 2 and 5 where there is room.
func TestMarks(t *testing.T) {
	for _, c := range []struct {
		log      bool
		min, max float64
		labels   string
		count    int
	}{
		{false, 0, 100, "0 10 20 30 40 50 60 70 80 90 100", 11},
		{false, -22, 98, "-20 0 20 40 60 80", 6},
		{false, 1, 5, "1 1.5 2 2.5 3 3.5 4 4.5 5", 9},
		{false, 0, 0.0003, "0 5e-05 0.0001 0.00015 0.0002 0.00025 0.0003", 7},
		{true, 0, 3, "1 10 100 1000", 28},
		{true, 0.3, 1, "2 5 10", 9},
		{true, -6, -4.5, "10⁻⁶ 2·10⁻⁶ 5·10⁻⁶ 10⁻⁵ 2·10⁻⁵", 12},
		{true, -12, 4, "10⁻¹² 10⁻¹⁰ 10⁻⁸ 10⁻⁶ 10⁻⁴ 0.01 1 100 10000", 9},
		{true, -300, 0, "10⁻²⁶⁶ 10⁻²²⁸ 10⁻¹⁹⁰ 10⁻¹⁵² 10⁻¹¹⁴ 10⁻⁷⁶ 10⁻³⁸ 1", 8},
	} {
		ticks := marks{log: c.log}.Ticks(c.min, c.max)
		if got := strings.Join(labels(ticks), " "); got != c.labels || len(ticks) != c.count {
			t.Errorf("%g to %g: %d marks, %s; want %d, %s", c.min, c.max, len(ticks), got, c.count, c.labels)
		}
	}
}

// A law that falls by thousands of decades is drawn as far down as the axis says:
// of 10, 1, ..., 1e-299 the first five lie within four decades.
func TestDecades(t *testing.T) {
	f := Figure{X: Axis{}, Y: Axis{Log: true, Decades: 4}, Curves: make([]Curve, 1)}
	for i := range 301 {
		f.Curves[0].X = append(f.Curves[0].X, float64(i))
		f.Curves[0].Y = append(f.Curves[0].Y, math.Pow10(1-i))
	}
	said, _ := texts(t, drawn(t, f), "")
	for label, want := range map[string]bool{"10": true, "0.001": true, "10⁻⁴": false} {
		if slices.Contains(said, label) != want {
			t.Errorf("%s is marked: %v; there are %q", label, !want, said)
		}
	}
	if f.Curves[0].Y[300] == 0 || math.IsNaN(f.Curves[0].Y[300]) {
		t.Error("drawing changes the curve")
	}
	f.Y.Decades = 0
	if svg := drawn(t, f); len(svg) > 60_000 {
		t.Errorf("300 decades take %d bytes", len(svg))
	}
}

func labels(ticks []plot.Tick) []string {
	var out []string
	for _, t := range ticks {
		if t.Label != "" {
			out = append(out, t.Label)
		}
	}
	return out
}
