package costs

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
	"halocline/bench/study/measure"
	"halocline/bench/view"
	"halocline/phy"
	"halocline/plant"
	"halocline/plant/contact"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/ocean"
	"halocline/sim/trace"
)

// Parts returns the parts.
func Parts() []Part {
	return []Part{
		{"rays", "paths", rays},
		{"network", "hops", network},
		{"contact", "events", contacts},
		{"recording", "facts", recording},
		{"view", "blocks", viewing},
	}
}

// parse reads a scenario that is given as text.
func parse(text string) (*scenarios.Plan, error) {
	return scenarios.Standard().Parse("costs.yaml", text, nil)
}

// run carries a plan out as a run does, with all books, and returns its processor time.
func run(ctx context.Context, plan *scenarios.Plan, o measure.Options) (took float64, out *measure.Outcome, err error) {
	took, err = timed(func() (err error) {
		out, err = measure.Run(ctx, plan, o)
		return err
	})
	if err == nil {
		err = out.Stopped
	}
	return took, out, err
}

// frames are the records of frames that were sent.
type frames struct{ all []trace.Record }

// Emit implements trace.Tracer.
func (f *frames) Emit(r trace.Record) {
	if r.Kind == trace.TxStart {
		f.all = append(f.all, r)
	}
}

// boats are eight nodes on a ring of 300 m that all move along, so that each frame needs a path to each other node.
const boats = 8

// boatsPlan returns boats that report to each other, over a channel.
func boatsPlan(channel string) (*scenarios.Plan, error) {
	var b strings.Builder
	fmt.Fprintf(&b, `name: boats
duration: 1000s
water: {sound_speed: profile, seabed: 100m, profile: {depth: [0m, 12m, 25m, 35m, 60m, 100m], sound_speed: [1522.5m/s, 1522m/s, 1500m/s, 1491m/s, 1489m/s, 1488m/s]}}
links:
  a:
    channel: {type: %s, absorption: francois-garrison}
    modem: {type: plain, frequency: 25kHz, bandwidth: 6kHz, rate: 2kbps, budget: {type: decibels, source_level: 180dB}}
    mac: aloha
nodes:
`, channel)
	for i := range boats {
		angle := 2 * math.Pi * float64(i) / boats
		fmt.Fprintf(&b, "  - {name: b%d, at: [%.1fm, %.1fm, -%dm], velocity: [0.5m/s, 0m/s, 0m/s]}\n", i, 300*math.Cos(angle), 300*math.Sin(angle), 10+8*i)
	}
	b.WriteString("traffic:\n")
	for i := range boats {
		fmt.Fprintf(&b, "  - {type: poisson, from: b%d, to: b%d, rate: 0.1/s, size: 256bit}\n", i, (i+1)%boats)
	}
	return parse(b.String())
}

// rays has the boats hear each other by rays, in place of straight sound. Alone, a channel of rays is asked for the same paths.
func rays(ctx context.Context) (o Once, err error) {
	straight, err := boatsPlan("acoustic")
	if err != nil {
		return o, err
	}
	bent, err := boatsPlan("rays")
	if err != nil {
		return o, err
	}
	if o.Without, _, err = run(ctx, straight, measure.Options{}); err != nil {
		return o, err
	}
	sent := &frames{}
	if o.With, _, err = run(ctx, bent, measure.Options{Tracer: sent}); err != nil {
		return o, err
	}
	water, err := bent.Water.Build(ocean.Site{})
	if err != nil {
		return o, err
	}
	channel, err := bent.Links[0].Channel.Build(phy.ChannelEnv{Water: water, Band: phy.Band{Centre: 25e3, Width: 6e3}, Unit: bent.Links[0].Modem.Budget.Unit(), Duration: bent.Duration})
	if err != nil {
		return o, err
	}
	var ends []phy.End
	for i := range bent.Nodes {
		ends = append(ends, phy.NewEnd(plant.Straight{From: bent.Nodes[i].At, Speed: bent.Nodes[i].Velocity, Turn: geom.FromEuler(0, 0, 0)}, nil))
	}
	o.Alone, err = timed(func() error {
		for _, f := range sent.all {
			for i, end := range ends {
				if int32(i) != f.Node {
					channel.Path(ends[f.Node], end, f.At)
				}
			}
		}
		return nil
	})
	o.Work = float64(len(sent.all) * (boats - 1))
	return o, err
}

