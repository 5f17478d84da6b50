package table

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// awkward are labels that a format could misunderstand.
func awkward() []string {
	var signs strings.Builder
	for r := '!'; r <= '~'; r++ {
		signs.WriteRune(r)
	}
	return []string{
		signs.String(), "a|b", "*bold* _it_ `code` ~~no~~", "<b>&amp;</b>", "[link](url)", "![image](url)", "C:\\temp\\", "# head", "1. item", "- item", "+ item",
		`"quoted", with comma`, "temps (s)", "µs ± 1 °C × m² − 10⁻⁶ Ω", "$x^2_i$ {a} ~", "100 %", "=1+1", "--seed ''a'' ``b``", "[1] first", "* star", "NaN",
	}
}

// signs returns a table with a label in every place where one can be.
func signs(label string) Table {
	style := Style{Interval: Symmetric, Meaning: label}
	return Table{
		Caption: label, Rows: label, Columns: label, RowLabels: []string{label, "plain"},
		ColumnLabels: []Column{{Group: label, Label: label, Style: style}, {Label: "plain", Style: style}},
		Cells: [][]Cell{
			{{Estimate: 1, Low: 0.5, High: 1.5, Why: label, Tested: true}, {Estimate: math.NaN()}},
			{{Estimate: -1, Low: -2, High: 0}, {Estimate: 1e9, Low: 0.9e9, High: 1.1e9}},
		},
		Test: &Test{Name: label, Adjusted: label, Baseline: label, Levels: []float64{0.05}}, Notes: []string{label},
		Source: Source{Command: label, Version: label, Seeds: label},
	}
}

// read is what an XML reader finds in the HTML of a table.
type read struct {
	Caption string   `xml:"figcaption"`
	Head    []string `xml:"table>thead>tr>th"`
	Rows    []struct {
		Cells []struct {
			Text  string `xml:",chardata"`
			Marks string `xml:"sup"`
		} `xml:"td"`
	} `xml:"table>tbody>tr"`
	Lines []string `xml:"p"`
}

// An XML reader, which is stricter than those of HTML, finds all words as they
// were given.
func TestHTML(t *testing.T) {
	for _, label := range awkward() {
		text := wrote(t, signs(label), HTML, Options{})
		var got read
		if err := xml.Unmarshal([]byte(text), &got); err != nil {
			t.Fatalf("%q: %v in\n%s", label, err, text)
		}
		if got.Caption != label {
			t.Errorf("%q: caption %q", label, got.Caption)
		}
		if want := []string{label + " \\ " + label, label + label, "plain"}; !slices.Equal(got.Head, want) { // a break between group and label
			t.Errorf("%q: head %q", label, got.Head)
		}
		var cells []string
		for _, row := range got.Rows {
			for _, c := range row.Cells {
				cells = append(cells, c.Text+"^"+c.Marks)
			}
		}
		if want := []string{label + "^", "1.00 ± 0.50^*a", "n/a^b", "plain^", "-1.0 ± 1.0^", "(1.00 ± 0.10)×10⁹^"}; !slices.Equal(cells, want) {
			t.Errorf("%q: cells %q, want %q", label, cells, want)
		}
		want := []string{
			label, "* p ≤ 0.05, against " + label + ": " + label + ", p-values adjusted by " + label, label, label, "no value",
			"source: " + label + ", version " + label + ", seeds " + label,
		}
		if !slices.Equal(got.Lines, want) {
			t.Errorf("%q: lines %q, want %q", label, got.Lines, want)
		}
	}
}

// A whole document says its encoding and title, and holds the same figure.
func TestHTMLStandalone(t *testing.T) {
	part, whole := wrote(t, docking(), HTML, Options{}), wrote(t, docking(), HTML, Options{Standalone: true})
	if !strings.HasPrefix(whole, "<!DOCTYPE html>\n") || !strings.Contains(whole, part) {
		t.Errorf("the document does not hold the figure:\n%s", whole)
	}
	var document struct {
		Title   string `xml:"head>title"`
		Charset struct {
			Name string `xml:"charset,attr"`
		} `xml:"head>meta"`
		Figure struct {
			ID string `xml:"id,attr"`
		} `xml:"body>figure"`
	}
	d := xml.NewDecoder(strings.NewReader(whole))
	if err := d.Decode(&document); err != nil {
		t.Fatal(err)
	}
	if document.Title != "Docking in a current" || document.Charset.Name != "utf-8" || document.Figure.ID != "tab-docking" {
		t.Errorf("got %+v", document)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) && err != nil {
		t.Error(err)
	}
}

