package view_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"halocline/bench/cosim"
	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
	"halocline/bench/study/measure"
	"halocline/bench/view/browser"
	"halocline/scenarios/strict"
	"halocline/sim/trace"
)

// drawn is what is drawn at a moment.
type drawn struct {
	T      float64
	Shells []struct {
		Link, Number int
		Radius, Tail float64
	}
	Fronts []struct {
		Link, Number, Node int
		Position           [3]float64
	}
	Vehicles []struct {
		Node       int
		Position   [3]float64
		Quaternion [4]float64 // w, x, y, z
	}
}

type drawing struct {
	Moments []drawn
	Counts  [][]string
}

// What the picture shows is where it should be, in Chromium: shells of sound, fronts along rays, and vehicles.
func TestDrawing(t *testing.T) {
	b := browser.Start(t)
	draw := func(t *testing.T, s recorder.Source, times []float64) (d drawing) {
		t.Helper()
		b.Run(t, browser.Job{URL: show(t, cosim.Access{}, nil, s), Script: "testdata/drawing.mjs", Arg: map[string]any{"times": times}}, &d)
		return d
	}
	for _, name := range []string{"docking", "survey", "aloha20", "tdma8"} {
		t.Run(name, func(t *testing.T) {
			kept, out := carryOut(t, name, strict.Set{Path: "duration", Value: "60s"})
			shells(t, kept, out, draw)
		})
	}
	t.Run("rays", func(t *testing.T) {
		kept, _ := carryOut(t, "aloha20", strict.Set{Path: "duration", Value: "60s"}, strict.Set{Path: "water.sound_speed", Value: "mackenzie"})
		fronts(t, kept, draw)
	})
	t.Run("failure", func(t *testing.T) { failure(t, b) })
	t.Run("attitude", func(t *testing.T) {
		kept, _ := carryOut(t, "docking", strict.Set{Path: "duration", Value: "5s"})
		attitude(t, kept, draw)
	})
}

// failure checks that the plot of a thruster says for which time that has failed, and shades it: from 20 s to 45 s, which is the whole of
// one window and 25/60 of another.
func failure(t *testing.T, b *browser.Browser) {
	kept, _ := carryOut(t, "docking", strict.Set{Path: "duration", Value: "60s"},
		strict.Set{Path: "nodes.auv.vehicle.failures", Value: `[{thruster: "4", at: 20s, to: 45s}]`})
	pictures, told := views(t, b, show(t, cosim.Access{}, nil, kept), []string{"#from=20&to=45&series=auv.thrust_4", "#from=0&to=60&series=auv.thrust_4", "#series=auv.thrust_5"})
	var shaded [3]int // columns of pixels
	for i, p := range pictures {
		if said := strings.Contains(told[i], "failed from 20 s to 45 s"); said != (i < 2) {
			t.Errorf("the page of view %d says: %s", i, told[i])
		}
		for x := p.Bounds().Min.X; x < p.Bounds().Max.X; x++ {
			n := 0
			for y := p.Bounds().Min.Y; y < p.Bounds().Max.Y; y++ {
				if red, green, blue, _ := p.At(x, y).RGBA(); red-blue > 24<<8 && red > 240<<8 && green > 220<<8 && red > green && green > blue { // 0.15 of #d55e00 on white
					n++
				}
			}
			if n > 20 {
				shaded[i]++
			}
		}
	}
	if share := float64(shaded[1]) / float64(shaded[0]); shaded[0] < 400 || math.Abs(share-25./60) > 0.01 || shaded[2] > 0 {
		t.Errorf("%d columns are shaded", shaded)
	}
}

