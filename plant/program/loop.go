package program

import (
	"fmt"

	"halocline/plant/control/loop"
)

// Loop is the linear loop of a controller along an axis.
type Loop struct {
	Controller   string // its key below run
	Axis         string // of the world: x, y or z
	Along        string // axis of the vehicle, which it moves along then: surge, sway or heave
	loop.Steered        // with the delay that there is at least, near the target
}

// Command returns the command that analyses the loop.
func (l *Loop) Command() string {
	command := fmt.Sprintf("halocline loop --a %.4g --b %.4g --kp %.4g --nd %.4g --ni %.4g", l.Mass, l.Drag, l.Kp, l.Nd, l.Ni)
	if l.Lag > 0 {
		command += fmt.Sprintf(" --lag %gs", l.Lag)
	}
	if l.Delay > 0 {
		command += fmt.Sprintf(" --delay %.4gs", l.Delay)
	}
	command += fmt.Sprintf(" --sampled %.4gs --integral %s", l.Period, l.Integral)
	if l.Measured {
		command += " --derivative measurement"
	}
	return command
}
