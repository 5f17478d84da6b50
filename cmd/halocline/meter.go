package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"halocline/bench/results"
	"halocline/bench/runner"
)

// meter shows how far a study has come: a bar on a terminal, a line now and then
// elsewhere.
type meter struct {
	out    io.Writer
	name   string
	bar    *mpb.Bar
	bars   *mpb.Progress
	begun  time.Time
	said   time.Time
	failed int
}

// sayEvery is the time between two lines where nobody looks on.
const sayEvery = 10 * time.Second

func newMeter(out io.Writer, name string, total int) *meter {
	m := &meter{out: out, name: name, begun: time.Now(), said: time.Now()}
	f, ok := out.(*os.File)
	if !ok || !isTerminal(out) {
		return m
	}
	m.bars = mpb.New(mpb.WithOutput(f), mpb.WithWidth(40), mpb.WithRefreshRate(200*time.Millisecond))
	m.bar = m.bars.AddBar(int64(total),
		mpb.PrependDecorators(decor.Name(name+" "), decor.CountersNoUnit("%d/%d")),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return m.pace() }), decor.Name(" left "), decor.AverageETA(decor.ET_STYLE_GO)),
	)
	return m
}

// pace writes the rate and the failures.
func (m *meter) pace() string {
	rate := float64(m.bar.Current()) / time.Since(m.begun).Seconds()
	return fmt.Sprintf("%.1f runs/s, %d failed,", rate, m.failed)
}

// told shows a run that is done.
func (m *meter) told(p runner.Progress) {
	m.failed = p.Failed
	if p.Last.Status == results.Failed {
		line := fmt.Sprintf("run %d of cell %d, seed %d, failed: %s\n", p.Last.Repetition, p.Last.Cell, p.Last.Seed, p.Last.Reason)
		if m.bars != nil {
			m.bars.Write([]byte(line)) // above the bar
		} else if p.Failed <= 10 {
			fmt.Fprint(m.out, line)
		}
	}
	if m.bar != nil {
		m.bar.SetTotal(int64(p.Total), false)
		m.bar.SetCurrent(int64(p.Done))
		return
	}
	if time.Since(m.said) < sayEvery {
		return
	}
	m.said = time.Now()
	rate := float64(p.Done) / time.Since(m.begun).Seconds()
	left := time.Duration(float64(p.Total-p.Done) / rate * float64(time.Second))
	fmt.Fprintf(m.out, "%s: %d of %d runs, %.1f runs/s, %v left, %d failed\n", m.name, p.Done, p.Total, rate, left.Round(time.Second), p.Failed)
}

// close takes the bar away.
func (m *meter) close() {
	if m.bars != nil {
		m.bar.Abort(true)
		m.bars.Wait()
	}
}
