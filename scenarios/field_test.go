package scenarios

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"halocline/sim"
	"halocline/sim/ocean"
)

// written writes files into a folder and returns the path of the first.
func written(t *testing.T, files ...[2]string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f[0]), []byte(f[1]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, files[0][0])
}

// inVortex returns a run that has begun, of a float 30 m east of the origin in a field of points.
func inVortex(t *testing.T, keys, points string) *Simulation {
	t.Helper()
	plan, err := Standard().Load(written(t, [2]string{"vortex.yaml", `
name: vortex
duration: 700s
water: {field: {file: vortex.csv` + keys + `}}
nodes: [{name: float, at: [30m, 0m, -5m], drift: true}]
`}, [2]string{"vortex.csv", "x,y,depth,east,north\n" + points}), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := plan.Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Close() })
	return s
}

// A vortex u = -w y, v = w x, which a field of four points has exactly, carries a float around in 2 pi/w: after that it is where it began, and
// its radius is the same all the way, to 1e-6.
func TestVortex(t *testing.T) {
	const w = 0.01 // rad/s
	s := inVortex(t, "", "-100,-100,0,1,-1\n100,-100,0,1,1\n-100,100,0,-1,-1\n100,100,0,-1,1\n")
	turn := sim.Time(math.Round(2 * math.Pi / w * 1e9))
	for _, share := range []float64{0.1, 0.25, 0.5, 0.77, 1} {
		at := sim.Time(share * float64(turn))
		if _, err := s.RunUntil(context.Background(), at); err != nil {
			t.Fatal(err)
		}
		p, _ := s.nodes[0].moves(at)
		sin, cos := math.Sincos(2 * math.Pi * share)
		if r := math.Hypot(p.X, p.Y); math.Abs(r-30) > 1e-6 || math.Hypot(p.X-30*cos, p.Y-30*sin) > 1e-6*30 || p.Z != -5 {
			t.Errorf("after %g of a turn at %v, radius off by %g m", share, p, r-30)
		}
	}
}

// A float that leaves the field, here at 1 m/s after 50 m, is told of at the end of the run; one that stays within is not.
func TestLeavesTheField(t *testing.T) {
	for duration, want := range map[string]string{"40s": "", "100s": "water.field was asked for beyond the edges of its file "} {
		plan, err := Standard().Load(written(t, [2]string{"a.yaml", `
name: a
duration: ` + duration + `
water: {field: {file: a.csv}}
nodes: [{name: float, at: [0m, 0m, -5m], drift: true}]
`}, [2]string{"a.csv", "x,y,depth,east,north\n-50,0,0,1,0\n50,0,0,1,0\n"}), nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := plan.Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(s.Strained(), ""); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("after %s: %q, want %q", duration, got, want)
		}
	}
}

