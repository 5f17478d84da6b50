package phy

import (
	"fmt"
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/trace"
)

// ModeConfig describes a mode of a modem beside that of its rate: a modulation and a code.
type ModeConfig struct {
	Rate      float64 `yaml:"rate" unit:"bit/s" range:"[0.01,1e12]" required:"true" doc:"bits per second on the air; more than the rate of the modem, with which protocols plan"`
	Threshold float64 `yaml:"threshold" unit:"dB" range:"[-60,100]" required:"true" doc:"ratio of signal to interference and noise from which a frame in this mode is intact"`
}

// AdaptConfig describes how a radio chooses the mode of a frame for one node: the fastest for which
// the ratio at which it heard that node last leaves the margin. So it takes the way there for as good as the way back.
//
// Left out: reports of the receiver, which would tell where the two ends have other powers or another noise.
type AdaptConfig struct {
	Margin float64       `yaml:"margin" unit:"dB" range:"[0,60]" doc:"ratio that is left above the threshold of a mode"`
	Memory time.Duration `yaml:"memory" range:"(0,1e9]" doc:"time for which the last reception from a node decides the mode; after it, frames go at the modem's own rate"`
}

// Defaults leaves 3 dB, and remembers for ten minutes.
func (c *AdaptConfig) Defaults() { c.Margin, c.Memory = 3, 10*time.Minute }

// Mode is a mode ready for use. That of the modem's own rate has the number 0, and those of Modem.Modes follow.
type Mode struct {
	Rate float64 // bit/s
	SINR float64 // from which a frame is intact, linear
}

// checkModes finds modes that are no faster than the modem, a mode that nobody would choose, and
// adaptation without modes.
func (c *ModemConfig) checkModes() error {
	if c.Adapt != nil && len(c.Modes) == 0 {
		return fault.In("adapt", "there is no mode to choose; give modes, such as [{rate: %g bit/s, threshold: 15dB}]", 2*c.Rate)
	}
	before := ModeConfig{Rate: c.Rate, Threshold: math.Inf(-1)}
	for i, m := range c.Modes {
		key := fmt.Sprintf("modes[%d]", i)
		switch {
		case m.Rate <= before.Rate:
			return fault.In(key+".rate", "%g bit/s are not more than the %g bit/s before; write the modem's rate for the slowest mode, and faster ones in their order", m.Rate, before.Rate)
		case m.Threshold <= before.Threshold:
			return fault.In(key+".threshold", "%g dB are not more than the %g dB of the slower mode before, which nobody would choose; leave that out", m.Threshold, before.Threshold)
		}
		before = m
	}
	return nil
}

// buildModes returns the modes of the modem.
func (c *ModemConfig) buildModes() []Mode {
	var modes []Mode
	for _, m := range c.Modes {
		modes = append(modes, Mode{Rate: m.Rate, SINR: fromDB(m.Threshold)})
	}
	return modes
}

// AirtimeIn is Airtime in a mode.
func (m *Modem) AirtimeIn(mode uint8, bits int) time.Duration {
	if mode == 0 {
		return m.Airtime(bits)
	}
	in := Modem{Rate: m.Modes[mode-1].Rate, Preamble: m.Preamble}
	return in.Airtime(bits)
}

// Adaptation is how a radio chooses modes, ready for use.
type Adaptation struct {
	Margin float64 // linear
	Memory time.Duration
}

// hearing is how well a radio has heard another node.
type hearing struct {
	sinr float64
	at   sim.Time
	mode uint8 // that it has sent in last
}

// learn takes note of how well a node was heard.
func (r *Radio) learn(from Addr, sinr float64, now sim.Time) {
	m := r.medium
	if m.hearings == nil {
		m.hearings = map[[2]Addr]hearing{}
	}
	way := [2]Addr{r.node, from}
	m.hearings[way] = hearing{sinr: sinr, at: now, mode: m.hearings[way].mode}
}

// modeOf returns the mode of a frame: the protocol's choice, or that of the radio.
func (r *Radio) modeOf(f *Frame) uint8 {
	adapt := r.modem.Adapt
	if adapt == nil || f.Mode != 0 || f.Dst == Everybody {
		return f.Mode
	}
	now, way := r.medium.kernel.Now(), [2]Addr{r.node, f.Dst}
	h, known := r.medium.hearings[way]
	if !known {
		return 0
	}
	mode := uint8(0)
	if now.Sub(h.at) <= adapt.Memory {
		sinr := h.sinr / adapt.Margin * math.Pow(10, -f.Cut/10)
		for i, m := range r.modem.Modes {
			if sinr >= m.SINR {
				mode = uint8(i + 1)
			}
		}
	}
	if mode != h.mode {
		h.mode = mode
		r.medium.hearings[way] = h
		r.noteMode(f.Dst, mode)
	}
	return mode
}

// noteMode records that a radio sends to a node in another mode from now on.
func (r *Radio) noteMode(to Addr, mode uint8) {
	rate := r.modem.Rate
	if mode > 0 {
		rate = r.modem.Modes[mode-1].Rate
	}
	if m := r.medium; m.tracer != nil {
		m.emit(trace.Record{At: r.medium.kernel.Now(), Link: r.link, Node: r.node, Peer: to, Kind: trace.State, Note: "bit rate", Value: rate})
	}
}
