package optical

import (
	"math"

	"halocline/phy"
	"halocline/sim/geom"
)

// The presets have rate, colour and range of products. Makers do not state the light that is sent, apertures and
// detectors: those are assumed, and the threshold is what then arrives at the stated range, in a water that is assumed too. So
// they are of the right size and no more. For both it is assumed that frames that overlap are lost, and that a modem does not
// hear while it sends. Preamble, turnaround and power draw are left at zero. Acquire is as low as it can be: steady light beside the
// signal is subtracted, and what remains of it is its noise, by which ook judges.

// BlueComm200 returns the Sonardyne BlueComm 200 as Sonardyne and Ifremer tried it off Toulon in November 2015
// (Baseline 15, p. 28): blue light, video over 88 m at 2.5 Mbit/s in clear shallow water by night, and 4 % less far at 12.5 Mbit/s,
// which is 84 m. Across the axis it still reached 70 m; so the lamp is one that shines in half of all directions. Sonardyne
// gives 450 nm as the usual wavelength.
//
// Assumed: a width of 50 nm, 5 W of light in the mean, an aperture of 100 cm2, a photomultiplier (efficiency 0.25, excess noise 1.3, a dark
// current like 1e-14 W), and water of 0.1/m, in which 2.6e-10 W arrive at 84 m.
func BlueComm200() *phy.ModemConfig {
	m := light(666e12, 74e12, 12.5e6)
	m.Title = "Sonardyne BlueComm 200 as tried off Toulon (2015): 450 nm, 12.5 Mbit/s, 84 m in clear water; light and detector assumed"
	m.Range = 84
	m.Budget = &phy.Watts{Power: 5, Threshold: 2.6e-10, Noise: 1e-14, Acquire: -60}
	m.Antenna = &Optics{Mounting: phy.Mounting{Axis: geom.Vec{X: 1}}, Beam: math.Pi / 2, Aperture: 1e-2, View: math.Pi / 2, Transmission: 1}
	return m
}

// LumaX returns the Hydromea LUMA X: up to 10 Mbit/s by its manual (version 1.4, 2022), which also names five banks of diodes and
// four receivers. Hydromea gives more than 50 m as the range of its modems, by blue light.
//
// Assumed: 470 nm and a width of 50 nm, 3 W of light in the mean, bare diodes, an aperture of 20 cm2 that sees as far round, a detector
// that multiplies photoelectrons (efficiency 0.25, excess noise 1.3, a dark current like 1e-11 W), and the clear ocean of 0.151/m, in
// which 4e-10 W arrive at 50 m.
func LumaX() *phy.ModemConfig {
	m := light(638e12, 68e12, 10e6)
	m.Title = "Hydromea LUMA X: 470 nm, 10 Mbit/s, 50 m in the clear ocean; light and detector assumed"
	m.Range = 50
	m.Budget = &phy.Watts{Power: 3, Threshold: 4e-10, Noise: 1e-11, Acquire: -60}
	optics := defaultOptics()
	optics.Aperture = 2e-3
	m.Antenna = optics
	return m
}

// light returns what the presets have in common.
func light(frequency, bandwidth, rate float64) *phy.ModemConfig {
	m := phy.DefaultModem()
	m.Origins = phy.Origins{}
	m.Frequency, m.Bandwidth, m.Rate = frequency, bandwidth, rate
	m.Capture = phy.CaptureOffName
	m.Errors = &OnOff{Efficiency: 0.25, Excess: 1.3}
	return m
}
