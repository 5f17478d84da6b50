package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	terminal "golang.org/x/term"

	"halocline/bench/study/results"
	"halocline/bench/study/runner"
	"halocline/sim"
)

// display is the line of a terminal that says how far a command has come. It is written over
// whenever there is news, and erased at the end. A nil display, where nobody looks on, shows
// nothing.
type display struct {
	out   io.Writer
	width func() int // of the terminal, in columns; it may change at any time
	last  time.Time  // of the last change
	shown bool
}

// newDisplay returns nil where the output is no terminal.
func newDisplay(out io.Writer) *display {
	if !isTerminal(out) {
		return nil
	}
	fd := int(out.(*os.File).Fd())
	return &display{out: out, last: time.Now(), width: func() int { return columns(fd) }}
}

// isTerminal reports whether somebody looks on.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && terminal.IsTerminal(int(f.Fd()))
}

// columns returns the width of a terminal, or the usual one where it has none.
func columns(fd int) int {
	if width, _, err := terminal.GetSize(fd); err == nil && width > 0 {
		return width
	}
	return 80
}

// show writes a line over the one before. It is cut so that it does not wrap: the next one
// could not be written over a line that did.
func (d *display) show(line string) {
	if d == nil {
		return
	}
	if all := []rune(line); len(all) >= d.width() {
		line = string(all[:d.width()-1])
	}
	d.last, d.shown = time.Now(), true
	fmt.Fprint(d.out, "\r", line, "\x1b[K")
}

// due reports whether it is time for news: twice a second.
func (d *display) due() bool { return d != nil && time.Since(d.last) >= time.Second/2 }

// erase clears the line.
func (d *display) erase() {
	if d != nil && d.shown {
		d.shown = false
		fmt.Fprint(d.out, "\r\x1b[K")
	}
}

// run returns what a run is to call now and then, or nil: it shows twice a second at most
// how much of its duration has been simulated.
func (d *display) run(duration time.Duration) func(sim.Time) {
	if d == nil {
		return nil
	}
	return func(now sim.Time) {
		if d.due() {
			d.show(fmt.Sprintf("%5.1f %% of %v", 100*float64(now)/float64(duration), duration))
		}
	}
}

// meter says how far a study has come: on a terminal in a line that changes, elsewhere
// in lines that stay. The workers of the study, a clock and a signal tell it what to say.
type meter struct {
	mu    sync.Mutex
	out   io.Writer
	line  *display // nil where nobody looks on
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

func newMeter(out io.Writer, name string, total int) *meter {
	m := &meter{
		out: out, line: newDisplay(out), name: name, state: runner.Progress{Total: total},
		begun: time.Now(), said: time.Now(), ended: make(chan struct{}),
	}
	if m.line != nil {
		m.draw()
		go m.redraw()
	}
	return m
}

// redraw draws the line again and again until the meter is closed.
func (m *meter) redraw() {
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
func (m *meter) draw() {
	m.mu.Lock()
	defer m.mu.Unlock()
	select {
	case <-m.ended:
	default:
		m.line.show(m.text())
	}
}

// text returns the line for a terminal: counts, a bar as wide as there is room for, and
// what is known of the time.
func (m *meter) text() string {
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
func (m *meter) pace() string {
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

// told takes note of a run that is done.
func (m *meter) told(p runner.Progress) {
	m.mu.Lock()
	m.state = p
	m.mu.Unlock()
	if p.Last.Status == results.Failed && (m.line != nil || p.Failed <= 10) {
		m.say(fmt.Sprintf("run %d of cell %d, seed %d, failed: %s", p.Last.Repetition, p.Last.Cell, p.Last.Seed, p.Last.Reason))
	}
	if m.line == nil && time.Since(m.said) >= sayEvery {
		m.said = time.Now()
		m.say(fmt.Sprintf("%s: %d of %d runs, %s", m.name, p.Done, p.Total, m.pace()))
	}
}

// say writes a line that stays, above the one that changes.
func (m *meter) say(line string) {
	m.mu.Lock()
	m.line.erase()
	fmt.Fprintln(m.out, line)
	m.mu.Unlock()
	if m.line != nil {
		m.draw()
	}
}

func (m *meter) close() {
	close(m.ended)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.line.erase()
}
