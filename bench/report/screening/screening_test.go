package screening

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"halocline/bench/study"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// pool is a scenario with numbers of many kinds.
const pool = `name: pool
duration: 60s
warmup: 10s
probe: {period: 1s}
water: {temperature: 4degC}
links:
  sound:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps}
    mac: {type: slotted-aloha, size: 500bit, queue: 1, tolerance: 0.5}
nodes:
  - {name: sink}
  - {name: n, count: 2, at: [10m, 0m, -5m]}
traffic:
  - {type: poisson, from: n, to: sink, rate: 0.01/s, size: 500bit}
`

// next returns the first study of a screening of the pool.
func next(t *testing.T, s Screening) (*study.Study, *Screening, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "pool.yaml")
	if err := os.WriteFile(file, []byte(pool), 0o666); err != nil {
		t.Fatal(err)
	}
	s.Scenario, s.Within, s.Repeat = file, 0.2, 2
	made, err := s.Next(scenarios.Standard())
	return made, &s, err
}

// The numbers of a scenario are varied by a fifth. Whole ones stay whole and vary by 1 at least; a queue holds 1 at least, and
// what does not fit into a slot warns, so that these go one way. A zero, and how long a run is, stay.
func TestNumbersOfScenario(t *testing.T) {
	s, ask, err := next(t, Screening{Of: []string{"packets.delivery_ratio"}})
	if err != nil {
		t.Fatal(err)
	}
	_, sweep, _ := strings.Cut(s.Text, "sweep:\n")
	const want = `  "water.temperature": {from: 3.2degC, to: 4.8degC}
  "links.sound.channel.speed": {from: 1200m/s, to: 1800m/s}
  "links.sound.modem.rate": {from: 0.8kbps, to: 1.2kbps}
  "links.sound.mac.size": {from: 500bit, to: 600bit, step: 1bit}
  "links.sound.mac.queue": {from: 1, to: 2, step: 1}
  "links.sound.mac.tolerance": {from: 0.4, to: 0.6}
  "nodes.n.count": {from: 1, to: 3, step: 1}
  "nodes.n.at[0]": {from: 8m, to: 12m}
  "nodes.n.at[2]": {from: -6m, to: -4m}
  "traffic[0].rate": {from: 0.008/s, to: 0.012/s}
  "traffic[0].size": {from: 400bit, to: 500bit, step: 1bit}
`
	if sweep != want {
		t.Errorf("got\n%swant\n%s", sweep, want)
	}
	told := strings.Join(ask.Told, "\n")
	for _, part := range []string{"11 parameters are varied: water.temperature 3.2degC..4.8degC, ", "nodes.n.at[1] (0, of which", "duration warmup probe.period (which measures"} {
		if !strings.Contains(told, part) {
			t.Errorf("no %q in:\n%s", part, told)
		}
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
}

// Keys that are named have a range, values, or a fifth about what they are, under the overrides. These hold in all runs but where a key is varied.
func TestNamedKeys(t *testing.T) {
	s, _, err := next(t, Screening{
		Of: []string{"packets.delivery_ratio", "packets.goodput"}, Method: "sobol", Rows: 8,
		Sets: []strict.Set{{Path: "traffic[0].rate", Value: "1/s"}, {Path: "duration", Value: "30s"}},
		Vary: []string{"traffic[0].rate", "links.sound.mac=aloha,csma", "links.sound.modem.rate=100bps..1kbps", "nodes.n.count=1..9"},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(s.Text, "repeat: 2\n")
	const want = `sensitivity: {method: sobol, of: [packets.delivery_ratio, packets.goodput], rows: 8}
set:
  "duration": 30s
sweep:
  "traffic[0].rate": {from: 0.8/s, to: 1.2/s}
  "links.sound.mac": [aloha,csma]
  "links.sound.modem.rate": {from: 100bps, to: 1kbps}
  "nodes.n.count": {from: 1, to: 9, step: 1}
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// What cannot be varied is said.
func TestFaultsOfKeys(t *testing.T) {
	for key, want := range map[string]string{
		"nodes.n.count=0..x":    "--vary nodes.n.count=0..x: ",
		"links.sound.mac":       "--vary links.sound.mac: the scenario gives no number there; write its range, as in links.sound.mac=1..2",
		"links.sound.mac.depth": "--vary links.sound.mac.depth: the scenario gives no number there",
	} {
		if _, _, err := next(t, Screening{Of: []string{"a"}, Vary: []string{key}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", key, err, want)
		}
	}
	if _, _, err := next(t, Screening{}); err == nil || !strings.HasPrefix(err.Error(), "which metric? ") {
		t.Error(err)
	}
	if _, _, err := next(t, Screening{Of: []string{"a"}, Method: "sobel"}); err == nil || err.Error() != `--method: unknown method "sobel"; did you mean "sobol"?` {
		t.Error(err)
	}
}
