package scenarios

import (
	"strings"

	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/trace"
)

// takeProbe takes the readings of the probe.
func (s *Simulation) takeProbe(now sim.Time) {
	s.Probe(now, func(node int32, link uint8, quantity string, value float64) {
		s.tracer.Emit(trace.Record{At: now, Node: node, Link: link, Peer: trace.None, Kind: trace.Sample, Note: quantity, Value: value})
	})
}

// Probe tells what a probe reads now: the position of each node, the state of each vehicle, what programs show, and the number
// of frames in the water of each link, whose node is trace.None. The names of quantities end in their units. It may be
// called between Start and Close.
func (s *Simulation) Probe(now sim.Time, put func(node int32, link uint8, quantity string, value float64)) {
	for i, n := range s.nodes {
		at, _ := n.moves(now)
		put(int32(i), 0, "x_m", at.X)
		put(int32(i), 0, "y_m", at.Y)
		put(int32(i), 0, "z_m", at.Z)
		if n.body != nil {
			s.probeBody(now, int32(i), n, put)
		}
	}
	for i := range s.programs {
		p := &s.programs[i]
		if probed, ok := p.Running.(program.Probed); ok {
			probed.Probe(now, func(link uint8, quantity string, value float64) { put(p.Addr, link, quantity, value) })
		}
	}
	if s.onAir == nil {
		s.onAir = make([]int, len(s.names.Links))
	}
	clear(s.onAir)
	for i, m := range s.media {
		s.onAir[s.linkOf[i]] += m.OnAir()
	}
	for i, n := range s.onAir {
		put(trace.None, uint8(i), "frames", float64(n))
	}
}

// probeBody reads the state of a vehicle: how it is turned, as geom.FromEuler takes it; its
// velocity over ground and its rates of turning, about its own axes; what its dynamics show, such as the thrust
// of each rotor; and the current in the world where it is.
func (s *Simulation) probeBody(now sim.Time, i int32, n *node, put func(node int32, link uint8, quantity string, value float64)) {
	b := n.body.At(now)
	heading, pitch, roll := b.Attitude.Euler()
	put(i, 0, "heading_rad", heading)
	put(i, 0, "pitch_rad", pitch)
	put(i, 0, "roll_rad", roll)
	for k, name := range [...]string{"surge_mps", "sway_mps", "heave_mps", "rate_x_radps", "rate_y_radps", "rate_z_radps"} {
		put(i, 0, name, b.Velocity[k])
	}
	if n.probed == nil {
		n.probed = observe(n.body.Dynamics())
	}
	if p := n.probed; p.dynamics != nil {
		p.dynamics.Observe(b, p.values)
		for k, name := range p.columns {
			put(i, 0, name, p.values[k])
		}
	}
	current := n.body.Current(now)
	put(i, 0, "current_x_mps", current.X)
	put(i, 0, "current_y_mps", current.Y)
	put(i, 0, "current_z_mps", current.Z)
}

// observed is what the dynamics of a vehicle show to a probe.
type observed struct {
	dynamics vehicle.Observed // nil where they show nothing
	columns  []string
	values   []float64 // of the last reading
}

// observe names what is read of the dynamics of a vehicle.
func observe(d vehicle.Dynamics) *observed {
	shows, ok := d.(vehicle.Observed)
	if !ok {
		return &observed{}
	}
	o := &observed{dynamics: shows}
	for _, q := range shows.Outputs() {
		o.columns = append(o.columns, q.Column())
	}
	o.values = make([]float64, len(o.columns))
	return o
}

// Quantity splits the name of a quantity that a probe reads into its name and its unit.
func Quantity(reading string) (name, unit string) {
	for _, u := range [...]struct{ ending, unit string }{
		{"_mps", "m/s"}, {"_radps", "rad/s"}, {"_rad", "rad"}, {"_m", "m"}, {"_n", "N"}, {"_w", "W"}, {"_s", "s"}, {"_db", "dB"},
	} {
		if name, ok := strings.CutSuffix(reading, u.ending); ok {
			return name, u.unit
		}
	}
	return reading, ""
}