// A bottom like GEBCO's, elevations over latitude and longitude, lies where its degrees say: its deepest point, 0.01 degrees north and east of the origin,
// 1113.4 m by 804.3 m at 43.5 N by the tangent plane (an arc of the ellipsoid of 111.1 km a degree of latitude and 80.8 km one of longitude).
func TestBottomOfDegrees(t *testing.T) {
	data, err := os.ReadFile("testdata/gebco.nc")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Standard().Load(written(t,
		[2]string{"bay.yaml", `
name: bay
duration: 1s
geo: {latitude: 43.5deg, longitude: 4deg}
water: {seabed: {file: gebco.nc}}
nodes: [{name: a}]
`}, [2]string{"gebco.nc", string(data)}), nil)
	if err != nil {
		t.Fatal(err)
	}
	water, err := plan.Water.Build(ocean.Site{Geo: plan.Geo.geo(), Open: func(string) ([]byte, error) { return data, nil }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := plan.Build(nil, nil); err != nil {
		t.Fatal(err)
	}
	at := plan.Geo.geo().Local(43.51*math.Pi/180, 4.01*math.Pi/180, 0)
	at.Z = 0
	if got := water.Seabed(at); math.Abs(got-40) > 0.01 {
		t.Errorf("%g m deep at %v", got, at)
	}
	if got := water.Seabed(plan.Geo.geo().Local(43.5*math.Pi/180, 4.01*math.Pi/180, 0)); math.Abs(got-20) > 0.01 {
		t.Errorf("%g m deep to the east", got)
	}
}

// The variable elevation of the same file has -40 m at 43.51 N, 4.01 E: 40 m deep if nothing is said or elevation, and 40 m above the surface where
// the key values has depth.
func TestValuesOfABottom(t *testing.T) {
	data, err := os.ReadFile("testdata/gebco.nc")
	if err != nil {
		t.Fatal(err)
	}
	geo := (&GeoConfig{Latitude: 43.5 * math.Pi / 180, Longitude: 4 * math.Pi / 180}).geo()
	at := geo.Local(43.51*math.Pi/180, 4.01*math.Pi/180, 0)
	for values, want := range map[string]float64{"": 40, "elevation": 40, "depth": -40} {
		c := ocean.Default()
		c.Seabed = &ocean.SeabedConfig{File: "gebco.nc", Values: values}
		water, err := c.Build(ocean.Site{Geo: geo, Open: func(string) ([]byte, error) { return data, nil }})
		if err != nil || math.Abs(water.Seabed(at)-want) > 0.01 {
			t.Errorf("values %q: %v, %g m deep, want %g", values, err, water.Seabed(at), want)
		}
	}
}

// A bottom whose file ends before the nodes is told of, with where it goes: here from 0 to 100 m along x and from -50 to 50 m along y, of which
// the origin takes 500 m and 0 m. A file of one row goes everywhere along y.
func TestChartBesideTheWorld(t *testing.T) {
	for _, row := range []struct{ file, keys, at, want string }{
		{"y/x,0,100\n-50,30,40\n50,30,40\n", "", "[50m, 0m, -5m]", ""},
		{"y/x,0,100\n-50,30,40\n50,30,40\n", ", origin_x: 500m", "[50m, 0m, -5m]", "node b1 begins at x = 50 m, y = 0 m, and the file goes from x = -500 m to -400 m and from y = -50 m to 50 m: for 2 of 2 nodes"},
		{"y/x,0,100\n-50,30,40\n50,30,40\n", "", "[50m, 48m, -5m]", "node b2 begins at x = 50 m, y = 53 m"},
		{"y/x,0,100\n-50,30,40\n", "", "[50m, 480m, -5m]", ""},
	} {
		plan, err := Standard().Load(written(t, [2]string{"a.yaml", `
name: a
duration: 1s
water: {seabed: {file: a.csv` + row.keys + `}}
nodes: [{name: b, count: 2, at: ` + row.at + `, place: {type: line, step: [0m, 5m, 0m]}}]
`}, [2]string{"a.csv", row.file}), nil)
		var warnings []string
		if err == nil {
			warnings, err = plan.Check()
		}
		if got := strings.Join(warnings, "\n"); err != nil || !strings.Contains(got, row.want) || (row.want == "") != (got == "") {
			t.Errorf("%+v: %v, %q", row, err, got)
		}
	}
}

// A field in metres of its own is put where origin_x and origin_y say: the vortex of TestVortex about (5000, -200) of the file turns the float
// about the world's origin, by a quarter in pi/(2 w).
func TestOriginOfAField(t *testing.T) {
	const w = 0.01
	s := inVortex(t, ", origin_x: 5km, origin_y: -200m", "4900,-300,0,1,-1\n5100,-300,0,1,1\n4900,-100,0,-1,-1\n5100,-100,0,-1,1\n")
	at := sim.Time(math.Round(math.Pi / 2 / w * 1e9))
	if _, err := s.RunUntil(context.Background(), at); err != nil {
		t.Fatal(err)
	}
	if p, _ := s.nodes[0].moves(at); math.Hypot(p.X, p.Y-30) > 1e-4 {
		t.Errorf("after a quarter of a turn at %v", p)
	}
}

// A bottom in another unit than m is refused: the same file with F for the m of its elevations.
func TestBottomInFeet(t *testing.T) {
	data, err := os.ReadFile("testdata/gebco.nc")
	if err != nil {
		t.Fatal(err)
	}
	metres, feet := []byte("\x00\x00\x00\x02\x00\x00\x00\x01m"), []byte("\x00\x00\x00\x02\x00\x00\x00\x01F")
	if bytes.Count(data, metres) != 1 {
		t.Fatal("the unit is not where it was")
	}
	_, err = ocean.Config{Seabed: &ocean.SeabedConfig{File: "gebco.nc", Values: "depth"}, SoundSpeed: "constant", Speed: 1500, Temperature: 4, Salinity: 35, PH: 8}.Build(
		ocean.Site{Geo: (&GeoConfig{Latitude: 0.76, Longitude: 0.07}).geo(), Open: func(string) ([]byte, error) { return bytes.Replace(data, metres, feet, 1), nil }})
	if err == nil || !strings.Contains(err.Error(), `variable elevation is in "f"; convert it to m`) {
		t.Error(err)
	}
}
