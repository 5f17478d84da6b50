package rosbridge

import (
	"math"
	"strings"

	"halocline/plant/vehicle"
	"halocline/sim/geom"
)

// The messages, with the fields that ROS gives them.
type (
	stamp1 struct {
		Secs  int64 `json:"secs"`
		Nsecs int64 `json:"nsecs"`
	}
	stamp2 struct {
		Sec     int64 `json:"sec"`
		Nanosec int64 `json:"nanosec"`
	}
	header struct {
		Stamp any    `json:"stamp"`
		Frame string `json:"frame_id"`
	}
	vector struct {
		X float64 `json:"x"`
		Y float64 `json:"y"`
		Z float64 `json:"z"`
	}
	quaternion struct {
		X float64 `json:"x"`
		Y float64 `json:"y"`
		Z float64 `json:"z"`
		W float64 `json:"w"`
	}
	pose struct {
		Position    vector     `json:"position"`
		Orientation quaternion `json:"orientation"`
	}
	twist struct {
		Linear  vector `json:"linear"`
		Angular vector `json:"angular"`
	}
	poseWithCovariance struct {
		Pose       pose        `json:"pose"`
		Covariance [36]float64 `json:"covariance"`
	}
	twistWithCovariance struct {
		Twist      twist       `json:"twist"`
		Covariance [36]float64 `json:"covariance"`
	}
	odometry struct {
		Header header              `json:"header"`
		Child  string              `json:"child_frame_id"`
		Pose   poseWithCovariance  `json:"pose"`
		Twist  twistWithCovariance `json:"twist"` // in the frame of the child
	}
	imu struct {
		Header      header     `json:"header"`
		Orientation quaternion `json:"orientation"`
		Covariance1 [9]float64 `json:"orientation_covariance"`
		Rate        vector     `json:"angular_velocity"`
		Covariance2 [9]float64 `json:"angular_velocity_covariance"`
		Force       vector     `json:"linear_acceleration"` // specific: at rest it points up
		Covariance3 [9]float64 `json:"linear_acceleration_covariance"`
	}
	pressure struct {
		Header   header  `json:"header"`
		Pressure float64 `json:"fluid_pressure"` // absolute, Pa
		Variance float64 `json:"variance"`
	}
	distance struct {
		Header header  `json:"header"`
		Kind   uint8   `json:"radiation_type"` // 0 is sound
		View   float64 `json:"field_of_view"`
		Least  float64 `json:"min_range"`
		Most   float64 `json:"max_range"`
		Range  float64 `json:"range"`
	}
	scan struct {
		Header      header     `json:"header"`
		First       float64    `json:"angle_min"`
		Last        float64    `json:"angle_max"`
		Increment   float64    `json:"angle_increment"`
		TimeBetween float64    `json:"time_increment"`
		Time        float64    `json:"scan_time"`
		Least       float64    `json:"range_min"`
		Most        float64    `json:"range_max"`
		Ranges      []*float64 `json:"ranges"` // null without an echo: JSON has no word for +Inf
		Intensities []float64  `json:"intensities"`
	}
	clock struct {
		Clock any `json:"clock"`
	}
	text struct {
		Data string `json:"data"`
	}
	number struct {
		Data *float64 `json:"data"`
	}
	numbers struct {
		Layout any       `json:"layout"`
		Data   []float64 `json:"data"`
	}
	wrench struct {
		Force  vector `json:"force"`
		Torque vector `json:"torque"`
	}
	joy struct {
		Header  any       `json:"header"`
		Axes    []float64 `json:"axes"`
		Buttons []int     `json:"buttons"`
	}
)

// vectorOf returns a vector of ROS.
func vectorOf(v geom.Vec) vector { return vector{v.X, v.Y, v.Z} }

// quaternionOf returns an attitude of ROS, which turns the axes of the body into those of the world as ours does.
func quaternionOf(q geom.Quat) quaternion { return quaternion{q.X, q.Y, q.Z, q.W} }

// motionOf returns how a node moves, in frames world and that of the node's name.
func motionOf(stamp any, node string, m *vehicle.Motion) *odometry {
	v := m.Velocity
	o := &odometry{Header: header{stamp, "world"}, Child: node}
	o.Pose.Pose = pose{vectorOf(m.Position), quaternionOf(m.Attitude)}
	o.Twist.Twist = twist{vector{v[0], v[1], v[2]}, vector{v[3], v[4], v[5]}}
	return o
}

// Pressure is written as that of standard sea water in a depth, which is what a gauge reads: 101325 Pa and 1025 kg/m3 times
// 9.80665 m/s2 a metre. Both are conventions, whatever the scenario's water is; a depth is had back by them.
const (
	atmosphere       = 101325.
	pressurePerMetre = 1025 * 9.80665
)

// splitType writes the name of a type with something between its package and itself.
func splitType(name, between string) string {
	of, is, _ := strings.Cut(name, "/")
	return of + between + is
}

// sameType reports whether a client means a type, by its name of ROS 1. It may leave it out, and give that of ROS 2.
func sameType(given, name string) bool {
	return given == "" || given == name || given == splitType(name, "/msg/")
}

// finite returns a number, or nil for which JSON has no word.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
