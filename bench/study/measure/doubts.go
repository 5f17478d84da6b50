package measure

import (
	"fmt"
	"slices"
	"strings"

	"halocline/scenarios"
	"halocline/sim/trace"
)

// Doubts says what of a run makes its numbers other than they seem: links that carried
// nothing, packets that still wait, jobs that came late. It is for who looks on; none of
// it is a failure.
func (o *Outcome) Doubts() []string {
	if !o.Complete {
		return nil // why not is said already
	}
	if o.Warmup > 0 && o.Reached <= o.Warmup {
		return []string{fmt.Sprintf("the run was over at %g s, within its warm-up of %g s: nothing is counted; make warmup shorter", o.Reached, o.Warmup)}
	}
	var all []string
	for i := range o.Summary.PerLink {
		if doubt := o.link(i); doubt != "" {
			all = append(all, doubt)
		}
	}
	return slices.Concat(all, o.late(), o.unread, o.strained)
}

// A link is said to have left packets without a fate if these are so many, and this share
// of what was offered. A run in a steady state ends with a few in its queues.
const (
	waitingPackets = 10
	waitingShare   = 0.05
)

// link says what is doubtful about a link, or nothing.
func (o *Outcome) link(i int) string {
	l := &o.Summary.PerLink[i]
	p, silent := &l.Packets, l.Frames.Sent == 0 && l.Link != scenarios.NetworkLink // that has no frames of its own
	switch {
	case p.Offered == 0:
		return ""
	case silent && p.Refused[trace.Outage]+p.Refused[trace.BatteryEmpty] == p.Offered:
		return fmt.Sprintf("link %s sent no frame in %s: all %s were offered by nodes that were down (%s); look at batteries and outages", l.Link, o.counted(), packets(p.Offered), fates(p))
	case silent:
		return fmt.Sprintf("link %s sent no frame in %s: of %s offered %d waited to the end, %d were refused and %d dropped; "+
			"look at links.%s.mac: its first turn to send may come after the end (duration), its slots may be too short, or it may lose what it is given",
			l.Link, o.counted(), packets(p.Offered), p.InFlight, p.Refused.Sum(), p.Dropped.Sum(), l.Link)
	case p.Delivered == 0 && p.ArrivedBits == 0:
		return fmt.Sprintf("link %s delivered none of %s offered in %s (%s); %s", l.Link, packets(p.Offered), o.counted(), fates(p), advice(p, l.Link))
	case float64(p.InFlight) >= max(waitingPackets, waitingShare*float64(p.Offered)):
		return fmt.Sprintf("link %s: %d of %s offered (%.0f %%) still waited when the run ended; the delivery ratio counts them as not delivered and the delays leave them out, "+
			"so that both depend on how long the run is: go by goodput, offer less, or let the traffic stop before the run does (traffic[].stop)",
			l.Link, p.InFlight, packets(p.Offered), 100*float64(p.InFlight)/float64(p.Offered))
	}
	return ""
}

// advice says where to look for why a link delivered nothing: at what most of its packets met.
func advice(p *trace.Packets, link string) string {
	if p.Lost[trace.BelowThreshold] > p.Lost.Sum()/4 { // a vehicle that is not told where to go drifts out of reach in the end
		return fmt.Sprintf("are its nodes out of reach? halocline link says how far a modem is heard, and links.%s.modem.budget what it has to spare", link)
	}
	met := func(c trace.Cause) int64 { return p.Refused[c] + p.Dropped[c] + p.Lost[c] }
	most := trace.NoCause
	for i := range p.Lost {
		if c := trace.Cause(i); met(c) > met(most) {
			most = c
		}
	}
	switch network := link == scenarios.NetworkLink; {
	case p.InFlight > met(most) && network:
		return "is the run (duration) longer than all hops take, and than routers wait?"
	case p.InFlight > met(most):
		return fmt.Sprintf("is the run (duration) longer than sound takes to the receiver, and than the turns of links.%s.mac?", link)
	}
	return adviceOn(most, link)
}

// adviceOn is advice for a cause.
func adviceOn(cause trace.Cause, link string) string {
	switch cause {
	case trace.BitError:
		return fmt.Sprintf("look at links.%s.modem.errors, and at what halocline link says of the ratio of signal to noise", link)
	case trace.Fading:
		return fmt.Sprintf("look at links.%[1]s.modem.fading, and at what links.%[1]s.modem.budget has to spare", link)
	case trace.Doppler:
		return fmt.Sprintf("look at links.%s.modem.doppler_tolerance, and at how fast its nodes move", link)
	case trace.OutOfWater:
		return "look at where its nodes are: z is up, and negative under water"
	case trace.OutOfRange:
		return fmt.Sprintf("have its nodes nearer, or look at the range of links.%s.channel", link)
	case trace.OutOfView:
		return fmt.Sprintf("look at links.%s.modem.antenna, and at how its nodes are turned", link)
	case trace.Outage:
		return "look at outages"
	case trace.NoRoute, trace.DiedOut, trace.HopLimit:
		return "do nodes hear each other on the way? halocline link says how far a modem is heard, and network has the rules by which they send on"
	}
	if link == scenarios.NetworkLink {
		return "look at mac of the links that it goes over, at network.header and at how much is offered"
	}
	return fmt.Sprintf("look at links.%s.mac and at how much is offered", link)
}

// fates says where the packets ended that were not delivered, with the most frequent cause
// of each kind.
func fates(p *trace.Packets) string {
	var all []string
	for _, fate := range []struct {
		name  string
		tally *trace.Tally
	}{{"refused", &p.Refused}, {"dropped", &p.Dropped}, {"lost", &p.Lost}} {
		n := fate.tally.Sum()
		if n == 0 {
			continue
		}
		most := trace.Cause(slices.Index(fate.tally[:], slices.Max(fate.tally[:])))
		text := fmt.Sprintf("%d %s, %v", n, fate.name, most)
		if fate.tally[most] < n {
			text = fmt.Sprintf("%d %s, most by %v", n, fate.name, most)
		}
		all = append(all, text)
	}
	if p.InFlight > 0 {
		all = append(all, fmt.Sprintf("%d in flight at the end", p.InFlight))
	}
	return strings.Join(all, "; ")
}

// counted names the time that counts.
func (o *Outcome) counted() string {
	if o.Warmup > 0 {
		return fmt.Sprintf("%g s after the warm-up", o.Duration-o.Warmup)
	}
	return fmt.Sprintf("%g s", o.Duration)
}

// late says of each task whose jobs missed deadlines how many did, of three tasks at most.
func (o *Outcome) late() []string {
	const most = 3
	var all []string
	found := 0
	for _, t := range o.Tasks {
		if t.Missed == 0 {
			continue
		}
		if found++; found <= most {
			all = append(all, fmt.Sprintf("%s: %d of %s of the task %s missed their deadlines, and one ended %.3g s after its release; give its computer less to do, or another scheduling",
				t.Node, t.Missed, counted(t.Released, "job"), t.Task, float64(t.Worst)))
		}
	}
	if found > most {
		all = append(all, fmt.Sprintf("%s more missed deadlines", counted(int64(found-most), "task")))
	}
	return all
}

func packets(n int64) string { return counted(n, "packet") }

// counted returns a number of things in words.
func counted(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
