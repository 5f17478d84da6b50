// Package traffic makes packets: the applications of a pure network study. They come
// at a fixed period, at random as a Poisson process, or from a file that lists them.
//
// Begin with Periodic, Poisson or Trace. Start sets a source going for one sender; its
// Env says to whom, and through what: as a rule a mac.Port.
//
// Left out: applications that answer. Control loops live in plant/ncs.
package traffic

import (
	"fmt"
	"math"
	"time"

	"halocline/mac"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/rng"
)

// Env is what a source may touch.
type Env struct {
	Kernel *sim.Kernel
	Rand   *rng.Stream // the source's own, which nobody else may draw from
	To     mac.Addr
	Out    Sender
	Place  int // of the sender among the Of senders of its source, from 0
	Of     int
}

// Sender takes the packets of a source. What it refuses is lost; the refusal is
// its own to record.
type Sender interface {
	Send(dst mac.Addr, bits int, payload any) error
}

// Config describes the traffic from one or several nodes.
type Config interface {
	Validate() error
	// Way says whose packets go where.
	Way() Way
	// Start schedules the first packet of one sender.
	Start(Env)
}

// Changing is a Config some of whose keys may change while a run goes on.
type Changing interface {
	// Keys returns their names.
	Keys() []string
	// Run is Start, and returns the sender.
	Run(Env) Running
}

// Running is a sender that goes on by another Config of the type that started it, which differs in keys that may
// change. What is left of the wait for its next packet becomes longer or shorter as the mean time between two
// packets does.
type Running interface {
	Change(now sim.Time, to Config)
}

// Listed is a Config that lists its packets, which any nodes send. It is not started: each sender gets a Replay.
type Listed interface {
	// Rows hands over the packets one by one, in any order. An error of take ends it. Open opens a file beside the
	// scenario. The error may name a key.
	Rows(open func(name string) ([]byte, error), take func(Row) error) error
}

// Way is where the packets of a source come from and go to, by name. A trace
// names senders and receivers in its file instead.
type Way struct {
	From string
	To   string
	Link string // empty where the scenario has one link
	Bits int    // of each packet; 0 where they differ
}

// Catalog returns the sources that a scenario can ask for.
func Catalog() map[string]func() Config {
	return map[string]func() Config{
		"periodic": func() Config { return &Periodic{Source: defaults(), Phase: Random} },
		"poisson":  func() Config { return &Poisson{Source: defaults()} },
		"trace":    func() Config { return &Trace{} },
	}
}

// Source is what all sources but a trace have in common.
type Source struct {
	From  string        `yaml:"from" required:"true" doc:"sending node, or group of nodes each of which sends"`
	To    string        `yaml:"to" required:"true" doc:"receiving node, or everybody"`
	Link  string        `yaml:"link" doc:"name of the link; may be left out where there is only one"`
	Bits  int           `yaml:"size" unit:"bit" range:"[1,1e9]" doc:"bits of each packet, without the header of the access protocol"`
	Begin time.Duration `yaml:"start" range:"[0,inf)" doc:"time at which the source begins"`
	End   time.Duration `yaml:"stop" range:"[0,inf)" doc:"time from which on the source makes no packet; 0 for the end of the run, when a last packet may still be made"`
}

func defaults() Source { return Source{Bits: 512} }

// Way says whose packets go where.
func (s Source) Way() Way { return Way{From: s.From, To: s.To, Link: s.Link, Bits: s.Bits} }

// Validate checks that the time in which the source sends is not empty.
func (s Source) Validate() error {
	return fault.Keep(s.Bounds())
}

// Bounds returns what the end of the source keeps to.
func (s Source) Bounds() []fault.Bound {
	return []fault.Bound{{
		Key: "stop", Value: s.End.Seconds(), Op: fault.MoreThan, Than: "start", Limit: s.Begin.Seconds(), When: "or 0", Off: s.End == 0,
		Why: fmt.Sprintf("the source ends at %v, but it begins at %v; stop must be later than start", s.End, s.Begin),
	}}
}

