package claim

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"halocline/bench/report/text"
	"halocline/bench/study/output"
	"halocline/sim/trace"
)

// columns is how wide a line of text may be.
const columns = 100

// WriteText writes a report for a terminal: each claim with its verdict, and the
// assumptions.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	wrap(&b, "", r.Name+": "+r.Title)
	b.WriteString("\n")
	for i := range r.Claims {
		c := &r.Claims[i]
		wrap(&b, fmt.Sprintf("%-15s ", c.Verdict), r.sentence(c))
	}
	for _, l := range r.lists() {
		if len(l.items) > 0 {
			b.WriteString("\n" + strings.ToLower(l.head[:1]) + l.head[1:] + "\n")
		}
		for _, item := range l.items {
			wrap(&b, "  - ", item)
		}
	}
	if len(r.Claims) > 0 {
		b.WriteString("\n" + r.Count() + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Count says how many claims hold.
func (r *Report) Count() string {
	n := r.tally()
	return fmt.Sprintf("%d claims: %d hold, %d differ, %d not comparable", len(r.Claims), n[Holds], n[Differs], n[NotComparable])
}

// tally returns how many claims have each verdict.
func (r *Report) tally() map[Verdict]int {
	n := map[Verdict]int{}
	for i := range r.Claims {
		n[r.Claims[i].Verdict]++
	}
	return n
}

// Summary returns a line for each report, with what about says of it, the number of its
// claims, how many of them have each verdict, and how far the judged numbers are off.
func Summary(reports []*Report, about func(name string) string) Sheet {
	s := Sheet{Name: "summary", Columns: []string{"result", "what is compared", "claims", "hold", "differ", "not comparable", "closest", "widest"}}
	for _, r := range reports {
		n := r.tally()
		s.Rows = append(s.Rows, append([]string{
			r.Name, about(r.Name), strconv.Itoa(len(r.Claims)), strconv.Itoa(n[Holds]), strconv.Itoa(n[Differs]), strconv.Itoa(n[NotComparable]),
		}, r.extent()...))
	}
	return s
}

// WriteMarkdown writes a sheet as a table.
func (s *Sheet) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	cell := strings.NewReplacer("|", `\|`, "\n", " ", "\x00", " | ")
	row := func(cells []string) { b.WriteString("| " + cell.Replace(strings.Join(cells, "\x00")) + " |\n") }
	row(s.Columns)
	b.WriteString(strings.Repeat("|---", len(s.Columns)) + "|\n")
	for _, cells := range s.Rows {
		row(cells)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// compared names what stands on both sides of a claim.
func (r *Report) compared() (published, ours string) {
	if r.Own {
		return "predicted", "simulated"
	}
	return "published", "ours"
}

// sentence puts a claim into words.
func (r *Report) sentence(c *Claim) string {
	verb, ours := r.compared()
	if c.Shows != "" && !r.Own {
		verb = "in the source"
	}
	s := fmt.Sprintf("%s: %s %s, %s %s", c.What, c.published(), verb, ours, c.ours())
	if d := c.off(); d != "" {
		s += ", " + d
	}
	return s + " (" + c.Rule + ")"
}

// published writes what the source has.
func (c *Claim) published() string {
	if c.Said != "" {
		return `"` + c.Said + `"`
	}
	if c.Shows != "" {
		return c.Shows
	}
	return quantity(c.Published, c.Unit)
}

// ours writes what we have, with its interval.
func (c *Claim) ours() string {
	if c.Found != "" {
		return c.Found
	}
	s := quantity(c.Ours, c.Unit)
	if low, high := float64(c.Low), float64(c.High); !math.IsNaN(low) && !math.IsNaN(high) {
		s += fmt.Sprintf(" (95 %%: %s to %s)", digits(low), digits(high))
	}
	return s
}

// off writes the relative deviation.
func (c *Claim) off() string {
	d := c.deviation()
	if math.IsNaN(d) {
		return ""
	}
	if math.Abs(d) >= 1 {
		return fmt.Sprintf("%+.0f %%", 100*d)
	}
	return fmt.Sprintf("%+.2g %%", 100*d)
}

func quantity(x trace.Measure, unit string) string {
	if math.IsNaN(float64(x)) {
		return "none"
	}
	return strings.TrimSuffix(digits(float64(x))+" "+unit, " ")
}

// digits writes a number for reading.
func digits(x float64) string { return strconv.FormatFloat(x, 'g', 5, 64) }

// wrap writes a text behind a head, in lines that fit; further ones are indented by
// the head.
func wrap(b *strings.Builder, head, words string) {
	lines := strings.ReplaceAll(text.Fold(words, columns-len(head)), "\n", "\n"+strings.Repeat(" ", len(head)))
	b.WriteString(strings.TrimRight(head+lines, " ") + "\n")
}

// WriteMarkdown writes the claims as a table, and the assumptions as a list.
func (r *Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n%s.\n\n", r.Name, r.Title)
	published, ours := r.compared()
	table := Sheet{Columns: []string{"claim", published, ours, "off by", "verdict"}}
	for i := range r.Claims {
		c := &r.Claims[i]
		table.Rows = append(table.Rows, []string{c.What, c.published(), c.ours(), c.off(), string(c.Verdict)})
	}
	table.WriteMarkdown(&b) // to memory, which does not fail
	for _, l := range r.lists() {
		b.WriteString(l.markdown())
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteFiles writes the claims, the runs, the sheets, the figures and the texts of a report into
// a folder: CSV, SVG, PDF, PNG and other files whose names begin with that of the report.
func (r *Report) WriteFiles(dir string) error {
	folder, err := output.OpenFolder(dir)
	if err != nil {
		return err
	}
	defer folder.Close()
	create := func(name string, write func(io.Writer) error) error {
		var text bytes.Buffer
		if err := write(&text); err != nil {
			return err
		}
		return folder.Write(r.Name+"-"+name, text.Bytes())
	}
	sheets := append([]Sheet{r.claimSheet(), r.runSheet()}, r.Sheets...)
	for _, s := range sheets {
		if err := create(s.Name+".csv", s.write); err != nil {
			return err
		}
	}
	for _, t := range r.Texts {
		if err := folder.Write(r.Name+"-"+t.Name, []byte(t.Body)); err != nil {
			return err
		}
	}
	for i := range r.Figures {
		f := &r.Figures[i]
		for _, format := range []string{"svg", "pdf", "png"} {
			if err := create(f.Name+"."+format, func(w io.Writer) error { return f.Write(w, format) }); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Report) claimSheet() Sheet {
	s := Sheet{Name: "claims", Columns: []string{"claim", "unit", "source", "published", "ours", "low", "high", "found", "verdict", "rule"}}
	for i := range r.Claims {
		c := &r.Claims[i]
		published := exact(c.Published)
		if c.Said+c.Shows != "" {
			published = c.published()
		}
		s.Rows = append(s.Rows, []string{c.What, c.Unit, c.Source, published, exact(c.Ours), exact(c.Low), exact(c.High), c.Found, string(c.Verdict), c.Rule})
	}
	return s
}

func (r *Report) runSheet() Sheet {
	s := Sheet{Name: "runs", Columns: []string{"setup", "seed", "fingerprint"}}
	for _, run := range r.Runs {
		s.Rows = append(s.Rows, []string{run.Setup, strconv.FormatUint(run.Seed, 10), run.Fingerprint})
	}
	return s
}

// exact writes a number with every digit, and nothing where there is none.
func exact(x trace.Measure) string {
	if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
		return ""
	}
	return strconv.FormatFloat(float64(x), 'g', -1, 64)
}

func (s *Sheet) write(w io.Writer) error {
	c := output.NewCSV(w)
	if err := c.Write(s.Columns); err != nil {
		return err
	}
	return c.WriteAll(s.Rows)
}
