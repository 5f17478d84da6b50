package link

import (
	"errors"
	"fmt"
	"math"

	"halocline/bench/report/input"
	"halocline/bench/report/text"
	"halocline/phy"
	"halocline/phy/rf"
	"halocline/scenarios"
	"halocline/sim/geom"
	"halocline/sim/ocean"
)

const rfHelp = `Compute the budget of a radio link in water, step by step. What cannot be computed from the flags
that are given is left out, with the flags that it needs.

Fresh water needs its --conductivity, such as 0.01S/m. --loss absorption leaves out all spreading of
a real antenna; --loss friis adds that between isotropic antennas. There is no noise of radio here,
and so no SNR. halocline docs output has more.`

// rfLink is the calculator for radio.
type rfLink struct {
	all input.List
	models

	frequency, distance                 input.Input
	conductivity, temperature, salinity input.Input
	permittivity, loss                  input.Input
	power, threshold                    input.Input

	antenna phy.Antenna // of the preset; nil for none
}

// RF returns a link of radio.
func RF(lib *scenarios.Library) *Link {
	l := &rfLink{models: models{lib: lib}}
	l.register()
	return &Link{calculator: l, Help: rfHelp}
}

// Inputs returns the numbers and words.
func (l *rfLink) Inputs() input.List { return l.all }

// register makes the inputs.
func (l *rfLink) register() {
	q := input.Quantity
	l.loss.Words = []string{"absorption", "friis"}
	l.all.Add(&l.frequency, "frequency", "", "frequency of the wave", q("Hz", "(0,1e11]"))
	l.all.Add(&l.distance, "range", "", "distance", q("m", "[0,1e8]"))
	l.all.Add(&l.conductivity, "conductivity", "", "conductivity of the water", q("S/m", "[1e-9,20]"))
	l.all.Add(&l.temperature, "temperature", "", "temperature of the water, instead of --conductivity", q("degC", "[-2,40]"))
	l.all.Add(&l.salinity, "salinity", "", "salinity of the water, instead of --conductivity", q("psu", "[0,45]"))
	l.all.Add(&l.permittivity, "permittivity", "80", "relative permittivity of the water", q("", "[1,100]"))
	l.all.Add(&l.loss, "loss", "absorption", "law of the loss: absorption or friis")
	l.all.Add(&l.power, "power", "", "transmitted power", q("W", "(0,1e6]"), q("dBm", "[-100,90]"))
	l.all.Add(&l.threshold, "threshold", "", "least received power", q("W", "(0,1e6]"), q("dBm", "[-200,90]"))
	l.offer("preset", "MODEM", "modem with the values that are not given")
}

// Prepare takes from the preset what was not given.
func (l *rfLink) Prepare() error {
	config, modem, err := l.models.read()
	if modem == nil || err != nil {
		return err
	}
	if config.Unit() != phy.Watt {
		return errors.New("--preset: the modem's link budget is in dB re 1 uPa, which is a level of sound; " +
			"a radio counts in watts or dBm")
	}
	l.Fading, l.antenna = config.Fading, modem.Antenna
	l.frequency.Fill(config.Frequency, "Hz", input.ByPreset)
	l.power.Fill(modem.Power, "W", input.ByPreset)
	l.threshold.Fill(modem.Sensitivity, "W", input.ByPreset)
	return nil
}

// about says in which water the link lies.
func (l *rfLink) about() string {
	law := "absorption alone"
	if l.loss.Word == "friis" {
		law = "absorption, and spreading between isotropic antennas"
	}
	return fmt.Sprintf("radio link in water of relative permittivity %s; %s", text.Number(l.permittivity.Value), law)
}

// title says what is computed, without the quantities that are swept.
func (l *rfLink) title(swept []string) []string {
	return titled(l.named("radio link"), swept, l.all, nil, &l.frequency, &l.conductivity, &l.temperature, &l.salinity, &l.distance, &l.loss, &l.power)
}

// Drawn names what a figure shows.
func (l *rfLink) Drawn() []string { return []string{"p_receive_w"} }

