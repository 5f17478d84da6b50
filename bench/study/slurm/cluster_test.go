package slurm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"halocline/sim/simtest"
)

// sweep is an array under test, with its jobs.
type sweep struct {
	t       *testing.T
	cluster Cluster
	array   Array
	jobs    Jobs
	seen    []Progress
}

// submit submits a study, given as a file, for the program. The names of the
// folders hold what shells and Slurm take for signs of their own.
func submitSweep(t *testing.T, program, study string, arguments []string, shards int, options ...string) *sweep {
	t.Helper()
	program, err := filepath.Abs(program)
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), `a b's #1 "x" $HOME 100%j`)
	s := &sweep{
		t: t, cluster: Cluster{Every: 300 * time.Millisecond, Patience: time.Minute},
		array: Array{Program: program, Study: study, Out: out, Shards: shards, Options: options, Arguments: arguments},
	}
	if s.jobs, err = s.cluster.Submit(t.Context(), s.array); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.cluster.Cancel(context.Background(), s.jobs); err != nil {
			t.Error(err)
		}
		await(t, "every task ends", func() bool { return len(processes(out)) == 0 })
		if t.Failed() {
			logs, _ := filepath.Glob(strings.ReplaceAll(s.array.folder(), "%", "?") + "/*.log")
			for _, log := range logs {
				t.Logf("%s:\n%s", log, tail(log))
			}
		}
	})
	return s
}

// follow follows the array to its end, and does what hooks say after each look.
func (s *sweep) follow(hooks ...func(Progress)) error {
	ctx, stop := context.WithTimeout(s.t.Context(), time.Minute)
	defer stop()
	return s.cluster.Follow(ctx, s.array, s.jobs, func(p Progress) {
		s.seen = append(s.seen, p)
		for _, hook := range hooks {
			hook(p)
		}
		if n := p.Waiting + p.Running + p.Done + p.Failed; n != s.array.Shards {
			s.t.Errorf("%+v is %d tasks of %d", p, n, s.array.Shards)
		}
	})
}

// last returns what was seen last.
func (s *sweep) last() Progress { return s.seen[len(s.seen)-1] }

// out returns a file in the folder of the results.
func (s *sweep) out(name string) string { return filepath.Join(s.array.Out, name) }

// endToEnd runs a study through the cluster, from its submission to the result,
// and returns the file with the result.
func endToEnd(t *testing.T, program, study string, shards int) string {
	t.Helper()
	s := submitSweep(t, program, study, nil, shards)
	if err := s.follow(); err != nil {
		t.Fatal(err)
	}
	if p := s.last(); p.Done != shards || p.Failed != 0 || p.Shards != shards {
		t.Errorf("at the end: %+v; want %d shards done", p, shards)
	}
	s.forgotten()
	to := filepath.Join(t.TempDir(), "fetched.sqlite")
	if err := s.array.Fetch(to); err != nil {
		t.Fatal(err)
	}
	return to
}

// forgotten wants the same end from what the tasks left behind, once Slurm knows
// nothing of them any more.
func (s *sweep) forgotten() {
	s.t.Helper()
	w := newWatch(s.array, s.jobs)
	for range 2 {
		w.see(nil)
	}
	if ended, err := w.verdict(); !ended || err != nil {
		s.t.Errorf("from memory: ended %v, %v", ended, err)
	}
}

// standIn is the program of these tests; see there what a study is.
const standIn = "testdata/halocline.sh"

// study writes a study for the stand-in.
func study(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "it's a study.sh")
	write(t, name, text)
	return name
}

// merged is what the stand-in makes of so many shards.
func merged(shards int) string {
	var text strings.Builder
	for i := range shards {
		fmt.Fprintf(&text, "shard %d of %d\n", i+1, shards)
	}
	return text.String()
}

// TestCluster runs arrays on three nodes of two processors each. The cluster is
// one that does not requeue by itself, until the last two tests.
func TestCluster(t *testing.T) {
	simtest.SkipShort(t, "needs Slurm")
	l := bringUp(t, 3)
	l.onlyHere(t)
	l.configure(t, func(conf string) string { return strings.ReplaceAll(conf, "RequeueExit=75\n", "") })
	sideBySide(t, []scene{
		{"tried again", testAgain},
		{"near the limit", testLimit},
		{"all goes well", testWell},
		{"one fails", testOneFails},
		{"wrong input", testInput},
		{"cannot be tried again", testNotAgain},
		{"left alone", testLeftAlone},
		{"refused", testRefused},
	})
	l.configure(t, func(conf string) string { return "RequeueExit=75\n" + conf })
	sideBySide(t, []scene{
		{"lost nodes", func(t *testing.T) { testLostNodes(t, l) }},
		{"cluster tries again", testClusterAgain},
	})
	t.Run("the program itself", func(t *testing.T) { testProgram(t, l) })
	t.Run("cells that decide", testPrecision)
	t.Run("boundaries", testBoundary)
	t.Run("controller away", func(t *testing.T) { testControllerAway(t, l) })
}

