package figure

import (
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
)

// Colours of Okabe and Ito, Color Universal Design (2008): blue 0, 114, 178, vermilion
// 213, 94, 0 and bluish green 0, 158, 115.
const (
	blue      = "#0072B2"
	vermilion = "#D55E00"
	green     = "#009E73"
	black     = "#000000"
)

// xy names two figures of each axis of the figures below.
func xy(t *testing.T, d drawing, x0, x1, y0, y1 string) axes {
	t.Helper()
	return calibrated(t, d, [2]string{x0, x1}, [2]string{y0, y1})
}

// Where points are drawn follows from where the figures of the axes stand. A point
// without a value is a gap.
func TestCurve(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	f := Figure{
		X: Axis{Quantity: "Time", Unit: "s"}, Y: Axis{Quantity: "Depth", Unit: "m"},
		Layers: []Layer{Curve{
			X: []float64{0, 10, 20, 30, 40, 50, 60}, Y: []float64{0, 70, 100, nan, 50, 80, 20},
			Low: []float64{0, 60, nan, 10, 40, -inf, 10}, High: []float64{10, 90, nan, 20, 70, 90, 50},
		}},
	}
	d := read(t, f)
	a := xy(t, d, "10", "60", "0", "100")
	pieces := d.lines(blue, 3)
	if len(pieces) != 2 {
		t.Fatalf("the gap leaves %d pieces of three points, want 2", len(pieces))
	}
	same(t, "the first piece", pieces[0].points, a.at(0, 0), a.at(10, 70), a.at(20, 100))
	same(t, "the second piece", pieces[1].points, a.at(40, 50), a.at(50, 80), a.at(60, 20))
	if n := len(d.areas(blue)); n != 6 {
		t.Errorf("%d points are marked, want 6", n)
	}
	// Four points have an interval: a bar and two caps each.
	bars := d.lines(blue, 2)
	if len(bars) != 4*3 {
		t.Fatalf("%d lines of error bars, want 12", len(bars))
	}
	same(t, "the second error bar", bars[3].points, a.at(10, 60), a.at(10, 90))
	same(t, "the last error bar", bars[9].points, a.at(60, 10), a.at(60, 50))
	if !d.says("Time (s)") || !d.says("Depth (m)") {
		t.Errorf("the axes are not named; there are %v", d.words)
	}
}

// Along a logarithmic axis equal factors are equally far apart. What is not positive is
// a gap, and an interval that reaches below is drawn to the end of the axis.
func TestLogarithmicCurve(t *testing.T) {
	f := Figure{
		X: Axis{Log: true}, Y: Axis{Log: true},
		Layers: []Layer{Curve{
			X: []float64{1, 10, -5, 300, 1000}, Y: []float64{1, 30, 4, 0, 1000},
			Low: []float64{1, -2, 4, 0, 500}, High: []float64{2, 60, 4, 1, 2000},
		}},
	}
	d := read(t, f)
	a := decades(t, d, [2]string{"10", "100"}, [2]string{"10", "100"})
	lg := math.Log10
	lines := d.lines(blue, 2)
	if len(lines) < 1 {
		t.Fatal("there is no line")
	}
	same(t, "the line between the gaps", lines[0].points, a.at(lg(1), lg(1)), a.at(lg(10), lg(30)))
	// The second interval has a bar that ends at the frame, and a cap at its high end.
	bottom := d.frame(t)[0].y
	for _, p := range lines {
		if near(p.points[1], a.at(lg(10), lg(60))) {
			same(t, "the bar from below", p.points, point{a.at(1, 0).x, bottom}, a.at(lg(10), lg(60)))
			return
		}
	}
	t.Error("the bar from below is missing")
}

