package calibrate

import (
	"encoding/json"
	"os"
	"testing"

	"halocline/sim/simtest"
)

// Nothing has become much slower than it was on the machine of record. What is compared
// is work in the time of the loop, so the machine may be another one, and a busy one; its
// caches may not be, and so the bound is generous: it finds a queue that has become a
// list, paths that are computed again and again, and memory that is allocated in a step.
// The record is what go run ./cmd/speed --json printed.
func TestNothingIsMuchSlowerThanOnRecord(t *testing.T) {
	simtest.SkipShort(t, "measures time")
	const slower, rounds = 3, 5
	text, err := os.ReadFile("testdata/record.json")
	if err != nil {
		t.Fatal(err)
	}
	var record Sheet
	if err := json.Unmarshal(text, &record); err != nil {
		t.Fatal(err)
	}
	was := map[string]float64{}
	for _, f := range record.Figures {
		was[f.Name] = f.Ratio.Median
	}
	var items []Item
	for _, item := range Items() {
		if !item.Wall {
			items = append(items, item)
		}
	}
	sheet, err := Measure(t.Context(), items, rounds, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range sheet.Figures {
		switch then, on := was[f.Name], f.Ratio.Median; {
		case then == 0:
			t.Errorf("%s is not on record: go run ./cmd/speed --json > bench/speed/calibrate/testdata/record.json", f.Name)
		case on < then/slower:
			t.Errorf("%s: %.4g %s in the time of a million steps of the loop, and %.4g on record", f.Name, on, f.Unit, then)
		default:
			t.Logf("%s: %.2f of the record", f.Name, on/then)
		}
	}
}
