package capacity

import (
	"math"
	"math/cmplx"

	"halocline/sim/numeric"
)

// follower goes where another vehicle would be now if it had gone on as its newest packet says, at a gain times the distance from there. It
// follows a velocity with a lag. A packet waits for its slot, the longest of them as given.
type follower struct {
	timing
	wait      float64 // s
	gain, lag float64 // 1/s, s
}

// ages hands over ages of what the follower knows, in s, and their shares: the delay, an even part of the wait, an even part of a period, and k periods
// with the probability (1-p) p^k.
func (f *follower) ages(yield func(age, share float64)) {
	const parts, lost = 12, 30
	share := (1 - f.Loss) / (parts * parts)
	for k := range lost {
		for i := range parts {
			for j := range parts {
				middle := func(n int) float64 { return (float64(n) + 0.5) / parts }
				yield(f.Delay+middle(i)*f.wait+(float64(k)+middle(j))*f.Period, share)
			}
		}
		share *= f.Loss
	}
}

// follows returns the place of a follower over that of the vehicle ahead, at a frequency in rad/s and for an age D, without the wanted distance:
//
//	H = a N/(j w (1 + j w T) + a),  N = (1 + j w D) e^(-j w D)
func (f *follower) follows(w, age float64) complex128 {
	jw, a := complex(0, w), complex(f.gain, 0)
	return a * (1 + jw*complex(age, 0)) * cmplx.Exp(-jw*complex(age, 0)) / (jw*(1+jw*complex(f.lag, 0)) + a)
}

// mean returns the mean of H over ages, and that of |1 - H|^2.
func (f *follower) mean(w float64) (h complex128, square float64) {
	f.ages(func(age, share float64) {
		of := f.follows(w, age)
		h += of * complex(share, 0)
		square += share * math.Pow(cmplx.Abs(1-of), 2)
	})
	return h, square
}

// motion is that of the first vehicle: to and fro by straight legs.
type motion struct{ leg, speed float64 } // m, m/s

// harmonics hands over the frequencies of a way to and fro, in rad/s, and the mean square of each, in m2: of the triangle they are the odd ones, of amplitude
// 4 leg/(pi k)^2. The first vehicle follows its way with a gain and the lag.
func (m motion) harmonics(gain, lag float64, yield func(w, square float64)) {
	base := math.Pi * m.speed / m.leg
	for k := 1; k < 20; k += 2 {
		w := base * float64(k)
		amplitude := 4 * m.leg / math.Pow(math.Pi*float64(k), 2)
		own := cmplx.Abs(complex(gain, 0) / (complex(0, w)*complex(1, w*lag) + complex(gain, 0)))
		yield(w, amplitude*amplitude/2*own*own)
	}
}

// behind is the error of the distance between the first and the second vehicle, as a root mean square, and by what factor that of the last two is
// more with so many vehicles.
func (f *follower) behind(m motion, gain float64, vehicles int) (first, growth float64) {
	last := 0.0
	m.harmonics(gain, f.lag, func(w, square float64) {
		h, off := f.mean(w)
		first += square * off
		last += square * off * math.Pow(cmplx.Abs(h), 2*float64(vehicles-2))
	})
	return math.Sqrt(first), math.Sqrt(last / first)
}

// tightestString is the gain up to which disturbances do not grow along a string of vehicles.
func tightestString(t timing, wait, lag float64, m motion, gain float64, vehicles int) float64 {
	most, _ := numeric.Bisect(0.02, 2, 12, func(a float64) bool {
		_, growth := (&follower{t, wait, a, lag}).behind(m, gain, vehicles)
		return growth < 1
	})
	return most
}

// fastest is the speed of a dock up to which all vehicles that follow it are less off than a bound.
func fastest(t timing, wait, lag, gain, leg, bound float64) float64 {
	most, _ := numeric.Bisect(0.01, 2, 12, func(v float64) bool {
		first, _ := (&follower{t, wait, gain, lag}).behind(motion{leg, v}, gain, 3)
		return first < bound
	})
	return most
}
