package study

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"testing"

	"halocline/bench/study/results"
	"halocline/bench/study/stats"
	"halocline/scenarios"
	"halocline/sim/metric"
	"halocline/sim/rng"
	"halocline/sim/simtest"
)

// Of 2,000 studies with a known mean that stop at an interval of ± 5 % as a study does unless it says
// otherwise, at least 93 % have the mean in their interval of 95 %. They take on average 1.3 times the runs at most of
// the fixed number that would do if the deviation were known: n z s/sqrt(n) = 0.05 m for n = (z s/0.05 m)^2,
// with z = 1.95996. For s/m = 0.1 that is (1.95996 x 2)^2 = 15.4, for 0.2 61.5, for 0.5 384.1 and for 1 1536.6.
//
// An exponential mean has s/m = 1. One of lognormal values has exp(sigma^2) - 1 = (s/m)^2, and the mean 1 if the
// logarithm has the mean -sigma^2/2. A share p has s/m = sqrt((1-p)/p): 1 for 0.5, 1/2 for 0.8, 1/3 for
// 0.9, n = 170.7.
func TestPrecisionCovers(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const studies, z = 2000, 1.959964
	normal := func(s *rng.Stream, deviation float64) float64 { return 1 + deviation*s.Normal() }
	share := func(s *rng.Stream, p float64) float64 {
		if s.Float64() < p {
			return 1
		}
		return 0
	}
	sigma := math.Sqrt(math.Log(1.25)) // s/m = 0.5
	s := parsed(t, "name: s\nbase: pair.yaml\nuntil: {metric: x, max: 10000}")
	for _, c := range []struct {
		name     string
		mean, sd float64
		share    bool
		value    func(*rng.Stream) float64
	}{
		{"normal, 0.1", 1, 0.1, false, func(s *rng.Stream) float64 { return normal(s, 0.1) }},
		{"normal, 0.2", 1, 0.2, false, func(s *rng.Stream) float64 { return normal(s, 0.2) }},
		{"normal, 0.5", 1, 0.5, false, func(s *rng.Stream) float64 { return normal(s, 0.5) }},
		{"lognormal, 0.5", 1, 0.5, false, func(s *rng.Stream) float64 { return math.Exp(sigma*s.Normal() - sigma*sigma/2) }},
		{"exponential above an offset, 0.5", 2, 1, false, func(s *rng.Stream) float64 { return 1 + s.Exp() }},
		{"exponential", 1, 1, false, (*rng.Stream).Exp},
		{"share of 0.5", 0.5, 0.5, true, func(s *rng.Stream) float64 { return share(s, 0.5) }},
		{"share of 0.8", 0.8, 0.4, true, func(s *rng.Stream) float64 { return share(s, 0.8) }},
		{"share of 0.9", 0.9, 0.3, true, func(s *rng.Stream) float64 { return share(s, 0.9) }},
	} {
		stream := rng.New(5).Stream(c.name)
		covered, runs, fixed := 0, 0, math.Pow(z*c.sd/(0.05*c.mean), 2)
		for range studies {
			sample := stats.Sample{Values: make([]float64, 100+int(2*fixed)), Share: c.share}
			for i := range sample.Values {
				sample.Values[i] = c.value(stream)
			}
			n, enough := s.Rule().Need(sample)
			sample.Values = sample.Values[:n]
			if runs += n; enough && sample.Interval(0.95).Contains(c.mean) {
				covered++
			}
		}
		cover, ratio := float64(covered)/studies, float64(runs)/studies/fixed
		t.Logf("%s: covers in %.2f %% of studies, with %.3f times the runs", c.name, 100*cover, ratio)
		if cover < 0.93 || ratio > 1.3 {
			t.Errorf("%s: covers in %.2f %% of studies, want at least 93 %%; %.3f times the runs, want 1.3 at most", c.name, 100*cover, ratio)
		}
	}
}

