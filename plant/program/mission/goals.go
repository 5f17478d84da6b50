package mission

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"halocline/plant/autopilot"
	"halocline/plant/control"
	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// LanesConfig describes parallel lanes over a box.
type LanesConfig struct {
	From    geom.Vec `yaml:"from" as:"vector" unit:"m" range:"[-1e7,1e7]" required:"true" doc:"corner at which the first lane begins; the lanes go along x"`
	To      geom.Vec `yaml:"to" as:"vector" unit:"m" range:"[-1e7,1e7]" required:"true" doc:"opposite corner; a change of height is spread over the lanes"`
	Spacing float64  `yaml:"spacing" unit:"m" range:"(0,1e6]" required:"true" doc:"distance from one lane to the next at most; lanes lie evenly"`
}

// Validate checks that the box has a length and a width, and few enough lanes.
func (c *LanesConfig) Validate() error {
	const most = 1000
	switch {
	case c.From.X == c.To.X || c.From.Y == c.To.Y:
		return fault.In("to", "the box has no length or no width; choose another x and y than those of from")
	case math.Abs(c.To.Y-c.From.Y)/c.Spacing > most:
		return fault.In("spacing", "there are more than %d lanes; make spacing greater", most)
	}
	return nil
}

// lanes returns the ends of the lanes, one after the other.
func (c *LanesConfig) lanes() control.Path {
	n := int(math.Ceil(math.Abs(c.To.Y-c.From.Y) / c.Spacing))
	var all control.Path
	for i := range n + 1 {
		share := float64(i) / float64(n)
		a := geom.Vec{X: c.From.X, Y: c.From.Y + share*(c.To.Y-c.From.Y), Z: c.From.Z + share*(c.To.Z-c.From.Z)}
		b := geom.Vec{X: c.To.X, Y: a.Y, Z: a.Z}
		if i%2 == 1 {
			a, b = b, a
		}
		all = append(all, a, b)
	}
	return all
}

// ObserveConfig describes the observation of a point from a sphere about it, as the ContrACT simulator has it: the bow points to the
// centre.
type ObserveConfig struct {
	Centre    geom.Vec `yaml:"centre" as:"vector" unit:"m" range:"[-1e7,1e7]" required:"true" doc:"point that is looked at"`
	Radius    float64  `yaml:"radius" unit:"m" range:"(0,1e4]" required:"true" doc:"distance from it"`
	Elevation float64  `yaml:"elevation" unit:"rad" range:"[-1.2,1.2]" doc:"elevation of the vehicle above the horizontal, seen from the centre; a vehicle without control of pitch looks level"`
	Turn      float64  `yaml:"turn" unit:"rad/s" range:"[-10,10]" doc:"rate at which it goes around, to the left as seen from above; 0 to stay where it comes to the sphere"`
}

// Validate finds nothing beyond the ranges of the fields.
func (*ObserveConfig) Validate() error { return nil }

// observation is the observation of a point.
type observation struct {
	*ObserveConfig
	at geom.Vec // last place on the sphere
}

// newObservation returns the goal, or what the vehicle cannot do.
func (m *Mission) newObservation(c *ObserveConfig) (goal, error) {
	if !m.pilot.Sways() {
		return nil, fault.In("observe", "a vehicle that goes only where its bow points does not look at a point while it stays; choose one that nothing keeps from going aside")
	}
	fast := math.Abs(c.Turn) * c.Radius * math.Cos(c.Elevation)
	if fast > m.config.Speed {
		return nil, fault.In("observe.turn", "it would go around at %.3g m/s, and the mission has a speed of %g m/s; turn more slowly, or come nearer", fast, m.config.Speed)
	}
	if flow := m.site.Water().Current(c.Centre, 0).Norm(); fast > 0 && fast+flow > m.config.Speed {
		m.site.Warn("it goes around a point at %.3g m/s over ground, where the current is %.3g m/s at the beginning, and has a speed of %.4g m/s: it falls behind against that; turn more slowly, or come nearer", fast, flow, m.config.Speed)
	}
	acts, ok := m.pilot.(interface{ Acts(vehicle.Axis) bool })
	if c.Elevation != 0 && (!ok || !acts.Acts(vehicle.Pitch)) {
		m.site.Warn("it is to look at a point that is not at its height, and nothing pitches it: its bow stays level; leave elevation out")
	}
	return &observation{ObserveConfig: c}, m.around(c)
}

