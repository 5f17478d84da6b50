package scenarios

import (
	"strings"
	"testing"
)

// plausible is two nodes, between which frames of 100 bit take 0.1 s.
const plausible = `
name: plausible
duration: 600s
links:
  x:
    channel: {CHANNEL}
    modem: {type: plain, MODEM}
    mac: {MAC}
nodes:
  - {name: a}
  - {name: b, AT}
traffic:
  - {type: periodic, from: a, to: b, period: 10s, TRAFFIC}
`

// What no modem and no water does is warned of, and what is just possible is not.
func TestPlausibleLinks(t *testing.T) {
	const (
		wire      = "type: ideal, speed: 1500m/s"
		kilobit   = "rate: 1kbps"
		near      = "at: [150m, 0m, 0m]" // 0.1 s
		aloha     = "type: aloha"
		bits      = "size: 100bit"
		large     = "size: 500bit" // fills the slots that are the default
		watts     = "bandwidth: 4kHz, budget: {type: watts, power: 1W, threshold: 0.0005W, noise: 0.001W}, rate: "
		deaf      = "rate: 1kbps, turnaround: "
		moving    = near + ", velocity: "
		spheres   = "type: acoustic, spreading: 2, absorption: thorp, noise: {type: flat, level: 50dB}"
		tenKm     = "at: [10km, 0m, 0m]"
		kilohertz = "frequency: 1kHz, bandwidth: 100Hz, rate: 20bps, budget: {type: decibels, source_level: "
	)
	for _, row := range []struct {
		channel, modem, mac, at, traffic string
		want                             string // how the warning begins; nothing for none
	}{
		{wire, kilobit, aloha, near, bits, ""},
		// Shannon: 4 kHz log2(1 + 1000) = 39.87 kbit/s. Without noise there is no bound.
		{wire, watts + "39.8kbps", aloha, near, bits, ""},
		{wire, watts + "39.9kbps", aloha, near, bits, "links.x.modem.rate: no modem sends 39900 bit/s in a band of 4000 Hz: at 150 m, as near as two nodes come, the signal is 30 dB above the noise, and Shannon's bound W log2(1 + S/N) is 39868.9 bit/s; "},
		{wire, "rate: 1Gbps, bandwidth: 4kHz", aloha, near, bits, ""},
		// FDMA gives each of two half the band and half the rate: the noise is half as much, 2 kHz log2(1 + 2000) = 21.93 kbit/s.
		{wire, watts + "43.8kbps", "type: fdma", near, bits, ""},
		{wire, watts + "43.9kbps", "type: fdma", near, bits, "links.x.modem.rate: no modem sends 21950 bit/s in a band of 2000 Hz: "},
		// At 1 kHz Thorp has 0.11/2 + 44/4101 + 0.000275 + 0.003 = 0.06900 dB/km. 10 km take 80 + 0.69 dB, and what is
		// received has 10 dB more than the noise, 50 dB in each of 100 Hz or 70 dB: 160.69 dB.
		{spheres, kilohertz + "160.7dB}", aloha, tenKm, bits, ""},
		{spheres, kilohertz + "159.69dB}", aloha, tenKm, bits, "links.x: nobody hears anybody: at best, between a and b at 10000 m, a frame arrives 1 dB too weak to be received, without fading; "},
		// 9,000 km take 139.1 + 621 dB, of 80 that there are.
		{spheres, kilohertz + "160dB}", aloha, "at: [9000km, 0m, 0m]", bits, "links.x: nobody hears anybody: at best, between a and b at 9e+06 m, a frame arrives 680 dB too weak to be received, without fading; "},
		{wire, kilobit, aloha + "}\n    cutoff: 20dB #", near, bits, ""}, // who is far below the noise is not heard anyway
		// Fading lifts a frame by 20 dB at most, and who moves at 1 m/s is nearer in the end, by 600 m: 79.463 + 0.649 + 80 = 160.111 dB.
		{spheres, kilohertz + "159.7dB}, fading: rayleigh", aloha, tenKm, bits, ""},
		{spheres, kilohertz + "140dB}, fading: rayleigh", aloha, tenKm, bits, "links.x: nobody hears anybody: "},
		{spheres, kilohertz + "160.2dB}", aloha, tenKm + ", velocity: [-1m/s, 0m/s, 0m/s]", bits, ""},
		{spheres, kilohertz + "160dB}", aloha, tenKm + ", velocity: [-1m/s, 0m/s, 0m/s]", bits, "links.x: nobody hears anybody: at best, between a and b at 9400 m, a frame arrives 0.111 dB too weak"},
		// 100 / 1500 = 0.067, and 2 / 1500 = 0.00133.
		{wire, kilobit, aloha, moving + "[0m/s, 100m/s, 0m/s]", bits, "links.x.modem: a and b may pass each other at 100 m/s, which shifts frequencies by 0.067, and this modem takes any shift; "},
		{wire, kilobit, aloha, moving + "[0m/s, 14.9m/s, 0m/s]", bits, ""},
		{wire, kilobit + ", doppler_tolerance: 0.0013", aloha, moving + "[2m/s, 0m/s, 0m/s]", bits, "links.x.modem.doppler_tolerance: a and b may pass each other at 2 m/s, which shifts frequencies by 0.0013, and the modem receives nothing that is shifted by more than 0.0013; "},
		{wire, kilobit + ", doppler_tolerance: 0.0014", aloha, moving + "[2m/s, 0m/s, 0m/s]", bits, ""},
		{"type: ideal, speed: 0m/s", kilobit, aloha, moving + "[0m/s, 100m/s, 0m/s]", bits, ""},
		// 600 s at 1 kbit/s.
		{wire, kilobit, aloha, near, "size: 600000bit, stop: 5s", ""},
		{wire, kilobit, aloha, near, "size: 600001bit, stop: 5s", "traffic[0].size: 600001 bit are 600 s on the air, and the run lasts 600 s, so that none of them ever arrives; "},
		{wire, kilobit + ", draw: {transmit: 3W, receive: 2W, idle: 1W, sleep: 1W}", aloha, near, bits, ""},
		{wire, kilobit + ", draw: {transmit: 3W, receive: 2W, idle: 1W, sleep: 1.1W}", aloha, near, bits, "links.x.modem: asleep it draws 1.1 W, which is more than awake: 1 W listening, 2 W receiving and 3 W transmitting; "},
		{wire, kilobit + ", draw: {sleep: 1mW}", aloha, near, bits, "links.x.modem: asleep it draws 0.001 W, which is more than awake: 0 W listening"},
		// There and back are 0.2 s, and the pause before an answer is 50 ms.
		{wire, deaf + "250ms", "type: polling, station: a", near, large, ""},
		{wire, deaf + "251ms", "type: polling, station: a", near, large, "links.x.mac.turnaround: 50ms is too short, because the modem is deaf for 251ms after it has sent, and from nearby the next frame comes 250ms after that: it is lost; make it 251ms or more"},
		{wire, deaf + "51ms", "type: polling, station: a", moving + "[0m/s, 1m/s, 0m/s]", large, "links.x.mac.turnaround: 50ms is too short, because the modem is deaf for 51ms after it has sent, and from nearby the next frame comes 50ms after that"},
		{wire, deaf + "250ms", "type: waiting-room, station: a", near, large, ""},
		{wire, deaf + "251ms", "type: waiting-room, station: a", near, large, "links.x.mac.turnaround: 50ms is too short"},
		{wire, deaf + "210ms", "type: aloha, ack: true, ack_pause: 10ms", near, large, ""},
		{wire, deaf + "211ms", "type: aloha, ack: true, ack_pause: 10ms", near, large, "links.x.mac.ack_pause: 10ms is too short, because the modem is deaf for 211ms"},
		{wire, deaf + "211ms", "type: aloha, ack_pause: 10ms", near, large, ""},
		// The frame of the next slot comes after the propagation time of 0.1 s, the guard and the way.
		{wire, deaf + "210ms", "type: tdma, guard: 10ms", near, large, ""},
		{wire, deaf + "211ms", "type: tdma, guard: 10ms", near, large, "links.x.mac.guard: 10ms is too short, because the modem is deaf for 211ms after it has sent, and from nearby the next frame comes 210ms after that: it is lost; make it 111ms or more"},
		{wire, deaf + "310ms", "type: tdma, guard: 10ms, propagation: 200ms", near, large, ""},
		{wire, deaf + "311ms", "type: tdma, guard: 10ms, propagation: 200ms", near, large, "links.x.mac.guard: 10ms is too short"},
	} {
		text := strings.NewReplacer("CHANNEL", row.channel, "MODEM", row.modem, "MAC", row.mac, "AT", row.at, "TRAFFIC", row.traffic).Replace(plausible)
		warnings, err := parse(t, text).Check()
		if err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
		if row.want == "" && len(warnings) > 0 || row.want != "" && (len(warnings) != 1 || !strings.HasPrefix(warnings[0], row.want)) {
			t.Errorf("%s: %q, want %q", strings.Join([]string{row.channel, row.modem, row.mac, row.at, row.traffic}, "; "), warnings, row.want)
		}
	}
}

