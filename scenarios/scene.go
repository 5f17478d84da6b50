package scenarios

import (
	"errors"
	"math"
	"slices"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/solid"
)

// Scene is what there is to be seen of a scenario before anything moves.
type Scene struct {
	Nodes  []SceneNode
	Links  []SceneLink
	Things []SceneThing // obstacles, and what programs have put there, such as docks
	Bottom Bottom
}

// SceneNode is a node, or a vehicle.
type SceneNode struct {
	Name    string
	Group   string // that it is one of; its own name where it is alone
	At      geom.Vec
	Turned  geom.Quat
	Moves   bool
	Size    geom.Vec   // of its hull: length, width and height, m; 0 where it has none
	Middle  geom.Vec   // of the hull, in the body frame, m
	Hollow  bool       // the hull is a frame, and no torpedo
	Program string     // type of what runs on it; empty for nothing
	Tasks   []string   // of its computer
	Path    []geom.Vec // that it is to go along; none where that is not known before
}

// SceneLink is a link, with the names of its models.
type SceneLink struct {
	Name, Protocol, Channel string
	Unit                    phy.Unit // of powers
	Frames                  []string // names of the kinds of frames, by their numbers
	Radios                  []SceneRadio
}

// SceneRadio is a radio of a link, in a band of it.
type SceneRadio struct {
	Node  int32
	Modem *phy.Modem
}

// SceneThing is a thing that stays where it is.
type SceneThing struct {
	Name  string
	Node  int32 // that it belongs to; trace.None where it is an obstacle of the scenario
	Solid solid.Solid
}

// Bottom is the depth of the water, on a grid where it is not the same everywhere. Without a bottom Depth is 0.
type Bottom struct {
	Depth float64 // m, below the middle of the nodes
	X, Y  []float64
	Z     [][]float64 // by Y, then X; m, z up
}

// Scene returns what there is to be seen.
func (s *Simulation) Scene() Scene {
	var scene Scene
	running, paths := map[int32]string{}, map[int32][]geom.Vec{}
	for _, p := range s.programs {
		running[p.Addr] = p.Type
		if planned, ok := p.Running.(program.Planned); ok {
			paths[p.Addr] = planned.Path()
		}
	}
	low, high := geom.Vec{X: math.Inf(1), Y: math.Inf(1)}, geom.Vec{X: math.Inf(-1), Y: math.Inf(-1)}
	for i, n := range s.nodes {
		m, _ := n.motion(0)
		node := SceneNode{Name: n.name, Group: n.group.Name, At: m.Position, Turned: m.Attitude, Moves: n.body != nil || n.drifts(), Program: running[int32(i)], Path: paths[int32(i)]}
		if n.cpu != nil {
			node.Tasks = n.cpu.Tasks()
		}
		if n.body != nil {
			if model := n.body.Model(); model != nil {
				node.Size, node.Middle = model.Size, model.Body.Buoyancy
				node.Hollow = model.Size.X < 3*max(model.Size.Y, model.Size.Z)
			}
		}
		scene.Nodes = append(scene.Nodes, node)
		low.X, low.Y = min(low.X, m.Position.X), min(low.Y, m.Position.Y)
		high.X, high.Y = max(high.X, m.Position.X), max(high.Y, m.Position.Y)
	}
	for _, o := range s.obstacles {
		scene.Things = append(scene.Things, SceneThing{o.Name, o.of, o.Solid})
	}
	scene.Links, scene.Bottom = slices.Clone(s.shown), s.bottom(low, high)
	for _, r := range s.radios {
		if to := &scene.Links[r.link].Radios; !r.unused {
			*to = append(*to, SceneRadio{r.node, r.Modem()})
		}
	}
	return scene
}

// showLinks names what is seen of the links.
func (b *builder) showLinks() {
	for i := range b.plan.Links {
		l := &b.plan.Links[i]
		shown := SceneLink{Name: l.Name, Protocol: b.protocol(l), Channel: b.plan.doc.Model("links", l.Name, "channel"), Unit: l.Modem.Unit(), Frames: []string{"data", "ACK"}}
		if named, ok := l.MAC.(mac.Naming); ok {
			shown.Frames = named.FrameKinds()
		}
		b.shown = append(b.shown, shown)
	}
	if b.plan.Network != nil {
		b.shown = append(b.shown, SceneLink{Name: NetworkLink})
	}
}

// bottom returns the bottom below what lies between two corners, and around it.
func (s *Simulation) bottom(low, high geom.Vec) (b Bottom) {
	depth := s.water.Seabed(low.Add(high).Scale(0.5))
	if math.IsInf(depth, 1) {
		return b
	}
	b.Depth = depth
	const points = 49
	wide := max(high.X-low.X, high.Y-low.Y, 2*depth) * 0.75
	middle, even := low.Add(high).Scale(0.5), true
	for i := range points {
		along := (float64(i)/(points-1) - 0.5) * 2 * wide
		b.X, b.Y = append(b.X, middle.X+along), append(b.Y, middle.Y+along)
	}
	for _, y := range b.Y {
		var row []float64
		for _, x := range b.X {
			z := -s.water.Seabed(geom.Vec{X: x, Y: y})
			even = even && z == -depth
			row = append(row, z)
		}
		b.Z = append(b.Z, row)
	}
	if even {
		b.X, b.Y, b.Z = nil, nil, nil
	}
	return b
}

// drifts reports whether a node that is no vehicle may move.
func (n *node) drifts() bool {
	still, ok := n.at.(interface{ Still() bool })
	return !ok || !still.Still()
}

// Actuators returns what each vehicle can be asked for, by the name of its node.
func (s *Simulation) Actuators() map[string][]vehicle.Actuator {
	all := map[string][]vehicle.Actuator{}
	for _, n := range s.nodes {
		if n.body != nil {
			all[n.name] = n.body.Dynamics().Actuators()
		}
	}
	return all
}

// Sample has a function called with a period, which may look and change nothing. It must be called before Start.
func (s *Simulation) Sample(period time.Duration, look func(now sim.Time)) {
	s.looks = append(s.looks, periodic{period, look})
}

// periodic is a function that is called with a period.
type periodic struct {
	period time.Duration
	look   func(now sim.Time)
}

// Place returns where a node is now.
func (s *Simulation) Place(node int32, now sim.Time) geom.Vec {
	at, _ := s.nodes[node].moves(now)
	return at
}

// ObserveLink has an observer told of the frames and waves of a link. It is called before the run,
// and changes nothing of it but the number of its events.
func (s *Simulation) ObserveLink(link string, o phy.Observer) error {
	index := slices.Index(s.names.Links, link)
	if index < 0 {
		return errors.New(strict.Unknown("link", link, s.names.Links))
	}
	for i, m := range s.media {
		if s.linkOf[i] == s.mediaOf[index] {
			m.Observe(o)
		}
	}
	return nil
}

// ObserveMedia has an observer told of each band of each link, by the index of the link and the number of the band. Links that share
// the water have those of the first of them. It is called before the run, as ObserveLink.
func (s *Simulation) ObserveMedia(by func(link uint8, band int) phy.Observer) {
	bands := map[uint8]int{}
	for i, m := range s.media {
		link := s.linkOf[i]
		if o := by(link, bands[link]); o != nil {
			m.Observe(o)
		}
		bands[link]++
	}
}
