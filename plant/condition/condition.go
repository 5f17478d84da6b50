// Package condition holds conditions over named values, such as
//
//	depth > 90m or contacts > 0
//	battery < 20% and not message == 'recall'
//
// which a scenario writes as a text: when a mission reacts, until when a set-point holds. A comparison has a name on its left side,
// one of < <= > >= == != and a number with its unit or a word in quotes on its right side; a name alone is an event, which is or is
// not. Comparisons are joined by and, or, not and brackets; not binds closest, then and.
//
// A value that is not known, such as a depth before the first reading, makes every comparison with it false, != too, and so its
// negation true: what must not hold without knowledge is best written without not.
//
// Begin with Parse. Whoever has values declares them as Terms.
//
// Left out: arithmetic, values on both sides, and time spans for which something must hold.
package condition

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Term declares a value that a condition may name.
type Term struct {
	Name string
	Unit string // of a number: m, m/s, rad, s, bit, % for a share of 1, 1 for a plain number; "word" for a text; "event" for what is or is not
	Doc  string
}

// The units of terms that are no numbers.
const (
	Word  = "word"
	Event = "event"
)

// Values says what a name stands for now. A number is in the unit of its Term, a share as a number from 0 to 1. ok is false
// while it is not known.
type Values interface {
	Number(name string) (x float64, ok bool)
	Word(name string) (text string, ok bool)
	Happens(event string) bool
}

// Condition is a condition that has been parsed. The zero value holds never.
type Condition struct {
	text string
	root node
}

// String returns the text.
func (c *Condition) String() string { return c.text }

// Holds reports whether the condition holds.
func (c *Condition) Holds(v Values) bool { return c.root != nil && c.root.holds(v) }

// Names returns the names that the condition depends on, each once.
func (c *Condition) Names() []string {
	var all []string
	if c.root != nil {
		c.root.each(func(n node) {
			name := ""
			switch n := n.(type) {
			case *comparison:
				name = n.name
			case happens:
				name = n.name
			}
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		})
	}
	return all
}

// Words returns the words with which a name is compared, each as often as it is.
func (c *Condition) Words(name string) []string {
	var all []string
	if c.root != nil {
		c.root.each(func(n node) {
			if of, ok := n.(*comparison); ok && of.word && of.name == name {
				all = append(all, of.text)
			}
		})
	}
	return all
}

// Minds reports whether a comparison of a name with a word holds for this one.
func (c *Condition) Minds(name, word string) bool {
	found := false
	if c.root != nil {
		c.root.each(func(n node) {
			of, ok := n.(*comparison)
			found = found || ok && of.word && of.name == name && (of.text == word) == (of.op == "==")
		})
	}
	return found
}

// node is a part of a condition.
type node interface {
	holds(Values) bool
	each(func(node)) // comparison and event in it
}

type (
	comparison struct {
		name, op string
		number   float64
		text     string
		word     bool
	}
	happens struct{ name string }
	negated struct{ of node }
	joined  struct {
		and bool
		of  []node
	}
)

func (c *comparison) holds(v Values) bool {
	if c.word {
		text, ok := v.Word(c.name)
		return ok && (text == c.text) == (c.op == "==")
	}
	x, ok := v.Number(c.name)
	if !ok || math.IsNaN(x) {
		return false
	}
	switch c.op {
	case "<":
		return x < c.number
	case "<=":
		return x <= c.number
	case ">":
		return x > c.number
	case ">=":
		return x >= c.number
	case "==":
		return x == c.number
	}
	return x != c.number
}

func (h happens) holds(v Values) bool { return v.Happens(h.name) }
func (n negated) holds(v Values) bool { return !n.of.holds(v) }

func (j *joined) holds(v Values) bool {
	for _, n := range j.of {
		if n.holds(v) != j.and {
			return !j.and
		}
	}
	return j.and
}

func (c *comparison) each(do func(node)) { do(c) }
func (h happens) each(do func(node))     { do(h) }
func (n negated) each(do func(node))     { n.of.each(do) }

func (j *joined) each(do func(node)) {
	for _, n := range j.of {
		n.each(do)
	}
}

// Parse reads a condition over some terms. The error says what is wrong with the text, and what to write.
func Parse(text string, terms []Term) (*Condition, error) {
	tokens, err := scan(text)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: tokens, terms: terms}
	root, err := p.either(0)
	if err == nil && p.at < len(p.tokens) {
		err = fmt.Errorf("%q stands where the condition could end; join comparisons by and, or", p.peek())
	}
	if err != nil {
		return nil, err
	}
	return &Condition{text, root}, nil
}

// mostDepth is how deep brackets and nots may be nested.
const mostDepth = 50

// parser goes through the tokens of a condition.
type parser struct {
	tokens []string
	at     int
	terms  []Term
}

// peek returns the next token; "" at the end.
func (p *parser) peek() string {
	if p.at == len(p.tokens) {
		return ""
	}
	return p.tokens[p.at]
}

// take takes the next token if it is the one.
func (p *parser) take(token string) bool {
	if p.peek() != token || token == "" {
		return false
	}
	p.at++
	return true
}

// either parses parts joined by or.
func (p *parser) either(depth int) (node, error) { return p.join(depth, "or", p.all) }

// all parses parts joined by and.
func (p *parser) all(depth int) (node, error) { return p.join(depth, "and", p.part) }