// shells checks that the shell of a frame has the radius c (t - start), and its tail c (t - start - airtime), for the c of these scenarios,
// 1500 m/s. A picture counts in numbers of 4 bytes, and the page has c from the delays, which are whole nanoseconds: 1e-6 of it remains.
func shells(t *testing.T, kept recorder.Source, out *measure.Outcome, draw func(*testing.T, recorder.Source, []float64) drawing) {
	const c = 1500 // m/s, the default of water.speed
	type frame struct{ start, airtime, last float64 }
	sent := map[[2]int]*frame{}
	each(t, kept, "sends", func(b *columns.Block, i int) {
		f := &frame{float64(b.Ints[recorder.SendAt][i]) / 1e9, float64(b.Ints[recorder.SendAirtime][i]) / 1e9, 0}
		sent[[2]int{int(b.Ints[recorder.SendLink][i]), int(b.Ints[recorder.SendNumber][i])}] = f
	})
	each(t, kept, "arrivals", func(b *columns.Block, i int) {
		f := sent[[2]int{int(b.Ints[recorder.ArrivalLink][i]), int(b.Ints[recorder.ArrivalNumber][i])}]
		f.last = max(f.last, float64(b.Ints[recorder.ArrivalEnded][i])/1e9)
	})
	var times []float64
	for number := 3; number < 40 && len(times) < 8; number += 4 { // while it is sent, and when its end is in the water
		if f := sent[[2]int{0, number}]; f != nil && f.last > f.start+f.airtime {
			times = append(times, f.start+0.4*min(f.airtime, f.last-f.start-f.airtime), f.start+f.airtime+0.3*(f.last-f.start-f.airtime))
		}
	}
	got := draw(t, kept, times)
	found, tails := 0, 0
	for _, m := range got.Moments {
		for _, s := range m.Shells {
			f := sent[[2]int{s.Link, s.Number}]
			radius, tail := c*(m.T-f.start), c*max(0, m.T-f.start-f.airtime)
			if math.Abs(s.Radius-radius) > 1e-6*radius+1e-5 || math.Abs(s.Tail-tail) > 1e-6*radius+1e-5 {
				t.Errorf("at %.9f s the shell of frame %d of link %d has the radius %.6f m and the tail %.6f m, want %.6f and %.6f", m.T, s.Number, s.Link, s.Radius, s.Tail, radius, tail)
			}
			if found++; tail > 0 {
				tails++
			}
		}
	}
	if found < 4 || tails < 2 {
		t.Errorf("%d shells and %d tails at %v", found, tails, times)
	}
	t.Logf("%d shells, %d with tails", found, tails)
	counted(t, got.Counts, out)
}

// counted checks that the table of counts on the page has what run --json prints of frames and arrivals, by kind and by cause.
func counted(t *testing.T, rows [][]string, out *measure.Outcome) {
	t.Helper()
	got := map[string]int64{}
	for _, r := range rows {
		if len(r) < 3 {
			continue
		}
		if n, err := strconv.ParseInt(strings.ReplaceAll(r[2], ",", ""), 10, 64); err == nil {
			got[strings.TrimSpace(r[0]+" "+r[1])] += n
		}
	}
	f := &out.Summary.Total.Frames
	want := map[string]int64{"tx-start": f.Sent, "rx-ok": f.Received}
	for cause := range f.Lost {
		if name := trace.Cause(cause).String(); name != "" {
			want["rx-lost "+name], want["rx-missed "+name] = f.Lost[cause], f.Missed[cause]
		}
	}
	for what, n := range want {
		if got[what] != n {
			t.Errorf("the page counts %d %s, and run --json %d; it has %q", got[what], what, n, rows)
		}
	}
}

