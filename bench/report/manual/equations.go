package manual

import (
	"github.com/yuin/goldmark/ast"

	"halocline/bench/report/formula"
	"halocline/bench/report/text"
	"halocline/sim/equation"
)

// equations writes the equations of a model, each with its source.
func (w *writer) equations(model any) {
	m, ok := model.(equation.Config)
	if !ok {
		return
	}
	for _, e := range m.Equations() {
		w.equation(e)
	}
}

// equation writes an equation with its source.
func (w *writer) equation(e equation.Equation) {
	title := text.Capital(cell(e.Of))
	if e.When != "" {
		title += ", with " + code(e.When)
	}
	if e.Text == "" {
		w.line("\n%s: %s. Source: %s.", title, cell(e.Note), cell(e.Source))
		return
	}
	w.line("\n%s:\n\n```%s\n%s```\n\nSource: %s.", title, formula.Language, formula.Block(e), cell(formula.Source(e)))
}

// isFormula reports whether a block of code holds an equation.
func isFormula(n *ast.FencedCodeBlock, source []byte) bool {
	return string(n.Language(source)) == formula.Language
}

// formula puts an equation in HTML in the place of its block.
func (p *Page) formula(n *ast.FencedCodeBlock) error {
	set, err := formula.HTML(string(n.Lines().Value(p.Text)))
	if err != nil {
		return err
	}
	raw := ast.NewString([]byte(set))
	raw.SetCode(true) // as it is
	block := ast.NewTextBlock()
	block.AppendChild(block, raw)
	n.Parent().ReplaceChild(n.Parent(), n, block)
	return nil
}
