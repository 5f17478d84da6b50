package scenarios

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// What a probe reads of three vehicles just before the next set-point is within 1 % of each step of the bundled scenario: of 5 m of
// depth or height, 150 deg, 10 deg, and of the speeds, and so is what the report of each has as its last error. The seabed is at 40 m.
func TestHelmKeepsSetPoints(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const deg = math.Pi / 180
	rows := []struct {
		node, name     string
		at, want, step float64
	}{
		{"remus", "z_m", 199, -15, 5},
		{"remus", "surge_mps", 449, 1.5, 1.5},
		{"remus", "heading_rad", 299, 150 * deg, 150 * deg},
		{"remus", "pitch_rad", 350, 10 * deg, 10 * deg}, // a dive of 10 deg
		{"remus", "z_m", 449, -20, 5},
		{"remus", "surge_mps", 549, 2, 0.5},
		{"remus", "z_m", 700, -25, 5},
		{"taipan", "z_m", 199, -15, 5},
		{"taipan", "heading_rad", 299, 150 * deg, 150 * deg},
		{"taipan", "pitch_rad", 350, 10 * deg, 10 * deg},
		{"taipan", "z_m", 449, -20, 5},
		{"taipan", "surge_mps", 700, 2, 0.5},
		{"bluerov", "z_m", 149, -15, 5},
		{"bluerov", "heading_rad", 249, 150 * deg, 150 * deg},
		{"bluerov", "surge_mps", 349, 0.5, 0.5},
		{"bluerov", "surge_mps", 449, 0, 0.5},
		{"bluerov", "pitch_rad", 449, -10 * deg, 10 * deg},
		{"bluerov", "z_m", 700, -12, 3},
	}
	plan := load(t, "helm")
	names := plan.Names().Nodes
	seen := 0
	s, err := plan.Build(nil, tracerFunc(func(r trace.Record) {
		for _, row := range rows {
			if r.Kind != trace.Sample || r.Note != row.name || r.Node < 0 || names[r.Node] != row.node || r.At.Seconds() != row.at {
				continue
			}
			if seen++; math.Abs(r.Value-row.want) > 0.01*row.step {
				t.Errorf("%s: %s is %g at %g s, want %g", row.node, row.name, r.Value, row.at, row.want)
			}
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	s.Watch(50e6)
	end, err := s.Run(t.Context())
	if err != nil || seen != len(rows) {
		t.Fatalf("%v, %d of %d readings", err, seen, len(rows))
	}
	steps := 0
	for _, p := range s.Programs() {
		steps += checkReport(t, p, end)
	}
	if steps != 7+6+6 { // those that the vehicles begin with left out, but for the speed
		t.Errorf("%d steps", steps)
	}
}

// checkReport checks the errors at the end of each step of a helm, and returns how many steps there were.
func checkReport(t *testing.T, p Installed, end sim.Time) (steps int) {
	t.Helper()
	list, report := p.Running.(program.Reporting).Report(end)
	text, err := json.Marshal(report)
	var r struct {
		Steps []struct {
			Quantity string
			From, To float64
			Error    *float64 `json:"error_end"`
		} `json:"set_points"`
	}
	if err != nil || list != "helms" || json.Unmarshal(text, &r) != nil {
		t.Fatalf("%s: %v, %s", list, err, text)
	}
	for _, s := range r.Steps {
		if size := math.Abs(s.To - s.From); size > 0.01 {
			if steps++; s.Error == nil || math.Abs(*s.Error) > 0.01*size {
				t.Errorf("%s: %+v", p.Node, s)
			}
		}
	}
	return steps
}

type tracerFunc func(trace.Record)

func (f tracerFunc) Emit(r trace.Record) { f(r) }

// What makes no sense is said once, at its key.
func TestHelmFaults(t *testing.T) {
	const head = `name: faults
duration: 10s
water: {seabed: 30m}
links: {a: {channel: ideal, modem: plain, mac: aloha}}
nodes:
  - {name: auv, at: [0m, 0m, -10m], `
	for _, row := range []struct{ vehicle, run, want string }{
		{"remus-100", "at: [{speed: 1m/s, pitch: 90deg}]", "90deg is out of range; write at least -1.0472rad and at most 1.0472rad"},
		{"remus-100", "at: [{speed: 1m/s, height: 5m}]", "the node has no altimeter or log"},
		{"remus-100", "at: [{speed: 1m/s}, {depth: 12m}]", "set-point 2 never comes; give it a time t, or the one before a condition until"},
		{"remus-100", "at: [{t: 5s, speed: 1m/s}, {t: 5s, depth: 12m}]", "set-point 2 comes at 5s, and number 1 before it at 5s"},
		{"remus-100", "at: [{speed: 1m/s, depth: 12m, pitch: 5deg}]", "a set-point of depth has no pitch beside it"},
		{"remus-100", "at: [{speed: 1m/s, until: deep}, {depth: 12m}]", `"deep" is nothing that is known here`},
		{"remus-100", "at: [{speed: 1m/s, until: depth > 5s}, {depth: 12m}]", `"5s" is no value of depth`},
		{"remus-100", "at: [{speed: 1m/s, until: height < 5m}, {depth: 12m}]", "the node has no altimeter or log"},
		{"remus-100", "at: [{speed: 1m/s, until: battery < 5%}, {depth: 12m}]", "the node has no battery"},
		{"remus-100", "at: [{speed: 1m/s, until: depth > 5m}]", "nothing comes after the last set-point"},
		{"remus-100", "at: [{speed: 1m/s}, {t: 3s}]", "set-point 2 sets nothing"},
		{"remus-100", "at: [{speed: 1m/s}], period: 200ms", "200ms is too long to steer with a time constant of 1s"},
		{"remus-100", "at: [{speed: 2.4m/s}], period: 100ms", "too long to hold its hull"},
		{"bluerov2-heavy", "at: [{depth: 12m}], gains: {kz: 1, kth: 1, kq: 1, kpsi: 1, kr: 1}", "these are of fins that turn the vehicle about pitch and yaw"},
		{"{dynamics: point}", "at: [{pitch: 5deg}]", "nothing turns the vehicle about its pitch"},
		{"remus-100", "at: [{speed: 9m/s}], period: 10ms", "warning at[0].speed: it is to swim at 9 m/s"},
		{"remus-100", "at: [{speed: 1.5m/s, depth: 45m}]", "warning at[0].depth: it is to dive to 45 m, and where it starts the seabed is at 30 m"},
		{"remus-100", "at: [{depth: 12m}]", "warning at[0].speed: it climbs and turns by its fins, and at 0 m/s they give nothing"},
	} {
		plan, err := Standard().Parse("a.yaml", head+"vehicle: "+row.vehicle+", run: {type: helm, navigation: truth, "+row.run+"}}\n", nil)
		var warnings []string
		if err == nil {
			warnings, err = plan.Check()
		}
		if want, ok := strings.CutPrefix(row.want, "warning "); ok {
			if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], want) {
				t.Errorf("%s: %v, %q, want one warning %s", row.run, err, warnings, want)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), row.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want one fault: %s", row.run, err, row.want)
		}
	}
}
