package slurm

import (
	"os"
	"os/exec"
	"path/filepath"
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
	s := submitSweep(t, program, file, 6)
	drafts := func() int {
		names, _ := filepath.Glob(filepath.Join(filepath.Dir(s.array.Out), "*", "*.db-partial"))
		return len(names)
	}
	await(t, "tasks are at work", func() bool { return drafts() >= 2 })
	if out, err := loopback("crash", l.dir, "node1"); err != nil {
		t.Fatalf("loopback.sh crash: %v\n%s", err, out)
	}
	if err := s.follow(); err != nil {
		t.Fatal(err)
	}
	if p := s.last(); p.Again == 0 || p.Done != 6 {
		t.Errorf("at the end: %+v; want six tasks done, and some queued again", p)
	}
	if got, want := digest(t, s.array.Result()), digest(t, local); got != want {
		t.Errorf("on the cluster: digest %s, on one machine %s", got, want)
	}
	if out, err := loopback("boot", l.dir, "node1"); err != nil {
		t.Fatalf("loopback.sh boot: %v\n%s", err, out)
	}
	await(t, "the node is back", func() bool {
		out, _ := exec.Command("sinfo", "--noheader", "--Node", "--format=%T").Output()
		return string(out) == "idle\nidle\nidle\n"
	})
}

// digest returns the digest of a complete result file.
func digest(t *testing.T, path string) string {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	f, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if runs, failed, err := f.Count(); runs != 3600 || failed != 0 || err != nil {
		t.Fatalf("%s: %d runs, %d failed, %v", path, runs, failed, err)
	}
	d, err := f.Digest()
	if err != nil {
		t.Fatal(err)
	}
	return d
}
