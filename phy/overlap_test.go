package phy

import (
	"math"
	"slices"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// disturbed is a receiver r that hears a frame of a from 0 on and, where it is
// told to, one of b later, on a wire. The noise is 1.
type disturbed struct {
	kernel  *sim.Kernel
	records *diary
	a, b    *Radio
	hears   *ear
	later   *sim.Timer
}

// newDisturbed takes the powers at which a and b are heard.
func newDisturbed(t *testing.T, modem *Modem, a, b float64, interference Frame) *disturbed {
	k := sim.New(nil)
	d := &disturbed{kernel: k, records: new(diary)}
	here, there, rx := geom.Vec{X: 1}, geom.Vec{X: 2}, geom.Vec{}
	m := NewMedium(k, &tank{gain: map[[2]geom.Vec]float64{{here, rx}: a, {there, rx}: b}}, d.records, 0)
	_, d.hears = join(m, Fixed(rx), modem)
	d.a, _ = join(m, Fixed(here), modem)
	d.b, _ = join(m, Fixed(there), modem)
	d.later = k.NewTimer(sim.Comm, func(sim.Time) {
		if err := d.b.Transmit(&interference); err != nil {
			t.Error(err)
		}
	})
	return d
}

// frame lets r hear a's frame, with b's beginning after delay if that is not 0,
// and returns what became of it.
func (d *disturbed) frame(t *testing.T, bits int, delay time.Duration) trace.Record {
	if err := d.a.Transmit(&Frame{Bits: bits}); err != nil {
		t.Fatal(err)
	}
	if delay > 0 {
		d.later.Arm(d.kernel.Now().Add(delay))
	}
	d.records.records = d.records.records[:0]
	run(t, d.kernel)
	for _, r := range d.records.records {
		if r.Node == 0 && r.Peer == 1 {
			return r
		}
	}
	t.Fatal("no end of the frame")
	return trace.Record{}
}

// spy is an error model that writes down what it is asked and loses nothing.
type spy struct{ asked [][2]float64 } // SINR, bits

// Success returns 1.
func (s *spy) Success(sinr, bits float64) float64 {
	s.asked = append(s.asked, [2]float64{sinr, bits})
	return 1
}

// A frame of 1 s with power 100 over noise 1; from the middle on, another of 15.
// Its worst moment has 100 / 16 = 6.25; its mean interference is 7.5, so 100 /
// 8.5 = 11.7647; its halves of 500 bit have 100 and 6.25. Where only the second
// quarter is disturbed the mean interference is 3.75: 100 / 4.75 = 21.0526. A
// preamble as long as the bits halves the bits of each piece.
func TestOverlap(t *testing.T) {
	for name, c := range map[string]struct {
		overlap  Overlap
		preamble time.Duration
		from     time.Duration // of the disturbance, 0 for none
		bits     int           // of the disturbance
		asked    [][2]float64
		sinr     float64
	}{
		"worst, none":    {Worst, 0, 0, 0, [][2]float64{{100, 1000}}, 100},
		"mean, none":     {Mean, 0, 0, 0, [][2]float64{{100, 1000}}, 100},
		"chunks, none":   {Chunks, 0, 0, 0, [][2]float64{{100, 1000}}, 100},
		"worst, half":    {Worst, 0, 500 * time.Millisecond, 1000, [][2]float64{{6.25, 1000}}, 6.25},
		"mean, half":     {Mean, 0, 500 * time.Millisecond, 1000, [][2]float64{{100 / 8.5, 1000}}, 100 / 8.5},
		"chunks, half":   {Chunks, 0, 500 * time.Millisecond, 1000, [][2]float64{{100, 500}, {6.25, 500}}, 6.25},
		"worst, within":  {Worst, 0, 250 * time.Millisecond, 250, [][2]float64{{6.25, 1000}}, 6.25},
		"mean, within":   {Mean, 0, 250 * time.Millisecond, 250, [][2]float64{{100 / 4.75, 1000}}, 100 / 4.75},
		"chunks, within": {Chunks, 0, 250 * time.Millisecond, 250, [][2]float64{{100, 250}, {6.25, 250}, {100, 500}}, 6.25},
		"chunks, preamble": {
			Chunks, time.Second, 1500 * time.Millisecond, 1000,
			[][2]float64{{100, 750}, {6.25, 250}},
			6.25,
		},
	} {
		model := new(spy)
		modem := plainModem()
		modem.Overlap, modem.Preamble, modem.Errors = c.overlap, c.preamble, model
		d := newDisturbed(t, modem, 100, 15, Frame{Bits: max(c.bits, 1)})
		got := d.frame(t, 1000, c.from)
		if !slices.Equal(model.asked, c.asked) {
			t.Errorf("%s: asked for %v, want %v", name, model.asked, c.asked)
		}
		within(t, name+": SINR of the record", got.Value, c.sinr, 1e-12)
		within(t, name+": SINR", d.hears.received[0].info.SINR, c.sinr, 1e-12)
	}
}

// DPSK with one Hz per bit/s: (1 - exp(-g)/2)^bits. A frame of 1000 bit at a ratio
// of 10, and from the middle on at 10/1.5 = 20/3. What is lost is put down to
// the interference where the same chance would have spared the frame without it.
func TestOverlapLosesAsOftenAsItShould(t *testing.T) {
	const n = 20_000
	intact := func(g, bits float64) float64 { return math.Pow(1-math.Exp(-g)/2, bits) }
	alone := intact(10, 1000) // 0.978
	for overlap, want := range map[Overlap]float64{
		Worst:  intact(10/1.5, 1000),                  // 0.529
		Mean:   intact(10/1.25, 1000),                 // 0.846
		Chunks: intact(10, 500) * intact(10/1.5, 500), // 0.719
	} {
		modem := plainModem()
		modem.Overlap, modem.Errors = overlap, bitErrors{DPSK, 1}
		d := newDisturbed(t, modem, 10, 0.5, Frame{Bits: 1000})
		count := make(map[trace.Cause]int)
		for range n {
			count[d.frame(t, 1000, 500*time.Millisecond).Cause]++
		}
		share(t, "received", count[trace.NoCause], n, want)
		share(t, "collisions", count[trace.Collision], n, alone-want)
		share(t, "bit errors", count[trace.BitError], n, 1-alone)
	}
}

// share requires a count out of n within 3 standard errors of a probability.
func share(t *testing.T, what string, count, n int, p float64) {
	t.Helper()
	within(t, what, float64(count)/float64(n), p, 3*math.Sqrt(p*(1-p)/float64(n)))
}

// The two links of Erdemir's thesis (2018), through configuration, medium and
// radio: 4.5 W less 27.188 dB are 8.5983 mW, 3 W less 18.179406 dB are 45.623 mW;
// under Rayleigh fading they fall below 1.9 and 2 mW with probability 1 -
// exp(-threshold/mean).
func TestRayleighOutageThroughTheStack(t *testing.T) {
	const n = 100_000
	for name, c := range map[string]struct{ watts, loss, least, want float64 }{
		"acoustic": {4.5, 27.188, 0.0019, 0.19826243807},
		"radio":    {3, 18.179406, 0.002, 0.04289086900},
	} {
		config := DefaultModem()
		config.Budget = &Watts{Power: c.watts, Threshold: c.least}
		config.Fading = &RayleighFading{}
		modem, err := config.Build(ModemEnv{})
		if err != nil {
			t.Fatal(err)
		}
		k := sim.New(nil)
		counts := new(tally)
		m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: math.Pow(10, -c.loss/10)}, counts, 0)
		a := m.Attach(0, Fixed{}, modem, nil)
		a.Listen(quiet{})
		m.Attach(1, Fixed{X: 50}, modem, rng.New(5).Stream(name)).Listen(quiet{})
		for range n {
			if err := a.Transmit(&Frame{Bits: 512}); err != nil {
				t.Fatal(err)
			}
			run(t, k)
		}
		share(t, name+": outage", counts.of[trace.RxMissed][trace.Fading], n, c.want)
		if ok, faded := counts.of[trace.RxOK][trace.NoCause], counts.of[trace.RxMissed][trace.Fading]; ok+faded != n {
			t.Errorf("%s: %d received and %d missed by fading of %d", name, ok, faded, n)
		}
	}
}

