package paper

import (
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/bench/report/figure"
	"halocline/bench/study/measure"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/solid"
	"halocline/sim/trace"
)

// record makes a record of a frame of link 1, at a time in s.
func record(at float64, kind trace.Kind, node, peer int32, frame uint32, value float64) trace.Record {
	return trace.Record{At: sim.Time(time.Duration(at * 1e9)), Kind: kind, Node: node, Peer: peer, Frame: frame, Value: value, Link: 1}
}

// Node 0 sends frame 7 from 1 s to 1.5 s and frame 8 from 1.6 s to 2.1 s. It is 1.5 km away
// from node 1, 1 s, so that frame 7 comes there at 2 s and ends at 2.5 s, when frame 8 is
// in the water already; node 2 is 300 m away, 0.2 s.
func TestWaves(t *testing.T) {
	collision := record(1.7, trace.RxMissed, 2, 0, 7, 0)
	collision.Cause = trace.Collision
	w := &waveLog{Link: -1}
	for _, r := range []trace.Record{
		record(1, trace.TxStart, 0, 1, 7, 0.5),
		record(1.6, trace.TxStart, 0, 1, 8, 0.5),
		collision,
		record(1.6, trace.RxMissed, 3, 0, 8, 0), // nothing of frame 8 comes to node 3
		record(2.3, trace.RxLost, 2, 0, 8, 0),
		record(2.5, trace.RxOK, 1, 0, 7, 0),
		{At: sim.Time(time.Second), Kind: trace.TxStart, Node: 2, Value: 1}, // on another link
		record(3.1, trace.RxMissed, 1, 0, 8, 0),
		record(4, trace.TxStart, 1, 0, 9, 0.5), // the third wave
		record(4.2, trace.TxAbort, 1, 0, 9, 0.2),
		record(5.2, trace.RxLost, 0, 1, 9, 0),
		record(6, trace.TxStart, 0, 1, 10, 0.5), // after 2 s and three waves
	} {
		w.Emit(r)
	}
	waves, from, to := w.window()
	want := []figure.Wave{
		{Sender: 0, Start: 1, Airtime: 0.5, Arrivals: []figure.Arrival{{Node: 2, Delay: 0.2, Fate: figure.Collided}, {Node: 1, Delay: 1, Fate: figure.Received}}},
		{Sender: 0, Start: 1.6, Airtime: 0.5, Arrivals: []figure.Arrival{{Node: 2, Delay: 0.2, Fate: figure.Lost}, {Node: 1, Delay: 1, Fate: figure.Missed}}},
		{Sender: 1, Start: 4, Airtime: 0.2, Arrivals: []figure.Arrival{{Node: 0, Delay: 1, Fate: figure.Lost}}},
	}
	equal := slices.EqualFunc(waves, want, func(a, b figure.Wave) bool {
		return a.Sender == b.Sender && near(a.Start, b.Start, 1e-6) && near(a.Airtime, b.Airtime, 1e-6) &&
			slices.EqualFunc(a.Arrivals, b.Arrivals, func(x, y figure.Arrival) bool {
				return x.Node == y.Node && x.Fate == y.Fate && near(x.Delay, y.Delay, 1e-6)
			})
	})
	if !equal || from != 1 || !near(to, 5.2, 1e-6) {
		t.Errorf("from %g to %g: %+v", from, to, waves)
	}
	if !takesPart(2, waves) || takesPart(3, waves) {
		t.Error("nodes 0 to 2 take part, and no other")
	}
}

// Every frame of an access protocol that asks first has packet 0, and a packet is sent again while its first copy is on the
// way: each arrival belongs to the frame whose number it has, and those of frames beyond the window to none.
func TestFramesOfOnePacket(t *testing.T) {
	w := &waveLog{Link: 1, From: 0.9, To: 2}
	for _, r := range []trace.Record{
		record(1, trace.TxStart, 0, 1, 7, 0.5),
		record(1.6, trace.TxStart, 0, 1, 8, 0.5),
		record(2, trace.RxOK, 1, 0, 7, 0),
		record(2.6, trace.RxOK, 1, 0, 8, 0),
		record(5, trace.TxStart, 0, 1, 9, 0.5),
		record(6, trace.RxOK, 1, 0, 9, 0),
	} {
		w.Emit(r)
	}
	waves, _, _ := w.window()
	if len(waves) != 2 {
		t.Errorf("%d waves", len(waves))
	}
	for i, v := range waves {
		if len(v.Arrivals) != 1 || !near(v.Arrivals[0].Delay, 0.5, 1e-6) {
			t.Errorf("frame %d: %+v", i, v)
		}
	}
}

