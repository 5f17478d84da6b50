package capacity

import (
	"context"
	"strings"

	"halocline/bench/report/paper"
	"halocline/bench/report/table"
	"halocline/bench/reproduce/claim"
	"halocline/bench/study/results"
)

// sensitive is the study of which assumptions matter.
const sensitive = "mac-sensitivity"

// effects are what assumptions do to the metrics of that study, as tables in LaTeX.
func effects(ctx context.Context, seed uint64, workers int) (all []claim.Text, err error) {
	s, err := searched(sensitive, seed)
	if err != nil {
		return nil, err
	}
	err = carryOut(ctx, s, workers, func(file *results.File) error {
		p, err := paper.Open(file, "halocline sweep "+sensitive)
		if err != nil {
			return err
		}
		for _, of := range p.Tables {
			made, err := p.Table(of, paper.Options{})
			if err != nil {
				return err
			}
			var b strings.Builder
			if err := made.Write(&b, table.LaTeX, table.Options{Page: true}); err != nil {
				return err
			}
			all = append(all, claim.Text{Name: of.Metric, Body: b.String()})
		}
		return nil
	})
	return all, err
}
