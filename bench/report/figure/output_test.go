package figure

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"halocline/sim/simtest"
)

// The same figure gives the same bytes in every format.
func TestReproducible(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for name, f := range gallery() {
		for _, format := range formats() {
			if format != "svg" && name != "curves" && name != "heat" { // slow, and nothing in it is new
				continue
			}
			if !bytes.Equal(written(t, f, format), written(t, f, format)) {
				t.Errorf("%s.%s is not the same twice", name, format)
			}
		}
	}
}

// A PNG is as large as the column at 300 dots to the inch, and says so: 8.6 cm are
// 1015.7 dots, 6 cm 708.7, and 300 to 2.54 cm are 11811 to the metre.
func TestPNG(t *testing.T) {
	out := written(t, curves(), "png")
	picture, err := png.Decode(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != 1016 || size.Y != 709 {
		t.Errorf("%v dots, want 1016 by 709", size)
	}
	at := bytes.Index(out, []byte("pHYs"))
	if at < 0 || at > bytes.Index(out, []byte("IDAT")) {
		t.Fatal("the fineness is not said before the picture")
	}
	if x, y, unit := binary.BigEndian.Uint32(out[at+4:]), binary.BigEndian.Uint32(out[at+8:]), out[at+12]; x != 11811 || y != 11811 || unit != 1 {
		t.Errorf("%d and %d dots to unit %d, want 11811 to the metre", x, y, unit)
	}
	// In grey, white is paper; there is blue somewhere.
	if c := color.NRGBAModel.Convert(picture.At(0, 0)); c != paper() {
		t.Errorf("the corner is %v, want white", c)
	}
}

// A PDF is as large as it is printed: 8.6 cm are 243.78 points. Its dates are fixed, and
// its table of places is where the end of the file says.
func TestPDF(t *testing.T) {
	out := written(t, curves(), "pdf")
	for _, want := range []string{"%PDF-", "/MediaBox [0 0 243.78 170.08]", "/CreationDate (D:19700101000000)", "/ModDate (D:19700101000000)"} {
		if !bytes.Contains(out, []byte(want)) {
			t.Errorf("%q is missing", want)
		}
	}
	_, end, _ := bytes.Cut(out[bytes.LastIndex(out, []byte("startxref")):], []byte("\n"))
	digits, _, _ := strings.Cut(string(end), "\n")
	at := 0
	for _, c := range digits {
		at = 10*at + int(c-'0')
	}
	if !bytes.HasPrefix(out[at:], []byte("xref")) {
		t.Error("the table of places is elsewhere")
	}
}

// Every figure is well-formed XML, whatever it is called.
func TestSVGIsXML(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for name, f := range gallery() {
		f.Title = "a < b & \"c\" > 'd' ]]> "
		d := read(t, f)
		if !d.says(f.Title) {
			t.Errorf("%s: the title is not %q", name, f.Title)
		}
		svg := written(t, f, "svg")
		if err := xml.Unmarshal(svg, new(struct{})); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")) {
			t.Errorf("%s: something is drawn nowhere", name)
		}
	}
}

// Nothing is drawn off the page: every text begins on it, and every line stays in it.
func TestOnThePage(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	figures := gallery()
	figures["long figure at the end"] = Figure{Layers: []Layer{Curve{X: []float64{0, 80_000}, Y: []float64{0, 1}, Join: Steps}}}
	for name, f := range figures {
		c, err := f.chart()
		if err != nil {
			t.Fatal(err)
		}
		wide, high := float64(c.width), float64(c.height)
		d := read(t, f)
		for _, w := range d.words {
			long := float64(c.fonts.width(w.text, tickSize)) // some is larger, but that is in the middle
			left := w.x - map[string]float64{"start": 0, "middle": long / 2, "end": long}[w.anchor]
			if turned := w.anchor == "middle" && w.y > 30 && (w.x < 12 || w.x > wide-12); turned {
				left, long = w.x, 0
			}
			if left < 0 || left+long > wide || w.y < 0 || w.y > high {
				t.Errorf("%s: %q is from %.1f to %.1f at %.1f of a page of %.1f by %.1f", name, w.text, left, left+long, w.y, wide, high)
			}
		}
		for _, p := range d.paths {
			for _, at := range p.points {
				const slack = 0.01
				if at.x < -slack || at.x > wide+slack || at.y < -slack || at.y > high+slack {
					t.Errorf("%s: a line of %s goes to %.1f", name, p.colour, at)
				}
			}
		}
	}
}

