package bench

import (
	"fmt"
	"testing"
)

// By hand: steps of 1, 2 or 5 times a power of ten.
func TestTicks(t *testing.T) {
	for _, c := range []struct {
		from, to float64
		want     string
	}{
		{0, 100, "[0 10 20 30 40 50 60 70 80 90 100]"},
		{0, 98, "[0 10 20 30 40 50 60 70 80 90]"},
		{0.3, 0.4, "[0.3 0.31 0.32 0.33 0.34 0.35 0.36 0.37 0.38 0.39 0.4]"}, // not a tenth apart in binary
		{-22, 98, "[-20 0 20 40 60 80]"},
		{1, 5, "[1 1.5 2 2.5 3 3.5 4 4.5 5]"},
		{0, 0.0003, "[0 5e-05 0.0001 0.00015 0.0002 0.00025 0.0003]"},
		{19.5, 21.6, "[19.5 20 20.5 21 21.5]"},
	} {
		var got []string
		for _, v := range ticks(c.from, c.to) {
			got = append(got, fmt.Sprintf("%.6g", v))
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("from %g to %g: %v, want %s", c.from, c.to, got, c.want)
		}
	}
}