// around checks that a vehicle that observes finds itself in the water: all the way around, or somewhere where it stays.
func (m *Mission) around(c *ObserveConfig) error {
	const places = 8
	var last error
	for k := range places {
		last = m.wet(c.from(float64(k) * 2 * math.Pi / places))
		if (last == nil) == (c.Turn == 0) {
			break
		}
	}
	if last != nil {
		return fault.In("observe.radius", "it is to observe from z = %.4g m: %w", c.from(0).Z, last)
	}
	return nil
}

// from returns the place on the sphere in a direction from the centre.
func (c *ObserveConfig) from(direction float64) geom.Vec {
	sin, cos := math.Sincos(direction)
	rise, level := math.Sincos(c.Elevation)
	return c.Centre.Add(geom.Vec{X: level * cos, Y: level * sin, Z: rise}.Scale(c.Radius))
}

func (o *observation) begin(*Mission, *helm) error { return nil }

func (o *observation) steer(m *Mission, h *helm) bool {
	o.stay(m, h)
	return h.motion.Position.Dist(o.at) <= m.config.Reach
}

// stay keeps the vehicle on the sphere. Around a circle its velocity is steady as it sees it, so that what is wanted is not turned ahead.
func (o *observation) stay(m *Mission, h *helm) {
	at := h.motion.Position
	out := at.Sub(o.Centre)
	angle := math.Atan2(out.Y, out.X)
	o.at = o.from(angle)
	sin, cos := math.Sincos(angle)
	level := math.Cos(o.Elevation)
	back := autopilot.Toward(at, o.at, m.config.Speed, m.config.TimeConstant.Seconds())
	around := geom.Vec{X: -sin, Y: cos}.Scale(o.Turn * o.Radius * level)
	if p, ok := m.pilot.(interface{ Lead(rate float64) }); ok { // the rate at which the centre goes by
		v := h.motion.WorldVelocity()
		p.Lead((out.X*v.Y - out.Y*v.X) / max(out.X*out.X+out.Y*out.Y, o.Radius*o.Radius*level*level/4))
	}
	m.face(h, back.Add(around), o.Centre, o.Elevation)
}

func (o *observation) place(*helm) (geom.Vec, bool) { return o.at, true }

// face has the vehicle go at a velocity over ground, with its bow to a point.
func (m *Mission) face(h *helm, velocity, point geom.Vec, pitch float64) {
	m.course = control.Heading(h.motion.Position, point, m.course)
	through := autopilot.Limit(velocity.Sub(h.drift), m.config.Speed)
	m.body.Command(m.pilot.Steer(through, m.course, pitch, h.motion, h.through))
}

// TrackConfig describes how another vehicle is followed.
type TrackConfig struct {
	By       string        `yaml:"by" oneof:"sonar|packets" doc:"way in which the vehicle finds the other one. sonar: by the nearest echo of an instrument; packets: by what the other one tells of itself, with the key tell of its mission"`
	With     string        `yaml:"with" doc:"name of that instrument"`
	Target   string        `yaml:"target" doc:"name of the other node, with packets"`
	Link     string        `yaml:"link" doc:"link over which that is heard; the only one if left out"`
	Distance float64       `yaml:"distance" unit:"m" range:"(0,1e4]" required:"true" doc:"distance from it, by sonar from where the echo comes from"`
	Bearing  *float64      `yaml:"bearing" unit:"rad" range:"[-6.2832,6.2832]" doc:"direction from the other vehicle to this one, from the x axis to the y axis; if left out, as it is"`
	Predict  string        `yaml:"predict" oneof:"velocity|none" doc:"place of the other vehicle between two packets. velocity: it goes on as it did; none: it is where it was"`
	Smooth   time.Duration `yaml:"smooth" range:"[0.01,1000]" doc:"time constant with which echoes become a place and a velocity"`
	Forget   time.Duration `yaml:"forget" range:"[0.1,1e6]" doc:"time without an echo or a packet after which the other vehicle counts as lost: this one stays at its place until it finds it again"`
}

