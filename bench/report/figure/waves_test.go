package figure

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// twoWaves is a line of three nodes, 750 m apart, and a sound speed of 1500 m/s: a wave of
// 0.2 s from the first and, a second later, one of 0.4 s from the last.
func twoWaves() Figure {
	return SpaceTime("", []Node{{"a", 0}, {"b", 750}, {"c", 1500}}, []Wave{
		{Sender: 0, Start: 0, Airtime: 0.2, Arrivals: []Arrival{{1, 0.5, Received}, {2, 1, Missed}}},
		{Sender: 2, Start: 1, Airtime: 0.4, Arrivals: []Arrival{{1, 0.5, Collided}, {0, 1, Lost}}},
	})
}

// A wave is a parallelogram from the line of its sender to that of its receiver, and on
// from there to the next: the same slope all the way.
func TestWaves(t *testing.T) {
	d := read(t, twoWaves())
	a := calibratedX(t, d, "0.0", "2.0")
	line := func(name string) float64 { return d.word(t, name).y }
	y := map[string]float64{"a": line("a (0)"), "b": line("b (750)"), "c": line("c (1500)")}
	if math.Abs((y["b"]-y["a"])-(y["c"]-y["b"])) > 0.03 || y["b"] <= y["a"] {
		t.Fatalf("the lines are at %v, want them equally far apart", y)
	}
	at := func(time float64, node string) point { return point{a.at(time, 0).x, y[node]} }
	for _, c := range []struct {
		fate Fate
		want []point
	}{
		{Received, []point{at(0, "a"), at(0.2, "a"), at(0.7, "b"), at(0.5, "b")}},
		{Missed, []point{at(0.5, "b"), at(0.7, "b"), at(1.2, "c"), at(1, "c")}},
		{Collided, []point{at(1, "c"), at(1.4, "c"), at(1.9, "b"), at(1.5, "b")}},
		{Lost, []point{at(1.5, "b"), at(1.9, "b"), at(2.4, "a"), at(2, "a")}},
	} {
		p := c.fate.paint()
		var bands []path
		for _, p := range d.areas(fmt.Sprintf("#%02X%02X%02X", p.R, p.G, p.B)) {
			if p.opacity == "0.2" {
				bands = append(bands, p)
			}
		}
		if len(bands) != 1 {
			t.Fatalf("%d bands are %s, want 1", len(bands), c.fate.name())
		}
		same(t, c.fate.name(), bands[0].points, c.want...)
	}
	// The transmissions are bars above the lines of their senders.
	sent := d.areas(blue)
	if len(sent) != 3 { // one is in the legend
		t.Fatalf("%d blue bars, want two and one in the legend", len(sent))
	}
	if first := sent[0].points; !near(first[0], at(0, "a")) || math.Abs(first[2].x-at(0.2, "a").x) > 0.03 || first[2].y <= y["a"] {
		t.Errorf("the first bar is %.2f", first)
	}
	for _, name := range []string{"sent", "received", "lost in a collision", "lost otherwise", "missed", "Time (s)", "Distance (m)"} {
		if !d.says(name) {
			t.Errorf("%q is missing", name)
		}
	}
}

// A collision has a cross below the line of the receiver, in the middle of the
// transmission there: from 1.5 s to 1.9 s.
func TestCollision(t *testing.T) {
	d := read(t, twoWaves())
	a := calibratedX(t, d, "0.0", "2.0")
	crosses := d.lines(black, 2)
	if len(crosses) != 4 { // two strokes, and two in the legend
		t.Fatalf("%d strokes, want 4", len(crosses))
	}
	for _, p := range crosses[:2] {
		x, y := (p.points[0].x+p.points[1].x)/2, (p.points[0].y+p.points[1].y)/2
		if line := d.word(t, "b (750)").y; math.Abs(x-a.at(1.7, 0).x) > 0.03 || y > line || y < line-barHeight {
			t.Errorf("the cross is at %.2f, %.2f", x, y)
		}
	}
}

