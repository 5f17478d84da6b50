package helm

import (
	"math"

	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/metric"
	"halocline/sim/trace"
)

// stepReport is how a vehicle has followed a set-point of one quantity, by its true motion, until the next one of that. A depth,
// a height and a pitch end each other. Angles are in degrees.
type stepReport struct {
	Point     int           `json:"set_point"` // from 1
	Quantity  string        `json:"quantity"`
	Unit      string        `json:"unit"`
	From      float64       `json:"from"` // where it began
	To        float64       `json:"to"`
	Begin     float64       `json:"begin_s"`
	End       float64       `json:"end_s"` // when it was last looked at
	Error     trace.Measure `json:"error_end"`
	RMS       trace.Measure `json:"error_rms"`
	Overshoot trace.Measure `json:"overshoot"`  // greatest way beyond it, in the direction of the step; NaN where there was none to make
	Settling  trace.Measure `json:"settling_s"` // time after which it stays within 5 % of the step; NaN where it does not
}

// summary is what run --json has of a helm.
type summary struct {
	Node                  string       `json:"node"`
	Blind                 float64      `json:"blind_s"` // time in which it knew too little to steer, and the last command stayed
	Steps                 []stepReport `json:"set_points"`
	depth, heading, speed *stepReport
}

// band is the share of a step within which it counts as settled.
const band = 0.05

// least is a step below which there is none, m, rad or m/s.
const least = 1e-3

// response follows one quantity towards a set-point.
type response struct {
	of        quantity
	point     int
	from, to  float64
	begin, at sim.Time
	err       float64  // at the last look
	square    float64  // integral of its square
	beyond    float64  // greatest
	outside   sim.Time // when it was last outside the band
	looked    bool
}

// book follows how set-points are kept. It sees the true motion.
type book struct {
	body   program.Body
	water  interface{ Seabed(geom.Vec) float64 }
	all    []response
	active [3]int // of all: of heading, speed and the vertical; -1 for none
}

func (b *book) prepare(c *Config, site program.Site, body program.Body) {
	n := 0
	for i := range c.At {
		n += c.At[i].named()
	}
	b.body, b.water, b.active = body, site.Water(), [3]int{-1, -1, -1}
	b.all = make([]response, 0, n) // no set-point allocates
}

// values returns what a set-point says of each quantity.
func (p *Point) values() [quantities]*float64 {
	return [quantities]*float64{heading: p.Heading, speed: p.Speed, depth: p.Depth, height: p.Height, pitch: p.Pitch}
}

// named returns how many quantities a set-point names.
func (p *Point) named() (n int) {
	for _, v := range p.values() {
		if v != nil {
			n++
		}
	}
	return n
}

// slot returns where the response of a quantity is.
func (q quantity) slot() int { return int(min(q, depth)) }

// begin begins the responses of a set-point.
func (b *book) begin(now sim.Time, point int, p *Point) {
	for i, to := range p.values() {
		if to == nil {
			continue
		}
		of := quantity(i)
		b.look(of.slot(), now)
		b.active[of.slot()] = len(b.all)
		b.all = append(b.all, response{of: of, point: point, from: b.have(of, now), to: *to, begin: now, at: now, outside: now})
	}
}

// end ends the response of a quantity, which something else follows.
func (b *book) end(of quantity, now sim.Time) {
	b.look(of.slot(), now)
	b.active[of.slot()] = -1
}

// have returns the true value of a quantity.
func (b *book) have(of quantity, now sim.Time) float64 {
	s := b.body.At(now)
	yaw, theta, _ := s.Attitude.Euler()
	switch of {
	case heading:
		return yaw
	case pitch:
		return -theta
	case depth:
		return s.Position.Depth()
	case height:
		return b.water.Seabed(s.Position) - s.Position.Depth()
	}
	through := s.WorldVelocity()
	attitude := s.Attitude
	return attitude.RotateInverse(through.Sub(b.body.Current(now))).X
}

// off returns how far a value is above another one.
func (q quantity) off(value, from float64) float64 {
	if q == heading {
		return geom.WrapAngle(value - from)
	}
	return value - from
}

// look brings the response in a slot up to now.
func (b *book) look(slot int, now sim.Time) {
	if b.active[slot] < 0 {
		return
	}
	r := &b.all[b.active[slot]]
	err := r.of.off(b.have(r.of, now), r.to)
	if r.looked {
		r.square += now.Sub(r.at).Seconds() * (r.err*r.err + err*err) / 2
	}
	size := r.of.off(r.to, r.from)
	r.beyond = max(r.beyond, math.Copysign(1, size)*err)
	if math.Abs(err) > band*math.Abs(size) {
		r.outside = now
	}
	r.err, r.at, r.looked = err, now, true
}

