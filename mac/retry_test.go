package mac

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// told is an Upper and Auditor that writes down what it is told.
type told []string

func (t *told) Deliver(p *Packet, _ Arrival) { *t = append(*t, fmt.Sprintf("deliver %d", p.ID)) }
func (t *told) Sent(p *Packet, acknowledged bool) {
	*t = append(*t, fmt.Sprintf("sent %d %v", p.ID, acknowledged))
}

func (t *told) Drop(p *Packet, why trace.Cause) {
	*t = append(*t, fmt.Sprintf("drop %d %v", p.ID, why))
}
func (t *told) Requeue(p *Packet)   { *t = append(*t, fmt.Sprintf("requeue %d", p.ID)) }
func (t *told) Duplicate(p *Packet) { *t = append(*t, fmt.Sprintf("duplicate %d", p.ID)) }

// expect compares what was told since the last time.
func (t *told) expect(test *testing.T, want ...string) {
	test.Helper()
	if !slices.Equal(*t, want) {
		test.Errorf("told %q, not %q", *t, want)
	}
	*t = nil
}

// desk returns the surroundings of node 7.
func desk() (Env, *told) {
	up := new(told)
	return Env{Kernel: sim.New(nil), Rand: rng.New(1).Stream("mac"), Addr: 7, Up: up}, up
}

// switchedOn is acknowledgement with some numbers.
func switchedOn(c AckConfig) AckConfig {
	c.Acknowledge = true
	return c
}

// With a first window of 3 and a largest of 20 the windows are 3, 6, 12, 20, 20
// and so on: 24 is too much. Each value of a window turns up, and no other:
// of 2000 draws from 20 a given one is left out with probability 0.95^2000,
// below 10^-44.
func TestWindows(t *testing.T) {
	for _, c := range []struct {
		config AckConfig
		want   []int
	}{
		{AckConfig{Backoff: "exponential", Window: 3, MaxWindow: 20}, []int{3, 6, 12, 20, 20, 20}},
		{AckConfig{Backoff: "exponential", Window: 1, MaxWindow: 4}, []int{1, 2, 4, 4}},
		{AckConfig{Backoff: "uniform", Window: 5, MaxWindow: 20}, []int{5, 5, 5}},
	} {
		c.config.Retries = math.MaxInt
		env, _ := desk()
		drawn := make([]map[int]bool, len(c.want))
		for range 2000 {
			o := c.config.Outbox(env)
			o.Take(&Packet{ID: 1})
			for i := range drawn {
				if drawn[i] == nil {
					drawn[i] = make(map[int]bool)
				}
				slots, _ := o.Fail(trace.NoAnswer)
				drawn[i][slots] = true
			}
		}
		for i, window := range c.want {
			for slots := range drawn[i] {
				if slots < 0 || slots >= window {
					t.Errorf("%+v: %d slots after failure %d", c.config, slots, i+1)
				}
			}
			if len(drawn[i]) != window {
				t.Errorf("%+v: %d different numbers of slots after failure %d, not %d", c.config, len(drawn[i]), i+1, window)
			}
		}
	}
	// However often it is doubled, the window stays within its limit.
	c := AckConfig{Backoff: "exponential", Window: 1e6, MaxWindow: 1e6}
	for _, failures := range []int{1, 2, 30, 64, 1e6} {
		if got := c.window(failures); got != 1e6 {
			t.Errorf("window of %d after %d failures", got, failures)
		}
	}
}

// A packet stays in hand until its own acknowledgement comes.
func TestAcked(t *testing.T) {
	env, up := desk()
	o := switchedOn(AckConfig{Retries: 1, Window: 1}).Outbox(env)
	o.Take(&Packet{ID: 10, Dst: 3})
	f := o.Frame(16)
	o.Begun()
	if !o.Ended(&f) {
		t.Fatal("no acknowledgement is waited for")
	}
	good := phy.Frame{Src: 3, Dst: 7, Kind: AckFrame, Seq: f.Seq}
	for _, change := range []func(f *phy.Frame){
		func(f *phy.Frame) { f.Src = 4 },          // of another node
		func(f *phy.Frame) { f.Dst = 4 },          // for another node
		func(f *phy.Frame) { f.Seq++ },            // of another packet
		func(f *phy.Frame) { f.Kind = DataFrame }, // none
	} {
		bad := good
		change(&bad)
		if o.Acked(&bad) || o.Packet() == nil {
			t.Fatalf("%+v acknowledges %+v", bad, f)
		}
	}
	if !o.Acked(&good) || o.Packet() != nil {
		t.Error("not acknowledged")
	}
	if o.Acked(&good) {
		t.Error("acknowledged again")
	}
	up.expect(t, "sent 10 true")
}