// compute returns the budget at the present values of the flags, and what lies
// outside the range of a formula.
func (l *rfLink) compute() ([]term, []string, error) {
	if err := input.Required(&l.frequency, "a frequency such as 10MHz"); err != nil {
		return nil, nil, err
	}
	sigma, source, warnings, err := l.water()
	if err != nil {
		return nil, nil, err
	}
	b := rf.Budget{
		Frequency:    l.frequency.Value,
		Conductivity: sigma,
		Permittivity: l.permittivity.Value,
		Range:        l.distance.Value,
		Friis:        l.loss.Word == "friis",
		Power:        watts(&l.power),
		Threshold:    watts(&l.threshold),
	}
	r, err := b.Compute()
	if err != nil {
		return nil, nil, flagged(err)
	}
	t := termList{known: map[string]float64{"range": b.Range, "power": b.Power, "threshold": b.Threshold}}
	t.aside("frequency", "Hz", b.Frequency, string(l.frequency.Origin))
	t.add("conductivity_s_per_m", "conductivity", "S/m", sigma, source)
	t.add("loss_tangent", "loss tangent", "", r.LossTangent, "s/(w*eps)")
	t.add("attenuation_np_per_m", "attenuation", "Np/m", r.Attenuation, "Re(gamma)")
	t.add("attenuation_db_per_m", "attenuation", "dB/m", r.AttenuationDB, "20/ln10")
	t.add("skin_depth_m", "skin depth", "m", r.SkinDepth, "1/alpha")
	t.add("wavelength_m", "wavelength", "m", r.Wavelength, "2pi/beta")
	t.add("phase_velocity_mps", "phase velocity", "m/s", r.Speed, "w/beta")
	t.aside("range", "m", b.Range, string(l.distance.Origin))
	t.add("path_loss_db", "path loss", "dB", r.Loss, l.loss.Word, "range")
	t.add("delay_s", "delay", "s", r.Delay, "r/v", "range")
	t.aside("power", "W", b.Power, string(l.power.Origin))
	t.add("p_receive_w", "received power", "W", r.ReceivedPower, "P-L", "range", "power")
	t.aside("threshold", "W", b.Threshold, string(l.threshold.Origin))
	t.add("margin_db", "margin", "dB", r.Margin, "P/thr", "range", "power", "threshold")
	t.add("max_range_m", "greatest range", "m", r.MaxRange, "margin=0", "power", "threshold")
	if lossy := !math.IsNaN(r.Loss) || !math.IsNaN(r.MaxRange); lossy && !l.loss.Given() {
		warnings = append(warnings, "loss: absorption alone leaves out spreading, and flatters a real antenna by all of it; "+
			"choose --loss friis to count it, or --loss absorption to leave it out")
	}
	if l.antenna != nil {
		warnings = append(warnings, "the preset's antenna is left out: the budget is one of isotropic antennas")
	}
	if l.Fading != nil && l.Fading.Build() != nil {
		warnings = append(warnings, "the preset's fading is left out: "+nameOfModel(l.lib, l.Fading))
	}
	return t.terms, append(b.Outside(), warnings...), nil
}

// water returns the conductivity in S/m and where it is from.
func (l *rfLink) water() (sigma float64, source string, warnings []string, err error) {
	lacking := input.Missing(&l.temperature, &l.salinity)
	switch {
	case l.conductivity.Known() && len(lacking) < 2:
		return 0, "", nil, errors.New("--conductivity is given beside --temperature or --salinity, from which it would follow; give one or the other")
	case l.conductivity.Known():
		return l.conductivity.Value, l.conductivity.Source(), nil, nil
	case len(lacking) == 2:
		return 0, "", nil, errors.New("--conductivity is missing; write a conductivity such as 0.01S/m, or --temperature and --salinity")
	case len(lacking) == 1:
		return 0, "", nil, fmt.Errorf("%s is missing; the conductivity follows from --temperature and --salinity together", lacking[0])
	case l.salinity.Value == 0:
		return 0, "", nil, errors.New("--salinity 0psu: the conductivity of fresh water does not follow from its salinity; " +
			"give --conductivity, such as 0.01S/m, or a small salinity")
	}
	config := ocean.Default()
	config.Temperature, config.Salinity = l.temperature.Value, l.salinity.Value
	config.Density = 1000 // any: radio does not need it, so no formula for it
	water, err := config.Build(ocean.Site{})
	if err != nil {
		return 0, "", nil, err
	}
	return water.Conductivity(geom.Vec{}), "pss-78", water.Warnings(0), nil
}

// watts returns a power in W.
func watts(in *input.Input) float64 {
	if in.Unit() == "dBm" {
		return math.Pow(10, in.Value/10-3)
	}
	return in.Value
}
