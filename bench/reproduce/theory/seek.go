package theory

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"

	"halocline/bench/reproduce/claim"
	"halocline/bench/study/boundary"
	"halocline/bench/study/pool"
	"halocline/bench/study/stats"
)

// search is a boundary that is looked for along a range of set-ups, and what theory says of it.
type search struct {
	What, Unit, Source string
	Theory             float64
	From, To, Step     float64 // places
	At, Within         float64 // threshold, and wished half-width in the unit of the places
	// Measure makes one run at a place.
	Measure func(ctx context.Context, place float64, seed uint64) (float64, error)
}

// places returns where runs can be made.
func (s *search) places() (out []float64) {
	for i := range int(math.Round((s.To-s.From)/s.Step)) + 1 {
		out = append(out, s.From+float64(i)*s.Step)
	}
	return out
}

// find makes the runs of a search, side by side, until it has ended. Each run has a seed of its own.
func (s *search) find(ctx context.Context, seed uint64, workers int) (boundary.Result, error) {
	const most = 2000 // runs
	of := boundary.Search{Places: s.places(), At: s.At, Within: s.Within, Confidence: 0.95, Max: most}
	known := make([][]float64, len(of.Places))
	for {
		need, found := of.Next(func(place, n int) []float64 { return known[place][:min(n, len(known[place]))] })
		if found.State != boundary.Open {
			return found, nil
		}
		type run struct{ place, i int }
		var missing []run
		for place, n := range need {
			for i := len(known[place]); i < n; i++ {
				missing = append(missing, run{place, i})
			}
			known[place] = append(known[place], make([]float64, max(0, n-len(known[place])))...)
		}
		err := pool.Each(ctx, workers, len(missing), func(ctx context.Context, i int) error {
			r := missing[i]
			x := of.Places[r.place]
			v, err := s.Measure(ctx, x, replicationSeed(seed, s.What+"/"+strconv.Itoa(r.place), r.i))
			if known[r.place][r.i] = v; err != nil {
				return fmt.Errorf("%s, at %g: %w", s.What, x, err)
			}
			return nil
		})
		if err != nil {
			return found, err
		}
	}
}

// claim holds the boundary that was found against theory: they may differ by three standard errors.
func (s *search) claim(r boundary.Result) claim.Claim {
	c := claim.Number(s.What, s.Unit, s.Source, s.Theory, r.Estimate).Resting(s.Unit, stats.Interval{Low: r.Low, Estimate: r.Estimate, High: r.High})
	return within3SE(c, stats.Interval{Low: r.Low, High: r.High})
}

// boundaries makes all searches and their claims.
func boundaries(ctx context.Context, seed uint64, workers int, all []search) ([]claim.Claim, error) {
	var out []claim.Claim
	for i := range all {
		r, err := all[i].find(ctx, seed, workers)
		if err != nil {
			return nil, err
		}
		out = append(out, all[i].claim(r))
	}
	return out, nil
}

// within3SE judges a number by its interval of 95 %: it may be off by three standard errors.
func within3SE(c claim.Claim, i stats.Interval) claim.Claim {
	c = c.Off(3*i.HalfWidth()/distuv.UnitNormal.Quantile(0.975), "")
	c.Rule = "within 3 SE"
	return c
}

// repeated makes n runs side by side, with seeds of their own.
func repeated(ctx context.Context, workers int, seed uint64, name string, n int, measure func(ctx context.Context, seed uint64) (float64, error)) ([]float64, error) {
	values := make([]float64, n)
	err := pool.Each(ctx, workers, n, func(ctx context.Context, i int) (err error) {
		if values[i], err = measure(ctx, replicationSeed(seed, name, i)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	})
	return values, err
}
