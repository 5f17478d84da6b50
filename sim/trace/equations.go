package trace

import (
	"fmt"
	"math"
	"slices"

	"halocline/sim"
	"halocline/sim/equation"
)

// counted is the time that counts, as a symbol.
func counted() equation.Symbol {
	return equation.Symbol{Name: "T", Unit: "s", Meaning: "time of the run without its warm-up", Min: 1, Max: 1e6}
}

// number is how many values a sum has, as a symbol.
func number(of string) equation.Symbol {
	return equation.Symbol{Name: "n", Meaning: of, Min: 1, Max: math.Inf(1), Whole: true}
}

// values returns x_1 to x_n.
func values(v equation.Values, name string) []float64 {
	x := make([]float64, int(v["n"]))
	for i := range x {
		x[i] = v[fmt.Sprintf("%s_%d", name, i+1)]
	}
	return x
}

// total adds up values.
func total(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum
}

// rate is a sum over packets by the time that counts.
func rate(of, meaning, bits, source string, in func(*Packets) *float64, out func(*Packets) Measure) equation.Equation {
	return equation.Equation{
		Of: of, Text: "R = sum(i, 1, n, b_i)/T", Source: source,
		Symbols: []equation.Symbol{{Name: "R", Unit: "bit/s", Meaning: meaning}, number("number of these packets"), {Name: "b_i", Unit: "bit", Meaning: bits, Min: 1, Max: 1e6}, counted()},
		Code: func(v equation.Values) float64 {
			var a Account
			*in(&a.Packets) = total(values(v, "b"))
			a.finish(v["T"], Delay{})
			return float64(out(&a.Packets))
		},
	}
}

// packetEquations returns how metrics of packets are computed, by name.
func packetEquations() map[string]equation.Equation {
	delays := []equation.Symbol{{Name: "D", Unit: "s", Meaning: "delay"}, number("number of deliveries"), {Name: "d_i", Unit: "s", Meaning: "time from an offer to the delivery", Min: 0.001, Max: 1e4}}
	return map[string]equation.Equation{
		"delivery_ratio": {
			Of: "delivery ratio", Text: "R = sum(i, 1, n, k_i/m_i)/n", Source: "definition",
			Symbols: []equation.Symbol{
				{Name: "R", Meaning: "ratio"},
				number("number of packets offered"),
				{Name: "k_i", Meaning: "receivers that a packet reached", Max: 10, Whole: true},
				{Name: "m_i", Meaning: "receivers that it is for", Min: 10, Max: 20, Whole: true},
			},
			Code: func(v equation.Values) float64 {
				var a reach
				receivers := values(v, "m")
				for i, k := range values(v, "k") {
					a.count(&packet{reached: int32(k)}, int(receivers[i]))
				}
				s := Packets{Offered: int64(v["n"])}
				a.finish(&s)
				return float64(s.DeliveryRatio)
			},
		},
		"reached_anybody": {
			Of: "part of the packets that reached anybody", Text: "R = d/o", Source: "definition",
			Symbols: []equation.Symbol{
				{Name: "R", Meaning: "ratio"}, {Name: "d", Metric: "delivered", Max: 1000, Whole: true}, {Name: "o", Metric: "offered", Min: 1000, Max: 2000, Whole: true},
			},
			Code: func(v equation.Values) float64 {
				s := Packets{Offered: int64(v["o"]), Delivered: int64(v["d"])}
				new(reach).finish(&s)
				return float64(s.ReachedAny)
			},
		},
		"goodput": rate("goodput", "goodput", "bits of a delivered packet, without header", "RFC 2647, section 3.17",
			func(p *Packets) *float64 { return &p.ArrivedBits }, func(p *Packets) Measure { return p.Goodput }),
		"offered_rate": rate("offered load", "offered load", "bits of an offered packet, without header", "definition",
			func(p *Packets) *float64 { return &p.OfferedBits }, func(p *Packets) Measure { return p.OfferedRate }),
		"delay_mean": {
			Of: "mean delay", Text: "D = sum(i, 1, n, d_i)/n", Source: "arithmetic mean", Symbols: delays,
			Code: func(v equation.Values) float64 {
				return float64(describe(slices.Sorted(slices.Values(values(v, "d")))).DelayMean)
			},
		},
		"delay_max": {Of: "longest delay", Source: "definition", Note: "the greatest of the delays"},
		"delay_p95": quantile("0.95"), "delay_p50": quantile("0.5"), "delay_p99": quantile("0.99"),
	}
}

// frameEquations returns how metrics of frames are computed, by name.
func frameEquations() map[string]equation.Equation {
	return map[string]equation.Equation{
		"offered_load": {
			Of: "offered channel traffic", Text: "G = sum(i, 1, n, t_i)/T", Source: "N. Abramson, The ALOHA system, AFIPS FJCC (1970), of all frames in place of equal packets",
			Symbols: []equation.Symbol{
				{Name: "G", Meaning: "traffic, frames on the air at once on average"}, number("number of frames that were sent"), {Name: "t_i", Unit: "s", Meaning: "time of a frame on the air", Min: 0.001, Max: 100}, counted(),
			},
			Code: func(v equation.Values) float64 {
				var a Account
				a.Frames.Airtime = total(values(v, "t"))
				a.finish(v["T"], Delay{})
				return float64(a.Frames.Load)
			},
		},
	}
}

