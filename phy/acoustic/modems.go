package acoustic

import (
	"time"

	"halocline/phy"
)

// The presets describe modems as their sources do; each names its sources and
// says what they leave open. What no source states is as in phy.DefaultModem:
// a frame is acquired at 10 dB and, without a code, intact at 8 dB over noise and interference,
// which are ns-3's values and not the makers'; no fading, no limit of Doppler, no
// turnaround, the same in all directions. Where no sleep is stated, sleeping
// takes what listening takes.
//
// Where a source states a range, the default channel, which is as quiet as the sea gets and
// spreads with the exponent 1.5, gives 1.8 to 3.2 times as much. The Title says with which
// spreading, or else with which threshold, that range is reached.
//
// A source level that is not stated is estimated from the electrical power: 170.8
// dB re 1 uPa at 1 m for each acoustic watt that is radiated in all directions
// (R. Urick, Principles of Underwater Sound, chapter 4), with a quarter of the
// electrical watts becoming acoustic. That quarter is an assumption, too; half or
// double of it moves the level by 3 dB.

// EvoLogicsS2CR4878 returns the acoustic link of O. Erdemir's thesis (2018,
// tables 5.2 and 5.3), which goes by the name of this modem: 100 kHz, 10 kbit/s, at
// most 4.5 W, least received power 0.0019 W, circuit 1.1 W, Rayleigh fading. The
// modem itself works from 48 to 78 kHz (EvoLogicsS2CR4878Datasheet).
//
// The thesis does not state the bandwidth, which its budget in watts does not
// need either: assumed is the modem's, 30 kHz. It does not say what happens when
// frames overlap: assumed is that both are lost. The circuit is taken to draw its
// power at all times, and the transmitter the radiated power on top.
func EvoLogicsS2CR4878() *phy.ModemConfig {
	m := phy.DefaultModem()
	m.Title = "EvoLogics S2C R 48/78 as in Erdemir's thesis (2018): 100 kHz, 10 kbit/s, budget in watts"
	m.Origins = phy.Origins{
		"preamble":  "Erdemir (2018): 512 bit are on the air for 51.2 ms at 10 kbit/s",
		"draw.idle": "Erdemir (2018), table 5.3: what the circuit takes, here at all times",
	}
	m.Frequency, m.Bandwidth, m.Rate = 100e3, 30e3, 10e3
	m.Budget = &phy.Watts{Power: 4.5, Threshold: 0.0019}
	m.Capture = phy.CaptureOffName
	m.Fading = &phy.RayleighFading{}
	m.Draw = phy.Draw{Transmit: 4.5 + 1.1, Signal: 4.5, Receive: 1.1, Idle: 1.1, Sleep: 1.1}
	return m
}

// EvoLogicsS2CR4878Datasheet returns the same modem as its maker describes it: 48
// to 78 kHz, up to 31.2 kbit/s, transmits with 5, 8, 18 or 60 W and receives with
// 1.1 W, range 1000 m (table of modems in E. Zanaj et al., Appl. Sci. 10(18), 2020,
// 6393; bit rate from the maker's product information).
//
// Assumed: 18 W, so a source level of 170.8 + 10 log 4.5 = 177 dB, which reaches
// 1000 m with 10 dB to spare in a wind of 5 m/s; listening draws what receiving
// draws; stand-by is that of the S2C R 18/34.
func EvoLogicsS2CR4878Datasheet() *phy.ModemConfig {
	m := phy.DefaultModem()
	m.Title = "EvoLogics S2C R 48/78 after its data sheet: 48 to 78 kHz, 31.2 kbit/s, about 1 km; on the default channel 2.1 times as far; spreading 2.5 or acquire 40dB fits"
	m.Range = 1000
	m.Origins = phy.Origins{}
	m.Frequency, m.Bandwidth, m.Rate = 63e3, 30e3, 31.2e3
	m.Budget = &phy.Decibels{SourceLevel: 177, Acquire: 10, Sense: 10}
	m.Draw = phy.Draw{Transmit: 18, Receive: 1.1, Idle: 1.1, Sleep: 0.0025}
	return m
}

// EvoLogicsS2CR1834 returns a modem of medium range: 18 to 34 kHz, up to 13.9
// kbit/s, range 3500 m at 35 W (2.8 W for 1000 m), receives with 1.3 W, stand-by
// 2.5 mW (EvoLogics, S2CR 18/34 product information).
//
// Assumed: a source level of 170.8 + 10 log 8.75 = 180 dB; listening draws what
// receiving draws.
func EvoLogicsS2CR1834() *phy.ModemConfig {
	m := phy.DefaultModem()
	m.Title = "EvoLogics S2C R 18/34 after its data sheet: 18 to 34 kHz, 13.9 kbit/s, about 3.5 km; on the default channel 1.8 times as far; spreading 2.13 or acquire 32.5dB fits"
	m.Range = 3500
	m.Origins = phy.Origins{}
	m.Frequency, m.Bandwidth, m.Rate = 26e3, 16e3, 13.9e3
	m.Budget = &phy.Decibels{SourceLevel: 180, Acquire: 10, Sense: 10}
	m.Draw = phy.Draw{Transmit: 35, Receive: 1.3, Idle: 1.3, Sleep: 0.0025}
	return m
}

