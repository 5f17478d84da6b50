package ocean

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"halocline/sim"
	"halocline/sim/geom"
)

// sea builds water with a field from a file of a name and a text.
func sea(t testing.TB, name, text string, change func(*Config)) (*Water, error) {
	t.Helper()
	c := Default()
	c.Field = &FieldConfig{File: name}
	c.Field.Defaults()
	if change != nil {
		change(&c)
	}
	return c.Build(Site{Geo: &geom.Geo{Latitude: 43.5 * math.Pi / 180, Longitude: 4 * math.Pi / 180}, Open: func(string) ([]byte, error) { return []byte(text), nil }})
}

// linear is a field that is linear in each of x, y, depth and time.
func linear(x, y, d, t float64) [5]float64 {
	return [5]float64{10 + 0.01*x - 0.02*y - 0.03*d + 0*t, 35 + 0.001*x, 0.1 + 0.001*x - 0.002*y + 0.003*d + 0.004*t, -0.2 + 0.002*y - 0.001*t, 0.01 - 0.0001*d}
}

// A linear field is itself, within rounding, at random places and times; rows may come in any order. Outside it is the nearest point's.
func TestLinearField(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 3))
	var rows []string
	for _, x := range []float64{-100, 0, 37, 250} {
		for _, y := range []float64{-80, 20, 90} {
			for _, d := range []float64{0, 13, 60} {
				for _, s := range []float64{0, 50, 200} {
					v := linear(x, y, d, s)
					rows = append(rows, fmt.Sprintf("%g,%g,%g,%g,%.17g,%.17g,%.17g,%.17g,%.17g", x, y, d, s, v[0], v[1], v[2], v[3], v[4]))
				}
			}
		}
	}
	r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	w, err := sea(t, "sea.csv", "x,y,depth,time,temperature,salinity,east,north,up\n"+strings.Join(rows, "\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		x, y, d, s := -100+350*r.Float64(), -80+170*r.Float64(), 60*r.Float64(), 200*r.Float64()
		at := geom.Vec{X: x, Y: y, Z: -d}
		v := w.Current(at, sim.Time(s*1e9))
		s = sim.Time(s * 1e9).Seconds()
		want := linear(x, y, d, s)
		if got := v.Dist(geom.Vec{X: want[2], Y: want[3], Z: want[4]}); got > 1e-12 {
			t.Fatalf("current off by %g m/s", got)
		}
		want = linear(x, y, d, 0)
		if math.Abs(w.Temperature(at)-want[0]) > 1e-12 || math.Abs(w.Salinity(at)-want[1]) > 1e-12 {
			t.Fatalf("%g degC, %g psu; want %g, %g", w.Temperature(at), w.Salinity(at), want[0], want[1])
		}
		if got := Density(want[0], want[1], Pressure(d, math.Pi/4)); math.Abs(w.Density(at)-got) > 1e-9 {
			t.Fatalf("%g kg/m3, want %g", w.Density(at), got)
		}
	}
	edge := linear(250, 90, 60, 200)
	if v := w.Current(geom.Vec{X: 1e4, Y: 1e4, Z: -1e3}, sim.Time(1e12)); v.Dist(geom.Vec{X: edge[2], Y: edge[3], Z: edge[4]}) > 1e-15 {
		t.Error(v)
	}
	if n := testing.AllocsPerRun(100, func() { w.Current(geom.Vec{X: 1, Y: 2, Z: -3}, 5) }); n > 0 {
		t.Errorf("%g allocations", n)
	}
}

// A file of ncgen, whose latitudes fall from north to south, with packed temperatures, holes and hours: values at points of its grid by
// hand. At 43.5 N a degree of longitude is 80945 m long by 111320 cos(lat)/sqrt(1 - e2 sin2(lat)), and half a degree of latitude 55549 m.
func TestFieldOfNetCDF(t *testing.T) {
	data, err := os.ReadFile("../netcdf/testdata/sea1.nc")
	if err != nil {
		t.Fatal(err)
	}
	w, err := sea(t, "sea.nc", string(data), func(c *Config) {
		c.Field.Variables = FieldVariables{Temperature: "temp"}
	})
	if err != nil {
		t.Fatal(err)
	}
	lon, lat := geom.Geo{Latitude: 43.5 * math.Pi / 180}.Metres()
	x, y := lon*math.Pi/360, lat*math.Pi/360 // half a degree
	for _, row := range []struct{ x, y, d, want float64 }{
		{0, y, 0, 11},
		{x, y, 0, 12},
		{0, 0, 0, 13},
		{x, -y, 0, 16},
		{0, y, 50, 9},
		{0, -y, 50, 5},
		{x, -y, 50, 5}, // a hole has the nearest value of its row
		{x / 2, y, 0, 11.5},
		{0, y / 2, 0, 12},
		{0, y, 25, 10},
		{-1e6, 1e6, 0, 11},
	} {
		if got := w.Temperature(geom.Vec{X: row.x, Y: row.y, Z: -row.d}); math.Abs(got-row.want) > 1e-9 {
			t.Errorf("at (%g, %g, %g): %g degC, want %g", row.x, row.y, row.d, got, row.want)
		}
	}
}

