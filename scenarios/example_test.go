package scenarios_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"halocline/mac"
	"halocline/mac/aloha"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/trace"
)

// pair is a scenario: a vehicle reports to a station 1500 m away, at 1500 m/s and
// 500 bit/s.
const pair = `name: pair
duration: 60s
links:
  acoustic:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 500bps}
    mac: {type: aloha, header: 0bit}
nodes:
  - {name: station, at: [0m, 0m, -100m]}
  - {name: auv, at: [1500m, 0m, -100m]}
traffic:
  - {type: periodic, phase: same, from: auv, to: station, period: 10s, size: 500bit}
`

// Seven packets are made, at 0, 10, ..., 60 s. Each arrives after 1 s of airtime and
// 1 s of way, save the last, which is under way when the run ends.
func Example() {
	plan, err := scenarios.Standard().Parse("pair.yaml", pair, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	ledger := trace.NewLedger(plan.Names())
	simulation, err := plan.Build(nil, ledger)
	if err != nil {
		fmt.Println(err)
		return
	}
	reached, err := simulation.Run(context.Background())
	if err != nil {
		fmt.Println(err)
	}
	packets := ledger.Close(reached).Total.Packets
	fmt.Println(packets.Offered, "offered,", packets.InFlight, "in flight at", reached)
	fmt.Println(packets.Delivered, "delivered after", packets.DelayMean, "s")
	// Output:
	// 7 offered, 1 in flight at 60.000000000s
	// 6 delivered after 2 s
}

// A protocol of another module, or here one of ours with another default, is named in
// scenarios once it is in the library.
func ExamplePut() {
	l := scenarios.Standard()
	err := scenarios.Put(l, "short-aloha", func() mac.Config {
		c := aloha.Default().(*aloha.Config)
		c.Length = 1
		return c
	})
	if err != nil {
		fmt.Println(err)
	}
	plan, err := l.Parse("pair.yaml", strings.Replace(pair, "type: aloha", "type: short-aloha", 1), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("packets that may wait:", plan.Links[0].MAC.(*aloha.Config).Length)
	_, err = l.Parse("pair.yaml", strings.Replace(pair, "type: aloha", "type: short-alhoa", 1), nil)
	fmt.Println(strings.Contains(err.Error(), `did you mean "short-aloha"?`))
	// Output:
	// packets that may wait: 1
	// true
}

// A scenario is checked as a whole before anything is built. Every fault has its
// place, and a name that does not exist the nearest one that does.
func ExampleLibrary_Parse() {
	_, err := scenarios.Standard().Parse("pair.yaml", pair+`probe: {period: 10}
watter: {temperature: 8degC}
`, []strict.Set{{Path: "links.acoustic.mac.queue", Value: "-1"}})
	var faults strict.Faults
	if errors.As(err, &faults) {
		for _, f := range faults {
			fmt.Println(f)
		}
	}
	// Output:
	// pair.yaml:13:17: 10 has no unit; write a duration such as 20ms
	// pair.yaml:14:1: unknown key "watter"; did you mean "water"?
	// --set links.acoustic.mac.queue: -1 is out of range; write at least 0 and at most 1e6
}

// The vehicles that come with the program can be had without a scenario. RexROV is
// modelled after an ROV of 1862.87 kg (V. Berg, Development and commissioning of a DP
// system for ROV SF 30k, M.Sc. thesis, 2012, p. 28).
func ExampleLibrary_LoadVehicle() {
	model, err := scenarios.Standard().LoadVehicle("rexrov")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(model.Mass, "kg,", len(model.Thrusters), "thrusters")
	// Output: 1862.87 kg, 8 thrusters
}
