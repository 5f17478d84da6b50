package phy

import (
	"fmt"
	"testing"

	"halocline/sim"
	"halocline/sim/trace"
)

// BenchmarkU1 prints what a reception costs in the workload of
// TestCountsOfNS3: 0.5 frames per second among n radios that all hear each
// other. One operation is a transmission.
func BenchmarkU1(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		for _, traced := range []bool{false, true} {
			name := fmt.Sprint("n=", n)
			if traced {
				name += ",traced"
			}
			b.Run(name, func(b *testing.B) {
				var tracer trace.Tracer
				if traced {
					names := trace.Names{Nodes: make([]string, n), Links: make([]string, 1)}
					tracer = trace.Tee(trace.NewFingerprint(), trace.NewLedger(names))
				}
				counts := &ns3Counts{n: n, seconds: 1e9}
				m := u1(b, counts, tracer)
				for _, r := range m.radios {
					m.armsOf(r)
				}
				m.start(b, 100)
				before := counts.attempts
				b.ResetTimer()
				m.start(b, 2*float64(b.N))
				sent := float64(counts.attempts - before)
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/sent/float64(n-1), "ns/reception")
			})
		}
	}
}

// start runs on for some seconds.
func (m *Medium) start(t testing.TB, seconds float64) {
	t.Helper()
	if err := m.kernel.Run(t.Context(), m.kernel.Now().Add(sim.Seconds(seconds))); err != nil {
		t.Fatal(err)
	}
}