// Defaults sets what follows what is found.
func (c *TrackConfig) Defaults() {
	c.By, c.Predict, c.Smooth, c.Forget = "sonar", "velocity", 2*time.Second, 30*time.Second
}

// Validate checks what no single field shows.
func (c *TrackConfig) Validate() error {
	switch {
	case c.By == "sonar" && c.With == "":
		return fault.In("with", "the other vehicle is found by no instrument; name one, such as fan")
	case c.By == "packets" && c.Target == "":
		return fault.In("target", "nobody is followed; name the other node")
	case c.By == "sonar" && c.Target != "":
		return fault.In("target", "an echo does not say whose it is; leave target out, or write by: packets")
	}
	return nil
}

// pursuit follows another vehicle.
type pursuit struct {
	*TrackConfig
	eye      *eye
	target   int32
	known    bool
	found    sim.Time // when it was found last
	at       geom.Vec // where it is taken to be at that time
	velocity geom.Vec
	taken    sim.Time // of the newest packet
	aim      geom.Vec
	points   []geom.Vec
}

// newPursuit returns the goal, or what is missing for it.
func (m *Mission) newPursuit(c *TrackConfig) (goal, error) {
	p := &pursuit{TrackConfig: c, taken: -1}
	if !m.pilot.Sways() {
		return nil, fault.In("track", "a vehicle that goes only where its bow points does not keep a distance; choose one that nothing keeps from going aside")
	}
	var err error
	if c.By == "sonar" {
		p.eye, err = m.eyeOf(c.With)
		return p, fault.Under("track.with", err)
	}
	if p.target, err = m.site.Node(c.Target); err != nil {
		return nil, fault.In("track.target", "%w", err)
	}
	if err := m.radio.listen(c.Link); err != nil {
		return nil, fault.Under("track.link", err)
	}
	return p, fault.Under("track", m.tells(c.Target, c.Link))
}

// tells says why nothing is heard of another node over a link.
func (m *Mission) tells(node, link string) error {
	peer, err := m.site.Peer(node)
	switch other, ok := peer.(*Mission); {
	case errors.Is(err, program.ErrLater): // it follows this one
	case err != nil:
		return fault.In("target", "%w", err)
	case !ok || other.config.Tell == nil:
		return fault.In("target", "node %q does not tell where it is; give it a mission with the key tell", node)
	case other.radio.tell.Number() != m.radio.links[link].Number():
		return fault.In("link", "node %q tells where it is over its link %q; listen there", node, other.config.Tell.Link)
	}
	return nil
}

func (p *pursuit) begin(*Mission, *helm) error { return nil }

func (p *pursuit) steer(m *Mission, h *helm) bool {
	p.stay(m, h)
	return p.known && h.motion.Position.Dist(p.aim) <= m.config.Reach
}

func (p *pursuit) stay(m *Mission, h *helm) {
	p.find(m, h)
	if p.known && h.now.Sub(p.found) > p.Forget {
		p.known = false
	}
	if !p.known {
		m.count(&m.sums.lost, h.now)
		m.face(h, geom.Vec{}, h.motion.Position, 0)
		return
	}
	at, velocity := p.at, p.velocity
	if p.Predict == "none" && p.By == "packets" {
		velocity = geom.Vec{}
	}
	at = at.Add(velocity.Scale(h.now.Sub(p.found).Seconds()))
	away := h.motion.Position.Sub(at)
	angle := math.Atan2(away.Y, away.X)
	if p.Bearing != nil {
		angle = *p.Bearing
	}
	sin, cos := math.Sincos(angle)
	p.aim = at.Add(geom.Vec{X: cos, Y: sin}.Scale(p.Distance))
	back := autopilot.Toward(h.motion.Position, p.aim, m.config.Speed, m.config.TimeConstant.Seconds())
	m.face(h, back.Add(velocity), at, 0)
}