// crowded are figures that leave their frames little room: names of models with all their
// settings, and as many curves as a swept number has values.
func crowded() map[string]Figure {
	names := make([]string, 4)
	values := make([]float64, len(names))
	for i := range names {
		names[i] = fmt.Sprintf("{type: aloha, header: 0bit, queue: %d, ack: true, ack_size: 100bit, retries: 2, backoff: uniform, window: 1}", i)
		values[i] = float64(i + 1)
	}
	var wide []string // turned half way they would begin left of a column
	for _, n := range names {
		wide = append(wide, n[:60])
	}
	var above, right []string
	for i := range 60 {
		above = append(above, fmt.Sprint("number of vehicles in the water ", i))
		right = append(right, fmt.Sprint("n ", i))
	}
	of := func(legend []string, place Placement) Figure {
		f := rising(legend...)
		f.Legend = place
		return f
	}
	return map[string]Figure{
		"long names":          {X: Axis{Quantity: "protocol", Names: names}, Layers: []Layer{Bars{Values: values}}},
		"names of 60 letters": {X: Axis{Names: wide}, Layers: []Layer{Bars{Values: values}}},
		"many curves, above":  of(above, Above),
		"many curves, auto":   of(above, Auto),
		"many curves, right":  of(right, Right),
	}
}

// A figure grows until its frame has room beside names and legend, all of which are on the
// page. Names that would begin left of it stand upright.
func TestCrowded(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for name, f := range crowded() {
		c, err := f.chart()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		d := read(t, f)
		if frame := d.frame(t); frame[1].y-frame[0].y < 85 { // 3 cm
			t.Errorf("%s: the frame is %.1f points high", name, frame[1].y-frame[0].y)
		}
		for _, w := range d.words {
			low := w.y
			if slices.Contains(f.X.Names, w.text) {
				low -= float64(c.fonts.width(w.text, tickSize)) // upright, and it ends at its tick
			}
			if low < 0 || w.y > float64(c.height) {
				t.Errorf("%s: %q is from %.1f to %.1f of a page of %.1f", name, w.text, low, w.y, float64(c.height))
			}
		}
		for _, n := range f.X.Names {
			d.word(t, n)
		}
	}
	f := crowded()["long names"]
	f.Height = 8
	if _, err := f.chart(); err == nil || !strings.Contains(err.Error(), "leave the frame no room") {
		t.Errorf("a height that is too small: %v", err)
	}
	beside := Figure{X: Axis{Quantity: "x"}, Y: f.X, Layers: []Layer{Heat{Values: [][]float64{{1}, {2}, {3}, {4}}}}}
	if _, err := beside.chart(); err == nil || !strings.Contains(err.Error(), "leave it no room") {
		t.Errorf("names beside the frame: %v", err)
	}
}

// What XML cannot hold is not written, whatever a figure is called.
func TestSVGOfStrangeSigns(t *testing.T) {
	f := curves()
	f.Title = "a\x00b\x01c\xffd\ufffee"
	const sign = "\ufffd"
	if d := read(t, f); !d.says("a" + sign + "b" + sign + "c" + sign + "d" + sign + "e") {
		t.Errorf("%v", d.words)
	}
}

// A page is 17.8 cm wide and a column 8.6 cm.
func TestWidth(t *testing.T) {
	f := curves()
	for width, want := range map[Width]string{Column: `width="243.78pt"`, Page: `width="504.57pt"`} {
		f.Width = width
		if svg := written(t, f, "svg"); !bytes.Contains(svg, []byte(want)) {
			t.Errorf("%d: %s is missing", width, want)
		}
	}
}

func TestFormat(t *testing.T) {
	for file, want := range map[string]string{"a.svg": "svg", "b/c.PDF": "pdf", "d.e.png": "png"} {
		if got, err := Format(file); got != want || err != nil {
			t.Errorf("%s: %q, %v", file, got, err)
		}
	}
	for _, file := range []string{"a", "a.gif", "svg"} {
		if _, err := Format(file); err == nil || !strings.Contains(err.Error(), "svg, png, pdf") {
			t.Errorf("%s: %v, want the formats that there are", file, err)
		}
	}
	if err := curves().Write(io.Discard, "gif"); err == nil {
		t.Error("a gif is written")
	}
}

