// Package slurm runs a sweep on a cluster that is ruled by Slurm: a job array
// with one task for each shard, and a job that merges the shards when all tasks
// have ended well.
//
// Slurm runs a task at least once. A node that is lost, a task that is preempted
// or near its time limit, and one that asks for it (exit code 75) are queued
// again, and a node that was believed lost may go on with its copy meanwhile. So
// nothing here depends on the attempt: a shard appears under its name only when
// it is whole, and every attempt makes the same.
//
// The two scripts that Submit writes are all that the cluster sees; a user may
// read them, and submit them without this package. What the package leaves out:
// clusters without a file system that all nodes share, federations, and
// accounting. It never asks for records of the past (sacct), which many clusters
// do not keep.
//
// Begin with Array, which is the sweep, and with Cluster: Submit, Follow, and then
// Array.Fetch.
//
// loopback.sh runs a real Slurm on one machine, to try all this.
package slurm

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"halocline/bench/study/results"
)

// Array is a sweep as a job array. All paths are absolute and lie where every
// node sees them.
type Array struct {
	Program   string   // halocline itself
	Study     string   // the file of the study
	Out       string   // the folder of the shards, of the result and of what Slurm writes
	Arguments []string // further arguments of the sweep

	Name    string   // of the jobs; "halocline" where it is empty
	Shards  int      // as many tasks
	AtOnce  int      // so many tasks run at one time; 0 for as many as the cluster allows
	Retries int      // how often a task may ask to be tried again; 0 for 50
	Options []string // further options of sbatch, such as "--partition=short" or "--time=4:00:00"
}

// Validate tells what is wrong with an array before a cluster does.
func (a Array) Validate() error {
	for _, p := range []struct{ what, path string }{{"program", a.Program}, {"study", a.Study}, {"folder of the results", a.Out}} {
		if !filepath.IsAbs(p.path) {
			return fmt.Errorf("slurm: the %s, %q, must be an absolute path: a task begins in a folder of its own", p.what, p.path)
		}
	}
	for _, text := range slices.Concat([]string{a.Program, a.Study, a.Out, a.Name}, a.Arguments, a.Options) {
		if strings.ContainsAny(text, "\n\r\x00") {
			return fmt.Errorf("slurm: %q has a line break or a zero byte in it, which a job script cannot hold", text)
		}
	}
	if strings.Contains(a.Out, `\`) {
		return fmt.Errorf("slurm: the folder of the results, %q, has a backslash in it, which Slurm takes for a sign of its own", a.Out)
	}
	if a.Shards < 1 {
		return fmt.Errorf("slurm: %d shards; at least 1 is needed", a.Shards)
	}
	if a.AtOnce < 0 || a.Retries < 0 {
		return fmt.Errorf("slurm: %d tasks at once and %d retries; neither may be negative", a.AtOnce, a.Retries)
	}
	for _, o := range a.Options {
		if !strings.HasPrefix(o, "-") {
			return fmt.Errorf("slurm: %q is no option of sbatch; one is written like --partition=short", o)
		}
		if name, _, _ := strings.Cut(o, "="); slices.Contains(reserved(), name) {
			return fmt.Errorf("slurm: the option %s of sbatch is set by the array itself; leave it out", name)
		}
	}
	return nil
}

// reserved returns the options that make an array what it is.
func reserved() []string {
	return []string{
		"-a", "--array", "-d", "--dependency", "-D", "--chdir", "-o", "--output", "-e", "--error", "--open-mode",
		"--requeue", "--no-requeue", "--kill-on-invalid-dep", "--parsable", "--wrap", "-W", "--wait",
	}
}

// Result returns the file that the merge writes.
func (a Array) Result() string { return filepath.Join(a.Out, "results.db") }

// Shard returns the file that a task writes; the first task is number 1.
func (a Array) Shard(task int) string {
	return results.ShardPath(a.Out, results.Part{Index: task - 1, Count: a.Shards})
}

// folder returns where the scripts, the logs and the record of the jobs lie.
func (a Array) folder() string { return filepath.Join(a.Out, "slurm") }

// name returns the name of the jobs.
func (a Array) name() string {
	if a.Name == "" {
		return "halocline"
	}
	return a.Name
}

// retries returns how often a task may ask to be tried again.
func (a Array) retries() int {
	if a.Retries == 0 {
		return 50
	}
	return a.Retries
}
