package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"os"

	"halocline/bench"
)

// draw writes the figure that --show asks for.
func (d *design) draw(a *analysis) error {
	var f bench.Figure
	var err error
	if d.show == "locus" {
		f = a.locus()
	} else if f, err = d.stepFigure(a); err != nil {
		return inputError{fmt.Errorf("--plot: %w", err)}
	}
	var svg bytes.Buffer
	if err := f.WriteSVG(&svg); err != nil {
		return inputError{fmt.Errorf("--plot: %w", err)}
	}
	if err := os.WriteFile(d.plot, svg.Bytes(), 0o666); err != nil {
		return inputError{fmt.Errorf("--plot: %w", err)}
	}
	return nil
}

// stepFigure is the answer to a step.
func (d *design) stepFigure(a *analysis) (bench.Figure, error) {
	if !a.settled {
		return bench.Figure{}, errors.New("the loop is not stable and has no step response to draw")
	}
	until := d.until.value
	if !d.until.known() {
		until = 3 * a.step.Settling
		if !(until > 0) {
			until = a.step.Time[len(a.step.Time)-1]
		}
	}
	s, err := a.answerTo(until)
	if err != nil {
		return bench.Figure{}, err
	}
	const most = 2000 // points of a line
	var c bench.Curve
	for k, every := 0, 1+len(s.Y)/most; k < len(s.Y); k += every {
		c.X, c.Y = append(c.X, s.Time[k]), append(c.Y, s.Y[k])
	}
	return bench.Figure{
		Title:  "Step response",
		X:      bench.Axis{Quantity: "Time", Unit: "s"},
		Y:      bench.Axis{Quantity: "Output"},
		Curves: []bench.Curve{c},
	}, nil
}

// locus is the root locus of the loop in the plane of s or z.
func (a *analysis) locus() bench.Figure {
	reach := 0.0 // what lies farther out is not drawn
	poles, zeros := a.open.Poles(), a.open.Zeros()
	for _, z := range append(append([]complex128{}, poles...), a.poles...) {
		reach = max(reach, 2*cmplx.Abs(z))
	}
	for _, z := range zeros {
		if size := cmplx.Abs(z); a.domain == "s" || size < 3 {
			reach = max(reach, 1.2*size)
		}
	}
	unit := "1/s"
	if a.domain == "z" {
		unit, reach = "", max(reach, 1.5)
	}
	top := 100.0
	if high := a.margins.High; high > 0 && !math.IsInf(high, 1) {
		top = 3 * max(high, 1)
	}
	const points = 1500
	gains := []float64{0}
	for i := range points {
		gains = append(gains, top*math.Pow(10, 5*(float64(i+1)/points-1)))
	}
	var line bench.Curve
	line.Name = "root locus"
	for _, branch := range a.open.Locus(gains) {
		for _, z := range branch {
			if cmplx.Abs(z) > reach {
				z = cmplx.NaN()
			}
			line.X, line.Y = append(line.X, real(z)), append(line.Y, imag(z))
		}
		line.X, line.Y = append(line.X, math.NaN()), append(line.Y, math.NaN())
	}
	kinds := []bench.Curve{
		line,
		places("poles at kp "+number(a.gain), a.poles, reach),
		places("open-loop zeros", zeros, reach),
		places("open-loop poles", poles, reach),
	}
	if a.domain == "z" {
		circle := bench.Curve{Name: "unit circle"}
		for i := range 129 {
			y, x := math.Sincos(2 * math.Pi * float64(i) / 128)
			circle.X, circle.Y = append(circle.X, x), append(circle.Y, y)
		}
		kinds = append(kinds, circle)
	}
	// A mark is four points in radius where the figure is 400 points by 250.
	width, height := spread(kinds, func(c bench.Curve) []float64 { return c.X })/100, spread(kinds, func(c bench.Curve) []float64 { return c.Y })/62
	kinds[1] = marked(kinds[1], width, height, [][2]float64{{0, 0.25}, {0.25, 0.5}, {0.5, 0.75}, {0.75, 1}})
	kinds[2] = marked(kinds[2], width, height, ring())
	kinds[3] = marked(kinds[3], width, height, [][2]float64{{0.125, -1}, {0.375, -1}, {0.625, -1}, {0.875, -1}})
	return bench.Figure{
		Title:  "Root locus",
		X:      bench.Axis{Quantity: "Real part", Unit: unit},
		Y:      bench.Axis{Quantity: "Imaginary part", Unit: unit},
		Curves: kinds,
	}
}

// places are the roots within reach, as points.
func places(name string, roots []complex128, reach float64) bench.Curve {
	c := bench.Curve{Name: name}
	for _, z := range roots {
		if cmplx.Abs(z) <= reach {
			c.X, c.Y = append(c.X, real(z)), append(c.Y, imag(z))
		}
	}
	return c
}

// spread returns how far curves reach along an axis; 1 where they do not.
func spread(curves []bench.Curve, along func(bench.Curve) []float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range curves {
		for _, v := range along(c) {
			if !math.IsNaN(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	if !(high > low) {
		return 1
	}
	return high - low
}

// ring returns the strokes of a circle.
func ring() [][2]float64 {
	var strokes [][2]float64
	for i := range 24 {
		strokes = append(strokes, [2]float64{float64(i) / 24, float64(i+1) / 24})
	}
	return strokes
}

// marked replaces points by marks. A stroke goes from one part of a turn to another, or
// to the middle for -1. Each is a piece of its own and shorter than a dash, so
// that the dashes of the curve do not break it.
func marked(c bench.Curve, width, height float64, strokes [][2]float64) bench.Curve {
	out := bench.Curve{Name: c.Name}
	for i := range c.X {
		for _, stroke := range strokes {
			for _, turn := range stroke {
				y, x := math.Sincos(2 * math.Pi * turn)
				if turn < 0 {
					x, y = 0, 0
				}
				out.X, out.Y = append(out.X, c.X[i]+width*x), append(out.Y, c.Y[i]+height*y)
			}
			out.X, out.Y = append(out.X, math.NaN()), append(out.Y, math.NaN())
		}
	}
	return out
}
