package tdma

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// water returns what protocols need to lay out a frame: a station and vehicles
// that are all at one place, at a distance, with modems of a bit rate.
func water(vehicles int, distance, rate float64) mac.Env {
	medium := phy.NewMedium(sim.New(nil), phy.Ideal{Speed: 1500}, nil, 0)
	env := mac.Env{Named: map[string]mac.Addr{"dock": 0}, MaxDelay: medium.MaxDelay}
	for i := range vehicles + 1 {
		at := phy.Fixed(geom.Vec{X: distance * float64(min(i, 1))})
		env.PHY = medium.Attach(mac.Addr(i), at, &phy.Modem{Rate: rate}, nil)
		env.Stations = append(env.Stations, mac.Addr(i))
	}
	return env
}

// The frame of the thesis (O. Erdemir, 2018, section 4.4.1.2): 8 vehicles 50 m away,
// packets of 512 and 64 bit, 10 kbit/s, 1500 m/s, and a control period of 0.02 s.
//
//	downstream slot        512 bit / 10 kbit/s             =  51.2 ms
//	8 of them                                              = 409.6 ms
//	upstream slot          64 bit / 10 kbit/s + 50/1500 s  =  39.7333 ms
//	8 of them                                              = 317.8667 ms
//	together                                               = 727.4667 ms
//	rounded up to a multiple of 20 ms                      = 740 ms
//	longer upstream slot   (740 ms - 409.6 ms) / 8         =  41.3 ms
//	its guard              41.3 ms - 39.7333 ms            =   1.5667 ms
//
// Delays are rounded down to nanoseconds, 33333333 ns, so the guard is 1566667 ns.
// (The thesis prints 315.2 ms for the 8 upstream slots, and 724.8 ms for all,
// because it takes 33 ms for 50/1500 s.)
func TestThesisFrame(t *testing.T) {
	rounded := DefaultDocking().(*Docking)
	bare := DefaultDocking().(*Docking)
	bare.Multiple = 0
	guarded := DefaultDocking().(*Docking)
	guarded.Multiple, guarded.Guard = 0, 1_566_667
	headed := DefaultDocking().(*Docking) // packets and their header have 512 and 64 bit
	headed.Downstream, headed.Upstream, headed.Header = 488, 40, 24
	for _, c := range []struct {
		name         string
		config       *Docking
		up, together time.Duration
	}{
		{"bare", bare, 39_733_333, 727_466_664},
		{"rounded up", rounded, 41_300_000, 740_000_000},
		{"guarded", guarded, 41_300_000, 740_000_000},
		{"with a header", headed, 41_300_000, 740_000_000},
	} {
		for _, vehicles := range []int{8, 5} { // the thesis has room for 8 and simulates 5
			c.config.Dock = "dock"
			f := c.config.frame(water(vehicles, 50, 10e3))
			var want []time.Duration
			for i := range time.Duration(8) {
				want = append(want, i*51_200_000)
			}
			for i := range time.Duration(8) {
				want = append(want, 409_600_000+i*c.up)
			}
			if got := starts(f); f.length != c.together || !slices.Equal(got, want) {
				t.Errorf("%s, %d vehicles: slots at %v in %v,\nnot %v in %v", c.name, vehicles, got, f.length, want, c.together)
			}
		}
	}
}

func starts(f frame) []time.Duration {
	var all []time.Duration
	for _, s := range f.slots {
		all = append(all, s.start)
	}
	return all
}

// The guards share what is added, and what they cannot share is left at the end:
// of 11 ns each of three slots of 1 s gets 3 ns.
func TestRounding(t *testing.T) {
	for _, c := range []struct{ multiple, second, third, length time.Duration }{
		{0, 1e9, 2e9, 3e9},
		{1e9, 1e9, 2e9, 3e9},
		{3e9, 1e9, 2e9, 3e9},
		{3_000_000_011, 1_000_000_003, 2_000_000_006, 3_000_000_011},
		{2e9, 1_333_333_333, 2_666_666_666, 4e9},
		{30e9, 10e9, 20e9, 30e9},
	} {
		config := Config{Size: 1000, Timing: Timing{Multiple: c.multiple}}
		f := config.frame(water(2, 0, 1000))
		if got, want := starts(f), []time.Duration{0, c.second, c.third}; f.length != c.length || !slices.Equal(got, want) {
			t.Errorf("multiple of %v: slots at %v in %v, not %v in %v", c.multiple, got, f.length, want, c.length)
		}
	}
}

