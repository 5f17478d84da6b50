package capacity

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"halocline/bench/reproduce/claim"
)

// pattern is the article, with places for what was found.
//
//go:embed article.tex
var pattern string

// article writes a report as an article in LaTeX: article.tex takes in the figure that stands beside it. Each number in it is a row of commands.csv. So
// many of its claims, the first ones, are of the tightest loop and what docking costs; the rest are of other loops.
func article(f found, cost []outcome, loops reaches, matter []claim.Text, r *claim.Report, tight int, seed uint64) (claim.Text, claim.Sheet, error) {
	t := &trace{found: f, cost: cost, loops: loops, claims: r.Claims[:tight], others: r.Claims[tight:], matter: matter, seed: seed, sheet: claim.Sheet{Name: "commands", Columns: []string{"number", "what", "command"}}}
	page, err := template.New("article").Delims("<<", ">>").Funcs(template.FuncMap{
		"held": t.held, "table": t.table, "prediction": t.prediction, "effects": t.effects, "scene": t.scene, "pair": t.pair, "field": t.field, "price": t.price, "bought": t.bought,
		"drag": drag, "judged": func() string { return items(orderly(t.claims, " (s)")) },
		"boundaries": t.boundaries, "others": func() string { return items(orderly(t.others, "")) },
		"assumed": func() string { return items(r.Assumptions) }, "count": r.Count, "seed": func() uint64 { return seed },
	}).Parse(pattern)
	if err != nil {
		return claim.Text{}, claim.Sheet{}, err
	}
	var b bytes.Buffer
	err = page.Execute(&b, nil)
	return claim.Text{Name: "article.tex", Body: b.String()}, t.sheet, err
}

// trace writes numbers, and where each comes from.
type trace struct {
	found
	cost   []outcome
	loops  reaches
	matter []claim.Text
	claims []claim.Claim
	others []claim.Claim
	seed   uint64
	sheet  claim.Sheet
}

func (t *trace) from(number, what, study string) {
	t.sheet.Rows = append(t.sheet.Rows, []string{number, what, fmt.Sprintf("halocline reproduce docking-capacity --seed %d; its cells are those of halocline sweep %s", t.seed, study)})
}

// held is the tightest loop of a protocol in a case.
func (t *trace) held(study, situation, protocol string) (string, error) {
	c, err := t.of(study, situation, protocol)
	if err != nil {
		return "", err
	}
	t.from(c.String(), fmt.Sprintf("tightest loop of %s, %s (s)", protocol, situation), study)
	number, rest, _ := strings.Cut(c.String(), " or ")
	if rest != "" {
		rest = " or " + rest
	}
	return tex(number) + "~s" + rest, nil
}

// table has the protocols of a study as rows and its cases as columns.
func (t *trace) table(study string) string {
	var cases, protocols []string
	cells := map[[2]string]string{}
	for i := range t.found {
		c := &t.found[i]
		if c.study != study {
			continue
		}
		if !slices.Contains(cases, c.situation) {
			cases = append(cases, c.situation)
		}
		if !slices.Contains(protocols, c.protocol) {
			protocols = append(protocols, c.protocol)
		}
		cells[[2]string{c.protocol, c.situation}] = c.String()
		t.from(c.String(), fmt.Sprintf("tightest loop of %s, %s (s)", c.protocol, c.situation), study)
	}
	rows := make([][]string, 0, len(protocols))
	for _, p := range protocols {
		row := []string{p}
		for _, c := range cases {
			row = append(row, cells[[2]string{p, c}])
		}
		rows = append(rows, row)
	}
	return tabular(append([]string{"protocol"}, cases...), rows)
}

// prediction has each prediction and what was found.
func (t *trace) prediction() string {
	var rows [][]string
	for i := range t.claims {
		c := &t.claims[i]
		if c.Unit == "" {
			continue
		}
		off := fmt.Sprintf("%+.0f %%", 100*(float64(c.Ours)/float64(c.Published)-1))
		ours := fmt.Sprintf("%.2f", float64(c.Ours))
		if math.IsNaN(float64(c.Ours)) {
			ours, off = "none", ""
		}
		row := []string{strings.TrimPrefix(c.What, "tightest loop of "), fmt.Sprintf("%.2f", float64(c.Published)), ours, off, string(c.Verdict)}
		rows = append(rows, row)
		t.from(row[2], c.What+", found and predicted from "+c.Source, "the study that it names")
	}
	return tabular([]string{"case", "predicted", "found", "off by", ""}, rows)
}

