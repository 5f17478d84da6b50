package helm

import (
	"fmt"

	"halocline/plant/autopilot"
	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim"
)

// Ports implements program.Ported: set-points from outside. Each replaces what a set-point of the scenario has said of the same
// quantity, and holds until the next one.
func (h *keeper) Ports() []program.Port {
	ports := []program.Port{
		h.port(heading, "rad", -1e6, 1e6, "direction of the bow that is kept: angle from the x axis towards the y axis"),
		h.port(speed, "m/s", 0, 100, "speed ahead through the water that is kept; gains are for speeds up to the greatest set-point of the scenario"),
		h.port(depth, "m", 0, deepest, "depth that is kept, in place of a height or a pitch"),
	}
	if h.altimeter != nil {
		ports = append(ports, h.port(height, "m", 0, deepest, "height over ground that is kept, in place of a depth or a pitch"))
	}
	if ship, ok := h.pilot.(*autopilot.Autopilot); ok && ship.Acts(vehicle.Pitch) {
		ports = append(ports, h.port(pitch, "rad", -steepest, steepest, "angle of the bow above the horizontal that is kept, in place of a depth or a height"))
	}
	return ports
}

// The bounds of set-points, which are those of the keys of a Point.
const (
	deepest  = 12000
	steepest = 1.0472
)

// port returns the port of a quantity.
func (h *keeper) port(of quantity, unit string, least, most float64, doc string) program.Port {
	return program.Port{
		Name: of.String(), Unit: unit, Doc: doc, Kind: program.SetPointPort, Least: least, Most: most,
		In: func(now sim.Time, value float64) { h.takeFrom(now, of, value) },
		Check: func(value float64, _ string) error {
			if value < least || value > most {
				return fmt.Errorf("%g %s is no %s to keep; it is from %g to %g", value, unit, of, least, most)
			}
			return nil
		},
	}
}

// takeFrom takes over a set-point from outside. How well it is kept is not reported; that of the scenario ends.
func (h *keeper) takeFrom(now sim.Time, of quantity, value float64) {
	h.book.end(of, now)
	h.given = true
	h.put(of, value)
}
