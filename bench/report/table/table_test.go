package table

import (
	"math"
	"strings"
	"testing"
)

// docking returns a table with all that can be in one: groups, every kind of
// interval, stars, cells that lack something, and a baseline.
func docking() Table {
	time := Style{Interval: Symmetric, Meaning: "mean, 95 % interval by Student's t"}
	share := Style{Interval: Bounds, Percent: true, Meaning: "share, 95 % interval by Wilson"}
	return Table{
		Name: "docking", Caption: "Docking in a current", Rows: "protocol",
		RowLabels: []string{"tdma", "csma-cd", "aloha"},
		ColumnLabels: []Column{
			{Group: "time to dock (s)", Label: "0.1 m/s", Style: time},
			{Group: "time to dock (s)", Label: "0.2 m/s", Style: time},
			{Label: "docked (%)", Style: share},
			{Label: "collisions", Style: Style{Interval: Count}},
		},
		Cells: [][]Cell{
			{
				{Estimate: 123.456, Low: 120.1, High: 126.812, N: 30},
				{Estimate: 150, Low: 140, High: 160, N: 30},
				{Estimate: 1, Low: 0.8865, High: 1, N: 30},
				{Estimate: 12, N: 30},
			},
			{
				{Estimate: 99.2, Low: 98.2, High: 100.2, N: 27, Left: 3, Tested: true, P: 0.003},
				{Estimate: math.NaN(), Left: 30, Why: "no run docked", Tested: true, P: 0},
				{Estimate: 0.9, Low: 0.7438, High: 0.9654, N: 30, Tested: true, P: 0.2},
				{Estimate: 0, N: 30},
			},
			{
				{Estimate: 0.74, Low: 0.74, High: 0.74, N: 30, Tested: true, P: 0.05},
				{Estimate: math.NaN(), Left: 30, Why: "no run docked"},
				{Estimate: 0, Low: 0, High: 0.1135, N: 30, Tested: true, P: 0.01},
				{Estimate: 123456, N: 30},
			},
		},
		Test:   &Test{Name: "Welch's t-test", Adjusted: "Holm's method, 4 comparisons", Baseline: "tdma", Levels: []float64{0.05, 0.01}},
		Notes:  []string{"The current comes from ahead."},
		Source: Source{Command: "halocline table docking.db", Version: "0.3.0", Seeds: "1 to 30", Repetitions: 30},
	}
}

