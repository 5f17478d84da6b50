package aloha

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// A node holds the packet in hand and those that wait. Under full load,
// repetitions let one node get ahead of another for a while.
func TestAcknowledgedContract(t *testing.T) {
	usual := mac.DefaultAck()
	usual.Acknowledge = true
	patient, hasty := usual, usual
	patient.Pause, patient.Retries, patient.Backoff = 60*time.Millisecond, 30, "uniform"
	hasty.Retries, hasty.Window, hasty.Delay = 0, 1, time.Millisecond
	for _, c := range []Config{
		{Header: 24, QueueConfig: mac.DefaultQueue(), AckConfig: usual},
		{Header: 24, AckConfig: patient},
		{AckConfig: hasty},
		{QueueConfig: mac.QueueConfig{Length: 3, Order: "newest", TTL: 10 * time.Second}, AckConfig: patient},
	} {
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			mactest.Conform(t, func() mac.Config { return &c }, mactest.Terms{MaxHeld: 1 + c.Length, MinJain: 0.6, ClockTolerance: time.Hour})
		})
	}
}

func TestAcknowledgedStories(t *testing.T) {
	mactest.Stories(t, "testdata/ack/*.story", func() mac.Config {
		ack := mac.AckConfig{Acknowledge: true, AckBits: 100, Retries: 1, Backoff: "uniform", Window: 1}
		return &Config{QueueConfig: mac.DefaultQueue(), AckConfig: ack}
	})
}

// stubborn is a radio that refuses every frame after the first few.
type stubborn struct {
	kernel  *sim.Kernel
	airtime time.Duration
	takes   int
	asked   []sim.Time
}

func (p *stubborn) Transmit(*phy.Frame) error {
	p.asked = append(p.asked, p.kernel.Now())
	if p.takes--; p.takes >= 0 {
		return nil
	}
	return phy.ErrBusy
}
func (*stubborn) Abort()                      {}
func (p *stubborn) Airtime(int) time.Duration { return p.airtime }
func (*stubborn) Busy() bool                  { return true }
func (*stubborn) Sleep(bool)                  {}
func (*stubborn) Turnaround() time.Duration   { return 0 }

// Of a million frame times of a million seconds, 99 in 100 are longer than any run, so
// that after an attempt there is no second one within 1000 s.
func TestWaitBeyondTheRun(t *testing.T) {
	for seed := range uint64(20) {
		k := sim.New(nil)
		radio := &stubborn{kernel: k, airtime: 1e6 * time.Second}
		port := mac.NewPort(k, new(mac.Numbers), nil, 0, 0)
		ack := mac.AckConfig{Acknowledge: true, AckBits: 8, Retries: 20, Backoff: "uniform", Window: 1e6, Delay: time.Second}
		protocol := (&Config{AckConfig: ack}).Build(mac.Env{Kernel: k, Rand: rng.New(seed).Stream("mac"), PHY: radio, Up: port})
		port.Bind(protocol)
		protocol.Start()
		if err := port.Send(1, 100, nil); err != nil {
			t.Fatal(err)
		}
		if err := k.Run(t.Context(), sim.Time(1000*time.Second)); err != nil {
			t.Fatal(err)
		}
		if len(radio.asked) != 1 {
			t.Errorf("seed %d: asked at %v", seed, radio.asked)
		}
	}
}

// A radio that does not take a packet is asked again a frame time later, even
// where a packet that gets lost is repeated at once, and not more often than a
// packet is repeated.
func TestRadioThatRefuses(t *testing.T) {
	k := sim.New(nil)
	radio, ledger := &stubborn{kernel: k, airtime: time.Second}, trace.NewLedger(trace.Names{Nodes: []string{"a", "b"}, Links: []string{"water"}})
	port := mac.NewPort(k, new(mac.Numbers), ledger, 0, 0)
	ack := mac.AckConfig{Acknowledge: true, AckBits: 8, Retries: 3, Backoff: "uniform", Window: 1, Delay: time.Second}
	protocol := (&Config{AckConfig: ack}).Build(mac.Env{Kernel: k, Rand: rng.New(1).Stream("mac"), PHY: radio, Up: port})
	port.Bind(protocol)
	protocol.Start()
	if err := port.Send(1, 100, nil); err != nil {
		t.Fatal(err)
	}
	if err := k.Run(t.Context(), sim.Time(time.Minute)); err != nil {
		t.Fatal(err)
	}
	second := sim.Time(time.Second)
	if want := []sim.Time{0, second, 2 * second, 3 * second}; !slices.Equal(radio.asked, want) {
		t.Errorf("asked at %v, not %v", radio.asked, want)
	}
	if n := ledger.Close(k.Now()).Total.Packets.Dropped[trace.RadioBusy]; n != 1 {
		t.Errorf("dropped %d packets for the radio, not 1", n)
	}
}

// A packet that the radio does not take has all of its attempts, also where the one before
// it was acknowledged. That one is out at 1 s, and its acknowledgement comes at 1.5 s.
func TestRefusalAfterAcknowledgement(t *testing.T) {
	k := sim.New(nil)
	radio := &stubborn{kernel: k, airtime: time.Second, takes: 1}
	port := mac.NewPort(k, new(mac.Numbers), nil, 0, 0)
	ack := mac.AckConfig{Acknowledge: true, AckBits: 8, Retries: 3, Backoff: "uniform", Window: 1, Delay: time.Second}
	protocol := (&Config{AckConfig: ack, QueueConfig: mac.DefaultQueue()}).Build(mac.Env{Kernel: k, Rand: rng.New(1).Stream("mac"), PHY: radio, Up: port})
	port.Bind(protocol)
	protocol.Start()
	for at, do := range map[time.Duration]func(){
		0:                       func() { port.Send(1, 100, nil) },
		time.Second:             func() { protocol.TxDone(&phy.Frame{Dst: 1, Kind: mac.DataFrame, Seq: 1}) },
		1500 * time.Millisecond: func() { protocol.Receive(&phy.Frame{Src: 1, Kind: mac.AckFrame, Seq: 1}, phy.RxInfo{}) },
		2 * time.Second:         func() { port.Send(1, 100, nil) },
	} {
		k.NewTimer(sim.Comm, func(sim.Time) { do() }).Arm(sim.Time(at))
	}
	if err := k.Run(t.Context(), sim.Time(time.Minute)); err != nil {
		t.Fatal(err)
	}
	second := sim.Time(time.Second)
	if want := []sim.Time{0, 2 * second, 3 * second, 4 * second, 5 * second}; !slices.Equal(radio.asked, want) {
		t.Errorf("asked at %v, not %v", radio.asked, want)
	}
}
