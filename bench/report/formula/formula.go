// Package formula writes the equations of models: in the letters that a terminal has, and in MathML, which browsers set by
// themselves. The notation is that of package equation.
//
// Begin with Write, for a terminal. A page of the manual has a block of code in the language formula, which Block makes of an
// equation, and WriteBlock and HTML write.
package formula

import (
	"fmt"
	"html"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"

	"halocline/bench/report/text"
	"halocline/sim/equation"
)

// Language is the language that blocks of formulas have in Markdown.
const Language = "formula"

// Title says what an equation gives, and under which setting.
func Title(e equation.Equation) string {
	if e.When != "" {
		return e.Of + ", with " + e.When
	}
	return e.Of
}

// Source says where an equation is from, and what else has to be known of it.
func Source(e equation.Equation) string {
	if e.Note != "" {
		return e.Source + ". " + e.Note
	}
	return e.Source
}

// Block returns the lines of an equation, and behind an empty line those of its symbols; nothing of a rule that is no closed form.
func Block(e equation.Equation) string {
	var b strings.Builder
	b.WriteString(strings.Trim(e.Text, "\n") + "\n")
	for i, s := range e.Symbols {
		if i == 0 {
			b.WriteString("\n")
		}
		b.WriteString(s.Name + ": " + about(s) + "\n")
	}
	return b.String()
}

// about says what a symbol is, its unit, and its range: that of a metric is no limit of it.
func about(s equation.Symbol) string {
	var parts []string
	if s.Meaning != "" {
		parts = append(parts, s.Meaning)
	}
	if s.Key != "" {
		parts = append(parts, "key "+s.Key)
	}
	if s.Metric != "" {
		parts = append(parts, "metric "+s.Metric)
	}
	if s.Unit != "" {
		parts = append(parts, s.Unit)
	}
	switch low, high := math.IsInf(s.Min, -1), math.IsInf(s.Max, 1); {
	case s.Min == s.Max: // the result
	case s.Metric != "": // it is what the run counts: the range is that of the check of the code
	case low && high:
	case low:
		parts = append(parts, "at most "+limit(s.Max))
	case high:
		parts = append(parts, "at least "+limit(s.Min))
	default:
		parts = append(parts, limit(s.Min)+" to "+limit(s.Max))
	}
	return strings.Join(parts, ", ")
}

// Number writes a number with nine digits at most.
func Number(x *big.Rat) string {
	f, _ := x.Float64()
	return decimal(f, 9)
}

// limit writes an end of a range.
func limit(x float64) string { return decimal(x, -1) }

// decimal writes a number with the power of ten as in a formula; with -1 as many digits as it needs.
func decimal(x float64, digits int) string {
	s := strconv.FormatFloat(x, 'g', digits, 64)
	return number(strings.NewReplacer("e+0", "e", "e-0", "e-", "e+", "e").Replace(s))
}

// symbol is a line about a symbol.
type symbol struct{ name, about string }

// split takes a block apart.
func split(block string) ([]equation.Line, []symbol, error) {
	head, tail, _ := strings.Cut(strings.Trim(block, "\n"), "\n\n")
	lines, err := equation.Parse(head)
	var symbols []symbol
	for line := range strings.Lines(tail) {
		name, about, _ := strings.Cut(strings.TrimSpace(line), ": ")
		symbols = append(symbols, symbol{name, about})
	}
	return lines, symbols, err
}

// Write writes an equation for a terminal, behind an indent.
func Write(w io.Writer, e equation.Equation, indent string) error {
	if e.Text == "" {
		return nil
	}
	return WriteBlock(w, Block(e), indent)
}

// WriteBlock writes a block for a terminal, behind an indent.
func WriteBlock(w io.Writer, block, indent string) error {
	lines, symbols, err := split(block)
	if err != nil {
		return err
	}
	for _, l := range lines {
		for i, row := range rows(l.Right) {
			head := name(l.Left) + " = "
			if i > 0 {
				head = strings.Repeat(" ", len([]rune(head)))
			}
			text.Hang(w, indent+head, strings.Split(row, " ")...)
		}
	}
	longest := 0
	for _, s := range symbols {
		longest = max(longest, len([]rune(name(s.name))))
	}
	for _, s := range symbols {
		n := name(s.name)
		text.Hang(w, indent+"  "+n+strings.Repeat(" ", longest-len([]rune(n))+2), strings.Fields(s.about)...)
	}
	return nil
}

// HTML returns a block in HTML. The terms of a sum are formulas of their own, so that a long one breaks between them.
func HTML(block string) (string, error) {
	lines, symbols, err := split(block)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("<div class=\"formula\">\n")
	for _, l := range lines {
		spoken := name(l.Left) + " = " + strings.Join(rows(l.Right), "; ")
		fmt.Fprintf(&b, "<div role=\"math\" aria-label=\"%s\">", html.EscapeString(spoken))
		for i, term := range terms(l.Right) {
			if i == 0 {
				term = mathName(l.Left) + "<mo>=</mo>" + term
			} else {
				b.WriteString("<wbr/>")
			}
			b.WriteString("<math displaystyle=\"true\"><mrow>" + term + "</mrow></math>")
		}
		b.WriteString("</div>\n")
	}
	if len(symbols) > 0 {
		b.WriteString("<ul>\n")
		for _, s := range symbols {
			fmt.Fprintf(&b, "<li><math>%s</math> %s</li>\n", mathName(s.name), html.EscapeString(s.about))
		}
		b.WriteString("</ul>\n")
	}
	b.WriteString("</div>\n")
	return b.String(), nil
}

// greek returns the letter that a name stands for, or the name.
func greek(name string) string {
	letters := map[string]string{
		"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ",
		"mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
		"Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "inf": "∞",
	}
	if l := letters[name]; l != "" {
		return l
	}
	return name
}
