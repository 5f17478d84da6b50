package mavlink_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net"
	"testing"
	"time"

	"halocline/bench/cosim"
	"halocline/bench/cosim/clienttest"
	"halocline/bench/cosim/mavlink"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/sim"
)

// alone has the ball at 10 m, 300 m to the east and 400 m to the north of the origin.
const alone = `
name: alone
duration: 1h
geo: {latitude: 0deg, longitude: 4deg}
water: {density: 1025kg/m3, seabed: 100m}
nodes:
  - name: auv
    at: [300m, 400m, -10m]
    vehicle: {model: ball, step: 5ms}
    instruments: [{type: depth, depth: {noise: 0m, bias: 0m}}]
    run: {type: external, navigation: truth, drive: {in: wrench}}
`

// rig is a session in lock step in which MAVLink is spoken with node-mavlink.
type rig struct {
	t       *testing.T
	session *cosim.Session
	node    *clienttest.Client
	now     float64
}

// start starts one.
func start(t *testing.T) *rig {
	t.Helper()
	dir := clienttest.Node(t, "node-mavlink@2.3.0")
	plan := clienttest.Plan(t, alone)
	free, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := free.LocalAddr().(*net.UDPAddr).Port
	free.Close()
	adapter, err := mavlink.Open(t.Context(), cosim.Access{}, fmt.Sprintf("0,auv,%d", port))
	if err != nil {
		t.Fatal(err)
	}
	session, err := cosim.New(cosim.Config{Step: 20 * time.Millisecond}, plan, adapter)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := measure.Run(ctx, plan, measure.Options{Drive: session.Drive, Readings: session.Reading})
		ended <- err
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	vehicle := adapter.(*mavlink.Link).Conn.LocalAddr().(*net.UDPAddr).Port
	r := &rig{t: t, session: session, node: clienttest.Start(t, dir, "testdata/mavlink.mjs", fmt.Sprint(port), fmt.Sprint(vehicle))}
	if line := r.node.Line(); line != `"connected"` {
		t.Fatal(line)
	}
	return r
}

// run carries the run on for so many s, in steps, with what comes in at the beginning.
func (r *rig) run(seconds float64, in ...scenarios.Input) *cosim.Frame {
	r.t.Helper()
	var f *cosim.Frame
	for n := math.Round(seconds / 0.02); n > 0; n-- {
		r.now += 0.02
		var err error
		if f, err = r.session.Go(r.t.Context(), cosim.Order{To: sim.Time(math.Round(r.now * 1e9)), In: in}); err != nil {
			r.t.Fatal(err)
		}
		in = nil
	}
	return f
}

// does has node-mavlink do something, and reads what it says.
func (r *rig) does(out any, format string, args ...any) {
	r.t.Helper()
	r.node.Say(fmt.Sprintf(format, args...))
	if line := r.node.Line(); out != nil {
		if err := json.Unmarshal([]byte(line), out); err != nil {
			r.t.Fatalf("%v: %s", err, line)
		}
	}
}

// since returns the numbers of a message of a type that is of now. Where a client has lost it, since many come at once, it comes again with
// the next heartbeat.
func (r *rig) since(kind string) map[string]float64 {
	r.t.Helper()
	var all map[string]any
	r.does(&all, `{"do": "since", "type": %q, "boot": %d}`, kind, int64(math.Round(r.now*1e3)))
	m := map[string]float64{}
	for field, v := range all {
		if number, ok := v.(float64); ok {
			m[field] = number
		}
	}
	return m
}

// same compares fields of a message with what they have to be.
func same(t *testing.T, kind string, got, want map[string]float64, within float64) {
	t.Helper()
	for field, w := range want {
		if g, ok := got[field]; !ok || math.Abs(g-w) > within {
			t.Errorf("%s.%s is %v (%v), want %.7g", kind, field, g, ok, w)
		}
	}
}

// turn turns the ball about an axis of its own: a moment M for 1 s and -M for another one turn a moment of inertia I by M s^2/I, and it stands.
func (r *rig) turn(axis string, deg, inertia float64) {
	r.t.Helper()
	m := inertia * deg * math.Pi / 180
	r.run(1, scenarios.Input{Port: "auv." + axis, Value: m})
	r.run(1, scenarios.Input{Port: "auv." + axis, Value: -m})
	r.run(0.02, scenarios.Input{Port: "auv." + axis})
}

