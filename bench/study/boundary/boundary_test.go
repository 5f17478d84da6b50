package boundary

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"halocline/sim/numeric"
	"halocline/sim/rng"
	"halocline/sim/simtest"
)

// without returns the probability that n packets, each lost with the probability q, have no m losses in a row.
// Such rows end first at packet k if the m of them are lost, the one before is not, and the k-m-1 before that have no
// such row: P(k) = P(k-1) - (1-q) q^m P(k-m-1), with P(k) = 1 for k < m and P(m) = 1 - q^m.
func without(n, m int, q float64) float64 {
	row := math.Pow(q, float64(m))
	p := make([]float64, n+1)
	for k := range p {
		switch {
		case k < m:
			p[k] = 1
		case k == m:
			p[k] = 1 - row
		default:
			p[k] = p[k-1] - (1-q)*row*p[k-m-1]
		}
	}
	return p[n]
}

// Of three losses in a row of four packets there are 2 q^3 - q^4: those that begin at the first or the second, less both.
func TestRowsByHand(t *testing.T) {
	if got, want := without(4, 3, 0.5), 1-2.0/8+1.0/16; math.Abs(got-want) > 1e-15 {
		t.Errorf("%g, want %g", got, want)
	}
}

// lossy sends 100 packets and returns 1 unless three in a row are lost.
func lossy(s *rng.Stream, q float64) float64 {
	row := 0
	for range 100 {
		if row++; s.Float64() >= q {
			row = 0
		}
		if row == 3 {
			return 0
		}
	}
	return 1
}

// docked is a share that falls with the current as the normal law does: half dock at 0.6.
func docked(s *rng.Stream, current float64) float64 {
	if s.Float64() < distuv.UnitNormal.CDF((0.6-current)/0.1) {
		return 1
	}
	return 0
}

// age has the mean 1 + x^2/25, and half of it is an exponential part.
func age(s *rng.Stream, x float64) float64 { return (1 + x*x/25) * (0.5 + 0.5*s.Exp()) }

// delivered falls from 1 as an exponential does, so that a line over all places is far above it at 0.8.
func delivered(s *rng.Stream, rate float64) float64 { return math.Exp(-25*rate) + 0.05*s.Normal() }

// places returns n of them, evenly spaced.
func places(from, to float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = from + (to-from)*float64(i)/float64(n-1)
	}
	return out
}

// drawn returns the values of a search, which are drawn as they are asked for.
func drawn(s Search, seed uint64, draw func(*rng.Stream, float64) float64) func(place, n int) []float64 {
	values := make([][]float64, len(s.Places))
	root := rng.New(seed)
	streams := make([]*rng.Stream, len(s.Places))
	return func(i, n int) []float64 {
		if streams[i] == nil {
			streams[i] = root.Stream(fmt.Sprint(i))
		}
		for len(values[i]) < n {
			values[i] = append(values[i], draw(streams[i], s.Places[i]))
		}
		return values[i][:n]
	}
}

