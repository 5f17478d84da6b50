package tdma

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
)

// several gives each node two slots, with room for one and for up to three
// packets.
type several struct{ Config }

func (s *several) Build(env mac.Env) mac.MAC {
	c := s.Config
	for i, a := range slices.Concat(env.Stations, env.Stations) {
		c.Slots = append(c.Slots, Slot{Node: strconv.Itoa(int(a)), Packets: 1 + i/len(env.Stations)*(1+i%3)})
	}
	return c.Build(env)
}

// A node holds the packets of its queue and the one that it sends. Clocks may be
// apart by the guard.
func TestContract(t *testing.T) {
	for _, c := range []struct {
		name   string
		config func() mac.Config
		terms  mactest.Terms
	}{
		{"default", Default, mactest.Terms{MaxHeld: 17, MaxBits: 512, MinJain: 0.95, Exclusive: true}},
		{"guarded", func() mac.Config {
			c := Default().(*Config)
			c.Guard = 100 * time.Millisecond
			return c
		}, mactest.Terms{MaxHeld: 17, MaxBits: 512, MinJain: 0.95, Exclusive: true, ClockTolerance: 100 * time.Millisecond}},
		{"room for several packets", func() mac.Config { return &several{*Default().(*Config)} }, mactest.Terms{MaxHeld: 17, MaxBits: 512}},
		{"overlapping slots, one place, newest first", func() mac.Config {
			none := time.Duration(0)
			return &Config{Size: 1024, Timing: Timing{Propagation: &none, QueueConfig: mac.QueueConfig{Length: 1, Order: "newest", TTL: time.Minute}}}
		}, mactest.Terms{MaxHeld: 2}},
		{"docking", func() mac.Config {
			c := DefaultDocking().(*Docking)
			c.Dock, c.Vehicles, c.Downstream, c.Upstream = "dock", 0, 1024, 1024
			return c
		}, mactest.Terms{MaxHeld: 17}},
		{"docking with empty slots", func() mac.Config {
			c := DefaultDocking().(*Docking)
			c.Dock, c.Vehicles, c.Upstream, c.Turn, c.Guard = "dock", 11, 512, time.Second, 7*time.Millisecond
			return c
		}, mactest.Terms{MaxHeld: 17, MaxBits: 512}},
	} {
		t.Run(c.name, func(t *testing.T) { mactest.Conform(t, c.config, c.terms) })
	}
}
