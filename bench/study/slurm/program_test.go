package slurm

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"halocline/bench/study/results"
)

// halocline builds the program.
func halocline(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "halocline")
	build := exec.Command("go", "build", "-o", program, "halocline/cmd/halocline")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// realStudy is a study of so many runs that a task takes some seconds.
const realStudy = `
name: small
base: aloha20
set: {duration: 20s}
sweep: {links.acoustic.mac: [aloha, csma], links.acoustic.mac.queue: [1, 4, 16]}
repeat: 600
`

// testProgram runs a study with the program itself, takes the power from a node while
// its tasks run, and wants what the same study gives on one machine, to the bit.
func testProgram(t *testing.T, l lake) {
	program, file := halocline(t), study(t, realStudy)
	local := filepath.Join(t.TempDir(), "local.db")
	if out, err := exec.Command(program, "sweep", file, "-o", local).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s := submitSweep(t, program, file, nil, 6)
	var node string
	await(t, "a task is at work", func() bool { node = s.nodeAtWork(); return node != "" })
	if out, err := loopback("crash", l.dir, node); err != nil {
		t.Fatalf("loopback.sh crash: %v\n%s", err, out)
	}
	if err := s.follow(); err != nil {
		t.Fatal(err)
	}
	if p := s.last(); p.Again == 0 || p.Done != 6 {
		t.Errorf("at the end: %+v; want six tasks done, and some queued again", p)
	}
	if runs, got := digest(t, s.array.Result()); runs != 3600 {
		t.Errorf("%d runs, want 3600", runs)
	} else if _, want := digest(t, local); got != want {
		t.Errorf("on the cluster: digest %s, on one machine %s", got, want)
	}
	if out, err := loopback("boot", l.dir, node); err != nil {
		t.Fatalf("loopback.sh boot: %v\n%s", err, out)
	}
	await(t, "the node is back", func() bool {
		out, _ := exec.Command("sinfo", "--noheader", "--Node", "--format=%T").Output()
		return string(out) == "idle\nidle\nidle\n"
	})
}

// testPrecision runs a study whose cells decide how many runs they need, of which one on the cluster makes as
// many as on one machine.
func testPrecision(t *testing.T) {
	file := study(t, realStudy+"tables: [{name: t, rows: mac, columns: queue, metric: packets.delivered}]\n")
	if runs := asHere(t, file, 4, "--precision", "0.08"); runs < 6*15 || runs == 3600 {
		t.Errorf("%d runs, as if the cells decided nothing", runs)
	}
}

// testBoundary runs a study that looks for boundaries, of which each shard has some whole ones: the runs are those of one machine,
// far fewer than the 10 x 91 x 30 of a grid.
func testBoundary(t *testing.T) {
	file := study(t, `
name: edge
base: two-nodes
set: {duration: 200s, links.acoustic.modem.errors.type: loss}
sweep:
  links.acoustic.mac: [aloha, csma]
  traffic[0].period: [4s, 5s, 6s, 8s, 10s]
  links.acoustic.modem.errors.probability: {from: 0, to: 0.9, step: 0.01}
boundary: {metric: packets.delivery_ratio, at: 0.6, along: probability, within: 0.02}
`)
	if runs := asHere(t, file, 4); runs < 10*72 || runs > 10*91*30/10 {
		t.Errorf("%d runs", runs)
	}
}

// asHere runs a study on the cluster and on this machine, wants the same file of results, and returns the number of its runs.
func asHere(t *testing.T, file string, shards int, arguments ...string) int {
	t.Helper()
	program := halocline(t)
	local := filepath.Join(t.TempDir(), "local.db")
	if out, err := exec.Command(program, append([]string{"sweep", file, "-o", local, "--workers", "1"}, arguments...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s := submitSweep(t, program, file, arguments, shards)
	if err := s.follow(); err != nil {
		t.Fatal(err)
	}
	runs, want := digest(t, local)
	if got, sum := digest(t, s.array.Result()); got != runs || sum != want {
		t.Errorf("on the cluster %d runs, digest %s; on one machine %d, %s", got, sum, runs, want)
	}
	return runs
}

// nodeAtWork returns a node on which a task has a file of results that is not whole yet, "" if there is none.
func (s *sweep) nodeAtWork() string {
	out, _ := exec.Command("squeue", "--noheader", "--jobs="+s.jobs.Array, "--states=running", "--format=%K %N").Output()
	for line := range strings.Lines(string(out)) {
		task, node, _ := strings.Cut(strings.TrimSpace(line), " ")
		shard, _ := strconv.Atoi(task)
		if drafts, _ := filepath.Glob(filepath.Join(filepath.Dir(s.array.Out), "*", fmt.Sprintf("shard-%04d-*.db-partial", shard))); len(drafts) > 0 {
			return node
		}
	}
	return ""
}

// digest returns the number of runs and the digest of a complete result file, none of whose runs failed.
func digest(t *testing.T, path string) (runs int, sum string) {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	f, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	runs, failed, err := f.Count()
	if missing, lost := f.Missing(); failed != 0 || err != nil || len(missing) > 0 || lost != nil {
		t.Fatalf("%s: %d failed, %v, %d missing, %v", path, failed, err, len(missing), lost)
	}
	if sum, err = f.Digest(); err != nil {
		t.Fatal(err)
	}
	return runs, sum
}
