package bench

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"halocline/sim"
	"halocline/sim/rtos"
)

// Schedule is a picture of what one processor did from one moment to another: a
// line for each task, on it when it was released, ran, waited with a job
// unfinished, was skipped, and missed a deadline.
type Schedule struct {
	Title    string
	Tasks    []string // names, by the number of the task
	From, To sim.Time
	Facts    []rtos.Fact // from the start of the run, in their order
}

// Measures of the picture, in pixels.
const (
	scheduleWidth = 760.0
	scheduleTop   = 34.0 // above the first line
	scheduleRow   = 40.0
	scheduleBar   = 16.0
	scheduleRight = 20.0
)

// WriteSVG draws the schedule. The same schedule gives the same bytes.
func (s Schedule) WriteSVG(w io.Writer) error {
	if s.To <= s.From {
		return fmt.Errorf("schedule from %v to %v: the end must come after the beginning", s.From, s.To)
	}
	if len(s.Tasks) == 0 {
		return errors.New("schedule without tasks: at least one is needed")
	}
	d := &chart{Schedule: s, left: 20.0}
	for _, name := range s.Tasks {
		d.left = max(d.left, 24+7*float64(len(name)))
	}
	height := d.row(len(s.Tasks)) + 52
	fmt.Fprintf(&d.out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %[1]g %[2]g\" "+
		"font-family=\"Liberation Sans,Arial,Helvetica,sans-serif\" font-size=\"12\">\n", scheduleWidth, height)
	fmt.Fprintf(&d.out, "<rect width=\"%g\" height=\"%g\" fill=\"white\"/>\n", scheduleWidth, height)
	d.text(scheduleWidth/2, 18, "middle", s.Title)
	d.axis()
	if err := d.draw(); err != nil {
		return err
	}
	d.out.WriteString("</svg>\n")
	_, err := w.Write(d.out.Bytes())
	return err
}

// chart is a schedule being drawn.
type chart struct {
	Schedule
	out  bytes.Buffer
	left float64 // where the lines begin

	busy    int // the task that has the processor, or -1
	look    string
	since   sim.Time
	pending []int      // by task: unfinished jobs
	waits   []sim.Time // by task: since when there are any
}

// draw goes through the facts. Marks are collected, to lie above the bars.
func (d *chart) draw() error {
	d.busy = -1
	d.pending, d.waits = make([]int, len(d.Tasks)), make([]sim.Time, len(d.Tasks))
	var bars, marks bytes.Buffer
	for _, f := range d.Facts {
		if f.Task < 0 || int(f.Task) >= len(d.Tasks) {
			return fmt.Errorf("schedule of %d tasks: there is none of number %d", len(d.Tasks), f.Task)
		}
		if f.At > d.To {
			break
		}
		d.occupy(&bars, f)
		d.wait(f)
		d.mark(&marks, f)
	}
	d.close(&bars, d.To)
	for i, n := range d.pending {
		if n > 0 {
			d.bar(&d.out, "wait", i, d.waits[i], d.To)
		}
	}
	bars.WriteTo(&d.out)
	marks.WriteTo(&d.out)
	return nil
}

// occupy follows who has the processor.
func (d *chart) occupy(out *bytes.Buffer, f rtos.Fact) {
	look := ""
	switch f.Kind {
	case rtos.Switching:
		look = "switch"
	case rtos.Started, rtos.Resumed:
		look = "run"
	case rtos.Preempted, rtos.Finished:
	default:
		return
	}
	d.close(out, f.At)
	d.since, d.look = f.At, look
	if look != "" {
		d.busy = int(f.Task)
	}
}

// close draws what the processor did until now.
func (d *chart) close(out *bytes.Buffer, now sim.Time) {
	if d.busy >= 0 {
		d.bar(out, d.look, d.busy, d.since, now)
	}
	d.busy = -1
}

// wait follows which tasks have a job unfinished.
func (d *chart) wait(f rtos.Fact) {
	i := f.Task
	switch f.Kind {
	case rtos.Released, rtos.Queued:
		if d.pending[i] == 0 {
			d.waits[i] = f.At
		}
		d.pending[i]++
	case rtos.Finished:
		if d.pending[i]--; d.pending[i] == 0 && f.At > d.waits[i] {
			d.bar(&d.out, "wait", int(i), d.waits[i], f.At)
		}
	}
}

