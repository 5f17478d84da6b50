package program

import (
	"fmt"
	"time"

	"halocline/plant/sensor"
	"halocline/sim"
)

// TooLate says of an instrument of a group, which a key below nodes describes, that its first reading comes out after the
// end of the run; "" is that it does not.
func TooLate(group, name, key string, t sensor.Timing, end sim.Time) string {
	takes := time.Duration(t.Available(0))
	if t.Start <= time.Duration(end)-takes { // start is without bounds
		return ""
	}
	return fmt.Sprintf("nothing that its instrument %s reads is known within the run, which lasts %v: the first measurement is at %v, and its reading comes %v later; look at latency, split and start of nodes.%s.%s",
		name, time.Duration(end), t.Start, takes, group, key)
}
