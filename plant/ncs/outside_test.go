package ncs

import (
	"fmt"
	"strings"
	"testing"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/plant/program/external"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// drivenSite is the site of a bridge whose vehicle a program outside drives.
type drivenSite struct {
	program.Site
	*bridge
	model *vehicle.Model
}

type drivenBody struct {
	program.Body
	drivenSite
}

func (drivenSite) Name() string                 { return "auv" }
func (s drivenSite) Kernel() *sim.Kernel        { return s.kernel }
func (drivenSite) Down() bool                   { return false }
func (s drivenSite) Body() program.Body         { return drivenBody{drivenSite: s} }
func (b drivenBody) Dynamics() vehicle.Dynamics { return b.model.Stepper(0.01, vehicle.RK4) }
func (b drivenBody) Command(in *vehicle.Input)  { b.hull.Command(in) }

// newDriven returns a bridge that a program outside drives: what it is told, and its port of surge.
func newDriven(t *testing.T) (b *bridge, forwarded *[]string, surge func(now sim.Time, value float64)) {
	t.Helper()
	b = newBridge(t, func(c *VehicleConfig) { c.External = &external.DriveConfig{In: "wrench", OnStale: "hold"} })
	model := cross(t)
	model.Controls = []vehicle.Axis{vehicle.Surge, vehicle.Sway, vehicle.Heave, vehicle.Yaw}
	if err := b.pilot.driveOutside(b.config.External, drivenSite{bridge: b, model: model}); err != nil {
		t.Fatal(err)
	}
	v := &Voyage{pilot: b.pilot}
	forwarded = new([]string)
	v.Forward(func(m program.Mailed) {
		*forwarded = append(*forwarded, fmt.Sprintf("%g %d %g", m.At.Seconds()*1000, m.Number, m.Body.(*Update).Reference.X))
	})
	for _, p := range v.Ports() {
		if p.Name == "surge" {
			surge = p.In
		}
	}
	return b, forwarded, surge
}

// at has a force asked for at a time, in ms.
func (b *bridge) at(ms int64, do func(now sim.Time)) {
	b.kernel.NewTimer(sim.Control, do).Arm(sim.Time(ms * 1e6))
}

// The updates are forwarded as they come, in ms, and one is used when the first force is asked for after it: that of 41 ms, measured at 40 ms, at
// 50 ms, when it is 10 ms old. That of 81 ms is outdated when the next one comes at 121 ms, 41 ms old. One that was measured before the newest is
// outdated at once and forwarded to nobody, and what is asked twice uses nothing more. None of the laws of the vehicle steers: it would ask for 3000 N.
func TestUpdatesGoToTheProgramOutside(t *testing.T) {
	b, forwarded, surge := newDriven(t)
	b.hears(radio, 41*ms, 40*ms, 3)
	b.at(50, func(now sim.Time) { surge(now, 7) })
	b.at(60, func(now sim.Time) { surge(now, 8) })
	b.hears(radio, 81*ms, 80*ms, 2)
	b.hears(radio, 121*ms, 120*ms, 1)
	b.hears(acoustic, 125*ms, 100*ms, 5)
	b.at(130, func(now sim.Time) { surge(now, 9) })
	b.run(t, 200*ms)
	b.expect(t, "41 switched radio", "50 used 1 radio 10", "121 outdated 2 radio 41", "125 outdated 4 sound 25", "130 used 3 radio 10")
	same(t, "forwarded", *forwarded, []string{"41 1 3", "81 2 2", "121 3 1"})
	same(t, "forces", b.forces(), []string{"50 7", "60 8", "130 9"})
	if b.pilot.Force() != 9 {
		t.Errorf("a force of %g N is told", b.pilot.Force())
	}
}

// A docked vehicle is asked for nothing, an update that waits is outdated then, 9 ms old, and later ones when they come. Let go, it takes both again.
func TestDockedVehiclesAreNotDriven(t *testing.T) {
	b, forwarded, surge := newDriven(t)
	b.at(20, func(now sim.Time) { surge(now, 7) })
	b.hears(radio, 41*ms, 40*ms, 3)
	b.at(49, b.pilot.stop)
	b.at(55, func(now sim.Time) { surge(now, 8) })
	b.hears(radio, 81*ms, 80*ms, 2)
	b.at(100, b.pilot.resume)
	b.hears(radio, 121*ms, 120*ms, 1)
	b.at(130, func(now sim.Time) { surge(now, 9) })
	b.run(t, 200*ms)
	b.expect(t, "41 switched radio", "49 outdated 1 radio 9", "81 outdated 2 radio 1", "130 used 3 radio 10")
	same(t, "forwarded", *forwarded, []string{"41 1 3", "121 3 1"})
	same(t, "forces", b.forces(), []string{"20 7", "49 0", "130 9"})
}

// A vehicle that estimates where it is is no bridge of updates to a program outside, and one without a program outside has no ports and forwards nothing.
func TestVehiclesThatAreNotDriven(t *testing.T) {
	b := newBridge(t, nil)
	v := &Voyage{pilot: b.pilot}
	v.Forward(func(program.Mailed) { t.Error("it is forwarded") })
	b.hears(radio, 41*ms, 40*ms, 3)
	b.run(t, 100*ms)
	if v.Ports() != nil {
		t.Errorf("ports %v", v.Ports())
	}
	b.pilot.estimate = struct{ navigation.Estimating }{}
	err := b.pilot.driveOutside(&external.DriveConfig{}, drivenSite{bridge: b})
	if err == nil || !strings.Contains(err.Error(), "write navigation: truth, or take the program external") {
		t.Error(err)
	}
}

// A program outside learns where its vehicle is from the updates alone, and how it is turned at any time: before the first there is
// no motion, and then the place is that of the newest one that came, however the vehicle moves. An outdated one changes nothing.
func TestProgramsOutsideKnowWhatUpdatesSay(t *testing.T) {
	b, _, _ := newDriven(t)
	v := &Voyage{pilot: b.pilot}
	var got []string
	look := func(now sim.Time) {
		b.hull.state.Position, b.hull.state.Attitude = geom.Vec{X: now.Seconds()}, geom.FromEuler(0.5, 0, 0)
		m, ok := v.Navigation().Motion(now)
		if !ok {
			got = append(got, "none")
			return
		}
		yaw, _, _ := m.Attitude.Euler()
		got = append(got, fmt.Sprintf("%g %.1f", m.Position.X, yaw))
	}
	update := func(at, taken, x int64) {
		m := program.Mail{Body: &Update{Position: geom.Vec{X: float64(x)}, Taken: sim.Time(taken * 1e6)}}
		b.kernel.NewTimer(sim.Comm, func(sim.Time) { b.pilot.Receive(acoustic, m) }).Arm(sim.Time(at * 1e6))
	}
	for _, ms := range []int64{30, 60, 90, 130} {
		b.at(ms, look)
	}
	update(41, 40, 7)
	update(81, 80, 8)
	update(121, 50, 9)
	b.run(t, 200*ms)
	same(t, "known", got, []string{"none", "7 0.5", "8 0.5", "8 0.5"})
	if m, _ := (&Voyage{pilot: newBridge(t, nil).pilot}).Navigation().Motion(0); m == nil {
		t.Error("a vehicle with laws of its own has no motion")
	}
}

// What an update says is known to programs outside by name.
func TestUpdatesAreListed(t *testing.T) {
	var got []string
	u := &Update{Position: geom.Vec{X: 1}, Reference: geom.Vec{Y: 2}, Taken: 3e9}
	put := func(name string, values ...float64) { got = append(got, fmt.Sprint(name, values)) }
	u.List(put)
	u.Ahead = geom.Vec{Z: 4}
	u.List(put)
	same(t, "listed", got, []string{"position[1 0 0]", "reference[0 2 0]", "taken[3]", "position[1 0 0]", "reference[0 2 0]", "ahead[0 0 4]", "taken[3]"})
}
