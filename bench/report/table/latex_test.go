package table

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"halocline/sim/simtest"
)

// compile runs a document through pdflatex and returns what it says of labels.
// Whatever LaTeX complains of in its log is a fault, lines that are too long
// aside.
func compile(t *testing.T, document string) (aux string) {
	t.Helper()
	simtest.SkipShort(t, "needs pdflatex")
	program, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Fatal("pdflatex is missing: the Debian packages texlive-latex-base and texlive-latex-recommended have it and booktabs")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "table.tex"), []byte(document), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "table.tex")
	cmd.Dir = dir
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("pdflatex: %v\n%s\n%s", err, said, document)
	}
	log := contents(t, dir, "table.log")
	for line := range strings.Lines(log) {
		bad := strings.HasPrefix(line, "! ")
		for _, fault := range []string{"Missing character", "LaTeX Error", "LaTeX Font Warning", "multiply defined", "Float too large"} {
			bad = bad || strings.Contains(line, fault)
		}
		if bad {
			t.Errorf("the log says %q", line)
		}
	}
	if pdf := contents(t, dir, "table.pdf"); !strings.HasPrefix(pdf, "%PDF-") {
		t.Errorf("a PDF that begins with %.10q", pdf)
	}
	return contents(t, dir, "table.aux")
}

