package scenarios

import (
	"time"

	"halocline/phy"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/trace"
)

// digest takes in how nodes move and what instruments read, and tells a number that hangs on
// all of that once a second, so that the fingerprint does too. The states of vehicles count
// once a second; other nodes move by laws of their own, so that the beginning and the end are
// enough.
type digest struct {
	*trace.Digester
	others  []phy.Locator // nodes that move and are no vehicles
	numbers [vehicle.StateNumbers]float64
}

// digestMotion finds what moves.
func (b *builder) digestMotion() {
	for _, n := range b.nodes {
		if at, ok := n.at.(phy.Stationary); ok && at.Still() {
			continue
		}
		if d := b.digesting(); n.body == nil {
			d.others = append(d.others, n.at)
		}
	}
}

// digesting returns the digest of a run in which there is something to take in.
func (b *builder) digesting() *digest {
	if b.digest == nil {
		b.digest = &digest{Digester: trace.NewDigester()}
	}
	return b.digest
}

// startDigest has the digest told once a second.
func (s *Simulation) startDigest() {
	if s.digest == nil {
		return
	}
	s.digest.locate(0)
	s.Kernel.Every(sim.Probe, 0, time.Second, s.tellDigest)
}

// endDigest tells the digest of the whole run.
func (s *Simulation) endDigest() {
	if s.digest != nil {
		s.digest.locate(s.Kernel.Now())
		s.tellDigest(s.Kernel.Now())
	}
}

// locate takes in where the nodes are that are no vehicles, and how fast they go.
func (d *digest) locate(now sim.Time) {
	for _, at := range d.others {
		p, v := at.Position(now), at.Velocity(now)
		d.Add(p.X, p.Y, p.Z, v.X, v.Y, v.Z)
	}
}

// tellDigest takes in the states of all vehicles, and tells the digest.
func (s *Simulation) tellDigest(now sim.Time) {
	d := s.digest
	for _, n := range s.nodes {
		if n.body != nil {
			n.body.At(now).Numbers(&d.numbers)
			d.Add(d.numbers[:]...)
		}
	}
	if s.tracer != nil {
		s.tracer.Emit(trace.Record{At: now, Kind: trace.Digest, Node: trace.None, Peer: trace.None, Value: d.Sum()})
	}
}
