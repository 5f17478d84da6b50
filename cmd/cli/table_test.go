package cli

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"halocline/cmd/command"
	"halocline/sim/simtest"
)

// shown is a study whose tables and figures are made in the tests.
const shown = `
name: shown
description: two protocols and two queues
base: aloha20
set: {duration: 20s}
sweep:
  links.acoustic.mac: [aloha, csma]
  links.acoustic.mac.queue: [1, 4]
repeat: 4
record: {metrics: [packets.*]}
labels:
  mac: {title: "MAC_protocol & 100 %", values: {aloha: ALOHA}}
tables:
  - {name: ratio, rows: mac, columns: queue, metric: packets.delivery_ratio, baseline: aloha, caption: Delivered}
  - {name: delay, rows: mac, columns: queue, metric: packets.delay_mean}
figures:
  - {name: ratio, kind: lines, x: queue, y: packets.delivery_ratio, by: mac, caption: Delivered packets}
`

// runCommand runs one command of the program.
func runCommand(t *testing.T, make func(command.Streams) *cobra.Command, args ...string) ran {
	t.Helper()
	var out, diagnostics bytes.Buffer
	c := make(command.Streams{Out: &out, Err: &diagnostics})
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetArgs(args)
	c.SetOut(&out)
	c.SetErr(&diagnostics)
	r := ran{}
	if err := c.ExecuteContext(context.Background()); err != nil {
		diagnostics.WriteString(command.Describe(err))
		r.code = command.ExitCode(err)
	}
	r.out, r.err = out.String(), diagnostics.String()
	return r
}

// resultsOf makes the runs of a study in a new folder, and returns the result file.
func resultsOf(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "study.yaml", text)
	halocline(t, dir, "sweep", "study.yaml", "-o", "r.db").expect(t, "sweep", 0, "", "0 failed")
	return filepath.Join(dir, "r.db")
}

// Tables of the study, one of them, and one that flags describe.
func TestTable(t *testing.T) {
	db := resultsOf(t, shown)
	all := runCommand(t, newTableCommand, db)
	all.expect(t, "all", 0, "Delivered\n", "")
	for _, want := range []string{"packets.delay_mean (s) by MAC_protocol & 100 % and links.acoustic.mac.queue", "ALOHA", "csma", "Student's t-test of pairs", "4 repetitions", "seeds made from 1, common to all cells"} {
		if !strings.Contains(all.out, want) {
			t.Errorf("there is no %q in\n%s", want, all.out)
		}
	}
	one := runCommand(t, newTableCommand, db, "ratio", "--statistic", "median", "--baseline", "", "--caption", "Medians")
	one.expect(t, "one", 0, "Medians\n", "")
	if strings.Contains(one.out, "t-test") || !strings.Contains(one.out, "median of packets.delivery_ratio") {
		t.Error(one.out)
	}
	own := runCommand(t, newTableCommand, db, "--rows", "mac", "--metric", "packets.offered", "--average", "queue", "--format", "csv")
	own.expect(t, "own", 0, "packets.offered,", "")
	if lines, err := csv.NewReader(strings.NewReader(own.out)).ReadAll(); err != nil || len(lines) != 3 || !strings.Contains(lines[1][len(lines[1])-1], "--average=queue --metric=packets.offered --rows=mac") {
		t.Error(lines, err)
	}
	runCommand(t, newTableCommand, db, "ratio", "--json", "--format", "csv").expect(t, "two forms", command.BadInput, "", "--json and --format csv are two forms of the same")
	for _, args := range [][]string{{db, "--json"}, {db, "ratio", "--format", "json"}} {
		var list []struct {
			Name  string
			Cells []struct {
				Row, Column         string
				Estimate, Low, High float64
			}
		}
		r := runCommand(t, newTableCommand, args...)
		if err := json.Unmarshal([]byte(r.out), &list); err != nil || r.code != 0 || len(list) == 0 || list[0].Name != "ratio" || len(list[0].Cells) != 4 || (len(list) == 1) != (len(args) > 2) {
			t.Fatalf("%v: exit code %d, %v, %+v in %s", args, r.code, err, list, r.out)
		}
		if c := list[0].Cells[0]; c.Row != "ALOHA" || c.Column != "1" || !(c.Low < c.Estimate && c.Estimate < c.High) {
			t.Errorf("%v: %+v", args, c)
		}
	}
	runCommand(t, newTableCommand, db, "ratio", "--format", "latex").expect(t, "latex", 0, `MAC\_protocol \& 100 \%`, "")
	runCommand(t, newTableCommand, db, "ratio", "--where", "queue == 4", "--columns", "").expect(t, "where", 0, "'--where=queue == 4'", "")
}

