package scenarios

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"halocline/phy"
)

// powers keeps at which power each node has heard which one, whatever became of it.
type powers map[string][]float64

func (powers) Sent(*phy.Sent) {}
func (p powers) Began(h *phy.Heard) {
	way := fmt.Sprint(h.Frame.Src, "-", h.Node)
	p[way] = append(p[way], h.Power)
}
func (powers) Ended(*phy.Heard) {}

// In a run each pair of nodes that stand still has one shadow, in both directions. It follows from the seed, and not from
// who else is there, nor from the order of the nodes.
func TestShadowsOfARun(t *testing.T) {
	const text = `
name: n
duration: 200s
links:
  water:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, fading: {type: shadowing, sigma: 6dB, distance: 100m}}
    mac: aloha
nodes: [NODES]
traffic: [TRAFFIC]
`
	a, b, c := "{name: a, at: [0m, 0m, -5m]}", "{name: b, at: [300m, 0m, -5m]}", "{name: c, at: [0m, 700m, -5m]}"
	shadows := func(seed int, nodes ...string) powers {
		var traffic []string
		for _, node := range nodes {
			traffic = append(traffic, fmt.Sprintf("{type: poisson, from: %s, to: everybody, rate: 0.2/s, size: 64bit}", node[7:8]))
		}
		filled := strings.NewReplacer("NODES", strings.Join(nodes, ", "), "TRAFFIC", strings.Join(traffic, ", ")).Replace(text)
		plan := parse(t, fmt.Sprintf("seed: %d%s", seed, filled))
		s, err := plan.Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		heard := powers{}
		if err := s.ObserveLink("water", heard); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		return heard
	}
	first := shadows(1, a, b, c)
	for way, p := range first {
		if len(p) < 10 || slices.Min(p) != slices.Max(p) {
			t.Errorf("%s: powers from %v to %v in %d frames", way, slices.Min(p), slices.Max(p), len(p))
		}
	}
	ab := first["0-1"][0]
	if ba, ac := first["1-0"][0], first["0-2"][0]; ab != ba || ab == ac {
		t.Errorf("from a to b %v, back %v, to c %v", ab, ba, ac)
	}
	if alone, reversed := shadows(1, a, b)["0-1"][0], shadows(1, c, b, a)["2-1"][0]; alone != ab || reversed != ab {
		t.Errorf("from a to b %v without c, and %v in another order, want %v", alone, reversed, ab)
	}
	if other := shadows(2, a, b, c)["0-1"][0]; other == ab {
		t.Error("two seeds have the same shadow")
	}
}
