package study

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"halocline/scenarios/strict"
)

// kind is what a value is.
type kind uint8

const (
	numeric kind = iota // with its unit
	word                // the name of a model, or any value that is not a number
	truth               // true or false
)

// value is a value of a formula. Numbers are exact, as far as the operations
// are: 0.1 + 0.2 is 0.3.
type value struct {
	kind  kind
	x     *big.Rat  // number: in the first unit of its dimension
	dim   exponents // number
	unit  string    // number: symbol of a unit of the dimension; "" for an intermediate that has none
	point bool      // number: a temperature on a scale with another zero, not a difference

	text  string        // word
	node  *strict.Value // word: what the study's file has, if anything
	yes   bool          // truth
	model string        // word: name of the model of a mapping, which compares like the mapping
	shown []string      // word: as tables and figures write it, which compares like it too
}

// baseUnits spells the units of which the others are made, one letter each:
// metre, kilogram, second, ampere, kelvin, bit, radian, decibel, decibel to a
// milliwatt, salinity, turbidity, lux. The bit, the radian and the decibels count as such, so
// that no angle is taken for a plain number.
const baseUnits = "mksAKbrdDpnl"

// exponents are the powers of the base units that a dimension has.
type exponents [len(baseUnits)]int8

// dimensions knows the dimension of each unit.
type dimensions struct {
	table strict.Units
	of    map[string]exponents // the first unit of a dimension
	first map[exponents]string // the first dimension with those exponents
}

func newDimensions() dimensions {
	d := dimensions{table: strict.NewUnits(), of: map[string]exponents{}, first: map[exponents]string{}}
	for _, symbol := range d.table.Firsts() {
		e := unitExponents(symbol)
		d.of[symbol] = e
		if _, taken := d.first[e]; !taken {
			d.first[e] = symbol
		}
	}
	return d
}

// unitExponents takes the symbol of a unit apart: kg.m2 has kg once and m twice.
func unitExponents(symbol string) exponents {
	var out exponents
	above, below, _ := strings.Cut(symbol, "/")
	for sign, part := range map[int8]string{1: above, -1: below} {
		for factor := range strings.SplitSeq(part, ".") {
			if factor == "" || factor == "1" {
				continue
			}
			name := strings.TrimRight(factor, "0123456789")
			power := 1
			if digits := factor[len(name):]; digits != "" {
				power, _ = strconv.Atoi(digits)
			}
			for i, e := range derived(name) {
				out[i] += sign * int8(power) * e
			}
		}
	}
	return out
}

// derived returns the exponents of one named unit (SI Brochure, 9th edition,
// tables 2 and 4).
func derived(name string) exponents {
	formulas := map[string]string{
		"m": "m1", "kg": "k1", "s": "s1", "A": "A1", "K": "K1", "bit": "b1", "rad": "r1", "dB": "d1", "dBm": "D1", "psu": "p1", "NTU": "n1", "lx": "l1",
		"Hz": "s-1", "bps": "b1 s-1", "N": "k1 m1 s-2", "J": "k1 m2 s-2", "W": "k1 m2 s-3", "Pa": "k1 m-1 s-2",
		"V": "k1 m2 s-3 A-1", "ohm": "k1 m2 s-3 A-2", "S": "k-1 m-2 s3 A2", "H": "k1 m2 s-2 A-2",
	}
	formula, ok := formulas[name]
	if !ok {
		panic("study: the unit " + name + " has no exponents")
	}
	var out exponents
	for factor := range strings.FieldsSeq(formula) {
		power, err := strconv.Atoi(factor[1:])
		if err != nil {
			panic("study: bad exponent " + factor)
		}
		out[strings.IndexByte(baseUnits, factor[0])] += int8(power)
	}
	return out
}

// amount returns the value of a number with a unit, which is 1 for none.
func (d dimensions) amount(x *big.Rat, symbol string) value {
	return value{x: x, unit: symbol, dim: d.of[d.table.First(symbol)], point: d.table.Offset(symbol)}
}

// plain returns a number without a unit.
func plain(x *big.Rat) value { return value{x: x, unit: "1"} }

// read returns the value that a word of a file is: a number with its unit, true
// or false, or a word.
func (d dimensions) read(v *strict.Value) value {
	text, quoted, ok := v.Word()
	if !ok {
		out := value{kind: word, text: v.String(), node: v}
		if named := v.Get("type"); named != nil {
			out.model, _, _ = named.Word()
		}
		return out
	}
	if x, symbol, isNumber := d.table.Amount(text); isNumber && !quoted {
		return d.amount(x, symbol)
	}
	if !quoted && (text == "true" || text == "false") {
		return value{kind: truth, yes: text == "true"}
	}
	return value{kind: word, text: text, node: v}
}

// what describes a value in a message.
func (d dimensions) what(v value) string {
	switch {
	case v.kind == word:
		return fmt.Sprintf("the text %q", v.text)
	case v.kind == truth:
		return strconv.FormatBool(v.yes)
	case v.dim == exponents{}:
		return "a number"
	case v.unit == "":
		return "a quantity in " + v.dim.String()
	}
	return d.table.Name(v.unit)
}

// String writes the exponents as a unit: m2.kg/s.
func (e exponents) String() string {
	names := []string{"m", "kg", "s", "A", "K", "bit", "rad", "dB", "dBm", "psu", "NTU", "lx"}
	var above, below []string
	for i, power := range e {
		name := names[i]
		if n := max(power, -power); n > 1 {
			name += strconv.Itoa(int(n))
		}
		switch {
		case power > 0:
			above = append(above, name)
		case power < 0:
			below = append(below, name)
		}
	}
	out := strings.Join(above, ".")
	if len(below) > 0 {
		out += "/" + strings.Join(below, ".")
	}
	return out
}

// write returns the text that reads back as a number: exact where at most 20
// digits are enough, otherwise with the given number of significant digits.
func (d dimensions) write(v value, digits int) string {
	symbol := v.unit
	x := d.table.In(v.x, symbol)
	if symbol == "1" {
		symbol = ""
	}
	return decimal(x, digits) + symbol
}

// decimal writes a number without an exponent, or with one where it would be
// long.
func decimal(x *big.Rat, digits int) string {
	if x.IsInt() && x.Num().BitLen() < 64 {
		return x.Num().String()
	}
	text := x.FloatString(15)
	back, _ := new(big.Rat).SetString(text)
	if back.Cmp(x) == 0 && len(text) <= 32 {
		return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	f, _ := x.Float64()
	return strconv.FormatFloat(f, 'g', digits, 64)
}

// same reports whether two values are one value, in whatever units. A model is
// the same as its name, and a value as what tables and figures write for it.
func same(a, b value) bool {
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case numeric:
		return a.dim == b.dim && a.x.Cmp(b.x) == 0
	case truth:
		return a.yes == b.yes
	}
	return a.text == b.text || a.text == b.model || a.model == b.text && a.model != "" ||
		slices.Contains(a.shown, b.text) || slices.Contains(b.shown, a.text)
}
