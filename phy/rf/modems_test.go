package rf

import (
	"testing"
	"time"

	"halocline/phy"
)

func TestPresetsAreSane(t *testing.T) {
	for _, preset := range []func() *phy.ModemConfig{SeatoothS300, WiFi54} {
		c := preset()
		if err := c.Validate(); err != nil {
			t.Errorf("%s: %v", c.Title, err)
		}
		if err := c.Budget.Validate(); err != nil {
			t.Errorf("%s: budget: %v", c.Title, err)
		}
		if c.Unit() != phy.Watt {
			t.Errorf("%s: the budget does not suit the channel", c.Title)
		}
		m := made(t, c)
		if d := m.Draw; d.Transmit < d.Receive || d.Receive < d.Idle || d.Idle < d.Sleep {
			t.Errorf("%s: draws %+v", c.Title, d)
		}
		if c.Budget = nil; preset().Budget == nil {
			t.Errorf("%s: two descriptions share their memory", c.Title)
		}
	}
}

// 512 bit at 3 Mbit/s are 170.667 us. 1500 bytes at 54 Mbit/s are 222.222 us,
// after 20 us.
func TestAirtimes(t *testing.T) {
	if got := made(t, SeatoothS300()).Airtime(512); got != 170667 {
		t.Errorf("512 bit take %v", got)
	}
	if got := made(t, WiFi54()).Airtime(12000); got != 242222 {
		t.Errorf("12000 bit take %v", got)
	}
	if !made(t, SeatoothS300()).FullDuplex {
		t.Error("no CSMA/CD without hearing while sending")
	}
}

// 10 log(3/0.002) = 31.7609 dB, at 1.817940604 dB/m: 17.4708 m. With spreading
// the budget is spent at 4.23303 m (bisection in Python).
func TestThesisLinkReaches17m(t *testing.T) {
	c := &ChannelConfig{Conductivity: 0.01, Permittivity: 80, Loss: "absorption"}
	near(t, "by absorption", reach(t, SeatoothS300(), c), 17.4708197, 1e-6)
	c.Loss = "friis"
	near(t, "with spreading", reach(t, SeatoothS300(), c), 4.2330304, 1e-6)
}

// Measured are 25 cm in fresh and 10 cm in sea water (see WiFi54). 75 dB at
// 254.166 and 956.347 dB/m (in Python) make 29.5 and 7.8 cm.
func TestWiFiReachesDecimetres(t *testing.T) {
	for _, c := range []struct{ sigma, want, measured float64 }{{0.01, 0.295083, 0.25}, {4, 0.0784234, 0.10}} {
		got := reach(t, WiFi54(), &ChannelConfig{Conductivity: c.sigma, Permittivity: 80, Loss: "absorption", Relaxation: true})
		near(t, "range", got, c.want, 1e-5)
		near(t, "range against measurement", got, c.measured, 0.25)
	}
}

// A frame of 512 bit over the thesis's 10 m arrives 300 ns after it was sent and
// is received at 3 W less 18.179 dB: 45.6 mW, 13.6 dB above the threshold.
func TestThesisLinkAtTheSwitch(t *testing.T) {
	m := made(t, SeatoothS300())
	ch := build(t, 10e6, water(t, 0.01), DefaultChannel())
	p := ch.Path(at(0, 0, -50), at(10, 0, -50), 0)
	near(t, "received power", m.Power*p.Gain, 45.6e-3, 2e-3)
	if p.Delay != 300*time.Nanosecond {
		t.Errorf("delay %v", p.Delay)
	}
}

// reach returns the distance in m at which the received power is the least that
// can be received.
func reach(t *testing.T, modem *phy.ModemConfig, config *ChannelConfig) float64 {
	t.Helper()
	m := made(t, modem)
	ch := build(t, modem.Frequency, nil, config)
	low, high := 0.0, 1000.0
	for range 60 {
		r := (low + high) / 2
		if m.Power*ch.Path(at(0, 0, -1), at(r, 0, -1), 0).Gain >= m.Sensitivity {
			low = r
		} else {
			high = r
		}
	}
	return low
}

func made(t *testing.T, c *phy.ModemConfig) *phy.Modem {
	t.Helper()
	m, err := c.Build(phy.ModemEnv{Speed: 3e7})
	if err != nil {
		t.Fatal(err)
	}
	return m
}
