package strict

import (
	"cmp"
	"maps"
	"math/big"
	"strings"
)

// Units is the table of units, for those who calculate with quantities. The
// first unit of a dimension is the one in which it is calculated. Tables can be
// shared between goroutines.
type Units struct{ table units }

// NewUnits returns the table.
func NewUnits() Units { return Units{newUnits()} }

// Amount reads a number with or without a unit. It returns the number in the
// first unit of its dimension, and the symbol of the unit, which is 1 where the
// text has none. ok is false if the text is no number with a known unit.
func (t Units) Amount(text string) (x *big.Rat, symbol string, ok bool) {
	num, symbol, ok := split(text)
	if symbol == "" {
		symbol = "1"
	}
	u := t.table.find(symbol)
	if !ok || u == nil || symbol != "1" && u.symbol == "1" {
		return nil, "", false
	}
	if x, ok = decimal(num); !ok {
		return nil, "", false
	}
	return convert(x, u, u.dim.units[0]), u.symbol, true
}

// In converts a number from the first unit of a dimension into the unit of the
// symbol, which must be known.
func (t Units) In(x *big.Rat, symbol string) *big.Rat {
	u := t.known(symbol)
	return convert(x, u.dim.units[0], u)
}

// First returns the symbol of the first unit of a unit's dimension.
func (t Units) First(symbol string) string { return t.known(symbol).dim.units[0].symbol }

// Name returns what a unit measures, with its article: a speed.
func (t Units) Name(symbol string) string { return t.known(symbol).dim.name }

// Offset reports whether the zero of a unit is not that of the first unit of its
// dimension, as that of degC.
func (t Units) Offset(symbol string) bool { return t.known(symbol).offset.Sign() != 0 }

// Factor returns how many of the unit to one of the unit from is, where both measure one thing
// from the same zero: 1000 for J/bit in mJ/bit. Beside the units of the table it knows their
// products and quotients, with powers: km2.s, W/bit. No unit is a ratio.
func (t Units) Factor(from, to string) (factor *big.Rat, ok bool) {
	a, b := t.table.find(cmp.Or(from, "1")), t.table.find(cmp.Or(to, "1"))
	if a != nil && b != nil && a.dim == b.dim {
		return new(big.Rat).Quo(a.factor, b.factor), a.offset.Cmp(b.offset) == 0
	}
	there, of, known := t.product(from)
	here, in, both := t.product(to)
	if !known || !both || !maps.Equal(of, in) {
		return nil, false
	}
	return there.Quo(there, here), true
}

// product takes a unit such as mJ/bit or m2.s apart: its factor to the first units of the
// dimensions in it, and the power of each of these.
func (t Units) product(text string) (factor *big.Rat, powers map[*dimension]int, ok bool) {
	factor, powers = big.NewRat(1, 1), map[*dimension]int{}
	over, under, divided := strings.Cut(strings.ReplaceAll(text, "·", "."), "/")
	for side, part := range []string{over, under} {
		if part == "" && divided == (side == 0) || side == 0 && part == "1" {
			continue // as in /bit, or no quotient
		}
		for term := range strings.SplitSeq(part, ".") {
			u, power := t.table.power(term)
			if u == nil || u.offset.Sign() != 0 {
				return nil, nil, false
			}
			for range power {
				if side == 0 {
					factor.Mul(factor, u.factor)
				} else {
					factor.Quo(factor, u.factor)
				}
			}
			if powers[u.dim] += power * (1 - 2*side); powers[u.dim] == 0 {
				delete(powers, u.dim)
			}
		}
	}
	return factor, powers, true
}

// Find returns the symbol of a unit that may be written in another accepted
// spelling, or "" if there is none.
func (t Units) Find(spelling string) string {
	if u := t.table.find(spelling); u != nil {
		return u.symbol
	}
	return ""
}

// Firsts returns the first unit of each dimension, in the order of the table.
func (t Units) Firsts() []string {
	var out []string
	for _, row := range unitRows() {
		first, _, _ := strings.Cut(strings.Fields(row[2])[0], "=")
		out = append(out, first)
	}
	return out
}

func (t Units) known(symbol string) *unit {
	u := t.table[symbol]
	if u == nil {
		panic("strict: unknown unit " + symbol)
	}
	return u
}

// power returns the unit of a factor such as m or m2, and its power.
func (t units) power(term string) (u *unit, power int) {
	term = strings.NewReplacer("²", "2", "³", "3", "^", "").Replace(term)
	if n := len(term) - 1; n > 0 && (term[n] == '2' || term[n] == '3') {
		if u := t.find(term[:n]); u != nil {
			return u, int(term[n] - '0')
		}
	}
	return t.find(term), 1
}
