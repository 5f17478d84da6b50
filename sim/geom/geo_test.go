package geom

import (
	"math"
	"testing"
)

// The example of EPSG Guidance Note 7-2, section 4.1.2 (Geographic/topocentric conversions): seen from 55 N, 5 E at a height of 200 m the point
// 53 48' 33.82" N, 2 07' 46.38" E at 73 m lies 189013.869 m to the west, 128642.040 m to the south and 4220.171 m below; from a height of 0, 200 m
// less below.
func TestTopocentric(t *testing.T) {
	const deg = math.Pi / 180
	g := Geo{Latitude: 55 * deg, Longitude: 5 * deg}
	got := g.Local((53+48/60.0+33.82/3600)*deg, (2+7/60.0+46.38/3600)*deg, 73)
	if want := (Vec{-189013.869, -128642.040, -4220.171 + 200}); got.Dist(want) > 1e-3 {
		t.Errorf("%v, want %v", got, want)
	}
}

// There and back again is the same to a nanometre, at all latitudes, near and far and deep.
func TestPlaceUndoesLocal(t *testing.T) {
	for _, lat := range []float64{-1.5, -0.7, 0, 0.3, 1.2, 1.5} {
		g := Geo{Latitude: lat, Longitude: -2}
		for _, at := range []Vec{{}, {X: 10, Y: -20, Z: -30}, {X: 1e5, Y: 5e4, Z: -1000}, {X: -3e5, Y: -2e5}} {
			if back := g.Local(g.Place(at)); back.Dist(at) > 1e-7 {
				t.Errorf("%v at %g: off by %g m", at, lat, back.Dist(at))
			}
		}
	}
}

// At 45 degrees a degree of latitude is 111131.8 m long and one of longitude 78846.8 m (NGA, Length of a degree, WGS 84).
func TestMetres(t *testing.T) {
	longitude, latitude := Geo{Latitude: math.Pi / 4}.Metres()
	if math.Abs(latitude*math.Pi/180-111131.8) > 0.1 || math.Abs(longitude*math.Pi/180-78846.8) > 0.1 {
		t.Errorf("%g, %g", longitude*math.Pi/180, latitude*math.Pi/180)
	}
}
