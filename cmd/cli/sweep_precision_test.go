package cli

import (
	"os/exec"
	"path/filepath"
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
	wished := func(args ...string) []string {
		return append([]string{"sweep", "small.yaml", "--precision", "8%", "--repeat", "60"}, args...)
	}
	halocline(t, dir, wished("-o", "one.db", "--workers", "1")...).expect(t, "one worker", 0, "", " runs made; one.db holds ")
	want := digest(t, filepath.Join(dir, "one.db"))
	halocline(t, dir, wished("-o", "three.db", "--workers", "3")...).expect(t, "three workers", 0, "", " runs made")
	if got := digest(t, filepath.Join(dir, "three.db")); got != want {
		t.Errorf("three workers: digest %s, one %s", got, want)
	}
	f, err := results.Open(filepath.Join(dir, "one.db"))
	if err != nil {
		t.Fatal(err)
	}
	least, most := 60, 0
	for cell := range f.Cells() {
		least, most = min(least, f.Planned(cell)), max(most, f.Planned(cell))
	}
	f.Close()
	if least < 15 || least == most {
		t.Errorf("cells of %d to %d runs; the test shows something only where they differ", least, most)
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
}

// The sweep names the cells that are not known well enough at the end of their runs, and the table says it too,
// with the number of runs of each cell. More can be added to them.
func TestSweepSaysWhatIsNotKnown(t *testing.T) {
	dir := t.TempDir()
	study := strings.ReplaceAll(smallStudy, "[1, 4, 16]", "[1]")
	write(t, dir, "small.yaml", study+"tables: [{name: collided, rows: mac, metric: packets.collided}]\n")
	const short = "warning: 1 of 2 cells have all 20 runs that they may have, and are not known to ± 20 %: links.acoustic.mac=csma, links.acoustic.mac.queue=1: packets.collided "
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
