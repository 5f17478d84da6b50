package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"halocline/bench/record/recorder"
	"halocline/phy"
	"halocline/sim/trace"
)

// judgement is how the SINR of a wave comes about.
type judgement struct {
	interference float64 // power that counts; 0 for none
	sinr         float64
	by           string
}

// judge reckons the SINR of a wave amid others as package phy does: from its power, the noise and the others' powers. Where the radio
// did not receive it to its end, it is over the noise alone.
func judge(w *wave, amid []wave, ways *recorder.Ways) judgement {
	j := judgement{}
	switch overlap := phy.OverlapName(ways.Overlap); {
	case w.fate == recorder.InFlight:
		return judgement{sinr: math.NaN(), by: "It had not passed the radio when the run ended."}
	case w.reception != recorder.ToItsEnd:
		j.by = unheard(w, amid, ways)
		if w.noise > 0 {
			j.by += " The SINR is over the noise alone."
		}
	case overlap == phy.AloneName:
		j.by = "The radio judges each frame as if it came alone: the SINR is over the noise."
	case len(amid) == 0:
		j.by = "Nothing else came to the radio meanwhile: the SINR is over the noise."
	case overlap == phy.MeanName:
		j.interference = mean(w, amid)
		j.by = "The radio judges by the mean interference over the frame."
	default:
		worst, at := worst(w, amid)
		j.interference = worst
		j.by = fmt.Sprintf("The radio judges by the worst moment of the frame, which is from %.6f s on.", seconds(at))
		if overlap == phy.ChunksName {
			j.by = fmt.Sprintf("The radio judges each piece of the frame by the interference in it; the SINR is that of the worst piece, from %.6f s on.", seconds(at))
		}
	}
	j.sinr = w.power / (w.noise + j.interference)
	if w.reception == recorder.ToItsEnd {
		j.by += outcomeOf(w, ways)
	}
	switch {
	case w.noise > 0 || j.interference > 0:
	case w.power == 0:
		j.by += " Nothing of it is left at the radio."
	case w.reception != recorder.ToItsEnd:
		j.by += " There is no noise, and so no SINR."
	default:
		j.by += " There is no noise, so that the ratio is infinite."
	}
	return j
}

// worst returns the greatest power of other waves at a time of a wave, and since when it is so.
func worst(w *wave, amid []wave) (most float64, since int64) {
	since = w.began
	moments := []int64{w.began}
	for i := range amid {
		if amid[i].began > w.began {
			moments = append(moments, amid[i].began)
		}
	}
	for _, t := range moments {
		if sum := powerAt(amid, t); sum > most {
			most, since = sum, t
		}
	}
	return most, since
}

// powerAt returns the power of all waves that pass at a time.
func powerAt(all []wave, t int64) (sum float64) {
	for i := range all {
		if all[i].began <= t && t < all[i].ended {
			sum += all[i].power
		}
	}
	return sum
}

// mean returns the mean power of other waves over a wave.
func mean(w *wave, amid []wave) float64 {
	sum := 0.0
	for i := range amid {
		sum += amid[i].power * float64(min(amid[i].ended, w.ended)-max(amid[i].began, w.began))
	}
	return sum / float64(max(w.ended-w.began, 1))
}

// outcomeOf says what followed of the ratio of a wave that was received to its end.
func outcomeOf(w *wave, ways *recorder.Ways) string {
	switch {
	case w.cause == trace.Aborted || w.cause == trace.Outage || w.cause == trace.BatteryEmpty:
		return " Its sender stopped before its end."
	case ways.Threshold > 0:
		return fmt.Sprintf(" A frame is intact from %.1f dB on.", decibels(ways.Threshold))
	case ways.Chance && w.fate == recorder.Received:
		return " Whether it is intact at that ratio is a matter of chance, which was for it."
	case ways.Chance:
		return " Whether it is intact at that ratio is a matter of chance, which was against it" + chanceCause(w.cause) + "."
	}
	return ""
}

// chanceCause says what the chance would have been without.
func chanceCause(c trace.Cause) string {
	switch c {
	case trace.Collision:
		return ", and would not have been without the other waves"
	case trace.Echo:
		return ", and would not have been without its own echoes"
	case trace.Fading:
		return ", and would not have been without fading"
	}
	return ""
}

// unheard says why a radio did not receive a wave to its end.
func unheard(w *wave, amid []wave, ways *recorder.Ways) string {
	if w.reception == recorder.Begun {
		return givenUp(w, amid, ways)
	}
	switch w.cause {
	case trace.Collision:
		return uncaught(w, amid, ways)
	case trace.BelowThreshold:
		return "The wave is too weak to be received, even alone." + least(ways)
	case trace.Fading:
		return "Fading makes the wave too weak to be received, even alone." + least(ways)
	case trace.Doppler:
		return "The wave is shifted in frequency by more than the radio tolerates."
	case trace.HalfDuplex:
		return "The radio was sending when the wave came."
	case trace.Turnaround:
		return "The radio had just sent when the wave came, and was still turning around."
	case trace.Asleep:
		return "The radio was asleep when the wave came."
	case trace.Echo:
		return "An echo of its own came before the wave, and kept the radio from it."
	}
	return "The radio did not begin to receive the wave: " + w.cause.String() + "."
}

// least says what a wave needs to be received.
func least(ways *recorder.Ways) string {
	if ways.Sensitivity > 0 {
		return fmt.Sprintf(" It needs a power of %.1f dB at least.", decibels(ways.Sensitivity))
	}
	return fmt.Sprintf(" It needs a ratio of more than %.1f dB.", decibels(ways.Acquire))
}

// uncaught says which waves kept a radio from beginning to receive another one.
func uncaught(w *wave, amid []wave, ways *recorder.Ways) string {
	others := powerAt(amid, w.began)
	switch {
	case others == 0:
		return "The wave reaches the ratio at which a radio begins to receive but for its last digit."
	case phy.CaptureName(ways.Capture) == phy.CaptureOffName:
		return "The radio begins no frame while it hears another one."
	}
	return fmt.Sprintf("Amid the waves that were there at its beginning its ratio was %.1f dB. A radio that receives nothing begins above %.1f dB, and one that receives stays with what it has.",
		decibels(w.power/(w.noise+others)), decibels(ways.Acquire))
}

// givenUp says why a radio let go of a wave.
func givenUp(w *wave, amid []wave, ways *recorder.Ways) string {
	switch w.cause {
	case trace.HalfDuplex:
		return "The radio gave the frame up to send itself."
	case trace.Asleep:
		return "The radio went to sleep before the end of the frame."
	case trace.Collision:
	default:
		return "The radio gave the frame up: " + w.cause.String() + "."
	}
	strongest := slices.MaxFunc(append([]wave{{}}, amid...), func(a, b wave) int { return cmp.Compare(a.power, b.power) })
	switch phy.CaptureName(ways.Capture) {
	case phy.CaptureOffName:
		return fmt.Sprintf("The radio loses a frame that another one overlaps which it could hear, here frame %d.", strongest.id.number)
	case phy.MessageInMessageName:
		return fmt.Sprintf("The radio turned to a frame that was stronger than all else by %.1f dB, or such a one began with it.", decibels(ways.Recapture))
	}
	return "Other frames that began at the same instant left too little of it."
}
