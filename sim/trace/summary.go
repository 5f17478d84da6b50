package trace

// Summary is what a Ledger knows at the end of a run: plain data. Units are in
// the JSON names. A Measure is NaN where there was nothing to measure.
type Summary struct {
	Duration float64       `json:"duration_s"`         // s
	Warmup   float64       `json:"warmup_s,omitempty"` // s, at the beginning of the duration; see Ledger.CountFrom
	Total    Account       `json:"total"`
	Jain     Measure       `json:"jain_index"`   // fairness among flows: (sum x)^2 / (n sum x^2), x delivered to offered
	Jitter   Measure       `json:"jitter_s"`     // s, over all flows; see FlowSummary
	AgeMean  Measure       `json:"age_mean_s"`   // s, of the information of status flows, mean over time and over flows
	AgePeak  Measure       `json:"age_peak_s"`   // s, greatest of a flow, mean over flows
	Silent   int64         `json:"silent_flows"` // status flows of which nothing was delivered in the time that counts
	PerNode  []NodeSummary `json:"per_node"`     // by index of the node
	PerLink  []LinkSummary `json:"per_link"`     // by index of the link
	PerFlow  []FlowSummary `json:"per_flow"`     // by indexes of source and destination
}

// NodeSummary is the share of one node: the packets that it offered, the
// frames that it sent and heard, and the packets that were delivered to it.
type NodeSummary struct {
	Node string `json:"node"`
	Account
	Received     int64   `json:"received"`      // packets delivered to this node in the time that counts, each once
	ReceivedBits float64 `json:"received_bits"` // bit
}

// LinkSummary is the share of one link.
type LinkSummary struct {
	Link string `json:"link"`
	Account
	Utilisation Measure `json:"utilisation"` // part of the time that counts during which at least one node was on the air
}

// Account holds packets and frames.
type Account struct {
	Packets Packets `json:"packets"`
	Frames  Frames  `json:"frames"`
}

// Packets says what became of packets, counted at their source. Every packet
// is counted in exactly one place, so that always
//
//	Offered  = Refused + Accepted
//	Accepted = Delivered + Dropped + Lost + InFlight
//
// with the sums of the tallies. A packet to everybody is Delivered with the first node that has
// it, and Lost if none has; its ratio is the share of the nodes that have it. These, the ratio and the delays are of the packets that
// were offered while the run counts. Requeued, Duplicates, Copies and the rates count
// what happened in that time, whenever the packet was offered.
//
// Bits are those of the applications; what a protocol adds to them is seen in the
// airtime only. Goodput leaves out what was repeated, as in RFC 2647, section
// 3.17.
type Packets struct {
	Offered   int64 `json:"offered"`
	Refused   Tally `json:"refused"`
	Accepted  int64 `json:"accepted"`
	Delivered int64 `json:"delivered"` // to its destination; one to everybody: to at least one node
	Dropped   Tally `json:"dropped"`
	Lost      Tally `json:"lost"`      // by the last loss or miss at the destination, with no later attempt; see Ledger
	InFlight  int64 `json:"in_flight"` // queued, in the water or awaiting another attempt at the end

	Requeued   int64 `json:"requeued"`
	Duplicates int64 `json:"duplicates"`
	Copies     int64 `json:"copies"` // deliveries of packets to everybody after the first of each

	OfferedBits   float64 `json:"offered_bits"`    // bit
	DeliveredBits float64 `json:"delivered_bits"`  // bit, of the Delivered
	ArrivedBits   float64 `json:"arrived_bits"`    // bit, delivered in the time that counts, each packet once
	DuplicateBits float64 `json:"duplicate_bits"`  // bit, of the Duplicates
	DeliveryRatio Measure `json:"delivery_ratio"`  // share of the nodes that a packet is for which it reached, mean over those Offered
	ReachedAny    Measure `json:"reached_anybody"` // Delivered / Offered
	Coverage      Measure `json:"coverage"`        // the same share, mean over the packets to everybody
	OfferedRate   Measure `json:"offered_bps"`     // OfferedBits / (Duration - Warmup), bit/s
	Throughput    Measure `json:"throughput_bps"`  // (ArrivedBits + DuplicateBits) / (Duration - Warmup), bit/s
	Goodput       Measure `json:"goodput_bps"`     // ArrivedBits / (Duration - Warmup), bit/s
	Delay
}

