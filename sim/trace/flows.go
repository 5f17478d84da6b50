package trace

import "halocline/sim"

// ages adds up the ages of flows of status packets.
type ages struct {
	mean, peak, flows float64
	silent            int64 // flows of which nothing was delivered in the time that counts
}

// add adds so many flows of the same age.
func (a *ages) add(mean, peak Measure, heard bool, flows int) {
	if !heard {
		a.silent += int64(flows)
	}
	if mean == mean { // not of no time
		a.mean += float64(mean) * float64(flows)
		a.peak += float64(peak) * float64(flows)
		a.flows += float64(flows)
	}
}

// mostSilent is up to how many flows without a delivery have a row each. A packet to everybody
// in a network of many thousand nodes is for more than anybody reads, or has room for.
const mostSilent = 100_000

// openBroadcastFlows makes flows of what was offered to everybody: one to each receiver,
// whether or not it has heard of it.
func (l *Ledger) openBroadcastFlows() {
	off := l.off()
	rows := 0
	for k := range l.names.Links {
		for n := range l.names.Nodes {
			if l.countsOf(uint8(k), int32(n)).told.counts > 0 {
				rows += l.names.receivers(k)
			}
		}
	}
	if rows > mostSilent {
		for i := range l.flows {
			l.countBroadcasts(&l.flows[i], off)
		}
		return
	}
	for k := range l.names.Links {
		for n := range l.names.Nodes {
			if l.countsOf(uint8(k), int32(n)).told.counts == 0 {
				continue
			}
			for m := range l.names.Nodes {
				if m != n && !off[l.index(uint8(k), int32(m))] {
					l.countBroadcasts(&l.flows[l.flow(int32(n), int32(m))], off)
				}
			}
		}
	}
}

// off returns by link and node whether it has no radio for that.
func (l *Ledger) off() []bool {
	off := make([]bool, len(l.counts))
	for k, nodes := range l.names.Off {
		for _, n := range nodes {
			off[l.index(uint8(k), n)] = true
		}
	}
	return off
}

// countBroadcasts notes of a flow what its source offered to everybody.
func (l *Ledger) countBroadcasts(f *flow, off []bool) {
	f.told = 0
	for k := range l.names.Links {
		to := &l.countsOf(uint8(k), f.source).told
		if off[l.index(uint8(k), f.destination)] {
			continue
		}
		if to.status && (!f.status || to.first < f.first) {
			f.first, f.status = to.first, true
		}
		f.told += to.counts
	}
}

// flowsWithoutRow returns how many flows have no row: of each source that offered packets to
// everybody, those to the nodes that have heard nothing of it, where they are too many.
func (l *Ledger) flowsWithoutRow() (flows int) {
	rows := make([]int, len(l.names.Nodes))
	for i := range l.flows {
		if l.flows[i].told > 0 {
			rows[l.flows[i].source]++
		}
	}
	for n := range l.names.Nodes {
		meant := 0
		for k := range l.names.Links {
			if l.countsOf(uint8(k), int32(n)).told.counts > 0 {
				meant = max(meant, l.names.receivers(k))
			}
		}
		flows += max(0, meant-rows[n])
	}
	return flows
}

// addSilentFlows adds the flows without a row: of each source that offered status packets to
// everybody, those to the nodes that have heard nothing of it.
func (l *Ledger) addSilentFlows(a *ages, end sim.Time) {
	known := make([]int, len(l.names.Nodes))
	for i := range l.flows {
		if l.flows[i].status {
			known[l.flows[i].source]++
		}
	}
	for n := range l.names.Nodes {
		meant, first := 0, end
		for k := range l.names.Links {
			if to := &l.countsOf(uint8(k), int32(n)).told; to.status && to.counts > 0 {
				meant, first = max(meant, l.names.receivers(k)), min(first, to.first)
			}
		}
		if silent := meant - known[n]; silent > 0 {
			mean, peak := age{}.whole(first, l.begin, end)
			a.add(mean, peak, false, silent)
		}
	}
}
