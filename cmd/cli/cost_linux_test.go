package cli

import (
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"

	"halocline/bench/speed/calibrate"
	"halocline/bench/speed/calibrate/gauge"
	"halocline/sim/simtest"
)

// What a short command costs from its start to its end stays what it is. Page faults hardly depend on the machine, and are
// most of it: each is a page of memory that some package takes at the start, or that is read of the program file. Processor
// time is counted in steps of the calibration loop, which is timed in the same rounds. The bounds are 1.5 and 3 times what was
// found when they were set: they find a dependency that builds tables before anybody asks for them.
func TestShortCommandsAreCheap(t *testing.T) {
	simtest.SkipShort(t, "measures time")
	const rounds, steps = 15, 1e6
	for _, row := range []struct {
		args   []string
		faults float64
		loops  float64 // million steps of the loop
	}{
		{[]string{"version"}, 1500, 4},
		{[]string{"run", "two-nodes"}, 1900, 5},
	} {
		var faults, loops []float64
		for range rounds {
			begun := gauge.ProcessorTime()
			sum := calibrate.Loop(steps)
			step := gauge.ProcessorTime() - begun
			runtime.KeepAlive(sum)
			c := exec.Command(binary, row.args...)
			if err := c.Run(); err != nil {
				t.Fatal(err)
			}
			took := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
			faults = append(faults, float64(c.ProcessState.SysUsage().(*syscall.Rusage).Minflt))
			loops = append(loops, float64(took)/float64(max(step, time.Microsecond)))
		}
		f, l := gauge.SpreadOf(faults).Median, gauge.SpreadOf(loops).Median
		t.Logf("%s: %.0f page faults, %.2f million steps of the loop", row.args, f, l)
		if f > row.faults || l > row.loops {
			t.Errorf("%s takes %.0f page faults and the time of %.2f million steps of the loop; %g and %g are the bounds", row.args, f, l, row.faults, row.loops)
		}
	}
}
