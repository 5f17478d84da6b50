package table

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Rounding is a rule for the digits of a half-width. The half-width is rounded, and the estimate and
// the bounds are given to the same decimal place. Aligned, the numbers of a column have as few
// decimals as leave each interval the digits of ParticleData.
//
// Where an interval is not symmetric, the narrower arm decides, or the mean of both if they differ by
// less than a tenth of it (as the Particle Data Group has it). An arm under a hundredth of the other
// is passed over, and half the width decides where the estimate lies outside. A width under 1e-13 of
// the estimate is zero, since it is noise of the arithmetic: such a value is equal in all runs.
// Halves are rounded away from zero, in decimal: 2.675 becomes 2.68.
type Rounding int

// The rules.
const (
	// twoDigits keeps two significant digits of the half-width: "at most two significant digits"
	// (JCGM 100:2008, Guide to the expression of uncertainty in measurement, 7.2.6), as the CODATA
	// lists do.
	twoDigits Rounding = iota
	// ParticleData keeps two where its three leading digits are 100 to 354, one for 355 to 949, and
	// rounds 950 to 999 up to 1000 and keeps two (Particle Data Group, Review of Particle Physics,
	// Introduction, 5.3 Rounding).
	ParticleData
)

// Numbers from 0.001 to under a million are written out; of others a power of
// ten is taken out. The constants are those of the first digit.
const (
	leastLead = -3
	mostLead  = 5
)

// usualDigits is how many significant digits a number has that no interval
// decides on.
const usualDigits = 4

// noise is the part of a number that arithmetic may have put there.
const noise = 1e-13

// figure is a cell as it is written.
type figure struct {
	interval  Interval // None too where a NaN leaves none
	estimate  float64
	low, high float64
	form      form
	never     string // stands for an infinite estimate
}

// form is how the numbers of a cell are written: the power of ten that is taken
// out of them, and the one of their last digit.
type form struct {
	power, last int
}

// notation is how the signs between numbers look.
type notation struct {
	plusMinus, open, comma, end string
	infinity, absent            string
	power                       func(power int) string
}

// plain is the notation of all formats but LaTeX.
func plain() notation {
	return notation{
		plusMinus: " ± ", open: " [", comma: ", ", end: "]", infinity: "∞", absent: "n/a",
		power: func(power int) string { return "×10" + superscript(power) },
	}
}

// superscript returns a raised number.
func superscript(n int) string {
	raised := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	return strings.Map(func(r rune) rune {
		if r == '-' {
			return '⁻'
		}
		return raised[r-'0']
	}, strconv.Itoa(n))
}

// figures returns the cells of one metric as they are written.
func figures(cells []Cell, s Style, o Options) []figure {
	all := make([]figure, len(cells))
	for i, c := range cells {
		all[i] = newFigure(c, s)
		all[i].form.last = all[i].lastDigit(s, o.Rounding)
	}
	if o.Aligned && alignDigits(all, s) {
		return all
	}
	for i := range all {
		all[i].form.power = power(all[i].lead(), s)
	}
	return all
}

// newFigure returns the numbers of a cell, in per cent if they are to be.
func newFigure(c Cell, s Style) figure {
	f := figure{interval: s.Interval, estimate: c.Estimate, never: s.Never}
	if s.ranged() {
		f.low, f.high = c.Low, c.High
		if math.IsNaN(f.low) || math.IsNaN(f.high) || s.Interval == Symmetric && math.IsInf(f.estimate, 0) {
			f.interval, f.low, f.high = None, 0, 0
		}
	}
	if s.Percent {
		f.estimate, f.low, f.high = percent(f.estimate), percent(f.low), percent(f.high)
	}
	return f
}

// alignDigits gives the figures of a metric one number of decimals and one power of ten: the
// fewest decimals that one of them has, but enough that each interval keeps the digits of
// ParticleData. It does not where the sizes are so far apart that a number would get more
// than four digits that it does not deserve.
func alignDigits(all []figure, s Style) bool {
	const most = 4
	var ranged, needed, others, leads []int
	for _, f := range all {
		switch {
		case math.IsNaN(f.estimate) || math.IsInf(f.estimate, 0):
			continue
		case f.width() > 0:
			ranged, needed = append(ranged, f.form.last), append(needed, f.lastDigit(s, ParticleData))
		default:
			others = append(others, f.form.last)
		}
		leads = append(leads, f.lead())
	}
	if len(leads) == 0 {
		return true
	}
	var last int
	if len(ranged) > 0 {
		last = min(slices.Max(ranged), slices.Min(needed))
	} else {
		last = slices.Min(others)
	}
	lead := slices.Max(leads)
	if lead-last > 14 || len(ranged) > 0 && slices.Max(ranged)-last > most {
		return false
	}
	for i := range all {
		all[i].form = form{power: power(lead, Style{Interval: all[i].interval}), last: last}
	}
	return true
}

