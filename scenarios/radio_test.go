package scenarios

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"halocline/scenarios/strict"
	"halocline/sim/trace"
)

// Who does not choose the law of the loss of radio in water is told what absorption alone
// leaves out: over 10 m at 10 MHz in water of 0.01 S/m 49.711893 - 18.179406 = 31.5 dB, with
// the losses that phy/rf holds against Python. Nothing is said to who chooses, nor in air.
func TestUnchosenLawOfLossIsSaid(t *testing.T) {
	const text = "name: s\nduration: 1s\nlinks: {r: {channel: {type: rf, conductivity: 0.01S/m%s}, modem: wfs-seatooth-s300, mac: aloha}}\n" +
		"nodes: [{name: a, at: [0m, 0m, %gm]}, {name: b, at: [5m, 0m, %gm]}]\n"
	const want = "links.r.channel: the law of the loss in water is not chosen"
	for _, row := range []struct {
		chosen string
		z      float64
		warns  bool
	}{{"", -5, true}, {", loss: absorption", -5, false}, {", loss: friis", -5, false}, {"", 5, false}} {
		warnings, err := parse(t, fmt.Sprintf(text, row.chosen, row.z, row.z)).Check()
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Join(warnings, "\n")
		if strings.Contains(said, want) != row.warns || row.warns && !strings.Contains(said, "31.5 dB over 10 m") {
			t.Errorf("%+v: %q", row, said)
		}
	}
}

// A threshold above the power is worth a warning with the share that fading lifts over it,
// e^-1.6 = 20 %.
func TestThresholdThatFadingReaches(t *testing.T) {
	const text = "name: s\nduration: 1s\nlinks: {r: {channel: ideal, modem: {type: plain, fading: rayleigh, " +
		"budget: {type: watts, power: 1W, threshold: 1.6W}}, mac: aloha}}\nnodes: [{name: a}, {name: b}]\n"
	warnings, err := parse(t, text).Check()
	const want = "links.r.modem: the threshold is 2.04 dB above the transmitted power: only what fading lifts over it is received, 20 % of the frames"
	if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], want) {
		t.Errorf("%q, %v", warnings, err)
	}
}

// Of 20,001 packets a share p of 0.2 is lost in the one key that says so, within four
// deviations of a binomial count, 4 sqrt(0.2 x 0.8 x 20001) = 226, with every way of judging
// overlaps; with 0 none is, and with 1 all are. Among others, frames collide as before.
func TestLossInOneKey(t *testing.T) {
	const text = "name: s\nduration: 20000s\nlinks: {r: {channel: ideal, modem: {type: plain, overlap: %s, errors: {type: loss, probability: %g}}, mac: aloha}}\n" +
		"nodes: [{name: a}, {name: b}]\ntraffic: [{type: periodic, phase: same, from: a, to: b, period: 1s, size: 100bit}]\n"
	for _, overlap := range []string{"worst", "mean", "chunks"} {
		for p, slack := range map[float64]float64{0: 0, 0.2: 226, 1: 0} {
			got := run(t, parse(t, fmt.Sprintf(text, overlap, p)), nil).summary.Total.Packets
			lost := got.Lost[trace.BitError]
			if math.Abs(float64(lost)-p*float64(got.Offered-got.InFlight)) > slack || got.Delivered+lost+got.InFlight != got.Offered || got.Offered != 20001 {
				t.Errorf("%s, %g: %d of %d are lost, %d delivered", overlap, p, lost, got.Offered, got.Delivered)
			}
		}
	}
	colliding := strict.Set{Path: "links.acoustic.modem.errors", Value: "{type: loss, probability: 0.5}"}
	if got := run(t, load(t, "aloha20", colliding), nil).summary.Total.Packets.Lost; got[trace.Collision] == 0 || got[trace.BitError] == 0 {
		t.Errorf("among 20 nodes that all send: %v", got)
	}
}