// Watch implements program.Watched.
func (h *keeper) Watch(now sim.Time) {
	for slot := range h.book.active {
		h.book.look(slot, now)
	}
}

// step returns what a response has come to.
func (r *response) step() stepReport {
	none := trace.Measure(math.NaN())
	scale, unit := 1.0, "m"
	switch r.of {
	case heading, pitch:
		scale, unit = 180/math.Pi, "deg"
	case speed:
		unit = "m/s"
	}
	s := stepReport{
		Point: r.point + 1, Quantity: r.of.String(), Unit: unit, From: r.from * scale, To: r.to * scale,
		Begin: r.begin.Seconds(), End: r.at.Seconds(), Error: none, RMS: none, Overshoot: none, Settling: none,
	}
	span := r.at.Sub(r.begin).Seconds()
	if !r.looked || span <= 0 {
		return s
	}
	s.Error, s.RMS = trace.Measure(r.err*scale), trace.Measure(scale*math.Sqrt(r.square/span))
	if math.Abs(r.of.off(r.to, r.from)) < least {
		return s
	}
	s.Overshoot = trace.Measure(r.beyond * scale)
	if r.outside < r.at {
		s.Settling = trace.Measure(r.outside.Sub(r.begin).Seconds())
	}
	return s
}

// String returns the key of a quantity.
func (q quantity) String() string {
	return [...]string{"heading", "speed", "depth", "height", "pitch"}[q]
}

// Report implements program.Reporting.
func (h *keeper) Report(now sim.Time) (list string, report any) { return "helms", h.summary(now) }

// summary returns how the set-points were kept so far.
func (h *keeper) summary(now sim.Time) summary {
	r := summary{Node: h.site.Name(), Blind: h.unseen.Seconds(), Steps: []stepReport{}}
	if h.blind {
		r.Blind += now.Sub(h.lost).Seconds()
	}
	for i := range h.book.all {
		r.Steps = append(r.Steps, h.book.all[i].step())
	}
	for slot, i := range h.book.active {
		if i < 0 {
			continue
		}
		switch last := &r.Steps[i]; {
		case slot == heading.slot():
			r.heading = last
		case slot == speed.slot():
			r.speed = last
		case h.book.all[i].of == depth:
			r.depth = last
		}
	}
	return r
}

// Metrics declares what is measured.
func (*Config) Metrics() []metric.Def {
	all := metrics().Defs()
	for i := range all {
		all[i].Of = "helms"
	}
	return all
}

// Values implements metric.Source.
func (h *keeper) Values(put func(def int, subject string, v float64)) {
	r := h.summary(h.site.Kernel().Now())
	metrics().Put(&r, r.Node, put)
}

func metrics() metric.List[summary] {
	var l metric.List[summary]
	of := func(step func(*summary) *stepReport, value func(*stepReport) trace.Measure) func(*summary) float64 {
		return func(r *summary) float64 {
			if s := step(r); s != nil {
				return float64(value(s))
			}
			return math.NaN()
		}
	}
	deep := func(r *summary) *stepReport { return r.depth }
	rms := func(s *stepReport) trace.Measure { return s.RMS }
	l.AddWithMean("held_depth", "m", metric.Mean, "error of the depth, root mean square over time since the last set-point of it; none where that is not of depth",
		of(deep, rms))
	l.AddWithMean("held_heading", "deg", metric.Mean, "error of the heading, root mean square over time since the last set-point of it",
		of(func(r *summary) *stepReport { return r.heading }, rms))
	l.AddWithMean("held_speed", "m/s", metric.Mean, "error of the speed ahead through the water, root mean square over time since the last set-point of it",
		of(func(r *summary) *stepReport { return r.speed }, rms))
	l.AddWithMean("overshoot_depth", "m", metric.Maximum, "greatest way beyond the last set-point of the depth, in the direction of that step",
		of(deep, func(s *stepReport) trace.Measure { return s.Overshoot }))
	l.AddWithMean("settling_depth", "s", metric.TimeToEvent, "time from the last set-point of the depth until it stays within 5 % of that step; none if it does not",
		of(deep, func(s *stepReport) trace.Measure { return s.Settling }))
	l.AddWithMean("blind_time", "s", metric.Total, "time in which it knew too little of its motion to steer, so that its last command stayed",
		func(r *summary) float64 { return r.Blind })
	l.Lower("held_depth", "held_heading", "held_speed", "overshoot_depth", "settling_depth", "blind_time")
	return l
}
