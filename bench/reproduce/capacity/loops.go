package capacity

import (
	"context"
	"fmt"
	"math"

	"halocline/bench/reproduce/claim"
	"halocline/bench/study/results"
	"halocline/bench/study/stats"
)

// reach is how far a loop goes with a protocol: the boundary of one of the studies of other loops.
type reach struct {
	crossing
	unit string
	most float64 // of the axis
}

func (r *reach) String() string {
	switch {
	case r.none():
		return fmt.Sprintf("no boundary up to %g %s", r.most, r.unit)
	case math.IsInf(r.High, 1):
		return fmt.Sprintf("more than %.3g %s", r.Low, r.unit)
	}
	return fmt.Sprintf("%.3g [%.3g, %.3g] %s", r.Estimate, r.Low, r.High, r.unit)
}

// reaches are those of all studies.
type reaches []reach

// findLoops looks for the boundaries of the studies of other loops.
func findLoops(ctx context.Context, seed uint64, workers int) (all reaches, err error) {
	for _, name := range loopStudies() {
		cells, err := searched(name, seed)
		if err != nil {
			return nil, err
		}
		unit, _ := cells.Unit(cells.Boundary.Along)
		err = carryOut(ctx, cells, workers, func(file *results.File) error {
			for first := range cells.Boundaries() {
				_, found, err := cells.Seek(file, first, file.Planned)
				if err != nil {
					return err
				}
				r := reach{crossing: of(cells, first), unit: unit}
				r.Result = found
				all = append(all, r)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}
