package slurm

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"halocline/sim/simtest"
)

// array returns one that is valid.
func array() Array {
	return Array{Program: "/opt/halocline", Study: "/lake/study.yaml", Out: "/lake/out", Shards: 8}
}

func TestValidate(t *testing.T) {
	if err := array().Validate(); err != nil {
		t.Error(err)
	}
	for _, tt := range []struct {
		change func(*Array)
		want   string
	}{
		{func(a *Array) { a.Program = "halocline" }, `the program, "halocline", must be an absolute path`},
		{func(a *Array) { a.Study = "" }, `the study, "", must be an absolute path`},
		{func(a *Array) { a.Out = "./out" }, `the folder of the results, "./out", must be an absolute path`},
		{func(a *Array) { a.Out = `/a\b` }, "backslash"},
		{func(a *Array) { a.Study = "/a\nscancel" }, "line break"},
		{func(a *Array) { a.Arguments = []string{"--set", "a\nb"} }, "line break"},
		{func(a *Array) { a.Shards = 0 }, "0 shards; at least 1 is needed"},
		{func(a *Array) { a.AtOnce = -1 }, "neither may be negative"},
		{func(a *Array) { a.Retries = -1 }, "neither may be negative"},
		{func(a *Array) { a.Options = []string{"short"} }, `"short" is no option of sbatch`},
		{func(a *Array) { a.Options = []string{"--time=1", "--array=1-3"} }, "the option --array of sbatch is set by the array itself"},
	} {
		a := array()
		tt.change(&a)
		if err := a.Validate(); err == nil || !strings.HasPrefix(err.Error(), "slurm: ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
}

// directives returns the options that a job script begins with.
func directives(script string) []string {
	var found []string
	for line := range strings.Lines(script) {
		if option, ok := strings.CutPrefix(line, "#SBATCH "); ok {
			found = append(found, strings.TrimSpace(option))
		}
	}
	return found
}

// TestScript wants the options of the user before those of the array, which hold
// in the end, and the command as a shell reads it.
func TestScript(t *testing.T) {
	a := array()
	a.Out, a.AtOnce, a.Name, a.Retries = "/my lake/100%", 3, "docking", 7
	a.Options, a.Arguments = []string{"--time=4:00:00", "--comment=no # sign"}, []string{"--set", "name='x y'"}
	got, want := directives(a.Script()), []string{
		"--signal=B:USR1@60", "--time=4:00:00", `"--comment=no # sign"`, "--job-name=docking", "--array=1-8%3",
		"--requeue", "--open-mode=append", `"--chdir=/my lake/100%/slurm"`, `"--output=/my lake/100%%/slurm/%A_%a.log"`,
	}
	if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		t.Errorf("options\n%q, want\n%q", got, want)
	}
	command := `'/opt/halocline' sweep '/lake/study.yaml' --shard "$SLURM_ARRAY_TASK_ID/8" --resume --out '/my lake/100%' '--set' 'name='\''x y'\''' &` + "\n"
	for _, part := range []string{command, `-ge 7 ]`, `"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID.exit"`} {
		if !strings.Contains(a.Script(), part) {
			t.Errorf("no %q in\n%s", part, a.Script())
		}
	}
	if merge := "'/opt/halocline' merge '/my lake/100%' -o '/my lake/100%/results.db' &\n"; !strings.Contains(a.MergeScript(), merge) {
		t.Errorf("no %q in\n%s", merge, a.MergeScript())
	}
}

// TestScriptEnds runs the job script without a cluster, with a program that ends
// as it is told and an scontrol that always fails. It wants the exit code of the
// program, a note of it where the end is final, and an end of trying again. A
// program that had to stop before the time limit is tried again unless it was
// done, or its input is wrong. One that is cancelled is waited for and not tried again,
// even if its end is seen before the signal.
func TestScriptEnds(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const limited = "(sleep 0.5; kill -USR1 $PPID) & trap '" // the signal that comes before the time limit
	const cancelled = "(sleep 0.5; kill -TERM $PPID) & trap '"
	const wait = "for _ in $(seq 30); do sleep 0.1; done; exit 9"
	for _, tt := range []struct {
		program, restarts string
		code              int
		noted             string
	}{
		{"exit 0", "0", 0, "0\n"},
		{"exit 1", "0", 1, "1\n"},
		{"exit 2", "4", 2, "2\n"},
		{"kill -KILL $$", "0", 137, "137\n"},
		{"exit 75", "0", 75, ""},
		{"exit 75", "2", 75, ""},
		{"exit 75", "3", 1, "1\n"},
		{limited + "exit 0' TERM; " + wait, "0", 0, "0\n"},
		{limited + "exit 2' TERM; " + wait, "0", 2, "2\n"},
		{limited + "exit 1' TERM; " + wait, "0", 75, ""},
		{limited + "trap : TERM; kill -TERM $PPID; sleep 0.5; exit 0' TERM; " + wait, "0", 0, "0\n"},
		{cancelled + "sleep 0.5; exit 0' TERM; " + wait, "0", 0, "0\n"},
		{cancelled + "sleep 0.5; exit 2' TERM; " + wait, "0", 2, "2\n"},
		{cancelled + "sleep 0.5; exit 1' TERM; " + wait, "3", 75, ""},
		{cancelled + "' TERM; exit 75", "0", 75, ""},
	} {
		t.Run(fmt.Sprint(tt.code, " after ", tt.restarts), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			a := array()
			a.Program, a.Retries = filepath.Join(dir, "program"), 3
			for name, text := range map[string]string{"program": tt.program, "scontrol": "touch asked; exit 1", "job": a.Script()} {
				write(t, filepath.Join(dir, name), "#!/bin/sh\n"+text+"\n")
				os.Chmod(filepath.Join(dir, name), 0o700)
			}
			run := exec.Command("/bin/sh", filepath.Join(dir, "job"))
			run.Dir = dir
			run.Env = []string{
				"PATH=" + dir + ":/usr/bin:/bin", "SLURM_ARRAY_JOB_ID=12", "SLURM_ARRAY_TASK_ID=5", "SLURM_JOB_ID=17",
				"SLURM_RESTART_COUNT=" + tt.restarts,
			}
			out, err := run.CombinedOutput()
			if run.ProcessState == nil {
				t.Fatal(err)
			}
			noted, _ := os.ReadFile(filepath.Join(dir, "12_5.exit"))
			if code := run.ProcessState.ExitCode(); code != tt.code || string(noted) != tt.noted {
				t.Errorf("code %d, note %q; want %d, %q\n%s", code, noted, tt.code, tt.noted, out)
			}
			if asked, want := exists(filepath.Join(dir, "asked")), tt.code == 75 && !strings.HasPrefix(tt.program, cancelled); asked != want {
				t.Errorf("asked to be tried again: %v, want %v", asked, want)
			}
		})
	}
}

