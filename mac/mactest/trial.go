package mactest

import (
	"fmt"
	"slices"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/rng"
)

// trials is how many symmetric scenes are played, and perNode how many packets
// of each node, on average, must arrive before and after the jam.
const (
	trials  = 6
	perNode = 20
)

// newTrial makes a scene in which no node is better off than another: all on a
// ring, all hear all, and a jammer in the middle. With clocks that are off, one
// is ahead of another by the tolerance, and the others are between.
func newTrial(seed uint64, terms Terms, off bool) *scene {
	s := &scene{seed: seed, terms: terms}
	r := rng.New(seed).Stream("trial")
	nodes := 2 + int(seed%5)
	across := [...]float64{0.1, 1}[r.Intn(2)] // s
	s.trait("%d nodes on a ring, %g s across, all under load", nodes, across)
	s.water.delayed = true
	s.modem = phy.Modem{Rate: 1000, Power: 1, Acquire: 10, Recapture: 10, Sense: 10, Capture: phy.CaptureOff}
	s.clocks = make([]clock.Clock, nodes)
	for i := range nodes {
		s.at = append(s.at, phy.Fixed(onCircle(float64(i)/float64(nodes)).Scale(soundSpeed*across)))
	}
	s.at = append(s.at, phy.Fixed{}) // the jammer
	s.staff = mac.Addr(r.Intn(nodes))
	if off {
		s.trait("clocks up to %v apart", terms.ClockTolerance)
		first := r.Intn(nodes)
		for i := range nodes {
			part := r.Float64()
			switch (first + i) % nodes {
			case 0:
				part = 0
			case 1:
				part = 1
			}
			s.clocks[i] = ahead(time.Duration(part * float64(terms.ClockTolerance)))
		}
	}
	return s
}

func ahead(d time.Duration) clock.Clock {
	c, err := clock.New(d, 0)
	if err != nil {
		panic("mactest: " + err.Error())
	}
	return c
}

// try plays the trial of a seed: with clocks that agree and, where a tolerance is
// claimed, with such that do not. It returns the least Jain index.
func try(config func() mac.Config, seed uint64, terms Terms) (jain float64, err error) {
	s := newTrial(seed, terms, false)
	r, err := s.try(config)
	if err != nil || terms.ClockTolerance == 0 {
		return r.jain(), err
	}
	t := newTrial(seed, terms, true)
	skewed, err := t.try(config)
	if err == nil && skewed.lost > r.lost {
		err = fmt.Errorf("%v: with %v %d packets are lost, with clocks that agree %d", t, t.traits[1], skewed.lost, r.lost)
	}
	return min(r.jain(), skewed.jain()), err
}

// try plays the trial once.
func (s *scene) try(config func() mac.Config) (*run, error) {
	r := newRun(s, s.names(config()), sim.NewHeap(), true)
	r.served = make([]int, s.nodes())
	if s.terms.Exclusive {
		r.checks = append(r.checks, alone)
	}
	if err := r.guard(func() { r.endure(config()) }); err != nil {
		return r, fmt.Errorf("%v: %w", s, err)
	}
	if jain := r.jain(); jain < s.terms.MinJain {
		return r, fmt.Errorf("%v: nodes with equal loads get %v packets delivered: Jain index %.3f, at least %g is claimed; if the protocol prefers some of them by design, claim less in Terms.MinJain", s, r.served, jain, s.terms.MinJain)
	}
	return r, nil
}

// endure loads the nodes, lets them come to rest, jams them, and loads them
// again.
func (r *run) endure(config mac.Config) {
	const jam = time.Minute
	r.build(config)
	for _, s := range r.stations {
		s.Start()
	}
	r.load("")
	r.settle()
	r.lost = r.book.totals().lost
	r.jammer.fill(jam)
	loading := r.feed()
	r.advance(r.kernel.Now().Add(jam))
	loading.Stop()
	r.load(fmt.Sprintf(", after a jam of %v", jam))
	r.settle()
	r.balance()
}

// load offers each node as much as any other, until enough has arrived.
func (r *run) load(when string) {
	const longest = 4 * time.Hour
	began, before := r.kernel.Now(), slices.Clone(r.delivered)
	total := func() (n int) {
		for i, d := range r.delivered {
			n += d - before[i]
		}
		return n
	}
	starved := func() int {
		return slices.IndexFunc(r.stations, func(s *station) bool { return r.delivered[s.addr] == before[s.addr] })
	}
	loading := r.feed()
	for (total() < perNode*r.scene.nodes() || starved() >= 0) && r.kernel.Now().Sub(began) < longest {
		r.advance(r.kernel.Now().Add(10 * time.Second))
	}
	loading.Stop()
	if node := starved(); node >= 0 {
		r.fail("node %d gets no packet delivered in %v%s, and all nodes %d; if the protocol is made for a smaller load, say so in Terms.Load",
			node, r.kernel.Now().Sub(began), when, total())
	}
	for i, d := range r.delivered {
		r.served[i] += d - before[i]
	}
}

// feed begins to offer packets to all nodes in turn, at random times, each to the
// next node.
func (r *run) feed() *sim.Timer {
	bits, next := min(512, r.scene.terms.MaxBits), 0
	gap := func() time.Duration {
		return sim.Seconds(r.rand.Exp() * float64(bits) / (r.scene.modem.Rate * r.scene.terms.Load))
	}
	var timer *sim.Timer
	timer = r.kernel.NewTimer(sim.Comm, func(now sim.Time) {
		to := (next + 1) % len(r.stations)
		r.stations[next].port.Send(mac.Addr(to), bits, &token{answer: true})
		next = to
		timer.Arm(now.Add(gap()))
	})
	timer.Arm(r.kernel.Now().Add(gap()))
	return timer
}

// jain returns the index of Jain, Chiu and Hawe (DEC-TR-301, 1984) of what was
// delivered for each node: (sum x)^2 / (n sum x^2).
func (r *run) jain() float64 {
	var sum, squares float64
	for _, x := range r.served {
		sum += float64(x)
		squares += float64(x) * float64(x)
	}
	if sum == 0 {
		return 0
	}
	return sum * sum / (float64(len(r.served)) * squares)
}

// alone: nobody begins to send in a band in which another node is on the air.
func alone(b *book, a *act) string {
	if a.action != begins {
		return ""
	}
	for node, radios := range b.radios {
		if mac.Addr(node) != a.node && a.band < len(radios) && radios[a.band].sending {
			return fmt.Sprintf("transmits in band %d while node %d does, and exclusive use is claimed", a.band, node)
		}
	}
	return ""
}

// slotted checks that all frames begin when a slot does.
func (r *run) slotted() check {
	lengths := make([]time.Duration, len(r.stations))
	for i, s := range r.stations {
		lengths[i] = r.scene.terms.Slot(s.env)
	}
	return func(_ *book, a *act) string {
		if a.action != begins {
			return ""
		}
		own, length := r.stations[a.node].env.Clock, lengths[a.node]
		local := own.Local(a.at)
		n := int64(local) / int64(length)
		for _, begin := range []int64{n - 1, n} { // a division rounds negative times up, and the clock may jump over an instant
			if own.Kernel(sim.Time(begin*int64(length))) == a.at {
				return ""
			}
		}
		return fmt.Sprintf("transmits when its clock shows %v, which is not the beginning of a slot of %v", local, length)
	}
}
