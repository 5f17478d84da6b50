package cli

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"halocline/bench/report/manual"
	"halocline/cmd/command"
	"halocline/cmd/docs"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// manualSkips returns the lines of pages that are not run here, by how they begin, and why.
func manualSkips() map[string]map[string]string {
	return map[string]map[string]string{
		"tutorial-view": {"halocline view ": "serves a page until it is stopped; TestPictures of bench/view opens it"},
		"large-studies": {
			"halocline sweep study.yaml --engine ": "needs Slurm; package bench/study/slurm has a test with a real one",
			"qsub ":                                "needs Grid Engine",
			"parallel ":                            "needs GNU parallel",
		},
	}
}

// prose returns the pages that somebody wrote, by name.
func prose(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	names, err := fs.Glob(docs.Files(), "*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(docs.Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(name, ".md")] = string(text)
	}
	return all
}

// makeManual makes the manual of the program, once.
var makeManual = sync.OnceValues(func() (*manual.Manual, error) {
	lib := scenarios.Standard()
	return docs.Manual(lib, newRoot(lib, command.Streams{Out: io.Discard, Err: io.Discard}))
})

// wholeManual returns the manual of the program.
func wholeManual(t *testing.T) *manual.Manual {
	t.Helper()
	m, err := makeManual()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The blocks of each page do and print what the page says, one after the other in one folder, and make the pictures that it
// shows. Those of halocline view are made by TestPictures of bench/view.
func TestManual(t *testing.T) {
	simtest.SkipShort(t, "runs the commands of every page")
	run := func(c *exec.Cmd) (string, error) {
		out, err := c.CombinedOutput()
		return string(out), err
	}
	for name, text := range prose(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if name == "extend" { // which changes the program
				dir = copyModule(t)
			}
			newReader(t, name+".md", dir, manualSkips()[name], run).read(blocks(text))
			for _, picture := range regexp.MustCompile(`!\[[^\]]*\]\(([^)]+\.svg)\)`).FindAllStringSubmatch(text, -1) {
				made, err := os.ReadFile(filepath.Join(dir, picture[1]))
				if err != nil {
					t.Errorf("%s.md: no command makes its picture: %v", name, err)
					continue
				}
				simtest.Golden(t, filepath.Join("../docs/pages", picture[1]), string(made))
			}
		})
	}
}

// Each page asks at its head what it answers, its links lead somewhere, and its sentences are short and in the words of the field.
func TestManualText(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, fault := range wholeManual(t).Faults() {
		t.Error(fault)
	}
	var lengths []int
	for _, p := range wholeManual(t).Pages() {
		paragraphs := strings.SplitN(string(p.Text), "\n\n", 3)
		if len(paragraphs) < 2 || !regexp.MustCompile(`^([^.!?]+\?\s*)+$`).MatchString(paragraphs[1]) {
			t.Errorf("%s.md: what stands below the title are not the questions that the page answers", p.Name)
		}
		text := proseOf(string(p.Text))
		for _, long := range simtest.LongSentences(text) {
			t.Errorf("%s.md: %s", p.Name, long)
		}
		if _, written := prose(t)[p.Name]; !written {
			continue // the texts of models have their own test
		}
		lengths = append(lengths, simtest.SentenceLengths(text)...)
		for _, word := range simtest.Avoided(text) {
			t.Errorf("%s.md: write another word for %q", p.Name, word)
		}
	}
	slices.Sort(lengths)
	median := lengths[len(lengths)/2]
	t.Logf("%d sentences, median %d words, longest %d", len(lengths), median, lengths[len(lengths)-1])
	if median >= 18 {
		t.Errorf("the median sentence has %d words; less than 18 are wanted", median)
	}
}

