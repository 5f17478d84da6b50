// Package lockstep lets a program step a run: it says how far to go and what comes in, and gets what there is to be
// known. So a controller in Python, MATLAB or C runs against the same water as one in Go, with the same bits, however
// long it takes for a step. The protocol is one of JSON, over datagrams or a WebSocket; Text says it in words.
//
// Orders have numbers. An order that comes again, since its answer was lost, gets the same answer and does nothing. Of a run in
// real time the answer comes when the clock has gone so far.
//
// Begin with Orders and UDP.
//
// Left out: several clients that step one run. The first is the one, until it is silent for patience.
package lockstep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"halocline/bench/cosim"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
)

// order is what a client sends.
type order struct {
	Seq   uint64                     `json:"seq"`             // 1, 2, 3 and so on
	To    *float64                   `json:"to,omitempty"`    // s; or
	ToNs  *int64                     `json:"to_ns,omitempty"` // ns, from the beginning of the run
	Until string                     `json:"until,omitempty"` // received: to stop before, at a message that comes
	In    map[string]json.RawMessage `json:"in,omitempty"`    // by port, numbers or strings
	Nodes []string                   `json:"nodes,omitempty"` // that the answer is about; those with ports if left out
	Truth bool                       `json:"truth,omitempty"` // whether the answer has it
	Bye   bool                       `json:"bye,omitempty"`   // nothing more will come; in lock step the run ends
	Token string                     `json:"token,omitempty"` // of the session, from another machine
}

// answer is what a client gets.
type answer struct {
	Seq   uint64                `json:"seq"`
	T     float64               `json:"t"`
	Ns    int64                 `json:"t_ns"`
	Ended bool                  `json:"ended"`
	Nodes map[string]nodeAnswer `json:"nodes,omitempty"`
	Error string                `json:"error,omitempty"` // nothing has been done
}

// nodeAnswer is what there is to be known of a node.
type nodeAnswer struct {
	Clock    float64                  `json:"clock"`          // its own, s
	Down     bool                     `json:"down,omitempty"` // it has no power
	Motion   *motionAnswer            `json:"motion,omitempty"`
	Truth    *motionAnswer            `json:"truth,omitempty"`
	Readings map[string]readingAnswer `json:"readings,omitempty"` // by instrument and quantity, the newest since the answer before
	Mail     []cosim.Message          `json:"mail,omitempty"`     // since the answer before
}

// motionAnswer is how a vehicle moves; of the motion that a node believes in, that is.
type motionAnswer struct {
	Position [3]float64 `json:"position"` // m; z is up
	Attitude [4]float64 `json:"attitude"` // quaternion w, x, y, z, from the vehicle's axes to those of the world
	Euler    [3]float64 `json:"euler"`    // roll, pitch, yaw, rad
	Velocity [6]float64 `json:"velocity"` // in the vehicle's axes: m/s, rad/s
}

// readingAnswer is what an instrument has read.
type readingAnswer struct {
	Value     float64 `json:"value"`
	Taken     float64 `json:"taken"`
	Available float64 `json:"available"`
}

// parse reads an order.
func parse(data []byte) (o order, err error) {
	read := json.NewDecoder(bytes.NewReader(data))
	read.DisallowUnknownFields()
	if err := read.Decode(&o); err != nil {
		return o, fmt.Errorf(`it is no order (%w); write {"seq": 1, "to": 0.1}`, err)
	}
	if o.Seq == 0 {
		return o, errors.New("the order has no number; write seq: 1 with the first, 2 with the second and so on")
	}
	if o.To != nil && o.ToNs != nil {
		return o, errors.New("to and to_ns both say how far to go; give one of them")
	}
	if o.To != nil && (math.IsNaN(*o.To) || *o.To < 0 || *o.To > 1e9) {
		return o, fmt.Errorf("to is %g; it is a time in s from 0 to 1e9", *o.To)
	}
	if o.Until != "" && o.Until != "received" {
		return o, fmt.Errorf("until is %q, and can be received", o.Until)
	}
	return o, nil
}

