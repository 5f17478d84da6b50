package figure

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// overrun is two tasks on one computer: a runs from 0 to 3 s, b is switched to until 3.5 s,
// runs until 5 s and misses its deadline at 4 s, where its next job is skipped.
func overrun() Figure {
	return Schedule{
		Tasks: []string{"a", "b"},
		Spells: []Spell{
			{Task: 0, From: 0, To: 3, State: Waits},
			{Task: 0, From: 0, To: 3, State: Runs},
			{Task: 1, From: 3, To: 3.5, State: Switches},
			{Task: 1, From: 3.5, To: 5, State: Runs},
			{Task: 1, From: 0, To: 5, State: Waits},
		},
		Moments: []Moment{{0, 0, Release}, {1, 0, Release}, {1, 4, Miss}, {1, 4, Skip}},
	}.Figure(0, 5)
}

// Bars stand on the lines of their tasks from their beginnings to their ends, the thin
// ones no higher than a third of the others, and marks lie at their times.
func TestSchedule(t *testing.T) {
	d := read(t, overrun())
	a := calibratedX(t, d, "0.0", "5.0")
	line := map[string]float64{"a": d.word(t, "a").y, "b": d.word(t, "b").y}
	if line["a"] <= line["b"] {
		t.Fatalf("the lines are at %v, want the first task above", line)
	}
	high := 0.0
	bar := func(colour string, nth int, task string, from, to float64) float64 {
		t.Helper()
		p := d.areas(colour)[nth].points
		if !near(p[0], point{a.at(from, 0).x, line[task]}) || math.Abs(p[2].x-a.at(to, 0).x) > 0.03 {
			t.Errorf("%s bar %d is %.2f, want it on %s from %g to %g", colour, nth, p, task, from, to)
		}
		return p[2].y - p[0].y
	}
	if high = bar(blue, 0, "a", 0, 3); high < 4 {
		t.Errorf("a bar is %.1f points high", high)
	}
	bar(blue, 1, "b", 3.5, 5)
	bar("#777777", 0, "b", 3, 3.5)
	const skyBlue, vermilion = "#56B4E9", "#D55E00"
	for nth, task := range []string{"a", "b"} {
		if h := bar(skyBlue, nth, task, 0, []float64{3, 5}[nth]); h <= 0 || h > high/3 {
			t.Errorf("a thin bar is %.1f points high, a full one %.1f", h, high)
		}
	}
	for nth, task := range []string{"a", "b"} { // shafts of the arrows
		shaft := d.lines(black, 2)[nth].points
		if !near(shaft[0], point{a.at(0, 0).x, line[task]}) || shaft[1].y < line[task]+high {
			t.Errorf("arrow %d is %.2f", nth, shaft)
		}
	}
	if tip := d.areas(vermilion)[0].points[0]; !near(tip, point{a.at(4, 0).x, line["b"] + high}) {
		t.Errorf("the wedge points to %.2f, want 4 s and the top of the bar", tip)
	}
	cross := d.lines(vermilion, 2)[0].points
	if mid := (point{(cross[0].x + cross[1].x) / 2, (cross[0].y + cross[1].y) / 2}); !near(mid, point{a.at(4, 0).x, line["b"]}) {
		t.Errorf("the cross is at %.2f, want 4 s on the line", mid)
	}
	for _, name := range []string{"released", "skipped", "deadline missed", "runs", "unfinished", "context switch", "Time (s)"} {
		if !d.says(name) {
			t.Errorf("%q is missing", name)
		}
	}
}

// A bar of no time is a stroke. Of what would lie wholly over another thing of its kind
// only the first is drawn: of a thousand jobs in a thousandth of the width.
func TestScheduleStrokes(t *testing.T) {
	s := Schedule{Tasks: []string{"a"}}
	for i := range 1000 {
		at := 1 + 1e-6*float64(i)
		s.Spells = append(s.Spells, Spell{From: at, To: at, State: Runs})
		s.Moments = append(s.Moments, Moment{At: at})
	}
	d := read(t, s.Figure(0, 2))
	strokes := d.areas(blue)
	if len(strokes) < 2 || len(strokes) > 6 { // one is in the legend
		t.Errorf("%d bars are drawn", len(strokes))
	}
	if wide := strokes[0].points[2].x - strokes[0].points[0].x; math.Abs(wide-leastBar) > 0.03 {
		t.Errorf("a stroke is %.2f points wide", wide)
	}
	if n := len(d.lines(black, 2)); n < 2 || n > 6 {
		t.Errorf("%d arrows are drawn", n)
	}
	shown := s.Figure(0, 2)
	shown.Layers[0] = Schedule{Tasks: s.Tasks, Spells: s.Spells[:1], Moments: []Moment{{At: 5}}}
	if n := len(read(t, shown).lines(black, 2)); n != 1 { // in the legend
		t.Errorf("%d arrows are drawn of a release beyond the window", n)
	}
}

// The more tasks, the closer their lines, down to a page's 60.
func TestManyTasks(t *testing.T) {
	var s Schedule
	for i := range 60 {
		s.Tasks = append(s.Tasks, fmt.Sprint("t", i))
	}
	s.Spells = []Spell{{Task: 59, To: 1, State: Runs}}
	d := read(t, s.Figure(0, 1))
	if gap := d.word(t, "t0").y - d.word(t, "t1").y; gap < tickSize*1.2 {
		t.Errorf("the lines are %.1f points apart", gap)
	}
	s.Tasks = append(s.Tasks, "one more")
	if err := s.Figure(0, 1).Write(new(strings.Builder), "svg"); err == nil || !strings.Contains(err.Error(), "61 tasks, and a page has room for 60") {
		t.Errorf("error %v", err)
	}
}
