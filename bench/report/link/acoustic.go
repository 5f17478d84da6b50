package link

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"halocline/bench/report/input"
	"halocline/bench/report/text"
	"halocline/phy"
	"halocline/phy/acoustic"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/geom"
	"halocline/sim/ocean"
)

const acousticHelp = `Compute the budget of an acoustic link, step by step. halocline docs output explains the flags.`

// maxSound is the highest frequency, in Hz, that is taken for sound. A modem that
// sends there is a radio.
const maxSound = 1e7

// acousticLink is the calculator for sound.
type acousticLink struct {
	all input.List
	models

	frequency, distance, bandwidth   input.Input
	spreading, absorption            input.Input
	temperature, salinity, depth, ph input.Input
	noise, wind, shipping            input.Input
	soundSpeed                       input.Input
	sourceLevel, power, directivity  input.Input
	threshold, rate, bits            input.Input

	// Of the preset; zero without one.
	unit      phy.Unit
	selfNoise float64 // uPa^2 or W
	preamble  float64 // s
	antenna   phy.Antenna
	window    phy.Window
	stated    float64 // range of the data sheet, m
}

// Acoustic returns a link of sound.
func Acoustic(lib *scenarios.Library) *Link {
	l := &acousticLink{models: models{lib: lib}}
	l.register()
	return &Link{calculator: l, Help: acousticHelp, Rays: newRays(l)}
}

// Inputs returns the numbers and words.
func (l *acousticLink) Inputs() input.List { return l.all }

// register makes the inputs.
func (l *acousticLink) register() {
	q, water := input.Quantity, ocean.Default()
	for _, a := range acoustic.Absorptions() {
		l.absorption.Words = append(l.absorption.Words, a.Name)
	}
	l.soundSpeed.Words = []string{"mackenzie", "medwin", "leroy", "unesco"}
	l.noise.Words = []string{"wenz", "thetis"}
	l.all.Add(&l.frequency, "frequency", "", "centre of the band", q("Hz", "(0,1e7]"))
	l.all.Add(&l.distance, "range", "", "distance; closer than 1m the loss is that of 1m", q("m", "[0,1e8]"))
	l.all.Add(&l.bandwidth, "bandwidth", "", "width of the band, over which noise is received", q("Hz", "(0,2e7]"))
	l.all.Add(&l.spreading, "spreading", "1.5", "exponent: 1 cylindrical, 1.5 practical, 2 spherical", q("", "[0,3]"))
	l.all.Add(&l.absorption, "absorption", "thorp", "absorption formula, such as francois-garrison")
	l.all.Add(&l.temperature, "temperature", text.Number(water.Temperature)+"degC", "temperature of the water", q("degC", "[-2,40]"))
	l.all.Add(&l.salinity, "salinity", text.Number(water.Salinity)+"psu", "salinity of the water", q("psu", "[0,45]"))
	l.all.Add(&l.depth, "depth", "0m", "depth of the path", q("m", "[0,12000]"))
	l.all.Add(&l.ph, "ph", text.Number(water.PH), "acidity of the water", q("", "[5,10]"))
	l.all.Add(&l.noise, "noise", "wenz", "ambient noise: wenz, thetis, a level or a power", q("dB", "[-100,200]"), q("W", "(0,1e6]"))
	l.all.Add(&l.wind, "wind", "", "wind that makes noise; 1m/s for wenz, 5kn for thetis if left out", q("m/s", "[0,60]"))
	l.all.Add(&l.shipping, "shipping", "", "ships that make noise; 0 for wenz, 4 for thetis if left out", q("", "[0,7]"))
	l.all.Add(&l.soundSpeed, "sound-speed", text.Number(water.Speed)+"m/s", "speed of sound, a formula or a value", q("m/s", "[1300,1900]"))
	l.all.Add(&l.sourceLevel, "source-level", "", "transmitted level at 1m, re 1 uPa", q("dB", "[0,260]"))
	l.all.Add(&l.power, "power", "", "transmitted power", q("W", "(0,1e6]"))
	l.all.Add(&l.directivity, "directivity", "", "directivity index of the source, with --power", q("dB", "[0,60]"))
	l.all.Add(&l.threshold, "threshold", "", "least ratio to the noise, or least received power", q("dB", "[-60,60]"), q("W", "(0,1e6]"))
	l.all.Add(&l.rate, "rate", "", "bits per second on the air", q("bit/s", "(0,1e12]"))
	l.all.Add(&l.bits, "bits", "", "length of a frame", q("bit", "[1,1e9]"))
	l.offer("modulation", "MODEL", "error model, such as fsk; halocline list errors has all")
	l.offer("fading", "MODEL", "fading, such as rayleigh; halocline list fading has all")
	l.offer("preset", "MODEM", "modem with the values that are not given")
}

