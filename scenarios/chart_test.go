package scenarios

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"halocline/sim/geom"
	"halocline/sim/ocean"
	"halocline/sim/simtest"
	"halocline/sim/table"
)

// needs skips a test on a machine without a program; make packages installs them.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skip(err)
		}
	}
}

// command runs a program.
func command(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return out
}

// charted is the depth of the chart of testdata/chart between its soundings, m.
func charted(i, j float64) float64 { return 30 + 6*math.Cos(i/7)*math.Sin(j/4) }

// A chart of S-57 with 441 soundings goes through the recipe of GDAL into a grid. The bottom is charted within 6 cm at the soundings, which charts
// round to 10 cm, and within 20 cm between them; a vehicle that swims over it reads that by its altimeter.
func TestChart(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const python = "/usr/bin/python3"
	needs(t, python, "ogr2ogr", "gdal_grid", "gdal_translate")
	if exec.Command(python, "-c", "import osgeo.ogr").Run() != nil {
		t.Skip("python3-gdal is not there")
	}
	dir := t.TempDir()
	chart, grid := filepath.Join(dir, "chart.000"), filepath.Join(dir, "depth.asc")
	command(t, python, "testdata/chart/chart.py", chart)
	command(t, "sh", "testdata/chart/recipe.sh", chart, grid)
	soundings, err := os.ReadFile(grid + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	soundings = bytes.ReplaceAll(soundings, []byte(",\n"), []byte("\n")) // the first line of GDAL ends with a comma
	points, err := table.Read(bytes.NewReader(soundings), "soundings", []string{"X", "Y", "Z", "DEPTH"}, 4)
	if err != nil {
		t.Fatal(err)
	}
	const side = 21
	at := func(i, j int) geom.Vec {
		return geom.Vec{X: points.Columns["X"][i*side+j], Y: points.Columns["Y"][i*side+j]}
	}
	origin := at(side/2, side/2)
	config := ocean.Default()
	config.Seabed = &ocean.SeabedConfig{File: "depth.asc", Values: "depth", OriginX: origin.X, OriginY: origin.Y}
	water, err := config.Build(ocean.Site{Open: func(string) ([]byte, error) { return os.ReadFile(grid) }})
	if err != nil {
		t.Fatal(err)
	}
	for i := range side {
		for j := range side {
			if got, want := water.Seabed(at(i, j).Sub(origin)), charted(float64(i), float64(j)); math.Abs(got-want) > 0.06 {
				t.Errorf("sounding %d, %d: %.3f m deep, want %.3f", i, j, got, want)
			}
		}
	}
	between := func(i, j, u, v float64) geom.Vec { // a degree is straight over 50 m
		a, b := at(int(i), int(j)), at(int(i), int(j)+1)
		c, d := at(int(i)+1, int(j)), at(int(i)+1, int(j)+1)
		near, far := a.Add(b.Sub(a).Scale(v)), c.Add(d.Sub(c).Scale(v))
		return near.Add(far.Sub(near).Scale(u)).Sub(origin)
	}
	r := rand.New(rand.NewPCG(14, 57))
	for range 2000 {
		i, j, u, v := float64(r.IntN(side-1)), float64(r.IntN(side-1)), r.Float64(), r.Float64()
		if got, want := water.Seabed(between(i, j, u, v)), charted(i+u, j+v); math.Abs(got-want) > 0.2 {
			t.Fatalf("at %g, %g: %.3f m deep, want %.3f", i+u, j+v, got, want)
		}
	}
	swimOver(t, dir, origin, between(10, 10, 0, 0), between(10, 15, 0, 0))
}

// swimOver has a vehicle swim over the chart at 5 m, from sounding (10, 10) towards (10, 15), and compares what its altimeter reads.
func swimOver(t *testing.T, dir string, origin, from, to geom.Vec) {
	way := to.Sub(from)
	file := filepath.Join(dir, "swim.yaml")
	text := fmt.Sprintf(`
name: swim
duration: 100s
water: {seabed: {file: depth.asc, origin_x: %.3fm, origin_y: %.3fm}}
nodes:
  - {name: auv, at: [0m, 0m, -5m], vehicle: {dynamics: {type: point, velocity: [%.6fm/s, %.6fm/s, 0m/s]}},
     instruments: [{type: altimeter, period: 10s, half_angle: 0deg, distance: {noise: 0m, bias: 0m, resolution: 0m}}]}
`, origin.X, origin.Y, way.X/100, way.Y/100)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	plan, err := Standard().Load(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := plan.Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	s.Record(func(r Reading) {
		read++
		if want := charted(10, 10+5*r.Taken.Seconds()/100) - 5; math.Abs(r.Value-want) > 0.2 {
			t.Errorf("at %v: %.3f m above the bottom, want %.3f", r.Taken, r.Value, want)
		}
	})
	if _, err := s.Run(context.Background()); err != nil || read < 9 {
		t.Errorf("%d readings, %v", read, err)
	}
}

// A vehicle surveys at the surface over a bottom of degrees, and reads where it is on the Earth. A real gpsd that is told so in NMEA says the same
// place as the readings, to the hundred-thousandth of a minute that a sentence has, and the tangent plane brings it back to where it is.
func TestPositionsOfGPSD(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	needs(t, "gpsfake", "gpsd")
	bottom, err := os.ReadFile("testdata/gebco.nc")
	if err != nil {
		t.Fatal(err)
	}
	file := written(t, [2]string{"survey.yaml", `
name: survey
duration: 40s
geo: {latitude: 43.5deg, longitude: 4deg}
water: {seabed: {file: gebco.nc}}
nodes:
  - name: boat
    at: [0m, 0m, -0.2m]
    vehicle: {model: modular-six}
    instruments: [{type: gps, antenna: [0m, 0m, 1m], horizontal: {noise: 0m, bias: 0m}, height: {noise: 0m, bias: 0m}, velocity: {noise: 0m/s}}]
    run: {type: survey-vehicle, navigation: truth, path: [[0m, 0m, -0.2m], [300m, 200m, -0.2m]], speed: 0.5m/s}
`}, [2]string{"gebco.nc", string(bottom)})
	plan, err := Standard().Load(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := plan.Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	fixes := map[string]map[string]float64{} // by the time of day
	var order []string
	s.Record(func(r Reading) {
		at := fmt.Sprintf("%06.2f", r.Taken.Seconds())
		if fixes[at] == nil {
			fixes[at], order = map[string]float64{}, append(order, at)
		}
		fixes[at][r.Name] = r.Value
	})
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if len(order) < 30 {
		t.Fatalf("%d fixes", len(order))
	}
	log := filepath.Join(t.TempDir(), "boat.nmea")
	var text strings.Builder
	for _, at := range order {
		text.WriteString(sentence(fmt.Sprintf("GPRMC,000%s,A,%s,N,%s,E,1.94,090.0,241126,,,A", at, minutes(fixes[at]["latitude_deg"], 2), minutes(fixes[at]["longitude_deg"], 3))))
	}
	if err := os.WriteFile(log, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, line := range strings.Split(string(command(t, "timeout", "60", "gpsfake", "-1", "-q", "-p", log)), "\n") {
		var tpv struct {
			Class, Time string
			Lat, Lon    float64
		}
		if json.Unmarshal([]byte(line), &tpv) != nil || tpv.Class != "TPV" || len(tpv.Time) < 19 {
			continue
		}
		fix, ok := fixes["0"+tpv.Time[17:19]+".00"]
		if !ok {
			continue
		}
		told++
		const rounding = 0.5e-5/60 + 1e-9 // deg
		if math.Abs(tpv.Lat-fix["latitude_deg"]) > rounding || math.Abs(tpv.Lon-fix["longitude_deg"]) > rounding {
			t.Errorf("gpsd: %.9f, %.9f; read %.9f, %.9f", tpv.Lat, tpv.Lon, fix["latitude_deg"], fix["longitude_deg"])
		}
		place := plan.Geo.geo().Local(tpv.Lat*math.Pi/180, tpv.Lon*math.Pi/180, 0)
		if math.Hypot(place.X-fix["x_m"], place.Y-fix["y_m"]) > 0.02 {
			t.Errorf("gpsd's place is %v, and that of the boat %g, %g", place, fix["x_m"], fix["y_m"])
		}
	}
	if told < 25 {
		t.Errorf("gpsd told %d places of %d", told, len(order))
	}
}

// minutes writes an angle in deg as NMEA does: degrees and minutes.
func minutes(deg float64, digits int) string {
	whole := math.Floor(deg)
	return fmt.Sprintf("%0*d%08.5f", digits, int(whole), (deg-whole)*60)
}

// sentence adds the sum of a sentence of NMEA.
func sentence(body string) string {
	sum := byte(0)
	for i := range len(body) {
		sum ^= body[i]
	}
	return fmt.Sprintf("$%s*%02X\r\n", body, sum)
}
