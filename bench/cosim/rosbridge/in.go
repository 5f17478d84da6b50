package rosbridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/scenarios"
)

// sink is a topic that comes in.
type sink struct {
	kind string // its type, by the name of ROS 1
	take func(msg json.RawMessage) error
}

// into returns what takes messages of a type: it has what they bring come in, all of it or nothing.
func into[T any](h *hub, inputs func(*T) ([]scenarios.Input, error)) func(json.RawMessage) error {
	return func(msg json.RawMessage) error {
		if hasNull(msg) {
			return errors.New("the message holds null, which JSON has for NaN; nothing of it comes in")
		}
		m, read := new(T), json.NewDecoder(bytes.NewReader(msg))
		read.DisallowUnknownFields()
		if err := read.Decode(m); err != nil {
			return fmt.Errorf("the message is not of its type: %w", err)
		}
		all, err := inputs(m)
		if err != nil {
			return err
		}
		return h.session.Bring(all...)
	}
}

// hasNull reports whether a value anywhere in a message is null, which would pass for 0.
func hasNull(msg json.RawMessage) bool {
	for read := json.NewDecoder(bytes.NewReader(msg)); ; {
		token, err := read.Token()
		if err != nil {
			return false
		}
		if token == nil {
			return true
		}
	}
}

// ported are the ports of a node.
type ported struct {
	hub  *hub
	node string
	of   map[program.PortKind][]scenarios.Port
}

// addSinks adds the topics that come in.
func (h *hub) addSinks() {
	nodes := map[string]*ported{}
	for _, p := range h.session.ListPorts() {
		n := nodes[p.Node]
		if n == nil {
			n = &ported{h, p.Node, map[program.PortKind][]scenarios.Port{}}
			nodes[p.Node] = n
		}
		n.of[p.Kind] = append(n.of[p.Kind], p)
		h.addPort(&p)
	}
	for name, n := range nodes {
		if len(n.of[program.WrenchPort]) > 0 {
			h.in["/"+name+"/wrench"] = &sink{"geometry_msgs/Wrench", into(h, n.wrench)}
			h.in["/"+name+"/joy"] = &sink{"sensor_msgs/Joy", into(h, n.joy)}
		}
		if len(n.of[program.ActuatorPort]) > 0 {
			h.in["/"+name+"/thrusters"] = &sink{"std_msgs/Float64MultiArray", into(h, n.thrusters)}
		}
		if n.has(program.SetPointPort, "speed") && n.has(program.SetPointPort, "heading") {
			h.in["/"+name+"/cmd_vel"] = &sink{"geometry_msgs/Twist", into(h, n.velocity)}
		}
	}
}

// addPort adds the topic of a port alone: a String where it takes bytes, else a Float64.
func (h *hub) addPort(p *scenarios.Port) {
	full := p.Full()
	if p.Take != nil {
		h.in["/"+p.Node+"/"+p.Name] = &sink{"std_msgs/String", into(h, func(m *text) ([]scenarios.Input, error) {
			return []scenarios.Input{{Port: full, Data: m.Data}}, nil
		})}
		return
	}
	h.in["/"+p.Node+"/port/"+p.Name] = &sink{"std_msgs/Float64", into(h, func(m *number) ([]scenarios.Input, error) {
		if m.Data == nil {
			return nil, errors.New("the message has no data")
		}
		return []scenarios.Input{{Port: full, Value: *m.Data}}, nil
	})}
}

