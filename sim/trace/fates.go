package trace

import (
	"strings"

	"halocline/sim/metric"
)

// FateMetrics declares what became of the packets that were offered, as shares of them: delivered, then one for each cause, and in flight
// at the end of the run. They add up to 1. A run has those alone that are not 0.
func FateMetrics() metric.List[Packets] {
	var all metric.List[Packets]
	share := func(n int64, p *Packets) float64 { return float64(ratio(float64(n), float64(p.Offered))) }
	all.Add("delivered", "", metric.Mean, "share of the packets offered that was delivered; a packet to everybody counts when the first node receives it",
		func(p *Packets) float64 { return share(p.Delivered, p) })
	for _, c := range Causes() {
		if c.OfLoss() {
			all.Add(underscored(c), "", metric.Part, "share of the packets offered that came to nothing so, 0 in a run that lacks it. "+c.Meaning(),
				func(p *Packets) float64 { return share(p.Refused[c]+p.Dropped[c]+p.Lost[c], p) })
		}
	}
	all.Add(underscored(InFlight), "", metric.Part, "share of the packets offered that was neither delivered nor lost when the run ended; 0 in a run that lacks it",
		func(p *Packets) float64 { return share(p.InFlight, p) })
	all.Higher("delivered")
	return all
}

// underscored returns the name of the metric of a cause.
func underscored(c Cause) string { return strings.ReplaceAll(c.String(), "-", "_") }
