package waitingroom

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/trace"
)

// A vehicle holds what waits and the packet that it sends, the station of the
// largest scene as much for each of eleven vehicles and for everybody. The nodes
// of the kit may drift apart by some thousand metres, so that the guard is long,
// and the modems are deaf for 50 ms after they have sent.
func TestContract(t *testing.T) {
	for i, c := range []Config{
		{Room: 12, Every: 1, Priority: "age", Patience: 3, Window: 16, QueueConfig: mac.QueueConfig{Length: 4}},
		{Room: 1, Every: 2, Priority: "distance", Patience: 1, Leave: 1, Window: 4, QueueConfig: mac.QueueConfig{Length: 3}},
		{Room: 3, Every: 1, Priority: "age", Patience: 5, Leave: 2, Window: 8, Entry: 8, QueueConfig: mac.QueueConfig{Length: 2, Order: "newest"}},
		{Room: 4, Every: 3, Priority: "distance", Patience: 2, Leave: 1, Window: 32, QueueConfig: mac.QueueConfig{Length: 3, Order: "lifo", TTL: 2 * time.Hour}},
	} {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			c.StationName, c.Size, c.Header, c.Beacon, c.Registration = "keeper", 512, 16, 16, 8
			c.Turnaround, c.Guard = 60*time.Millisecond, 4*time.Second
			terms := mactest.Terms{MaxHeld: 12*c.Length + 1, MaxBits: c.Size, Settle: 12 * time.Hour}
			if c.Priority == "distance" {
				terms.MinJain = 0.3 // who is near goes first, by design
			}
			mactest.Conform(t, func() mac.Config { return &c }, terms)
		})
	}
}

// A queue without room cannot work, and is refused with the key.
func TestValidate(t *testing.T) {
	config := Default().(*Config)
	if err := config.Validate(); err != nil {
		t.Errorf("the defaults are refused: %v", err)
	}
	config.Length = 0
	err := config.Validate()
	var keyed interface{ Field() string }
	if !errors.As(err, &keyed) || keyed.Field() != "queue" {
		t.Errorf("without room in the queue: %v", err)
	}
}