// Clocks that run apart use up the guard of 10 ms. Slots last 1 s + 1 s + 0.01 s and
// a frame F = 4.02 s, and every slot is used.
//
// A clock that loses 100 us/s begins frame n at n F / 0.9999, which is late by
// 402.04 us n: 9.65 ms for n = 24 and 10.05 ms for n = 25. One that gains as much
// begins the second slot at (n F + 2.01 s) / 1.0001, which is early by 9.85 ms for
// n = 24 and 10.25 ms for n = 25. So 25 packets, from n = 0 on, arrive.
func TestDrift(t *testing.T) {
	for _, c := range []struct {
		who   mac.Addr
		drift int64 // parts per billion
	}{{0, -100_000}, {1, 100_000}} {
		p := newPlay()
		for _, line := range []string{"nodes a=0m b=1500m", "tdma guard=10ms queue=40"} {
			if err := p.read(strings.Fields(line)); err != nil {
				t.Fatal(err)
			}
		}
		p.clocks[c.who], _ = clock.New(0, c.drift)
		for range 40 {
			p.acts = append(p.acts, act{from: 0, to: 1, bits: 1000}, act{from: 1, to: 0, bits: 1000})
		}
		if err := p.perform(time.Hour); err != nil {
			t.Fatal(err)
		}
		told := p.told.String()
		got := [3]int{strings.Count(told, "b gets"), strings.Count(told, "b loses"), strings.Count(told, "a gets")}
		if want := [3]int{25, 15, 40}; got != want || strings.Index(told, "b loses") < strings.LastIndex(told, "b gets") {
			t.Errorf("%d ppb at node %d: b gets, b loses, a gets %v, not %v:\n%s", c.drift, c.who, got, want, told)
		}
	}
}

// A station's slots have nothing between them, and its frames of 1 s fill them. A clock
// that gains begins the second slot before the first frame is out, so that the frames
// follow each other at 1 s and 2 s of true time, and no vehicle goes without. One that
// loses 100 us/s begins slot n at n s / 0.9999, rounded up to nanoseconds.
func TestOwnSlotsBackToBack(t *testing.T) {
	for drift, want := range map[int64]string{ // parts per billion
		1:         "0s dock sends p1 1s dock sends p2 2s dock sends p3",
		1_000_000: "0s dock sends p1 1s dock sends p2 2s dock sends p3",
		-100_000:  "0s dock sends p1 1.000100011s dock sends p2 2.000200021s dock sends p3",
	} {
		p := newPlay()
		for _, line := range []string{
			"nodes dock=0m a=150m b=150m c=150m", "docking", "dock sends 1000bit to a at 0s", "dock sends 1000bit to b at 0s", "dock sends 1000bit to c at 0s",
		} {
			if err := p.read(strings.Fields(line)); err != nil {
				t.Fatal(err)
			}
		}
		p.clocks[0], _ = clock.New(0, drift)
		if err := p.perform(5 * time.Second); err != nil {
			t.Fatal(err)
		}
		var sent []string
		for line := range strings.Lines(p.told.String()) {
			if strings.Contains(line, "sends") {
				sent = append(sent, strings.TrimSpace(line))
			}
		}
		if got := strings.Join(sent, " "); got != want {
			t.Errorf("%d ppb: %s, not %s", drift, got, want)
		}
	}
}

// A clock that loses 1 ms/s shows t - t/1000, rounded down: 0 at 0 and at 1 ns of true
// time, 1 ns at 2 ns, and 4 s first at 4004004005 ns (4 s / 0.999 is 4004004004.004
// ns). So a packet that comes at 1 ns is in time for the slot at 0, and one that
// comes at 2 ns waits for that at 4 s.
func TestSlowReading(t *testing.T) {
	for at, want := range map[sim.Time]string{
		1: "0.000000001s a sends p1\n2.000000001s b gets p1\n",
		2: "4.004004005s a sends p1\n6.004004005s b gets p1\n",
	} {
		p := newPlay()
		for _, line := range []string{"nodes a=0m b=1500m", "tdma"} {
			if err := p.read(strings.Fields(line)); err != nil {
				t.Fatal(err)
			}
		}
		p.clocks[0], _ = clock.New(0, -1_000_000)
		p.acts = []act{{from: 0, to: 1, bits: 1000, at: at}}
		if err := p.perform(time.Minute); err != nil {
			t.Fatal(err)
		}
		if got := p.told.String(); got != want {
			t.Errorf("at %d ns: %q, not %q", at, got, want)
		}
	}
}

