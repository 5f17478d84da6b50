package claim

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// deviation returns how far ours is from the published number, relative to it; NaN where there is no such number.
func (c *Claim) deviation() float64 {
	d := float64(c.Ours)/float64(c.Published) - 1
	switch {
	case c.Said != "" || c.Shows != "" || math.IsInf(d, 0):
		return math.NaN()
	case c.Ours == c.Published:
		return 0 // of nothing too
	}
	return d
}

// extremes returns the claims that come closest and widest of those with a deviation that are judged, or of those that are not; nil
// where there are none.
func (r *Report) extremes(judged bool) (closest, widest *Claim) {
	var all []*Claim
	for i := range r.Claims {
		if c := &r.Claims[i]; (c.Verdict != NotComparable) == judged && !math.IsNaN(c.deviation()) {
			all = append(all, c)
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	slices.SortStableFunc(all, func(a, b *Claim) int { return cmp.Compare(math.Abs(a.deviation()), math.Abs(b.deviation())) })
	return all[0], all[len(all)-1]
}

// extent writes how far the closest and the widest judged number are off.
func (r *Report) extent() []string {
	closest, widest := r.extremes(true)
	if closest == nil {
		return []string{"-", "-"}
	}
	return []string{closest.off(), widest.off()}
}

// Section returns, in Markdown, how closely a report agrees with its source: the extremes of its numbers, its statements, what was
// fitted, and what is open.
func (r *Report) Section() string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n%s. %s.\n", r.Name, r.Title, r.Count())
	var rows [][]string
	row := func(name string, c *Claim) {
		if c != nil && !(len(rows) > 0 && rows[len(rows)-1][1] == c.What) { // the closest may be the widest
			rows = append(rows, []string{name, c.What, c.published(), c.ours(), c.off(), c.Rule})
		}
	}
	closest, widest := r.extremes(true)
	row("closest", closest)
	row("widest", widest)
	_, widest = r.extremes(false)
	row("widest, not judged", widest)
	if rows != nil {
		published, ours := r.compared()
		s := Sheet{Columns: []string{"", "claim", published, ours, "off by", "judged by"}, Rows: rows}
		b.WriteString("\n")
		s.WriteMarkdown(&b) // to memory, which does not fail
	}
	for _, l := range append([]list{
		{"Statements that hold:", r.statements(Holds)},
		{"Statements that differ:", r.statements(Differs)},
		{"Not judged:", r.reasons()},
	}, r.lists()...) {
		b.WriteString(l.markdown())
	}
	return b.String()
}

// list is what is said beside the claims, below a head.
type list struct {
	head  string
	items []string
}

// lists returns what a report says beside its claims.
func (r *Report) lists() []list {
	assumed := "Assumed, because the source leaves it open:"
	if r.Own {
		assumed = "Assumed:"
	}
	return []list{{"Fitted to the source:", r.Fitted}, {assumed, r.Assumptions}}
}

// markdown writes the list, and nothing for one without items.
func (l list) markdown() string {
	if len(l.items) == 0 {
		return ""
	}
	return fmt.Sprintf("\n%s\n\n- %s\n", l.head, strings.Join(l.items, "\n- "))
}

// statements returns what has a verdict and no deviation.
func (r *Report) statements(v Verdict) (all []string) {
	for i := range r.Claims {
		if c := &r.Claims[i]; c.Verdict == v && math.IsNaN(c.deviation()) {
			all = append(all, c.What+": "+c.ours())
		}
	}
	return all
}

// reasons returns why claims are not judged, each once.
func (r *Report) reasons() (all []string) {
	n := map[string]int{}
	for i := range r.Claims {
		if c := &r.Claims[i]; c.Verdict == NotComparable {
			n[c.Rule]++
			if n[c.Rule] == 1 {
				all = append(all, c.Rule)
			}
		}
	}
	for i, rule := range all {
		if n[rule] > 1 {
			all[i] = fmt.Sprintf("%s (%d claims)", rule, n[rule])
		}
	}
	return all
}