// Faults of files say the file and what to do.
func TestFieldFaults(t *testing.T) {
	data, err := os.ReadFile("../netcdf/testdata/sea1.nc")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		text, want string
		change     func(*Config)
	}{
		{"x,y,depth,east\n0,0,0,1\n", "it has one of east and north; a current has both", nil},
		{"x,y,depth,east,north\n0,0,0,1,0\n1,1,0,1,0\n", "it has 2 rows, and its 2 x, 2 y, 1 depths and 1 times make 4 points", nil},
		{"x,y,depth,east,north\n0,0,0,1,0\n0,0,0,1,0\n", "make 1 points", nil},
		{"x,y,depth,east,north\n0,0,0,1,0\n0,1,0,1,0\n0,0,0,1,0\n1,1,0,1,0\n", "sea:4: the point is there twice", nil},
		{"x,y,depth,east,north\n0,0,0,99,0\n", "sea: east has 99 m/s; the range is", nil},
		{"x,y,depth\n0,0,0\n", "it has none of the variables temperature, salinity, east, north, up", nil},
		{"x,y,depth,wet\n0,0,0,1\n", `column "wet" is unknown`, nil},
		{string(data), "it has none of the variables", nil},
		{string(data[:500]), "ends too early", nil},
		{string(data), "its coordinates are degrees; say where the origin", func(c *Config) { c.Field.Variables.Temperature = "temp" }},
		{"\x89HDF\r\n\x1a\n\x00", "nccopy -k classic", nil},
		{"x,y,depth,east,north\n0,0,0,1,0\n", `"a" is the name of two variables`, func(c *Config) { c.Field.Variables.East, c.Field.Variables.North = "a", "a" }},
	} {
		c := Default()
		c.Field = &FieldConfig{File: "sea"}
		c.Field.Defaults()
		if row.change != nil {
			row.change(&c)
		}
		if _, err := c.Build(Site{Open: func(string) ([]byte, error) { return []byte(row.text), nil }}); !strings.Contains(fmt.Sprint(err), row.want) {
			t.Errorf("%v, want %s", err, row.want)
		}
	}
}

// shifted returns sea1.nc with other longitudes, which it has as 4 and 4.5.
func shifted(t *testing.T, by float64) string {
	t.Helper()
	data, err := os.ReadFile("../netcdf/testdata/sea1.nc")
	if err != nil {
		t.Fatal(err)
	}
	var old, longitudes [16]byte
	for i, v := range []float64{4, 4.5} {
		binary.BigEndian.PutUint64(old[8*i:], math.Float64bits(v))
		binary.BigEndian.PutUint64(longitudes[8*i:], math.Float64bits(v+by))
	}
	if bytes.Count(data, old[:]) != 1 {
		t.Fatal("the longitudes are not in the file once")
	}
	return string(bytes.Replace(data, old[:], longitudes[:], 1))
}

// Longitudes are of a circle: a file that counts them from 0 to 360 is the same sea.
func TestLongitudesGoAround(t *testing.T) {
	lon, _ := geom.Geo{Latitude: 43.5 * math.Pi / 180}.Metres()
	for _, by := range []float64{0, 360, -360} {
		w, err := sea(t, "sea.nc", shifted(t, by), func(c *Config) { c.Field.Variables = FieldVariables{Temperature: "temp"} })
		if err != nil {
			t.Fatal(err)
		}
		for x, want := range map[float64]float64{0: 13, lon * math.Pi / 360: 14} { // by sea.cdl
			if got := w.Temperature(geom.Vec{X: x}); math.Abs(got-want) > 1e-9 {
				t.Errorf("longitudes shifted by %g: %g degC at x = %g, want %g", by, got, x, want)
			}
		}
	}
}

