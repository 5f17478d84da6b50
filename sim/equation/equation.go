// Package equation declares the equations by which models compute: what each gives, as its source prints it, with units, the
// source, and the range over which it holds.
//
// The text of an equation is in a small notation that both people and programs read, so that what a manual shows is compared
// with what the code computes:
//
//	a = 0.11 f^2/(1 + f^2) + 44 f^2/(f_1^2 + f^2)
//	f_1 = 64 if f < 100; 70 otherwise
//
// The first line gives the result, the others give what it uses. Neighbours multiply. A name may have an index behind an underscore, and
// names such as alpha stand for Greek letters. The functions are those of Functions, and sum(i, 1, n, x) adds up. A denominator
// of several factors needs parentheses, so that nobody has to know a rule to read it.
//
// Begin with Equation, which a model lists in its method Equations, see Config. Check compares text and code.
//
// Left out: dimensions, since most fits to measurements have none that go together; vectors; integrals.
package equation

import "math"

// Config is a configuration that declares by which equations it computes.
type Config interface{ Equations() []Equation }

// Equation is one equation of a model.
type Equation struct {
	Of      string // what it gives, in a few words
	When    string // the setting of a key under which it is used, "absorption: thorp"; empty for always
	Text    string // in the notation; empty for a rule that is no closed form, which Note tells
	Symbols []Symbol
	Source  string // author, year, and the number of the equation where it has one
	Note    string // what else has to be known, such as where it does not hold
	Code    func(Values) float64
	Step    float64 // to which the code rounds the result, such as 1e-9 s
	// Measured is set where no code computes it: it is a law that runs of the model obey, and halocline reproduce mac-theory
	// compares it with them.
	Measured bool
}

// Symbol is a name in an equation. The first is the result, the others are inputs, with the range over which the equation holds.
// An input with the index i, such as x_i, stands for x_1, x_2 and so on, in sums over i.
type Symbol struct {
	Name, Unit, Meaning string
	Key                 string  // of which it is the value; it needs no meaning then
	Metric              string  // of the same thing, of which it is the value
	Min, Max            float64 // both 0 for the result
	Whole               bool    // takes whole numbers only
}

// Value computes an equation at a point.
func (e *Equation) Value(at Values) (float64, error) {
	lines, err := Parse(e.Text)
	if err != nil {
		return 0, err
	}
	return evaluate(lines, at), nil
}

// Values are the inputs of an equation by name.
type Values map[string]float64

// Function is one that the notation knows, of one number.
type Function func(float64) float64

// Functions returns the functions of the notation by name. Min and max take two numbers and more, and sum takes four.
func Functions() map[string]Function {
	return map[string]Function{
		"sqrt": math.Sqrt, "exp": math.Exp, "ln": math.Log, "log10": math.Log10, "log2": math.Log2, "abs": math.Abs, "floor": math.Floor, "ceil": math.Ceil,
		"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos, "atan": math.Atan, "tanh": math.Tanh, "erfc": math.Erfc, "sign": sign,
		"J_0": math.J0, "J_1": math.J1,
	}
}

// sign is -1, 0 or 1.
func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// Uses reports whether an equation names a symbol.
func (e *Equation) Uses(name string) bool {
	lines, _ := Parse(e.Text)
	uses := false
	for _, l := range lines {
		each(l.Right, false, func(n *Node, _ bool) { uses = uses || n.Op == Name && n.Text == name })
	}
	return uses
}

// Under returns equations of a part of a configuration as those of the whole, which has the part at a key.
func Under(key string, of []Equation) []Equation {
	for i := range of {
		if e := &of[i]; e.When != "" {
			e.When = key + "." + e.When
		}
		for j := range of[i].Symbols {
			if s := &of[i].Symbols[j]; s.Key != "" {
				s.Key = key + "." + s.Key
			}
		}
	}
	return of
}
