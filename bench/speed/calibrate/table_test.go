package calibrate

import (
	"bytes"
	"testing"

	"halocline/bench/speed/calibrate/gauge"
)

// The form of the table.
func TestTable(t *testing.T) {
	var out bytes.Buffer
	s := &Sheet{
		Machine: Machine{System: "linux/amd64", Processor: "Abacus 2", Processors: 2, Go: "go1.26"},
		Rounds:  3,
		Loop:    gauge.Spread{Median: 2e8, Low: 1e8, High: 3e8},
		Figures: []Figure{
			{Name: "kernel", Unit: "events", Clock: "processor", Rate: gauge.Spread{Median: 5e6, Low: 4e6, High: 6e6}, Ratio: gauge.Spread{Median: 25e3, Low: 2e4, High: 3e4}},
			{Name: "study", Unit: "runs", Clock: "wall", Rate: gauge.Spread{Median: 500, Low: 40, High: 6000}, Ratio: gauge.Spread{Median: 2.5, Low: 1, High: 3}},
		},
	}
	if err := s.Table(&out); err != nil {
		t.Fatal(err)
	}
	want := `Abacus 2, 2 processors, linux/amd64, go1.26; median of 3 rounds

what    unit               per second     min     max  per Mloop     min     max
──────────────────────────────────────────────────────────────────────────────────
loop    steps                   200 M   100 M   300 M     1.00 M  1.00 M  1.00 M
kernel  events                 5.00 M  4.00 M  6.00 M     25.0 k  20.0 k  30.0 k
study   runs, by the wall         500    40.0  6.00 k       2.50    1.00    3.00
`
	if out.String() != want {
		t.Errorf("\n%s\nwant\n%s", out.String(), want)
	}
}
