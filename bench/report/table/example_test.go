package table_test

import (
	"fmt"
	"os"

	"halocline/bench/report/table"
)

// The digits follow from the interval. Of half-widths of 0.4321 and 7.6543 two digits
// are kept, 0.43 and 7.7, and the means are given to the same place.
func Example() {
	t := table.Table{
		Caption:   "Time to dock",
		Rows:      "current (m/s)",
		RowLabels: []string{"0", "0.2"},
		ColumnLabels: []table.Column{
			{Label: "time (s)", Style: table.Style{Interval: table.Symmetric, Meaning: "mean, 95 % interval by Student's t"}},
		},
		Cells: [][]table.Cell{
			{{Estimate: 12.3456, Low: 12.3456 - 0.4321, High: 12.3456 + 0.4321, N: 30}},
			{{Estimate: 98.7654, Low: 98.7654 - 7.6543, High: 98.7654 + 7.6543, N: 30}},
		},
		Source: table.Source{Command: "an example", Version: "1"},
	}
	if err := t.Write(os.Stdout, table.Markdown, table.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Time to dock
	//
	// | current (m/s) |     time (s) |
	// |:--------------|-------------:|
	// | 0             | 12.35 ± 0.43 |
	// | 0.2           |   98.8 ± 7.7 |
	//
	// mean, 95 % interval by Student's t
	//
	// each value from 30 runs
	//
	// source: an example, version 1
}
