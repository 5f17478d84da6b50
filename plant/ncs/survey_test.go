package ncs

import (
	"fmt"
	"math"
	"testing"
	"time"

	"halocline/plant/autopilot"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// otter is a hull for surveys: a buoy whose velocities the test sets.
type otter struct {
	buoy
	over, through geom.Vec // ground and water, m/s
	last          vehicle.Input
}

func (o *otter) Current(sim.Time) geom.Vec { return o.over.Sub(o.through) }

func (o *otter) At(t sim.Time) *vehicle.State {
	s := o.buoy.At(t)
	v := s.Attitude.RotateInverse(o.over)
	s.Velocity[0], s.Velocity[1], s.Velocity[2] = v.X, v.Y, v.Z
	return s
}

func (o *otter) Command(in *vehicle.Input) {
	o.buoy.Command(in)
	o.last = *in
}

// survey returns the computer of a vehicle that has cross's thrusters and surveys along x, and its
// hull, which stays at the origin unless the test moves it.
func survey(t *testing.T, change func(c *SurveyConfig)) (*Surveyor, *otter) {
	t.Helper()
	model := cross(t)
	model.Controls = []vehicle.Axis{vehicle.Surge, vehicle.Sway, vehicle.Heave, vehicle.Yaw}
	k := sim.New(nil)
	hull := &otter{buoy: buoy{kernel: k, state: vehicle.AtRest(geom.Vec{}, 0)}}
	c := DefaultSurvey()
	c.Path, c.Speed = []geom.Vec{{}, {X: 100}}, 2
	if change != nil {
		change(c)
	}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	s, err := newSurveyor(Node{Kernel: k}, c, hull, known{hull}, model)
	if err != nil {
		t.Fatal(err)
	}
	return s, hull
}

// At (0, 5, -3) beside a leg along x, looking 10 m ahead: heading -atan(5/10), climb 3/10 and in
// the first 20 ms 2/(4 x 10^2) x 3 x 0.02 of its integral. 100 kg without damping and b =
// 0.5/s have 50 N for each m/s and 6.25 N in each s; 10 kg m2 have 20 N m for each rad/s, and a
// rad asks for 0.5 rad/s and for 0.0625 more in each s.
func TestForcesOfASurvey(t *testing.T) {
	s, hull := survey(t, nil)
	hull.state.Position = geom.Vec{Y: 5, Z: -3}
	run(t, hull.kernel, 10*ms)
	climb, heading := 0.3+0.005*3*0.02, -math.Atan(0.5)
	gain := 50 + 6.25*0.02
	want := push{force: geom.Vec{
		X: gain * 2 * math.Cos(climb) * math.Cos(heading),
		Y: gain * 2 * math.Cos(climb) * math.Sin(heading),
		Z: gain * 2 * math.Sin(climb),
	}, yaw: 20 * (0.5 + 0.0625*0.02) * heading}
	if len(hull.command) != 1 || hull.command[0].force.Dist(want.force) > 1e-9 || math.Abs(hull.command[0].yaw-want.yaw) > 1e-9 {
		t.Errorf("%+v, want %+v", hull.command, want)
	}
	if at := s.pilot.Fastest(); !math.IsInf(at, 1) {
		t.Errorf("without drag it gets up to %g m/s", at)
	}
}

// A drift of 1 m/s to the left at 2 m/s takes a heading of -asin(1/2). The velocity that is
// wanted through the water goes there; the one that it has is that over ground less the drift.
func TestCrab(t *testing.T) {
	for _, c := range []struct {
		drift geom.Vec
		crab  bool
		want  float64
	}{{geom.Vec{Y: 1}, true, -math.Pi / 6}, {geom.Vec{Y: -1, X: 5}, true, math.Pi / 6}, {geom.Vec{Y: 1}, false, 0}, {geom.Vec{Y: 3}, true, -math.Pi / 2}} {
		_, hull := survey(t, func(s *SurveyConfig) { s.Crab = c.crab })
		hull.over, hull.through = c.drift, geom.Vec{}
		run(t, hull.kernel, 10*ms)
		if got := hull.command[0].force; math.Abs(math.Atan2(got.Y, got.X)-c.want) > 1e-9 {
			t.Errorf("drift %v, crab %t: force %v, want at %g rad", c.drift, c.crab, got, c.want)
		}
	}
}

// walk is a survey of an L of 30 m and 40 m that begins 20 m before its first point. The vehicle
// is put on the way in straight lines of 1 m/s.
func walk(t *testing.T, guidance, then string) (*Surveyor, *otter) {
	return survey(t, func(c *SurveyConfig) {
		c.Path = []geom.Vec{{X: 20, Z: -5}, {X: 50, Z: -5}, {X: 50, Y: 40, Z: -9}}
		c.Guidance, c.Then, c.Reach, c.Ahead = guidance, then, 2, 6
	})
}

// strides gives the place on the walk at a time.
func strides(at sim.Time) geom.Vec {
	if s := at.Seconds(); s > 50 {
		return geom.Vec{X: 50, Y: min(s-50, 40), Z: -5 - min(s-50, 40)/10}
	}
	return geom.Vec{X: at.Seconds(), Z: -5 * min(1, at.Seconds()/20)}
}

// Who looks ahead passes a point 2 m before it: at 18, 48 and 88 s. Who pursues passes it when it
// is 6 m away, at 14, 44 and 84 s, and the very last one at 88 s, too. The way back to
// the first point has the direction (-3, -4)/5, so that 1 m before the last point is 0.8 m along it.
// What lies along the line of a leg is not off it.
func TestLegsOfASurvey(t *testing.T) {
	for _, row := range []struct {
		guidance, then string
		until          time.Duration
		covered        float64
		across         float64 // NaN: not on the path
		finished       float64 // s; -1: not yet
	}{
		{"line-of-sight", "hold", 17900 * ms, 0, math.NaN(), -1},
		{"line-of-sight", "hold", 18100 * ms, 0, 0, -1},
		{"line-of-sight", "hold", 40 * time.Second, 20, 0, -1},
		{"line-of-sight", "hold", 48100 * ms, 30, 0, -1},
		{"line-of-sight", "hold", 60 * time.Second, 40, 0, -1},
		{"line-of-sight", "hold", 89 * time.Second, 70, math.NaN(), 88},
		{"line-of-sight", "repeat", 89 * time.Second, 70.8, 0, 88},
		{"pursuit", "hold", 13900 * ms, 0, math.NaN(), -1},
		{"pursuit", "hold", 14100 * ms, 0, 0, -1},
		{"pursuit", "hold", 43900 * ms, 23.9, 0, -1},
		{"pursuit", "hold", 44100 * ms, 30, 0, -1},
		{"pursuit", "stop", 89 * time.Second, 70, math.NaN(), 88},
		{"pursuit", "repeat", 89 * time.Second, 70.8, 0, 84},
	} {
		what := fmt.Sprint(row.guidance, " ", row.then, " at ", row.until)
		s, hull := walk(t, row.guidance, row.then)
		hull.path = strides
		run(t, hull.kernel, row.until)
		at := strides(sim.Time(row.until))
		if got := s.Covered(at); math.Abs(got-row.covered) > 1e-9 {
			t.Errorf("%s: %g m covered, want %g", what, got, row.covered)
		}
		across, _, on := s.Off(at)
		if on == math.IsNaN(row.across) || on && math.Abs(across-row.across) > 1e-9 {
			t.Errorf("%s: %g m off, on the path %t, want %g", what, across, on, row.across)
		}
		if got := s.Finished(); row.finished < 0 && got >= 0 || row.finished > 0 && math.Abs(got.Seconds()-row.finished) > 0.0201 {
			t.Errorf("%s: finished at %v, want %g", what, got, row.finished)
		}
	}
	s, _ := walk(t, "line-of-sight", "repeat")
	same(t, "path", s.Path(), []geom.Vec{{X: 20, Z: -5}, {X: 50, Z: -5}, {X: 50, Y: 40, Z: -9}})
}

// At 60 s the leg from (50, 0) to (50, 40) is followed, and the one before it leads from (20, 0)
// to (50, 0). Who cuts the corner is beside both, and the nearer one counts; who is carried off along
// the line of the one before, ahead or back, is beside the leg that is followed only.
func TestBesideALeg(t *testing.T) {
	s, hull := walk(t, "line-of-sight", "hold")
	hull.path = strides
	run(t, hull.kernel, 60*time.Second)
	for _, row := range []struct {
		at     geom.Vec
		across float64
	}{
		{geom.Vec{X: 45, Y: 3}, 3},
		{geom.Vec{X: 48, Y: 3}, 2},
		{geom.Vec{X: 450, Y: 1}, 400},
		{geom.Vec{X: 10, Y: 1}, 40},
		{geom.Vec{X: 52, Y: -30}, 2},
	} {
		if across, _, on := s.Off(row.at); !on || math.Abs(across-row.across) > 1e-9 {
			t.Errorf("at %v: %g m off, on the path %t; want %g", row.at, across, on, row.across)
		}
	}
}

// The points may be seen from the start, and a vehicle that starts near the first one has no leg
// to it.
func TestOriginOfAPath(t *testing.T) {
	for origin, want := range map[string]string{"start": "[{2 0 -3} {102 0 -3}]", "world": "[{0 0 0} {100 0 0}]"} {
		c := DefaultSurvey()
		c.Path, c.Speed, c.Origin = []geom.Vec{{}, {X: 100}}, 1, origin
		r := newRoute(c, geom.Vec{X: 2, Z: -3}, 0)
		if r.first != 0 {
			t.Errorf("%s: a leg to the first point", origin)
		}
		same(t, origin, r.points, want)
	}
}

// A path of three points is repeated without the leg to its first one, and with that from the
// third to the first; what is covered goes on, and the leg before the first is the last one.
func TestRounds(t *testing.T) {
	c := DefaultSurvey()
	c.Path, c.Then = []geom.Vec{{X: 50}, {X: 90}, {X: 90, Y: 30}}, "repeat"
	r := newRoute(c, geom.Vec{}, 0)
	var legs []int
	for i := range 9 {
		legs = append(legs, r.leg)
		r.pass(sim.Time(i + 1))
	}
	same(t, "legs", legs, []int{0, 1, 2, 3, 1, 2, 3, 1, 2})
	same(t, "covered", r.past, 2.0*(40+30+50)+40+30)
	same(t, "finished", r.finished, sim.Time(3))
	r.leg = r.first
	if across, _, on := r.off(geom.Vec{X: 58, Y: 6}); !on || across > 1e-12 { // on the way back
		t.Errorf("%g m off", across)
	}
}

// After the end a vehicle that stops asks for nothing. One that holds its place asks for a way
// back of b/4 for each m, against the current, and turns its bow into it.
func TestAfterTheEnd(t *testing.T) {
	_, hull := walk(t, "line-of-sight", "stop")
	hull.path = strides
	run(t, hull.kernel, 100*time.Second)
	if hull.last != (vehicle.Input{}) {
		t.Errorf("%+v", hull.last)
	}
	s, hull := walk(t, "line-of-sight", "hold")
	s.route.ended = true
	hull.state.Position = geom.Vec{X: 50, Y: 44, Z: -9}
	hull.over, hull.through = geom.Vec{X: -0.25}, geom.Vec{} // a current against the bow
	run(t, hull.kernel, 10*ms)
	gain := 50 + 6.25*0.02
	if got, want := hull.command[0].force, (geom.Vec{X: gain * 0.25, Y: -gain * 4 * 0.125}); got.Dist(want) > 1e-9 {
		t.Errorf("force %v, want %v", got, want)
	}
	if got := hull.command[0].yaw; math.Abs(got) > 1e-9 {
		t.Errorf("moment %g", got)
	}
	if z, slope := s.route.height(geom.Vec{X: 50, Y: 20}); z != -9 || slope != 0 { // the last leg comes down to it
		t.Errorf("height %g, slope %g", z, slope)
	}
	s, hull = walk(t, "line-of-sight", "hold")
	s.route.ended = true
	hull.state.Position = geom.Vec{X: 50, Y: 440, Z: -9} // no faster than 2 m/s from there
	run(t, hull.kernel, 10*ms)
	if got, want := hull.command[0].force, (geom.Vec{Y: -2 * gain}); got.Dist(want) > 1e-9 {
		t.Errorf("force %v, want %v", got, want)
	}
}

// On a leg that rises by a tenth the climb is that. A vehicle that cannot come up to its leg, 1 m
// above, asks after a while for what the integral may be, too: pi/12.
func TestClimb(t *testing.T) {
	_, hull := survey(t, func(c *SurveyConfig) { c.Path[1].Z = 10 })
	hull.state.Position = geom.Vec{X: 20, Z: 2}
	run(t, hull.kernel, 10*ms)
	if f := hull.command[0].force; math.Abs(f.Z/f.X-0.1) > 1e-9 {
		t.Errorf("force %v", f)
	}
	s, hull := survey(t, nil)
	hull.state.Position = geom.Vec{X: 20, Z: -1}
	run(t, hull.kernel, 300*time.Second)
	z, slope := s.route.height(hull.state.Position)
	if got := s.climb.Angle(z, slope, -1); math.Abs(got-0.1-math.Pi/12) > 1e-9 {
		t.Errorf("climb %g", got)
	}
	s.climb = autopilot.NewClimb(s.config.Speed, s.config.Ahead, true, s.config.Period) // by its pitch no more than on the level
	if got := s.climb.Angle(50, 0.5, -1000); math.Abs(got-math.Pi/6) > 1e-9 {
		t.Errorf("climb %g", got)
	}
}

// A vehicle that nothing pushes aside swims where its bow points, at full speed, while it turns.
func TestSurveyWithoutSway(t *testing.T) {
	model := cross(t)
	model.Controls = []vehicle.Axis{vehicle.Surge, vehicle.Heave, vehicle.Yaw}
	k := sim.New(nil)
	hull := &otter{buoy: buoy{kernel: k, state: vehicle.AtRest(geom.Vec{X: 20}, math.Pi/2)}}
	c := DefaultSurvey()
	c.Path, c.Speed = []geom.Vec{{}, {X: 100}}, 2
	if _, err := newSurveyor(Node{Kernel: k}, c, hull, known{hull}, model); err != nil {
		t.Fatal(err)
	}
	run(t, k, 10*ms)
	if got, want := hull.command[0].force, (geom.Vec{X: 2 * (50 + 6.25*0.02)}); got.Dist(want) > 1e-9 {
		t.Errorf("force %v, want %v", got, want)
	}
}

// A torpedo 4 m to the left of its leg and 3 m below it. The heading is -atan(4/10), the
// climb 3/10 and a little, as in TestForcesOfASurvey. Its rudder and planes of 0.01 m2 with a slope
// of 20, 1 m behind, give 20 x 0.01 x 1025 v^2/2 N m for each rad: at half its speed of 4 m/s, which
// is the least that is assumed, 410, and at 6 m/s 3690. They ask for 20 N m for each rad/s.
func TestFinsOfASurvey(t *testing.T) {
	fin := vehicle.Fin{Position: geom.Vec{X: -1}, Hinge: geom.Vec{Z: -1}, Chord: geom.Vec{X: 1}, Area: 0.01, Slope: 20, MaxAngle: 0.3}
	planes := fin
	planes.Hinge = geom.Vec{Y: -1}
	whole := cross(t)
	model, err := vehicle.NewModel(whole.Body, whole.Thrusters[:2], []vehicle.Fin{fin, planes})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ through, pressure float64 }{{0, 410 / 0.2}, {6, 3690 / 0.2}} {
		k := sim.New(nil)
		hull := &otter{buoy: buoy{kernel: k, state: vehicle.AtRest(geom.Vec{Y: 4, Z: -3}, 0)}}
		hull.over, hull.through = geom.Vec{X: row.through}, geom.Vec{X: row.through}
		c := DefaultSurvey()
		c.Path, c.Speed = []geom.Vec{{}, {X: 100}}, 4
		s, err := newSurveyor(Node{Kernel: k}, c, hull, known{hull}, model)
		if err != nil {
			t.Fatal(err)
		}
		run(t, k, 10*ms)
		rate, moment := 0.5+0.0625*0.02, 20.0
		turn := geom.Quat.Mul(geom.FromEuler(-math.Atan(0.4), 0, 0), geom.FromEuler(0, -0.3-0.01*3*0.02, 0))
		half := math.Acos(turn.W)
		for i, part := range []float64{turn.Z, turn.Y} {
			want := moment * rate * 2 * half * part / math.Sin(half) / (0.2 * row.pressure)
			if got := hull.last[2+i]; math.Abs(got-want) > 1e-9 {
				t.Errorf("at %g m/s: angle %g, want %g", row.through, got, want)
			}
		}
		if !s.pilot.Pitches() {
			t.Error("it does not climb by its pitch")
		}
	}
}