// What ranges do not catch, and what only the link shows.
func TestFaults(t *testing.T) {
	noQueue, noDockQueue := Default().(*Config), DefaultDocking().(*Docking)
	noQueue.Length, noDockQueue.Length = 0, 0
	docking, roomy := DefaultDocking().(*Docking), DefaultDocking().(*Docking)
	docking.Vehicles, roomy.Vehicles = 2, 0
	nodes := []string{"dock", "a", "b", "c"}
	scheduled := func(frame time.Duration, starts ...time.Duration) error {
		c := Default().(*Config)
		c.Frame = frame
		for _, s := range starts {
			slot := Slot{Node: "a", Packets: 1}
			if s >= 0 {
				slot.Start = &s
			}
			c.Slots = append(c.Slots, slot)
		}
		return c.Validate()
	}
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"default", Default().Validate(), ""},
		{"default docking", DefaultDocking().Validate(), ""},
		{"no queue", noQueue.Validate(), "queue: a packet waits for its slot in the queue; its length must be 1 at least"},
		{"a schedule", scheduled(5, 3, 0, 4), ""},
		{"a schedule without slots", scheduled(5), "frame: slots with a start each make up a frame of a given length; write slots: [{node: a, start: 0s}], and leave out multiple"},
		{"a slot without a start", scheduled(5, 0, -1), "slots[1]: the frame lasts 5ns, and this slot has no start; give all slots one"},
		{"a start without a frame", scheduled(0, 2), "slots[0].start: a slot begins 2ns after a frame of no length; give frame its length"},
		{"a start after the frame", scheduled(5, 5), "slots[0].start: a slot begins 5ns after the beginning of a frame of 5ns; make it less"},
		{"no queue, docking", noDockQueue.Validate(), "queue: a packet waits for its slot in the queue; its length must be 1 at least"},
		{"vehicles", docking.Fit(nodes[:3]), ""},
		{"too many vehicles", docking.Fit(nodes), "vehicles: the frame has slots for 2 vehicles, but 3 are on the link"},
		{"any number of vehicles", roomy.Fit(nodes), ""},
	} {
		got := ""
		if c.err != nil {
			got = c.err.(interface{ Field() string }).Field() + ": " + c.err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
}

// With 10 kbit/s and 75 m at 1500 m/s, 512 bit take 51.2 ms, 64 bit 6.4 ms, and the silent part 50 ms. The station's
// slot has room for a packet for each of three vehicles, 3 x 51.2 ms + 50 ms = 203.6 ms; each vehicle has one of 56.4 ms.
// The frame lasts 203.6 ms + 3 x 56.4 ms = 372.8 ms.
func TestSlotsByLoad(t *testing.T) {
	byName := func(name string) ([]string, error) {
		groups := map[string][]string{"dock": {"dock"}, "auv": {"auv1", "auv2", "auv3"}}
		if nodes := groups[name]; nodes != nil {
			return nodes, nil
		}
		return nil, fmt.Errorf("no node %q", name)
	}
	c := &Config{Size: 512, Slots: []Slot{{Node: "dock", Packets: 1, Per: "auv"}, {Node: "auv", Packets: 1, Size: 64}}}
	resolved, err := c.Resolve(byName)
	if err != nil {
		t.Fatal(err)
	}
	env := water(3, 75, 10e3)
	env.Named = map[string]mac.Addr{"dock": 0, "auv1": 1, "auv2": 2, "auv3": 3}
	f := resolved.(*Config).frame(env)
	if got, want := starts(f), []time.Duration{0, 203_600_000, 260_000_000, 316_400_000}; f.length != 372_800_000 || !slices.Equal(got, want) {
		t.Errorf("slots at %v in %v, not %v in 372.8 ms", got, f.length, want)
	}
	if f.slots[0].packets != 3 || f.slots[3].owner != 3 {
		t.Errorf("the station has room for %d packets, and the last slot is that of node %d", f.slots[0].packets, f.slots[3].owner)
	}
	if c.Slots[0].Packets != 1 || len(c.Slots) != 2 {
		t.Errorf("the configuration that was resolved is another one now: %+v", c.Slots)
	}
	for field, slot := range map[string]Slot{"slots[0].node": {Node: "boat", Packets: 1}, "slots[0].per": {Node: "dock", Packets: 1, Per: "boat"}} {
		_, err := (&Config{Size: 512, Slots: []Slot{slot}}).Resolve(byName)
		if at, ok := err.(interface{ Field() string }); !ok || at.Field() != field || err.Error() != `no node "boat"` {
			t.Errorf("%+v: %v, not a fault at %s", slot, err, field)
		}
	}
}

// A slot of two packets begins every 2 s, and two packets come at each beginning, after the protocol's own
// events of that instant. The timer was armed while the second of the last two waited; that the queue is empty when it
// fires does not use the slot up: all go out at once.
func TestPacketsAtSlotsBegin(t *testing.T) {
	p := newPlay()
	for _, line := range []string{"nodes a=0m b=0m", "tdma slots=a*2 queue=40"} {
		if err := p.read(strings.Fields(line)); err != nil {
			t.Fatal(err)
		}
	}
	p.config.(*Config).Size, p.config.(*Config).Header = 1000, 0
	p.build()
	for i := range sim.Time(3) {
		p.kernel.NewTimer(sim.Control, func(sim.Time) {
			p.ports[0].Send(1, 1000, nil)
			p.ports[0].Send(1, 1000, nil)
		}).Arm(2 * i * sim.Time(time.Second))
	}
	if err := p.kernel.Run(context.Background(), 10*sim.Time(time.Second)); err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		if want := fmt.Sprintf("%ds a sends p%d\n", i, i+1); !strings.Contains(p.told.String(), want) {
			t.Fatalf("no %q in\n%s", want, p.told.String())
		}
	}
}

