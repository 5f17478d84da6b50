package scenarios

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/plant/program"
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/metric"
	"halocline/sim/rtos"
)

// The following are models of another module, each with one method that a test gives.
type (
	oddProgram struct {
		install func(program.Site) (program.Running, error)
	}
	oddChannel  struct{ made phy.Channel }
	oddProtocol struct{}
	oddDynamics struct{}
	oddSensor   struct {
		timing sensor.Timing
		made   sensor.Sensor
	}
	oddReader struct {
		quantities []sensor.Quantity
		sample     func(now sim.Time, out []float64) sim.Time
	}
	oddRunning struct{ ports []program.Port }
	noisy      struct {
		phy.Ideal
		noise float64
	}
)

func (*oddProgram) Validate() error                                   { return nil }
func (p *oddProgram) Install(s program.Site) (program.Running, error) { return p.install(s) }
func (*oddChannel) Validate() error                                   { return nil }
func (c *oddChannel) Build(phy.ChannelEnv) (phy.Channel, error)       { return c.made, nil }
func (*oddProtocol) Validate() error                                  { return nil }
func (*oddProtocol) Build(mac.Env) mac.MAC                            { return nil }
func (*oddDynamics) Validate() error                                  { return nil }
func (*oddDynamics) Build(vehicle.Setup) (vehicle.Dynamics, error)    { return nil, nil }
func (*oddSensor) Validate() error                                    { return nil }
func (c *oddSensor) Schedule() sensor.Timing                          { return c.timing }
func (c *oddSensor) Build(sensor.Site) (sensor.Sensor, error)         { return c.made, nil }
func (r *oddReader) Quantities() []sensor.Quantity                    { return r.quantities }
func (r *oddRunning) CPU() *rtos.CPU                                  { return nil }
func (r *oddRunning) Ports() []program.Port                           { return r.ports }
func (n *noisy) Noise() float64                                       { return n.noise }
func (r *oddReader) Sample(now sim.Time, _ *sensor.Scene, out []float64) (sim.Time, bool) {
	return r.sample(now, out), true
}

// odd is a scenario of two nodes, the first of which has what a test gives it.
const odd = `name: odd
duration: 10s
links:
  l: {channel: CHANNEL, modem: {type: plain, rate: 1kbit/s, preamble: 0s}, mac: MAC}
  k: {channel: {type: ideal, speed: 1500m/s}, modem: plain, mac: aloha}
nodes:
  - {name: a, links: [l], FIRST}
  - {name: b, links: [l, k]}
  - {name: c, links: [k]}
`

// oddly builds a scenario whose first node has something, with models by the name odd.
func oddly(t *testing.T, first string, put func(*Library) error) (*Simulation, error) {
	t.Helper()
	l := Standard()
	if err := put(l); err != nil {
		t.Fatal(err)
	}
	channel, protocol := "{type: ideal, speed: 1500m/s}", "{type: aloha, header: 0bit}"
	switch first {
	case "channel":
		first, channel = "heading: 0deg", "odd"
	case "mac":
		first, protocol = "heading: 0deg", "odd"
	}
	plan, err := l.Parse("a.yaml", strings.NewReplacer("FIRST", first, "CHANNEL", channel, "MAC", protocol).Replace(odd), nil)
	if err != nil {
		return nil, err
	}
	return plan.Build(nil, nil)
}

// withProgram has the first node run a program.
func withProgram(t *testing.T, install func(program.Site) (program.Running, error)) (*Simulation, error) {
	t.Helper()
	return oddly(t, "run: odd", func(l *Library) error {
		return Put(l, "odd", func() program.Program { return &oddProgram{install} })
	})
}

