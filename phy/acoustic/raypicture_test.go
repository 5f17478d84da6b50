package acoustic

import (
	"math"
	"testing"
	"time"

	"halocline/phy"
	"halocline/phy/ray"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/ocean"
)

// pictured is what shows the rays of a channel.
type pictured interface {
	Receive(tx, rx phy.End, t sim.Time) Reception
	Sketch(a ray.Arrival, from, to geom.Vec) []ray.Point
	Field(from, to geom.Vec, ranges []float64, depth float64, rows int) [][]float64
	Bottom(from, to geom.Vec) ray.Floor
}

// What is shown of a signal is what the channel makes of it: the same sums, as many arrivals, each with the share that the window's rule
// gives it, and paths from one end to the other, over a level bottom and over a slope.
func TestWhatRaysShow(t *testing.T) {
	slope := func(c *RaysConfig, w *ocean.Config) {
		summer(c, w)
		w.Seabed = &ocean.SeabedConfig{File: "slope.csv", Values: "depth"}
	}
	for name, change := range map[string]func(*RaysConfig, *ocean.Config){"level": summer, "slope": slope} {
		config, w := DefaultRays(), ocean.Default()
		w.Seabed = &ocean.SeabedConfig{Depth: 100, Values: "depth"}
		change(config, &w)
		water, err := w.Build(ocean.Site{Open: func(string) ([]byte, error) { return []byte("y,0,1000\n0,100,70\n"), nil }})
		if err != nil {
			t.Fatal(err)
		}
		c, err := config.Build(phy.ChannelEnv{Water: water, Band: inBand()})
		if err != nil {
			t.Fatal(err)
		}
		from, to, window := geom.Vec{Z: -8}, geom.Vec{X: 1000, Z: -60}, phy.Window{Span: time.Millisecond, Symbol: 20 * time.Millisecond}
		tx, rx := still(from, window), still(to, window)
		show := c.(pictured)
		got, want, paths := show.Receive(tx, rx, 0), c.Path(tx, rx, 0), c.(phy.Multipath).Arrivals(tx, rx, 0, nil)
		if got.Signal.Path() != want || len(got.Arrivals) != len(paths) || len(got.Inside) != len(paths) || len(paths) < 3 {
			t.Errorf("%s: %+v, want %+v and %d arrivals", name, got.Signal, want, len(paths))
		}
		partly := false
		for i, a := range got.Arrivals {
			weight := window.Weight(time.Duration(math.Round((a.Delay - got.Signal.Delay) * 1e9)))
			if math.Abs(got.Inside[i]-weight*weight) > 1e-6 {
				t.Errorf("%s: the window has %g of arrival %d, want %g", name, got.Inside[i], i, weight*weight)
			}
			partly = partly || weight > 0 && weight < 1
			path := show.Sketch(a, from, to)
			first, last := path[0], path[len(path)-1]
			if math.Hypot(first.Range, first.Depth-8) > 1e-9 || math.Hypot(last.Range-1000, last.Depth-60) > 1e-3 {
				t.Errorf("%s: a path from %v to %v", name, first, last)
			}
		}
		if !partly {
			t.Errorf("%s: the test has no arrival on the edge of the window", name)
		}
		floor := show.Bottom(from, to)
		if end := floor[len(floor)-1]; end.Range != 1000 || end.Depth != map[string]float64{"level": 100, "slope": 70}[name] {
			t.Errorf("%s: the bottom is %v", name, floor)
		}
		// The mean over 5 m of depth around the receiver is not far from what arrives there as powers, 3 dB.
		sum := 0.0
		for _, p := range paths {
			sum += p.Gain
		}
		if field := show.Field(from, to, []float64{1000}, 100, 20); math.Abs(10*math.Log10(field[12][0]/sum)) > 3 {
			t.Errorf("%s: a field of %g, want about %g", name, field[12][0], sum)
		}
		if dark := show.Receive(tx, still(geom.Vec{X: 1000, Z: 1}, window), 0); len(dark.Arrivals) != 0 {
			t.Errorf("%s: %d arrivals in the air", name, len(dark.Arrivals))
		}
	}
}
