package mavlink

import (
	"bytes"
	"math"

	"halocline/bench/cosim"
	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/scenarios"
)

// pilot does what clients ask of a vehicle.
type pilot struct {
	session *cosim.Session
	ports   [6]*scenarios.Port // by axis; nil for none
	armed   bool
	gain    float64 // share of what the thrusters give that a full deflection is
}

// gainID is the name of the only parameter.
const gainID = "MAN_GAIN"

// newPilot returns the pilot of a node: the ports of a wrench are its.
func newPilot(s *cosim.Session, node string) *pilot {
	p := &pilot{session: s, gain: 1}
	for _, axis := range vehicle.Axes() {
		if port, ok := s.Ports()[node+"."+axis.String()]; ok && port.Kind == program.WrenchPort {
			p.ports[axis] = &port
		}
	}
	return p
}

// drives reports whether there is something to push.
func (p *pilot) drives() bool { return p.ports != [6]*scenarios.Port{} }

// hear does what a message asks for, and returns the answers.
func (p *pilot) hear(in packet) []any {
	switch m := in.message.(type) {
	case *manualControl:
		if m.Target == system || m.Target == 0 {
			p.steer(m)
		}
	case *rcChannelsOverride:
		if mine(m.System, m.Component) {
			p.override(m)
		}
	case *commandLong:
		if mine(m.System, m.Component) {
			return []any{&commandAck{Command: m.Command, Result: p.obey(m), System: in.system, Component: in.component}}
		}
	default:
		return p.hearOfGain(in.message)
	}
	return nil
}

// hearOfGain does what a message asks for of the parameter that there is, and returns the answers.
func (p *pilot) hearOfGain(message any) []any {
	switch m := message.(type) {
	case *paramRequestList:
		if mine(m.System, m.Component) {
			return p.tellGain()
		}
	case *paramRequestRead:
		if mine(m.System, m.Component) && (m.Index == 0 || m.Index == -1 && isGain(m.ID)) {
			return p.tellGain()
		}
	case *paramSet:
		if mine(m.System, m.Component) && isGain(m.ID) {
			if v := float64(m.Value); v >= 0 && v <= 1 {
				p.gain = v
			}
			return p.tellGain() // what it is now
		}
	}
	return nil
}

// mine reports whether a message is for this vehicle; 0 is everybody.
func mine(to, part uint8) bool { return (to == system || to == 0) && (part == component || part == 0) }

// push asks for a share of what there is along or about an axis of the vehicle, which has y to the left and z up.
func (p *pilot) push(axis vehicle.Axis, share float64) {
	if port := p.ports[axis]; p.armed && port != nil {
		p.session.Send(port.Full(), port.Share(p.gain*max(-1, min(1, share))))
	}
}

// steer pushes as a joystick says. Axes that are not valid are left as they are.
func (p *pilot) steer(m *manualControl) {
	push := func(axis vehicle.Axis, thousandths int16, sign float64) {
		if thousandths != math.MaxInt16 {
			p.push(axis, sign*float64(thousandths)/1000)
		}
	}
	push(vehicle.Surge, m.X, 1)
	push(vehicle.Sway, m.Y, -1)
	push(vehicle.Heave, m.Z, 1)
	push(vehicle.Yaw, m.R, -1)
	if m.Enabled&1 != 0 {
		push(vehicle.Pitch, m.S, -1)
	}
	if m.Enabled&2 != 0 {
		push(vehicle.Roll, m.T, 1)
	}
}

// override pushes as channels of a radio say that are numbered as ArduSub has them (its manual, RC Input and Output): 3 up, 4
// clockwise, 5 ahead, 6 to the right. 1500 us is the middle and 400 us from there full; a channel that is given back, by 0, is in the middle.
func (p *pilot) override(m *rcChannelsOverride) {
	for _, c := range []struct {
		number int
		axis   vehicle.Axis
		sign   float64
	}{{3, vehicle.Heave, 1}, {4, vehicle.Yaw, -1}, {5, vehicle.Surge, 1}, {6, vehicle.Sway, -1}} {
		switch us := m.Channel[c.number-1]; us {
		case math.MaxUint16: // left as it is
		case 0:
			p.push(c.axis, 0)
		default:
			p.push(c.axis, c.sign*(float64(us)-1500)/400)
		}
	}
}

// obey carries a command out and returns its result.
func (p *pilot) obey(m *commandLong) uint8 {
	switch {
	case m.Command != armDisarm:
		return unsupported
	case !p.drives() || m.Param[0] != 0 && m.Param[0] != 1:
		return denied
	case m.Param[0] == 0:
		for _, axis := range vehicle.Axes() {
			p.push(axis, 0)
		}
	}
	p.armed = m.Param[0] == 1
	return accepted
}

// tellGain returns the message about the parameter.
func (p *pilot) tellGain() []any {
	m := &paramValue{Value: float32(p.gain), Count: 1, Type: paramReal}
	copy(m.ID[:], gainID)
	return []any{m}
}

// isGain reports whether a name is that of the parameter.
func isGain(id [16]byte) bool { return string(bytes.TrimRight(id[:], "\x00")) == gainID }