// A model that builds nothing, or what nobody could use, is a fault at the key that chose it.
func TestModelsThatBuildNothing(t *testing.T) {
	second := sensor.Timing{Period: time.Second}
	one := []sensor.Quantity{{Name: "x"}}
	runs := func(r program.Running) func(*Library) error {
		return func(l *Library) error {
			return Put(l, "odd", func() program.Program {
				return &oddProgram{func(program.Site) (program.Running, error) { return r, nil }}
			})
		}
	}
	carries := func(timing sensor.Timing, made sensor.Sensor) func(*Library) error {
		return func(l *Library) error {
			return Put(l, "odd", func() sensor.Config { return &oddSensor{timing, made} })
		}
	}
	through := func(made phy.Channel) func(*Library) error {
		return func(l *Library) error { return Put(l, "odd", func() phy.ChannelConfig { return &oddChannel{made} }) }
	}
	port := func(ports ...program.Port) func(*Library) error { return runs(&oddRunning{ports}) }
	in := func(sim.Time, float64) {}
	for _, row := range []struct {
		what, first string
		put         func(*Library) error
		want        string
	}{
		{"no program", "run: odd", runs(nil), "a.yaml:7:32: this model's Install returns nil and no error"},
		{"no channel", "channel", through(nil), "a.yaml:4:16: this model's Build returns nil and no error"},
		{"no number of noise", "channel", through(&noisy{noise: math.NaN()}), "a.yaml:4:16: this model's Noise is NaN; a power"},
		{"noise below 0", "channel", through(&noisy{noise: -1}), "a.yaml:4:16: this model's Noise is -1; a power"},
		{"no end of noise", "channel", through(&noisy{noise: math.Inf(1)}), "a.yaml:4:16: this model's Noise is +Inf; a power"},
		{"no protocol", "mac", func(l *Library) error { return Put(l, "odd", func() mac.Config { return &oddProtocol{} }) }, "a.yaml:4:103: this model's Build returns nil; have it"},
		{"no dynamics", "vehicle: {dynamics: odd}", func(l *Library) error { return Put(l, "odd", func() vehicle.DynamicsConfig { return &oddDynamics{} }) }, "a.yaml:7:47: this model's Build returns nil and no error"},
		{"no sensor", "instruments: [odd]", carries(second, nil), "a.yaml:7:41: this model's Build returns nil and no error"},
		{"no quantity", "instruments: [odd]", carries(second, &oddReader{}), "a.yaml:7:41: this model's Quantities are none"},
		{"no name", "instruments: [odd]", carries(second, &oddReader{quantities: make([]sensor.Quantity, 1)}), `a.yaml:7:41: this model's Quantities have "", which is no name`},
		{"one name", "instruments: [odd]", carries(second, &oddReader{quantities: append(one, one...)}), `a.yaml:7:41: this model's Quantities have "x", which is no name or that of another`},
		{"no period", "instruments: [odd]", carries(sensor.Timing{}, &oddReader{quantities: one}), "a.yaml:7:41: this model's Schedule returns a period of 0s"},
		{"before the start", "instruments: [odd]", carries(sensor.Timing{Period: 1, Start: -1}, &oddReader{quantities: one}), "a.yaml:7:41: this model's Schedule returns a period of 1ns, a start at -1ns"},
		{"a port without a name", "run: odd", port(program.Port{In: in}), `a.yaml:7:32: Ports of this program has "", which is no name`},
		{"two ports of a name", "run: odd", port(program.Port{Name: "p", In: in}, program.Port{Name: "p", In: in}), `a.yaml:7:32: Ports of this program has "p", which is no name or that of another`},
		{"a port that takes nothing", "run: odd", port(program.Port{Name: "p"}), `a.yaml:7:32: port "p" of this program has no function In`},
	} {
		if _, err := oddly(t, row.first, row.put); err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.what, err, row.want)
		}
	}
	if _, err := oddly(t, "run: odd", port(program.Port{Name: "p", In: in})); err != nil {
		t.Error(err)
	}
	if err := errors.Join(checkTiming(second), checkNoise(&noisy{}), checkQuantities(&oddReader{quantities: one})); err != nil {
		t.Error(err)
	}
}

// A program that sends while it is installed has a fault, though it may not look at the error: nothing is in the water
// before the run.
func TestSendingBeforeTheRun(t *testing.T) {
	_, err := withProgram(t, func(s program.Site) (program.Running, error) {
		link, err := s.Link("l")
		if err == nil {
			_, _ = link.Send(1, program.Message{Bits: 8})
		}
		return &oddRunning{}, err
	})
	if err == nil || !strings.HasPrefix(err.Error(), "a.yaml:7:32: a message is sent in Install, and the run has not begun") {
		t.Error(err)
	}
}

// A program sends to other nodes that have a radio for the link, and to everybody. Node 2 has none
// for it, and nothing that a node sends to itself would ever arrive.
func TestSendingToNobody(t *testing.T) {
	for to, want := range map[int32]string{
		1: "", mac.Everybody: "",
		0:  "scenarios: node a sends to address 0, which is no other node with a radio for link l",
		2:  "scenarios: node a sends to address 2, which is no other node with a radio for link l",
		3:  "scenarios: node a sends to address 3, which",
		-7: "scenarios: node a sends to address -7, which",
	} {
		if got := panicOf(t, "run: odd, instruments: [odd]", func(s program.Site) func() {
			link, err := s.Link("l")
			if err != nil {
				t.Fatal(err)
			}
			return func() { _, _ = link.Send(to, program.Message{Bits: 8}) }
		}); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("to %d: %q, want %q", to, got, want)
		}
	}
}

