package trace

import "halocline/sim/metric"

// PacketMetrics declares what is measured of packets.
func PacketMetrics() metric.List[Packets] {
	var all metric.List[Packets]
	all.Add("offered", "", metric.Count, "packets that sources offered after the warm-up",
		func(p *Packets) float64 { return float64(p.Offered) })
	all.Add("delivered", "", metric.Count, "offered packets that reached their destination, each counted once; a packet to everybody counts when the first node receives it",
		func(p *Packets) float64 { return float64(p.Delivered) })
	all.Add("refused", "", metric.Count, "packets that a protocol did not take, because its queue was full or its radio busy",
		func(p *Packets) float64 { return float64(p.Refused.Sum()) })
	all.Add("dropped", "", metric.Count, "packets that a protocol took and gave up: too old, replaced by a newer one, or too many attempts",
		func(p *Packets) float64 { return float64(p.Dropped.Sum()) })
	all.Add("lost", "", metric.Count, "packets that were sent and not received, without a later attempt; a packet to everybody counts only if no node received it",
		func(p *Packets) float64 { return float64(p.Lost.Sum()) })
	all.Add("collided", "", metric.Count, "lost packets whose last frame was lost to overlap with others at its destination",
		func(p *Packets) float64 { return float64(p.Lost[Collision]) })
	all.Add("echoed", "", metric.Count, "lost packets whose last frame was lost to its own echoes at its destination",
		func(p *Packets) float64 { return float64(p.Lost[Echo]) })
	all.Add("shadowed", "", metric.Count, "lost packets whose destination was in a shadow, where nothing of the last frame arrived",
		func(p *Packets) float64 { return float64(p.Lost[Shadow]) })
	all.Add("faint", "", metric.Count, "lost packets whose last frame was too weak at its destination, even without interference and fading",
		func(p *Packets) float64 { return float64(p.Lost[BelowThreshold]) })
	all.Add("in_flight", "", metric.Count, "packets that were queued, in the water or waiting for another attempt when the run ended; if there are many, ratio and delays describe only a part",
		func(p *Packets) float64 { return float64(p.InFlight) })
	all.Add("delivery_ratio", "", metric.Mean, "share of its receivers that a packet reached, mean over the packets offered: 1 or 0 for a packet to one node, the share of the link's other nodes for one to everybody",
		func(p *Packets) float64 { return float64(p.DeliveryRatio) })
	all.Add("goodput", "bit/s", metric.Rate, "bits of delivered packets, each counted once, over the time of the run; both without the warm-up",
		func(p *Packets) float64 { return float64(p.Goodput) })
	all.Add("delay_mean", "s", metric.Mean, "mean time from the offer of a packet to its delivery, of delivered packets only; a packet to everybody has a delay for each node that received it. Where a protocol delivers less under load, the delay may fall, for those that wait longest are lost, refused or still waiting: look at delivery_ratio and in_flight beside it, or at age_mean, which counts what does not come",
		func(p *Packets) float64 { return float64(p.DelayMean) })
	all.Add("delay_p95", "s", metric.Maximum, "delay that 95 % of the delivered packets do not exceed",
		func(p *Packets) float64 { return float64(p.DelayP95) })
	all.Add("delay_p50", "s", metric.Mean, "delay that half of the delivered packets do not exceed",
		func(p *Packets) float64 { return float64(p.DelayP50) })
	all.Add("delay_p99", "s", metric.Maximum, "delay that 99 % of the delivered packets do not exceed",
		func(p *Packets) float64 { return float64(p.DelayP99) })
	all.Add("delay_max", "s", metric.Maximum, "longest delay of a delivered packet",
		func(p *Packets) float64 { return float64(p.DelayMax) })
	all.Add("reached_anybody", "", metric.Mean, "ratio of packets delivered to packets offered; one to everybody counts as delivered if a single node received it",
		func(p *Packets) float64 { return float64(p.ReachedAny) })
	all.Add("coverage", "", metric.Mean, "share of the link's other nodes that a packet to everybody reached, mean over such packets; none where there are none",
		func(p *Packets) float64 { return float64(p.Coverage) })
	all.Add("offered_rate", "bit/s", metric.Rate, "offered load: bits of packets that sources offered after the warm-up, each once, over that time",
		func(p *Packets) float64 { return float64(p.OfferedRate) })
	all.Computed(packetEquations())
	all.Higher("delivered", "delivery_ratio", "goodput", "reached_anybody", "coverage")
	return all
}