// Other labels and tables come into a result file when it is resumed, and no run is made.
func TestShownAnew(t *testing.T) {
	db := resultsOf(t, shown)
	dir := filepath.Dir(db)
	write(t, dir, "study.yaml", strings.ReplaceAll(shown, "ALOHA", "pure_ALOHA"))
	runCommand(t, newTableCommand, db, "ratio").expect(t, "before", 0, " ALOHA", "")
	halocline(t, dir, "sweep", "study.yaml", "--resume", "-o", "r.db").expect(t, "resume", 0, "", "0 runs made")
	runCommand(t, newTableCommand, db, "ratio").expect(t, "after", 0, "pure_ALOHA", "")
}

// A table that cannot be made does not keep the others from being printed.
func TestTableNotMade(t *testing.T) {
	db := resultsOf(t, strings.Replace(shown, "tables:\n", "tables:\n  - {name: jam, rows: mac, columns: queue, metric: packets.offered}\n", 1))
	r := runCommand(t, newTableCommand, db, "--difference")
	r.expect(t, "only one has a baseline", command.BadInput, "difference of packets.delivery_ratio", "2 faults\nnot made: table jam: a difference needs a baseline")
	if strings.HasPrefix(r.out, "\n") || !strings.Contains(r.err, "\nnot made: table delay: a difference needs a baseline") {
		t.Errorf("%s%s", r.out, r.err)
	}
}

// Every way to ask wrongly.
func TestTableFaults(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	db := resultsOf(t, shown)
	bare := resultsOf(t, "name: bare\nbase: aloha20\nset: {duration: 5s}\n")
	text := write(t, t.TempDir(), "text.db", "this is no result file")
	for _, c := range []struct {
		make func(command.Streams) *cobra.Command
		args string
		code int
		want string
	}{
		{newTableCommand, "", 2, "which result file? One that halocline sweep made; see table --help"},
		{newTableCommand, "a b c", 2, "3 arguments are given, and table takes a file and a name"},
		{newTableCommand, "nowhere.db", 2, "there is no file nowhere.db; halocline sweep STUDY -o nowhere.db makes it"},
		{newTableCommand, text, 2, "this is no file of results that can be read"},
		{newTableCommand, db + " ration", 2, `unknown table "ration"; did you mean "ratio"?`},
		{newTableCommand, db + " --format latx", 2, `unknown format "latx"; did you mean "latex"?`},
		{newTableCommand, db + " --format csv", 2, "--format csv: the study has 2 tables, and a CSV file holds one; name one of ratio, delay"},
		{newTableCommand, db + " --rows mac", 2, "write --rows and --metric to describe a table"},
		{newTableCommand, db + " --rows mac --metric packets.ofered --average queue", 2, `unknown metric "packets.ofered"; did you mean "packets.offered"?`},
		{newTableCommand, db + " --rows mac --metric packets.offered", 2, "cells that differ in links.acoustic.mac.queue would be mixed"},
		{newTableCommand, bare, 2, "the study names no tables; describe one, as in --rows mac --metric auv.age_mean"},
		{newTableCommand, bare + " x", 2, "the study names no tables; describe one, as in --rows mac --metric auv.age_mean"},
		{standardly(newReportCommand), db, 2, "name the folder with -o"},
		{standardly(newReportCommand), bare + " -o x", 2, "the study names no tables and no figures"},
		{standardly(newReportCommand), db + " -o " + db, 2, ": a file is in the way of a folder; name another"},
		{standardly(newPlotCommand), "", 2, "what is to be drawn? A result file or a scenario"},
		{standardly(newPlotCommand), "aloha20 x", 2, "2 arguments are given; write a result file and a name, or a scenario"},
		{standardly(newPlotCommand), db + " ration", 2, `unknown figure "ration"; did you mean "ratio"?`},
		{standardly(newPlotCommand), bare, 2, "the study names no figures; describe one, as in --kind lines --x speed --y auv.age_mean"},
		{standardly(newPlotCommand), bare + " x", 2, "the study names no figures"},
		{standardly(newPlotCommand), db + " --x mac", 2, "--y is missing"},
		{standardly(newPlotCommand), db + " --what track", 2, "--what goes with a scenario"},
		{standardly(newPlotCommand), "aloha20 --x mac", 2, "--x goes with a result file"},
		{standardly(newPlotCommand), "aloha20 --what trak", 2, `unknown picture "trak"; did you mean "track"?`},
		{standardly(newPlotCommand), "aloha20 --format gif", 2, `--format: figure format "gif" is not known`},
		{standardly(newPlotCommand), "aloha20 --from 3s --to 2s", 2, "the window from 3s to 2s has no extent"},
		{standardly(newPlotCommand), "aloha20 --set duration=5s --link acustic", 2, `--link: unknown link "acustic"; did you mean "acoustic"?`},
		{standardly(newPlotCommand), "aloha20 --set duration=5s --what age", 2, "--what age: the run has nothing to draw there"},
		{standardly(newPlotCommand), "aloha20 --set duration=5s --what schedule", 2, "--what schedule: the run has nothing to draw there"},
		{standardly(newPlotCommand), "aloha20 --set duration=5s --node n", 2, `--node: unknown node "n"`},
		{standardly(newPlotCommand), "aloha20 --set duration=5s --node n1", 2, "--node n1: its computer has no tasks; there is no node with run: docking-station or docking-vehicle"},
		{standardly(newPlotCommand), "docking --set duration=1s --node dummy1,auv", 2, "--node dummy1: its computer has no tasks; there are dock, auv"},
		{standardly(newPlotCommand), db + " --node auv", 2, "--node goes with a scenario"},
		{standardly(newPlotCommand), "aloha20 --set duration=5s -o x.gif", 2, `-o x.gif: figure format "gif" is not known`},
		{standardly(newPlotCommand), "aloha21 -o x.gif", 2, `-o x.gif: figure format "gif" is not known`}, // before the scenario is read
		{standardly(newPlotCommand), "aloha21 -o nowhere/x.svg", 2, "-o nowhere/x.svg: there is no folder nowhere; make it first"},
		{standardly(newPlotCommand), "nowhere.db -o x.gif", 2, `-o x.gif: figure format "gif" is not known`},
		{standardly(newPlotCommand), "aloha21", 2, `no file and no bundled scenario is named "aloha21"`},
		{standardly(newPlotCommand), "swim --set duration=1s -o x.svg", 2, "one file cannot hold"},
	} {
		runCommand(t, c.make, strings.Fields(c.args)...).expect(t, c.args, c.code, "", c.want)
	}
	runCommand(t, newTableCommand, "").expect(t, "an empty name", 2, "", "the name of the result file is empty")
}

