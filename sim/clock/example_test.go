package clock_test

import (
	"fmt"
	"time"

	"halocline/sim"
	"halocline/sim/clock"
)

// A clock that is 40 ms ahead at the start and gains 20 us per second is ahead by
// 40 ms + 3600 x 20 us = 112 ms after an hour.
func ExampleClock_Local() {
	c, err := clock.New(40*time.Millisecond, 20_000)
	if err != nil {
		fmt.Println(err)
		return
	}
	hour := sim.Time(time.Hour)
	fmt.Println(c.Local(hour).Sub(hour))
	// Output: 112ms
}