// In 93 to 97 % of 500 repetitions the interval of 95 % has the boundary, and they take on average at most a tenth of the
// runs of a grid with 30 runs at each place, of which the wished interval has 20. The
// boundaries: that of rows of losses by its recursion; of a share that falls as the normal law does, where that is
// 0.95, 1.644854 deviations before the middle; of 1 + x^2/25 = 2, which is 5; and of exp(-25 x) = 0.8, which is ln(1.25)/25.
func TestCoverage(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const repetitions = 500
	rows, _ := numeric.Bisect(0, 0.5, 60, func(q float64) bool { return without(100, 3, q) > 0.95 })
	for _, c := range []struct {
		name     string
		from, to float64
		s        Search
		want     float64
		draw     func(*rng.Stream, float64) float64
	}{
		{"rows of losses", 0, 0.5, Search{At: 0.95, Share: true, Within: 0.01}, rows, lossy},
		{"docked", 0, 1, Search{At: 0.95, Share: true, Within: 0.02}, 0.6 - 1.644854*0.1, docked},
		{"age", 0, 10, Search{At: 2, Within: 0.15}, 5, age},
		{"delivered", 0.002, 0.2, Search{At: 0.8, Within: 0.001}, math.Log(1.25) / 25, delivered},
	} {
		c.s.Places = places(c.from, c.to, 1+int((c.to-c.from)/(2*c.s.Within/20)))
		c.s.Confidence, c.s.Max = 0.95, 100_000
		covered, runs, grid := 0, 0, 30*len(c.s.Places)
		for k := range uint64(repetitions) {
			_, r := c.s.Next(drawn(c.s, k, c.draw))
			if r.State != Found || r.High-r.Low > 2*c.s.Within || r.Estimate < r.Low || r.Estimate > r.High {
				t.Fatalf("%s, %d: %+v", c.name, k, r)
			}
			if runs += r.Runs; r.Low <= c.want && c.want <= r.High {
				covered++
			}
		}
		share, part := 100*float64(covered)/repetitions, float64(runs)/repetitions/float64(grid)
		t.Logf("%s: %.4f is in %.1f %% of the intervals, by %d runs, %.3f of the grid", c.name, c.want, share, runs/repetitions, part)
		if share < 93 || share > 97 || part > 0.1 {
			t.Errorf("%s: the boundary is in %.1f %% of the intervals, want 93 to 97 %%; by %.3f of the runs of a grid, want a tenth at most", c.name, share, part)
		}
	}
}

// A boundary outside of the places is said to be so, at either end. One that cannot be known so well ends with all runs.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to float64
		most     int
		within   float64
		state    State
	}{
		{"beyond the last", 0, 0.3, 5000, 0.01, None},
		{"before the first", 0.7, 1, 5000, 0.01, None},
		{"too few runs", 0, 1, 400, 0.001, Ended},
	} {
		s := Search{Places: places(c.from, c.to, 301), At: 0.95, Share: true, Within: c.within, Confidence: 0.95, Max: c.most}
		_, r := s.Next(drawn(s, 3, docked))
		if r.State != c.state || r.Runs > c.most || c.state == Ended && (r.Runs != c.most || r.Low > 0.4355 || r.High < 0.4355) {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}

// Asked again after each round, with what has been made so far, a search needs the runs that it needs when all
// values are there, and no others.
func TestRounds(t *testing.T) {
	s := Search{Places: places(0, 1, 101), At: 0.95, Share: true, Within: 0.03, Confidence: 0.95, Max: 10_000}
	all := drawn(s, 8, docked)
	want, found := s.Next(all)
	made := make([]int, len(s.Places))
	rounds := 0
	for {
		need, r := s.Next(func(place, n int) []float64 { return all(place, min(n, made[place])) })
		if r.State != Open {
			if r != found || !slices.Equal(need, want) || rounds < 5 {
				t.Errorf("after %d rounds %+v, want %+v", rounds, r, found)
			}
			return
		}
		if slices.Equal(need, made) || slices.ContainsFunc(need, func(n int) bool { return n > s.Max }) {
			t.Fatalf("round %d needs %v", rounds, need)
		}
		made = need
		rounds++
	}
}

// Fieller's interval by hand: values 0, 2 at x = 0 and 2, 4 at x = 2 for the threshold 2. The line of least squares is
// 1 + x, so that the boundary is 1, and the squares about it are 4, of 2 degrees of freedom: s^2 = 2. At the boundary x
// the line has the variance s^2 (1/4 + (x-1)^2/4), since the squares of the places about 1 are 4; the ends are where
// (x-1)^2 = t^2 (1 + (x-1)^2)/2, so that x - 1 = t/sqrt(2 - t^2). At a confidence of 50 % t(2) is 0.8165, t^2 = 2/3, and
// x - 1 = 0.7071.
func TestFieller(t *testing.T) {
	d := &sample{rising: true, points: []point{{x: 0, n: 2, mean: 1, squares: 2}, {x: 2, n: 2, mean: 3, squares: 2}}}
	r := d.interval(Search{At: 2, Confidence: 0.5})
	if math.Abs(r.Estimate-1) > 1e-4 || math.Abs(r.High-1.70711) > 1e-3 || math.Abs(r.Low-0.29289) > 1e-3 {
		t.Errorf("%+v, want 1 from 0.2929 to 1.7071", r)
	}
}
