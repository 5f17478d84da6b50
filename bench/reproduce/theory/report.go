package theory

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"halocline/bench/reproduce/claim"
	"halocline/bench/study/pool"
	"halocline/sim/trace"
)

// Report simulates every row, side by side, and holds it against its theory.
func Report(ctx context.Context, seed uint64, workers int) (*claim.Report, error) {
	rows := Rows()
	results := make([]Result, len(rows))
	err := pool.Each(ctx, workers, len(rows), func(ctx context.Context, i int) error {
		var err error
		results[i], err = rows[i].Run(ctx, seed)
		return err
	})
	if err != nil {
		return nil, err
	}
	return report(results), nil
}

// report holds rows that were simulated against their theory.
func report(results []Result) *claim.Report {
	r := &claim.Report{
		Name: "mac-theory", Title: "Access protocols against the theory of their throughput, delay and age",
		Assumptions: []string{
			"an exact theory has to agree within three standard errors (3 SE), an approximation within the deviation that is allowed it and three standard errors",
			"an approximation that does not say how good it is is shown and not judged",
		},
	}
	for _, result := range results {
		r.Claims = append(r.Claims, result.claim())
	}
	return r
}

// claim is the result as a claim of its theory.
func (r Result) claim() claim.Claim {
	c := claim.Number(fmt.Sprintf("%s, %s, %s", r.Protocol, r.Setup, r.Quantity), "", r.Source, r.Theory, r.Mean)
	half := distuv.StudentsT{Sigma: 1, Nu: float64(r.Replications - 1)}.Quantile(0.975) * r.StdErr
	c.Low, c.High = trace.Measure(r.Mean-half), trace.Measure(r.Mean+half)
	c.Rule = "within 3 SE"
	switch {
	case r.Approximate && r.Allowed == 0:
		c.Rule = "shown, an approximation that does not say how good it is"
	case r.Approximate:
		c.Rule = fmt.Sprintf("within %.3g %% and 3 SE", math.Abs(100*r.Allowed))
	}
	c.Verdict = r.Verdict
	return c
}
