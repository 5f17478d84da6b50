package phy

import (
	"fmt"
	"math"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// crowd is n radios on a spiral, all within reach of each other.
func crowd(n int, moving bool, modem func() *Modem) *Medium {
	m := NewMedium(sim.New(nil), sphere{Ideal{1500}, 1e-12}, nil, 0)
	source := rng.New(1)
	for i := range n {
		s, c := math.Sincos(2.4 * float64(i))
		r := 10 * math.Sqrt(float64(i))
		at := Locator(Fixed{X: r * c, Y: r * s})
		if moving && i%2 == 0 {
			at = cruise{geom.Vec{X: r * c, Y: r * s}, geom.Vec{Z: 0.1}}
		}
		m.Attach(Addr(i), at, modem(), source.Stream(fmt.Sprint(i))).Listen(quiet{})
	}
	return m
}

// In steady state a reception does not allocate, whatever becomes of it.
func TestReceptionsDoNotAllocate(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	if simtest.Race {
		t.Skip("the race detector makes a moving sender's path escape to the heap")
	}
	random := func() *Modem {
		m := plainModem()
		m.SelfNoise, m.Overlap = 0, Chunks
		m.Errors, m.Fading = bitErrors{DPSK, 1}, newBlock(1, time.Second)
		return m
	}
	duplex := func() *Modem {
		m := plainModem()
		m.SelfNoise, m.FullDuplex, m.Capture = 0, true, MessageInMessage
		return m
	}
	k9 := buildErrors(t, &CodedErrors{Code: CodeK9, Modulation: FSKName, Scatter: ScatterRayleigh}, ErrorEnv{Bandwidth: 1, BitRate: 1})
	reciprocal := func() *Modem {
		m := random()
		m.Errors = k9
		m.Fading = (&ProductFading{Of: []FadingConfig{&ShadowFading{Sigma: 4, Distance: 100}, &ClarkeFading{Spread: 5}}}).Build()
		return m
	}
	for name, c := range map[string]struct {
		moving, together, abort bool
		modem                   func() *Modem
	}{
		"fixed":            {modem: random},
		"moving":           {modem: random, moving: true},
		"together":         {modem: random, together: true},
		"duplex":           {modem: duplex, together: true},
		"aborted":          {modem: duplex, together: true, abort: true},
		"reciprocal":       {modem: reciprocal, moving: true, together: true},
		"moving, together": {modem: random, together: true, moving: true},
	} {
		m := crowd(10, c.moving, c.modem)
		frame := Frame{Bits: 500}
		round := func() {
			for _, r := range m.radios {
				if err := r.Transmit(&frame); err != nil {
					t.Fatal(err)
				}
				if c.abort {
					r.Abort()
				}
				if !c.together {
					run(t, m.kernel)
				}
			}
			run(t, m.kernel)
		}
		for range 3 {
			round()
		}
		if n := testing.AllocsPerRun(100, round); n != 0 {
			t.Errorf("%s: %v allocations in 90 receptions", name, n)
		}
	}
}

// BenchmarkReception prints what a reception costs among n fixed radios.
func BenchmarkReception(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			m := crowd(n, false, func() *Modem {
				modem := plainModem()
				modem.SelfNoise = 0
				return modem
			})
			frame := Frame{Bits: 500}
			send := func(i int) {
				if err := m.radios[i%n].Transmit(&frame); err != nil {
					b.Fatal(err)
				}
				run(b, m.kernel)
			}
			for i := range n {
				send(i)
			}
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				send(i)
				i++
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n-1), "ns/reception")
		})
	}
}

// BenchmarkU1 prints what a reception costs in the workload of TestCountsOfNS3, in
// the long run: all ways are known. One operation is two seconds, in which one frame
// is sent on average.
func BenchmarkU1(b *testing.B) {
	for _, n := range []int{100, 1000} {
		for _, traced := range []bool{false, true} {
			b.Run(fmt.Sprintf("n=%d,traced=%t", n, traced), func(b *testing.B) {
				var tracer trace.Tracer
				if traced {
					names := trace.Names{Nodes: make([]string, n), Links: make([]string, 1)}
					tracer = trace.Tee(trace.NewFingerprint(), trace.NewLedger(names))
				}
				counts := &ns3Counts{n: n, seconds: math.Inf(1)}
				m := u1(b, counts, tracer)
				for _, r := range m.radios {
					m.pathsOf(r)
				}
				b.ResetTimer()
				end := sim.Time(0).Add(sim.Seconds(2 * float64(b.N)))
				if err := m.kernel.Run(b.Context(), end); err != nil {
					b.Fatal(err)
				}
				receptions := float64(counts.attempts) * float64(n-1)
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/receptions, "ns/reception")
			})
		}
	}
}
