package claim

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"halocline/bench/report/figure"
	"halocline/bench/study/stats"
	"halocline/sim/trace"
)

// report is a small report: 102 for 100 within 3 %, 104 for 100 within 3 %, a number
// that is only shown, a mean of 9, 10, 11 for 10, and a statement.
//
// The mean of 9, 10, 11 has the deviation 1 and the half width 4.303 / sqrt 3 = 2.484
// with the quantile of Student's t for two degrees of freedom, 4.303.
func report() *Report {
	return &Report{
		Name: "small", Title: "A small report", Assumptions: []string{"nothing | much"},
		Claims: []Claim{
			Number("two off", "s", "p. 1", 100, 102).Within(0.03, "they say about"),
			Number("four off", "s", "p. 1", 100, 104).Within(0.03, ""),
			Number("shown", "", "p. 2", 0, 5).Shown("no rule"),
			Mean("mean", "m", "p. 3", 10, []float64{9, 10, 11}).Off(0, ""),
			Statement("earlier", "p. 4", "much earlier", "by 3 s", "at all", true),
		},
		Runs:    []Run{{Setup: "still", Seed: 1<<63 + 1, Fingerprint: "ab"}},
		Sheets:  []Sheet{{Name: "data", Columns: []string{"a", "b"}, Rows: [][]string{{"1,5", `"`}}}},
		Figures: []Figure{{"line", figure.Figure{Layers: []figure.Layer{figure.Curve{X: []float64{0, 1}, Y: []float64{1, 2}}}}}},
	}
}

func TestVerdicts(t *testing.T) {
	r := report()
	for i, want := range []Verdict{Holds, Differs, NotComparable, Holds, Holds} {
		if got := r.Claims[i].Verdict; got != want {
			t.Errorf("%s: %s, want %s", r.Claims[i].What, got, want)
		}
	}
	if r.Failed() != 1 || r.Count() != "5 claims: 3 hold, 1 differ, 1 not comparable" {
		t.Errorf("%d failed, %s", r.Failed(), r.Count())
	}
	if m := r.Claims[3]; math.Abs(float64(m.High)-12.484) > 0.001 || math.Abs(float64(m.Low)-7.516) > 0.001 {
		t.Errorf("interval of 9, 10, 11: %g to %g, want 7.516 to 12.484", m.Low, m.High)
	}
	for name, c := range map[string]Claim{
		"above":      Number("", "", "", 100, 103.1).Off(3, ""),
		"below":      Number("", "", "", 100, 96.9).Off(3, ""),
		"none":       Number("", "", "", 100, math.NaN()).Within(10, ""),
		"not so":     Statement("", "", "a", "b", "c", false),
		"negative":   Number("", "", "", -100, -104).Within(0.03, ""),
		"of ours":    Number("", "", "", 100, 103.05).Within(0.03, ""), // 2.96 % of 103.05
		"not a zero": Number("", "", "", 0, 1e-9).Off(0, ""),
	} {
		if c.Verdict != Differs {
			t.Errorf("%s: %s", name, c.Verdict)
		}
	}
}