// What needs no acknowledgement is out of hand when it was sent, and a frame
// that was not the packet's changes nothing.
func TestEnded(t *testing.T) {
	env, up := desk()
	for _, c := range []struct {
		config AckConfig
		dst    Addr
		wait   bool
	}{
		{AckConfig{}, 3, false},
		{AckConfig{}, Everybody, false},
		{AckConfig{Acknowledge: true}, 3, true},
		{AckConfig{Acknowledge: true}, Everybody, false},
	} {
		o := c.config.Outbox(env)
		o.Take(&Packet{ID: 1, Dst: c.dst, Bits: 100})
		f := o.Frame(24)
		if f.Src != 7 || f.Dst != c.dst || f.Bits != 124 || f.Pkt != 1 || f.Kind != DataFrame || f.Seq == 0 {
			t.Errorf("sends %+v", f)
		}
		ack, other := f, f
		ack.Kind = AckFrame
		other.Seq--
		if o.Ended(&ack) || o.Ended(&other) || o.Packet() == nil {
			t.Errorf("%+v: the end of another frame counts", c)
		}
		if wait := o.Ended(&f); wait != c.wait || (o.Packet() != nil) != c.wait {
			t.Errorf("%+v: waits %t, holds %v", c, wait, o.Packet())
		}
		if c.wait {
			up.expect(t)
		} else {
			up.expect(t, "sent 1 false")
		}
	}
}

// Two repetitions make three attempts. A packet counts as repeated when it is
// sent again, and is dropped for what kept it.
func TestFail(t *testing.T) {
	env, up := desk()
	o := switchedOn(AckConfig{Retries: 2, Window: 1}).Outbox(env)
	why := trace.RadioBusy
	fail := func(want bool) {
		t.Helper()
		if slots, again := o.Fail(why); again != want || slots != 0 {
			t.Errorf("again %t after %d slots", again, slots)
		}
	}
	o.Take(&Packet{ID: 1, Dst: 3})
	o.Begun()
	up.expect(t)
	fail(true)
	up.expect(t)
	o.Begun()
	up.expect(t, "requeue 1")
	fail(true)
	o.Begun()
	up.expect(t, "requeue 1")
	fail(false)
	up.expect(t, "drop 1 retries-exhausted")

	o.Take(&Packet{ID: 2, Dst: 3}) // the count begins anew
	fail(true)
	fail(true)
	fail(false)
	up.expect(t, "drop 2 radio-busy")

	o.Take(&Packet{ID: 3, Dst: 3}) // of a protocol that asks first, and is not answered
	fail(true)
	fail(true)
	why = trace.NoAnswer
	fail(false)
	up.expect(t, "drop 3 no-answer")

	o.Take(&Packet{ID: 4, Dst: 3})
	o.Drop(trace.Expired)
	up.expect(t, "drop 4 expired")
}

// A hand holds one packet.
func TestSecondPacketInHand(t *testing.T) {
	env, _ := desk()
	o := AckConfig{}.Outbox(env)
	o.Take(&Packet{ID: 1})
	defer func() {
		if recover() == nil {
			t.Error("took a second packet in hand")
		}
	}()
	o.Take(&Packet{ID: 2})
}

// Packets of one node have different numbers, also where the numbers begin
// again, and none has 0.
func TestNumbers(t *testing.T) {
	env, _ := desk()
	o := AckConfig{}.Outbox(env)
	o.number = math.MaxUint32 - 1
	var got []uint32
	for range 3 {
		o.Take(&Packet{})
		f := o.Frame(0)
		o.Ended(&f)
		got = append(got, f.Seq)
	}
	if want := []uint32{math.MaxUint32, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("numbers %d, not %d", got, want)
	}
}

// letter is a data frame.
func letter(src, dst Addr, seq uint32, id uint64) *phy.Frame {
	return &phy.Frame{Src: src, Dst: dst, Seq: seq, Pkt: id, Payload: &Packet{ID: id, Src: src, Dst: dst}}
}

// Copies are those of one sender with one number, and only where packets can be
// repeated.
func TestDuplicates(t *testing.T) {
	env, up := desk()
	in := switchedOn(AckConfig{}).Inbox(env)
	in.Receive(letter(1, 7, 1, 11), phy.RxInfo{})
	in.Receive(letter(2, 7, 1, 12), phy.RxInfo{}) // another sender
	in.Receive(letter(1, 7, 1, 11), phy.RxInfo{}) // the copy
	in.Receive(letter(1, 4, 2, 13), phy.RxInfo{}) // for somebody else
	in.Receive(letter(1, 7, 3, 14), phy.RxInfo{})
	in.Receive(letter(1, 7, 3, 14), phy.RxInfo{})
	in.Receive(letter(2, Everybody, 2, 15), phy.RxInfo{})
	in.Receive(letter(2, 7, math.MaxUint32, 16), phy.RxInfo{})
	in.Receive(letter(2, 7, 1, 17), phy.RxInfo{}) // the numbers have begun again
	up.expect(t, "deliver 11", "deliver 12", "duplicate 11", "deliver 14", "duplicate 14", "deliver 15", "deliver 16", "deliver 17")

	in = AckConfig{}.Inbox(env)
	in.Receive(letter(1, 7, 0, 11), phy.RxInfo{})
	in.Receive(letter(1, 7, 0, 12), phy.RxInfo{})
	up.expect(t, "deliver 11", "deliver 12")
	if _, due := in.Next(); due {
		t.Error("acknowledges although it should not")
	}
}

