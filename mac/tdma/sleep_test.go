package tdma

import (
	"slices"
	"testing"
	"time"
)

// Turns of a frame of 100 ms, worked by hand: parts that overlap or touch are one, parts that
// reach beyond an end come in at the other, and a radio that is awake there stays so.
func TestTurns(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		heard []span
		want  []turn
	}{
		{[]span{{10 * ms, 20 * ms}}, []turn{{10 * ms, false}, {20 * ms, true}}},
		{[]span{{30 * ms, 40 * ms}, {10 * ms, 20 * ms}}, []turn{{10 * ms, false}, {20 * ms, true}, {30 * ms, false}, {40 * ms, true}}},
		{[]span{{10 * ms, 30 * ms}, {20 * ms, 40 * ms}, {40 * ms, 50 * ms}}, []turn{{10 * ms, false}, {50 * ms, true}}},
		{[]span{{10 * ms, 50 * ms}, {20 * ms, 30 * ms}}, []turn{{10 * ms, false}, {50 * ms, true}}},
		{[]span{{90 * ms, 120 * ms}}, []turn{{20 * ms, true}, {90 * ms, false}}},
		{[]span{{-10 * ms, 20 * ms}}, []turn{{20 * ms, true}, {90 * ms, false}}},
		{[]span{{80 * ms, 100 * ms}}, []turn{{80 * ms, false}, {100 * ms, true}}},
		{[]span{{0, 20 * ms}}, []turn{{0, false}, {20 * ms, true}}},
		{[]span{{0, 60 * ms}, {50 * ms, 100 * ms}}, nil},
		{[]span{{-30 * ms, 80 * ms}}, nil},
		{nil, nil},
	} {
		if got := turnsOf(c.heard, 100*ms); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.heard, got, c.want)
		}
	}
}
