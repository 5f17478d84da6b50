package page

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halocline/bench/report/paper"
	"halocline/bench/study"
	"halocline/bench/study/results"
	"halocline/bench/study/runner"
	"halocline/scenarios"
)

const small = `name: small
base: aloha20
set: {duration: 60s}
sweep: {links.acoustic.mac: [aloha, csma]}
repeat: 2
tables: [{name: ratio, rows: mac, metric: packets.delivery_ratio}]
figures: [{name: spread, kind: box, x: mac, y: packets.delivery_ratio}]
`

// opened makes the runs of a study and returns what its results hold.
func opened(t *testing.T, text string) *paper.Paper {
	t.Helper()
	s, err := study.Parse(scenarios.Standard(), "small.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "r.db")
	w, err := results.Create(t.Context(), path, s.Identity("unreleased"), s.Cells())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := runner.Run(t.Context(), s, w, runner.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	p, err := paper.Open(file, "halocline report r.db")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A report has every table and figure in all formats, and two pages that show them.
func TestWrite(t *testing.T) {
	files := map[string]string{}
	r := &Report{Paper: opened(t, small), Library: scenarios.Standard(), Folder: "out", Options: paper.Options{Confidence: 0.95}}
	r.Put = func(file string, text []byte) error { files[file] = string(text); return nil }
	if faults, err := r.Write(t.Context()); err != nil || faults != nil {
		t.Fatal(faults, err)
	}
	for _, want := range []string{"ratio.txt", "ratio.csv", "ratio.tex", "spread.svg", "spread.pdf", "study.yaml", "report.md", "report.html"} {
		if files[want] == "" {
			t.Errorf("%s is not written, or empty", want)
		}
	}
	if len(files) != 8 || files["study.yaml"] != small {
		t.Errorf("%d files, and the study is %q", len(files), files["study.yaml"])
	}
	for _, want := range []string{"# small\n", "### ratio\n", "![spread](spread.svg)", "## Slowest runs", "halocline run aloha20"} {
		if !strings.Contains(files["report.md"], want) {
			t.Errorf("%q is not in\n%s", want, files["report.md"])
		}
	}
	if n := strings.Count(files["report.html"], "data:image/svg+xml;base64,"); n != 1 || !strings.HasSuffix(files["report.html"], "</html>\n") {
		t.Errorf("report.html has %d pictures", n)
	}
}

// A table that cannot be made is a fault, and the rest is written; a file that cannot be written
// ends the report.
func TestFaults(t *testing.T) {
	p := opened(t, small)
	p.Tables = slices.Insert(slices.Clone(p.Tables), 0, study.Table{Name: "odd", Rows: "mac", Metric: "auv.age_mean", Statistic: "mean"})
	var index string
	r := &Report{Paper: p, Library: scenarios.Standard(), Folder: "out", Options: paper.Options{Confidence: 0.95}}
	r.Put = func(file string, text []byte) error {
		if file == "report.md" {
			index = string(text)
		}
		return nil
	}
	faults, err := r.Write(t.Context())
	if err != nil || faults == nil || !strings.Contains(index, "Not made: ") || !strings.Contains(index, "### ratio\n") {
		t.Errorf("%v, %v\n%s", faults, err, index)
	}
	full := errors.New("no space left")
	r = &Report{Paper: opened(t, small), Library: scenarios.Standard(), Options: paper.Options{Confidence: 0.95}}
	r.Put = func(string, []byte) error { return full }
	if _, err := r.Write(t.Context()); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
}
