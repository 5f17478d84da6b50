package external_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/plant/program"
	"halocline/plant/program/external"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// fake is a node with a vehicle and links, of which a test sees what is asked of it and what it sends.
type fake struct {
	program.Site
	kernel   *sim.Kernel
	down     bool
	dynamics vehicle.Dynamics // nil: it is no vehicle
	commands []vehicle.Input
	links    []*link // the first one is sound, the second one radio
	warnings []string
}

type (
	hull struct {
		program.Body
		*fake
	}
	// plain are equations of two thrusters and a fin.
	plain struct{ vehicle.Dynamics }
	// shared are equations whose actuators are asked for by axes: the input of an axis is its force. It has 100 ahead and 80 astern.
	shared struct{ plain }
	shares struct{ vehicle.Allocator }
)

func (*fake) Name() string                 { return "auv" }
func (f *fake) Kernel() *sim.Kernel        { return f.kernel }
func (f *fake) Down() bool                 { return f.down }
func (f *fake) Warn(text string, _ ...any) { f.warnings = append(f.warnings, text) }
func (f *fake) Body() program.Body {
	if f.dynamics == nil {
		return nil
	}
	return hull{fake: f}
}
func (h hull) Dynamics() vehicle.Dynamics { return h.dynamics }
func (h hull) Command(in *vehicle.Input)  { h.commands = append(h.commands, *in) }

func (plain) Actuators() []vehicle.Actuator {
	return []vehicle.Actuator{{Name: "port", Unit: "N", Least: -20, Most: 40}, {Unit: "N", Least: -20, Most: 40}, {Name: "rudder", Unit: "rad", Least: -0.5, Most: 0.5}}
}

func (shared) Controlled() []vehicle.Axis {
	return []vehicle.Axis{vehicle.Surge, vehicle.Heave, vehicle.Yaw}
}
func (shared) Allocate(...vehicle.Axis) (vehicle.Allocator, error) { return shares{}, nil }
func (shares) Most(vehicle.Axis) (ahead, astern float64)           { return 100, 80 }
func (shared) Force(in *vehicle.Input) geom.Vec                    { return geom.Vec{X: in[0], Y: in[1], Z: in[2]} }
func (shares) Thrusts(tau *vehicle.Six, in *vehicle.Input) bool {
	copy(in[:], tau[:])
	return true
}

// driven returns a node whose vehicle is driven, and its ports by their names.
func driven(t *testing.T, equations vehicle.Dynamics, c external.DriveConfig) (*fake, *external.Drive, map[string]program.Port) {
	t.Helper()
	f := &fake{kernel: sim.New(nil), dynamics: equations}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	d, err := external.NewDrive(&c, f)
	if err != nil {
		t.Fatal(err)
	}
	ports := map[string]program.Port{}
	for _, p := range d.Ports() {
		ports[p.Name] = p
	}
	return f, d, ports
}

// at has something done at a time.
func (f *fake) at(at time.Duration, do func(now sim.Time)) {
	f.kernel.NewTimer(sim.Control, do).Arm(sim.Time(at))
}

// asked compares the beginnings of the commands with what they should be.
func (f *fake) asked(t *testing.T, want ...[3]float64) {
	t.Helper()
	var got [][3]float64
	for _, c := range f.commands {
		got = append(got, [3]float64(c[:3]))
	}
	if !slices.Equal(got, want) {
		t.Errorf("asked for %v, want %v", got, want)
	}
}

// names returns the names, units and bounds of ports.
func names(d *external.Drive) (all []program.Port) {
	for _, p := range d.Ports() {
		all = append(all, program.Port{Name: p.Name, Unit: p.Unit, Kind: p.Kind, Least: p.Least, Most: p.Most})
	}
	return all
}

func samePorts(t *testing.T, got, want []program.Port) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("ports %v", got)
	}
	for i, w := range want {
		if g := got[i]; g.Name != w.Name || g.Unit != w.Unit || g.Kind != w.Kind || g.Least != w.Least || g.Most != w.Most {
			t.Errorf("port %+v, want %+v", g, w)
		}
	}
}

// A wrench has a port for each axis that the actuators are there for. A limit of 30 N holds for forces and not for moments.
func TestWrench(t *testing.T) {
	f, d, ports := driven(t, shared{}, external.DriveConfig{In: "wrench", Limit: 30, OnStale: "hold"})
	const kind = program.WrenchPort
	samePorts(t, names(d), []program.Port{
		{Name: "surge", Unit: "N", Kind: kind, Least: -30, Most: 30},
		{Name: "heave", Unit: "N", Kind: kind, Least: -30, Most: 30},
		{Name: "yaw", Unit: "N.m", Kind: kind, Least: -80, Most: 100},
	})
	told := 0
	d.Asked(func(sim.Time) { told++ })
	ports["surge"].In(0, 50)
	ports["surge"].In(0, -50)
	ports["heave"].In(0, 20)
	ports["yaw"].In(0, 50)
	f.asked(t, [3]float64{30}, [3]float64{-30}, [3]float64{-30, 0, 20}, [3]float64{-30, 0, 20})
	if got := f.commands[3][vehicle.Yaw]; got != 50 || told != 4 || d.Force().X != -30 || d.Force().Z != 20 {
		t.Errorf("a moment of %g; told %d times; force %v", got, told, d.Force())
	}
}

