package saloha

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// Whatever the clock, every frame begins when it first shows the beginning of a
// slot: a nanosecond before, it showed a time within the slot before. And no two
// frames begin in one slot.
func TestFramesBeginWithSlots(t *testing.T) {
	const frames = 50
	draw := rng.New(1).Stream("clocks")
	for range 200 {
		offset := time.Duration(draw.Uniform(-1e12, 1e12))
		drift := int64(draw.Intn(int(2*clock.MaxDrift)+1)) - clock.MaxDrift
		guard := float64(draw.Intn(4)) / 3
		c, err := clock.New(offset, drift)
		if err != nil {
			t.Fatal(err)
		}
		slot := int64(time.Duration((1+guard)*float64(time.Second) + 0.5)) // frames of 1 s
		number := func(at sim.Time) int64 {
			shown := int64(c.Local(at))
			n := shown / slot
			if shown%slot < 0 {
				n--
			}
			return n
		}
		var starts startTimes
		sendAll(t, &Config{Size: 1000, Guard: guard, Persistence: 0.5, QueueConfig: mac.QueueConfig{Length: frames}}, c, frames, &starts)
		if len(starts) != frames {
			t.Fatalf("%d frames were sent, not %d", len(starts), frames)
		}
		for i, at := range starts {
			if number(at) != number(at-1)+1 {
				t.Fatalf("clock %v and %d ppb, guard %.2f: a frame begins at %v, when the clock shows %v", offset, drift, guard, at, c.Local(at))
			}
			if i > 0 && number(at) <= number(starts[i-1]) {
				t.Fatalf("two frames begin in slot %d", number(at))
			}
		}
	}
}

// A clock that gains a nanosecond when a second is full never shows 1 s: after
// 1 s - 1 ns comes 1 s + 1 ns. The slot begins with the latter all the same, and a
// packet that comes then is in time.
func TestSlotThatIsNeverShown(t *testing.T) {
	c, err := clock.New(0, 1)
	if err != nil {
		t.Fatal(err)
	}
	var starts startTimes
	sendAll(t, &Config{Size: 1000, Persistence: 1, QueueConfig: mac.QueueConfig{Length: 1}}, c, 1, &starts)
	if len(starts) != 1 || starts[0] != sim.Time(time.Second) {
		t.Errorf("frames begin at %v, not at 1 s", starts)
	}
}

// Slots of 10^6 s and more, of which up to a million are waited for, and slots beyond
// the range of time, which is 292 years: after one frame there is no second one in a run
// of 3 10^6 s.
func TestWaitBeyondTheRun(t *testing.T) {
	for size, rate := range map[int]float64{1e6: 1000, 1e9: 1} { // bit, bit/s: slots of 10^6 s and of 10^12 s
		for seed := range uint64(10) {
			ack := mac.AckConfig{Acknowledge: true, AckBits: 8, Retries: 20, Backoff: "uniform", Window: 1e6, Delay: time.Second}
			config := &Config{Size: size, Guard: 1000, Tolerance: 1000, Persistence: 1, QueueConfig: mac.QueueConfig{Length: 2}, AckConfig: ack}
			var starts startTimes
			k := sim.New(nil)
			medium := phy.NewMedium(k, phy.Ideal{}, &starts, 0)
			radio := medium.Attach(0, phy.Fixed{}, &phy.Modem{Rate: rate, Power: 1}, nil)
			port := mac.NewPort(k, new(mac.Numbers), nil, 0, 0)
			protocol := config.Build(mac.Env{Kernel: k, Rand: rng.New(seed).Stream("mac"), PHY: radio, Up: port, MaxDelay: medium.MaxDelay})
			radio.Listen(protocol)
			port.Bind(protocol)
			protocol.Start()
			if err := port.Send(1, 1000, nil); err != nil { // nobody is there to acknowledge
				t.Fatal(err)
			}
			if err := k.Run(t.Context(), sim.Time(3e6*time.Second)); err != nil {
				t.Fatal(err)
			}
			if len(starts) != 1 || starts[0] != 0 {
				t.Errorf("size %d, seed %d: frames begin at %v, not at 0 only", size, seed, starts)
			}
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

// sendAll has one node send broadcasts, all offered at 1 s.
func sendAll(t *testing.T, config *Config, c clock.Clock, packets int, tracer trace.Tracer) {
	t.Helper()
	k := sim.New(nil)
	medium := phy.NewMedium(k, phy.Ideal{}, tracer, 0)
	radio := medium.Attach(0, phy.Fixed{}, &phy.Modem{Rate: 1000, Power: 1}, nil)
	port := mac.NewPort(k, new(mac.Numbers), tracer, 0, 0)
	protocol := config.Build(mac.Env{
		Kernel: k, Clock: c, Rand: rng.New(1).Stream("mac"), PHY: radio, Up: port, MaxDelay: medium.MaxDelay,
	})
	radio.Listen(protocol)
	port.Bind(protocol)
	protocol.Start()
	k.NewTimer(sim.Comm, func(sim.Time) {
		for i := range packets {
			if err := port.Send(mac.Everybody, 1000, strconv.Itoa(i)); err != nil {
				t.Fatal(err)
			}
		}
	}).Arm(sim.Time(time.Second))
	if err := k.Run(t.Context(), sim.Time(time.Hour)); err != nil {
		t.Fatal(err)
	}
}

// A fault names its key.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		change func(c *Config)
		field  string
	}{
		{func(*Config) {}, ""},
		{func(c *Config) { c.Length = 0 }, "queue"},
		{func(c *Config) { c.AckBits = c.Size + c.Header + 1 }, ""}, // nobody acknowledges
		{func(c *Config) { c.Acknowledge, c.AckBits = true, c.Size+c.Header }, ""},
		{func(c *Config) { c.Acknowledge, c.AckBits = true, c.Size+c.Header+1 }, "ack_size"},
		{func(c *Config) { c.Window = c.MaxWindow + 1 }, "max_window"},
	} {
		config := Default().(*Config)
		c.change(config)
		err := config.Validate()
		var keyed interface{ Field() string }
		switch {
		case c.field == "" && err != nil:
			t.Errorf("%+v: %v", config, err)
		case c.field != "" && (!errors.As(err, &keyed) || keyed.Field() != c.field):
			t.Errorf("%+v: %v does not name %s", config, err, c.field)
		}
	}
}
