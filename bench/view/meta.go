package view

import (
	"math"

	"halocline/bench/record/recorder"
	"halocline/scenarios"
)

// Meta is what the page has to know first.
type Meta struct {
	Version string `json:"version"`
	Live    bool   `json:"live"`
	Runs    []Run  `json:"runs"`
	Compare *First `json:"compare"`
}

// Run is what there is to be known of a run.
type Run struct {
	Title       string     `json:"title"`
	Description string     `json:"description"`
	Command     string     `json:"command"` // that repeats it
	Seed        uint64     `json:"seed"`
	Duration    float64    `json:"duration"` // s
	Warmup      float64    `json:"warmup"`
	Reached     float64    `json:"reached"`
	Fingerprint string     `json:"fingerprint"`
	Events      uint64     `json:"events"`
	Complete    bool       `json:"complete"`
	Reason      string     `json:"reason"`
	Water       Water      `json:"water"`
	Nodes       []Node     `json:"nodes"`
	Links       []Link     `json:"links"`
	Obstacles   []Thing    `json:"obstacles"`
	Docks       []Dock     `json:"docks"`
	Paths       []Path     `json:"paths"`
	Computers   []Computer `json:"computers"`
	Series      []Series   `json:"series"`
	Frames      int64      `json:"frames"`
	Arrivals    int64      `json:"arrivals"`
	Records     int64      `json:"records"`
	Beliefs     bool       `json:"beliefs"`
}

// The parts of a run. Lengths are in m.
type (
	// Water has its depth, or 0 where that is not known, and its floor where that is not even.
	Water struct {
		Depth float64 `json:"depth"`
		Floor *Floor  `json:"floor"`
	}
	// Floor is the height of the floor on a grid, by y and then x.
	Floor struct {
		X []float64   `json:"x"`
		Y []float64   `json:"y"`
		Z [][]float64 `json:"z"`
	}
	// Node is a node or a vehicle.
	Node struct {
		Name     string     `json:"name"`
		Group    string     `json:"group"`
		At       [3]float64 `json:"at"`
		Attitude [4]float64 `json:"attitude"` // w, x, y, z
		Moves    bool       `json:"moves"`
		Hull     *Hull      `json:"hull"`
		Program  string     `json:"program"`
	}
	// Hull is that of a vehicle.
	Hull struct {
		Shape    string     `json:"shape"` // torpedo or box
		Length   float64    `json:"length"`
		Width    float64    `json:"width"`
		Height   float64    `json:"height"`
		Diameter float64    `json:"diameter,omitempty"`
		Middle   [3]float64 `json:"middle"` // in the body frame
	}
	// Link is a link.
	Link struct {
		Name     string  `json:"name"`
		Medium   string  `json:"medium"` // acoustic, rays or rf
		Speed    float64 `json:"speed"`  // m/s; 0 of rays
		Protocol string  `json:"protocol"`
		Nodes    []int32 `json:"nodes"`
		Longest  float64 `json:"longest"` // delay that occurred, s
	}
	// Thing is an obstacle.
	Thing = recorder.Thing
	// Dock is a cone that a vehicle goes into.
	Dock struct {
		Node   int32      `json:"node"`
		At     [3]float64 `json:"at"`
		Axis   [3]float64 `json:"axis"`
		Angle  float64    `json:"angle"` // half of the cone's, rad
		Length float64    `json:"length"`

		Profile [][2]float64 `json:"profile"` // along the axis, and out from it
	}
	// Path is one that a vehicle is to go along.
	Path struct {
		Node   int32        `json:"node"`
		Points [][3]float64 `json:"points"`
	}
	// Computer is that of a node.
	Computer struct {
		Node  int32    `json:"node"`
		Tasks []string `json:"tasks"`
	}
	// Series is a quantity over time.
	Series struct {
		Name    string `json:"name"`
		Unit    string `json:"unit"`
		Sampled bool   `json:"sampled"`
	}
)

// meta answers what the page has to know first.
func (s *Server) meta(*query) (any, error) {
	out := Meta{Version: s.version, Live: s.live && !s.ended(), Compare: s.first, Runs: []Run{}}
	for _, r := range s.runs {
		if err := r.update(); err != nil {
			return nil, err
		}
		one, err := r.describe()
		if err != nil {
			return nil, err
		}
		out.Runs = append(out.Runs, one)
	}
	return out, nil
}

