package strict

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/exp/constraints"
)

// split parts a text into a decimal number and the unit behind it. ok is false
// if the text does not begin with a number as this language writes it:
// an optional sign, digits without a leading zero, an optional fraction, an
// optional exponent.
func split(text string) (number, symbol string, ok bool) {
	n := numberLength(text)
	number, symbol = text[:n], strings.TrimLeft(text[n:], " ")
	if n == 0 || symbol != "" && !beginsUnit(symbol) || number == "0" && isOtherBase(symbol) {
		return "", "", false
	}
	return number, symbol, true
}

// numberLength returns the length of the number at the front of s; 0 for none.
func numberLength(s string) int {
	i := signLength(s)
	whole := digits(s[i:])
	if whole == 0 || whole > 1 && s[i] == '0' {
		return 0
	}
	i += whole
	if strings.HasPrefix(s[i:], ".") {
		n := digits(s[i+1:])
		if n == 0 {
			return 0
		}
		i += 1 + n
	}
	return i + exponentLength(s[i:])
}

// signLength returns 1 if s begins with a sign, otherwise 0.
func signLength(s string) int {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return 1
	}
	return 0
}

// exponentLength returns the length of the exponent at the front of s; 0 for none.
func exponentLength(s string) int {
	if s == "" || s[0] != 'e' && s[0] != 'E' {
		return 0
	}
	i := 1 + signLength(s[1:])
	if n := digits(s[i:]); n > 0 {
		return i + n
	}
	return 0
}

// beginsUnit reports whether a unit may begin as a text does.
func beginsUnit(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(first) || strings.ContainsRune("/%°", first)
}

// isOtherBase reports whether a text behind a 0 makes a number of another base: 0x10 is no
// quantity of the unit x10.
func isOtherBase(s string) bool {
	return len(s) > 1 && strings.ContainsRune("xXbBoO", rune(s[0])) && digits(s[1:]) > 0
}

// digits counts the decimal digits at the front of s.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// decimal returns the exact value of a number that split found. Numbers of
// more than 40 characters or beyond 1e60 are refused: no measurement needs
// them, and they would cost time.
func decimal(number string) (*big.Rat, bool) {
	if len(number) > 40 {
		return nil, false
	}
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		if e, err := strconv.Atoi(number[i+1:]); err != nil || e < -60 || e > 60 {
			return nil, false
		}
	}
	return new(big.Rat).SetString(number)
}

// exact returns x as an integer of type T, if it is whole and fits.
func exact[T constraints.Integer](x *big.Rat) (T, bool) {
	n := x.Num()
	switch {
	case !x.IsInt():
		return 0, false
	case n.IsInt64():
		v := T(n.Int64())
		return v, int64(v) == n.Int64() && (v < 0) == (n.Sign() < 0)
	case n.IsUint64():
		v := T(n.Uint64())
		return v, v > 0 && uint64(v) == n.Uint64()
	}
	return 0, false
}

// Steps returns the quantities from, from+step, and so on up to and including
// to, written in the unit of step. Decimals are exact: three steps of 0.1m are 0.3m.
func Steps(from, to, step string) ([]string, error) {
	table := newUnits()
	var x [3]*big.Rat
	var u [3]*unit
	for i, text := range []string{from, to, step} {
		num, symbol, ok := split(text)
		if ok {
			x[i], ok = decimal(num)
		}
		if u[i] = table.find(symbol); symbol == "" {
			u[i] = table["1"]
		}
		if !ok || u[i] == nil {
			return nil, fmt.Errorf("%q is not a number with a known unit; write one such as 2.5 or 20m", clip(text))
		}
	}
	if u[0].dim != u[2].dim || u[1].dim != u[2].dim {
		return nil, fmt.Errorf("%s, %s and %s are not of one dimension", clip(from), clip(to), clip(step))
	}
	at, end := convert(x[0], u[0], u[2]), convert(x[1], u[1], u[2])
	const most = 10_000
	n := new(big.Rat).Quo(new(big.Rat).Sub(end, at), nonzero(x[2]))
	if x[2].Sign() <= 0 || n.Sign() < 0 || n.Cmp(big.NewRat(most, 1)) > 0 {
		return nil, fmt.Errorf("from %s to %s by %s is no series of 1 to %d steps", clip(from), clip(to), clip(step), most)
	}
	var out []string
	for ; at.Cmp(end) <= 0; at = new(big.Rat).Add(at, x[2]) {
		number := at.FloatString(20)
		number = strings.TrimSuffix(strings.TrimRight(number, "0"), ".")
		symbol := u[2].symbol
		if symbol == "1" {
			symbol = ""
		}
		out = append(out, number+symbol)
	}
	return out, nil
}

// nonzero returns x, or 1 for 0, which cannot divide.
func nonzero(x *big.Rat) *big.Rat {
	if x.Sign() == 0 {
		return big.NewRat(1, 1)
	}
	return x
}

// interval is a set of allowed values; an end that is nil is infinite.
type interval struct {
	lo, hi         *big.Rat
	loOpen, hiOpen bool
}