// A value that is held makes a staircase of 2n-1 corners.
func TestStaircase(t *testing.T) {
	f := Figure{Layers: []Layer{Curve{X: []float64{0, 10, 30, 60}, Y: []float64{0, 100, 50, 80}, Join: Steps}}}
	d := read(t, f)
	a := xy(t, d, "10", "60", "0", "100")
	steps := d.lines(blue, 7)
	if len(steps) != 1 {
		t.Fatalf("%d lines of seven corners, want 1", len(steps))
	}
	same(t, "the staircase", steps[0].points, a.at(0, 0), a.at(10, 0), a.at(10, 100),
		a.at(30, 100), a.at(30, 50), a.at(60, 50), a.at(60, 80))
	if n := len(d.areas(blue)); n != 0 {
		t.Errorf("%d corners are marked, want none", n)
	}
}

// A band is one area: along the low ends and back along the high ones. It ends where
// an end of an interval is missing.
func TestBand(t *testing.T) {
	f := Figure{Layers: []Layer{Curve{
		X: []float64{0, 10, 20, 40, 60}, Y: []float64{0, 70, 100, 50, 80},
		Low: []float64{0, 60, 90, math.NaN(), 70}, High: []float64{10, 80, 110, 60, 90}, Band: true,
	}}}
	d := read(t, f)
	a := xy(t, d, "10", "60", "0", "120")
	for _, p := range d.areas(blue) {
		if p.opacity != "1" {
			same(t, "the band", p.points, a.at(0, 0), a.at(10, 60), a.at(20, 90), a.at(20, 110), a.at(10, 80), a.at(0, 10))
			return
		}
	}
	t.Error("there is no band")
}

// The band of a value that is held is held too: both of its edges are staircases.
func TestBandOfAStaircase(t *testing.T) {
	f := Figure{Layers: []Layer{Curve{
		X: []float64{0, 20, 60}, Y: []float64{50, 100, 80}, Join: Steps,
		Low: []float64{0, 90, 70}, High: []float64{60, 110, 90}, Band: true,
	}}}
	d := read(t, f)
	a := xy(t, d, "10", "60", "0", "120")
	for _, p := range d.areas(blue) {
		if p.opacity != "1" {
			same(t, "the band", p.points, a.at(0, 0), a.at(20, 0), a.at(20, 90), a.at(60, 90), a.at(60, 70),
				a.at(60, 90), a.at(60, 110), a.at(20, 110), a.at(20, 60), a.at(0, 60))
			return
		}
	}
	t.Error("there is no band")
}

// What lies outside a fixed range is cut off at the frame: a line from (0, 0) to (100,
// 100) shows from (20, 20) to (60, 60).
func TestFixedRange(t *testing.T) {
	f := Figure{
		X: Axis{From: 20, To: 80}, Y: Axis{From: 0, To: 60},
		Layers: []Layer{Curve{X: []float64{0, 100}, Y: []float64{0, 100}}},
	}
	d := read(t, f)
	a := xy(t, d, "20", "80", "0", "60")
	lines := d.lines(blue, 2)
	if len(lines) != 1 || len(d.areas(blue)) != 0 {
		t.Fatalf("%d lines and %d markers, want one line", len(lines), len(d.areas(blue)))
	}
	same(t, "the line", lines[0].points, a.at(20, 20), a.at(60, 60))
}

// A law that falls by thousands of decades is drawn as far down as the axis says: from
// 10 down to a thousandth in four decades.
func TestDecades(t *testing.T) {
	var c Curve
	for i := range 301 {
		c.X, c.Y = append(c.X, float64(i)), append(c.Y, math.Pow10(1-i))
	}
	d := read(t, Figure{Y: Axis{Log: true, Decades: 4}, Layers: []Layer{c}})
	for text, want := range map[string]bool{"10": true, "0.001": true, "0.0001": false, "10−4": false} {
		if d.says(text) != want {
			t.Errorf("%s is at the axis: %v; there are %v", text, !want, d.words)
		}
	}
}

