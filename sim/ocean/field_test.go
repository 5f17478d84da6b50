package ocean

import (
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