// fronts checks that where sound has no single speed the front of a frame is at each receiver when it arrives.
func fronts(t *testing.T, kept recorder.Source, draw func(*testing.T, recorder.Source, []float64) drawing) {
	type arrival struct {
		began float64
		node  int
	}
	var times []float64
	expected := map[[3]int]arrival{}
	each(t, kept, "arrivals", func(b *columns.Block, i int) {
		began := float64(b.Ints[recorder.ArrivalBegan][i]) / 1e9
		a := [3]int{int(b.Ints[recorder.ArrivalLink][i]), int(b.Ints[recorder.ArrivalNumber][i]), int(b.Ints[recorder.ArrivalNode][i])}
		if len(times) < 12 && i%7 == 3 && b.Ints[recorder.ArrivalFate][i] != recorder.InFlight {
			times = append(times, began)
			expected[a] = arrival{began, a[2]}
		}
	})
	met := 0
	for _, m := range draw(t, kept, times).Moments {
		for _, f := range m.Fronts {
			a, ok := expected[[3]int{f.Link, f.Number, f.Node}]
			if !ok || math.Abs(a.began-m.T) > 1e-9 {
				continue
			}
			at := kept.Head().Nodes[a.node].At
			if d := math.Hypot(math.Hypot(f.Position[0]-at[0], f.Position[1]-at[1]), f.Position[2]-at[2]); d > 1e-3 {
				t.Errorf("the front of frame %d is %.6f m from node %d when it arrives there", f.Number, d, f.Node)
			}
			met++
		}
	}
	if met != len(times) || met < 10 {
		t.Errorf("%d of %d arrivals were drawn", met, len(times))
	}
}

// turned is a recording in which all that moves has one attitude.
type turned struct {
	recorder.Source
	quaternion [4]float64 // w, x, y, z
}

// Read implements recorder.Source.
func (r turned) Read(table string, i int) (*columns.Block, error) {
	b, err := r.Source.Read(table, i)
	if err != nil || table != "poses" {
		return b, err
	}
	for row := range b.Rows {
		for k, v := range r.quaternion {
			b.Shorts[recorder.PoseQW+k][row] = float32(v)
		}
	}
	return b, nil
}

// attitude checks a vehicle that is turned by a heading of 30, then a pitch of 20, which lowers its bow, then a roll of 10 degrees. With these,
// its bow points to (cos 30 cos 20, sin 30 cos 20, -sin 20), and its left side to (cos 30 sin 20 sin 10 - sin 30 cos 10,
// sin 30 sin 20 sin 10 + cos 30 cos 10, cos 20 sin 10): the columns of Rz Ry Rx.
func attitude(t *testing.T, kept recorder.Source, draw func(*testing.T, recorder.Source, []float64) drawing) {
	sin30, cos30 := math.Sincos(math.Pi / 6)
	sin20, cos20 := math.Sincos(math.Pi / 9)
	sin10, cos10 := math.Sincos(math.Pi / 18)
	sin15, cos15 := math.Sincos(math.Pi / 12)
	sin5, cos5 := math.Sincos(math.Pi / 36)
	q := [4]float64{ // the product of (cos 15, 0, 0, sin 15), (cos 10, 0, sin 10, 0) and (cos 5, sin 5, 0, 0)
		cos15*cos10*cos5 + sin15*sin10*sin5, cos15*cos10*sin5 - sin15*sin10*cos5, cos15*sin10*cos5 + sin15*cos10*sin5, sin15*cos10*cos5 - cos15*sin10*sin5,
	}
	bow := [3]float64{cos30 * cos20, sin30 * cos20, -sin20}
	left := [3]float64{cos30*sin20*sin10 - sin30*cos10, sin30*sin20*sin10 + cos30*cos10, cos20 * sin10}
	moments := draw(t, turned{kept, q}, []float64{2}).Moments
	if len(moments) != 1 || len(moments[0].Vehicles) != 1 {
		t.Fatalf("%+v", moments)
	}
	r := moments[0].Vehicles[0].Quaternion
	w, x, y, z := r[0], r[1], r[2], r[3]
	// The first two columns of the matrix of a quaternion.
	gotBow := [3]float64{1 - 2*(y*y+z*z), 2 * (x*y + w*z), 2 * (x*z - w*y)}
	gotLeft := [3]float64{2 * (x*y - w*z), 1 - 2*(x*x+z*z), 2 * (y*z + w*x)}
	for k := range 3 {
		if math.Abs(gotBow[k]-bow[k]) > 1e-5 || math.Abs(gotLeft[k]-left[k]) > 1e-5 {
			t.Fatalf("the bow points to %v and the left side to %v, want %v and %v", gotBow, gotLeft, bow, left)
		}
	}
}
