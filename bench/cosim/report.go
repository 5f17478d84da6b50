package cosim

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"halocline/sim"
)

// Report is how a session went on in time: how late its boundaries were, how regular they came, how long clients were silent. Of a lock
// step the waits for the client are reported, which is not late whatever it takes.
type Report struct {
	Rate       float64 `json:"rate"` // 0 is lock step
	Step       float64 `json:"step_s"`
	Boundaries int64   `json:"boundaries"`
	Late       int64   `json:"late"` // by more than the deadline
	Deadline   float64 `json:"deadline_s,omitempty"`
	LateShare  float64 `json:"late_share"`

	// Lateness of boundaries against the clock on the wall, s; in lock step the time that the run waits for its client.
	Median float64 `json:"median_s"`
	P95    float64 `json:"p95_s"`
	P99    float64 `json:"p99_s"`
	Max    float64 `json:"max_s"`

	Period    float64 `json:"period_s"`         // mean wall time between boundaries
	Deviation float64 `json:"period_deviation"` // its standard deviation, as a share of the mean

	Slipped  float64 `json:"slipped_s,omitempty"` // wall time by which the run is behind with slip
	Spells   int64   `json:"spells"`              // of being late by more than the deadline, and silences, all of them
	Stalls   []Stall `json:"stalls,omitempty"`    // of the run: spells in which it was late by more than the deadline, the longest first kept
	Silences []Stall `json:"silences,omitempty"`  // of ports: spells without anything, as long as the last in stalls or longer than half a second

	Inputs  int64   `json:"inputs"`
	Dropped int64   `json:"inputs_dropped"` // there was no room
	Refused int64   `json:"inputs_refused"` // by their ports
	Delay   float64 `json:"input_delay_s"`  // mean wall time from the arrival to the effect
	Junk    int64   `json:"junk"`           // messages that nobody could read
	Missed  int64   `json:"frames_missed"`  // by clients that were too slow
	Clients int64   `json:"clients"`        // now
	Reached float64 `json:"reached_s"`
	Wall    float64 `json:"wall_s"`
	Bye     bool    `json:"bye,omitempty"` // the client has ended the session

	Startup   float64 `json:"startup_s"`           // wall time from the making of the session to the beginning of the run
	Processor float64 `json:"processor,omitempty"` // processor time over wall time since then, of the whole program; left out where it is not known
	Memory    uint64  `json:"memory_b"`            // that the program has from the system
}

// Stall is a spell in which something did not come in time.
type Stall struct {
	At     float64 `json:"at_s"` // simulated time at which it ended
	Length float64 `json:"length_s"`
	Port   string  `json:"port,omitempty"`
}

// Silence is how long a spell without anything is told.
const Silence = 500 * time.Millisecond

// mostStalls bounds how many spells are kept.
const mostStalls = 100

// recorder makes a Report.
type recorder struct {
	refused, dropped, junk, missed, clients atomic.Int64

	lock     sync.Mutex
	report   Report
	deadline time.Duration
	began    time.Time
	last     time.Time // the last boundary
	late     histogram
	n        float64 // periods, with their mean and sum of squares (Welford 1962)
	mean, m2 float64
	since    time.Time // when the spell of being late began; zero for none
	heard    map[string]time.Time
	wall     Wall
	delays   float64
	started  time.Time // the run; zero before
	ended    time.Time // and its end; zero before
	spent    float64   // processor time until then, s
}

// begin begins a report.
func (r *recorder) begin(c *Config) {
	r.report.Rate, r.report.Step, r.deadline = c.Rate, c.Step.Seconds(), c.Deadline
	r.report.Deadline = c.Deadline.Seconds()
	r.wall = c.Wall
	r.began, r.heard = c.Wall.Now(), map[string]time.Time{}
}

// start takes note of the beginning of the run.
func (r *recorder) start(now time.Time) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.started = now
	r.report.Startup = now.Sub(r.began).Seconds()
	r.spent, _ = processorTime()
}

// boundary takes note of a boundary, and reports whether it was late.
func (r *recorder) boundary(t sim.Time, now time.Time, late time.Duration) bool {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.tick(now)
	r.late.add(late.Seconds())
	was := !r.since.IsZero()
	is := late > r.deadline
	switch {
	case is:
		r.report.Late++
		if !was {
			r.since = now.Add(-late)
		}
	case was:
		r.stall(&r.report.Stalls, Stall{At: t.Seconds(), Length: now.Sub(r.since).Seconds()})
		r.since = time.Time{}
	}
	r.report.Reached = t.Seconds()
	return is
}

// bye takes note that the client has ended the session.
func (r *recorder) bye() {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.report.Bye = true
}

// slip takes note that the run is behind from now on, and no longer late.
func (r *recorder) slip(t sim.Time, by time.Duration) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.report.Slipped += by.Seconds()
	r.stall(&r.report.Stalls, Stall{At: t.Seconds(), Length: by.Seconds()})
	r.since = time.Time{}
}

