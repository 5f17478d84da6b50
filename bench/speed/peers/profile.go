package peers

import (
	"context"
	"io"
	"runtime/pprof"
	"time"

	"halocline/scenarios"
)

// Profile carries crowds out, with the books of a run, in turns and for so long of the clock on the wall, and writes where the
// processor was, as the compiler reads it to lay out the program.
func Profile(ctx context.Context, w io.Writer, during time.Duration) error {
	crowds := []Workload{Sized(10, 400_000, 1), Sized(75, 200_000, 1), Sized(100, 400_000, 1), Sized(1000, 400_000, 1)}
	plans := make([]*scenarios.Plan, len(crowds))
	for i, crowd := range crowds {
		var err error
		if plans[i], err = crowd.Plan(); err != nil {
			return err
		}
	}
	if err := pprof.StartCPUProfile(w); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	for begun := time.Now(); time.Since(begun) < during; {
		for _, plan := range plans {
			if _, err := Run(ctx, plan, true); err != nil {
				return err
			}
		}
	}
	return nil
}
