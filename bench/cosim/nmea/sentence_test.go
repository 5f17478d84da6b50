package nmea

import (
	"math"
	"strings"
	"testing"
	"time"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// The example of GGA that manuals repeat (D. DePriest, NMEA data, gpsinformation.org/dale/nmea.htm) has the sum 47.
func TestSum(t *testing.T) {
	const want = "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"
	if got := sentence("GPGGA,%s,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", "123519"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Minutes are below 60, whatever is rounded; 1e-9 deg are 6e-8 minutes.
func TestAngle(t *testing.T) {
	for _, row := range []struct {
		deg    float64
		digits int
		want   string
	}{
		{0, 2, "0000.0000000,N"},
		{-1.0 / 3, 2, "0020.0000000,S"},
		{43 + 59.9999999/60, 2, "4359.9999999,N"},
		{43.9999999999, 2, "4400.0000000,N"},
		{-179.9999999999, 3, "18000.0000000,S"},
		{7.505, 3, "00730.3000000,N"},
	} {
		if got := angle(row.deg, row.digits, "NS"); got != row.want {
			t.Errorf("%v deg is %s, want %s", row.deg, got, row.want)
		}
	}
	for i := range 100_000 { // all fractions of a degree, to the rounding of 7 digits and the comma of 360 deg
		deg := float64(i) * math.Phi / 1000
		text := angle(deg, 3, "EW")
		if strings.Contains(text, "60.") {
			t.Fatalf("%v deg is %s", deg, text)
		}
	}
}

// Bearings count from north (y) to the east (x), and there is none of 360.
func TestBearing(t *testing.T) {
	for want, v := range map[string]geom.Vec{
		"000.00": {Y: 1}, "090.00": {X: 2}, "180.00": {Y: -3}, "270.00": {X: -1}, "036.87": {X: 3, Y: 4},
	} {
		if got := bearing(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
	if got := bearing(geom.Vec{X: -1e-6, Y: 1}); got != "000.00" {
		t.Errorf("nearly north is %s", got)
	}
}

// A vehicle with its bow 30 deg from x to y, so at 60 deg from north, goes ahead at 1 m/s = 3600/1852 = 1.944 knots; half a minute after noon of
// the second day. Sentences have 82 characters at most, the longest with all digits.
func TestSentences(t *testing.T) {
	at := sim.Time(36*time.Hour + 30*time.Second + 250*time.Millisecond)
	m := vehicle.Motion{Position: geom.Vec{Z: -12.5}, Attitude: geom.FromEuler(math.Pi/6, 0, 0), Velocity: vehicle.Six{1}}
	f := &fix{at: at, known: true, latitude: -43.5, longitude: 179.75, motion: &m}
	got := f.sentences()
	for _, want := range []string{
		"$GPHDT,060.00,T*",
		"$GPRMC,120030.250,A,4330.0000000,S,17945.0000000,E,1.944,060.00,020126,,,S*",
		"$GPGGA,120030.250,4330.0000000,S,17945.0000000,E,8,04,,-12.500,M,,M,,*",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	m.Position.Z, m.Velocity = -10999.999, vehicle.Six{499}
	for line := range strings.Lines(f.sentences()) {
		if len(line) > 82 {
			t.Errorf("%d characters: %q", len(line), line)
		}
	}
	f.known = false
	if got := f.sentences(); !strings.Contains(got, "RMC,120030.250,V,,") || !strings.Contains(got, "GGA,120030.250,,,,,0,") {
		t.Errorf("without a place: %q", got)
	}
}
