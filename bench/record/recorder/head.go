package recorder

import (
	"math"
	"time"

	"halocline/phy"
	"halocline/scenarios"
	"halocline/sim/geom"
	"halocline/sim/rtos"
	"halocline/sim/solid"
	"halocline/sim/trace"
)

// Format is the number of the format of recordings. Who reads one of a higher number says so.
const Format = 1

// Head says of what run a recording is, and what its numbers mean. It is written as JSON.
type Head struct {
	Format      int      `json:"format"`
	Version     string   `json:"version"` // of the program
	Scenario    string   `json:"scenario"`
	File        string   `json:"file"` // that the scenario was read from, or its name
	Description string   `json:"description"`
	Sets        []string `json:"sets"` // as of --set
	Command     string   `json:"command"`
	Seed        uint64   `json:"seed"`
	Duration    int64    `json:"duration"` // ns
	Warmup      int64    `json:"warmup"`   // ns
	Grid        int64    `json:"grid"`     // ns; no block goes beyond a step of it
	Period      int64    `json:"period"`   // ns, of poses

	Nodes     []Node     `json:"nodes"`
	Links     []Link     `json:"links"`
	Things    []Thing    `json:"things"`
	Bottom    Bottom     `json:"bottom"`
	Geo       *Geo       `json:"geo,omitempty"` // nil where the scenario does not say
	Computers []Computer `json:"computers"`
	Series    []Series   `json:"series"`
	Kinds     []string   `json:"kinds"`  // of records, by number
	Causes    []string   `json:"causes"` // by number
	Facts     []string   `json:"facts"`  // of computers, by number

	// When it has ended:
	Reached     int64  `json:"reached"` // ns
	Complete    bool   `json:"complete"`
	Reason      string `json:"reason,omitempty"`
	Events      uint64 `json:"events"`
	Fingerprint string `json:"fingerprint"`
}

// Node is a node, or a vehicle.
type Node struct {
	Name    string       `json:"name"`
	Group   string       `json:"group"`
	At      [3]float64   `json:"at"`
	Turned  [4]float64   `json:"turned"` // w, x, y, z
	Moves   bool         `json:"moves"`
	Size    [3]float64   `json:"size"`   // of the hull: length, width, height, m; 0 for none
	Middle  [3]float64   `json:"middle"` // of the hull, in the body frame
	Hollow  bool         `json:"hollow"` // a frame, and no torpedo
	Program string       `json:"program"`
	Path    [][3]float64 `json:"path"` // that it is to go along; none where that is not known before
}

// Link is a link.
type Link struct {
	Name     string   `json:"name"`
	Protocol string   `json:"protocol"` // type of the access protocol
	Channel  string   `json:"channel"`  // type of the channel
	Unit     string   `json:"unit"`     // what powers are 1 of: uPa, of which they are squares, or W; empty where an earlier version wrote
	Frames   []string `json:"frames"`   // names of the kinds of frames, by number
	Modems   []Modem  `json:"modems"`
}

// Modem is by what the radios of some nodes judge. Ratios and powers are linear.
type Modem struct {
	Ways
	Nodes []int32 `json:"nodes"` // on the link; none where all of the run are
}

// Ways are how a radio judges.
type Ways struct {
	Overlap     string  `json:"overlap"` // as in a scenario
	Capture     string  `json:"capture"`
	Acquire     float64 `json:"acquire"`     // ratio above which it begins to receive
	Recapture   float64 `json:"recapture"`   // ratio above which it turns to a later frame
	Sensitivity float64 `json:"sensitivity"` // least power
	Threshold   float64 `json:"threshold"`   // ratio from which a frame is intact; 0 where that is no matter of a threshold
	Chance      bool    `json:"chance"`      // whether a frame is intact is a matter of chance
	Turnaround  int64   `json:"turnaround"`  // ns
	FullDuplex  bool    `json:"full_duplex"`
}

// Thing is a thing that stays where it is: a sphere, a capsule, a box, or what a profile makes that turns about an axis.
type Thing struct {
	Name    string       `json:"name"`
	Node    int32        `json:"node"`
	Shape   string       `json:"shape"`
	At      [3]float64   `json:"at"`
	To      [3]float64   `json:"to"`   // of a capsule
	Axis    [3]float64   `json:"axis"` // of what turns
	Radius  float64      `json:"radius"`
	Half    [3]float64   `json:"half"`    // of a box
	Turned  [4]float64   `json:"turned"`  // of a box
	Profile [][2]float64 `json:"profile"` // along the axis, and out from it
}

// Geo is where the origin of the world lies, on the ellipsoid of WGS 84.
type Geo struct {
	Latitude  float64 `json:"latitude"`  // north, rad
	Longitude float64 `json:"longitude"` // east, rad
}

// Bottom is the depth of the water.
type Bottom struct {
	Depth float64     `json:"depth"`
	X     []float64   `json:"x"`
	Y     []float64   `json:"y"`
	Z     [][]float64 `json:"z"`
}

// Computer is a computer of a node.
type Computer struct {
	Node  string   `json:"node"`
	Tasks []string `json:"tasks"`
}

// Series is a quantity that a probe reads.
type Series struct {
	Name string `json:"name"` // with its unit at the end
	Node int32  `json:"node"`
}

// steps is in how many steps of the grid a recording is divided, about.
const steps = 500

