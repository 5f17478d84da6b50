package formula

import (
	"strings"

	"halocline/sim/equation"
)

// The ranks of what is written without parentheses: an operand of a lower rank needs them.
const (
	rankSum = iota
	rankProduct
	rankPower
	rankAtom
)

// rank returns how tightly the outermost sign of a part binds.
func rank(n *equation.Node) int {
	switch n.Op {
	case equation.Add, equation.Sub:
		return rankSum
	case equation.Neg, equation.Mul, equation.Div:
		return rankProduct
	case equation.Power:
		return rankPower
	case equation.Number:
		if strings.Contains(n.Text, "e") {
			return rankProduct
		}
	case equation.Call:
		if n.Text == "sum" {
			return rankSum
		}
	}
	return rankAtom
}

// name returns a name with Greek letters, and with digits of an index below the line.
func name(s string) string {
	base, index, found := strings.Cut(s, "_")
	switch {
	case !found:
		return greek(base)
	case strings.Trim(index, "0123456789") == "":
		return greek(base) + raised(index, "₀₁₂₃₄₅₆₇₈₉")
	}
	return greek(base) + "_" + index
}

// raised returns digits in other forms, which are given in order; a minus is raised.
func raised(digits, forms string) string {
	var b strings.Builder
	for _, d := range digits {
		if d == '-' {
			b.WriteRune('⁻')
			continue
		}
		b.WriteRune([]rune(forms)[d-'0'])
	}
	return b.String()
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹"

// number returns a number with its power of ten written out.
func number(s string) string {
	digits, power, found := strings.Cut(s, "e")
	if !found {
		return s
	}
	ten := "10" + raised(strings.TrimPrefix(power, "+"), superscripts)
	if digits == "1" {
		return ten
	}
	return digits + "·" + ten
}

// rows returns the lines of a right side: one for each of several cases.
func rows(n *equation.Node) []string {
	if n.Op != equation.Cases {
		return []string{write(n)}
	}
	var all []string
	for i := 0; i < len(n.Args); i += 2 {
		if i+1 < len(n.Args) {
			all = append(all, write(n.Args[i])+"  if "+write(n.Args[i+1]))
		} else {
			all = append(all, write(n.Args[i])+"  otherwise")
		}
	}
	return all
}

// within writes an operand, in parentheses where its rank is below the least.
func within(n *equation.Node, least int) string {
	if rank(n) < least {
		return "(" + write(n) + ")"
	}
	return write(n)
}

// write writes a part on one line.
func write(n *equation.Node) string {
	switch n.Op {
	case equation.Number:
		return number(n.Text)
	case equation.Name:
		return name(n.Text)
	case equation.Add:
		return write(n.Args[0]) + " + " + write(n.Args[1])
	case equation.Sub:
		return write(n.Args[0]) + " - " + within(n.Args[1], rankProduct)
	case equation.Neg:
		return "-" + within(n.Args[0], rankProduct)
	case equation.Mul:
		left, right := within(n.Args[0], rankProduct), within(n.Args[1], rankProduct)
		if beginsWithNumber(n.Args[1]) || endsWithDivision(n.Args[0]) {
			return left + " · " + right
		}
		return left + " " + right
	case equation.Div:
		return within(n.Args[0], rankProduct) + "/" + within(n.Args[1], rankPower)
	case equation.Power:
		return writePower(n)
	case equation.Call:
		return writeCall(n)
	case equation.And:
		return write(n.Args[0]) + " and " + write(n.Args[1])
	}
	return write(n.Args[0]) + " " + comparison(n.Op) + " " + write(n.Args[1])
}

// comparison returns the sign of a comparison.
func comparison(op equation.Op) string {
	switch op {
	case "<=":
		return "≤"
	case ">=":
		return "≥"
	}
	return string(op)
}

func writePower(n *equation.Node) string {
	base, exponent := within(n.Args[0], rankAtom), n.Args[1]
	sign := ""
	if exponent.Op == equation.Neg {
		exponent, sign = exponent.Args[0], "-"
	}
	if exponent.Op == equation.Number && strings.Trim(exponent.Text, "0123456789") == "" {
		return base + raised(sign+exponent.Text, superscripts)
	}
	return base + "^" + within(n.Args[1], rankAtom)
}

func writeCall(n *equation.Node) string {
	var args []string
	for _, a := range n.Args {
		args = append(args, write(a))
	}
	switch n.Text {
	case "sqrt":
		return "√" + within(n.Args[0], rankAtom)
	case "abs":
		return "|" + args[0] + "|"
	case "sum":
		return "Σ(" + args[0] + " = " + args[1] + " to " + args[2] + ") " + within(n.Args[3], rankProduct)
	}
	return function(n.Text) + "(" + strings.Join(args, ", ") + ")"
}

// function returns the name of a function, with the base of a logarithm below the line.
func function(s string) string {
	if base, ok := strings.CutPrefix(s, "log"); ok {
		return "log" + raised(base, "₀₁₂₃₄₅₆₇₈₉")
	}
	return name(s)
}

// beginsWithNumber reports whether a factor is written with a digit first: it needs a sign before it.
func beginsWithNumber(n *equation.Node) bool {
	for n.Op == equation.Mul || n.Op == equation.Div || n.Op == equation.Power {
		n = n.Args[0]
	}
	return n.Op == equation.Number
}

// endsWithDivision reports whether the last factor is a denominator, to which the next one must not seem to belong.
func endsWithDivision(n *equation.Node) bool {
	for n.Op == equation.Mul {
		n = n.Args[1]
	}
	return n.Op == equation.Div
}
