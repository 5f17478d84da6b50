package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"halocline/bench/report/text"
	"halocline/bench/study/results"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// smallStudy is a study of 2 x 3 cells and 60 runs. The protocols draw at random, and
// one metric of the vehicle-less scenario is missing, so that NaN are kept as well.
const smallStudy = `
name: small
base: aloha20
set: {duration: 20s}
sweep:
  links.acoustic.mac: [aloha, csma]
  links.acoustic.mac.queue: [1, 4, 16]
repeat: 10
record: {series: {frames: 5s}}
`

// A program of another release or of other sources does not add to a file. One that differs in
// its bytes alone does.
func TestSweepOfAnotherProgram(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	write(t, dir, "small.yaml", smallStudy)
	halocline(t, dir, "sweep", "small.yaml", "-o", "r.db", "--runs", "0..3").expect(t, "first", 0, "", "4 runs made; r.db holds 4, 56 are missing, 0 failed")
	resume := func(program, runs string) (int, string) {
		c := exec.Command(program, "sweep", "small.yaml", "-o", "r.db", "--resume", "--runs", runs)
		c.Dir = dir
		out, _ := c.CombinedOutput()
		return c.ProcessState.ExitCode(), string(out)
	}
	text, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	longer := filepath.Join(dir, "longer")
	if err := os.WriteFile(longer, append(text, 0), 0o777); err != nil { // an ELF file may have something behind its end
		t.Fatal(err)
	}
	if code, out := resume(longer, "4"); code != command.OK {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if code, out := resume(edited(t, dir), "5"); code != command.BadInput || !strings.Contains(out, "their results do not mix") {
		t.Errorf("exit code %d\n%s", code, out)
	}
}

// edited builds the program with another comment in one of its sources.
func edited(t *testing.T, dir string) string {
	t.Helper()
	source, err := filepath.Abs("../../mac/aloha/aloha.go")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Replace(string(text), "// Package aloha", "// Package ALOHA", 1)
	if other == string(text) {
		t.Fatal("the comment is not there")
	}
	write(t, dir, "aloha.go", other)
	write(t, dir, "overlay.json", fmt.Sprintf(`{"Replace": {%q: %q}}`, source, filepath.Join(dir, "aloha.go")))
	program := filepath.Join(dir, "edited")
	do(t, ".", "go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, "halocline/cmd/halocline")
	return program
}

// digest returns the digest of a result file.
func digest(t *testing.T, path string) string {
	t.Helper()
	f, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := f.Digest()
	if err != nil {
		t.Fatal(err)
	}
	if runs, failed, err := f.Count(); err != nil || failed > 0 || runs == 0 {
		t.Fatalf("%s: %d runs, %d failed, %v", path, runs, failed, err)
	}
	return d
}

// The same study gives the same results with 1, 2 and 7 workers, in one piece and in
// five shards that are made in any order, and after ten kills at random moments.
func TestSweepRepeats(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	write(t, dir, "small.yaml", smallStudy)
	halocline(t, dir, "sweep", "small.yaml", "-o", "one.db", "--workers", "1").expect(t, "one worker", 0, "", "60 runs made; one.db holds 60, 0 failed")
	want := digest(t, filepath.Join(dir, "one.db"))
	for _, workers := range []string{"2", "7"} {
		name := workers + ".db"
		halocline(t, dir, "sweep", "small.yaml", "-o", name, "--workers", workers).expect(t, workers, 0, "", "60 runs made")
		if got := digest(t, filepath.Join(dir, name)); got != want {
			t.Errorf("%s workers: digest %s, one worker %s", workers, got, want)
		}
	}

	for _, shard := range []string{"4/5", "1/5", "5/5", "2/5"} {
		halocline(t, dir, "sweep", "small.yaml", "--shard", shard, "--out", "shards", "--resume").expect(t, shard, 0, "", "12 runs made")
	}
	halocline(t, dir, "merge", "shards", "-o", "merged.db").expect(t, "four of five shards", 1, "", "12 runs are missing")
	halocline(t, dir, "sweep", "small.yaml", "--shard", "3/5", "--out", "shards", "--resume").expect(t, "last shard", 0, "", "12 runs made")
	halocline(t, dir, "sweep", "small.yaml", "--shard", "3/5", "--out", "shards", "--resume").expect(t, "last shard again", 0, "", "complete")
	halocline(t, dir, "merge", "shards", "-o", "merged.db").expect(t, "five shards", 0, "", "60 runs")
	if got := digest(t, filepath.Join(dir, "merged.db")); got != want {
		t.Errorf("five shards: digest %s, in one piece %s", got, want)
	}
}

// Killed ten times at random moments and resumed, a study gives what it gives in one
// go, and no run twice.
func TestSweepSurvivesKills(t *testing.T) {
	simtest.SkipShort(t, "takes half a minute")
	const seed = 5
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	dir := t.TempDir()
	write(t, dir, "long.yaml", strings.ReplaceAll(smallStudy, "repeat: 10", "repeat: 400"))
	halocline(t, dir, "sweep", "long.yaml", "-o", "whole.db").expect(t, "in one go", 0, "", "2400 runs made")
	cut := filepath.Join(dir, "cut.db")
	kept, kills := 0, 0
	for range 10 {
		c := exec.Command(binary, "sweep", "long.yaml", "-o", "cut.db", "--resume", "--workers", strconv.Itoa(1+random.IntN(3)))
		c.Dir = dir
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(random.IntN(400)) * time.Millisecond)
		c.Process.Signal(syscall.SIGKILL)
		if err := c.Wait(); err != nil {
			kills++
		}
		if f, err := results.Open(cut); err == nil {
			runs, _, err := f.Count()
			if err != nil || runs < kept {
				t.Errorf("%d runs after a kill, %d before it: %v", runs, kept, err)
			}
			kept = runs
			f.Close()
		}
	}
	if kills < 5 {
		t.Errorf("only %d of 10 processes were killed before they were done; the test shows little", kills)
	}
	halocline(t, dir, "sweep", "long.yaml", "-o", "cut.db", "--resume").expect(t, "the rest", 0, "", strconv.Itoa(2400-kept)+" runs made; cut.db holds 2400, 0 failed")
	if got, want := digest(t, cut), digest(t, filepath.Join(dir, "whole.db")); got != want {
		t.Errorf("after kills: digest %s, in one go %s", got, want)
	}
}

// Ctrl-C finishes what is under way, keeps it, and says how to go on.
func TestSweepInterrupted(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	write(t, dir, "long.yaml", strings.ReplaceAll(smallStudy, "repeat: 10", "repeat: 2000"))
	c := exec.Command(binary, "sweep", "long.yaml", "-o", "r.db")
	c.Dir = dir
	var diagnostics strings.Builder
	c.Stderr = &diagnostics
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for begun := time.Now(); time.Since(begun) < patience; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(dir, "r.db")); err == nil {
			break // the first runs are under way
		}
	}
	time.Sleep(200 * time.Millisecond)
	c.Process.Signal(os.Interrupt)
	c.Wait()
	if c.ProcessState.ExitCode() != 1 || !strings.Contains(diagnostics.String(), "go on with --resume") {
		t.Errorf("exit code %d, %s", c.ProcessState.ExitCode(), diagnostics.String())
	}
	f, err := results.Open(filepath.Join(dir, "r.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if runs, failed, err := f.Count(); err != nil || failed > 0 {
		t.Errorf("%d runs, %d failed, %v", runs, failed, err)
	}
}

