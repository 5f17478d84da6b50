package peers

import (
	"fmt"
	"io"
	"strconv"

	"halocline/bench/report/text"
)

// CountsTable shows the counts of the first side, each workload once.
func CountsTable(w io.Writer, trials []Trial) error {
	t := text.NewTable(w, "nodes", "seconds", "seed", "attempts", "sent", "receptions", "ok", "errors", "at the sink")
	seen := map[Workload]bool{}
	for _, trial := range trials {
		if w := trial.Workload; !seen[w] {
			seen[w] = true
			c := trial.Reports[0].Counts
			t.Append([]string{
				strconv.Itoa(w.Nodes), fmt.Sprintf("%.0f", w.Seconds), strconv.FormatUint(w.Seed, 10),
				count(c.Attempts), count(c.Sent), count(c.Receptions), count(c.OK), count(c.Errors), count(c.Sink),
			})
		}
	}
	return t.Render()
}

// StandingsTable shows what each side cost.
func StandingsTable(w io.Writer, standings []Standing) error {
	t := text.NewMixedTable(w, func(column int) bool { return column == 1 },
		"nodes", "program", "event loop", "min", "max", "times ns-3", "min", "max", "process", "times ns-3", "peak MB")
	for _, s := range standings {
		row := []string{strconv.Itoa(s.Nodes), s.Side, "-", "-", "-", "-", "-", "-"}
		if l := s.Loop; l != nil {
			row = []string{
				row[0], s.Side, text.Scaled(l.Rate.Median), text.Scaled(l.Rate.Low), text.Scaled(l.Rate.High),
				text.Significant(l.Ratio), text.Significant(l.Apart.Low), text.Significant(l.Apart.High),
			}
		}
		t.Append(append(row, text.Scaled(s.Whole.Rate.Median), text.Significant(s.Whole.Ratio), fmt.Sprintf("%.1f", s.Peak/1e6)))
	}
	return t.Render()
}

// QueuesTable shows what each queue cost.
func QueuesTable(w io.Writer, standings []HoldStanding) error {
	t := text.NewMixedTable(w, func(column int) bool { return column == 1 },
		"pending", "queue", "events/s", "min", "max", "times ns-3's default", "byte per event")
	for _, s := range standings {
		bytes := "-"
		if s.Bytes > 0 {
			bytes = fmt.Sprintf("%.0f", s.Bytes)
		}
		t.Append([]string{
			strconv.Itoa(s.Pending), s.Queue, text.Scaled(s.Rate.Median), text.Scaled(s.Rate.Low), text.Scaled(s.Rate.High),
			text.Significant(s.Ratio), bytes,
		})
	}
	return t.Render()
}

func count(n int64) string { return strconv.FormatInt(n, 10) }