// Curves of one name look alike and share a line of the legend. Curves of groups are
// told apart by colour, their names by dash and marker.
func TestLooks(t *testing.T) {
	line := func(name, group string) Layer {
		return Curve{Name: name, Group: group, X: []float64{0, 1, 2}, Y: []float64{1, 2, 3}}
	}
	d := read(t, Figure{Layers: []Layer{line("a", ""), line("b", ""), line("a", "")}})
	if n := len(d.lines(blue, 3)); n != 2 {
		t.Errorf("%d blue curves, want the two of one name", n)
	}
	if n := len(d.lines(vermilion, 3)); n != 1 || !d.lines(vermilion, 3)[0].dashed {
		t.Errorf("%d vermilion curves, want one, dashed", n)
	}
	d.word(t, "a")
	d.word(t, "b")

	d = read(t, Figure{Layers: []Layer{
		line("near", "tdma"), line("far", "tdma"), line("near", "aloha"), line("far", "aloha"),
	}})
	for _, colour := range []string{blue, vermilion} {
		lines := d.lines(colour, 3)
		if len(lines) != 2 || lines[0].dashed || !lines[1].dashed {
			t.Errorf("group %s: %v, want a whole line and a dashed one", colour, lines)
		}
	}
	for _, name := range []string{"near", "far", "tdma", "aloha"} {
		d.word(t, name)
	}
	if d := read(t, Figure{Layers: []Layer{line("alone", "")}}); d.says("alone") {
		t.Error("a curve alone has a legend")
	}
}

// A marker that is chosen is the same whatever else is drawn: a square has four corners
// around its point, the strokes of a cross have it in their middle, and a ring is empty.
// Each stands in the legend, too.
func TestMarkers(t *testing.T) {
	var layers []Layer
	for i, m := range []Marker{Square, Cross, Ring} {
		layers = append(layers, Curve{
			Name: string(rune('a' + i)), X: []float64{0, 10}, Y: []float64{0, 10 * float64(i+1)}, Join: Apart, Marker: m,
		})
	}
	d := read(t, Figure{Layers: layers, Legend: Above})
	a := xy(t, d, "2", "10", "0", "30")
	middle := func(corners []point) (mid point) {
		for _, p := range corners {
			mid.x, mid.y = mid.x+p.x/float64(len(corners)), mid.y+p.y/float64(len(corners))
		}
		return mid
	}
	squares := d.areas(blue)
	if len(squares) != 3 || len(squares[1].points) != 4 {
		t.Fatalf("squares are drawn as %v", squares)
	}
	same(t, "the square", []point{middle(squares[1].points)}, a.at(10, 10))
	if c := squares[1].points; math.Abs(c[0].y-c[1].y) > 0.01 || math.Abs(c[1].x-c[2].x) > 0.01 {
		t.Errorf("the square stands on a corner: %v", c)
	}
	strokes := d.lines(vermilion, 2)
	if len(strokes) != 6 || len(d.areas(vermilion)) != 0 {
		t.Fatalf("%d strokes of crosses, and %d areas; want six and none", len(strokes), len(d.areas(vermilion)))
	}
	for _, s := range strokes[2:4] {
		same(t, "a stroke of the cross", []point{middle(s.points)}, a.at(10, 20))
		wide, high := math.Abs(s.points[1].x-s.points[0].x), math.Abs(s.points[1].y-s.points[0].y)
		if math.Abs(wide-high) > 0.01 || wide < 2 {
			t.Errorf("a stroke of the cross is %g wide and %g high", wide, high)
		}
	}
	rings := d.lines(green, 1) // what is read of a circle: its right end
	if len(rings) != 3 || len(d.areas(green)) != 0 {
		t.Fatalf("%d rings and %d areas, want three and none", len(rings), len(d.areas(green)))
	}
	right, centre := rings[1].points[0], a.at(10, 30)
	if math.Abs(right.y-centre.y) > 0.03 || right.x-centre.x < 2 || right.x-centre.x > 4 {
		t.Errorf("the ring begins at %v, about %v", right, centre)
	}
}

