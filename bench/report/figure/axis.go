package figure

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// Axis is what a figure shows along one of its sides.
type Axis struct {
	Quantity string
	Unit     string // empty for a pure number
	Log      bool
	Decades  float64   // of a logarithmic axis: how many are shown below the largest value; 0 for all
	From, To float64   // what is shown; both 0: all that there is
	Down     bool      // grows downward or to the left, as depth does
	Names    []string  // of categories, which stand at 0, 1, 2, ... or at Places
	Places   []float64 // where the names stand
}

// check returns what is wrong with the axis.
func (a Axis) check() error {
	switch {
	case a.From > a.To || !finite(a.From, a.To):
		return fmt.Errorf("from %g to %g: the end must lie above the beginning", a.From, a.To)
	case a.fixed() && narrow(a.From, a.To):
		return fmt.Errorf("from %g to %g: the ends are too close, or too far apart, to be told apart by ticks", a.From, a.To)
	case a.Log && a.fixed() && a.From <= 0:
		return fmt.Errorf("from %g: a logarithmic axis begins above 0", a.From)
	case a.Log && len(a.Names) > 0:
		return errors.New("names stand along a linear axis only: leave the logarithmic scale out")
	case a.Decades < 0:
		return fmt.Errorf("%g decades: must not be negative", a.Decades)
	case a.Places != nil && len(a.Places) != len(a.Names):
		panic(fmt.Sprintf("figure: an axis has %d names and %d places", len(a.Names), len(a.Places)))
	}
	return nil
}

// fixed tells whether the axis says what it shows.
func (a Axis) fixed() bool { return a.From < a.To }

// farthest is the greatest value that has a place on an axis: twice and ten times it
// are still numbers.
const farthest = 1e300

// narrow tells whether a range is too narrow for steps between its ends to be numbers
// apart, or reaches too far.
func narrow(low, high float64) bool {
	most := math.Max(math.Abs(low), math.Abs(high))
	return high-low <= 1e-12*most || high-low < 1/farthest || most > farthest
}

// place returns where a value lies on the axis: NaN or infinite if nowhere.
func (a Axis) place(v float64) float64 {
	switch {
	case math.Abs(v) > farthest:
		return math.Inf(int(math.Copysign(1, v)))
	case a.Log:
		return math.Log10(v)
	}
	return v
}

// value returns what lies at a place.
func (a Axis) value(place float64) float64 {
	if a.Log {
		return math.Pow(10, place)
	}
	return place
}

// text writes the quantity with its unit, and with the power of ten of its figures.
func (a Axis) text(power int) string {
	if a.Quantity == "" && power == 0 {
		return ""
	}
	unit := a.Unit
	if power != 0 {
		unit = strings.TrimSpace(raised(power) + " " + unit)
	}
	if unit == "" {
		return a.Quantity
	}
	return strings.TrimSpace(a.Quantity + " (" + unit + ")")
}

// Span is a range of places along an axis.
type Span struct {
	Axis
	min, max float64
	room     bool // markers need room at the ends
}

// newSpan returns an empty span.
func newSpan(a Axis) Span { return Span{Axis: a, min: math.Inf(1), max: math.Inf(-1)} }

// Add grows the span to values. What has no place on the axis is left out.
func (s *Span) Add(values ...float64) {
	for _, v := range values {
		if p := s.place(v); finite(p) {
			s.min, s.max = math.Min(s.min, p), math.Max(s.max, p)
		}
	}
}

// has tells whether a value has a place on the axis.
func (s *Span) has(v float64) bool { return finite(s.place(v)) }

// empty tells whether nothing was added.
func (s *Span) empty() bool { return s.min > s.max }

