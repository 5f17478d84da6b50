package loop

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"halocline/bench/report/input"
	"halocline/scenarios/strict"
)

// sample is the answer to a unit step at one time.
type sample struct {
	text         string // the time as it was given
	time, output float64
}

// samples returns the step response at the times of --at.
func (d *Design) samples(a *Analysis) ([]sample, error) {
	const most = 1000
	var times []float64
	var list []sample
	for _, text := range d.At {
		t, _, err := strict.ParseQuantity(strings.TrimSpace(text), input.Quantity("s", "[0,1e9]"))
		if err != nil {
			return nil, fmt.Errorf("--at: %w", err)
		}
		times, list = append(times, t), append(list, sample{text: strings.TrimSpace(text), time: t})
	}
	switch {
	case len(list) == 0:
		return nil, nil
	case len(list) > most:
		return nil, fmt.Errorf("--at: %d times are given; write at most %d; --csv without --at prints the whole curve", len(list), most)
	case !a.settled:
		return nil, errors.New("--at: the loop is not stable and has no step response to print; " + a.advice)
	}
	outputs, err := a.loop.Sample(times)
	if err != nil {
		return nil, fmt.Errorf("--at: %w", err)
	}
	for i := range list {
		list[i].output = outputs[i]
	}
	return list, nil
}

// curve returns the step response until a time in s, in 2000 points at the most; NaN takes
// three times the settling time.
func (a *Analysis) curve(until float64) (times, ys []float64, err error) {
	if math.IsNaN(until) {
		until = 3 * a.step.Settling
		if !(until > 0) {
			until = a.step.Time[len(a.step.Time)-1]
		}
	}
	s, err := a.loop.Step(until)
	if err != nil {
		return nil, nil, err
	}
	const smooth = 500 // points, below which the answer of a sampled loop is followed between its samples too
	if n := len(s.Y) - 1; n > 0 && n < smooth {
		parts := 1 + smooth/n
		for i := range n*parts + 1 {
			times = append(times, s.Time[n]*float64(i)/float64(n*parts))
		}
		ys, err = a.loop.Sample(times)
		return times, ys, err
	}
	const most = 2000
	for k, every := 0, 1+len(s.Y)/most; k < len(s.Y); k += every {
		times, ys = append(times, s.Time[k]), append(ys, s.Y[k])
	}
	return times, ys, nil
}

// WriteCSV writes the step response as comma-separated values: at the times that are asked for, or
// else the whole curve.
func (a *Analysis) WriteCSV(to io.Writer) error {
	if !a.settled {
		return errors.New("--csv: the loop is not stable and has no step response to print; " + a.advice)
	}
	var times, ys []float64
	for _, s := range a.samples {
		times, ys = append(times, s.time), append(ys, s.output)
	}
	if len(times) == 0 {
		var err error
		if times, ys, err = a.curve(a.until); err != nil {
			return fmt.Errorf("--csv: %w", err)
		}
	}
	w := csv.NewWriter(to)
	w.Write([]string{"time_s", "output"}) // w.Error tells
	for i, t := range times {
		w.Write([]string{input.Exact(t), input.Exact(ys[i])})
	}
	w.Flush()
	return w.Error()
}
