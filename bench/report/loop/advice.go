package loop

import (
	"fmt"
	"math"
	"strings"

	"halocline/bench/report/input"
	"halocline/bench/report/text"
	"halocline/plant/control/loop"
)

// advice says how far gain and delay of a stable loop may grow, and what makes another one stable. Prompt are the margins of the
// loop without its delay.
func (d *Design) advice(m, prompt loop.Margins) string {
	kp, delay := d.kp.Value, d.delay.Value
	human := func(s float64) string { return input.Human(s, "s") }
	if m.Stable {
		said := "the loop is stable whatever the delay"
		if !math.IsInf(m.Delay, 1) {
			said = fmt.Sprintf("the loop stays stable while its delay, %s now, is less than %s", human(delay), human(delay+m.Delay))
		}
		if !math.IsInf(m.High, 1) {
			said += fmt.Sprintf(", and while kp, %s now, is less than %s", text.Number(kp), text.Number(kp*m.High))
		}
		return said
	}
	var ways []string
	switch {
	case m.High < 1 && m.Low > 0:
		ways = append(ways, fmt.Sprintf("lower --kp from %s to between %s and %s", text.Number(kp), text.Number(kp*m.Low), text.Number(kp*m.High)))
	case m.High < 1:
		ways = append(ways, fmt.Sprintf("lower --kp from %s to less than %s", text.Number(kp), text.Number(kp*m.High)))
	case m.Low > 1:
		ways = append(ways, fmt.Sprintf("raise --kp from %s to more than %s", text.Number(kp), text.Number(kp*m.Low)))
	}
	if prompt.Stable && prompt.Delay < delay {
		ways = append(ways, fmt.Sprintf("shorten --delay from %s to less than %s", human(delay), human(prompt.Delay)))
	}
	if len(ways) == 0 && kp < 0 {
		return "to make the loop stable, write a --kp above 0, which pulls back and does not push away"
	}
	if len(ways) == 0 {
		return "neither another --kp nor a shorter --delay makes the loop stable; raise --nd, which damps, or lower --ni"
	}
	return "to make the loop stable, " + strings.Join(ways, ", or ")
}
