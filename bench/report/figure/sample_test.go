package figure

import (
	"math"
	"slices"
	"testing"
)

// Quartiles of type 7 of Hyndman and Fan (1996), by hand: of n ordered observations the
// p-quantile lies at 1 + (n-1)p.
func TestBox(t *testing.T) {
	nan := math.NaN()
	for name, c := range map[string]struct {
		sample []float64
		want   Box
	}{
		// Places 3.25, 5.5 and 7.75. The box is 4.5 long: whiskers within -3.5 and 14.5.
		"ten": {[]float64{9, 1, 8, 2, 7, 3, 6, 4, 5, 20}, Box{1, 3.25, 5.5, 7.75, 9, []float64{20}}},
		// Places 2 and 4 of 5; the fences are -1 and 7, and 7 itself lies within.
		"on the fence": {[]float64{-2, 2, 3, 4, 7}, Box{2, 2, 3, 4, 7, []float64{-2}}},
		"not finite":   {[]float64{nan, 1, math.Inf(1), 3}, Box{1, 1.5, 2, 2.5, 3, nil}},
		"one":          {[]float64{6}, Box{6, 6, 6, 6, 6, nil}},
		"two":          {[]float64{2, 1}, Box{1, 1.25, 1.5, 1.75, 2, nil}},
		// A box of no length: all others are outside.
		"equal": {[]float64{5, 5, 5, 5, 5, 6}, Box{5, 5, 5, 5, 5, []float64{6}}},
		// Fuel consumption of 32 cars (Henderson and Velleman, Building multiple regression
		// models interactively, 1981), summarised by R as 10.40, 15.43, 19.20, 22.80, 33.90.
		// The upper fence is 22.8 + 1.5*7.375 = 33.8625; the next lower value is 32.4.
		"cars": {[]float64{
			21, 21, 22.8, 21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8, 16.4, 17.3, 15.2, 10.4, 10.4,
			14.7, 32.4, 30.4, 33.9, 21.5, 15.5, 15.2, 13.3, 19.2, 27.3, 26, 30.4, 15.8, 19.7, 15, 21.4,
		}, Box{10.4, 15.425, 19.2, 22.8, 32.4, []float64{33.9}}},
	} {
		got, ok := NewBox(c.sample)
		g := []float64{got.Low, got.Lower, got.Median, got.Upper, got.High}
		w := []float64{c.want.Low, c.want.Lower, c.want.Median, c.want.Upper, c.want.High}
		close := func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }
		if !ok || !slices.EqualFunc(g, w, close) || !slices.Equal(got.Outside, c.want.Outside) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if _, ok := NewBox([]float64{nan}); ok {
		t.Error("there is a box of nothing")
	}
}

// The box of the ten observations above is drawn from 3.25 to 7.75, its median at 5.5
// and its whiskers to 1 and 9. The observation outside is a circle, not a line.
func TestBoxes(t *testing.T) {
	sample := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 20}
	d := read(t, Figure{
		X: Axis{Names: []string{"a", "b"}}, Y: Axis{From: 0, To: 25},
		Layers: []Layer{Boxes{Samples: [][]float64{sample, nil}}},
	})
	a := calibratedY(t, d, "0", "25")
	middle := d.word(t, "a").x
	outline := d.lines(black, 5)
	if len(outline) != 1 {
		t.Fatalf("%d boxes, want 1", len(outline))
	}
	left, right := outline[0].points[0].x, outline[0].points[1].x
	if math.Abs((left+right)/2-middle) > 0.02 {
		t.Errorf("the box is from %.2f to %.2f, its name at %.2f", left, right, middle)
	}
	same(t, "the box", outline[0].points, a.on(left, 3.25), a.on(right, 3.25), a.on(right, 7.75), a.on(left, 7.75), a.on(left, 3.25))
	lines := d.lines(black, 2)
	if len(lines) != 5 {
		t.Fatalf("%d lines, want two whiskers, the median and two ends", len(lines))
	}
	same(t, "the lower whisker", lines[0].points, a.on(middle, 1), a.on(middle, 3.25))
	same(t, "the upper whisker", lines[1].points, a.on(middle, 9), a.on(middle, 7.75))
	same(t, "the median", lines[2].points, a.on(left, 5.5), a.on(right, 5.5))
	if rings := d.lines(blue, 1); len(rings) != 1 || math.Abs(rings[0].points[0].y-a.on(0, 20).y) > 0.03 {
		t.Errorf("outside are %v, want one ring", rings)
	}
}

