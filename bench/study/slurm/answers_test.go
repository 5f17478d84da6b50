package slurm

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fake puts programs that are scripts of the shell before all others on the path, and
// returns their folder.
func fake(t *testing.T, scripts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, script := range scripts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	return dir
}

// An array whose merge is refused would run for nothing: it is cancelled, and not
// noted, so that nobody follows it. What sbatch said is told.
func TestSubmitAllOrNothing(t *testing.T) {
	dir := fake(t, map[string]string{
		"sbatch":  `case "$*" in *--dependency=afterok:41*) echo "sbatch: error: QOSMaxSubmitJobPerUserLimit" >&2; exit 1;; esac; echo "41;lake"`,
		"scancel": `echo "$@" >> "$(dirname "$0")/cancelled"`,
	})
	a := array()
	a.Out = t.TempDir()
	jobs, err := Cluster{}.Submit(t.Context(), a)
	var said *CommandError
	if !errors.As(err, &said) || !strings.Contains(err.Error(), "QOSMaxSubmitJobPerUserLimit") || jobs != (Jobs{}) {
		t.Errorf("%+v, %v", jobs, err)
	}
	cancelled, err := os.ReadFile(filepath.Join(dir, "cancelled"))
	if words := strings.Fields(string(cancelled)); err != nil || len(words) == 0 || words[len(words)-1] != "41" {
		t.Errorf("cancelled %q, %v", cancelled, err)
	}
	if jobs, known, err := a.Recall(); known || err != nil {
		t.Errorf("%+v is noted, %v", jobs, err)
	}
}

// What answers for sbatch without a number of a job is not Slurm, and is not followed.
func TestAnswerWithoutANumber(t *testing.T) {
	for _, answer := range []string{"", "Submitted batch job 41", "41x;lake", ";lake"} {
		fake(t, map[string]string{"sbatch": "echo '" + answer + "'"})
		a := array()
		a.Out = t.TempDir()
		if _, err := (Cluster{}).Submit(t.Context(), a); err == nil || !strings.Contains(err.Error(), "which is no number of a job") {
			t.Errorf("%q: %v", answer, err)
		}
		if _, known, _ := a.Recall(); known {
			t.Errorf("%q: a job is noted", answer)
		}
	}
}

// Jobs that Slurm has forgotten do not wait and do not run, so that the study may be
// submitted again; another complaint of squeue is told.
func TestUnderwayWhenForgotten(t *testing.T) {
	for _, tt := range []struct{ squeue, want string }{
		{`echo "slurm_load_jobs error: Invalid job id specified" >&2; exit 1`, ""},
		{`echo "slurm_load_jobs error: Unable to contact slurm controller" >&2; exit 1`, "Unable to contact"},
	} {
		fake(t, map[string]string{"sbatch": `echo 41`, "squeue": tt.squeue})
		a := array()
		a.Out = t.TempDir()
		jobs, err := Cluster{}.Submit(t.Context(), a)
		if err != nil || jobs != (Jobs{Array: "41", Merge: "41"}) {
			t.Fatalf("%+v, %v", jobs, err)
		}
		_, underway, err := Cluster{}.Underway(t.Context(), a)
		if underway || (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %t, %v", tt.squeue, underway, err)
		}
	}
}

// Each end of a task says what to do about it, and a merge is not called a task.
func TestEndsOfTasks(t *testing.T) {
	for _, tt := range []struct {
		failure Failure
		want    string
	}{
		{Failure{Task: 1, State: "OUT_OF_MEMORY"}, "task 1 took more memory than it had: give it more with the option --mem of sbatch"},
		{Failure{Task: 2, State: "DEADLINE"}, "task 2 reached its time limit: use more shards"},
		{Failure{Task: 3, State: "CANCELLED"}, "task 3 was cancelled"},
		{Failure{Task: 4, State: "FAILED"}, "task 4 could not be started: see scontrol show job"},
		{Failure{Task: 5, State: "FAILED", Exit: 137}, "task 5 was ended by signal 9"},
		{Failure{Task: 6, State: "FAILED", Exit: 128}, "task 6 ended with exit code 128"},
		{Failure{Task: 7, State: forgotten}, "task 7 is not known to Slurm any more, and left no exit code"},
		{Failure{Task: 8, State: "BOOT_FAIL"}, "task 8 ended as BOOT_FAIL"},
		{Failure{State: "CANCELLED"}, "the merge was cancelled"},
	} {
		if got := tt.failure.String(); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	merge := &FailedError{Tasks: 9, Failures: []Failure{{State: "TIMEOUT"}}}
	if text := merge.Error(); !strings.HasPrefix(text, "the merge failed\nthe merge reached its time limit") {
		t.Errorf("%q", text)
	}
}
