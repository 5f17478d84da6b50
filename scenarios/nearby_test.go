package scenarios

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"halocline/mac"
	"halocline/sim/geom"
)

// Morton's curve takes the octants of a cube in turn: first those along x, then along
// y, then along z. In a square it is four letters Z, which together are one, and a strip
// is cut into squares, not into rows:
//
//	y = 3   10 11 14 15
//	y = 2    8  9 12 13
//	y = 1    2  3  6  7      2  3  6  7 10 11 14 15
//	y = 0    0  1  4  5      0  1  4  5  8  9 12 13
func TestNearbyFollowsTheCurve(t *testing.T) {
	for _, c := range []struct {
		name    string
		x, y, z int // lattice of places, listed by x, then y, then z
		want    []int
	}{
		{"nowhere", 0, 0, 0, []int{}},
		{"cube", 2, 2, 2, []int{0, 1, 2, 3, 4, 5, 6, 7}},
		{"square", 4, 4, 1, []int{0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15}},
		{"strip", 8, 2, 1, []int{0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15}},
		{"upright strip", 1, 2, 8, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
	} {
		var places, back []geom.Vec
		for i := range c.x * c.y * c.z {
			at := geom.Vec{X: float64(i % c.x), Y: float64(i / c.x % c.y), Z: float64(i / c.x / c.y)}
			places = append(places, at.Scale(30).Add(geom.Vec{X: 1e4, Y: -7, Z: -3000}))
			back = slices.Insert(back, 0, places[i])
		}
		if got := nearby(places); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, not %v", c.name, got, c.want)
		}
		got := nearby(back)
		for i := range got {
			got[i] = len(got) - 1 - got[i]
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s from behind: %v, not %v", c.name, got, c.want)
		}
	}
}