// The speed of sound is that of the field's water below the origin, here by Mackenzie's equation: 20 degC and 38 psu at the surface, 10 degC and
// 36 psu at 100 m, whatever the water is elsewhere.
func TestSoundOfField(t *testing.T) {
	const text = "x,y,depth,temperature,salinity\n0,0,0,20,38\n0,0,100,10,36\n500,0,0,5,30\n500,0,100,4,30\n"
	w, err := sea(t, "s.csv", text, func(c *Config) { c.SoundSpeed = "mackenzie" })
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []float64{0, 500} {
		for depth, want := range map[float64]float64{0: Mackenzie(20, 38, 0), 50: Mackenzie(15, 37, 50), 100: Mackenzie(10, 36, 100)} {
			if got := w.SoundSpeed(geom.Vec{X: x, Z: -depth}); math.Abs(got-want) > speedTolerance {
				t.Errorf("%g m/s at (%g, %g), want %g", got, x, depth, want)
			}
		}
	}
	thin := "x,y,depth,temperature,salinity\n0,0,0,10,35\n0,0,100,10,35\n0,0,101,20,35\n0,0,102,10,35\n" // a warm layer 2 m thick is not overlooked
	if w, err = sea(t, "s.csv", thin, func(c *Config) { c.SoundSpeed = "mackenzie" }); err != nil {
		t.Fatal(err)
	}
	if got, want := w.SoundSpeed(geom.Vec{Z: -101}), Mackenzie(20, 35, 101); math.Abs(got-want) > speedTolerance {
		t.Errorf("%g m/s in the warm layer, want %g", got, want)
	}
	for _, change := range []func(*Config){
		func(c *Config) { c.Temperature = 12 },
		func(c *Config) { c.Salinity = 12 },
		func(c *Config) { c.Profile = &ProfileConfig{Depth: []float64{0, 9}, Temperature: []float64{3, 4}} },
		func(c *Config) { c.Profile = &ProfileConfig{Depth: []float64{0, 9}, Salinity: []float64{3, 4}} },
	} {
		if _, err := sea(t, "s.csv", text, change); err == nil || !strings.Contains(err.Error(), "leave one of them out") {
			t.Errorf("a quantity is given twice, and the error is %v", err)
		}
	}
}

// Questions beyond an edge are counted, but above the uppermost layer, and along an axis with one place.
func TestOutside(t *testing.T) {
	w, err := sea(t, "s.csv", "x,y,depth,time,east,north\n0,0,1,0,1,0\n9,0,1,0,1,0\n0,0,5,0,1,0\n9,0,5,0,1,0\n0,0,1,60,1,0\n9,0,1,60,1,0\n0,0,5,60,1,0\n9,0,5,60,1,0\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for i, row := range []struct {
		x, y, depth float64
		s           sim.Time
		beyond      int
	}{{4, 0, 2, 30, 0}, {0, 0, 1, 0, 0}, {9, 0, 5, 60, 0}, {4, 70, 0, 30, 0}, {-1, 0, 2, 30, 1}, {10, 0, 2, 30, 1}, {4, 0, 6, 30, 1}, {4, 0, 2, 61, 1}, {10, 0, 6, 61, 1}} {
		w.Current(geom.Vec{X: row.x, Y: row.y, Z: -row.depth}, row.s*1e9)
		want += row.beyond
		if outside, asked := w.Outside(); outside != want || asked != i+1 {
			t.Errorf("after %+v: %d of %d, want %d of %d", row, outside, asked, want, i+1)
		}
	}
	if w, err = sea(t, "s.csv", "x,y,depth,temperature\n100,0,0,9\n200,0,0,9\n", nil); err != nil {
		t.Fatal(err)
	}
	if outside, asked := w.Outside(); outside != 0 || asked != 0 {
		t.Errorf("%d of %d before anybody asked, want none", outside, asked)
	}
	if outside, asked := (&Water{}).Outside(); outside != 0 || asked != 0 {
		t.Error("there is no field")
	}
}

// What has no value gets the nearest along x, the one before where two are as near; a row without any gets that of the row beside it. A row of
// holes alone takes no longer than others.
func TestHoles(t *testing.T) {
	nan := math.NaN()
	b := block{axes: [4][]float64{{0, 1, 2, 3, 4, 5}, {0, 1}, {0}, {0}}, values: []float64{nan, 1, nan, nan, nan, 2, nan, nan, nan, nan, nan, nan}}
	if err := b.fill(); err != nil || fmt.Sprint(b.values) != "[1 1 1 1 2 2 1 1 1 1 2 2]" {
		t.Errorf("%v, %v", b.values, err)
	}
	const n = 1 << 20
	long := block{axes: [4][]float64{make([]float64, n), {0}, {0}, {0}}, values: make([]float64, n)}
	for i := range long.values {
		long.values[i] = nan
	}
	if err := long.fill(); err == nil { // by the square of n this would take an hour
		t.Error("it has no value anywhere")
	}
}