// The ball turns by yaw 30 deg, from the east to the north, then by pitch 20 deg, bow down, then by roll 10 deg, right side down. Seen from north,
// east and down its bow points to 90 - 30 = 60 deg, is down by 20 deg, which is a pitch of -20 deg there, and its right side is down by 10 deg. The quaternion
// of roll 10, pitch -20 and yaw 60 deg is (J. Diebel, Representing Attitude, 2006, equation 289)
//
//	w =  cos 5 cos 10 cos 30 - sin 5 sin 10 sin 30 = 0.8420559
//	x =  sin 5 cos 10 cos 30 + cos 5 sin 10 sin 30 = 0.1608261
//	y = -cos 5 sin 10 cos 30 + sin 5 cos 10 sin 30 = -0.1068957
//	z =  cos 5 cos 10 sin 30 + sin 5 sin 10 cos 30 = 0.5036369
func TestAttitudeOfNodeMavlink(t *testing.T) {
	t.Parallel()
	const deg = math.Pi / 180
	r := start(t)
	r.turn("yaw", 30, 4)
	r.turn("pitch", 20, 3)
	r.turn("roll", 10, 2)
	same(t, "ATTITUDE", r.since("Attitude"), map[string]float64{
		"system": 1, "component": 1, "timeBootMs": 6060, "roll": 10 * deg, "pitch": -20 * deg, "yaw": 60 * deg, "rollspeed": 0, "pitchspeed": 0, "yawspeed": 0,
	}, 1e-6)
	same(t, "ATTITUDE_QUATERNION", r.since("AttitudeQuaternion"), map[string]float64{"q1": 0.8420559, "q2": 0.1608261, "q3": -0.1068957, "q4": 0.5036369}, 1e-6)
	same(t, "LOCAL_POSITION_NED", r.since("LocalPositionNed"), map[string]float64{"x": 400, "y": 300, "z": 10, "vx": 0, "vy": 0, "vz": 0}, 1e-4)
	// On the equator 400 m north are 400/6335439.327 rad (WGS 84, the meridian's radius of curvature), and 300 m east 300/6378137.
	same(t, "GLOBAL_POSITION_INT", r.since("GlobalPositionInt"), map[string]float64{
		"lat": 400 / 6335439.327 / deg * 1e7, "lon": (4 + 300/6378137.0/deg) * 1e7, "alt": -10000, "relativeAlt": -10000, "hdg": 6000,
	}, 0.6)
	// 1025 kg/m3 x 9.80665 m/s2 x 10 m are 1005.18 hPa, over 1013.25 hPa of air.
	r.run(1)
	same(t, "SCALED_PRESSURE", r.since("ScaledPressure"), map[string]float64{"pressAbs": 2018.43}, 0.01)
	m := r.since("SystemTime")
	same(t, "SYSTEM_TIME", m, map[string]float64{"timeUnixUsec": (1767225600 + r.now) * 1e6, "timeBootMs": r.now * 1e3}, 1)
	same(t, "HEARTBEAT", r.since("Heartbeat"), map[string]float64{"type": 12, "autopilot": 0, "baseMode": 96, "systemStatus": 3, "mavlinkVersion": 3}, 0)

	// Turning on at a rate: 3 N m about y for 0.1 s give 0.1 rad/s bow down, which is negative about an axis to the right, and so for z.
	r.run(0.1, scenarios.Input{Port: "auv.pitch", Value: 3}, scenarios.Input{Port: "auv.yaw", Value: 8})
	r.run(0.02, scenarios.Input{Port: "auv.pitch"}, scenarios.Input{Port: "auv.yaw"})
	m = r.since("Attitude")
	same(t, "ATTITUDE", m, map[string]float64{"rollspeed": 0, "pitchspeed": -0.1, "yawspeed": -0.2}, 2e-3)
}

