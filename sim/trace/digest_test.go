package trace

import (
	"math"
	"testing"
)

// The digest is the top 53 bits of XXH64 with seed 0 of the numbers 1, 2, ... n as they lie in
// memory, struct.pack('<%dd' % n, *range(1, n + 1)). The hashes were computed by the steps of
// the specification in Python's integers, which give the published 44bc2cf5ad770999 for "abc".
func TestDigestOfNumbers(t *testing.T) {
	for _, c := range []struct {
		n    int
		hash uint64
	}{{0, 0xef46db3751d8e999}, {5, 0x35d3764b719f2cd6}, {100, 0xfa5c1a72c6e307c0}} {
		d := NewDigester()
		for i := range c.n {
			d.Add(float64(i + 1))
			d.Sum() // changes nothing
		}
		if got, want := d.Sum(), float64(c.hash>>11); got != want {
			t.Errorf("%d numbers: %.0f, want %.0f", c.n, got, want)
		}
		all := NewDigester()
		var numbers []float64
		for i := range c.n {
			numbers = append(numbers, float64(i+1))
		}
		all.Add(numbers...)
		if all.Sum() != d.Sum() {
			t.Errorf("%d numbers at once have another digest", c.n)
		}
	}
}

// Each bit counts, also those that a comparison does not see: the sign of a zero.
func TestDigestSeesEachBit(t *testing.T) {
	of := func(x ...float64) float64 {
		d := NewDigester()
		d.Add(x...)
		return d.Sum()
	}
	seen := map[float64]bool{of(0, 1): true}
	for _, x := range [][]float64{{1, 0}, {0, math.Nextafter(1, 2)}, {math.Copysign(0, -1), 1}, {0}, {0, 1, 0}, {math.NaN(), 1}} {
		if d := of(x...); seen[d] || d < 0 || d >= 1<<53 || d != math.Trunc(d) {
			t.Errorf("%v has the digest %v", x, d)
		} else {
			seen[d] = true
		}
	}
}

func TestDigestDoesNotAllocate(t *testing.T) {
	d := NewDigester()
	if n := testing.AllocsPerRun(1000, func() { d.Add(1, 2, 3); d.Sum() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
