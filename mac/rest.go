package mac

import (
	"time"

	"halocline/sim"
)

// Rest has the radio of a node sleep. A nil Rest leaves it awake.
type Rest struct {
	env   Env
	timer *sim.Timer
}

// NewRest returns a Rest for the radio of a node, which is awake.
func NewRest(env Env) *Rest {
	return &Rest{env: env, timer: env.Kernel.NewTimer(sim.Comm, func(sim.Time) { env.PHY.Sleep(false) })}
}

// Until has the radio sleep until what begins d after a time of the node's clock, or wakes it if
// that is now. It wakes earlier by what two clocks may disagree about in d, at 1000 ppm each, and by
// a microsecond for their rounding.
func (r *Rest) Until(since sim.Time, d time.Duration) {
	if r == nil {
		return
	}
	now := r.env.Kernel.Now()
	at := r.env.Clock.Kernel(since.Add(d - d/500 - time.Microsecond))
	r.env.PHY.Sleep(at > now)
	r.timer.Stop()
	if at > now {
		r.timer.Arm(at)
	}
}

// Sleep has the radio sleep until Until says for how long.
func (r *Rest) Sleep() {
	if r != nil {
		r.env.PHY.Sleep(true)
		r.timer.Stop()
	}
}
