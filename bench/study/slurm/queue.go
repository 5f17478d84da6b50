package slurm

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// fate is what a state of Slurm means for a task.
type fate uint8

const (
	waiting fate = iota
	running
	done
	failed
)

// entry is a job or a task as the queue shows it.
type entry struct {
	job      string // the number of the array, or of a job that is none
	task     int    // 0 for a job that is no array
	state    string
	reason   string // why it waits
	exit     int    // of the script; 128 and the number of the signal that ended it
	restarts int
}

// fields are what is asked of squeue, in the order of parse. Sizes would cut
// them; a suffix alone does not.
const fields = "ArrayJobID:|,ArrayTaskID:|,State:|,exit_code:|,RestartCnt:|,Reason:|"

// queue returns what Slurm knows of the jobs. It forgets a job some minutes after
// its end (MinJobAge).
func queue(ctx context.Context, jobs Jobs) ([]entry, error) {
	out, err := command(ctx, "squeue", "--noheader", "--array", "--states=all", "--jobs="+jobs.Array+","+jobs.Merge, "--Format="+fields)
	var said *CommandError
	if errors.As(err, &said) && strings.Contains(said.Text, "Invalid job id specified") {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parse(out)
}

// parse reads what squeue prints.
func parse(out string) ([]entry, error) {
	var entries []entry
	for line := range strings.Lines(out) {
		f := strings.Split(strings.TrimSpace(line), "|")
		for i := range f {
			f[i] = strings.TrimSpace(f[i])
		}
		if len(f) != strings.Count(fields, "|")+1 {
			return nil, fmt.Errorf("slurm: squeue answered %q where %s was asked for", line, fields)
		}
		e := entry{job: f[0], state: f[2], reason: f[5]}
		status, err1 := strconv.Atoi(f[3])
		restarts, err2 := strconv.Atoi(f[4])
		var err3 error
		if f[1] != "N/A" {
			e.task, err3 = strconv.Atoi(f[1])
		}
		if err := errors.Join(err1, err2, err3); err != nil {
			return nil, fmt.Errorf("slurm: squeue answered %q: %w", line, err)
		}
		e.exit, e.restarts = exitCode(status), restarts
		entries = append(entries, e)
	}
	return entries, nil
}

// exitCode returns what a shell makes of a status as wait(2) gives it.
func exitCode(status int) int {
	if signal := status & 0x7f; signal != 0 {
		return 128 + signal
	}
	return status >> 8 & 0xff
}

// fate returns what the state means. States that do not stand here, among them
// REQUEUED and its kin, are stations on the way to a new attempt.
func (e entry) fate() fate {
	switch e.state {
	case "COMPLETED":
		return done
	case "FAILED", "TIMEOUT", "NODE_FAIL", "BOOT_FAIL", "OUT_OF_MEMORY", "DEADLINE", "CANCELLED", "PREEMPTED", "REVOKED", forgotten:
		return failed
	case "RUNNING", "COMPLETING", "SUSPENDED", "STOPPED", "SIGNALING", "STAGE_OUT":
		return running
	}
	return waiting
}

// forgotten is the state of a task that Slurm knew, or should have known, and
// does not know any more.
const forgotten = "FORGOTTEN"