// mark draws what happens in a moment.
func (d *chart) mark(out *bytes.Buffer, f rtos.Fact) {
	if f.At < d.From {
		return
	}
	x, y := d.x(f.At), d.row(int(f.Task))
	switch f.Kind {
	case rtos.Released, rtos.Queued: // an arrow up from the line
		fmt.Fprintf(out, "<path class=\"release\" d=\"M%.2f %gv-26m-3 5l3 -5l3 5\" fill=\"none\" stroke=\"black\"/>\n", x, y)
	case rtos.Skipped: // a cross on the line
		fmt.Fprintf(out, "<path class=\"skip\" d=\"M%.2f %gl8 8m0 -8l-8 8\" fill=\"none\" stroke=\"#d55e00\" stroke-width=\"1.5\"/>\n", x-4, y-4)
	case rtos.Missed: // a wedge that points down to the bar
		fmt.Fprintf(out, "<path class=\"miss\" d=\"M%.2f %gl-4 -8h8z\" fill=\"#d55e00\"/>\n", x, y-scheduleBar-2)
	}
}

// bar draws a span of time on the line of a task: thin while the task waits. A
// span of no time is a stroke.
func (d *chart) bar(out *bytes.Buffer, look string, task int, from, to sim.Time) {
	if to < d.From || from > d.To {
		return
	}
	height, fill := scheduleBar, "#0072b2"
	switch look {
	case "wait":
		height, fill = scheduleBar/4, "#a6cee3"
	case "switch":
		fill = "#777777"
	}
	left, right := d.x(max(from, d.From)), d.x(min(to, d.To))
	fmt.Fprintf(out, "<rect class=\"%s\" x=\"%.2f\" y=\"%g\" width=\"%.2f\" height=\"%g\" fill=\"%s\"/>\n",
		look, left, d.row(task)-height, max(right-left, 0.75), height, fill)
}

// axis draws the lines of the tasks and the marks of time.
func (d *chart) axis() {
	unit, name := time.Second, "s"
	switch span := d.To.Sub(d.From); {
	case span < time.Millisecond:
		unit, name = time.Microsecond, "µs"
	case span < time.Second:
		unit, name = time.Millisecond, "ms"
	}
	bottom := d.row(len(d.Tasks)-1) + 12
	per := float64(unit)
	for _, tick := range ticks(float64(d.From)/per, float64(d.To)/per) {
		x := d.x(d.From) + (tick*per-float64(d.From))*d.scale()
		fmt.Fprintf(&d.out, "<path d=\"M%.2f %gV%g\" stroke=\"#dddddd\"/>\n", x, scheduleTop-6, bottom)
		d.text(x, bottom+15, "middle", strconv.FormatFloat(tick, 'g', 6, 64))
	}
	d.text((d.left+scheduleWidth-scheduleRight)/2, bottom+32, "middle", "Time ("+name+")")
	for i, task := range d.Tasks {
		fmt.Fprintf(&d.out, "<path d=\"M%g %gH%g\" stroke=\"#777777\"/>\n", d.left, d.row(i), scheduleWidth-scheduleRight)
		d.text(d.left-10, d.row(i)-4, "end", task)
	}
	d.text(d.left, bottom+50, "start", "arrow: release · bar: runs · thin bar: waits · grey bar: context switch · wedge: deadline missed · cross: skipped")
}

// x returns where a moment lies.
func (d *chart) x(at sim.Time) float64 { return d.left + float64(at.Sub(d.From))*d.scale() }

// scale returns pixels per nanosecond.
func (d *chart) scale() float64 {
	return (scheduleWidth - scheduleRight - d.left) / float64(d.To.Sub(d.From))
}

// row returns the height of the line of a task.
func (d *chart) row(task int) float64 { return scheduleTop + scheduleRow*float64(task) + 30 }

// text writes words.
func (d *chart) text(x, y float64, anchor, words string) {
	fmt.Fprintf(&d.out, "<text x=\"%.2f\" y=\"%g\" text-anchor=\"%s\">", x, y, anchor)
	xml.EscapeText(&d.out, []byte(words)) // a buffer takes everything
	d.out.WriteString("</text>\n")
}
