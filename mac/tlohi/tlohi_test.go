package tlohi

import (
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/rng"
)

// Settings of all kinds keep the contract. The nodes of the kit may drift apart by some thousand metres, and their clocks come
// 200 ms apart at most: a guard has room for both. Clocks may be apart by less than the shortest way of the trials, 50 ms: the tone
// of who is ahead by more is heard before others begin, and they leave out.
func TestContract(t *testing.T) {
	const tone = 5 * time.Millisecond
	for _, c := range []config{
		{Kind: synchronized, Length: tone, Guard: 2 * time.Second, Header: 24, QueueConfig: mac.QueueConfig{Length: 900}},
		{Kind: conservative, Length: tone, Guard: time.Millisecond, Recontend: 15 * time.Millisecond, QueueConfig: mac.QueueConfig{Length: 3, Order: mac.LIFO, TTL: 3000 * time.Second}},
		{Kind: aggressive, Length: tone, Recontend: 15 * time.Millisecond, Header: 8, QueueConfig: mac.QueueConfig{Length: 3, Order: mac.Newest, TTL: 1000 * time.Second}},
	} {
		t.Run(string(c.Kind), func(t *testing.T) {
			terms := mactest.Terms{MaxHeld: c.QueueConfig.Length + 1, Settle: 100 * time.Hour, Load: 0.2}
			if c.Kind == synchronized {
				terms.ClockTolerance = 20 * time.Millisecond
				terms.Slot = func(env mac.Env) time.Duration { return c.round(env.MaxDelay()) }
			}
			mactest.Conform(t, func() mac.Config { own := c; return &own }, terms)
		})
	}
}

// What a setting cannot do on a link is told.
func TestDoubts(t *testing.T) {
	at := mac.Conditions{
		Stations: 3, Longest: func(string) time.Duration { return time.Second }, Shortest: func(string) time.Duration { return 20 * time.Millisecond },
		Airtime: func(bits int) time.Duration { return time.Duration(bits) * time.Millisecond }, Gain: 10e-6,
	}
	for what, change := range map[string]func(*config){
		"":                        func(*config) {},
		"max_delay: 900ms":        func(c *config) { c.Delay = 900 * time.Millisecond },
		"guard: the clocks of":    func(c *config) { c.Guard = time.Second },
		"tone: the shortest way ": func(c *config) { c.Length = 21 * time.Millisecond },
	} {
		c := Default().(*config)
		c.Guard = 2 * time.Second
		change(c)
		got := strings.Join(c.Doubts(at), "; ")
		if (got == "") != (what == "") || !strings.HasPrefix(got, what) {
			t.Errorf("%s: %s", what, got)
		}
	}
}

func TestStories(t *testing.T) {
	mactest.Stories(t, "testdata/*.story", Default)
}

// toneTimes is a Toner that notes when it sends.
type toneTimes struct {
	kernel *sim.Kernel
	sent   []sim.Time
}

func (t *toneTimes) Tone() { t.sent = append(t.sent, t.kernel.Now()) }

// A station that has heard two tones, and no data after them, contends after the two rounds in which they contend again at the latest,
// and one more: rounds of 1 s, and the tones end at 0.1 s and 0.2 s, so that it begins at the edge after 3.2 s.
func TestNoDataCome(t *testing.T) {
	k := sim.New(nil)
	medium := phy.NewMedium(k, phy.Ideal{}, nil, 0)
	radio := medium.Attach(0, phy.Fixed{}, &phy.Modem{Rate: 1000, Power: 1}, nil)
	c := Default().(*config)
	c.Length, c.Guard, c.Delay = 100*time.Millisecond, 0, 900*time.Millisecond
	tones := &toneTimes{kernel: k}
	port := mac.NewPort(k, new(mac.Numbers), nil, 0, 0)
	s := newStation(c, mac.Env{Kernel: k, Rand: rng.New(1).Stream("station"), PHY: radio, Tones: tones, Up: port, MaxDelay: medium.MaxDelay})
	radio.Listen(s)
	port.Bind(s)
	s.Start()
	for _, at := range []time.Duration{100 * time.Millisecond, 200 * time.Millisecond} {
		k.NewTimer(sim.Comm, func(sim.Time) { s.ToneHeard() }).Arm(sim.Time(at))
	}
	k.NewTimer(sim.Comm, func(sim.Time) { _ = port.Send(mac.Everybody, 1000, nil) }).Arm(sim.Time(300 * time.Millisecond))
	if err := k.Run(t.Context(), sim.Time(10*time.Second)); err != nil {
		t.Fatal(err)
	}
	if want := []sim.Time{sim.Time(4 * time.Second)}; !slices.Equal(tones.sent, want) {
		t.Errorf("tones at %v, not %v", tones.sent, want)
	}
}
