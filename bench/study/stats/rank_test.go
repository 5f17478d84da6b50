package stats

import (
	"math"
	"testing"
)

func TestSpearman(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for name, c := range map[string]struct {
		x, y []float64
		want float64
		n    int
	}{
		// Intelligence and hours of television in a week, an example of many textbooks: the ranks
		// of y in the order of x are 1, 6, 8, 7, 10, 9, 3, 5, 2, 4, the squares of the differences
		// 0, 16, 25, 9, 25, 9, 16, 9, 49, 36 make 194, and without ties rho is
		// 1 - 6*194/(10*99) = -29/165.
		"television": {
			[]float64{106, 86, 100, 101, 99, 103, 97, 113, 112, 110},
			[]float64{7, 0, 27, 50, 28, 29, 20, 12, 6, 17},
			-29.0 / 165, 10,
		},
		// Sullivan, Statistics: Informed Decisions Using Data, section 15.6, example 1: the speed of a
		// club and the distance of the ball, 0.9277782 as R works it out. By hand: the ranks of x are
		// 2.5, 5, 6, 4, 7.5, 2.5, 1, 7.5, those of y 1, 4, 6, 5, 8, 3, 2, 7, the squares of the
		// differences make 6. Each tie of two takes (8-2)/12 from (512-8)/12 = 42: 41 and 42 are left,
		// and rho is (41 + 42 - 6)/(2 sqrt(41*42)).
		"golf": {
			[]float64{100, 102, 103, 101, 105, 100, 99, 105},
			[]float64{257, 264, 274, 266, 277, 263, 258, 275},
			0.9277782, 8,
		},
		// Ties on both sides, by hand: ranks 1.5, 1.5, 3.5, 3.5 and 1, 3, 3, 3 less 2.5 make
		// products 1.5, -0.5, 0.5, 0.5, and squares of 4 and 3.
		"ties":     {[]float64{1, 1, 2, 2}, []float64{0, 5, 5, 5}, 2 / math.Sqrt(12), 4},
		"rising":   {[]float64{-3, 0, 1e9, inf}, []float64{1, 2, 2.1, 1e300}, 1, 4},
		"falling":  {[]float64{1, 2, 3}, []float64{3, 2, -inf}, -1, 3},
		"missing":  {[]float64{1, nan, 2, 3}, []float64{1, 2, nan, 4}, 1, 2},
		"one pair": {[]float64{1, nan}, []float64{1, 2}, nan, 1},
		"nothing":  {nil, nil, nan, 0},
		"constant": {[]float64{1, 2, 3}, []float64{4, 4, 4}, nan, 3},
	} {
		got, n := Spearman(c.x, c.y)
		near(t, name, got, c.want, 5e-8)
		if n != c.n {
			t.Errorf("%s: %d pairs, want %d", name, n, c.n)
		}
		if back, _ := Spearman(c.y, c.x); !math.IsNaN(got) && back != got {
			t.Errorf("%s: exchanged %g, not %g", name, back, got)
		}
	}
}