func (p *parser) join(depth int, word string, part func(int) (node, error)) (node, error) {
	j := &joined{and: word == "and"}
	for {
		n, err := part(depth)
		if err != nil {
			return nil, err
		}
		j.of = append(j.of, n)
		if !p.take(word) {
			break
		}
	}
	if len(j.of) == 1 {
		return j.of[0], nil
	}
	return j, nil
}

// part parses a comparison, an event, or what stands in brackets.
func (p *parser) part(depth int) (node, error) {
	switch {
	case depth > mostDepth:
		return nil, fmt.Errorf("the condition is nested more than %d deep; write it with fewer brackets", mostDepth)
	case p.take("not"):
		n, err := p.part(depth + 1)
		return negated{n}, err
	case p.take("("):
		n, err := p.either(depth + 1)
		if err == nil && !p.take(")") {
			err = fmt.Errorf("a bracket is not closed; write a )")
		}
		return n, err
	}
	return p.comparison()
}

// comparison parses a comparison or an event.
func (p *parser) comparison() (node, error) {
	term, err := p.term()
	if err != nil {
		return nil, err
	}
	if term.Unit == Event {
		return happens{term.Name}, nil
	}
	op := p.peek()
	if !slices.Contains([]string{"<", "<=", ">", ">=", "==", "!="}, op) {
		return nil, fmt.Errorf("%s is compared with nothing; write %s", term.Name, example(term))
	}
	p.at++
	value := p.peek()
	if value == "" {
		return nil, fmt.Errorf("%s %s is followed by nothing; write %s", term.Name, op, example(term))
	}
	p.at++
	c := &comparison{name: term.Name, op: op}
	if term.Unit == Word {
		c.word, c.text = true, strings.Trim(value, "'\"")
		if !quoted(value) || op != "==" && op != "!=" {
			return nil, fmt.Errorf("%s is a word; write %s", term.Name, example(term))
		}
		return c, nil
	}
	c.number, err = number(value, term)
	return c, err
}

// term parses the name of a term.
func (p *parser) term() (Term, error) {
	name := p.peek()
	if i := slices.IndexFunc(p.terms, func(t Term) bool { return t.Name == name }); i >= 0 {
		p.at++
		return p.terms[i], nil
	}
	var all []string
	for _, t := range p.terms {
		all = append(all, t.Name)
	}
	if name == "" {
		return Term{}, fmt.Errorf("a comparison is missing; write one of %s", strings.Join(all, ", "))
	}
	return Term{}, fmt.Errorf("%q is nothing that is known here; there are %s", name, strings.Join(all, ", "))
}

// example returns a comparison with a term.
func example(t Term) string {
	switch t.Unit {
	case Word:
		return t.Name + " == 'recall'"
	case "%":
		return t.Name + " < 20%"
	case "rad":
		return t.Name + " > 90deg"
	case "1":
		return t.Name + " > 0"
	}
	return t.Name + " > 10" + t.Unit
}

// number reads a number in the unit of a term.
func number(text string, t Term) (float64, error) {
	n := strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune("0123456789.+-", r) })
	if n < 0 {
		n = len(text)
	}
	x, err := strconv.ParseFloat(text[:n], 64)
	factor, ok := factors(t.Unit)[text[n:]]
	if err != nil || !ok || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%q is no value of %s; write %s", text, t.Name, example(t))
	}
	return x * factor, nil
}

// factors returns the units in which a value can be written, with what one of them is in the unit of a term.
func factors(unit string) map[string]float64 {
	switch unit {
	case "m":
		return map[string]float64{"m": 1, "km": 1000, "cm": 0.01}
	case "m/s":
		return map[string]float64{"m/s": 1, "cm/s": 0.01, "kn": 1852.0 / 3600}
	case "rad":
		return map[string]float64{"rad": 1, "deg": math.Pi / 180}
	case "s":
		return map[string]float64{"s": 1, "ms": 1e-3, "min": 60, "h": 3600}
	case "bit":
		return map[string]float64{"bit": 1, "kbit": 1e3, "Mbit": 1e6}
	case "%":
		return map[string]float64{"%": 0.01}
	case "1":
		return map[string]float64{"": 1}
	}
	return map[string]float64{unit: 1}
}

// scan parts a text into names, operators, values and brackets.
func scan(text string) ([]string, error) {
	var tokens []string
	for i := 0; i < len(text); {
		rest := text[i:]
		n := 0
		switch c := rest[0]; {
		case c == ' ' || c == '\t' || c == '\n':
			i++
			continue
		case strings.HasPrefix(rest, "no way"): // the one event of two words
			n = len("no way")
		case c == '\'' || c == '"':
			if n = strings.IndexByte(rest[1:], c) + 2; n == 1 {
				return nil, fmt.Errorf("a quotation mark is not closed; write a second %c", c)
			}
		case strings.ContainsRune("()", rune(c)):
			n = 1
		case strings.ContainsRune("<>=!", rune(c)):
			n = span(rest, func(c byte) bool { return strings.IndexByte("<>=!", c) >= 0 })
		default:
			n = span(rest, func(c byte) bool { return strings.IndexByte(" \t\n()<>=!'\"", c) < 0 })
		}
		tokens = append(tokens, rest[:n])
		i += n
	}
	return tokens, nil
}

// span returns the length of what belongs together at the front of s.
func span(s string, belongs func(byte) bool) int {
	n := 0
	for n < len(s) && belongs(s[n]) {
		n++
	}
	return n
}

// quoted reports whether a token is a word in quotation marks.
func quoted(s string) bool {
	return len(s) >= 2 && (s[0] == '\'' || s[0] == '"') && s[len(s)-1] == s[0]
}