func TestText(t *testing.T) {
	var out strings.Builder
	if err := report().WriteText(&out); err != nil {
		t.Fatal(err)
	}
	const want = `small: A small report

holds           two off: 100 s published, ours 102 s, +2 % (within 3 %: they say about)
differs         four off: 100 s published, ours 104 s, +4 % (within 3 %)
not comparable  shown: 0 published, ours 5 (no rule)
holds           mean: 10 m published, ours 10 m (95 %: 7.5159 to 12.484), +0 % (exactly)
holds           earlier: "much earlier" published, ours by 3 s (at all)

assumed, because the source leaves it open:
  - nothing | much

5 claims: 3 hold, 1 differ, 1 not comparable
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

// Long claims are broken into lines of 100 letters, indented below the first.
func TestLongLines(t *testing.T) {
	r := &Report{Name: "x", Title: "y", Claims: []Claim{Statement(strings.Repeat("word ", 60), "", "a", "b", "c", true)}}
	var out strings.Builder
	if err := r.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	for i, line := range lines {
		if len(line) > 100 || i > 2 && i < 5 && !strings.HasPrefix(line, strings.Repeat(" ", 16)+"word") {
			t.Errorf("line %d: %q", i, line)
		}
	}
}

func TestMarkdown(t *testing.T) {
	var out strings.Builder
	if err := report().WriteMarkdown(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"### small\n", "| two off | 100 s | 102 s | +2 % | holds |\n", "| earlier | \"much earlier\" | by 3 s |  | holds |\n", "- nothing | much\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// The five claims of the small report have the verdicts of TestVerdicts: three, one and one.
func TestSummary(t *testing.T) {
	s := Summary([]*Report{report(), {Name: "empty"}}, func(name string) string { return "on " + name })
	var out strings.Builder
	if err := s.WriteMarkdown(&out); err != nil {
		t.Fatal(err)
	}
	const want = `| result | what is compared | claims | hold | differ | not comparable | closest | widest |
|---|---|---|---|---|---|---|---|
| small | on small | 5 | 3 | 1 | 1 | +0 % | +4 % |
| empty | on empty | 0 | 0 | 0 | 0 | - | - |
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

// Of the numbers of the small report 10 for 10 comes closest and 104 for 100 is off most, by 4 %. What is shown has no published number to
// be relative to, and neither has the statement. 0 for 0 is off by nothing, and 1 for 0 by no share of it.
func TestSection(t *testing.T) {
	r := report()
	r.Fitted = []string{"the start"}
	r.Claims = append(r.Claims, Number("none of 1", "", "", 0, 1).Off(0, ""), Number("half", "m", "", 4, 2).Shown("no rule"))
	const want = `### small

A small report. 7 claims: 3 hold, 2 differ, 2 not comparable.

|  | claim | published | ours | off by | judged by |
|---|---|---|---|---|---|
| closest | mean | 10 m | 10 m (95 %: 7.5159 to 12.484) | +0 % | exactly |
| widest | four off | 100 s | 104 s | +4 % | within 3 % |
| widest, not judged | half | 4 m | 2 m | -50 % | no rule |

Statements that hold:

- earlier: by 3 s

Statements that differ:

- none of 1: 1

Not judged:

- no rule (2 claims)

Fitted to the source:

- the start

Assumed, because the source leaves it open:

- nothing | much
`
	if got := r.Section(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	r.Claims = []Claim{Number("nothing", "", "", 0, 0).Off(0, "")}
	if got := r.extent(); got[0] != "+0 %" || got[1] != "+0 %" {
		t.Errorf("0 for 0 is off by %q", got)
	}
	if got := (&Report{Claims: []Claim{Number("", "", "", 1, 5.4)}}).Claims[0].off(); got != "+440 %" {
		t.Errorf("5.4 for 1 is off by %s", got)
	}
}

// The files hold every digit, and what a missing number is: nothing.
func TestFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	if err := report().WriteFiles(dir); err != nil {
		t.Fatal(err)
	}
	read := func(name string) [][]string {
		t.Helper()
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rows, err := csv.NewReader(f).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	if rows := read("small-data.csv"); rows[1][0] != "1,5" || rows[1][1] != `"` {
		t.Errorf("data %q", rows)
	}
	if rows := read("small-runs.csv"); rows[1][1] != "9223372036854775809" {
		t.Errorf("runs %q", rows)
	}
	if rows := read("small-claims.csv"); len(rows) != 6 || rows[1][4] != "102" || rows[1][5] != "" || rows[5][3] != `"much earlier"` || rows[5][7] != "by 3 s" {
		t.Errorf("claims %q", rows)
	}
	if svg, err := os.ReadFile(filepath.Join(dir, "small-line.svg")); err != nil || !strings.Contains(string(svg), "<svg") {
		t.Errorf("figure: %v", err)
	}
}

// A statement may rest on an interval, which goes into the files as numbers; an end that
// is not bounded is no number, and no word of ours stands in quotation marks.
func TestStatementOnAnInterval(t *testing.T) {
	bounded := Statement("earlier", "p. 4", "it comes before", "by 3 s", "at all", true).Resting("s", stats.Interval{Low: 2, Estimate: 3, High: 4}).InOurWords()
	open := Statement("later", "p. 5", "after", "by 1 s", "at all", true).Resting("s", stats.Interval{Low: math.Inf(-1), Estimate: 1, High: math.Inf(1)})
	r := &Report{Name: "x", Title: "y", Claims: []Claim{bounded, open, Mean("one run", "s", "", 5, []float64{5})}}
	rows := r.claimSheet().Rows
	for i, want := range []string{"it comes before|3|2|4|by 3 s", `"after"|1|||by 1 s`, "5|5|||"} {
		if got := strings.Join(rows[i][3:8], "|"); got != want {
			t.Errorf("row %d: %s, want %s", i, got, want)
		}
	}
	if got := exact(trace.Measure(math.Inf(-1))) + exact(trace.Measure(math.Inf(1))); got != "" {
		t.Errorf("%q is no number", got)
	}
	for own, want := range map[bool]string{false: "earlier: it comes before in the source, ours by 3 s (at all)", true: "earlier: it comes before predicted, simulated by 3 s (at all)"} {
		if got := (&Report{Own: own}).sentence(&bounded); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"shows":"it comes before"`, `"said":"after"`, `"low":2`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

// JSON has null where there is no number.
func TestJSON(t *testing.T) {
	text, err := json.Marshal(report())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"published":100`, `"low":null`, `"said":"much earlier"`, `"verdict":"not comparable"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}