// The report has every table and figure of the study in every format, and an index
// whose links lead to them.
func TestReport(t *testing.T) {
	broken := strings.Replace(shown, "figures:\n", "figures:\n  - {name: broken, kind: ecdf, y: energy.per_bit, by: mac, where: queue == 1}\n", 1)
	db := resultsOf(t, strings.Replace(broken, "[packets.*]", "[packets.*, energy.*]", 1))
	out := filepath.Join(t.TempDir(), "a", "b")
	runCommand(t, standardly(newReportCommand), db, "-o", out).expect(t, "report", 2, "", "figure broken: no run of these cells has a value of energy.per_bit; there is nothing to draw")
	var names []string
	entries, _ := os.ReadDir(out)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	want := []string{"delay.csv", "delay.tex", "delay.txt", "ratio.csv", "ratio.pdf", "ratio.svg", "ratio.tex", "ratio.txt", "report.html", "report.md", "study.yaml"}
	if !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
	index, err := os.ReadFile(filepath.Join(out, "report.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"# shown\n", "Two protocols and two queues.\n", "4 cells, 16 runs", "Not made: figure broken", "![ratio](ratio.svg)", "Delivered packets", "- means with 95 % intervals of Student's t"} {
		if !strings.Contains(string(index), text) {
			t.Errorf("there is no %q in\n%s", text, index)
		}
	}
	for _, name := range want[:8] {
		if !strings.Contains(string(index), "["+name+"]("+name+")") {
			t.Errorf("the index has no link to %s", name)
		}
	}
}

// What a study says of itself is text, in report.md too: no heading, link, image or tag comes of
// it. Signs that mean something in Markdown have a backslash (CommonMark 0.31, 2.4).
func TestReportEscapes(t *testing.T) {
	hostile := strings.NewReplacer("name: shown", `name: "*a* <b>"`, "two protocols and two queues", `"![x](http://x/y.png) <script>\n# big\n- item"`,
		"Delivered packets", `"[click](http://x) *now*"`, "caption: Delivered}", `caption: "<img src=x>\n# big"}`).Replace(shown)
	out := t.TempDir()
	runCommand(t, standardly(newReportCommand), resultsOf(t, hostile), "-o", out).expect(t, "report", 0, "", "files written")
	index, err := os.ReadFile(filepath.Join(out, "report.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{`# \*a\* \<b\>`, `\!\[x\](http://x/y.png) \<script\> \# big - item.`, `\[click\](http://x) \*now\*`, `\<img src=x\> \# big`} {
		if !strings.Contains(string(index), text) {
			t.Errorf("there is no %q in\n%s", text, index)
		}
	}
	page, err := os.ReadFile(filepath.Join(out, "report.html"))
	for _, text := range []string{"<script>", "<img src=x>", "<b>"} {
		if err != nil || strings.Contains(string(page), text) {
			t.Errorf("%s is in report.html: %v", text, err)
		}
	}
}

// A file of the report takes the place of a link in its folder, and what that leads to stays.
func TestReportFollowsNoLink(t *testing.T) {
	dir, victim := t.TempDir(), write(t, t.TempDir(), "victim", "mine")
	for _, name := range []string{"ratio.csv", "report.md"} {
		if err := os.Symlink(victim, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	runCommand(t, standardly(newReportCommand), resultsOf(t, shown), "-o", dir).expect(t, "report", 0, "", "files written")
	if text, err := os.ReadFile(victim); err != nil || string(text) != "mine" {
		t.Errorf("%q, %v", text, err)
	}
	if info, err := os.Lstat(filepath.Join(dir, "ratio.csv")); err != nil || !info.Mode().IsRegular() {
		t.Errorf("%v, %v", info, err)
	}
}

// Figures go into the file or the folder that -o names, in the format of its ending.
func TestPlot(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	db := resultsOf(t, shown)
	dir := t.TempDir()
	begins := map[string]string{"a.svg": "<?xml", "b.pdf": "%PDF", "c.png": "\x89PNG"}
	for name, magic := range begins {
		runCommand(t, standardly(newPlotCommand), db, "--kind", "box", "--x", "queue", "--y", "packets.delay_mean", "--where", "mac == 'aloha'", "-o", filepath.Join(dir, name)).expect(t, name, 0, "", name)
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.HasPrefix(string(text), magic) {
			t.Errorf("%s begins with %.20q: %v", name, text, err)
		}
	}
	runCommand(t, standardly(newPlotCommand), db, "ratio", "-o", dir, "--format", "png").expect(t, "named", 0, "", "ratio.png")
	runCommand(t, standardly(newPlotCommand), db, "ratio", "-o", dir, "--xscale", "log").expect(t, "log", 0, "", "ratio.svg")
	runCommand(t, standardly(newPlotCommand), db, "ratio", "-o", dir, "--facet", "mac", "--by", "").expect(t, "panels", 0, "", "ratio.svg")
	runCommand(t, standardly(newPlotCommand), db, "ratio", "-o", dir, "--yscale", "logarithm").expect(t, "no scale", 2, "", `--yscale: unknown scale "logarithm"; known: linear, log`)
	runCommand(t, standardly(newPlotCommand), "docking", "--set", "duration=10s", "--what", "age,depth,distance,motive-power,space-time,track", "-o", filepath.Join(dir, "run")).expect(t, "run", 0, "", "docking-space-time.svg")
	files, err := filepath.Glob(filepath.Join(dir, "run", "docking-*.svg"))
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(strings.TrimPrefix(filepath.Base(f), "docking-"), ".svg"))
	}
	if want := []string{"age", "depth", "distance", "motive-power", "space-time", "track"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
	busy := filepath.Join(dir, "busy")
	runCommand(t, standardly(newPlotCommand), "docking", "--set", "duration=3s", "--set", "nodes.auv.run.attitude.task.demand=4ms", "-o", busy).expect(t, "all that apply", 0, "", "docking-schedule.svg")
	if _, err := os.Stat(filepath.Join(busy, "docking-depth.svg")); err != nil {
		t.Error(err)
	}
	idle := runCommand(t, standardly(newPlotCommand), "docking", "--set", "duration=3s", "-o", filepath.Join(dir, "idle"))
	if idle.expect(t, "no task takes time", 0, "", "docking-depth.svg"); strings.Contains(idle.err, "schedule") {
		t.Errorf("the schedule of computers that are never busy is drawn: %s", idle.err)
	}
	runCommand(t, standardly(newPlotCommand), "docking", "--set", "duration=3s", "--what", "schedule", "--node", "dock", "-o", filepath.Join(dir, "s.pdf")).expect(t, "asked for", 0, "", "s.pdf")
	runCommand(t, standardly(newPlotCommand), "swim", "--set", "duration=20s", "-o", filepath.Join(dir, "swim")).expect(t, "all that apply", 0, "", "swim-track.svg")
	runCommand(t, standardly(newPlotCommand), "docking", "--set", "duration=10s", "--set", "nodes.dock.run.acoustic.power={control: follow}", "--what", "power-level", "-o", filepath.Join(dir, "p.svg")).expect(t, "power", 0, "", "p.svg")
}

// Differences from the baseline stand in place of the values, in CSV too, and say how wide they
// would be without pairs.
func TestDifference(t *testing.T) {
	db := resultsOf(t, shown)
	page := runCommand(t, newTableCommand, db, "ratio", "--difference")
	page.expect(t, "difference", 0, "difference of packets.delivery_ratio", "")
	for _, want := range []string{"difference from MAC_protocol & 100 % ALOHA, 95 % Student's interval of pairs", "in pairs; on random numbers of their own it would be ±", "compared: 4 pairs of runs in each cell"} {
		if !strings.Contains(page.out, want) {
			t.Errorf("there is no %q in\n%s", want, page.out)
		}
	}
	lines := strings.Split(strings.TrimSpace(runCommand(t, newTableCommand, db, "ratio", "--difference", "--format", "csv").out), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[1], "csma,") { // one protocol is left, at two queues
		t.Errorf("%q", lines)
	}
	runCommand(t, newTableCommand, db, "delay", "--difference").expect(t, "no baseline", 2, "", "a difference needs a baseline")
	runCommand(t, newTableCommand, db, "ratio", "--effect").expect(t, "effect", 0, "Hedges' g: difference from MAC_protocol & 100 % ALOHA in standard deviations of single runs", "")
	runCommand(t, newTableCommand, db, "delay", "--precision", "0.05").expect(t, "precision", 0, "for ± 5 % of the mean, by what these runs vary: ", "")
	runCommand(t, newTableCommand, db, "delay", "--precision", "5").expect(t, "no part", 2, "", "flag: write a part, above 0 and below 1, such as 5% or 0.05")
}

// The report tells of runs that failed and of the slowest ones. A shell that is given
// its lines makes the same runs again.
func TestRunsOfReport(t *testing.T) {
	db := resultsOf(t, shown)
	out := t.TempDir()
	runCommand(t, standardly(newReportCommand), db, "-o", out).expect(t, "report", 0, "", "files written")
	index, err := os.ReadFile(filepath.Join(out, "report.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(index), "-o "+out+",") {
		t.Errorf("the source is not the whole command:\n%s", index)
	}
	made, prints := 0, strings.Split(string(index), "fingerprint ")[1:]
	for _, part := range prints {
		fingerprint, rest, _ := strings.Cut(part, "\n")
		line := strings.TrimSpace(strings.SplitN(strings.TrimSpace(rest), "\n", 2)[0])
		asShell(t, t.TempDir(), line).unwarned().expect(t, line, 0, fingerprint, "")
		made++
	}
	if made != 5 {
		t.Errorf("%d slowest runs, want 5", made)
	}
	page, err := os.ReadFile(filepath.Join(out, "report.html"))
	if err != nil || !strings.Contains(string(page), "data:image/svg+xml;base64,") || strings.Contains(string(page), `src="ratio`) || !strings.Contains(string(page), "<table") {
		t.Errorf("report.html: %v", err)
	}
}

// asShell gives a line to the program as a shell would.
func asShell(t *testing.T, dir, line string) ran {
	t.Helper()
	words, err := exec.Command("sh", "-c", `printf '%s\0' `+line).Output()
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	args := strings.Split(strings.TrimSuffix(string(words), "\x00"), "\x00")
	if len(args) < 3 || args[0] != "halocline" {
		t.Fatalf("%q", args)
	}
	return halocline(t, dir, args[1:]...)
}
