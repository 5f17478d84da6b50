package vehicle

import "strings"

// Quantity names one number that something tells of itself: an instrument of what it reads, a vehicle
// of its actuators.
type Quantity struct {
	Name string // such as depth
	Unit string // such as m; empty for counts and shares
}

// Column returns the name with its unit, as files and traces have it: speed in m/s is speed_mps.
func (q Quantity) Column() string {
	if q.Unit == "" {
		return q.Name
	}
	return q.Name + "_" + strings.ToLower(strings.ReplaceAll(q.Unit, "/", "p"))
}
