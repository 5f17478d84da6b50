package mac_test

import (
	"testing"
	"time"

	"halocline/mac"
)

// A frame of 90 and 10 bits takes a second at 100 bit/s. Among 11 stations one is left silent for 9 of 10
// seconds by an even share of ten senders; a pair counts as two. Without a size nothing is known.
func TestSilent(t *testing.T) {
	for _, c := range []struct {
		stations, bits int
		silent         time.Duration
		want           int
	}{
		{11, 90, 9 * time.Second, 0},
		{11, 90, 9001 * time.Millisecond, 1},
		{11, 40, 9 * time.Second, 1}, // frames of half a second
		{11, 0, time.Hour, 0},
		{2, 90, time.Second, 0},
		{2, 90, 1001 * time.Millisecond, 1},
	} {
		at := mac.Conditions{Stations: c.stations, Bits: c.bits, Airtime: func(bits int) time.Duration { return time.Duration(bits) * 10 * time.Millisecond }}
		if got := at.Silent("key", c.silent, 10, "mend it"); len(got) != c.want {
			t.Errorf("%d stations, %d bits, silent for %v: %q", c.stations, c.bits, c.silent, got)
		}
	}
}
