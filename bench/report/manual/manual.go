// Package manual puts the manual together: pages of prose in Markdown, and a reference that is made of what scenarios can name. It
// writes them as a static site, whose search needs nobody else, or one of them for a terminal.
//
// The page index lists all others, and so orders them. A block of code in the language formula is set as package formula does. Left out: other languages.
//
// Begin with New; Reference makes the pages of the reference.
package manual

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"halocline/scenarios/strict"
)

// contents is the name of the page that lists all others.
const contents = "index"

// Page is a page of the manual.
type Page struct {
	Name string // of its file and in its address, without the ending
	Text []byte // in Markdown; begins with its title and the question that it answers

	title string
	tree  ast.Node
}

// Title returns the title of the page.
func (p *Page) Title() string { return p.title }

// Manual is all pages, in the order of the contents.
type Manual struct {
	pages    []*Page
	parts    []part
	pictures map[string][]byte // by the names of their files
}

// part is a heading of the contents with the pages below it.
type part struct {
	Title string
	Pages []*Page
}

// markdown returns what reads and renders pages.
func markdown() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(tables{}),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	)
}

// parse returns the tree of a page.
func parse(page []byte) ast.Node { return markdown().Parser().Parse(text.NewReader(page)) }

// New puts a manual together of a folder's pages and pictures, and of pages that were made. Those of them that the contents do not
// list stand at their end, since the library of another module may have kinds of models of its own.
func New(files fs.FS, made ...Page) (*Manual, error) {
	m := &Manual{pictures: map[string][]byte{}}
	all := map[string]*Page{}
	var prose []Page
	err := fs.WalkDir(files, ".", func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, file)
		if name, ok := strings.CutSuffix(file, ".md"); ok {
			prose = append(prose, Page{Name: name, Text: content})
		} else {
			m.pictures[file] = content
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, p := range append(made, prose...) {
		if all[p.Name] != nil {
			return nil, fmt.Errorf("the manual has two pages %s", p.Name)
		}
		if p.Name == contents {
			p.Text = completed(p.Text, made)
		}
		if err := p.read(); err != nil {
			return nil, err
		}
		all[p.Name] = &p
	}
	return m, m.order(all)
}

// read takes the page apart.
func (p *Page) read() error {
	p.tree = parse(p.Text)
	h, ok := p.tree.FirstChild().(*ast.Heading)
	if !ok || h.Level != 1 {
		return fmt.Errorf("page %s of the manual does not begin with a title", p.Name)
	}
	p.title = plain(h, p.Text)
	return nil
}

// completed returns the contents with links to pages that they lack.
func completed(index []byte, made []Page) []byte {
	for _, p := range made {
		link := "](" + p.Name + ".md)"
		if !strings.Contains(string(index), link) {
			title, _, _ := strings.Cut(strings.TrimPrefix(string(p.Text), "# "), "\n")
			index = slices.Concat(index, []byte("- ["+title+link+"\n"))
		}
	}
	return index
}

// order puts the pages into the order of the contents.
func (m *Manual) order(all map[string]*Page) error {
	index := all[contents]
	if index == nil {
		return fmt.Errorf("the manual has no page %s", contents)
	}
	m.pages = []*Page{index}
	for n := index.tree.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level == 2 {
				m.parts = append(m.parts, part{Title: plain(n, index.Text)})
			}
		case *ast.List:
			for _, name := range listed(n) {
				p := all[name]
				if p == nil || slices.Contains(m.pages, p) || len(m.parts) == 0 {
					return fmt.Errorf("page %s of the manual lists %s, which is no page, stands there twice or below no heading", contents, name)
				}
				m.pages = append(m.pages, p)
				last := &m.parts[len(m.parts)-1]
				last.Pages = append(last.Pages, p)
			}
		}
	}
	for name, p := range all {
		if !slices.Contains(m.pages, p) {
			return fmt.Errorf("page %s of the manual does not list %s", contents, name)
		}
	}
	return nil
}

// listed returns the pages to which the items of a list lead, by the first link of each.
func listed(list ast.Node) []string {
	var names []string
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		first := true
		ast.Walk(item, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if link, ok := n.(*ast.Link); ok && entering && first {
				names, first = append(names, strings.TrimSuffix(string(link.Destination), ".md")), false
			}
			return ast.WalkContinue, nil
		})
	}
	return names
}

// Pages returns all pages.
func (m *Manual) Pages() []*Page { return m.pages }

// Names returns the names of all pages.
func (m *Manual) Names() []string {
	var names []string
	for _, p := range m.pages {
		names = append(names, p.Name)
	}
	return names
}

// page returns the page of a name.
func (m *Manual) page(name string) *Page {
	for _, p := range m.pages {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// section is a heading with what stands below it, up to the next heading.
type section struct {
	page    *Page
	heading string
	level   int
	id      string // in an address; empty for the beginning of a page
	nodes   []ast.Node
}

// sections returns the sections of a page, those below others apart.
func (p *Page) sections() []section {
	var all []section
	for n := p.tree.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			s := section{page: p, heading: plain(h, p.Text), level: h.Level}
			if h.Level > 1 {
				s.id = headingID(h)
			}
			all = append(all, s)
		}
		last := &all[len(all)-1] // a page begins with its title
		last.nodes = append(last.nodes, n)
	}
	return all
}

// headingID returns the name of a heading in addresses.
func headingID(h *ast.Heading) string {
	id, _ := h.AttributeString("id")
	name, _ := id.([]byte)
	return string(name)
}

// value returns a text without the backslashes that keep its marks from meaning anything. In code they stay, but those of a table.
func value(n *ast.Text, source []byte) []byte {
	if _, code := n.Parent().(*ast.CodeSpan); code {
		return bytes.ReplaceAll(n.Segment.Value(source), []byte(`\|`), []byte("|"))
	}
	return util.UnescapePunctuations(n.Segment.Value(source))
}

// plain returns the text of a node without its form.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(value(n, source))
				if n.SoftLineBreak() || n.HardLineBreak() {
					b.WriteByte('\n')
				}
			}
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			if entering {
				b.Write(n.Lines().Value(source))
			}
		default:
			if !entering && n.Type() == ast.TypeBlock {
				b.WriteByte('\n')
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(b.String())
}

// Faults returns what is wrong with the links and the pictures of the pages: each leads to a page, a heading or a file that there is.
func (m *Manual) Faults() []string {
	var faults []string
	targets := map[string]bool{}
	for _, p := range m.pages {
		targets[p.Name+".md"] = true
		for _, s := range p.sections() {
			targets[p.Name+".md#"+s.id] = true
		}
	}
	for _, p := range m.pages {
		for _, to := range p.destinations() {
			switch at := to; {
			case strings.Contains(to, "://"):
			case path.Ext(to) == ".svg", path.Ext(to) == ".png", path.Ext(to) == ".webp":
				if m.pictures[to] == nil {
					faults = append(faults, fmt.Sprintf("%s.md: there is no picture %s", p.Name, to))
				}
			default:
				if strings.HasPrefix(to, "#") {
					at = p.Name + ".md" + to
				}
				if !targets[at] {
					faults = append(faults, fmt.Sprintf("%s.md: %s", p.Name, strict.Unknown("link", at, sortedKeys(targets))))
				}
			}
		}
	}
	return faults
}

// destinations returns where the links of a page lead, and its pictures.
func (p *Page) destinations() []string {
	var all []string
	ast.Walk(p.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Link:
			if entering {
				all = append(all, string(n.Destination))
			}
		case *ast.Image:
			if entering {
				all = append(all, string(n.Destination))
			}
		}
		return ast.WalkContinue, nil
	})
	return all
}