// lineOf returns five nodes in a line, each of which hears its neighbours only, with sources.
func lineOf(network, traffic string) (*scenarios.Plan, error) {
	return parse(`name: line
duration: 200000s
links: {w: {channel: {type: ideal, speed: 1500m/s, range: 1600m}, modem: {type: plain, rate: 1kbps, capture: "off"}, mac: {type: aloha, header: 50bit}}}
` + network + `
nodes: [{name: n, count: 5, place: {type: line, step: [1500m, 0m, 0m]}}]
traffic: [` + traffic + `]
`)
}

// network has one node reach the last over four hops. Alone, the hops are packets of the link, each from its own source, less what a
// run without any traffic costs.
func network(ctx context.Context) (o Once, err error) {
	const source = "{type: periodic, from: n%d, to: n%d, link: %s, period: 20s, start: %ds, size: 450bit, phase: same}"
	idle, err := lineOf("", fmt.Sprintf(source, 1, 2, "w", 199_999))
	if err != nil {
		return o, err
	}
	routed, err := lineOf("network: {type: static}", fmt.Sprintf(source, 1, 5, "network", 0))
	if err != nil {
		return o, err
	}
	var hops []string
	for i := 1; i < 5; i++ {
		hops = append(hops, fmt.Sprintf(source, i, i+1, "w", 2*i))
	}
	direct, err := lineOf("", strings.Join(hops, ", "))
	if err != nil {
		return o, err
	}
	if o.Without, _, err = run(ctx, idle, measure.Options{}); err != nil {
		return o, err
	}
	var out *measure.Outcome
	if o.With, out, err = run(ctx, routed, measure.Options{}); err != nil {
		return o, err
	}
	o.Work = float64(out.Summary.PerLink[0].Packets.Delivered)
	o.Alone, _, err = run(ctx, direct, measure.Options{})
	o.Alone -= o.Without
	return o, err
}

// How a vehicle sinks 1 m to the bottom and rests there, in water that is less dense than it.
const (
	sinking  = 200 * time.Second
	sunkStep = 5 * time.Millisecond
)

// contacts has a vehicle rest on the bottom, in place of one that sinks through it. Alone, the body and its contacts are on a kernel
// of their own, less what the body without contacts costs there.
func contacts(ctx context.Context) (o Once, err error) {
	const text = `name: sinks
duration: 200s
water: {density: 950kg/m3, seabed: 50m}
links: {w: {channel: ideal, modem: plain, mac: aloha}}
nodes: [{name: station, at: [-10m, 0m, -40m]}, {name: auv, at: [0m, 0m, -49m], vehicle: {model: bluerov2-heavy, step: 5ms, ground: GROUND}}]
`
	plans := map[string]*scenarios.Plan{}
	for _, ground := range []string{"ignore", "rest"} {
		if plans[ground], err = parse(strings.Replace(text, "GROUND", ground, 1)); err != nil {
			return o, err
		}
	}
	var through, rests *measure.Outcome
	if o.Without, through, err = run(ctx, plans["ignore"], measure.Options{}); err != nil {
		return o, err
	}
	if o.With, rests, err = run(ctx, plans["rest"], measure.Options{}); err != nil {
		return o, err
	}
	o.Work = float64(rests.Events) - float64(through.Events)
	bare, err := sink(ctx, plans["rest"], false)
	if err != nil {
		return o, err
	}
	o.Alone, err = sink(ctx, plans["rest"], true)
	o.Alone -= bare
	return o, err
}

// sink has the body of the vehicle sink alone, with contacts or through the bottom, and returns its processor time.
func sink(ctx context.Context, plan *scenarios.Plan, touches bool) (float64, error) {
	water, err := plan.Water.Build(ocean.Site{})
	if err != nil {
		return 0, err
	}
	model, err := scenarios.Standard().LoadVehicle("bluerov2-heavy")
	if err != nil {
		return 0, err
	}
	k := sim.New(nil)
	body := plant.NewBody(k, "auv", model.Stepper(sunkStep.Seconds(), vehicle.RK4), water, vehicle.AtRest(geom.Vec{Z: -49}, 0), sunkStep, plant.Ignore)
	if touches {
		const gravity = 9.80665 // m/s2
		var c scenarios.ContactConfig
		c.Defaults()
		all := plant.NewContacts(k, water, func(*plant.Touch) {}, func(*plant.Touch) {})
		all.Add(body, plant.HullOf(model, contact.Law{Stiffness: contact.Stiff(model.Mass*gravity, c.Sinks), Damping: c.Damping, Friction: c.Friction, Creep: c.Creep}))
		all.Start()
	}
	return timed(func() error { return k.Run(ctx, sim.Time(sinking)) })
}

