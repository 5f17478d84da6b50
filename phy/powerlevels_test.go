package phy

import (
	"math"
	"testing"
)

// Definitions: 0 dBm is 1 mW, 30 dBm is 1 W, and 3 dB are a factor 1.99526.
func TestPowerLevelsAreWatts(t *testing.T) {
	c := DefaultModem()
	c.Budget = &PowerLevels{Power: 30, Threshold: 0, Noise: &PowerLevel{DBm: -90}, Acquire: 3}
	m, err := c.Build(ModemEnv{})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []struct {
		name      string
		got, want float64
	}{
		{"power", m.Power, 1},
		{"threshold", m.Sensitivity, 1e-3},
		{"noise", m.SelfNoise, 1e-12},
		{"acquire", m.Acquire, 1.9952623},
	} {
		if math.Abs(v.got/v.want-1) > 1e-7 {
			t.Errorf("%s is %g, want %g", v.name, v.got, v.want)
		}
	}
	if c.Unit() != Watt {
		t.Error("dBm do not count in watts")
	}

	c.Budget = &PowerLevels{Power: 10, Threshold: -65}
	if m, err = c.Build(ModemEnv{}); err != nil || m.SelfNoise != 0 {
		t.Errorf("noise that is left out: %g W, %v", m.SelfNoise, err)
	}
}
