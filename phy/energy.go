package phy

import (
	"time"

	"halocline/sim"
)

// State is what a radio spends its energy on.
type State uint8

// The states. A full-duplex radio that does both transmits.
const (
	Idling State = iota
	Receiving
	Transmitting
	Sleeping
	Off // and takes nothing
	states
)

// String returns the name of the state.
func (s State) String() string {
	return [...]string{Idling: "idle", Receiving: "receive", Transmitting: "transmit", Sleeping: "sleep", Off: "off"}[s]
}

// Draw is the electrical power in W that a radio takes in each state. While a frame
// is sent with less than full power, the share of the signal is less by the same
// factor.
type Draw struct {
	Transmit float64 `yaml:"transmit" unit:"W" range:"[0,1e6]" doc:"power taken while transmitting at full power"`
	Signal   float64 `yaml:"signal" unit:"W" range:"[0,1e6]" doc:"part of transmit that is proportional to the power of the signal; the rest is constant"`
	Receive  float64 `yaml:"receive" unit:"W" range:"[0,1e6]" doc:"power taken while receiving a frame"`
	Idle     float64 `yaml:"idle" unit:"W" range:"[0,1e6]" doc:"power taken while listening"`
	Sleep    float64 `yaml:"sleep" unit:"W" range:"[0,1e6]" doc:"power taken while asleep"`
}

// In returns the power of a state, in W.
func (d Draw) In(s State) float64 {
	return [...]float64{Idling: d.Idle, Receiving: d.Receive, Transmitting: d.Transmit, Sleeping: d.Sleep, Off: 0}[s]
}

// Usage is the time that a radio has spent in each state. Times are whole
// nanoseconds, so that they add up to the time of the run exactly.
type Usage [states]time.Duration

// Energy returns the energy in J that the usage takes at a draw.
func (u Usage) Energy(d Draw) float64 {
	sum := 0.0
	for s, t := range u {
		sum += d.In(State(s)) * t.Seconds()
	}
	return sum
}

// meter adds up a Usage.
type meter struct {
	state State
	since sim.Time
	usage [Off]time.Duration // that of Off is the rest of the run
	less  float64            // the frame being sent lacks this fraction of full power
	saved float64            // s of full power that frames of less power have saved
}

// enter changes the state.
func (m *meter) enter(s State, now sim.Time) {
	if m.state == Transmitting {
		m.saved = m.savedUntil(now)
	}
	if m.state != Off {
		m.usage[m.state] += now.Sub(m.since)
	}
	m.state, m.since = s, now
}

// savedUntil returns the seconds of full power saved from the start of the run.
func (m *meter) savedUntil(now sim.Time) float64 {
	if m.state == Transmitting && m.less > 0 {
		return m.saved + m.less*now.Sub(m.since).Seconds()
	}
	return m.saved
}

// until returns the usage from the start of the run to now.
func (m *meter) until(now sim.Time) Usage {
	var u Usage
	copy(u[:], m.usage[:])
	if m.state != Off {
		u[m.state] += now.Sub(m.since)
	}
	u[Off] = time.Duration(now)
	for _, t := range u[:Off] {
		u[Off] -= t
	}
	return u
}

// Usage returns the time that the radio has spent in each state so far.
func (r *Radio) Usage() Usage {
	now := r.medium.kernel.Now()
	u, spared := r.meter.until(now), r.idleReception(now)
	u[Receiving] += spared
	u[Idling] -= spared
	return u
}

// Energy returns the electrical energy in J that the radio has taken so far.
func (r *Radio) Energy() float64 {
	return r.Usage().Energy(r.modem.Draw) - r.modem.Draw.Signal*r.meter.savedUntil(r.medium.kernel.Now())
}

// Draw returns the electrical power in W that the radio takes now.
func (r *Radio) Draw() float64 {
	state := r.meter.state
	if power, _, passes := r.passing(); passes && power >= r.least {
		state = Receiving // which its meter takes for idling
	}
	draw := r.modem.Draw.In(state)
	if state == Transmitting {
		draw -= r.modem.Draw.Signal * r.meter.less
	}
	return draw
}

// MostDraw returns the greatest electrical power in W that the radio can take.
func (r *Radio) MostDraw() float64 {
	d := r.modem.Draw
	return max(d.Transmit, d.Receive, d.Idle, d.Sleep)
}

// Energies returns the electrical energy in J that the radio has taken so far, by state.
func (r *Radio) Energies() [states]float64 {
	var all [states]float64
	for s, t := range r.Usage() {
		all[s] = r.modem.Draw.In(State(s)) * t.Seconds()
	}
	all[Transmitting] -= r.modem.Draw.Signal * r.meter.savedUntil(r.medium.kernel.Now())
	return all
}
