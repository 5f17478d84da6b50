package numeric

import (
	"math"
	"testing"
)

// The square root of 2 lies between the ends, which are 2/2^52 apart after 52 halvings of an interval of 2.
func TestBisect(t *testing.T) {
	low, high := Bisect(0, 2, 52, func(x float64) bool { return x*x < 2 })
	if !(low <= math.Sqrt2 && math.Sqrt2 <= high) || high-low > 2*math.Ldexp(2, -52) {
		t.Errorf("the root of 2 lies between %v and %v, want %v", low, high, math.Sqrt2)
	}
	if low, high := Bisect(1, 3, 0, nil); low != 1 || high != 3 {
		t.Errorf("without halving it is %v to %v", low, high)
	}
	if low, high := Bisect(0, 8, 3, func(float64) bool { return true }); low != 7 || high != 8 {
		t.Errorf("what holds everywhere leads to %v to %v, want 7 to 8", low, high)
	}
}
