package phy

// PowerLevels is a budget in decibels of power, for radio: dBm, which is dB re
// 1 mW. It is the same link as a budget in watts, written as radio data sheets
// write it; dB re 1 uPa are decibels of sound and belong to Decibels.
type PowerLevels struct {
	Power     float64     `yaml:"power" unit:"dBm" range:"[-100,90]" doc:"greatest transmitted power"`
	Threshold float64     `yaml:"threshold" unit:"dBm" range:"[-200,90]" doc:"least power that can be received; above it the carrier is busy"`
	Noise     *PowerLevel `yaml:"noise" doc:"noise power in the band; none if left out"`
	Acquire   float64     `yaml:"acquire" unit:"dB" range:"[-60,60]" doc:"ratio of signal to interference and noise above which a reception begins"`
}

// PowerLevel is a power in dBm.
type PowerLevel struct {
	DBm float64 `yaml:"level" unit:"dBm" range:"[-200,90]" required:"true" bare:"true" doc:"power in the band"`
}

// DefaultPowerLevels returns what the standard of Wi-Fi asks of a receiver of
// 54 Mbit/s (IEEE 802.11-2016, sec. 17.3.10.2), and a common transmitter.
func DefaultPowerLevels() *PowerLevels { return &PowerLevels{Power: 10, Threshold: -65} }

// About says what the model is.
func (*PowerLevels) About() string { return "link budget in dBm, against a threshold in dBm" }

// Validate finds nothing beyond the ranges of the fields.
func (b *PowerLevels) Validate() error { return nil }

// Unit returns Watt: the levels are powers, and the link counts them in watts.
func (b *PowerLevels) Unit() Unit { return Watt }

// Apply sets the levels of a modem.
func (b *PowerLevels) Apply(m *Modem) {
	m.Power = watts(b.Power)
	m.Sensitivity = watts(b.Threshold)
	if b.Noise != nil {
		m.SelfNoise = watts(b.Noise.DBm)
	}
	m.Acquire = fromDB(b.Acquire)
}

// watts returns the power in W of a level in dBm.
func watts(dBm float64) float64 { return fromDB(dBm - 30) }

// Part returns the budget of a part of the band.
func (b *PowerLevels) Part(width float64) BudgetConfig {
	part := *b
	if b.Noise != nil {
		part.Noise = &PowerLevel{DBm: b.Noise.DBm + db(width)}
	}
	return &part
}