// over reports whether the source has ended at t, or t is beyond the range of
// time, which shows as a negative one.
func (s Source) over(t sim.Time) bool { return t < 0 || s.End != 0 && t >= sim.Time(s.End) }

// within returns the time in s for which the source goes on in a run.
func (s Source) within(run time.Duration) float64 {
	end := run
	if s.End != 0 {
		end = min(end, s.End)
	}
	return max(0, end-s.Begin).Seconds()
}

// Phase says when within its first period a sender makes its first packet.
type Phase string

// The phases. Nodes that are switched on one by one have random ones; senders with the
// same one meet in the water in each period, or in none. The zero Phase is Same.
const (
	Random Phase = "random"
	Same   Phase = "same"
	Spread Phase = "spread"
)

// Periodic makes a packet in its phase after the start, and then at every period.
type Periodic struct {
	Source
	Period time.Duration `yaml:"period" required:"true" range:"(0,inf)" doc:"time from one packet to the next"`
	Phase  Phase         `yaml:"phase" oneof:"random|same|spread" doc:"time of a node's first packet. random: within a period from start, drawn for each node; same: at start, all nodes at once; spread: sender i of a group of N at start + (i-1)/N periods"`
	Jitter time.Duration `yaml:"jitter" range:"[0,inf)" doc:"greatest delay of a packet, which is uniform from 0 to this"`
}

// About says what the model is.
func (*Periodic) About() string { return "a packet every period" }

// Validate checks the span, and that jitter cannot change the order of packets.
func (p *Periodic) Validate() error {
	return fault.Keep(p.Bounds())
}

// Bounds returns what jitter and the end keep to.
func (p *Periodic) Bounds() []fault.Bound {
	return append([]fault.Bound{{
		Key: "jitter", Value: p.Jitter.Seconds(), Op: fault.AtMost, Than: "period", Limit: p.Period.Seconds(),
		Why: fmt.Sprintf("the jitter of %v exceeds the period of %v", p.Jitter, p.Period),
	}}, p.Source.Bounds()...)
}

// Packets returns about how many packets a sender makes in a run.
func (p *Periodic) Packets(run time.Duration) float64 { return p.within(run) / p.Period.Seconds() }

// Start schedules the first packet of one sender.
func (p *Periodic) Start(env Env) { p.Run(env) }

// Run is Start.
func (p *Periodic) Run(env Env) Running {
	s := &periodic{config: p, env: env, first: sim.Time(p.Begin).Add(p.phase(env))}
	s.schedule()
	return s
}

// Keys returns the keys that may change while a run goes on.
func (*Periodic) Keys() []string { return []string{"period", "size"} }

// phase returns the time from the start to the first packet of a sender.
func (p *Periodic) phase(env Env) time.Duration {
	switch p.Phase {
	case Random:
		return p.into(env.Rand.Float64())
	case Spread:
		return time.Duration(float64(p.Period) * float64(env.Place) / float64(max(1, env.Of)))
	}
	return 0
}

// into returns a share of a period.
func (p *Periodic) into(share float64) time.Duration { return time.Duration(share * float64(p.Period)) }

// periodic is a periodic sender, and the event of its next packet.
type periodic struct {
	config *Periodic
	env    Env
	first  sim.Time // of packet 0
	n      int64    // number of the next packet
	next   sim.Time // when that comes, which may be late by the jitter
}

// schedule sets the time of packet n, from n and not from the packet before.
func (s *periodic) schedule() {
	due := s.due()
	if s.config.over(due) {
		return
	}
	if s.config.Jitter > 0 {
		due = due.Add(time.Duration(s.env.Rand.Float64() * float64(s.config.Jitter)))
	}
	if !s.config.over(due) {
		s.next = due
		s.env.Kernel.At(due, sim.Comm, s)
	}
}