// Prepare reads the models and takes from the preset what was not given.
func (l *acousticLink) Prepare() error {
	config, modem, err := l.models.read()
	if modem == nil || err != nil {
		return err
	}
	if config.Frequency >= maxSound {
		return fmt.Errorf("--preset: the modem sends at %s, which is no sound; see halocline link rf", input.Human(config.Frequency, "Hz"))
	}
	l.unit, l.selfNoise, l.preamble = config.Unit(), modem.SelfNoise, modem.Preamble.Seconds()
	l.antenna, l.window, l.stated = modem.Antenna, modem.Window, config.Range
	l.frequency.Fill(config.Frequency, "Hz", input.ByPreset)
	l.bandwidth.Fill(config.Bandwidth, "Hz", input.ByPreset)
	l.rate.Fill(config.Rate, "bit/s", input.ByPreset)
	if l.Modulation == nil {
		l.Modulation = config.Errors
	}
	if l.Fading == nil {
		l.Fading = config.Fading
	}
	if l.unit == phy.Watt {
		l.power.Fill(modem.Power, "W", input.ByPreset)
		l.threshold.Fill(modem.Sensitivity, "W", input.ByPreset)
		return nil
	}
	needed := 10 * math.Log10(modem.Acquire)
	if ratio, ok := thresholdOf(l.Modulation); ok {
		needed = math.Max(needed, ratio)
	}
	l.sourceLevel.Fill(10*math.Log10(modem.Power), "dB", input.ByPreset)
	l.threshold.Fill(needed, "dB", input.ByPreset)
	return nil
}

// about says in which water the link lies.
func (l *acousticLink) about() string {
	return fmt.Sprintf("acoustic link in water of %s degC, %s psu, pH %s, at a depth of %s m",
		text.Number(l.temperature.Value), text.Number(l.salinity.Value), text.Number(l.ph.Value), text.Number(l.depth.Value))
}

// title says what is computed, without the quantities that are swept.
func (l *acousticLink) title(swept []string) []string {
	return titled(l.named("acoustic link"), swept, l.all, l.spoken(), &l.frequency, &l.distance, &l.absorption, &l.spreading)
}

// Drawn names what a figure shows.
func (l *acousticLink) Drawn() []string { return []string{"snr_db", "p_receive_w"} }

// compute returns the budget at the present values of the flags, and what lies
// outside the range of a formula.
func (l *acousticLink) compute() (terms []term, warnings []string, err error) {
	b, warnings, err := l.asked()
	if err != nil {
		return nil, nil, err
	}
	r, err := b.Compute()
	if err != nil {
		return nil, nil, flagged(err)
	}
	warnings = append(outside(b), warnings...)
	if l.antenna != nil {
		warnings = append(warnings, "the budget is that in the main beam of the preset's antenna; beside it, less is received")
	}
	if w := l.beyondSheet(b, r); w != "" {
		warnings = append(warnings, w)
	}
	return l.terms(b, r), warnings, nil
}