// find takes what has come of the other vehicle. Echoes go through a filter with fading memory, of which both poles are
// exp(-dt/smooth): g = 1 - theta^2, h = (1 - theta)^2 (Brookner, Tracking and Kalman Filtering Made Easy, 1998, section 1.2.6).
func (p *pursuit) find(m *Mission, h *helm) {
	if p.By == "packets" {
		if r := m.radio.heard[p.target]; r != nil && r.taken > p.taken {
			p.known, p.taken, p.found, p.at, p.velocity = true, r.taken, r.taken, r.at, r.velocity
		}
		return
	}
	taken, ok := p.eye.look(h, &p.points)
	if !ok || len(p.points) == 0 {
		return
	}
	dt := taken.Sub(p.found).Seconds()
	from := h.motion.Position
	if p.known {
		from = p.at.Add(p.velocity.Scale(dt))
	}
	near := slices.MinFunc(p.points, func(a, b geom.Vec) int {
		if a.Dist(from) < b.Dist(from) {
			return -1
		}
		return 1
	})
	if !p.known {
		p.known, p.found, p.at, p.velocity = true, taken, near, geom.Vec{}
		return
	}
	const gate = 3.0 // m; what is farther off is something else
	if near.Dist(from) > gate || dt <= 0 {
		return
	}
	theta := math.Exp(-dt / p.Smooth.Seconds())
	off := near.Sub(from)
	p.at = from.Add(off.Scale(1 - theta*theta))
	p.velocity = p.velocity.Add(off.Scale((1 - theta) * (1 - theta) / dt))
	p.found = taken
}

func (p *pursuit) place(*helm) (geom.Vec, bool) { return p.aim, p.known }

// eye is a sonar that a mission looks by.
type eye struct {
	read   func(now sim.Time) (values []float64, taken sim.Time, ok bool)
	from   geom.Vec
	beams  []geom.Vec
	angles []float64
	each   bool // a reading is of one beam, with its angle
	taken  sim.Time
}

// eyeOf returns an instrument that reads distances along beams. Ask for it before the run.
func (m *Mission) eyeOf(name string) (*eye, error) {
	if e := m.eyes[name]; e != nil {
		return e, nil
	}
	carried := m.site.Carried()
	var all []string
	for i, in := range m.senses.all {
		c, ok := carried[i].Config.(interface {
			Fan() (geom.Vec, []geom.Vec, []float64)
		})
		if !ok {
			continue
		}
		all = append(all, in.Name())
		if in.Name() != name {
			continue
		}
		e := &eye{read: in.Reading, each: in.Quantities()[len(in.Quantities())-1].Name == "angle", taken: -1}
		e.from, e.beams, e.angles = c.Fan()
		m.eyes[name] = e
		return e, nil
	}
	if all == nil {
		return nil, errors.New("the node has no sonar of several beams; give it one, such as a fan, by its key instruments")
	}
	return nil, fmt.Errorf("the node has no sonar %q; there are %s", name, strings.Join(all, ", "))
}

// look puts the places of new echoes in the world, and reports when they were taken, and whether there is a new reading.
func (e *eye) look(h *helm, points *[]geom.Vec) (sim.Time, bool) {
	*points = (*points)[:0]
	values, taken, ok := e.read(h.now)
	if !ok || taken <= e.taken {
		return 0, false
	}
	e.taken = taken
	*points = (*points)[:0]
	put := func(beam int, distance float64) {
		if !math.IsNaN(distance) {
			*points = append(*points, h.motion.Position.Add(h.motion.Attitude.Rotate(e.from.Add(e.beams[beam].Scale(distance)))))
		}
	}
	if e.each {
		put(e.nearest(values[1]), values[0])
		return taken, true
	}
	for k, d := range values {
		put(k, d)
	}
	return taken, true
}

// nearest returns the beam at an angle.
func (e *eye) nearest(angle float64) int {
	best := 0
	for k, a := range e.angles {
		if math.Abs(a-angle) < math.Abs(e.angles[best]-angle) {
			best = k
		}
	}
	return best
}
