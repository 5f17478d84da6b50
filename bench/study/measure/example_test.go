package measure_test

import (
	"context"
	"fmt"
	"time"

	"halocline/bench/study/measure"
	"halocline/scenarios"
)

// One run of a scenario that comes with the program, with another duration: a
// vehicle reports every 10 s, from 0 to 60 s, and the station answers 5 s later. That
// makes 7 and 6 packets, of which the last report is still under way.
func ExampleRun() {
	plan, err := scenarios.Standard().Load("two-nodes", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	plan.Duration = time.Minute
	out, err := measure.Run(context.Background(), plan, measure.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range out.Metrics() {
		switch m.Name {
		case "packets.offered", "packets.delivered", "packets.in_flight":
			fmt.Println(m.Name, m.Value)
		}
	}
	// Output:
	// packets.offered 13
	// packets.delivered 12
	// packets.in_flight 1
}
