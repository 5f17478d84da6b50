package geom

import "math"

// Geo is where the origin of the world lies on the Earth: x points east there, y north and z up. It is the local tangent plane of the
// ellipsoid of WGS 84, at height 0.
type Geo struct {
	Latitude  float64 // north, rad
	Longitude float64 // east, rad
}

// The ellipsoid of WGS 84 (NIMA TR8350.2, table 3.1).
const (
	equator    = 6378137.0                     // semi-major axis a, m
	flattening = 1 / 298.257223563             // f
	square     = flattening * (2 - flattening) // first eccentricity squared
)

// centred returns a point of the ellipsoid in the frame of the Earth's centre: x to the meridian of Greenwich, z to the north pole, m.
func centred(latitude, longitude, height float64) Vec {
	sin, cos := math.Sincos(latitude)
	east, north := math.Sincos(longitude)
	n := equator / math.Sqrt(1-square*sin*sin)
	return Vec{X: (n + height) * cos * north, Y: (n + height) * cos * east, Z: (n*(1-square) + height) * sin}
}

// Local returns the place in the world of a latitude and a longitude in rad, at a height above the ellipsoid in m.
func (g Geo) Local(latitude, longitude, height float64) Vec {
	d := centred(latitude, longitude, height).Sub(centred(g.Latitude, g.Longitude, 0))
	sin, cos := math.Sincos(g.Latitude)
	east, north := math.Sincos(g.Longitude)
	return Vec{
		X: -east*d.X + north*d.Y,
		Y: -sin*north*d.X - sin*east*d.Y + cos*d.Z,
		Z: cos*north*d.X + cos*east*d.Y + sin*d.Z,
	}
}

// Place returns the latitude and the longitude in rad, and the height above the ellipsoid in m, of a place in the world. The latitude is found by
// repeating Bowring's step (Survey Review 23, 1976), whose first one is within 1e-12 rad down to the deepest sea and up to 10 km already.
func (g Geo) Place(at Vec) (latitude, longitude, height float64) {
	sin, cos := math.Sincos(g.Latitude)
	east, north := math.Sincos(g.Longitude)
	p := centred(g.Latitude, g.Longitude, 0).Add(Vec{
		X: -east*at.X - sin*north*at.Y + cos*north*at.Z,
		Y: north*at.X - sin*east*at.Y + cos*east*at.Z,
		Z: cos*at.Y + sin*at.Z,
	})
	out := math.Hypot(p.X, p.Y)
	reduced := math.Atan2(p.Z, (1-flattening)*out)
	for range 3 {
		s, c := math.Sincos(reduced)
		latitude = math.Atan2(p.Z+square/(1-square)*(1-flattening)*equator*s*s*s, out-square*equator*c*c*c)
		s, c = math.Sincos(latitude)
		reduced = math.Atan2((1-flattening)*s, c)
	}
	s, c := math.Sincos(latitude)
	return latitude, math.Atan2(p.Y, p.X), out*c + p.Z*s - equator*math.Sqrt(1-square*s*s)
}

// Metres returns how many m a rad of longitude and one of latitude are at the origin. On a map of lines of equal latitude and longitude
// that is straightened so, a place (x, y) is off by x y tan(latitude)/6.4e6 m to the east and by x^2 tan(latitude)/12.8e6 m to the south, and
// by terms of the third order. At 43.5 N, 10 km to the north and east, that is 17 m, and 1.7 km at 100 km.
func (g Geo) Metres() (longitude, latitude float64) {
	sin, cos := math.Sincos(g.Latitude)
	w := 1 - square*sin*sin
	return equator / math.Sqrt(w) * cos, equator * (1 - square) / (w * math.Sqrt(w))
}
