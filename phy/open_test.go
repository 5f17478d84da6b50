package phy_test

import (
	"context"
	"math"
	"reflect"
	"testing"
	"time"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// The models of this file are written from outside, with what is exported.

// electronvolts is a link budget in a unit of its own per bit; 1 eV is 1.602176634e-19 J (SI, exact).
type electronvolts struct{ perBit, noise, rate float64 }

func (electronvolts) Validate() error { return nil }
func (electronvolts) Unit() phy.Unit  { return phy.Watt }
func (b electronvolts) Apply(m *phy.Modem) {
	const joule = 1.602176634e-19
	m.Power, m.SelfNoise, m.Acquire, m.Sense = b.perBit*joule*b.rate, b.noise*joule*b.rate, 4, 4
}

func (b electronvolts) Part(width float64) phy.BudgetConfig {
	b.noise *= width
	return b
}

// step is a threshold that says nothing of being one; sure is one that does.
type step struct{ least float64 }

func (s step) Success(sinr, bits float64) float64 {
	if sinr >= s.least || bits == 0 {
		return 1
	}
	return 0
}

type sure struct{ step }

func (s sure) Threshold() float64 { return s.least }

// steps describes either, and loses a share of the frames besides.
type steps struct {
	sure bool
	loss float64
}

func (*steps) Validate() error { return nil }
func (s *steps) Build(phy.ErrorEnv) (phy.ErrorModel, error) {
	if s.sure {
		return sure{step{4}}, nil
	}
	return step{4}, nil
}

func (s *steps) FrameLoss() float64 { return s.loss }

func TestBudgetFromOutside(t *testing.T) {
	c := phy.DefaultModem()
	c.Budget = electronvolts{perBit: 1e19, noise: 1e18, rate: 1000}
	for width, noise := range map[float64]float64{1: 160.2176634, 0.25: 40.05441585} {
		m, err := c.Part(0, width).Build(phy.ModemEnv{})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(m.Power/1602.176634-1) > 1e-12 || math.Abs(m.SelfNoise/noise-1) > 1e-12 || m.Sense != 4 || c.Unit() != phy.Watt {
			t.Errorf("%g of the band: %+v", width, *m)
		}
	}
}

// A model from outside is judged as ours is, whether it says that it is certain or has to
// be asked, in every way to count interference: 40 nodes that talk across each other. The
// share that it loses besides is lost.
func TestErrorModelFromOutside(t *testing.T) {
	four := &phy.ThresholdErrors{SINR: 10 * math.Log10(4)}
	for _, overlap := range []phy.OverlapName{phy.WorstName, phy.MeanName, phy.ChunksName} {
		want := crosstalk(t, four, overlap)
		for _, s := range []bool{false, true} {
			if got := crosstalk(t, &steps{sure: s}, overlap); !reflect.DeepEqual(got, want) || len(want) < 1000 {
				t.Errorf("%s, certain %v: %d and %d facts, or other ones", overlap, s, len(got), len(want))
			}
			for _, r := range crosstalk(t, &steps{sure: s, loss: 1}, overlap) {
				if r.Kind == trace.RxOK {
					t.Fatalf("%s, certain %v: a frame is received of which the model loses all", overlap, s)
				}
			}
		}
	}
}

// facts is a tracer that keeps all records.
type facts []trace.Record

func (f *facts) Emit(r trace.Record) { *f = append(*f, r) }

type deaf struct{}

func (deaf) TxDone(*phy.Frame)              {}
func (deaf) Receive(*phy.Frame, phy.RxInfo) {}
func (deaf) Collision()                     {}

// crosstalk returns the facts of 40 nodes at random places that send at random.
func crosstalk(t *testing.T, errors phy.ErrorModelConfig, overlap phy.OverlapName) facts {
	t.Helper()
	c := phy.DefaultModem()
	c.Budget = &phy.Watts{Power: 1, Threshold: 1e-3, Noise: 0.01, Acquire: 3}
	c.Errors, c.Overlap = errors, overlap
	k, places := sim.New(nil), rng.New(7).Stream("places")
	var all facts
	medium := phy.NewMedium(k, phy.Ideal{Speed: 1500}, &all, 0)
	for node := range phy.Addr(40) {
		modem, err := c.Build(phy.ModemEnv{})
		if err != nil {
			t.Fatal(err)
		}
		r := medium.Attach(node, phy.Fixed{X: 1e4 * places.Float64()}, modem, places)
		r.Listen(deaf{})
		for range 3 {
			k.NewTimer(sim.Comm, func(sim.Time) {
				_ = r.Transmit(&phy.Frame{Src: r.Node(), Dst: phy.Everybody, Bits: 100, Cut: 20 * places.Float64()})
			}).Arm(sim.Time(0).Add(sim.Seconds(60 * places.Float64())))
		}
	}
	if err := k.Run(context.Background(), sim.Time(2*time.Minute)); err != nil {
		t.Fatal(err)
	}
	return all
}
