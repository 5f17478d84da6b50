// Package peers does the same work in this simulator and in others, and compares
// what comes out and what it costs.
//
// The work is a crowd of modems that send at random to a sink. It is the one case that
// ns-3's underwater module (UAN) and this simulator model alike to the last bit. So the
// counts of both must be equal, and the time and the memory that they take may be
// compared. The event queues alone are compared by the hold
// model of package bench.
//
// The programs in the folder others are linked with ns-3, or import SimPy, when a
// comparison is made. Nothing of ns-3 or SimPy is part of this module.
//
// Begin with Contest.Hold, for the crowd, and HoldContest.Hold, for the queues.
//
// Left out: simulators that model other physics, or the same with other random
// numbers: their times would not be those of the same work.
package peers

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/geom"
)

// Workload is a crowd: a sink in the middle of a cube of 1000 m, and nodes at random
// places in it. All stand still, and all but the sink are Poisson sources of packets
// to it, 0.5 packets per second together.
type Workload struct {
	Nodes   int     // with the sink; 2 at least
	Seconds float64 // in which packets are made; what is under way then goes on to its end
	Seed    uint64
}

// Constants of every workload.
const (
	side       = 1000.0 // of the cube, m
	middle     = -500.0 // z of the sink, m: the cube lies under the surface
	load       = 0.5    // packets per second of all nodes
	packetBits = 8 * 61
	headerBits = 8 * 3
	drain      = 10.0 // s after the last packet; a frame of 0.512 s arrives within 1.2 s
)

// Sized returns the workload in which each of so many nodes hears about that many
// frames together: load times seconds frames are heard by all nodes but one.
func Sized(nodes int, receptions float64, seed uint64) Workload {
	return Workload{nodes, math.Floor(receptions / load / float64(nodes-1)), seed}
}

// Splitmix is the generator splitmix64 (Steele, Lea and Flood, Fast splittable
// pseudorandom number generators, OOPSLA 2014, fig. 14). It is short enough to be
// written in any language. The value is its state.
type Splitmix uint64

// Next returns 64 random bits.
func (s *Splitmix) Next() uint64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// Uniform returns a number in [0, 1), a multiple of 2^-53.
func (s *Splitmix) Uniform() float64 { return float64(s.Next()>>11) * 0x1p-53 }

// Places returns where the nodes are, the sink first.
func (w Workload) Places() []geom.Vec {
	random := Splitmix(w.Seed * 1_000_003)
	coordinate := func() float64 { return (random.Uniform() - 0.5) * side }
	places := []geom.Vec{{Z: middle}}
	for len(places) < w.Nodes {
		x, y, z := coordinate(), coordinate(), coordinate()
		places = append(places, geom.Vec{X: x, Y: y, Z: middle + z})
	}
	return places
}

// Times returns when a node makes its packets. Each node but the sink has a
// generator of its own, and the gaps between its packets are exponential; a
// sum of gaps in seconds is rounded to the nanosecond when it becomes a time.
func (w Workload) Times(node int) []sim.Time {
	random := Splitmix(w.Seed*7919 + uint64(node)*0x632BE59BD9B4E019)
	var times []sim.Time
	for at := 0.0; ; {
		at -= math.Log(1-random.Uniform()) * float64(w.Nodes-1) / load
		if at >= w.Seconds {
			return times
		}
		times = append(times, sim.Time(0).Add(sim.Seconds(at)))
	}
}

// Duration returns how long the run is, in s.
func (w Workload) Duration() float64 { return math.Ceil(w.Seconds) + drain }

// The files of a workload. ScenarioFile is for this simulator, and names the
// packets; the others are for all. Their numbers are written so that they are read
// back as the same.
const (
	ScenarioFile = "crowd.yaml"
	NodesFile    = "nodes.csv"
	PacketsFile  = "packets.csv"
)

// Scenario returns the scenario: what ns-3's UanPhyGen does with one mode of FSK at
// 12 kHz, under UanMacAloha, in the water of UanPropModelThorp and of
// UanNoiseModelDefault, with their defaults.
func (w Workload) Scenario() string {
	var b strings.Builder
	fmt.Fprintf(&b, `name: crowd
description: %d nodes in a cube of 1000 m send at random to a sink, in the water and with the modems of ns-3
duration: %gs
water: {sound_speed: constant, speed: 1500m/s}
links:
  acoustic:
    channel: {type: acoustic, spreading: 1.5, absorption: thorp-ns3, noise: {type: wenz, wind: 1m/s, shipping: 0, band: centre}}
    modem:
      type: plain
      frequency: 12kHz
      bandwidth: 4kHz
      rate: 1kbps
      budget: {type: decibels, source_level: 190dB, acquire: 10dB, sense: 10dB}
      capture: first-lock
      overlap: worst
      errors: {type: threshold, sinr: 8dB}
    mac: {type: aloha, header: %dbit, queue: 0}
traffic:
  - {type: trace, file: %s}
nodes:
`, w.Nodes, w.Duration(), headerBits, PacketsFile)
	for i, at := range w.Places() {
		fmt.Fprintf(&b, "  - {name: %s, at: [%vm, %vm, %vm]}\n", nodeName(i), at.X, at.Y, at.Z)
	}
	return b.String()
}

// packets returns the trace file of all packets, node by node.
func (w Workload) packets() string {
	var b strings.Builder
	b.WriteString("time_s,from,to,bits\n")
	for i := 1; i < w.Nodes; i++ {
		for _, at := range w.Times(i) {
			fmt.Fprintf(&b, "%d.%09d,%s,%s,%d\n", at/1e9, at%1e9, nodeName(i), nodeName(0), packetBits)
		}
	}
	return b.String()
}

// nodes returns the table of all nodes.
func (w Workload) nodes() string {
	var b strings.Builder
	b.WriteString("name,x_m,y_m,z_m\n")
	for i, at := range w.Places() {
		fmt.Fprintf(&b, "%s,%v,%v,%v\n", nodeName(i), at.X, at.Y, at.Z)
	}
	return b.String()
}

func nodeName(i int) string {
	if i == 0 {
		return "sink"
	}
	return fmt.Sprintf("n%d", i)
}

// WriteFiles writes the files of the workload into a folder.
func (w Workload) WriteFiles(folder string) error {
	for name, text := range map[string]string{ScenarioFile: w.Scenario(), NodesFile: w.nodes(), PacketsFile: w.packets()} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// Plan returns the scenario, read from memory.
func (w Workload) Plan() (*scenarios.Plan, error) {
	files := map[string]func() string{ScenarioFile: w.Scenario, PacketsFile: w.packets}
	open := func(name string) ([]byte, error) {
		text, ok := files[name]
		if !ok {
			return nil, os.ErrNotExist
		}
		return []byte(text()), nil
	}
	source, err := scenarios.NewSource(ScenarioFile, scenarios.Files{Library: scenarios.Standard(), Text: open, Data: open})
	if err != nil {
		return nil, err
	}
	return source.Plan(nil)
}
