package rosbridge_test

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"halocline/bench/cosim"
	"halocline/bench/cosim/rosbridge"
)

// equipped is a ball at rest 30 m above a flat bottom, with instruments that err nowhere.
const equipped = `
name: equipped
description: a ball with instruments
duration: 4s
water: {density: 1025kg/m3, seabed: 40m}
nodes:
  - name: auv
    at: [0m, 0m, -10m]
    heading: 60deg
    vehicle: {model: ball, step: 5ms}
    instruments:
      - {type: imu, rate: {noise_density: 0, bias: 0rad/s}, force: {noise_density: 0, bias: 0m/s2}, tilt: {noise: 0deg, bias: 0deg, resolution: 0deg}, heading: {noise: 0deg, bias: 0deg, resolution: 0deg}}
      - {type: depth, latency: 0.5s, depth: {noise: 0m, bias: 0m, resolution: 0m}}
      - {type: altimeter, half_angle: 0deg, distance: {noise: 0m, bias: 0m, resolution: 0m}}
      - {type: multibeam, half_angle: 0deg, distance: {noise: 0m, bias: 0m, resolution: 0m}}
    run: {type: external, navigation: truth}
`

// At rest and level with its bow at 60 degrees, the unit reads the attitude (cos 30, 0, 0, sin 30) and 9.80665 m/s2 upwards. At a depth of 10 m
// the pressure is 101325 + 1025 x 9.80665 x 10 = 201843.1625 Pa. The bottom is 30 m below, and along a beam that leans over by a it is
// 30/cos a away: the beams are 4 degrees apart from -60 to 60, and reach 50 m, which is 53.13 degrees: 30/cos 40 = 39.16221868,
// 30/cos 52 = 48.72807735, and none at 56.
func instruments(t *testing.T, dir string) {
	r := start(t, equipped, lockstep(), rosbridge.ROS2, cosim.Access{})
	c := r.roslib(dir)
	topics := map[string]string{"imu": "sensor_msgs/msg/Imu", "pressure": "sensor_msgs/FluidPressure", "range": "sensor_msgs/Range", "multibeam": "sensor_msgs/LaserScan"}
	for name, kind := range topics {
		c.do(`{"do": "keep", "topic": "/auv/`+name+`", "type": "`+kind+`"}`, nil)
	}
	got, first := map[string]json.RawMessage{}, map[string]float64{}
	at := 0.0
	for len(got) < len(topics) && at < 3.9 {
		at += 0.02
		r.to(at)
		for name := range topics {
			var kept []json.RawMessage
			if c.do(`{"do": "kept", "topic": "/auv/`+name+`"}`, &kept); len(kept) > 0 {
				if got[name] = kept[0]; first[name] == 0 {
					first[name] = at
				}
			}
		}
	}
	if first["pressure"] < 0.499 {
		t.Errorf("a pressure that is known after 0.5 s is told after %g s", first["pressure"])
	}
	read := func(name string, into any) {
		t.Helper()
		if err := json.Unmarshal(got[name], into); err != nil {
			t.Errorf("%s: %v in %s", name, err, got[name])
		}
	}
	var unit struct {
		Header      struct{ Frame_id string }
		Orientation struct{ X, Y, Z, W float64 }
		Rate        struct{ X, Y, Z float64 } `json:"angular_velocity"`
		Force       struct{ X, Y, Z float64 } `json:"linear_acceleration"`
	}
	read("imu", &unit)
	near(t, "w", unit.Orientation.W, math.Sqrt(3)/2, 1e-9)
	near(t, "z", unit.Orientation.Z, 0.5, 1e-9)
	near(t, "force", unit.Force.Z, 9.80665, 1e-9)
	near(t, "rate", unit.Rate.Z, 0, 1e-9)
	if unit.Header.Frame_id != "auv" {
		t.Errorf("the frame of the unit is %q", unit.Header.Frame_id)
	}
	var gauge struct {
		Pressure float64 `json:"fluid_pressure"`
	}
	read("pressure", &gauge)
	near(t, "pressure", gauge.Pressure, 201843.1625, 1e-6)
	var altimeter struct {
		Range, Max_range float64
	}
	read("range", &altimeter)
	near(t, "height", altimeter.Range, 30, 1e-3)
	near(t, "reach", altimeter.Max_range, 50, 0)
	var fan struct {
		First  float64    `json:"angle_min"`
		Step   float64    `json:"angle_increment"`
		Ranges []*float64 `json:"ranges"`
	}
	read("multibeam", &fan)
	const deg = math.Pi / 180
	near(t, "first angle", fan.First/deg, -60, 1e-9)
	near(t, "step", fan.Step/deg, 4, 1e-9)
	if len(fan.Ranges) != 31 || fan.Ranges[1] != nil || fan.Ranges[29] != nil || fan.Ranges[2] == nil || fan.Ranges[25] == nil {
		t.Fatalf("the ranges are %s", got["multibeam"])
	}
	near(t, "beam at -52 degrees", *fan.Ranges[2], 48.72807735, 2e-3)
	near(t, "beam at 40 degrees", *fan.Ranges[25], 39.16221868, 2e-3)
	near(t, "beam down", *fan.Ranges[15], 30, 1e-3)
	r.to(4)
	r.wait()
}

