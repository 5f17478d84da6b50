package manual

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// two returns a manual of two pages and a picture.
func two(t *testing.T, index, page string) *Manual {
	t.Helper()
	m, err := New(fstest.MapFS{
		"index.md": {Data: []byte(index)}, "page.md": {Data: []byte(page)}, "p.svg": {Data: []byte("<svg/>")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const oneIndex = "# All\n\nWhat?\n\n## Part\n\n- [Page](page.md): one\n"

// Each kind of block as a terminal shows it, in lines of at most 60 characters.
func TestPrint(t *testing.T) {
	const page = "# Title\n\nOne `a|b` and [two](index.md) and [three](#part-two), with under\\_score and words that do not fit.\n\n" +
		"- first\n- second\n  - inner\n\n1. one\n2. two\n\n## Part two\n\n```sh\nrun it\n```\n\n> quoted\n\n| key | unit |\n|---|--:|\n| `a` | m |\n| `long` | s |\n\n![A curve](p.svg)\n"
	const want = "# Title\n\nOne `a|b` and two (index) and three, with under_score and\nwords that do not fit.\n\n" +
		"- first\n- second\n  - inner\n\n1. one\n2. two\n\n## Part two\n\n    run it\n\n  quoted\n\nkey     unit\n`a`     m\n`long`  s\n\n[picture: A curve]\n"
	var out narrow
	if err := two(t, oneIndex, page).Print(&out, "page", false); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	out.Reset()
	if err := two(t, oneIndex, page).Print(&out, "two part", true); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.HasPrefix(got, "\x1b[1m## Title: Part two\x1b[0m\n\n    run it\n") || !strings.HasSuffix(got, "\n(page page)\n") {
		t.Errorf("%q", got)
	}
}

// Words that no heading has are looked for in the text, and each passage that has all of them is listed with its sentence. What has
// none is a fault.
func TestPrintMentions(t *testing.T) {
	m := two(t, oneIndex, "# T\n\nOne. A hull is Neutrally buoyant. Three.\n\n## Keys\n\n| key | meaning |\n|---|---|\n| `mass` | with volume buoyant |\n| `lag` | of a thruster |\n")
	for topic, want := range map[string]string{
		"buoyant":           "No heading has this, and the text of these does:\n\n  page                   Keys mass: with volume buoyant\n  page                   T: A hull is Neutrally buoyant\n\nhalocline docs PAGE prints a page.\n",
		"Buoyant neutrally": "No heading has this, and the text of these does:\n\n  page                   T: A hull is Neutrally buoyant\n\nhalocline docs PAGE prints a page.\n",
	} {
		var out narrow
		if err := m.Print(&out, topic, false); err != nil || out.String() != want {
			t.Errorf("%s: %v, %q", topic, err, out.String())
		}
	}
	if err := m.Print(&narrow{}, "buoyant lag", false); err == nil || !strings.Contains(err.Error(), `all words of "buoyant lag"`) {
		t.Error(err)
	}
}

// Of a long passage, such as a table, 30 words are listed, from ten before the first that is looked for, and from the start or to the end
// where there are fewer.
func TestExcerpt(t *testing.T) {
	numbers := func(from, to int) (out string) {
		for n := from; n <= to; n++ {
			out += fmt.Sprintf("w%d ", n)
		}
		return strings.TrimSpace(out)
	}
	for word, want := range map[string]string{
		"w120": "... " + numbers(110, 139) + " ...",
		"w103": numbers(101, 130) + " ...",
		"w198": "... " + numbers(171, 200),
	} {
		if got := excerpt([]string{numbers(101, 200)}, []string{word}); got != want {
			t.Errorf("%s: %s", word, got)
		}
	}
	if got := excerpt([]string{numbers(101, 130)}, []string{"w103"}); got != numbers(101, 130) {
		t.Error(got)
	}
}

// Words are those that begin so, and of a long passage what stands around the first is listed. Where many headings have a word, the
// text that has it is listed below them, each once.
func TestPrintFound(t *testing.T) {
	long := strings.Repeat("one two three ", 9) + "an older file " + strings.Repeat("four five six ", 9)
	m := two(t, oneIndex, "# T\n\nIt is older.\n\n## A\n\nMany folders.\n\n## B\n\n"+long+"\n\n## Sum of a\n\nx\n\n## Sum of b\n\nx\n\n"+
		"## Sum of c\n\nx\n\n## Sum of d\n\nA contract sum.\n\n## E\n\nOne. A sum. Three.\n\n## F\n\nOne. A sum. Three.\n")
	for topic, want := range map[string]string{
		"older": "No heading has this, and the text of these does:\n\n  page                   T: It is older.\n" +
			"  page                   B: ... one two three one two three\n" +
			"                         one two three an older file four\n                         five six four five six four five\n" +
			"                         six four five six four five six\n                         four five six ...\n\nhalocline docs PAGE prints a page.\n",
		"sum": "4 sections have this in their headings:\n\n  page                   Sum of a\n  page                   Sum of b\n  page                   Sum of c\n" +
			"  page                   Sum of d\n\nThe text of these has it:\n\n  page                   E: A sum\n\n" +
			"halocline docs PAGE prints a page; more words choose one section.\n",
	} {
		var out narrow
		if err := m.Print(&out, topic, false); err != nil || out.String() != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", topic, err, out.String(), want)
		}
	}
	for _, nothing := range []string{"oldest", "", " "} {
		if err := m.Print(&narrow{}, nothing, false); err == nil {
			t.Errorf("there is something of %q", nothing)
		}
	}
}

// A word may be the name of a model and of something else. Below what has it for its heading stand keys and passages that have it, two
// of a page before more of it, each by its own sentence: a row of a table, an item of a list or a line of code. A plural finds the singular.
func TestPrintElsewhere(t *testing.T) {
	m, err := New(fstest.MapFS{
		"index.md":  {Data: []byte("# All\n\n## Part\n\n- [Shapes](shapes.md)\n- [Docks](docks.md)\n- [Talk](talk.md)\n")},
		"shapes.md": {Data: []byte("# Shapes\n\nWhat?\n\n## cone\n\nA round one.\n\n## box\n\nA square one.\n")},
		"docks.md":  {Data: []byte("# Docks\n\nWhat?\n\n| key | default | meaning |\n|---|---|---|\n| `walls.cone` | 1 | its wall |\n| `cone` | - | guide |\n| `cone.exit` | 2 | its exit |\n")},
		"talk.md":   {Data: []byte("# Talk\n\nWhat?\n\n| what | how |\n|---|---|\n| other | no |\n| guide | by a cone |\n\n- first\n- a cone again\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, topic := range []string{"cone", "Cones"} {
		var out narrow
		if err := m.Print(&out, topic, false); err != nil {
			t.Fatal(err)
		}
		want := "## Shapes: cone\n\nA round one.\n\n(page shapes)\n\nElsewhere:\n\n  docks                  cone: - guide\n" +
			"  docks                  cone.exit: 2 its exit\n  talk                   Talk: guide: by a cone\n" +
			"  docks                  walls.cone: 1 its wall\n"
		if out.String() != want {
			t.Errorf("%s:\n%s\nwant\n%s", topic, out.String(), want)
		}
	}
	var out narrow
	if err := m.Print(&out, "box", false); err != nil || out.String() != "## Shapes: box\n\nA square one.\n\n(page shapes)\n" {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// narrow is a terminal of 60 characters.
type narrow struct{ bytes.Buffer }

func (*narrow) Width() int { return 60 }

// A table that is wider than a line has each cell behind the name of its column.
func TestPrintWideTable(t *testing.T) {
	long := strings.Repeat("word ", 9)
	var out narrow
	if err := two(t, oneIndex, "# T\n\n| a | b |\n|---|---|\n| "+long+"| x |\n").Print(&out, "page", false); err != nil {
		t.Fatal(err)
	}
	if want := "# T\n\na: " + strings.TrimSpace(long) + "\n  b: x\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// Links and pictures that lead nowhere are found, and those that lead somewhere are not.
func TestFaults(t *testing.T) {
	m := two(t, oneIndex, "# T\n\n[a](index.md#part) [b](#sub-heading) [c](https://example.org/x.md) ![d](p.svg)\n\n## Sub heading\n")
	if faults := m.Faults(); len(faults) > 0 {
		t.Error(faults)
	}
	m = two(t, oneIndex, "# T\n\n[a](indx.md) [b](#sub) ![d](q.svg)\n\n## Sub heading\n")
	if faults := m.Faults(); len(faults) != 3 || !strings.Contains(faults[0], `did you mean "index.md"`) {
		t.Error(faults)
	}
}

// A page of the site has links to files of the site, its place in the contents is marked, and what it says is marked up nowhere.
func TestSite(t *testing.T) {
	m := two(t, oneIndex, "# A & B\n\n[a](index.md#part) and <b>bold</b> `<c>` [out](https://example.org/x.md)\n\n## Keys\n\nSome:\n\n| key | meaning |\n|---|---|\n| `guard` | time to spare |\n")
	for range 2 { // what is written once is written so again
		files, err := m.Site()
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]string{}
		for _, f := range files {
			all[f.Name] = string(f.Text)
		}
		for _, want := range []string{
			`<title>A &amp; B - Halocline</title>`, `<a href="index.html#part">a</a>`, `<code>&lt;c&gt;</code>`, `href="https://example.org/x.md"`,
			`<li><a href="page.html" aria-current="page">A &amp; B</a>`, `<li><a href="#keys">Keys</a></li>`, `<h2>Part</h2>`,
			`<td data-column="meaning">time to spare</td>`, `<a rel="prev" href="index.html">← All</a></footer>`,
		} {
			if !strings.Contains(all["page.html"], want) {
				t.Errorf("page.html has no %s:\n%s", want, all["page.html"])
			}
		}
		if strings.Contains(all["page.html"], "<b>") {
			t.Error("HTML of a page went through")
		}
		if want := `{"a":"page.html","t":"A \u0026 B","x":"a and bold \u003cc\u003e out"}`; !strings.Contains(all["search-index.js"], want) {
			t.Errorf("the index has no %s:\n%s", want, all["search-index.js"])
		}
		for _, want := range []string{`"h":"Keys","x":"Some:"}`, `{"a":"page.html#keys","t":"A \u0026 B","h":"Keys guard","x":"time to spare"}`} {
			if !strings.Contains(all["search-index.js"], want) {
				t.Errorf("the index has no %s:\n%s", want, all["search-index.js"])
			}
		}
		if all["p.svg"] != "<svg/>" {
			t.Errorf("the picture is %q", all["p.svg"])
		}
	}
}

// A manual that is not whole is a fault of the program, which says what is wrong.
func TestNotWhole(t *testing.T) {
	for want, files := range map[string]fstest.MapFS{
		"no page index":                {"page.md": {Data: []byte("# T\n")}},
		"does not begin with a title":  {"index.md": {Data: []byte("All\n")}},
		"index of the manual does not": {"index.md": {Data: []byte("# All\n")}, "page.md": {Data: []byte("# T\n")}},
		"lists none":                   {"index.md": {Data: []byte("# All\n\n## P\n\n- [N](none.md)\n")}},
	} {
		if _, err := New(files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
	m, err := New(fstest.MapFS{"index.md": {Data: []byte("# All\n\n## P\n\n- [T](made.md)\n")}},
		Page{Name: "made", Text: []byte("# T\n")}, Page{Name: "more", Text: []byte("# More\n")})
	if err != nil || len(m.Pages()) != 3 || m.Pages()[2].Title() != "More" {
		t.Errorf("%v, %v", m.Names(), err)
	}
}
