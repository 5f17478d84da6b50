package scenarios

import (
	"math"
	"slices"
	"strings"
	"testing"

	"halocline/mac"
	"halocline/scenarios/strict"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// chained is a line of so many nodes a second apart, of which each hears its neighbours only. The first reports to the last.
const chained = `
name: chained
duration: 1000s
links:
  water:
    channel: {type: ideal, speed: 1500m/s, range: 1600m}
    modem: {type: plain, rate: 1kbps, capture: "off", turnaround: 0s}
    mac: {type: aloha, header: 20bit}
network: {type: static, header: 30bit}
nodes:
  - {name: n, count: %COUNT%, place: {type: line, step: [1500m, 0m, 0m]}}
traffic:
  - {type: periodic, from: n1, to: %LAST%, link: network, period: 40s, size: 450bit, phase: same}
`

// lineOf returns the plan of such a line.
func lineOf(t *testing.T, count string, sets ...strict.Set) *Plan {
	t.Helper()
	text := strings.NewReplacer("%COUNT%", count, "%LAST%", "n"+count).Replace(chained)
	plan, err := Standard().Parse("chained.yaml", text, sets)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// A hop takes the airtime of 450 + 30 + 20 bit, 0.5 s, and a second. Over h hops a datagram is D = 1.5 h s old when it arrives, and the age of what
// the receiver knows rises from there by 40 s until the next: D + 20 s in the mean over 25 whole periods, 1000 s. In the first D s nothing is known,
// and the age is the time since the offer, t, where later periods have 40 s + t: 40 D/1000 s less. The datagram of 1000 s is on its way.
func TestLineOfRelays(t *testing.T) {
	for _, row := range []struct {
		count string
		hops  float64
	}{{"2", 1}, {"3", 2}, {"4", 3}, {"6", 5}} {
		got, _ := follow(t, lineOf(t, row.count), "")
		delay := 1.5 * row.hops
		age := delay + 20 - delay*40/1000
		p := got.PerLink[1].Packets
		if p.Delivered != p.Offered-1 || math.Abs(float64(p.DelayMean)-delay) > 1e-9 || math.Abs(float64(got.AgeMean)-age) > 1e-6 {
			t.Errorf("%v hops: %d of %d, delay %v and not %v, age %v and not %v", row.hops, p.Delivered, p.Offered, p.DelayMean, delay, got.AgeMean, age)
		}
		// Each hop is a packet of the link, which is in no total.
		if hops := got.PerLink[0].Packets; float64(hops.Delivered) != row.hops*float64(p.Delivered) || got.Total.Packets.Delivered != p.Delivered || len(got.PerFlow) != 1 {
			t.Errorf("%v hops: %d packets of the link, %d in all, %d flows", row.hops, hops.Delivered, got.Total.Packets.Delivered, len(got.PerFlow))
		}
	}
}

// The books of the network: what was lost on a way that nobody repeats has died out, what nobody has a route for is dropped,
// and what may go two hops only comes no farther.
func TestBooksOfANetwork(t *testing.T) {
	for name, row := range map[string]struct {
		sets []strict.Set
		why  trace.Cause
	}{
		"lost":      {[]strict.Set{{Path: "outages", Value: "[{node: n3, to: 1000s}]"}}, trace.DiedOut},
		"no route":  {[]strict.Set{{Path: "network.routes", Value: "[{at: n1, to: n4, via: n2}]"}}, trace.NoRoute},
		"hop limit": {[]strict.Set{{Path: "network.ttl", Value: "2"}}, trace.HopLimit},
		"refused":   {[]strict.Set{{Path: "links.water.mac", Value: "{type: tdma, size: 100bit}"}}, trace.TooLong},
		"down":      {[]strict.Set{{Path: "outages", Value: "[{node: n1, to: 1000s}]"}}, trace.Outage},
	} {
		got, _ := follow(t, lineOf(t, "4", row.sets...), "")
		p := got.PerLink[1].Packets
		if n := p.Dropped[row.why] + p.Refused[row.why]; n < p.Offered-1 || p.Delivered > 0 || p.InFlight > 1 {
			t.Errorf("%s: %d of %d; %v dropped, %v refused, %d in flight", name, n, p.Offered, p.Dropped, p.Refused, p.InFlight)
		}
	}
}

// Every protocol takes the gateway's reports to the shore, over sound and radio, as far as it may: DBR takes what rises only.
func TestGateway(t *testing.T) {
	for network, least := range map[string]float64{
		"{type: vector, period: 60s}":            0.95,
		"{type: flooding}":                       0.6,
		"{type: static}":                         0.6, // not while its relay is down, for a third of the time
		"{type: vbf, range: 1.5km, width: 800m}": 0.3, // both relays send at nearly the same time while there are two
		"{type: dbr, range: 1.5km, delta: 500m}": 0.3,
		"{type: static, routes: [{at: deep, via: right}, {at: right, via: buoy}, {at: buoy, to: shore, via: shore}]}": 0.85, // collisions at what was not sent by hand
	} {
		plan, err := Standard().Load("gateway", []strict.Set{{Path: "network", Value: network}})
		if err != nil {
			t.Fatal(err)
		}
		got, _ := follow(t, plan, "")
		for _, f := range got.PerFlow {
			if share := float64(f.Delivered) / float64(f.Offered); f.Source == "deep" && share < least {
				t.Errorf("%s: %.3f of the reports arrive", network, share)
			}
		}
	}
}

func TestFaultsOfNetworks(t *testing.T) {
	for _, row := range []struct {
		path, value, want string
	}{
		{"network.links", "[air]", `unknown link "air"; known: water`},
		{"network.routes", "[{at: n1, to: n4, via: n2}, {at: n2, to: n4, via: n1}]", "what goes from n1 to n4 comes back: n1, n2, n1; break the loop"},
		{"network.routes", "[{at: n1, via: n2}, {at: n2, via: n3}, {at: n3, via: n1}]", "comes back"},
		{"network.links", "[]", `node "n4" is on no link of the network; name one of its links in network.links, or another node`},
		{"network.routes", "[{at: n1, to: n9, via: n2}]", `"n9" is no node of the network; it has n1, n2, n3, n4`},
		{"network.routes", "[{at: n1, to: n4, via: n1}]", "the route of n1 leads to itself; name another node"},
		{"network.routes", "[{at: n1, to: n4, via: n2}, {at: n1, to: n4, via: n3}]", "routes[0] is from n1 to the same node"},
		{"network.routes", "[]", "the list is empty"},
		{"network", "{type: vector, period: 1s, pause: 2s}", "make pause shorter"},
		{"network", "{type: dbr}", "range"},
		{"outages", "[{node: n1, link: network, to: 5s}]", "has no radio for link"},
		{"nodes[0].links", "[network]", `unknown link "network"`},
		{"links.network", "{channel: ideal, modem: plain, mac: aloha}", `"network" is the network over the links; choose another name`},
		{"traffic[0].link", "nowhere", `unknown link "nowhere"; known: water, network`},
	} {
		text := strings.NewReplacer("%COUNT%", "4", "%LAST%", "n4").Replace(chained)
		plan, err := Standard().Parse("chained.yaml", text, []strict.Set{{Path: row.path, Value: row.value}})
		if err == nil {
			_, err = plan.Check()
		}
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %s: %v, not %q", row.path, row.value, err, row.want)
		}
	}
}

// Where a node takes itself to be is not where it is: who drifts believes to be where it was put, and who reckons is where its instruments
// take it. Moved by the truth alone, a router does the same.
func TestRoutersKnowBelievedPlaces(t *testing.T) {
	const text = `
name: believed
duration: 100s
water: {current: {type: uniform, speed: 0.5m/s, to: {x: 1, y: 0}}}
links: {water: {channel: {type: ideal, speed: 1500m/s}, modem: plain, mac: aloha}}
network: {type: flooding}
nodes:
  - {name: still, at: [0m, 0m, -50m]}
  - {name: rising, at: [10m, 0m, -50m], velocity: [0m/s, 0m/s, 0.2m/s]}
  - {name: drifter, at: [20m, 0m, -50m], drift: true}
traffic:
  - {type: periodic, from: still, to: drifter, link: network, period: 10s, size: 100bit}
`
	plan, err := Standard().Parse("believed.yaml", strings.Replace(text, "to: {x: 1, y: 0}", "toward: 0deg", 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := plan.Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := &network{builder: &builder{Simulation: s}}
	var believed []func() geom.Vec
	for a := range mac.Addr(3) {
		believed = append(believed, w.place(a))
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for a, place := range believed {
		if want := (geom.Vec{X: 10 * float64(a), Z: -50}); place() != want {
			t.Errorf("node %d believes to be at %v, not %v", a, place(), want)
		}
	}
	if at := s.nodes[1].at.Position(s.Kernel.Now()); at.Z != -30 {
		t.Errorf("the truth is %v", at)
	}
	if at := s.nodes[2].at.Position(s.Kernel.Now()); math.Abs(at.X-70) > 1 {
		t.Errorf("the truth is %v", at)
	}
}

// A vehicle that reckons by its instruments tells its router what they say: a router that asks is off by as much as the estimator.
func TestRoutersKnowEstimates(t *testing.T) {
	plan, err := Standard().Load("reckoning", []strict.Set{{Path: "network", Value: "{type: flooding}"}, {Path: "duration", Value: "60s"}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := plan.Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	w := &network{builder: &builder{Simulation: s}}
	for a, n := range s.nodes {
		if n.estimator == nil {
			continue
		}
		m, _ := n.estimator.Motion(s.Kernel.Now())
		truth := n.at.Position(s.Kernel.Now())
		if place := w.place(mac.Addr(a))(); place != m.Position || place == truth {
			t.Errorf("%s tells %v; it is at %v, and takes itself to be at %v", n.name, place, truth, m.Position)
		}
		return
	}
	t.Error("nobody reckons")
}

// Three nodes above each other, 500 m apart, of which each hears its neighbours only: a hop takes the airtime of 500 bit, 0.5 s, and 500/1500 s.
// The relay gains g = 500 m of R = 600 m. With DBR and delta = R it waits (2 tau/delta)(R - g) = 2 x 0.4 s/600 m x 100 m = 0.13333 s. With VBF it is on the
// line, 500 m ahead: alpha = (R - 500 m)/R = 1/6, and the wait is sqrt(1/6) x 2 s + 100 m/1500 m/s = 0.88316 s. Flooding without jitter waits for nothing.
func TestWaitsOfRelays(t *testing.T) {
	for network, wait := range map[string]float64{
		"{type: dbr, range: 600m, delta: 600m, header: 30bit}":           0.4 / 3,
		"{type: vbf, range: 600m, width: 100m, wait: 2s, header: 30bit}": 2*math.Sqrt(1./6) + 1./15,
		"{type: flooding, jitter: 0s, header: 30bit}":                    0,
	} {
		got, _ := follow(t, lineOf(t, "3",
			strict.Set{Path: "network", Value: network},
			strict.Set{Path: "links.water.channel.range", Value: "600m"},
			strict.Set{Path: "nodes.n.at", Value: "[0m, 0m, -1000m]"},
			strict.Set{Path: "nodes.n.place.step", Value: "[0m, 0m, 500m]"}), "")
		want := 2*(0.5+1./3) + wait
		if delay := float64(got.PerLink[1].Packets.DelayMean); math.Abs(delay-want) > 1e-8 {
			t.Errorf("%s: %v s, not %v", network, delay, want)
		}
	}
}

// Tables that a link refuses are no secret.
func TestTablesTooLong(t *testing.T) {
	plan, err := Standard().Load("dock-relay", []strict.Set{{Path: "network", Value: "{type: vector, entry: 200bit}"}})
	if err != nil {
		t.Fatal(err)
	}
	warnings, err := plan.Check()
	// Four nodes: 48 + 4 x 200 bit.
	if want := "network sends 848bit, and tdma on link acoustic takes at most 560bit"; err != nil || !slices.Contains(warnings, want) {
		t.Errorf("%v, %q: not %q", err, warnings, want)
	}
}

// The next node of a route is one that the node sends to directly: the instrument has no radio for the shore's link.
func TestRouteOverNoLink(t *testing.T) {
	plan, err := Standard().Load("gateway", []strict.Set{{Path: "network", Value: "{type: static, routes: [{at: deep, via: shore}]}"}})
	if err == nil {
		_, err = plan.Check()
	}
	if want := "network.routes[0].via: deep and shore are on no link together; name a node that deep sends to directly"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, not %q", err, want)
	}
}