// talking are two nodes 750 m apart.
const talking = `
name: talking
description: two nodes whose programs are outside
duration: 5s
water: {density: 1025kg/m3, seabed: 100m, temperature: 10degC}
links:
  acoustic:
    channel: {type: acoustic, spreading: 1.5}
    modem: {type: plain, frequency: 25kHz, bandwidth: 5kHz, rate: 1kbps, budget: {type: decibels, source_level: 180dB}}
    mac: {type: aloha, queue: 4}
nodes:
  - {name: auv, at: [0m, 0m, -10m], run: external}
  - {name: base, at: [750m, 0m, -10m], run: external}
`

// What one client sends through the water another one gets, unchanged and not before the sound can be there: 750 m take more than 0.48 s below
// 1560 m/s, and 40 bits more than 0.04 s at 1 kbit/s.
func packets(t *testing.T, dir string) {
	r := start(t, talking, lockstep(), rosbridge.ROS2, cosim.Access{})
	c := r.roslib(dir)
	c.do(`{"do": "keep", "topic": "/base/received", "type": "std_msgs/String"}`, nil)
	c.do(`{"do": "publish", "topic": "/auv/send", "type": "std_msgs/String", "msg": {"data": "{\"to\": \"base\", \"data\": \"aGVs/G8=\"}"}}`, nil)
	var got []struct{ Data string }
	for at := 0.02; len(got) == 0 && at < 4.9; at += 0.02 {
		r.to(at)
		c.do(`{"do": "kept", "topic": "/base/received"}`, &got)
	}
	var m struct {
		T    float64
		From string
		Data string
	}
	if len(got) != 1 || json.Unmarshal([]byte(got[0].Data), &m) != nil {
		t.Fatalf("base has got %v", got)
	}
	data, err := base64.StdEncoding.DecodeString(m.Data)
	if string(data) != "hel\xfco" || err != nil || m.From != "auv" || m.T < 0.52 || m.T > 0.7 {
		t.Errorf("base has got %q from %s at %g s", data, m.From, m.T)
	}
	t.Logf("arrived at %.4f s", m.T)
	r.to(5)
	r.wait()
}

