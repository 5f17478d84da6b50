package phy

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"halocline/sim/trace"
	"golang.org/x/sys/unix"
)

func cpuNow() int64 {
	var ts unix.Timespec
	unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &ts)
	return ts.Nano()
}

func TestZZ(t *testing.T) {
	if os.Getenv("ZZ") == "" {
		return
	}
	for _, n := range []int{10, 100, 1000} {
		for _, traced := range []bool{false, true} {
			var tracer trace.Tracer
			if traced {
				names := trace.Names{Nodes: make([]string, n), Links: make([]string, 1)}
				tracer = trace.Tee(trace.NewFingerprint(), trace.NewLedger(names))
			}
			counts := &ns3Counts{n: n, seconds: 1e9}
			m := u1(t, counts, tracer)
			for _, r := range m.radios {
				m.armsOf(r)
			}
			m.start(t, 100)
			var all []float64
			for range 60 {
				before, from := counts.attempts, cpuNow()
				m.start(t, 40000/float64(n))
				all = append(all, float64(cpuNow()-from)/float64(counts.attempts-before)/float64(n-1))
			}
			slices.Sort(all)
			fmt.Printf("n=%d traced=%v min %.1f q25 %.1f median %.1f\n", n, traced, all[0], all[15], all[30])
		}
	}
}