// acted returns a play of these lines that was performed.
func acted(t *testing.T, lines ...string) *play {
	t.Helper()
	p := newPlay()
	for _, line := range lines {
		if err := p.read(strings.Fields(line)); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.perform(); err != nil {
		t.Fatal(err)
	}
	return p
}

// Two vehicles equally far from the dock, on either side of it, always meet at
// the door first, and whatever they draw both are in the room before long: 100 s
// are 40 frames of 2.5 s at least, and the n-th failure in a row has a chance of
// 1/2^n, with windows up to 16.
func TestTwoAtTheDoor(t *testing.T) {
	const met = "0.5s dock does not hear a: collision\n0.5s dock does not hear b: collision\n"
	for seed := range 200 {
		p := acted(t, "nodes dock=0m a=150m b=-150m", fmt.Sprint("seed ", seed), "until 100s")
		if !strings.Contains(p.told.String(), met) || len(p.dock.room) != 2 {
			t.Fatalf("seed %d: %d in the room\n%s", seed, len(p.dock.room), &p.told)
		}
		for _, v := range p.auvs {
			if v.tries != 0 || v.holdOff != 0 {
				t.Errorf("seed %d: a vehicle in the room still backs off: %d failures, %d frames", seed, v.tries, v.holdOff)
			}
		}
	}
}

// To a dock that hears nothing a vehicle knocks again and again. After the n-th
// failure it lets 0 to 2^n - 1 frames go by, and with a window of 4 at most 3. Each
// number comes up in 300 seeds but for a chance of 4 * 0.75^300. A frame is a beacon
// of 0.1 s and a door of 0.8 s.
func TestBackoff(t *testing.T) {
	const failures = 5
	seen := [failures][5]int{}
	for seed := range 300 {
		p := acted(t, "nodes dock=0m a=150m", fmt.Sprint("seed ", seed), "window 4", "dock sleeps 0s 30s", "until 30s")
		var frames []int
		for _, line := range strings.Split(p.told.String(), "\n") {
			if when, ok := strings.CutSuffix(line, "s a registers"); ok {
				at, err := strconv.ParseFloat(when, 64)
				if err != nil {
					t.Fatal(err)
				}
				frames = append(frames, int(math.Round((at-0.3)/0.9)))
			}
		}
		for n := range failures {
			seen[n][min(frames[n+1]-frames[n]-1, 4)]++
		}
	}
	for n, times := range seen {
		for wait, count := range times {
			if most := []int{1, 3}[min(n, 1)]; (count > 0) != (wait <= most) {
				t.Errorf("after failure %d: %d frames of wait in %d of 300 seeds", n+1, wait, count)
			}
		}
	}
}

// scribe is a radio that writes down what it sends. A bit takes 1 ms.
type scribe struct{ sent []phy.Frame }

func (s *scribe) Transmit(f *phy.Frame) error {
	s.sent = append(s.sent, *f)
	return nil
}
func (*scribe) Abort()                         {}
func (*scribe) Airtime(bits int) time.Duration { return time.Duration(bits) * time.Millisecond }
func (*scribe) Busy() bool                     { return false }
func (*scribe) Sleep(bool)                     {}
func (*scribe) Turnaround() time.Duration      { return 0 }

// A packet that needs little power to reach its vehicle takes it in an update. In a
// beacon, which all vehicles must hear, it goes with full power.
func TestPower(t *testing.T) {
	k, radio := sim.New(nil), new(scribe)
	config := newPlay().config
	s := config.Build(mac.Env{
		Kernel: k, PHY: radio, Stations: []mac.Addr{0, 1, 2}, Named: map[string]mac.Addr{"dock": 0}, Up: silence{},
	}).(*station)
	s.Start()
	s.Send(&mac.Packet{ID: 1, Dst: 1, Bits: 100, Cut: 12})
	s.Send(&mac.Packet{ID: 2, Dst: 1, Bits: 100, Cut: 12})
	advance := func(until time.Duration) {
		if err := k.Run(t.Context(), sim.Time(until)); err != nil {
			t.Fatal(err)
		}
	}
	advance(100 * time.Millisecond) // the beacon is out
	s.TxDone(&radio.sent[0])
	s.Receive(&phy.Frame{Src: 1, Dst: 0, Kind: registration, Seq: 1, Bits: 100}, phy.RxInfo{})
	advance(1100 * time.Millisecond) // the door is closed, and the next beacon out
	s.TxDone(&radio.sent[1])
	advance(2 * time.Second) // the slot has begun
	var got []string
	for _, f := range radio.sent {
		got = append(got, fmt.Sprint(f.Pkt, " ", f.Cut))
	}
	if want := []string{"1 0", "0 0", "2 12"}; !slices.Equal(got, want) {
		t.Errorf("packets and cuts %q, not %q", got, want)
	}
}

// silence is an application that does not listen.
type silence struct{}

func (silence) Deliver(*mac.Packet, mac.Arrival) {}
func (silence) Sent(*mac.Packet, bool)           {}
func (silence) Drop(*mac.Packet, trace.Cause)    {}
func (silence) Requeue(*mac.Packet)              {}

// A vehicle 225 m away is 0.15 s away, whatever the clocks show. A dock whose clock
// gains 1 ms in a second is off by that for half of the time from the end of its
// beacon to that of what it hears: of 0.15 + 0.1 + 0.1 + 0.15 s for a registration,
// of 0.15 + 1.4 + 0.1 + 0.15 s for a report.
func TestWay(t *testing.T) {
	const knocked, reported = "until 0.6s", "until 3s"
	for _, c := range []struct {
		clocks string
		until  string
		want   time.Duration
	}{
		{"a shows 0s", knocked, 150 * time.Millisecond},
		{"a shows 0s", reported, 150 * time.Millisecond},
		{"a shows -20m", knocked, 150 * time.Millisecond},
		{"dock shows 1h", reported, 150 * time.Millisecond},
		{"dock gains 1000ppm", knocked, 150_250 * time.Microsecond},
		{"dock gains 1000ppm", reported, 150_900 * time.Microsecond},
	} {
		p := acted(t, "nodes dock=0m a=225m", c.clocks, c.until)
		off := p.dock.clients[0].way - c.want
		if off < -2 || off > 2 { // ns: readings of a clock are rounded down
			t.Errorf("%s, %s: %v away, not %v", c.clocks, c.until, p.dock.clients[0].way, c.want)
		}
	}
}

// Vehicles that send less than the station need shorter slots. At 1 bit in 1 ms and with a header of 24 bit, 512 bit down
// and 64 bit up take 536 ms and 88 ms; two ways of 30 ms and a guard of 2 ms are 62 ms more: 686 ms, and 1134 ms where
// both send 512 bit. The report goes out after the update, without a turnaround.
func TestUpstream(t *testing.T) {
	c := Default().(*Config)
	c.StationName, c.Delay, c.Turnaround, c.Guard = "dock", 30*time.Millisecond, 0, 2*time.Millisecond
	env := mac.Env{Kernel: sim.New(nil), PHY: new(scribe), Addr: 1, Stations: []mac.Addr{0, 1}, Named: map[string]mac.Addr{"dock": 0}, Up: silence{}}
	for upstream, want := range map[int]time.Duration{0: 1134 * time.Millisecond, 64: 686 * time.Millisecond} {
		c.Upstream = upstream
		if l := c.layout(env); l.slot != want || l.report != 536*time.Millisecond {
			t.Errorf("upstream %d: a slot of %v, not %v, and the report after %v", upstream, l.slot, want, l.report)
		}
	}
	for upstream, most := range map[int]int{0: 512, 64: 64} {
		c.Upstream = upstream
		v := c.Build(env)
		if fits, long := v.Send(&mac.Packet{ID: 1, Bits: most}), v.Send(&mac.Packet{ID: 2, Bits: most + 1}); fits != nil || long != mac.ErrTooLong {
			t.Errorf("upstream %d: %v for %d bit, and %v for one more", upstream, fits, most, long)
		}
	}
}
