package link

import (
	"math"
	"slices"

	"halocline/bench/report/input"
	"halocline/bench/report/text"
	"halocline/phy"
	"halocline/phy/acoustic"
)

// terms lists the budget.
func (l *acousticLink) terms(b acoustic.Budget, r acoustic.Report) []term {
	values := map[string]float64{
		"range": b.Range, "bandwidth": b.Bandwidth, "source-level": b.SourceLevel, "power": b.Power,
		"threshold": b.Threshold, "rate": b.Rate, "bits": b.Bits, "modulation": 1, "noise": 1,
	}
	if l.Modulation == nil {
		values["modulation"] = math.NaN()
	}
	if b.Unit == phy.Watt && b.SelfNoise == 0 {
		values["noise"] = math.NaN()
	}
	t := termList{known: values}
	t.given("frequency_hz", "frequency", &l.frequency, b.Frequency)
	t.given("range_m", "range", &l.distance, b.Range)
	t.aside("bandwidth", "Hz", b.Bandwidth, string(l.bandwidth.Origin))
	t.add("absorption_db_per_km", "absorption", "dB/km", r.Absorption, b.Absorption.Name)
	t.add("spreading_loss_db", "spreading loss", "dB", r.SpreadingLoss, "k="+text.Number(b.Spreading), "range")
	t.add("absorption_loss_db", "absorption loss", "dB", r.AbsorptionLoss, "a*r", "range")
	t.add("transmission_loss_db", "transmission loss", "dB", r.Loss, "sum", "range")
	t.add("sound_speed_mps", "sound speed", "m/s", b.SoundSpeed, l.soundSpeed.Source())
	t.add("delay_s", "delay", "s", r.Delay, "r/c", "range")
	if b.Unit == phy.Watt {
		l.watts(&t, b, r)
	} else {
		l.decibels(&t, b, r)
	}
	l.frames(&t, r)
	return t.terms
}

// decibels lists the levels of a budget in decibels.
func (l *acousticLink) decibels(t *termList, b acoustic.Budget, r acoustic.Report) {
	source := string(l.sourceLevel.Origin)
	if l.byPower() {
		t.aside("power", "W", l.power.Value, string(l.power.Origin))
		source = "power"
	}
	t.aside("source level", "dB re 1 uPa", b.SourceLevel, source)
	t.add("received_level_db", "received level", "dB re 1 uPa", r.ReceivedLevel, "SL-TL", "range", "source-level")
	if l.antenna != nil {
		t.add("directivity_index_db", "directivity index", "dB", b.Index, "antenna")
	}
	t.add("noise_psd_db", "noise density", "dB re 1 uPa2/Hz", r.NoiseDensity, l.noise.Source())
	if b.SelfNoise > 0 {
		t.aside("self noise", "dB re 1 uPa", 10*math.Log10(b.SelfNoise), string(input.ByPreset))
	}
	t.add("noise_band_db", "noise in the band", "dB re 1 uPa", r.NoiseBand, "band", "bandwidth")
	t.add("snr_db", "SNR", "dB", r.SNR, "RL-NL", "range", "bandwidth", "source-level")
	t.aside("threshold", "dB", b.Threshold, l.threshold.Source())
	t.add("margin_db", "margin", "dB", r.Margin, "SNR-thr", "range", "bandwidth", "source-level", "threshold")
	t.add("max_range_m", "greatest range", "m", r.MaxRange, "margin=0", "bandwidth", "source-level", "threshold")
	l.outage(t, r, "range", "bandwidth", "source-level", "threshold")
}

// watts lists the powers of a budget in watts.
func (l *acousticLink) watts(t *termList, b acoustic.Budget, r acoustic.Report) {
	t.aside("power", "W", b.Power, string(l.power.Origin))
	t.add("p_receive_w", "received power", "W", r.ReceivedPower, "P-TL", "range", "power")
	if b.SelfNoise > 0 {
		source := input.ByPreset
		if l.noise.Given() {
			source = input.ByUser
		}
		t.aside("noise in the band", "W", b.SelfNoise, string(source))
	}
	t.add("snr_db", "SNR", "dB", r.SNR, "P/N", "range", "power", "noise")
	t.aside("threshold", "W", b.Threshold, l.threshold.Source())
	t.add("margin_db", "margin", "dB", r.Margin, "P/thr", "range", "power", "threshold")
	t.add("max_range_m", "greatest range", "m", r.MaxRange, "margin=0", "power", "threshold")
	l.outage(t, r, "range", "power", "threshold")
}

// outage lists the outage if there is fading.
func (l *acousticLink) outage(t *termList, r acoustic.Report, needs ...string) {
	if l.Fading != nil && l.Fading.Build() != nil {
		t.add("outage", "outage", "", r.Outage, nameOfModel(l.lib, l.Fading), needs...)
	}
}

// frames lists what becomes of a frame.
func (l *acousticLink) frames(t *termList, r acoustic.Report) {
	t.aside("bit rate", "bit/s", l.rate.Value, string(l.rate.Origin))
	t.aside("bits", "bit", l.bits.Value, string(l.bits.Origin))
	source := "bits/rate"
	if l.preamble > 0 {
		t.aside("preamble", "s", l.preamble, string(input.ByPreset))
		source = "preamble+bits/rate"
	}
	t.add("airtime_s", "airtime", "s", r.Airtime, source, "rate", "bits")
	model := "none"
	if l.Modulation != nil {
		model = nameOfModel(l.lib, l.Modulation)
	}
	if fading := nameOfModel(l.lib, l.Fading); l.Fading != nil && fading != "none" {
		model += ",mean"
	}
	needs := []string{"range", "bandwidth", "rate", "modulation"}
	if u, _ := l.budgetUnit(); u == phy.Watt {
		needs = append(needs, "power", "noise")
	} else {
		needs = append(needs, "source-level")
	}
	if _, perBit := l.Modulation.(phy.PerBit); perBit || l.Modulation == nil {
		t.add("ber", "bit error rate", "", r.BER, model, needs...)
	} else {
		needs = slices.DeleteFunc(needs, func(n string) bool { return n == "rate" })
	}
	if c, ok := l.Modulation.(phy.FrameLosing); ok {
		r.PER += c.FrameLoss() * (1 - r.PER)
	}
	t.add("per", "frame error rate", "", r.PER, model, append(needs, "bits")...)
}
