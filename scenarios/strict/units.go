package strict

import (
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