// Ctrl-C while a study is read is no fault of the study, and no file is made.
func TestStudyInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, ".", "small.yaml", smallStudy)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("signal"))
	for _, args := range []string{"sweep small.yaml -o r.db", "sweep small.yaml --plan", "sweep small.yaml --shard 1/2 --out .", "check small.yaml"} {
		var out, diagnostics bytes.Buffer
		code := Run(ctx, scenarios.Standard(), strings.Fields(args), command.Streams{Out: &out, Err: &diagnostics})
		if code != command.Failed || diagnostics.String() != "halocline: signal\n" || out.Len() > 0 {
			t.Errorf("%s: exit code %d, %q, %q", args, code, diagnostics.String(), out.String())
		}
	}
	if made, _ := filepath.Glob("*db*"); made != nil {
		t.Errorf("left behind: %q", made)
	}
}

// Faults of a sweep, each with one clear error, and nothing of what was there is
// lost.
func TestSweepFaults(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	write(t, dir, "small.yaml", strings.ReplaceAll(smallStudy, "repeat: 10", "repeat: 1"))
	write(t, dir, "other.yaml", strings.ReplaceAll(smallStudy, "[1, 4, 16]", "[1, 4]"))
	write(t, dir, "huge.yaml", strings.ReplaceAll(smallStudy, "[1, 4, 16]", "{from: 1, to: 10000, step: 1}\n  links.acoustic.modem.turnaround: {from: 0ms, to: 100ms, count: 1000}"))
	write(t, dir, "unknown.yaml", strings.ReplaceAll(smallStudy, "record: {", "record: {metrics: [packets.delivery_rati], "))
	write(t, dir, "until.yaml", smallStudy+"until: {metric: packets.delivery_rati}\n")
	write(t, dir, "fails.yaml", "name: fails\nbase: swim\nset: {nodes.auv.vehicle.ground: crash, water.density: 900kg/m3, duration: 30s}\n"+
		"sweep: {water.seabed.depth: [76m, 1000m]}\nrepeat: 3\n") // the vehicle sinks, and in shallow water it hits the bottom
	halocline(t, dir, "sweep", "small.yaml", "-o", "r.db").expect(t, "first", 0, "", "6 runs made")
	before := digest(t, filepath.Join(dir, "r.db"))
	for _, c := range []struct {
		args        string
		code        int
		diagnostics string
	}{
		{"small.yaml -o r.db", 2, "-o r.db: the file exists; add --resume to go on with it, or name another file"},
		{"other.yaml -o r.db --resume", 2, "r.db"},
		{"huge.yaml -o huge.db", 2, "20000000 cells and 200000000 runs; add --many to allow that"},
		{"unknown.yaml -o u.db", 2, `did you mean "packets.delivery_ratio"?`},
		{"until.yaml -o v.db", 2, `did you mean "packets.delivery_ratio"?`},
		{"small.yaml --shard 9/8 --out d", 2, "from 1/8 to 8/8"},
		{"small.yaml --shard 1/8", 2, "name it with --out"},
		{"small.yaml --runs 7.. -o s.db", 2, "--runs"},
		{"small.yaml --engine cloud", 2, "--engine: unknown engine \"cloud\"; known: local, slurm"},
		{"nothing -o x.db", 2, "no file and no bundled study"},
	} {
		halocline(t, dir, append([]string{"sweep"}, strings.Fields(c.args)...)...).expect(t, c.args, c.code, "", c.diagnostics)
	}
	if got := digest(t, filepath.Join(dir, "r.db")); got != before {
		t.Error("a refused sweep has changed the file")
	}
	halocline(t, dir, "sweep", "fails.yaml", "-o", "f.db").expect(t, "runs that fail", 1, "", "6 runs made; f.db holds 6, 3 failed")
	f, err := results.Open(filepath.Join(dir, "f.db"))
	if err != nil {
		t.Fatal(err)
	}
	for run, err := range f.Runs() {
		if failed := run.Status == results.Failed; err != nil || failed != (run.Cell == 0) || failed != strings.Contains(run.Reason, "it has hit the seabed") || run.Seed == 0 {
			t.Errorf("%+v %v", run, err)
		}
	}
	f.Close()
	halocline(t, dir, "sweep", "fails.yaml", "-o", "f.db", "--resume").expect(t, "runs that failed, again", 1, "", "0 runs made; f.db holds 6, 3 failed")
	halocline(t, dir, "sweep", "fails.yaml", "-o", "f.db", "--resume", "--retry-failed").expect(t, "once more", 1, "", "3 runs made; f.db holds 6, 3 failed")
	halocline(t, dir, "sweep", "fails.yaml", "--shard", "1/2", "--out", "parts").expect(t, "a shard that holds its runs is complete", 0, "", "3 runs made")
	halocline(t, dir, "export", "r.db", "-o", "r.db").expect(t, "onto itself", 2, "", "would take their place")
	halocline(t, dir, "export", "r.db", "-o", "f.db").expect(t, "onto another", 2, "", "would take their place")
	if got := digest(t, filepath.Join(dir, "r.db")); got != before {
		t.Error("an export has changed the file")
	}
	write(t, dir, "small.yaml", strings.ReplaceAll(smallStudy, "repeat: 10", "repeat: 2"))
	halocline(t, dir, "sweep", "small.yaml", "-o", "r.db", "--resume").expect(t, "more repetitions", 0, "", "6 runs made; r.db holds 12, 0 failed")
	halocline(t, dir, "export", "small.yaml").expect(t, "no result file", 2, "", "small.yaml")
}