// proseOf returns the text of a page without its blocks, tables and headings.
func proseOf(page string) string {
	text := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(page, "")
	text = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`).ReplaceAllString(text, "$1")
	return regexp.MustCompile(`(?m)^(\||#+ ).*$`).ReplaceAllString(text, "")
}

// The command prints pages as wide as its writer, writes what it is told to, and says what it does not have.
func TestDocs(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	r := halocline(t, dir, "docs", "index")
	r.expect(t, "docs index", 0, "# The manual of Halocline\n", "")
	for line := range strings.Lines(r.out) {
		if utf8.RuneCountInString(line) > 101 {
			t.Errorf("a line of %d characters: %s", utf8.RuneCountInString(line), line)
		}
	}
	if strings.Contains(r.out, "\x1b") {
		t.Error("what is not a terminal is shown colours")
	}
	if piped := halocline(t, dir, "docs"); piped.code != 0 || piped.out != r.out || piped.err != "" {
		t.Errorf("docs in a pipe: %d, %s%s", piped.code, piped.err, piped.out)
	}
	halocline(t, dir, "docs", "packet", "delivery").expect(t, "a heading", 0, "## Glossary: Packet delivery ratio\n", "")
	halocline(t, dir, "docs", "cone").expect(t, "a model and a key", 0, "docking-station berth.cone: The station leads", "")
	halocline(t, dir, "docs", "indx").expect(t, "a slip", 2, "", `halocline: no page or heading of the manual is named "indx"; did you mean "index"?`+"\n")
	halocline(t, dir, "docs", "mean", "share", "of", "thrusters").expect(t, "words of the text", 0, "vehicles.saturation: mean share", "")
	halocline(t, dir, "docs", "zebra crossing").expect(t, "no topic", 2, "", "halocline docs opens the manual, which has a search\n")
	if code, text := said(t, "docs", "start", "--out", "x"); code != command.BadInput || text != "halocline: --out and --man write all pages; leave start out\n" {
		t.Errorf("both: %d, %s", code, text)
	}
	halocline(t, dir, "docs", "--out", "site", "--man", "man").expect(t, "files", 0, "", "files written to man\n")
	page, err := os.ReadFile(filepath.Join(dir, "site", "index.html"))
	if err != nil || !bytes.Contains(page, []byte(`<a href="metrics.html">`)) {
		t.Errorf("the site: %v\n%s", err, page)
	}
	files, err := filepath.Glob(filepath.Join(dir, "man", "halocline*.1"))
	if err != nil || len(files) < 25 {
		t.Fatalf("man pages: %v, %v", files, err)
	}
	if groff, err := exec.LookPath("groff"); err == nil {
		out, err := exec.CommandContext(t.Context(), groff, append([]string{"-ww", "-man", "-Tutf8", "-z"}, files...)...).CombinedOutput()
		if err != nil || len(out) > 0 {
			t.Errorf("groff: %v\n%s", err, out)
		}
	}
}

// No page of the site loads anything from elsewhere, or has a style or a script in its text, which the policy of its server refuses.
func TestSiteIsAlone(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	site, err := wholeManual(t).Site()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, f := range site {
		names[f.Name] = true
	}
	for _, f := range site {
		if filepath.Ext(f.Name) != ".html" {
			continue
		}
		text := string(f.Text)
		for _, found := range regexp.MustCompile(`(?:src|<link[^>]* href)="([^"]*)"`).FindAllStringSubmatch(text, -1) {
			if !names[found[1]] {
				t.Errorf("%s loads %s", f.Name, found[1])
			}
		}
		if bad := regexp.MustCompile(`<[^>]* (style|on[a-z]+)=|<style|<script>|javascript:`).FindString(text); bad != "" {
			t.Errorf("%s has %s", f.Name, bad)
		}
	}
}

// The manual is served on this machine, to those who name its address, until a signal.
func TestDocsServes(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	home := serveManual(t)
	for _, row := range []struct {
		path, host string
		status     int
	}{{"", "", 200}, {"metrics.html", "", 200}, {"search-index.js", "", 200}, {"none.html", "", 404}, {"", "example.org", 403}} {
		r, err := http.NewRequestWithContext(ctx, "GET", home+row.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = row.host
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != row.status || !strings.Contains(answer.Header.Get("Content-Security-Policy"), "default-src 'self'") {
			t.Errorf("%+v: %s, %v", row, answer.Status, answer.Header)
		}
	}
}

// searches returns questions, and the page that one of the first three results has to be on.
func searches() [][2]string {
	return [][2]string{
		{"20 % packet loss", "cookbook.html#how-do-i-lose-20--of-the-packets"},
		{"nodes that drift", "cookbook.html#how-do-i-have-nodes-that-drift"},
		{"my modem's data sheet", "cookbook.html#how-do-i-enter-my-modems-data-sheet"},
		{"stop when the interval is 5 %", "cookbook.html#how-do-i-stop-when-the-interval-is-5--of-the-mean"},
		{"an ns-3 scenario over here", "cookbook.html#how-do-i-bring-an-ns-3-scenario-over"},
		{"resume on another machine", "cookbook.html#how-do-i-resume-on-another-machine"},
		{"how many repetitions", "cookbook.html#how-many-repetitions-do-i-need"},
		{"latex table", "cookbook.html#how-do-i-get-a-table-for-latex"},
		{"read results in python", "cookbook.html#how-do-i-read-results-in-python-or-r"},
		{"compare protocols for a paper", "tutorial-paper.html"},
		{"dock my own vehicle", "tutorial-docking.html"},
		{"write my own MAC protocol in Go", "tutorial-protocol.html"},
		{"relays multi-hop network", "tutorial-relays.html"},
		{"python controller", "tutorial-python.html"},
		{"what is a fingerprint", "concepts.html#what-a-fingerprint-proves"},
		{"common random numbers", "concepts.html#common-random-numbers"},
		{"age of information", "concepts.html#age-of-information"},
		{"AoI", "glossary.html"},
		{"order of events", "concepts.html#one-queue-of-events"},
		{"DESERT", "coming-from.html#desert-underwater"},
		{"UnetStack", "coming-from.html#unetstack"},
		{"delivery ratio", "glossary.html#packet-delivery-ratio"},
		{"guard of tdma", "models-access-protocols.html#tdma"},
		{"below-threshold", "causes.html"},
		{"BlueROV2", "vehicles.html#bluerov2-heavy"},
		{"wenz wind noise", "models-ambient-noise.html#wenz"},
		{"tidal current", "models-currents.html#tidal"},
		{"rayleigh fading", "models-fading.html"},
		{"battery capacity", "scenario-keys.html"},
		{"losses of a node in the middle of the run", "cookbook.html#how-do-i-lose-a-node-in-the-middle-of-a-run"},
		{"same result on my machine", "faq.html#is-a-result-the-same-on-my-machine"},
		{"shard a study", "cookbook.html#how-do-i-share-a-study-among-machines"},
		{"DVL", "models-instruments.html#dvl"},
		{"units of pressure", "units.html"},
		{"which results does it agree with", "validation.html"},
		{"how fast is it", "benchmarks.html"},
		{"slurm cluster", "large-studies.html#on-a-cluster"},
		{"wireshark", "recordings.html#a-capture-for-wireshark"},
		{"why was a frame lost", "tutorial-view.html#3-why-a-frame-was-lost"},
		{"FMU", "programs-outside.html#a-functional-mock-up-unit"},
		{"which systems does it run on", "limits.html#on-which-systems-it-runs"},
		{"ROS", "coming-from.html#uuv-simulator"},
	}
}