// A metre counts in a thousand kilometres: the curve has 2^21 = 2.1e6 steps along an axis.
func TestNearbyIsFine(t *testing.T) {
	places := []geom.Vec{{X: 1e6}, {X: 1, Y: 1}, {Y: 1}, {X: 1}, {}}
	if got, want := nearby(places), []int{4, 3, 2, 1, 0}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

func TestNearbyKeepsTheOrderAtOnePlace(t *testing.T) {
	places := make([]geom.Vec, 100)
	if got := nearby(places); len(got) != 100 || !slices.IsSorted(got) {
		t.Errorf("100 at one place: %v", got)
	}
	for i := range places {
		places[i].Y = float64(i % 2)
	}
	if got := nearby(places); len(got) != 100 || !slices.IsSorted(got[:50]) || !slices.IsSorted(got[50:]) || got[50] != 1 {
		t.Errorf("50 at each of two places: %v", got)
	}
}

// In a square of 64 m with 4096 places at random those of a square of 8 m, 64 of them give
// or take 8, follow each other. Two places within a metre are 2/3 m apart in the mean, and
// 2/pi of that along each axis, so the border of two squares parts less than
//
//	2 (2/3) (2/pi) / 8 = 0.106
//
// of such pairs. All others are less than 100 apart in the order. At random it would be a
// share of 2 * 100/4096 = 0.05.
func TestNearbyKeepsNeighboursTogether(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	places := make([]geom.Vec, 4096)
	for i := range places {
		places[i] = geom.Vec{X: 64 * draw.Float64(), Y: 64 * draw.Float64(), Z: -100}
	}
	rank := make([]int, len(places))
	for r, i := range nearby(places) {
		rank[i] = r
	}
	together, pairs := 0, 0
	for i, p := range places {
		for k, q := range places[:i] {
			if p.Dist(q) < 1 {
				pairs++
				if d := rank[i] - rank[k]; -100 < d && d < 100 {
					together++
				}
			}
		}
	}
	if float64(together) < (1-0.106)*float64(pairs) {
		t.Errorf("of %d pairs of neighbours only %d are together", pairs, together)
	}
}

// roll is a protocol that notes who is built and who is started.
type roll struct {
	mac.Config
	built, started []mac.Addr
	stations       []mac.Addr // as the last one sees them
}

func (r *roll) Build(env mac.Env) mac.MAC {
	r.built, r.stations = append(r.built, env.Addr), env.Stations
	return called{r.Config.Build(env), env.Addr, r}
}

// called is the protocol of one node.
type called struct {
	mac.MAC
	addr mac.Addr
	roll *roll
}

func (c called) Start() {
	c.roll.started = append(c.roll.started, c.addr)
	c.MAC.Start()
}

// fiveInARow is a scenario in which the nodes after the first, which has no radio, lie in
// space the other way round.
const fiveInARow = `name: s
duration: 10s
links: {a: {channel: ideal, modem: plain, mac: %s, cutoff: %s}}
nodes:
  - {name: mute, at: [0m, 0m, -50m], links: []}
  - {name: n, at: [900m, 0m, -50m], count: 5, place: {type: line, step: [-100m, 0m, 0m]}}
`

// On a link with a cutoff neighbours are built one after the other, and otherwise nodes
// are built in their order. The protocols start in the order of the nodes all the same,
// and see them in it.
func TestNeighboursAreBuiltTogether(t *testing.T) {
	inOrder := []mac.Addr{1, 2, 3, 4, 5}
	for cutoff, want := range map[string][]mac.Addr{"0dB": inOrder, "90dB": {5, 4, 3, 2, 1}} {
		plan := parse(t, fmt.Sprintf(fiveInARow, "aloha", cutoff))
		r := &roll{Config: plan.Links[0].MAC}
		plan.Links[0].MAC = r
		run(t, plan, nil)
		if !slices.Equal(r.built, want) || !slices.Equal(r.started, inOrder) || !slices.Equal(r.stations, inOrder) {
			t.Errorf("cutoff %s: built %v, started %v of %v", cutoff, r.built, r.started, r.stations)
		}
	}
}

// The radios are listed node by node and band by band, in whichever order they are built.
func TestRadiosAreInTheOrderOfTheNodes(t *testing.T) {
	for _, cutoff := range []string{"0dB", "90dB"} {
		simulation, err := parse(t, fmt.Sprintf(fiveInARow, "fdma", cutoff)).Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		uses := simulation.Radios()
		if len(uses) != 25 {
			t.Fatalf("cutoff %s: %d radios", cutoff, len(uses))
		}
		for i, use := range uses {
			if name := fmt.Sprintf("n%d", 1+i/5); use.Node != name || use.Band != i%5 {
				t.Errorf("cutoff %s: radio %d is in band %d of %s", cutoff, i, use.Band, use.Node)
			}
			if r := simulation.radios[i]; r.Node() != r.node {
				t.Errorf("cutoff %s: radio %d is listed for another node", cutoff, i)
			}
		}
	}
}

// On a line and in a ring many ways are equally long. A cutoff that leaves out nothing
// changes nothing even there, although the radios are built in another order.
func TestOrderOfBuildingIsInvisible(t *testing.T) {
	const text = `name: s
duration: 600s
links: {a: {channel: acoustic, modem: plain, mac: aloha, cutoff: %s}}
nodes:
  - {name: n, at: [900m, 0m, -50m], count: 10, place: {type: line, step: [-100m, 0m, 0m]}}
  - {name: r, at: [450m, 0m, -50m], count: 8, place: {type: ring, radius: 300m}}
traffic:
  - {type: poisson, from: n, to: everybody, rate: 0.02/s, size: 512bit}
  - {type: periodic, from: r, to: everybody, period: 60s, size: 512bit}
`
	exact, cut := run(t, parse(t, fmt.Sprintf(text, "0dB")), nil), run(t, parse(t, fmt.Sprintf(text, "200dB")), nil)
	if exact.fingerprint != cut.fingerprint {
		t.Errorf("fingerprint %s with a cutoff, %s without", cut.fingerprint, exact.fingerprint)
	}
}