// tally is a tracer that counts kinds and causes.
type tally struct{ of [32][32]int }

// Emit counts.
func (c *tally) Emit(r trace.Record) { c.of[r.Kind][r.Cause]++ }

// constant is a fading that is always the same.
type constant float64

// Draw returns it.
func (c constant) Draw(*rng.Stream, int, sim.Time) float64 { return float64(c) }

// graded is an error model in steps: a frame is intact with probability 0.9 from
// a ratio of 10 on, 0.6 from 5 and 0.3 from 2.
type graded struct{}

// Success returns the step.
func (graded) Success(sinr, _ float64) float64 {
	switch {
	case sinr >= 10:
		return 0.9
	case sinr >= 5:
		return 0.6
	case sinr >= 2:
		return 0.3
	}
	return 0
}

// A power of 10 that fades to 5 and is disturbed by 1: intact with 0.3 at 5/2,
// with 0.6 at 5 and with 0.9 at 10. So of the chances 0.3 are received, 0.3 are
// lost to the interference, 0.3 to the fading, and 0.1 to neither.
func TestLossCauseByWhatWouldHaveBeen(t *testing.T) {
	const n = 20_000
	modem := plainModem()
	modem.Fading, modem.Errors = constant(0.5), graded{}
	d := newDisturbed(t, modem, 10, 2, Frame{Bits: 1000}) // the 2 fades to 1 too
	count := make(map[trace.Cause]int)
	for range n {
		count[d.frame(t, 1000, 500*time.Millisecond).Cause]++
	}
	share(t, "received", count[trace.NoCause], n, 0.3)
	share(t, "collision", count[trace.Collision], n, 0.3)
	share(t, "fading", count[trace.Fading], n, 0.3)
	share(t, "bit error", count[trace.BitError], n, 0.1)
}