// By hand: as TestText, with bars, a colon on the side to which a column leans, and
// a paragraph for each line below.
func TestMarkdown(t *testing.T) {
	want := `Docking in a current

| protocol | time to dock (s), 0.1 m/s | time to dock (s), 0.2 m/s |          docked (%) | collisions |
|:---------|--------------------------:|--------------------------:|--------------------:|-----------:|
| tdma     |               123.5 ± 3.4 |                  150 ± 10 |     100 \[89, 100\] |         12 |
| csma-cd  |         99.2 ± 1.0\*\*(a) |                    n/a(b) | 90.0 \[74.4, 96.5\] |          0 |
| aloha    |                0.74 ± 0\* |                    n/a(b) |     0 \[0, 11\]\*\* |     123456 |

` + strings.NewReplacer("\n", "\n\n", "*", `\*`).Replace(strings.TrimSuffix(notes, "\n")) + "\n"
	if got := wrote(t, docking(), Markdown, Options{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// In every row there are as many cells as in the head, however their words look,
// and without the backslashes before signs they are what was given. All signs
// that begin something in GitHub's Markdown stand behind a backslash.
func TestMarkdownEscapes(t *testing.T) {
	for _, label := range awkward() {
		text := wrote(t, signs(label), Markdown, Options{})
		rows := 0
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			plainText, bare := unescaped(line)
			if strings.HasPrefix(line, "| ") {
				rows++
				if n := strings.Count(bare, "|"); n != 4 {
					t.Errorf("%q: %d bars in %s", label, n, line)
				}
				bare = strings.ReplaceAll(bare, "|", "")
			}
			if strings.HasPrefix(line, "|:") {
				continue
			}
			if strings.ContainsAny(bare, "\\`*_[]<>|~#&$!") || strings.HasPrefix(bare, "- ") || strings.HasPrefix(bare, "+ ") || strings.HasPrefix(bare, "1. ") {
				t.Errorf("%q: a sign of Markdown in %q of %q", label, bare, line)
			}
			if line != "" && rows == 1 && strings.HasPrefix(line, "|") && !strings.Contains(plainText, label+" \\ "+label) {
				t.Errorf("%q is not in the head %q", label, plainText)
			}
		}
		if rows != 3 {
			t.Errorf("%q: %d rows, want a head and two:\n%s", label, rows, text)
		}
	}
}

// unescaped returns a line without its backslashes, and without those and the
// signs behind them.
func unescaped(line string) (text, bare string) {
	for i := 0; i < len(line); i++ {
		if line[i] == '\\' && i+1 < len(line) {
			i++
			text += line[i : i+1]
			continue
		}
		text += line[i : i+1]
		bare += line[i : i+1]
	}
	return text, bare
}

// A reader of CSV finds every number again, bit for bit, and no marks.
func TestCSV(t *testing.T) {
	table := docking()
	table.Cells[0][0] = Cell{Estimate: math.Pi, Low: math.Pi - 0.1, High: math.Pi + 0.1, N: 1 << 40}
	table.Cells[0][1] = Cell{Estimate: 1e-300, Low: math.Inf(-1), High: math.Inf(1)}
	records, err := csv.NewReader(strings.NewReader(wrote(t, table, CSV, Options{Transpose: true}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"protocol", "group", "column", "estimate", "low", "high", "n", "left", "p", "note", "source"}; !slices.Equal(records[0], want) {
		t.Errorf("head %q, want %q", records[0], want)
	}
	if len(records) != 13 {
		t.Fatalf("%d records, want a head and one for each of 12 cells", len(records))
	}
	for k, r := range records[1:] {
		i, j := k/4, k%4
		c, head := table.Cells[i][j], table.ColumnLabels[j]
		if r[0] != table.RowLabels[i] || r[1] != head.Group || r[2] != head.Label {
			t.Errorf("record %d is of %q", k, r[:3])
		}
		scale := 1.0
		if head.Style.Percent {
			scale = 100
		}
		numbers(t, r[3:6], scale, c, head.Style.Interval == Count)
		if r[6] != strconv.Itoa(c.N) || r[7] != strconv.Itoa(c.Left) {
			t.Errorf("record %d: runs %q", k, r[6:8])
		}
		if p, err := strconv.ParseFloat(r[8], 64); c.Tested && (err != nil || p != c.P) || !c.Tested && r[8] != "" {
			t.Errorf("record %d: p-value %q, want %v", k, r[8], c.P)
		}
		if want := "halocline table docking.db, version 0.3.0, seeds 1 to 30, 30 repetitions"; r[10] != want {
			t.Errorf("record %d: source %q", k, r[10])
		}
	}
	for k, want := range map[int]string{1: "", 5: "from 27 of 30 runs", 6: "no run docked"} {
		if records[k][9] != want {
			t.Errorf("record %d: note %q, want %q", k, records[k][9], want)
		}
	}
}

// JSON has what CSV has, number by number, and what stands around the cells.
func TestJSON(t *testing.T) {
	table := docking()
	table.Cells[0][1] = Cell{Estimate: 1e-300, Low: math.Inf(-1), High: math.Inf(1)}
	var got struct {
		Name, Caption, Rows, Source string
		Test                        struct{ Name, Adjusted, Baseline string }
		Cells                       []map[string]any
	}
	if err := json.Unmarshal([]byte(wrote(t, table, JSON, Options{})), &got); err != nil {
		t.Fatal(err)
	}
	if got.Name != table.Name || got.Caption != table.Caption || got.Rows != "protocol" || got.Test.Baseline != table.Test.Baseline ||
		got.Source != "halocline table docking.db, version 0.3.0, seeds 1 to 30, 30 repetitions" {
		t.Errorf("%+v", got)
	}
	records, err := csv.NewReader(strings.NewReader(wrote(t, table, CSV, Options{}))).ReadAll()
	if err != nil || len(records) != len(got.Cells)+1 {
		t.Fatalf("%d cells for %d records, %v", len(got.Cells), len(records), err)
	}
	names := []string{"row", "group", "column", "estimate", "low", "high", "n", "left", "p", "note"}
	for k, cell := range got.Cells {
		for i, name := range names {
			want, value := records[k+1][i], cell[name]
			text := fmt.Sprint(value)
			_, there := cell[name]
			if x, ok := value.(float64); ok {
				y, err := strconv.ParseFloat(want, 64)
				if err != nil || x != y {
					t.Errorf("cell %d: %s is %v, and CSV has %q", k, name, x, want)
				}
				continue
			}
			if words := map[string]string{"Inf": "+Inf", "NaN": "<nil>"}; words[want] != "" {
				want = words[want]
			}
			if there && text != want || !there && want != "" {
				t.Errorf("cell %d: %s is %q, and CSV has %q", k, name, text, want)
			}
		}
	}
	if value, there := got.Cells[5]["estimate"]; !there || value != nil || got.Cells[5]["note"] != "no run docked" {
		t.Errorf("a cell without a value: %v", got.Cells[5])
	}
}

// numbers compares estimate, low and high with what was written of them.
func numbers(t *testing.T, fields []string, scale float64, c Cell, count bool) {
	t.Helper()
	want := []float64{c.Estimate, c.Low, c.High}
	for i, f := range fields {
		if count && i > 0 {
			if f != "" {
				t.Errorf("a count has the bound %q", f)
			}
			continue
		}
		x, err := strconv.ParseFloat(f, 64)
		switch {
		case err != nil:
			t.Error(err)
		case math.IsNaN(c.Estimate):
			if !math.IsNaN(x) {
				t.Errorf("got %q, want NaN", f)
			}
		case scale == 1 && x != want[i], math.Abs(x-scale*want[i]) > 1e-13*math.Abs(x):
			t.Errorf("got %q, want %v times %v", f, scale, want[i])
		}
	}
}

// Words come back as they were given, and break no record.
func TestCSVWords(t *testing.T) {
	for _, label := range awkward() {
		records, err := csv.NewReader(strings.NewReader(wrote(t, signs(label), CSV, Options{}))).ReadAll()
		if err != nil {
			t.Fatalf("%q: %v", label, err)
		}
		said := label + ", version " + label + ", seeds " + label
		if strings.ContainsAny(label[:1], "=+-@") { // what a spreadsheet would compute
			label, said = "'"+label, "'"+said
		}
		if len(records) != 5 || records[0][0] != label || records[0][2] != label || !slices.Equal(records[1][:3], []string{label, label, label}) {
			t.Errorf("%q: got %q", label, records)
		}
		if records[1][9] != label || records[1][10] != said {
			t.Errorf("%q: got %q", label, records[1])
		}
	}
	records, err := csv.NewReader(strings.NewReader(wrote(t, single(1), CSV, Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"r", "column", "estimate", "low", "high", "n", "left", "p", "note", "source"},
		{"a", "b", "NaN", "", "", "0", "0", "", "no value", "c, version v, 1 repetition"},
	}
	if !slices.EqualFunc(records, want, slices.Equal) {
		t.Errorf("got %q, want %q", records, want)
	}
}

// A line break, or any other sign that moves the cursor, is a blank in every
// format; two in a row are one.
func TestOneLine(t *testing.T) {
	table := signs("a\r\n\r\nb\tc\x1b\u2028d\u0085e \xff")
	for _, f := range []Format{Text, Markdown, CSV, HTML} {
		got := wrote(t, table, f, Options{})
		if !strings.Contains(got, "a b c d e \uFFFD") || strings.ContainsAny(got, "\r\t\x1b\u2028\u0085") || strings.Contains(got, "a\n") {
			t.Errorf("%s:\n%q", f, got)
		}
	}
}