// A window takes the frames that begin in it.
func TestWindow(t *testing.T) {
	w := &waveLog{Link: 1, From: 2, To: 3}
	for _, at := range []float64{1.9, 2, 3, 3.1} {
		w.Emit(record(at, trace.TxStart, 0, 1, 1, 0.1))
	}
	waves, from, to := w.window()
	if len(waves) != 2 || from != 2 || to != 3 {
		t.Errorf("%d waves from %g to %g", len(waves), from, to)
	}
	if waves, _, _ := (&waveLog{Link: -1}).window(); waves != nil {
		t.Errorf("waves of nothing: %v", waves)
	}
}

// lines are the readings of a dock and a vehicle that sinks by 1 m and sails 3 m along x.
func lines() []measure.Line {
	var out []measure.Line
	at := []float64{0, 10}
	add := func(name, unit string, values ...float64) {
		out = append(out, measure.Line{Name: name, Unit: unit, Times: at, Values: values})
	}
	add("auv.x", "m", 3, 0)
	add("auv.y", "m", 4, 4)
	add("auv.z", "m", -10, -11)
	add("auv.distance", "m", 5, 4)
	add("auv.estimate_error", "m", 0.5, 0.2)
	add("auv.power_below_full.acoustic", "dB", 0, 3)
	add("dock.x", "m", 0, 0)
	add("dock.y", "m", 0, 0)
	add("dock.z", "m", -10, -10)
	return out
}