func contents(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// By hand.
func TestLaTeX(t *testing.T) {
	want := `% needs \usepackage{booktabs,graphicx}
\begin{table}[htbp]
\centering
\caption{Docking in a current}
\label{tab:docking}
\footnotesize
\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%
\begin{tabular}{lrrrr}
\toprule
 & \multicolumn{2}{c}{time to dock (s)} & \multicolumn{2}{c}{} \\
\cmidrule(lr){2-3}
protocol & 0.1 m/s & 0.2 m/s & docked (\%) & collisions \\
\midrule
tdma & $123.5 \pm 3.4$\phantom{\textsuperscript{**a}} & $150 \pm 10$\phantom{\textsuperscript{b}} & $100\ [89{,}\ 100]$\phantom{\textsuperscript{**}} & $12$ \\
csma-cd & $99.2 \pm 1.0$\rlap{\textsuperscript{**a}}\phantom{\textsuperscript{**a}} & n/a\rlap{\textsuperscript{b}}\phantom{\textsuperscript{b}} & $90.0\ [74.4{,}\ 96.5]$\phantom{\textsuperscript{**}} & $0$ \\
aloha & $0.74 \pm 0$\rlap{\textsuperscript{*}}\phantom{\textsuperscript{**a}} & n/a\rlap{\textsuperscript{b}}\phantom{\textsuperscript{b}} & $0\ [0{,}\ 11]$\rlap{\textsuperscript{**}}\phantom{\textsuperscript{**}} & $123456$ \\
\bottomrule
\end{tabular}}
\par\smallskip
\begin{minipage}{\linewidth}\footnotesize\raggedright
time to dock (s): mean, 95 \% interval by Student's t\par
docked (\%): share, 95 \% interval by Wilson\par
{*} p $\leq$ 0.05, ** p $\leq$ 0.01, against tdma: Welch's t-test, p-values adjusted by Holm's method, 4 comparisons\par
The current comes from ahead.\par
\textsuperscript{a}from 27 of 30 runs\par
\textsuperscript{b}no run docked\par
each other value from 30 runs\par
\end{minipage}
% source: halocline table docking.db, version 0.3.0, seeds 1 to 30, 30 repetitions
\end{table}
`
	if got := wrote(t, docking(), LaTeX, Options{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A document by itself compiles, and so does one that takes the fragments in,
// with whatever words in every place.
func TestLaTeXCompiles(t *testing.T) {
	for _, transpose := range []bool{false, true} {
		aux := compile(t, wrote(t, docking(), LaTeX, Options{Standalone: true, Transpose: transpose}))
		if want := "\\newlabel{tab:docking}{{1}{1}}"; !strings.Contains(aux, want) {
			t.Errorf("no %s in %s", want, aux)
		}
	}
	var document strings.Builder
	document.WriteString("\\documentclass{article}\n\\usepackage{amsmath,booktabs,graphicx}\n\\begin{document}\n")
	labels := awkward()
	for i, label := range labels {
		for _, transpose := range []bool{false, true} {
			table := signs(label)
			table.Name = fmt.Sprintf("t%d-%v", i, transpose)
			document.WriteString(wrote(t, table, LaTeX, Options{Transpose: transpose}) + "\\clearpage\n")
		}
	}
	document.WriteString("\\end{document}\n")
	aux := compile(t, document.String())
	if n := strings.Count(aux, "\\newlabel{tab:t"); n != 2*len(labels) {
		t.Errorf("%d labels, want two for each of %d tables", n, len(labels))
	}
}

// Where labels of columns have a title, it spans them; where there are groups
// too, the title stands in the corner.
func TestLaTeXTitles(t *testing.T) {
	table := docking()
	table.Columns = "current"
	if got, want := wrote(t, table, LaTeX, Options{}), "\nprotocol \\textbackslash{} current & 0.1 m/s & "; !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
	for i := range table.ColumnLabels {
		table.ColumnLabels[i].Group = ""
	}
	want := "\\toprule\n& \\multicolumn{4}{c}{current} \\\\\n\\cmidrule(lr){2-5}\nprotocol & 0.1 m/s & "
	if got := wrote(t, table, LaTeX, Options{}); !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
	want = "\\toprule\n& \\multicolumn{3}{c}{protocol} \\\\\n\\cmidrule(lr){2-4}\ncurrent & tdma & "
	if got := wrote(t, table, LaTeX, Options{Transpose: true}); !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
}

// One quantity that all rows share stands above them once, and without notes there is no box for them.
func TestLaTeXQuantityOfRows(t *testing.T) {
	table := Table{
		RowLabels: []string{"aloha", "csma"}, Rows: "MAC", Columns: "load", Cells: [][]Cell{{{Estimate: 1}, {Estimate: 2}}, {{Estimate: 3}, {Estimate: 4}}},
		ColumnLabels: []Column{{Group: "throughput (bit/s)", Label: "0.1"}, {Group: "throughput (bit/s)", Label: "0.2"}},
		Source:       Source{Command: "c", Version: "v"},
	}
	got := wrote(t, table, LaTeX, Options{Transpose: true})
	want := "\\footnotesize\nthroughput (bit/s)\\par\\smallskip\n"
	if !strings.Contains(got, want) || strings.Count(got, "throughput") != 1 || !strings.Contains(got, "\n0.1 & $1$ & $3$ ") {
		t.Errorf("no %q, or not once, in\n%s", want, got)
	}
	if strings.Contains(got, "minipage") {
		t.Errorf("a box without notes:\n%s", got)
	}
}

// The commands are those of L. Lamport, LaTeX: A Document Preparation System
// (1994), 3.2 and 3.3.2, and of the kernel of LaTeX (\textbackslash and the like).
func TestLaTeXEscapes(t *testing.T) {
	for text, want := range map[string]string{
		"a_b % & # $ {c}":  `a\_b \% \& \# \$ \{c\}`,
		"~^\\":             `\textasciitilde{}\textasciicircum{}\textbackslash{}`,
		"<|>":              `$<$$|$$>$`,
		"± µ μ ° × · −":    `$\pm$ $\mu$ $\mu$ $^{\circ}$ $\times$ $\cdot$ $-$`,
		"m² s⁻¹² x₁₀ 10⁻⁶": `m$^{2}$ s$^{-12}$ x$_{10}$ 10$^{-6}$`,
		"≤ ≥ ≠ ≈ ∞ → ← √":  `$\leq$ $\geq$ $\neq$ $\approx$ $\infty$ $\rightarrow$ $\leftarrow$ $\surd$`,
		"αβγδεζηθικλμνξπρστυφχψω":  `$\alpha$$\beta$$\gamma$$\delta$$\varepsilon$$\zeta$$\eta$$\theta$$\iota$$\kappa$$\lambda$$\mu$$\nu$$\xi$$\pi$$\rho$$\sigma$$\tau$$\upsilon$$\varphi$$\chi$$\psi$$\omega$`,
		"ΓΔΘΛΞΠΣΦΨΩ":               `$\Gamma$$\Delta$$\Theta$$\Lambda$$\Xi$$\Pi$$\Sigma$$\Phi$$\Psi$$\Omega$`,
		"--seed a-b ---":           `{-}-seed a-b {-}{-}-`,
		`''a'' ` + "``b``,, ?`!`":  `{'}'a{'}' {` + "`}`b{`}`{,}, {?}`{!}`",
		`"a"`:                      `{''}a{''}`,
		"‘a’ “b” – — …":            "{`}a{'} {``}b{''} {--} {---} \\ldots{}",
		"[1] a[1] * a*":            `{[}1] a[1] * a*`,
		"* [":                      `{*} [`,
		"§ a\u00a0b\u202fc\u2009d": `\S{} a~b~c\,d`,
		"Å Łódź ß ő ÿ":             "Å Łódź ß ő ÿ",
	} {
		p := new(page)
		if got := p.escape(text); got != want || p.err != nil {
			t.Errorf("%q: got %s and %v, want %s", text, got, p.err, want)
		}
	}
}

// Every sign that is let through compiles and is in the font: each of ASCII, each
// letter with an accent, each with a command, and pairs that could join.
func TestLaTeXSigns(t *testing.T) {
	document := "\\documentclass{article}\n\\begin{document}\n"
	signs := 0
	for r := rune(' '); r < 0x10000; r++ {
		p := new(page)
		if pair := p.escape(string([]rune{r, r})); p.err == nil && (r < 0x7f || r >= 0xa0) {
			document += p.escape(string(r)) + " " + pair + "\n"
			signs++
		}
	}
	if least := 95 + len([]rune(accented)) + 80; signs < least {
		t.Errorf("%d signs, want those of ASCII, the accented, and 80 others: %d", signs, least)
	}
	compile(t, document+"\\end{document}\n")
}

// What no font of LaTeX has is an error that names it.
func TestLaTeXUnknown(t *testing.T) {
	for _, label := range []string{"水", "ж", "a\uFFFD", "😀", "ð"} {
		table := docking()
		table.RowLabels[1] = label
		var out strings.Builder
		err := table.Write(&out, LaTeX, Options{})
		runes := []rune(label)
		want := fmt.Sprintf("LaTeX has no sign for %q", runes[len(runes)-1])
		if err == nil || !strings.Contains(err.Error(), want) || out.Len() > 0 {
			t.Errorf("%q: got %v, want %s", label, err, want)
		}
	}
}

// A name is made of the first words of the caption, if none is given.
func TestSlug(t *testing.T) {
	for caption, want := range map[string]string{
		"Docking in a current (0.1 m/s)": "docking-in-a-current-0-1-m-s",
		"":                               "results", "水": "results", "_%_": "results",
		"A caption that goes on and on until it is cut": "a-caption-that-goes-on-and-on-until-it",
	} {
		if got := slug(caption); got != want {
			t.Errorf("%q: got %q, want %q", caption, got, want)
		}
	}
}

// A table fits into one column of a page: of nine columns of 14 characters five fit beside
// labels of one into 75, and the others stand below. As wide as a page it is in one piece.
func TestColumns(t *testing.T) {
	wide := single(1)
	wide.ColumnLabels, wide.Cells = nil, [][]Cell{nil}
	for range 9 {
		wide.ColumnLabels = append(wide.ColumnLabels, Column{Label: "a long label"})
		wide.Cells[0] = append(wide.Cells[0], Cell{Estimate: 1234})
	}
	got := wrote(t, wide, LaTeX, Options{})
	if !strings.Contains(got, "\\begin{table}[") || strings.Count(got, "{lrrrrr}") != 1 || strings.Count(got, "{lrrrr}") != 1 || strings.Count(got, "1234") != 9 {
		t.Errorf("a column:\n%s", got)
	}
	page := wrote(t, wide, LaTeX, Options{Page: true})
	if !strings.Contains(page, "\\begin{table*}[") || strings.Count(page, "{lrrrrrrrrr}") != 1 {
		t.Errorf("a page:\n%s", page)
	}
	if wide.Page = true; wrote(t, wide, LaTeX, Options{}) != page {
		t.Errorf("that is not as wide as a page by itself:\n%s", wrote(t, wide, LaTeX, Options{}))
	}
}

// Words stand for an infinite estimate, and are escaped.
func TestNever(t *testing.T) {
	late := single(1)
	late.ColumnLabels[0].Style = Style{Interval: Bounds, Meaning: "median", Never: "> 400 s"}
	late.Cells[0][0] = Cell{Estimate: math.Inf(1), Low: math.NaN(), High: math.NaN(), N: 9}
	for f, want := range map[Format]string{Text: " > 400 s\n", Markdown: `\> 400 s `, HTML: "&gt; 400 s<", LaTeX: "$>$ 400 s \\\\", CSV: ",Inf,"} {
		if got := wrote(t, late, f, Options{}); !strings.Contains(got, want) || strings.Contains(got, "interval\n") {
			t.Errorf("%s: there is no %q in\n%s", f, want, got)
		}
	}
}