// What has its place in a run from the beginning on is asked for in Install; afterwards it may be asked for again.
func TestAskingTooLate(t *testing.T) {
	for _, row := range []struct {
		what, first string
		ask         func(program.Site)
	}{
		{"the digest", "run: odd", func(s program.Site) { s.Digest() }},
		{"its instruments", "run: odd, instruments: [odd]", func(s program.Site) { s.Instruments() }},
	} {
		want := "scenarios: the program of node a asks for " + row.what + " first while the run goes on; ask in Install"
		if got := panicOf(t, row.first, func(s program.Site) func() { return func() { row.ask(s) } }); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got := panicOf(t, row.first, func(s program.Site) func() { row.ask(s); return func() { row.ask(s) } }); got != "" {
			t.Errorf("%s a second time: %s", row.what, got)
		}
	}
	panicOf(t, "run: odd, instruments: [odd]", func(s program.Site) func() {
		return func() {
			if link, err := s.Link("l"); err == nil || link != nil || !strings.Contains(err.Error(), "asks for its links in Install") {
				t.Errorf("a link in the run: %v, %v", link, err)
			}
		}
	})
}

// panicOf runs a scenario whose first node has a program that does something after a second, and returns how that panics.
func panicOf(t *testing.T, first string, install func(program.Site) func()) (text string) {
	t.Helper()
	reader := &oddReader{[]sensor.Quantity{{Name: "x"}}, func(now sim.Time, _ []float64) sim.Time { return now }}
	s, err := oddly(t, first, func(l *Library) error {
		return errors.Join(
			Put(l, "odd", func() sensor.Config { return &oddSensor{sensor.Timing{Period: time.Second}, reader} }),
			Put(l, "odd", func() program.Program {
				return &oddProgram{func(s program.Site) (program.Running, error) {
					do := install(s)
					s.Kernel().NewTimer(sim.Control, func(sim.Time) { do() }).Arm(1e9)
					return &oddRunning{}, nil
				}}
			}))
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprint(p)
		}
	}()
	if _, err := s.Run(t.Context()); err != nil {
		t.Error(err)
	}
	return ""
}

