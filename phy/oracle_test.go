package phy

import (
	"math"
	"slices"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/trace"
)

// oracle decides what becomes of every frame of a scene from the list of all
// intervals, without events: for static radios, a threshold and the worst
// moment. What it knows of a radio is written in verdict.
type oracle struct {
	scene *scene
	modem *Modem
	noise float64
	sent  []emission
}

// emission is a frame that a radio sent, from start to end.
type emission struct {
	by         Addr
	pkt        uint64
	power      float64
	start, end sim.Time
	aborted    bool
}

// wave is a frame at a receiver, in [start, end).
type wave struct {
	emission
	begun bool
	lost  sim.Time // when the receiver gave it up
	cause trace.Cause
}

// newOracle works out what is sent: a frame while another is being sent is
// refused, and an abort ends the one that is being sent.
func newOracle(s *scene) *oracle {
	o := &oracle{scene: s, modem: s.nodes[0].modem()}
	o.noise = s.channel.Noise() + o.modem.SelfNoise
	acts := slices.Clone(s.acts)
	slices.SortStableFunc(acts, func(a, b act) int { return int(a.at - b.at) })
	last := make(map[Addr]int) // index of the last frame of a radio, plus one
	for _, a := range acts {
		if i := last[a.by]; i > 0 && a.at < o.sent[i-1].end {
			if a.frame.Bits == 0 {
				o.sent[i-1].end, o.sent[i-1].aborted = a.at, true
			}
			continue
		}
		if a.frame.Bits == 0 {
			continue
		}
		onAir := o.modem.Preamble + time.Duration(a.frame.Bits)*time.Millisecond // at 1000 bit/s
		power := o.modem.Power * math.Pow(10, -a.frame.Cut/10)
		o.sent = append(o.sent, emission{by: a.by, pkt: a.frame.Pkt, power: power, start: a.at, end: a.at.Add(onAir)})
		last[a.by] = len(o.sent)
	}
	return o
}

// hear returns the fate of all frames at one radio.
func (o *oracle) hear(at node) []fate {
	var waves []wave
	var own []emission
	for _, s := range o.sent {
		if s.by == at.addr {
			own = append(own, s)
			continue
		}
		from := o.scene.nodes[s.by]
		p := o.scene.channel.Path(Fixed(from.place), Fixed(at.place), s.start)
		w := wave{emission: s, lost: sim.Never}
		w.start, w.end = s.start.Add(p.Delay), s.end.Add(p.Delay)
		if o.cutOff(s.by, at.addr) && (at.addr != (s.by+1)%Addr(len(o.scene.nodes)) || !o.unheard(s.by)) {
			continue // whatever the power of this frame
		}
		w.power *= p.Gain
		waves = append(waves, w)
	}
	slices.SortFunc(waves, func(a, b wave) int { return int(a.start - b.start) })
	var fates []fate
	for i := range waves {
		o.admit(waves, i, own)
	}
	for i, w := range waves {
		f := fate{node: at.addr, from: w.by, pkt: w.pkt, at: w.end, kind: trace.RxMissed, cause: w.cause, sinr: w.power / o.noise}
		if w.begun {
			f.kind, f.cause, f.sinr = o.verdict(waves, i)
		}
		fates = append(fates, f)
	}
	return fates
}

// cutOff reports whether waves from one radio to another are left out.
func (o *oracle) cutOff(from, to Addr) bool {
	p := o.scene.channel.Path(Fixed(o.scene.nodes[from].place), Fixed(o.scene.nodes[to].place), 0)
	return o.scene.cutoff > 0 && o.modem.Power*p.Gain < o.noise*math.Pow(10, -o.scene.cutoff/10)
}

// unheard reports whether all waves of a radio are left out. They are followed to the next
// one, so that it is known what becomes of them.
func (o *oracle) unheard(from Addr) bool {
	return !slices.ContainsFunc(o.scene.nodes, func(n node) bool { return n.addr != from && !o.cutOff(from, n.addr) })
}

// alone says whether a wave can be received when there is nothing else.
func (o *oracle) alone(w wave) bool { return w.power > o.noise*o.modem.Acquire }

// ratio is that of wave i to noise and all others at a time.
func (o *oracle) ratio(waves []wave, i int, at sim.Time) float64 {
	others := 0.0
	for k, w := range waves {
		if k != i && w.start <= at && at < w.end {
			others += w.power
		}
	}
	return waves[i].power / (o.noise + others)
}

