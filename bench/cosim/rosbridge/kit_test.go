package rosbridge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"halocline/bench/cosim"
	"halocline/bench/cosim/clienttest"
	"halocline/bench/cosim/rosbridge"
	"halocline/bench/study/measure"
	"halocline/sim"
)

// alone is a scenario with a ball that a program outside drives.
const alone = `
name: alone
description: a ball that is driven from outside
duration: DURATION
water: {density: 1025kg/m3, seabed: 100m}
nodes:
  - name: auv
    at: [0m, 0m, -10m]
    vehicle: {model: ball, step: 5ms}
    run: {type: external, navigation: truth, drive: {in: wrench}}
`

// rig is a session in which a rosbridge is served.
type rig struct {
	t       *testing.T
	session *cosim.Session
	url     string
	ended   chan error
	stop    context.CancelFunc
	outcome *measure.Outcome
}

// start starts a session of a scenario.
func start(t *testing.T, text string, c cosim.Config, v rosbridge.Version, access cosim.Access) *rig {
	t.Helper()
	plan := clienttest.Plan(t, text)
	ctx, cancel := context.WithCancel(t.Context())
	adapter, err := rosbridge.Open(v)(ctx, access, "0")
	if err != nil {
		t.Fatal(err)
	}
	session, err := cosim.New(c, plan, adapter)
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, session: session, ended: make(chan error, 1), stop: cancel}
	r.url = "ws://" + adapter.(*cosim.HTTP).Listener.Addr().String()
	go func() {
		var err error
		r.outcome, err = measure.Run(ctx, plan, measure.Options{Drive: session.Drive, Readings: session.Reading})
		r.ended <- err
	}()
	t.Cleanup(cancel)
	return r
}

// lockstep is a configuration of a session in lock step.
func lockstep() cosim.Config { return cosim.Config{Step: 20 * time.Millisecond} }

// to carries a run in lock step on.
func (r *rig) to(seconds float64) *cosim.Frame {
	r.t.Helper()
	f, err := r.session.Go(r.t.Context(), cosim.Order{To: sim.Time(seconds * 1e9)})
	if err != nil {
		r.t.Fatal(err)
	}
	return f
}

// wait waits for the end of a run.
func (r *rig) wait() {
	r.t.Helper()
	select {
	case err := <-r.ended:
		if err != nil {
			r.t.Fatal(err)
		}
	case <-time.After(clienttest.Patience):
		r.t.Fatal("the run does not end")
	}
}

// ros is roslib in Node.
type ros struct {
	t *testing.T
	*clienttest.Client
}

// roslib connects roslib.
func (r *rig) roslib(dir string) *ros {
	r.t.Helper()
	c := &ros{r.t, clienttest.Start(r.t, dir, "testdata/roslib.mjs", r.url)}
	if line := c.Line(); line != `{"connected":true}` {
		r.t.Fatalf("roslib does not connect: %s", line)
	}
	return c
}

// do has roslib do something, and decodes what it prints.
func (c *ros) do(request string, into any) {
	c.t.Helper()
	c.Say(request)
	line := c.Line()
	if into == nil {
		return
	}
	if err := json.Unmarshal([]byte(line), into); err != nil {
		c.t.Fatalf("%s: %v in %s", request, err, line)
	}
}

// odometry is nav_msgs/Odometry as a reader of the message definition has it.
type odometry struct {
	Header struct {
		Stamp struct {
			Sec, Nanosec int64
			Secs, Nsecs  *int64
		}
		Frame string `json:"frame_id"`
	}
	Child string `json:"child_frame_id"`
	Pose  struct {
		Pose struct {
			Position    struct{ X, Y, Z float64 }
			Orientation struct{ X, Y, Z, W float64 }
		}
		Covariance []float64
	}
	Twist struct {
		Twist struct {
			Linear, Angular struct{ X, Y, Z float64 }
		}
		Covariance []float64
	}
}

// odom returns the newest odometry of a vehicle.
func (c *ros) odom() (o odometry) {
	c.t.Helper()
	c.do(`{"do": "once", "topic": "/auv/odom", "type": "nav_msgs/msg/Odometry"}`, &o)
	return o
}

// wrench publishes a force along x and a moment.
func (c *ros) wrench(force, roll, pitch, yaw float64) {
	c.t.Helper()
	c.do(fmt.Sprintf(`{"do": "publish", "topic": "/auv/wrench", "type": "geometry_msgs/Wrench", "msg": {"force": {"x": %g, "y": 0, "z": 0}, "torque": {"x": %g, "y": %g, "z": %g}}}`,
		force, roll, pitch, yaw), nil)
}
