package view

import (
	"cmp"
	"slices"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
	"halocline/sim/rtos"
)

// jobs is what is known of what computers do.
type jobs struct {
	shift   uint // of bins
	busy    []busyBins
	running []int64 // since when the processor of each computer runs, ns; -1 where it does not
	longest int64   // time from release to end, ns
}

// busyBins has for each bin how long a processor was busy in it, ns, and how many deadlines were missed.
type busyBins struct{ busy, missed []int64 }

// mostBusy is how many bins a run has at most.
const mostBusy = 1 << 14

func (j *jobs) begin(h *recorder.Head, long int64) {
	for long>>j.shift >= mostBusy {
		j.shift += 2
	}
	j.grow(len(h.Computers))
}

func (j *jobs) grow(computers int) {
	for len(j.busy) < computers {
		j.busy, j.running = append(j.busy, busyBins{make([]int64, mostBusy), make([]int64, mostBusy)}), append(j.running, -1)
	}
}

func (x *index) takeSchedule(b *columns.Block, _ int) {
	for i := range b.Rows {
		at, computer := b.Ints[recorder.ScheduleAt][i], int(b.Ints[recorder.ScheduleComputer][i])
		x.jobs.grow(computer + 1)
		x.jobs.take(at, computer, rtos.Kind(b.Ints[recorder.ScheduleKind][i]), b.Ints[recorder.ScheduleRelease][i])
	}
}

func (j *jobs) take(at int64, computer int, kind rtos.Kind, release int64) {
	j.longest = max(j.longest, at-release)
	switch kind {
	case rtos.Started, rtos.Resumed:
		j.running[computer] = at
	case rtos.Preempted, rtos.Finished, rtos.Lost:
		if since := j.running[computer]; since >= 0 {
			j.busy[computer].add(j.shift, since, at)
		}
		j.running[computer] = -1
	case rtos.Missed:
		if i := at >> j.shift; i < mostBusy {
			j.busy[computer].missed[i]++
		}
	}
}

// add has a processor busy from one time to another.
func (b *busyBins) add(shift uint, from, to int64) {
	for from < to && from>>shift < mostBusy {
		end := min((from>>shift+1)<<shift, to)
		b.busy[from>>shift] += end - from
		from = end
	}
}

// job is a job of a task. Times are in s, and null where it did not come so far.
type job struct {
	Computer int32       `json:"computer"`
	Task     int64       `json:"task"`
	Release  number      `json:"release"`
	Start    *number     `json:"start"`
	End      *number     `json:"end"`
	Missed   bool        `json:"missed"`
	Skipped  bool        `json:"skipped"`
	Runs     [][2]number `json:"runs"`

	since int64 // when it began to run; -1 where it does not
	last  int64 // latest that is known of it
}

// jobID names a job.
type jobID struct {
	computer    int32
	task, index int64
}

// jobsOf is a schedule.
type jobsOf struct {
	Exact bool   `json:"exact"`
	Jobs  []*job `json:"jobs"`
}

// busyOf is how busy computers were, where there are too many jobs.
type busyOf struct {
	Exact  bool        `json:"exact"`
	From   float64     `json:"from"`
	Width  float64     `json:"width"`
	Bins   int         `json:"bins"`
	Busy   [][]float64 `json:"busy"`   // share of each bin, by computer
	Missed [][]int64   `json:"missed"` // deadlines
}

// scheduled answers what the computers did in a window.
func (r *run) scheduled(q *query) (any, error) {
	from, to := q.span(r.reached())
	most := int(q.whole("most", 4000, 0, mostMarks))
	if q.err != nil {
		return nil, q.err
	}
	const facts = 4 // of a job, at least: released, started, finished, and some more
	if r.inside(schedule, from, to) > facts*most {
		return r.busyIn(from, to), nil
	}
	all, err := r.jobsIn(from, to)
	if err != nil {
		return nil, err
	}
	if len(all) > most {
		return r.busyIn(from, to), nil
	}
	return jobsOf{true, all}, nil
}

// jobsIn returns the jobs that have a part in a window, by computer and release.
func (r *run) jobsIn(from, to int64) ([]*job, error) {
	r.lock.RLock()
	longest := r.jobs.longest
	r.lock.RUnlock()
	all := map[jobID]*job{}
	out := []*job{}
	var err error
	for b, i := range r.rows(schedule, from-longest, to+longest, &err) {
		release := b.Ints[recorder.ScheduleRelease][i]
		if release > to {
			continue
		}
		id := jobID{int32(b.Ints[recorder.ScheduleComputer][i]), b.Ints[recorder.ScheduleTask][i], b.Ints[recorder.ScheduleJob][i]}
		j := all[id]
		if j == nil {
			j = &job{Computer: id.computer, Task: id.task, Release: number(seconds(release)), Runs: [][2]number{}, since: -1}
			all[id] = j
			out = append(out, j)
		}
		j.take(b.Ints[recorder.ScheduleAt][i], rtos.Kind(b.Ints[recorder.ScheduleKind][i]))
	}
	reached := r.reached()
	out = slices.DeleteFunc(out, func(j *job) bool {
		if j.since >= 0 { // it runs on
			j.Runs, j.last = append(j.Runs, [2]number{number(seconds(j.since)), number(seconds(reached))}), reached
		}
		return j.last < from && (j.End != nil || j.Skipped)
	})
	slices.SortStableFunc(out, func(a, b *job) int {
		return cmp.Or(cmp.Compare(a.Computer, b.Computer), cmp.Compare(a.Release, b.Release))
	})
	return out, err
}

// take takes a fact of a job.
func (j *job) take(at int64, kind rtos.Kind) {
	now := number(seconds(at))
	j.last = at
	switch kind {
	case rtos.Skipped:
		j.Skipped = true
	case rtos.Started, rtos.Resumed:
		if j.Start == nil {
			j.Start = &now
		}
		j.since = at
	case rtos.Preempted, rtos.Finished, rtos.Lost:
		if j.since >= 0 {
			j.Runs = append(j.Runs, [2]number{number(seconds(j.since)), now})
		}
		if j.since = -1; kind != rtos.Preempted {
			j.End = &now
		}
	case rtos.Missed:
		j.Missed = true
	}
}

// busyIn returns how busy the computers were in a window.
func (r *run) busyIn(from, to int64) busyOf {
	r.lock.RLock()
	defer r.lock.RUnlock()
	j := &r.jobs
	b := binned(from, to, 1000)
	if b.shift < j.shift {
		b = bins{j.shift, from >> j.shift, to >> j.shift}
	}
	out := busyOf{From: b.from(), Width: b.width(), Bins: b.number(), Busy: [][]float64{}, Missed: [][]int64{}}
	for _, one := range j.busy {
		busy, missed := make([]float64, b.number()), make([]int64, b.number())
		step := b.shift - j.shift
		for bin := b.first << step; bin < (b.last+1)<<step && bin < mostBusy; bin++ {
			busy[bin>>step-b.first] += float64(one.busy[bin]) / float64(int64(1)<<b.shift)
			missed[bin>>step-b.first] += one.missed[bin]
		}
		out.Busy, out.Missed = append(out.Busy, busy), append(out.Missed, missed)
	}
	return out
}
