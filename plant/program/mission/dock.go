package mission

import (
	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// DockConfig describes docking as a task: a station brings the vehicle in, by its updates.
type DockConfig struct {
	Station string `yaml:"station" bare:"true" required:"true" doc:"node with a docking-station, which guides the vehicle by its updates. The gains follow from the vehicle. The run ends when all vehicles are docked, unless the station's berth has go_on"`
}

// Validate finds nothing beyond its field.
func (*DockConfig) Validate() error { return nil }

// mooring is the way into a dock, and the stay there.
type mooring struct {
	station string
	by      program.Docking
	active  bool // it steers, or is docked
}

// newMooring returns the goal. There is one, which all tasks share.
func (m *Mission) newMooring(c *DockConfig) (goal, error) {
	switch {
	case m.mooring != nil && m.mooring.station == c.Station:
		return m.mooring, nil
	case m.mooring != nil:
		return nil, fault.In("dock.station", "the mission docks at %q already, and it docks at one station only", m.mooring.station)
	}
	peer, err := m.site.Peer(c.Station)
	if err != nil {
		return nil, fault.In("dock.station", "%w", err)
	}
	berth, ok := peer.(program.Berth)
	if !ok {
		return nil, fault.In("dock.station", "node %q runs no docking-station", c.Station)
	}
	by, err := berth.Dock(m.site, m.step)
	if err != nil {
		return nil, fault.In("dock.station", "%w", err)
	}
	m.mooring = &mooring{station: c.Station, by: by}
	return m.mooring, nil
}

// cast has a vehicle that begins something else leave the dock, or the way to it.
func (m *Mission) cast(now sim.Time) {
	if d := m.mooring; d != nil && d.active {
		d.active = false
		d.by.Break(now)
	}
}

func (d *mooring) begin(m *Mission, h *helm) error {
	if !m.over && !d.by.IsDocked() {
		m.body.Command(m.pilot.Stop())
		d.active = true
		d.by.Begin(h.now)
	}
	return nil
}

func (d *mooring) steer(*Mission, *helm) bool { return d.by.IsDocked() }

func (*mooring) stay(*Mission, *helm) {}

func (*mooring) place(h *helm) (geom.Vec, bool) { return h.motion.Position, true }
