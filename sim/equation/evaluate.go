package equation

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// evaluator computes the lines of an equation from its inputs.
type evaluator struct {
	lines  []Line
	values Values
}

// evaluate returns the left side of the first line. A name that has no value is NaN.
func evaluate(lines []Line, inputs Values) float64 {
	return evaluator{lines, inputs}.node(lines[0].Right)
}

func (v evaluator) node(n *Node) float64 {
	switch n.Op {
	case Number:
		x, err := strconv.ParseFloat(n.Text, 64)
		if err != nil {
			panic("equation: " + err.Error()) // the parser has read it
		}
		return x
	case Name:
		return v.name(n.Text)
	case Cases:
		for i := 0; i+1 < len(n.Args); i += 2 {
			if v.holds(n.Args[i+1]) {
				return v.node(n.Args[i])
			}
		}
		if len(n.Args)%2 == 1 {
			return v.node(n.Args[len(n.Args)-1])
		}
		return math.NaN()
	case Call:
		return v.call(n)
	}
	x := v.node(n.Args[0])
	if n.Op == Neg {
		return -x
	}
	y := v.node(n.Args[1])
	switch n.Op {
	case Add:
		return x + y
	case Sub:
		return x - y
	case Mul:
		return x * y
	case Div:
		return x / y
	}
	return math.Pow(x, y)
}

// name returns the value of a name: an input, a line, or a constant of mathematics.
func (v evaluator) name(name string) float64 {
	if x, ok := v.values[name]; ok {
		return x
	}
	if base, indexed := strings.CutSuffix(name, "_i"); indexed {
		return v.name(fmt.Sprintf("%s_%g", base, v.values["i"]))
	}
	for i := range v.lines {
		if v.lines[i].Left == name {
			return v.node(v.lines[i].Right)
		}
	}
	if name == "pi" {
		return math.Pi
	}
	return math.NaN()
}

func (v evaluator) holds(n *Node) bool {
	if n.Op == And {
		return v.holds(n.Args[0]) && v.holds(n.Args[1])
	}
	x, y := v.node(n.Args[0]), v.node(n.Args[1])
	switch n.Op {
	case "<":
		return x < y
	case "<=":
		return x <= y
	case ">":
		return x > y
	}
	return x >= y
}

func (v evaluator) call(n *Node) float64 {
	if n.Text == "sum" {
		return v.sum(n)
	}
	x := v.node(n.Args[0])
	for _, a := range n.Args[1:] {
		if n.Text == "min" {
			x = math.Min(x, v.node(a))
		} else {
			x = math.Max(x, v.node(a))
		}
	}
	if f := Functions()[n.Text]; f != nil {
		return f(x)
	}
	return x
}

func (v evaluator) sum(n *Node) float64 {
	inner := Values{}
	for name, x := range v.values {
		inner[name] = x
	}
	total := 0.0
	for i, last := v.node(n.Args[1]), v.node(n.Args[2]); i <= last; i++ {
		inner[n.Args[0].Text] = i
		total += evaluator{v.lines, inner}.node(n.Args[3])
	}
	return total
}