// asked returns what the flags ask for, and warnings of the speed of sound.
func (l *acousticLink) asked() (b acoustic.Budget, warnings []string, err error) {
	if err := input.Required(&l.frequency, "a frequency such as 100kHz"); err != nil {
		return b, nil, err
	}
	b = acoustic.Budget{
		Frequency: l.frequency.Value,
		Bandwidth: l.bandwidth.Value,
		Range:     l.distance.Value,
		Spreading: l.spreading.Value,
		Water: acoustic.Conditions{
			Temperature: l.temperature.Value,
			Salinity:    l.salinity.Value,
			Depth:       l.depth.Value,
			PH:          l.ph.Value,
		},
		Index:    l.index(),
		Rate:     l.rate.Value,
		Preamble: l.preamble,
		Bits:     l.bits.Value,
	}
	if b.Absorption, err = acoustic.AbsorptionByName(l.absorption.Word); err != nil {
		return b, nil, err
	}
	if warnings, err = l.addSound(&b); err != nil {
		return b, nil, err
	}
	for _, add := range []func(*acoustic.Budget) error{l.addLevels, l.addNoise, l.addErrors} {
		if err := add(&b); err != nil {
			return b, nil, err
		}
	}
	return b, warnings, nil
}

// index returns the directivity index of the preset's antenna, in dB.
func (l *acousticLink) index() float64 {
	if l.antenna == nil {
		return 0
	}
	return l.antenna.Index()
}

// beyondSheet says that a preset reaches much farther, or less far, than its data sheet has it,
// and what would fit: the level is the preset's, and so is the threshold.
func (l *acousticLink) beyondSheet(b acoustic.Budget, r acoustic.Report) string {
	const much = 1.5
	own := l.frequency.Origin == input.ByPreset && l.bandwidth.Origin == input.ByPreset && l.sourceLevel.Origin == input.ByPreset && l.threshold.Origin == input.ByPreset
	if !own || b.Unit == phy.Watt || l.stated == 0 || r.MaxRange < much*l.stated && r.MaxRange > l.stated/much {
		return ""
	}
	text := fmt.Sprintf("range: %s on this channel is %.2g times the %s of the modem's data sheet", input.Human(r.MaxRange, "m"), r.MaxRange/l.stated, input.Human(l.stated, "m"))
	threshold, spreading := b.Fit(l.stated)
	if !math.IsNaN(spreading) {
		text += fmt.Sprintf("; --spreading %.3g, or", spreading)
	} else {
		text += ";"
	}
	return text + fmt.Sprintf(" --threshold %.3gdB in place of %.3gdB, gives that", threshold, b.Threshold)
}

// outside returns what lies outside the range of a formula, and the formulas of
// absorption that hold there.
func outside(b acoustic.Budget) []string {
	out := b.Outside()
	n := len(b.Absorption.Outside(b.Frequency, b.Water)) // these come first
	if n == 0 {
		return out
	}
	var hold []string
	for _, a := range acoustic.Absorptions() {
		if len(a.Outside(b.Frequency, b.Water)) == 0 {
			hold = append(hold, a.Name)
		}
	}
	if last := len(hold) - 1; last >= 0 {
		out[n-1] += "; there, choose --absorption " + strings.Join(hold[:last], ", ")
		if last > 0 {
			out[n-1] += " or "
		}
		out[n-1] += hold[last]
	}
	return out
}

// addSound sets the speed of sound.
func (l *acousticLink) addSound(b *acoustic.Budget) (warnings []string, err error) {
	if l.soundSpeed.Word != "" {
		b.SoundSpeed, warnings, err = soundBy(l.soundSpeed.Word, b.Water)
		return warnings, err
	}
	b.SoundSpeed = l.soundSpeed.Value
	for _, in := range []*input.Input{&l.temperature, &l.salinity, &l.depth} {
		if in.Given() && !l.soundSpeed.Given() {
			return []string{fmt.Sprintf("sound speed: it stays at %s m/s whatever --%s is; for that of this water, choose --sound-speed %s",
				text.Number(b.SoundSpeed), in.Name, l.soundFormula(b.Water))}, nil
		}
	}
	return nil, nil
}