// Without a metric of its own, until has those whose means are shown. They count as what it says does.
func TestWanted(t *testing.T) {
	const text = "name: s\nbase: pair.yaml\nsweep: {duration: [1s, 2s]}\nuntil: {UNTIL}\ntables:\n" +
		"  - {name: a, rows: duration, metric: a}\n  - {name: b, rows: duration, metric: b, statistic: p95}\n" +
		"figures:\n  - {name: c, kind: lines, x: duration, y: c}\n  - {name: d, kind: box, x: duration, y: d}\n" +
		"  - {name: e, kind: scatter, x: e, y: a, by: duration}\n"
	all := parsed(t, strings.Replace(text, "UNTIL", "", 1))
	if got := all.Wanted(); !slices.Equal(got, []string{"a", "c", "e"}) {
		t.Errorf("wanted are %v", got)
	}
	one := parsed(t, strings.Replace(text, "UNTIL", "metric: x", 1))
	if got := one.Wanted(); !slices.Equal(got, []string{"x"}) || one.Hash() == all.Hash() {
		t.Errorf("wanted are %v, and the hashes are %s and %s", got, one.Hash(), all.Hash())
	}
	if got := faultsOf("name: s\nbase: pair.yaml\nuntil: {relative: 0.1}\n"); !strings.Contains(got, "name it, as in until: {metric: packets.delivery_ratio}") {
		t.Errorf("%s", got)
	}
}

// known is what has come of a study with the metrics x and share, by cell.
type known [][]float64

func (k known) Metrics() []results.Name {
	return []results.Name{{Name: "share", Kind: metric.Share}, {Name: "x", Kind: metric.Mean}}
}

func (k known) Values(cell int, _ string) (out []results.Value, err error) {
	for i, v := range k[cell] {
		if !math.IsNaN(v) {
			out = append(out, results.Value{Repetition: i, Value: v})
		}
	}
	return out, nil
}

