package scenarios

import (
	"context"
	"slices"
	"time"

	"halocline/phy"
	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/rtos"
)

// Run carries the simulation out. It returns the time that was reached, and why
// it is not the end. A simulation runs once.
func (s *Simulation) Run(ctx context.Context) (sim.Time, error) {
	s.Start()
	s.RunUntil(ctx, sim.Time(s.duration))
	return s.Close()
}

// FindPaths finds the paths between the radios that stand still before they are asked for; see phy.Medium.
func (s *Simulation) FindPaths() {
	for _, m := range s.media {
		m.FindPaths()
	}
}

// Start begins a run that goes on with RunUntil and ends with Close.
func (s *Simulation) Start() {
	if s.started {
		panic("scenarios: a simulation runs once; build another")
	}
	s.started = true
	if s.probe != nil && s.tracer != nil {
		s.Kernel.Every(sim.Probe, 0, s.probe.Period, s.takeProbe)
	}
	s.findWatched()
	if s.watched != nil {
		s.Kernel.Every(sim.Probe, 0, s.watch, s.watchAll)
	}
	for _, l := range s.looks {
		s.Kernel.Every(sim.Probe, 0, l.period, l.look)
	}
	s.readAll()
	s.startDigest()
	if s.warmup > 0 { // one event more, which only looks
		s.Kernel.NewTimer(sim.Probe, func(sim.Time) { s.warm = s.uses() }).Arm(sim.Time(s.warmup))
	}
	for _, do := range s.first {
		do(0)
	}
	for _, m := range s.macs {
		m.Start()
	}
}

// RunUntil goes on to a time, and does all that is due then. It reports whether the run has
// ended: by its duration, because what was to be simulated is over, or by a failure. A
// context that is done is an error and no end. In parts a run gives the same events and the
// same fingerprint as in one go.
func (s *Simulation) RunUntil(ctx context.Context, t sim.Time) (ended bool, err error) {
	if !s.started || s.closed {
		panic("scenarios: a run goes on between Start and Close only")
	}
	end := sim.Time(s.duration)
	if now := s.Kernel.Now(); t >= now {
		s.err = s.Kernel.Run(ctx, max(now, min(t, end)))
	}
	return s.Kernel.Stopped() || s.Kernel.Failed() || s.Kernel.Now() == end, s.err
}

// Next returns the time of the next event. It is false if the run has ended, or none comes
// before its end.
func (s *Simulation) Next() (sim.Time, bool) {
	t, ok := s.Kernel.Next()
	return t, ok && t <= sim.Time(s.duration) && !s.Kernel.Stopped() && !s.Kernel.Failed()
}

// Close ends the run. It returns the time that was reached, and why it is not the end of the
// scenario if a failure or a context is the reason.
func (s *Simulation) Close() (sim.Time, error) {
	if s.closed {
		return s.Kernel.Now(), s.err
	}
	s.closed = true
	if s.contacts != nil {
		s.contacts.Close(s.Kernel.Now())
	}
	s.watchAll(s.Kernel.Now())
	s.endDigest()
	if s.net != nil {
		s.net.Close()
	}
	return s.Kernel.Now(), s.err
}

// Watch has the programs of the run looked at with a period, for integrals over the ways of their vehicles. It must be
// called before Run; a run that nobody watches has none.
func (s *Simulation) Watch(period time.Duration) { s.watch = period }

// findWatched finds the programs that are looked at.
func (s *Simulation) findWatched() {
	for i := range s.programs {
		if w, ok := s.programs[i].Running.(program.Watched); ok && s.watch > 0 {
			s.watched = append(s.watched, w)
		}
	}
}

// watchAll looks at the programs.
func (s *Simulation) watchAll(now sim.Time) {
	for _, w := range s.watched {
		w.Watch(now)
	}
}

// Observe has what happens on the computers of nodes told to observers. It must be called
// before Run. The function is asked once for each computer, which it knows by its node
// and the names of its tasks.
func (s *Simulation) Observe(by func(node string, tasks []string) rtos.Observer) {
	for _, n := range s.nodes {
		if n.cpu != nil {
			n.cpu.Tell(by(n.name, n.cpu.Tasks()))
		}
	}
}

// RadioUse is what a radio did with its time, and the electrical energy that it
// took.
type RadioUse struct {
	Node     string  `json:"node"`
	Link     string  `json:"link"`
	Band     int     `json:"band"` // of the link's bands, from 0; that of wake-up tones comes after them
	Transmit float64 `json:"transmit_s"`
	Receive  float64 `json:"receive_s"`
	Idle     float64 `json:"idle_s"`
	Sleep    float64 `json:"sleep_s"`
	Off      float64 `json:"off_s"` // while it was down
	Energy   float64 `json:"energy_j"`

	// The energy by state, J; off it takes none.
	TransmitEnergy float64 `json:"transmit_j"`
	ReceiveEnergy  float64 `json:"receive_j"`
	IdleEnergy     float64 `json:"idle_j"`
	SleepEnergy    float64 `json:"sleep_j"`
}

// Radios returns the use of every radio since the end of the warm-up, link by link.
func (s *Simulation) Radios() []RadioUse {
	uses := s.uses()
	if s.warmup == 0 {
		return uses
	}
	before := s.warm
	if before == nil { // the run has not come so far
		before = slices.Clone(uses)
	}
	for i := range uses {
		uses[i].takeOff(&before[i])
	}
	return uses
}

// takeOff leaves what the radio did after before.
func (u *RadioUse) takeOff(before *RadioUse) {
	u.Transmit -= before.Transmit
	u.Receive -= before.Receive
	u.Idle -= before.Idle
	u.Sleep -= before.Sleep
	u.Off -= before.Off
	u.Energy -= before.Energy
	u.TransmitEnergy -= before.TransmitEnergy
	u.ReceiveEnergy -= before.ReceiveEnergy
	u.IdleEnergy -= before.IdleEnergy
	u.SleepEnergy -= before.SleepEnergy
}

// uses returns the use of every radio so far.
func (s *Simulation) uses() []RadioUse {
	uses := make([]RadioUse, len(s.radios))
	for i, r := range s.radios {
		u, energies := r.Usage(), r.Energies()
		uses[i] = RadioUse{
			Node:     s.names.Nodes[r.node],
			Link:     s.names.Links[r.link],
			Band:     int(r.band),
			Transmit: u[phy.Transmitting].Seconds(),
			Receive:  u[phy.Receiving].Seconds(),
			Idle:     u[phy.Idling].Seconds(),
			Sleep:    u[phy.Sleeping].Seconds(),
			Off:      u[phy.Off].Seconds(),
			Energy:   r.Radio.Energy(),

			TransmitEnergy: energies[phy.Transmitting],
			ReceiveEnergy:  energies[phy.Receiving],
			IdleEnergy:     energies[phy.Idling],
			SleepEnergy:    energies[phy.Sleeping],
		}
	}
	return uses
}
