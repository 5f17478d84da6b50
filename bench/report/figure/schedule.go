package figure

import (
	"errors"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// Schedule is what real-time computers do: along X the time in seconds, along Y a line
// for each task. Bars stand on the line of a task, and what happens in a moment is marked
// over it. Its figure is made by Figure.
type Schedule struct {
	Tasks   []string // the first one highest
	Spells  []Spell
	Moments []Moment
}

// Spell is a span of time on the line of a task. One of no time is a stroke.
type Spell struct {
	Task     int
	From, To float64
	State    State
}

// State is what a task does for a while.
type State uint8

// The states. A task that waits is drawn below what else is drawn at that time.
const (
	Waits    State = iota // it has a job that is not finished
	Switches              // the processor turns to it
	Runs
)

// Moment is something that happens to a task at a time.
type Moment struct {
	Task int
	At   float64
	Sign Sign
}

// Sign says what happens.
type Sign uint8

// The signs.
const (
	Release Sign = iota // a job begins to wait for the processor
	Skip                // a job is not made
	Miss                // a deadline comes before the end of its job
)

// MostTasks is how many tasks a page has room for.
const MostTasks = 60

// Figure returns the figure of a schedule, of times in s. Where both are 0 it shows all.
func (s Schedule) Figure(from, to float64) Figure {
	return Figure{
		X:      Axis{Quantity: "Time", Unit: "s", From: from, To: to},
		Y:      Axis{Quantity: "Task", Names: s.Tasks, Places: s.places(), Down: true},
		Layers: []Layer{s},
		Width:  Page,
		Height: min(3+0.7*float64(len(s.Tasks)), tallest),
		Legend: Above,
	}
}

// places returns where the lines of the tasks are, along Y.
func (s Schedule) places() []float64 {
	out := make([]float64, len(s.Tasks))
	for i := range out {
		out[i] = float64(i)
	}
	return out
}

// Label implements Layer.
func (s Schedule) Label() (name, group string) { return "", "" }

// Check implements Layer.
func (s Schedule) Check() error {
	if len(s.Tasks) == 0 {
		return errors.New("there is no task: a schedule is that of tasks")
	}
	if len(s.Tasks) > MostTasks {
		return fmt.Errorf("the schedule has %d tasks, and a page has room for %d: draw fewer computers", len(s.Tasks), MostTasks)
	}
	known := func(task int) {
		if task < 0 || task >= len(s.Tasks) {
			panic(fmt.Sprintf("figure: a schedule of %d tasks goes by task %d", len(s.Tasks), task))
		}
	}
	for _, p := range s.Spells {
		if known(p.Task); p.To < p.From || p.State > Runs {
			panic(fmt.Sprintf("figure: a schedule has the spell %+v", p))
		}
	}
	for _, m := range s.Moments {
		if known(m.Task); m.Sign > Miss {
			panic(fmt.Sprintf("figure: a schedule has the sign %d", m.Sign))
		}
	}
	return nil
}

// Reach implements Layer.
func (s Schedule) Reach(x, y *Span) {
	for _, p := range s.Spells {
		x.Add(p.From, p.To)
	}
	for _, m := range s.Moments {
		x.Add(m.At)
	}
	y.Add(-0.8, float64(len(s.Tasks))-0.65) // marks stand over the line
}

// Heights over the line of a task, in parts of the distance of two lines.
const (
	barPart     = 0.34
	waitPart    = 0.09
	releasePart = 0.58
)

// leastBar is how wide a bar is at least, and fine how close two marks of a kind may be
// and still be told apart, in points.
const (
	leastBar = 0.5
	fine     = 0.25
)

// Draw implements Layer.
func (s Schedule) Draw(c *Chart, _ Look) {
	for i := range s.Tasks {
		y := c.y.at(float64(i))
		c.polyline(plain(spine(), spineWidth), []vg.Point{{X: c.frame.Min.X, Y: y}, {X: c.frame.Max.X, Y: y}})
	}
	for _, state := range []State{Waits, Switches, Runs} {
		s.spells(c, state)
	}
	for _, sign := range []Sign{Release, Skip, Miss} {
		s.moments(c, sign)
	}
}

// spells draws the bars of a state. One that would show no more than the last one does is
// left out.
func (s Schedule) spells(c *Chart, state State) {
	high := vg.Length(barPart)
	if state == Waits {
		high = waitPart
	}
	high *= lineDistance(c)
	drawn := s.nowhere()
	for _, p := range s.Spells {
		if p.State != state {
			continue
		}
		from, y := c.x.at(p.From), c.y.at(float64(p.Task))
		to := max(c.x.at(p.To), from+leastBar)
		if to >= drawn[p.Task]+fine {
			drawn[p.Task] = to
			c.rectangle(state.paint(), vg.Point{X: from, Y: y}, vg.Point{X: to, Y: y + high})
		}
	}
}

// moments draws the marks of a sign.
func (s Schedule) moments(c *Chart, sign Sign) {
	drawn := s.nowhere()
	for _, m := range s.Moments {
		at := vg.Point{X: c.x.at(m.At), Y: c.y.at(float64(m.Task))}
		if m.Sign != sign || at.X < drawn[m.Task]+fine {
			continue
		}
		c.inside(at, func() {
			drawn[m.Task] = at.X
			sign.draw(c.on, at, lineDistance(c))
		})
	}
}

// nowhere returns for each task a place left of the figure.
func (s Schedule) nowhere() []vg.Length {
	out := make([]vg.Length, len(s.Tasks))
	for i := range out {
		out[i] = vg.Length(math.Inf(-1))
	}
	return out
}

// lineDistance returns how far the lines of two tasks are apart.
func lineDistance(c *Chart) vg.Length { return c.y.at(0) - c.y.at(1) }

// paint returns the colour of a state.
func (s State) paint() color.NRGBA {
	switch s {
	case Runs:
		return Look{}.Colour() // blue
	case Switches:
		return color.NRGBA{0x77, 0x77, 0x77, 0xff}
	}
	return Look{colour: 5}.Colour() // sky blue
}

// draw draws the sign of a moment at a place on the line of a task.
func (s Sign) draw(on vg.Canvas, at vg.Point, apart vg.Length) {
	warning := Look{colour: 1}.Colour() // vermilion
	switch s {
	case Release: // an arrow up from the line
		tip := vg.Point{X: at.X, Y: at.Y + releasePart*apart}
		line := plain(ink(), 0.6)
		stroke(on, line, at, tip)
		stroke(on, line, vg.Point{X: tip.X - 1.6, Y: tip.Y - 2.4}, tip, vg.Point{X: tip.X + 1.6, Y: tip.Y - 2.4})
	case Skip: // a cross on the line
		arms := polygon(at, 2.8, 4, math.Pi/4)
		for i := range 2 {
			stroke(on, plain(warning, 1.2), arms[i], arms[i+2])
		}
	case Miss: // a wedge that points down to the bar
		tip := vg.Point{X: at.X, Y: at.Y + barPart*apart}
		fill(on, warning, tip, vg.Point{X: tip.X - 2.2, Y: tip.Y + 4.5}, vg.Point{X: tip.X + 2.2, Y: tip.Y + 4.5})
	}
}

// Keys implements Layer.
func (s Schedule) Keys(Look) []Key {
	var out []Key
	for _, sign := range []Sign{Release, Skip, Miss} {
		name := [...]string{Release: "released", Skip: "skipped", Miss: "deadline missed"}[sign]
		for _, m := range s.Moments {
			if m.Sign == sign {
				out = append(out, Key{name, func(c *Chart, r vg.Rectangle) {
					sign.draw(c.on, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: r.Min.Y}, signHeight/releasePart)
				}})
				break
			}
		}
	}
	for _, state := range []State{Runs, Waits, Switches} {
		name := [...]string{Waits: "unfinished", Switches: "context switch", Runs: "runs"}[state]
		for _, p := range s.Spells {
			if p.State == state {
				out = append(out, Key{name, func(c *Chart, r vg.Rectangle) { c.shape(state.paint(), box(swatch(r))) }})
				break
			}
		}
	}
	return out
}