// waited takes note of a boundary in lock step at which the run has waited for its client.
func (r *recorder) waited(t sim.Time, now time.Time, wait time.Duration) {
	r.lock.Lock()
	defer r.lock.Unlock()
	first := r.last.IsZero() // before it the client was not there
	r.tick(now)
	if first {
		return
	}
	r.late.add(wait.Seconds())
	if wait > Silence {
		r.stall(&r.report.Stalls, Stall{At: t.Seconds(), Length: wait.Seconds()})
	}
	r.report.Reached = t.Seconds()
}

// tick takes note of the time between boundaries.
func (r *recorder) tick(now time.Time) {
	r.report.Boundaries++
	if !r.last.IsZero() {
		r.n++
		d := now.Sub(r.last).Seconds()
		delta := d - r.mean
		r.mean += delta / r.n
		r.m2 += delta * (d - r.mean)
	}
	r.last = now
}

// stall keeps a spell, and of too many the longest.
func (r *recorder) stall(list *[]Stall, s Stall) {
	r.report.Spells++
	if len(*list) < mostStalls {
		*list = append(*list, s)
		return
	}
	least := 0
	for i := range *list {
		if (*list)[i].Length < (*list)[least].Length {
			least = i
		}
	}
	if (*list)[least].Length < s.Length {
		(*list)[least] = s
	}
}

// input takes note of something that takes effect now.
func (r *recorder) input(e *entry, now time.Time) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.report.Inputs++
	r.delays += now.Sub(e.came).Seconds()
	if before, ok := r.heard[e.Port]; ok && e.came.Sub(before) > Silence {
		r.stall(&r.report.Silences, Stall{At: e.At.Seconds(), Length: e.came.Sub(before).Seconds(), Port: e.Port})
	}
	r.heard[e.Port] = e.came
}

// now returns the time by the wall; after the end that of the end.
func (r *recorder) now() time.Time {
	if r.ended.IsZero() {
		return r.wall.Now()
	}
	return r.ended
}

// end ends the report.
func (r *recorder) end(reached sim.Time) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.ended = r.wall.Now()
	r.report.Reached = reached.Seconds()
}

// Report returns how the session has gone on so far.
func (s *Session) Report() Report {
	r := &s.report
	r.lock.Lock()
	defer r.lock.Unlock()
	out := r.report
	out.Median, out.P95, out.P99, out.Max = r.late.quantile(0.5), r.late.quantile(0.95), r.late.quantile(0.99), r.late.max
	out.Period = r.mean
	if r.n > 1 && r.mean > 0 {
		out.Deviation = math.Sqrt(r.m2/(r.n-1)) / r.mean
	}
	if out.Boundaries > 0 {
		out.LateShare = float64(out.Late) / float64(out.Boundaries)
	}
	if out.Inputs > 0 {
		out.Delay = r.delays / float64(out.Inputs)
	}
	out.Stalls, out.Silences = append([]Stall(nil), out.Stalls...), append([]Stall(nil), out.Silences...)
	if !r.since.IsZero() { // it is late now
		out.Stalls = append(out.Stalls, Stall{At: out.Reached, Length: r.last.Sub(r.since).Seconds()})
	}
	for port, last := range r.heard { // what is silent now, or was at the end
		if quiet := r.now().Sub(last); quiet > Silence {
			out.Silences = append(out.Silences, Stall{At: out.Reached, Length: quiet.Seconds(), Port: port})
			out.Spells++
		}
	}
	slices.SortFunc(out.Silences, func(a, b Stall) int { return cmp.Or(cmp.Compare(a.At, b.At), strings.Compare(a.Port, b.Port)) })
	out.Dropped, out.Refused, out.Junk = r.dropped.Load(), r.refused.Load(), r.junk.Load()
	out.Missed, out.Clients = r.missed.Load(), r.clients.Load()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	out.Memory = memory.Sys
	if spent, known := processorTime(); known && !r.started.IsZero() {
		out.Processor = (spent - r.spent) / max(1e-9, r.now().Sub(r.started).Seconds())
	}
	out.Wall = r.now().Sub(r.began).Seconds()
	return out
}

// histogram counts durations in bins of a constant ratio, so that a run of days takes no more memory than one of seconds.
type histogram struct {
	bins [decades * perDecade]int64
	n    int64
	max  float64
}

// The bins reach from a microsecond to a thousand seconds, and are 3.7 % wide.
const (
	decades   = 9
	perDecade = 64
	shortest  = 1e-6
)

// add counts a duration in s.
func (h *histogram) add(s float64) {
	i := 0
	if s > shortest {
		i = min(len(h.bins)-1, int(perDecade*math.Log10(s/shortest)))
	}
	h.bins[i]++
	h.n++
	h.max = math.Max(h.max, s)
}

// quantile returns the upper end of the bin in which a quantile lies, and no more than the greatest.
func (h *histogram) quantile(q float64) float64 {
	count := int64(0)
	for i, n := range h.bins {
		if count += n; n > 0 && float64(count) >= q*float64(h.n) {
			return math.Min(h.max, shortest*math.Pow(10, float64(i+1)/perDecade))
		}
	}
	return 0
}
