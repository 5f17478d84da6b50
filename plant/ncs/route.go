package ncs

import (
	"math"

	"halocline/plant/control"
	"halocline/sim"
	"halocline/sim/geom"
)

// route is the way of a survey, leg by leg. A vehicle that does not start at the first
// point has a leg there, which is no part of the path.
type route struct {
	config   *SurveyConfig
	points   control.Path // of a path that is repeated the first one is at the end, too
	plan     control.Path // the same seen from above, all at height 0
	first    int          // legs before the path: 0 or 1
	last     int          // the leg to the last point of the path
	leg      int          // that is followed
	past     float64      // length of the legs of the path that are behind, in the plane, m
	finished sim.Time     // when the last point was passed for the first time; -1 until then
	ended    bool         // nothing is left to follow
	course   float64      // wanted over ground, rad
}

func newRoute(c *SurveyConfig, start geom.Vec, heading float64) *route {
	r := &route{config: c, finished: -1, course: heading}
	origin := geom.Vec{}
	if c.Origin == "start" {
		origin = start
	}
	first := c.Path[0].Add(origin)
	if math.Hypot(first.X-start.X, first.Y-start.Y) > c.Reach {
		r.points, r.first = append(r.points, start), 1
	}
	for _, p := range c.Path {
		r.points = append(r.points, p.Add(origin))
	}
	r.last = len(r.points) - 2
	if c.Then == "repeat" {
		r.points = append(r.points, first)
	}
	for _, p := range r.points {
		r.plan = append(r.plan, geom.Vec{X: p.X, Y: p.Y})
	}
	return r
}

// current returns the leg that is followed.
func (r *route) current() control.Leg { return r.at(r.leg) }

// at returns a leg.
func (r *route) at(leg int) control.Leg {
	return control.Leg{From: r.points[leg], To: r.points[leg+1]}
}

// follow goes on to the leg for a place and finds the course over ground there.
func (r *route) follow(at geom.Vec, now sim.Time) {
	var aim geom.Vec
	pursues := r.config.Guidance == "pursuit"
	if pursues {
		var on int
		for aim, on = r.plan.Pursue(r.leg, geom.Vec{X: at.X, Y: at.Y}, r.config.Ahead); r.leg < on; {
			r.pass(now)
		}
	}
	if !pursues || r.leg == len(r.points)-2 {
		r.advance(at, now)
	}
	switch {
	case r.ended:
		r.course = control.Heading(at, r.points[r.last+1], r.course)
	case pursues:
		r.course = control.Heading(at, aim, r.course)
	default:
		r.course = r.current().LineOfSight(at, r.config.Ahead, r.course)
	}
}

// advance passes the next point if it lies near enough along the leg (Fossen 2011, chapter 10,
// by the distance along the track): however far off its leg a vehicle is, it gets on.
func (r *route) advance(at geom.Vec, now sim.Time) {
	leg := r.current()
	if along, _ := leg.Offset(at); !r.ended && leg.Length()-along <= r.config.Reach {
		r.pass(now)
	}
}

// pass goes on to the next leg.
func (r *route) pass(now sim.Time) {
	if r.leg >= r.first {
		r.past += r.current().Length()
	}
	if r.leg == r.last && r.finished < 0 {
		r.finished = now
	}
	switch {
	case r.leg < len(r.points)-2:
		r.leg++
	case r.config.Then == "repeat":
		r.leg = r.first
	default:
		r.ended = true
	}
}

// height returns the wanted height in m at a place, and the slope of the way there.
func (r *route) height(at geom.Vec) (z, slope float64) {
	if r.ended {
		return r.points[r.last+1].Z, 0
	}
	return r.current().Height(at)
}

// covered returns how far along the path a place on the present leg is.
func (r *route) covered(at geom.Vec) float64 {
	if r.ended || r.leg < r.first {
		return r.past
	}
	leg := r.current()
	along, _ := leg.Offset(at)
	return r.past + max(0, min(along, leg.Length()))
}

// off returns how far a place lies beside the line of the leg that is followed. What lies along
// it, as before its beginning, is way and no error (Fossen 2011, chapter 10). Beside the leg
// before, the nearer of the two counts, so that a corner that is cut is no error of a whole leg;
// beyond the ends of that leg there is no path.
func (r *route) off(at geom.Vec) (across, deep float64, on bool) {
	if r.ended || r.leg < r.first {
		return 0, 0, false
	}
	nearest := r.current()
	if r.past > 0 {
		before := r.leg - 1
		if r.leg == r.first {
			before = len(r.points) - 2
		}
		leg := r.at(before)
		if along, _ := leg.Offset(at); along >= 0 && along <= leg.Length() && leg.Across(at) < nearest.Across(at) {
			nearest = leg
		}
	}
	z, _ := nearest.Height(at)
	return nearest.Across(at), math.Abs(z - at.Z), true
}
