package phy

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// Where every overlap spoils a frame, the noise of a source does to the frames of all others what frames of a radio would, in its place
// and as loud: in 300 random scenes each frame has the same fate at each radio, for the same cause. Of the noise itself nothing is told.
func TestSourceSpoilsAsARadioWould(t *testing.T) {
	type burst struct {
		by   int // 0: the jammer
		at   sim.Time
		bits int
	}
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		places := make([]Fixed, 5)
		for i := range places {
			places[i] = Fixed{X: 3000 * rnd.Float64()}
		}
		var bursts []burst
		for by := range places {
			at := 0.0
			for range 12 {
				bits := 1 + rnd.IntN(800)
				at += rnd.Float64() * 2
				bursts = append(bursts, burst{by, sim.Time(at * 1e9), bits})
				at += float64(bits) / 1000
			}
		}
		fates := func(source bool) (all []trace.Record) {
			k := sim.New(nil)
			told := new(diary)
			m := NewMedium(k, Ideal{Speed: 1500}, told, 0)
			modem := &Modem{Rate: 1000, Power: 1, Capture: CaptureOff}
			var radios []*Radio
			for i := 1; i < len(places); i++ {
				radios = append(radios, m.Attach(Addr(i), places[i], modem, rng.New(1).Stream(string(rune('a'+i)))))
			}
			jam := func(bits int) {}
			if source {
				s := m.AddSource(0, places[0], 1, rng.New(1).Stream("s"))
				jam = func(bits int) { s.Sound(time.Duration(bits) * time.Millisecond) }
			} else {
				j := m.Attach(0, places[0], modem, rng.New(1).Stream("s"))
				j.Listen(quiet{})
				jam = func(bits int) { j.Transmit(&Frame{Src: 0, Dst: Everybody, Bits: bits}) }
			}
			for _, r := range radios {
				r.Listen(quiet{})
			}
			for n, b := range bursts {
				k.NewTimer(sim.Comm, func(sim.Time) {
					if b.by == 0 {
						jam(b.bits)
					} else {
						radios[b.by-1].Transmit(&Frame{Src: Addr(b.by), Dst: Everybody, Bits: b.bits, Pkt: uint64(n)})
					}
				}).Arm(b.at)
			}
			if err := k.Run(context.Background(), sim.Time(time.Hour)); err != nil {
				t.Fatal(err)
			}
			for _, r := range told.records {
				if source && (r.Node == 0 || r.Peer == 0) {
					t.Fatalf("%+v is told of a source", r)
				}
				if r.Node != 0 && r.Peer != 0 {
					r.Frame = 0
					all = append(all, r)
				}
			}
			return all
		}
		if asSource, asRadio := fates(true), fates(false); !slices.Equal(asSource, asRadio) || len(asRadio) < 100 {
			t.Fatalf("seed %d: %d and %d records, or others", seed, len(asSource), len(asRadio))
		}
	}
}
