package slurm

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// Exit codes of the program that mean something here.
const (
	exitInput = 2  // the input is wrong; trying again is no use
	exitRetry = 75 // try again
)

// How much of a log, and of how many tasks, an error shows.
const (
	tailLines = 12
	tailBytes = 4096
	shownLogs = 3
)

// Failure is a task that has ended for good, and not well.
type Failure struct {
	Task  int    // 0 for the merge
	State string // in a word of Slurm, such as TIMEOUT
	Exit  int    // of the script, where the state is FAILED
	Log   string // the file with what it said
	Said  string // the end of that
}

// FailedError is an array that did not come to its result.
type FailedError struct {
	Tasks    int // of the array
	Failures []Failure
}

// Input tells whether a task says that its input is wrong, so that submitting
// again is no use.
func (e *FailedError) Input() bool {
	for _, f := range e.Failures {
		if f.State == "FAILED" && f.Exit == exitInput {
			return true
		}
	}
	return false
}

// Error says which tasks failed, how, and what the first of them said.
func (e *FailedError) Error() string {
	var text strings.Builder
	if len(e.Failures) == 1 && e.Failures[0].Task == 0 {
		text.WriteString("the merge failed")
	} else {
		fmt.Fprintf(&text, "%d of %d tasks failed", len(e.Failures), e.Tasks)
	}
	for i, f := range e.Failures {
		if i == shownLogs {
			fmt.Fprintf(&text, "\nand %d more", len(e.Failures)-i)
			break
		}
		text.WriteString("\n" + f.String())
	}
	if !e.Input() {
		text.WriteString("\nWhat is complete is kept; submit again to do the rest.")
	}
	return text.String()
}

// String says how the task ended, what to do about it, and the end of its log.
func (f Failure) String() string {
	name := "the merge"
	if f.Task > 0 {
		name = fmt.Sprintf("task %d", f.Task)
	}
	text := name + " " + f.end()
	if f.Said == "" {
		return fmt.Sprintf("%s; it said nothing (%s)", text, f.Log)
	}
	return fmt.Sprintf("%s; the end of %s:\n    %s", text, f.Log, strings.ReplaceAll(f.Said, "\n", "\n    "))
}

// end says how the task ended, and what to do.
func (f Failure) end() string {
	switch f.State {
	case "FAILED":
		switch {
		case f.Exit == exitRetry:
			return "asks to be tried again (exit code 75), and the cluster does not do it: " +
				"let its nodes run scontrol requeue, or set RequeueExit=75 in slurm.conf"
		case f.Exit > 128:
			return fmt.Sprintf("was ended by signal %d", f.Exit-128)
		case f.Exit == 0:
			return "could not be started: see scontrol show job, and whether the node sees this folder"
		}
		return fmt.Sprintf("ended with exit code %d", f.Exit)
	case "TIMEOUT", "DEADLINE":
		return "reached its time limit: use more shards, or give it more with the option --time of sbatch"
	case "OUT_OF_MEMORY":
		return "took more memory than it had: give it more with the option --mem of sbatch"
	case "CANCELLED":
		return "was cancelled"
	case forgotten:
		return "is not known to Slurm any more, and left no exit code"
	}
	return "ended as " + f.State
}

// tail returns the last lines of a file, or nothing where it cannot be read.
func tail(name string) string {
	file, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer file.Close()
	if size, err := file.Seek(0, io.SeekEnd); err != nil || size > tailBytes {
		file.Seek(-tailBytes, io.SeekEnd) // what was measured is there
	} else {
		file.Seek(0, io.SeekStart)
	}
	text, err := io.ReadAll(io.LimitReader(file, tailBytes))
	if err != nil {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-tailLines):], "\n")
}
