package ray

import (
	"fmt"
	"math"
	"math/cmplx"
	"sort"
	"strconv"
	"strings"

	"halocline/sim/table"
)

// reflections is a table of coefficients by grazing angle. Between two rows amplitude and phase are linear in the angle.
type reflections struct {
	angle     []float64 // rad, not decreasing
	amplitude []float64
	phase     []float64 // rad, at exp(-i w t)
}

// Reflect implements Reflector.
func (t *reflections) Reflect(sin float64) complex128 {
	angle, last := math.Asin(min(sin, 1)), len(t.angle)-1
	i := sort.Search(last+1, func(i int) bool { return t.angle[i] > angle })
	switch {
	case i == 0:
		return cmplx.Rect(t.amplitude[0], t.phase[0])
	case i > last:
		return cmplx.Rect(t.amplitude[last], t.phase[last])
	}
	u := (angle - t.angle[i-1]) / (t.angle[i] - t.angle[i-1])
	return cmplx.Rect(
		t.amplitude[i-1]+u*(t.amplitude[i]-t.amplitude[i-1]),
		t.phase[i-1]+u*(t.phase[i]-t.phase[i-1]),
	)
}

// readReflections reads a .brc file of the Acoustics Toolbox (misc/RefCoef.f90 there): the number of rows, then one row
// a line with the grazing angle in deg, the amplitude, and the phase in deg. What follows a ! is a comment.
//
// Its phase is that of exp(+i w t), so it changes its sign here. Bellhop takes nothing back from angles outside of the
// table; here a table has to go from 0 to 90 deg. It takes it that the phase has no jumps of 360 deg, which those of
// BOUNCE have; here each phase is the one within 180 deg of the row before.
func readReflections(name, text string) (*reflections, error) {
	t, rows, line := &reflections{}, 0, 0
	for l := range strings.Lines(text) {
		line++
		l, _, _ = strings.Cut(l, "!")
		cells := strings.FieldsFunc(l, func(r rune) bool { return strings.ContainsRune(" \t\r\n,", r) })
		var err error
		switch {
		case len(cells) == 0:
			continue
		case rows == 0:
			rows, err = readCount(cells)
		case len(t.angle) == rows:
			err = fmt.Errorf("there are more than the %d rows that the first line counts; correct it", rows)
		default:
			err = t.add(cells)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
	}
	if rows == 0 || len(t.angle) < rows {
		return nil, fmt.Errorf("%s:%d: the file ends after %d rows; write their number in the first line, and then as many", name, line, len(t.angle))
	}
	const close = 1e-3 * math.Pi / 180 // as BOUNCE ends
	if first, last := t.angle[0], t.angle[rows-1]; first > close || last < math.Pi/2-close {
		return nil, fmt.Errorf("%s:%d: the angles are %.4g to %.4g deg; a table goes from 0 to 90 deg, so add rows", name, line, first*180/math.Pi, last*180/math.Pi)
	}
	return t, nil
}

// readCount reads the first line.
func readCount(cells []string) (int, error) {
	n, err := strconv.Atoi(cells[0])
	if err != nil || n < 2 || len(cells) > 1 {
		return 0, fmt.Errorf("%q is no number of rows, at least 2; the first line of a .brc file holds nothing else", strings.Join(cells, " "))
	}
	return n, nil
}

// add appends a row.
func (t *reflections) add(cells []string) error {
	if len(cells) != 3 {
		return fmt.Errorf("the row has %d numbers; write angle in deg, amplitude, and phase in deg", len(cells))
	}
	var row [3]float64
	for i, cell := range cells {
		v, err := table.Number(strings.Map(exponent, cell))
		if err != nil {
			return fmt.Errorf("%s %w", [...]string{"angle", "amplitude", "phase"}[i], err)
		}
		row[i] = v
	}
	angle, amplitude, phase := row[0]*math.Pi/180, row[1], -row[2]*math.Pi/180
	switch n := len(t.angle); {
	case row[0] < 0 || row[0] > 90:
		return fmt.Errorf("an angle of %g deg is not allowed; grazing angles are 0 to 90 deg", row[0])
	case n > 0 && angle < t.angle[n-1]:
		return fmt.Errorf("an angle of %g deg is below that of the row before; sort the rows", row[0])
	case amplitude < 0 || amplitude > 1+1e-6:
		return fmt.Errorf("an amplitude of %g is not allowed; a bottom reflects 0 to 1 of the pressure", amplitude)
	case n > 0:
		phase += 2 * math.Pi * math.RoundToEven((t.phase[n-1]-phase)/(2*math.Pi))
	}
	t.angle = append(t.angle, angle)
	t.amplitude = append(t.amplitude, min(amplitude, 1))
	t.phase = append(t.phase, phase)
	return nil
}

// exponent writes the exponents of Fortran as others do.
func exponent(r rune) rune {
	if r == 'D' || r == 'd' {
		return 'e'
	}
	return r
}