// Acknowledgements go out in the order in which they became due, one for each
// sender, a pause after the frame.
func TestAcknowledgements(t *testing.T) {
	env, _ := desk()
	in := switchedOn(AckConfig{AckBits: 48, Pause: 2 * time.Second}).Inbox(env)
	hear := func(at time.Duration, f *phy.Frame) {
		env.Kernel.NewTimer(sim.Comm, func(sim.Time) { in.Receive(f, phy.RxInfo{}) }).Arm(sim.Time(at))
	}
	hear(1*time.Second, letter(1, 7, 5, 11))
	hear(2*time.Second, letter(2, 7, 9, 12))
	hear(3*time.Second, letter(4, Everybody, 1, 13)) // asks for none
	hear(4*time.Second, letter(1, 7, 6, 14))         // settles number 5
	if err := env.Kernel.Run(t.Context(), sim.Time(time.Minute)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		at  time.Duration
		ack phy.Frame
	}{
		{4 * time.Second, phy.Frame{Src: 7, Dst: 2, Bits: 48, Kind: AckFrame, Seq: 9}},
		{6 * time.Second, phy.Frame{Src: 7, Dst: 1, Bits: 48, Kind: AckFrame, Seq: 6}},
	} {
		at, due := in.Next()
		if !due || at != sim.Time(want.at) {
			t.Fatalf("next one at %v (%t), not %v", at, due, want.at)
		}
		if ack := in.Ack(); ack != want.ack {
			t.Errorf("sends %+v, not %+v", ack, want.ack)
		}
	}
	if _, due := in.Next(); due {
		t.Error("one more is due")
	}
}

// Once it knows its neighbours, a node receives and acknowledges without
// allocating.
func TestAcknowledgingDoesNotAllocate(t *testing.T) {
	env, _ := desk()
	env.Up = nobody{}
	in, out := switchedOn(AckConfig{AckBits: 48}).Inbox(env), switchedOn(AckConfig{}).Outbox(env)
	f, p := letter(1, 7, 1, 11), &Packet{ID: 1, Dst: 1}
	cycle := func() {
		f.Seq++
		in.Receive(f, phy.RxInfo{})
		in.Ack()
		out.Take(p)
		sent := out.Frame(0)
		out.Begun()
		out.Ended(&sent)
		out.Acked(&phy.Frame{Src: 1, Dst: 7, Kind: AckFrame, Seq: sent.Seq})
	}
	if n := testing.AllocsPerRun(100, cycle); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// nobody is an Upper that takes no notice.
type nobody struct{}

func (nobody) Deliver(*Packet, Arrival)  {}
func (nobody) Sent(*Packet, bool)        {}
func (nobody) Drop(*Packet, trace.Cause) {}
func (nobody) Requeue(*Packet)           {}

func TestAckFaults(t *testing.T) {
	good := DefaultAck()
	bad := good
	bad.MaxWindow = good.Window - 1
	flat := bad
	flat.Backoff = "uniform" // has no largest window
	still := good
	still.MaxWindow = good.Window // does not grow
	for _, c := range []struct {
		config AckConfig
		field  string
	}{{good, ""}, {AckConfig{}, ""}, {flat, ""}, {still, ""}, {bad, "max_window"}} {
		err := c.config.Validate()
		var keyed interface{ Field() string }
		switch {
		case c.field == "" && err != nil:
			t.Errorf("%+v: %v", c.config, err)
		case c.field != "" && (!errors.As(err, &keyed) || keyed.Field() != c.field):
			t.Errorf("%+v: %v does not name %s", c.config, err, c.field)
		}
	}
}

// The longest way is the one that is given, or that of the link.
func TestLongest(t *testing.T) {
	env, _ := desk()
	env.MaxDelay = func() time.Duration { return 3 * time.Second }
	if got := (AckConfig{}).Longest(env); got != 3*time.Second {
		t.Errorf("%v, not that of the link", got)
	}
	if got := (AckConfig{Delay: time.Second}).Longest(env); got != time.Second {
		t.Errorf("%v, not the one given", got)
	}
}