// soundFormula returns the first formula for the speed of sound that holds in the
// water, or the first one where none does.
func (l *acousticLink) soundFormula(w acoustic.Conditions) string {
	for _, formula := range l.soundSpeed.Words {
		if _, warnings, err := soundBy(formula, w); err == nil && len(warnings) == 0 {
			return formula
		}
	}
	return l.soundSpeed.Words[0]
}

// soundBy returns the speed of sound in m/s by a formula, and what lies outside of its
// range.
func soundBy(formula string, w acoustic.Conditions) (speed float64, warnings []string, err error) {
	config := ocean.Default()
	config.Temperature, config.Salinity, config.PH = w.Temperature, w.Salinity, w.PH
	config.SoundSpeed = formula
	config.Density, config.Conductivity = 1000, 1 // any: sound needs neither, so no formula for them
	water, err := config.Build(ocean.Site{})
	if err != nil {
		return 0, nil, err
	}
	return water.SoundSpeed(geom.Vec{Z: -w.Depth}), water.Warnings(w.Depth), nil
}

// addLevels sets the unit, what is sent and what is needed.
func (l *acousticLink) addLevels(b *acoustic.Budget) (err error) {
	if b.Unit, err = l.budgetUnit(); err != nil {
		return err
	}
	b.SourceLevel, b.Power = math.NaN(), math.NaN()
	if b.Unit == l.unit {
		b.SelfNoise = l.selfNoise
	}
	switch {
	case b.Unit == phy.Watt:
		b.Power, b.Threshold = l.power.Value, l.threshold.In("W")
		return nil
	case l.sourceLevel.Given() && l.power.Given():
		return errors.New("--source-level and --power both say how loud the source is; give one of them")
	case l.directivity.Given() && !l.byPower():
		return errors.New("--directivity goes with --power; a source level includes it")
	case l.byPower():
		index := 0.0
		if l.directivity.Known() {
			index = l.directivity.Value
		}
		b.SourceLevel = acoustic.SourceLevel(l.power.Value, index)
	default:
		b.SourceLevel = l.sourceLevel.Value
	}
	b.Threshold = l.threshold.In("dB")
	return nil
}

// byPower reports whether the source level follows from --power.
func (l *acousticLink) byPower() bool {
	return l.power.Given() || !l.sourceLevel.Known() && l.power.Known()
}

// budgetUnit returns the unit of the budget. An error says which flags do not
// agree on it.
func (l *acousticLink) budgetUnit() (phy.Unit, error) {
	var watts, decibels []string
	for _, in := range []*input.Input{&l.threshold, &l.noise, &l.sourceLevel, &l.directivity, &l.wind, &l.shipping} {
		switch text := "--" + in.Name + " " + in.Text; {
		case !in.Given():
		case in.Word == "" && in.Unit() == "W":
			watts = append(watts, text)
		default:
			decibels = append(decibels, text)
		}
	}
	switch {
	case len(watts) > 0 && len(decibels) > 0:
		return 0, fmt.Errorf("%s makes the budget one in watts, and %s one in decibels; the two do not mix, see halocline link acoustic --help",
			watts[0], decibels[0])
	case l.Preset != nil && len(watts)+len(decibels) > 0 && !l.threshold.Given() && !l.sourceLevel.Given():
		return l.unit, l.agrees(watts, decibels)
	case len(watts) > 0:
		return phy.Watt, nil
	case len(decibels) > 0:
		return phy.Micropascal, nil
	}
	return l.unit, nil
}