// wrote returns a table in a format.
func wrote(t *testing.T, table Table, f Format, o Options) string {
	t.Helper()
	o.Stars = true
	var out strings.Builder
	if err := table.Write(&out, f, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// notes are the lines below the docking table, worked out by hand: 27 of 27 + 3
// runs; p = 0.05 is at the level of 0.05, and p = 0.01 at both levels.
const notes = `time to dock (s): mean, 95 % interval by Student's t
docked (%): share, 95 % interval by Wilson
* p ≤ 0.05, ** p ≤ 0.01, against tdma: Welch's t-test, p-values adjusted by Holm's method, 4 comparisons
The current comes from ahead.
(a) from 27 of 30 runs
(b) no run docked
each other value from 30 runs
source: halocline table docking.db, version 0.3.0, seeds 1 to 30, 30 repetitions
`

// By hand: each column is as wide as its widest cell, two blanks stand between
// columns, words are on the left and numbers end below each other, their marks
// behind them.
func TestText(t *testing.T) {
	want := `Docking in a current

protocol  time to dock (s)  time to dock (s)           docked (%)  collisions
                   0.1 m/s           0.2 m/s
───────────────────────────────────────────────────────────────────────────────
tdma      123.5 ± 3.4            150 ± 10         100 [89, 100]            12
csma-cd    99.2 ± 1.0**(a)            n/a(b)  90.0 [74.4, 96.5]             0
aloha        0.74 ± 0*                n/a(b)          0 [0, 11]**      123456

` + notes
	if got := wrote(t, docking(), Text, Options{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Without stars it is said how many cells differ: of the four that were tested and have a value
// those with p = 0.003, 0.05 and 0.01 do, and that with 0.2 does not.
func TestWithoutStars(t *testing.T) {
	var out strings.Builder
	if err := docking().Write(&out, Text, Options{}); err != nil {
		t.Fatal(err)
	}
	const want = "\n3 of 4 cells differ from tdma with p ≤ 0.05: Welch's t-test, p-values adjusted by Holm's method, 4 comparisons\n"
	if got := out.String(); strings.Contains(got, "*") || !strings.Contains(got, want) {
		t.Errorf("%s", got)
	}
}

// Rows and columns change places, and so do their titles; the letters go on in
// the order of reading, so that here "no run docked" is still the second.
func TestTransposed(t *testing.T) {
	want := `Docking in a current

\ protocol                          tdma           csma-cd         aloha
──────────────────────────────────────────────────────────────────────────
time to dock (s), 0.1 m/s    123.5 ± 3.4   99.2 ± 1.0**(a)   0.74 ± 0*
time to dock (s), 0.2 m/s       150 ± 10          n/a(b)          n/a(b)
docked (%)                 100 [89, 100]  90 [74, 97]       0 [0, 11]**
collisions                            12            0          123456

` + notes
	if got := wrote(t, docking(), Text, Options{Transpose: true, Rounding: ParticleData}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A width breaks the table into blocks of columns, each with the labels of rows,
// and loses none. By TestText the labels take 10, with the blanks behind, and the
// columns 18, 18, 21 and 12: all together 79, the first three 67, the first two 46,
// the last two 43.
func TestWidth(t *testing.T) {
	whole := wrote(t, docking(), Text, Options{})
	for width, blocks := range map[int]int{0: 1, 79: 1, 78: 2, 67: 2, 66: 2, 46: 2, 45: 3, 43: 3, 42: 4, 1: 4} {
		got := wrote(t, docking(), Text, Options{Width: width})
		if n := strings.Count(got, "csma-cd"); n != blocks {
			t.Errorf("width %d: %d blocks, want %d:\n%s", width, n, blocks, got)
		}
		head, _, _ := strings.Cut(got, "time to dock (s): mean")
		for line := range strings.Lines(head) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); width >= 31 && n > width {
				t.Errorf("width %d: a line of %d: %q", width, n, line)
			}
		}
		for _, word := range strings.Fields(whole) {
			if !strings.Contains(word, "──") && !strings.Contains(got, word) {
				t.Errorf("width %d: %q is lost", width, word)
			}
		}
	}
}

// With a width, words go into further lines, all but the source, which is a command; and the corner has a line for what columns are
// and one for what rows are.
func TestFolded(t *testing.T) {
	d := docking()
	d.Columns, d.Rows, d.Caption = "current (m/s)", "protocol", strings.Repeat("a word ", 20)
	d.Notes = []string{strings.Repeat("another ", 20)}
	got := wrote(t, d, Text, Options{Width: 60})
	for line := range strings.Lines(got) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > 60 && !strings.HasPrefix(line, "source: ") {
			t.Errorf("a line of %d: %q", n, line)
		}
	}
	if !strings.Contains(got, "\ncurrent (m/s) /") || !strings.Contains(got, "\nprotocol\n") || !strings.Contains(got, "\n"+d.Source.line()+"\n") {
		t.Errorf("the corner or the source is another:\n%s", got)
	}
}

// What the lines below say of tests and runs.
func TestNotes(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*Table)
		has    string
		hasNot string
	}{
		{"nothing tested", func(t *Table) { t.Test = nil; untested(t) }, "source", "p ≤"},
		{
			"none significant", func(t *Table) { t.Test.Levels = []float64{0.001} },
			"\nno difference from tdma with p ≤ 0.001: Welch's t-test", "*",
		},
		{"not adjusted", func(t *Table) { t.Test.Adjusted = "" }, "Welch's t-test, p-values not adjusted\n", "Holm"},
		{"one level", func(t *Table) { t.Test.Levels = t.Test.Levels[:1] }, "\n* p ≤ 0.05, against tdma", "**"},
		{
			"sequential", func(t *Table) { t.Cells[0][0].N = 60; t.Source.Most = 60 },
			"each other value from 30 to 60 runs\nsource: halocline table docking.db, version 0.3.0, seeds 1 to 30, 30 to 60 repetitions\n", "each value",
		},
		{"one run", func(t *Table) { *t = single(1) }, "n/a(a)\n\n(a) no value\nsource", "each"},
		{"of one run", func(t *Table) { *t = single(2) }, "2(a)\n\nm\n(a) one run gives no interval\neach value from 1 run\nsource: c, version v, 1 repetition\n", "runs"},
		{"left out, and none", func(t *Table) { *t = single(3) }, "2(a)\n\nm\n(a) from 1 of 4 runs: one run gives no interval\nsource", "each"},
		{"no interval, and why", func(t *Table) { *t = single(4) }, "2(a)\n\nm\n(a) too few\neach value from 3 runs", "no interval"},
		{"no interval", func(t *Table) { *t = single(5) }, "2(a)\n\nm\n(a) no interval\neach value from 3 runs", "one run"},
		{"none of 9", func(t *Table) { *t = single(6) }, "(a) no value in any of 9 runs\nsource", "each"},
		{"left out, and why", func(t *Table) { *t = single(7) }, "2.0 ± 1.4(a)\n\nm\n(a) from 3 of 4 runs: one sank\nsource", "each"},
	} {
		table := docking()
		tt.change(&table)
		got := strings.ReplaceAll(wrote(t, table, Text, Options{Rounding: ParticleData}), "  ", "")
		if !strings.Contains(got, tt.has) || strings.Contains(got, tt.hasNot) {
			t.Errorf("%s: want %q and not %q in\n%s", tt.name, tt.has, tt.hasNot, got)
		}
	}
}

// untested takes the p-values from all cells.
func untested(t *Table) {
	for _, row := range t.Cells {
		for j := range row {
			row[j].Tested = false
		}
	}
}

// single returns a table of one cell, which lacks something.
func single(which int) Table {
	nan := math.NaN()
	style := Style{Interval: Symmetric, Meaning: "m"}
	cell := Cell{Estimate: 2, Low: nan, High: nan}
	switch which {
	case 1:
		cell.Estimate, style = nan, Style{}
	case 2:
		cell.N = 1
	case 3:
		cell.N, cell.Left = 1, 3
	case 4:
		cell.N, cell.Why = 3, "too few"
	case 5:
		cell.N = 3
	case 6:
		cell.Estimate, cell.Left = nan, 9
	case 7:
		cell = Cell{Estimate: 2, Low: 0.6, High: 3.4, N: 3, Left: 1, Why: "one sank"}
	}
	return Table{
		Rows: "r", RowLabels: []string{"a"}, ColumnLabels: []Column{{Label: "b", Style: style}}, Cells: [][]Cell{{cell}},
		Source: Source{Command: "c", Version: "v", Repetitions: 1},
	}
}

// Whose meaning it is: of a group, of a label in several groups, of one column.
func TestMeanings(t *testing.T) {
	table := single(1)
	add := func(group, label, meaning string) {
		table.ColumnLabels = append(table.ColumnLabels, Column{Group: group, Label: label, Style: Style{Meaning: meaning}})
		table.Cells[0] = append(table.Cells[0], Cell{})
	}
	add("delay", "tdma", "mean")
	add("delay", "aloha", "mean")
	add("ratio", "tdma", "share")
	add("ratio", "aloha", "mean of shares")
	add("", "energy", "total")
	add("bits", "sum", "total")
	got := table.meanings()
	for i, want := range []string{"delay: mean", "ratio, tdma: share", "ratio, aloha: mean of shares", "energy; bits: total"} {
		if i >= len(got) || got[i].text != want {
			t.Errorf("%d: got %q, want %q", i, got, want)
		}
	}
	table.ColumnLabels = nil
	add("tdma", "delay", "mean")
	add("tdma", "ratio", "share")
	add("aloha", "delay", "mean")
	add("aloha", "ratio", "share")
	got = table.meanings()
	if len(got) != 2 || got[0].text != "delay: mean" || got[1].text != "ratio: share" {
		t.Errorf("got %q, want delay and ratio", got)
	}
}

// After z comes aa: 26 letters, and 26^2 pairs after them.
func TestLetter(t *testing.T) {
	for n, want := range map[int]string{0: "a", 25: "z", 26: "aa", 27: "ab", 51: "az", 52: "ba", 26 + 26*26 - 1: "zz", 26 + 26*26: "aaa"} {
		if got := letter(n); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}

// What is wrong with a table is said with its place, and nothing is written.
func TestFaults(t *testing.T) {
	inf := math.Inf(1)
	for _, tt := range []struct {
		name   string
		change func(*Table)
		want   string
	}{
		{"no rows", func(t *Table) { t.RowLabels, t.Cells = nil, nil }, "0 rows and 4 columns"},
		{"no columns", func(t *Table) { t.ColumnLabels = nil }, "3 rows and 0 columns"},
		{"rows", func(t *Table) { t.Cells = t.Cells[:2] }, "2 rows of cells for 3 labels"},
		{"columns", func(t *Table) { t.Cells[1] = t.Cells[1][:3] }, `row "csma-cd": 3 cells for 4 columns`},
		{"command", func(t *Table) { t.Source.Command = "" }, "source"},
		{"version", func(t *Table) { t.Source.Version = "" }, "source"},
		{"name", func(t *Table) { t.Name = "a_b" }, `name "a_b"`},
		{"test", func(t *Table) { t.Test.Name = "" }, "its test needs"},
		{"baseline", func(t *Table) { t.Test.Baseline = "" }, "its test needs"},
		{"no level", func(t *Table) { t.Test.Levels = nil }, "its test needs"},
		{"levels rise", func(t *Table) { t.Test.Levels = []float64{0.01, 0.05} }, "levels [0.01 0.05]"},
		{"level", func(t *Table) { t.Test.Levels = []float64{1} }, "levels [1]"},
		{"level NaN", func(t *Table) { t.Test.Levels = []float64{math.NaN()} }, "levels [NaN]"},
		{"no test", func(t *Table) { t.Test = nil }, `row "csma-cd", column "time to dock (s), 0.1 m/s": tested`},
		{"p-value", func(t *Table) { t.Cells[1][2].P = 1.1 }, `row "csma-cd", column "docked (%)": p-value 1.1`},
		{"p-value NaN", func(t *Table) { t.Cells[1][2].P = math.NaN() }, "p-value NaN"},
		{"runs", func(t *Table) { t.Cells[0][0].N = -1 }, "-1 runs and 0 left out"},
		{"left", func(t *Table) { t.Cells[0][0].Left = -1 }, "30 runs and -1 left out"},
		{"none of 3", func(t *Table) { t.Cells[0][0].N, t.Cells[0][0].Left = 0, 3 }, "estimate 123.456 from none of 3 runs"},
		{"count", func(t *Table) { t.Cells[0][3].Estimate = 0.5 }, `column "collisions": count 0.5`},
		{"ends", func(t *Table) { t.Cells[0][2].Low = 2 }, "interval from 2 to 1: the ends"},
		{"low", func(t *Table) { t.Cells[0][2].Low, t.Cells[0][2].High = inf, inf }, "interval from +Inf to +Inf: nothing"},
		{"high", func(t *Table) { t.Cells[0][2].Low, t.Cells[0][2].High = -inf, -inf }, "interval from -Inf to -Inf: nothing"},
		{"skewed", func(t *Table) { t.Cells[0][0].Low++ }, "123.456 is not in the middle of 121.1 to 126.812"},
		{"half open", func(t *Table) { t.Cells[0][0].High = inf }, "is not in the middle of"},
		{"kind", func(t *Table) { t.ColumnLabels[0].Style.Interval = 9 }, "no kind of interval 9"},
		{"meaning", func(t *Table) { t.ColumnLabels[0].Style.Meaning = "" }, `column "time to dock (s), 0.1 m/s": its interval needs a meaning`},
		{"digits", func(t *Table) { t.ColumnLabels[0].Style.Digits = 16 }, "16 digits"},
		{"negative digits", func(t *Table) { t.ColumnLabels[0].Style.Digits = -1 }, "-1 digits"},
		{"per cent", func(t *Table) { t.ColumnLabels[2].Label = "docked" }, "write % into"},
		{"count in per cent", func(t *Table) { t.Caption = "per cent"; t.ColumnLabels[3].Style.Percent = true }, "a count is no fraction"},
	} {
		table := docking()
		tt.change(&table)
		var out strings.Builder
		err := table.Write(&out, Text, Options{})
		if err == nil || !strings.Contains(err.Error(), tt.want) || out.Len() > 0 {
			t.Errorf("%s: got %v and %d bytes, want %q", tt.name, err, out.Len(), tt.want)
		}
	}
	err := docking().Write(new(strings.Builder), "word", Options{})
	if want := `no table format "word": there are ["text" "markdown" "csv" "html" "latex" "json"]`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