// What no survey can be is refused with its place and what to do.
func TestFaultsOfASurvey(t *testing.T) {
	for _, row := range []struct {
		path  []geom.Vec
		then  string
		field string
		want  string
	}{
		{[]geom.Vec{{}, {X: 9}, {X: 9}}, "hold", "path", "points 2 and 3 are the same; leave one of them out"},
		{[]geom.Vec{{}, {X: 9}, {}}, "hold", "", "<nil>"},
		{[]geom.Vec{{}, {X: 9}, {}}, "repeat", "path", "the first point and the last one are the same; leave out the last one, to which then: repeat goes back by itself"},
		{[]geom.Vec{{}, {Z: -9}}, "hold", "path", "point 2 lies straight above or below point 1, and a leg has a direction; move one of them aside"},
		{[]geom.Vec{{}, {X: 3, Y: 4}}, "hold", "reach", "the leg from point 1 to point 2 is 5 m long in the plane, and a point counts as passed 5 m before it; make reach less"},
		{[]geom.Vec{{}, {X: 9}, {X: 3}}, "hold", "", "<nil>"},
		{[]geom.Vec{{}, {X: 9}, {X: 3}}, "repeat", "reach", "the leg from point 3 to point 1 is 3 m long in the plane, and a point counts as passed 5 m before it; make reach less"},
	} {
		c := DefaultSurvey()
		c.Path, c.Then = row.path, row.then
		err := c.Validate()
		if fmt.Sprint(err) != row.want {
			t.Errorf("%v: %v, want %s", row.path, err, row.want)
		}
		if f, ok := err.(interface{ Field() string }); err != nil && (!ok || f.Field() != row.field) {
			t.Errorf("%v: not at %s", row.path, row.field)
		}
	}
}

