package loop_test

import (
	"fmt"
	"math"

	"halocline/plant/control/loop"
)

// A vehicle of 1 kg with a drag of 1 kg/s, under a controller with Kp = 5 and Kd = 0.2
// Kp = 1: s^2 + (1 + 1) s + 5 has the roots -1 +- 2i.
func ExampleLoop_Poles() {
	l := loop.Loop{Forward: loop.PID(5, 0.2, 0).Times(loop.Plant(1, 1))}
	fmt.Printf("%.3f\n", l.Poles())
	// Output: [(-1.000+2.000i) (-1.000-2.000i)]
}

// An integrator with the gain 0.5 that is measured over water, 1 s late. Its gain is
// 1 at 0.5 rad/s, where the phase has fallen to -pi/2 - 0.5: a margin of pi/2 - 0.5 =
// 1.0708 rad, or (pi/2 - 0.5)/0.5 = 2.1416 s. The phase is -pi at pi/2 rad/s, where
// the gain is 0.5/(pi/2) = 1/pi.
func ExampleLoop_Margins() {
	l := loop.Loop{
		Forward: loop.Transfer{Num: loop.Poly{0.5}, Den: loop.Poly{0, 1}},
		Delay:   1,
	}
	m := l.Margins()
	fmt.Printf("gain %.4f at %.4f rad/s\n", m.High, m.At)
	fmt.Printf("phase %.4f rad, delay %.4f s\n", m.Phase, m.Delay)
	// Output:
	// gain 3.1416 at 1.5708 rad/s
	// phase 1.0708 rad, delay 2.1416 s
}

// The double integrator 1/s^2 with the controller 1 + 2s has the closed loop
// (1 + 2s)/(s + 1)^2, whose answer to a step is 1 - exp(-t) + t exp(-t): its peak is
// 1 + exp(-2) at 2 s.
func ExampleLoop_Step() {
	l := loop.Loop{Forward: loop.PID(1, 2, 0).Times(loop.Plant(1, 0))}
	step, err := l.Step(20)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("overshoot %.4f at %.2f s, want %.4f\n", step.Overshoot, step.PeakAt, math.Exp(-2))
	// Output: overshoot 0.1353 at 2.00 s, want 0.1353
}
