package growth

import (
	"math"
	"slices"
	"testing"

	"halocline/sim/simtest"
)

// Two random points of a square with side s lie within r of each other with the
// probability pi u^2 - 8/3 u^3 + u^4/2, u = r/s < 1 (Philip, The probability
// distribution of the distance between two random points in a box, KTH 2007). The cutoff
// is at r = 4822 m: the noise of 5 m/s wind at 25 kHz is
// 50 + 7.5 sqrt(5) + 20 lg 25 - 40 lg 25.4 = 38.54 dB re 1 uPa^2/Hz (Coates), and
// 38.54 + 10 lg 6000 - 20 = 56.32 dB are left of 141 dB after 15 lg 4822 + 6.105 * 4.822
// = 84.68 dB. So a wave reaches 26.4 of 99 others and 34.2 of 1999; the places are random,
// and the mean of these runs is within 3 percent.
func TestReceptionsOfNetworks(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for nodes, seeds := range map[int]int{100: 30, 2000: 2} {
		for _, load := range Loads(1) {
			var sum Cost
			for seed := range seeds {
				c, err := Network{Nodes: nodes, Load: load, Packets: 5, Seed: uint64(seed)}.Run(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				sum.Transmissions += c.Transmissions
				sum.Receptions += c.Receptions
				if c.Loop <= 0 || c.Bytes <= 0 {
					t.Errorf("%d nodes: a run took %v and %d bytes", nodes, c.Loop, c.Bytes)
				}
			}
			u := 4822 / math.Sqrt(2e6*float64(nodes))
			want := (math.Pi*u*u - 8./3*u*u*u + u*u*u*u/2) * float64(nodes-1)
			got := float64(sum.Receptions) / float64(sum.Transmissions)
			if math.Abs(got/want-1) > 0.03 {
				t.Errorf("%d nodes, %v: %.2f receptions per transmission, want %.2f", nodes, load, got, want)
			}
			// Five packets per node, less what the modem was not free for; the Poisson
			// counts of 15,000 and 20,000 packets are within 4 sigma.
			packets := float64(nodes * seeds * 5)
			if d := float64(sum.Transmissions) - packets; math.Abs(d) > 4*math.Sqrt(packets) {
				t.Errorf("%d nodes, %v: %d transmissions, want %.0f", nodes, load, sum.Transmissions, packets)
			}
		}
	}
}

// A packet an hour of each of a thousand nodes is 1000 packets an hour; half a packet per
// second of all together is 1800.
func TestLoads(t *testing.T) {
	loads := Loads(1)
	for i, want := range []struct {
		text string
		hour float64
	}{{"1/h each", 1000}, {"0.5/s in all", 1800}} {
		if got := loads[i].each(1000) * 1000 * 3600; loads[i].String() != want.text || math.Abs(got-want.hour) > 1e-9 {
			t.Errorf("%v: %g packets an hour, want %s and %g", loads[i], got, want.text, want.hour)
		}
	}
}

// What a network needs is said by test and not only by a measurement: a node keeps
// the ways to its neighbours and not to all, 2 kB in all. In a network of a hundred the
// memory that does not depend on the number of nodes counts as well.
func TestMemoryOfNode(t *testing.T) {
	for _, load := range Loads(1) {
		for _, n := range []Network{{Nodes: 100, Packets: 24}, {Nodes: 3000, Packets: 3}} {
			n.Load, n.Seed = load, 1
			c, err := n.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if each := c.Bytes / int64(n.Nodes); each > 2000 {
				t.Errorf("%v: %d bytes for each of %d nodes, want 2000 at most", load, each, n.Nodes)
			}
		}
	}
}

// The duration follows from the packets and their rate, and is no whole number of seconds.
func TestAnyNumberOfPackets(t *testing.T) {
	for _, load := range Loads(7) {
		for _, packets := range []float64{0.1, 8, 1000. / 3} {
			if _, err := (Network{Nodes: 100_000, Load: load, Packets: packets}).Plan(); err != nil {
				t.Errorf("%v, %g packets: %v", load, packets, err)
			}
		}
	}
}

// All networks take turns, and small ones are run until their nodes are many.
func TestContest(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	var told []string
	c := Contest{Nodes: []int{5000, 10_000}, Loads: Loads(1), Packets: 0.02, Rounds: 2, Told: func(s string) { told = append(told, s) }}
	standings, err := c.Hold(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"5000 nodes, 1/h each, round 1", "10000 nodes, 1/h each, round 1",
		"5000 nodes, 0.5/s in all, round 1", "10000 nodes, 0.5/s in all, round 1",
		"5000 nodes, 1/h each, round 2", "10000 nodes, 1/h each, round 2",
		"5000 nodes, 0.5/s in all, round 2", "10000 nodes, 0.5/s in all, round 2",
	}
	if !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
	if len(standings) != 4 {
		t.Fatalf("standings %+v", standings)
	}
	for i, s := range standings {
		first := standings[i/2*2]
		if s.Runs != 20_000/s.Nodes || s.Ratio != s.Reception.Median/first.Reception.Median || s.Nodes != c.Nodes[i%2] || s.Load != c.Loads[i/2].String() {
			t.Errorf("standing %d is %+v", i, s)
		}
		// 24 packets of each node, or 43,200 of all, each heard by so many, at so many ns
		packets := 24 * float64(s.Nodes)
		if i >= 2 {
			packets = 43_200
		}
		if day := packets * s.Heard * s.Reception.Median / 1e9; math.Abs(s.Day/day-1) > 1e-9 {
			t.Errorf("%d nodes: a day takes %v s, want %v", s.Nodes, s.Day, day)
		}
	}
}
