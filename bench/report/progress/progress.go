// Package progress shows how far a command has come: on a terminal in a line that is written
// over, and in a log in lines that stay.
package progress

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"halocline/bench/report/text"
	"halocline/bench/study/results"
	"halocline/bench/study/runner"
	"halocline/sim"
)

// Line is the line of a terminal that says how far a command has come. It is written over
// whenever there is news, and erased at the end. A nil Line, where nobody looks on, shows
// nothing.
type Line struct {
	out   io.Writer
	width func() int // of the terminal, in columns; it may change at any time
	last  time.Time  // of the last change
	shown bool
}

// NewLine returns nil where the output is no terminal.
func NewLine(out io.Writer) *Line {
	if !text.IsTerminal(out) {
		return nil
	}
	return &Line{out: out, last: time.Now(), width: func() int { return text.Columns(out) }}
}

// Show writes a line over the one before. It is cut so that it does not wrap: the next one
// could not be written over a line that did.
func (d *Line) Show(line string) {
	if d == nil {
		return
	}
	if all := []rune(line); len(all) >= d.width() {
		line = string(all[:d.width()-1])
	}
	d.last, d.shown = time.Now(), true
	fmt.Fprint(d.out, "\r", line, "\x1b[K")
}

// Due reports whether it is time for news: twice a second.
func (d *Line) Due() bool { return d != nil && time.Since(d.last) >= time.Second/2 }

// Erase clears the line.
func (d *Line) Erase() {
	if d != nil && d.shown {
		d.shown = false
		fmt.Fprint(d.out, "\r\x1b[K")
	}
}

// Run returns what a run is to call now and then. On a terminal it shows how much of its duration has been simulated. A nil Line
// writes a line that stays into out, after ten seconds and then each minute.
func (d *Line) Run(out io.Writer, duration time.Duration) func(now sim.Time, events uint64) {
	begun, said := time.Now(), time.Duration(0)
	return func(now sim.Time, events uint64) {
		spent := time.Since(begun)
		switch {
		case d.Due():
			d.Show(reached(now, duration, spent, events))
		case d == nil && dueInLog(spent, said):
			said = spent
			fmt.Fprintln(out, reached(now, duration, spent, events))
		}
	}
}

// dueInLog reports whether a run has something to say again after so much time.
func dueInLog(spent, said time.Duration) bool {
	return spent >= sayEvery && said == 0 || said > 0 && spent >= said+time.Minute
}

// reached says how far a run has come, and how much longer it takes at its pace.
func reached(now sim.Time, duration, spent time.Duration, events uint64) string {
	line := fmt.Sprintf("%.3g %% of %v simulated, %d million events", 100*float64(now)/float64(duration), duration, events/1e6)
	if now > 0 {
		left := spent.Seconds() * (float64(duration)/float64(now) - 1)
		line += fmt.Sprintf(", %.2g h left at this pace", left/time.Hour.Seconds())
	}
	return line
}

// Meter says how far a study has come: on a terminal in a line that changes, elsewhere
// in lines that stay. The workers of the study, a clock and a signal tell it what to say.
type Meter struct {
	mu    sync.Mutex
	out   io.Writer
	line  *Line // nil where nobody looks on
	name  string
	state runner.Progress
	begun time.Time
	said  time.Time
	ended chan struct{}
}

// sayEvery is the time between two lines in a log, and redrawEvery between two looks of a
// terminal: where runs are long, the time goes on between them.
const (
	sayEvery    = 10 * time.Second
	redrawEvery = 500 * time.Millisecond
)

// NewMeter begins to show a study of so many runs.
func NewMeter(out io.Writer, name string, total int) *Meter {
	m := &Meter{
		out: out, line: NewLine(out), name: name, state: runner.Progress{Total: total},
		begun: time.Now(), said: time.Now(), ended: make(chan struct{}),
	}
	if m.line != nil {
		m.draw()
		go m.redraw()
	}
	return m
}

// redraw draws the line again and again until the meter is closed.
func (m *Meter) redraw() {
	clock := time.NewTicker(redrawEvery)
	defer clock.Stop()
	for {
		select {
		case <-m.ended:
			return
		case <-clock.C:
			m.draw()
		}
	}
}

// draw shows the line, unless the meter is closed.
func (m *Meter) draw() {
	m.mu.Lock()
	defer m.mu.Unlock()
	select {
	case <-m.ended:
	default:
		m.line.Show(m.text())
	}
}

// text returns the line for a terminal: counts, a bar as wide as there is room for, and
// what is known of the time.
func (m *Meter) text() string {
	counts := fmt.Sprintf("%s %d/%d ", m.name, m.state.Done, m.state.Total)
	pace := m.pace()
	const most, least = 40, 8 // columns of the bar
	room := min(most, m.line.width()-len([]rune(counts+pace))-len("[] ")-1)
	if room < least {
		return counts + pace
	}
	full := 0
	if m.state.Total > 0 {
		full = room * m.state.Done / m.state.Total
	}
	return counts + "[" + strings.Repeat("=", full) + strings.Repeat(" ", room-full) + "] " + pace
}

// pace says how fast runs are made, and for how long they will be.
func (m *Meter) pace() string {
	spent, done := time.Since(m.begun), m.state.Done
	if done == 0 {
		return fmt.Sprintf("no run is done yet, after %v", spent.Round(time.Second))
	}
	each := spent / time.Duration(done)
	rate := fmt.Sprintf("%.1f runs/s", float64(done)/spent.Seconds())
	if each > time.Second {
		rate = fmt.Sprintf("%v per run", each.Round(time.Second/10))
	}
	left := each * time.Duration(m.state.Total-done)
	return fmt.Sprintf("%s, %v left, %d failed", rate, left.Round(time.Second), m.state.Failed)
}

// Told takes note of a run that is done.
func (m *Meter) Told(p runner.Progress) {
	m.mu.Lock()
	m.state = p
	m.mu.Unlock()
	if p.Last.Status == results.Failed && (m.line != nil || p.Failed <= 10) {
		line := fmt.Sprintf("run %d of cell %d, seed %d, failed: %s", p.Last.Repetition, p.Last.Cell, p.Last.Seed, p.Last.Reason)
		if p.Failed == 1 {
			line += fmt.Sprintf(" (sweep STUDY --plan --runs %d:%d prints a command that makes it alone)", p.Last.Cell, p.Last.Repetition)
		}
		m.Say(line)
	}
	if m.line == nil && time.Since(m.said) >= sayEvery {
		m.said = time.Now()
		m.Say(fmt.Sprintf("%s: %d of %d runs, %s", m.name, p.Done, p.Total, m.pace()))
	}
}

// Failures says what to do where runs of a result file have failed, after some were made.
func Failures(failed int, made runner.Progress) string {
	again := "sweep --resume --retry-failed makes them again"
	if made.Panicked > 0 {
		again = fmt.Sprintf("%d ended by a panic, a fault of the program: correct it and make a new file, because a file holds results of the same sources only", made.Panicked)
	}
	return fmt.Sprintf("%s failed; the file has their reasons: SELECT reason, count(*) FROM runs WHERE status = 'failed' GROUP BY reason; %s", text.Plural(failed, "run"), again)
}

// Say writes a line that stays, above the one that changes.
func (m *Meter) Say(line string) {
	m.mu.Lock()
	m.line.Erase()
	fmt.Fprintln(m.out, line)
	m.mu.Unlock()
	if m.line != nil {
		m.draw()
	}
}

// Close ends the display of the study.
func (m *Meter) Close() {
	close(m.ended)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.line.Erase()
}
