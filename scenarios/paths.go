package scenarios

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"halocline/phy"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// warnPaths warns of a link by several paths of pairs that are in a shadow at the start, and of those whose echoes outside of the
// window leave too little of a frame whatever its power.
func (l *linkBuilder) warnPaths() {
	channel, ok := l.channels[0].(phy.Multipath)
	if !ok {
		return
	}
	var p pairPaths
	l.pairs(func(i, k int, _, _ geom.Vec) bool {
		p.look(l, channel, i, k)
		return false
	})
	if p.shadows > 0 && p.heard > 0 {
		l.warn("%s: %d of %d pairs of nodes do not hear each other at the start, such as %s: they are in a shadow, where no ray arrives", l.key, p.shadows, p.pairs, p.dark)
	}
	if p.spoilt > 0 {
		window := "none is written, which makes it one bit long"
		if l.Modem.Window != nil {
			window = "its span is " + l.Modem.Window.Span.String()
		}
		l.warn("%s.modem.window: %d of %d pairs of nodes that hear each other lose most frames at any power: %s, what arrives inside of the window is %s what comes outside, up to %s late; %s; "+
			"write window: {span: ...} with the guard time of the frames or with what the equaliser spans, or look at errors",
			l.key, p.spoilt, p.heard, p.worst, above(10*math.Log10(p.ratio)), p.late.Round(10*time.Microsecond), window)
	}
}

// above says in words how much a level is above another.
func above(dB float64) string {
	if dB < 0 {
		return fmt.Sprintf("%.3g dB below", -dB)
	}
	return fmt.Sprintf("only %.3g dB above", dB)
}

// pairPaths is what the paths between pairs of nodes are like.
type pairPaths struct {
	pairs, heard, shadows, spoilt int

	dark, worst string        // a pair of each kind
	ratio       float64       // of signal and echo, of the worst
	late        time.Duration // when its last arrival comes after its first
	arrivals    []phy.Path
}

// look adds the paths from one station to another, as indices.
func (p *pairPaths) look(l *linkBuilder, channel phy.Multipath, i, k int) {
	tx, rx := l.radios[i][0], l.radios[k][0]
	from, to := l.nodes[l.stations[i]], l.nodes[l.stations[k]]
	path := tx.PathTo(rx)
	p.pairs++
	switch {
	case path.Lost == trace.Shadow:
		if p.shadows++; p.dark == "" {
			p.dark = from.name + " and " + to.name
		}
		return
	case path.Lost != trace.NoCause || tx.SpareTo(rx, from.at.Position(0), to.at.Position(0)) < 0:
		return
	}
	p.heard++
	errors, ratio := rx.Modem().Errors, path.Gain/path.Echo.Gain
	if errors == nil || rx.Modem().Overlap == phy.Alone || phy.FrameError(errors, ratio, float64(cmp.Or(l.largest(), 1))) < 0.5 {
		return
	}
	if p.spoilt++; p.worst == "" || ratio < p.ratio {
		p.worst, p.ratio = "between "+from.name+" and "+to.name, ratio
		p.arrivals = channel.Arrivals(phy.NewEnd(from.at, nil), phy.NewEnd(to.at, nil), 0, p.arrivals[:0])
		p.late = path.Echo.Delay
		if n := len(p.arrivals); n > 0 { // or nothing arrives at the place of a file that is nearest
			p.late = p.arrivals[n-1].Delay - p.arrivals[0].Delay
		}
	}
}