// describe says what there is to be known of a run.
func (r *run) describe() (Run, error) {
	h := r.source.Head()
	out := Run{
		Title: h.Scenario, Description: h.Description, Command: h.Command, Seed: h.Seed, Duration: seconds(h.Duration), Warmup: seconds(h.Warmup),
		Reached: seconds(r.reached()), Fingerprint: h.Fingerprint, Events: h.Events, Complete: h.Complete, Reason: h.Reason,
		Water: Water{Depth: h.Bottom.Depth}, Nodes: []Node{}, Links: []Link{}, Obstacles: []Thing{}, Docks: []Dock{}, Paths: []Path{},
		Computers: []Computer{}, Series: r.allSeries(h), Frames: r.cache.size(sends), Arrivals: r.cache.size(arrivals), Records: r.cache.size(records),
	}
	if len(h.Bottom.X) > 0 {
		out.Water.Floor = &Floor{h.Bottom.X, h.Bottom.Y, h.Bottom.Z}
	}
	number := map[string]int32{}
	for i, n := range h.Nodes {
		number[n.Name] = int32(i)
		out.Nodes = append(out.Nodes, Node{n.Name, n.Group, n.At, n.Turned, n.Moves, hullOf(&n), n.Program})
		if len(n.Path) > 1 {
			out.Paths = append(out.Paths, Path{int32(i), n.Path})
		}
	}
	for _, t := range h.Things {
		if d, ok := dockOf(&t); ok {
			out.Docks = append(out.Docks, d)
			continue
		}
		out.Obstacles = append(out.Obstacles, t)
	}
	for _, c := range h.Computers {
		if n, ok := number[c.Node]; ok {
			out.Computers = append(out.Computers, Computer{n, c.Tasks})
		}
	}
	r.lock.RLock()
	for i := range h.Links {
		out.Links = append(out.Links, r.linkOf(h, i))
	}
	r.lock.RUnlock()
	var err error
	out.Beliefs, err = r.believes()
	return out, err
}

// linkOf describes a link. The lock is held.
func (r *run) linkOf(h *recorder.Head, i int) Link {
	l := Link{Name: h.Links[i].Name, Protocol: h.Links[i].Protocol, Nodes: []int32{}, Longest: seconds(r.of[i].delay)}
	l.Medium, l.Speed = r.of[i].medium()
	on := make([]bool, len(h.Nodes))
	for _, m := range h.Links[i].Modems {
		for n := range on {
			on[n] = on[n] || len(m.Nodes) == 0
		}
		for _, n := range m.Nodes {
			if n >= 0 && int(n) < len(on) {
				on[n] = true
			}
		}
	}
	for n, there := range on {
		if there {
			l.Nodes = append(l.Nodes, int32(n))
		}
	}
	return l
}

// hullOf returns the hull of a node, or nil where it has none.
func hullOf(n *recorder.Node) *Hull {
	if n.Size[0] <= 0 {
		return nil
	}
	h := &Hull{Shape: "torpedo", Length: n.Size[0], Width: n.Size[1], Height: n.Size[2], Middle: n.Middle}
	if n.Hollow {
		h.Shape = "box"
	} else {
		h.Diameter = max(n.Size[1], n.Size[2])
	}
	return h
}

// dockOf returns the cone of a dock, which is a thing of a node that turns about an axis.
func dockOf(t *recorder.Thing) (Dock, bool) {
	p := t.Profile
	if t.Node < 0 || t.Shape != "turned" || len(p) < 2 {
		return Dock{}, false
	}
	first, last := p[0], p[len(p)-1]
	length := math.Abs(last[0] - first[0])
	angle := 0.0
	if length > 0 {
		angle = math.Atan(math.Abs(last[1]-first[1]) / length)
	}
	return Dock{t.Node, t.At, t.Axis, angle, length, p}, true
}

// believes reports whether programs believe something else than the truth, as far as some blocks of poses tell.
func (r *run) believes() (bool, error) {
	const looks = 8
	infos := r.source.Blocks(poses)
	for k := range min(looks, len(infos)) {
		b, err := r.read(poses, k*(len(infos)-1)/max(min(looks, len(infos))-1, 1))
		if err != nil {
			return false, err
		}
		for _, v := range b.Ints[recorder.PoseKnows] {
			if v == 1 {
				return true, nil
			}
		}
	}
	return false, nil
}

// allSeries lists the quantities that there are.
func (r *run) allSeries(h *recorder.Head) []Series {
	out := []Series{}
	for i := range h.Series {
		name, unit := seriesName(h, i)
		out = append(out, Series{name, unit, true})
	}
	r.lock.RLock()
	defer r.lock.RUnlock()
	for _, l := range r.lines.order {
		out = append(out, Series{l.name, l.unit, false})
	}
	return out
}

// seriesName returns the name of a quantity that a probe reads, and its unit.
func seriesName(h *recorder.Head, i int) (name, unit string) {
	s := &h.Series[i]
	name, unit = scenarios.Quantity(s.Name)
	if s.Node >= 0 && int(s.Node) < len(h.Nodes) {
		name = h.Nodes[s.Node].Name + "." + name
	}
	return name, unit
}
