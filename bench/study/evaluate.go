package study

import (
	"fmt"
	"math/big"
)

// evaluator computes expressions of one cell.
type evaluator struct {
	units dimensions
	slots []value
}

// eval returns the value of an expression. The error is a mistake.
func (v *evaluator) eval(e *expression) (value, error) {
	switch e.op {
	case "value":
		return e.val, nil
	case "name":
		return v.slots[e.slot], nil
	case "and", "or", "not", "if":
		return v.logic(e)
	}
	args := make([]value, len(e.args))
	for i, a := range e.args {
		var err error
		if args[i], err = v.eval(a); err != nil {
			return value{}, err
		}
	}
	switch e.op {
	case "==", "!=", "<", "<=", ">", ">=":
		return v.compare(e, args[0], args[1])
	}
	for i, a := range args {
		if a.kind != numeric {
			return value{}, mistake{e.args[i].at, fmt.Sprintf("%s is given; write a number", v.units.what(a))}
		}
	}
	switch e.op {
	case "+", "-":
		return v.add(e, args[0], args[1])
	case "*", "/":
		return v.multiply(e, args[0], args[1])
	case "neg":
		return v.negate(e, args[0])
	case "min", "max":
		return v.extreme(e, args)
	case "exp":
		return v.exponential(e, args[0])
	}
	return v.round(e, args)
}

// logic evaluates what need not look at all of its arguments.
func (v *evaluator) logic(e *expression) (value, error) {
	first, err := v.condition(e.args[0])
	if err != nil {
		return value{}, err
	}
	switch {
	case e.op == "not":
		return value{kind: truth, yes: !first}, nil
	case e.op == "if" && first:
		return v.eval(e.args[1])
	case e.op == "if":
		return v.eval(e.args[2])
	case first == (e.op == "or"):
		return value{kind: truth, yes: first}, nil
	}
	second, err := v.condition(e.args[1])
	return value{kind: truth, yes: second}, err
}

// condition evaluates an expression that is true or false.
func (v *evaluator) condition(e *expression) (bool, error) {
	x, err := v.eval(e)
	if err == nil && x.kind != truth {
		err = mistake{e.at, fmt.Sprintf("%s is given; write a condition such as a < b", v.units.what(x))}
	}
	return x.yes, err
}

func (v *evaluator) compare(e *expression, a, b value) (value, error) {
	if a.kind == numeric && b.kind == numeric {
		if err := v.alike(e, a, b); err != nil {
			return value{}, err
		}
	}
	if e.op == "==" || e.op == "!=" {
		return value{kind: truth, yes: same(a, b) == (e.op == "==")}, nil
	}
	if a.kind != numeric || b.kind != numeric {
		return value{}, mistake{e.at, fmt.Sprintf("%s and %s have no order; compare them with == or !=", v.units.what(a), v.units.what(b))}
	}
	sign := a.x.Cmp(b.x)
	yes := false
	switch e.op {
	case "<":
		yes = sign < 0
	case "<=":
		yes = sign <= 0
	case ">":
		yes = sign > 0
	case ">=":
		yes = sign >= 0
	}
	return value{kind: truth, yes: yes}, nil
}

// alike checks that two numbers are of one dimension.
func (v *evaluator) alike(e *expression, a, b value) error {
	if a.dim != b.dim {
		return mistake{e.at, fmt.Sprintf("%s and %s do not go together; %s", v.units.what(a), v.units.what(b), v.together(a, b))}
	}
	return nil
}

// together says how two numbers may come to be of one dimension.
func (v *evaluator) together(a, b value) string {
	if a.dim == (exponents{}) || b.dim == (exponents{}) {
		unit := a.unit
		if a.dim == (exponents{}) {
			unit = b.unit
		}
		if unit == "" { // of a product
			return "write the unit of the number"
		}
		return "write the unit of the number, such as 2" + unit
	}
	return "write both in units of one kind"
}

