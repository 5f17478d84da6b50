package ocean

import (
	"math"
	"strings"
	"testing"

	"halocline/sim/geom"
)

// Over a plane bottom, 50 + x/10 + y/5 m deep, a way from (5, 5) to (35, 25) crosses x = 10, 20, 30 after 5, 15 and 25 of
// its 30 m in x, and y = 10, 20 after 5 and 15 of its 20 m in y: after 1/6, 1/4, 1/2, 3/4, 5/6 of it, on a plane.
func TestSoundings(t *testing.T) {
	g, err := ReadGrid(strings.NewReader("y,0,10,20,30,40\n0,50,51,52,53,54\n10,52,53,54,55,56\n20,54,55,56,57,58\n30,56,57,58,59,60\n"), "g.csv")
	if err != nil {
		t.Fatal(err)
	}
	w := &Water{seabed: g}
	length := math.Hypot(30, 20)
	buf := w.Soundings(nil, geom.Vec{X: 5, Y: 5}, geom.Vec{X: 35, Y: 25})
	want := []float64{0, 1. / 6, 1. / 4, 1. / 2, 3. / 4, 5. / 6, 1}
	if len(buf) != len(want) {
		t.Fatalf("%v", buf)
	}
	for i, s := range buf {
		depth := 50 + (5+30*want[i])/10 + (5+20*want[i])/5
		if math.Abs(s.Along-want[i]*length) > 1e-9 || math.Abs(s.Depth-depth) > 1e-9 {
			t.Errorf("sounding %d is %+v, want %g m after %g m", i, s, depth, want[i]*length)
		}
	}
	back := w.Soundings(nil, geom.Vec{X: 35, Y: 25}, geom.Vec{X: 5, Y: 5})
	for i, s := range back {
		if o := buf[len(buf)-1-i]; math.Abs(s.Along+o.Along-length) > 1e-9 || math.Abs(s.Depth-o.Depth) > 1e-9 {
			t.Errorf("back, sounding %d is %+v, there it is %+v", i, s, o)
		}
	}
	// Through a crossing there is one sounding, and outside of the grid the bottom is that of its edge.
	if got := w.Soundings(nil, geom.Vec{X: -10, Y: -10}, geom.Vec{X: 10, Y: 10}); len(got) != 3 || got[0].Depth != 50 || got[1].Depth != 50 || math.Abs(got[2].Depth-53) > 1e-12 {
		t.Errorf("through a crossing: %+v", got)
	}
	if got := w.Soundings(nil, geom.Vec{X: 1}, geom.Vec{X: 1, Z: -9}); len(got) != 0 {
		t.Errorf("straight down: %+v", got)
	}
	if n := testing.AllocsPerRun(10, func() { buf = w.Soundings(buf[:0], geom.Vec{X: 5, Y: 5}, geom.Vec{X: 35, Y: 25}) }); n > 0 {
		t.Errorf("%g allocations", n)
	}
}