// scene is a test that shares the cluster with others.
type scene struct {
	name string
	test func(*testing.T)
}

// sideBySide runs scenes at the same time, since they mostly wait.
func sideBySide(t *testing.T, scenes []scene) {
	t.Run("side by side", func(t *testing.T) {
		for _, s := range scenes {
			t.Run(s.name, func(t *testing.T) {
				t.Parallel()
				s.test(t)
			})
		}
	})
}

// testWell wants a result of all shards, merged when all were there.
func testWell(t *testing.T) {
	result := endToEnd(t, standIn, study(t, "sleep 0.2\n"), 8)
	if got := read(t, result); got != merged(8) {
		t.Errorf("result %q, want %q", got, merged(8))
	}
}

// onceAgain is a study whose second shard wants to be tried again the first time.
const onceAgain = `
if [ "$shard" = 2 ] && [ ! -e "$out/tried" ]; then
	touch "$out/tried"
	exit 75
fi
`

// testAgain wants a task that ends with 75 to be queued again by itself: the
// cluster kills it for that, and says so in the log.
func testAgain(t *testing.T) {
	s := submitSweep(t, standIn, study(t, onceAgain), nil, 3)
	if err := s.follow(); err != nil {
		t.Fatal(err)
	}
	if p := s.last(); p.Again != 1 || p.Done != 3 {
		t.Errorf("at the end: %+v; want one task queued again", p)
	}
	if got := read(t, s.array.Result()); got != merged(3) {
		t.Errorf("result %q, want %q", got, merged(3))
	}
	if log := read(t, filepath.Join(s.array.folder(), s.jobs.Array+"_2.log")); !strings.Contains(log, "DUE TO JOB REQUEUE") {
		t.Errorf("the task did not ask: %q", log)
	}
}

// mute returns an option of sbatch with which tasks find an scontrol that fails.
func mute(t *testing.T) string {
	t.Helper()
	path := t.TempDir()
	write(t, filepath.Join(path, "scontrol"), "#!/bin/sh\nexit 1\n")
	if err := os.Chmod(filepath.Join(path, "scontrol"), 0o700); err != nil {
		t.Fatal(err)
	}
	return "--export=ALL,PATH=" + path + ":" + os.Getenv("PATH")
}

// testNotAgain wants to be told where nobody queues a task again.
func testNotAgain(t *testing.T) {
	s := submitSweep(t, standIn, study(t, onceAgain), nil, 2, mute(t))
	err := s.follow()
	if err == nil || !strings.Contains(err.Error(), "task 2 asks to be tried again (exit code 75), and the cluster does not do it") {
		t.Errorf("got %v", err)
	}
}

// testClusterAgain wants a task to be queued again by RequeueExit of slurm.conf,
// where it cannot ask for it, and the shards to be merged although Slurm drops
// the merge then.
func testClusterAgain(t *testing.T) {
	s := submitSweep(t, standIn, study(t, onceAgain), nil, 3, mute(t), "--nodelist=node3") // the others may be lost
	if err := s.follow(); err != nil {
		t.Fatal(err)
	}
	if p := s.last(); p.Again != 1 || read(t, s.array.Result()) != merged(3) {
		t.Errorf("at the end: %+v; want one task queued again, and the result", p)
	}
	if jobs, _, err := s.array.Recall(); err != nil || jobs.Array != s.jobs.Array || jobs.Merge == s.jobs.Merge {
		t.Errorf("recalled %v, %v; want another merge than %s", jobs, err, s.jobs.Merge)
	}
}

// testInput wants a task that ends with 2 to end the array: what it said is in
// the error, the others are told to stop, and nothing is merged.
func testInput(t *testing.T) {
	s := submitSweep(t, standIn, study(t, `
if [ "$shard" = 2 ]; then
	while [ ! -e "$out/begun" ]; do sleep 0.1; done
	echo "study.yaml:3:1: unknown key: watr; did you mean water?" >&2
	exit 2
fi
sleep 600 &
trap 'kill $! || true; : >"$out/stopped"; exit 75' TERM # no process of its own, which Slurm would end too
touch "$out/begun"
wait $!
`), nil, 2)
	err := s.follow()
	var failure *FailedError
	if !errors.As(err, &failure) || !failure.Input() || len(failure.Failures) != 1 {
		t.Fatalf("got %v; want wrong input of one task", err)
	}
	if f := failure.Failures[0]; f.Task != 2 || f.Exit != 2 || !strings.Contains(f.Said, "did you mean water?") {
		t.Errorf("got %+v", f)
	}
	await(t, "the other task is told to stop", func() bool { return exists(s.out("stopped")) })
	await(t, "the jobs end", func() bool { return s.state(0) == "CANCELLED" && s.state(1) == "CANCELLED" })
	if exists(s.array.Result()) {
		t.Error("there is a result")
	}
}

