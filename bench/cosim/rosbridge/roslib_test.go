package rosbridge_test

import (
	"math"
	"strings"
	"testing"

	"halocline/bench/cosim"
	"halocline/bench/cosim/clienttest"
	"halocline/bench/cosim/rosbridge"
)

// The real client sees and drives vehicles.
func TestRoslib(t *testing.T) {
	dir := clienttest.Node(t, "roslib@2.1.0")
	for name, test := range map[string]func(*testing.T, string){
		"attitude": attitude, "push": push, "step": step, "stick": stick, "person": person, "clock": follow, "instruments": instruments,
		"packets": packets, "refusals": refusals, "services": services, "set-points": setPoints, "actuators": actuators, "token": token,
	} {
		t.Run(name, func(t *testing.T) { test(t, dir) })
	}
}

// near fails unless two numbers differ by at most a tolerance.
func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %.9g, want %.9g within %g", what, got, want, within)
	}
}

// A ball at rest is turned by moments that roslib publishes, first about its z axis by 30 degrees, then about its y axis, as it lies
// then, by 20 degrees, then about its x axis by 10 degrees. A moment of A I/s2 for one second and its opposite for another one turn a
// body of inertia I by A, without damping: A/2 in each.
//
// The attitude q = qz qy qx is worked by hand from half angles: cos 15 = 0.965925826, sin 15 = 0.258819045, cos 10 = 0.984807753,
// sin 10 = 0.173648178, cos 5 = 0.996194698, sin 5 = 0.087155743 degrees. In Hamilton's product, with ij = k,
//
//	w = c15 c10 c5 + s15 s10 s5 = 0.947631444 + 0.003917080 = 0.951548525
//	x = c15 c10 s5 - s15 s10 c5 = 0.082907009 - 0.044772432 = 0.038134576
//	y = c15 s10 c5 + s15 c10 s5 = 0.167092991 + 0.022214866 = 0.189307857
//	z = s15 c10 c5 - c15 s10 s5 = 0.253917080 - 0.014618743 = 0.239298338
//
// As a turn of body axes into those of the world it is that of ENU and FLU in REP 103: the bow, (1, 0, 0), points to
// (cos 30 cos 20, sin 30 cos 20, -sin 20) = (0.813797681, 0.469846310, -0.342020143), to the left of x and down.
func attitude(t *testing.T, dir string) {
	r := start(t, strings.Replace(alone, "DURATION", "10s", 1), lockstep(), rosbridge.ROS2, cosim.Access{})
	c := r.roslib(dir)
	const deg = math.Pi / 180
	at := 0.0
	for _, m := range [][3]float64{{0, 0, 4 * 30 * deg}, {0, 3 * 20 * deg, 0}, {2 * 10 * deg, 0, 0}} {
		for _, sign := range []float64{1, -1} {
			c.wrench(0, sign*m[0], sign*m[1], sign*m[2])
			at++
			r.to(at)
		}
	}
	c.wrench(0, 0, 0, 0)
	r.to(7)
	o := c.odom()
	q := o.Pose.Pose.Orientation
	near(t, "w", q.W, 0.951548525, 1e-8)
	near(t, "x", q.X, 0.038134576, 1e-8)
	near(t, "y", q.Y, 0.189307857, 1e-8)
	near(t, "z", q.Z, 0.239298338, 1e-8)
	// The first column of the matrix of a unit quaternion is where the bow points.
	near(t, "bow x", 1-2*(q.Y*q.Y+q.Z*q.Z), 0.813797681, 1e-6)
	near(t, "bow y", 2*(q.X*q.Y+q.W*q.Z), 0.469846310, 1e-6)
	near(t, "bow z", 2*(q.X*q.Z-q.W*q.Y), -0.342020143, 1e-6)
	if o.Header.Frame != "world" || o.Child != "auv" || len(o.Pose.Covariance) != 36 || len(o.Twist.Covariance) != 36 {
		t.Errorf("the frames are %q and %q", o.Header.Frame, o.Child)
	}
	if s := o.Header.Stamp; s.Sec != 7 || s.Nanosec != 0 || s.Secs != nil {
		t.Errorf("the stamp is %+v at 7 s, by ROS 2", s)
	}
	t.Logf("roslib sees (w, x, y, z) = (%.9f, %.9f, %.9f, %.9f)", q.W, q.X, q.Y, q.Z)
	r.to(10)
	r.wait()
}

