package theory

import (
	"math"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"halocline/scenarios"
	"halocline/sim/simtest"
)

// The model of Metcalfe and Boggs against the table in their paper, which is for
// a slot of 16 us at 3 Mbit/s, 48 bits, so that a is 24 bits over the length of
// the packet. The table has four decimals.
func TestEthernetTable(t *testing.T) {
	const slot = 48 // bits
	for _, row := range []struct {
		stations int
		bits     [4]float64
	}{
		{2, [4]float64{0.9884, 0.9552, 0.9143, 0.5000}},
		{4, [4]float64{0.9842, 0.9396, 0.8862, 0.4219}},
		{10, [4]float64{0.9818, 0.9310, 0.8709, 0.3874}},
		{256, [4]float64{0.9803, 0.9257, 0.8616, 0.3686}},
	} {
		for i, bits := range []float64{4096, 1024, 512, 48} {
			got := ethernet(row.stations, slot/2/bits)
			if want := row.bits[i]; math.Abs(got-want) > 0.5e-4 {
				t.Errorf("%d stations, packets of %g bits: %.4f, not %.4f", row.stations, bits, got, want)
			}
		}
	}
}

// The throughput of CSMA against the capacities that Kleinrock and Tobagi give
// for a = 0.01, which are the greatest values over all loads: 0.815
// non-persistent and 0.529 1-persistent (their table I).
func TestCapacityOfCSMA(t *testing.T) {
	non, one := 0.0, 0.0
	for g := 0.01; g < 100; g *= 1.01 {
		non = max(non, nonPersistent(0.01, g).Theory)
		one = max(one, persistentThroughput(0.01, g))
	}
	if math.Abs(non-0.815) > 0.5e-3 {
		t.Errorf("non-persistent: %.4f, not 0.815", non)
	}
	if math.Abs(one-0.529) > 0.5e-3 {
		t.Errorf("1-persistent: %.4f, not 0.529", one)
	}
}

// CW-MAC against ns-3 3.37, whose uan-cw-example the bundled scenario is: mean
// and standard deviation of the throughput over 5 topologies of 1000 s, in
// bit/s. The mean over more topologies and a longer time, which leaves less to
// chance, has to lie within two of those standard deviations.
func TestContentionWindowOfNS3(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const topologies, duration = 30, 4000 // s
	text, err := os.ReadFile("../../../scenarios/cw-mac.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		window          int
		mean, deviation float64
	}{
		{10, 12.2, 1.7}, {50, 38.9, 1.1}, {100, 47.0, 0.3}, {400, 37.8, 0.5},
	} {
		throughputs := make([]float64, topologies)
		for i := range throughputs {
			s, err := simulate(t.Context(), string(text), uint64(i+1),
				set("links.acoustic.mac.cw", c.window), set("duration", "4000s"))
			if err != nil {
				t.Fatal(err)
			}
			throughputs[i] = s.Total.Packets.DeliveredBits / duration
		}
		mean, deviation := stat.MeanStdDev(throughputs, nil)
		t.Logf("window %3d: %.1f +- %.1f bit/s, ns-3 %.1f +- %.1f", c.window, mean, deviation, c.mean, c.deviation)
		if math.Abs(mean-c.mean) > 2*c.deviation {
			t.Errorf("window %d: %.2f bit/s; ns-3 has %.1f +- %.1f", c.window, mean, c.mean, c.deviation)
		}
	}
}

// A half-duplex modem cannot detect collisions. Who wants to compare with the
// literature may assume that it can, and has to say so.
func TestCollisionDetectionNeedsFullDuplex(t *testing.T) {
	text := strings.Replace(star, "type: aloha, header: 0bit, queue: 0", "type: csma-cd", 1)
	if text == star {
		t.Fatal("the star does not name its protocol as this test expects")
	}
	for _, c := range []struct{ mac, want string }{
		{"type: csma-cd", "assume_full_duplex: true"},
		{"type: csma-cd, assume_full_duplex: true", ""},
	} {
		plan, err := scenarios.Standard().Parse("star.yaml", strings.Replace(text, "type: csma-cd", c.mac, 1), nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = plan.Check()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", c.mac, err)
		}
	}
}
