package manual

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"halocline/bench/report/formula"
	"halocline/bench/report/text"
	"halocline/scenarios/strict"
)

// mostSections is how many sections of a topic are printed whole.
const mostSections = 3

// mostListed is how many passages are listed that have a topic in their text, mostBeside how many below headings that have it, and
// mostElsewhere how many below sections that are printed, and mostOfPage how many of these are of one page.
const mostListed, mostBeside, mostElsewhere, mostOfPage = 20, 8, 6, 2

// mostWords is how many words of a passage are listed.
const mostWords = 30

// Print writes a page, or what has all words of a topic in its headings, for a terminal; else it lists what has them in its text.
// Headings are bold where bold is set.
func (m *Manual) Print(w io.Writer, topic string, bold bool) error {
	t := &terminal{w: w, bold: bold}
	if p := m.page(topic); p != nil {
		for _, s := range p.sections() {
			t.section(s)
		}
		return t.err
	}
	if strings.TrimSpace(topic) == "" {
		return errors.New("no topic is given; halocline docs index lists the pages")
	}
	found := m.about(topic)
	if len(found) == 0 || len(found) > mostSections {
		return m.printFound(w, topic, found)
	}
	for _, s := range found {
		t.of = s.page.title
		t.section(s)
		fmt.Fprintf(w, "\n(page %s)\n", s.page.Name)
	}
	m.printElsewhere(w, topic, found)
	return t.err
}

// printElsewhere lists below the sections of a topic what else has its words, because a cone is an obstacle and the guide of a dock:
// first headings and keys, the shortest ones first, and then passages that say the words.
func (m *Manual) printElsewhere(w io.Writer, topic string, printed []section) {
	words := wordsOf(topic)
	all := slices.DeleteFunc(m.mentions(words, printed), func(f found) bool {
		return slices.ContainsFunc(printed, func(s section) bool { return s.page.title == f.Title && strings.HasPrefix(f.Heading, s.heading) })
	})
	if len(all) == 0 {
		return
	}
	slices.SortStableFunc(all, func(a, b found) int {
		inA, inB := hasAll(a.Heading, words), hasAll(b.Heading, words)
		if inA && inB {
			return cmp.Compare(len(a.Heading), len(b.Heading))
		}
		return cmp.Compare(count(b.Heading, words), count(a.Heading, words))
	})
	ofPage := map[string]int{}
	var some, rest []found // of some pages, where a page has many keys
	for _, f := range all {
		if ofPage[f.Title]++; ofPage[f.Title] <= mostOfPage {
			some = append(some, f)
		} else {
			rest = append(rest, f)
		}
	}
	fmt.Fprint(w, "\nElsewhere:\n\n")
	list(w, append(some, rest...), words, mostElsewhere)
}

// list lists passages with the sentence of each that has most of some words.
func list(w io.Writer, all []found, words []string, most int) {
	for _, f := range all[:min(len(all), most)] {
		page, _, _ := strings.Cut(f.Address, ".html")
		head := cmp.Or(f.Heading, f.Title)
		missing := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return hasWord(head, w) }) // the first sentence says what it is
		text.Hang(w, fmt.Sprintf("  %-22s ", page), strings.Fields(head+": "+excerpt(f.pieces, missing))...)
	}
	if more := len(all) - most; more > 0 {
		fmt.Fprintf(w, "  and %d more, of which further words choose some\n", more)
	}
}

// wordsOf returns the words of a topic in lower case and without the ending of plurals. They are looked for at the beginnings of words.
func wordsOf(topic string) []string {
	words := strings.Fields(strings.ToLower(topic))
	for i, w := range words {
		if len(w) > 3 && !strings.HasSuffix(w, "ss") {
			words[i] = strings.TrimSuffix(strings.TrimSuffix(w, "s"), "ie")
		}
	}
	return words
}

