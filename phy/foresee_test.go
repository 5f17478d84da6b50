package phy

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"halocline/sim"
	"halocline/sim/geom"
)

// herald is an event that has a radio send, and says so beforehand.
type herald struct {
	radio *Radio
	frame Frame
	t     *testing.T
}

func (h *herald) Foresee() any { return h.radio }

func (h *herald) Fire(sim.Time) {
	if err := h.radio.Transmit(&h.frame); err != nil && err != ErrBusy {
		h.t.Error(err)
	}
}

// herd is a listener with somebody above, who is looked at.
type herd struct {
	quiet
	above *counter
}

func (h herd) Above() any { return h.above }

type counter struct{ looks int }

func (c *counter) Foresee() any { c.looks++; return nil }

// A crowd that does not fit into the cache sends at random. With a heap the frames are
// foreseen, with a tree they are not: all that happens must be the same. In a smaller crowd
// nobody is looked at. Nor is who lies alone: the carrier is busy above 4e-6 of the power,
// which comes as far as sqrt(1/4e-6 - 1) = 499.999 m.
func TestForesightDoesNotMatter(t *testing.T) {
	for _, n := range []int{200, cachedRadios + 1} {
		crowd := func(q sim.Queue) (*diary, int) {
			k, d, above, places := sim.New(q), &diary{}, make([]counter, n), make([]geom.Vec, n)
			m := NewMedium(k, sphere{Ideal: Ideal{Speed: 1500}, noise: 1e-6}, d, 0)
			m.CutOff(10)
			r := rand.New(rand.NewPCG(1, 2))
			modem := plainModem()
			modem.SelfNoise = 0
			for i := range n {
				places[i] = geom.Vec{X: 20e3 * r.Float64(), Y: 20e3 * r.Float64()}
				radio := m.Attach(Addr(i), Fixed(places[i]), modem, nil)
				radio.Listen(herd{above: &above[i]})
				for range 4 {
					k.At(sim.Time(r.Int64N(100e9)), sim.Comm, &herald{radio, Frame{Src: Addr(i), Dst: Everybody, Bits: 100}, t})
				}
			}
			run(t, k)
			looks := 0
			for i, a := range above {
				looks += a.looks
				if a.looks > 0 && isAlone(places, i, 500) {
					t.Errorf("%d radios: number %d, which hears nobody, is looked at", n, i)
				}
			}
			return d, looks
		}
		foreseen, looks := crowd(sim.NewHeap())
		blind, none := crowd(sim.NewTree())
		if !reflect.DeepEqual(foreseen, blind) {
			t.Errorf("%d radios: foresight changes what happens", n)
		}
		if none != 0 || (looks > 0) != (n > cachedRadios) {
			t.Errorf("%d radios: protocols looked at %d times with foresight, and %d without", n, looks, none)
		}
		if len(foreseen.records) < 4*n {
			t.Errorf("%d radios: %d records", n, len(foreseen.records))
		}
	}
}

// isAlone reports whether no other place is closer to that of an index than so many m.
func isAlone(places []geom.Vec, i int, closest float64) bool {
	for k, there := range places {
		if k != i && there.Dist(places[i]) < closest {
			return false
		}
	}
	return true
}