// What a run has is drawn, and nothing else.
func TestRun(t *testing.T) {
	names := trace.Names{Nodes: []string{"idle", "dock", "auv"}, Links: []string{"rf", "acoustic"}}
	w := &waveLog{Link: 1}
	w.Emit(record(1, trace.TxStart, 1, 2, 7, 0.5))
	w.Emit(record(1.75, trace.RxOK, 2, 1, 7, 0))
	got := map[string]figure.Figure{}
	for _, p := range runPictures(lines(), w, nil, names, Pictures(), 0, 0, parts{}, nil) {
		got[p.Name] = p.Drawing.(figure.Figure)
		var svg strings.Builder
		if err := p.Write(&svg, "svg"); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
	if len(got) != 6 {
		t.Errorf("%d pictures: there is no age and no motive power", len(got))
	}
	if c := got["depth"].Layers[0].(figure.Curve); c.Name != "" || !alike(c.Y, []float64{10, 11}) || !got["depth"].Y.Down {
		t.Errorf("depth %+v", c)
	}
	track, places := got["track"].Layers[0].(figure.Track), got["track"].Layers[1].(figure.Places)
	if track.Name != "auv" || !alike(track.X, []float64{3, 0}) || !slices.Equal(places.Names, []string{"dock"}) || !got["track"].Equal {
		t.Errorf("track %+v, %+v", track, places)
	}
	if c := got["power-level"].Layers[0].(figure.Curve); c.Join != figure.Steps || got["power-level"].Y.Unit != "dB" {
		t.Errorf("power level %+v", c)
	}
	if c := got["estimate-error"].Layers[0].(figure.Curve); !alike(c.Y, []float64{0.5, 0.2}) || got["estimate-error"].Y.Unit != "m" {
		t.Errorf("estimate's error %+v", c)
	}
	st := got["space-time"]
	if !slices.Equal(st.Y.Names, []string{"dock (0)", "auv (5)"}) || st.X.From != 1 || st.X.To != 3 || st.Y.Quantity != "Distance from dock" {
		t.Errorf("space-time %+v", st.Y)
	}
	if wave := st.Layers[0].(figure.Waves).Waves[0]; wave.Sender != 0 || wave.Arrivals[0].Node != 1 || !near(wave.Arrivals[0].Delay, 0.25, 1e-6) {
		t.Errorf("wave %+v", wave)
	}
	some := runPictures(lines(), nil, nil, names, []string{"distance", "age", "space-time"}, 4, 0, parts{}, nil)
	if len(some) != 1 || some[0].Name != "distance" || some[0].Drawing.(figure.Figure).X.From != 4 || some[0].Drawing.(figure.Figure).X.To != 10 {
		t.Errorf("%+v", some)
	}
}

// Planned paths lie below the tracks and above obstacles, the first one lowest, and only where there is a track.
func TestPlannedPaths(t *testing.T) {
	names := trace.Names{Nodes: []string{"dock", "auv"}, Links: []string{"acoustic"}}
	paths := [][]geom.Vec{{{X: 1, Y: 2}, {X: 3, Y: 4, Z: -9}}, {{X: 5}, {X: 6, Y: 7}}}
	f := runPictures(lines(), nil, nil, names, []string{"track"}, 0, 0, parts{}, []solid.Solid{solid.Sphere{Radius: 1}, solid.Capsule{}}, paths...)[0].Drawing.(figure.Figure)
	if ball, ok := f.Layers[0].(figure.Footprint); !ok || len(ball.X) != 72 {
		t.Errorf("%+v", f.Layers[0])
	}
	f.Layers = f.Layers[1:]
	first, second := f.Layers[0].(figure.Plan), f.Layers[1].(figure.Plan)
	if !alike(first.X, []float64{1, 3}) || !alike(first.Y, []float64{2, 4}) || !alike(second.X, []float64{5, 6}) || !alike(second.Y, []float64{0, 7}) {
		t.Errorf("%+v, %+v", first, second)
	}
	if track, ok := f.Layers[2].(figure.Track); !ok || track.Name != "auv" || len(f.Layers) != 4 {
		t.Errorf("%+v", f.Layers)
	}
	if none := runPictures(nil, nil, nil, names, []string{"track"}, 0, 0, parts{}, nil, paths...); len(none) != 0 {
		t.Errorf("%+v", none)
	}
}

// Thrusts go by the names of the thrusters, with where they are behind those that are numbers, and those of two vehicles by these too. One that failed for good says so, and one that
// works again as well.
func TestThrusts(t *testing.T) {
	at := []float64{0, 10}
	all := []measure.Line{
		{Name: "auv.thrust_port", Unit: "N", Times: at, Values: []float64{3, 0}},
		{Name: "auv.thrust_1.5", Unit: "N", Times: at, Values: at},
		{Name: "auv.speed", Unit: "m/s", Times: at, Values: at},
		{Name: "rov.thrust_port", Unit: "N", Times: at, Values: at},
	}
	failures := []scenarios.Failed{{At: 4, Node: "auv", Part: "port"}, {At: 5, Node: "auv", Part: "port", Works: true}, {At: 6, Node: "rov", Part: "starboard"}}
	able := map[string][]vehicle.Actuator{"auv": {{Name: "port", Powered: true, Where: "aft"}, {Name: "1.5", Powered: true, Where: "fore upright"}}}
	for n, want := range map[int][]string{
		3: {"port, failed at 4 s", "1.5 fore upright"},
		4: {"port, failed at 4 s of auv", "1.5 fore upright of auv", "port of rov"},
	} {
		f := runPictures(all[:n], nil, nil, trace.Names{}, []string{"thrust"}, 0, 0, parts{failures, able}, nil)[0].Drawing.(figure.Figure)
		var got []string
		for _, l := range f.Layers {
			name := l.(figure.Curve).Name
			if of := l.(figure.Curve).Group; of != "" {
				name += " of " + of
			}
			got = append(got, name)
		}
		if !slices.Equal(got, want) || f.Y.Unit != "N" {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The series that pictures need.
func TestWanted(t *testing.T) {
	for name, want := range map[string]bool{"auv.x": true, "auv.distance": true, "auv.estimate_error": true, "auv.power_below_full.acoustic": true, "auv.age": true, "auv.thrust_port": true, "auv.speed": false, "acoustic.frames": false} {
		if wanted(name) != want {
			t.Errorf("%s: %t", name, !want)
		}
	}
}