// What cannot be drawn is said.
func TestNothingToDraw(t *testing.T) {
	nan := math.NaN()
	for name, c := range map[string]struct {
		figure Figure
		says   string
	}{
		"no layer":       {Figure{}, "no layer"},
		"no point":       {Figure{Layers: []Layer{Curve{Name: "a"}}}, `"a": the curve has no point`},
		"all missing":    {Figure{Layers: []Layer{Curve{X: []float64{1, 2}, Y: []float64{nan, nan}}}}, "no point to draw"},
		"not positive":   {Figure{X: Axis{Log: true}, Layers: []Layer{Curve{X: []float64{-1, 0}, Y: []float64{1, 2}}}}, "no point to draw"},
		"no bar":         {Figure{Layers: []Layer{Bars{}}}, "no bar"},
		"bars from 0":    {Figure{Y: Axis{Log: true}, Layers: []Layer{Bars{Values: []float64{1}}}}, "bars begin at 0"},
		"missing bars":   {Figure{Layers: []Layer{Bars{Values: []float64{nan}}}}, "no point to draw"},
		"no box":         {Figure{Layers: []Layer{Boxes{}}}, "no box"},
		"empty boxes":    {Figure{Layers: []Layer{Boxes{Samples: [][]float64{{}, {nan}}}}}, "no point to draw"},
		"no observation": {Figure{Layers: []Layer{ECDF{Values: []float64{nan}}}}, "no observation"},
		"never":          {Figure{Layers: []Layer{ECDF{Values: []float64{math.Inf(1)}}}}, "no point to draw"},
		"confidence":     {Figure{Layers: []Layer{ECDF{Values: []float64{1}, Confidence: 95}}}, "between 0 and 1"},
		"no cell":        {Figure{Layers: []Layer{Heat{}}}, "no cell"},
		"missing cells":  {Figure{Layers: []Layer{Heat{Values: [][]float64{{nan}, {nan}}}}}, "every cell"},
		"no track":       {Figure{Layers: []Layer{Track{Name: "auv"}}}, `"auv": the track has no point`},
		"no wave":        {SpaceTime("", []Node{{"a", 0}}, nil), "nothing was transmitted"},
		"no node":        {SpaceTime("", nil, nil), "no node"},
		"no task":        {Schedule{}.Figure(0, 1), "no task"},
		"backwards":      {Figure{X: Axis{From: 2, To: 1}, Layers: []Layer{Curve{X: []float64{1}, Y: []float64{1}}}}, "x axis: from 2 to 1"},
		"below log":      {Figure{Y: Axis{From: -1, To: 1, Log: true}, Layers: []Layer{Curve{X: []float64{1}, Y: []float64{1}}}}, "y axis: from -1"},
		"names on a log": {Figure{X: Axis{Names: []string{"a"}, Log: true}, Layers: []Layer{Curve{X: []float64{1}, Y: []float64{1}}}}, "x axis: names stand along a linear axis only"},
		"decades":        {Figure{Y: Axis{Log: true, Decades: -1}, Layers: []Layer{Curve{X: []float64{1}, Y: []float64{1}}}}, "y axis: -1 decades"},
		"two scales":     {Figure{Layers: []Layer{Heat{Values: [][]float64{{1}}, Log: true, Diverging: true}}}, "not both"},
		"colours":        {Figure{Layers: []Layer{Heat{Values: [][]float64{{1}}, From: 3, To: 2}}}, "colours: from 3 to 2"},
		"flat":           {Figure{Height: 1, Layers: []Layer{Curve{X: []float64{1}, Y: []float64{1}}}}, "height 1 cm"},
	} {
		for _, format := range formats() {
			var out bytes.Buffer
			if err := c.figure.Write(&out, format); err == nil || !strings.Contains(err.Error(), c.says) || out.Len() > 0 {
				t.Errorf("%s, %s: %v and %d bytes, want %q", name, format, err, out.Len(), c.says)
			}
		}
	}
}

// Data that do not belong together are a fault of the caller's program.
func TestMismatch(t *testing.T) {
	one, two := []float64{1}, []float64{1, 2}
	for name, l := range map[string]Layer{
		"curve":    Curve{X: one, Y: two},
		"interval": Curve{X: two, Y: two, Low: one, High: two},
		"bars":     Bars{Values: two, Low: one, High: one},
		"track":    Track{X: one, Y: two},
		"plan":     Plan{X: one, Y: two},
		"places":   Places{Names: []string{"a"}, X: one, Y: two},
		"heat":     Heat{Values: [][]float64{one, two}},
		"edges":    Heat{Values: [][]float64{two, two}, X: one},
		"wave":     Waves{Places: two, Waves: []Wave{{Sender: 2}}},
		"arrival":  Waves{Places: two, Waves: []Wave{{Arrivals: []Arrival{{Node: -1}}}}},
	} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.HasPrefix(text, "figure: ") {
					t.Errorf("%s: the panic says %q", name, text)
				}
			}()
			_ = Figure{Layers: []Layer{l}}.Write(io.Discard, "svg")
			t.Errorf("%s is drawn", name)
		}()
	}
}

