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
// An arrival is recorded at its end, and names its frame by the number that it has on its
// link. Arrivals of frames that began outside of the window are left out.
type waveLog struct {
	Link     int     // index of the link; -1: the first one on which anything is sent
	From, To float64 // s; To 0: 2 s from the first frame, or three frames and their arrivals

	sent   []figure.Wave
	frames map[uint32]int // index of a frame in sent, by its number on the link
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
		if i, ok := w.frames[r.Frame]; ok {
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
	if w.frames == nil {
		w.frames = map[uint32]int{}
	}
	late := w.To > 0 && at > w.To
	if w.To == 0 && len(w.sent) >= leastWaves {
		late = at > w.sent[0].Start+spell
	}
	if at < w.From || late || len(w.sent) == mostWaves {
		return
	}
	w.frames[r.Frame] = len(w.sent)
	w.sent = append(w.sent, figure.Wave{Sender: int(r.Node), Start: at, Airtime: r.Value})
}

// arrive notes the end of an arrival. What is told when the frame begins is no arrival: nothing of it comes there.
func (w *waveLog) arrive(r trace.Record, f figure.Fate) {
	const rounding = 2e-9 // s; times are whole nanoseconds
	i, ok := w.frames[r.Frame]
	if !ok {
		return
	}
	s := &w.sent[i]
	if delay := r.At.Seconds() - s.Airtime - s.Start; delay >= -rounding {
		s.Arrivals = append(s.Arrivals, figure.Arrival{Node: int(r.Node), Delay: max(0, delay), Fate: f})
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
				to = math.Max(to, last(s))
			}
		}
	}
	for _, s := range w.sent {
		if s.Start <= to {
			s.Arrivals = slices.Clone(s.Arrivals)
			waves = append(waves, s)
		}
	}
	return waves, from, to
}

// last returns when the frame has passed everybody.
func last(s figure.Wave) float64 {
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
