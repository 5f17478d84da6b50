package program

import "halocline/sim/geom"

// WarnOfCurrent warns of a current at a place, at the beginning of the run, that is as fast as a vehicle there may go, in m/s by a key of
// its program.
func WarnOfCurrent(site Site, at geom.Vec, key string, speed float64) {
	if flow := site.Water().Current(at, 0).Norm(); flow >= speed {
		site.Warn("where it begins the current is %.4g m/s, and %s is %.4g m/s: it gets nowhere against that; make %s greater", flow, key, speed, key)
	}
}
