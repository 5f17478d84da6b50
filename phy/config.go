package phy

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"halocline/sim/fault"
	"halocline/sim/ocean"
	"halocline/sim/rng"
)

// Band is a part of the spectrum.
type Band struct {
	Centre float64 // Hz
	Width  float64 // Hz
}

// Unit says in what a link budget counts power.
type Unit uint8

// The units of a link budget.
const (
	Micropascal Unit = iota // uPa^2, written in dB re 1 uPa
	Watt                    // W
)

// String returns what the unit is written as.
func (u Unit) String() string {
	if u == Watt {
		return "W"
	}
	return "dB re 1 uPa"
}

// ChannelConfig describes a channel.
type ChannelConfig interface {
	Validate() error
	Build(ChannelEnv) (Channel, error)
}

// Wired is a ChannelConfig that may describe a medium of its own for each link, as a wire
// is. Links of other channels that are alike share the water, so that their bands should
// not overlap.
type Wired interface {
	Wired() bool
}

// ChannelEnv is what a channel may need to know of its surroundings.
type ChannelEnv struct {
	Water *ocean.Water
	Band  Band
	Unit  Unit
	Open  func(name string) ([]byte, error) // opens files that the description names

	Duration time.Duration // of the run; 0 where it is not known
	Chance   float64       // from [0, 1), by the seed of the run, the same for all bands of a link
}

// IdealConfig describes a channel without loss and noise.
type IdealConfig struct {
	Speed float64 `yaml:"speed" unit:"m/s" range:"[0,3e8]" doc:"speed of the signal; 0 for no delay"`
	Range float64 `yaml:"range" unit:"m" range:"[0,1e7]" doc:"distance beyond which no signal arrives, and carrier sense hears none; 0 for no limit"`
}

// About says what the model is.
func (*IdealConfig) About() string {
	return "no loss and no noise: a wire, or a check of everything else"
}

// Wired returns true.
func (*IdealConfig) Wired() bool { return true }

// Validate finds nothing beyond the range of the field.
func (c *IdealConfig) Validate() error { return nil }

// Build returns the channel.
func (c *IdealConfig) Build(ChannelEnv) (Channel, error) {
	if c.Range > 0 {
		return Ranged{Ideal: Ideal{Speed: c.Speed}, Range: c.Range}, nil
	}
	return Ideal{Speed: c.Speed}, nil
}

// ModemEnv is what a modem may need to know of its surroundings.
type ModemEnv struct {
	Open      func(name string) ([]byte, error) // opens files that the description names
	Speed     float64                           // of the wave near the modem, m/s
	Multipath bool                              // signals arrive several times, and a window gathers them
}

// WindowConfig describes a Window.
type WindowConfig struct {
	Span   time.Duration `yaml:"span" range:"[0,100]" doc:"time in which all arrivals of a symbol count in full: the guard time of the frames, or the span of the equaliser"`
	Symbol time.Duration `yaml:"symbol" range:"[0,100]" doc:"length of a symbol; before and after the span, the weight of an arrival falls to 0 over this time; 0s for the length of one bit"`
}

