package results_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"halocline/bench/study/results"
)

// Two cells of two runs each go into a file and come back. The vehicle of the last
// run never docked: there was nothing to measure, which is NaN here and NULL in SQL.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "docking.db")
	if err := write(path); err != nil {
		fmt.Println(err)
		return
	}
	file, err := results.Open(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	for _, cell := range file.Cells() {
		values, err := file.Values(cell.Index, "auv.time_to_dock")
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(cell.Params[0].Text, values)
	}
	// Output:
	// 0m/s [{0 100} {1 110}]
	// 0.2m/s [{0 150} {1 NaN}]
}

// write makes the file. Runs may be put in any order, by several goroutines.
func write(path string) error {
	cells := []results.Cell{
		{Index: 0, Params: []results.Param{{Path: "water.current.speed", Text: "0m/s", Unit: "m/s", Value: 0}}},
		{Index: 1, Params: []results.Param{{Path: "water.current.speed", Text: "0.2m/s", Unit: "m/s", Value: 0.2}}},
	}
	w, err := results.Create(context.Background(), path, results.Study{Name: "docking", Hash: "1", Version: "1", Cells: 2, Repeat: 2}, cells)
	if err != nil {
		return err
	}
	for i, seconds := range []float64{100, 110, 150, math.NaN()} {
		run := results.Run{Cell: i / 2, Repetition: i % 2, Status: results.OK}
		run.Metrics = []results.Metric{{Name: "auv.time_to_dock", Unit: "s", Value: seconds}}
		if err := w.Put(run); err != nil {
			return err
		}
	}
	return w.Close()
}
