package study

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"halocline/scenarios/strict"
)

// expression is a formula over named values, such as "2 * speed" or
// "vehicles < 8 or speed <= 0.2m/s". Its grammar, loosest first:
//
//	or    = and { "or" and }
//	and   = not { "and" not }
//	not   = "not" not | compare
//	compare = sum [ ("<" | "<=" | ">" | ">=" | "==" | "!=") sum ]
//	sum   = product { ("+" | "-") product }
//	product = sign { ("*" | "/") sign }
//	sign  = "-" sign | operand
//	operand = quantity | "text" | true | false | name | function "(" or { "," or } ")" | "(" or ")"
//
// A unit stands directly behind its number. A name is that of a value that the
// study knows, so it may hold dots, brackets and hyphens: the longest known name
// is taken.
type expression struct {
	op   string // of an operand: "value", "name"; otherwise the operator or function
	at   int    // offset in the text, bytes
	args []*expression
	val  value // of op "value"
	slot int   // of op "name"
}

// mistake is what is wrong with an expression, and at which byte of it.
type mistake struct {
	at  int
	msg string
}

func (m mistake) Error() string { return m.msg }

// scope gives the names that an expression may use.
type scope struct {
	units dimensions
	slots map[string]int    // a name: where its value is
	wrong map[string]string // a name that cannot be used: why
}

