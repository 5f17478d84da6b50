package ncs

import (
	"math"

	"halocline/plant/program"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// Station is the computer of a docking station. Its tasks are those of the thesis (section
// 5.1.2): an acoustic and an RF task, both periodic, which send updates. Further links have a task
// each. They run on a computer of sim/rtos. Time stamps of updates are true time, whatever the
// station's clock shows. Several vehicles may be at one berth.
type Station struct {
	Node
	cpu      *rtos.CPU
	config   *StationConfig
	at       geom.Vec
	vehicles []*guidedVehicle
	paths    []path // acoustic, RF and further ones; without a Link where a station has none
	site     program.Site
	dock     *dock
}

// The links of a station and of a vehicle, by number.
const (
	acoustic = iota
	radio
)

// path is one of the links.
type path struct {
	program.Link
	within, hysteresis float64 // m; of the acoustic one nothing
	config             *SendConfig
	mail               []program.Mail // requests that the task has not looked at
	found              []finding      // of the vehicles, when the task began
}

// finding is where a vehicle was found, and since when that holds; ok if it was.
type finding struct {
	at    geom.Vec
	taken sim.Time
	ok    bool
}

// guidedVehicle is what a station knows of a vehicle that it guides.
type guidedVehicle struct {
	Addr  int32
	Links []bool       // by the paths of the station: it has a radio for the link
	Berth geom.Vec     // in the world
	cone  *coneDocking // that leads to it; nil without
	// Measure returns where the vehicle is, and since when that holds; no position
	// if there is none. It is called once for each update, with the time. It is that
	// of Station.measure: a tracker with the key usbl, the true position without.
	Measure func(now sim.Time) (at geom.Vec, taken sim.Time, ok bool)
	on      int        // path that it is guided by
	far     int        // path that reaches it from furthest away
	gone    bool       // needs no more updates
	cut     []float64  // of the updates, dB below full power
	sent    []sim.Time // when the measurement of the last update was made
}

// newStation returns the computer of a station, and schedules its tasks: one for each link, in the order acoustic, RF,
// further ones. Without an RF link, nil, it has no RF task.
func newStation(node Node, c *StationConfig, at geom.Vec, links ...program.Link) (*Station, error) {
	cpu, err := c.Computer.New(node.Kernel, node.Clock, node.Stream)
	if err != nil {
		return nil, err
	}
	s := &Station{Node: node, cpu: cpu, config: c, at: at, paths: make([]path, len(links))}
	for i, send := range c.sends()[:len(links)] {
		if links[i] == nil {
			continue
		}
		p := path{Link: links[i], config: send.config}
		switch {
		case i == radio:
			p.within, p.hysteresis = c.Threshold, c.Hysteresis
		case i > radio:
			p.within, p.hysteresis = c.Links[i-radio-1].Within, c.Links[i-radio-1].Hysteresis
		}
		s.paths[i] = p
		look, serve := func(now sim.Time) { s.look(i, now) }, func(sim.Time) { s.serve(i) }
		task := s.task(send.config.Task, send.task, send.config.Period, look, serve)
		task.Offset = send.config.Offset
		if _, err := cpu.Add(task); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// CPU returns the processor that the tasks run on.
func (s *Station) CPU() *rtos.CPU { return s.cpu }

// guide adds a vehicle to those that get updates, in this order.
func (s *Station) guide(g *guidedVehicle) {
	g.cut, g.sent = make([]float64, len(s.paths)), make([]sim.Time, len(s.paths))
	for i := range s.paths {
		g.sent[i] = -1
		if s.paths[i].Link != nil {
			g.cut[i] = s.paths[i].config.Power.initial()
		}
		if i < len(g.Links) && g.Links[i] && (!g.Links[g.far] || g.far != acoustic && s.paths[i].within > s.paths[g.far].within) {
			g.far = i
		}
	}
	s.vehicles = append(s.vehicles, g)
}

// initial returns the power of the first update, dB below full power.
func (c *PowerConfig) initial() float64 {
	if c.Control == "request" {
		return c.Initial
	}
	return 0
}

// dismiss ends the updates for a vehicle.
func (s *Station) dismiss(addr int32) {
	for _, g := range s.vehicles {
		if g.Addr == addr {
			g.gone = true
		}
	}
}

// Receive takes a message from a link.
func (s *Station) Receive(link int, m program.Mail) {
	s.paths[link].mail = append(s.paths[link].mail, m)
}

// look is how a job of the task of a link begins: it measures.
func (s *Station) look(link int, now sim.Time) {
	p := &s.paths[link]
	p.found = p.found[:0]
	for _, g := range s.vehicles {
		var f finding
		if s.reaches(g, link) {
			f.at, f.taken, f.ok = g.Measure(now)
		}
		p.found = append(p.found, f)
	}
}

// reaches reports whether a vehicle can be sent to over a link, and still is.
func (s *Station) reaches(g *guidedVehicle, link int) bool {
	return !g.gone && link < len(g.Links) && g.Links[link]
}

// serve is how a job ends: it looks at the requests, and sends an update to each
// vehicle that is to get one over this link.
func (s *Station) serve(link int) {
	p := &s.paths[link]
	for _, m := range p.mail {
		s.grant(link, m)
	}
	p.mail = p.mail[:0]
	for i, f := range p.found {
		g := s.vehicles[i]
		if old := f.taken <= g.sent[link]; f.ok && !old && !g.gone && s.chosen(g, link, f.at) {
			g.sent[link] = f.taken
			s.send(g, link, f.at, f.taken)
		}
	}
}

// chosen reports whether a vehicle gets its updates over a link: over that of the least distance which covers
// its own, and otherwise over the one that reaches furthest.
func (s *Station) chosen(g *guidedVehicle, link int, at geom.Vec) bool {
	distance, was, least := at.Dist(g.Berth), g.on, math.Inf(1)
	g.on = g.far
	for i := range s.paths[acoustic+1:] {
		i += acoustic + 1
		p := &s.paths[i]
		limit := p.within
		if was == i {
			limit += p.hysteresis
		}
		if p.Link != nil && s.reaches(g, i) && distance <= limit && p.within < least {
			g.on, least = i, p.within
		}
	}
	return s.config.Both || g.on == link
}

// send sends an update.
func (s *Station) send(g *guidedVehicle, link int, at geom.Vec, taken sim.Time) {
	p := &s.paths[link]
	if c := p.config.Power; c.Control == "follow" {
		s.power(g, link, p.Spare(g.Addr, s.at, at)-c.Margin)
	}
	to, ahead := g.Berth, geom.Vec{}
	if g.cone != nil {
		to, ahead = g.cone.reference(at, s.Kernel.Now())
	}
	update := &Update{Position: at, Reference: to, Ahead: ahead, Taken: taken, Cut: g.cut[link]}
	p.Send(g.Addr, program.Message{Bits: p.config.Bits, Cut: g.cut[link], Body: update}) // a refusal is in the trace, and the next update is under way
}

// grant does what a vehicle asks for: it is sent to with more power, never with
// less.
func (s *Station) grant(link int, m program.Mail) {
	r, ok := m.Body.(*powerRequest)
	if !ok || s.paths[link].config.Power.Control != "request" {
		return
	}
	for _, g := range s.vehicles {
		if g.Addr == m.From {
			s.power(g, link, min(g.cut[link], r.Cut))
		}
	}
}

// power sets the power of the updates for a vehicle, dB below full power.
func (s *Station) power(g *guidedVehicle, link int, cut float64) {
	const least = 100 // dB; a transmitter does not go lower
	cut = math.Max(0, math.Min(least, cut))
	if cut == g.cut[link] {
		return
	}
	g.cut[link] = cut
	s.emit(trace.Record{Kind: trace.Powered, Link: s.paths[link].Number(), Peer: g.Addr, Value: cut})
}
