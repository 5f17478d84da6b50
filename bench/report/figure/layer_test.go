package figure_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"halocline/bench/report/figure"
)

// dot is a layer that is not of the package: one point.
type dot struct{ x, y float64 }

func (dot) Label() (name, group string) { return "here", "" }

func (d dot) Check() error {
	if d.x != d.x {
		return errors.New("it is nowhere")
	}
	return nil
}

func (d dot) Reach(x, y *figure.Span) { x.Add(d.x); y.Add(d.y) }

func (d dot) Draw(c *figure.Chart, l figure.Look) {
	canvas := c.Canvas()
	canvas.DrawGlyph(draw.GlyphStyle{Color: l.Colour(), Radius: 2, Shape: draw.CircleGlyph{}}, c.At(d.x, d.y))
}

func (d dot) Keys(l figure.Look) []figure.Key {
	return []figure.Key{{Name: "here", Sign: func(c *figure.Chart, r vg.Rectangle) {}}}
}

// A layer of another package is drawn as those of this one are, on axes that reach to it.
func TestALayerOfSomebodyElse(t *testing.T) {
	f := figure.Figure{
		X: figure.Axis{Quantity: "Range", Unit: "m"}, Y: figure.Axis{Quantity: "Depth", Unit: "m"},
		Layers: []figure.Layer{dot{40, 7}, figure.Curve{Name: "way", X: []float64{0, 10}, Y: []float64{0, 1}}},
	}
	var out bytes.Buffer
	if err := f.Write(&out, "svg"); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{">40<", ">here<"} {
		if !strings.Contains(out.String(), text) {
			t.Errorf("the figure lacks %s", text)
		}
	}
}
