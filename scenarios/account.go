package scenarios

import (
	"halocline/phy"
	"halocline/sim"
)

// Consumer is what takes electrical energy at a node.
type Consumer interface {
	// Draw returns the power that it takes now, W.
	Draw(now sim.Time) float64
	// Energy returns what it has taken from the start of the run until now, J: the integral of Draw.
	Energy(now sim.Time) float64
}

// Account is what takes electrical energy at a node, by name: its radios, by their links, its thrusters as propulsion where their
// power is known, and what is added. It costs nothing but when it is asked, and thrusters an addition at each step.
type Account struct {
	run       *Simulation
	names     []string
	consumers []Consumer
	warm      []float64 // J, at the end of the warm-up; nil before
}

// Account opens the account of a node, before the run.
func (s *Simulation) Account(node string) (*Account, error) {
	n, err := s.wired(node)
	if err != nil {
		return nil, err
	}
	if s.started {
		panic("scenarios: an account is opened before the run")
	}
	a := &Account{run: s}
	for _, r := range s.radios {
		if s.nodes[r.node] == n {
			a.Add(s.names.Links[r.link], meteredRadio{r.Radio})
		}
	}
	if n.body != nil && n.body.Meter() {
		a.Add("propulsion", n.body)
	}
	if s.warmup > 0 {
		s.Kernel.NewTimer(sim.Probe, func(now sim.Time) { a.warm = a.energies(now) }).Arm(sim.Time(s.warmup))
	}
	return a, nil
}

// meteredRadio is a radio as a Consumer.
type meteredRadio struct{ radio *phy.Radio }

func (m meteredRadio) Draw(sim.Time) float64   { return m.radio.Draw() }
func (m meteredRadio) Energy(sim.Time) float64 { return m.radio.Energy() }

// Add adds a consumer, before the run.
func (a *Account) Add(name string, c Consumer) {
	a.names, a.consumers = append(a.names, name), append(a.consumers, c)
}

// Names returns the names of the consumers: those of links, once for each band, and then those that were added.
func (a *Account) Names() []string { return a.names }

// Draw returns the power that all of them take now, W.
func (a *Account) Draw(now sim.Time) float64 {
	sum := 0.0
	for _, c := range a.consumers {
		sum += c.Draw(now)
	}
	return sum
}

// Energies returns what each has taken since the end of the warm-up, J; 0 before.
func (a *Account) Energies(now sim.Time) []float64 {
	all := a.energies(now)
	if a.run.warmup == 0 {
		return all
	}
	for i := range all {
		if a.warm == nil {
			all[i] = 0
		} else {
			all[i] -= a.warm[i]
		}
	}
	return all
}

// energies returns what each has taken since the start of the run, J.
func (a *Account) energies(now sim.Time) []float64 {
	all := make([]float64, len(a.consumers))
	for i, c := range a.consumers {
		all[i] = c.Energy(now)
	}
	return all
}