// find returns a port of a kind.
func (n *ported) find(kind program.PortKind, name string) *scenarios.Port {
	i := slices.IndexFunc(n.of[kind], func(p scenarios.Port) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &n.of[kind][i]
}

// has reports whether there is a port.
func (n *ported) has(kind program.PortKind, name string) bool { return n.find(kind, name) != nil }

// input brings a value in through a port of the node.
func (n *ported) input(port string, value float64) scenarios.Input {
	return scenarios.Input{Port: n.node + "." + port, Value: value}
}

// wrench is a force and a moment in the frame of the vehicle.
func (n *ported) wrench(w *wrench) (all []scenarios.Input, err error) {
	wanted := vehicle.Six{w.Force.X, w.Force.Y, w.Force.Z, w.Torque.X, w.Torque.Y, w.Torque.Z}
	for axis, value := range wanted {
		name := vehicle.Axis(axis).String()
		switch {
		case n.has(program.WrenchPort, name):
			all = append(all, n.input(name, value))
		case value != 0:
			return nil, fmt.Errorf("node %s cannot be pushed along %s; leave that 0", n.node, name)
		}
	}
	return all, nil
}

// thrusters are what all actuators are to do, in the order of the vehicle.
func (n *ported) thrusters(m *numbers) (all []scenarios.Input, err error) {
	ports := n.of[program.ActuatorPort]
	if len(m.Data) != len(ports) {
		return nil, fmt.Errorf("node %s has %d actuators, and there are %d numbers; halocline/ports tells which they are", n.node, len(ports), len(m.Data))
	}
	for i, v := range m.Data {
		all = append(all, n.input(ports[i].Name, v))
	}
	return all, nil
}

// sticks returns which axis of a vehicle an axis of a joystick is, those of package teleop_twist_joy and the right stick beside
// them: ahead and yaw on the left one, heave and sway on the right one, which a pad with triggers has behind the first of these. All are
// positive ahead, up and to the left, as they are of a vehicle.
func sticks(axes int) map[int]vehicle.Axis {
	right := 2
	if axes >= 6 {
		right = 3
	}
	return map[int]vehicle.Axis{0: vehicle.Yaw, 1: vehicle.Surge, right: vehicle.Sway, right + 1: vehicle.Heave}
}

// joy is a person at a joystick: a full stick is all that the thrusters give along that axis, or the limit.
func (n *ported) joy(j *joy) (all []scenarios.Input, err error) {
	if len(j.Axes) < 2 {
		return nil, fmt.Errorf("a joystick of %d axes cannot steer; it takes 2", len(j.Axes))
	}
	axes := sticks(len(j.Axes))
	for i, v := range j.Axes {
		axis, used := axes[i]
		if !used {
			continue
		}
		if p := n.find(program.WrenchPort, axis.String()); p != nil {
			all = append(all, n.input(p.Name, p.Share(v)))
		}
	}
	return all, nil
}

// lead is how far ahead the set-points of a twist are, s. Programs that hold set-points keep no rates.
const lead = 1.

// velocity is a twist for a program that keeps set-points: the speed ahead, and the heading and the depth that the vehicle has a second
// later if it turns and rises so. Where they are 0, it keeps those that it has been given.
func (n *ported) velocity(t *twist) (all []scenarios.Input, err error) {
	switch {
	case t.Linear.X < 0 || t.Linear.Y != 0:
		return nil, errors.New("a vehicle that keeps a speed and a heading goes ahead only; give linear.x from 0 on, and no linear.y")
	case t.Angular.X != 0 || t.Angular.Y != 0:
		return nil, errors.New("a vehicle that keeps a heading turns about z only; leave angular.x and angular.y 0")
	case t.Linear.Z != 0 && !n.has(program.SetPointPort, "depth"):
		return nil, errors.New("the vehicle keeps no depth; leave linear.z 0")
	}
	all = append(all, n.input("speed", t.Linear.X))
	if t.Angular.Z == 0 && t.Linear.Z == 0 {
		return all, nil
	}
	m, knows := n.hub.believed(int32(slices.Index(n.hub.names, n.node)))
	if !knows {
		return nil, fmt.Errorf("node %s does not know where it is yet, and cannot turn or rise from there", n.node)
	}
	if t.Angular.Z != 0 {
		yaw, _, _ := m.Attitude.Euler()
		all = append(all, n.input("heading", math.Mod(yaw+lead*t.Angular.Z, 2*math.Pi)))
	}
	if t.Linear.Z != 0 {
		all = append(all, n.input("depth", max(0, m.Position.Depth()-lead*t.Linear.Z)))
	}
	return all, nil
}
