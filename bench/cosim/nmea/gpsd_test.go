package nmea_test

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"halocline/bench/cosim"
	"halocline/bench/cosim/clienttest"
	"halocline/bench/cosim/nmea"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// serve serves a scenario until the test ends, in lock step at rate 0, and returns where it tells of a node.
func serve(t *testing.T, rate float64, node, text string) (address string, session *cosim.Session) {
	t.Helper()
	plan, err := scenarios.Standard().Parse("test.yaml", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	adapter, err := nmea.Open(t.Context(), cosim.Access{}, "127.0.0.1:0,"+node)
	if err != nil {
		t.Fatal(err)
	}
	session, err = cosim.New(cosim.Config{Step: 20 * time.Millisecond, Rate: rate}, plan, adapter)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := measure.Run(ctx, plan, measure.Options{Drive: session.Drive, Readings: session.Reading})
		done <- err
	}()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return adapter.(*nmea.Stream).Listener.Addr().String(), session
}

// next returns the next place that gpsd tells.
func next(t *testing.T, places <-chan clienttest.Place) clienttest.Place {
	t.Helper()
	select {
	case p, ok := <-places:
		if ok {
			return p
		}
		t.Fatal("gpspipe has ended")
	case <-time.After(clienttest.Patience):
		t.Fatal("gpsd tells no place")
	}
	return clienttest.Place{}
}

// A real gpsd says the place of a node within 1e-7 degrees at its time: by closed forms.
func TestPlacesOfGPSD(t *testing.T) {
	simtest.SkipShort(t, "needs gpsd")
	const deg = math.Pi / 180
	for _, row := range []struct {
		name, geo, at, velocity string
		place                   func(s float64) (latitude, longitude float64)
		track, speed            float64
	}{
		// In the plane of the equator the Earth is a circle of 6378137 m (WGS 84), along whose tangent the node goes at 10 m/s. Within a
		// second it comes over the date line, which is 1.11 m ahead.
		{"date line", "{latitude: 0deg, longitude: 179.99999deg}", "[0m, 0m, 0m]", "[10m/s, 0m/s, 0m/s]", func(s float64) (float64, float64) {
			return 0, math.Remainder(179.99999+math.Atan(10*s/6378137)/deg, 360)
		}, 90, 10},
		// To the south over the equator, where the meridian's radius of curvature is a (1 - e^2) = 6335439.327 m.
		{"equator", "{latitude: 0deg, longitude: 0deg}", "[0m, 20m, -1m]", "[0m/s, -5m/s, 0m/s]", func(s float64) (float64, float64) {
			return (20 - 5*s) / 6335439.327 / deg, 0
		}, 180, 5},
		// 43 deg 59.9999999999 min to the north, 3 deg 59.99999999 min to the west.
		{"minute 60", "{latitude: 43.999999999998deg, longitude: -3.9999999998deg}", "[0m, 0m, 0m]", "[0m/s, 0m/s, 0m/s]", func(float64) (float64, float64) {
			return 43 + 59.99999999988/60, -(3 + 59.999999988/60)
		}, 0, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			stream, _ := serve(t, 5, "boat", fmt.Sprintf(`
name: test
duration: 1h
geo: %s
nodes: [{name: boat, at: %s, velocity: %s}]
`, row.geo, row.at, row.velocity))
			began, worst := time.Unix(cosim.Epoch, 0), 0.0
			places := clienttest.GPSD(t, stream)
			for range 5 {
				r := next(t, places)
				at, err := time.Parse(time.RFC3339, r.Time)
				if err != nil {
					t.Fatal(err)
				}
				latitude, longitude := row.place(at.Sub(began).Seconds())
				off := math.Max(math.Abs(r.Lat-latitude), math.Abs(math.Remainder(r.Lon-longitude, 360)))
				if worst = math.Max(worst, off); off > 1e-7 {
					t.Errorf("at %s gpsd says %.9f, %.9f, want %.9f, %.9f", r.Time, r.Lat, r.Lon, latitude, longitude)
				}
				if row.speed > 0 && (math.Abs(r.Track-row.track) > 0.01 || math.Abs(r.Speed-row.speed) > 1e-3) {
					t.Errorf("gpsd says %g m/s to %g deg, want %g and %g", r.Speed, r.Track, row.speed, row.track)
				}
			}
			t.Logf("off by %.2g deg at most", worst)
		})
	}
}