// A result file alone says what was simulated: what export unpacks of it, when the files
// are gone, is a study that gives the same results, on a base and with a vehicle of its own.
func TestStudyFromItsResults(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir, elsewhere := t.TempDir(), t.TempDir()
	if err := errors.Join(os.MkdirAll(filepath.Join(dir, "lib"), 0o700), os.Mkdir(filepath.Join(dir, "studies"), 0o700)); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "lib/near.yaml", "name: near\nbase: swim.yaml\nduration: 20s\n")
	write(t, dir, "lib/mine.yaml", "base: rexrov\nmass: 1900kg\n")
	write(t, dir, "studies/s.yaml", "name: s\nbase: ../lib/near.yaml\nsweep: {nodes.auv.vehicle.model: [rexrov, mine.yaml]}\nrepeat: 2\n")
	for _, part := range []string{"1/2", "2/2"} {
		halocline(t, dir, "sweep", "studies/s.yaml", "--shard", part, "--out", "parts").expect(t, part, 0, "", "2 runs made")
	}
	db := filepath.Join(elsewhere, "r.db")
	halocline(t, dir, "merge", "parts", "-o", db).expect(t, "merge", 0, "", "4 runs")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	halocline(t, elsewhere, "export", "r.db", "--format", "study", "-o", "s.tar").expect(t, "export", 0, "", "")
	unpack := exec.Command("tar", "xf", "s.tar")
	unpack.Dir = elsewhere
	if said, err := unpack.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	halocline(t, elsewhere, "sweep", "study/s.yaml", "-o", "again.db").expect(t, "again", 0, "", "4 runs made; again.db holds 4, 0 failed")
	if got, want := digest(t, filepath.Join(elsewhere, "again.db")), digest(t, db); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

