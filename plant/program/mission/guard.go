package mission

import (
	"math"
	"time"

	"halocline/plant/avoid"
	"halocline/plant/control"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// AvoidConfig describes how a vehicle avoids what it sees.
type AvoidConfig struct {
	Type         string `yaml:"type" oneof:"vfh" doc:"method. vfh: by a histogram of directions, VFH+ of Ulrich and Borenstein (1998)"`
	With         string `yaml:"with" required:"true" doc:"name of the sonar that looks, such as fan"`
	avoid.Config `yaml:",inline"`
	Memory       time.Duration `yaml:"memory" range:"[0,1e6]" doc:"time for which an echo counts, even if the sonar no longer looks there"`
	Patience     time.Duration `yaml:"patience" range:"[0.1,1e6]" doc:"time without progress after which the vehicle plans another way, on its map with all that its sonar has seen; it needs a map"`
}

// Defaults makes it a small vehicle.
func (c *AvoidConfig) Defaults() {
	c.Type, c.Config, c.Memory, c.Patience = "vfh", avoid.Default(), 10*time.Second, 10*time.Second
}

// guard leads a vehicle past what its sonar sees.
type guard struct {
	*AvoidConfig
	mission   *Mission
	eye       *eye
	avoider   *avoid.Avoider
	points    []geom.Vec // of the newest reading
	echoes    []echo     // that count, the oldest first
	kept      sim.Time   // when echoes were added last that stay
	readings  []avoid.Reading
	direction float64  // that was found last, rad
	free      bool     // there was one
	turned    bool     // it is not that to the goal
	found     sim.Time // when it was
	nearest   float64  // to the end of the way that it has come, m
	since     sim.Time
	off       bool // it was kept off its way since then
}

// echo is something that was seen.
type echo struct {
	at   geom.Vec
	when sim.Time
}

// newGuard returns what avoids.
func (m *Mission) newGuard(c *AvoidConfig) (*guard, error) {
	if c == nil {
		return nil, nil
	}
	e, err := m.eyeOf(c.With)
	if err != nil {
		return nil, fault.In("avoid.with", "%w", err)
	}
	own := *e // others have readings of their own
	g := &guard{AvoidConfig: c, mission: m, eye: &own, avoider: avoid.New(c.Config)}
	g.forget()
	return g, nil
}

// look takes what the sonar sees, and puts it on the map. Echoes of one reading each second are kept.
func (g *guard) look(m *Mission, h *helm) {
	if g == nil {
		return
	}
	old := 0
	for old < len(g.echoes) && h.now.Sub(g.echoes[old].when) > g.Memory {
		old++
	}
	g.echoes = append(g.echoes[:0], g.echoes[old:]...)
	if _, ok := g.eye.look(h, &g.points); !ok {
		if h.now.Sub(g.eye.taken) > time.Second {
			g.points = g.points[:0] // of an instrument that sees nothing there is no reading
		}
		return
	}
	keeps := g.eye.each || h.now.Sub(g.kept) >= time.Second
	if keeps {
		g.kept = h.now
	}
	near := g.points[:0]
	for _, at := range g.points {
		if at.Dist(h.motion.Position) > g.Reach {
			continue
		}
		near = append(near, at)
		if keeps {
			g.echoes = append(g.echoes, echo{at, h.now})
		}
		if m.chart.known != nil {
			m.chart.seen = m.chart.known.Take(at) || m.chart.seen
		}
	}
	g.points = near
}

// around returns the point to make for on the way to the end of a leg: the aim of the guidance where nothing is seen, and otherwise one in a
// direction that is free; false where none is.
func (g *guard) around(m *Mission, h *helm, aim, end geom.Vec) (geom.Vec, bool) {
	if g == nil || len(g.points)+len(g.echoes) == 0 {
		return aim, true
	}
	at := h.motion.Position
	const often = 100 * time.Millisecond
	if h.now.Sub(g.found) >= often {
		g.found = h.now
		g.find(h, at, end)
	}
	if g.turned {
		m.count(&m.sums.avoided, h.now)
		g.off = true
	}
	sin, cos := math.Sincos(g.direction)
	to := at.Add(geom.Vec{X: cos, Y: sin}.Scale(m.config.Ahead))
	to.Z = aim.Z
	return to, g.free
}

// find finds the direction to go from a place to another.
func (g *guard) find(h *helm, at, end geom.Vec) {
	g.readings = g.readings[:0]
	put := func(p geom.Vec) {
		g.readings = append(g.readings, avoid.Reading{Bearing: math.Atan2(p.Y-at.Y, p.X-at.X), Distance: math.Hypot(p.X-at.X, p.Y-at.Y)})
	}
	for _, p := range g.points {
		put(p)
	}
	for i := range g.echoes {
		put(g.echoes[i].at)
	}
	const straight = 0.01 // rad
	yaw, _, _ := h.motion.Attitude.Euler()
	goal := control.Heading(at, end, yaw)
	g.direction, g.free = g.avoider.Step(g.readings, yaw, goal, at.Dist(end))
	g.turned = !g.free || math.Abs(geom.WrapAngle(g.direction-goal)) > straight
}

// stuck reports whether the vehicle is to plan anew: it was kept off its way, and has not come nearer to the end of it for long.
func (g *guard) stuck(now sim.Time, left float64) bool {
	const nearer = 0.1 // m
	switch {
	case g == nil:
		return false
	case left < g.nearest-nearer:
		g.nearest, g.since, g.off = left, now, false
	case g.off && g.mission.chart.known != nil && now.Sub(g.since) >= g.Patience:
		g.mission.sums.replans++
		return true
	}
	return false
}

// forget has the vehicle set out on a new way.
func (g *guard) forget() {
	if g != nil {
		g.nearest, g.off, g.since = math.Inf(1), false, g.mission.site.Kernel().Now()
	}
}
