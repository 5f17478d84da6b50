package slurm

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Script returns the text of the job script of the array.
//
// A task that is near its time limit gets USR1 a minute before: it ends the
// program, which keeps what it has finished, and has itself queued again. A task that
// is cancelled or preempted gets TERM, and gives the program as much time to do so as
// Slurm gives the task.
func (a Array) Script() string {
	indices := fmt.Sprintf("1-%d", a.Shards)
	if a.AtOnce > 0 {
		indices = fmt.Sprintf("%s%%%d", indices, a.AtOnce)
	}
	command := []string{
		quote(a.Program), "sweep", quote(a.Study),
		"--shard", fmt.Sprintf(`"$SLURM_ARRAY_TASK_ID/%d"`, a.Shards), "--resume", "--out", quote(a.Out),
	}
	for _, argument := range a.Arguments {
		command = append(command, quote(argument))
	}
	return a.script(a.name(), "%A_%a", []string{"--array=" + indices},
		"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID", strings.Join(command, " "))
}

// MergeScript returns the text of the job script that merges the shards. It is
// submitted with --dependency=afterok, followed by the number of the array.
func (a Array) MergeScript() string {
	return a.script(a.name()+"-merge", "%j", []string{"--kill-on-invalid-dep=yes"}, "$SLURM_JOB_ID",
		strings.Join([]string{quote(a.Program), "merge", quote(a.Out), "-o", quote(a.Result())}, " "))
}

// script returns a job script. Its files are named as a pattern of Slurm, to
// which a percent sign is %%, and as a word of the shell. The last of two lines
// for one option holds.
func (a Array) script(name, pattern string, own []string, file, command string) string {
	options := append([]string{"--signal=B:USR1@60"}, a.Options...)
	options = append(options, "--job-name="+name)
	options = append(options, own...)
	options = append(options, "--requeue", "--open-mode=append", "--chdir="+a.folder(),
		"--output="+filepath.Join(strings.ReplaceAll(a.folder(), "%", "%%"), pattern+".log"))
	var lines strings.Builder
	for _, o := range options {
		fmt.Fprintf(&lines, "#SBATCH %s\n", directive(o))
	}
	return strings.NewReplacer("OPTIONS\n", lines.String(), "RETRIES", fmt.Sprint(a.retries()), "FILE", file, "COMMAND", command).
		Replace(body)
}

// body is what the job scripts have in common. Slurm forgets a job minutes after
// its end; the file with the exit code stays. After a requeue Slurm kills the
// script: it waits for that, since a script that ends by itself could be taken
// for finished.
const body = `#!/bin/sh
OPTIONS
# Slurm may run this more than once, even twice at one time, after a fault or a
# requeue. Nothing depends on that: files get their names when they are whole.

finish() {
	echo "$1" >"FILE.$$" && mv "FILE.$$" "FILE.exit"
	exit "$1"
}

# No more threads than processors were given.
export GOMAXPROCS="${SLURM_CPUS_ON_NODE:-1}"

# The time limit is near: the program keeps what it has, and goes on later.
limit= cancelled= program=
trap 'limit=yes; kill -TERM $program' USR1
# Somebody takes the task back. Slurm kills what is left of it when the script ends.
trap 'cancelled=yes; kill -TERM $program 2>/dev/null' TERM

COMMAND &
program=$!
wait $program
status=$?
if [ -n "$limit$cancelled" ]; then
	while kill -0 $program; do
		wait $program
		status=$?
	done 2>/dev/null
	wait $program
	late=$?
	[ $late = 127 ] || status=$late
	[ $status = 0 ] || [ $status = 2 ] || status=75
fi
[ $status = 75 ] || finish $status
# Slurm signals the program of a task that is taken back, and this script a moment later.
[ -n "$limit$cancelled" ] || sleep 2
trap - TERM
[ -z "$cancelled" ] || exit 75

# 75 means: try again. The task asks for it. Where slurm.conf has RequeueExit=75
# the exit code would do, but Slurm then counts the array as failed for the merge.
if [ "${SLURM_RESTART_COUNT:-0}" -ge RETRIES ]; then
	echo "tried again RETRIES times; that is enough" >&2
	finish 1
fi
if scontrol requeue "$SLURM_JOB_ID"; then
	for _ in 1 2 3 4 5 6 7 8 9 10; do sleep 2; done
fi
exit 75
`

// quote returns a word for the shell.
func quote(word string) string {
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// directive returns an option as a line of #SBATCH takes it. Slurm splits such a
// line at blanks, ends it at #, and knows quotes and backslashes.
func directive(option string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=/.,:%@+*[]"
	if strings.Trim(option, plain) == "" {
		return option
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(option) + `"`
}
