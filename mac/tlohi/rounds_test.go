package tlohi

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/combin"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// expectedRounds returns, by their number n, how many rounds it takes on average until one of n contenders is alone, which all begin
// in the first round and count without error. A lone one succeeds in its round, so that E(1) = 1. Of n > 1 nobody does in theirs, and each draws one of
// the n rounds that follow. Let j be the first of these that somebody has drawn, and k the number of those who have. They are k
// given ones with (1/n)^k, and the others have drawn later ones with ((n-j)/n)^(n-k). The others leave out, and the k go on as k
// contenders that begin in round j, before which j - 1 were empty:
//
//	E(n) = 1 + sum over j, k of C(n,k) (1/n)^k ((n-j)/n)^(n-k) (j - 1 + E(k))
//
// of which the terms with k = n have E(n) on both sides. E(2) = 1 + 1/2 + 1/4 E(2) + 1/4 (1 + E(2)) = 3.5.
func expectedRounds(most int) []float64 {
	all := []float64{0, 1}
	for n := 2; n <= most; n++ {
		sum, again, share := 1.0, 0.0, 1/float64(n)
		for j := 1; j <= n; j++ {
			for k := 1; k <= n; k++ {
				p := float64(combin.Binomial(n, k)) * math.Pow(share, float64(k)) * math.Pow(float64(n-j)*share, float64(n-k))
				sum += p * float64(j-1)
				if k == n {
					again += p
				} else {
					sum += p * all[k]
				}
			}
		}
		all = append(all, sum/(1-again))
	}
	return all
}

// ring are stations on a circle that all hear each other, each with a packet at the start.
type ring struct {
	kernel *sim.Kernel
	round  time.Duration
	sent   []sim.Time // when data began
}

// Emit notes when data is sent.
func (r *ring) Emit(rec trace.Record) {
	if rec.Kind == trace.TxStart {
		r.sent = append(r.sent, rec.At)
	}
}

// newRing makes n stations on a circle of a diameter, and gives each a packet.
func newRing(seed uint64, n int, diameter float64, config *config) *ring {
	r := &ring{kernel: sim.New(nil)}
	channel, streams, numbers := phy.Ideal{Speed: 1500}, rng.New(seed), new(mac.Numbers)
	medium := phy.NewMedium(r.kernel, channel, r, 0)
	tones := phy.NewTones(r.kernel, channel, config.Tone())
	modem := &phy.Modem{Rate: 1000, Power: 1, Capture: phy.CaptureOff}
	r.round = config.round(config.Delay)
	var stations []*station
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		at := phy.Fixed(geom.Vec{X: cos, Y: sin}.Scale(diameter / 2))
		radio, toner := medium.Attach(mac.Addr(i), at, modem, nil), tones.Attach(mac.Addr(i), at, modem)
		port := mac.NewPort(r.kernel, numbers, nil, mac.Addr(i), 0)
		s := newStation(config, mac.Env{Kernel: r.kernel, Rand: streams.Stream(fmt.Sprint(i)), PHY: radio, Tones: toner, Addr: mac.Addr(i), Up: port, MaxDelay: medium.MaxDelay})
		radio.Listen(s)
		toner.Listen(s)
		port.Bind(s)
		stations = append(stations, s)
	}
	for _, s := range stations {
		s.Start()
		if err := s.Send(&mac.Packet{ID: 1, Src: s.env.Addr, Dst: mac.Everybody, Bits: 1000}); err != nil {
			panic("tlohi: " + err.Error())
		}
	}
	return r
}

// run runs for so many rounds.
func (r *ring) run(t *testing.T, rounds int) {
	t.Helper()
	if err := r.kernel.Run(context.Background(), sim.Time(time.Duration(rounds)*r.round)); err != nil {
		t.Fatal(err)
	}
}

// until runs n contenders until somebody sends, and returns how many rounds that took. Nobody else sends then.
func until(t *testing.T, seed uint64, n int, kind kind) float64 {
	t.Helper()
	c := Default().(*config)
	c.Kind, c.Guard, c.Delay = kind, 0, time.Second
	r := newRing(seed, n, 1500, c)
	rounds := 0
	for len(r.sent) == 0 {
		rounds++
		r.run(t, rounds)
	}
	if len(r.sent) > 1 {
		t.Fatalf("%s, %d contenders, seed %d: %d send at once", kind, n, seed, len(r.sent))
	}
	return float64(rounds)
}

// Contenders that begin together, and are farther from each other than a tone is long, count without error. It takes as many rounds
// as the recursion says until one of them is alone.
func TestRounds(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const runs, most = 1000, 16
	expected := expectedRounds(most)
	for n := 2; n <= most; n++ {
		values := make([]float64, runs)
		for i := range values {
			values[i] = until(t, uint64(n*runs+i), n, synchronized)
		}
		mean, deviation := stat.MeanStdDev(values, nil)
		off := 3 * stat.StdErr(deviation, runs)
		t.Logf("%2d contenders: %.3f rounds, expected %.3f, 3 standard errors are %.3f", n, mean, expected[n], off)
		if math.Abs(mean-expected[n]) > off {
			t.Errorf("%d contenders: %.3f rounds, not %.3f within %.3f", n, mean, expected[n], off)
		}
	}
}

// Where all begin together, it takes as many rounds with each kind.
func TestRoundsOfAllKinds(t *testing.T) {
	for n := 2; n <= 16; n++ {
		for seed := range uint64(20) {
			want := until(t, seed, n, synchronized)
			for _, kind := range []kind{conservative, aggressive} {
				if got := until(t, seed, n, kind); got != want {
					t.Errorf("%s, %d contenders, seed %d: %g rounds, and %g where they are synchronized", kind, n, seed, got, want)
				}
			}
		}
	}
}

// Deaf to each other are stations that are nearer than a tone of 5 ms, 7.5 m, and begin together: both think that they are alone
// after one round. A little farther apart they hear each other, and never do.
func TestNearerThanATone(t *testing.T) {
	for diameter, deaf := range map[float64]bool{7.4: true, 7.6: false} {
		for seed := range uint64(20) {
			c := Default().(*config)
			c.Guard, c.Delay = 0, 10*time.Millisecond
			r := newRing(seed, 2, diameter, c)
			r.run(t, 2)
			if both := len(r.sent) == 2; both != deaf {
				t.Errorf("%g m apart, seed %d: %d stations send after the first round", diameter, seed, len(r.sent))
			}
		}
	}
}
