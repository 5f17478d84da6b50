package calibrate

import (
	"fmt"
	"io"

	"halocline/bench/report/text"
	"halocline/bench/speed/calibrate/gauge"
)

// Table writes the figures for people.
func (s *Sheet) Table(w io.Writer) error {
	m := s.Machine
	if m.Processor != "" {
		fmt.Fprintf(w, "%s, ", m.Processor)
	}
	fmt.Fprintf(w, "%d processors, %s, %s; median of %d rounds\n\n", m.Processors, m.System, m.Go, s.Rounds)
	t := text.NewMixedTable(w, func(column int) bool { return column < 2 }, "what", "unit", "per second", "min", "max", "per Mloop", "min", "max")
	row := func(name, unit string, rate, ratio gauge.Spread) {
		t.Append([]string{
			name, unit, text.Scaled(rate.Median), text.Scaled(rate.Low), text.Scaled(rate.High), text.Scaled(ratio.Median), text.Scaled(ratio.Low), text.Scaled(ratio.High),
		})
	}
	row("loop", "steps", s.Loop, gauge.Spread{Median: 1e6, Low: 1e6, High: 1e6})
	for _, f := range s.Figures {
		unit := f.Unit
		if f.Clock == "wall" {
			unit += ", by the wall"
		}
		row(f.Name, unit, f.Rate, f.Ratio)
	}
	return t.Render()
}
