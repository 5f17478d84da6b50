package mac

import (
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/clock"
)

// Stamped is a payload with a time in it: when the frame began to be sent that carries it, by the sender's
// clock. A modem that stamps writes it then, so that no access delay is in it.
type Stamped interface{ Stamp(at sim.Time) }

// stamping is a radio that stamps what it sends.
type stamping struct {
	phy.PHY
	kernel *sim.Kernel
	clock  clock.Clock
}

// Stamping returns a radio that stamps the payloads that it sends, by a clock.
func Stamping(radio phy.PHY, k *sim.Kernel, own clock.Clock) phy.PHY {
	return &stamping{PHY: radio, kernel: k, clock: own}
}

// Transmit stamps what the frame carries.
func (s *stamping) Transmit(f *phy.Frame) error {
	err := s.PHY.Transmit(f)
	if err == nil {
		if p := stampedIn(f.Payload); p != nil {
			p.Stamp(s.clock.Local(s.kernel.Now()))
		}
	}
	return err
}

// stampedIn returns the payload with a time in a frame's, in its packet, or in a packet in that; or nil.
func stampedIn(payload any) Stamped {
	const layers = 4 // at most
	for range layers {
		switch p := payload.(type) {
		case Stamped:
			return p
		case *Packet:
			if p == nil {
				return nil
			}
			payload = p.Payload
		case interface{ Carried() *Packet }:
			payload = p.Carried()
		default:
			return nil
		}
	}
	return nil
}
