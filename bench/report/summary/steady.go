package summary

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"halocline/bench/report/text"
	"halocline/bench/study/steady"
)

// SteadyState is when a run is in its steady state, and the mean of a quantity from then on.
type SteadyState struct {
	Scenario    string  `json:"scenario"`
	Version     string  `json:"version"` // of the program
	Seed        uint64  `json:"seed"`
	Reached     float64 `json:"reached_s"`
	Fingerprint string  `json:"fingerprint"`
	What        string  `json:"what"`
	Link        string  `json:"link,omitempty"`
	Flow        string  `json:"flow,omitempty"`
	steady.Analysis
	Written float64 `json:"scenario_warmup_s"` // the key of the scenario
}

// Write writes the result for people.
func (s *SteadyState) Write(w io.Writer) {
	of := "packets"
	if s.Flow != "" {
		of = "packets " + strings.Replace(s.Flow, ":", " to ", 1)
	}
	if s.Link != "" {
		of += " on " + s.Link
	}
	fmt.Fprintf(w, "%s: %s of %s\n", s.Scenario, s.What, of)
	fmt.Fprintf(w, "seed %d, %g s simulated, fingerprint %s\n\n", s.Seed, s.Reached, s.Fingerprint)
	if math.IsNaN(float64(s.Warmup)) {
		fmt.Fprintf(w, "warm-up  not found in %s\n", text.Plural(s.Observations, "observation"))
		return
	}
	fmt.Fprintf(w, "warm-up  %g s, %d of %s", float64(s.Warmup), s.Dropped, text.Plural(s.Observations, "observation"))
	if s.Written > 0 {
		fmt.Fprintf(w, "; the scenario says %g s", s.Written)
	}
	fmt.Fprintf(w, "\nmean     %.4g s, %.4g to %.4g s with %g %%\n", float64(s.Mean), float64(s.Low), float64(s.High), 100*s.Confidence)
	fmt.Fprintf(w, "batches  %d of %s", s.Batches, text.Plural(s.Size, "observation"))
	if !math.IsNaN(float64(s.Lag1)) {
		fmt.Fprintf(w, "; correlation of neighbours %.2f", float64(s.Lag1))
	}
	fmt.Fprintln(w)
	if float64(s.Warmup) > s.Written {
		fmt.Fprintf(w, "\nwrite into the scenario:  warmup: %ss\n", strconv.FormatFloat(float64(s.Warmup), 'f', -1, 64))
	}
}
