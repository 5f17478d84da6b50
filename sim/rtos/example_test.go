package rtos_test

import (
	"context"
	"fmt"
	"time"

	"halocline/sim"
	"halocline/sim/rtos"
)

// Three tasks under fixed priorities need 40 of 100 ms, 40 of 150 ms and 100 of 350 ms.
// All are released at 0, which is when they disturb each other most. The second ends
// after 40 + 40 = 80 ms. The third waits for three jobs of the first and two of the
// second: 3 x 40 + 2 x 40 + 100 = 300 ms. In 2.1 s there are 21, 14 and 6 periods.
func Example() {
	k := sim.New(nil)
	var tally rtos.Tally
	cpu, err := rtos.New(k, rtos.Config{Policy: rtos.FixedPriority, Observer: &tally})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, task := range []struct{ demand, period time.Duration }{
		{40 * time.Millisecond, 100 * time.Millisecond},
		{40 * time.Millisecond, 150 * time.Millisecond},
		{100 * time.Millisecond, 350 * time.Millisecond},
	} {
		_, err := cpu.Add(rtos.TaskConfig{
			Name: fmt.Sprint("task ", i+1), Priority: i, Period: task.period,
			Segments: []rtos.Segment{{Demand: rtos.Fixed(task.demand)}},
		})
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	if err := k.Run(context.Background(), sim.Time(2100*time.Millisecond-1)); err != nil {
		fmt.Println(err)
	}
	for i, c := range tally {
		fmt.Println("task", i+1, "ended", c.Finished, "times, at worst after", c.Worst, "and missed", c.Missed)
	}
	// Output:
	// task 1 ended 21 times, at worst after 40ms and missed 0
	// task 2 ended 14 times, at worst after 80ms and missed 0
	// task 3 ended 6 times, at worst after 300ms and missed 0
}