// A time constant has eight periods at least.
func TestPeriodOfASurvey(t *testing.T) {
	for period, want := range map[time.Duration]string{
		250 * ms: "<nil>", 251 * ms: "251ms is too long to steer with a time constant of 2s; make it 250ms at most, or the time constant longer",
	} {
		c := DefaultSurvey()
		c.Path, c.Period = []geom.Vec{{}, {X: 9}}, period
		if err := c.Validate(); fmt.Sprint(err) != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Steering does not allocate.
func TestSurveyDoesNotAllocate(t *testing.T) {
	for _, guidance := range []string{"line-of-sight", "pursuit", "stop"} {
		s, hull := walk(t, guidance, "repeat")
		if guidance == "stop" {
			s.route.ended, s.config.Then = true, "stop"
		}
		now := sim.Time(0)
		hull.path = func(sim.Time) geom.Vec { return strides(now) }
		hundred := func() {
			for range 100 {
				now = now.Add(200 * ms)
				hull.command = hull.command[:0]
				s.step(now)
			}
		}
		hundred()
		if n := testing.AllocsPerRun(10, hundred); n != 0 {
			t.Errorf("%s: %g allocations in a hundred jobs", guidance, n)
		}
	}
}

// known is the estimate of an otter that knows how it moves.
type known struct{ *otter }

func (k known) Motion(now sim.Time) (*vehicle.Motion, bool) { return &k.At(now).Motion, true }

func (k known) Current(now sim.Time) (geom.Vec, bool) { return k.otter.Current(now), true }