// A raised figure is an ordinary one, smaller and higher. Its width counts.
func TestRaised(t *testing.T) {
	got := runs("10⁻¹² m²", 10)
	want := []run{{"10", 10, 0}, {"−12", 7, 3.6}, {" m", 10, 0}, {"2", 7, 3.6}}
	if !slices.EqualFunc(got, want, func(a, b run) bool {
		return a.text == b.text && math.Abs(float64(a.size-b.size)) < 1e-9 && math.Abs(float64(a.rise-b.rise)) < 1e-9
	}) {
		t.Errorf("%v, want %v", got, want)
	}
	// All figures of Liberation Sans are 1139 of 2048 units wide, as those of Arial are.
	if got, want := newFonts().width("10²", 10), vg.Length((2*10+7)*1139)/2048; math.Abs(float64(got-want)) > 0.05 {
		t.Errorf("10² is %.3f points wide, want %.3f", got, want)
	}
}

// A PDF has letters where its font has them, and outlines for the rest.
func TestLetters(t *testing.T) {
	for words, want := range map[string]string{"10 µm/s": "10 \xb5m/s", "90°": "90\xb0", "1–2": "1\x962"} {
		if got, ok := windows1252(words); got != want || !ok {
			t.Errorf("%s: %q, %v; want %q", words, got, ok, want)
		}
	}
	if _, ok := windows1252("−4"); ok {
		t.Error("the minus sign has a place in the code page")
	}
	// The minus sign of Arial lies between 0.2 and 0.5 of the size above the line.
	path := outline(newFonts().face(10), vg.Point{X: 100, Y: 50}, "−")
	if len(path) < 5 {
		t.Fatal("the minus sign has no outline")
	}
	for _, part := range path {
		if p := part.Pos; part.Type != vg.CloseComp && (p.X < 100 || p.X > 106 || p.Y < 52 || p.Y > 55) {
			t.Errorf("the outline of the minus sign goes to %v", p)
		}
	}
}

// A colour that lets others through is not darkened for a PDF.
func TestStraight(t *testing.T) {
	r, g, b, a := straight{sheer(color.NRGBA{255, 128, 0, 255}, 0.2)}.RGBA()
	if r != 0xffff || g != 0x8080 || b != 0 || a != 0x3333 {
		t.Errorf("%x %x %x %x, want ffff 8080 0 3333", r, g, b, a)
	}
}

// Letters are outlines, so that a page looks alike where no font is installed. A figure of
// Liberation Sans is 1139 of 2048 units wide, which are 556 of 1000; the text over them is not
// seen. A text with a letter that the typeface lacks is left to the reader's font.
func TestLettersAreOutlines(t *testing.T) {
	f := Figure{X: Axis{Quantity: "日本"}, Y: Axis{Quantity: "302"}, Layers: []Layer{Curve{X: []float64{1, 2}, Y: []float64{3e9, 4e9}}}}
	page := string(written(t, f, "svg"))
	const figures = `<use xlink:href="#u33" x="0"/><use xlink:href="#u30" x="556"/><use xlink:href="#u32" x="1112"/>`
	if !strings.Contains(page, figures) {
		t.Errorf("there is no %s in\n%s", figures, page)
	}
	for _, use := range regexp.MustCompile(`xlink:href="#(u[0-9a-f]+)"`).FindAllStringSubmatch(page, -1) {
		if strings.Count(page, `<path id="`+use[1]+`" d="`) != 1 {
			t.Errorf("%s is not defined once", use[1])
		}
	}
	seen := 0
	for _, text := range regexp.MustCompile(`<text [^>]*>`).FindAllString(page, -1) {
		if !strings.Contains(text, `fill-opacity="0"`) {
			seen++
		}
	}
	if seen != 1 || !strings.Contains(page, ">日本</text>") || strings.Contains(page, "#u65e5") {
		t.Errorf("%d texts are seen, want that in Japanese", seen)
	}
}
