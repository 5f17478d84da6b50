package acoustic_test

import (
	"context"
	"fmt"
	"math"
	"time"

	"halocline/phy"
	"halocline/phy/acoustic"
	"halocline/sim"
	"halocline/sim/ocean"
)

// The budget of a link at 10 kHz over 1 km, by hand:
//
//	Thorp at 10 kHz  0.11 100/101 + 44 100/4200 + 0.0275 + 0.003 = 1.187 dB/km
//	loss             15 log 1000 + 1.187                         = 46.187 dB
//	noise            40 dB/Hz + 10 log 5000 Hz                   = 76.990 dB
//	SNR              170 dB - 46.187 dB - 76.990 dB              = 46.823 dB
//
// Of that 10 dB are needed. A number that is not known is NaN, not 0.
func ExampleBudget_Compute() {
	thorp, err := acoustic.AbsorptionByName("thorp")
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := acoustic.Budget{
		Frequency: 10e3, Bandwidth: 5e3, Range: 1000, SoundSpeed: 1500,
		Spreading: 1.5, Absorption: thorp, Noise: acoustic.Flat{Level: 40},
		SourceLevel: 170, Threshold: 10,
		Rate: 1000, Bits: 512,
	}.Compute()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("absorption %.3f dB/km, loss %.3f dB\n", report.Absorption, report.Loss)
	fmt.Printf("noise %.3f dB, SNR %.3f dB, margin %.3f dB\n", report.NoiseBand, report.SNR, report.Margin)
	fmt.Printf("delay %.4f s, airtime %v s\n", report.Delay, report.Airtime)
	// Output:
	// absorption 1.187 dB/km, loss 46.187 dB
	// noise 76.990 dB, SNR 46.823 dB, margin 36.823 dB
	// delay 0.6667 s, airtime 0.512 s
}

// ear is a listener that prints the ratio of signal to noise of what it receives.
type ear struct{}

// Receive prints the ratio.
func (ear) Receive(_ *phy.Frame, info phy.RxInfo) {
	fmt.Printf("SINR %.3f dB, since %v\n", 10*math.Log10(info.SINR), info.Began)
}

// TxDone goes unheard.
func (ear) TxDone(*phy.Frame) {}

// Collision goes unheard.
func (ear) Collision() {}

// The link of that budget with a frame that is sent over it: the same 46.823 dB, and
// the same 0.6667 s, rounded down to nanoseconds.
func ExampleChannelConfig_Build() {
	if err := send(); err != nil {
		fmt.Println(err)
	}
	// Output: SINR 46.823 dB, since 0.666666666s
}

// send builds the water, the channel, the modem and two radios, and sends a frame.
func send() error {
	water, err := ocean.Default().Build(ocean.Site{}) // 1500 m/s
	if err != nil {
		return err
	}
	description := phy.DefaultModem()
	description.Frequency, description.Bandwidth = 10e3, 5e3
	description.Budget = &phy.Decibels{SourceLevel: 170, Acquire: 10, Sense: 10}
	modem, err := description.Build(phy.ModemEnv{Speed: 1500})
	if err != nil {
		return err
	}
	config := acoustic.DefaultChannel() // Thorp, spreading 1.5
	config.Noise = &acoustic.FlatNoise{Level: 40}
	channel, err := config.Build(phy.ChannelEnv{Water: water, Band: description.Band(), Unit: description.Unit()})
	if err != nil {
		return err
	}
	k := sim.New(nil)
	medium := phy.NewMedium(k, channel, nil, 0)
	dock := medium.Attach(0, phy.Fixed{Z: -50}, modem, nil)
	auv := medium.Attach(1, phy.Fixed{X: 1000, Z: -50}, modem, nil)
	dock.Listen(ear{})
	auv.Listen(ear{})
	if err := dock.Transmit(&phy.Frame{Src: 0, Dst: 1, Bits: 512}); err != nil {
		return err
	}
	return k.Run(context.Background(), sim.Time(time.Minute))
}

// Three sources of the same level are 10 log 3 = 4.77 dB louder than one.
func ExampleAddLevels() {
	fmt.Printf("%.2f dB\n", acoustic.AddLevels(60, 60, 60))
	// Output: 64.77 dB
}

// A modem of a data sheet, in its own unit, rates and thresholds. A frame of 512
// bits takes 512/10000 s.
func ExampleEvoLogicsS2CR4878() {
	modem, err := acoustic.EvoLogicsS2CR4878().Build(phy.ModemEnv{Speed: 1500})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(modem.Airtime(512))
	// Output: 51.2ms
}
