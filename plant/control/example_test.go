package control_test

import (
	"fmt"
	"time"

	"halocline/plant/control"
	"halocline/sim/geom"
)

// A controller with Kp = 2 and Ki = 0.5/s meets a steady error of 1, which is taken to
// have been there one sample before the first. With a sample each second its output is
// 2 + 0.5 n at the n-th.
func ExamplePID() {
	pid := control.PID{Kp: 2, Ki: 0.5, Integral: control.Accumulated}
	var state control.PIDState
	var u float64
	for range 4 {
		state, u = pid.Step(state, 1, 0, time.Second)
		fmt.Print(u, " ")
	}
	// Output: 2.5 3 3.5 4
}

// A vehicle that sees its target 10 m away aims at a point 2 m ahead; 1 m away it
// aims at the target.
func ExampleWaypoint() {
	target := geom.Vec{X: 10}
	fmt.Println(control.Waypoint(geom.Vec{}, target, 2))
	fmt.Println(control.Waypoint(geom.Vec{X: 9}, target, 2))
	// Output:
	// {2 0 0}
	// {10 0 0}
}
