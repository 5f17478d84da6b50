package loop

import (
	"errors"
	"math"
	"math/cmplx"

	"halocline/bench/report/figure"
	"halocline/bench/report/text"
)

// Response draws the answer to a step.
func (a *Analysis) Response() (figure.Figure, error) {
	if !a.settled {
		return figure.Figure{}, errors.New("the loop is not stable and has no step response to draw; --show locus draws its poles; " + a.advice)
	}
	times, ys, err := a.curve(a.until)
	if err != nil {
		return figure.Figure{}, err
	}
	return figure.Figure{
		Title:  "Step response",
		X:      figure.Axis{Quantity: "Time", Unit: "s"},
		Y:      figure.Axis{Quantity: "Output"},
		Layers: []figure.Layer{figure.Curve{X: times, Y: ys}},
	}, nil
}

// Locus draws the root locus of the loop in the plane of s or z.
func (a *Analysis) Locus() figure.Figure {
	unit := "1/s"
	if a.domain == "z" {
		unit = ""
	}
	reach := a.reach()
	f := figure.Figure{
		Title:  "Root locus",
		X:      figure.Axis{Quantity: "Real part", Unit: unit},
		Y:      figure.Axis{Quantity: "Imaginary part", Unit: unit},
		Layers: []figure.Layer{a.branches(reach)},
		Equal:  true,
	}
	if a.domain == "z" {
		f.Layers = append(f.Layers, unitCircle())
	}
	for _, c := range []figure.Curve{
		places("poles at kp "+text.Number(a.gain), a.poles, reach, figure.Square),
		places("open-loop zeros", a.open.Zeros(), reach, figure.Ring),
		places("open-loop poles", a.open.Poles(), reach, figure.Cross),
	} {
		if len(c.X) > 0 {
			f.Layers = append(f.Layers, c)
		}
	}
	return f
}

// reach returns how far from the origin the locus is drawn.
func (a *Analysis) reach() float64 {
	reach := 0.0
	for _, z := range append(a.open.Poles(), a.poles...) {
		reach = max(reach, 2*cmplx.Abs(z))
	}
	for _, z := range a.open.Zeros() {
		if size := cmplx.Abs(z); a.domain == "s" || size < 3 {
			reach = max(reach, 1.2*size)
		}
	}
	if a.domain == "z" {
		reach = max(reach, 1.5)
	}
	return reach
}

// branches are the ways of the poles as the gain grows from 0, with a gap between
// them and where they are out of reach.
func (a *Analysis) branches(reach float64) figure.Curve {
	top := 100.0
	if high := a.margins.High; high > 0 && !math.IsInf(high, 1) {
		top = 3 * max(high, 1)
	}
	const points = 1500
	gains := []float64{0}
	for i := range points {
		gains = append(gains, top*math.Pow(10, 5*(float64(i+1)/points-1)))
	}
	line := figure.Curve{Name: "root locus"}
	for _, branch := range a.open.Locus(gains) {
		for _, z := range append(branch, cmplx.NaN()) {
			if cmplx.Abs(z) > reach {
				z = cmplx.NaN()
			}
			line.X, line.Y = append(line.X, real(z)), append(line.Y, imag(z))
		}
	}
	return line
}

// unitCircle is the edge of stability in the plane of z.
func unitCircle() figure.Curve {
	circle := figure.Curve{Name: "unit circle"}
	const corners = 128
	for i := range corners + 1 {
		y, x := math.Sincos(2 * math.Pi * float64(i) / corners)
		circle.X, circle.Y = append(circle.X, x), append(circle.Y, y)
	}
	return circle
}

// places are the roots within reach.
func places(name string, roots []complex128, reach float64, marker figure.Marker) figure.Curve {
	c := figure.Curve{Name: name, Join: figure.Apart, Marker: marker}
	for _, z := range roots {
		if cmplx.Abs(z) <= reach {
			c.X, c.Y = append(c.X, real(z)), append(c.Y, imag(z))
		}
	}
	return c
}