// Three bars share three quarters of a step, and stand on 0. By hand for a frame of two
// steps: the middles of the bars lie 0.76/3 of a step apart.
func TestBars(t *testing.T) {
	var layers []Layer
	for _, name := range []string{"x", "y", "z"} {
		layers = append(layers, Bars{Name: name, Values: []float64{10, math.NaN()}, Low: []float64{8, 0}, High: []float64{13, 0}})
	}
	d := read(t, Figure{X: Axis{Names: []string{"a", "b"}}, Y: Axis{From: 0, To: 25}, Layers: layers, Legend: Above})
	a := calibratedY(t, d, "0", "25")
	step := d.word(t, "b").x - d.word(t, "a").x
	frame := d.frame(t)
	var middles []float64
	for _, p := range d.paths {
		if p.filled && len(p.points) == 4 && p.colour != "#FFFFFF" && p.points[0].y < frame[1].y {
			middles = append(middles, (p.points[0].x+p.points[2].x)/2)
			if low, high := p.points[0].y, p.points[2].y; math.Abs(low-a.on(0, 0).y) > 0.03 || math.Abs(high-a.on(0, 10).y) > 0.03 {
				t.Errorf("a bar goes from %.2f to %.2f, want from 0 to 10", low, high)
			}
		}
	}
	if len(middles) != 3 {
		t.Fatalf("%d bars, want 3", len(middles))
	}
	for i, x := range middles {
		if want := d.word(t, "a").x + float64(i-1)*step*0.76/3; math.Abs(x-want) > 0.03 {
			t.Errorf("bar %d is at %.2f, want %.2f", i, x, want)
		}
	}
	intervals := d.lines(black, 2)
	if len(intervals) != 9 {
		t.Fatalf("%d lines of error bars, want nine", len(intervals))
	}
	same(t, "the first error bar", intervals[0].points, a.on(middles[0], 8), a.on(middles[0], 13))
}

// Of 1, 2, 2, 4 and one that never came the distribution is 0.2 from 1, 0.6 from 2 and
// 0.8 from 4 on. An observation that is not known does not count.
func TestECDF(t *testing.T) {
	e := ECDF{Values: []float64{4, math.Inf(1), 2, math.NaN(), 1, 2}}
	d := read(t, Figure{X: Axis{From: 0, To: 5}, Layers: []Layer{e}})
	a := calibrated(t, d, [2]string{"0", "5"}, [2]string{"0.0", "1.0"})
	lines := d.lines(blue, 9)
	if len(lines) != 1 {
		t.Fatalf("%d lines of nine corners, want 1", len(lines))
	}
	same(t, "the distribution", lines[0].points, a.at(0, 0), a.at(1, 0), a.at(1, 0.2), a.at(2, 0.2),
		a.at(2, 0.6), a.at(4, 0.6), a.at(4, 0.8), a.at(5, 0.8), a.at(5, 0.8))
}

// Where the axis goes down to the left, the distribution begins at the right edge and
// ends at the left one.
func TestECDFDown(t *testing.T) {
	e := ECDF{Values: []float64{1, 3}}
	d := read(t, Figure{X: Axis{From: 0, To: 5, Down: true}, Layers: []Layer{e}})
	a := calibrated(t, d, [2]string{"0", "5"}, [2]string{"0.0", "1.0"})
	if a.dx >= 0 {
		t.Fatal("5 is to the right of 0")
	}
	lines := d.lines(blue, 7)
	if len(lines) != 1 {
		t.Fatalf("%d lines of seven corners, want 1", len(lines))
	}
	same(t, "the distribution", lines[0].points, a.at(0, 0), a.at(1, 0), a.at(1, 0.5), a.at(3, 0.5), a.at(3, 1), a.at(5, 1), a.at(5, 1))
}