// due returns when packet n is made, which its jitter delays.
func (s *periodic) due() sim.Time { return s.first + sim.Time(s.n)*sim.Time(s.config.Period) }

// Change implements Running.
func (s *periodic) Change(now sim.Time, to Config) {
	before, after := s.config, to.(*Periodic)
	s.config = after
	due := s.first + sim.Time(s.n)*sim.Time(before.Period)
	if after.Period == before.Period || due < 0 || due <= now { // the packet is late by its jitter, or was the last one
		s.first = due - sim.Time(s.n)*sim.Time(after.Period)
		return
	}
	now = max(now, sim.Time(before.Begin))
	wait := time.Duration(float64(due.Sub(now)) * float64(after.Period) / float64(before.Period))
	s.first, s.n = now.Add(wait), 0
	s.schedule()
}

// Fire is called by the kernel.
func (s *periodic) Fire(now sim.Time) {
	if now != s.next {
		return // the packet has been put off, or has come before
	}
	s.env.Out.Send(s.env.To, s.config.Bits, nil)
	s.n++
	s.schedule()
}

// Poisson makes packets at random with independent exponential gaps.
type Poisson struct {
	Source
	Rate float64 `yaml:"rate" unit:"1/s" required:"true" range:"(0,1e9]" doc:"mean number of packets per second"`
}

// About says what the model is.
func (*Poisson) About() string { return "packets at random, with exponential gaps" }

// Packets returns about how many packets a sender makes in a run.
func (p *Poisson) Packets(run time.Duration) float64 { return p.within(run) * p.Rate }

// Start schedules the first packet of one sender.
func (p *Poisson) Start(env Env) { p.Run(env) }

// Run is Start.
func (p *Poisson) Run(env Env) Running {
	s := &poisson{config: p, kernel: env.Kernel, out: env.Out, to: env.To, rand: *env.Rand, at: p.Begin.Seconds()}
	s.schedule(p.wait(s.rand.Exp()))
	return s
}

// Keys returns the keys that may change while a run goes on.
func (*Poisson) Keys() []string { return []string{"rate", "size"} }

// wait returns the time to the next packet in s, for an exponential number of mean 1.
func (p *Poisson) wait(e float64) float64 { return e / p.Rate }

// poisson is a Poisson sender, and the event of its next packet. In a large network
// each packet finds its sender in memory and not in the cache, so all that is the
// sender's own lies in one cache line.
type poisson struct {
	config *Poisson
	kernel *sim.Kernel
	out    Sender
	rand   rng.Stream // moved here from the Env
	at     float64    // s; kept unrounded, so that rounding does not pile up
	to     mac.Addr
}

// schedule has the next packet come after a wait in s.
func (s *poisson) schedule(wait float64) {
	s.at += wait
	if s.at >= sim.Never.Seconds() {
		return
	}
	if due := s.due(); !s.config.over(due) {
		s.kernel.At(due, sim.Comm, s)
	}
}

// due returns when the next packet comes.
func (s *poisson) due() sim.Time { return sim.Time(math.Round(s.at * 1e9)) }

// Change implements Running. What is left of an exponential wait is exponential again, so that the packets are those of
// the new rate from now on.
func (s *poisson) Change(now sim.Time, to Config) {
	before, after := s.config, to.(*Poisson)
	s.config = after
	if after.Rate == before.Rate {
		return
	}
	from := max(now.Seconds(), before.Begin.Seconds())
	left := max(0, s.at-from)
	s.at = from
	s.schedule(left * before.Rate / after.Rate)
}

// Fire is called by the kernel.
func (s *poisson) Fire(now sim.Time) {
	if now != s.due() {
		return // the packet has been put off, or has come before
	}
	s.out.Send(s.to, s.config.Bits, nil)
	s.schedule(s.config.wait(s.rand.Exp()))
}
