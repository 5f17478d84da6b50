package strict

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strings"
	"time"
)

// quantity stores a number, with its unit if it needs one.
func (d *decoder) quantity(n *node, s *shape, v reflect.Value) {
	if d.log.full() {
		d.log.add(n.at, "")
		return
	}
	x, msg := d.measure(n, s)
	if msg == "" && !s.within.holds(x) && !(s.kind != span && v.CanInt() && s.within.holds(whole(x))) { // store asks for a whole number
		msg = fmt.Sprintf("%s is out of range; write %s", clip(n.text), s.within.words(s.unit))
	}
	if msg == "" {
		msg = store(x, s, v)
	}
	if msg == "" {
		return
	}
	d.log.add(n.at, "%s", strings.ReplaceAll(msg, "$", clip(n.text)))
}

// measure returns the value of n in the unit of s, or what is wrong with it;
// in the message $ stands for the text of n.
func (d *decoder) measure(n *node, s *shape) (x *big.Rat, wrong string) {
	num, symbol, ok := split(n.text)
	if !ok {
		return nil, "\"$\" is not a number as it is written here; write " + s.expected()
	}
	x, ok = decimal(num)
	if !ok {
		return nil, "the number $ is too long, or beyond 1e60; write it with at most 40 characters: " + s.expected()
	}
	plain := s.unit == nil || s.unit.symbol == "1"
	switch {
	case symbol == "" && plain:
		if n.tag == "" {
			return nil, "\"$\" is a text; write the number without quotes"
		}
		return x, ""
	case symbol == "":
		return nil, "$ has no unit; write " + s.expected()
	case s.unit == nil:
		return nil, needless(x, symbol, s)
	}
	u := d.lang.units.find(symbol)
	if u == nil || u.symbol == "1" {
		if other := d.lang.units[otherSpelling(symbol)]; other != nil && other.dim == s.unit.dim {
			return nil, fmt.Sprintf("unknown unit %q; did you mean %q?", clip(symbol), other.symbol)
		}
		return nil, Unknown("unit", symbol, s.unit.dim.symbols())
	}
	if u = s.unit.dim.own(u); u.dim != s.unit.dim {
		return nil, "$ is " + u.dim.name + "; write " + s.expected() + confusion(symbol, s.unit.symbol)
	}
	return convert(x, u, s.unit), ""
}

// needless says what to write in place of a number with a unit.
func needless(x *big.Rat, symbol string, s *shape) string {
	if symbol == "%" {
		per, _ := x.Float64()
		return fmt.Sprintf("$ is in per cent; write %g", per/100)
	}
	return "$ has a unit; write " + s.expected()
}

// otherSpelling returns the symbol of a unit that is also written otherwise.
func otherSpelling(symbol string) string {
	switch strings.ToLower(symbol) {
	case "kt", "kts", "knot", "knots":
		return "kn"
	case "byte", "bytes":
		return "B"
	case "bits":
		return "bit"
	case "sec", "secs", "second", "seconds":
		return "s"
	case "mins", "minute", "minutes":
		return "min"
	}
	return ""
}

// confusion explains a symbol that elsewhere stands for the unit that is needed.
func confusion(symbol, needed string) string {
	switch {
	case symbol == "m" && needed == "s":
		return "; minutes are min"
	case symbol == "Hz" && needed == "/s":
		return "; write /s for Hz"
	}
	return ""
}

// whole returns a number without its fraction.
func whole(x *big.Rat) *big.Rat { return new(big.Rat).SetInt(new(big.Int).Quo(x.Num(), x.Denom())) }

// store sets v to x, or says why it cannot.
func store(x *big.Rat, s *shape, v reflect.Value) (wrong string) {
	switch {
	case s.kind == span:
		ns := new(big.Rat).Mul(convert(x, s.unit, s.unit), big.NewRat(int64(time.Second), 1))
		if !ns.IsInt() {
			return "$ is not a whole number of nanoseconds; round it"
		}
		t, ok := exact[time.Duration](ns)
		if !ok {
			return "$ is longer than 292 years; write a shorter time"
		}
		v.SetInt(int64(t))
	case v.CanInt():
		i, ok := exact[int64](x)
		if !ok || v.OverflowInt(i) {
			return misfit(x, s)
		}
		v.SetInt(i)
	case v.CanUint():
		i, ok := exact[uint64](x)
		if !ok || v.OverflowUint(i) {
			return misfit(x, s)
		}
		v.SetUint(i)
	default:
		f, _ := x.Float64()
		if math.IsInf(f, 0) || f == 0 && x.Sign() != 0 {
			return "$ is beyond the range of a number; write one between 1e-300 and 1e300"
		}
		v.SetFloat(f)
	}
	return ""
}

// misfit says why x is not an integer of the type of s.
func misfit(x *big.Rat, s *shape) string {
	if !x.IsInt() {
		if s.unit != nil && s.unit.symbol != "1" {
			return "$ is not a whole number of " + s.unit.symbol + "; round it"
		}
		return "$ is not a whole number; write one such as 3"
	}
	return "$ is out of range; write " + wholes(s.typ)
}

// wholes describes the numbers that an integer type holds.
func wholes(t reflect.Type) string {
	bits := uint(t.Bits())
	low, high := new(big.Int), new(big.Int).Lsh(big.NewInt(1), bits)
	if reflect.Zero(t).CanInt() {
		high.Rsh(high, 1)
		low.Neg(high)
	}
	return fmt.Sprintf("a whole number from %v to %v", low, high.Sub(high, big.NewInt(1)))
}
