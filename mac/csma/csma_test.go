package csma

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// CSMA and CW are fair; in CSMA/CD, whoever has won is more likely to win again,
// because the others wait longer, and more is not claimed than the kit does.
func TestContract(t *testing.T) {
	terms := mactest.Terms{MaxHeld: 17}
	fair := mactest.Terms{MaxHeld: 17, MinJain: 0.9}
	for _, persistence := range []Persistence{OnePersistent, NonPersistent, PPersistent} {
		t.Run(string(persistence), func(t *testing.T) {
			mactest.Conform(t, func() mac.Config {
				c := Default().(*Config)
				c.Persistence = persistence
				return c
			}, fair)
		})
	}
	t.Run("impatient", func(t *testing.T) {
		mactest.Conform(t, func() mac.Config {
			c := Default().(*Config)
			c.Attempts, c.Defer = 1, true
			return c
		}, terms)
	})
	t.Run("cw-mac", func(t *testing.T) { mactest.Conform(t, DefaultCW, fair) })
	t.Run("cw-mac with a window of one slot", func(t *testing.T) {
		mactest.Conform(t, func() mac.Config {
			c := DefaultCW().(*CWConfig)
			c.Window, c.Length, c.Order = 1, 1, "newest"
			return c
		}, mactest.Terms{MaxHeld: 2})
	})
	t.Run("csma-cd", func(t *testing.T) {
		mactest.Conform(t, DefaultCD, mactest.Terms{MaxHeld: 17, Settle: 48 * time.Hour})
	})
	t.Run("csma-cd without jam and gap", func(t *testing.T) {
		mactest.Conform(t, func() mac.Config {
			c := DefaultCD().(*CDConfig)
			c.Gap, c.Jam, c.Slot = 0, 0, 50*time.Millisecond
			return c
		}, terms)
	})
	t.Run("csma-cd with ideal backoff", func(t *testing.T) {
		mactest.Conform(t, func() mac.Config {
			c := DefaultCD().(*CDConfig)
			c.Backoff = "ideal"
			return c
		}, terms)
	})
}

// What no single field shows is refused, at its key.
func TestFaults(t *testing.T) {
	short := func(q *mac.QueueConfig) { q.Length = 0 }
	cs, cd, cw := Default().(*Config), DefaultCD().(*CDConfig), DefaultCW().(*CWConfig)
	short(&cs.QueueConfig)
	short(&cd.QueueConfig)
	short(&cw.QueueConfig)
	alone := DefaultCD().(*CDConfig)
	alone.Backoff, alone.Contenders = "ideal", 1
	for _, c := range []struct {
		config mac.Config
		field  string
	}{
		{cs, "queue"}, {cd, "queue"}, {cw, "queue"}, {alone, "contenders"},
	} {
		err, ok := c.config.Validate().(interface{ Field() string })
		if !ok || err.Field() != c.field {
			t.Errorf("%T: %v, want a fault of %s", c.config, c.config.Validate(), c.field)
		}
	}
	alone.Backoff = "binary"
	for _, config := range []mac.Config{Default(), DefaultCD(), DefaultCW(), alone} {
		if err := config.Validate(); err != nil {
			t.Errorf("%T: %v", config, err)
		}
		if about := config.(interface{ About() string }).About(); about == "" || strings.Contains(about, "\n") {
			t.Errorf("%T: %q is not a line", config, about)
		}
	}
}

