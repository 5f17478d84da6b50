package polling

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
)

// A vehicle holds what waits and the packet that it sends, the station of the
// largest scene as much for each of eleven vehicles and for everybody. The nodes
// of the kit may drift apart by some thousand metres, and their modems are deaf for
// 50 ms after they have sent. Nobody looks at a clock.
func TestContract(t *testing.T) {
	for i, c := range []Config{
		{Poll: 24, Answer: 24, Turnaround: 400 * time.Millisecond, Margin: 5 * time.Second, Limit: 16, QueueConfig: mac.DefaultQueue()},
		{Poll: 1, Answer: 1, Turnaround: 500 * time.Millisecond, Margin: 5 * time.Second, Limit: 1, QueueConfig: mac.QueueConfig{Length: 1}},
		{Poll: 8, Answer: 100, Turnaround: 500 * time.Millisecond, Timeout: 20 * time.Second, Limit: 4, QueueConfig: mac.QueueConfig{Length: 3, Order: "lifo", TTL: 20 * time.Minute}},
		{Poll: 100, Answer: 8, Turnaround: 500 * time.Millisecond, Margin: 5 * time.Second, Limit: 1000, QueueConfig: mac.QueueConfig{Length: 3, Order: "newest", TTL: 10 * time.Minute}},
	} {
		c.StationName = "asker"
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			mactest.Conform(t, func() mac.Config { return &c }, mactest.Terms{MaxHeld: 12*c.Length + 1, MinJain: 0.95, Exclusive: true, ClockTolerance: time.Hour})
		})
	}
}

// What the ranges of the fields let pass and what cannot work is refused, with
// the key.
func TestValidate(t *testing.T) {
	for _, c := range []struct {
		spoil func(*Config)
		field string
	}{
		{func(*Config) {}, ""},
		{func(c *Config) { c.Length = 0 }, "queue"},
		{func(c *Config) { c.Timeout = 50 * time.Millisecond }, "timeout"}, // the vehicles wait as long
		{func(c *Config) { c.Timeout = 51 * time.Millisecond }, ""},
		{func(c *Config) { c.Timeout, c.Turnaround = 0, time.Minute }, ""},
	} {
		config := Default().(*Config)
		c.spoil(config)
		err := config.Validate()
		var keyed interface{ Field() string }
		field := ""
		if errors.As(err, &keyed) {
			field = keyed.Field()
		}
		if field != c.field || (err == nil) != (c.field == "") {
			t.Errorf("%+v: %v, fault in %q, not %q", config, err, field, c.field)
		}
	}
}