// ModemConfig describes a modem. Presets are functions that return one with the values
// of a data sheet.
type ModemConfig struct {
	Title      string           `yaml:"-"` // which modem it is, in a line
	Origins    Origins          `yaml:"-"` // of a preset; nil for a modem of one's own
	Range      float64          `yaml:"-"` // that its source states, m; 0 where it states none
	Frequency  float64          `yaml:"frequency" unit:"Hz" range:"(0,1e15]" doc:"centre of the band; of light, the speed of light over the wavelength in vacuum"`
	Bandwidth  float64          `yaml:"bandwidth" unit:"Hz" range:"(0,1e15]" doc:"width of the band, over which noise is received"`
	Rate       float64          `yaml:"rate" unit:"bit/s" range:"[0.01,1e12]" doc:"bits per second on the air"`
	Modes      []ModeConfig     `yaml:"modes" doc:"faster modes of the modem, from the slowest to the fastest; frames without a chosen mode go at the modem's rate"`
	Adapt      *AdaptConfig     `yaml:"adapt" doc:"choice of the mode of each frame by how well its receiver was heard; none if left out"`
	Preamble   time.Duration    `yaml:"preamble" range:"[0,60]" doc:"time on the air before the first bit of a frame"`
	Turnaround time.Duration    `yaml:"turnaround" range:"[0,60]" doc:"time for which the radio is deaf after its own transmission"`
	Budget     BudgetConfig     `yaml:"budget" doc:"transmit power and thresholds, in decibels or in watts"`
	Capture    CaptureName      `yaml:"capture" oneof:"first-lock|off|message-in-message" doc:"reception of frames that overlap. first-lock: the radio stays with the first frame, and the key errors decides whether it is intact; off: a frame is lost if it overlaps another one that could be heard; message-in-message: the radio changes to a later frame that is stronger than all others by recapture"`
	Recapture  float64          `yaml:"recapture" unit:"dB" range:"[-30,60]" doc:"ratio to all others that makes a later frame win, with message-in-message"`
	Overlap    OverlapName      `yaml:"overlap" oneof:"worst|mean|chunks|alone" doc:"interference by which a frame is judged. worst: the greatest during the frame; mean: the mean over the frame; chunks: that of each piece of the frame, and the frame is intact if all pieces are; alone: none. With capture: off, this is the rule of the simulator Thetis, where another frame destroys it only if it could be heard"`
	FullDuplex bool             `yaml:"full_duplex" doc:"whether the modem receives while it transmits, and so can detect collisions"`
	Errors     ErrorModelConfig `yaml:"errors" doc:"error model, which says when a frame is intact"`
	Window     *WindowConfig    `yaml:"window" doc:"receiver's window in a channel with multipath: arrivals outside it are interference; if left out, the span is 0 and a symbol is one bit"`
	Fading     FadingConfig     `yaml:"fading" doc:"random factor on the power of each reception, with mean 1"`
	Antenna    AntennaConfig    `yaml:"antenna" doc:"directivity of the transducer or antenna; it turns with the vehicle"`
	Draw       Draw             `yaml:"draw" doc:"electrical power that the modem takes in each state"`
	Doppler    float64          `yaml:"doppler_tolerance" range:"[0,1]" doc:"relative shift of frequency, v/c, beyond which no frame is received; 0 for no limit"`
}

// Origins says where a preset's numbers come from that data sheets often leave out, by their
// keys, which are those of Unstated. What is not in it is assumed.
type Origins map[string]string

// Unstated returns the keys of what data sheets often leave out, and what decides between
// access protocols.
func Unstated() []string { return []string{"preamble", "turnaround", "doppler_tolerance", "draw.idle"} }

// Origin returns the source of a preset's number, or "" where it is assumed. A modem of one's
// own has no origins.
func (c *ModemConfig) Origin(key string) (source string, preset bool) {
	return c.Origins[key], c.Origins != nil
}

// DefaultModem returns the modem of ns-3's UAN examples in its ways of judging
// (acquire at 10 dB, receive at 8 dB), at the band and rate of workload studies
// at 12 kHz.
func DefaultModem() *ModemConfig {
	return &ModemConfig{
		Title:     "a modem of your own: start from these values and change them",
		Frequency: 12e3,
		Bandwidth: 4e3,
		Rate:      1000,
		Budget:    DefaultDecibels(),
		Capture:   FirstLockName,
		Recapture: 10,
		Overlap:   WorstName,
		Errors:    &ThresholdErrors{SINR: 8},
		Fading:    &NoFading{},
		Antenna:   &Omni{},
	}
}

// About says which modem it is.
func (c *ModemConfig) About() string { return c.Title }

// Validate checks what no single field shows.
func (c *ModemConfig) Validate() error {
	if err := fault.Keep(c.Bounds()); err != nil {
		return err
	}
	if err := c.checkModes(); err != nil {
		return err
	}
	if over, share := c.heard(); share == 0 {
		return fault.In("budget.threshold", "the threshold is %.3g dB above the transmitted power, and no fading lifts a frame over it: nothing would ever be received", over)
	}
	return nil
}