// TestParse reads what squeue 22.05 printed for an array with a task that failed
// with 2, one that waits after 75, one that a signal ended (the status of wait(2)
// has the code in its second byte and the signal in its first), and the merge.
func TestParse(t *testing.T) {
	got, err := parse("1|4|FAILED|512|0|NonZeroExitCode|\n1|1|PENDING|19200|1|BeginTime|\n1|2|FAILED|9|0|RaisedSignal:9(Killed)|\n2|N/A|PENDING|0|0|Dependency|\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []entry{
		{"1", 4, "FAILED", "NonZeroExitCode", 2, 0},
		{"1", 1, "PENDING", "BeginTime", 75, 1},
		{"1", 2, "FAILED", "RaisedSignal:9(Killed)", 137, 0},
		{"2", 0, "PENDING", "Dependency", 0, 0},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, text := range []string{"1|4|FAILED|512|0|\n", "1|x|FAILED|512|0|None|\n", "1|4|FAILED|n|0|None|\n", "1|4|FAILED|0||None|\n"} {
		if _, err := parse(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// watched returns what two tasks look like after some looks at them; the merge
// waits. A look is the states of the tasks, or nothing where Slurm has forgotten.
func watched(a Array, looks ...[]string) *watch {
	w := newWatch(a, Jobs{Array: "1", Merge: "2"})
	for _, states := range looks {
		var entries []entry
		for i, state := range states {
			entries = append(entries, entry{job: "1", task: i + 1, state: state, exit: 1})
		}
		if states != nil {
			entries = append(entries, entry{job: "2", state: "PENDING", reason: "Dependency"}, entry{job: "3", task: 1, state: "FAILED"})
		}
		w.see(entries)
	}
	return w
}

// TestWatch wants a failure to count when it is seen twice in a row, and to be
// told when no task is under way any more.
func TestWatch(t *testing.T) {
	for _, tt := range []struct {
		looks [][]string
		want  string // waiting, running, done, failed
		ended bool
	}{
		{nil, "2 0 0 0", false},
		{[][]string{{"RUNNING", "COMPLETING"}}, "0 2 0 0", false},
		{[][]string{{"NODE_FAIL", "RUNNING"}}, "1 1 0 0", false},
		{[][]string{{"NODE_FAIL", "RUNNING"}, {"PENDING", "RUNNING"}, {"NODE_FAIL", "RUNNING"}}, "1 1 0 0", false},
		{[][]string{{"NODE_FAIL", "RUNNING"}, {"NODE_FAIL", "RUNNING"}}, "0 1 0 1", false},
		{[][]string{{"TIMEOUT", "COMPLETED"}, {"TIMEOUT", "COMPLETED"}}, "0 0 1 1", true},
		{[][]string{{"REQUEUED", "REQUEUE_HOLD"}}, "2 0 0 0", false},
		{[][]string{{"RUNNING", "COMPLETED"}, nil}, "1 0 1 0", false},
		{[][]string{{"RUNNING", "COMPLETED"}, nil, nil}, "0 0 1 1", true},
		{[][]string{{"COMPLETED", "COMPLETED"}, nil, nil, nil}, "0 0 2 0", true}, // the merge is lost
	} {
		a := array()
		a.Shards, a.Out = 2, t.TempDir()
		w := watched(a, tt.looks...)
		p := w.progress()
		got := fmt.Sprint(p.Waiting, p.Running, p.Done, p.Failed)
		if ended, err := w.verdict(); got != tt.want || ended != tt.ended || (err != nil) != tt.ended {
			t.Errorf("%q: %s, ended %v, %v; want %s, %v", tt.looks, got, ended, err, tt.want, tt.ended)
		}
	}
}

// TestFailedError wants the ends of three logs, and a word on the rest.
func TestFailedError(t *testing.T) {
	log := filepath.Join(t.TempDir(), "1_2.log")
	write(t, log, strings.Repeat("a long line that nobody needs\n", 1000)+"one\ntwo\n")
	e := &FailedError{Tasks: 9, Failures: []Failure{
		{Task: 2, State: "FAILED", Exit: 3, Log: log, Said: tail(log)},
		{Task: 3, State: "TIMEOUT", Log: "3.log"},
		{Task: 4, State: "FAILED", Exit: 139, Log: "4.log"},
		{Task: 5, State: "CANCELLED", Log: "5.log"},
	}}
	text := e.Error()
	for _, part := range []string{
		"4 of 9 tasks failed\ntask 2 ended with exit code 3; the end of " + log + ":\n    a long", "\n    one\n    two\n",
		"\ntask 3 reached its time limit: use more shards", "\ntask 4 was ended by signal 11; it said nothing (4.log)", "\nand 1 more\n",
		"submit again to do the rest",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	if n := strings.Count(text, "a long line"); n != tailLines-2 {
		t.Errorf("%d lines before the last two, want %d", n, tailLines-2)
	}
}

// TestNoSlurm wants a machine without Slurm to say what to do.
func TestNoSlurm(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	a := array()
	a.Out = t.TempDir()
	_, err := Cluster{}.Submit(t.Context(), a)
	want := "sbatch is not on the path\ngo to a login node of the cluster, or install Slurm's client (Debian: slurm-client), or use --engine local"
	if err == nil || err.Error() != want || !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestFetch(t *testing.T) {
	a := array()
	a.Out = t.TempDir()
	to := filepath.Join(t.TempDir(), "mine.sqlite")
	if err := a.Fetch(to); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a result: %v", err)
	}
	write(t, a.Result(), "figures")
	write(t, to, "older figures")
	for _, name := range []string{to, a.Result()} {
		if err := a.Fetch(name); err != nil || read(t, name) != "figures" {
			t.Errorf("%s: %v", name, err)
		}
	}
	left, err := os.ReadDir(filepath.Dir(to))
	if err != nil || len(left) != 1 {
		t.Errorf("%v beside the copy", left)
	}
}

// TestRecall wants nothing where no jobs were submitted, and a way out where the
// note is broken.
func TestRecall(t *testing.T) {
	a := array()
	a.Out = t.TempDir()
	if jobs, known, err := a.Recall(); known || err != nil {
		t.Errorf("got %v, %v, %v", jobs, known, err)
	}
	if err := os.MkdirAll(a.folder(), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, a.record(), "{")
	if _, _, err := a.Recall(); err == nil || !strings.Contains(err.Error(), "remove it to forget the jobs") {
		t.Errorf("got %v", err)
	}
}
