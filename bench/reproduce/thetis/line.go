package thetis

import (
	"fmt"
	"math"
)

// Line is the way of Taipan 300 past Taipan 2, which lies at the origin of a plane:
// straight on along the x axis.
type Line struct {
	Speed   float64 // m/s
	Start   float64 // x at the time 0, m
	Nearest float64 // distance at which it passes, m
}

// LineInRange returns the line at a speed that is within a range from one time to
// another. It enters and leaves at the range, symmetrically to where it is nearest:
//
//	x(t) = v (t - (t1+t2)/2), nearest^2 = range^2 - (v (t2-t1)/2)^2
//
// So there is one line for each speed up to FastestInRange.
func LineInRange(distance, from, to, speed float64) (Line, error) {
	half := speed * (to - from) / 2
	if !(speed > 0) || !(half <= distance) {
		return Line{}, fmt.Errorf("no line at %g m/s is within %g m from %g s to %g s: the speed lies above 0 and up to %.4g m/s",
			speed, distance, from, to, FastestInRange(distance, from, to))
	}
	return Line{
		Speed:   speed,
		Start:   -speed * (from + to) / 2,
		Nearest: math.Sqrt(distance*distance - half*half),
	}, nil
}

// FastestInRange returns the greatest speed of a line that is within a range from one
// time to another, in m/s: that of the line through the middle.
func FastestInRange(distance, from, to float64) float64 { return 2 * distance / (to - from) }

// Distance returns how far the vehicle is at a time in s, in m.
func (l Line) Distance(t float64) float64 {
	return math.Hypot(l.Start+l.Speed*t, l.Nearest)
}
