package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"halocline/bench/report/explain"
	"halocline/cmd/command"
	"halocline/plant/ncs"
	"halocline/scenarios"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// commands returns a command and all below it.
func commands(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, below := range c.Commands() {
		all = append(all, commands(below)...)
	}
	return all
}

// examples returns the lines of a command's examples, continued ones as one.
func examples(c *cobra.Command) []string {
	var all []string
	for line := range strings.SplitSeq(strings.ReplaceAll(c.Example, "\\\n", ""), "\n") {
		all = append(all, strings.TrimSpace(line))
	}
	return all
}

// parsedOnly returns the examples that are not run here, by a part of them, and why.
func parsedOnly() map[string]string {
	return map[string]string{
		"sweep mac-under-current": "has more than a thousand runs",
		"--engine slurm":          "needs Slurm; package bench/study/slurm has a test with a real one",
		"halocline view":          "serves a page until it is stopped; TestView runs it",
		"halocline docs --listen": "serves pages until it is stopped; TestDocsServes runs it",
		"halocline serve":         "needs a client, or as long as the run; package bench/cosim has tests of it, and so has the manual",
		"halocline reproduce":     "has tests of its own",
		"halocline fmu":           "needs the library; package cmd/fmu has a test with it",
		"halocline new mac":       "needs a checkout, and has tests of its own",
		"halocline new program":   "needs a checkout, and has tests of its own",
		"halocline new sensor":    "needs a checkout, and has tests of its own",
		"halocline new channel":   "needs a checkout, and has tests of its own",
		"halocline new module":    "needs a checkout, and has tests of its own",
	}
}

// exampleStudy is a study that the examples of tables and figures fit to.
const exampleStudy = `name: my-study
base: my-scenario.yaml
sweep:
  links.acoustic.mac: [{type: tdma-docking, station: dock, propagation: 33.3ms, order: newest}, {type: csma, backoff: 0.5s, order: newest}]
  water.current.speed: [0m/s, 0.1m/s]
  nodes.dock.run.method: [acoustic, hybrid]
repeat: 2
tables:
  - {name: time-to-dock, rows: mac, columns: speed, metric: auv.time_to_dock, where: "method == 'hybrid'"}
  - {name: age, rows: mac, columns: speed, metric: vehicles.age_mean, where: "method == 'hybrid'", baseline: tdma-docking}
figures:
  - {name: age, kind: lines, x: speed, y: vehicles.age_mean, by: mac, where: "method == 'hybrid'"}
`

// exampleFolder returns a folder with the files that examples are about.
func exampleFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "my.yaml", "name: my\nbase: aloha20.yaml\nduration: 60s\n")
	write(t, dir, "my-scenario.yaml", "name: my-scenario\nbase: docking.yaml\nduration: 200s\nnodes: {auv: {vehicle: {step: 10ms}}}\n") // soon done
	write(t, dir, "my-study.yaml", exampleStudy)
	write(t, dir, "thermocline.csv", "depth,sound_speed\n0,1522.5\n12,1522\n35,1491\n100,1488\n")
	halocline(t, dir, "sweep", "my-study.yaml", "--shard", "1/1", "--out", "shards").expect(t, "shard", command.OK, "", "16 runs made")
	halocline(t, dir, "merge", "shards", "-o", "results.db").expect(t, "merge", command.OK, "", "1 file, 16 runs")
	return dir
}

// Every example of the help texts works as it is written: its flags are there, and where
// it takes no cluster and no hours it is run, in a folder of its own with the files that
// it is about.
func TestExampleLines(t *testing.T) {
	simtest.SkipShort(t, "runs the examples of all commands")
	t.Parallel()
	folder := exampleFolder(t)
	used := map[string]bool{}
	for _, c := range commands(newRoot(scenarios.Standard(), command.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer)})) {
		for _, line := range examples(c) {
			if !strings.Contains(line, c.CommandPath()) && c.HasParent() {
				t.Errorf("%s: the example %q is of another command", c.CommandPath(), line)
			}
			parses(t, line)
			run := !c.Hidden
			for part := range parsedOnly() {
				if strings.Contains(line, part) {
					run, used[part] = false, true
				}
			}
			if run {
				works(t, folder, line)
			}
		}
	}
	for part := range parsedOnly() {
		if !used[part] {
			t.Errorf("no example has %q", part)
		}
	}
}

