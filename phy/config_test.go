package phy

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
)

// The default is the one that its comment says: ns-3's levels, 190 dB and 10 dB
// to acquire (UanPhyGen), 8 dB to receive (UanPhyPerGenDefault).
func TestDefaultModem(t *testing.T) {
	c := DefaultModem()
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
	want := Modem{
		Rate: 1000, Power: 1e19, Acquire: 10, Recapture: 10, Sense: 10,
		Errors: threshold(6.3095734448019325), // 10^0.8
	}
	if m := build(t, c); !reflect.DeepEqual(*m, want) {
		t.Errorf("%+v, want %+v", *m, want)
	}
	if b := c.Band(); b != (Band{Centre: 12e3, Width: 4e3}) || c.Unit() != Micropascal || c.FullDuplex || c.About() == "" {
		t.Errorf("band %+v, unit %d, duplex %v, %q", b, c.Unit(), c.FullDuplex, c.About())
	}
}

// build builds a modem from a description that is right.
func build(t testing.TB, c *ModemConfig) *Modem {
	t.Helper()
	m, err := c.Build(ModemEnv{Speed: 1500})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Each field of a description changes what it says in the modem and nothing
// else: 20 dB are a factor of 100, 30 dB of 1000.
func TestFieldsOfAModem(t *testing.T) {
	array := new(beam)
	checked := make(map[string]bool)
	for name, c := range map[string]struct {
		change func(*ModemConfig)
		want   func(*Modem)
	}{
		"Title":      {func(c *ModemConfig) { c.Title = "x" }, func(*Modem) {}},
		"Origins":    {func(c *ModemConfig) { c.Origins = Origins{} }, func(*Modem) {}},
		"Range":      {func(c *ModemConfig) { c.Range = 3500 }, func(*Modem) {}},
		"Frequency":  {func(c *ModemConfig) { c.Frequency = 30e3 }, func(*Modem) {}},
		"Bandwidth":  {func(c *ModemConfig) { c.Bandwidth = 1e3 }, func(*Modem) {}},
		"Rate":       {func(c *ModemConfig) { c.Rate = 80 }, func(m *Modem) { m.Rate = 80 }},
		"Preamble":   {func(c *ModemConfig) { c.Preamble = time.Second }, func(m *Modem) { m.Preamble = time.Second }},
		"Turnaround": {func(c *ModemConfig) { c.Turnaround = time.Minute }, func(m *Modem) { m.Turnaround = time.Minute }},
		"Budget": {
			func(c *ModemConfig) {
				c.Budget = &Decibels{SourceLevel: 20, Acquire: 20, Sense: -20, SelfNoise: &Level{DB: 30}}
			},
			func(m *Modem) { m.Power, m.Acquire, m.Sense, m.SelfNoise = 100, 100, 0.01, 1000 },
		},
		"Budget, without self-noise": {
			func(c *ModemConfig) { c.Budget = &Decibels{SourceLevel: 20, Acquire: 20} },
			func(m *Modem) { m.Power, m.Acquire, m.Sense = 100, 100, 1 },
		},
		"Budget, watts": {
			func(c *ModemConfig) { c.Budget = &Watts{Power: 4.5, Threshold: 0.0019, Noise: 1e-6, Acquire: 20} },
			func(m *Modem) {
				m.Power, m.Sensitivity, m.SelfNoise, m.Acquire, m.Sense = 4.5, 0.0019, 1e-6, 100, 0
			},
		},
		"Capture":            {func(c *ModemConfig) { c.Capture = "off" }, func(m *Modem) { m.Capture = CaptureOff }},
		"Capture, later":     {func(c *ModemConfig) { c.Capture = "message-in-message" }, func(m *Modem) { m.Capture = MessageInMessage }},
		"Capture, first":     {func(c *ModemConfig) { c.Capture = "first-lock" }, func(m *Modem) { m.Capture = FirstLock }},
		"Recapture":          {func(c *ModemConfig) { c.Recapture = 20 }, func(m *Modem) { m.Recapture = 100 }},
		"Overlap":            {func(c *ModemConfig) { c.Overlap = "mean" }, func(m *Modem) { m.Overlap = Mean }},
		"Overlap, pieces":    {func(c *ModemConfig) { c.Overlap = "chunks" }, func(m *Modem) { m.Overlap = Chunks }},
		"Overlap, worst":     {func(c *ModemConfig) { c.Overlap = "worst" }, func(m *Modem) { m.Overlap = Worst }},
		"FullDuplex":         {func(c *ModemConfig) { c.FullDuplex = true }, func(m *Modem) { m.FullDuplex = true }},
		"Errors":             {func(c *ModemConfig) { c.Errors = &ThresholdErrors{SINR: 20} }, func(m *Modem) { m.Errors = threshold(100) }},
		"Errors, modulation": {func(c *ModemConfig) { c.Errors = &BitErrors{Modulation: FSK} }, func(m *Modem) { m.Errors = bitErrors{FSK, 4} }},
		"Errors, loss":       {func(c *ModemConfig) { c.Errors = &LossErrors{0.2, ThresholdErrors{SINR: 20}} }, func(m *Modem) { m.Errors, m.Loss = threshold(100), 0.2 }},
		"Fading":             {func(c *ModemConfig) { c.Fading = &RayleighFading{} }, func(m *Modem) { m.Fading = RayleighFading{} }},
		"Window":             {func(c *ModemConfig) { c.Window = &WindowConfig{Span: time.Second} }, func(m *Modem) {}},
		"Antenna":            {func(c *ModemConfig) { c.Antenna = &beamConfig{beam: array} }, func(m *Modem) { m.Antenna = array }},
		"Draw":               {func(c *ModemConfig) { c.Draw = Draw{35, 30, 1, 0.5, 0.1} }, func(m *Modem) { m.Draw = Draw{35, 30, 1, 0.5, 0.1} }},
		"Modes":              {func(c *ModemConfig) { c.Modes = []ModeConfig{{Rate: 2000, Threshold: 20}} }, func(m *Modem) { m.Modes = []Mode{{Rate: 2000, SINR: 100}} }},
		"Adapt":              {func(c *ModemConfig) { c.Adapt = &AdaptConfig{Margin: 10, Memory: time.Second} }, func(m *Modem) { m.Adapt = &Adaptation{Margin: 10, Memory: time.Second} }},
		"Doppler":            {func(c *ModemConfig) { c.Doppler = 0.01 }, func(m *Modem) { m.Doppler = 0.01 }},
	} {
		config := DefaultModem()
		want := build(t, config)
		c.change(config)
		c.want(want)
		if got := build(t, config); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", name, *got, *want)
		}
		field, _, _ := strings.Cut(name, ",")
		checked[field] = true
	}
	fields := reflect.TypeFor[ModemConfig]()
	for i := range fields.NumField() {
		if name := fields.Field(i).Name; !checked[name] {
			t.Errorf("no case for %s", name)
		}
	}
}

