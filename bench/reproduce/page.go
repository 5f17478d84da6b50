package reproduce

import (
	"fmt"
	"slices"
	"strings"

	"halocline/bench/reproduce/claim"
)

// head is what the page of the manual begins with.
const head = `# Validation

Which published results and theories does it agree with, how closely, and what is not known?

## Which results it agrees with

` + "`halocline reproduce all`" + ` simulates published results again, in two minutes. It prints every claim beside ours, with intervals. This page
is made of the same results, and has the closest and the widest number of each. A test fails where it is not what comes out. One
result takes seconds:

` + "```console\n$ halocline reproduce thetis-range\n...\n```" + `

What is not comparable is shown and not judged: the source leaves too much open, or a parameter was fitted to it. The sources are
simulations and theory, but for ` + "`thetis-trial`" + `. That is a curve measured in a lake, of which the text gives two numbers. The tests also
hold the medium against counts of ns-3. [What the sources have](sources.md) says what Halocline has of theirs, and what shows it.

Closest and widest are differences of judged numbers, relative to the published one. Some results have none, because all that they claim is
a statement, such as that one method is faster.

`

// Page returns the page of the manual on how closely reports agree with their sources.
func Page(reports []*claim.Report) string {
	var b strings.Builder
	b.WriteString(head)
	summary := claim.Summary(reports, About)
	for _, row := range summary.Rows {
		row[0] = fmt.Sprintf("[%s](#%s)", row[0], strings.ReplaceAll(row[0], ".", ""))
	}
	summary.WriteMarkdown(&b) // to memory, which does not fail
	b.WriteString("\n## Result by result\n\nThe name of a result is that of its command: `halocline reproduce NAME`.\n")
	for _, r := range reports {
		b.WriteString("\n" + r.Section())
	}
	return b.String()
}

// About says what the result of a name compares.
func About(name string) string {
	all := All()
	return all[slices.IndexFunc(all, func(r Result) bool { return r.Name == name })].About
}
