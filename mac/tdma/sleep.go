package tdma

import (
	"slices"
	"time"

	"halocline/mac"
	"halocline/sim"
)

// span is a part of a frame.
type span struct{ from, to time.Duration }

// rest has the radio of a node sleep while nobody sends to it, by the node's own clock.
type rest struct {
	env    mac.Env
	period time.Duration
	turns  []turn // of a frame, in order
	next   int    // the one that the timer is armed for
	frame  sim.Time
	timer  *sim.Timer
}

// turn is when a radio wakes, or goes to sleep.
type turn struct {
	at     time.Duration // after the beginning of the frame
	asleep bool
}

// sleep puts the radio of a node to sleep but for the slots of others in which it is sent to.
// It is awake a guard before they begin, a microsecond at least for the rounding of clocks,
// and until their last frame has passed a node as far away as the propagation time and the
// guard allow: what comes from farther away, or by a clock that is off by more, is lost.
func (n *node) sleep(f *frame, t *Timing) {
	if f.length == 0 {
		return
	}
	early, late := max(t.Guard, time.Microsecond), t.spare(n.env)
	var heard []span
	for _, s := range f.slots {
		if s.owner != n.env.Addr && s.owner != nobody && s.reaches(n.env.Addr) {
			onAir := time.Duration(s.packets) * n.env.PHY.Airtime(s.bits+n.header)
			heard = append(heard, span{s.start - early, s.start + onAir + late})
		}
	}
	r := &rest{env: n.env, period: f.length, turns: turnsOf(heard, f.length)}
	switch {
	case len(heard) == 0:
		n.env.PHY.Sleep(true)
	case len(r.turns) > 0:
		r.timer = n.env.Kernel.NewTimer(sim.Comm, r.take)
		r.begin()
		n.env.Clock.OnSteer(r.begin)
	}
}

// reaches reports whether a node may be meant in a slot.
func (s *slot) reaches(a mac.Addr) bool {
	if s.listener != everywhere && s.listener != a {
		return false
	}
	return s.to == a || s.to == anybody || s.to == mac.Everybody
}

// turnsOf returns when a radio wakes and goes to sleep that is awake in parts of a frame,
// which may reach beyond its ends and overlap; none where it is always awake.
func turnsOf(heard []span, period time.Duration) (turns []turn) {
	var within []span
	for _, s := range heard {
		if s.to-s.from >= period {
			return nil
		}
		from := (s.from%period + period) % period
		if to := from + s.to - s.from; to <= period {
			within = append(within, span{from, to})
		} else {
			within = append(within, span{from, period}, span{0, to - period})
		}
	}
	slices.SortFunc(within, func(a, b span) int { return int(a.from - b.from) })
	var apart []span
	for _, s := range within {
		if last := len(apart) - 1; last >= 0 && s.from <= apart[last].to {
			apart[last].to = max(apart[last].to, s.to)
			continue
		}
		apart = append(apart, s)
	}
	if len(apart) == 0 {
		return nil
	}
	over := apart[0].from == 0 && apart[len(apart)-1].to == period // awake from one frame to the next
	for _, s := range apart {
		if s.from > 0 || !over {
			turns = append(turns, turn{s.from, false})
		}
		if s.to < period || !over {
			turns = append(turns, turn{s.to, true})
		}
	}
	return turns
}

// begin puts the radio into the state of now, by the clock as it is.
func (r *rest) begin() {
	r.next = 0
	local := r.env.Clock.Local(r.env.Kernel.Now())
	r.frame = local / sim.Time(r.period) * sim.Time(r.period)
	if r.frame > local {
		r.frame = r.frame.Add(-r.period)
	}
	asleep := r.turns[len(r.turns)-1].asleep
	for r.next < len(r.turns) && r.frame.Add(r.turns[r.next].at) <= local {
		asleep = r.turns[r.next].asleep
		r.next++
	}
	r.env.PHY.Sleep(asleep)
	r.wait()
}

// take takes the next turn.
func (r *rest) take(sim.Time) {
	r.env.PHY.Sleep(r.turns[r.next].asleep)
	r.next++
	r.wait()
}

// wait arms the timer for the next turn.
func (r *rest) wait() {
	if r.next == len(r.turns) {
		r.next, r.frame = 0, r.frame.Add(r.period)
	}
	r.timer.Arm(max(r.env.Kernel.Now(), r.env.Clock.Kernel(r.frame.Add(r.turns[r.next].at))))
}
