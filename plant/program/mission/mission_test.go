package mission_test

import (
	"testing"
	"time"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/plant/program/mission"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/sim"
)

// spied is a mission of which a test knows when it asks where it is and when it commands its vehicle.
type spied struct {
	mission.Config `yaml:",inline"`
	asked          []sim.Time `yaml:"-"`
	told           []sim.Time `yaml:"-"`
}

type (
	site struct {
		program.Site
		*spied
	}
	body struct {
		program.Body
		site
	}
	estimator struct {
		navigation.Estimator
		site
	}
)

// Install installs the mission at a site that is spied on.
func (s *spied) Install(of program.Site) (program.Running, error) {
	return s.Config.Install(site{of, s})
}

func (s site) Body() program.Body            { return body{s.Site.Body(), s} }
func (s site) Navigation() program.Estimator { return estimator{s.Site.Navigation(), s} }
func (e estimator) Motion(now sim.Time) (*vehicle.Motion, bool) {
	e.asked = append(e.asked, now)
	return e.Estimator.Motion(now)
}

func (b body) Command(in *vehicle.Input) {
	b.told = append(b.told, b.Kernel().Now())
	b.Body.Command(in)
}

// A mission that decides every 200 ms and takes 50 ms for it asks where it is at 0, 200 and 400 ms and acts at 50, 250 and 450 ms. On a
// computer that first does something else for 30 ms every 200 ms it asks at 30 and acts at 80 ms, and so on; with 2 ms for each switch at
// 34 ms, after two of them, and at 84 ms. Without a demand it acts when it asks.
func TestAMissionActsWhenItHasHadItsTime(t *testing.T) {
	for _, row := range []struct {
		keys        string
		asked, told int64 // ms after each release
	}{
		{"period: 200ms", 0, 0},
		{"period: 200ms, task: {demand: 50ms}", 0, 50},
		{"period: 200ms, task: {demand: 50ms, priority: 2}, computer: {load: {sonar: {period: 200ms, demand: 30ms}}}", 30, 80},
		{"period: 200ms, task: {demand: 50ms, priority: 2}, computer: {switch: 2ms, load: {sonar: {period: 200ms, demand: 30ms}}}", 34, 84},
	} {
		spy := &spied{Config: *mission.Default()}
		l := scenarios.Standard()
		if err := scenarios.Put(l, "spied", func() program.Program { return spy }); err != nil {
			t.Fatal(err)
		}
		plan, err := l.Parse("spied.yaml", `
name: spied
duration: 500ms
nodes:
  - {name: auv, at: [0m, 0m, -5m], vehicle: {dynamics: point, step: 10ms}, run: {type: spied, navigation: truth, speed: 1m/s, tasks: [{go: [90m, 0m, -5m]}], `+row.keys+`}}
`, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := plan.Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if spy.asked = nil; spy.told != nil {
			t.Fatal("it commands before the run")
		}
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		for what, got := range map[string][]sim.Time{"asks": spy.asked, "acts": spy.told} {
			after := map[string]int64{"asks": row.asked, "acts": row.told}[what]
			if len(got) != 3 {
				t.Fatalf("%s: it %s at %v", row.keys, what, got)
			}
			for i, at := range got {
				if want := sim.Time((int64(i)*200 + after) * int64(time.Millisecond)); at != want {
					t.Errorf("%s: it %s at %v, want %v", row.keys, what, at, want)
				}
			}
		}
	}
}
