package peers

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"halocline/mac/traffic"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
)

// The first numbers of splitmix64: from 1234567 as Rosetta Code prints them for
// "Pseudo-random numbers/Splitmix64", and from 0 as in the tests of Java's
// SplittableRandom and of the Rust crate rand_xoshiro.
func TestSplitmix(t *testing.T) {
	for state, want := range map[Splitmix][]uint64{
		1234567: {6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821},
		0:       {0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F},
	} {
		random := state
		for i, w := range want {
			if got := random.Next(); got != w {
				t.Errorf("from %d, number %d is %#x, want %#x", state, i, got, w)
			}
		}
	}
	// 0xE220A8397B1DCDAF / 2^64 = 0.88331 is cut, not rounded, to 53 bits.
	var random Splitmix
	if got, want := random.Uniform(), float64(0xE220A8397B1DCDAF>>11)/(1<<53); got != want || math.Abs(got-0.88331) > 1e-5 {
		t.Errorf("uniform %v, want %v", got, want)
	}
}

// The places and the times that the definition gives in another language: Python's
// integers, and its decimals of 50 digits for the logarithms. There the cube is around
// the origin, and here 500 m below.
func TestFirstPlacesAndTimes(t *testing.T) {
	for seed, want := range map[uint64][]geom.Vec{
		1: {{}, {X: -148.43256932754622, Y: 489.1477639121995, Z: -341.54898707311673}, {X: 343.05995335160253, Y: 481.85563336153126, Z: -250.718946997047}},
		3: {{}, {X: -476.2697934246367, Y: -461.53468588608115, Z: 18.710566083042114}, {X: 97.28182615606006, Y: 358.12092474437185, Z: -328.9700232575967}},
	} {
		got := Workload{Nodes: 3, Seconds: 1, Seed: seed}.Places()
		for i := range want {
			want[i].Z -= 500
		}
		if !slices.Equal(got, want) {
			t.Errorf("seed %d: %v, want %v", seed, got, want)
		}
	}
	for _, c := range []struct {
		Workload
		node int
		want []sim.Time
	}{
		{Workload{10, 100, 1}, 1, []sim.Time{11_656_518_538, 28_102_299_768, 38_376_705_577}},
		{Workload{10, 100, 3}, 7, []sim.Time{2_544_194_782, 5_090_244_823, 9_693_222_912}},
		{Workload{1000, 5000, 1}, 999, []sim.Time{467_290_834_837, 3_124_095_789_320, 4_794_075_547_256}},
	} {
		if got := c.Times(c.node); len(got) < 3 || !slices.Equal(got[:3], c.want) {
			t.Errorf("%+v, node %d: %v, want %v", c.Workload, c.node, got, c.want)
		}
	}
}

// Packets end with the time of the workload, and are as many as a Poisson process of
// half a packet per second makes, within five standard deviations.
func TestPacketsEnd(t *testing.T) {
	w := Workload{Nodes: 20, Seconds: 20_000, Seed: 2}
	n := 0
	for i := 1; i < w.Nodes; i++ {
		times := w.Times(i)
		n += len(times)
		if !slices.IsSorted(times) || times[len(times)-1] >= sim.Time(20_000*1e9) {
			t.Errorf("node %d: %v", i, times)
		}
	}
	if off := math.Abs(float64(n) - 10_000); off > 5*math.Sqrt(10_000) {
		t.Errorf("%d packets, want 10,000", n)
	}
}

// 1.6 million receptions are 3.2 million seconds over n-1, rounded down.
func TestSized(t *testing.T) {
	for nodes, want := range map[int]float64{10: 355_555, 50: 65_306, 100: 32_323, 1000: 3203} {
		if got := Sized(nodes, 1.6e6, 1).Seconds; got != want {
			t.Errorf("%d nodes: %v s, want %v s", nodes, got, want)
		}
	}
}

// What is written is what is meant: places and packets are read back as the same, by
// the reader of traces and by the simulation.
func TestFiles(t *testing.T) {
	w, folder := Workload{Nodes: 5, Seconds: 50, Seed: 3}, t.TempDir()
	if err := w.WriteFiles(folder); err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	var rows []traffic.Row
	err := traffic.ReadTrace(bytes.NewReader(read(PacketsFile)), PacketsFile, func(r traffic.Row) error {
		rows = append(rows, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < w.Nodes; i++ {
		for _, at := range w.Times(i) {
			row := rows[0]
			if rows = rows[1:]; row.At != at || row.From != "n"+strconv.Itoa(i) || row.To != "sink" || row.Bits != 488 {
				t.Fatalf("%+v, want %v from n%d", row, at, i)
			}
		}
	}
	if len(rows) != 0 {
		t.Errorf("packets of nobody: %v", rows)
	}
	lines := strings.Split(strings.TrimSpace(string(read(NodesFile))), "\n")
	plan, err := w.Plan()
	if err != nil {
		t.Fatal(err)
	}
	for i, at := range w.Places() {
		if got := geom.Vec(phy.Fixed(plan.Nodes[i].At)); got != at {
			t.Errorf("node %d of the scenario is at %v, want %v", i, got, at)
		}
		f := strings.Split(lines[i+1], ",")
		for k, want := range []float64{at.X, at.Y, at.Z} {
			if got, err := strconv.ParseFloat(f[k+1], 64); got != want || err != nil {
				t.Errorf("node %d of the table: %v, want %v", i, f, at)
			}
		}
	}
}
