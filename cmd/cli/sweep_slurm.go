package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"halocline/bench/study"
	"halocline/bench/study/slurm"
	"halocline/bench/study/studies"
	"halocline/cmd/command"
	"halocline/scenarios"
)

// arrayFlags are the flags of a sweep on a cluster.
type arrayFlags struct {
	shards  int
	atOnce  int
	options []string
	poll    time.Duration
}

func (f *arrayFlags) add(c *cobra.Command) {
	c.Flags().IntVar(&f.shards, "shards", 10, "slurm: `number` of tasks, one shard each")
	c.Flags().IntVar(&f.atOnce, "at-once", 0, "slurm: greatest `number` of tasks at one time; 0 for no limit")
	c.Flags().StringArrayVar(&f.options, "sbatch", nil, "slurm: an `option`, as in --sbatch=--partition=short; may be repeated")
	c.Flags().DurationVar(&f.poll, "poll", 0, "slurm: `time` between two looks at the queue; 0 for five seconds")
}

// sweepOnSlurm submits a study as a job array, follows it, and fetches the result.
func sweepOnSlurm(ctx context.Context, lib *scenarios.Library, io command.Streams, name string, s *study.Study, flags *sweepFlags) error {
	array, err := flags.jobs(name, s)
	if err != nil {
		return command.Input(err)
	}
	cluster := slurm.Cluster{Every: flags.array.poll}
	jobs, again, err := cluster.Underway(ctx, array)
	switch {
	case err != nil:
		return clusterFault(err)
	case again && !flags.resume:
		return command.Input(fmt.Errorf("job array %s is at work in %s; add --resume to follow it, or end it with scancel %s %s", jobs.Array, array.Out, jobs.Array, jobs.Merge))
	case !again:
		if jobs, err = cluster.Submit(ctx, array); err != nil {
			return clusterFault(err)
		}
	}
	fmt.Fprintf(io.Err, "job array %s of %d tasks, and merge job %s behind it; logs and shards are in %s\n", jobs.Array, array.Shards, jobs.Merge, array.Out)
	err = cluster.Follow(ctx, array, jobs, taskLines(io, array.Shards))
	switch {
	case ctx.Err() != nil:
		return command.Failure(fmt.Errorf("no longer looking at the jobs, which go on; look again with --resume, or end them with scancel %s %s", jobs.Array, jobs.Merge))
	case err != nil:
		return clusterFault(err)
	}
	if err := array.Fetch(flags.output); err != nil {
		return command.Failure(err)
	}
	fmt.Fprintf(io.Err, "the result is in %s\n", flags.output)
	return nil
}

// jobs describes the job array of a study.
func (f *sweepFlags) jobs(name string, s *study.Study) (slurm.Array, error) {
	program, err := os.Executable()
	if err != nil {
		return slurm.Array{}, err
	}
	if !slices.Contains(studies.Bundled(), name) {
		if name, err = filepath.Abs(name); err != nil {
			return slurm.Array{}, err
		}
	}
	out, err := filepath.Abs(f.out)
	if err != nil {
		return slurm.Array{}, err
	}
	if f.output == "" {
		f.output = s.Definition.Name + ".db"
	}
	a := slurm.Array{Program: program, Study: name, Out: out, Shards: f.array.shards, AtOnce: f.array.atOnce, Options: f.array.options, Arguments: f.override.Flags()}
	if f.workers > 0 {
		a.Arguments = append(a.Arguments, "--workers", fmt.Sprint(f.workers))
	}
	return a, a.Validate()
}

// clusterFault says what an error of the cluster means for whoever called.
func clusterFault(err error) error {
	var submitted *slurm.CommandError
	var failed *slurm.FailedError
	switch {
	case errors.As(err, &submitted) && submitted.Again:
		return command.Retry(err)
	case errors.As(err, &failed) && failed.Input():
		return command.Input(err)
	}
	return command.Failure(err)
}

// taskLines returns a function that writes a line whenever the array has come on.
func taskLines(io command.Streams, shards int) func(slurm.Progress) {
	last := ""
	return func(p slurm.Progress) {
		line := fmt.Sprintf("%d of %d tasks done, %d running, %d waiting, %d failed", p.Done, shards, p.Running, p.Waiting, p.Failed)
		if p.Again > 0 {
			line += fmt.Sprintf(", %d queued again", p.Again)
		}
		if p.Merging {
			line += "; merging"
		}
		if p.Silent != nil {
			line += "; " + p.Silent.Error()
		}
		if line != last {
			fmt.Fprintln(io.Err, line)
			last = line
		}
	}
}