// state returns the state of a task, or of the merge, as Slurm has it.
func (s *sweep) state(task int) string {
	s.t.Helper()
	entries, err := queue(s.t.Context(), s.jobs)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, e := range entries {
		if e.task == task && (e.job == s.jobs.Merge) == (task == 0) {
			return e.state
		}
	}
	return ""
}

// testOneFails wants the other shards to be finished when one run fails, nothing
// to be merged whether or not somebody follows, and the rest to be done by a
// second array.
func testOneFails(t *testing.T) {
	s := submitSweep(t, standIn, study(t, `
if [ "$shard" = 1 ] && [ ! -e "$out/mended" ]; then
	echo "run 7 failed" >&2
	exit 1
fi
sleep 1
`), nil, 3)
	await(t, "Slurm drops the merge by itself", func() bool { return s.state(0) == "CANCELLED" })
	err := s.follow()
	var failure *FailedError
	if !errors.As(err, &failure) || failure.Input() || len(failure.Failures) != 1 {
		t.Fatalf("got %v; want the failure of one task", err)
	}
	if f := failure.Failures[0]; f.Task != 1 || f.Exit != 1 || f.Said != "run 7 failed" {
		t.Errorf("got %+v", f)
	}
	if p := s.last(); p.Done != 2 || p.Failed != 1 || p.Shards != 2 || exists(s.array.Result()) {
		t.Errorf("at the end: %+v; want two shards, and no result", p)
	}
	write(t, s.out("mended"), "")
	if s.jobs, err = s.cluster.Submit(t.Context(), s.array); err != nil {
		t.Fatal(err)
	}
	if err := s.follow(); err != nil || read(t, s.array.Result()) != merged(3) {
		t.Errorf("the second array: %v", err)
	}
}

// testLimit sends a task the signal that comes before the time limit. It wants
// the program to be told to stop, and the task to go on later.
func testLimit(t *testing.T) {
	s := submitSweep(t, standIn, study(t, `
if [ ! -e "$out/begun" ]; then
	sleep 600 &
	trap 'kill $! || true; : >"$out/kept"; exit 1' TERM
	touch "$out/begun"
	wait $!
fi
`), nil, 1)
	await(t, "the task begins", func() bool { return exists(s.out("begun")) })
	if _, err := command(t.Context(), "scancel", "--batch", "--signal=USR1", s.jobs.Array); err != nil {
		t.Fatal(err)
	}
	if err := s.follow(); err != nil {
		t.Fatal(err)
	}
	if p := s.last(); p.Again != 1 || !exists(s.out("kept")) || read(t, s.array.Result()) != merged(1) {
		t.Errorf("at the end: %+v; want the program stopped, queued again, and the result", p)
	}
}

// testLeftAlone wants an array to go on when nobody follows it, and to be found
// again by its folder.
func testLeftAlone(t *testing.T) {
	s := submitSweep(t, standIn, study(t, "while [ ! -e \"$out/go\" ]; do sleep 0.1; done\n"), nil, 2)
	ctx, stop := context.WithCancel(t.Context())
	err := s.cluster.Follow(ctx, s.array, s.jobs, func(p Progress) { stop() })
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	jobs, underway, err := s.cluster.Underway(t.Context(), s.array)
	if err != nil || !underway || jobs != s.jobs {
		t.Fatalf("found %v, under way %v, %v; want %v", jobs, underway, err, s.jobs)
	}
	write(t, s.out("go"), "")
	s.jobs = jobs
	if err := s.follow(); err != nil || read(t, s.array.Result()) != merged(2) {
		t.Errorf("followed again: %v", err)
	}
	if jobs, underway, err := s.cluster.Underway(t.Context(), s.array); err != nil || underway || jobs != s.jobs {
		t.Errorf("at the end: %v, under way %v, %v", jobs, underway, err)
	}
}

