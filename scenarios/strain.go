package scenarios

import (
	"fmt"
	"math"

	"halocline/plant/program"
)

// Beyond this a vehicle is said to have been tilted, and saturated.
const (
	greatTilt       = 60  // degrees
	greatSaturation = 0.5 // of the time
)

// Strained says which vehicles were tilted, or driven as far as they can be, so much that
// their motion is hardly meant to be so, and whether they left the field of the water: each in a sentence, of the whole run.
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
			touches := ""
			if n.touched != nil && n.touched.contacts > 0 {
				touches = fmt.Sprintf(", at what it pushes against, which it touched %g times,", n.touched.contacts)
			}
			most, longest := n.body.Strained()
			all = append(all, fmt.Sprintf("vehicle %s: in %.0f %% of the time a thruster was driven as far as it can be, %s in %.0f %%, and the vehicle got less than was asked for; ask for less speed or force, or look at the current%s and at what its file says of its thrusters", n.name, 100*share, most, 100*longest.Seconds()/now.Seconds(), touches))
		}
	}
	for i := range s.programs {
		if r, ok := s.programs[i].Running.(program.Remarking); ok {
			for _, remark := range r.Remarks(now) {
				all = append(all, fmt.Sprintf("vehicle %s %s", s.names.Nodes[s.programs[i].Addr], remark))
			}
		}
	}
	if outside, asked := s.water.Outside(); outside > 0 {
		all = append(all, fmt.Sprintf("water.field was asked for beyond the edges of its file %d times of %d, and told the nearest value; give it a larger grid or more times, or keep the nodes within", outside, asked))
	}
	return all
}

func degrees(rad float64) float64 { return rad * 180 / math.Pi }