// Below a logarithmic axis the distribution has begun: of -1, 0, 10 and 100 half lies
// below 1.
func TestECDFBelowLogarithm(t *testing.T) {
	e := ECDF{Values: []float64{-1, 0, 10, 100}}
	d := read(t, Figure{X: Axis{From: 1, To: 1000, Log: true}, Layers: []Layer{e}})
	a := calibratedY(t, d, "0.0", "1.0")
	line := d.lines(blue, 7)
	if len(line) != 1 {
		t.Fatalf("%d lines of seven corners, want 1", len(line))
	}
	if first := line[0].points[0]; !near(first, a.on(d.frame(t)[0].x, 0.5)) {
		t.Errorf("the distribution begins at %.2f, want at a half on the left", first)
	}
}

// A distribution that has no value on the axis is a line all the same: all of 0 and -1 lie
// below 1, and nothing of what never came lies below anything.
func TestECDFBesideTheAxis(t *testing.T) {
	for name, c := range map[string]struct {
		values []float64
		part   float64
	}{"below": {[]float64{-1, 0}, 1}, "beyond": {[]float64{math.Inf(1)}, 0}} {
		d := read(t, Figure{X: Axis{Log: true}, Legend: Without, Layers: []Layer{ECDF{Name: "a", Values: c.values}, ECDF{Name: "b", Values: []float64{1, 10}}}})
		a, frame := calibratedY(t, d, "0.0", "1.0"), d.frame(t)
		line := append(d.lines(blue, 2), d.lines(blue, 3)...) // a corner at the end may be there twice
		if len(line) != 1 {
			t.Fatalf("%s: %d lines from side to side", name, len(line))
		}
		same(t, name, line[0].points[:2], a.on(frame[0].x, c.part), a.on(frame[1].x, c.part))
	}
}

// Along a logarithmic axis of shares the distribution of ten begins at a tenth.
func TestECDFOfSmallShares(t *testing.T) {
	var values []float64
	for i := range 10 {
		values = append(values, float64(i))
	}
	c, err := Figure{Y: Axis{Log: true}, Layers: []Layer{ECDF{Values: values}}}.chart()
	if err != nil || math.Abs(c.ys.min+1) > 1e-12 || math.Abs(c.ys.max) > 1e-12 {
		t.Errorf("10 to the %g to 10 to the %g: %v", c.ys.min, c.ys.max, err)
	}
}

// The band of Dvoretzky, Kiefer and Wolfowitz: at 95 % its half height is 1.3581 over
// the root of n (ln 40 is 3.688879; half of it 1.844440, of which the root is 1.358102),
// which is also the asymptotic critical value of Kolmogorov's test, tabled as 1.358.
func TestBandwidth(t *testing.T) {
	for _, c := range []struct {
		n          int
		confidence float64
		want       float64
	}{
		{1, 0.95, 1.358102},
		{100, 0.95, 0.1358102},
		{10_000, 0.95, 0.01358102},
		{50, 0.99, math.Sqrt(5.298317 / 100)}, // ln 200
	} {
		if got := bandwidth(c.n, c.confidence); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%d at %g: %.7f, want %.7f", c.n, c.confidence, got, c.want)
		}
	}
	// It is drawn so, and cut at 0 and 1: 25 observations at 95 %, 0.2716 up and down.
	var e ECDF
	for i := range 25 {
		e.Values = append(e.Values, float64(i))
	}
	e.Confidence = 0.95
	d := read(t, Figure{X: Axis{From: -5, To: 30}, Layers: []Layer{e}})
	a := calibratedY(t, d, "0.0", "1.0")
	bands := d.areas(blue)
	if len(bands) != 1 {
		t.Fatalf("%d bands, want 1", len(bands))
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, at := range bands[0].points {
		if at.x < d.frame(t)[0].x+1 { // before the first observation
			low, high = math.Min(low, at.y), math.Max(high, at.y)
		}
	}
	if math.Abs(low-a.on(0, 0).y) > 0.03 || math.Abs(high-a.on(0, 0.27162).y) > 0.03 {
		t.Errorf("the band begins from %.2f to %.2f, want from 0 to 0.2716", low, high)
	}
}
