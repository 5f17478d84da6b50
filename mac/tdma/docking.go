package tdma

import (
	"time"

	"halocline/mac"
	"halocline/sim/fault"
)

// Docking describes the frame of a docking station (O. Erdemir, thesis, 2018,
// section 4.4.1.2). It begins with the downstream slots, in which the station
// sends a packet to each vehicle. They are back to back, without propagation time
// and guard, because frames from one place do not overtake each other. Then come
// the upstream slots, one for each vehicle. Vehicles have their slots in the order
// of the link's nodes.
//
// A downstream slot whose vehicle has no packet may carry one for everybody.
//
// As in the thesis nothing lies between the last downstream and the first
// upstream slot. That does no harm while the last slots are empty. When all are in
// use, the first vehicle's frame may reach the last vehicle before the station's
// has passed there, and is sent by a vehicle that is the only one when it should
// listen; Turn as long as the propagation time prevents that.
type Docking struct {
	Dock       string        `yaml:"station" required:"true" doc:"name of the docking station"`
	Vehicles   int           `yaml:"vehicles" range:"[0,1e4]" doc:"vehicles that the frame has slots for; 0 for as many as there are on the link"`
	Downstream int           `yaml:"downstream" unit:"bit" range:"[1,1e9]" doc:"bits of the largest packet from the station, without the header; a longer one is refused"`
	Upstream   int           `yaml:"upstream" unit:"bit" range:"[1,1e9]" doc:"bits of the largest packet from a vehicle, without the header; a longer one is refused"`
	Turn       time.Duration `yaml:"turn" range:"[0,3600]" doc:"pause before the upstream slots, in which the last downstream frame reaches all vehicles"`
	Timing
}

// DefaultDocking returns the frame of the thesis, but for the propagation time.
// Its packets hold all that they need, so there is no header.
func DefaultDocking() mac.Config {
	return &Docking{
		Vehicles:   8,
		Downstream: 512,
		Upstream:   64,
		Timing:     Timing{Multiple: 20 * time.Millisecond, QueueConfig: mac.DefaultQueue()},
	}
}

// About says what the model is.
func (*Docking) About() string {
	return "TDMA of a docking station: its slots, one for each vehicle, then a slot of each vehicle"
}

// Validate checks the queue.
func (c *Docking) Validate() error { return c.Timing.check() }

// Station returns the name of the docking station.
func (c *Docking) Station() string { return c.Dock }

// Fit checks that each vehicle gets its slots.
func (c *Docking) Fit(nodes []string) error {
	if vehicles := len(nodes) - 1; c.Vehicles != 0 && c.Vehicles < vehicles {
		return fault.In("vehicles", "the frame has slots for %d vehicles, but %d are on the link", c.Vehicles, vehicles)
	}
	return nil
}

// Doubts tells of upstream slots that end before the station has what was sent in them.
func (c *Docking) Doubts(at mac.Conditions) []string { return c.short(at, c.Dock) }

// Pace is that of the node's slots.
func (c *Docking) Pace(env mac.Env, _ func(a, b mac.Addr) time.Duration, to mac.Addr, _ int) time.Duration {
	f := c.frame(env)
	return f.pace(env.Addr, to)
}

// Build makes the protocol of one node.
func (c *Docking) Build(env mac.Env) mac.MAC { return newNode(env, c.Timing, c.frame) }

// frame lays out the slots. Those without a vehicle stay empty, but for packets
// to everybody.
func (c *Docking) frame(env mac.Env) frame {
	dock := env.Named[c.Dock]
	var vehicles []mac.Addr
	for _, a := range env.Stations {
		if a != dock {
			vehicles = append(vehicles, a)
		}
	}
	absent := max(c.Vehicles-len(vehicles), 0)
	var f frame
	down := slot{owner: dock, listener: everywhere, bits: c.Downstream, packets: 1}
	airtime := env.PHY.Airtime(c.Downstream + c.Header)
	for _, down.to = range vehicles {
		f.add(down, airtime, 0)
	}
	down.to = mac.Everybody
	for range absent {
		f.add(down, airtime, 0)
	}
	f.pause(c.Turn)
	up := slot{to: anybody, listener: dock, bits: c.Upstream, packets: 1, guarded: true}
	airtime, spare := env.PHY.Airtime(c.Upstream+c.Header), c.spare(env)
	for _, up.owner = range vehicles {
		f.add(up, airtime, spare)
	}
	up.owner = nobody
	for range absent {
		f.add(up, airtime, spare)
	}
	f.roundUp(c.Multiple)
	return f
}