// inputs returns what comes in, in the order of the names of ports.
func (o *order) inputs() ([]scenarios.Input, error) {
	const most = 1000
	if len(o.In) > most {
		return nil, fmt.Errorf("%d values come in with one order, and at most %d can", len(o.In), most)
	}
	var all []scenarios.Input
	for _, port := range slices.Sorted(maps.Keys(o.In)) {
		in := scenarios.Input{Port: port}
		text := o.In[port]
		var err error
		switch {
		case len(text) > 0 && text[0] == '"':
			err = json.Unmarshal(text, &in.Data)
		case len(text) > 0 && text[0] == '{': // JSON for a port of bytes, as it is
			in.Data = string(text)
		default:
			in.Value, err = strconv.ParseFloat(string(text), 64)
		}
		if err != nil {
			return nil, fmt.Errorf("port %s: %s is neither a number nor a string", port, text)
		}
		all = append(all, in)
	}
	return all, nil
}

// to returns how far an order goes; from where the run is, if it does not say.
func (o *order) to(now sim.Time) sim.Time {
	switch {
	case o.ToNs != nil:
		return sim.Time(*o.ToNs)
	case o.To != nil:
		return sim.Time(math.Round(*o.To * 1e9))
	}
	return now
}

// describer makes answers of frames.
type describer struct {
	session *cosim.Session
	ported  []string // nodes with ports
}

// newDescriber returns a describer of a session that has begun.
func newDescriber(s *cosim.Session) *describer {
	d := &describer{session: s}
	for _, p := range s.Ports() {
		if !slices.Contains(d.ported, p.Node) {
			d.ported = append(d.ported, p.Node)
		}
	}
	return d
}

// knows checks the names of nodes in an order.
func (d *describer) knows(o *order) error {
	for _, name := range o.Nodes {
		if !slices.Contains(d.session.Names.Nodes, name) {
			return errors.New(strict.Unknown("node", name, d.session.Names.Nodes))
		}
	}
	return nil
}

// describe makes the answer to an order.
func (d *describer) describe(o *order, f *cosim.Frame) *answer {
	a := &answer{Seq: o.Seq, T: f.At.Seconds(), Ns: int64(f.At), Ended: f.Ended, Nodes: map[string]nodeAnswer{}}
	names := o.Nodes
	if names == nil {
		names = d.ported
	}
	for _, name := range names {
		if i := slices.Index(d.session.Names.Nodes, name); i >= 0 {
			a.Nodes[name] = d.node(int32(i), o.Truth, f)
		}
	}
	return a
}

// node describes a node.
func (d *describer) node(i int32, truth bool, f *cosim.Frame) nodeAnswer {
	seen := &f.Nodes[i]
	n := nodeAnswer{Clock: seen.Local.Seconds(), Down: seen.Down}
	if seen.Knows {
		n.Motion = motion(&seen.Believed)
	}
	if truth {
		n.Truth = motion(&seen.True)
	}
	for _, r := range f.Readings {
		if r.Node == i {
			if n.Readings == nil {
				n.Readings = map[string]readingAnswer{}
			}
			n.Readings[r.Instrument+"."+r.Name] = readingAnswer{r.Value, r.Taken.Seconds(), r.Available.Seconds()}
		}
	}
	for _, m := range f.Mail {
		if m.Node == i {
			n.Mail = append(n.Mail, d.session.Describe(&m))
		}
	}
	return n
}

// motion describes a motion.
func motion(m *vehicle.Motion) *motionAnswer {
	yaw, pitch, roll := m.Attitude.Euler()
	q := m.Attitude
	return &motionAnswer{
		Position: [3]float64{m.Position.X, m.Position.Y, m.Position.Z},
		Attitude: [4]float64{q.W, q.X, q.Y, q.Z},
		Euler:    [3]float64{roll, pitch, yaw},
		Velocity: [6]float64(m.Velocity),
	}
}
