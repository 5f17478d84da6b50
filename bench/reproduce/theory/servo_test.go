package theory

import (
	"context"
	"math"
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/csma"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/rtos"
)

// The networked servo of TrueTime (Cervin, Henriksson, Lincoln, Eker and Arzen,
// "How does control timing affect performance?", IEEE Control Systems 23(3),
// 2003, and its distributed example): a motor 1000/(s(s+1)), whose position a
// sensor node samples every 10 ms, a PD controller in a second node, an actuator
// in a third, and a fourth that disturbs. Each of the three has a real-time
// computer on which its task takes 0.5 ms, and frames of 80 bit take 1 ms on the
// cable that they share with CSMA/CD.
//
// From a sample to its effect it therefore takes 0.5 + 1 + 0.5 + 1 + 0.5 ms when
// nobody else sends.
const (
	servoPeriod  = 10 * time.Millisecond
	servoCompute = 500 * time.Microsecond
	servoBits    = 80
	servoRate    = 80e3 // bit/s
	servoLatency = 3500 * time.Microsecond
)

// The addresses of the nodes.
const (
	disturber mac.Addr = iota
	actuator
	controller
	sensor
)

// servo is the loop and its network.
type servo struct {
	kernel    *sim.Kernel
	ports     [4]*mac.Port
	protocols [4]mac.MAC
	rand      *rng.Stream
	share     float64 // of the cable's time that the disturber wants

	motor     motor
	yOld, d   float64     // of the controller
	inbox     [4][]*order // messages that wait for a node's task
	outbox    [4]*order   // what the job under way will send
	positions []float64
	latencies []time.Duration
}

// order is what the nodes tell each other: the position that was sampled, and
// what to do about it.
type order struct {
	sampled sim.Time
	value   float64
}

// motor is 1000/(s(s+1)) with the input u held, which has the closed form
//
//	v(t) = 1000 u + (v0 - 1000 u) e^-t
//	y(t) = y0 + 1000 u t + (v0 - 1000 u) (1 - e^-t)
//
// and the integral of the squared distance to 1, its cost.
type motor struct {
	at      sim.Time
	y, v, u float64
	cost    float64 // s
}

// advance brings the motor to now. The cost is summed in steps of 0.1 ms at most.
func (m *motor) advance(now sim.Time) {
	for m.at < now {
		dt := min(now.Sub(m.at), 100*time.Microsecond)
		t := dt.Seconds()
		gone := -math.Expm1(-t)
		m.y += 1000*m.u*t + (m.v-1000*m.u)*gone
		m.v += (1000*m.u - m.v) * gone
		m.cost += (1 - m.y) * (1 - m.y) * t
		m.at = m.at.Add(dt)
	}
}

func newServo(t *testing.T, seed uint64, share float64) *servo {
	t.Helper()
	s := &servo{kernel: sim.New(nil), share: share}
	streams := rng.New(seed)
	s.rand = streams.Stream("disturber")
	wire := phy.NewMedium(s.kernel, phy.Ideal{}, nil, 0)
	modem := &phy.Modem{Rate: servoRate, Power: 1, Capture: phy.CaptureOff, FullDuplex: true}
	config := csma.DefaultCD().(*csma.CDConfig)
	config.Gap, config.Jam, config.Header = 0, 0, 0
	config.Slot = time.Millisecond // a shortest frame, as TrueTime has it
	numbers := new(mac.Numbers)
	for i, name := range [...]string{"disturber", "actuator", "controller", "sensor"} {
		addr := mac.Addr(i)
		radio := wire.Attach(addr, phy.Fixed{}, modem, streams.Stream(name+"/phy"))
		port := mac.NewPort(s.kernel, numbers, nil, addr, 0)
		protocol := config.Build(mac.Env{
			Kernel: s.kernel, Rand: streams.Stream(name + "/mac"), PHY: radio, Addr: addr, Up: port, MaxDelay: wire.MaxDelay,
		})
		radio.Listen(protocol)
		port.Bind(protocol)
		s.ports[i], s.protocols[i] = port, protocol
	}
	s.task(t, sensor, servoPeriod, s.sample, func(sim.Time) { s.ports[sensor].Send(controller, servoBits, s.outbox[sensor]) })
	s.task(t, controller, 0, s.control, func(sim.Time) { s.ports[controller].Send(actuator, servoBits, s.outbox[controller]) })
	s.task(t, actuator, 0, s.take, s.actuate)
	s.kernel.Every(sim.Control, 0, time.Millisecond, s.disturb)
	return s
}

// run lets the loop go for a time.
func (s *servo) run(t *testing.T, span time.Duration) {
	t.Helper()
	for _, p := range s.protocols {
		p.Start()
	}
	if err := s.kernel.Run(context.Background(), sim.Time(span)); err != nil {
		t.Fatal(err)
	}
	s.motor.advance(s.kernel.Now())
}