// A packet of 1000 bit waits for the node's larger slot; it is not sent in the one of 100 bit, which it
// would leave. At 1 kbit/s and without distance the slots begin at 0 s and 0.1 s in a frame of 1.1 s.
func TestPacketWaitsForLargerSlot(t *testing.T) {
	p := newPlay()
	for _, line := range []string{"nodes a=0m b=0m", "tdma slots=a,a queue=40"} {
		if err := p.read(strings.Fields(line)); err != nil {
			t.Fatal(err)
		}
	}
	p.config.(*Config).Slots[0].Size = 100
	p.config.(*Config).Size, p.config.(*Config).Header = 1000, 0
	p.acts = append(p.acts, act{from: 0, to: 1, bits: 1000})
	if err := p.perform(time.Minute); err != nil {
		t.Fatal(err)
	}
	if told := p.told.String(); !strings.HasPrefix(told, "0.1s a sends p1\n") {
		t.Errorf("%s", told)
	}
}

// A frame beyond all runs ends the run: 3 packets of 1000 bit at 1 bit in 11 days are
// 3e9 s.
func TestEndlessFrame(t *testing.T) {
	env := water(2, 0, 1e-6)
	env.Kernel = sim.New(nil)
	config := Config{Size: 1000, Timing: Timing{QueueConfig: mac.DefaultQueue()}}
	protocol := config.Build(env)
	protocol.Start()
	if err := protocol.Send(&mac.Packet{ID: 1, Bits: 1}); err != mac.ErrTooLong {
		t.Errorf("Send says %v", err)
	}
	err := env.Kernel.Run(context.Background(), 1)
	if want := "tdma: a frame lasts 3e+09 s, longer than any run"; err == nil || !strings.Contains(fmt.Sprint(err), want) {
		t.Errorf("the run ends with %v, not %q", err, want)
	}
}

// silence is an application that does not listen.
type silence struct{}

func (silence) Deliver(*mac.Packet, mac.Arrival) {}
func (silence) Sent(*mac.Packet, bool)           {}
func (silence) Drop(*mac.Packet, trace.Cause)    {}
func (silence) Requeue(*mac.Packet)              {}

// Once the queue has its size, packets are sent without allocation.
func TestAllocations(t *testing.T) {
	k := sim.New(nil)
	medium := phy.NewMedium(k, phy.Ideal{Speed: 1500}, nil, 0)
	config := Config{Size: 1000, Timing: Timing{QueueConfig: mac.DefaultQueue()}}
	var nodes []mac.MAC
	for i := range mac.Addr(2) {
		radio := medium.Attach(i, phy.Fixed(geom.Vec{X: 1500 * float64(i)}), &phy.Modem{Rate: 1000, Power: 1}, nil)
		nodes = append(nodes, config.Build(mac.Env{
			Kernel: k, PHY: radio, Addr: i, Up: silence{}, Stations: []mac.Addr{0, 1}, MaxDelay: medium.MaxDelay,
		}))
		radio.Listen(nodes[i])
	}
	for _, n := range nodes {
		n.Start()
	}
	packet := &mac.Packet{ID: 1, Dst: 1, Bits: 1000}
	frames := sim.Time(0)
	allocated := testing.AllocsPerRun(100, func() {
		for range 3 {
			if err := nodes[0].Send(packet); err != nil {
				t.Error(err)
			}
		}
		frames += 3
		if err := k.Run(context.Background(), frames*4e9); err != nil {
			t.Error(err)
		}
	})
	if allocated != 0 {
		t.Errorf("%g allocations for three packets", allocated)
	}
}
