package figure

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"math"
	"regexp"
	"strings"
	"testing"
)

// section is a figure over depth: a ground from 80 m to 60 m, a stripe from 2 to 4, and a stem at 5 that is 40 m deep.
func section() Figure {
	return Figure{
		X: Axis{Quantity: "Range", Unit: "m", From: 0, To: 10}, Y: Axis{Quantity: "Depth", Unit: "m", Down: true, From: 0, To: 100},
		Layers: []Layer{
			Stripe{Name: "window", From: 2, To: 4, Strength: 1},
			Curve{Name: "stem", X: []float64{5}, Y: []float64{40}, Join: Stems},
			Ground{Name: "bottom", X: []float64{0, 10}, Y: []float64{80, 60}},
		},
		Width: Page, Height: 7, Legend: Above,
	}
}

// The ground reaches from its line to the end of the axis, the stripe over the whole frame, and a stem from the low end, which is
// above where Y grows downwards. The curve keeps the first colour, though a stripe stands before it.
func TestGroundStripeAndStem(t *testing.T) {
	d := read(t, section())
	scale := calibratedY(t, d, "20", "80")
	at := func(depth float64) float64 { return scale.at(0, depth).y }
	sees := func(what string, areas []path, want ...float64) {
		t.Helper()
		for _, p := range areas {
			least, most := math.Inf(1), math.Inf(-1)
			for _, q := range p.points {
				least, most = math.Min(least, q.y), math.Max(most, q.y)
			}
			if math.Abs(least-at(want[1])) < 0.6 && math.Abs(most-at(want[0])) < 0.6 {
				return
			}
		}
		t.Errorf("%s from %g m to %g m is not there", what, want[0], want[1])
	}
	sees("ground", d.areas("#B8B8B8"), 60, 100)
	sees("stripe", d.areas("#56B4E9"), 0, 100)
	sees("stem", d.lines("#0072B2", 2), 0, 40)
	for _, name := range []string{"window", "bottom", "stem"} {
		d.word(t, name)
	}
	for _, f := range []Figure{{Layers: []Layer{Ground{X: []float64{1}, Y: []float64{1}}}}, {Layers: []Layer{Stripe{From: 2, To: 1}}}} {
		if err := f.Write(new(bytes.Buffer), "svg"); err == nil {
			t.Errorf("%+v is drawn", f.Layers)
		}
	}
}

// A map of many cells is one image, with the colour of each cell at its place: of a loss that falls from 0 at the left to 99 at the right
// the least is the brightest, and the cells without a value below the middle are grey.
func TestHeatAsAnImage(t *testing.T) {
	h := Heat{Quantity: "Loss", Unit: "dB", Falling: true, Void: "shadow"}
	for i := range 60 {
		row := make([]float64, 100)
		for j := range row {
			if row[j] = float64(j); i >= 30 {
				row[j] = math.Inf(1)
			}
		}
		h.Values = append(h.Values, row)
	}
	f := Figure{X: Axis{Quantity: "Range"}, Y: Axis{Quantity: "Depth", Down: true}, Layers: []Layer{h}, Legend: Above}
	svg := written(t, f, "svg")
	scan(t, svg).word(t, "shadow")
	found := regexp.MustCompile(`data:image/(?:png|jpg);base64,([^"]+)"`).FindSubmatch(svg)
	if found == nil {
		t.Fatal("there is no image")
	}
	data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(string(found[1])), ""))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	size := picture.Bounds().Size()
	for _, c := range []struct {
		x, y float64 // parts of the frame
		want any
	}{{0.005, 0.25, viridis(1)}, {0.995, 0.25, viridis(0)}, {0.005, 0.75, void()}, {0.995, 0.51, void()}} {
		got := picture.At(int(c.x*float64(size.X)), int(c.y*float64(size.Y)))
		r, g, b, _ := got.RGBA()
		want := c.want.(interface{ RGBA() (r, g, b, a uint32) })
		if wr, wg, wb, _ := want.RGBA(); r != wr || g != wg || b != wb {
			t.Errorf("at %g, %g: %v, want %v", c.x, c.y, got, c.want)
		}
	}
	for _, format := range []string{"png", "pdf"} {
		if len(written(t, f, format)) == 0 {
			t.Error(format)
		}
	}
}

// The narrow figure has the axis along Y of the other one at the same heights, and title and legend are there once.
func TestFlanked(t *testing.T) {
	main := section()
	main.Title = "Both"
	side := Figure{X: Axis{Quantity: "Speed", Unit: "m/s"}, Layers: []Layer{Curve{Thin: true, X: []float64{1490, 1520}, Y: []float64{0, 100}}}}
	var out bytes.Buffer
	if err := (Flanked{side, main}).Write(&out, "svg"); err != nil {
		t.Fatal(err)
	}
	d := scan(t, out.Bytes())
	for _, name := range []string{"Both", "Depth (m)", "Speed (m/s)", "Range (m)", "window", "bottom", "stem"} {
		d.word(t, name)
	}
	var heights []float64
	for _, w := range d.words {
		if w.text == "80" {
			heights = append(heights, w.y)
		}
	}
	if len(heights) != 2 || heights[0] != heights[1] {
		t.Errorf("80 stands at %v", heights)
	}
	if err := (Flanked{Figure{}, main}).Write(new(bytes.Buffer), "svg"); err == nil {
		t.Error("a figure without layers is drawn")
	}
}
