package cosim_test

import (
	"context"
	"fmt"
	"net"
	"slices"
	"testing"
	"time"

	"halocline/bench/cosim"
	"halocline/bench/speed/calibrate"
	"halocline/bench/study/measure"
	"halocline/sim/simtest"
)

// steps returns what makes a step of docking by an order over loopback and waits for its answer, until stop.
func steps(t testing.TB) (step func(), stop func()) {
	t.Helper()
	plan := load(t, "docking", "duration=1e6s", "nodes.dock.run.berth.go_on=true")
	orders, address := udp(t)
	session, err := cosim.New(cosim.Config{Step: time.Millisecond}, plan, orders)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := measure.Run(ctx, plan, measure.Options{Drive: session.Drive})
		done <- err
	}()
	c, err := net.Dial("udp", address)
	if err != nil {
		t.Fatal(err)
	}
	n, buffer := 0, make([]byte, 1<<16)
	step = func() {
		n++
		fmt.Fprintf(c, `{"seq":%d,"to_ns":%d}`, n, n*20_000_000)
		c.SetReadDeadline(time.Now().Add(10 * time.Second))
		if _, err := c.Read(buffer); err != nil {
			t.Fatal(err)
		}
	}
	return step, func() {
		cancel()
		<-done
		c.Close()
	}
}

// BenchmarkLockStep is a step of 20 ms of docking by an order over loopback, with its answer: more than 3,000 a second.
func BenchmarkLockStep(b *testing.B) {
	step, stop := steps(b)
	defer stop()
	for b.Loop() {
		step()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
}

// A lock step costs no more than 10^6 rounds of the calibration loop, in the median of five rounds of 200 steps and the loop in turns. On the
// machine of the benchmark one is some 10^5 rounds.
func TestLockStepsAreCheap(t *testing.T) {
	simtest.SkipShort(t, "measures time")
	step, stop := steps(t)
	defer stop()
	step() // the run begins
	const n, rounds = 200, 200_000
	var ratios []float64
	for range 5 {
		begun := time.Now()
		for range n {
			step()
		}
		stepped := time.Since(begun).Seconds() / n
		begun = time.Now()
		calibrate.Loop(rounds)
		ratios = append(ratios, stepped/(time.Since(begun).Seconds()/rounds))
	}
	slices.Sort(ratios)
	t.Logf("a step is %.3g rounds of the loop", ratios[2])
	if ratios[2] > 1e6 {
		t.Errorf("a step takes as long as %.3g rounds of the calibration loop, in the median", ratios[2])
	}
}