// quantile is the rule by which a quantile is taken.
func quantile(p string) equation.Equation {
	return equation.Equation{
		Of: "quantile", Source: "R. J. Hyndman and Y. Fan, The American Statistician 50 (1996) 361, definition 1",
		Note: "the least of the delays that at least the share " + p + " of them do not exceed",
	}
}

// FlowEquations returns how the fairness among flows and their age are computed, by the names of the metrics.
func FlowEquations() map[string]equation.Equation {
	return map[string]equation.Equation{
		"jain": {
			Of: "fairness", Text: "J = sum(i, 1, n, x_i)^2/(n sum(i, 1, n, x_i^2))", Source: "R. Jain, D. Chiu and W. Hawe, DEC-TR-301 (1984)",
			Symbols: []equation.Symbol{{Name: "J", Meaning: "index, from 1/n to 1"}, number("number of flows"), {Name: "x_i", Meaning: "packets of a flow that were delivered over those offered", Min: 0.001, Max: 1}},
			Code: func(v equation.Values) float64 {
				const offered = 1e12
				var flows []FlowSummary
				for _, x := range values(v, "x") {
					flows = append(flows, FlowSummary{Offered: offered, Delivered: int64(x * offered)})
				}
				return float64(jain(flows, 0))
			},
			Step: 1e-8,
		},
		"jitter": {
			Of: "jitter", Source: "RFC 3550, section 6.4.1, with equal weights", Note: "the mean of abs(d_i - d_j) over all deliveries i of a flow and those j just before them, where d are their delays",
		},
		"age_mean": ageEquation(),
		"age_peak": {
			Of: "greatest age", Source: "M. Costa, M. Codreanu and A. Ephremides, IEEE Trans. Inf. Theory 62 (2016) 1897, whose peaks it is the greatest of",
			Note: "the greatest a_i + x_i of the mean age: what the age is just before a packet comes, or at the end",
		},
	}
}

// ageEquation is the mean of an age that grows by a second in a second, and falls when a packet comes.
func ageEquation() equation.Equation {
	return equation.Equation{
		Of: "mean age", Text: "A = sum(i, 1, n, x_i (a_i + x_i/2))/sum(i, 1, n, x_i)", Source: "S. Kaul, R. Yates and M. Gruteser, Real-time status: how often should one update?, INFOCOM (2012) 2731",
		Symbols: []equation.Symbol{
			{Name: "A", Unit: "s", Meaning: "mean over time"},
			number("number of pieces of the time, from one delivery of a newer packet to the next"),
			{Name: "x_i", Unit: "s", Meaning: "length of a piece", Min: 0.01, Max: 100},
			{Name: "a_i", Unit: "s", Meaning: "age at its beginning", Max: 100},
		},
		Code: func(v equation.Values) float64 {
			var a age
			from, began := sim.Time(0), values(v, "a")
			for i, x := range values(v, "x") {
				to := from.Add(sim.Seconds(x))
				a.grow(from.Add(-sim.Seconds(began[i])), from, to, 0)
				from = to
			}
			return a.area / from.Seconds()
		},
		Step: 1e-6,
	}
}

// loopEquations returns how metrics of a controller are computed, by name.
func loopEquations() map[string]equation.Equation {
	symbols := []equation.Symbol{{Name: "P", Unit: "s", Meaning: "period"}, number("number of times between measurements that were used"), {Name: "x_i", Unit: "s", Meaning: "time from one to the next", Min: 0.01, Max: 100}}
	spread := slices.Clone(symbols)
	spread[0] = equation.Symbol{Name: "s", Unit: "s", Meaning: "standard deviation; m is the mean"}
	periods := func(v equation.Values) (s LoopSummary) {
		at := sim.Time(0)
		taken := []sim.Time{at}
		for _, x := range values(v, "x") {
			at = at.Add(sim.Seconds(x))
			taken = append(taken, at)
		}
		s.periods(taken)
		return s
	}
	return map[string]equation.Equation{
		"missed": {
			Of: "part of the updates that was not used", Text: "m = (u - v)/u", Source: "definition",
			Symbols: []equation.Symbol{
				{Name: "m", Meaning: "part"}, {Name: "u", Metric: "updates", Min: 1000, Max: 2000, Whole: true}, {Name: "v", Metric: "updates_used", Max: 1000, Whole: true},
			},
			Code: func(v equation.Values) float64 {
				s := LoopSummary{Offered: int64(v["u"]), Used: int64(v["v"])}
				return s.Missed()
			},
		},
		"age_mean": ageEquation(),
		"period_mean": {
			Of: "mean period", Text: "P = sum(i, 1, n, x_i)/n", Source: "arithmetic mean", Symbols: symbols, Step: 1e-8,
			Code: func(v equation.Values) float64 { return float64(periods(v).PeriodAvg) },
		},
		"period_std": {
			Of: "standard deviation of the period", Text: "s = sqrt(sum(i, 1, n, (x_i - m)^2)/n)\nm = sum(i, 1, n, x_i)/n", Source: "standard deviation of the population", Symbols: spread, Step: 1e-6,
			Code: func(v equation.Values) float64 { return float64(periods(v).Jitter) },
		},
		"delay_p95": quantile("0.95"),
	}
}