// beam is an antenna of 6 dB ahead of the vehicle and -20 dB elsewhere.
type beam struct{}

// Gain returns the gain towards a direction.
func (*beam) Index() float64 { return 0 }

func (*beam) Gain(attitude geom.Quat, direction geom.Vec) float64 {
	if d := attitude.RotateInverse(direction); d.X > 0.99*d.Norm() {
		return 6
	}
	return -20
}

// beamConfig makes a beam, or fails, and keeps what it was asked.
type beamConfig struct {
	beam  *beam
	err   error
	band  Band
	speed float64
}

// Validate finds nothing.
func (*beamConfig) Validate() error { return nil }

// Antenna returns the beam.
func (c *beamConfig) Antenna(b Band, speed float64) (Antenna, error) {
	c.band, c.speed = b, speed
	return c.beam, c.err
}

// The bandwidth over the rate is the ratio of Eb/N0 to SINR: 4 at 4000 Hz and
// 1000 bit/s, 12.5 at 1000 Hz and 80 bit/s.
func TestBandwidthOfErrors(t *testing.T) {
	c := DefaultModem()
	c.Errors = &BitErrors{Modulation: DPSK}
	if m := build(t, c); m.Errors != (bitErrors{DPSK, 4}) {
		t.Errorf("%+v", m.Errors)
	}
	c.Bandwidth, c.Rate = 1000, 80
	if m := build(t, c); m.Errors != (bitErrors{DPSK, 12.5}) {
		t.Errorf("%+v", m.Errors)
	}
}

// A frame of 512 bit at 1000 bit/s is 0.512 s on the air, and a preamble more.
// 17 bytes and 3 at 80 bit/s are 2 s (ns-3), 1 bit at 3 bit/s is 333,333,333.3 ns.
func TestAirtime(t *testing.T) {
	for _, c := range []struct {
		rate     float64
		preamble time.Duration
		bits     int
		want     time.Duration
	}{
		{1000, 0, 512, 512 * time.Millisecond},
		{1000, 88 * time.Millisecond, 512, 600 * time.Millisecond},
		{80, 0, 160, 2 * time.Second},
		{3, 0, 1, 333_333_333},
		{3, 0, 2, 666_666_667},
		{1e12, 0, 1, 1},
		{1e12, 5, 1, 5},
	} {
		m := Modem{Rate: c.rate, Preamble: c.preamble}
		if got := m.Airtime(c.bits); got != c.want {
			t.Errorf("%d bit at %g bit/s after %v: %v, want %v", c.bits, c.rate, c.preamble, got, c.want)
		}
	}
}

