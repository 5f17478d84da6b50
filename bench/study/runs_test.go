package study

import (
	"fmt"
	"slices"
	"testing"

	"halocline/bench/study/results"
)

func TestSelect(t *testing.T) {
	rows := []struct{ text, want string }{
		{"3", "[3]"},
		{"3,7..9", "[3 7 8 9]"},
		{"0..11", "[0 1 2 3 4 5 6 7 8 9 10 11]"},
		{"9..", "[9 10 11]"},
		{"..2", "[0 1 2]"},
		{"7..9,3, 8..10 ,4", "[3 4 7 8 9 10]"},
		{"5,5,5", "[5]"},
		{"11..11", "[11]"},
		{"", `"" is no selection; write numbers and ranges, as in 3,7..9`},
		{"3,", `"" is no selection; write numbers and ranges, as in 3,7..9`},
		{"..", `".." is no selection; write numbers and ranges, as in 3,7..9`},
		{"a", `"a" is no selection; write numbers and ranges, as in 3,7..9`},
		{"-1", `"-1" is no selection; write numbers and ranges, as in 3,7..9`},
		{"1...3", `"1...3" is no selection; write numbers and ranges, as in 3,7..9`},
		{"99999999999999999999", `"99999999999999999999" is no selection; write numbers and ranges, as in 3,7..9`},
		{"9..7", "9..7 goes backwards; write 7..9"},
		{"12", "12 is out of range; the numbers go from 0 to 11"},
		{"3..12", "3..12 is out of range; the numbers go from 0 to 11"},
		{"12..", "12.. is out of range; the numbers go from 0 to 11"},
	}
	for _, r := range rows {
		sel, err := Select(r.text, 12)
		got := fmt.Sprint(err)
		if err == nil {
			all := slices.Collect(sel.All())
			got = fmt.Sprint(all)
			for n := -1; n < 14; n++ {
				if sel.Has(n) != slices.Contains(all, n) {
					t.Errorf("%q: has %d: %v", r.text, n, sel.Has(n))
				}
			}
		}
		if got != r.want {
			t.Errorf("%q:\n got %s\nwant %s", r.text, got, r.want)
		}
	}
}

// Runs are also named by cell and repetition, as a result file has them.
func TestSelectByCell(t *testing.T) {
	s := parsed(t, "name: s\nbase: pair.yaml\nsweep: {duration: [1s, 2s, 3s]}\nrepeat: 4")
	rows := []struct{ text, want string }{
		{"2:3", "[11]"}, // 2 * 4 + 3
		{"0:1, 5,1:0", "[1 4 5]"},
		{"..1,2:0", "[0 1 8]"},
		{"0:1..3,2:0..", "[1 2 3 8 9 10 11]"},
		{"1:2..", "[6 7]"},
		{"3:0", "3:0 is out of range; the cells go from 0 to 2"},
		{"0:4", "repetitions of cell 0: 4 is out of range; the numbers go from 0 to 3"},
		{"0:1..4", "repetitions of cell 0: 1..4 is out of range; the numbers go from 0 to 3"},
		{"1:", `"1:" names no run; write its cell and its repetition, as in 3:1, or 3:0..4 for repetitions of a cell`},
		{"0..1:2", `"0..1:2" names no run; write its cell and its repetition, as in 3:1, or 3:0..4 for repetitions of a cell`},
		{"12", "12 is out of range; the numbers go from 0 to 11"},
		{"x", `"x" is no selection; write numbers and ranges, as in 3,7..9, or a cell and its repetition, as in 4:0`},
	}
	for _, r := range rows {
		sel, err := s.Select(r.text)
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprint(slices.Collect(sel.All()))
		}
		if got != r.want {
			t.Errorf("%q:\n got %s\nwant %s", r.text, got, r.want)
		}
	}
}

// shard returns the runs of shard i of n.
func shard(s *Study, i, n int) []results.Key {
	var keys []results.Key
	for number := range s.Runs() {
		if k := s.Run(number); s.Part(i, n).Has(k, s.Repeat) {
			keys = append(keys, k)
		}
	}
	return keys
}