// Two frames that fading raises to 6 are received with 0.6. The others are lost by chance,
// with nothing to disturb them. The cause is how they would have done without
// fading: a mean of 1.5 had no chance at all, and is too weak; a mean of 3 had 0.3, so it
// is the bits.
func TestLossCauseOfWhatFadingRaised(t *testing.T) {
	const n = 20_000
	for cause, c := range map[trace.Cause]struct{ mean, fading float64 }{
		trace.BelowThreshold: {1.5, 4},
		trace.BitError:       {3, 2},
	} {
		modem := plainModem()
		modem.Fading, modem.Errors = constant(c.fading), graded{}
		d := newDisturbed(t, modem, c.mean, 0, Frame{Bits: 1000})
		count := make(map[trace.Cause]int)
		for range n {
			count[d.frame(t, 1000, 0).Cause]++
		}
		share(t, "received", count[trace.NoCause], n, 0.6)
		share(t, cause.String(), count[cause], n, 0.4)
		if got := count[trace.NoCause] + count[cause]; got != n {
			t.Errorf("%d of %d frames are received or lost for %q: %v", got, n, cause, count)
		}
	}
}

// What no chance decides: a frame that is received for certain, and frames that
// nothing could have saved from the interference.
func TestCertainCauses(t *testing.T) {
	for name, c := range map[string]struct {
		errors ErrorModel
		b      float64
		cause  trace.Cause
	}{
		"threshold, received":  {threshold(4), 0, trace.NoCause},
		"threshold, disturbed": {threshold(4), 10, trace.Collision},
		"graded, hopeless":     {graded{}, 10, trace.Collision}, // 10 / (1 + 10)
	} {
		modem := plainModem()
		modem.Errors = c.errors
		d := newDisturbed(t, modem, 10, c.b, Frame{Bits: 1000})
		if got := d.frame(t, 1000, 500*time.Millisecond); got.Cause != c.cause {
			t.Errorf("%s: %q, want %q", name, got.Cause, c.cause)
		}
	}
}