// Bounds returns what the draw and the band keep to.
func (c *ModemConfig) Bounds() []fault.Bound {
	return []fault.Bound{
		{
			Key: "draw.signal", Value: c.Draw.Signal, Op: fault.AtMost, Than: "draw.transmit", Limit: c.Draw.Transmit,
			Why: fmt.Sprintf("the signal takes %g W of the %g W that transmitting takes; it cannot take more than all", c.Draw.Signal, c.Draw.Transmit),
		},
		{
			Key: "bandwidth", Value: c.Bandwidth, Op: fault.AtMost, Than: "2 frequency", Limit: 2 * c.Frequency,
			Why: fmt.Sprintf("a band of %g Hz around %g Hz reaches below 0 Hz", c.Bandwidth, c.Frequency),
		},
	}
}

// Doubts says which share of its frames a modem receives at best where its threshold is
// above its power, and that it takes more asleep than awake.
func (c *ModemConfig) Doubts() []string {
	var doubts []string
	if d := c.Draw; d.Sleep > d.Idle || d.Sleep > d.Receive || d.Sleep > d.Transmit {
		doubts = append(doubts, fmt.Sprintf("asleep it draws %.4g W, which is more than awake: %.4g W listening, %.4g W receiving and %.4g W transmitting; look at draw, where what is left out is 0 W", d.Sleep, d.Idle, d.Receive, d.Transmit))
	}
	const light = 1e14 // Hz, and more
	if _, omni := c.Antenna.(*Omni); omni && c.Frequency >= light {
		doubts = append(doubts, "antenna: for light, omni is a lamp that shines all round, and a receiver of 1 m2 that sees all round; write antenna: {type: light} and its aperture")
	}
	if len(c.Modes) > 0 && c.Adapt == nil {
		doubts = append(doubts, "modes: no bundled protocol chooses one, so that all frames go at the modem's rate; add adapt: {}")
	}
	over, share := c.heard()
	if share == 1 {
		return doubts
	}
	return append(doubts, fmt.Sprintf("the threshold is %.3g dB above the transmitted power: only what fading lifts over it is received, %.2g %% of the frames where the channel takes nothing, and fewer elsewhere", over, 100*share))
}

// heard returns by how many dB the threshold is above the transmitted power, and which share
// of receptions reach it in spite of that, because of fading: of 100,000, which is 0.16 % of
// all more or less at most.
func (c *ModemConfig) heard() (over, share float64) {
	const all = 100_000
	m := new(Modem)
	if c.Budget.Apply(m); m.Sensitivity < m.Power {
		return 0, 1
	}
	fading, draws := c.Fading.Build(), rng.New(1).Stream("share")
	reached := 0
	for i := range all {
		power := m.Power
		if fading != nil {
			power *= fading.Draw(draws, i, 0) // each on a link of its own, without memory
		}
		if power >= m.Sensitivity {
			reached++
		}
	}
	return db(m.Sensitivity / m.Power), float64(reached) / all
}

// Band returns the modem's band.
func (c *ModemConfig) Band() Band { return Band{Centre: c.Frequency, Width: c.Bandwidth} }

// Unit returns the unit of the link budget.
func (c *ModemConfig) Unit() Unit { return c.Budget.Unit() }

// Part returns the same modem in a part of its band: of the width, as a
// fraction from where the band begins. Bit rate, noise and what listening takes
// follow the width; transmitting takes full power wherever it is.
func (c *ModemConfig) Part(from, width float64) *ModemConfig {
	part := *c
	part.Frequency += c.Bandwidth * (from + width/2 - 0.5)
	part.Bandwidth *= width
	part.Rate *= width
	part.Modes = slices.Clone(c.Modes)
	for i := range part.Modes {
		part.Modes[i].Rate *= width
	}
	part.Budget = c.Budget.Part(width)
	part.Draw.Receive *= width
	part.Draw.Idle *= width
	part.Draw.Sleep *= width
	return &part
}