// settle makes a range to show of what was added.
func (s *Span) settle() {
	switch {
	case s.fixed():
		s.min, s.max = s.place(s.From), s.place(s.To)
		return
	case len(s.Names) > 0 && s.Places == nil:
		s.min, s.max = -0.5, float64(len(s.Names))-0.5
		return
	case s.Log && s.Decades > 0:
		s.min = math.Max(s.min, s.max-s.Decades)
	}
	wide := s.max - s.min
	if s.Log && wide < 1e-9 || !s.Log && narrow(s.min, s.max) {
		half := math.Abs(s.max) / 10
		if s.Log || half < 1/farthest {
			half = 0.5
		}
		s.min, s.max = s.min-half, s.max+half
	} else if s.room {
		s.min, s.max = s.min-0.03*wide, s.max+0.03*wide
	}
}

// tick is a mark on an axis. One without a text is a minor one.
type tick struct {
	at   float64 // place
	text string
}

// scale is an axis with its length: it says where a value is drawn.
type scale struct {
	Axis
	min, max float64 // places
	from, to vg.Length
	ticks    []tick
	power    int // of ten, by which the figures at the ticks are to be multiplied
}

// at returns where a value is drawn. It is NaN or infinite where the value has no
// place.
func (s scale) at(v float64) vg.Length { return s.spot(s.place(v)) }

// spot returns where a place is drawn.
func (s scale) spot(place float64) vg.Length {
	part := (place - s.min) / (s.max - s.min)
	if s.Down {
		part = 1 - part
	}
	return s.from + vg.Length(part)*(s.to-s.from)
}

// clamped returns where a value is drawn, at the near end of the axis if it is
// beyond, and at the low end of a logarithmic axis if it is not positive.
func (s scale) clamped(v float64) vg.Length {
	if s.Log && v <= 0 {
		return s.spot(s.min)
	}
	return s.spot(math.Min(math.Max(s.place(v), s.min), s.max))
}

// mark chooses the ticks. The function fits tells whether texts at a distance from
// each other leave room.
func (s *scale) mark(length vg.Length, fits func(texts []string, apart vg.Length) bool) {
	per := length / vg.Length(s.max-s.min)
	s.ticks, s.power = nil, 0
	switch {
	case length <= 0: // a frame without room is refused in the end
	case len(s.Names) > 0:
		for i, name := range s.Names {
			at := float64(i)
			if s.Places != nil {
				at = s.Places[i]
			}
			s.put(at, name)
		}
	case s.Log && s.max-s.min >= 0.6:
		s.decades(per, fits)
	default:
		s.steps(per, fits)
	}
}

// put adds a tick if it lies on the axis.
func (s *scale) put(at float64, text string) {
	if slack := 1e-9 * (s.max - s.min); at >= s.min-slack && at <= s.max+slack {
		s.ticks = append(s.ticks, tick{at, text})
	}
}

// steps marks round numbers: the closest that leave room.
func (s *scale) steps(per vg.Length, fits func([]string, vg.Length) bool) {
	low, high := s.value(s.min), s.value(s.max)
	s.power = power(low, high)
	unit := math.Pow(10, math.Floor(math.Log10((high-low)/30)))
	for {
		for _, k := range []float64{1, 2, 5} {
			step := k * unit
			texts := s.figures(low, high, step)
			if apart := s.apart(low, high, step, per); !fits(texts, apart) {
				continue
			}
			first := math.Ceil(low/step - 1e-9)
			for i, text := range texts {
				s.put(s.place((first+float64(i))*step), text)
			}
			s.between(low, high, step, map[float64]float64{1: 5, 2: 4, 5: 5}[k])
			return
		}
		unit *= 10
	}
}

// apart returns the least distance of two neighbouring steps on the figure.
func (s *scale) apart(low, high, step float64, per vg.Length) vg.Length {
	if s.Log { // they lie closest at the upper end
		return per * vg.Length(math.Log10(high/math.Max(low, high-step)))
	}
	return per * vg.Length(step)
}

// figures writes the multiples of a step.
func (s *scale) figures(low, high, step float64) []string {
	factor := math.Pow(10, float64(s.power))
	decimals := max(0, -int(math.Floor(math.Log10(step/factor)+1e-9)))
	var out []string
	for n := math.Ceil(low/step - 1e-9); n*step <= high+1e-9*step; n++ {
		out = append(out, number(n*step/factor, decimals))
	}
	return out
}