// A study that was unpacked, with a scenario that is bundled in another version, says which
// of the two it takes; once it names the file, that one is taken, and it says nothing.
func TestBaseOfAnotherVersion(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.yaml", "name: s\nbase: two-nodes\nset: {duration: 60s}\nrepeat: 2\n")
	halocline(t, dir, "sweep", "s.yaml", "-o", "r.db").expect(t, "no file", 0, "", "2 runs made")
	do(t, dir, binary, "export", "r.db", "--format", "study", "-o", "s.tar")
	do(t, dir, "tar", "xf", "s.tar")
	halocline(t, dir, "check", "s.yaml").expect(t, "this version", 0, "s.yaml: ok\n", "")

	text, err := os.ReadFile(filepath.Join(dir, "two-nodes.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "two-nodes.yaml", strings.Replace(string(text), "period: 10s", "period: 20s", 1))
	const says = "warning: s.yaml: base two-nodes is the scenario that comes with the program, and two-nodes.yaml beside the study is another; write base: two-nodes.yaml to use that one\n"
	halocline(t, dir, "check", "s.yaml").expect(t, "another version", 0, "s.yaml: ok\n", says)
	halocline(t, dir, "sweep", "s.yaml", "--plan").expect(t, "plan", 0, "2 runs", says)
	write(t, dir, "s.yaml", "name: s\nbase: two-nodes.yaml\nset: {duration: 60s}\nrepeat: 2\n")
	halocline(t, dir, "check", "s.yaml").expect(t, "the file", 0, "s.yaml: ok\n", "")
	write(t, dir, "aloha20.yaml", "name: another\n")
	halocline(t, dir, "check", "common-random-numbers").expect(t, "bundled", 0, "common-random-numbers: ok\n", "")
}

// Of the warnings of a study that differ in their numbers only, one is shown, with its cell, and the
// others are counted: a thousand temperatures above 31 degrees have a thousand. What all cells have
// names none.
func TestFewerWarnings(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	write(t, dir, "warm.yaml", "name: warm\nbase: two-nodes\nset: {duration: 1s, water.salinity: 20psu}\nsweep: {water.temperature: {from: 31degC, to: 40degC, count: 1000}}\n")
	r := halocline(t, dir, "check", "warm.yaml")
	r.expect(t, "check", 0, "warm.yaml: ok\n", " (in cell 0: water.temperature 31degC; and in 999 more, with other numbers)\n")
	for kind, want := range map[string]int{"thorp: temperature ": 1, "thorp: salinity 20 psu ": 1} {
		if got := strings.Count(r.err, "warning: "+kind); got != want {
			t.Errorf("%d warnings %q, want %d\n%s", got, kind, want, r.err)
		}
	}
	warnings := []string{"node n1 is dry", "node n2 is dry", "node n3 is dry", "node n4 is dry", "node n5 is dry", "x: 1e-3 m"}
	if got := text.Fewer(slices.Clone(warnings)); !slices.Equal(got, warnings) {
		t.Errorf("five of a kind are %q", got)
	}
}

// A plan with --resume says how many of its runs the file has, and refuses the file that the runs would be refused of: that of a
// study that has changed.
func TestPlanOfTheRest(t *testing.T) {
	dir := t.TempDir()
	s := "name: s\nbase: two-nodes\nset: {duration: 20s}\nsweep: {\"traffic[0].period\": [5s, 10s]}\nrepeat: 2\n"
	write(t, dir, "s.yaml", s)
	halocline(t, dir, "sweep", "s.yaml", "--plan", "--resume").expect(t, "no file", 0, "4 runs", "")
	halocline(t, dir, "sweep", "s.yaml", "--runs", "0,2..3").expect(t, "some", 0, "", "s.db holds 3, 1 are missing")
	halocline(t, dir, "sweep", "s.yaml", "--plan", "--resume").expect(t, "the rest", 0, "4 runs", "s.db holds 3 runs of these; --resume makes the others\n")
	halocline(t, dir, "sweep", "s.yaml", "--plan", "--resume", "--repeat", "3").expect(t, "more", 0, "6 runs", "s.db holds 3 runs of these")
	write(t, dir, "s.yaml", strings.Replace(s, "20s", "30s", 1))
	made := halocline(t, dir, "sweep", "s.yaml", "--resume")
	made.expect(t, "the runs", command.BadInput, "", "the study has changed since")
	for _, runs := range []string{"0..3", "0"} {
		plan := halocline(t, dir, "sweep", "s.yaml", "--plan", "--resume", "--runs="+runs)
		if plan.code != command.BadInput || plan.out != "" || plan.err != made.err {
			t.Errorf("the plan: %d %q %q, and the runs %q", plan.code, plan.out, plan.err, made.err)
		}
	}
	halocline(t, dir, "sweep", "s.yaml", "--plan").expect(t, "without the file", 0, "4 runs", "")
}

// The command that --plan prints for a run, given as it stands, makes the run whose
// fingerprint the result file has: of a base that is bundled and of one beside the study.
func TestPlanOfRuns(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const text = "set: {duration: 90s, water.temperature: 4degC}\n" +
		"sweep:\n  \"traffic[0].rate\": [0.02/s, 0.05/s]\n  links.acoustic.mac: [{type: aloha, queue: 2}, {type: csma, queue: 4, defer: true}]\n" +
		"repeat: 3\ntables: [{name: t, rows: mac, metric: packets.offered, where: rate == 0.02/s}]\n"
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "sub/near.yaml", "name: near\nbase: aloha20.yaml\ntraffic: [{type: poisson, from: n, to: sink, rate: 0.05/s, size: 96bit}]\n")
	write(t, dir, "sub/beside.yaml", "name: s\nbase: near.yaml\n"+text)
	write(t, dir, "sub/bundled.yaml", "name: s\nbase: aloha20.yaml\n"+strings.Replace(text, "repeat: 3", "until: {metric: packets.offered, min: 3, max: 3}", 1))
	for _, name := range []string{"sub/beside.yaml", "sub/bundled.yaml"} {
		db := name + ".db"
		halocline(t, dir, "sweep", name, "-o", db).expect(t, name, 0, "", "12 runs made")
		f, err := results.Open(filepath.Join(dir, db))
		if err != nil {
			t.Fatal(err)
		}
		plan := halocline(t, dir, "sweep", name, "--plan", "--runs", "0,3:2,4..5").unwarned()
		plan.expect(t, name, 0, "# run 11: cell 3, repetition 2, seed ", "")
		lines := strings.Split(strings.TrimSpace(plan.out), "\n")
		prints := map[string]bool{}
		for run, err := range f.Runs() {
			number := run.Cell*3 + run.Repetition
			if at := slices.Index([]int{0, 4, 5, 11}, number); err == nil && at >= 0 && len(lines) == 8 {
				prints[run.Fingerprint] = true
				asShell(t, dir, lines[2*at+1]).unwarned().expect(t, lines[2*at], 0, run.Fingerprint, "")
			}
		}
		if len(prints) != 4 {
			t.Errorf("%s: %d different runs, want 4\n%s", name, len(prints), plan.out)
		}
		if !strings.Contains(plan.out, ": traffic[0].rate 0.05/s, links.acoustic.mac csma\n") {
			t.Error(plan.out)
		}
		f.Close()
		// The report prints such commands as well, of the folder in which it was asked for: it
		// has the files of a base that is not bundled.
		from := t.TempDir()
		halocline(t, from, "report", filepath.Join(dir, db), "-o", "a report").expect(t, name, 0, "", "files written")
		index, err := os.ReadFile(filepath.Join(from, "a report", "report.md"))
		if err != nil {
			t.Fatal(err)
		}
		again := 0
		for _, run := range regexp.MustCompile(`fingerprint (\S+)\n\n    (halocline run .*)\n`).FindAllStringSubmatch(string(index), 2) {
			asShell(t, from, run[2]).unwarned().expect(t, run[2], 0, run[1], "")
			again++
		}
		if again != 2 {
			t.Errorf("%s: %d commands in\n%s", name, again, index)
		}
	}
}
