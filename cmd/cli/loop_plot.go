package cli

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"os"

	figures "halocline/bench/report/figure"
	"halocline/cmd/command"
)

// draw writes the figure that --show asks for.
func (d *design) draw(a *analysis) error {
	if d.show == "locus" {
		return writeFigure(d.plot, a.locus())
	}
	f, err := d.stepFigure(a)
	if err != nil {
		return command.Input(fmt.Errorf("--plot: %w", err))
	}
	return writeFigure(d.plot, f)
}

// writeFigure draws a figure into the file of --plot, in the format that the file's
// ending asks for.
func writeFigure(file string, f figures.Figure) error {
	format, err := figures.Format(file)
	if err != nil {
		return command.Input(fmt.Errorf("--plot %s: %w", file, err))
	}
	var picture bytes.Buffer
	if err := f.Write(&picture, format); err != nil {
		return command.Input(fmt.Errorf("--plot: %w", err))
	}
	if err := os.WriteFile(file, picture.Bytes(), 0o666); err != nil {
		return command.Unwritten("--plot", file, err)
	}
	return nil
}

// stepFigure is the answer to a step.
func (d *design) stepFigure(a *analysis) (figures.Figure, error) {
	if !a.settled {
		return figures.Figure{}, errors.New("the loop is not stable and has no step response to draw; lower --kp or --delay, or draw --show locus")
	}
	times, ys, err := a.curve(d.until.value)
	if err != nil {
		return figures.Figure{}, err
	}
	return figures.Figure{
		Title:  "Step response",
		X:      figures.Axis{Quantity: "Time", Unit: "s"},
		Y:      figures.Axis{Quantity: "Output"},
		Layers: []figures.Layer{figures.Curve{X: times, Y: ys}},
	}, nil
}

// locus is the root locus of the loop in the plane of s or z.
func (a *analysis) locus() figures.Figure {
	unit := "1/s"
	if a.domain == "z" {
		unit = ""
	}
	reach := a.reach()
	f := figures.Figure{
		Title:  "Root locus",
		X:      figures.Axis{Quantity: "Real part", Unit: unit},
		Y:      figures.Axis{Quantity: "Imaginary part", Unit: unit},
		Layers: []figures.Layer{a.branches(reach)},
		Equal:  true,
	}
	if a.domain == "z" {
		f.Layers = append(f.Layers, unitCircle())
	}
	for _, c := range []figures.Curve{
		places("poles at kp "+number(a.gain), a.poles, reach, figures.Square),
		places("open-loop zeros", a.open.Zeros(), reach, figures.Ring),
		places("open-loop poles", a.open.Poles(), reach, figures.Cross),
	} {
		if len(c.X) > 0 {
			f.Layers = append(f.Layers, c)
		}
	}
	return f
}

// reach returns how far from the origin the locus is drawn.
func (a *analysis) reach() float64 {
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
func (a *analysis) branches(reach float64) figures.Curve {
	top := 100.0
	if high := a.margins.High; high > 0 && !math.IsInf(high, 1) {
		top = 3 * max(high, 1)
	}
	const points = 1500
	gains := []float64{0}
	for i := range points {
		gains = append(gains, top*math.Pow(10, 5*(float64(i+1)/points-1)))
	}
	line := figures.Curve{Name: "root locus"}
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
func unitCircle() figures.Curve {
	circle := figures.Curve{Name: "unit circle"}
	const corners = 128
	for i := range corners + 1 {
		y, x := math.Sincos(2 * math.Pi * float64(i) / corners)
		circle.X, circle.Y = append(circle.X, x), append(circle.Y, y)
	}
	return circle
}

// places are the roots within reach.
func places(name string, roots []complex128, reach float64, marker figures.Marker) figures.Curve {
	c := figures.Curve{Name: name, Join: figures.Apart, Marker: marker}
	for _, z := range roots {
		if cmplx.Abs(z) <= reach {
			c.X, c.Y = append(c.X, real(z)), append(c.Y, imag(z))
		}
	}
	return c
}
