package scenarios

import (
	"math"
	"slices"
	"strings"
	"testing"

	"halocline/sim/trace"
)

// noises is a frame of a beacon to a vehicle 1 km north of it, in spherical spreading, in the absorption of the sulfate, 5.8201 dB/km at
// 25 kHz, and a flat noise of 50 dB/Hz in 1 kHz. 150 dB lose 65.8201 and arrive 4.1799 dB above the 80 dB.
const noises = `
name: noises
duration: 10s
water: {sound_speed: constant, speed: 1500m/s}
links:
  water:
    channel: {type: acoustic, spreading: 2, absorption: sulfate, noise: {type: flat, level: 50dB}}
    modem: {type: plain, frequency: 25kHz, bandwidth: 1kHz, rate: 1kbps, budget: {type: decibels, source_level: 150dB, acquire: -60dB}, errors: {type: threshold, sinr: -60dB}}
    mac: {type: aloha, header: 0bit}
nodes:
  - {name: a, at: [0m, 0m, -50m]}
  - {name: b, at: [0m, 1000m, -50m]}
traffic:
  - {type: periodic, from: a, to: b, start: 5s, period: 1h, phase: same, size: 100bit}
`

// Each key of noise moves the ratio of the frame to what is worked out by hand.
func TestKeysOfNoise(t *testing.T) {
	const vehicle = "{name: b, at: [0m, 1000m, -50m], vehicle: {model: remus-100, step: 10ms, force: [9.2N, 0N, 0N]}}"
	for change, want := range map[string]float64{
		"": 4.1799,
		// Rain of 10 mm/h at the centre, 7 kHz: 60.7357 dB/Hz as in phy/acoustic, and 5 log2(25/7) = 9.1825 less at 25 kHz. That is 51.5532,
		// beside the heat, 12.9588, and what the formula of the wind has without wind, 50 + 27.9588 - 56.1933 = 21.7655: 22.3024 together.
		// So 51.5584 + 30 dB.
		"noise: {type: flat, level: 50dB}>noise: {type: wenz, wind: 0m/s, rain: 10mm/h, band: centre}": 150 - 65.8201 - 81.5584,
		// A container ship of 91.44 m at 18 kn, 500 m from the receiver: 76.1626 dB as in phy/acoustic at its own depth, and with the
		// 44 m between them 501.9323 m: 133.0521 - 54.0129 - 2.9213 = 76.1179. With the 80 dB that is 81.4893.
		"noise: {type: flat, level: 50dB}>noise: {type: flat, level: 50dB}, ships: [{bearing: 90deg, range: 1500m, class: container, speed: 18kn, length: 91.44m}]": 150 - 65.8201 - 81.4893,
		// 80 dB more from the receiver's own vehicle: 3.0103 dB.
		"source_level: 150dB>source_level: 150dB, self_noise: {level: 80dB}": 4.1799 - 3.0103,
		// Thrusters of 95 dB, of whose vehicle the only one is off.
		"source_level: 150dB>source_level: 150dB, self_noise: {level: -100dB, thrust: {level: 95dB}}": 4.1799,
	} {
		checkRatio(t, replaced(t, noises, change), want, 2e-4)
	}
	// The thruster of the vehicle gives 9.2 N of 18.4 N: 95 - 30 log 2 = 85.9691 dB, with the 80 dB 86.9485; by the square of the thrust
	// 88.9794 and 89.4967. The vehicle moves, so the channel is ideal: 150 dB, and 80 of its own.
	for exponent, noise := range map[string]float64{"": 86.9485, ", exponent: 2": 89.4967} {
		text := replaced(t, noises, "channel: {type: acoustic, spreading: 2, absorption: sulfate, noise: {type: flat, level: 50dB}}>channel: ideal")
		text = replaced(t, text, "source_level: 150dB>source_level: 150dB, self_noise: {level: 80dB, thrust: {level: 95dB"+exponent+"}}")
		checkRatio(t, replaced(t, text, "{name: b, at: [0m, 1000m, -50m]}>"+vehicle), 150-noise, 1e-4)
	}
}

// The radio of the thesis in the air over 10 m, with -174 dBm/Hz + 5.0 dB: the noise of a quiet rural place is 25 dB over the heat of 4.0038821e-17 W in 10 kHz,
// 1.266140e-14 W, beside which the receiver has 1e-14 W of its own. Sent is 1 W, and received 1/(4 pi 10 m/29.9792458 m)^2 of it, 0.0569147 W.
func TestKeyOfRadioNoise(t *testing.T) {
	const text = `
name: radio
duration: 10s
water: {sound_speed: constant, speed: 1500m/s}
links:
  air:
    channel: {type: rf, noise: {place: quiet-rural}}
    modem: {type: plain, frequency: 10MHz, bandwidth: 10kHz, rate: 1kbps, budget: {type: watts, power: 1W, threshold: 1e-12W, noise: 1e-14W}, errors: {type: threshold, sinr: 0dB}}
    mac: {type: aloha, header: 0bit}
nodes:
  - {name: a, at: [0m, 0m, 5m]}
  - {name: b, at: [0m, 10m, 5m]}
traffic:
  - {type: periodic, from: a, to: b, start: 5s, period: 1h, phase: same, size: 100bit}
`
	checkRatio(t, text, 10*math.Log10(0.0569147/(1.266140e-14+1e-14)), 1e-4)
	checkRatio(t, replaced(t, text, ", noise: {place: quiet-rural}>"), 10*math.Log10(0.0569147/1e-14), 1e-4)
}

// A vehicle whose thrusters nobody knows is warned of.
func TestWarnsOfThrustersThatAreNotKnown(t *testing.T) {
	text := replaced(t, noises, "source_level: 150dB>source_level: 150dB, self_noise: {level: 80dB, thrust: {level: 95dB}}")
	text = replaced(t, text, "{name: b, at: [0m, 1000m, -50m]}>{name: b, at: [0m, 1000m, -50m], vehicle: {dynamics: {type: kinematic}}}")
	s, err := parse(t, text).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(s.Warnings(), func(w string) bool { return strings.Contains(w, "node b: the modem of link water hears thrusters") }) {
		t.Errorf("warnings %q", s.Warnings())
	}
}

// replaced returns a text in which what stands before > is what stands behind.
func replaced(t *testing.T, text, change string) string {
	t.Helper()
	from, to, _ := strings.Cut(change, ">")
	if !strings.Contains(text, from) {
		t.Fatalf("nothing to change: %s", from)
	}
	return strings.Replace(text, from, to, 1)
}

// checkRatio compares the ratio of the one frame that is received, in dB.
func checkRatio(t *testing.T, text string, want, within float64) {
	t.Helper()
	ratio := math.NaN()
	for _, r := range emitted(t, text) {
		if r.Kind == trace.RxOK {
			ratio = 10 * math.Log10(r.Value)
		}
	}
	if !(math.Abs(ratio-want) <= within) {
		t.Errorf("%.5f dB, want %.5f:\n%s", ratio, want, text)
	}
}
