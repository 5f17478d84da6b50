package trace

// arrivals counts what became of the frames that arrived at one node on one link, but
// for the common fates that have not been carried over yet.
type arrivals struct {
	begun  Tally // that the radio began to receive: lost by cause, and intact under NoCause
	missed Tally
}

// common counts the four fates that nearly all arrivals have. In a large network nearly
// all records are of arrivals, each at another node, and what they cost is that its
// counts come from memory. These take eight bytes, so that those of 100,000 nodes stay in
// the cache; each time one is full it is carried over to the arrivals.
type common [4]uint16

const (
	intact  = iota
	faint   // missed, because it was too weak
	crowded // missed, because others were there
	spoiled // begun, and lost to others
	rare    // none of these
)

// full is what a count of common holds.
const full = 1 << 16

// commonFate returns the place among the common fates of what became of an arrival.
func commonFate(r *Record) int {
	switch {
	case r.Kind == RxOK:
		return intact
	case r.Cause == Collision && r.Kind == RxLost:
		return spoiled
	case r.Cause == Collision:
		return crowded
	case r.Cause == BelowThreshold && r.Kind == RxMissed:
		return faint
	}
	return rare
}

// of returns the count of a common fate.
func (a *arrivals) of(fate int) *int64 {
	switch fate {
	case intact:
		return &a.begun[NoCause]
	case faint:
		return &a.missed[BelowThreshold]
	case crowded:
		return &a.missed[Collision]
	}
	return &a.begun[Collision]
}

// arrive enters what became of an arrival at a radio, which nearly all records are of.
func (l *Ledger) arrive(r *Record) {
	nodes := uint32(len(l.names.Nodes))
	if r.At < l.last || uint32(r.Node) >= nodes || uint32(r.Peer) >= nodes || int(r.Link) >= len(l.names.Links) || r.Kind != RxOK && !r.Cause.OfLoss() {
		if fault := l.fault(r); fault != "" { // a Peer of None is none
			reject(*r, fault)
		}
	}
	l.last = r.At
	if r.At >= l.begin {
		l.countArrival(r)
	}
	if r.Kind != RxOK {
		l.lose(r)
	}
}

// countArrival counts what became of an arrival at a node on a link.
func (l *Ledger) countArrival(r *Record) {
	i, fate := l.index(r.Link, r.Node), commonFate(r)
	switch {
	case fate != rare:
		c := &l.common[i][fate]
		if *c++; *c == 0 {
			*l.arrivals[i].of(fate) += full
		}
	case r.Kind == RxLost:
		l.arrivals[i].begun[r.Cause]++
	default:
		l.arrivals[i].missed[r.Cause]++
	}
}
