package scenarios

import (
	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/trace"
)

// takeProbe takes the readings of the probe: the position of each node, the state of each vehicle,
// and the number of frames in the water of each link.
func (s *Simulation) takeProbe(now sim.Time) {
	for i, n := range s.nodes {
		at, _ := n.moves(now)
		s.sample(now, int32(i), 0, "x_m", at.X)
		s.sample(now, int32(i), 0, "y_m", at.Y)
		s.sample(now, int32(i), 0, "z_m", at.Z)
		if n.body != nil {
			s.probeBody(now, int32(i), n)
		}
	}
	for i := range s.programs {
		p := &s.programs[i]
		if probed, ok := p.Running.(program.Probed); ok {
			probed.Probe(now, func(link uint8, quantity string, value float64) { s.sample(now, p.Addr, link, quantity, value) })
		}
	}
	clear(s.onAir)
	for i, m := range s.media {
		s.onAir[s.linkOf[i]] += m.OnAir()
	}
	for i, n := range s.onAir {
		s.sample(now, trace.None, uint8(i), "frames", float64(n))
	}
}

// probeBody reads the state of a vehicle: how it is turned, as geom.FromEuler takes it; its
// velocity over ground and its rates of turning, about its own axes; what its dynamics show, such as the thrust
// of each rotor; and the current in the world where it is.
func (s *Simulation) probeBody(now sim.Time, i int32, n *node) {
	b := n.body.At(now)
	heading, pitch, roll := b.Attitude.Euler()
	s.sample(now, i, 0, "heading_rad", heading)
	s.sample(now, i, 0, "pitch_rad", pitch)
	s.sample(now, i, 0, "roll_rad", roll)
	for k, name := range [...]string{"surge_mps", "sway_mps", "heave_mps", "rate_x_radps", "rate_y_radps", "rate_z_radps"} {
		s.sample(now, i, 0, name, b.Velocity[k])
	}
	if p := n.probed; p != nil {
		p.dynamics.Observe(b, p.values)
		for k, name := range p.columns {
			s.sample(now, i, 0, name, p.values[k])
		}
	}
	current := n.body.Current(now)
	s.sample(now, i, 0, "current_x_mps", current.X)
	s.sample(now, i, 0, "current_y_mps", current.Y)
	s.sample(now, i, 0, "current_z_mps", current.Z)
}

// observed is what the dynamics of a vehicle show to a probe.
type observed struct {
	dynamics vehicle.Observed
	columns  []string
	values   []float64 // of the last reading
}

// nameOutputs names what is read of the dynamics of vehicles.
func (s *Simulation) nameOutputs() {
	for _, n := range s.nodes {
		if n.body == nil {
			continue
		}
		d, ok := n.body.Dynamics().(vehicle.Observed)
		if !ok {
			continue
		}
		n.probed = &observed{dynamics: d}
		for _, q := range d.Outputs() {
			n.probed.columns = append(n.probed.columns, q.Column())
		}
		n.probed.values = make([]float64, len(n.probed.columns))
	}
}

func (s *Simulation) sample(now sim.Time, node int32, link uint8, quantity string, value float64) {
	s.tracer.Emit(trace.Record{At: now, Node: node, Link: link, Peer: trace.None, Kind: trace.Sample, Note: quantity, Value: value})
}
