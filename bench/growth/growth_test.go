package growth

import (
	"math"
	"slices"
	"testing"
)

// Two random points of a square with side s lie within r of each other with the
// probability pi u^2 - 8/3 u^3 + u^4/2, u = r/s < 1 (Philip, The probability
// distribution of the distance between two random points in a box, KTH 2007). The cutoff
// is at r = 3518 m: the noise of 5 m/s wind at 25 kHz is
// 50 + 7.5 sqrt(5) + 20 lg 25 - 40 lg 25.4 = 38.5 dB re 1 uPa^2/Hz (Coates), and
// 38.5 + 10 lg 6000 - 10 = 66.3 dB are left of 141 dB after 15 lg 3518 + 6.105 * 3.518
// = 74.7 dB. So a wave reaches 15.4 of 99 others and 18.5 of 1999; the places are random,
// and the mean of these runs is within 3 percent.
func TestReceptionsOfNetworks(t *testing.T) {
	for nodes, seeds := range map[int]int{100: 30, 2000: 2} {
		var sum Cost
		for seed := range seeds {
			c, err := Network{Nodes: nodes, Hours: 5, Seed: uint64(seed)}.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			sum.Transmissions += c.Transmissions
			sum.Receptions += c.Receptions
			if c.Loop <= 0 || c.Bytes <= 0 {
				t.Errorf("%d nodes: a run took %v and %d bytes", nodes, c.Loop, c.Bytes)
			}
		}
		u := 3518 / math.Sqrt(2e6*float64(nodes))
		want := (math.Pi*u*u - 8./3*u*u*u + u*u*u*u/2) * float64(nodes-1)
		got := float64(sum.Receptions) / float64(sum.Transmissions)
		if math.Abs(got/want-1) > 0.03 {
			t.Errorf("%d nodes: %.2f receptions per transmission, want %.2f", nodes, got, want)
		}
		// One packet per node and hour, less what the modem was not free for; the
		// Poisson counts of 15,000 and 20,000 packets are within 4 sigma.
		packets := float64(nodes * seeds * 5)
		if d := float64(sum.Transmissions) - packets; math.Abs(d) > 4*math.Sqrt(packets) {
			t.Errorf("%d nodes: %d transmissions, want %.0f", nodes, sum.Transmissions, packets)
		}
	}
}

// What a large network needs is said by test and not only by a measurement: a node keeps
// the ways to its neighbours and not to all, 2 kB in all.
func TestMemoryOfNode(t *testing.T) {
	c, err := Network{Nodes: 3000, Hours: 3, Seed: 1}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if each := c.Bytes / 3000; each > 2000 {
		t.Errorf("%d bytes for each of 3000 nodes, want 2000 at most", each)
	}
}

// All sizes take turns, and small networks are run until their nodes are many.
func TestContest(t *testing.T) {
	var told []string
	c := Contest{Nodes: []int{5000, 10_000}, Hours: 0.02, Rounds: 2, Told: func(s string) { told = append(told, s) }}
	standings, err := c.Hold(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"5000 nodes, round 1", "10000 nodes, round 1", "5000 nodes, round 2", "10000 nodes, round 2"}
	if !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
	if len(standings) != 2 || standings[0].Runs != 4 || standings[1].Runs != 2 || standings[0].Ratio != 1 {
		t.Errorf("standings %+v", standings)
	}
	for _, s := range standings {
		// 24 packets of each node, each heard by so many, at so many ns
		day := float64(s.Nodes) * 24 * s.Heard * s.Reception.Median / 1e9
		if math.Abs(s.Day/day-1) > 1e-9 {
			t.Errorf("%d nodes: a day takes %v s, want %v", s.Nodes, s.Day, day)
		}
	}
}