// add adds or subtracts. Of temperatures on a scale such as degC there are
// differences, but no sums.
func (v *evaluator) add(e *expression, a, b value) (value, error) {
	if err := v.alike(e, a, b); err != nil {
		return value{}, err
	}
	out := a
	if b.unit != "" && (a.unit == "" || a.unit == "1" || b.point) {
		out.unit = b.unit
	}
	if e.op == "+" {
		if a.point && b.point {
			return value{}, mistake{e.at, fmt.Sprintf("two temperatures in %s cannot be added; give a difference in K", a.unit)}
		}
		out.point = a.point || b.point
		out.x = new(big.Rat).Add(a.x, b.x)
		return out, nil
	}
	if b.point && !a.point {
		return value{}, mistake{e.at, fmt.Sprintf("a temperature in %s cannot be taken from a difference in K", b.unit)}
	}
	if out.point = a.point && !b.point; b.point {
		out.unit = v.units.table.First(b.unit)
	}
	out.x = new(big.Rat).Sub(a.x, b.x)
	return out, nil
}

// noPoint refuses temperatures on a scale with a zero of its own.
func noPoint(e *expression, args ...value) error {
	for _, a := range args {
		if a.point {
			return mistake{e.at, fmt.Sprintf("a temperature in %s can only be compared, raised or lowered; write it in K", a.unit)}
		}
	}
	return nil
}

func (v *evaluator) negate(e *expression, a value) (value, error) {
	if err := noPoint(e, a); err != nil {
		return value{}, err
	}
	a.x = new(big.Rat).Neg(a.x)
	return a, nil
}

// multiply multiplies or divides. A factor without a unit keeps the unit of the
// other; a product of two quantities has the unit of its dimension.
func (v *evaluator) multiply(e *expression, a, b value) (value, error) {
	if err := noPoint(e, a, b); err != nil {
		return value{}, err
	}
	out, sign := value{}, int8(1)
	if e.op == "/" {
		if b.x.Sign() == 0 {
			return value{}, mistake{e.at, "division by zero; leave such cells out with where, or the value out of the sweep"}
		}
		sign = -1
		out.x = new(big.Rat).Quo(a.x, b.x)
	} else {
		out.x = new(big.Rat).Mul(a.x, b.x)
	}
	for i := range out.dim {
		if power := int(a.dim[i]) + int(sign*b.dim[i]); power > 50 || power < -50 {
			return value{}, mistake{e.at, "the units have powers beyond 50"}
		}
		out.dim[i] = a.dim[i] + sign*b.dim[i]
	}
	none := exponents{}
	switch {
	case b.dim == none && !(a.unit == "1" && sign > 0):
		out.unit = a.unit
	case a.dim == none && sign > 0:
		out.unit = b.unit
	default:
		out.unit = v.units.first[out.dim]
	}
	return out, nil
}

// extreme returns the least or the greatest of its arguments.
func (v *evaluator) extreme(e *expression, args []value) (value, error) {
	best := args[0]
	for _, a := range args[1:] {
		if err := v.alike(e, best, a); err != nil {
			return value{}, err
		}
		if c := a.x.Cmp(best.x); e.op == "min" && c < 0 || e.op == "max" && c > 0 {
			best = a
		}
	}
	return best, nil
}

// round makes its first argument a multiple of the second, which is 1 if it is
// left out: the nearest (a half goes away from zero), the one below or the one
// above.
func (v *evaluator) round(e *expression, args []value) (value, error) {
	step := plain(big.NewRat(1, 1))
	if len(args) == 2 {
		step = args[1]
	}
	x := args[0]
	if err := noPoint(e, x, step); err != nil {
		return value{}, err
	}
	switch {
	case x.dim != step.dim && len(args) == 1:
		return value{}, mistake{e.at, fmt.Sprintf("%s of %s needs a step with a unit, as in %s(x, 1ms)", e.op, v.units.what(x), e.op)}
	case x.dim != step.dim:
		return value{}, v.alike(e, x, step)
	case step.x.Sign() <= 0:
		return value{}, mistake{e.at, "the step of " + e.op + " must be more than 0"}
	}
	count := new(big.Rat).Quo(x.x, step.x)
	whole := floor(count)
	switch {
	case e.op == "ceil":
		whole = whole.Neg(floor(count.Neg(count)))
	case e.op == "round" && count.Sign() >= 0:
		whole = floor(count.Add(count, big.NewRat(1, 2)))
	case e.op == "round":
		whole = floor(count.Sub(big.NewRat(1, 2), count))
		whole.Neg(whole)
	}
	x.x = new(big.Rat).Mul(new(big.Rat).SetInt(whole), step.x)
	return x, nil
}

// floor returns the greatest whole number that is not more than x.
func floor(x *big.Rat) *big.Int {
	// The denominator is positive, so that Euclidean division rounds down.
	return new(big.Int).Div(x.Num(), x.Denom())
}