// Tapac33 returns the Tapac modem of the vehicles Taipan in its safe mode: 177 dB,
// 33 kHz, 6 kHz wide, received at 15 dB over the noise, 20 bit/s, the same in all
// directions, frames lost where they overlap, range 1900 m (O. Parodi et al., on
// the simulator Thetis, section Preliminary simulations). That range is reached
// with the noise of the type thetis at 5 kn, spherical spreading, and the
// absorption of the sulfate.
//
// Assumed: the carrier is sensed at 15 dB as well. Its power draw is not stated
// and left at zero.
func Tapac33() *phy.ModemConfig {
	m := phy.DefaultModem()
	m.Title = "Tapac modem as in Thetis: 33 kHz, 20 bit/s, 1.9 km; on the default channel 2.3 times as far; spreading 2.4 or acquire 44.5dB fits"
	m.Range = 1900
	m.Origins = phy.Origins{}
	m.Frequency, m.Bandwidth, m.Rate = 33e3, 6e3, 20
	m.Budget = &phy.Decibels{SourceLevel: 177, Acquire: 15, Sense: 15}
	m.Capture = phy.CaptureOffName
	m.Errors = &phy.ThresholdErrors{SINR: 15}
	return m
}

// MicroModemFHFSK returns the WHOI Micro-Modem in its robust mode, frequency
// hopping with frequency shift keying: 80 bit/s in a band of 4 kHz, here the one
// at 25 kHz (L. Freitag et al., The WHOI Micro-Modem, OCEANS 2005; WHOI's page on
// the modem for the width). The draw is that which ns-3's energy model takes from
// the same paper.
//
// Its errors are those of a convolutional code of rate 1/2 and length 9 on tones that fade from hop to hop, as in
// ns-3's UanPhyPerUmodem. The 26 tones of 160 coded bits a second fill the band, so that a tone has 14 dB more over its own
// noise than the SINR in the band, for which ns-3 takes it: half of the packets of 32 B come through at -6.7 dB. Frames
// are judged piece by piece, for the code does not mind what disturbs a few bits.
//
// Assumed: 185 dB, which is half of the 50 W; a third party, ns-3, uses 190 dB. The
// synchronisation before a frame is not stated for this mode, so there is none; a frame is
// acquired at 10 dB all the same, so that the code decides where others interfere or the signal fades.
func MicroModemFHFSK() *phy.ModemConfig {
	m := phy.DefaultModem()
	m.Title = "WHOI Micro-Modem, FH-FSK: 25 kHz, 80 bit/s"
	m.Origins = phy.Origins{
		"draw.idle": "Freitag et al. (2005), as ns-3's AcousticModemEnergyModel takes it",
	}
	m.Frequency, m.Bandwidth, m.Rate = 25e3, 4e3, 80
	m.Budget = &phy.Decibels{SourceLevel: 185, Acquire: 10, Sense: 10}
	m.Errors = &phy.CodedErrors{Code: phy.CodeK9, Modulation: phy.FSKName, Scatter: phy.ScatterRayleigh}
	m.Overlap = phy.ChunksName
	m.Draw = microModemDraw()
	return m
}

// MicroModemPSK returns the WHOI Micro-Modem with phase shift keying at its rate
// 5: about 5000 bit/s in a band of 5 kHz, 0.3 s of probe and silence before a
// frame (WHOI's page on the modem; the 0.3 s are its signal length of 3.25 s less
// the packet length of 2.95 s, at rate 6). Rate 5 has a block code of 9 bits in 14, as drivers of the modem list it.
//
// Assumed: level and draw as for FH-FSK. The coprocessor that decodes PSK draws
// more than that while it receives. The code is the best of its size, the shortened Hamming code, decoded from soft decisions on
// coherent QPSK in white noise, as if the equaliser left nothing behind: half of the frames of 256 B come
// through at 4.8 dB.
func MicroModemPSK() *phy.ModemConfig {
	m := MicroModemFHFSK()
	m.Title = "WHOI Micro-Modem, PSK rate 5: 25 kHz, 5 kbit/s"
	m.Origins = phy.Origins{
		"preamble":  "WHOI's page on the modem: 3.25 s of signal for 2.95 s of packet, at rate 6",
		"draw.idle": "Freitag et al. (2005), as ns-3's AcousticModemEnergyModel takes it",
	}
	m.Bandwidth, m.Rate = 5e3, 5000
	m.Errors = &phy.CodedErrors{Code: phy.CodeHamming, Modulation: phy.QPSKName, Scatter: phy.ScatterNone}
	m.Preamble = 300 * time.Millisecond
	return m
}

// microModemDraw is what ns-3's AcousticModemEnergyModel takes from Freitag et al.
// (2005).
func microModemDraw() phy.Draw {
	return phy.Draw{Transmit: 50, Receive: 0.158, Idle: 0.158, Sleep: 0.0058}
}