// What cannot be done is refused in a sentence, under the id of the request, and nothing comes of it.
func refusals(t *testing.T, dir string) {
	r := start(t, strings.Replace(alone, "DURATION", "2s", 1), lockstep(), rosbridge.ROS2, cosim.Access{})
	c := r.roslib(dir)
	for _, row := range []struct{ request, want string }{
		{`{"op": "subscribe", "topic": "/auv/odom", "compression": "png"}`, "compression png"},
		{`{"op": "subscribe", "topic": "/auv/odom", "compression": "cbor"}`, "compression cbor"},
		{`{"op": "subscribe", "topic": "/auv/odometry"}`, "/auv/odom"},
		{`{"op": "subscribe", "topic": "/auv/odom", "type": "geometry_msgs/Pose"}`, "nav_msgs/msg/Odometry"},
		{`{"op": "subscribe", "topic": "/clock", "throttle_rate": -1}`, "throttle_rate"},
		{`{"op": "subscribe", "topic": "/clock", "queue_length": 1000000}`, "queue_length"},
		{`{"op": "advertise", "topic": "/auv/wrench", "type": "geometry_msgs/Twist"}`, "geometry_msgs/msg/Wrench"},
		{`{"op": "advertise", "topic": "/auv/odom", "type": "nav_msgs/Odometry"}`, "goes out"},
		{`{"op": "publish", "topic": "/auv/wrench", "msg": {"linear": {"x": 1}}}`, "not of its type"},
		{`{"op": "publish", "topic": "/auv/wrench", "msg": {"force": {"x": "1"}}}`, "not of its type"},
		{`{"op": "publish", "topic": "/auv/port/surge", "msg": {}}`, "no data"},
		{`{"op": "publish", "topic": "/auv/joy", "msg": {"axes": [1]}}`, "takes 2"},
		{`{"op": "unsubscribe", "topic": "/clock"}`, "no such subscription"},
		{`{"op": "advertise_service", "service": "/mine", "type": "std_srvs/Empty"}`, "no operation"},
		{`{"op": "set_level", "level": "all"}`, "none of none, error, warning, info"},
	} {
		var s struct{ Op, ID, Level, Msg string }
		if strings.Contains(row.request, "unsubscribe") { // of which only warnings tell
			c.do(`{"do": "send", "request": {"op": "set_level", "level": "warning"}}`, nil)
		}
		c.do(`{"do": "raw", "request": {"id": "b", `+row.request[1:]+`}`, &s)
		if s.Op != "status" || s.ID != "b" || !strings.Contains(s.Msg, row.want) {
			t.Errorf("%s: %+v does not say %q", row.request, s, row.want)
		}
	}
	r.to(2)
	r.wait()
	if in := r.session.Report().Inputs; in != 0 {
		t.Errorf("%d inputs", in)
	}
}

// Services go by their names with a slash or without; a call that fails has a sentence.
func services(t *testing.T, dir string) {
	r := start(t, strings.Replace(alone, "DURATION", "1s", 1), lockstep(), rosbridge.ROS2, cosim.Access{})
	c := r.roslib(dir)
	var ports struct {
		OK     bool
		Values struct{ Ports []cosim.ListedPort }
	}
	for _, name := range []string{"/halocline/ports", "halocline/ports"} {
		c.do(`{"do": "call", "service": "`+name+`"}`, &ports)
		if p := ports.Values.Ports; !ports.OK || len(p) != 6 || p[3].Name != "auv.surge" || p[3].Unit != "N" || p[3].Most != 400 || p[3].Least != -400 {
			t.Errorf("%s: %+v", name, ports)
		}
	}
	var status struct {
		OK     bool
		Values cosim.Report
	}
	if c.do(`{"do": "call", "service": "/halocline/status"}`, &status); !status.OK || status.Values.Step != 0.02 || status.Values.Clients != 1 {
		t.Errorf("status: %+v", status)
	}
	var told struct{ Data string }
	c.do(`{"do": "once", "topic": "/halocline/status", "type": "std_msgs/String"}`, &told)
	if json.Unmarshal([]byte(told.Data), &status.Values) != nil || status.Values.Clients != 1 {
		t.Errorf("/halocline/status: %s", told.Data)
	}
	var topics struct{ Topics, Types []string }
	c.do(`{"do": "topics"}`, &topics)
	want := map[string]string{"/clock": "rosgraph_msgs/msg/Clock", "/auv/odom": "nav_msgs/msg/Odometry", "/auv/wrench": "geometry_msgs/msg/Wrench", "/auv/joy": "sensor_msgs/msg/Joy"}
	for i, name := range topics.Topics {
		if want[name] == topics.Types[i] {
			delete(want, name)
		}
	}
	if len(want) > 0 || len(topics.Topics) != len(topics.Types) {
		t.Errorf("rosapi/topics lacks %v: %+v", want, topics)
	}
	var failed struct {
		OK     bool
		Values string
	}
	if c.do(`{"do": "call", "service": "/halocline/port"}`, &failed); failed.OK || !strings.Contains(failed.Values, "halocline/ports") {
		t.Errorf("a service that is none: %+v", failed)
	}
	r.to(1)
	r.wait()
}

// roslib gives the token in the address.
func token(t *testing.T, dir string) {
	r := start(t, strings.Replace(alone, "DURATION", "1s", 1), lockstep(), rosbridge.ROS2, cosim.Access{Remote: true, Token: "secret"})
	r.url += "/?token=secret"
	r.roslib(dir)
	r.to(1)
	r.wait()
}