// agrees finds flags that do nothing to the budget of the preset, because it is in the other
// unit: only --threshold and --source-level make it another budget.
func (l *acousticLink) agrees(watts, decibels []string) error {
	switch {
	case l.unit == phy.Watt && len(decibels) > 0:
		return fmt.Errorf("%s: the preset's budget is in watts, to which decibels do nothing; leave it out, or make it a budget in decibels with --source-level and a --threshold in dB",
			decibels[0])
	case l.unit != phy.Watt && len(watts) > 0:
		return fmt.Errorf("%s: the preset's budget is in decibels, to which watts of noise do nothing; leave it out, or make it a budget in watts with --power and a --threshold in W",
			watts[0])
	}
	return nil
}

// addNoise sets the noise.
func (l *acousticLink) addNoise(b *acoustic.Budget) error {
	if b.Unit == phy.Watt {
		if l.noise.Given() {
			b.SelfNoise = l.noise.Value
		}
		return nil
	}
	if l.noise.Word == "" {
		for _, in := range []*input.Input{&l.wind, &l.shipping} {
			if in.Given() {
				return fmt.Errorf("--%s does nothing to a level; leave it out, or write --noise wenz or thetis", in.Name)
			}
		}
		b.Noise = acoustic.Flat{Level: l.noise.Value}
		return nil
	}
	config, err := l.noiseModel()
	if err != nil {
		return err
	}
	b.Noise = config.Noise()
	return nil
}

// noiseModel returns the model of the noise that --noise names.
func (l *acousticLink) noiseModel() (acoustic.NoiseConfig, error) {
	config := acoustic.Noises()[l.noise.Word]()
	var wind, shipping *float64
	var windy, ships ocean.Limit
	if c, ok := config.(acoustic.Tuned); ok {
		wind, windy = c.Wind()
		shipping, ships = c.Ships()
	}
	for _, set := range []struct {
		in    *input.Input
		value *float64
		limit ocean.Limit
	}{{&l.wind, wind, windy}, {&l.shipping, shipping, ships}} {
		if v := set.in.Value; !set.in.Known() {
			continue
		} else if v < set.limit.Min || v > set.limit.Max {
			return nil, fmt.Errorf("--%s %s: with --noise %s, write %s", set.in.Name, set.in.Text, l.noise.Word, set.limit)
		}
		*set.value = set.in.Value
	}
	return config, nil
}

// addErrors sets the error model and the fading.
func (l *acousticLink) addErrors(b *acoustic.Budget) (err error) {
	if l.Fading != nil {
		if b.Fade, err = acoustic.NewFade(l.Fading); err != nil {
			return fmt.Errorf("--fading: %w", err)
		}
	}
	config := l.Modulation
	if config == nil {
		return nil
	}
	if _, perBit := config.(phy.PerBit); perBit && (math.IsNaN(b.Bandwidth) || math.IsNaN(b.Rate)) {
		return nil
	}
	if threshold, ok := thresholdOf(config); ok && b.Unit != phy.Watt {
		if math.IsNaN(b.Threshold) {
			b.Threshold = threshold
		}
		config = &phy.ThresholdErrors{SINR: b.Threshold}
	}
	b.Errors, err = config.Build(phy.ErrorEnv{Bandwidth: b.Bandwidth, BitRate: b.Rate, Open: strict.Disk})
	if err != nil {
		return fmt.Errorf("--modulation: %w", err)
	}
	return nil
}

// thresholdOf returns the ratio in dB below which an error model loses each frame, and above which none; false where
// it is not so.
func thresholdOf(c phy.ErrorModelConfig) (ratio float64, ok bool) {
	if _, perBit := c.(phy.PerBit); c == nil || perBit {
		return 0, false
	}
	model, err := c.Build(phy.ErrorEnv{Open: strict.Disk})
	if err != nil {
		return 0, false // that is said where it is built for good
	}
	certain, ok := model.(phy.Certain)
	if !ok {
		return 0, false
	}
	return 10 * math.Log10(certain.Threshold()), true
}
