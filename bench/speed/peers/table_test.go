package peers

import (
	"bytes"
	"testing"

	"halocline/bench/speed/calibrate/gauge"
)

// The form of the table of queues.
func TestQueuesTable(t *testing.T) {
	var out bytes.Buffer
	rate := gauge.Spread{Median: 3e6, Low: 2e6, High: 4e6}
	if err := QueuesTable(&out, []HoldStanding{
		{Pending: 1000, Queue: "ns-3 MapScheduler", Rate: rate, Ratio: 1},
		{Pending: 100_000, Queue: "halocline heap", Rate: rate, Ratio: 2.5, Bytes: 68.6},
	}); err != nil {
		t.Fatal(err)
	}
	want := `pending  queue              events/s     min     max  times ns-3's default  byte per event
────────────────────────────────────────────────────────────────────────────────────────────
   1000  ns-3 MapScheduler    3.00 M  2.00 M  4.00 M                  1.00               -
 100000  halocline heap       3.00 M  2.00 M  4.00 M                  2.50              69
`
	if out.String() != want {
		t.Errorf("\n%s\nwant\n%s", out.String(), want)
	}
}