// node-mavlink arms the ball and pushes it. A full deflection is an eighth of the 400 N or 400 N m of each pair of thrusters; F
// against a damping of 20 N s/m on 100 kg gives F/20 (1 - exp(-t/5 s)), and
// (1 - exp(-1)) F/20 after 5 s.
func TestNodeMavlinkDrives(t *testing.T) {
	t.Parallel()
	r := start(t)
	var params map[string][4]float64
	r.does(&params, `{"do": "list"}`)
	if want := [4]float64{1, 0, 1, 9}; len(params) != 1 || params["MAN_GAIN"] != want {
		t.Errorf("parameters: %v", params)
	}
	ask := func(kind, fields, answer, match string) map[string]any {
		m := map[string]any{}
		r.does(&m, `{"do": "ask", "type": %q, "fields": %s, "answer": %q, "match": %s}`, kind, fields, answer, match)
		return m
	}
	push := func(fields string) { // what is answered afterwards shows that it has come
		t.Helper()
		r.does(nil, `{"do": "send", "type": "ManualControl", "fields": %s}`, fields)
		if v := ask("ParamRequestRead", `{"paramIndex": -1, "paramId": "MAN_GAIN"}`, "ParamValue", `{"paramIndex": 0}`); v["paramId"] != "MAN_GAIN" {
			t.Errorf("the parameter is %v", v)
		}
	}
	command := func(number int, param float64) any {
		return ask("CommandLong", fmt.Sprintf(`{"command": %d, "_param1": %g, "targetComponent": 0, "confirmation": 7}`, number, param), "CommandAck", fmt.Sprintf(`{"command": %d}`, number))["result"]
	}
	const all = `{"target": 1, "x": 500, "y": -1000, "z": 250, "r": 0}`
	push(all) // it is not armed
	if v := r.run(1).Nodes[0].True.Velocity; v != [6]float64{} {
		t.Errorf("it moves at %v and is not armed", v)
	}
	if command(400, 2) != 2.0 || command(512, 33) != 3.0 || command(400, 1) != 0.0 {
		t.Error("arming by 2 is not denied, or another command is supported, or arming not accepted")
	}
	if v := ask("ParamSet", `{"paramId": "MAN_GAIN", "paramValue": 0.125, "paramType": 9}`, "ParamValue", `{"paramIndex": 0}`); v["paramValue"] != 0.125 {
		t.Errorf("MAN_GAIN is %v", v)
	}
	if v := ask("ParamSet", `{"paramId": "MAN_GAIN", "paramValue": 1.5, "paramType": 9}`, "ParamValue", `{"paramIndex": 0}`); v["paramValue"] != 0.125 {
		t.Errorf("MAN_GAIN is %v", v)
	}
	push(all)
	v := r.run(5).Nodes[0].True.Velocity
	for axis, force := range []float64{25, 50, 12.5} { // ahead, to the left, up
		if want := force / 20 * (1 - math.Exp(-1)); math.Abs(v[axis]-want) > 1e-6 {
			t.Errorf("axis %d: %.7g m/s, want %.7g", axis, v[axis], want)
		}
	}
	// Its bow points to the east, so that ahead is east, and left is north.
	same(t, "GLOBAL_POSITION_INT", r.since("GlobalPositionInt"), map[string]float64{"vx": 158, "vy": 79, "vz": -40, "hdg": 9000}, 0.5)
	same(t, "LOCAL_POSITION_NED", r.since("LocalPositionNed"), map[string]float64{"vx": 2.5 * (1 - math.Exp(-1)), "vy": 1.25 * (1 - math.Exp(-1)), "vz": -0.625 * (1 - math.Exp(-1))}, 1e-6)
	// Clockwise by a half, 25 N m on 4 kg m2 for 0.4 s, is -2.5 rad/s about an axis up; what is asked ahead and up stays as it is.
	push(`{"target": 1, "x": 32767, "y": 0, "z": 32767, "r": 500}`)
	if v := r.run(0.4).Nodes[0].True.Velocity; math.Abs(v[5]+2.5) > 1e-9 || math.Abs(v[2]-0.625*(1-math.Exp(-5.4/5))) > 1e-6 {
		t.Errorf("turned it moves at %v", v)
	}
	// Channels of a radio: 4 stops the turn, 5 is 1500 + 400 us/2 and 6 is given back.
	r.does(nil, `{"do": "send", "type": "RcChannelsOverride", "fields": {"chan1Raw": 65535, "chan2Raw": 65535, "chan3Raw": 1500, "chan4Raw": 1500, "chan5Raw": 1700, "chan6Raw": 0, "chan7Raw": 65535, "chan8Raw": 65535}}`)
	push(`{"target": 2, "x": 0, "y": 0, "z": 0, "r": 0}`) // another vehicle's
	w := r.run(0.02).Nodes[0].True.Velocity
	if now := r.run(0.02).Nodes[0].True.Velocity; math.Abs(now[5]-w[5]) > 1e-12 {
		t.Errorf("it turns on: %v, %v", w, now)
	}
	same(t, "HEARTBEAT", heartbeat(r), map[string]float64{"baseMode": 96 + 128, "systemStatus": 4}, 0)
	// Disarmed, nothing is asked any more: it coasts.
	if command(400, 0) != 0.0 {
		t.Error("disarming is not accepted")
	}
	before := r.run(0.02).Nodes[0].True.Velocity
	after := r.run(5).Nodes[0].True.Velocity
	if fell := math.Hypot(after[0], after[1]) / math.Hypot(before[0], before[1]); math.Abs(fell-math.Exp(-1)) > 1e-3 {
		t.Errorf("in 5 s it falls to %g of its speed, want %g", fell, math.Exp(-1))
	}
	if junk := r.session.Report().Junk; junk != 0 {
		t.Errorf("%d messages of node-mavlink are not readable", junk)
	}
}

// heartbeat returns a heartbeat that says that the vehicle is armed, or the last of some.
func heartbeat(r *rig) (m map[string]float64) {
	for range 20 {
		m = map[string]float64{}
		if r.does(&m, `{"do": "since", "type": "Heartbeat"}`); m["systemStatus"] == 4 {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	return m
}
