package acoustic

import "math"

// PathLoss is the loss on one path: geometric spreading and absorption,
//
//	TL = k 10 log r + a r/1000
//
// in dB re 1 m with r in m (R. Urick, Principles of Underwater Sound, chapter
// 5). Closer than 1 m, where the formula would gain, counts as 1 m.
type PathLoss struct {
	Spreading  float64 // k: 1 cylindrical, 1.5 practical, 2 spherical; at least 0
	Absorption float64 // a: dB/km, at least 0
}

// At returns the loss in dB at a distance of r metres.
func (l PathLoss) At(r float64) float64 {
	r = math.Max(r, 1)
	return l.Spreading*decibel(r) + l.Absorption*r/1000
}

// Gain returns received over sent power at a distance of r metres: the loss of At as
// r^-k e^(-a r ln 10/10000), which takes a fifth of the time. A medium in which everybody
// hears everybody asks for it once for each pair.
func (l PathLoss) Gain(r float64) float64 {
	r = max(r, 1)
	absorption := l.Absorption * r * (math.Ln10 / 10_000) // Np of power
	switch l.Spreading {
	case 1:
		return math.Exp(-absorption) / r
	case 1.5:
		return math.Exp(-absorption) / (r * math.Sqrt(r))
	case 2:
		return math.Exp(-absorption) / (r * r)
	}
	return math.Exp(-l.Spreading*math.Log(r) - absorption)
}

// MaxRange returns the distance in m at which the loss uses up a budget in dB: the
// source level less the noise in the band and the threshold over it. It is 0
// where the budget does not suffice at 1 m, and infinite where nothing limits it.
func (l PathLoss) MaxRange(budget float64) float64 {
	if budget < l.At(1) {
		return 0
	}
	// Each of the two losses alone allows at least the distance sought.
	lo, hi := 1.0, math.Inf(1)
	if l.Spreading > 0 {
		hi = math.Min(hi, ratio(budget/l.Spreading))
	}
	if l.Absorption > 0 {
		hi = math.Min(hi, 1000*budget/l.Absorption)
	}
	if math.IsInf(hi, 1) {
		return hi
	}
	for hi-lo > 1e-12*hi {
		if mid := lo + (hi-lo)/2; l.At(mid) <= budget {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}