// Of readings at 0, 1, 2 ... s that are known 4, 2, 3 s later in turn, the newest one that is known is, by hand: from 3 s on that of
// 1 s, and not that of 0 s at 4 s; from 5 s on that of 2 s, from 6 s on that of 4 s, from 8 s on that of 5 s, and from
// 9 s on that of 7 s.
func TestReadingsThatOvertake(t *testing.T) {
	late := []sim.Time{4e9, 2e9, 3e9}
	reader := &oddReader{[]sensor.Quantity{{Name: "x"}}, func(now sim.Time, out []float64) sim.Time {
		out[0] = now.Seconds()
		return now + late[now/1e9%3]
	}}
	var got []float64
	s, err := oddly(t, "run: odd, instruments: [odd]", func(l *Library) error {
		return errors.Join(
			Put(l, "odd", func() sensor.Config { return &oddSensor{sensor.Timing{Period: time.Second}, reader} }),
			Put(l, "odd", func() program.Program {
				return &oddProgram{func(s program.Site) (program.Running, error) {
					i := s.Instruments()[0]
					s.Kernel().Every(sim.Control, 0, time.Second, func(now sim.Time) {
						values, taken, ok := i.Reading(now)
						switch {
						case !ok:
							got = append(got, -1)
						case taken.Seconds() != values[0]:
							t.Errorf("the reading of %v is that of %g s", taken, values[0])
						default:
							got = append(got, values[0])
						}
					})
					return &oddRunning{}, nil
				}}
			}))
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := []float64{-1, -1, -1, 1, 1, 2, 4, 4, 5, 7, 7}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// A reading that is known before it is taken ends the run, with the instrument.
func TestReadingBeforeItsTime(t *testing.T) {
	reader := &oddReader{[]sensor.Quantity{{Name: "x"}}, func(now sim.Time, _ []float64) sim.Time { return now - now/3e9 }}
	s, err := oddly(t, "instruments: [odd]", func(l *Library) error {
		return Put(l, "odd", func() sensor.Config { return &oddSensor{sensor.Timing{Period: time.Second}, reader} })
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "run ended at 3.000000000s: node a: its instrument odd says that a reading of 3.000000000s was known at 2.999999999s") {
		t.Error(err)
	}
}

// An instrument asks for nodes that there are.
func TestPeerThatIsNone(t *testing.T) {
	for _, id := range []int32{-1, 3} {
		func() {
			defer func() {
				if p := fmt.Sprint(recover()); !strings.HasPrefix(p, fmt.Sprintf("scenarios: an instrument asks where node %d is", id)) {
					t.Error(p)
				}
			}()
			(&world{run: &Simulation{nodes: make([]*node, 3)}}).Peer(id, 0)
		}()
	}
}

// The following are a program with metrics, and what gives their values.
type (
	measuring struct {
		oddProgram
		defs []metric.Def
	}
	measured struct{ oddRunning }
)

func (m *measuring) Metrics() []metric.Def                        { return m.defs }
func (*measured) Values(func(def int, subject string, v float64)) {}

// Metrics that could not be told apart, or would be taken for those of another model of a node, are not put into a library. Those of
// our own models can be told apart.
func TestMetricsOfModels(t *testing.T) {
	good := metric.Def{Name: "answers", Kind: metric.Count, Doc: "answers that came"}
	with := func(change func(*metric.Def)) []metric.Def {
		d := good
		change(&d)
		return []metric.Def{good, d}
	}
	l := Standard()
	put := func(name string, defs []metric.Def) error {
		return Put(l, name, func() program.Program { return &measuring{defs: defs} })
	}
	if err := put("first", []metric.Def{good}); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		defs []metric.Def
		want string
	}{
		{with(func(*metric.Def) {}), `model "odd": two metrics are named answers; give one of them another name`},
		{with(func(d *metric.Def) { d.Name = "" }), `model "odd": metric 1 is named ""; a name is made of`},
		{with(func(d *metric.Def) { d.Name = "a.b" }), `model "odd": metric 1 is named "a.b"; a name is made of`},
		{with(func(d *metric.Def) { d.Name, d.Kind = "b", "bogus" }), `model "odd": metric b is of kind "bogus"; take one of [mean share`},
		{with(func(d *metric.Def) { d.Name, d.Doc = "b", "" }), `model "odd": the Doc of metric b is ""; say what it is`},
		{with(func(d *metric.Def) { d.Name, d.Doc = "b", "A sentence." }), `model "odd": the Doc of metric b is "A sentence."`},
		{with(func(d *metric.Def) { d.Name, d.Better = "b", "both" }), `model "odd": the Better of metric b is "both"; it is higher, lower or empty`},
		{with(func(d *metric.Def) { d.Unit = "m" })[1:], `model "odd": metric answers is a count in "m", and that of first a count in ""; give it another name`},
		{with(func(d *metric.Def) { d.Kind = metric.Mean })[1:], `model "odd": metric answers is a mean in "", and that of first a count`},
		{with(func(d *metric.Def) { d.Name = "contacts" }), `model "odd": metric contacts: every vehicle or battery has one of that name; give this one another name`},
		{with(func(d *metric.Def) { d.Name = "charge_left" }), `model "odd": metric charge_left: every vehicle or battery has one`},
	} {
		if err := put("odd", row.defs); err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%v, want %s", err, row.want)
		}
	}
	if err := put("second", []metric.Def{good}); err != nil {
		t.Error(err)
	}
	for _, shelf := range l.Shelves() {
		for name, fresh := range shelf.Models {
			if err := l.checkMetrics(shelf, fresh()); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// A program that declares metrics and gives no values has a fault; one that declares only what others count has none.
func TestMetricsWithoutValues(t *testing.T) {
	own := metric.Def{Name: "answers", Kind: metric.Count, Doc: "answers that came"}
	for _, row := range []struct {
		defs []metric.Def
		made program.Running
		want string
	}{
		{[]metric.Def{own}, &oddRunning{}, "a.yaml:7:32: this model's Metrics declare answers, and what it builds has no method Values"},
		{[]metric.Def{own}, &measured{}, ""},
		{[]metric.Def{program.RadioEnergy()}, &oddRunning{}, ""},
	} {
		_, err := oddly(t, "run: odd", func(l *Library) error {
			return Put(l, "odd", func() program.Program {
				return &measuring{oddProgram{func(program.Site) (program.Running, error) { return row.made, nil }}, row.defs}
			})
		})
		if got := fmt.Sprint(err); row.want == "" && err != nil || !strings.HasPrefix(got, row.want) && row.want != "" {
			t.Errorf("%s, want %q", got, row.want)
		}
	}
}
