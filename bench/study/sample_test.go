package study

import (
	"math"
	"slices"
	"testing"
)

// sampled varies an interval, one on a logarithmic scale, a list, a range and a group of zip, and a variable of which another key is made.
const sampled = `name: s
base: pair.yaml
vars: {load: {from: 0, to: 3}}
sweep:
  nodes.auv.at[0]: {from: 100m, to: 10km, scale: log}
  links.a.mac: [aloha, csma, slotted-aloha]
  links.a.mac.queue: {from: 1, to: 8, step: 1}
zip: [{duration: [30s, 1min], "traffic[0].size": [112bit, 64bit]}]
let: {"traffic[0].rate": 0.1/s + load / 10s}
repeat: 2
`

// Cells of Morris have values of the grid: thirds of the way from end to end, 100 m times the cube roots of 1, 100, 10^4 and 10^6 (1, 4.64159, 21.5443
// and 100), and of a list those in which the thirds lie. Next cells of a trajectory differ in one parameter.
func TestSampleOfMorris(t *testing.T) {
	s := parsed(t, sampled+"sensitivity: {method: morris, rows: 30, of: [a]}\n")
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	if s.Count() != 30*6 || len(s.Parameters) != 5 || !slices.Equal(s.Parameters[4], []string{"duration", "traffic[0].size"}) {
		t.Fatalf("%d cells of %v", s.Count(), s.Parameters)
	}
	want := map[string][]string{
		"load": {"0", "1", "2", "3"}, "nodes.auv.at[0]": {"100m", "464.159m", "2154.43m", "10000m"},
		"links.a.mac": {"aloha", "csma", "slotted-aloha"}, "links.a.mac.queue": {"1", "3", "6", "8"},
		"duration": {"30s", "1min"}, "traffic[0].size": {"112bit", "64bit"},
	}
	seen := map[string]map[string]bool{}
	for cell, c := range s.Cells() {
		for i, p := range c.Params {
			if !slices.Contains(want[p.Path], p.Text) {
				t.Errorf("cell %d: %s=%s is not among %v", cell, p.Path, p.Text, want[p.Path])
			}
			if seen[p.Path] == nil {
				seen[p.Path] = map[string]bool{}
			}
			seen[p.Path][p.Text] = true
			if cell%6 == 0 {
				continue
			}
			before := s.Cell(cell - 1).Params
			for k, other := range c.Params {
				pair := min(i, k) == 4 // the group
				if k != i && !pair && other.Text != before[k].Text && p.Text != before[i].Text {
					t.Errorf("cell %d differs from the one before it in %s and %s", cell, p.Path, other.Path)
				}
			}
		}
	}
	for path, values := range want {
		if len(seen[path]) != len(values) {
			t.Errorf("%s has the values %v, want all of %v", path, seen[path], values)
		}
	}
}

// Intervals of a sample for Sobol are filled evenly: each of 50 parts of equal size, or of equal ratio, has one number of each sample. Values of a list are as often one as another, but
// for 1, since 50 parts are not three times as many.
func TestSampleOfSobol(t *testing.T) {
	s := parsed(t, sampled+"sensitivity: {method: sobol, rows: 50, of: [a]}\n")
	if s.Count() != 50*7 {
		t.Fatalf("%d cells, want 350", s.Count())
	}
	parts, protocols := map[[2]int]int{}, map[string]int{}
	for cell := 0; cell < s.Count(); cell += 7 {
		p := s.Cell(cell).Params
		parts[[2]int{0, int(50 * p[0].Value / 3)}]++
		parts[[2]int{1, int(50 * math.Log(p[1].Value/100) / math.Log(100))}]++
		protocols[p[2].Text]++
	}
	if len(parts) != 100 {
		t.Errorf("%d parts of 100 have a value", len(parts))
	}
	for name, n := range protocols {
		if n < 16 || n > 17 {
			t.Errorf("%s is chosen %d times of 50", name, n)
		}
	}
}

// Cells that are compared have the same seeds, and no others: of Sobol those of a row but for the last, of Morris those of a trajectory.
// With independent seeds each cell has its own. Repetitions differ.
func TestSeedsOfSamples(t *testing.T) {
	for _, c := range []struct {
		more string
		want []int // cells, by the first with the same seed
	}{
		{"sensitivity: {method: morris, rows: 4, of: [a]}\n", []int{0, 0, 0, 0, 0, 0, 6, 6}},
		{"sensitivity: {method: sobol, rows: 4, of: [a]}\n", []int{0, 0, 0, 0, 0, 0, 6, 7, 7}},
		{"seeds: independent\nsensitivity: {method: sobol, rows: 4, of: [a]}\n", []int{0, 1, 2, 3, 4, 5, 6, 7}},
	} {
		s := parsed(t, sampled+c.more)
		first := map[uint64]int{}
		for cell, want := range c.want {
			seed := s.Seed(cell, 0)
			if _, known := first[seed]; !known {
				first[seed] = cell
			}
			if first[seed] != want || s.Seed(cell, 1) == seed {
				t.Errorf("%s: cell %d has the seed of cell %d, want %d", c.more, cell, first[seed], want)
			}
		}
	}
}

// The same file gives the same sample, another seed another one.
func TestSamplesDiffer(t *testing.T) {
	const design = "sensitivity: {method: sobol, rows: 4, of: [a]}\n"
	var hashes []string
	for _, text := range []string{sampled + design, sampled + design, sampled + "seed: 2\n" + design} {
		hashes = append(hashes, parsed(t, text).Hash())
	}
	if hashes[0] != hashes[1] || hashes[0] == hashes[2] {
		t.Error("the sample is not that of the seed")
	}
}