// explain says what each word means that run prints of a fate or an outcome.
func TestExplainFates(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	words := []string{ncs.OutcomeDrifted, ncs.OutcomeLost, ncs.OutcomeLimit}
	for _, c := range trace.Causes() {
		words = append(words, c.String())
	}
	known := explain.New(scenarios.Standard())
	for _, word := range words {
		var told strings.Builder
		if err := known.Explain(t.Context(), &told, word, nil); err != nil || !strings.Contains(told.String(), word) {
			t.Errorf("%s: %v\n%s", word, err, told.String())
		}
	}
}

// parses checks that the program knows the command of an example, and its flags.
func parses(t *testing.T, line string) {
	t.Helper()
	shown, _, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(line, "source <("), ")"), " > ")
	shown, _, _ = strings.Cut(shown, " < ")
	words, err := exec.Command("bash", "-c", `printf '%s\0' `+shown).Output()
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	args := strings.Split(strings.TrimSuffix(string(words), "\x00"), "\x00")
	c, rest, err := newRoot(scenarios.Standard(), command.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer)}).Find(args[1:])
	if err == nil {
		err = c.ParseFlags(rest)
	}
	if err != nil || args[0] != "halocline" {
		t.Errorf("%s: %v", line, err)
	}
}

// works runs an example in a copy of a folder, or where it makes files in an empty one.
func works(t *testing.T, folder, line string) {
	t.Helper()
	dir := t.TempDir()
	switch {
	case strings.Contains(line, "--base mine.yaml"):
		halocline(t, dir, "new", "scenario", "mine")
	case strings.Contains(line, "--base my-scenario.yaml"):
		halocline(t, dir, "new", "scenario", "my-scenario")
	case !strings.Contains(line, "halocline new"):
		if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("bash", "-c", line)
	c.Dir = dir
	c.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)+":"+os.Getenv("PATH"))
	if said, err := c.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", line, err, said)
	}
}

// A help text fits into a window of a hundred characters and some forty lines, and speaks of numbers and
// times rather than of Go's types.
func TestHelpIsReadable(t *testing.T) {
	var text bytes.Buffer
	root := newRoot(scenarios.Standard(), command.Streams{Out: &text, Err: &text})
	for _, c := range commands(root) {
		if c.Hidden || strings.HasPrefix(c.CommandPath(), "halocline completion ") {
			continue
		}
		text.Reset()
		if err := c.Help(); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(text.String(), "\n"); n > 48 {
			t.Errorf("%s: %d lines; move what is not needed at every call to a page of the manual", c.CommandPath(), n)
		}
		for line := range strings.Lines(text.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 100 {
				t.Errorf("%s: a line of %d characters: %s", c.CommandPath(), n, line)
			}
			if strings.Contains(line, "strconv") || strings.Contains(line, " float ") || strings.Contains(line, " strings ") {
				t.Errorf("%s: a word of programmers: %s", c.CommandPath(), line)
			}
		}
		if strings.HasSuffix(c.Short, ".") || !strings.Contains(strings.ToUpper(c.Short[:1]), c.Short[:1]) {
			t.Errorf("%s: %q", c.CommandPath(), c.Short)
		}
	}
}

// Help texts and lists are in short sentences and in words of the field.
func TestHelpIsBrief(t *testing.T) {
	var lengths []int
	avoid := func(of, text string) {
		for _, word := range simtest.Avoided(text) {
			t.Errorf("%s: write another word for %q", of, word)
		}
	}
	for _, c := range commands(newRoot(scenarios.Standard(), command.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer)})) {
		check := func(of, text string) {
			lengths = append(lengths, simtest.SentenceLengths(text)...)
			avoid(c.CommandPath()+of, text)
			for _, long := range simtest.LongSentences(text) {
				t.Errorf("%s%s: %s", c.CommandPath(), of, long)
			}
		}
		check("", c.Short)
		check("", c.Long)
		c.LocalFlags().VisitAll(func(f *pflag.Flag) { check(" --"+f.Name, f.Usage) })
	}
	for _, args := range [][]string{{"list"}, {"list", "presets"}} {
		avoid(strings.Join(args, " "), halocline(t, "", args...).out)
	}
	slices.Sort(lengths)
	if median := lengths[len(lengths)/2]; len(lengths) < 200 || median >= 18 {
		t.Errorf("%d sentences, with a median of %d words; less than 18 are wanted", len(lengths), median)
	}
}