// task gives a node a computer with one task of 0.5 ms: periodic, or released by
// the messages for the node.
func (s *servo) task(t *testing.T, node mac.Addr, period time.Duration, begin, end func(sim.Time)) {
	t.Helper()
	cpu, err := rtos.New(s.kernel, rtos.Config{})
	if err != nil {
		t.Fatal(err)
	}
	task, err := cpu.Add(rtos.TaskConfig{
		Name:     "loop",
		Period:   period,
		Backlog:  rtos.Unlimited,
		Segments: []rtos.Segment{{Begin: begin, Demand: rtos.Fixed(servoCompute), End: end}},
	})
	if err != nil {
		t.Fatal(err)
	}
	err = s.ports[node].Handle(0, func(p *mac.Packet, _ mac.Arrival) {
		if in, ok := p.Payload.(*order); ok && period == 0 {
			s.inbox[node] = append(s.inbox[node], in)
			task.Release(s.kernel.Now())
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// next takes the oldest message of a node.
func (s *servo) next(node mac.Addr) *order {
	in := s.inbox[node][0]
	s.inbox[node] = s.inbox[node][1:]
	return in
}

// sample is what the task of the sensor begins with.
func (s *servo) sample(now sim.Time) {
	s.motor.advance(now)
	s.positions = append(s.positions, s.motor.y)
	s.outbox[sensor] = &order{sampled: now, value: s.motor.y}
}

// control is what the task of the controller begins with: u = P + D with K = 1,
// Td = 0.04 s and N = 100, the reference at 1, and
//
//	P = K (1 - y),  D = ad D + bd (y_old - y),  ad = Td/(N h + Td),  bd = N K ad
func (s *servo) control(sim.Time) {
	in := s.next(controller)
	const k, td, n = 1, 0.04, 100
	ad := td / (n*servoPeriod.Seconds() + td)
	s.d = ad*s.d + n*k*ad*(s.yOld-in.value)
	s.yOld = in.value
	s.outbox[controller] = &order{sampled: in.sampled, value: k*(1-in.value) + s.d}
}

// take is what the task of the actuator begins with, and actuate how it ends.
func (s *servo) take(sim.Time) { s.outbox[actuator] = s.next(actuator) }

func (s *servo) actuate(now sim.Time) {
	in := s.outbox[actuator]
	s.motor.advance(now)
	s.motor.u = in.value
	s.latencies = append(s.latencies, now.Sub(in.sampled))
}

// disturb sends a frame in so many of its milliseconds.
func (s *servo) disturb(sim.Time) {
	if s.share > 0 && s.rand.Float64() < s.share {
		s.ports[disturber].Send(sensor, servoBits, nil)
	}
}

// Alone on the cable, every sample takes effect after 3.5 ms exactly, and the
// motor goes where the sampled loop with a constant delay of 3.5 ms takes it.
// The positions were computed apart from this program, by a recursion over the
// two parts of each period, in python.
func TestServoAlone(t *testing.T) {
	s := newServo(t, 1, 0)
	s.run(t, time.Second)
	if n := len(s.latencies); n != 100 {
		t.Errorf("%d samples took effect; of 101 the last has no time to", n)
	}
	for i, l := range s.latencies {
		if l != servoLatency {
			t.Fatalf("sample %d takes effect after %v, not %v", i, l, servoLatency)
		}
	}
	for _, want := range []struct {
		sample   int
		position float64
	}{
		{5, 0.7587598720403261}, {10, 1.0569520043841076}, {20, 1.0036622828228212}, {40, 0.9999655914075682},
	} {
		if got := s.positions[want.sample]; math.Abs(got-want.position) > 1e-9 {
			t.Errorf("sample %d: position %.12f, not %.12f", want.sample, got, want.position)
		}
	}
}

// With others on the cable samples take longer to take effect, never less long,
// and the motor is held worse, until with half of the cable gone the delays of the
// binary backoff bring the loop down.
func TestServoDisturbed(t *testing.T) {
	shares := []float64{0, 0.1, 0.2, 0.3, 0.5}
	latency, cost := make([]float64, len(shares)), make([]float64, len(shares))
	for i, share := range shares {
		const runs = 40
		for seed := range uint64(runs) {
			s := newServo(t, seed, share)
			s.run(t, time.Second)
			sum := time.Duration(0)
			for _, l := range s.latencies {
				if l < servoLatency {
					t.Fatalf("share %g: a sample takes effect after %v", share, l)
				}
				sum += l
			}
			latency[i] += sum.Seconds() / float64(len(s.latencies)) / runs
			cost[i] += s.motor.cost / runs
		}
		t.Logf("disturber wants %2.0f %% of the cable: latency %.2f ms, cost %.4g s", 100*share, 1e3*latency[i], cost[i])
		if i > 0 && !(latency[i] > latency[i-1] && cost[i] > cost[i-1]) {
			t.Errorf("a share of %g is no worse than one of %g", share, shares[i-1])
		}
	}
	if last := len(shares) - 1; cost[last] < 10*cost[0] {
		t.Errorf("the loop costs %.4g s alone and %.4g s with half of the cable gone: it is still up", cost[0], cost[last])
	}
}
