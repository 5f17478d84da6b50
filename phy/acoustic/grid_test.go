package acoustic

import (
	"errors"
	"io/fs"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"halocline/phy"
	"halocline/sim/geom"
)

// coarse is a grid of four azimuths and three elevations whose gains have nothing to do with each other, in degrees.
func coarse(t *testing.T) Grid {
	t.Helper()
	return grid(t, []float64{-90, 0, 90, 150}, []float64{-90, 0, 90}, []float64{
		-40, -40, -40, -40,
		-10, 0, -6, -30,
		-20, -20, -20, -20,
	})
}

// grid makes one of degrees.
func grid(t *testing.T, azimuth, elevation, gain []float64) Grid {
	t.Helper()
	for _, axis := range [][]float64{azimuth, elevation} {
		for i := range axis {
			axis[i] *= degree
		}
	}
	g, err := newGrid(azimuth, elevation, gain)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// towards returns the direction of an azimuth and an elevation in degrees, x forward, y to the left, z up.
func towards(azimuth, elevation float64) geom.Vec {
	sin, cos := math.Sincos(azimuth * degree)
	up, flat := math.Sincos(elevation * degree)
	return geom.Vec{X: 3 * flat * cos, Y: 3 * flat * sin, Z: 3 * up}
}

// Gains at the nodes and between them by hand. At 45 degrees to the left, on the level: half way from 0 to -6. At 45 degrees up as
// well: half way from there to -20. Behind the last azimuth, 150, the grid goes on to -90, which is 270: at 210, half of
// the 120 degrees, half way from -30 to -10.
func TestGridGain(t *testing.T) {
	g := coarse(t)
	for _, c := range []struct{ azimuth, elevation, want float64 }{
		{0, 0, 0},
		{90, 0, -6},
		{-90, 0, -10},
		{270, 0, -10},
		{150, 0, -30},
		{45, 0, -3},
		{45, 45, -11.5},
		{45, -45, -21.5},
		{0, 30, -20. / 3},
		{-30, 0, -10. / 3},
		{210, 0, -20},
		{-150, 0, -20},
		{180, 0, -25},
		{-180, 0, -25},
		{180, 45, -22.5},
		{0, 90, -20},
		{77, 90, -20},
		{-123, -90, -40},
	} {
		near(t, "gain", g.Gain(geom.Quat{W: 1}, towards(c.azimuth, c.elevation)), c.want, 1e-9)
	}
	near(t, "no direction", g.Gain(geom.Quat{W: 1}, geom.Vec{}), 0, 0)
}

// A body that turns carries its grid along: what is dead ahead of a body that has yawed, pitched or rolled has the gain of
// ahead. A yaw of 90 degrees points the bow to y, a positive pitch lowers it, a roll of 90 degrees turns the left side up.
func TestGridTurnsWithTheBody(t *testing.T) {
	g := coarse(t)
	for _, c := range []struct {
		what      string
		attitude  geom.Quat
		direction geom.Vec
		want      float64
	}{
		{"yaw, ahead", geom.FromEuler(math.Pi/2, 0, 0), geom.Vec{Y: 5}, 0},
		{"yaw, to the right", geom.FromEuler(math.Pi/2, 0, 0), geom.Vec{X: 5}, -10},
		{"pitch, ahead", geom.FromEuler(0, 30*degree, 0), towards(0, -30), 0},
		{"pitch, level", geom.FromEuler(0, 30*degree, 0), geom.Vec{X: 1}, -20. / 3}, // 30 degrees above ahead
		{"roll, up", geom.FromEuler(0, 0, math.Pi/2), geom.Vec{Z: 1}, -6},
	} {
		near(t, c.what, g.Gain(c.attitude, c.direction), c.want, 1e-9)
	}
	turn := geom.FromAxisAngle(geom.Vec{X: 1, Y: -1, Z: 2}, 2.5)
	attitude, direction := geom.FromEuler(0.3, -0.2, 0.1), geom.Vec{X: 50, Y: 12, Z: -30}
	near(t, "the whole world turned", g.Gain(turn.Mul(attitude), turn.Rotate(direction)), g.Gain(attitude, direction), 1e-9)
}

// A grid of a table that is symmetric about the vertical is that table: in its gain everywhere, and in its index, which the
// table has in closed form.
func TestGridOfATableIsTheTable(t *testing.T) {
	table := lamp(t) // 0, -3, -20 and -40 dB at 0, 30, 90 and 180 degrees from its axis
	g := grid(t, []float64{-100, 20, 30}, []float64{-90, 0, 60, 90}, []float64{-40, -40, -40, -20, -20, -20, -3, -3, -3, 0, 0, 0})
	up := Transducer{Pattern: table, Axis: geom.Vec{Z: 1}}
	for azimuth := -180.0; azimuth < 180; azimuth += 23 {
		for elevation := -90.0; elevation <= 90; elevation += 7.5 {
			d := towards(azimuth, elevation)
			near(t, "gain", g.Gain(geom.Quat{W: 1}, d), up.Gain(geom.Quat{W: 1}, d), 1e-9)
		}
	}
	near(t, "index", g.Index(), table.Index(), 1e-9)
	near(t, "one azimuth", grid(t, []float64{0}, []float64{-90, 90}, []float64{-7, -7}).Index(), 7, 1e-9)
}

// The index is the mean of the gain over the sphere, inverted: here by Gauss's rule in both directions over the gain that a
// direction has, between the kinks of the grid.
func TestGridIndexIsTheMeanOverTheSphere(t *testing.T) {
	g := coarse(t)
	mean, azimuths := 0.0, []float64{-90, 0, 90, 150, 270}
	for i := range 4 {
		for _, elevation := range []float64{-90, 0} {
			mean += quad.Fixed(func(a float64) float64 {
				return quad.Fixed(func(e float64) float64 {
					return math.Pow(10, g.Gain(geom.Quat{W: 1}, towards(a, e))/10) * math.Cos(e*degree)
				}, elevation, elevation+90, 60, quad.Legendre{}, 0)
			}, azimuths[i], azimuths[i+1], 60, quad.Legendre{}, 0) * degree * degree / (4 * math.Pi)
		}
	}
	near(t, "index", g.Index(), -10*math.Log10(mean), 1e-9)
}

// A file has the nodes in any order, in degrees; the modem's description opens it.
func TestGridFile(t *testing.T) {
	const text = "# from the tank\nelevation,azimuth,gain\n90,0,-20\n90,180,-20\n0,180,-9\n0,0,0\n-90,0,-40\n-90,180,-40\n"
	file := func(text string) func(string) ([]byte, error) {
		return func(name string) ([]byte, error) {
			if name != "beam.csv" {
				return nil, fs.ErrNotExist
			}
			return []byte(text), nil
		}
	}
	modem := phy.DefaultModem()
	c := &GridPattern{File: "beam.csv"}
	modem.Antenna = c
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	m, err := modem.Build(phy.ModemEnv{Open: file(text)})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "a quarter around", m.Antenna.Gain(geom.Quat{W: 1}, geom.Vec{Y: 1}), -4.5, 1e-9)
	near(t, "half way up", m.Antenna.Gain(geom.Quat{W: 1}, geom.Vec{X: 1, Z: 1}), -10, 1e-9)

	for change, want := range map[string]string{
		"gain>dB":             `beam.csv:2: column "dB" is unknown`,
		"0,0,0>0,180,0":       "beam.csv: the node at an azimuth of 180 and an elevation of 0 degrees is there twice",
		"0,0,0\n>":            "beam.csv: the node at an azimuth of 0 and an elevation of 0 degrees is missing",
		"-90,0,-40>-90,0,-39": "beam.csv: at an elevation of -90 degrees all azimuths are one direction, with gains of -39 and -40 dB",
		"0,180,-9>0,180,nine": `beam.csv:5: gain "nine" is not a number`,
	} {
		from, to, _ := strings.Cut(change, ">")
		_, err := modem.Build(phy.ModemEnv{Open: file(strings.Replace(text, from, to, 1))})
		says(t, change, err, "antenna.file", want)
	}
	c.File = "other.csv"
	_, err = modem.Build(phy.ModemEnv{Open: file(text)})
	says(t, "another file", err, "antenna.file", "file does not exist")
	_, err = modem.Build(phy.ModemEnv{})
	says(t, "no files", err, "antenna.file", "other.csv: files cannot be read here")
}

