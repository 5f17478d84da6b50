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

// Latitudes and longitudes by PROJ 9.1.1: cct -I +proj=pipeline +step +proj=cart +ellps=WGS84 +step +proj=topocentric +ellps=WGS84 +lon_0=4 +lat_0=43.5 +h_0=0.
// What Metres leaves is the two terms that its comment has, within 5 %: those of the third order are 2 % at 100 km.
func TestPlaceOfPROJ(t *testing.T) {
	const deg = math.Pi / 180
	g := Geo{Latitude: 43.5 * deg, Longitude: 4 * deg}
	perLongitude, perLatitude := g.Metres()
	for _, row := range []struct{ x, y, latitude, longitude, height float64 }{
		{1e4, 1e4, 43.5899391427, 4.1238287908, 15.6813263390},
		{1e5, 1e5, 44.3930308927, 5.2548938430, 1567.8677807227},
		{1e5, 0, 43.4933164252, 5.2362584980, 782.6358818365},
	} {
		latitude, longitude, height := g.Place(Vec{X: row.x, Y: row.y})
		if math.Abs(latitude/deg-row.latitude) > 1e-10 || math.Abs(longitude/deg-row.longitude) > 1e-10 || math.Abs(height-row.height) > 1e-6 {
			t.Errorf("(%g, %g): %.10f, %.10f, %.7f m; want %v", row.x, row.y, latitude/deg, longitude/deg, height, row)
		}
		east := (row.longitude*deg-g.Longitude)*perLongitude - row.x
		south := row.y - (row.latitude*deg-g.Latitude)*perLatitude
		tan := math.Tan(g.Latitude)
		wantEast, wantSouth := row.x*row.y*tan/6.4e6, row.x*row.x*tan/12.8e6
		if most := 0.05 * math.Hypot(wantEast, wantSouth); math.Abs(east-wantEast) > most || math.Abs(south-wantSouth) > most {
			t.Errorf("(%g, %g): straightened it is off by %g m and %g m; want %g and %g", row.x, row.y, east, south, wantEast, wantSouth)
		}
	}
}
