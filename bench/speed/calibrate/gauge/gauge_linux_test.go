package gauge

import (
	"math"
	"os"
	"runtime/debug"
	"syscall"
	"testing"
	"time"

	"halocline/sim/simtest"
)

func TestSpread(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   Spread
	}{
		{[]float64{3}, Spread{3, 3, 3}},
		{[]float64{9, 1, 5}, Spread{5, 1, 9}},
		{[]float64{9, 1, 5, 6}, Spread{5.5, 1, 9}},
	} {
		before := c.values[0]
		if got := SpreadOf(c.values); got != c.want {
			t.Errorf("%v: %+v, want %+v", c.values, got, c.want)
		}
		if c.values[0] != before {
			t.Errorf("%v: the order was changed", c.values)
		}
	}
	if none := SpreadOf(nil); !math.IsNaN(none.Median) || !math.IsNaN(none.Low) || !math.IsNaN(none.High) {
		t.Errorf("of nothing: %+v", none)
	}
}

// Work takes processor time and sleep takes none, so that the one comes on with the
// clock on the wall at most as often as there are processors, and the other
// hardly.
func TestProcessorTime(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	begun := ProcessorTime()
	for sum := 0.0; ProcessorTime()-begun < 20*time.Millisecond; {
		sum += math.Sqrt(sum)
	}
	const nap = 300 * time.Millisecond
	begun = ProcessorTime()
	time.Sleep(nap)
	if used := ProcessorTime() - begun; used > nap/2 {
		t.Errorf("a sleep of %v used %v", nap, used)
	}
}

// What the system does for the process is its time too: that of reading nothings is
// mostly the system's. times(2) tells both in hundredths of a second.
func TestSystemTime(t *testing.T) {
	const ticks = 100
	zero, err := os.Open("/dev/zero")
	if err != nil {
		t.Fatal(err)
	}
	defer zero.Close()
	var begun, now syscall.Tms
	if _, err := syscall.Times(&begun); err != nil {
		t.Fatal(err)
	}
	before := ProcessorTime()
	for block := make([]byte, 1<<20); now.Stime < begun.Stime+20; {
		if _, err := zero.Read(block); err != nil {
			t.Fatal(err)
		}
		if _, err := syscall.Times(&now); err != nil {
			t.Fatal(err)
		}
	}
	told := float64(now.Utime+now.Stime-begun.Utime-begun.Stime) / ticks
	if got := (ProcessorTime() - before).Seconds(); math.Abs(got-told) > 3.0/ticks {
		t.Errorf("%v s, want %v s", got, told)
	}
}

// The peak grows by what is written to, and does not shrink.
func TestPeakBytes(t *testing.T) {
	const size = 64 << 20
	before := PeakBytes()
	block := make([]byte, size)
	for i := range block {
		block[i] = 1
	}
	during := PeakBytes()
	if block[size-1] != 1 || before <= 0 || during-before < size/2 {
		t.Errorf("%d byte before, %d after %d more", before, during, size)
	}
	block = nil
	debug.FreeOSMemory()
	if after := PeakBytes(); after < during {
		t.Errorf("%d byte after %d", after, during)
	}
}
