package equation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Op is what a node of an equation does.
type Op string

// The operations. A comparison has the operation that is written between its sides.
const (
	Number Op = "number"
	Name   Op = "name"
	Add    Op = "+"
	Sub    Op = "-"
	Neg    Op = "neg"
	Mul    Op = "*"
	Div    Op = "/"
	Power  Op = "^"
	Call   Op = "call"
	Cases  Op = "cases" // a value, its condition, a value, its condition ...; the last condition is missing where it is "otherwise"
	And    Op = "and"
)

// Node is a part of an equation.
type Node struct {
	Op   Op
	Text string // of a number, a name or a function, as it is written
	Args []*Node
}

// Line is one line of an equation.
type Line struct {
	Left  string
	Right *Node
}

// Parse reads the lines of an equation.
func Parse(text string) ([]Line, error) {
	var lines []Line
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		p := &parser{text: line}
		left := p.name()
		if left == "" || !p.accept("=") {
			return nil, fmt.Errorf("%q does not begin with a name and =", line)
		}
		right := p.cases()
		if p.space(); p.err == nil && p.text != "" {
			p.fail("%q is not expected", p.text)
		}
		if p.err != nil {
			return nil, fmt.Errorf("in %q: %w", line, p.err)
		}
		lines = append(lines, Line{left, right})
	}
	return lines, nil
}

// parser reads a line from its beginning; text is what remains.
type parser struct {
	text string
	err  error
}

// fail notes the first fault, and returns a node to go on with.
func (p *parser) fail(format string, args ...any) *Node {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
	p.text = ""
	return &Node{Op: Number, Text: "0"}
}

func (p *parser) space() { p.text = strings.TrimLeft(p.text, " ") }

// accept takes a sign or word if it comes next.
func (p *parser) accept(word string) bool {
	p.space()
	rest, ok := strings.CutPrefix(p.text, word)
	if ok {
		p.text = rest
	}
	return ok
}

// keyword reports whether a word of the notation comes next.
func (p *parser) keyword() bool {
	p.space()
	word := &parser{text: p.text}
	return slices.Contains([]string{"if", "otherwise", "and"}, word.name())
}

// name takes a name, or returns nothing.
func (p *parser) name() string {
	p.space()
	end := 0
	for i, r := range p.text {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && r != '_') {
			break
		}
		end = i + utf8.RuneLen(r)
	}
	name := p.text[:end]
	p.text = p.text[end:]
	return name
}

// cases reads values with their conditions, or one value.
func (p *parser) cases() *Node {
	value := p.sum()
	if !p.accept("if ") {
		return value
	}
	c := &Node{Op: Cases, Args: []*Node{value, p.condition()}}
	for p.accept(";") {
		c.Args = append(c.Args, p.sum())
		if p.accept("otherwise") {
			return c
		}
		if !p.accept("if ") {
			return p.fail("a value needs a condition or otherwise")
		}
		c.Args = append(c.Args, p.condition())
	}
	return c
}

// condition reads comparisons, of which all must hold.
func (p *parser) condition() *Node {
	left := p.comparison()
	for p.accept("and ") {
		left = &Node{Op: And, Args: []*Node{left, p.comparison()}}
	}
	return left
}

func (p *parser) comparison() *Node {
	left := p.sum()
	for _, op := range []string{"<=", ">=", "<", ">"} {
		if p.accept(op) {
			return &Node{Op: Op(op), Args: []*Node{left, p.sum()}}
		}
	}
	return p.fail("a condition compares nothing")
}

func (p *parser) sum() *Node {
	left := p.product()
	for {
		switch {
		case p.accept("+"):
			left = &Node{Op: Add, Args: []*Node{left, p.product()}}
		case p.accept("-"):
			left = &Node{Op: Sub, Args: []*Node{left, p.product()}}
		default:
			return left
		}
	}
}

// product reads factors. What follows a division must be another one, or the reader could take it for the denominator.
func (p *parser) product() *Node {
	left := p.factor()
	for divided := false; ; {
		switch p.space(); {
		case p.accept("*"):
			left = &Node{Op: Mul, Args: []*Node{left, p.factor()}}
			divided = false
		case p.accept("/"):
			left = &Node{Op: Div, Args: []*Node{left, p.factor()}}
			divided = true
		case !p.operand():
			return left
		case divided:
			return p.fail("write * behind a denominator, or parentheses around it")
		default:
			left = &Node{Op: Mul, Args: []*Node{left, p.factor()}}
		}
	}
}

// operand reports whether a number, a name or a parenthesis comes next.
func (p *parser) operand() bool {
	r, _ := utf8.DecodeRuneInString(p.text)
	return p.text != "" && !p.keyword() && (r == '(' || r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r))
}

func (p *parser) factor() *Node {
	if p.accept("-") {
		return &Node{Op: Neg, Args: []*Node{p.factor()}}
	}
	base := p.primary()
	if p.accept("^") {
		return &Node{Op: Power, Args: []*Node{base, p.factor()}}
	}
	return base
}

func (p *parser) primary() *Node {
	if p.accept("(") {
		inner := p.sum()
		if !p.accept(")") {
			return p.fail("a ) is missing before %q", p.text)
		}
		return inner
	}
	if n := p.number(); n != nil {
		return n
	}
	name := p.name()
	if name == "" {
		return p.fail("%q is no value", p.text)
	}
	if !isFunction(name) {
		return &Node{Op: Name, Text: name}
	}
	return p.call(name)
}

// number takes a number, with a power of ten where it has one.
func (p *parser) number() *Node {
	p.space()
	end := 0
	for end < len(p.text) {
		c := p.text[end]
		exponent := c == 'e' && end > 0 && end+1 < len(p.text) && strings.ContainsRune("-+0123456789", rune(p.text[end+1]))
		signed := (c == '-' || c == '+') && end > 0 && p.text[end-1] == 'e'
		if c != '.' && (c < '0' || c > '9') && !exponent && !signed {
			break
		}
		end++
	}
	if end == 0 {
		return nil
	}
	n := &Node{Op: Number, Text: p.text[:end]}
	if _, err := strconv.ParseFloat(n.Text, 64); err != nil {
		return p.fail("%q is no number", n.Text)
	}
	p.text = p.text[end:]
	return n
}

// isFunction reports whether the notation knows a function.
func isFunction(name string) bool {
	return Functions()[name] != nil || slices.Contains([]string{"min", "max", "sum"}, name)
}

// call reads the arguments of a function.
func (p *parser) call(name string) *Node {
	n := &Node{Op: Call, Text: name}
	if !p.accept("(") {
		return p.fail("%s is a function and needs a (", name)
	}
	for {
		n.Args = append(n.Args, p.sum())
		if !p.accept(",") {
			break
		}
	}
	least, most := 1, 1
	switch name {
	case "min", "max":
		least, most = 2, 9
	case "sum":
		least, most = 4, 4
	}
	switch {
	case !p.accept(")"):
		return p.fail("a ) is missing before %q", p.text)
	case len(n.Args) < least || len(n.Args) > most:
		return p.fail("%s has %d arguments", name, len(n.Args))
	case name == "sum" && n.Args[0].Op != Name:
		return p.fail("sum begins with the name of what runs")
	}
	return n
}
