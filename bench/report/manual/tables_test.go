package manual

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
)

// Tables are read and rendered as goldmark's own extension does it, in all pages of the manual and in odd ones.
func TestTables(t *testing.T) {
	theirs := goldmark.New(
		goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	)
	pages := [][]byte{
		[]byte("| a | b |\n|---|---|\n"), []byte("a | b\n:--|:-:\n1 | 2\n3\n4 | 5 | 6\n"), []byte("|a|b|\n|-|-:|\n|`x\\|y`|\\||\n| | *c* |\n|  |\n"),
		[]byte("a\nb\n"), []byte("a | b\n--- | --- | ---\n1 | 2 | 3\n"), []byte("|a|\n|---|\n|b|\n\nc\n"), []byte("|a|\n| --x |\n|b|\n"), []byte("a\n---\nb\n"),
		[]byte("- | a | `p\\|q\\|r` s\\|t |\n  |---|:---:|---|\n  | 1 | 2 |\n"), []byte("|  a  |\tb\t|\n | :-: | --- |   \n| [x|y](z) | ` ` |\n"), []byte("> |a|b|\n> |-|-|\n> |c|d|\n"),
	}
	names, err := filepath.Glob("../../../cmd/docs/pages/*.md")
	if err != nil || len(names) < 20 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, text)
	}
	found := 0
	for _, page := range pages {
		var want, got bytes.Buffer
		if err := theirs.Convert(page, &want); err != nil {
			t.Fatal(err)
		}
		if err := markdown().Convert(page, &got); err != nil {
			t.Fatal(err)
		}
		if got.String() != want.String() {
			t.Errorf("%.60q:\n%s\nwant\n%s", page, difference(got.String(), want.String()), want.String()[:min(want.Len(), 300)])
		}
		found += bytes.Count(got.Bytes(), []byte("<table>"))
	}
	if found < 50 {
		t.Errorf("%d tables were compared", found)
	}
}

// difference returns a text from where it differs from another.
func difference(got, want string) string {
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	return got[max(0, i-100):min(len(got), i+200)]
}