// drain takes blocks and does nothing with them.
type drain struct{}

// Put implements recorder.Sink.
func (drain) Put(*columns.Block) {}

// recorded carries a plan out and records it.
func recorded(ctx context.Context, plan *scenarios.Plan, to recorder.Sink) (float64, error) {
	return timed(func() error {
		r := recorder.New(plan, to)
		out, err := measure.Run(ctx, plan, measure.Options{Tracer: r, Built: r.Attach, Computer: r.Computer})
		if err != nil {
			return err
		}
		r.Close(sim.Time(sim.Seconds(out.Reached)))
		return out.Stopped
	})
}

// crowd is a run of twenty modems.
func crowd() (*scenarios.Plan, error) { return scenarios.Standard().Load("aloha20", nil) }

// told are what a recorder is told of a run, in order: records, and what passes the radios.
type told struct {
	calls []func(*recorder.Recorder, phy.Observer)
}

func (t *told) add(call func(*recorder.Recorder, phy.Observer)) { t.calls = append(t.calls, call) }

// Emit implements trace.Tracer.
func (t *told) Emit(x trace.Record) {
	t.add(func(r *recorder.Recorder, _ phy.Observer) { r.Emit(x) })
}

// Sent implements phy.Observer. A frame is lent.
func (t *told) Sent(x *phy.Sent) {
	own, frame := *x, *x.Frame
	own.Frame = &frame
	t.add(func(_ *recorder.Recorder, o phy.Observer) { o.Sent(&own) })
}

// Began implements phy.Observer.
func (t *told) Began(x *phy.Heard) {
	own := heard(x)
	t.add(func(_ *recorder.Recorder, o phy.Observer) { o.Began(own) })
}

// Ended implements phy.Observer.
func (t *told) Ended(x *phy.Heard) {
	own := heard(x)
	t.add(func(_ *recorder.Recorder, o phy.Observer) { o.Ended(own) })
}

// heard returns a copy of what is heard with a frame of its own.
func heard(x *phy.Heard) *phy.Heard {
	own, frame := *x, *x.Frame
	own.Frame = &frame
	return &own
}

// recording takes a run of twenty modems down, into blocks that nobody keeps. Alone, a recorder is told the same.
func recording(ctx context.Context) (o Once, err error) {
	plan, err := crowd()
	if err != nil {
		return o, err
	}
	if o.Without, _, err = run(ctx, plan, measure.Options{}); err != nil {
		return o, err
	}
	if o.With, err = recorded(ctx, plan, drain{}); err != nil {
		return o, err
	}
	all := &told{}
	watch := func(s *scenarios.Simulation) { s.ObserveMedia(func(uint8, int) phy.Observer { return all }) }
	if _, _, err = run(ctx, plan, measure.Options{Tracer: all, Built: watch}); err != nil {
		return o, err
	}
	still, err := plan.Build(nil, nil)
	if err != nil {
		return o, err
	}
	o.Work = float64(len(all.calls))
	o.Alone, err = timed(func() error {
		r := recorder.New(plan, drain{})
		r.Attach(still)
		observer := r.Observer(0, 0)
		for _, call := range all.calls {
			call(r, observer)
		}
		r.Close(sim.Time(plan.Duration))
		return nil
	})
	return o, err
}

// viewing keeps the blocks of that recording for the page that shows a run. Alone, the same blocks are kept.
func viewing(ctx context.Context) (o Once, err error) {
	plan, err := crowd()
	if err != nil {
		return o, err
	}
	if o.Without, err = recorded(ctx, plan, drain{}); err != nil {
		return o, err
	}
	memory := view.NewMemory()
	if o.With, err = recorded(ctx, plan, memory); err != nil {
		return o, err
	}
	var blocks []*columns.Block
	for _, table := range recorder.NewTables().All() {
		for i := range memory.Blocks(table.Name) {
			b, err := memory.Read(table.Name, i)
			if err != nil {
				return o, err
			}
			blocks = append(blocks, b)
		}
	}
	again := view.NewMemory()
	o.Work = float64(len(blocks))
	o.Alone, err = timed(func() error {
		for _, b := range blocks {
			again.Put(b)
		}
		return nil
	})
	return o, err
}