// An antenna is made for the modem's band and the speed of the wave.
func TestAntennaOfAModem(t *testing.T) {
	c := DefaultModem()
	ask := &beamConfig{beam: new(beam)}
	c.Antenna = ask
	build(t, c)
	if ask.band != (Band{Centre: 12e3, Width: 4e3}) || ask.speed != 1500 {
		t.Errorf("asked for %+v at %g m/s", ask.band, ask.speed)
	}
	if a, err := new(Omni).Antenna(ask.band, 1500); a != nil || err != nil {
		t.Errorf("omni: %v, %v", a, err)
	}
}

// What cannot be built says so.
func TestModemFaults(t *testing.T) {
	wrong := errors.New("no such beam")
	for name, c := range map[string]struct {
		change func(*ModemConfig)
		want   string
	}{
		"table without a file system": {func(c *ModemConfig) { c.Errors = &TableErrors{File: "per.csv", Bits: 1} }, "per.csv: files cannot be read here"},
		"antenna":                     {func(c *ModemConfig) { c.Antenna = &beamConfig{err: wrong} }, "no such beam"},
	} {
		config := DefaultModem()
		c.change(config)
		if m, err := config.Build(ModemEnv{}); m != nil || err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, %v, want %q", name, m, err, c.want)
		}
	}
}

// A band of 24 kHz around 12 kHz begins at 0 Hz, a wider one below.
func TestValidateModem(t *testing.T) {
	c := DefaultModem()
	c.Bandwidth = 24e3
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
	c.Bandwidth = 24.001e3
	faultIn(t, c.Validate(), "bandwidth")

	// The signal may take all of what transmitting takes, and no more.
	c = DefaultModem()
	c.Draw.Transmit, c.Draw.Signal = 4, 4
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
	c.Draw.Signal = 4.001
	faultIn(t, c.Validate(), "draw.signal")
}

// faultIn requires an error about a field.
func faultIn(t *testing.T, err error, field string) {
	t.Helper()
	var f interface{ Field() string }
	if !errors.As(err, &f) || f.Field() != field {
		t.Errorf("%v, want a fault of %s", err, field)
	}
}

// Models with memory are not shared by two radios of one description.
func TestFadingIsEachRadiosOwn(t *testing.T) {
	c := DefaultModem()
	c.Fading = &BlockRayleighFading{Coherence: time.Second}
	if a, b := build(t, c), build(t, c); a.Fading == b.Fading || a == b {
		t.Error("two radios share their memory")
	}
	c.Fading = &NoFading{}
	if m := build(t, c); m.Fading != nil {
		t.Errorf("fading %+v where there is none", m.Fading)
	}
}

// Three quarters of the band of 10 to 14 kHz, from a quarter on, are 11 to 14
// kHz; the rate follows the width, and so does what the modem takes while it does not
// transmit. The description itself stays as it is.
func TestPartOfAModem(t *testing.T) {
	c := DefaultModem()
	c.Draw = Draw{Transmit: 8, Signal: 6, Receive: 4, Idle: 2, Sleep: 1}
	part := c.Part(0.25, 0.75)
	if b := part.Band(); b != (Band{Centre: 12.5e3, Width: 3e3}) {
		t.Errorf("%+v", b)
	}
	if m := build(t, part); m.Rate != 750 || m.Draw != (Draw{Transmit: 8, Signal: 6, Receive: 3, Idle: 1.5, Sleep: 0.75}) {
		t.Errorf("%g bit/s, %+v", m.Rate, m.Draw)
	}
	if whole := c.Part(0, 1); !reflect.DeepEqual(whole, c) {
		t.Errorf("the whole: %+v", whole)
	}
	// Noise goes by the width: 3/4 of 1000 uPa^2 and of the 10000 uPa^2 of the thrusters, and of 1 uW in either form.
	for _, row := range []struct {
		budget BudgetConfig
		noise  float64
	}{
		{&Decibels{SelfNoise: &Level{DB: 30, Thrust: &ThrustLevel{DB: 40, Exponent: 2.5}}}, 750},
		{&Watts{Power: 1, Threshold: 0.1, Noise: 1e-6}, 0.75e-6},
		{&PowerLevels{Power: 10, Threshold: -65, Noise: &PowerLevel{DBm: -30}}, 0.75e-6},
	} {
		noisy := DefaultModem()
		noisy.Budget = row.budget
		m := build(t, noisy.Part(0.25, 0.75))
		if math.Abs(m.SelfNoise/row.noise-1) > 1e-12 {
			t.Errorf("%T: noise %g in three quarters of the band, want %g", row.budget, m.SelfNoise, row.noise)
		}
		if b, ok := row.budget.(*Decibels); ok && (math.Abs(m.ThrustNoise/7500-1) > 1e-12 || m.ThrustExponent != 2.5 || b.SelfNoise.Thrust.DB != 40) {
			t.Errorf("noise of thrusters %g with exponent %g, want 7500 and 2.5", m.ThrustNoise, m.ThrustExponent)
		}
	}
	c.Draw = Draw{}
	if !reflect.DeepEqual(c, DefaultModem()) {
		t.Errorf("changed to %+v", c)
	}
}

