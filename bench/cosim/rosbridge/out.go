package rosbridge

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/geom"
)

// carrier is an instrument of a node.
type carrier struct {
	node int32
	name string
}

// sample is what an instrument read at once, by its columns. What was not measured is left out.
type sample struct {
	taken  sim.Time
	values map[string]float64
}

// at returns numbers, NaN for what was not measured.
func (s *sample) at(columns ...string) []float64 {
	all := make([]float64, len(columns))
	for i, c := range columns {
		v, ok := s.values[c]
		if all[i] = v; !ok {
			all[i] = math.NaN()
		}
	}
	return all
}

// vector returns three numbers by the names of their columns.
func (s *sample) vector(of, unit string) vector {
	all := s.at(of+"_x_"+unit, of+"_y_"+unit, of+"_z_"+unit)
	return vector{all[0], all[1], all[2]}
}

// samples returns what an instrument has read, numbers that were taken at once together.
func (v *view) samples(of carrier) []sample {
	if v.read == nil {
		v.read = map[carrier][]sample{}
		for _, r := range v.Readings {
			key := carrier{r.Node, r.Instrument}
			all := v.read[key]
			if len(all) == 0 || all[len(all)-1].taken != r.Taken {
				all = append(all, sample{r.Taken, map[string]float64{}})
			}
			all[len(all)-1].values[r.Name] = r.Value
			v.read[key] = all
		}
	}
	return v.read[of]
}

// addSources adds the topics that go out.
func (h *hub) addSources() {
	h.add("/clock", source{kind: "rosgraph_msgs/Clock", state: true, of: func(v *view) []any { return []any{clock{v.stamp}} }})
	h.add("/halocline/status", source{
		kind: "std_msgs/String", state: true, every: time.Second,
		of: func(*view) []any { return []any{jsonText(h.session.Report())} },
	})
	for i, name := range h.names {
		h.addNode(int32(i), name)
	}
	for _, in := range h.session.Instruments() {
		h.addInstrument(&in)
	}
}

// add adds a topic that goes out.
func (h *hub) add(topic string, s source) {
	s.clients = map[*client]bool{}
	h.out[topic] = &s
}

// addNode adds the topics of a node, whatever instruments it has.
func (h *hub) addNode(i int32, name string) {
	h.add("/"+name+"/odom", source{kind: "nav_msgs/Odometry", state: true, of: func(v *view) []any {
		if !v.Nodes[i].Knows {
			return nil
		}
		return []any{motionOf(v.stamp, name, &v.Nodes[i].Believed)}
	}})
	h.add("/"+name+"/truth", source{kind: "nav_msgs/Odometry", state: true, of: func(v *view) []any {
		return []any{motionOf(v.stamp, name, &v.Nodes[i].True)}
	}})
	h.add("/"+name+"/received", source{kind: "std_msgs/String", of: func(v *view) (all []any) {
		for k := range v.Mail {
			if v.Mail[k].Node == i {
				all = append(all, jsonText(h.session.Describe(&v.Mail[k])))
			}
		}
		return all
	}})
}

// jsonText is a String that has JSON.
func jsonText(of any) text {
	data, err := json.Marshal(of)
	if err != nil {
		return text{err.Error()}
	}
	return text{string(data)}
}

// addInstrument adds the topic of an instrument: by the kind of what it reads, or by its own name.
func (h *hub) addInstrument(in *scenarios.Instrument) {
	frame := h.names[in.Node] + "/" + in.Name
	name, kind, make := h.messages(in, frame)
	name += in.Name[len(strings.TrimRight(in.Name, "0123456789")):]
	topic := "/" + h.names[in.Node] + "/" + name
	if kind == "" || h.out[topic] != nil {
		topic = "/" + frame
	}
	if kind == "" {
		kind, make = "std_msgs/String", readings
	}
	key := carrier{in.Node, in.Name}
	h.add(topic, source{kind: kind, of: func(v *view) (all []any) {
		for _, s := range v.samples(key) {
			all = append(all, make(&s, header{h.version.stamp(s.taken), frame}))
		}
		return all
	}})
}

