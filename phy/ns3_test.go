package phy

import (
	"math"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// The counts of ns-3 3.37 (Debian's libns3-dev, UAN module: UanMacAloha,
// UanPhyGen, UanTransducerHd, UanPropModelThorp and UanNoiseModelDefault with
// their defaults), which was run on the same radios and the same traffic. A
// transmission is refused while the radio sends; an error is a frame that it
// began to receive and whose SINR fell below 8 dB.
//
// The radios are in a cube of 1000 m around the sink, node 0. The others are
// Poisson sources of frames of 64 byte, 0.5 per second together, until the time
// of the row. Places and traffic come from splitmix64 (Steele, Lea and Flood,
// OOPSLA 2014, fig. 14).
func TestCountsOfNS3(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, want := range []ns3Counts{
		{n: 10, seconds: 355_555, attempts: 178_257, sent: 173_416, ok: 1_001_719, errors: 213_955, sink: 110_254},
		{n: 50, seconds: 65_306, attempts: 32_548, sent: 32_375, ok: 973_481, errors: 257_148, sink: 19_772},
		{n: 100, seconds: 32_323, attempts: 16_104, sent: 16_068, ok: 974_423, errors: 260_400, sink: 9_754},
	} {
		got := &ns3Counts{n: want.n, seconds: want.seconds}
		run(t, u1(t, got, got).kernel)
		if *got != want {
			t.Errorf("%+v, want %+v", *got, want)
		}
	}
}

// u1 makes the radios and the sources of a row.
func u1(t testing.TB, counts *ns3Counts, tracer trace.Tracer) *Medium {
	k := sim.New(nil)
	m := NewMedium(k, newShallow(), tracer, 0)
	modem := build(t, DefaultModem())
	place := splitmix(1 * 1_000_003)
	coordinate := func() float64 { return (place.next() - 0.5) * 1000 }
	for i := range counts.n {
		var at Fixed
		if i > 0 {
			at = Fixed{X: coordinate(), Y: coordinate(), Z: coordinate()}
		}
		r := m.Attach(Addr(i), at, modem, nil)
		r.Listen(quiet{})
		if i > 0 {
			s := &poisson{counts: counts, radio: r}
			s.random = splitmix(7919)
			for range i {
				s.random += 0x632BE59BD9B4E019
			}
			s.arm()
		}
	}
	return m
}

// ns3Counts is a row of counts, and a tracer that counts them.
type ns3Counts struct {
	n        int
	seconds  float64 // in which packets are made
	attempts int
	sent     int
	ok       int
	errors   int
	sink     int // received by node 0
}

// Emit counts.
func (c *ns3Counts) Emit(r trace.Record) {
	switch {
	case r.Kind == trace.TxStart:
		c.sent++
	case r.Kind == trace.RxOK:
		c.ok++
		if r.Node == 0 {
			c.sink++
		}
	case r.Kind == trace.RxLost && r.Cause == trace.Collision:
		c.errors++
	}
}

// splitmix is a generator of uniform numbers in [0, 1).
type splitmix uint64

func (s *splitmix) next() float64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return float64((z^z>>31)>>11) * 0x1p-53
}

// poisson sends frames at random times.
type poisson struct {
	counts *ns3Counts
	radio  *Radio
	random splitmix
	at     float64 // of the next frame, s
}

// path waits for the next frame.
func (p *poisson) arm() {
	p.at -= math.Log(1-p.random.next()) * float64(p.counts.n-1) / 0.5
	if p.at < p.counts.seconds {
		p.radio.medium.kernel.At(sim.Time(0).Add(sim.Seconds(p.at)), sim.Comm, p)
	}
}

// Fire sends a frame, if the radio is free.
func (p *poisson) Fire(sim.Time) {
	p.counts.attempts++
	if err := p.radio.Transmit(&Frame{Bits: 8 * 64}); err != nil && err != ErrBusy {
		panic("phy: " + err.Error())
	}
	p.arm()
}

// shallow is ns-3's water at 12 kHz: 15 dB per decade of distance and Thorp's
// absorption at 1500 m/s, and Wenz's noise in a wind of 1 m/s without shipping.
type shallow struct {
	Ideal
	absorption float64 // dB/km
	noise      float64 // uPa^2 in 4 kHz
}

func newShallow() shallow {
	const f = 12.0 // kHz
	lg := math.Log10(f)
	turbulence := fromDB(17 - 30*lg)
	ships := fromDB(40 + 20*(0-0.5) + 26*lg - 60*math.Log10(f+0.03))
	wind := fromDB(50 + 7.5*1 + 20*lg - 40*math.Log10(f+0.4))
	thermal := fromDB(-15 + 20*lg)
	return shallow{
		Ideal:      Ideal{Speed: 1500},
		absorption: 0.11*f*f/(1+f*f) + 44*f*f/(4100+f*f) + 2.75e-4*f*f + 0.003,
		noise:      4000 * (turbulence + ships + wind + thermal),
	}
}

// Path returns the path, whose delay ns-3 rounds down as well.
func (c shallow) Path(tx, rx End, t sim.Time) Path {
	d := tx.Position(t).Dist(rx.Position(t))
	return Path{
		Delay:   time.Duration(d / c.Speed * 1e9),
		Gain:    fromDB(-15*math.Log10(d) - c.absorption*d/1000),
		Doppler: 1,
	}
}

// Noise returns the noise.
func (c shallow) Noise() float64 { return c.noise }