// Build makes the constants of one radio. Models with memory, such as block
// fading, are that radio's own.
func (c *ModemConfig) Build(env ModemEnv) (*Modem, error) {
	errors, err := c.Errors.Build(ErrorEnv{Frequency: c.Frequency, Bandwidth: c.Bandwidth, BitRate: c.Rate, Open: env.Open})
	if err != nil {
		return nil, err
	}
	described := c.Antenna
	if f, ok := described.(Filed); ok && env.Open != nil {
		if described, err = f.Read(env.Open); err != nil {
			return nil, err
		}
	}
	antenna, err := described.Antenna(c.Band(), env.Speed)
	if err != nil {
		return nil, err
	}
	m := &Modem{
		Antenna:    antenna,
		Rate:       c.Rate,
		Preamble:   c.Preamble,
		Turnaround: c.Turnaround,
		Doppler:    c.Doppler,
		Draw:       c.Draw,
		Recapture:  fromDB(c.Recapture),
		Capture:    c.Capture.capture(),
		Overlap:    c.Overlap.overlap(),
		FullDuplex: c.FullDuplex,
		Errors:     errors,
		Fading:     c.Fading.Build(),
		Modes:      c.buildModes(),
	}
	if env.Multipath {
		m.Window = c.window()
	}
	if a := c.Adapt; a != nil {
		m.Adapt = &Adaptation{Margin: fromDB(a.Margin), Memory: a.Memory}
	}
	if e, ok := c.Errors.(FrameLosing); ok {
		m.Loss = e.FrameLoss()
	}
	c.Budget.Apply(m)
	return m, nil
}

// window returns the window of the receiver.
func (c *ModemConfig) window() Window {
	w := Window{Symbol: time.Duration(math.Round(1e9 / c.Rate))}
	if c.Window != nil {
		w.Span = c.Window.Span
		w.Symbol = cmp.Or(c.Window.Symbol, w.Symbol)
	}
	return w
}

// BudgetConfig is a link budget: it says in which unit the levels of a link are,
// so that decibels and watts cannot be mixed.
type BudgetConfig interface {
	Validate() error
	Unit() Unit
	// Apply sets the levels of a modem: Power, SelfNoise, Sensitivity, Acquire and Sense, in
	// the unit of the budget.
	Apply(*Modem)
	// Part returns the budget of a part of the band, whose width is given as a fraction: noise
	// goes by the width, and the transmitter has its full power wherever it sends.
	Part(width float64) BudgetConfig
}

// Decibels is a budget in dB re 1 uPa.
type Decibels struct {
	SourceLevel float64 `yaml:"source_level" unit:"dB" range:"[0,260]" doc:"transmitted level at 1 m, dB re 1 uPa"`
	Acquire     float64 `yaml:"acquire" unit:"dB" range:"[-60,60]" doc:"ratio of signal to interference and noise above which a reception begins"`
	Sense       float64 `yaml:"sense" unit:"dB" range:"[-60,60]" doc:"ratio of all arrivals together to the noise above which the carrier is busy"`
	SelfNoise   *Level  `yaml:"self_noise" doc:"noise of the vehicle in the band, added to the ambient noise"`
}

// Level is a level in dB re 1 uPa.
type Level struct {
	DB     float64      `yaml:"level" unit:"dB" range:"[-100,260]" doc:"level in the band, dB re 1 uPa"`
	Thrust *ThrustLevel `yaml:"thrust" doc:"noise of the vehicle's thrusters, which grows with their thrust and is added to level; none if left out"`
}

// ThrustLevel is the noise of thrusters.
type ThrustLevel struct {
	DB       float64 `yaml:"level" unit:"dB" range:"[-100,260]" required:"true" doc:"level in the band with all thrusters at full thrust, dB re 1 uPa"`
	Exponent float64 `yaml:"exponent" range:"[0.1,10]" doc:"exponent n: the noise power of a thruster grows with (thrust over greatest thrust)^n. With 3, after Ross (1976), half the thrust is 9dB quieter"`
}