// Of many points in one column the lowest and the highest stay, and few are left. The
// picture of a sine with one spike shows the spike.
func TestThinned(t *testing.T) {
	points := make([]vg.Point, 100_000)
	for i := range points {
		points[i] = vg.Point{X: vg.Length(i) / 500, Y: vg.Length(100 * math.Sin(float64(i)/9000))}
	}
	points[54321].Y, points[54322].Y = 300, -300
	out := thinned(points)
	if len(out) > 4*801 {
		t.Errorf("%d points are left of 200 printer's points, want at most four to a quarter", len(out))
	}
	low, high := false, false
	for i, p := range out {
		low, high = low || p.Y == -300, high || p.Y == 300
		if i > 0 && p.X < out[i-1].X {
			t.Fatalf("point %d goes back", i)
		}
	}
	if !low || !high {
		t.Error("the spike is gone")
	}
	if out[0] != points[0] || out[len(out)-1] != points[len(points)-1] {
		t.Error("an end is gone")
	}
	if short := points[:999]; len(thinned(short)) != 999 {
		t.Error("a short line is thinned")
	}
}

// A cross stands at its X below the upper edge of the frame, in the colour of the curve of its
// name, and the legend says what it means.
func TestAbsent(t *testing.T) {
	f := Figure{X: Axis{From: 0, To: 10}, Y: Axis{From: 0, To: 10}, Layers: []Layer{
		Curve{Name: "a", X: []float64{0, 4}, Y: []float64{1, 5}},
		Curve{Name: "b", X: []float64{0, 10}, Y: []float64{1, 5}},
		Absent{Name: "b", X: []float64{8}, Meaning: "lost"},
	}}
	d := read(t, f)
	on := calibrated(t, d, [2]string{"0", "10"}, [2]string{"0", "10"})
	if !d.says("lost") || !d.says("b") {
		t.Error(d.words)
	}
	found := 0
	for _, stroke := range d.lines(vermilion, 2) {
		mid := point{(stroke.points[0].x + stroke.points[1].x) / 2, (stroke.points[0].y + stroke.points[1].y) / 2}
		if x, y := on.at(8, 10).x, on.at(8, 10).y; math.Abs(mid.x-x) < 0.1 && mid.y < y && mid.y > y-15 {
			found++
		}
	}
	if found != 2 {
		t.Errorf("%d strokes of a cross at 8, want 2", found)
	}
}

// A mark has an interval each way, and what stands below the title is written between it and
// the frame.
func TestScatter(t *testing.T) {
	f := scattered()
	f.Legend = Without
	d := read(t, f)
	a := xy(t, d, "2.0", "4.0", "10", "20")
	bars := d.lines(blue, 2)
	if len(bars) != 2*2*3 {
		t.Fatalf("%d lines, want a bar and two caps each way of two marks", len(bars))
	}
	same(t, "the interval along Y", bars[0].points, a.at(2, 8), a.at(2, 13))
	same(t, "the interval along X", bars[6].points, a.at(1.5, 10), a.at(2.5, 10))
	if cap := bars[7].points; math.Abs(cap[0].x-a.at(1.5, 0).x) > 0.03 || cap[0].x != cap[1].x {
		t.Errorf("the cap is at %v", cap)
	}
	title, below, frame := d.word(t, f.Title), d.word(t, f.Below), d.frame(t)
	if !(title.y > below.y+8 && below.y > frame[1].y) {
		t.Errorf("the title is at %g, what is below it at %g, the frame up to %g", title.y, below.y, frame[1].y)
	}
}

// The eighth colour is the first one again, so the eighth marker is hollow: nothing of it is filled
// in its colour.
func TestEighthMarker(t *testing.T) {
	f := Figure{Legend: Without}
	for i := range 8 {
		f.Layers = append(f.Layers, Curve{Name: string(rune('a' + i)), X: []float64{float64(i)}, Y: []float64{1}, Join: Apart})
	}
	if n := len(read(t, f).areas(blue)); n != 1 {
		t.Errorf("%d full blue markers, want that of the first name", n)
	}
}
