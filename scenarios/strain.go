package scenarios

import (
	"fmt"
	"math"
)

// Beyond this a vehicle is said to have been tilted, and saturated.
const (
	greatTilt       = 60  // degrees
	greatSaturation = 0.5 // of the time
)

// Strained says which vehicles were tilted, or driven as far as they can be, so much that
// their motion is hardly meant to be so: each in a sentence, of the whole run.
func (s *Simulation) Strained() []string {
	var all []string
	now := s.Kernel.Now()
	for _, n := range s.nodes {
		if n.body == nil || now == 0 {
			continue
		}
		if tilt := degrees(n.body.Tilt()); tilt > greatTilt {
			all = append(all, fmt.Sprintf("vehicle %s was tilted by %.0f degrees: its thrusters, its fins or the water turned it over; ask for less, or look at the gains of its attitude, at thrusters away from its centre, and at the way from its centre of gravity to that of buoyancy", n.name, tilt))
		}
		if share := n.body.Saturated(now).Seconds() / now.Seconds(); share > greatSaturation {
			all = append(all, fmt.Sprintf("vehicle %s: in %.0f %% of the time a thruster was driven as far as it can be, and the vehicle got less than was asked for; ask for less speed or force, or look at the current and at what its file says of its thrusters", n.name, 100*share))
		}
	}
	return all
}

func degrees(rad float64) float64 { return rad * 180 / math.Pi }