// With a threshold every cause is certain. A frame of power a, faded by a
// factor, over noise 1, disturbed by b after fading.
func TestLossCauseWithAThreshold(t *testing.T) {
	for name, c := range map[string]struct {
		a, fading, b, acquire, least float64
		kind                         trace.Kind
		cause                        trace.Cause
	}{
		"strong":                      {a: 20, fading: 1, acquire: 4, least: 8, kind: trace.RxOK},
		"at the threshold":            {a: 8, fading: 1, acquire: 4, least: 8, kind: trace.RxOK},
		"acquired but not intact":     {7.9, 1, 0, 4, 8, trace.RxLost, trace.BelowThreshold},
		"not acquired":                {3.9, 1, 0, 4, 8, trace.RxMissed, trace.BelowThreshold},
		"faded, acquired":             {10, 0.5, 0, 4, 8, trace.RxLost, trace.Fading},
		"faded, not acquired":         {10, 0.25, 0, 4, 8, trace.RxMissed, trace.Fading},
		"faded, no good before":       {7, 0.9, 0, 4, 8, trace.RxLost, trace.BelowThreshold},
		"raised by fading":            {3, 3, 0, 4, 8, trace.RxOK, trace.NoCause},
		"disturbed":                   {20, 1, 3, 4, 8, trace.RxLost, trace.Collision},
		"disturbed, faded":            {20, 0.5, 3, 4, 8, trace.RxLost, trace.Collision},
		"disturbed, faded too low":    {14, 0.5, 3, 4, 8, trace.RxLost, trace.Fading},
		"disturbed, no good before":   {7, 1, 3, 4, 8, trace.RxLost, trace.BelowThreshold},
		"disturbed, raised by fading": {3, 3, 3, 4, 8, trace.RxLost, trace.Collision},
	} {
		modem := plainModem()
		modem.Acquire, modem.Errors, modem.Fading = c.acquire, threshold(c.least), constant(c.fading)
		d := newDisturbed(t, modem, c.a, c.b/c.fading, Frame{Bits: 1000})
		delay := time.Duration(0)
		if c.b > 0 {
			delay = 500 * time.Millisecond
		}
		if got := d.frame(t, 1000, delay); got.Kind != c.kind || got.Cause != c.cause {
			t.Errorf("%s: %v, %q, want %v, %q", name, got.Kind, got.Cause, c.kind, c.cause)
		}
	}
}

// Without an error model whatever was acquired is received, in every way of
// judging.
func TestNoErrorModel(t *testing.T) {
	for _, overlap := range []Overlap{Worst, Mean, Chunks, Alone} {
		modem := plainModem()
		modem.Errors, modem.Overlap = nil, overlap
		d := newDisturbed(t, modem, 5, 1e6, Frame{Bits: 1000})
		if got := d.frame(t, 1000, 500*time.Millisecond); got.Kind != trace.RxOK {
			t.Errorf("overlap %d: %v, %q", overlap, got.Kind, got.Cause)
		}
	}
}

