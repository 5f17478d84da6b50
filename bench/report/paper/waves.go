package paper

import (
	"math"
	"slices"

	"halocline/bench/report/figure"
	"halocline/sim/trace"
)

// waveLog is a tracer that collects what goes through the water of one link in a
// window of time.
//
// An arrival is recorded at its end, with the number of its frame.
type waveLog struct {
	Link     int     // index of the link; -1: the first one on which anything is sent
	From, To float64 // s; To 0: 2 s from the first frame, or three frames and their arrivals

	sent []transmission
	last map[int32]int // by sender: its newest frame
}

// transmission is a frame with what identifies it.
type transmission struct {
	figure.Wave
	frame uint32
}

// The window if none is given.
const (
	spell      = 2.0 // s
	leastWaves = 3
	mostWaves  = 10_000
)

// Emit takes a record.
func (w *waveLog) Emit(r trace.Record) {
	if w.Link < 0 && r.Kind == trace.TxStart {
		w.Link = int(r.Link)
	}
	if int(r.Link) != w.Link {
		return
	}
	switch r.Kind {
	case trace.TxStart:
		w.start(r)
	case trace.TxAbort:
		if i, ok := w.last[r.Node]; ok {
			w.sent[i].Airtime = r.Value
		}
	case trace.RxOK:
		w.arrive(r, figure.Received)
	case trace.RxLost:
		w.arrive(r, fate(r.Cause, figure.Lost))
	case trace.RxMissed:
		w.arrive(r, fate(r.Cause, figure.Missed))
	}
}

// fate tells collisions from what else befalls a frame.
func fate(c trace.Cause, other figure.Fate) figure.Fate {
	if c == trace.Collision {
		return figure.Collided
	}
	return other
}

// start notes a frame that begins in the window.
func (w *waveLog) start(r trace.Record) {
	at := r.At.Seconds()
	if w.last == nil {
		w.last = map[int32]int{}
	}
	delete(w.last, r.Node)
	late := w.To > 0 && at > w.To
	if w.To == 0 && len(w.sent) >= leastWaves {
		late = at > w.sent[0].Start+spell
	}
	if at < w.From || late || len(w.sent) == mostWaves {
		return
	}
	w.last[r.Node] = len(w.sent)
	w.sent = append(w.sent, transmission{figure.Wave{Sender: int(r.Node), Start: at, Airtime: r.Value}, r.Frame})
}

// arrive notes the end of an arrival.
func (w *waveLog) arrive(r trace.Record, f figure.Fate) {
	for i := len(w.sent) - 1; i >= 0; i-- {
		if s := &w.sent[i]; s.frame == r.Frame {
			s.Arrivals = append(s.Arrivals, figure.Arrival{Node: int(r.Node), Delay: max(0, r.At.Seconds()-s.Airtime-s.Start), Fate: f})
			return
		}
	}
}

// window returns the waves of the window, and its ends.
func (w *waveLog) window() (waves []figure.Wave, from, to float64) {
	if len(w.sent) == 0 {
		return nil, 0, 0
	}
	from, to = w.From, w.To
	if to == 0 {
		from, to = w.sent[0].Start, w.sent[0].Start+spell
		for i, s := range w.sent {
			if i < leastWaves {
				to = math.Max(to, s.last())
			}
		}
	}
	for _, s := range w.sent {
		if s.Start <= to {
			s.Wave.Arrivals = slices.Clone(s.Wave.Arrivals)
			waves = append(waves, s.Wave)
		}
	}
	return waves, from, to
}

// last returns when the frame has passed everybody.
func (s transmission) last() float64 {
	end := s.Start + s.Airtime
	for _, a := range s.Arrivals {
		end = math.Max(end, s.Start+a.Delay+s.Airtime)
	}
	return end
}

// takesPart tells whether a node sends or hears any of the waves.
func takesPart(node int, waves []figure.Wave) bool {
	return slices.ContainsFunc(waves, func(v figure.Wave) bool {
		return v.Sender == node || slices.ContainsFunc(v.Arrivals, func(a figure.Arrival) bool { return a.Node == node })
	})
}