// admit decides whether the radio begins to receive wave i, all earlier ones
// being decided.
func (o *oracle) admit(waves []wave, i int, own []emission) {
	w := &waves[i]
	if !o.alone(*w) {
		w.cause = trace.BelowThreshold
		return
	}
	for _, s := range own {
		if !o.modem.FullDuplex && s.start <= w.start && w.start < s.end.Add(o.modem.Turnaround) {
			if w.cause = trace.Turnaround; w.start < s.end {
				w.cause = trace.HalfDuplex
				return // which counts, whatever was sent before
			}
		}
	}
	if w.cause != trace.NoCause {
		return
	}
	holder, audible := -1, false // who is being received, and whether anybody can be heard
	for k := range waves[:i] {
		if e := waves[k]; w.start < e.end {
			audible = audible || o.alone(e)
			if e.begun && w.start < e.lost {
				holder = k
			}
		}
	}
	ratio := o.ratio(waves, i, w.start)
	switch {
	case o.modem.Capture == CaptureOff && audible,
		o.modem.Capture == FirstLock && holder >= 0,
		holder < 0 && o.modem.Capture != CaptureOff && ratio <= o.modem.Acquire,
		holder >= 0 && o.modem.Capture == MessageInMessage && ratio <= o.modem.Recapture:
		w.cause = trace.Collision
		return
	}
	if holder >= 0 {
		waves[holder].lost, waves[holder].cause = w.start, trace.Collision
	}
	w.begun = true
	o.expect(waves, i, own)
}

// expect finds when the radio will give up wave i because of its own
// transmissions, or with capture off because of another wave.
func (o *oracle) expect(waves []wave, i int, own []emission) {
	w := &waves[i]
	giveUp := func(at sim.Time, why trace.Cause) {
		if w.start <= at && at < w.end && at < w.lost {
			w.lost, w.cause = at, why
		}
	}
	for _, s := range own {
		if !o.modem.FullDuplex {
			giveUp(s.start, trace.HalfDuplex)
		}
	}
	for _, e := range waves[i+1:] {
		if o.modem.Capture == CaptureOff && o.alone(e) {
			giveUp(e.start, trace.Collision)
		}
	}
}

// verdict judges wave i, which the radio began to receive.
func (o *oracle) verdict(waves []wave, i int) (trace.Kind, trace.Cause, float64) {
	w := waves[i]
	if w.lost < w.end {
		return trace.RxLost, w.cause, w.power / o.noise
	}
	worst := o.ratio(waves, i, w.start)
	for _, e := range waves {
		if w.start < e.start && e.start < w.end {
			worst = min(worst, o.ratio(waves, i, e.start))
		}
	}
	least := float64(o.modem.Errors.(threshold))
	switch {
	case w.aborted:
		return trace.RxLost, trace.Aborted, worst
	case worst >= least:
		return trace.RxOK, trace.NoCause, worst
	case w.power/o.noise >= least:
		return trace.RxLost, trace.Collision, worst
	}
	return trace.RxLost, trace.BelowThreshold, worst
}

// The medium and the oracle agree on every frame at every radio, with all ways
// of capture.
func TestOracle(t *testing.T) {
	kinds := make(map[trace.Kind]int)
	captures := make(map[Capture]int)
	for seed := range uint64(600) {
		s := randomScene(seed, wild{tidy: true})
		o := newOracle(s)
		captures[o.modem.Capture]++
		var want []fate
		for _, n := range s.nodes {
			fates := o.hear(n)
			slices.SortFunc(fates, func(a, b fate) int { return int(a.pkt) - int(b.pkt) })
			want = append(want, fates...)
		}
		same(t, "oracle", seed, want, s.fates(t), slack{sinr: 1e-10})
		for _, f := range want {
			kinds[f.kind]++
		}
	}
	for _, k := range []trace.Kind{trace.RxOK, trace.RxLost, trace.RxMissed} {
		if kinds[k] < 10_000 {
			t.Errorf("%d frames of kind %v in all scenes", kinds[k], k)
		}
	}
	for _, c := range []Capture{FirstLock, CaptureOff, MessageInMessage} {
		if captures[c] < 150 {
			t.Errorf("%d scenes with capture %d", captures[c], c)
		}
	}
}
