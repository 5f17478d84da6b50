package rosbridge_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"halocline/bench/cosim"
	"halocline/bench/cosim/clienttest"
	"halocline/bench/cosim/rosbridge"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/sim"
)

// joy publishes the axes of a joystick.
func (c *ros) joy(axes string) {
	c.t.Helper()
	c.do(`{"do": "publish", "topic": "/auv/joy", "type": "sensor_msgs/msg/Joy", "msg": {"header": {"stamp": {"sec": 0, "nanosec": 0}, "frame_id": ""}, "axes": [`+axes+`], "buttons": [0, 1]}}`, nil)
}

// Half a stick ahead asks for half of what the two thrusters along x give, 200 N of 400 N: after 2 s as in push with four times the
// force, 10 x 0.329679954 = 3.29679954 m/s. The left stick full to the left turns with 400 N m, 200 N at 1 m each: in 0.1 s from
// rest by 400/4 0.1^2/2 = 0.5 rad to the left.
func stick(t *testing.T, dir string) {
	r := start(t, strings.Replace(alone, "DURATION", "4s", 1), lockstep(), rosbridge.ROS2, cosim.Access{})
	c := r.roslib(dir)
	c.joy("0, 0.5, 0, 0")
	r.to(2)
	near(t, "speed", c.odom().Twist.Twist.Linear.X, 3.29679954, 1e-6)
	c.joy("1, 0, 0, 0")
	r.to(2.1)
	o := c.odom()
	near(t, "heading", 2*math.Atan2(o.Pose.Pose.Orientation.Z, o.Pose.Pose.Orientation.W), 0.5, 1e-9)
	near(t, "rate", o.Twist.Twist.Angular.Z, 10, 1e-9)
	// A pad of six axes has its triggers between the sticks: heave and sway are 4 and 3. 400 N on 100 kg are 4 m/s2.
	c.joy("0, 0, 1, 0, -1, 1")
	r.to(2.12)
	near(t, "heave", c.odom().Twist.Twist.Linear.Z, -4*0.02, 4*0.02*0.005)
	c.joy("0, 0, 0, 0.5") // and of four 3 and 2
	r.to(2.14)
	near(t, "heave", c.odom().Twist.Twist.Linear.Z, -4*0.02+2*0.02, 4*0.02*0.01)
	r.to(4)
	r.wait()
}

// A person holds a stick ahead, and then to the left too, while the clock on the wall goes. What came in is written down, and
// replayed it makes the same run again.
func person(t *testing.T, dir string) {
	var journal bytes.Buffer
	text := strings.Replace(alone, "DURATION", "120s", 1)
	if err := cosim.WriteHead(&journal, "alone", 1); err != nil {
		t.Fatal(err)
	}
	r := start(t, text, cosim.Config{Step: 20 * time.Millisecond, Rate: 1, Journal: &journal}, rosbridge.ROS2, cosim.Access{})
	c := r.roslib(dir)
	var last odometry
	steer := func(axes string, until func() bool) {
		for last = c.odom(); !until() && last.Header.Stamp.Sec < 60; last = c.odom() {
			c.joy(axes)
		}
	}
	steer("0, 0.5, 0, 0", func() bool { return last.Pose.Pose.Position.X > 0.2 })
	steer("0.01, 0.5, 0, 0", func() bool { return last.Pose.Pose.Orientation.Z > 0.01 })
	if p := last.Pose.Pose; p.Position.X < 0.2 || p.Orientation.Z < 0.01 || last.Header.Stamp.Sec >= 60 {
		t.Errorf("it is at %+v", p)
	}
	r.stop()
	r.wait()
	report := r.session.Report()
	read, err := cosim.ReadJournal(&journal)
	if err != nil {
		t.Fatal(err)
	}
	again := replay(t, text, read)
	if again.Fingerprint != r.outcome.Fingerprint {
		t.Errorf("the journal gives %s, and the session was %s", again.Fingerprint, r.outcome.Fingerprint)
	}
	t.Logf("%d inputs, after %.1f ms in the mean; (x, z of the quaternion) = (%.3f m, %.3f)", report.Inputs, 1e3*report.Delay, last.Pose.Pose.Position.X, last.Pose.Pose.Orientation.Z)
}

