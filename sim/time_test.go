package sim

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// 2^63 - 1 ns are 9,223,372,036.854775807 s.
func TestTimeReadsAsSeconds(t *testing.T) {
	for _, c := range []struct {
		t    Time
		want string
	}{
		{0, "0.000000000s"},
		{1, "0.000000001s"},
		{-1, "-0.000000001s"},
		{999_999_999, "0.999999999s"},
		{1_000_000_000, "1.000000000s"},
		{-1_500_000_000, "-1.500000000s"},
		{90_061_000_000_001, "90061.000000001s"},
		{Never, "9223372036.854775807s"},
		{math.MinInt64, "-9223372036.854775808s"},
	} {
		if got := c.t.String(); got != c.want {
			t.Errorf("%d ns: got %s, want %s", int64(c.t), got, c.want)
		}
	}
}

// The compiler rounds the decimal on the right to the nearest float64, and so
// must the method.
func TestSecondsOfTimeIsTheNearestNumber(t *testing.T) {
	for _, c := range []struct {
		t    Time
		want float64
	}{
		{3, 3e-9},
		{300_000_000, 0.3},
		{600_000_000, 0.6},
		{700_000_000, 0.7},
		{1_200_000_000, 1.2},
		{1_700_000_000, 1.7},
		{-300_000_000, -0.3},
		{400_000_000_000, 400},
	} {
		if got := c.t.Seconds(); got != c.want {
			t.Errorf("%v: got %v, want %v", c.t, got, c.want)
		}
	}
}

func TestSecondsRoundsToTheNearestNanosecond(t *testing.T) {
	for _, c := range []struct {
		s    float64
		want time.Duration
	}{
		{0, 0},
		{0.4e-9, 0},
		{0.6e-9, 1},
		{-0.4e-9, 0},
		{-0.6e-9, -1},
		{1.0 / 3, 333_333_333},
		{2.0 / 3, 666_666_667},
		{-2.0 / 3, -666_666_667},
		{0.1, 100 * time.Millisecond},
		{400, 400 * time.Second},
	} {
		if got := Seconds(c.s); got != c.want {
			t.Errorf("%v s: got %d ns, want %d ns", c.s, got, c.want)
		}
	}
}

// To seconds and back is two roundings of relative error 2^-53 each, so below
// 2^50 ns, 13 days, the way back misses by less than 2^-2 ns and rounds home.
func TestSecondsThereAndBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	for range 100_000 {
		u := Time(r.Int64N(1 << 50))
		if got := Time(0).Add(Seconds(u.Seconds())); got != u {
			t.Fatalf("%v came back as %v", u, got)
		}
	}
}

func TestMomentsAndSpans(t *testing.T) {
	if got := Time(2_000).Add(3 * time.Microsecond); got != 5_000 {
		t.Errorf("Add: got %v", got)
	}
	if got := Time(2_000).Sub(5_000); got != -3*time.Microsecond {
		t.Errorf("Sub: got %v", got)
	}
}

func TestPhasesHaveNames(t *testing.T) {
	names := map[Phase]string{Plant: "plant", Ending: "ending", Comm: "comm", Control: "control", Probe: "probe", Input: "input", 6: "phase(6)"}
	for p, want := range names {
		if got := p.String(); got != want {
			t.Errorf("phase %d: got %s, want %s", uint8(p), got, want)
		}
	}
}