// At 3 m of a sphere a power of 1000 arrives as 100. Over a noise of 1 a reception
// begins above 4, or where the radio is less sensitive at 8: there are 14 dB or 11 dB
// to spare.
func TestSpare(t *testing.T) {
	for sensitivity, want := range map[float64]float64{0: 13.979400, 2: 13.979400, 8: 10.969100} {
		modem := plainModem()
		modem.Power, modem.Sensitivity = 1000, sensitivity
		m := NewMedium(sim.New(nil), sphere{Ideal{1500}, 0}, nil, 0)
		r, _ := join(m, Fixed{}, modem)
		if got := r.Spare(geom.Vec{X: 5}, geom.Vec{X: 8}); math.Abs(got-want) > 1e-6 {
			t.Errorf("sensitivity %g: %.6f dB to spare, want %.6f", sensitivity, got, want)
		}
	}
}

// Every budget has defaults that are valid, its own, and in the unit it says.
func TestBudgets(t *testing.T) {
	units := map[string]Unit{"decibels": Micropascal, "watts": Watt, "dbm": Watt}
	for name, budget := range Budgets() {
		b := budget()
		unit, known := units[name]
		if err := b.Validate(); err != nil || !known || b.Unit() != unit || reflect.ValueOf(b).Pointer() == reflect.ValueOf(budget()).Pointer() {
			t.Errorf("%s: %v, unit %d", name, err, b.Unit())
		}
	}
}

// A threshold above the power is a fault where nothing would ever be received, and a doubt
// with the share that is where fading lifts frames over it: of exponential power with mean 1
// e^-1.6 = 20.19 % are above 1.6; of log-normal power with 3 dB, whose decibels have the mean
// -1.036, 2 dB are (2 + 1.036)/3 = 1.0121 deviations up, which 15.57 % of a normal number
// exceed. One of 100,000 draws is four of its deviations, 0.5 %, off once in 16,000 draws.
func TestThresholdAbovePower(t *testing.T) {
	for _, row := range []struct {
		threshold float64
		fading    FadingConfig
		share     float64
	}{
		{0.999, &NoFading{}, 1},
		{1, &NoFading{}, 1}, // what is as strong is received, where nothing is lost
		{1.001, &NoFading{}, 0},
		{0.999, &RayleighFading{}, 1}, // of what can be: it is no doubt
		{1.6, &RayleighFading{}, 0.2019},
		{100, &RayleighFading{}, 0}, // e^-100
		{1.6, &BlockRayleighFading{Coherence: time.Second}, 0.2019},
		{1.584893, &LogNormalFading{Sigma: 3}, 0.1557},
	} {
		for _, budget := range []BudgetConfig{
			&Watts{Power: 1, Threshold: row.threshold},
			&PowerLevels{Power: 30, Threshold: 30 + 10*math.Log10(row.threshold)},
		} {
			c := DefaultModem()
			c.Budget, c.Fading = budget, row.fading
			if _, share := c.heard(); math.Abs(share-row.share) > 0.005 {
				t.Errorf("%g, %T: a share of %g is received, want %g", row.threshold, row.fading, share, row.share)
			}
			switch err, doubts := c.Validate(), c.Doubts(); {
			case row.share == 0:
				faultIn(t, err, "budget.threshold")
			case err != nil:
				t.Errorf("%g, %T: %v", row.threshold, row.fading, err)
			case (len(doubts) > 0) != (row.share < 1):
				t.Errorf("%g, %T: %q", row.threshold, row.fading, doubts)
			}
		}
	}
}

// 1500 m at 1500 m/s are 1 s, and nothing at speed 0.
func TestIdealChannel(t *testing.T) {
	for speed, want := range map[float64]time.Duration{1500: time.Second, 0: 0, 3e8: 5 * time.Microsecond} {
		c := &IdealConfig{Speed: speed}
		if err := c.Validate(); err != nil {
			t.Error(err)
		}
		channel, err := c.Build(ChannelEnv{})
		if err != nil {
			t.Fatal(err)
		}
		got := channel.Path(Fixed{}, Fixed(geom.Vec{Y: -1500}), sim.Time(7))
		if got != (Path{Delay: want, Gain: 1, Doppler: 1}) || channel.Noise() != 0 {
			t.Errorf("at %g m/s: %+v, noise %g", speed, got, channel.Noise())
		}
	}
}
