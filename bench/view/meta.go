package view

import (
	"math"

	"halocline/bench/record/recorder"
	"halocline/scenarios"
)

// metaShown is what the page has to know first.
type metaShown struct {
	Version string      `json:"version"`
	Live    bool        `json:"live"`
	Runs    []runShown  `json:"runs"`
	Compare *firstShown `json:"compare"`
}

// runShown is what there is to be known of a run.
type runShown struct {
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Command     string          `json:"command"` // that repeats it
	Seed        uint64          `json:"seed"`
	Duration    float64         `json:"duration"` // s
	Warmup      float64         `json:"warmup"`
	Reached     float64         `json:"reached"`
	Fingerprint string          `json:"fingerprint"`
	Events      uint64          `json:"events"`
	Complete    bool            `json:"complete"`
	Reason      string          `json:"reason"`
	Water       waterShown      `json:"water"`
	Nodes       []nodeShown     `json:"nodes"`
	Links       []linkShown     `json:"links"`
	Obstacles   []thingShown    `json:"obstacles"`
	Docks       []dockShown     `json:"docks"`
	Paths       []pathShown     `json:"paths"`
	Computers   []computerShown `json:"computers"`
	Series      []seriesShown   `json:"series"`
	Frames      int64           `json:"frames"`
	Arrivals    int64           `json:"arrivals"`
	Records     int64           `json:"records"`
	Beliefs     bool            `json:"beliefs"`
	Failures    []failureShown  `json:"failures"`
}

// The parts of a run. Lengths are in m.
type (
	// waterShown has its depth, or 0 where that is not known, and its floor where that is not even.
	waterShown struct {
		Depth float64     `json:"depth"`
		Floor *floorShown `json:"floor"`
	}
	// floorShown is the height of the floor on a grid, by y and then x.
	floorShown struct {
		X []float64   `json:"x"`
		Y []float64   `json:"y"`
		Z [][]float64 `json:"z"`
	}
	// nodeShown is a node or a vehicle.
	nodeShown struct {
		Name     string     `json:"name"`
		Group    string     `json:"group"`
		At       [3]float64 `json:"at"`
		Attitude [4]float64 `json:"attitude"` // w, x, y, z
		Moves    bool       `json:"moves"`
		Hull     *hullShown `json:"hull"`
		Program  string     `json:"program"`
	}
	// hullShown is that of a vehicle.
	hullShown struct {
		Shape    string     `json:"shape"` // torpedo or box
		Length   float64    `json:"length"`
		Width    float64    `json:"width"`
		Height   float64    `json:"height"`
		Diameter float64    `json:"diameter,omitempty"`
		Middle   [3]float64 `json:"middle"` // in the body frame
	}
	// linkShown is a link.
	linkShown struct {
		Name     string  `json:"name"`
		Medium   string  `json:"medium"` // acoustic, rays or rf
		Speed    float64 `json:"speed"`  // m/s; 0 of rays
		Protocol string  `json:"protocol"`
		Unit     string  `json:"unit"` // what dB are relative to 1 of; empty where that is not known
		Nodes    []int32 `json:"nodes"`
		Longest  float64 `json:"longest"` // delay that occurred, s
	}
	// thingShown is an obstacle.
	thingShown = recorder.Thing
	// dockShown is a cone that a vehicle goes into.
	dockShown struct {
		Node   int32      `json:"node"`
		At     [3]float64 `json:"at"`
		Axis   [3]float64 `json:"axis"`
		Angle  float64    `json:"angle"` // half of the cone's, rad
		Length float64    `json:"length"`

		Profile [][2]float64 `json:"profile"` // along the axis, and out from it
	}
	// pathShown is one that a vehicle is to go along.
	pathShown struct {
		Node   int32        `json:"node"`
		Points [][3]float64 `json:"points"`
	}
	// failureShown is the beginning or the end of a failure of a part of a vehicle.
	failureShown struct {
		Node  int32  `json:"node"`
		T     number `json:"t"`
		Part  string `json:"part"`
		Works bool   `json:"works"` // again
	}
	// computerShown is that of a node.
	computerShown struct {
		Node  int32    `json:"node"`
		Tasks []string `json:"tasks"`
	}
	// seriesShown is a quantity over time.
	seriesShown struct {
		Name    string `json:"name"`
		Unit    string `json:"unit"`
		Sampled bool   `json:"sampled"`
	}
)

