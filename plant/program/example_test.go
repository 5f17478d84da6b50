package program_test

import (
	"context"
	"fmt"
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
