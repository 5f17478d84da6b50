package fdma

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
)

// sloping has shares that grow from node to node, however many there are.
type sloping struct{ Config }

func (s *sloping) fill(nodes int) *Config {
	s.Shares = nil
	for i := range nodes {
		s.Shares = append(s.Shares, 3+float64(i))
	}
	return &s.Config
}

func (s *sloping) Fit(nodes []string) error      { return s.fill(len(nodes)).Fit(nodes) }
func (s *sloping) Bands(stations int) []mac.Part { return s.fill(stations).Bands(stations) }

// pair is for two nodes only.
type pair struct{ Config }

func (p *pair) Fit(nodes []string) error {
	if len(nodes) != 2 {
		return errors.New("not a pair")
	}
	return p.Config.Fit(nodes)
}

// A node holds the packet that it sends and those that wait. Among more than two
// nodes that hear only one of them, packets of others are lost by design, which
// the kit does not know; the stories have those. Nobody looks at a clock. Under full
// load all would send all the time, and nobody who shares a transducer hear anything.
func TestContract(t *testing.T) {
	long := Config{Listen: "all", Guard: 0.05, Header: 8, QueueConfig: mac.QueueConfig{Length: 900}}
	for name, c := range map[string]struct {
		config func() mac.Config
		held   int
	}{
		"default":          {Default, 17},
		"no queue":         {func() mac.Config { return &Config{Listen: "all", Shared: true} }, 1},
		"long queue, gaps": {func() mac.Config { return &long }, 901},
		"newest, overdue": {func() mac.Config {
			return &Config{QueueConfig: mac.QueueConfig{Length: 3, Order: "newest", TTL: time.Minute}}
		}, 4},
		"unequal shares":    {func() mac.Config { return &sloping{*Default().(*Config)} }, 17},
		"one band is heard": {func() mac.Config { return &pair{Config{Listen: "station", Station: "1", Shared: true}} }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			terms := mactest.Terms{MaxHeld: c.held, Settle: 24 * time.Hour, Load: 0.3, Exclusive: true, ClockTolerance: time.Hour}
			mactest.Conform(t, c.config, terms)
		})
	}
}

// The parts of the band, worked by hand.
func TestBands(t *testing.T) {
	for _, c := range []struct {
		config   Config
		stations int
		want     [][2]float64 // from, width
	}{
		{Config{}, 1, [][2]float64{{0, 1}}},
		{Config{Guard: 0.9}, 1, [][2]float64{{0, 1}}}, // one band has no gap
		{Config{}, 4, [][2]float64{{0, 0.25}, {0.25, 0.25}, {0.5, 0.25}, {0.75, 0.25}}},
		{Config{Shares: []float64{2, 1, 1}}, 3, [][2]float64{{0, 0.5}, {0.5, 0.25}, {0.75, 0.25}}},
		{Config{Shares: []float64{2, 1}}, 3, [][2]float64{{0, 0.5}, {0.5, 0.25}, {0.75, 0.25}}}, // the first, and each other one
		// Two gaps of 0.1 leave 0.8, of which half is 0.4 and a quarter 0.2.
		{Config{Shares: []float64{20, 10, 10}, Guard: 0.1}, 3, [][2]float64{{0, 0.4}, {0.5, 0.2}, {0.8, 0.2}}},
	} {
		got := c.config.Bands(c.stations)
		if len(got) != len(c.want) {
			t.Fatalf("%+v: %v", c.config, got)
		}
		for i, w := range c.want {
			if math.Abs(got[i].From-w[0]) > 1e-15 || math.Abs(got[i].Width-w[1]) > 1e-15 {
				t.Errorf("%+v: %v, want %v", c.config, got, c.want)
			}
		}
	}
}

// No band reaches out of the modem's, nor into another by more than rounding, and
// they fill it up to the gaps.
func TestBandsKeepApart(t *testing.T) {
	for stations := 1; stations <= 300; stations++ {
		for _, guard := range []float64{0, 0.001, 0.0033} {
			c := &sloping{Config{Guard: guard}}
			end := 0.0
			for i, p := range c.Bands(stations) {
				if p.From < end-1e-15 || p.Width <= 0 || p.From+p.Width > 1 {
					t.Fatalf("%d stations, guard %g: band %d is %v, and the one before ends at %g", stations, guard, i, p, end)
				}
				end = p.From + p.Width
			}
			if math.Abs(end-1) > 1e-12 {
				t.Errorf("%d stations, guard %g: the last band ends at %g", stations, guard, end)
			}
		}
	}
}

// What does not fit a link, and the key that is at fault.
func TestFaults(t *testing.T) {
	nodes := []string{"a", "b", "c"}
	for _, c := range []struct {
		config     Config
		field, say string
	}{
		{Config{}, "", ""},
		{Config{Shares: []float64{1, 2, 3}, Guard: 0.499, Listen: "station", Station: "b"}, "", ""},
		{Config{Station: "nobody"}, "", ""}, // of no interest where all listen to all
		{Config{Listen: "station"}, "station", "name that node"},
		{Config{Listen: "station", Station: "d"}, "station", `no node "d" on this link; it has a, b, c`},
		{Config{Shares: []float64{1, 2}}, "", ""},
		{Config{Shares: []float64{1, 2, 3, 4}}, "shares", "4 shares are given for the 3 nodes of the link: a, b, c; write one for each"},
		{Config{Guard: 0.5}, "guard", "2 gaps of 0.5 leave nothing of the band; less than 0.5 is possible"},
	} {
		err := c.config.Validate()
		if err == nil {
			err = c.config.Fit(nodes)
		}
		field := ""
		if at, ok := err.(interface{ Field() string }); ok {
			field = at.Field()
		}
		if field != c.field || !strings.Contains(fmt.Sprint(err), c.say) || (err == nil) != (c.say == "") {
			t.Errorf("%+v: %v, at %q", c.config, err, field)
		}
	}
}
