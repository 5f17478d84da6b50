package manual

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// tables reads the tables of GitHub's Markdown and renders them. The package of goldmark that does so compiles the patterns of all
// its extensions when a program starts, whatever that is asked for: 0.26 MB, and a tenth of the time of halocline version. A test
// compares the two.
type tables struct{}

// Extend implements goldmark.Extender.
func (tables) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(
		parser.WithParagraphTransformers(util.Prioritized(tables{}, 200)),
		parser.WithASTTransformers(util.Prioritized(pipes{}, 0)),
	)
	m.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(tables{}, 500)))
}

// Transform makes a table of a paragraph whose second line says so.
func (tables) Transform(p *ast.Paragraph, reader text.Reader, _ parser.Context) {
	lines, source := p.Lines(), reader.Source()
	if lines.Len() < 2 {
		return
	}
	below := lines.At(1)
	sides, isTable := alignments(string(below.Value(source)))
	head := tableRow(lines.At(0), sides, source)
	if !isTable || head.ChildCount() > len(sides) {
		return
	}
	fill(head, len(sides))
	table := extast.NewTable()
	table.Alignments = sides
	table.AppendChild(table, extast.NewTableHeader(head))
	for i := 2; i < lines.Len(); i++ {
		row := tableRow(lines.At(i), sides, source)
		for row.ChildCount() > len(sides) {
			row.RemoveChild(row, row.LastChild())
		}
		fill(row, len(sides))
		table.AppendChild(table, row)
	}
	p.Parent().ReplaceChild(p.Parent(), p, table)
}

// fill adds the cells that a row lacks.
func fill(row *extast.TableRow, cells int) {
	for row.ChildCount() < cells {
		row.AppendChild(row, extast.NewTableCell())
	}
}

// alignments reads the line below the heads: |:---|---:|.
func alignments(line string) (sides []extast.Alignment, ok bool) {
	line = strings.TrimSpace(line)
	if !strings.Contains(line, "-") || strings.Trim(line, "-") == "" {
		return nil, false
	}
	for cell := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), "|") {
		cell = strings.TrimSpace(cell)
		left, right := strings.HasPrefix(cell, ":"), strings.HasSuffix(cell, ":")
		if dashes := strings.TrimSuffix(strings.TrimPrefix(cell, ":"), ":"); dashes == "" || strings.Trim(dashes, "-") != "" {
			return nil, false
		}
		side := extast.AlignNone
		switch {
		case left && right:
			side = extast.AlignCenter
		case left:
			side = extast.AlignLeft
		case right:
			side = extast.AlignRight
		}
		sides = append(sides, side)
	}
	return sides, true
}

// tableRow takes a line apart at its pipes, but for those behind a backslash.
func tableRow(line text.Segment, sides []extast.Alignment, source []byte) *extast.TableRow {
	row := extast.NewTableRow(sides)
	line = line.TrimLeftSpace(source)
	line = line.TrimRightSpace(source)
	at, end := line.Start, line.Stop
	if at < end && source[at] == '|' {
		at++
	}
	if at < end && source[end-1] == '|' {
		end--
	}
	for at < end {
		stop := at
		for stop < end && !(source[stop] == '|' && source[stop-1] != '\\') {
			stop++
		}
		cell := extast.NewTableCell()
		if n := row.ChildCount(); n < len(sides) {
			cell.Alignment = sides[n]
		}
		inner := text.NewSegment(at, stop)
		inner = inner.TrimLeftSpace(source)
		inner = inner.TrimRightSpace(source)
		cell.Lines().Append(inner)
		row.AppendChild(row, cell)
		at = stop + 1
	}
	return row
}

// pipes takes the backslash of pipes in the code of a cell away, which is no part of the code.
type pipes struct{}

// Transform implements parser.ASTTransformer.
func (pipes) Transform(page *ast.Document, reader text.Reader, _ parser.Context) {
	source := reader.Source()
	var escaped []*ast.Text
	ast.Walk(page, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		t, isText := n.(*ast.Text)
		if !entering || !isText || n.Parent().Kind() != ast.KindCodeSpan || !bytes.Contains(t.Segment.Value(source), []byte(`\|`)) {
			return ast.WalkContinue, nil
		}
		for up := n.Parent(); up != nil; up = up.Parent() {
			if up.Kind() == extast.KindTableCell {
				escaped = append(escaped, t)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, t := range escaped {
		code := t.Parent()
		for {
			i := bytes.Index(t.Segment.Value(source), []byte(`\|`))
			if i < 0 {
				break
			}
			before, behind := ast.NewRawTextSegment(t.Segment.WithStop(t.Segment.Start+i)), ast.NewRawTextSegment(t.Segment.WithStart(t.Segment.Start+i+1))
			code.InsertAfter(code, t, before)
			code.InsertAfter(code, before, behind)
			code.RemoveChild(code, t)
			t = behind
		}
	}
}

// RegisterFuncs implements renderer.NodeRenderer.
func (tables) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	around := func(before, behind func(ast.Node) string) renderer.NodeRendererFunc {
		return func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
			var err error
			if entering {
				_, err = w.WriteString(before(n))
			} else {
				_, err = w.WriteString(behind(n))
			}
			return ast.WalkContinue, err
		}
	}
	always := func(s string) func(ast.Node) string { return func(ast.Node) string { return s } }
	reg.Register(extast.KindTable, around(always("<table>\n"), always("</table>\n")))
	reg.Register(extast.KindTableHeader, around(always("<thead>\n<tr>\n"), func(n ast.Node) string {
		if n.NextSibling() != nil {
			return "</tr>\n</thead>\n<tbody>\n"
		}
		return "</tr>\n</thead>\n"
	}))
	reg.Register(extast.KindTableRow, around(always("<tr>\n"), func(n ast.Node) string {
		if n.NextSibling() == nil {
			return "</tr>\n</tbody>\n"
		}
		return "</tr>\n"
	}))
	reg.Register(extast.KindTableCell, renderCell)
}

// renderCell writes the tags of a cell. The side on which it stands is an attribute, since the policy of the site forbids styles.
func renderCell(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	tag := "td"
	if n.Parent().Kind() == extast.KindTableHeader {
		tag = "th"
	}
	if !entering {
		_, err := fmt.Fprintf(w, "</%s>\n", tag)
		return ast.WalkContinue, err
	}
	fmt.Fprintf(w, "<%s", tag)
	if side := n.(*extast.TableCell).Alignment; side != extast.AlignNone {
		fmt.Fprintf(w, " align=%q", side.String())
	}
	html.RenderAttributes(w, n, nil)
	return ast.WalkContinue, w.WriteByte('>')
}