// replay carries out a run as a journal has it.
func replay(t *testing.T, text string, j *cosim.Journal) *measure.Outcome {
	t.Helper()
	plan := clienttest.Plan(t, text)
	out, err := measure.Run(context.Background(), plan, measure.Options{Drive: j.Drive, Readings: func(scenarios.Reading) {}})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// In lock step the time of ROS is that of the run: /clock follows each step, and what else has a stamp has one of these.
func follow(t *testing.T, dir string) {
	r := start(t, strings.Replace(alone, "DURATION", "2s", 1), lockstep(), rosbridge.ROS2, cosim.Access{})
	c := r.roslib(dir)
	type tick struct {
		Clock struct{ Sec, Nanosec int64 }
	}
	at := func(k *tick) sim.Time { return sim.Time(k.Clock.Sec*1e9 + k.Clock.Nanosec) }
	c.do(`{"do": "keep", "topic": "/clock", "type": "rosgraph_msgs/msg/Clock"}`, nil)
	c.do(`{"do": "keep", "topic": "/auv/odom", "type": "nav_msgs/Odometry"}`, nil)
	var clocks []tick
	for k := 1; k <= 50; k++ {
		r.to(float64(k) * 0.02)
		for len(clocks) == 0 || at(&clocks[len(clocks)-1]) < sim.Time(k*20e6) {
			c.do(`{"do": "kept", "topic": "/clock"}`, &clocks)
		}
		var now struct {
			Values struct{ Time struct{ Sec, Nanosec int64 } }
		}
		c.do(`{"do": "call", "service": "/rosapi/get_time"}`, &now)
		if got := now.Values.Time.Sec*1e9 + now.Values.Time.Nanosec; got != int64(k*20e6) {
			t.Fatalf("get_time is %d ns after %d steps of 20 ms", got, k)
		}
	}
	seen := map[sim.Time]bool{}
	for i := range clocks {
		seen[at(&clocks[i])] = true
		if i > 0 && at(&clocks[i]) < at(&clocks[i-1]) {
			t.Errorf("/clock goes from %v back to %v", at(&clocks[i-1]), at(&clocks[i]))
		}
	}
	if len(seen) != 51 {
		t.Errorf("/clock has %d times, for the beginning and 50 steps", len(seen))
	}
	var odoms []odometry
	c.do(`{"do": "kept", "topic": "/auv/odom"}`, &odoms)
	for _, o := range odoms {
		if s := o.Header.Stamp; !seen[sim.Time(s.Sec*1e9+s.Nanosec)] {
			t.Errorf("odometry has the stamp %+v, which /clock has not", s)
		}
	}
	r.to(2)
	r.wait()
}

// steered is a helm without a set-point but its speed.
const steered = `
name: steered
description: a REMUS 100 that is told its course from outside
duration: 200s
water: {density: 1025kg/m3, seabed: 100m}
nodes:
  - name: auv
    at: [0m, 0m, -10m]
    vehicle: {model: remus-100, step: 5ms}
    run: {type: helm, navigation: truth, at: [{speed: 1.5m/s, depth: 10m}]}
`

// The ports of a helm are topics of their own: it goes to a depth and a heading that it is told. A Twist is one second of turning ahead
// of it: at 10 degrees/s and a heading of 30 degrees the set-point is 40 degrees.
func setPoints(t *testing.T, dir string) {
	r := start(t, steered, lockstep(), rosbridge.ROS2, cosim.Access{})
	c := r.roslib(dir)
	set := func(port string, value float64) {
		c.do(fmt.Sprintf(`{"do": "publish", "topic": "/auv/port/%s", "type": "std_msgs/Float64", "msg": {"data": %g}}`, port, value), nil)
	}
	heading := func(o *odometry) float64 {
		q := o.Pose.Pose.Orientation
		return math.Atan2(2*(q.W*q.Z+q.X*q.Y), 1-2*(q.Y*q.Y+q.Z*q.Z))
	}
	const deg = math.Pi / 180
	r.to(20)
	set("depth", 13)
	set("heading", 30*deg)
	r.to(120)
	o := c.odom()
	near(t, "depth", -o.Pose.Pose.Position.Z, 13, 0.05)
	near(t, "heading", heading(&o)/deg, 30, 0.2)
	c.do(fmt.Sprintf(`{"do": "publish", "topic": "/auv/cmd_vel", "type": "geometry_msgs/Twist", "msg": {"linear": {"x": 1.5, "y": 0, "z": 0}, "angular": {"x": 0, "y": 0, "z": %g}}}`, 10*deg), nil)
	r.to(190)
	o = c.odom()
	near(t, "heading after the twist", heading(&o)/deg, 40, 0.4)
	t.Logf("depth %.4f m, heading %.3f degrees", -o.Pose.Pose.Position.Z, heading(&o)/deg)
	r.to(200)
	r.wait()
}

// Actuators come in the order of the vehicle's file: the first two push along x. 10 N and 30 N are 40 N on 100 kg, and turn the ball to
// the right or to the left by (30 - 10) N m/4 kg m2 = 5 rad/s2: x1 at y = 1 m turns it by -10 N m, x2 by 30 N m.
func actuators(t *testing.T, dir string) {
	text := strings.Replace(strings.Replace(alone, "DURATION", "1s", 1), "in: wrench", "in: actuators", 1)
	r := start(t, text, lockstep(), rosbridge.ROS2, cosim.Access{})
	c := r.roslib(dir)
	c.do(`{"do": "publish", "topic": "/auv/thrusters", "type": "std_msgs/Float64MultiArray", "msg": {"layout": {"dim": [], "data_offset": 0}, "data": [10, 30, 0, 0, 0, 0]}}`, nil)
	r.to(0.02)
	o := c.odom()
	near(t, "speed", o.Twist.Twist.Linear.X, 0.4*0.02, 0.4*0.02*0.005)
	near(t, "rate", o.Twist.Twist.Angular.Z, 5*0.02, 1e-9)
	r.to(1)
	r.wait()
}