// says checks the key and the words of a fault.
func says(t *testing.T, what string, err error, field, words string) {
	t.Helper()
	var of interface{ Field() string }
	if !errors.As(err, &of) || of.Field() != field || !strings.Contains(err.Error(), words) {
		t.Errorf("%s: %v, want %q of the key %s", what, err, words, field)
	}
}

// What cannot be a grid names the key and what to write.
func TestGridFaults(t *testing.T) {
	full, half := []float64{0, math.Pi}, []float64{-math.Pi / 2, math.Pi / 2}
	for what, c := range map[string]struct {
		grid         GridPattern
		field, words string
	}{
		"nothing":        {GridPattern{}, "file", "the grid is missing; write the name of a CSV file"},
		"one elevation":  {GridPattern{Azimuth: full, Elevation: []float64{0}, Gain: full}, "elevation", "needs at least 2"},
		"half a sphere":  {GridPattern{Azimuth: full, Elevation: []float64{0, math.Pi / 2}, Gain: []float64{0, 0, 0, 0}}, "elevation", "from 0 to 90 degrees; make it run from -90 to 90"},
		"out of order":   {GridPattern{Azimuth: []float64{0, 1, 1}, Elevation: half, Gain: make([]float64, 6)}, "azimuth", "value 3, 57.2958 degrees"},
		"not a number":   {GridPattern{Azimuth: full, Elevation: []float64{math.NaN(), 1}, Gain: make([]float64, 4)}, "elevation", "value 1"},
		"twice around":   {GridPattern{Azimuth: []float64{-math.Pi, 0, math.Pi}, Elevation: half, Gain: make([]float64, 6)}, "azimuth", "from -180 to 180 degrees, a turn or more; leave the last one out"},
		"gains missing":  {GridPattern{Azimuth: full, Elevation: half, Gain: []float64{0, 0, 0}}, "gain", "3 gains are given for 2 azimuths and 2 elevations; write 4"},
		"endless gain":   {GridPattern{Azimuth: full, Elevation: half, Gain: []float64{0, 0, 0, math.Inf(-1)}}, "gain", "value 4 is not finite"},
		"two gains up":   {GridPattern{Azimuth: full, Elevation: half, Gain: []float64{0, 0, 0, -3}}, "gain", "at an elevation of 90 degrees all azimuths are one direction, with gains of 0 and -3 dB"},
		"file and lists": {GridPattern{File: "beam.csv", Gain: full}, "file", "beside azimuth, elevation or gain"},
	} {
		says(t, what, c.grid.Validate(), c.field, c.words)
	}
}

func TestGridDoesNotAllocate(t *testing.T) {
	var antenna phy.Antenna = coarse(t)
	attitude := geom.FromEuler(0.3, 0.2, 0.1)
	if n := testing.AllocsPerRun(100, func() { antenna.Gain(attitude, geom.Vec{X: 1, Y: 2, Z: 3}) }); n != 0 {
		t.Errorf("a gain allocates %g times", n)
	}
}