func newHead(plan *scenarios.Plan) Head {
	h := Head{
		Format: Format, Scenario: plan.Name, File: plan.File, Description: plan.Description, Seed: plan.Seed,
		Duration: int64(plan.Duration), Warmup: int64(plan.Warmup), Grid: int64(gridOf(plan.Duration)),
	}
	if g := plan.Geo; g != nil {
		h.Geo = &Geo{g.Latitude, g.Longitude}
	}
	for k := trace.Kind(0); k <= trace.State; k++ {
		h.Kinds = append(h.Kinds, k.String())
	}
	for c := trace.NoCause; c == trace.NoCause || c.OfLoss() || c == trace.InFlight; c++ {
		h.Causes = append(h.Causes, c.String())
	}
	for k := rtos.Released; k <= rtos.Lost; k++ {
		h.Facts = append(h.Facts, k.String())
	}
	return h
}

// gridOf returns a step of 1, 2 or 5 by a power of ten, of which there are some hundreds in a run.
func gridOf(d time.Duration) time.Duration {
	for step := time.Microsecond; ; step *= 10 {
		for _, k := range [...]time.Duration{1, 2, 5} {
			if k*step >= d/steps {
				return k * step
			}
		}
	}
}

// fill tells what is seen of a run that has been built.
func (h *Head) fill(s *scenarios.Simulation) {
	scene := s.Scene()
	for _, n := range scene.Nodes {
		node := Node{
			Name: n.Name, Group: n.Group, At: vec(n.At), Turned: quat(n.Turned), Moves: n.Moves,
			Size: vec(n.Size), Middle: vec(n.Middle), Hollow: n.Hollow, Program: n.Program,
		}
		for _, p := range n.Path {
			node.Path = append(node.Path, vec(p))
		}
		h.Nodes = append(h.Nodes, node)
	}
	for _, t := range scene.Things {
		h.Things = append(h.Things, thing(t))
	}
	b := scene.Bottom
	h.Bottom = Bottom{b.Depth, b.X, b.Y, b.Z}
	for _, l := range scene.Links {
		h.Links = append(h.Links, Link{Name: l.Name, Protocol: l.Protocol, Channel: l.Channel, Unit: unitOf(l), Frames: l.Frames, Modems: modems(l.Radios, len(scene.Nodes))})
	}
}

// unitOf returns the unit of the powers of a link; the network has none.
func unitOf(l scenarios.SceneLink) string {
	switch {
	case l.Name == scenarios.NetworkLink:
		return ""
	case l.Unit == phy.Watt:
		return "W"
	}
	return "uPa"
}

// modems returns the modems of radios, each once.
func modems(radios []scenarios.SceneRadio, nodes int) []Modem {
	all := []Modem{}
	number := map[Ways]int{}
	for _, r := range radios {
		w := ways(r.Modem)
		i, known := number[w]
		if !known {
			i = len(all)
			number[w] = i
			all = append(all, Modem{Ways: w})
		}
		if n := all[i].Nodes; len(n) == 0 || n[len(n)-1] != r.Node {
			all[i].Nodes = append(n, r.Node)
		}
	}
	if len(all) == 1 && len(all[0].Nodes) == nodes {
		all[0].Nodes = nil
	}
	return all
}

// ways returns how radios with a modem judge.
func ways(m *phy.Modem) Ways {
	w := Ways{
		Overlap: string(m.Overlap.Name()), Capture: string(m.Capture.Name()), Acquire: m.Acquire, Recapture: m.Recapture,
		Sensitivity: m.Sensitivity, Turnaround: int64(m.Turnaround), FullDuplex: m.FullDuplex, Chance: m.Loss > 0,
	}
	switch errors := m.Errors.(type) {
	case nil:
	case phy.Certain:
		w.Threshold = errors.Threshold()
	default:
		w.Chance = true
	}
	return w
}

func thing(t scenarios.SceneThing) Thing {
	out := Thing{Name: t.Name, Node: t.Node}
	switch s := t.Solid.(type) {
	case solid.Sphere:
		out.Shape, out.At, out.Radius = "sphere", vec(s.Centre), s.Radius
	case solid.Capsule:
		out.Shape, out.At, out.To, out.Radius = "capsule", vec(s.From), vec(s.To), s.Radius
	case solid.Box:
		out.Shape, out.At, out.Half, out.Turned = "box", vec(s.Centre), vec(s.Half), quat(s.Attitude)
	case solid.Revolved:
		out.Shape, out.At, out.Axis = "turned", vec(s.Base), vec(s.Axis)
		for _, p := range s.Profile {
			out.Profile = append(out.Profile, [2]float64{p.Along, p.Out})
		}
	default: // of another module: what it fills
		low, high := t.Solid.Bounds()
		if math.IsInf(low.X+low.Y+low.Z+high.X+high.Y+high.Z, 0) {
			low, high = geom.Vec{}, geom.Vec{}
		}
		out.Shape, out.At, out.Half = "box", vec(low.Add(high).Scale(0.5)), vec(high.Sub(low).Scale(0.5))
		out.Turned = [4]float64{1, 0, 0, 0}
	}
	return out
}

func vec(v geom.Vec) [3]float64   { return [3]float64{v.X, v.Y, v.Z} }
func quat(q geom.Quat) [4]float64 { return [4]float64{q.W, q.X, q.Y, q.Z} }