// printFound lists the headings that have all words of a topic, and passages that have them: each with what stands around the first.
func (m *Manual) printFound(w io.Writer, topic string, headings []section) error {
	words := wordsOf(topic)
	all := m.mentions(words, headings)
	if len(all) == 0 && len(headings) == 0 {
		if near := strict.Nearest(topic, m.Names()); near != "" {
			return fmt.Errorf("no page or heading of the manual is named %q; did you mean %q?", topic, near)
		}
		return fmt.Errorf("nothing in the manual has all words of %q; halocline docs index lists the pages, and halocline docs opens the manual, which has a search", topic)
	}
	most, title, end := mostListed, "No heading has this, and the text of these does", "."
	if len(headings) > 0 {
		fmt.Fprintf(w, "%d sections have this in their headings:\n\n", len(headings))
		for _, s := range headings {
			text.Hang(w, fmt.Sprintf("  %-22s ", s.page.Name), strings.Fields(s.heading)...)
		}
		most, title, end = mostBeside, "\nThe text of these has it", "; more words choose one section."
	}
	if len(all) > 0 {
		fmt.Fprintf(w, "%s:\n\n", title)
	}
	list(w, all, words, most)
	fmt.Fprintln(w, "\nhalocline docs PAGE prints a page"+end)
	return nil
}

// mentions returns the passages that have all words, which are in lower case, also in the title of their page, but those of headings: what
// several models share comes once. Short ones come first: a long table has most words by chance.
func (m *Manual) mentions(words []string, headings []section) []found {
	listed := map[string]bool{}
	for _, s := range headings {
		listed[s.page.title+": "+s.heading] = true
	}
	all := slices.DeleteFunc(m.passages(), func(f found) bool {
		if listed[f.Title+": "+f.Heading] || listed[f.Text] || !hasAll(f.Title+" "+f.Heading+" "+f.Text, words) {
			return true
		}
		listed[f.Text] = true
		return false
	})
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(len(a.Text), len(b.Text)) })
	return all
}

// hasAll reports whether each of the words, which are in lower case, begins a word of a text: older does not stand in folders.
func hasAll(in string, words []string) bool {
	return count(in, words) == len(words)
}

// count returns how many of some words in lower case begin a word of a text.
func count(in string, words []string) (n int) {
	for _, w := range words {
		if hasWord(in, w) {
			n++
		}
	}
	return n
}

// hasWord reports whether a word of a text begins with one in lower case.
func hasWord(in, word string) bool {
	in = strings.ToLower(in)
	for at := 0; ; at += len(word) {
		next := strings.Index(in[at:], word)
		if next < 0 {
			return false
		}
		at += next
		if before, _ := utf8.DecodeLastRuneInString(in[:at]); !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			return true
		}
	}
}

// excerpt returns the first sentence of some pieces of a text that has the most of some words in lower case: of a long one, what stands
// around the first.
func excerpt(pieces, words []string) string {
	var sentences []string
	for _, piece := range pieces {
		sentences = append(sentences, strings.Split(piece, ". ")...)
	}
	if len(sentences) == 0 {
		return ""
	}
	sentence := slices.MaxFunc(sentences, func(a, b string) int { return cmp.Compare(count(a, words), count(b, words)) })
	all := strings.Fields(sentence)
	if len(all) <= mostWords {
		return sentence
	}
	at := max(0, slices.IndexFunc(all, func(w string) bool { return count(w, words) > 0 }))
	from := min(max(0, at-mostWords/3), len(all)-mostWords)
	part := strings.Join(all[from:from+mostWords], " ")
	if from > 0 {
		part = "... " + part
	}
	if from+mostWords < len(all) {
		part += " ..."
	}
	return part
}

