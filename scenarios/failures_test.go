package scenarios

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"halocline/sim/trace"
)

// lame is a vehicle with parts that fail.
const lame = `
name: lame
duration: 9.99s
water: {density: 1000kg/m3}
links: {r: {channel: ideal, modem: plain, mac: aloha}}
nodes:
  - name: v
    at: [0m, 0m, -50m]
    vehicle: {model: %s, failures: [%s]}
    instruments: [{type: depth, period: 0.1s}]
`

// Failures begin and end as facts of the trace, at their times, with what is left.
func TestFailuresAreFacts(t *testing.T) {
	text := fmt.Sprintf(lame, "remus-100", "{thruster: propeller, at: 1s, to: 2s, left: 0.3}, {fin: rudder, at: 3s, angle: 10deg}, {instrument: depth, at: 4s, to: 5s, readings: frozen}")
	var all facts
	s, err := parse(t, text).Build(nil, &all)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range all {
		if r.Kind == trace.Fact {
			got = append(got, fmt.Sprintf("%gs %s %.4f", r.At.Seconds(), r.Note, r.Value))
		}
	}
	want := "[1s failed_propeller 0.3000 2s repaired_propeller 0.0000 3s failed_rudder 0.1745 4s failed_depth 0.0000 5s repaired_depth 0.0000]"
	if fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
	if got := fmt.Sprint(s.Failures()); got != "[{1 v propeller false} {2 v propeller true} {3 v rudder false} {4 v depth false} {5 v depth true}]" {
		t.Error(got)
	}
}

// The thrust of bluerov2-heavy's thruster 5, vertical, at the lever (0.12, 0.218) m: where it fails at half a thrust, 5 N of 10 N are missing,
// and the moments 5 x 0.218 = 1.09 N m about x and 5 x 0.12 = 0.6 N m about y are left over. The four then give 35 N up.
func TestHalfAThruster(t *testing.T) {
	text := fmt.Sprintf(lame, "bluerov2-heavy, force: [0N, 0N, 40N]", `{thruster: "5", at: 5s, left: 0.5}`)
	s, err := parse(t, text).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	body := s.nodes[0].body
	state, model := body.At(s.Kernel.Now()), body.Model()
	up, roll, pitch := 0.0, 0.0, 0.0
	for i, th := range model.Thrusters {
		f := th.Axis.Scale(model.Thrust(state, i))
		m := th.Position.Cross(f)
		up, roll, pitch = up+f.Z, roll+m.X, pitch+m.Y
	}
	if math.Abs(up-35) > 1e-6 || math.Abs(math.Abs(roll)-1.09) > 1e-6 || math.Abs(math.Abs(pitch)-0.6) > 1e-6 {
		t.Errorf("%.6f N, %.6f N m, %.6f N m", up, roll, pitch)
	}
}

// Of 100 readings from 0 s to 9.9 s those from 3 s to before 6 s are missing, or all that of 2.9 s.
func TestFailuresOfInstruments(t *testing.T) {
	for how, want := range map[string]int{"none": 70, "frozen": 100} {
		text := fmt.Sprintf(lame, "remus-100", "{instrument: depth, at: 2.95s, to: 5.95s, readings: "+how+"}")
		s, err := parse(t, text).Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		all, before, during, other := 0, 0.0, 0, 0
		s.Record(func(r Reading) {
			all++
			switch {
			case r.Taken < 2.95e9:
				before = r.Value
			case r.Taken < 5.95e9 && r.Value == before:
				during++
			case r.Value == before:
				other++
			}
		})
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if all != want || during != want-70 || other != 0 {
			t.Errorf("%s: %d readings, %d and %d of them the last one", how, all, during, other)
		}
	}
}

// Faults of failures stand at their keys.
func TestFaultsOfFailures(t *testing.T) {
	for value, want := range map[string]string{
		"{at: 1s}": "a.yaml:9:44: a failure is that of one part; name a thruster, a fin or an instrument",
		"{thruster: propeller, fin: rudder, at: 1s}":      "a.yaml:9:44: a failure is that of one part; name a thruster, a fin or an instrument",
		"{thruster: rudder, at: 1s}":                      `a.yaml:9:55: unknown thruster "rudder"; known: propeller`,
		"{fin: ruder, at: 1s}":                            `a.yaml:9:50: unknown fin "ruder"; did you mean "rudder"?`,
		"{instrument: dvl, at: 1s}":                       `a.yaml:9:57: unknown instrument "dvl"; known: depth`,
		"{fin: rudder, at: 2s, to: 1s}":                   "a.yaml:9:70: it works again at 1s and fails at 2s; to must be later than at",
		"{fin: rudder, at: 2s, left: 0.5}":                "a.yaml:9:72: left is the share of its thrust that a thruster keeps, and rudder is no thruster; leave it out",
		"{thruster: propeller, at: 2s, angle: 5deg}":      "a.yaml:9:81: angle is where a fin sticks, and propeller is none; leave it out",
		"{thruster: propeller, at: 2s, readings: frozen}": "a.yaml:9:84: readings is what an instrument reads, and propeller is none; leave it out",
		"{thruster: propeller, at: 2s, left: 1}":          "a.yaml:9:80: 1 is out of range; write at least 0 and less than 1",
		"{instrument: depth, at: 2s, readings: freezes}":  `a.yaml:9:82: unknown word "freezes"; known: none, frozen`,
		"{thruster: propeller, from: 2s}":                 `unknown key "from"`,
	} {
		if got := faultOf("a.yaml", fmt.Sprintf(lame, "remus-100", value)); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", value, got, want)
		}
	}
	bare := strings.Replace(fmt.Sprintf(lame, "remus-100", "{instrument: depth, at: 1s}"), "    instruments: [{type: depth, period: 0.1s}]\n", "", 1)
	if got := faultOf("a.yaml", bare); !strings.Contains(got, "node v has no instruments") {
		t.Error(got)
	}
}