// Each actuator has a port by its name, or by its number. The limit holds for thrusters and not for fins.
func TestActuators(t *testing.T) {
	f, d, ports := driven(t, plain{}, external.DriveConfig{In: "actuators", Limit: 30, OnStale: "hold"})
	const kind = program.ActuatorPort
	samePorts(t, names(d), []program.Port{
		{Name: "port", Unit: "N", Kind: kind, Least: -20, Most: 30},
		{Name: "actuator2", Unit: "N", Kind: kind, Least: -20, Most: 30},
		{Name: "rudder", Unit: "rad", Kind: kind, Least: -0.5, Most: 0.5},
	})
	ports["port"].In(0, 10)
	ports["actuator2"].In(0, 35)
	ports["rudder"].In(0, 0.2)
	f.asked(t, [3]float64{10}, [3]float64{10, 30}, [3]float64{10, 30, 0.2})
	if d.Force().Norm() != 0 {
		t.Errorf("a force of %v by axes", d.Force())
	}
}

// What comes in at 1 s and at 1.4 s is stale after 0.5 s, at 1.9 s. It is held, or nothing is asked any more until 3 s, when only that is asked
// which comes in then, or the run ends. Nothing is stale before the first thing that comes in.
func TestStale(t *testing.T) {
	for on, want := range map[string][][3]float64{
		"hold": {{7}, {8}, {8, 0, 5}}, "zero": {{7}, {8}, {}, {0, 0, 5}}, "stop": {{7}, {8}},
	} {
		f, _, ports := driven(t, shared{}, external.DriveConfig{In: "wrench", Stale: 500 * time.Millisecond, OnStale: on})
		f.at(time.Second, func(now sim.Time) { ports["surge"].In(now, 7) })
		f.at(1400*time.Millisecond, func(now sim.Time) { ports["surge"].In(now, 8) })
		f.at(3*time.Second, func(now sim.Time) { ports["heave"].In(now, 5) })
		f.at(1899*time.Millisecond, func(sim.Time) { f.asked(t, [3]float64{7}, [3]float64{8}) })
		err := f.kernel.Run(t.Context(), sim.Time(3200*time.Millisecond))
		f.asked(t, want...)
		if ends := err != nil; ends != (on == "stop") || ends && (f.kernel.Now() != 1.9e9 || !strings.Contains(err.Error(), "node auv: nothing has come in through its ports for 500ms")) {
			t.Errorf("%s: %v at %v", on, err, f.kernel.Now())
		}
	}
	f, _, _ := driven(t, shared{}, external.DriveConfig{In: "wrench", Stale: 500 * time.Millisecond, OnStale: "stop"})
	if err := f.kernel.Run(t.Context(), sim.Time(9*time.Second)); err != nil || f.commands != nil {
		t.Errorf("%v, %v: nothing has come in yet", err, f.commands)
	}
}

// A node that is down asks for nothing of what comes in meanwhile, but knows it. One that is blocked asks for nothing once, and for nothing that
// comes in then; that nothing comes in any more does not end the run.
func TestDownAndBlocked(t *testing.T) {
	f, d, ports := driven(t, shared{}, external.DriveConfig{In: "wrench", Stale: time.Second, OnStale: "stop"})
	told := 0
	d.Asked(func(sim.Time) { told++ })
	f.down = true
	ports["surge"].In(0, 7)
	f.asked(t)
	f.down = false
	ports["heave"].In(0, 5)
	d.Block(true)
	ports["surge"].In(0, 9)
	f.asked(t, [3]float64{7, 0, 5}, [3]float64{})
	if err := f.kernel.Run(t.Context(), sim.Time(2*time.Second)); err != nil {
		t.Error(err)
	}
	d.Block(false)
	ports["surge"].In(f.kernel.Now(), 1)
	f.asked(t, [3]float64{7, 0, 5}, [3]float64{}, [3]float64{1, 0, 5})
	if told != 2 {
		t.Errorf("told %d times", told)
	}
}

// What cannot be driven is said with what to do.
func TestDrivesThatCannotBe(t *testing.T) {
	for want, row := range map[string]struct {
		equations vehicle.Dynamics
		in        string
	}{
		`node "auv" is no vehicle; give it one`:                                     {nil, "wrench"},
		"without thrusters that a wrench can be shared out to; write in: actuators": {plain{}, "wrench"},
	} {
		_, err := external.NewDrive(&external.DriveConfig{In: row.in}, &fake{kernel: sim.New(nil), dynamics: row.equations})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := (&external.DriveConfig{OnStale: "zero"}).Validate(); err == nil || !strings.Contains(err.Error(), "nothing is ever stale without a time") {
		t.Error(err)
	}
}

// What comes in allocates nothing.
func TestDriveDoesNotAllocate(t *testing.T) {
	f, _, ports := driven(t, shared{}, external.DriveConfig{In: "wrench", Limit: 30, Stale: time.Second, OnStale: "zero"})
	f.commands = make([]vehicle.Input, 0, 1000)
	surge := ports["surge"].In
	if n := testing.AllocsPerRun(100, func() { surge(0, 1) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