// Shards share the runs: each run is in one of them, their sizes differ by at
// most one, and each has some runs of every cell.
func TestShards(t *testing.T) {
	const text = "name: s\nbase: pair.yaml\nsweep: {duration: [1s, 2s, 3s, 4s, 5s, 6s, 7s]}\nrepeat: 10"
	s := parsed(t, text)
	if s.Runs() != 70 {
		t.Fatalf("%d runs, want 70", s.Runs())
	}
	for _, n := range []int{1, 2, 3, 4, 7, 10, 70, 71} {
		owner := map[results.Key]int{}
		for i := range n {
			runs := shard(s, i, n)
			if len(runs) != 70/n && len(runs) != (70+n-1)/n {
				t.Errorf("shard %d of %d has %d runs", i, n, len(runs))
			}
			cells := map[int]bool{}
			for _, k := range runs {
				if _, twice := owner[k]; twice {
					t.Errorf("run %v is in two of %d shards", k, n)
				}
				owner[k], cells[k.Cell] = i, true
			}
			if n <= 10 && len(cells) != 7 {
				t.Errorf("shard %d of %d has runs of %d cells", i, n, len(cells))
			}
		}
		if len(owner) != 70 {
			t.Errorf("%d shards have %d runs", n, len(owner))
		}
	}
	for i := range s.Runs() {
		if k := s.Run(i); k.Cell*10+k.Repetition != i {
			t.Errorf("run %d is %v", i, k)
		}
	}
}

// Where the runs of a cell decide when to stop, one shard has them all.
func TestShardsOfWholeCells(t *testing.T) {
	s := parsed(t, "name: s\nbase: pair.yaml\nsweep: {duration: [1s, 2s, 3s]}\nuntil: {metric: x}")
	if s.Repeat != 1000 || s.Until.Max != 1000 || s.Until.Relative != 0.05 || s.Until.Confidence != 0.95 || s.Rule().Min != 15 {
		t.Errorf("repeat %d, until %+v", s.Repeat, *s.Until)
	}
	runs := shard(s, 1, 2)
	if len(runs) != 1000 || runs[0] != (results.Key{Cell: 1}) || runs[999] != (results.Key{Cell: 1, Repetition: 999}) {
		t.Errorf("shard of %d runs: %v", len(runs), runs)
	}
}

// Repetitions as the study gives them, in each way to do so.
func TestRepeat(t *testing.T) {
	rows := []struct {
		text string
		want int
	}{
		{"", 1},
		{"repeat: 30", 30},
		{"repeat: 30\nuntil: {metric: a}", 30},
		{"until: {metric: a, max: 12}", 12},
		{"until: {metric: a, min: 2000}", 2000},
		{"until: {metric: a, absolute: 3}", 1000},
	}
	for _, r := range rows {
		if s := parsed(t, "name: s\nbase: pair.yaml\n"+r.text); s.Repeat != r.want {
			t.Errorf("%s: %d runs of a cell, want %d", r.text, s.Repeat, r.want)
		}
	}
}

// Of more cells than can be checked, there are some with each value, that of the
// last cell of a condition among them.
func TestChecklist(t *testing.T) {
	s := parsed(t, "name: s\nbase: pair.yaml\nsweep:\n  duration: {from: 1s, to: 200s, step: 1s}\n  nodes.auv.count: {from: 1, to: 100, count: 100}\nwhere: [\"count != 7 or duration == 200s\"]")
	if s.Count() != 200*100-199 {
		t.Fatalf("%d cells", s.Count())
	}
	list := s.Checklist()
	durations, counts := map[string]bool{}, map[string]bool{}
	for _, cell := range list {
		p := s.Cell(cell).Params
		durations[p[0].Text], counts[p[1].Text] = true, true
	}
	if len(durations) != 200 || len(counts) != 100 || len(list) > 300 {
		t.Errorf("%d cells with %d durations and %d counts", len(list), len(durations), len(counts))
	}
}
