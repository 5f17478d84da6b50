package manual

import (
	"archive/zip"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"halocline/bench/report/text"
)

// site is what a site has beside the pages.
//
//go:embed site
var site embed.FS

// File is a file of the site.
type File struct {
	Name string
	Text []byte
}

// Site returns the files of the site, of which index.html is the first to be read. All of it works from a disk too, without a server.
func (m *Manual) Site() ([]File, error) {
	layout, err := template.ParseFS(site, "site/page.html")
	if err != nil {
		return nil, err
	}
	var files []File
	for i, p := range m.pages {
		var body, page bytes.Buffer
		if err := p.html(&body); err != nil {
			return nil, fmt.Errorf("page %s: %w", p.Name, err)
		}
		around := append(append([]*Page{nil}, m.pages...), nil)
		err := layout.Execute(&page, map[string]any{
			"Page": p, "Parts": m.parts, "Sections": p.headings(), "Before": around[i], "After": around[i+2],
			"Body": template.HTML(body.String()), // made here of pages that are part of the program
		})
		if err != nil {
			return nil, err
		}
		files = append(files, File{p.Name + ".html", page.Bytes()})
	}
	index, err := m.searchIndex()
	if err != nil {
		return nil, err
	}
	files = append(files, File{"search-index.js", index})
	for _, name := range []string{"style.css", "search.js", "icon.svg"} {
		text, err := site.ReadFile("site/" + name)
		if err != nil {
			return nil, err
		}
		files = append(files, File{name, text})
	}
	for _, name := range sortedKeys(m.pictures) {
		files = append(files, File{name, m.pictures[name]})
	}
	return files, nil
}

// html writes the page in HTML, with links to other pages as files of the site. The page is read again for it, since links are changed.
func (p *Page) html(w *bytes.Buffer) error {
	tree := parse(p.Text)
	var formulas []*ast.FencedCodeBlock
	ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.FencedCodeBlock:
			if entering && isFormula(n, p.Text) {
				formulas = append(formulas, n)
			}
		case *ast.Link:
			if entering && !strings.Contains(string(n.Destination), "://") {
				n.Destination = bytes.Replace(n.Destination, []byte(".md"), []byte(".html"), 1)
			}
		case *ast.Image:
			n.SetAttributeString("loading", []byte("lazy"))
		case *extast.TableCell: // a phone shows no heads of columns
			if column := headOf(n); column != nil {
				n.SetAttributeString("data-column", []byte(plain(column, p.Text)))
			}
		}
		return ast.WalkContinue, nil
	})
	for _, n := range formulas {
		if err := p.formula(n); err != nil {
			return err
		}
	}
	return markdown().Renderer().Render(w, p.Text, tree)
}

// headOf returns the head of the column that a cell is in, or nil for a head.
func headOf(cell *extast.TableCell) ast.Node {
	row := cell.Parent()
	head := row.Parent().FirstChild()
	if row == head {
		return nil
	}
	column := head.FirstChild()
	for c := row.FirstChild(); c != cell && column != nil; c = c.NextSibling() {
		column = column.NextSibling()
	}
	return column
}

// headings returns the headings of the page, those below others left out.
func (p *Page) headings() []found {
	var all []found
	for _, s := range p.sections() {
		if s.level == 2 {
			all = append(all, found{Address: "#" + s.id, Heading: s.heading})
		}
	}
	return all
}

// found is a section as the search of the site sees it.
type found struct {
	Address string `json:"a"`
	Title   string `json:"t"`
	Heading string `json:"h,omitempty"`
	Text    string `json:"x"`

	pieces []string // paragraphs, items of lists, rows of tables, lines of code
}

// searchIndex returns the script with all sections, which search.js looks through.
func (m *Manual) searchIndex() ([]byte, error) {
	text, err := json.Marshal(m.passages())
	return slices.Concat([]byte("const manualSections = "), text, []byte(";\n")), err
}

// passages returns what a search looks through. A row of a table that begins with code, as that of a key or of a metric does, is a
// passage of its own.
func (m *Manual) passages() []found {
	var all []found
	for _, p := range m.pages {
		for _, s := range p.sections() {
			f := found{Address: p.Name + ".html", Title: p.title}
			if s.id != "" {
				f.Address, f.Heading = f.Address+"#"+s.id, s.heading
			}
			var texts []string
			var rows []found
			for _, n := range s.nodes[1:] {
				if table, ok := n.(*extast.Table); ok && isOfCode(table) {
					rows = append(rows, f.rows(table, p.Text)...)
					continue
				}
				texts = append(texts, plain(n, p.Text))
				f.pieces = append(f.pieces, pieces(n, p.Text)...)
			}
			f.Text = text.OneLine(strings.Join(texts, " "))
			all = append(append(all, f), rows...)
		}
	}
	return all
}

// pieces returns the parts of a block that say something on their own, each in a line.
func pieces(n ast.Node, source []byte) []string {
	var all []string
	switch n := n.(type) {
	case *extast.Table:
		for row := n.FirstChild().NextSibling(); row != nil; row = row.NextSibling() {
			var cells []string
			for c := row.FirstChild(); c != nil; c = c.NextSibling() {
				cells = append(cells, plain(c, source))
			}
			all = append(all, cells[0]+": "+strings.Join(cells[1:], "; "))
		}
	case *ast.List:
		for item := n.FirstChild(); item != nil; item = item.NextSibling() {
			all = append(all, plain(item, source))
		}
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		all = strings.Split(plain(n, source), "\n")
	default:
		all = append(all, plain(n, source))
	}
	for i := range all {
		all[i] = text.OneLine(all[i])
	}
	return all
}

// isOfCode reports whether each row of a table begins with code.
func isOfCode(table *extast.Table) bool {
	for row := table.FirstChild().NextSibling(); row != nil; row = row.NextSibling() {
		if _, code := row.FirstChild().FirstChild().(*ast.CodeSpan); !code {
			return false
		}
	}
	return true
}

// rows returns the rows of a table in a section.
func (f found) rows(table *extast.Table, source []byte) []found {
	var all []found
	for row := table.FirstChild().NextSibling(); row != nil; row = row.NextSibling() {
		one := f
		one.Heading = strings.TrimSpace(f.Heading + " " + plain(row.FirstChild(), source))
		var cells []string
		for c := row.FirstChild().NextSibling(); c != nil; c = c.NextSibling() {
			cells = append(cells, plain(c, source))
		}
		one.Text = text.OneLine(strings.Join(cells, " "))
		one.pieces = []string{one.Text}
		all = append(all, one)
	}
	return all
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// FS returns the files as a file system.
func FS(files []File) (fs.FS, error) {
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for _, f := range files {
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Store})
		if err != nil {
			return nil, err
		}
		w.Write(f.Text) // to memory, which does not fail
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
}
