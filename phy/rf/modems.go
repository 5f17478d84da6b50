package rf

import (
	"time"

	"halocline/phy"
)

// The presets describe modems as their sources do; each names its sources and
// says what they leave open. Both count on absorption alone: with the spreading
// of isotropic antennas their ranges shrink to less than half. For both it is
// assumed that frames that overlap are lost.

// SeatoothS300 returns the radio link of O. Erdemir's thesis (2018, tables 5.2
// and 5.3), which goes by the name of the WFS Seatooth S300: 10 MHz, 3 Mbit/s, at
// most 3 W, least received power 0.002 W, circuit 4.5 W, Rayleigh fading. In the
// thesis's fresh water, 0.01 S/m, and by absorption alone it reaches 17.5 m; with
// spreading, 4.2 m.
//
// The thesis does not state the bandwidth, which its budget in watts does not
// need: assumed are 3 MHz. It runs CSMA/CD, so the radio must hear while it
// sends; whether the product does is not stated. The circuit is taken to draw its
// power at all times, and the transmitter the radiated power on top.
func SeatoothS300() *phy.ModemConfig {
	m := phy.DefaultModem()
	m.Title = "WFS Seatooth S300 as in Erdemir's thesis (2018): 10 MHz, 3 Mbit/s, budget in watts"
	m.Origins = phy.Origins{
		"draw.idle": "Erdemir (2018), table 5.3: what the circuit takes, here at all times",
	}
	m.Frequency, m.Bandwidth, m.Rate = 10e6, 3e6, 3e6
	m.Budget = &phy.Watts{Power: 3, Threshold: 0.002}
	m.Capture = phy.CaptureOffName
	m.FullDuplex = true
	m.Fading = &phy.RayleighFading{}
	m.Draw = phy.Draw{Transmit: 3 + 4.5, Signal: 3, Receive: 4.5, Idle: 4.5, Sleep: 4.5}
	return m
}

// WiFi54 returns a Wi-Fi modem under water: 2.4 GHz, 54 Mbit/s, 10 dBm; with
// antennas that were made for water it reached 25 cm in fresh water and 10 cm in
// the sea's, at 20 degC (2.4 GHz Radio Transmission Measurements in a Basin filled
// with Sea Water, HAL archive, 01006047). The least received power, -65 dBm, the
// width, 20 MHz, and the 20 us before a frame are the standard's (IEEE
// 802.11-2016, sec. 17.3). With the relaxation of water, which must be switched on
// in the channel, and by absorption alone it reaches 30 cm and 8 cm here.
//
// Left open: the gain of the antennas, taken as 0 dB, and the power draw, left at
// zero.
func WiFi54() *phy.ModemConfig {
	m := phy.DefaultModem()
	m.Title = "Wi-Fi under water: 2.4 GHz, 54 Mbit/s, 10 dBm, some decimetres"
	m.Origins = phy.Origins{
		"preamble": "IEEE 802.11-2016, section 17.3",
	}
	m.Frequency, m.Bandwidth, m.Rate = 2.4e9, 20e6, 54e6
	m.Preamble = 20 * time.Microsecond
	m.Budget = &phy.PowerLevels{Power: 10, Threshold: -65}
	m.Capture = phy.CaptureOffName
	return m
}