// about returns the sections whose headings have all words of a topic; those that have nothing else go before all others.
func (m *Manual) about(topic string) []section {
	words := wordsOf(topic)
	var all, exact []section
	for _, p := range m.pages {
		for _, s := range p.sections() {
			if hasAll(s.heading, words) {
				all = append(all, s)
			}
			if slices.Equal(wordsOf(s.heading), words) {
				exact = append(exact, s)
			}
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return all
}

// terminal writes pages as plain text.
type terminal struct {
	w     io.Writer
	bold  bool
	of    string // page of a section that is printed alone
	parts int
	err   error
}

// section writes a section.
func (t *terminal) section(s section) {
	for _, n := range s.nodes {
		t.block(n, s.page.Text, "")
	}
}

// gap leaves a line free before what is not the first.
func (t *terminal) gap() {
	if t.parts++; t.parts > 1 {
		fmt.Fprintln(t.w)
	}
}

// block writes a block behind an indent.
func (t *terminal) block(n ast.Node, source []byte, indent string) {
	switch n := n.(type) {
	case *ast.Heading:
		t.gap()
		heading := inline(n, source)
		if t.of != "" && n.Level > 1 {
			heading = t.of + ": " + heading
		}
		heading = strings.Repeat("#", n.Level) + " " + heading
		if t.bold {
			heading = "\x1b[1m" + heading + "\x1b[0m"
		}
		fmt.Fprintln(t.w, indent+heading)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		t.gap()
		if f, ok := n.(*ast.FencedCodeBlock); ok && isFormula(f, source) {
			t.err = errors.Join(t.err, formula.WriteBlock(t.w, string(n.Lines().Value(source)), indent+"    "))
			return
		}
		for line := range strings.Lines(string(n.Lines().Value(source))) {
			fmt.Fprint(t.w, indent+"    "+line)
		}
	case *ast.List:
		t.gap()
		t.list(n, source, indent)
	case *extast.Table:
		t.gap()
		t.table(n, source)
	case *ast.Blockquote:
		for b := n.FirstChild(); b != nil; b = b.NextSibling() {
			t.block(b, source, indent+"  ")
		}
	case *ast.Paragraph, *ast.TextBlock:
		t.gap()
		text.Hang(t.w, indent, strings.Fields(inline(n, source))...)
	case *ast.ThematicBreak:
	default:
		t.err = errors.Join(t.err, fmt.Errorf("a page of the manual has a %v, which is not written to terminals", n.Kind()))
	}
}

// list writes the items of a list, those of lists in it behind a wider indent.
func (t *terminal) list(n *ast.List, source []byte, indent string) {
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		head := "- "
		if n.IsOrdered() {
			head = strconv.Itoa(number) + ". "
			number++
		}
		for b := item.FirstChild(); b != nil; b = b.NextSibling() {
			switch inner := b.(type) {
			case *ast.TextBlock, *ast.Paragraph:
				text.Hang(t.w, indent+head, strings.Fields(inline(inner, source))...)
			case *ast.List:
				t.list(inner, source, indent+strings.Repeat(" ", len(head)))
			default:
				t.block(inner, source, indent+strings.Repeat(" ", len(head)))
			}
			head = strings.Repeat(" ", len(head))
		}
	}
}

// table writes a table in columns where its rows fit into a line, and else each cell behind the name of its column.
func (t *terminal) table(n *extast.Table, source []byte) {
	var rows [][]string
	var widths []int
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			cell := strings.Join(strings.Fields(inline(c, source)), " ")
			if len(cells) == len(widths) {
				widths = append(widths, 0)
			}
			widths[len(cells)] = max(widths[len(cells)], utf8.RuneCountInString(cell))
			cells = append(cells, cell)
		}
		rows = append(rows, cells)
	}
	total := 0
	for _, width := range widths[:len(widths)-1] {
		total += width + 2
	}
	wide := total > text.Width(t.w)*2/3
	for i, cells := range rows {
		if wide && i == 0 {
			continue
		}
		head := ""
		for j, cell := range cells[:len(cells)-1] {
			if wide {
				text.Hang(t.w, head+rows[0][j]+": ", strings.Fields(cell)...)
				head = "  "
				continue
			}
			head += cell + strings.Repeat(" ", widths[j]+2-utf8.RuneCountInString(cell))
		}
		if last := len(cells) - 1; wide {
			head += rows[0][last] + ": "
		}
		text.Hang(t.w, head, strings.Fields(cells[len(cells)-1])...)
	}
}

// inline returns the text of a block, with code in backquotes and addresses behind what leads to them.
func inline(n ast.Node, source []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			b.Write(value(c, source))
			if c.SoftLineBreak() || c.HardLineBreak() {
				b.WriteByte('\n')
			}
		case *ast.CodeSpan:
			b.WriteString("`" + plain(c, source) + "`")
		case *ast.Image:
			fmt.Fprintf(&b, "[picture: %s]", inline(c, source))
		case *ast.Link:
			b.WriteString(inline(c, source))
			to := string(c.Destination)
			if page, _, _ := strings.Cut(to, ".md"); !strings.HasPrefix(to, "#") {
				fmt.Fprintf(&b, " (%s)", page)
			}
		default:
			b.WriteString(inline(c, source))
		}
	}
	return b.String()
}
