package rtos

import (
	"fmt"
	"math"
	"testing"
	"time"

	"halocline/sim"
)

// The three servos of TrueTime (Cervin and others, 2003, and its threeservos
// example): three motors 1000/(s(s+1)) and a PID controller for each, with
// periods of 6, 5 and 4 ms and 2 ms of computing, on one processor. They want
// 2/6 + 2/5 + 2/4 = 1.233 of it. The reference is a square wave of amplitude 1
// and 1.5 Hz.

// servo is a motor and its controller. With the input u held, the motor
// y" + y' = 1000 u has the closed form
//
//	v(t) = 1000 u + (v0 - 1000 u) e^-t
//	y(t) = y0 + 1000 u t + (v0 - 1000 u) (1 - e^-t)
type servo struct {
	at      sim.Time
	y, v, u float64

	period                float64 // s
	integral, slope, yOld float64
	out                   float64 // computed and not yet written
	highest               float64 // of |y|
}

// advance brings the motor to now.
func (s *servo) advance(now sim.Time) {
	t := now.Sub(s.at).Seconds()
	gone := -math.Expm1(-t)
	s.y += 1000*s.u*t + (s.v-1000*s.u)*gone
	s.v += (1000*s.u - s.v) * gone
	s.at = now
	s.highest = max(s.highest, math.Abs(s.y))
}

// read samples the motor and computes, with backward differences (Astrom and
// Hagglund, PID Controllers, 2nd edition, section 3.6):
//
//	P = K (beta r - y)
//	D = Td/(Td + N h) D + K Td N/(Td + N h) (y_old - y)
//	I = I + K h/Ti (r - y), for the next time
//
// K = 0.96, Ti = 0.12 s, Td = 0.049 s, N = 10, beta = 0.5.
func (s *servo) read(now sim.Time) {
	const k, ti, td, n, beta = 0.96, 0.12, 0.049, 10, 0.5
	r := 1.0
	if 3*now/sim.Time(time.Second)%2 == 1 {
		r = -1
	}
	s.slope = td/(td+n*s.period)*s.slope + k*td*n/(td+n*s.period)*(s.yOld-s.y)
	s.out = k*(beta*r-s.y) + s.integral + s.slope
	s.integral += k * s.period / ti * (r - s.y)
	s.yOld = s.y
}

// write puts out what was computed.
func (s *servo) write(sim.Time) { s.u = s.out }

// threeServos runs them for a time.
func threeServos(t *testing.T, policy Policy, span time.Duration) ([]*servo, Tally) {
	t.Helper()
	k := sim.New(nil)
	tally := new(Tally)
	cpu := mustNew(t, k, Config{Policy: policy, Observer: tally})
	var servos []*servo
	for _, period := range []time.Duration{6 * ms, 5 * ms, 4 * ms} {
		s := &servo{period: period.Seconds()}
		servos = append(servos, s)
		k.Every(sim.Plant, 0, ms, s.advance)
		mustAdd(t, cpu, TaskConfig{
			Period: period, Backlog: Unlimited,
			Segments: []Segment{{Begin: s.read, Demand: Fixed(2 * ms), End: s.write}},
		})
	}
	run(t, k, span)
	return servos, *tally
}

// With rate-monotonic priorities the two fast tasks take 18 of every 20 ms, and
// leave the slow one a job in 20 ms. TrueTime: "Task 1 will miss all its
// deadlines and the corresponding control loop is unstable". In a second it has
// 166 deadlines.
//
// The positions, here and below, come from a program in python that gives out
// the processor in slots of 1 ms.
func TestThreeServosRateMonotonic(t *testing.T) {
	servos, tally := threeServos(t, DeadlineMonotonic, time.Second)
	if c := tally[0]; c.Missed != 166 || c.Finished != 50 || c.Worst != 706*ms {
		t.Errorf("task 1: %+v, want all of 166 deadlines missed and 50 jobs finished, the last after 706 ms", c)
	}
	if tally[1] != (Count{Released: 201, Overruns: 0, Finished: 200, Worst: 4 * ms}) ||
		tally[2] != (Count{Released: 251, Overruns: 0, Finished: 250, Worst: 2 * ms}) {
		t.Errorf("tasks 2 and 3: %+v", tally[1:])
	}
	near(t, servos[0].y, -195051.39453195035)
	near(t, servos[1].y, 1.0398812663817598)
	near(t, servos[2].y, 1.043247076936954)
	if servos[0].highest < 1e6 || servos[1].highest > 1.15 || servos[2].highest > 1.15 {
		t.Errorf("positions up to %g, %g and %g", servos[0].highest, servos[1].highest, servos[2].highest)
	}
}

// Earliest deadline first shares the lack: "After an initial transient all tasks
// will miss their deadlines, but the overall control performance, however, is
// satisfactory". The periods stretch by the utilisation, to 7.4, 6.17 and
// 4.93 ms (Buttazzo, Rate monotonic vs. EDF: judgment day, Real-Time Systems
// 29(1), 2005, theorem 1, after Cervin).
func TestThreeServosEDF(t *testing.T) {
	servos, tally := threeServos(t, EDF, time.Second)
	for i, want := range []struct {
		finished int64
		worst    time.Duration
		y        float64
	}{{135, 192 * ms, 1.0845152933946325}, {162, 193 * ms, 1.0811922311701596}, {203, 192 * ms, 1.0774348283562658}} {
		if c := tally[i]; c.Finished != want.finished || c.Worst != want.worst {
			t.Errorf("task %d: %+v, want %d jobs, the last after %v", i+1, c, want.finished, want.worst)
		}
		near(t, servos[i].y, want.y)
		if servos[i].highest > 1.15 {
			t.Errorf("servo %d goes as far as %g", i+1, servos[i].highest)
		}
	}

	const span, use = 100 * time.Second, 2./6 + 2./5 + 2./4
	servos, tally = threeServos(t, EDF, span)
	for i, period := range []float64{6, 5, 4} {
		got := span.Seconds() * 1e3 / float64(tally[i].Finished)
		if math.Abs(got/(period*use)-1) > 1e-3 {
			t.Errorf("task %d runs every %.4f ms, want %.4f", i+1, got, period*use)
		}
		if c := tally[i]; c.Missed < c.Finished-3 {
			t.Errorf("task %d met %d deadlines", i+1, c.Finished-c.Missed)
		}
		if servos[i].highest > 1.15 {
			t.Errorf("servo %d goes as far as %g", i+1, servos[i].highest)
		}
	}
}

// near allows for the order of the float64 operations, which the unstable servo
// magnifies with its position.
func near(t *testing.T, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9*math.Abs(want) {
		t.Errorf("position %v, want %v", fmt.Sprint(got), want)
	}
}