// A frame takes a second at 100 bit/s. Kleinrock and Tobagi's throughput has its maximum over g where g^2 e^ag =
// 1 / (a (1 + 2a)): with a = 0.1 at g = 2.542, where S = 1 / (1.2 e^0.2542 + 1/2.542) = 0.5153. With a = 1 it would be 0.145,
// less than 1/2e = 0.184 of ALOHA. A load beyond that is told of, where stations do not defer to their own frames.
func TestDoubtsOfLoad(t *testing.T) {
	for _, c := range []struct {
		way    time.Duration
		load   float64
		defers bool
		want   string
	}{
		{100 * time.Millisecond, 0.515, false, ""},
		{100 * time.Millisecond, 0.516, false, "delivers 0.52 at most"},
		{time.Second, 0.183, false, ""},
		{time.Second, 0.185, false, "delivers 0.18 at most"},
		{0, 0.99, false, ""},
		{time.Second, 10, true, ""},
	} {
		config := Default().(*Config)
		config.Header, config.Defer = 0, c.defers
		got := config.Doubts(mac.Conditions{
			Stations: 11, Bits: 100, Load: c.load,
			Longest: func(string) time.Duration { return c.way },
			Airtime: func(bits int) time.Duration { return time.Duration(bits) * 10 * time.Millisecond },
		})
		if len(got) > 1 || len(got) == 1 != (c.want != "") || len(got) == 1 && !strings.Contains(got[0], c.want) {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// start is a listener that writes down when a station begins to send.
type start struct {
	mac.MAC
	kernel *sim.Kernel
	at     sim.Time
}

// Carrier implements phy.CarrierListener.
func (s *start) Carrier(busy bool) {
	if busy {
		s.at = s.kernel.Now()
	}
	s.MAC.(phy.CarrierListener).Carrier(busy)
}

// A non-persistent station that finds the channel busy looks again after a time
// that is uniform from 0 to the backoff of 10 s: its mean is 5 s and its standard
// deviation 10 s/sqrt(12), and a tenth of the waits lies in each second.
func TestNonPersistentWait(t *testing.T) {
	const waits = 4000
	var sum float64
	var seconds [10]int
	for seed := range uint64(waits) {
		wait := firstWait(t, seed)
		sum += wait
		seconds[int(wait)]++
	}
	deviation := 10 / math.Sqrt(12*waits)
	if mean := sum / waits; math.Abs(mean-5) > 4*deviation {
		t.Errorf("mean wait %.3f s, not 5 s +- %.3f s", mean, deviation)
	}
	deviation = math.Sqrt(waits * 0.1 * 0.9)
	for i, n := range seconds {
		if math.Abs(float64(n)-waits/10) > 4*deviation {
			t.Errorf("%d of %d waits of %d to %d s, not %d +- %.0f", n, waits, i, i+1, waits/10, deviation)
		}
	}
}

// firstWait returns how long a station waits, in s, that finds the channel busy
// for the last nanosecond of a frame.
func firstWait(t *testing.T, seed uint64) float64 {
	t.Helper()
	k := sim.New(nil)
	medium := phy.NewMedium(k, phy.Ideal{}, nil, 0)
	modem := &phy.Modem{Rate: 1000, Power: 1, Capture: phy.CaptureOff}
	source, numbers := rng.New(seed), new(mac.Numbers)
	var ports [2]*mac.Port
	var ears [2]*start
	for i, name := range []string{"a", "b"} {
		addr := mac.Addr(i)
		radio := medium.Attach(addr, phy.Fixed{}, modem, source.Stream(name+"/phy"))
		ports[i] = mac.NewPort(k, numbers, nil, addr, 0)
		config := Default().(*Config)
		config.Backoff = 10 * time.Second
		ears[i] = &start{kernel: k, MAC: config.Build(mac.Env{
			Kernel: k, Rand: source.Stream(name + "/mac"), PHY: radio, Addr: addr, Up: ports[i], MaxDelay: medium.MaxDelay,
		})}
		radio.Listen(ears[i])
		ports[i].Bind(ears[i])
		ears[i].Start()
	}
	end := sim.Time(0).Add(modem.Airtime(1000 + 24))
	look := end.Add(-time.Nanosecond)
	k.NewTimer(sim.Comm, func(sim.Time) { ports[0].Send(1, 1000, nil) }).Arm(0)
	k.NewTimer(sim.Comm, func(sim.Time) { ports[1].Send(0, 1000, nil) }).Arm(look)
	if err := k.Run(context.Background(), sim.Time(20*time.Second)); err != nil {
		t.Fatal(err)
	}
	return ears[1].at.Sub(look).Seconds()
}

// Times do not run backwards on a clock that is slow: it shows one time in a
// thousand for two nanoseconds, and asked for the kernel time names the first.
func TestAfterIsNotBefore(t *testing.T) {
	slow, err := clock.New(0, -1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	s := station{env: mac.Env{Kernel: sim.New(nil), Clock: slow}}
	doubtful := 0
	for now := range sim.Time(5000) {
		if err := s.env.Kernel.Run(context.Background(), now); err != nil {
			t.Fatal(err)
		}
		if slow.Kernel(slow.Local(now)) < now {
			doubtful++
		}
		if got := s.env.After(0); got != now {
			t.Fatalf("nothing after %v is %v", now, got)
		}
		if got := s.env.After(999 * time.Nanosecond); got < now.Add(999) || got > now.Add(1001) {
			t.Fatalf("999 ns of a clock that loses one in a thousand, after %v, are over at %v", now, got)
		}
	}
	if doubtful != 5 {
		t.Errorf("%d moments show the time of the moment before, not 5", doubtful)
	}
}

// Waits that are longer than the range of time do not wrap around: of a million slots of
// 10^6 s, and of 2^30, next to none are as short as 1000 s.
func TestWaitBeyondTheRun(t *testing.T) {
	for seed := range uint64(20) {
		env := mac.Env{Kernel: sim.New(nil), Rand: rng.New(seed).Stream("mac")}
		w := &windowed{station: station{env: env}, window: 1e6, slot: 1e6 * time.Second}
		if w.draw(); w.left < 1000*time.Second {
			t.Errorf("cw-mac, seed %d: waits for %v", seed, w.left)
		}
		d := &detecting{station: station{env: env}, config: CDConfig{Backoff: "binary", Limit: 30}, slot: 1e6 * time.Second, collisions: 30}
		var over sim.Time
		d.timer = env.Kernel.NewTimer(sim.Comm, func(now sim.Time) { over = now })
		d.backOff()
		if err := env.Kernel.Run(t.Context(), sim.Time(1000*time.Second)); err != nil {
			t.Fatal(err)
		}
		if !d.timer.Armed() {
			t.Errorf("csma-cd, seed %d: the wait is over at %v", seed, over)
		}
	}
}

// dropped is an application that keeps the numbers of the packets that are given up.
type dropped []uint64

func (*dropped) Deliver(*mac.Packet, mac.Arrival)    {}
func (*dropped) Sent(*mac.Packet, bool)              {}
func (*dropped) Requeue(*mac.Packet)                 {}
func (d *dropped) Drop(p *mac.Packet, _ trace.Cause) { *d = append(*d, p.ID) }

// Each packet may find the channel busy three times: one that comes before another, or
// takes its place, or whose turn comes because another is overdue, is not charged with
// the looks of that one.
func TestLooksOfEachPacket(t *testing.T) {
	for _, c := range []struct {
		queue mac.QueueConfig
		want  []uint64 // the drops, in all
	}{
		{mac.QueueConfig{Length: 2, Order: "lifo"}, []uint64{2}},
		{mac.QueueConfig{Length: 2, Order: "newest"}, []uint64{1, 2}},
		{mac.QueueConfig{Length: 2, Order: "fresh"}, []uint64{1, 2}},
		{mac.QueueConfig{Length: 2, Order: "fifo", TTL: time.Second}, []uint64{1, 2}},
	} {
		k, gone := sim.New(nil), new(dropped)
		config := Default().(*Config)
		config.Attempts, config.Backoff, config.QueueConfig = 3, 1000*time.Hour, c.queue
		s := config.Build(mac.Env{Kernel: k, Rand: rng.New(1).Stream("mac"), Up: gone}).(*sensing)
		look := func(packet uint64, again bool) {
			t.Helper()
			if got := s.tryLater(); got != again {
				t.Errorf("%+v: packet %d will look again: %t", c.queue, packet, got)
			}
		}
		s.queue.Push(&mac.Packet{ID: 1})
		look(1, true)
		look(1, true)
		if err := k.Run(t.Context(), sim.Time(2*time.Second)); err != nil { // the timer is far off
			t.Fatal(err)
		}
		s.queue.Push(&mac.Packet{ID: 2, Created: k.Now()})
		look(2, true)
		look(2, true)
		look(2, false)
		if !slices.Equal(*gone, c.want) {
			t.Errorf("%+v: dropped %d, not %d", c.queue, *gone, c.want)
		}
	}
}

// A packet that the radio did not take stays in hand, and its third look is its last even
// if a younger one waits.
func TestLooksOfPacketInHand(t *testing.T) {
	gone := new(dropped)
	config := Default().(*Config)
	config.Attempts, config.Order, config.Backoff = 3, "lifo", time.Second
	s := config.Build(mac.Env{Kernel: sim.New(nil), Rand: rng.New(1).Stream("mac"), Up: gone}).(*sensing)
	s.queue.Push(&mac.Packet{ID: 1})
	s.tryLater()
	s.tryLater()
	s.take()
	s.queue.Push(&mac.Packet{ID: 2})
	if again := s.tryLater(); again || !slices.Equal(*gone, []uint64{1}) {
		t.Errorf("looks again: %t, dropped: %d", again, *gone)
	}
}

// A frame of 1 s and a gap of 0.1 s: an answer from within the delivery begins at 1.1 s,
// and so does it where the backoff is ideal, whose slots begin then.
func TestAnswerWaitsForTheGap(t *testing.T) {
	for _, backoff := range []Backoff{BinaryBackoff, IdealBackoff} {
		k := sim.New(nil)
		var starts startTimes
		medium := phy.NewMedium(k, phy.Ideal{}, &starts, 0)
		modem := &phy.Modem{Rate: 1000, Power: 1, Capture: phy.CaptureOff, FullDuplex: true}
		config, numbers := DefaultCD().(*CDConfig), new(mac.Numbers)
		config.Header, config.Gap, config.Backoff = 0, 100, backoff
		var ports [2]*mac.Port
		for i := range ports {
			radio := medium.Attach(mac.Addr(i), phy.Fixed{}, modem, nil)
			ports[i] = mac.NewPort(k, numbers, nil, mac.Addr(i), 0)
			// One station alone sends in every slot of the ideal backoff.
			protocol := config.Build(mac.Env{
				Kernel: k, Rand: rng.New(1).Stream("mac"), PHY: radio, Addr: mac.Addr(i), Up: ports[i], Stations: []mac.Addr{0}, MaxDelay: medium.MaxDelay,
			})
			radio.Listen(protocol)
			ports[i].Bind(protocol)
			protocol.Start()
		}
		if err := ports[1].Handle(0, func(*mac.Packet, mac.Arrival) { ports[1].Send(0, 500, nil) }); err != nil {
			t.Fatal(err)
		}
		k.NewTimer(sim.Comm, func(sim.Time) { ports[0].Send(1, 1000, nil) }).Arm(0)
		if err := k.Run(t.Context(), sim.Time(time.Minute)); err != nil {
			t.Fatal(err)
		}
		if want := []sim.Time{0, sim.Time(1100 * time.Millisecond)}; !slices.Equal(starts, want) {
			t.Errorf("%s: frames begin at %v, not %v", backoff, starts, want)
		}
	}
}

// startTimes keeps the beginnings of frames.
type startTimes []sim.Time

// Emit implements trace.Tracer.
func (s *startTimes) Emit(r trace.Record) {
	if r.Kind == trace.TxStart {
		*s = append(*s, r.At)
	}
}

// Gap and jam are bits of the modem's rate: 100 of them take 0.1 s at 1000 bit/s,
// whatever stands before a frame.
func TestBitTimes(t *testing.T) {
	modem := &phy.Modem{Rate: 1000, Power: 1, Preamble: 20 * time.Millisecond}
	radio := phy.NewMedium(sim.New(nil), phy.Ideal{}, nil, 0).Attach(0, phy.Fixed{}, modem, rng.New(1).Stream("radio"))
	s := station{env: mac.Env{PHY: radio}}
	if got := s.bitTimes(100); got != 100*time.Millisecond {
		t.Errorf("100 bits take %v", got)
	}
	if got := s.bitTimes(0); got != 0 {
		t.Errorf("no bits take %v", got)
	}
}