// A force F from rest, on a mass M with that of the water, damped by d v, gives v = F/d (1 - exp(-d t/M)) and the way
// x = F/d (t - M/d (1 - exp(-d t/M))). With 50 N, 100 kg and 20 N s/m after 2 s: exp(-0.4) = 0.670320046, v = 2.5 x 0.329679954 =
// 0.824199885 m/s, x = 2.5 (2 - 5 x 0.329679954) = 0.879000575 m. At first it is F/M = 0.5 m/s2.
func push(t *testing.T, dir string) {
	r := start(t, strings.Replace(alone, "DURATION", "10s", 1), lockstep(), rosbridge.ROS1, cosim.Access{})
	c := r.roslib(dir)
	r.to(0.5)
	c.wrench(50, 0, 0, 0)
	r.to(0.52)
	var o odometry
	first := func() odometry {
		c.do(`{"do": "once", "topic": "/auv/odom", "type": "nav_msgs/Odometry"}`, &o)
		return o
	}
	near(t, "speed after 20 ms", first().Twist.Twist.Linear.X, 0.5*0.02, 0.5*0.02*0.005)
	r.to(2.5)
	first()
	near(t, "speed after 2 s", o.Twist.Twist.Linear.X, 0.824199885, 1e-6)
	near(t, "way after 2 s", o.Pose.Pose.Position.X, 0.879000575, 1e-6)
	near(t, "depth", o.Pose.Pose.Position.Z, -10, 1e-9)
	if s := o.Header.Stamp; s.Secs == nil || *s.Secs != 2 || *s.Nsecs != 500000000 {
		t.Errorf("the stamp is %+v at 2.5 s, by ROS 1", s)
	}
	t.Logf("speed %.9f m/s, way %.9f m", o.Twist.Twist.Linear.X, o.Pose.Pose.Position.X)
	r.to(10)
	r.wait()
}

// A client that has roslib alone steps a run in lock step, with what it has published before: as in push, 0.5 m/s2 at first.
func step(t *testing.T, dir string) {
	r := start(t, strings.Replace(alone, "DURATION", "2.5s", 1), lockstep(), rosbridge.ROS2, cosim.Access{})
	c := r.roslib(dir)
	c.wrench(50, 0, 0, 0)
	var now struct {
		OK     bool
		Values struct {
			Time  struct{ Sec, Nanosec int64 }
			Ended bool
		}
	}
	c.do(`{"do": "call", "service": "/halocline/step", "args": {"to": 2}}`, &now)
	if !now.OK || now.Values.Time.Sec != 2 || now.Values.Ended {
		t.Errorf("the step: %+v", now)
	}
	near(t, "speed after 2 s", c.odom().Twist.Twist.Linear.X, 0.824199885, 1e-6)
	var failed struct {
		OK     bool
		Values string
	}
	for args, want := range map[string]string{`{"to": 1}`: "already", `{}`: "a time in s", `{"to": -1}`: "a time in s"} {
		if c.do(`{"do": "call", "service": "/halocline/step", "args": `+args+`}`, &failed); failed.OK || !strings.Contains(failed.Values, want) {
			t.Errorf("a step to %s: %+v", args, failed)
		}
	}
	if c.do(`{"do": "call", "service": "/halocline/step", "args": {"to": 3}}`, &now); !now.Values.Ended {
		t.Errorf("the last step: %+v", now)
	}
	r.wait()
}