// Cells that are not known well enough after all their runs are named with what they lack. With t(3) = 3.18245
// the values -1, 1, -1, 1 have the mean 0 and the half-width 3.18245 x 1.1547/2 = 1.837. A share of 4 of 4
// has the half-width 3.8415/2(4 + 3.8415) = 0.245 by Wilson.
func TestImprecise(t *testing.T) {
	nan := math.NaN()
	of := known{{1, 1, 1, 1}, {-1, 1, -1, 1}, {nan, nan, nan, nan}}
	s := parsed(t, "name: s\nbase: pair.yaml\nsweep: {duration: [1s, 2s, 3s]}\nuntil: {metric: x, min: 4, max: 4}\n")
	const want = "2 of 3 cells have all 4 runs that they may have, and are not known to ± 5 %: duration 2s: x 0 ± 1.8; duration 3s: x has no value"
	if got, err := s.Imprecise(of, []int{0, 1, 2}); got != want || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := s.Imprecise(of, []int{0}); got != "" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	s = parsed(t, "name: s\nbase: pair.yaml\nuntil: {metric: share, min: 4, max: 4}\n")
	if got, err := s.Imprecise(of, []int{0}); !strings.HasSuffix(got, "known to ± 5 %: share 1 ± 0.24") || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// An override stands in the text of the study, in place of what the file says; all other lines stay where they
// are. The study is the one of a file that says the same.
func TestOverride(t *testing.T) {
	const head = "name: s\nbase: pair.yaml\n"
	for _, c := range []struct {
		text string
		o    Override
		want string // of the lines after the head
		same string
	}{
		{"repeat: 3\n", Override{}, "repeat: 3\n", "repeat: 3\n"},
		{"repeat: 3 # few", Override{Repeat: 9}, "# repeat: 3 # few\nrepeat: 9\n", "repeat: 9\n"},
		{"until: {metric: x}\nseed: 2\n", Override{Precision: 0.1}, "# until: {metric: x}\nseed: 2\nuntil: {relative: 0.1, metric: x}\n", "seed: 2\nuntil: {metric: x, relative: 0.1}\n"},
		{
			"until:\n  metric: x\n  relative: 0.2\n  max: 30\n",
			Override{Precision: 0.1, Repeat: 40},
			"# until:\n#   metric: x\n#   relative: 0.2\n#   max: 30\nuntil: {relative: 0.1, metric: x}\nrepeat: 40\n", "until: {metric: x, relative: 0.1, max: 40}\n",
		},
		{"until: {metric: x, max: 30}\n", Override{Repeat: 40}, "# until: {metric: x, max: 30}\nuntil: {metric: x}\nrepeat: 40\n", "until: {metric: x, max: 40}\n"},
		{"until: {metric: x}\n", Override{Repeat: 40}, "until: {metric: x}\nrepeat: 40\n", "until: {metric: x, max: 40}\n"},
	} {
		s, err := overridden(head+c.text, c.o)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		if s.Text != head+c.want {
			t.Errorf("%+v makes of\n%s\n%s", c.o, c.text, s.Text)
		}
		if same := parsed(t, head+c.same); same.Hash() != s.Hash() || same.Repeat != s.Repeat {
			t.Errorf("%+v makes of %s another study than %s is", c.o, c.text, c.same)
		}
	}
	if _, err := overridden("{name: s, base: pair.yaml}", Override{Repeat: 3}); err == nil || !strings.Contains(err.Error(), "do not begin a line each") {
		t.Errorf("%v", err)
	}
	if _, err := overridden("name: s\nbas: pair.yaml\n", Override{Repeat: 3}); err == nil || !strings.Contains(err.Error(), `unknown key "bas"`) {
		t.Errorf("%v", err)
	}
	const along, sample = "sweep: {duration: {from: 1s, to: 20s, step: 1s}}\nboundary: {metric: x, at: 0.5, along: duration, within: 1s}\n", "sweep: {duration: {from: 1s, to: 20s}}\nsensitivity: {method: morris, of: [x]}\n"
	for _, c := range []struct {
		text string
		o    Override
		want string
	}{
		{along, Override{Precision: 0.1}, "study.yaml: key within of boundary says how well the boundary is to be known; change it there, and leave --precision out"},
		{along, Override{Repeat: 9}, "study.yaml: key max of boundary is the largest number of runs; change it there, and leave --repeat out"},
		{sample, Override{Precision: 0.1}, "study.yaml: cells of a sample of sensitivity have as many runs each; give more rows, or --repeat, and leave --precision out"},
	} {
		if _, err := overridden(head+c.text, c.o); err == nil || err.Error() != "testdata/"+c.want {
			t.Errorf("%+v: %v, want %s", c.o, err, c.want)
		}
	}
	if s, err := overridden(head+sample, Override{Repeat: 9}); err != nil || s.Repeat != 9 {
		t.Errorf("a sample with 9 runs of each cell: %v", err)
	}
	if got := fmt.Sprint(Override{Precision: 0.05, Repeat: 7}.Flags()); got != "[--precision 0.05 --repeat 7]" {
		t.Error(got)
	}
}

// overridden reads a study under an override.
func overridden(text string, o Override) (*Study, error) {
	files := scenarios.Standard().Disk()
	disk := files.Text
	files.Text = func(file string) ([]byte, error) {
		if file == where {
			return []byte(text), nil
		}
		found, err := disk(file)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s is not there", file)
		}
		return found, err
	}
	return Open(context.Background(), where, o.Of(files, where))
}

// The bound of max names no value that its range refuses: one that is left out is 0, and none that is written.
func TestUntilMaxIsNotZero(t *testing.T) {
	for _, b := range new(Until).Bounds() {
		if b.Says() != "at least min" || !b.Off {
			t.Errorf("%s, off %v", b.Says(), b.Off)
		}
	}
}