// width returns the half-width that decides on digits; 0 where there is none.
func (f figure) width() float64 {
	if f.interval != Symmetric && f.interval != Bounds {
		return 0
	}
	below, above := f.estimate-f.low, f.high-f.estimate
	narrow, wide := min(below, above), max(below, above)
	w := f.high/2 - f.low/2
	switch {
	case math.Abs(narrow) < wide/100 && !math.IsInf(wide, 1):
		w = wide
	case narrow < 0 || wide-narrow < 0.1*w: // the estimate outside, or as good as in the middle
	default:
		w = narrow
	}
	if !(w > noise*math.Abs(f.estimate)) || math.IsInf(w, 1) {
		return 0
	}
	return w
}

// lastDigit returns the power of ten of the last digit that is kept.
func (f figure) lastDigit(s Style, rule Rounding) int {
	if f.interval == Count {
		return 0
	}
	if w := f.width(); w > 0 {
		three, lead := leading(w)
		if rule == twoDigits && three < 995 || rule == ParticleData && three < 355 {
			return lead - 1
		}
		return lead
	}
	for _, x := range f.numbers() {
		if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', cmp.Or(s.Digits, usualDigits)-1, 64), "e")
		lead, _ := strconv.Atoi(exponent)
		_, decimals, _ := strings.Cut(strings.TrimRight(mantissa, "0"), ".")
		if last := lead - len(decimals); last < 0 || lead > mostLead {
			return last
		}
		break
	}
	return 0
}

// lead returns the power of ten of the first digit of the largest number in it.
func (f figure) lead() int {
	lead, found := 0, false
	for _, x := range f.numbers() {
		r := rounded(x, f.form.last)
		if r == nil || r.Sign() == 0 {
			continue
		}
		_, l := leading(x)
		if r.Abs(r).Cmp(tenTo(l+1)) >= 0 { // rounded up to a digit more
			l++
		}
		if !found || l > lead {
			lead, found = l, true
		}
	}
	return lead
}

// numbers returns what is written.
func (f figure) numbers() []float64 {
	switch f.interval {
	case Symmetric:
		half := f.high/2 - f.low/2
		if half <= noise*math.Abs(f.estimate) {
			half = 0
		}
		return []float64{f.estimate, half}
	case Bounds:
		return []float64{f.estimate, f.low, f.high}
	}
	return []float64{f.estimate}
}

// power returns the power of ten that is taken out of numbers whose largest has
// its first digit there.
func power(lead int, s Style) int {
	if s.Interval == Count || lead >= leastLead && lead <= mostLead {
		return 0
	}
	return lead
}

// write writes the cell.
func (f figure) write(n notation) string {
	if math.IsNaN(f.estimate) {
		return n.absent
	}
	if f.word() {
		return f.never
	}
	var text []string
	for _, x := range f.numbers() {
		text = append(text, f.form.write(x, n))
	}
	all := text[0]
	switch f.interval {
	case Symmetric:
		if f.numbers()[1] == 0 {
			text[1] = "0" // and not 0.00, which may have been rounded
		}
		all += n.plusMinus + text[1]
	case Bounds:
		all += n.open + text[1] + n.comma + text[2] + n.end
	}
	if f.form.power == 0 {
		return all
	}
	if len(text) > 1 {
		all = "(" + all + ")"
	}
	return all + n.power(f.form.power)
}

// word tells whether words stand for the number.
func (f figure) word() bool { return f.never != "" && math.IsInf(f.estimate, 1) }

// write writes one number, without its power of ten.
func (f form) write(x float64, n notation) string {
	switch {
	case math.IsInf(x, 1):
		return n.infinity
	case math.IsInf(x, -1):
		return "-" + n.infinity
	}
	r := rounded(x, f.last)
	r.Mul(r, tenTo(-f.power))
	return r.FloatString(max(f.power-f.last, 0)) // zero has no sign here
}

// rounded returns a number whose last digit stands for that power of ten, or nil
// if it is not finite. Of the binary number 15 digits are taken, as many as it
// holds for certain.
func rounded(x float64, last int) *big.Rat {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'e', 14, 64))
	whole, _ := new(big.Rat).SetString(r.Mul(r, tenTo(-last)).FloatString(0))
	return whole.Mul(whole, tenTo(last))
}

// tenTo returns a power of ten.
func tenTo(power int) *big.Rat {
	n := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(power, -power))), nil)
	r := new(big.Rat).SetInt(n)
	if power < 0 {
		r.Inv(r)
	}
	return r
}

// leading returns the three leading digits of a number that is not zero, cut
// and not rounded, and the power of ten of the first.
func leading(x float64) (three, lead int) {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(math.Abs(x), 'e', 14, 64), "e")
	three, _ = strconv.Atoi(mantissa[:1] + mantissa[2:4])
	lead, _ = strconv.Atoi(exponent)
	return three, lead
}

// percent returns a hundred times x as one does it in decimal, where 0.29
// becomes 29 and not 28.999999999999996.
func percent(x float64) float64 {
	mantissa, exponent, ok := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	if !ok {
		return x // infinite, or no number
	}
	e, _ := strconv.Atoi(exponent)
	hundred, _ := strconv.ParseFloat(mantissa+"e"+strconv.Itoa(e+2), 64) // infinite if too large
	return hundred
}
