package cli

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"halocline/bench/study/results"
	"halocline/sim/simtest"
)

// With --precision a study that says nothing of it, but shows a mean, stops each cell by itself, and the result
// file is the same with one worker and with three, killed and gone on with, and in shards.
func TestSweepPrecision(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	write(t, dir, "small.yaml", smallStudy+"tables: [{name: delivered, rows: mac, columns: queue, metric: packets.delivered}]\n")
	f := sameAnyway(t, dir, "small.yaml", "--precision", "8%", "--repeat", "60")
	defer f.Close()
	least, most := 60, 0
	for cell := range f.Cells() {
		least, most = min(least, f.Planned(cell)), max(most, f.Planned(cell))
	}
	if least < 15 || least == most {
		t.Errorf("cells of %d to %d runs; the test shows something only where they differ", least, most)
	}
}

// A study of a boundary makes the same runs with one worker and with three, killed and gone on with, and in shards: those near
// the boundary, and no others. Of 200 packets the last is on its way at the end, so that a loss p leaves (1-p) 199/200 of them, which is
// 0.7 for 0.2965.
func TestSweepBoundary(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	write(t, dir, "edge.yaml", `
name: edge
base: two-nodes
set: {duration: 1000s, links.acoustic.modem.errors.type: loss}
sweep:
  links.acoustic.mac: [aloha, csma]
  links.acoustic.modem.errors.probability: {from: 0, to: 0.9, step: 0.01}
boundary: {metric: packets.delivery_ratio, at: 0.7, along: probability, within: 0.005}
`)
	f := sameAnyway(t, dir, "edge.yaml")
	defer f.Close()
	runs, _, err := f.Count()
	if err != nil || runs < 2*72 || runs > 2*91*30/10 {
		t.Errorf("%d runs, %v", runs, err)
	}
	halocline(t, dir, "table", "one.db").expect(t, "table", 0, "0.2966 [0.2920, 0.3005]", "")
	halocline(t, dir, "plot", "one.db", "-o", "edge.svg").expect(t, "plot", 0, "", "boundaries with their 95 % interval")
}

// sameAnyway carries out a study with one worker, with three, killed and gone on with, and in shards, wants the same
// file of results, and returns it.
func sameAnyway(t *testing.T, dir, study string, args ...string) *results.File {
	t.Helper()
	wished := func(more ...string) []string { return slices.Concat([]string{"sweep", study}, args, more) }
	halocline(t, dir, wished("-o", "one.db", "--workers", "1")...).expect(t, "one worker", 0, "", " runs made; one.db holds ")
	want := digest(t, filepath.Join(dir, "one.db"))
	halocline(t, dir, wished("-o", "three.db", "--workers", "3")...).expect(t, "three workers", 0, "", " runs made")
	if got := digest(t, filepath.Join(dir, "three.db")); got != want {
		t.Errorf("three workers: digest %s, one %s", got, want)
	}

	c := exec.Command(binary, wished("-o", "cut.db")...)
	c.Dir = dir
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if f, err := results.Open(filepath.Join(dir, "cut.db")); err == nil {
			runs, _, _ := f.Count()
			f.Close()
			if runs > 0 {
				break
			}
		}
	}
	c.Process.Signal(syscall.SIGKILL)
	if c.Wait() == nil {
		t.Error("it was done before it was killed; the test shows nothing")
	}
	halocline(t, dir, wished("-o", "cut.db", "--resume")...).expect(t, "the rest", 0, "", " runs made")
	if got := digest(t, filepath.Join(dir, "cut.db")); got != want {
		t.Errorf("after a kill: digest %s, in one go %s", got, want)
	}

	for _, shard := range []string{"1/2", "2/2"} {
		halocline(t, dir, wished("--shard", shard, "--out", "shards")...).expect(t, shard, 0, "", " runs made")
	}
	halocline(t, dir, "merge", "shards", "-o", "merged.db").expect(t, "merge", 0, "", "2 files, ")
	if got := digest(t, filepath.Join(dir, "merged.db")); got != want {
		t.Errorf("two shards: digest %s, in one piece %s", got, want)
	}
	f, err := results.Open(filepath.Join(dir, "one.db"))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The sweep names the cells that are not known well enough at the end of their runs, and the table says it too,
// with the number of runs of each cell. More can be added to them.
func TestSweepSaysWhatIsNotKnown(t *testing.T) {
	dir := t.TempDir()
	study := strings.ReplaceAll(smallStudy, "[1, 4, 16]", "[1]")
	write(t, dir, "small.yaml", study+"tables: [{name: collided, rows: mac, metric: packets.collided}]\n")
	const short = "warning: 1 of 2 cells have all 20 runs that they may have, and are not known to ± 20 %: links.acoustic.mac csma, links.acoustic.mac.queue 1: packets.collided "
	halocline(t, dir, "sweep", "small.yaml", "--precision", "20%", "--repeat", "20", "-o", "r.db").expect(t, "sweep", 0, "", short)
	halocline(t, dir, "table", "r.db", "collided").expect(t, "table", 0, "number of runs: aloha 19; csma 20\n1 of 2 cells have all 20 runs", "")
	halocline(t, dir, "sweep", "small.yaml", "--precision", "20%", "--repeat", "25", "-o", "r.db", "--resume").expect(t, "more", 0, "", "4 runs made; r.db holds 43, 0 failed")
	write(t, dir, "none.yaml", study)
	for _, c := range []struct{ args, says string }{
		{"none.yaml --precision 5% -o n.db", "none.yaml:10:8: no table and no figure of the study shows a mean"},
		{"small.yaml --precision 5 -o n.db", "--precision: write a part, above 0 and below 1, such as 5% or 0.05"},
		{"small.yaml --precision 5% --repeat 25 -o r.db --resume", `is "until: {relative: 0.05}"`},
		{"small.yaml --repeat -1 -o n.db", "--repeat"},
	} {
		halocline(t, dir, append([]string{"sweep"}, strings.Fields(c.args)...)...).expect(t, c.args, 2, "", c.says)
	}
}

// A changed study takes from its earlier file the runs that are the same. The message that refuses to go on with that file says so, and
// tells flags from changes of the study file.
func TestSweepReusesRuns(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "old.yaml", strings.ReplaceAll(smallStudy, "[1, 4, 16]", "[1]"))
	write(t, dir, "new.yaml", strings.ReplaceAll(smallStudy, "[1, 4, 16]", "[1, 4]"))
	halocline(t, dir, "sweep", "old.yaml", "-o", "r.db").expect(t, "sweep", 0, "", "20 runs made; r.db holds 20, 0 failed")
	halocline(t, dir, "sweep", "new.yaml", "-o", "r.db", "--resume").expect(t, "refused", 2, "", "; write to another file, with --reuse r.db for the runs that are the same")
	halocline(t, dir, "sweep", "new.yaml", "-o", "n.db", "--reuse", "r.db").expect(t, "reused", 0, "", "20 runs made, 20 taken from r.db; n.db holds 40, 0 failed")
	halocline(t, dir, "sweep", "new.yaml", "-o", "x.db", "--reuse", "new.yaml").expect(t, "no results", 2, "", "--reuse new.yaml: this is no file of results")
	write(t, dir, "old.yaml", strings.ReplaceAll(smallStudy, "[1, 4, 16]", "[1]")+"tables: [{name: collided, rows: mac, metric: packets.collided}]\n")
	halocline(t, dir, "sweep", "old.yaml", "-o", "r.db", "--resume", "--precision", "5%", "--repeat", "20").expect(t, "flags", 2, "",
		`the study has changed since: a flag, --precision or --repeat, stands in place of line `)
}
