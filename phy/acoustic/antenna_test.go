package acoustic

import (
	"errors"
	"math"
	"strings"
	"testing"

	"halocline/phy"
	"halocline/sim/geom"
)

// band is 24 to 26 kHz: at 1500 m/s the wavelength of its centre is 6 cm.
func band() phy.Band { return phy.Band{Centre: 25e3, Width: 2e3} }

// The half-power angles of textbook arrays, from the names of a configuration to
// the gain (Kinsler et al., sections 7.3 and 7.4). A line is at -3.01 dB where
// sin u / u = 0.70711, at u = 1.39156, so 20 cm of it off the plane across it by
// asin(1.39156 0.06 / (0.2 pi)) = 7.637 degrees; a piston where 2 J1(x)/x is, at
// x = 1.61634, so 10 cm of it by asin(1.61634 0.06 / (0.1 pi)) = 17.981 degrees.
func TestAntennasByName(t *testing.T) {
	const half = -3.0103
	for _, c := range []struct {
		name       string
		main, edge geom.Vec // directions, for a body that is level
	}{
		{"line", geom.Vec{X: 1}, geom.Vec{X: math.Cos(7.637 * degree), Z: math.Sin(7.637 * degree)}},
		{"piston", geom.Vec{X: 1}, geom.Vec{X: math.Cos(17.981 * degree), Y: math.Sin(17.981 * degree)}},
	} {
		antenna, err := Antennas()[c.name]().Antenna(band(), 1500)
		if err != nil {
			t.Fatal(err)
		}
		level := geom.Quat{W: 1}
		near(t, c.name+", main beam", antenna.Gain(level, c.main), 0, 1e-9)
		near(t, c.name+", half power", antenna.Gain(level, c.edge), half, 2e-3)
	}
}

// A measured pattern is that of its rows, about its own axis, and needs no
// wavelength: it serves in a channel that has none.
func TestMeasuredPattern(t *testing.T) {
	c := &MeasuredPattern{
		Mounting: phy.Mounting{Axis: geom.Vec{Z: -2}}, // straight down
		Angle:    []float64{0, math.Pi / 2, math.Pi}, Gain: []float64{0, -9, -30},
	}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	antenna, err := c.Antenna(phy.Band{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		direction geom.Vec
		want      float64
	}{
		{geom.Vec{Z: -1}, 0},
		{geom.Vec{X: 1}, -9},
		{geom.Vec{Y: 3}, -9},
		{geom.Vec{Z: 1}, -30},
		{geom.Vec{X: 1, Z: -1}, -4.5},  // 45 degrees off the axis
		{geom.Vec{X: -1, Z: 1}, -19.5}, // 135 degrees
	} {
		near(t, "gain", antenna.Gain(geom.Quat{W: 1}, row.direction), row.want, 1e-9)
	}
}

// What cannot be a transducer names the key at fault, and what to write.
func TestAntennaFaults(t *testing.T) {
	table := func(angle, gain []float64) error {
		return (&MeasuredPattern{Angle: angle, Gain: gain}).Validate()
	}
	made := func(name string) error {
		_, err := Antennas()[name]().Antenna(band(), 0)
		return err
	}
	for what, c := range map[string]struct {
		err         error
		field, says string
	}{
		"gains are missing": {table([]float64{0, 1, math.Pi}, []float64{0, -3}), "gain", "2 gains are given for 3 angles"},
		"half a circle":     {table([]float64{0, math.Pi / 2}, []float64{0, -3}), "angle", "to 90 degrees"},
		"out of order":      {table([]float64{0, 2, 1, math.Pi}, []float64{0, 0, 0, 0}), "angle", "row 3"},
		"no axis":           {phy.Mounting{}.Validate(), "axis", "[1, 0, 0] for forward"},
		"endless axis":      {phy.Mounting{Axis: geom.Vec{X: math.Inf(1)}}.Validate(), "axis", "no direction"},
		"no number":         {phy.Mounting{Axis: geom.Vec{Y: math.NaN()}}.Validate(), "axis", "no direction"},
		"line, no speed":    {made("line"), "antenna", "needs a channel with a wavelength"},
		"piston, no speed":  {made("piston"), "antenna", "needs a channel with a wavelength"},
	} {
		var of interface{ Field() string }
		if !errors.As(c.err, &of) || of.Field() != c.field || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: %v, want %q of the key %s", what, c.err, c.says, c.field)
		}
	}
	if err := (phy.Mounting{Axis: geom.Vec{X: 1e-9}}).Validate(); err != nil {
		t.Errorf("a short axis: %v", err)
	}
}