// A modem that hears again before the poll after its answer comes works, and one that is deaf until then gets nothing.
func TestDeafModemInARun(t *testing.T) {
	for turnaround, works := range map[string]bool{"249ms": true, "251ms": false} {
		text := strings.NewReplacer("CHANNEL", "type: ideal, speed: 1500m/s", "MODEM", "rate: 1kbps, turnaround: "+turnaround,
			"MAC", "type: polling, station: b", "AT", "at: [150m, 0m, 0m]", "TRAFFIC", "size: 500bit").Replace(plausible)
		if ratio := run(t, parse(t, text), nil).summary.Total.Packets.DeliveryRatio; works && ratio < 0.9 || !works && ratio > 0 {
			t.Errorf("deaf for %s: %g of the packets are delivered", turnaround, float64(ratio))
		}
	}
}

// No bundled scenario is worth a warning, but for that of ns-3, whose nodes always have a packet, and that which has no
// equaliser against its echoes.
func TestBundledWithoutWarnings(t *testing.T) {
	for _, name := range Standard().Bundled() {
		warnings, err := load(t, name).Check()
		if name == "cw-mac" && len(warnings) == 1 && strings.HasPrefix(warnings[0], "links.acoustic: n1 is to send sink 4.17 times as many packets as cw-mac lets it send") {
			continue
		}
		if name == "docking-rays" && len(warnings) == 1 && strings.HasPrefix(warnings[0], "links.acoustic.modem.window: 14 of 15 pairs of nodes that hear each other lose most frames at any power") {
			continue
		}
		if err != nil || len(warnings) > 0 {
			t.Errorf("%s: %q, %v", name, warnings, err)
		}
	}
}