// meta answers what the page has to know first.
func (s *Server) meta(*query) (any, error) {
	out := metaShown{Version: s.version, Live: s.live && !s.ended(), Compare: s.first, Runs: []runShown{}}
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
func (r *run) describe() (runShown, error) {
	h := r.source.Head()
	out := runShown{
		Title: h.Scenario, Description: h.Description, Command: h.Command, Seed: h.Seed, Duration: seconds(h.Duration), Warmup: seconds(h.Warmup),
		Reached: seconds(r.reached()), Fingerprint: h.Fingerprint, Events: h.Events, Complete: h.Complete, Reason: h.Reason,
		Water: waterShown{Depth: h.Bottom.Depth}, Nodes: []nodeShown{}, Links: []linkShown{}, Obstacles: []thingShown{}, Docks: []dockShown{}, Paths: []pathShown{},
		Computers: []computerShown{}, Series: r.allSeries(h), Frames: r.cache.size(sends), Arrivals: r.cache.size(arrivals), Records: r.cache.size(records),
	}
	if len(h.Bottom.X) > 0 {
		out.Water.Floor = &floorShown{h.Bottom.X, h.Bottom.Y, h.Bottom.Z}
	}
	number := map[string]int32{}
	for i, n := range h.Nodes {
		number[n.Name] = int32(i)
		out.Nodes = append(out.Nodes, nodeShown{n.Name, n.Group, n.At, n.Turned, n.Moves, hullOf(&n), n.Program})
		if len(n.Path) > 1 {
			out.Paths = append(out.Paths, pathShown{int32(i), n.Path})
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
			out.Computers = append(out.Computers, computerShown{n, c.Tasks})
		}
	}
	r.lock.RLock()
	for i := range h.Links {
		out.Links = append(out.Links, r.linkOf(h, i))
	}
	out.Failures = append([]failureShown{}, r.failures...)
	r.lock.RUnlock()
	var err error
	out.Beliefs, err = r.believes()
	return out, err
}

// linkOf describes a link. The lock is held.
func (r *run) linkOf(h *recorder.Head, i int) linkShown {
	l := linkShown{Name: h.Links[i].Name, Protocol: h.Links[i].Protocol, Unit: h.Links[i].Unit, Nodes: []int32{}, Longest: seconds(r.of[i].delay)}
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
func hullOf(n *recorder.Node) *hullShown {
	if n.Size[0] <= 0 {
		return nil
	}
	h := &hullShown{Shape: "torpedo", Length: n.Size[0], Width: n.Size[1], Height: n.Size[2], Middle: n.Middle}
	if n.Hollow {
		h.Shape = "box"
	} else {
		h.Diameter = max(n.Size[1], n.Size[2])
	}
	return h
}

// dockOf returns the cone of a dock, which is a thing of a node that turns about an axis.
func dockOf(t *recorder.Thing) (dockShown, bool) {
	p := t.Profile
	if t.Node < 0 || t.Shape != "turned" || len(p) < 2 {
		return dockShown{}, false
	}
	first, last := p[0], p[len(p)-1]
	length := math.Abs(last[0] - first[0])
	angle := 0.0
	if length > 0 {
		angle = math.Atan(math.Abs(last[1]-first[1]) / length)
	}
	return dockShown{t.Node, t.At, t.Axis, angle, length, p}, true
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
func (r *run) allSeries(h *recorder.Head) []seriesShown {
	out := []seriesShown{}
	for i := range h.Series {
		name, unit := seriesName(h, i)
		out = append(out, seriesShown{name, unit, true})
	}
	r.lock.RLock()
	defer r.lock.RUnlock()
	for _, l := range r.lines.order {
		out = append(out, seriesShown{l.name, l.unit, false})
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
