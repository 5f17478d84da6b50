package paper

import (
	"bytes"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"halocline/bench/study"
)

// Each mean of a figure leads to the run whose value is nearest to it, and the link lies on the mean. The delays of the cells are
// 10 12 11 13 14, 20 22 21 23 24, 11 14 14 15 16 and 21 21 23 23 27 s: their means are 12, 22, 14 and 23 s, which are those of the
// runs 0:1, 1:1, 2:1 and 3:2.
func TestPointsLeadToTypicalRuns(t *testing.T) {
	p := written(t, small, nil)
	link := regexp.MustCompile(`(?s)<g transform="translate\(([-\d.]+), ?([-\d.]+)\)">\s*<a href="http://127\.0\.0\.1:7410/(\d+:\d+)/"`)
	for _, of := range []struct {
		name  string
		f     study.Figure
		along bool // the height of a link tells its mean
	}{
		{"curves", study.Figure{Name: "f", Kind: "lines", X: "speed", Y: "delay", By: "mac"}, true},
		{"bars", study.Figure{Name: "f", Kind: "lines", X: "mac", Y: "delay", By: "speed"}, true},
		{"map", study.Figure{Name: "f", Kind: "heat", X: "speed", Y: "delay", By: "mac"}, false},
		{"panels", study.Figure{Name: "f", Kind: "lines", X: "speed", Y: "delay", Facet: "mac"}, false},
	} {
		var page bytes.Buffer
		drawn, err := p.Figure(of.f, Options{View: "http://127.0.0.1:7410/"})
		if err == nil {
			err = drawn.Write(&page, "svg")
		}
		if err != nil {
			t.Fatalf("%s: %v", of.name, err)
		}
		height := map[string]float64{}
		var runs []string
		for _, m := range link.FindAllStringSubmatch(page.String(), -1) {
			runs = append(runs, m[3])
			height[m[3]], err = strconv.ParseFloat(m[2], 64)
			if err != nil {
				t.Fatal(err)
			}
		}
		slices.Sort(runs)
		if want := []string{"0:1", "1:1", "2:1", "3:2"}; !slices.Equal(runs, want) {
			t.Errorf("%s: links to %q, want %q", of.name, runs, want)
			continue
		}
		a, b := height["1:1"]-height["0:1"], height["3:2"]-height["2:1"]
		if of.along && math.Abs(a/b-10.0/9) > 1e-3 { // (22 - 12) to (23 - 14)
			t.Errorf("%s: links lie %g and %g points apart, whose ratio is not 10 to 9", of.name, a, b)
		}
		page.Reset()
		if drawn, err = p.Figure(of.f, Options{}); err == nil {
			err = drawn.Write(&page, "svg")
		}
		if err != nil || strings.Contains(page.String(), "<a ") {
			t.Errorf("%s: links that nobody asked for, or %v", of.name, err)
		}
	}
}