// names returns the names that can be used, in order.
func (s *scope) names() []string {
	var out []string
	for name := range s.slots {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// maxExpression bounds a formula, maxNesting the depth of its parentheses.
const (
	maxExpression = 2000 // bytes
	maxNesting    = 100
)

// parser reads one expression.
type parser struct {
	text  string
	pos   int
	depth int
	scope *scope
	wrong *mistake
}

// parse reads an expression. The error is a mistake.
func parse(text string, s *scope) (*expression, error) {
	if len(text) > maxExpression {
		return nil, mistake{0, fmt.Sprintf("the expression is longer than %d characters", maxExpression)}
	}
	p := &parser{text: text, scope: s}
	e := p.or()
	if p.space(); p.pos < len(p.text) {
		p.fail(p.pos, "%q is not expected here; write %s", p.word(), p.instead("an operator such as + or <"))
	}
	if p.wrong != nil {
		return nil, *p.wrong
	}
	return e, nil
}

// instead returns the word for a sign that has this meaning in other languages, or else what is due.
func (p *parser) instead(due string) string {
	if word := map[string]string{"&": "and", "|": "or", "!": "not"}[p.word()]; word != "" {
		return word
	}
	return due
}

// fail notes the first mistake and goes to the end of the text, where everything
// else ends soon. What it returns stands for what could not be read.
func (p *parser) fail(at int, format string, args ...any) *expression {
	if p.wrong == nil {
		p.wrong = &mistake{at, fmt.Sprintf(format, args...)}
	}
	p.pos = len(p.text)
	return &expression{op: "value", at: at}
}

// deeper counts a level of nesting, and reports whether there are too many.
func (p *parser) deeper(at int) bool {
	if p.depth++; p.depth > maxNesting {
		p.fail(at, "the expression is nested deeper than %d levels", maxNesting)
	}
	return p.depth > maxNesting
}

func (p *parser) space() {
	for p.pos < len(p.text) && strings.ContainsRune(" \t\n", rune(p.text[p.pos])) {
		p.pos++
	}
}

// accept takes one of the operators, if it comes next. Longer ones come first.
func (p *parser) accept(operators ...string) (string, int) {
	p.space()
	for _, op := range operators {
		rest, ok := strings.CutPrefix(p.text[p.pos:], op)
		if !ok || isName(op) && rest != "" && nameByte(rest[0]) {
			continue
		}
		at := p.pos
		p.pos += len(op)
		return op, at
	}
	return "", 0
}

// isName reports whether an operator is a word.
func isName(op string) bool { return 'a' <= op[0] && op[0] <= 'z' }

// nameByte reports whether a byte goes on with a name.
func nameByte(b byte) bool {
	return b == '_' || b == '.' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b >= utf8.RuneSelf
}

// binary reads operands with operators between them, which bind to the left.
func (p *parser) binary(operand func() *expression, operators ...string) *expression {
	left := operand()
	for {
		op, at := p.accept(operators...)
		if op == "" {
			return left
		}
		left = &expression{op: op, at: at, args: []*expression{left, operand()}}
	}
}

func (p *parser) or() *expression {
	defer func() { p.depth-- }()
	if at := p.pos; p.deeper(at) {
		return &expression{op: "value", at: at}
	}
	return p.binary(p.and, "or")
}

func (p *parser) and() *expression { return p.binary(p.not, "and") }

func (p *parser) not() *expression {
	if op, at := p.accept("not"); op != "" {
		defer func() { p.depth-- }()
		if p.deeper(at) {
			return &expression{op: "value", at: at}
		}
		return &expression{op: op, at: at, args: []*expression{p.not()}}
	}
	return p.compare()
}

func (p *parser) compare() *expression {
	left := p.sum()
	op, at := p.accept("<=", ">=", "==", "!=", "<", ">")
	if op == "" {
		if _, at := p.accept("="); at > 0 {
			p.fail(at, "= compares nothing; write ==")
		}
		return left
	}
	e := &expression{op: op, at: at, args: []*expression{left, p.sum()}}
	if again, at := p.accept("<=", ">=", "==", "!=", "<", ">"); again != "" {
		p.fail(at, "two comparisons in a row; write a < b and b < c")
	}
	return e
}

func (p *parser) sum() *expression { return p.binary(p.product, "+", "-") }

func (p *parser) product() *expression { return p.binary(p.sign, "*", "/") }

func (p *parser) sign() *expression {
	if op, at := p.accept("-"); op != "" {
		defer func() { p.depth-- }()
		if p.deeper(at) {
			return &expression{op: "value", at: at}
		}
		if p.pos < len(p.text) && '0' <= p.text[p.pos] && p.text[p.pos] <= '9' {
			p.pos = at // one number, so that -2degC is below zero
			return p.quantity()
		}
		return &expression{op: "neg", at: at, args: []*expression{p.sign()}}
	}
	return p.operand()
}

func (p *parser) operand() *expression {
	p.space()
	at := p.pos
	if at == len(p.text) {
		return p.fail(at, "the expression ends where it needs a value")
	}
	switch c := p.text[at]; {
	case c == '(':
		p.pos++
		e := p.or()
		p.close()
		return e
	case c == '"' || c == '\'':
		return p.quoted(c)
	case '0' <= c && c <= '9':
		return p.quantity()
	}
	if e := p.named(); e != nil {
		return e
	}
	return p.call()
}

// close takes a closing parenthesis.
func (p *parser) close() {
	if op, _ := p.accept(")"); op == "" {
		p.fail(p.pos, "a ) is missing here")
	}
}

// quoted reads a text.
func (p *parser) quoted(quote byte) *expression {
	at := p.pos
	length := strings.IndexByte(p.text[at+1:], quote)
	if length < 0 {
		return p.fail(at, "the text that begins here does not end")
	}
	p.pos = at + length + 2
	return &expression{op: "value", at: at, val: value{kind: word, text: p.text[at+1 : at+1+length]}}
}

// quantity reads a number with the unit directly behind it. The longest text
// that is a quantity is taken, unless it would end in the middle of a name: so
// 1/min(a, b) divides, and 5/s is a rate.
func (p *parser) quantity() *expression {
	at := p.pos
	longest := at
	for end := min(len(p.text), at+60); end > at; end-- {
		if end < len(p.text) && (nameByte(p.text[end]) || p.text[end] == '(') && nameByte(p.text[end-1]) {
			continue
		}
		text := p.text[at:end]
		if strings.ContainsAny(text, " \t\n") {
			continue
		}
		if x, symbol, ok := p.scope.units.table.Amount(text); ok {
			p.pos = end
			return &expression{op: "value", at: at, val: p.scope.units.amount(x, symbol)}
		}
	}
	for longest < len(p.text) && (nameByte(p.text[longest]) || p.text[longest] == '/') {
		longest++
	}
	return p.fail(at, "%q is no number with a known unit; halocline list units has them", p.text[at:longest])
}

// named reads the longest known name, or nothing.
func (p *parser) named() *expression {
	best := ""
	for name := range p.scope.slots {
		if len(name) > len(best) && p.next(name) {
			best = name
		}
	}
	why := ""
	for name, reason := range p.scope.wrong {
		if len(name) > len(best) && p.next(name) {
			best, why = name, reason
		}
	}
	switch {
	case best == "":
		return nil
	case why != "":
		return p.fail(p.pos, "%s", why)
	}
	e := &expression{op: "name", at: p.pos, slot: p.scope.slots[best]}
	p.pos += len(best)
	return e
}

// next reports whether a name comes next, and whole.
func (p *parser) next(name string) bool {
	rest, ok := strings.CutPrefix(p.text[p.pos:], name)
	return ok && (rest == "" || !nameByte(rest[0]) && rest[0] != '[')
}

// functions returns the functions, and the least and largest number of their
// arguments.
func functions() map[string][2]int {
	return map[string][2]int{"min": {2, 100}, "max": {2, 100}, "round": {1, 2}, "floor": {1, 2}, "ceil": {1, 2}, "exp": {1, 1}, "if": {3, 3}}
}

// unquoted returns what is said of an unknown name that == or != compares: a text may
// be meant, such as the name of a model.
func (p *parser) unquoted(at int, name string) string {
	before := strings.TrimSpace(p.text[:at])
	after := strings.TrimSpace(p.text[at+len(name):])
	for _, op := range []string{"==", "!="} {
		if strings.HasSuffix(before, op) || strings.HasPrefix(after, op) {
			return fmt.Sprintf("; to compare with a text, quote it: '%s'", name)
		}
	}
	return ""
}

// call reads a function with its arguments, or true or false.
func (p *parser) call() *expression {
	at, name := p.pos, p.word()
	switch {
	case name == "true" || name == "false":
		p.pos += len(name)
		return &expression{op: "value", at: at, val: value{kind: truth, yes: name == "true"}}
	case name == "and" || name == "or" || name == "not" || !unicode.IsLetter(firstRune(name)):
		return p.fail(at, "%q is not expected here; write %s", name, p.instead("a value"))
	}
	count, known := functions()[name]
	if !known {
		return p.fail(at, "%s%s", strict.Unknown("name", name, p.scope.names()), p.unquoted(at, name))
	}
	p.pos += len(name)
	if op, _ := p.accept("("); op == "" {
		return p.fail(p.pos, "%s is a function; write a ( behind it", name)
	}
	e := &expression{op: name, at: at, args: []*expression{p.or()}}
	for {
		if op, _ := p.accept(","); op == "" {
			break
		}
		e.args = append(e.args, p.or())
	}
	p.close()
	if n := len(e.args); n < count[0] || n > count[1] {
		due := fmt.Sprint(count[0])
		if count[0] < count[1] {
			due = fmt.Sprintf("%d to %d", count[0], count[1])
		}
		return p.fail(at, "%s has %d arguments; it takes %s", name, n, due)
	}
	return e
}

// word returns what comes next, up to the end of the name or sign.
func (p *parser) word() string {
	rest := p.text[p.pos:]
	n := 0
	for n < len(rest) && nameByte(rest[n]) {
		n++
	}
	if n == 0 {
		_, n = utf8.DecodeRuneInString(rest)
	}
	return rest[:n]
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// uses notes the slots that an expression reads.
func (e *expression) uses(slots map[int]bool) {
	if e.op == "name" {
		slots[e.slot] = true
	}
	for _, a := range e.args {
		a.uses(slots)
	}
}