// Receptions that overlap at a node are drawn below each other; one that begins where
// another ends does not overlap it.
func TestLanes(t *testing.T) {
	w := Waves{Places: []float64{0, 1}}
	for _, start := range []float64{0, 0.5, 1, 1.25, 4} {
		w.Waves = append(w.Waves, Wave{Start: start, Airtime: 1, Arrivals: []Arrival{{Node: 1, Delay: 0.25}}})
	}
	if got := fmt.Sprint(w.lanes()); got != "[[0] [1] [0] [2] [0]]" {
		t.Errorf("lanes %s, want 0, 1, 0, 2, 0", got)
	}
}

// A wave goes on from a receiver only where that lies on its way: a fourth node that is
// heard later than it should be for its place is reached from the sender.
func TestBefore(t *testing.T) {
	w := Waves{Places: []float64{0, 750, 1500}}
	far := Arrival{Node: 2, Delay: 1}
	straight := Wave{Arrivals: []Arrival{far, {Node: 1, Delay: 0.52}}}
	if got := w.before(straight, far); got.Node != 1 || got.Delay != 0.52 {
		t.Errorf("the wave comes from %v, want from node 1", got)
	}
	aside := Wave{Arrivals: []Arrival{{Node: 1, Delay: 0.6}, far}}
	if got := w.before(aside, far); got.Node != 0 || got.Delay != 0 {
		t.Errorf("the wave comes from %v, want from its sender", got)
	}
}

// Nodes at the same distance are drawn apart, and nothing is measured.
func TestNearNodes(t *testing.T) {
	f := SpaceTime("", []Node{{"a", 0}, {"b", 1000}, {"c", 1001}}, []Wave{
		{Airtime: 1, Arrivals: []Arrival{{1, 0.6, Received}, {2, 0.6, Received}}},
	})
	d := read(t, f)
	if gap := d.word(t, "c").y - d.word(t, "b").y; gap < 20 {
		t.Errorf("the lines are %.1f points apart", gap)
	}
	if d.says("Distance (m)") || !d.says("Node") {
		t.Error("the distances are said to be drawn")
	}
}

// A hundred nodes are drawn, on a page of 30 cm.
func TestManyNodes(t *testing.T) {
	var nodes []Node
	for i := range 100 {
		nodes = append(nodes, Node{fmt.Sprint("n", i), float64(10 * i)})
	}
	f := SpaceTime("", nodes, []Wave{{Airtime: 1, Arrivals: []Arrival{{99, 0.66, Received}}}})
	if svg := written(t, f, "svg"); !strings.Contains(string(svg), `height="850.39pt"`) {
		t.Error("the figure is not 30 cm high")
	}
}

// A track begins with a ring and ends with an arrow, whose tip shows where it went: east
// here.
func TestTrack(t *testing.T) {
	d := read(t, Figure{
		X: Axis{From: -10, To: 40}, Y: Axis{From: -10, To: 40}, Equal: true,
		Layers: []Layer{Track{X: []float64{0, 0, 30}, Y: []float64{0, 30, 30}}, Places{Names: []string{"dock"}, X: []float64{20}, Y: []float64{0}}},
	})
	a := calibrated(t, d, [2]string{"0", "20"}, [2]string{"0", "20"})
	same(t, "the track", d.lines(blue, 3)[0].points, a.at(0, 0), a.at(0, 30), a.at(30, 30))
	ring := d.lines(blue, 1)
	if len(ring) != 1 || !near(point{ring[0].points[0].x - markRadius, ring[0].points[0].y}, a.at(0, 0)) {
		t.Errorf("the ring is %v", ring)
	}
	arrow := d.areas(blue)
	if len(arrow) != 1 || !near(point{arrow[0].points[0].x - 2, arrow[0].points[0].y}, a.at(30, 30)) {
		t.Errorf("the arrow is %v, want it to point east", arrow)
	}
	if w := d.word(t, "dock"); math.Abs(w.y-a.at(20, 0).y) > 0.03 || w.x < a.at(20, 0).x {
		t.Errorf("the name is at %.2f, %.2f", w.x, w.y)
	}
}