// between adds minor ticks, so many parts to a step.
func (s *scale) between(low, high, step, parts float64) {
	minor := step / parts
	for n := math.Ceil(low/minor - 1e-9); n*minor <= high+1e-9*minor; n++ {
		if math.Mod(n, parts) != 0 {
			s.put(s.place(n*minor), "")
		}
	}
}

// decades marks the powers of ten, with their multiples where there is room.
func (s *scale) decades(per vg.Length, fits func([]string, vg.Length) bool) {
	first, last := math.Ceil(s.min-1e-9), math.Floor(s.max+1e-9)
	write := s.multiple
	skip := s.skip(first, last, per, fits)
	also := s.max-s.min < 2 && fits([]string{write(2, first), write(5, first)}, per*vg.Length(math.Log10(2)))
	for d := math.Floor(s.min); d <= last; d++ {
		for k := 1.0; k <= 9; k++ {
			text := ""
			switch {
			case k == 1 && math.Mod(d, skip) == 0, also && (k == 2 || k == 5):
				text = write(k, d)
			case k > 1 && (skip > 1 || per < 10), skip > 5 && math.Mod(d, skip/5) != 0:
				continue
			}
			s.put(d+math.Log10(k), text)
		}
	}
}

// multiple writes k times ten to the power d.
func (s *scale) multiple(k, d float64) string {
	switch {
	case s.min >= -3.1 && s.max <= 4.1: // written out, 0.001 to 10000
		return number(k*math.Pow(10, d), max(0, -int(d)))
	case k == 1:
		return raised(int(d))
	}
	return strconv.Itoa(int(k)) + "·" + raised(int(d))
}

// skip returns the least step from one power of ten to the next that leaves room for their texts.
func (s *scale) skip(first, last float64, per vg.Length, fits func([]string, vg.Length) bool) (skip float64) {
	for _, skip = range []float64{1, 2, 3, 5, 10, 20, 50, 100, 200} {
		var texts []string
		for d := math.Ceil(first/skip) * skip; d <= last; d += skip {
			texts = append(texts, s.multiple(1, d))
		}
		if len(texts) < 2 || fits(texts, per*vg.Length(skip)) {
			break
		}
	}
	return skip
}

// round widens the range to whole steps between the figures.
func (s *scale) round() {
	var major []float64
	for _, t := range s.ticks {
		if t.text != "" {
			major = append(major, t.at)
		}
	}
	if len(major) < 2 || s.Log && s.max-s.min < 0.6 {
		return
	}
	step, first := major[1]-major[0], major[0]
	if s.Log {
		step, first = 1, 0
		if s.max-s.min < 3 {
			s.min, s.max = multiple(s.min, false), multiple(s.max, true)
			return
		}
	}
	const slack = 1e-9
	s.min = first + step*math.Floor((s.min-first)/step+slack)
	s.max = first + step*math.Ceil((s.max-first)/step-slack)
}

// multiple returns the next 1, 2 or 5 times a power of ten, as a logarithm.
func multiple(place float64, up bool) float64 {
	d := math.Floor(place + 1e-9)
	best := d
	for _, k := range []float64{1, 2, 5, 10} {
		at := d + math.Log10(k)
		if up && at >= place-1e-9 {
			return at
		}
		if !up && at <= place+1e-9 {
			best = at
		}
	}
	return best
}

// power returns the power of ten that figures between two values share: one that
// keeps them short, or 0.
func power(low, high float64) int {
	most := math.Max(math.Abs(low), math.Abs(high))
	if most >= 1e-2 && most < 1e5 {
		return 0
	}
	return 3 * int(math.Floor(math.Log10(most)/3+1e-9))
}

// number writes a number with a sign as printers set it.
func number(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" { // no minus before nothing
		text = strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "-", "−", 1)
}

// raised writes a power of ten.
func raised(power int) string {
	figures := []rune(superscripts)
	out := []rune("10")
	for _, c := range strconv.Itoa(power) {
		if c == '-' {
			out = append(out, figures[10])
			continue
		}
		out = append(out, figures[c-'0'])
	}
	return string(out)
}
