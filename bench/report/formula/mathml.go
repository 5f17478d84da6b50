package formula

import (
	"html"
	"strings"

	"halocline/sim/equation"
)

// terms returns the terms of a right side in MathML, each with its sign.
func terms(n *equation.Node) []string {
	switch n.Op {
	case equation.Add:
		return append(terms(n.Args[0]), `<mo form="infix">+</mo>`+render(n.Args[1]))
	case equation.Sub:
		return append(terms(n.Args[0]), `<mo form="infix">−</mo>`+renderWithin(n.Args[1], rankProduct))
	}
	return []string{render(n)}
}

// mathName returns a name with its index.
func mathName(s string) string {
	base, index, found := strings.Cut(s, "_")
	if !found {
		return "<mi>" + greek(base) + "</mi>"
	}
	kind := "mi"
	if strings.Trim(index, "0123456789") == "" {
		kind = "mn"
	}
	return "<msub><mi>" + greek(base) + "</mi><" + kind + ">" + greek(index) + "</" + kind + "></msub>"
}

// mathNumber returns a number with its power of ten.
func mathNumber(s string) string {
	digits, power, found := strings.Cut(s, "e")
	if !found {
		return "<mn>" + s + "</mn>"
	}
	ten := "<msup><mn>10</mn><mn>" + strings.Replace(strings.TrimPrefix(power, "+"), "-", "−", 1) + "</mn></msup>"
	if digits == "1" {
		return ten
	}
	return "<mn>" + digits + "</mn><mo>·</mo>" + ten
}

// row makes one part of several, where one is needed.
func row(parts string) string { return "<mrow>" + parts + "</mrow>" }

// renderWithin renders an operand, in parentheses where its rank is below the least.
func renderWithin(n *equation.Node, least int) string {
	if rank(n) < least {
		return fenced("(", render(n), ")")
	}
	return render(n)
}

func fenced(left, inner, right string) string {
	const tight = `<mo lspace="0" rspace="0">`
	return row(tight + left + "</mo>" + row(inner) + tight + right + "</mo>")
}

// render returns a part in MathML.
func render(n *equation.Node) string {
	switch n.Op {
	case equation.Number:
		return mathNumber(n.Text)
	case equation.Name:
		return mathName(n.Text)
	case equation.Add:
		return render(n.Args[0]) + "<mo>+</mo>" + render(n.Args[1])
	case equation.Sub:
		return render(n.Args[0]) + "<mo>−</mo>" + renderWithin(n.Args[1], rankProduct)
	case equation.Neg:
		return `<mo form="prefix">−</mo>` + renderWithin(n.Args[0], rankProduct)
	case equation.Mul:
		times := `<mspace width="0.17em"/>`
		if beginsWithNumber(n.Args[1]) && n.Args[1].Op != equation.Div {
			times = "<mo>·</mo>"
		}
		return renderWithin(n.Args[0], rankProduct) + times + renderWithin(n.Args[1], rankProduct)
	case equation.Div:
		return "<mfrac>" + row(render(n.Args[0])) + row(render(n.Args[1])) + "</mfrac>"
	case equation.Power:
		return renderPower(n)
	case equation.Call:
		return renderCall(n)
	case equation.Cases:
		return renderCases(n)
	}
	return renderCondition(n)
}

// renderPower puts an exponent above the index of its base, where it has one.
func renderPower(n *equation.Node) string {
	base, exponent := n.Args[0], row(render(n.Args[1]))
	if name, indexed := strings.CutPrefix(render(base), "<msub>"); indexed && base.Op == equation.Name {
		return "<msubsup>" + strings.TrimSuffix(name, "</msub>") + exponent + "</msubsup>"
	}
	return "<msup>" + row(renderWithin(base, rankAtom)) + exponent + "</msup>"
}

// renderCondition renders a comparison, or several of which all must hold.
func renderCondition(n *equation.Node) string {
	between := "<mtext>&#160;and&#160;</mtext>"
	if n.Op != equation.And {
		between = "<mo>" + html.EscapeString(comparison(n.Op)) + "</mo>"
	}
	return render(n.Args[0]) + between + render(n.Args[1])
}

func renderCall(n *equation.Node) string {
	var args []string
	for _, a := range n.Args {
		args = append(args, render(a))
	}
	switch n.Text {
	case "sqrt":
		return "<msqrt>" + row(args[0]) + "</msqrt>"
	case "abs":
		return fenced("|", args[0], "|")
	case "floor":
		return fenced("⌊", args[0], "⌋")
	case "ceil":
		return fenced("⌈", args[0], "⌉")
	case "sum":
		return "<munderover><mo>∑</mo>" + row(args[0]+"<mo>=</mo>"+args[1]) + row(args[2]) + "</munderover>" + renderWithin(n.Args[3], rankProduct)
	}
	head := mathName(n.Text)
	if base, ok := strings.CutPrefix(n.Text, "log"); ok {
		head = "<msub><mi>log</mi><mn>" + base + "</mn></msub>"
	}
	return head + fenced("(", strings.Join(args, "<mo>,</mo>"), ")")
}

func renderCases(n *equation.Node) string {
	var rows strings.Builder
	for i := 0; i < len(n.Args); i += 2 {
		condition := "<mtext>otherwise</mtext>"
		if i+1 < len(n.Args) {
			condition = "<mtext>if&#160;</mtext>" + render(n.Args[i+1])
		}
		rows.WriteString("<mtr><mtd>" + row(render(n.Args[i])) + "</mtd><mtd>" + row(condition) + "</mtd></mtr>")
	}
	return row(`<mo>{</mo><mtable>` + rows.String() + "</mtable>")
}