// In the simulator Thetis (O. Parodi et al., ISOPE 2008) a message is delivered where SL - TL - NB > threshold, the propagation sphere of its
// sender, and is lost where the spheres of two senders overlap while both send. Here that is worked out for each frame at each receiver,
// from distances. A modem that judges frames alone, with capture off, comes to the same; one that counts the interference of
// waves from beyond their spheres loses more.
func TestFramesAloneAreThoseOfSpheres(t *testing.T) {
	received, destroyed, harmless := 0, 0, 0
	for seed := range uint64(200) {
		s := randomScene(seed, wild{tidy: true})
		s.acts = slices.DeleteFunc(s.acts, func(a act) bool { return a.frame.Bits == 0 }) // nobody stops a frame
		threshold := threshold(4)
		for i := range s.acts {
			s.acts[i].frame.Cut = 0
		}
		for i := range s.nodes {
			s.nodes[i].modem = func() *Modem {
				return &Modem{Rate: 1000, Power: 1, Acquire: 4, Capture: CaptureOff, Overlap: Alone, Errors: threshold, FullDuplex: true}
			}
		}
		d := new(diary)
		s.play(t, nil, d)
		var sent []trace.Record
		for _, r := range d.records {
			if r.Kind == trace.TxStart {
				sent = append(sent, r)
			}
		}
		place := func(addr Addr) geom.Vec { return s.nodes[addr].place }
		noise := s.channel.Noise()
		within := func(f trace.Record, rx Addr) bool { // the sphere
			r := place(f.Node).Dist(place(rx))
			return 1/(1+r*r)/noise > 4
		}
		span := func(f trace.Record, rx Addr) (begin, end sim.Time) {
			begin = f.At.Add(s.channel.Path(Fixed(place(f.Node)), Fixed(place(rx)), 0).Delay)
			return begin, begin.Add(sim.Seconds(f.Value))
		}
		for _, r := range d.records {
			if r.Kind != trace.RxOK && r.Kind != trace.RxLost && r.Kind != trace.RxMissed {
				continue
			}
			i := slices.IndexFunc(sent, func(f trace.Record) bool { return f.Pkt == r.Pkt })
			begin, end := span(sent[i], r.Node)
			delivered, others := within(sent[i], r.Node), 0
			for k, f := range sent {
				if k == i || f.Node == r.Node {
					continue
				}
				if b, e := span(f, r.Node); b < end && begin < e {
					others++
					delivered = delivered && !within(f, r.Node)
				}
			}
			if delivered != (r.Kind == trace.RxOK) {
				t.Fatalf("seed %d: frame %d at %d: %v by %v, by spheres it is delivered: %v", seed, r.Pkt, r.Node, r.Kind, r.Cause, delivered)
			}
			switch {
			case delivered:
				received++
				if others > 0 {
					harmless++
				}
			case within(sent[i], r.Node):
				destroyed++
			}
		}
	}
	if received < 1000 || destroyed < 1000 || harmless < 100 {
		t.Errorf("%d received, %d of them among waves from beyond their spheres, %d destroyed", received, harmless, destroyed)
	}
}

// A frame of 4.4 times the noise, needed 4, beside a wave that is too weak to be heard, 0.5: alone it is received, and by its worst
// moment, 4.4/1.5, it is lost. A wave that could be heard, 4.1, destroys it with capture off; with first-lock it does not count.
func TestAlone(t *testing.T) {
	for name, c := range map[string]struct {
		overlap Overlap
		capture Capture
		other   float64
		cause   trace.Cause
	}{
		"alone":            {Alone, CaptureOff, 0.5, trace.NoCause},
		"worst":            {Worst, CaptureOff, 0.5, trace.Collision},
		"heard":            {Alone, CaptureOff, 4.1, trace.Collision},
		"heard, captured":  {Alone, FirstLock, 4.1, trace.NoCause},
		"strong, captured": {Alone, FirstLock, 1e6, trace.NoCause},
	} {
		modem := plainModem()
		modem.Overlap, modem.Capture = c.overlap, c.capture
		d := newDisturbed(t, modem, 4.4, c.other, Frame{Bits: 1000})
		if got := d.frame(t, 1000, 500*time.Millisecond); got.Cause != c.cause {
			t.Errorf("%s: %q, want %q", name, got.Cause, c.cause)
		}
	}
}
