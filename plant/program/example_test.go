package program_test

import (
	"context"
	"fmt"
	"slices"
	"time"

	"halocline/plant/program"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/rtos"
)

// caller calls another node every ten seconds. It is what a scenario describes under run.
type caller struct {
	To string `yaml:"to" required:"true" doc:"name of the node that it calls"`
}

func (*caller) About() string   { return "calls another node every ten seconds" }
func (*caller) Validate() error { return nil }

func (c *caller) Install(site program.Site) (program.Running, error) {
	to, err := site.Node(c.To)
	if err != nil {
		return nil, fault.In("to", "%w", err)
	}
	link, err := site.Link("") // the only one
	if err != nil {
		return nil, err
	}
	site.Kernel().Every(sim.Control, 0, 10*time.Second, func(now sim.Time) {
		link.Send(to, program.Message{Bits: 100, Body: now})
	})
	return calling{}, link.Handle("", func(m program.Mail) {
		fmt.Printf("%s hears at %v what was said at %v\n", site.Name(), site.Kernel().Now(), m.Body)
	})
}

// calling is a caller at a node, which has no tasks.
type calling struct{}

func (calling) CPU() *rtos.CPU { return nil }

// A program of the fewest lines, on the shelf of a library, in a scenario.
func Example() {
	library := scenarios.Standard()
	if err := scenarios.Put(library, "caller", func() program.Program { return &caller{} }); err != nil {
		fmt.Println(err)
	}
	plan, err := library.Parse("calls.yaml", `
name: calls
duration: 12s
links: {sound: {channel: {type: ideal, speed: 1500m/s}, modem: {type: plain, rate: 1kbit/s, preamble: 0s}, mac: {type: aloha, header: 0bit}}}
nodes:
  - {name: a, run: {type: caller, to: b}}
  - {name: b, at: [1500m, 0m, 0m], run: {type: caller, to: a}}
`, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	simulation, err := plan.Build(nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	simulation.Run(context.Background())
	// Output:
	// b hears at 1.100000000s what was said at 0.000000000s
	// a hears at 1.100000000s what was said at 0.000000000s
	// b hears at 11.100000000s what was said at 10.000000000s
	// a hears at 11.100000000s what was said at 10.000000000s
}

// watcher tells another node when it has passed a depth, which it reads from an instrument of its node.
type watcher struct {
	To    string  `yaml:"to" required:"true" doc:"name of the node that it tells"`
	Depth float64 `yaml:"depth" unit:"m" range:"[0,1e4]" required:"true" doc:"depth that it tells"`
}

func (*watcher) About() string   { return "tells another node when it has passed a depth" }
func (*watcher) Validate() error { return nil }

func (w *watcher) Install(site program.Site) (program.Running, error) {
	to, err := site.Node(w.To)
	if err != nil {
		return nil, fault.In("to", "%w", err)
	}
	link, err := site.Link("")
	if err != nil {
		return nil, err
	}
	all := site.Instruments()
	i := slices.IndexFunc(all, func(i program.Instrument) bool { return i.Name() == "depth" })
	if i < 0 {
		return nil, fault.In("depth", "the node has no instrument depth; add it to its key instruments")
	}
	var looks *sim.Cycle
	looks = site.Kernel().Every(sim.Control, 0, time.Second, func(now sim.Time) {
		if values, _, ok := all[i].Reading(now); ok && values[0] >= w.Depth {
			link.Send(to, program.Message{Bits: 100, Body: values[0]})
			fmt.Printf("%s tells at %v that it is at %g m\n", site.Name(), now, values[0])
			looks.Stop()
		}
	})
	return calling{}, nil
}

// A program that reads an instrument. Whoever forgets the instrument is told where.
func ExampleInstrument() {
	library := scenarios.Standard()
	if err := scenarios.Put(library, "watcher", func() program.Program { return &watcher{} }); err != nil {
		fmt.Println(err)
	}
	for _, instruments := range []string{"[{type: depth, depth: {noise: 0m, bias: 0m}}]", "[]"} {
		plan, err := library.Parse("watch.yaml", `
name: watch
duration: 60s
links: {sound: {channel: {type: ideal, speed: 1500m/s}, modem: {type: plain, rate: 1kbit/s, preamble: 0s}, mac: {type: aloha, header: 0bit}}}
nodes:
  - {name: station}
  - {name: auv, velocity: [0m/s, 0m/s, -0.5m/s], instruments: `+instruments+`, run: {type: watcher, to: station, depth: 20m}}
`, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		simulation, err := plan.Build(nil, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		simulation.Run(context.Background())
	}
	// Output:
	// auv tells at 40.000000000s that it is at 20 m
	// watch.yaml:7:108: the node has no instrument depth; add it to its key instruments
}