// testRefused wants what sbatch says as it says it, and what to do.
func testRefused(t *testing.T) {
	for _, tt := range []struct {
		shards             int
		option, said, todo string
	}{
		{1, "--partition=lagoon", "sbatch: error: invalid partition specified: lagoon\n", "sinfo lists the partitions"},
		{5000, "--time=10", "sbatch: error: Batch job submission failed: Invalid job array specification\n", "use fewer shards"},
		{1, "--colour=blue", "sbatch: unrecognized option '--colour=blue'\n", ""},
	} {
		out := t.TempDir()
		a := Array{Program: "/bin/true", Study: "/dev/null", Out: out, Shards: tt.shards, Options: []string{tt.option}}
		_, err := Cluster{}.Submit(t.Context(), a)
		var said *CommandError
		if !errors.As(err, &said) || !strings.HasPrefix(err.Error(), tt.said) || !strings.Contains(err.Error(), tt.todo) || said.Again {
			t.Errorf("%s: got %v, want %q and %q", tt.option, err, tt.said, tt.todo)
		}
		if _, known, _ := a.Recall(); known {
			t.Errorf("%s: jobs are noted though there are none", tt.option)
		}
	}
}

// testLostNodes cuts the power of one node, and kills the daemon of another,
// whose tasks go on. It wants all their tasks to be done by the third node, and
// the tasks that went on to change nothing when they end at last.
func testLostNodes(t *testing.T, l lake) {
	s := submitSweep(t, standIn, study(t, `
echo "$SLURMD_NODENAME" >>"$out/ran-$shard"
if [ "$SLURMD_NODENAME" != node3 ]; then
	while [ ! -e "$out/go" ]; do sleep 0.1; done
	touch "$out/late-$shard"
fi
`), nil, 6)
	ran := func(node string) (shards []int) {
		for i := range 6 {
			text, _ := os.ReadFile(s.out("ran-" + strconv.Itoa(i+1)))
			if strings.HasPrefix(string(text), node+"\n") {
				shards = append(shards, i+1)
			}
		}
		return shards
	}
	await(t, "two tasks begin on each of the first two nodes", func() bool { return len(ran("node1")) == 2 && len(ran("node2")) == 2 })
	if out, err := loopback("crash", l.dir, "node1"); err != nil {
		t.Fatalf("loopback.sh crash: %v\n%s", err, out)
	}
	l.signal(t, "node2", syscall.SIGKILL)
	if err := s.follow(); err != nil {
		t.Fatal(err)
	}
	if p := s.last(); p.Again != 4 || p.Done != 6 {
		t.Errorf("at the end: %+v; want four tasks queued again", p)
	}
	if got := read(t, s.array.Result()); got != merged(6) {
		t.Errorf("result %q, want %q", got, merged(6))
	}
	write(t, s.out("go"), "")
	for _, shard := range ran("node2") {
		await(t, "the task that went on ends", func() bool { return exists(s.out(fmt.Sprintf("late-%d", shard))) })
	}
	s.forgotten()
	for _, shard := range ran("node1") {
		if got, want := read(t, s.out(fmt.Sprintf("ran-%d", shard))), "node1\nnode3\n"; got != want {
			t.Errorf("shard %d ran on %q, want %q", shard, got, want)
		}
	}
	for _, node := range []string{"node1", "node2"} {
		if out, err := loopback("boot", l.dir, node); err != nil {
			t.Fatalf("loopback.sh boot: %v\n%s", err, out)
		}
	}
	await(t, "both nodes are back", func() bool {
		out, _ := exec.Command("sinfo", "--noheader", "--Node", "--format=%T").Output()
		return string(out) == "idle\nidle\nidle\n"
	})
}

// testControllerAway stops the controller while two tasks run, and starts it
// again after they have ended. It wants that to delay the result only.
func testControllerAway(t *testing.T, l lake) {
	s := submitSweep(t, standIn, study(t, `
touch "$out/begun-$shard"
while [ ! -e "$out/go" ]; do sleep 0.1; done
`), nil, 2)
	await(t, "both tasks begin", func() bool { return exists(s.out("begun-1")) && exists(s.out("begun-2")) })
	l.signal(t, "slurmctld", syscall.SIGTERM) // it saves what it knows
	await(t, "the controller ends", func() bool { return len(processes(filepath.Join(l.dir, "run/slurmctld"))) == 0 })
	write(t, s.out("go"), "")
	await(t, "both shards are written", func() bool { return exists(s.array.Shard(1)) && exists(s.array.Shard(2)) })
	hasty := Cluster{Every: 100 * time.Millisecond, Patience: time.Millisecond}
	var said *CommandError
	if err := hasty.Follow(t.Context(), s.array, s.jobs, nil); !errors.As(err, &said) || !said.Again {
		t.Errorf("without patience: got %v; want an error that may pass", err)
	}
	silent := 0
	err := s.follow(func(p Progress) {
		if p.Silent == nil {
			return
		}
		if silent++; silent > 1 {
			return
		}
		if out, err := loopback("boot", l.dir, "slurmctld"); err != nil {
			t.Errorf("loopback.sh boot: %v\n%s", err, out)
		}
	})
	if err != nil || silent == 0 || read(t, s.array.Result()) != merged(2) {
		t.Errorf("silent %d times: %v", silent, err)
	}
}