// FrameMetrics declares what is measured of frames.
func FrameMetrics() metric.List[Frames] {
	var all metric.List[Frames]
	all.Add("sent", "", metric.Count, "frames that were sent, including those without a packet and those that were aborted",
		func(f *Frames) float64 { return float64(f.Sent) })
	all.Add("collisions", "", metric.Count, "arrivals of frames, counted at each radio, that were lost to overlap with others, for any destination; collided counts packets that were lost so at their destination",
		func(f *Frames) float64 { return float64(f.Collisions()) })
	all.Add("aborted", "", metric.Count, "frames whose sender stopped before their end",
		func(f *Frames) float64 { return float64(f.Aborted) })
	all.Add("arrivals", "", metric.Count, "arrivals of frames, counted at each radio that they reached, for any destination",
		func(f *Frames) float64 { return float64(f.Received + f.Lost.Sum() + f.Missed.Sum()) })
	all.Add("arrivals_intact", "", metric.Count, "arrivals of frames that were received intact",
		func(f *Frames) float64 { return float64(f.Received) })
	all.Add("arrivals_lost", "", metric.Count, "arrivals of frames that a radio began to receive and lost",
		func(f *Frames) float64 { return float64(f.Lost.Sum()) })
	all.Add("arrivals_missed", "", metric.Count, "arrivals of frames that a radio never began to receive",
		func(f *Frames) float64 { return float64(f.Missed.Sum()) })
	all.Add("airtime", "s", metric.Total, "time on the air, added up over the nodes; it may exceed the time of the run",
		func(f *Frames) float64 { return f.Airtime })
	all.Add("offered_load", "", metric.Rate, "offered channel traffic G: time on the air of all frames, repetitions and control frames included, over the time of the run; it is the mean number of frames on the air at once",
		func(f *Frames) float64 { return float64(f.Load) })
	all.Computed(frameEquations())
	return all
}

// LoopMetrics declares what is measured of the controller of a vehicle.
func LoopMetrics() metric.List[LoopSummary] {
	var all metric.List[LoopSummary]
	all.Add("updates", "", metric.Count, "updates that were sent to the vehicle",
		func(l *LoopSummary) float64 { return float64(l.Offered) })
	all.Add("updates_used", "", metric.Count, "updates that the vehicle's controller acted on",
		func(l *LoopSummary) float64 { return float64(l.Used) })
	all.Add("updates_outdated", "", metric.Count, "updates that were delivered and not acted on: there was a newer one, or the controller did not listen",
		func(l *LoopSummary) float64 { return float64(l.Outdated) })
	all.Add("updates_lost", "", metric.Count, "updates that were refused, dropped, lost or under way when the run ended",
		func(l *LoopSummary) float64 { return float64(l.NotDelivered) })
	all.AddWithMean("missed", "", metric.Mean, "share of the updates sent to the vehicle that its controller did not act on",
		(*LoopSummary).Missed)
	all.AddWithMean("age_mean", "s", metric.Mean, "age of the information that the controller acts on, mean over time until the vehicle docked or the run ended. The time begins with the first update that was sent to it, or when it set out if that is later. Before an update is used, the age is the time since the first was sent",
		func(l *LoopSummary) float64 { return float64(l.AgeMean) })
	all.AddWithMean("age_peak", "s", metric.Maximum, "greatest age of the information that the controller acts on",
		func(l *LoopSummary) float64 { return float64(l.AgePeak) })
	all.AddWithMean("delay_mean", "s", metric.Mean, "mean time from a measurement to the action on it",
		func(l *LoopSummary) float64 { return float64(l.DelayMean) })
	all.AddWithMean("delay_p95", "s", metric.Maximum, "time from a measurement to the action on it that 95 % do not exceed",
		func(l *LoopSummary) float64 { return float64(l.DelayP95) })
	all.Add("delay_max", "s", metric.Maximum, "longest time from a measurement to the action on it",
		func(l *LoopSummary) float64 { return float64(l.DelayMax) })
	all.AddWithMean("period_mean", "s", metric.Mean, "mean time from one measurement that was used to the next",
		func(l *LoopSummary) float64 { return float64(l.PeriodAvg) })
	all.Add("period_max", "s", metric.Maximum, "longest time from one measurement that was used to the next",
		func(l *LoopSummary) float64 { return float64(l.PeriodMax) })
	all.AddWithMean("period_std", "s", metric.Mean, "standard deviation of the time from one measurement that was used to the next",
		func(l *LoopSummary) float64 { return float64(l.Jitter) })
	all.Computed(loopEquations())
	all.Higher("updates_used")
	all.Lower("missed", "age_mean", "age_peak")
	return all
}
