package equation

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// points is at how many points of the range an equation is compared with the code, and most how many values an indexed name has.
const (
	points = 400
	most   = 8
)

// Check returns what is wrong with an equation: that it cannot be read, lacks a source or a range, or is not what the code
// computes at points all over its range. It also tells numbers of the text that do not matter at any of these points: if
// such a number were wrong, the comparison would not tell.
func Check(e Equation) []string {
	if e.Text == "" && e.Of != "" && e.Source != "" && e.Note != "" && e.Symbols == nil && e.Code == nil {
		return nil
	}
	lines, err := Parse(e.Text)
	if err != nil {
		return []string{err.Error()}
	}
	faults := e.declared(lines)
	if e.Measured == (e.Code != nil) {
		faults = append(faults, "it needs either code or measurements that it is compared with")
	}
	if faults != nil {
		return faults
	}
	inputs, want, err := e.compare(lines)
	if err != nil {
		return []string{err.Error()}
	}
	for _, l := range lines {
		each(l.Right, false, func(n *Node, inCondition bool) {
			if n.Op == Number && !matters(n, inCondition, lines, inputs, want, e.Step) {
				faults = append(faults, fmt.Sprintf("the number %s matters at none of the points of its range", n.Text))
			}
		})
	}
	return faults
}

// compare computes the text at all points. The error is the first at which the code gives something else.
func (e *Equation) compare(lines []Line) (inputs []Values, want []float64, err error) {
	for i := range points {
		in := e.point(i)
		x := evaluate(lines, in)
		got := x
		if e.Code != nil {
			got = e.Code(in)
		}
		if !agree(x, got, e.Step) { // NaN agrees with nothing
			return nil, nil, fmt.Errorf("at %s the text gives %v, and the code gives %v", e.write(in), x, got)
		}
		inputs, want = append(inputs, in), append(want, x)
	}
	return inputs, want, nil
}

// declared returns what is wrong with the symbols.
func (e *Equation) declared(lines []Line) []string {
	var faults []string
	bad := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if e.Of == "" || e.Source == "" || strings.HasSuffix(e.Source, ".") {
		bad("it needs what it gives and its source, without a full stop")
	}
	if len(e.Symbols) == 0 || e.Symbols[0].Name != lines[0].Left {
		bad("the first symbol is not the result %s", lines[0].Left)
		return faults
	}
	used, known := usedNames(lines), map[string]bool{}
	for i, s := range e.Symbols {
		known[s.Name] = true
		switch {
		case !used[s.Name]:
			bad("the symbol %s is not used", s.Name)
		case i > 0 && !(s.Min < s.Max):
			bad("the symbol %s has no range", s.Name)
		case s.Meaning+s.Key+s.Metric == "":
			bad("the symbol %s has no meaning", s.Name)
		}
	}
	for _, l := range lines {
		known[l.Left] = true
		if !used[l.Left] {
			bad("the line of %s is not used", l.Left)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(used)) {
		if !known[name] {
			bad("%s is neither a symbol nor given by a line", name)
		}
	}
	return faults
}

// usedNames returns the result and the names that lines need.
func usedNames(lines []Line) map[string]bool {
	used := map[string]bool{lines[0].Left: true}
	for _, l := range lines {
		bound := map[string]bool{"pi": true}
		each(l.Right, false, func(n *Node, _ bool) {
			if n.Op == Call && n.Text == "sum" {
				bound[n.Args[0].Text] = true
			}
			if n.Op == Name && !bound[n.Text] {
				used[n.Text] = true
			}
		})
	}
	return used
}

// each visits a node and all below it, and says which stand in a condition.
func each(n *Node, inCondition bool, visit func(n *Node, inCondition bool)) {
	visit(n, inCondition)
	for i, a := range n.Args {
		each(a, inCondition || n.Op == Cases && i%2 == 1 && i < len(n.Args), visit)
	}
}

// point returns the inputs of a point of Halton's sequence, which fills the ranges evenly; one of more than two decades is filled by
// its logarithm by the second half of the points.
func (e *Equation) point(i int) Values {
	in := Values{}
	prime := 1
	for _, s := range e.Symbols[1:] {
		many, indexed := strings.CutSuffix(s.Name, "_i")
		for k := 1; k == 1 || indexed && k <= most; k++ {
			prime = nextPrime(prime)
			name := s.Name
			if indexed {
				name = fmt.Sprintf("%s_%d", many, k)
			}
			in[name] = s.value(i, halton(i+1, prime))
		}
	}
	return in
}

// value returns a value in the range of a symbol, for a share u of it.
func (s *Symbol) value(i int, u float64) float64 {
	lo, hi := s.Min, s.Max
	if math.IsInf(lo, -1) {
		lo = -1e3
	}
	switch {
	case math.IsInf(hi, 1) && s.Whole: // of an index
		hi = most
	case math.IsInf(hi, 1):
		hi = math.Max(lo, 0) + 1e3
	}
	x := lo + u*(hi-lo)
	if lo >= 0 && hi > 100*lo && i >= points/2 {
		least := math.Max(lo, hi*1e-6)
		x = least * math.Pow(hi/least, u)
	}
	if s.Whole {
		x = math.Round(x)
	}
	return x
}

// halton returns a number of Halton's sequence: the digits of i to a base, mirrored at the point.
func halton(i, base int) float64 {
	x, f := 0.0, 1.0
	for ; i > 0; i /= base {
		f /= float64(base)
		x += f * float64(i%base)
	}
	return x
}

func nextPrime(n int) int {
	for {
		n++
		prime := n > 1
		for d := 2; d*d <= n; d++ {
			prime = prime && n%d != 0
		}
		if prime {
			return n
		}
	}
}

// agree reports whether two values differ by rounding only, that of computing or that to a step.
func agree(x, y, step float64) bool {
	return x == y || math.Abs(x-y) <= step+1e-9*math.Max(math.Abs(x), math.Abs(y))
}

// matters reports whether a number that differs by one in a hundred, or by a fifth in a condition, changes any value.
func matters(n *Node, inCondition bool, lines []Line, inputs []Values, want []float64, step float64) bool {
	written := n.Text
	defer func() { n.Text = written }()
	x, _ := strconv.ParseFloat(written, 64)
	for _, factor := range []float64{1.01, 0.8} {
		if factor == 0.8 && !inCondition {
			break
		}
		n.Text = strconv.FormatFloat(x*factor, 'g', -1, 64)
		if x == 0 {
			n.Text = "1e6"
		}
		for i, in := range inputs {
			if !agree(evaluate(lines, in), want[i], step) {
				return true
			}
		}
	}
	return false
}

// write writes inputs in the order of the symbols.
func (e *Equation) write(in Values) string {
	var all []string
	for _, s := range e.Symbols[1:] {
		all = append(all, fmt.Sprintf("%s = %g", s.Name, in[s.Name]))
	}
	return strings.Join(all, ", ")
}
