// Package claim holds what others have published against what this program gives:
// number by number, with a verdict, and with the assumptions that the source left
// open.
//
// Begin with Number, Mean or Statement, which make a Claim; Claim.Within and Claim.Off
// judge it. A Report is the claims of one figure, table or section, and writes them.
//
// Left out: the published numbers themselves, which stand in the packages that
// reproduce them, such as erdemir and thetis.
package claim

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"halocline/bench/report/figure"
	"halocline/bench/study/stats"
	"halocline/sim/trace"
)

// Report is what became of the claims of one figure, table or section.
type Report struct {
	Name        string   `json:"name"`
	Title       string   `json:"title"`
	Assumptions []string `json:"assumptions"`      // what the source leaves open, and what was taken
	Fitted      []string `json:"fitted,omitempty"` // what was chosen so that numbers come out
	Own         bool     `json:"own,omitempty"`    // nobody has published it: what is compared with is what this program predicts
	Claims      []Claim  `json:"claims"`
	Runs        []Run    `json:"runs"` // that were simulated for it
	Figures     []Figure `json:"-"`
	Sheets      []Sheet  `json:"-"`
	Texts       []Text   `json:"-"`
}

// Text is a text with a name for its file, such as an article in LaTeX.
type Text struct{ Name, Body string }

// Claim is one published number, or statement, and ours.
type Claim struct {
	What      string        `json:"what"`
	Unit      string        `json:"unit,omitempty"`
	Source    string        `json:"source"`
	Published trace.Measure `json:"published"`       // NaN where it is a statement
	Said      string        `json:"said,omitempty"`  // the source's own words
	Shows     string        `json:"shows,omitempty"` // what it shows or implies, in ours
	Ours      trace.Measure `json:"ours"`
	Low       trace.Measure `json:"low"` // confidence interval of ours; NaN where nothing is drawn
	High      trace.Measure `json:"high"`
	Found     string        `json:"found,omitempty"` // ours, where it is a statement
	Rule      string        `json:"rule"`            // what ours may be
	Verdict   Verdict       `json:"verdict"`
}

// Verdict says how the source and we compare.
type Verdict string

// The verdicts.
const (
	Holds         Verdict = "holds"
	Differs       Verdict = "differs"
	NotComparable Verdict = "not comparable"
)

// Run is a run that a report rests on.
type Run struct {
	Setup       string `json:"setup"`
	Seed        uint64 `json:"seed"`
	Fingerprint string `json:"fingerprint"`
}

// Figure is a figure with a name for its file.
type Figure struct {
	Name string
	figure.Figure
}

// Sheet is a table of data with a name for its file.
type Sheet struct {
	Name    string
	Columns []string
	Rows    [][]string
	Shown   bool // beside the claims too, not only in its file
}

// Failed returns how many claims differ.
func (r *Report) Failed() int {
	n := 0
	for i := range r.Claims {
		if r.Claims[i].Verdict == Differs {
			n++
		}
	}
	return n
}

// Number is a claim of a number, of which nothing is judged yet.
func Number(what, unit, source string, published, ours float64) Claim {
	nan := trace.Measure(math.NaN())
	return Claim{What: what, Unit: unit, Source: source, Published: trace.Measure(published), Ours: trace.Measure(ours), Low: nan, High: nan, Verdict: NotComparable}
}

// Mean is a claim of the mean of several runs, with its interval of 95 %.
func Mean(what, unit, source string, published float64, runs []float64) Claim {
	i := stats.Mean(runs, 0.95)
	return Number(what, unit, source, published, i.Estimate).Resting(unit, i)
}

// Resting gives a claim the interval that it rests on, and its middle. An end that is
// not bounded is left out.
func (c Claim) Resting(unit string, i stats.Interval) Claim {
	bounded := func(x float64) trace.Measure {
		if math.IsInf(x, 0) {
			x = math.NaN()
		}
		return trace.Measure(x)
	}
	c.Unit, c.Ours, c.Low, c.High = unit, bounded(i.Estimate), bounded(i.Low), bounded(i.High)
	return c
}

// InOurWords says that the source does not have the words of a statement: they tell
// what it shows or implies.
func (c Claim) InOurWords() Claim {
	c.Shows, c.Said = c.Said, ""
	return c
}

// Within judges a number: it may be off by a fraction of the published one.
func (c Claim) Within(fraction float64, why string) Claim {
	c.Rule = "within " + strconv.FormatFloat(100*fraction, 'g', 4, 64) + " %"
	if why != "" {
		c.Rule += ": " + why
	}
	return c.judge(math.Abs(float64(c.Ours-c.Published)) <= fraction*math.Abs(float64(c.Published)))
}

// Off judges a number: it may be off by so much.
func (c Claim) Off(most float64, why string) Claim {
	c.Rule = strings.TrimSpace(fmt.Sprintf("within %s %s", strconv.FormatFloat(most, 'g', 4, 64), c.Unit))
	if most == 0 {
		c.Rule = "exactly"
	}
	if why != "" {
		c.Rule += ": " + why
	}
	return c.judge(math.Abs(float64(c.Ours-c.Published)) <= most)
}

// Shown does not judge a number, and says why.
func (c Claim) Shown(why string) Claim {
	c.Rule, c.Verdict = why, NotComparable
	return c
}

func (c Claim) judge(holds bool) Claim {
	c.Verdict = Differs
	if holds {
		c.Verdict = Holds
	}
	return c
}

// Statement is a claim that is no number, in the source's own words.
func Statement(what, source, said, found, rule string, holds bool) Claim {
	nan := trace.Measure(math.NaN())
	c := Claim{What: what, Source: source, Said: said, Found: found, Rule: rule, Published: nan, Ours: nan, Low: nan, High: nan}
	return c.judge(holds)
}
