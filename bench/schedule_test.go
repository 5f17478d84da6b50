package bench

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/rtos"
)

// overloaded returns what two tasks on one processor do in 12 ms: a runs for 3 of
// every 4 ms and goes first, b wants 2 of every 6 ms. By hand:
//
//	a runs 0 to 3, 4 to 7, 8 to 11 and from 12
//	b runs 3 to 4 and 7 to 8, misses at 6, and is skipped there
func overloaded(t *testing.T, switching time.Duration) Schedule {
	t.Helper()
	k := sim.New(nil)
	log := new(rtos.Log)
	cpu, err := rtos.New(k, rtos.Config{Policy: rtos.DeadlineMonotonic, Switch: switching, Observer: log})
	if err != nil {
		t.Fatal(err)
	}
	s := Schedule{Title: "a < b", To: sim.Time(12 * time.Millisecond)}
	for _, task := range []struct {
		name           string
		period, demand time.Duration
	}{{"a", 4, 3}, {"b & co", 6, 2}} {
		_, err := cpu.Add(rtos.TaskConfig{
			Name: task.name, Period: task.period * time.Millisecond,
			Segments: []rtos.Segment{{Demand: rtos.Fixed(task.demand * time.Millisecond)}},
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Tasks = append(s.Tasks, task.name)
	}
	if err := k.Run(context.Background(), s.To); err != nil {
		t.Fatal(err)
	}
	s.Facts = *log
	return s
}

// pieces reads a picture back: the class of each mark and bar, the line it
// stands on, and its beginning and end in ms.
func pieces(t *testing.T, s Schedule) []string {
	t.Helper()
	var out, again bytes.Buffer
	if err := s.WriteSVG(&out); err != nil {
		t.Fatal(err)
	}
	if err := s.WriteSVG(&again); err != nil || out.String() != again.String() {
		t.Errorf("the second picture is another one, error %v", err)
	}
	left := 24 + 7*6.0 // six letters in "b & co"
	ms := func(x float64) float64 {
		return s.From.Seconds()*1e3 + (x-left)/(740-left)*s.To.Sub(s.From).Seconds()*1e3
	}
	var found []string
	decoder := xml.NewDecoder(&out)
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return found
		} else if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		a := map[string]string{}
		for _, attr := range e.Attr {
			a[attr.Name.Local] = attr.Value
		}
		var x, y, width, height float64
		switch class := a["class"]; class {
		case "":
		case "run", "wait", "switch":
			fmt.Sscan(a["x"]+" "+a["y"]+" "+a["width"]+" "+a["height"], &x, &y, &width, &height)
			found = append(found, fmt.Sprintf("%s %g %.1f-%.1f", class, (y+height-64)/40, ms(x), ms(x+width)))
		default:
			fmt.Sscanf(strings.TrimPrefix(a["d"], "M"), "%g %g", &x, &y)
			switch class { // where the path begins, from the foot of the mark
			case "skip":
				x, y = x+4, y+4
			case "miss":
				y += 18
			}
			found = append(found, fmt.Sprintf("%s %g %.1f", class, (y-64)/40, ms(x)))
		}
	}
}

func TestSchedule(t *testing.T) {
	want := []string{
		"wait 0 0.0-3.0", "wait 0 4.0-7.0", "wait 1 0.0-8.0", "wait 0 8.0-11.0", "wait 0 12.0-12.0", "wait 1 12.0-12.0",
		"run 0 0.0-3.0", "run 1 3.0-4.0", "run 0 4.0-7.0", "run 1 7.0-8.0", "run 0 8.0-11.0", "run 0 12.0-12.0",
		"release 0 0.0", "release 1 0.0", "release 0 4.0", "skip 1 6.0", "miss 1 6.0",
		"release 0 8.0", "release 0 12.0", "release 1 12.0",
	}
	if got := pieces(t, overloaded(t, 0)); !slices.Equal(got, want) {
		t.Errorf("drawn\n%q\nwant\n%q", got, want)
	}
}

// Bars are cut at the edges of the picture, and what lies outside is not drawn.
func TestScheduleCut(t *testing.T) {
	s := overloaded(t, 0)
	s.From, s.To = sim.Time(5*time.Millisecond), sim.Time(7500*time.Microsecond)
	want := []string{
		"wait 0 5.0-7.0", "wait 1 5.0-7.5", "run 0 5.0-7.0", "run 1 7.0-7.5", "skip 1 6.0", "miss 1 6.0",
	}
	if got := pieces(t, s); !slices.Equal(got, want) {
		t.Errorf("drawn\n%q\nwant\n%q", got, want)
	}
}

// Switches of 0.5 ms: a from 0.5 to 3.5, then b would begin at 4 but a is released
// there; the switch has come to nothing.
func TestScheduleSwitches(t *testing.T) {
	s := overloaded(t, 500*time.Microsecond)
	s.To = sim.Time(5 * time.Millisecond)
	want := []string{
		"wait 0 0.0-3.5", "wait 0 4.0-5.0", "wait 1 0.0-5.0",
		"switch 0 0.0-0.5", "run 0 0.5-3.5", "switch 1 3.5-4.0", "switch 0 4.0-4.5", "run 0 4.5-5.0",
		"release 0 0.0", "release 1 0.0", "release 0 4.0",
	}
	if got := pieces(t, s); !slices.Equal(got, want) {
		t.Errorf("drawn\n%q\nwant\n%q", got, want)
	}
}

// Of 12 ms every second one is marked, where it lies: from 66 to 740 pixels are 12 ms,
// so that one is 56.17. Of 400 us, 50.
func TestScheduleAxis(t *testing.T) {
	s := overloaded(t, 0)
	shorter := s
	shorter.From, shorter.To = sim.Time(time.Millisecond), sim.Time(1400*time.Microsecond)
	for _, c := range []struct {
		Schedule
		want string
	}{
		{s, "66 0, 178 2, 291 4, 403 6, 515 8, 628 10, 740 12, 403 Time (ms)"},
		{shorter, "66 1000, 150 1050, 234 1100, 319 1150, 403 1200, 487 1250, 572 1300, 656 1350, 740 1400, 403 Time (µs)"},
	} {
		var out bytes.Buffer
		if err := c.WriteSVG(&out); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range regexp.MustCompile(`<text x="([\d.]+)" y="[\d.]+" text-anchor="middle">([^<]+)</text>`).FindAllStringSubmatch(out.String(), -1)[1:] { // but the title
			x, _ := strconv.ParseFloat(m[1], 64)
			got = append(got, fmt.Sprintf("%.0f %s", x, m[2]))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("the axis says %q, want %q", got, c.want)
		}
	}
}

func TestScheduleRefuses(t *testing.T) {
	good := overloaded(t, 0)
	for want, spoil := range map[string]func(s *Schedule){
		"the end must come after the beginning": func(s *Schedule) { s.From = s.To },
		"without tasks":                         func(s *Schedule) { s.Tasks = nil },
		"there is none of number 1":             func(s *Schedule) { s.Tasks = s.Tasks[:1] },
	} {
		s := good
		spoil(&s)
		var out bytes.Buffer
		if err := s.WriteSVG(&out); err == nil || !strings.Contains(err.Error(), want) || out.Len() > 0 {
			t.Errorf("error %v, want %q; %d bytes written", err, want, out.Len())
		}
	}
}