// NS3Default returns ns-3's UanPhyGen with the first of its default modes, after
// the Micro-Modem: FH-FSK, 80 bit/s, 22 kHz, 4 kHz wide; 190 dB, acquired at 10
// dB and intact at 8 dB over noise and interference, judged by the worst moment.
// The draw is that of its AcousticModemEnergyModel. (The other default modes are
// QPSK: 200 bit/s in the same band and, in newer versions, 5000 bit/s at 25 kHz,
// 5 kHz wide.)
//
// ns-3 senses the carrier against 10 dB re 1 uPa, far below any noise, so that any
// arrival makes it busy; 60 dB below the noise stand for that here.
func NS3Default() *phy.ModemConfig {
	m := phy.DefaultModem()
	m.Title = "ns-3's UanPhyGen with its defaults: FH-FSK at 22 kHz, 80 bit/s"
	m.Origins = phy.Origins{
		"preamble":          "ns-3's UanPhyGen, which has none",
		"turnaround":        "ns-3's UanPhyGen, which has none",
		"doppler_tolerance": "ns-3's UanPhyGen, which has none",
		"draw.idle":         "ns-3's AcousticModemEnergyModel",
	}
	m.Frequency, m.Bandwidth, m.Rate = 22e3, 4e3, 80
	m.Budget = &phy.Decibels{SourceLevel: 190, Acquire: 10, Sense: -60}
	m.Capture = phy.FirstLockName
	m.Overlap = phy.WorstName
	m.Errors = &phy.ThresholdErrors{SINR: 8}
	m.Draw = microModemDraw()
	return m
}

// NS3At12kHz returns ns-3's UanPhyGen with a mode that studies of access
// protocols with it use: FSK, 1000 bit/s, 12 kHz, 4 kHz wide, all else by default.
func NS3At12kHz() *phy.ModemConfig {
	m := NS3Default()
	m.Title = "ns-3's UanPhyGen with FSK at 12 kHz, 1 kbit/s"
	m.Frequency, m.Rate = 12e3, 1000
	return m
}

// NanomodemV3 returns Newcastle University's Nanomodem, version 3: 24 to 32 kHz,
// 168 dB, 640 bit/s, at 5 V 300 mA while it transmits, 5 mA while it receives and
// 2.5 mA while it listens, range over 2 km (specification of the project USMART,
// 2018); intact down to -4.5 dB in its band, by its spread spectrum (B. Sherlock
// et al., Electronics 11(9), 2022, 1446). Its greatest throughput, 463 bit/s with
// packets of 64 B, leaves 512/463 - 512/640 s = 305.8 ms for all that comes before
// the data.
//
// Assumed: a frame is acquired, and the carrier sensed, at the same -4.5 dB.
func NanomodemV3() *phy.ModemConfig {
	m := phy.DefaultModem()
	m.Title = "Nanomodem v3 of Newcastle University: 24 to 32 kHz, 640 bit/s, over 2 km; on the default channel 3.2 times as far; spreading 2.73 or acquire 36.1dB fits"
	m.Range = 2000
	m.Origins = phy.Origins{
		"preamble":  "USMART (2018): 463 bit/s with packets of 64 B at 640 bit/s leave as much before the data",
		"draw.idle": "USMART (2018): 2.5 mA at 5 V",
	}
	m.Frequency, m.Bandwidth, m.Rate = 28e3, 8e3, 640
	m.Preamble = 305800 * time.Microsecond
	m.Budget = &phy.Decibels{SourceLevel: 168, Acquire: -4.5, Sense: -4.5}
	m.Errors = &phy.ThresholdErrors{SINR: -4.5}
	m.Draw = phy.Draw{Transmit: 1.5, Receive: 0.025, Idle: 0.0125, Sleep: 0.0125}
	return m
}

// LinkQuestUWM2000 returns a modem for shallow water: 26.77 to 44.62 kHz, transmits
// with 2 or 8 W and receives with 0.8 W, range 1200 m (table of modems in E. Zanaj
// et al., Appl. Sci. 10(18), 2020, 6393); 9600 bit/s in its standard mode (X. Yu,
// Wireline quality underwater wireless communication using high speed acoustic
// modems, OCEANS 2000); about 8 mW asleep (LinkQuest, technical notes).
//
// Assumed: 8 W, so a source level of 170.8 + 10 log 2 = 174 dB; listening draws
// what receiving draws.
func LinkQuestUWM2000() *phy.ModemConfig {
	m := phy.DefaultModem()
	m.Title = "LinkQuest UWM2000: 26.77 to 44.62 kHz, 9.6 kbit/s, about 1.2 km; on the default channel 3.1 times as far; spreading 2.65 or acquire 45.3dB fits"
	m.Range = 1200
	m.Origins = phy.Origins{}
	m.Frequency, m.Bandwidth, m.Rate = 35.695e3, 17.85e3, 9600
	m.Budget = &phy.Decibels{SourceLevel: 174, Acquire: 10, Sense: 10}
	m.Draw = phy.Draw{Transmit: 8, Receive: 0.8, Idle: 0.8, Sleep: 0.008}
	return m
}