// effects is the table of what assumptions do to a metric.
func (t *trace) effects(metric string) (string, error) {
	for _, m := range t.matter {
		if m.Name == metric {
			t.from("", "effects on "+metric, sensitive)
			return m.Body, nil
		}
	}
	return "", fmt.Errorf("%s has no effects on %s", sensitive, metric)
}

// scene is a picture of some seconds of a run, with what it shows below.
func (t *trace) scene(name, shows string) (string, error) {
	for _, m := range scenes() {
		if m.name == name {
			t.sheet.Rows = append(t.sheet.Rows, []string{"", "figure " + name, m.command()})
			return fmt.Sprintf("\\begin{figure}[htbp]\\centering\\includegraphics[width=\\linewidth]{docking-capacity-%s.pdf}\\caption{%s}\\end{figure}", name, shows), nil
		}
	}
	return "", fmt.Errorf("there is no picture %s", name)
}

// pair is two pictures beside each other, with what they show below.
func (t *trace) pair(left, right, shows string) (string, error) {
	var b strings.Builder
	for _, name := range []string{left, right} {
		i := slices.IndexFunc(scenes(), func(m scene) bool { return m.name == name })
		if i < 0 {
			return "", fmt.Errorf("there is no picture %s", name)
		}
		t.sheet.Rows = append(t.sheet.Rows, []string{"", "figure " + name, scenes()[i].command()})
		fmt.Fprintf(&b, "\\includegraphics[width=0.49\\linewidth]{docking-capacity-%s.pdf}", name)
	}
	return fmt.Sprintf("\\begin{figure}[htbp]\\centering%s\\caption{%s}\\end{figure}", b.String(), shows), nil
}

// field says how many settings of protocols are behind ALOHA where few send, and how many are before it.
func (t *trace) field() (string, error) {
	others, behind, before, err := t.found.field()
	t.from(strconv.Itoa(behind), "settings behind ALOHA", settings)
	return fmt.Sprintf("Of %d other settings %d are behind, beyond the intervals, and %d before", others, behind, len(before)), err
}

// price is a table of what docking costs.
func (t *trace) price() string {
	s := price(t.cost)
	t.from("", "table of time, energy and impulse", docking)
	return tabular(s.Columns, s.Rows)
}

// bought says what was found of what docking costs.
func (t *trace) bought() string {
	var all []string
	for i := range t.claims {
		if c := &t.claims[i]; strings.HasPrefix(c.What, docking) {
			all = append(all, fmt.Sprintf("%s. %s: %s", c.What, c.Found, c.Verdict))
		}
	}
	return items(all)
}

// drag says what a fifth less and more of the drag does to the prediction for ALOHA at 1500 m.
func drag() (string, error) {
	for _, p := range predictions() {
		if p.study != "mac-range" || p.situation != "far" || p.protocol != "ALOHA" {
			continue
		}
		with := func(factor float64) float64 {
			a := surge(p.bound)
			a.linear, a.quadratic = factor*a.linear, factor*a.quadratic
			return tightest(p.timing, a)
		}
		return fmt.Sprintf("%.2f~s with four fifths of the drag, %.2f~s with it, and %.2f~s with six fifths", with(0.8), with(1), with(1.2)), nil
	}
	return "", errors.New("there is no prediction for ALOHA at 1500 m")
}

// orderly returns what is said of the order of protocols, and what was found, in a unit.
func orderly(claims []claim.Claim, unit string) (all []string) {
	for i := range claims {
		if c := &claims[i]; c.Shows != "" && !strings.HasPrefix(c.What, docking) { // whose units are its own
			all = append(all, fmt.Sprintf("%s. %s%s: %s", c.What, c.Found, unit, c.Verdict))
		}
	}
	return all
}

func items(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString("\\item " + tex(l) + ".\n")
	}
	return b.String()
}

func tabular(head []string, rows [][]string) string {
	line := func(cells []string) string {
		all := make([]string, len(cells))
		for i, c := range cells {
			all[i] = tex(c)
		}
		return strings.Join(all, " & ") + " \\\\\n"
	}
	var b strings.Builder
	b.WriteString("\\begin{tabular}{l" + strings.Repeat("r", len(head)-1) + "}\n\\toprule\n" + line(head) + "\\midrule\n")
	for _, r := range rows {
		b.WriteString(line(r))
	}
	b.WriteString("\\bottomrule\n\\end{tabular}")
	return b.String()
}

// tex writes a text with the signs that LaTeX has uses of its own for.
func tex(text string) string {
	return strings.NewReplacer("%", `\%`, "&", `\&`, "_", `\_`, "#", `\#`, "^", `\^{}`, "~", `\~{}`).Replace(text)
}