// readings is what an instrument has read for which ROS has no message: its numbers by their names, and when they were taken.
func readings(s *sample, _ header) any {
	return jsonText(struct {
		Taken  float64            `json:"taken"`
		Values map[string]float64 `json:"values"`
	}{s.taken.Seconds(), s.values})
}

// messages returns the name of the topic of an instrument, its type and what makes messages of samples; none of an instrument
// whose readings are of none of these types.
func (h *hub) messages(in *scenarios.Instrument, frame string) (name, kind string, make func(*sample, header) any) {
	has := map[string]bool{}
	for _, c := range in.Columns {
		has[c] = true
	}
	node := h.names[in.Node]
	sonar, isSonar := in.Config.(interface {
		Beam() (least, reach, halfAngle float64)
	})
	switch {
	case has["force_x_mps2"] && has["rate_x_radps"] && has["heading_rad"]:
		return "imu", "sensor_msgs/Imu", func(s *sample, head header) any { return inertial(s, head, node) }
	case has["depth_m"] && len(in.Columns) == 1:
		return "pressure", "sensor_msgs/FluidPressure", func(s *sample, head header) any {
			return pressure{Header: head, Pressure: atmosphere + pressurePerMetre*s.values["depth_m"]}
		}
	case isSonar && has["range_m"] && len(in.Columns) == 1:
		least, reach, half := sonar.Beam()
		return "range", "sensor_msgs/Range", func(s *sample, head header) any {
			return distance{head, 0, 2 * half, least, reach, s.values["range_m"]}
		}
	case isSonar:
		if make := scans(in, sonar.Beam); make != nil {
			return strings.TrimRight(in.Name, "0123456789"), "sensor_msgs/LaserScan", make
		}
	}
	return "", "", nil
}

// inertial is what an inertial unit has read. Its axes are those of the vehicle.
func inertial(s *sample, head header, node string) any {
	head.Frame = node
	angles := s.at("heading_rad", "pitch_rad", "roll_rad")
	m := &imu{Header: head, Rate: s.vector("rate", "radps"), Force: s.vector("force", "mps2")}
	m.Orientation = quaternionOf(geom.FromEuler(angles[0], angles[1], angles[2]))
	return m
}

// scans returns what makes messages of a sonar whose beams lie side by side; nil for another one. Their angles are about the
// axis about which the beams turn, from the middle.
func scans(in *scenarios.Instrument, beam func() (least, reach, halfAngle float64)) func(*sample, header) any {
	beams, ok := in.Config.(interface {
		Fan() (geom.Vec, []geom.Vec, []float64)
	})
	if !ok {
		return nil
	}
	_, _, angles := beams.Fan()
	least, reach, _ := beam()
	if len(in.Columns) == 2 && in.Columns[1] == "angle_rad" { // one beam after the other
		return func(s *sample, head header) any {
			at := s.at("range_m", "angle_rad")
			return &scan{Header: head, First: at[1], Last: at[1], Least: least, Most: reach, Ranges: []*float64{finite(at[0])}, Intensities: []float64{}}
		}
	}
	columns := make([]string, len(angles))
	for k := range columns {
		columns[k] = sensor.Quantity{Name: fmt.Sprintf("range_%d", k+1), Unit: "m"}.Column()
	}
	if len(in.Columns) != len(columns) || len(columns) == 0 || in.Columns[0] != columns[0] {
		return nil
	}
	first, last := angles[0], angles[len(angles)-1]
	return func(s *sample, head header) any {
		m := &scan{Header: head, First: first, Last: last, Least: least, Most: reach, Intensities: []float64{}}
		if n := len(angles) - 1; n > 0 {
			m.Increment = (last - first) / float64(n)
		}
		for _, r := range s.at(columns...) {
			m.Ranges = append(m.Ranges, finite(r))
		}
		return m
	}
}

// believed returns how a node takes itself to move now, and whether it does.
func (h *hub) believed(node int32) (*vehicle.Motion, bool) {
	f := h.session.Latest()
	if f == nil || !f.Nodes[node].Knows {
		return nil, false
	}
	return &f.Nodes[node].Believed, true
}