// Defaults makes the power grow with the cube of the thrust: the noise of ships grows with the sixth power of their speed (D. Ross,
// Mechanics of Underwater Noise, 1976, and by measurements MacGillivray and de Jong, J. Mar. Sci. Eng. 9 (2021) 369), and thrust
// with the square of it.
func (l *ThrustLevel) Defaults() { l.Exponent = 3 }

// DefaultDecibels returns the levels of ns-3's UanPhyGen.
func DefaultDecibels() *Decibels { return &Decibels{SourceLevel: 190, Acquire: 10, Sense: 10} }

// About says what the model is.
func (*Decibels) About() string { return "link budget in dB re 1 uPa" }

// Validate finds nothing beyond the ranges of the fields.
func (b *Decibels) Validate() error { return nil }

// Unit returns Micropascal.
func (b *Decibels) Unit() Unit { return Micropascal }

// Apply sets the levels of a modem.
func (b *Decibels) Apply(m *Modem) {
	m.Power = fromDB(b.SourceLevel)
	m.Acquire = fromDB(b.Acquire)
	m.Sense = fromDB(b.Sense)
	if b.SelfNoise != nil {
		m.SelfNoise = fromDB(b.SelfNoise.DB)
		if t := b.SelfNoise.Thrust; t != nil {
			m.ThrustNoise, m.ThrustExponent = fromDB(t.DB), t.Exponent
		}
	}
}

// Part returns the budget of a part of the band.
func (b *Decibels) Part(width float64) BudgetConfig {
	part := *b
	if b.SelfNoise != nil {
		part.SelfNoise = &Level{DB: b.SelfNoise.DB + db(width)}
		if t := b.SelfNoise.Thrust; t != nil {
			part.SelfNoise.Thrust = &ThrustLevel{DB: t.DB + db(width), Exponent: t.Exponent}
		}
	}
	return &part
}

// Watts is a budget in watts: what is received is transmitted power times gain,
// and it is compared with a threshold in watts.
type Watts struct {
	Power     float64 `yaml:"power" unit:"W" range:"(0,1e6]" doc:"greatest transmitted power"`
	Threshold float64 `yaml:"threshold" unit:"W" range:"(0,1e6]" doc:"least power that can be received; above it the carrier is busy"`
	Noise     float64 `yaml:"noise" unit:"W" range:"[0,1e6]" doc:"noise power in the band"`
	Acquire   float64 `yaml:"acquire" unit:"dB" range:"[-60,60]" doc:"ratio of signal to interference and noise above which a reception begins"`
}

// DefaultWatts returns the acoustic link of Erdemir 2018.
func DefaultWatts() *Watts { return &Watts{Power: 4.5, Threshold: 0.0019} }

// About says what the model is.
func (*Watts) About() string { return "link budget in watts, against a threshold in watts" }

// Validate finds nothing beyond the ranges of the fields.
func (b *Watts) Validate() error { return nil }

// Unit returns Watt.
func (b *Watts) Unit() Unit { return Watt }

// Apply sets the levels of a modem.
func (b *Watts) Apply(m *Modem) {
	m.Power = b.Power
	m.Sensitivity = b.Threshold
	m.SelfNoise = b.Noise
	m.Acquire = fromDB(b.Acquire)
}

// Part returns the budget of a part of the band.
func (b *Watts) Part(width float64) BudgetConfig {
	part := *b
	part.Noise *= width
	return &part
}

// Budgets returns the link budgets by name.
func Budgets() map[string]func() BudgetConfig {
	return map[string]func() BudgetConfig{
		"decibels": func() BudgetConfig { return DefaultDecibels() },
		"watts":    func() BudgetConfig { return DefaultWatts() },
		"dbm":      func() BudgetConfig { return DefaultPowerLevels() },
	}
}
