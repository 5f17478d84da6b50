package cosim

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"
)

// WriteReport writes a report in a few lines.
func WriteReport(w io.Writer, r *Report) {
	ms := func(s float64) string { return fmt.Sprintf("%.3g ms", 1e3*s) }
	what := fmt.Sprintf("rate %g", r.Rate)
	if r.Rate == 0 {
		what = "lock step"
	}
	fmt.Fprintf(w, "session: %s, %d boundaries in %.4g s of wall time, until %.6g s of the run\n", what, r.Boundaries, r.Wall, r.Reached)
	if r.Bye {
		fmt.Fprintf(w, "  the client said bye at %.6g s, and the run ended there\n", r.Reached)
	}
	if r.Rate == 0 {
		fmt.Fprintf(w, "  wait for the client: median %s, p95 %s, p99 %s, longest %s\n", ms(r.Median), ms(r.P95), ms(r.P99), ms(r.Max))
	} else {
		fmt.Fprintf(w, "  late by: median %s, p95 %s, p99 %s, most %s; by more than %s: %d boundaries, %.3g %%\n",
			ms(r.Median), ms(r.P95), ms(r.P99), ms(r.Max), ms(r.Deadline), r.Late, 100*r.LateShare)
		if r.Slipped > 0 {
			fmt.Fprintf(w, "  slipped by %.4g s of wall time\n", r.Slipped)
		}
		fmt.Fprintf(w, "  period: mean %s, standard deviation %.3g %%\n", ms(r.Period), 100*r.Deviation)
	}
	fmt.Fprintf(w, "  inputs: %d, after %s in the mean; refused %d, dropped %d; not readable %d; frames that clients missed %d\n",
		r.Inputs, ms(r.Delay), r.Refused, r.Dropped, r.Junk, r.Missed)
	fmt.Fprintf(w, "  start-up %s, processor %.3g %%, memory %.3g MB\n",
		ms(r.Startup), 100*r.Processor, float64(r.Memory)/1e6)
	writeStalls(w, r.Stalls, "stalled")
	writeStalls(w, r.Silences, "nothing came in")
	if more := r.Spells - int64(min(mostTold, len(r.Stalls))+min(mostTold, len(r.Silences))); more > 0 {
		fmt.Fprintf(w, "  and %d times more for less\n", more)
	}
}

// mostTold is how many spells of a kind are told.
const mostTold = 5

// writeStalls writes the longest spells, in the order of time.
func writeStalls(w io.Writer, all []Stall, what string) {
	longest := slices.Clone(all)
	slices.SortStableFunc(longest, func(a, b Stall) int { return cmp.Compare(b.Length, a.Length) })
	longest = longest[:min(mostTold, len(longest))]
	slices.SortStableFunc(longest, func(a, b Stall) int { return cmp.Compare(a.At, b.At) })
	for _, s := range longest {
		through := ""
		if s.Port != "" {
			through = " through " + s.Port
		}
		fmt.Fprintf(w, "  %s%s for %v, until %.6g s of the run\n", what, through, seconds(s.Length), s.At)
	}
}

// seconds returns a time to the millisecond.
func seconds(s float64) time.Duration {
	return time.Duration(s * float64(time.Second)).Round(time.Millisecond)
}
