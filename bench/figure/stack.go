package figure

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Stack is figures below each other, such as several quantities over the same time.
// Their frames begin and end at the same places across. All are as wide as the first.
type Stack []Figure

// Write draws the figures as one, in a format of Figure.Write.
func (s Stack) Write(w io.Writer, format string) error {
	if !slices.Contains(formats(), format) {
		return unknownFormat(format)
	}
	panels, err := s.charts()
	if err != nil {
		return err
	}
	var high vg.Length
	for _, c := range panels {
		high += c.height
	}
	return write(w, format, panels[0].width, high, func(on vg.Canvas) {
		below := high
		for _, c := range panels {
			below -= c.height
			on.Push()
			on.Translate(vg.Point{Y: below})
			c.paint(on)
			on.Pop()
		}
	})
}

// charts lays the figures out, twice: first to see how much room each of them needs
// beside its frame, then with the most that any of them needs.
func (s Stack) charts() ([]*chart, error) {
	if len(s) == 0 {
		return nil, errors.New("the stack has no figure: there is nothing to draw")
	}
	var panels []*chart
	left, right := vg.Length(0), vg.Length(math.Inf(1))
	for i, f := range s {
		f.Width = s[0].Width
		c, err := f.chart()
		if err != nil {
			return nil, fmt.Errorf("figure %d of the stack: %w", i+1, err)
		}
		left, right = max(left, c.frame.Min.X), min(right, c.frame.Max.X)
		panels = append(panels, c)
	}
	for _, c := range panels {
		c.left, c.right = left, right
		c.layout()
	}
	return panels, nil
}
