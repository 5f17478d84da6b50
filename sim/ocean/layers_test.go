package ocean

import (
	"math"
	"slices"
	"testing"
)

// Of a profile whose speeds are given, the points that are needed are left: the one in the middle of a line is not.
// A formula is kept to within the tolerance, with few of its nodes.
func TestSoundLayers(t *testing.T) {
	c := Default()
	c.SoundSpeed = "profile"
	c.Profile = &ProfileConfig{Depth: []float64{0, 10, 20, 40}, SoundSpeed: []float64{1500, 1505, 1510, 1500}}
	w, err := c.Build(Site{})
	if err != nil {
		t.Fatal(err)
	}
	depths, speeds := w.SoundLayers(0.01)
	if !slices.Equal(depths, []float64{0, 20, 40}) || !slices.Equal(speeds, []float64{1500, 1510, 1500}) {
		t.Errorf("depths %v, speeds %v", depths, speeds)
	}

	c = Default()
	c.SoundSpeed = "mackenzie"
	c.Salinity = 35
	c.Profile = &ProfileConfig{Depth: []float64{0, 12, 35, 200}, Temperature: []float64{22, 21, 12, 10}}
	if w, err = c.Build(Site{}); err != nil {
		t.Fatal(err)
	}
	const tolerance = 0.02
	depths, speeds = w.SoundLayers(tolerance)
	layers := column{depths, speeds}
	for depth := 0.0; depth < 12000; depth += 0.5 {
		if off := math.Abs(layers.at(depth) - w.sound.at(depth)); off > tolerance+speedTolerance {
			t.Fatalf("at %g m the layers are off by %g m/s", depth, off)
		}
	}
	if n := below(depths, 200); n > 15 || len(w.sound.depth) < 3*n {
		t.Errorf("%d of %d nodes are left above 200 m", n, len(w.sound.depth))
	}
}
