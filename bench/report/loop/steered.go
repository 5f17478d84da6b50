package loop

import (
	"fmt"
	"io"
	"math"

	"halocline/bench/report/input"
	"halocline/bench/report/text"
	"halocline/scenarios"
)

// WriteSteered writes the margins of the loops of a scenario, and the commands that analyse them.
func WriteSteered(w io.Writer, loops []scenarios.Loop) error {
	t := text.NewMixedTable(w, func(column int) bool { return column < 4 }, "vehicle", "controller", "axis", "moves by", "gain margin", "phase margin", "delay", "stable up to")
	for _, l := range loops {
		m := l.Sampled().Margins()
		row := []string{l.Node, l.Controller, l.Axis, l.Along, "-", "-", input.Human(l.Delay, "s"), "unstable"}
		if m.Stable {
			row[4], row[5], row[7] = text.Number(m.High), text.Number(m.Phase*180/math.Pi)+" deg", "any delay"
			if !math.IsInf(m.Delay, 1) {
				row[7] = input.Human(l.Delay+m.Delay, "s")
			}
		}
		t.Append(row)
	}
	if err := t.Render(); err != nil {
		return err
	}
	fmt.Fprint(w, "\ndelay is the least, beside the station; run prints those that there are\n")
	for _, l := range loops {
		fmt.Fprintf(w, "\n%s, %s along %s, by %s:\n  %s", l.Node, l.Controller, l.Axis, l.Along, l.Command())
	}
	_, err := fmt.Fprintln(w)
	return err
}
