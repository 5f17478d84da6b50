package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"halocline/cmd/command"
	"halocline/sim/simtest"
)

// indices are the Sobol indices of a table, by parameter and column.
func indices(t *testing.T, text string) map[string]struct{ Estimate, Low, High float64 } {
	t.Helper()
	var tables []struct {
		Cells []struct {
			Row, Column         string
			Estimate, Low, High *float64
		}
	}
	if err := json.Unmarshal([]byte(text), &tables); err != nil || len(tables) != 1 {
		t.Fatalf("%v\n%s", err, text)
	}
	out := map[string]struct{ Estimate, Low, High float64 }{}
	for _, c := range tables[0].Cells {
		if c.Low != nil {
			out[c.Row+" "+c.Column] = struct{ Estimate, Low, High float64 }{*c.Estimate, *c.Low, *c.High}
		}
	}
	return out
}

// Slotted ALOHA without delays, whose senders have room for one packet: each of n = 20 senders sends in a slot of the length T with the
// probability 1 - e^-x, x = rate T, of x packets that it is offered, and is alone with e^-(n-1)x (bench/reproduce/theory, saloha.go). So the delivery ratio is
//
//	D(rate, T) = (1 - e^-x) / x e^-19x, x = rate 488 bit / modem rate,
//
// which the temperature of the water has no part in. With rates uniform from 0.02/s to 0.1/s and from 600 to 1800 bps, Simpson's rule with 400
// intervals for each, in Python, gives the mean 0.61324, the variance 0.0220033, and
//
//	S1 = 0.62160 of the traffic, 0.36328 of the modem;   ST = 1 - S1 of the other: 0.63672, 0.37840.
//
// A run of 1000 s offers 20000 rate packets. Were they lost independently, their ratio would have the variance E D (1-D) / (20000 rate), some 0.22 x 20.1/20000 =
// 0.00022 with E 1/rate = ln 5 / 0.08, which is 1 % of all. Packets that collide are lost together, so that chance has up to twice that; shares of parameters are smaller
// by it. The intervals of 64 points are wider.
func TestSensitivityOfSlottedAloha(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	args := []string{
		"sensitivity", "slotted-aloha", "--of", "packets.delivery_ratio", "--method", "sobol", "--rows", "64",
		"--set", "duration=1000s", "--set", "nodes.n.place.radius=0m", "--set", "links.acoustic.channel=ideal",
		"--set", "links.acoustic.modem={type: plain, rate: 1kbps, capture: off}",
		"--set", "links.acoustic.mac={type: slotted-aloha, header: 0bit, size: 488bit, queue: 1}",
		"--vary", "traffic[0].rate=0.02/s..0.1/s", "--vary", "links.acoustic.modem.rate=600bps..1800bps", "--vary", "water.temperature=2degC..20degC",
	}
	r := halocline(t, dir, args...)
	r.expect(t, "sensitivity", command.OK, "Shares of the variance of packets.delivery_ratio", "640 runs made; slotted-aloha-sobol.db holds 640, 0 failed")
	got := indices(t, halocline(t, dir, "table", "slotted-aloha-sobol.db", "--json").out)
	const chance = 0.03
	for name, want := range map[string]float64{
		"traffic[0].rate S1": 0.62160, "links.acoustic.modem.rate S1": 0.36328, "water.temperature S1": 0,
		"traffic[0].rate ST": 0.63672, "links.acoustic.modem.rate ST": 0.37840, "water.temperature ST": 0,
	} {
		if i, ok := got[name]; !ok || want < i.Low-1e-9 || (1-chance)*want > i.High+1e-9 || i.High-i.Low > 0.5 {
			t.Errorf("%s is %.3f, %.3f to %.3f, and %.3f in theory", name, i.Estimate, i.Low, i.High, want)
		}
	}
	if c := got["chance ST"]; c.Estimate < 0.005 || c.Estimate > chance {
		t.Errorf("chance has a share of %.4f", c.Estimate)
	}
	halocline(t, dir, args...).expect(t, "the same again", command.BadInput, "", "the file exists; add --resume")
	again := halocline(t, dir, append(args, "--resume")...)
	again.expect(t, "with --resume", command.OK, r.out, "0 runs made")
}

// Elementary effects of all numbers come first, and those that have any go on to Sobol indices. The results can be drawn.
func TestScreening(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	write(t, dir, "pair.yaml", "name: pair\nduration: 100s\nlinks: {a: {channel: ideal, modem: {type: plain, rate: 1kbps}, mac: aloha}}\n"+
		"nodes: [{name: sink}, {name: n, at: [10m, 0m, 0m]}]\ntraffic: [{type: periodic, from: n, to: sink, period: 1s, size: 100bit}]\nwater: {temperature: 4degC}\n")
	r := halocline(t, dir, "sensitivity", "pair.yaml", "--of", "packets.goodput", "--rows", "16", "--repeat", "1")
	r.expect(t, "sensitivity", command.OK, "Effects of parameters on packets.goodput (bit/s)", "5 parameters are varied: ")
	for _, want := range []string{"go on to Sobol indices; the others stay as they are: traffic[0].period, traffic[0].size", "pair-sobol.db holds 64, 0 failed"} {
		if !strings.Contains(r.err, want) {
			t.Errorf("no %q in %s", want, r.err)
		}
	}
	if _, sobol, ok := strings.Cut(r.out, "Shares of the variance"); !ok || strings.Contains(sobol, "water.temperature") || !strings.Contains(sobol, "traffic[0].size") {
		t.Error(r.out)
	}
	halocline(t, dir, "report", "pair-sobol.db", "-o", "out").expect(t, "report", command.OK, "", "files written to out")
	halocline(t, dir, "sensitivity", "mac-comparison", "--of", "a").expect(t, "a study of a grid", command.BadInput, "", "mac-comparison varies a grid; with the key sensitivity")
	write(t, dir, "mine.yaml", "name: mine\nbase: pair.yaml\nsweep: {\"traffic[0].size\": {from: 50bit, to: 100bit, step: 1bit}}\nsensitivity: {method: morris, rows: 4, of: [packets.goodput]}\n")
	halocline(t, dir, "sensitivity", "mine.yaml").expect(t, "a study", command.OK, "traffic[0].size", "8 runs made; mine.db holds 8, 0 failed")
}
