package reproduce

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"halocline/bench/reproduce/claim"
	"halocline/bench/reproduce/erdemir"
	"halocline/sim/simtest"
)

// head is what the page of the manual begins with.
const head = `# Validation

Which published results and theories does it agree with, how closely, and what is not known?

## Which results it agrees with

` + "`halocline reproduce all`" + ` simulates published results again, in a minute or two. It prints every claim beside ours, with intervals.
A study of our own, ` + "`docking-capacity`" + `, takes some minutes and is made when it is named. This page is made of the same results, and has
the closest and the widest number of each. A test fails where it is not what comes out. One result takes seconds:

` + "```console\n$ halocline reproduce thetis-range\n...\n```" + `

What is not comparable is shown and not judged: the source leaves too much open, or a parameter was fitted to it. The sources are
simulations and theory, but for ` + "`thetis-trial`" + `. That is a curve measured in a lake, of which the text gives two numbers. The tests also
hold the medium against counts of ns-3. [What the sources have](sources.md) says what Halocline has of theirs, and what shows it.

Closest and widest are differences of judged numbers, relative to the published one. Some results have none, because all that they claim is
a statement, such as that one method is faster.

`

// page returns the page of the manual on how closely reports agree with their sources.
func page(reports []*claim.Report) string {
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

// The page of the manual is what comes out. Results that take long are made with HALOCLINE_LONG=1 only, which makes the page again with
// HALOCLINE_REWRITE=1: the tests of packages erdemir and theory make theirs and look for their sections, and docking-capacity is made there alone.
func TestPage(t *testing.T) {
	simtest.SkipShort(t, "takes some seconds")
	const file = "../../cmd/docs/pages/validation.md"
	var reports []*claim.Report
	for _, r := range All() {
		if !simtest.Long() && (strings.HasPrefix(r.Name, "erdemir-") || slices.Contains([]string{"mac-theory", "loop-erasure", "age-queues", "docking-capacity"}, r.Name)) {
			continue
		}
		report, err := r.Make(t.Context(), &erdemir.Lab{Seed: 1})
		if err != nil {
			t.Fatalf("%s: %v", r.Name, err)
		}
		reports = append(reports, report)
	}
	if simtest.Long() {
		simtest.Golden(t, file, page(reports))
	}
	simtest.Holds(t, file, head)
	for _, r := range reports {
		simtest.Holds(t, file, r.Section())
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rest := string(text)
	for _, r := range All() { // in this order
		_, behind, found := strings.Cut(rest, "\n### "+r.Name+"\n")
		if !found {
			t.Fatalf("%s has no section %s behind those before it", file, r.Name)
		}
		section, _, _ := strings.Cut(behind, "\n### ")
		simtest.Holds(t, file, row(t, r, section))
		rest = behind
	}
	if t.Failed() {
		t.Log("HALOCLINE_LONG=1 HALOCLINE_REWRITE=1 go test ./bench/reproduce -run TestPage makes the page again, in some minutes")
	}
}

// row returns the line of the summary that a section asks for.
func row(t *testing.T, r Result, section string) string {
	n := regexp.MustCompile(`(\d+) claims: (\d+) hold, (\d+) differ, (\d+) not comparable\.\n`).FindStringSubmatch(section)
	if n == nil {
		t.Fatalf("%s does not count its claims", r.Name)
	}
	closest, widest := "-", "-"
	for _, cells := range regexp.MustCompile(`(?m)^\| (closest|widest) \|.*\| (\S+ %) \|[^|]*\|$`).FindAllStringSubmatch(section, -1) {
		if widest = cells[2]; cells[1] == "closest" {
			closest = widest
		}
	}
	return fmt.Sprintf("\n| [%s](#%s) | %s | %s | %s | %s | %s | %s | %s |\n", r.Name, strings.ReplaceAll(r.Name, ".", ""), r.About, n[1], n[2], n[3], n[4], closest, widest)
}
