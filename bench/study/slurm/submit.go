package slurm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Cluster is a Slurm, as its commands on this machine reach it: sbatch, squeue
// and scancel.
type Cluster struct {
	Every    time.Duration // between two looks at the queue; 0 for 5 s, and never less than 1 s on a cluster that others use
	Patience time.Duration // for how long the controller may be silent; 0 for 10 minutes
}

// Jobs are the numbers of the two jobs of an array.
type Jobs struct {
	Array string `json:"array"`
	Merge string `json:"merge"`
}

// CommandError is a command of Slurm that failed.
type CommandError struct {
	Command string
	Text    string // what it said
	Advice  string // what to do, or nothing
	Again   bool   // whether the same may go well later
	Err     error
}

// Error says what the command said, and what to do.
func (e *CommandError) Error() string {
	text := e.Text
	if text == "" {
		text = fmt.Sprintf("%s: %v", e.Command, e.Err)
	}
	if e.Advice != "" {
		text += "\n" + e.Advice
	}
	return text
}

// Unwrap returns why the command could not be run, or its exit.
func (e *CommandError) Unwrap() error { return e.Err }

// Submit writes the job scripts and submits them, the merge behind the array.
// The jobs are noted in the folder of the results: see Recall. Shards that are
// complete cost little, since a task goes on where the last one stopped.
func (c Cluster) Submit(ctx context.Context, a Array) (Jobs, error) {
	if err := a.Validate(); err != nil {
		return Jobs{}, err
	}
	if err := os.MkdirAll(a.folder(), 0o777); err != nil {
		return Jobs{}, err
	}
	for file, text := range map[string]string{a.arrayFile(): a.Script(), a.mergeFile(): a.MergeScript()} {
		if err := replace(file, text); err != nil {
			return Jobs{}, err
		}
	}
	var jobs Jobs
	var err error
	if jobs.Array, err = submit(ctx, a.arrayFile()); err != nil {
		return Jobs{}, err
	}
	if jobs.Merge, err = submit(ctx, "--dependency=afterok:"+jobs.Array, a.mergeFile()); err == nil {
		err = a.note(jobs)
	}
	if err != nil {
		return Jobs{}, errors.Join(err, c.Cancel(context.WithoutCancel(ctx), jobs))
	}
	return jobs, nil
}

// Cancel ends the jobs. Shards that are complete stay.
func (c Cluster) Cancel(ctx context.Context, jobs Jobs) error {
	var numbers []string
	for _, n := range []string{jobs.Merge, jobs.Array} {
		if n != "" {
			numbers = append(numbers, n)
		}
	}
	if len(numbers) == 0 {
		return nil
	}
	_, err := command(ctx, "scancel", append([]string{"--quiet"}, numbers...)...)
	return err
}

// Recall returns the jobs that were last submitted for the folder of an array,
// and whether there are any. With them one may follow again what was left alone.
func (a Array) Recall() (Jobs, bool, error) {
	text, err := os.ReadFile(a.record())
	if errors.Is(err, os.ErrNotExist) {
		return Jobs{}, false, nil
	}
	var jobs Jobs
	if err == nil {
		if err = json.Unmarshal(text, &jobs); err != nil {
			err = fmt.Errorf("%s: %w; remove it to forget the jobs", a.record(), err)
		}
	}
	return jobs, err == nil, err
}

// Underway returns the jobs that were last submitted for the folder of an array,
// and whether one of them still waits or runs: then Follow, and do not submit
// again.
func (c Cluster) Underway(ctx context.Context, a Array) (Jobs, bool, error) {
	jobs, known, err := a.Recall()
	if err != nil || !known {
		return Jobs{}, false, err
	}
	entries, err := queue(ctx, jobs)
	return jobs, slices.ContainsFunc(entries, func(e entry) bool { return e.fate() == waiting || e.fate() == running }), err
}

// note keeps the numbers of the jobs.
func (a Array) note(jobs Jobs) error {
	text, err := json.Marshal(jobs)
	if err != nil {
		return err
	}
	return replace(a.record(), string(text)+"\n")
}

// arrayFile and mergeFile return the files of the job scripts.
func (a Array) arrayFile() string { return filepath.Join(a.folder(), "array.sh") }
func (a Array) mergeFile() string { return filepath.Join(a.folder(), "merge.sh") }

// record returns the file that keeps the numbers of the jobs.
func (a Array) record() string { return filepath.Join(a.folder(), "jobs.json") }

// submit submits one script and returns the number of its job. On a federation
// the name of the cluster follows a semicolon.
func submit(ctx context.Context, arguments ...string) (string, error) {
	out, err := command(ctx, "sbatch", append([]string{"--parsable"}, arguments...)...)
	if err != nil {
		return "", err
	}
	number, _, _ := strings.Cut(strings.TrimSpace(out), ";")
	if number == "" || strings.Trim(number, "0123456789") != "" {
		return "", &CommandError{Command: "sbatch", Text: fmt.Sprintf("sbatch answered %q, which is no number of a job", out)}
	}
	return number, nil
}

// command runs a command of Slurm and returns what it prints.
func command(ctx context.Context, name string, arguments ...string) (string, error) {
	run := exec.CommandContext(ctx, name, arguments...)
	// What a user prefers to see of the queue is not what is asked for here.
	run.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "SQUEUE_") })
	var out, said bytes.Buffer
	run.Stdout, run.Stderr = &out, &said
	err := run.Run()
	switch {
	case err == nil:
		return out.String(), nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return "", &CommandError{
			Command: name, Err: err, Text: name + " is not on the path",
			Advice: "go to a login node of the cluster, or install Slurm's client (Debian: slurm-client), or use --engine local",
		}
	}
	failed := &CommandError{Command: name, Text: strings.TrimSpace(said.String()), Err: err}
	failed.Advice, failed.Again = advice(failed.Text)
	return "", failed
}

// advice returns what to do about a message of Slurm, and whether trying again
// may help.
func advice(text string) (string, bool) {
	for _, known := range []struct {
		part, advice string
		again        bool
	}{
		{"Invalid job array specification", "a cluster has a greatest number of tasks (scontrol show config | grep MaxArraySize): use fewer shards", false},
		{"invalid partition specified", "sinfo lists the partitions; choose one with the option --partition=NAME of sbatch", false},
		{"Invalid partition name", "sinfo lists the partitions; choose one with the option --partition=NAME of sbatch", false},
		{"Invalid account", "sacctmgr show associations lists the accounts; choose one with the option --account=NAME of sbatch", false},
		{"Unable to contact slurm controller", "the controller of the cluster does not answer; try again later", true},
		{"Socket timed out", "the controller of the cluster is slow to answer; try again later", true},
		{"Could not establish a configuration source", "this machine knows no cluster: go to a login node, or set SLURM_CONF", false},
	} {
		if strings.Contains(text, known.part) {
			return known.advice, known.again
		}
	}
	return "", false
}

// replace writes a file that is whole under its name.
func replace(name, text string) error {
	part := fmt.Sprintf("%s.%d", name, os.Getpid())
	if err := os.WriteFile(part, []byte(text), 0o666); err != nil {
		return err
	}
	return os.Rename(part, name)
}