// Frames says what happened on the air, counted at the node that sent or heard.
type Frames struct {
	Sent     int64   `json:"sent"`    // with those that were aborted
	Control  int64   `json:"control"` // of these, the ones that carried no packet
	Aborted  int64   `json:"aborted"`
	Received int64   `json:"received"`     // arrivals that were intact, overheard ones included
	Lost     Tally   `json:"lost"`         // arrivals that the radio began to receive in vain
	Missed   Tally   `json:"missed"`       // arrivals that it never began to receive
	Load     Measure `json:"offered_load"` // G: Airtime / (Duration - Warmup), the offered channel traffic of Abramson and of Kleinrock and Tobagi
	Airtime  float64 `json:"airtime_s"`    // s within the time that counts; summed over nodes it may exceed that
}

// Collisions returns the arrivals that were lost to others, whether or not the radio had begun
// to receive them, and whomever they were for.
func (f *Frames) Collisions() int64 { return f.Lost[Collision] + f.Missed[Collision] }

// Delay describes the delays from generation to delivery, in s. A packet to
// everybody gives one sample per node that it was delivered to. The quantile p
// is the least sample x such that at least the fraction p of them is <= x.
type Delay struct {
	DelayMean Measure `json:"delay_mean_s"`
	DelayP50  Measure `json:"delay_p50_s"`
	DelayP95  Measure `json:"delay_p95_s"`
	DelayP99  Measure `json:"delay_p99_s"`
	DelayMax  Measure `json:"delay_max_s"`
}

// FlowSummary is the share of one source and one destination, over all links.
// The jitter is the mean of |d(i) - d(i-1)| over packets delivered one after the
// other, d their delays: the |D(i-1, i)| of RFC 3550, section 6.4.1, but with
// equal weights for all, where the RFC lets those of the past fade. A packet to everybody
// is of as many flows as there are other nodes on its link. The age of information is counted
// from the first offer, or the end of the warm-up, to the end of the run: before the first
// delivery it is the time since that offer. What is sent on an event has none.
type FlowSummary struct {
	Source      string `json:"source"`
	Destination string `json:"destination"`
	Offered     int64  `json:"offered"`
	Delivered   int64  `json:"delivered"`
	Delay
	Jitter  Measure `json:"jitter_s"`   // s
	AgeMean Measure `json:"age_mean_s"` // time average, s
	AgePeak Measure `json:"age_peak_s"` // largest value, s
}

func (a *Account) add(p *nodeCounts) {
	a.Frames.Sent += p.sent
	a.Frames.Control += p.control
	a.Frames.Aborted += p.aborted
	a.Frames.Airtime += p.airtime.Seconds()
	a.Packets.add(&p.packetCounts)
}

func (s *Packets) add(p *packetCounts) {
	s.Requeued += p.requeued
	s.Duplicates += p.duplicates
	s.ArrivedBits += p.arrivedBits
	s.DuplicateBits += p.duplicateBits
	s.Copies += p.copies
}

func (f *Frames) addArrivals(in *arrivals) {
	lost := in.begun
	lost[NoCause] = 0
	f.Received += in.begun[NoCause]
	f.Lost.add(&lost)
	f.Missed.add(&in.missed)
}

// count enters one packet, in exactly one place.
func (s *Packets) count(p *packet) {
	s.Offered++
	s.OfferedBits += p.bits
	switch {
	case p.fate == delivered:
		s.Delivered++
		s.DeliveredBits += p.bits
	case p.fate == refused:
		s.Refused[p.cause]++
	case p.fate == dropped:
		s.Dropped[p.cause]++
	case p.lost != NoCause:
		s.Lost[p.lost]++
	default:
		s.InFlight++
	}
}

// reach adds up which share of the nodes that packets were for have them.
type reach struct{ shares, covered, broadcasts float64 }

// count enters a packet for so many nodes.
func (r *reach) count(p *packet, receivers int) {
	share := float64(p.reached) / float64(max(1, receivers))
	r.shares += share
	if p.destination == None {
		r.covered += share
		r.broadcasts++
	}
}

// finish computes what follows.
func (r *reach) finish(s *Packets) {
	s.DeliveryRatio = ratio(r.shares, float64(s.Offered))
	s.ReachedAny = ratio(float64(s.Delivered), float64(s.Offered))
	s.Coverage = ratio(r.covered, r.broadcasts)
}

// finish computes what follows from the counts in so many seconds.
func (a *Account) finish(counted float64, delay Delay) {
	a.Frames.Load = ratio(a.Frames.Airtime, counted)
	s := &a.Packets
	s.Accepted = s.Offered - s.Refused.Sum()
	s.OfferedRate = ratio(s.OfferedBits, counted)
	s.Throughput = ratio(s.ArrivedBits+s.DuplicateBits, counted)
	s.Goodput = ratio(s.ArrivedBits, counted)
	s.Delay = delay
}