// newInterval parses a range tag such as "(0,1e9]" or "[0,inf)".
func newInterval(tag string) interval {
	if len(tag) < 5 || !strings.ContainsRune("[(", rune(tag[0])) || !strings.ContainsRune("])", rune(tag[len(tag)-1])) {
		panic("strict: bad range " + tag)
	}
	lo, hi, ok := strings.Cut(tag[1:len(tag)-1], ",")
	if !ok {
		panic("strict: bad range " + tag)
	}
	r := interval{loOpen: tag[0] == '(', hiOpen: tag[len(tag)-1] == ')'}
	if lo = strings.TrimSpace(lo); lo != "-inf" {
		r.lo = constant(lo)
	}
	if hi = strings.TrimSpace(hi); hi != "inf" {
		r.hi = constant(hi)
	}
	return r
}

// holds reports whether x is in the interval.
func (r interval) holds(x *big.Rat) bool {
	if r.lo != nil {
		if c := x.Cmp(r.lo); c < 0 || c == 0 && r.loOpen {
			return false
		}
	}
	if r.hi != nil {
		if c := x.Cmp(r.hi); c > 0 || c == 0 && r.hiOpen {
			return false
		}
	}
	return true
}

// words describes the interval in words: "more than 0Hz and at most 1GHz".
func (r interval) words(u *unit) string {
	var parts []string
	if r.lo != nil {
		parts = append(parts, map[bool]string{true: "more than ", false: "at least "}[r.loOpen]+roughly(r.lo, u))
	}
	if r.hi != nil {
		parts = append(parts, map[bool]string{true: "less than ", false: "at most "}[r.hiOpen]+roughly(r.hi, u))
	}
	return strings.Join(parts, " and ")
}

// show writes x, in the unit u, as text that reads back as the same number. Of
// the units that are used for writing it takes one in which the number is
// between 1 and 1000, if there is one, and the shortest text among those. Where
// that is long, it takes any unit in which it is short: 5kn, 12.5h. Without a
// unit, or with the unit 1, it writes the number alone.
func show(x *big.Rat, u *unit) string {
	if u == nil {
		return shortest(x, nil, nil)
	}
	best := shortest(x, u, u)
	if x.Sign() == 0 {
		return best
	}
	for _, rare := range []bool{false, true} {
		if rare && len(best) <= 10 {
			break
		}
		for _, v := range u.dim.units {
			if v.shown == rare || v == u || v.symbol == "1" {
				continue
			}
			s := shortest(x, u, v)
			useful := score(s) < outside || len(best) > 10 || v.factor.Cmp(u.factor) == 0
			if s != "" && score(s) < score(best) && useful {
				best = s
			}
		}
	}
	return best
}

// roughly is show for the end of a range, which may stand for a number that has
// no short form: of the texts that are off by less than 1e-12 of the number it
// takes the shortest, such as 90deg for half of pi.
func roughly(x *big.Rat, u *unit) string {
	best := show(x, u)
	if u == nil {
		return best
	}
	for _, v := range u.dim.units {
		f, _ := convert(x, u, v).Float64()
		rounded, ok := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', 12, 64))
		if !ok || !v.shown || v.symbol == "1" {
			continue
		}
		if s := shortest(rounded, v, v); len(s)+4 < len(best) {
			best = s
		}
	}
	return best
}

// outside is the least score of a number that is not from 1 to 1000.
const outside = 100

// endless is a length of texts that only numbers without a short form have.
const endless = 17

// score orders the ways to write a quantity; less is better. That a number is from 1 to
// 1000 is worth nothing where it is endless: 1000deg/s is not 166.66666666666669rpm.
func score(text string) int {
	number, _, _ := split(text)
	f, _ := strconv.ParseFloat(number, 64)
	if f = math.Abs(f); f >= 1 && f < 1000 && len(text) < endless {
		return len(text)
	}
	return outside + len(text)
}

// shortest writes x, in the unit u, with the fewest digits of the unit v that
// read back as the same float64, or "" if none does.
func shortest(x *big.Rat, u, v *unit) string {
	y, symbol := x, ""
	if u != nil {
		y = convert(x, u, v)
		if symbol = v.symbol; symbol == "1" {
			symbol = ""
		}
	}
	want, _ := x.Float64()
	f, _ := y.Float64()
	for precision := 1; precision <= 17; precision++ {
		number := compact(strconv.FormatFloat(f, 'g', precision, 64))
		back, ok := decimal(number)
		if !ok {
			continue
		}
		if u != nil {
			back = convert(back, v, u)
		}
		if got, _ := back.Float64(); got == want {
			return number + symbol
		}
	}
	return ""
}

// compact writes a number without an exponent, or with one where that saves
// four characters: 1000m, but 1e6m.
func compact(number string) string {
	f, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return number
	}
	plain := strconv.FormatFloat(f, 'f', -1, 64)
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	sign := strings.TrimPrefix(exponent[:1], "+")
	if short := mantissa + "e" + sign + strings.TrimLeft(exponent[1:], "0"); f != 0 && len(short)+4 <= len(plain) {
		return short
	}
	return plain
}

// rat returns the decimal that a number in Go stands for: the shortest one
// that reads back as v. ok is false for NaN and the infinities.
func rat(v reflect.Value) (x *big.Rat, ok bool) {
	switch {
	case v.CanInt():
		return new(big.Rat).SetInt64(v.Int()), true
	case v.CanUint():
		return new(big.Rat).SetUint64(v.Uint()), true
	}
	return new(big.Rat).SetString(strconv.FormatFloat(v.Float(), 'g', -1, 64))
}
