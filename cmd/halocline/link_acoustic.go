package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/spf13/pflag"

	"halocline/phy"
	"halocline/phy/acoustic"
	"halocline/scenarios/strict"
	"halocline/sim/ocean"
)

const acousticHelp = `Compute the budget of an acoustic link, step by step.

Quantities carry units: 100kHz, 5km, 190dB, 4.5W, 10kbps, 512bit, 10degC, 5kn. What cannot be
computed from the flags that are given is left out, with the flags that it needs.

The budget is in decibels or in watts, and the two do not mix:
  decibels  received level = source level - loss, against the noise in the band; --threshold 15dB is
            the least ratio to the noise. Give --source-level (dB re 1 uPa at 1 m), or --power, the
            acoustic power in watts: source level = 170.8 + 10 log P + the --directivity.
  watts     received power = --power less the loss; --threshold 0.0019W is the least received power.
            Noise counts only where --noise gives it as a power in the band.
The unit of --threshold decides; without it that of --noise, then --source-level, then the preset,
then decibels. So --power alone is a source level.

--absorption  ` + "%s" + `
--sound-speed mackenzie, medwin, leroy, unesco (at 45 degrees of latitude), or a speed
--noise       wenz, with --wind and --shipping from 0 to 1; thetis, with --wind and --shipping from 1
              to 7; a density such as 50dB (re 1 uPa^2/Hz); or, with a budget in watts, a power
--modulation, --fading and --preset take a model as a scenario does: a name, or a name with
              parameters, such as '{type: rician, k: 6dB}'; see halocline list

With --modulation threshold, --threshold in dB is also the ratio that a frame needs.

Under fading, ber and per are means, and outage is the probability that the signal is below the
threshold. An outage is a closed form for rayleigh (1 - exp(-threshold/mean)) and log-normal, and an
integral over the density for rician; means are integrals over the density of the power, by Gauss's
rule. Range and margin are those of the mean signal. The block models are distributed like the others.

With --json the names are ` + "%s." + `
A number that is unlimited or not known is left out.`

// acousticLink is the calculator for sound.
type acousticLink struct {
	inputs
	models
	preset *phy.PlainModem

	frequency, distance, bandwidth            input
	spreading, absorption                     input
	temperature, salinity, depth, ph          input
	wind, shipping, noise, soundSpeed         input
	sourceLevel, directivity, power           input
	threshold, rate, bits                     input
	presetNoise                               float64 // in the band, uPa^2 or W
	presetUnit                                phy.Unit
	presetPreamble                            float64 // s
}

// register makes the flags.
func (l *acousticLink) register(f *pflag.FlagSet) {
	one := func(unit, within string) strict.Quantity { return strict.Quantity{Unit: unit, Range: within} }
	for _, a := range acoustic.Absorptions() {
		l.absorption.words = append(l.absorption.words, a.Name)
	}
	l.soundSpeed.words = []string{"mackenzie", "medwin", "leroy", "unesco"}
	l.noise.words = []string{"wenz", "thetis"}
	l.add(f, &l.frequency, "frequency", "", "centre of the band", one("Hz", "(0,1e11]"))
	l.add(f, &l.distance, "range", "", "distance; closer than 1m the loss is that of 1m", one("m", "[0,1e8]"))
	l.add(f, &l.bandwidth, "bandwidth", "", "width of the band, over which noise is received", one("Hz", "(0,1e11]"))
	l.add(f, &l.spreading, "spreading", "1.5", "spreading exponent: 1 cylindrical, 1.5 practical, 2 spherical", one("", "[0,3]"))
	l.add(f, &l.absorption, "absorption", "thorp", "absorption formula, see above")
	l.add(f, &l.temperature, "temperature", "10degC", "temperature of the water", one("degC", "[-2,40]"))
	l.add(f, &l.salinity, "salinity", "35psu", "salinity of the water", one("psu", "[0,45]"))
	l.add(f, &l.depth, "depth", "0m", "depth of the path", one("m", "[0,12000]"))
	l.add(f, &l.ph, "ph", "8", "acidity of the water", one("", "[5,10]"))
	l.add(f, &l.wind, "wind", "", "wind that makes noise; 1m/s for wenz and 5kn for thetis if left out", one("m/s", "[0,60]"))
	l.add(f, &l.shipping, "shipping", "", "ships that make noise; 0 for wenz and 4 for thetis if left out", one("", "[0,7]"))
	l.add(f, &l.noise, "noise", "wenz", "ambient noise, a model or a level, see above", one("dB", "[-100,200]"), one("W", "[0,1e6]"))
	l.add(f, &l.soundSpeed, "sound-speed", "1500m/s", "speed of sound, a formula or a value", one("m/s", "[1300,1900]"))
	l.add(f, &l.sourceLevel, "source-level", "", "transmitted level at 1m, re 1 uPa", one("dB", "[0,260]"))
	l.add(f, &l.directivity, "directivity", "", "directivity index of the source, with --power", one("dB", "[0,60]"))
	l.add(f, &l.power, "power", "", "transmitted power", one("W", "(0,1e6]"))
	l.add(f, &l.threshold, "threshold", "", "least ratio to the noise, or least received power", one("dB", "[-60,60]"), one("W", "(0,1e6]"))
	l.add(f, &l.rate, "rate", "", "bits per second on the air", one("bit/s", "(0,1e12]"))
	l.add(f, &l.bits, "bits", "", "length of a frame", one("bit", "[1,1e9]"))
	l.models.add(f, "modulation", "error model: "+known(phy.ErrorModels()))
	l.models.add(f, "fading", "fading: "+known(phy.Fadings()))
	l.models.add(f, "preset", "take what is not given from this modem")
}

// prepare reads the models and takes from the preset what was not given.
func (l *acousticLink) prepare() error {
	if err := l.models.read(); err != nil {
		return err
	}
	modem, err := l.modem()
	if modem == nil || err != nil {
		return err
	}
	l.preset = modem
	l.frequency.fill(modem.Frequency, "Hz", byPreset)
	l.bandwidth.fill(modem.Bandwidth, "Hz", byPreset)
	l.rate.fill(modem.Rate, "bit/s", byPreset)
	l.presetPreamble = modem.Preamble.Seconds()
	if l.Modulation == nil {
		l.Modulation = modem.Errors
	}
	if l.Fading == nil {
		l.Fading = modem.Fading
	}
	built, err := modem.Build(phy.ModemEnv{Open: strict.Disk})
	if err != nil {
		return inputError{fmt.Errorf("--preset: %w", err)}
	}
	l.presetUnit, l.presetNoise = modem.Unit(), built.SelfNoise
	if l.presetUnit == phy.Watt {
		l.power.fill(built.Power, "W", byPreset)
		l.threshold.fill(built.Sensitivity, "W", byPreset)
		return nil
	}
	needed := 10 * math.Log10(built.Acquire)
	if e, ok := l.Modulation.(*phy.ThresholdErrors); ok {
		needed = math.Max(needed, e.SINR)
	}
	l.sourceLevel.fill(10*math.Log10(built.Power), "dB", byPreset)
	l.threshold.fill(needed, "dB", byPreset)
	return nil
}
