package fdma_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"halocline/mac"
	"halocline/phy"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/trace"
)

// What a scenario makes of a divided band: media, modems, radios and books.

// crowd is five nodes within a millimetre, each of which sends to all others, one
// after the other. The channel has no spreading and counts absorption from one
// metre on, where it is below 0.005 dB, a thousandth, in all of the band.
const crowd = `name: crowd
duration: 100s
links:
  sea:
    channel: {type: acoustic, spreading: 0, noise: {type: wenz, wind: 5m/s}}
    modem: {type: plain, frequency: 12kHz, bandwidth: 20kHz, rate: 10kbps}
    mac: {type: fdma, header: 0bit}
nodes:
  - {name: n, count: 5, at: [0m, 0m, -50m], place: {type: line, step: [0.0002m, 0m, 0m]}}
traffic:
  - {type: periodic, phase: same, from: n1, to: everybody, size: 1000bit, period: 1h, start: 10s}
  - {type: periodic, phase: same, from: n2, to: everybody, size: 1000bit, period: 1h, start: 20s}
  - {type: periodic, phase: same, from: n3, to: everybody, size: 1000bit, period: 1h, start: 30s}
  - {type: periodic, phase: same, from: n4, to: everybody, size: 1000bit, period: 1h, start: 40s}
  - {type: periodic, phase: same, from: n5, to: everybody, size: 1000bit, period: 1h, start: 50s}
`

// records are the facts of a run.
type records []trace.Record

func (r *records) Emit(record trace.Record) { *r = append(*r, record) }

// playScenario runs a scenario.
func playScenario(t *testing.T, text string, sets ...strict.Set) (*scenarios.Simulation, *scenarios.Plan, records, trace.Summary) {
	t.Helper()
	plan, err := scenarios.Standard().Parse("bands.yaml", text, sets)
	if err != nil {
		t.Fatal(err)
	}
	var all records
	ledger := trace.NewLedger(plan.Names())
	run, err := plan.Build(nil, trace.Tee(&all, ledger))
	if err != nil {
		t.Fatal(err)
	}
	end, err := run.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return run, plan, all, ledger.Close(end)
}

func set(path, value string) strict.Set { return strict.Set{Path: path, Value: value} }

// noises returns the noise over the signal, by sender, as the receivers tell it:
// all signals have the same power.
func noises(t *testing.T, sets ...strict.Set) []float64 {
	t.Helper()
	_, _, all, s := playScenario(t, crowd, sets...)
	if f := s.Total.Frames; f.Received != 20 || f.Sent != 5 {
		t.Fatalf("%d frames sent and %d received, want 5 and 20", f.Sent, f.Received)
	}
	noise := make([]float64, 5)
	for _, r := range all {
		if r.Kind == trace.RxOK {
			noise[r.Peer] = 1 / r.Value
		}
	}
	return noise
}

func sum(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}

// The noise powers of the parts of a band add up to that of the whole, however
// it is divided, if the noise is integrated. By the density at the centres they
// add up to more, because it falls steeply at the lower end. And a gap takes its
// part of the noise away.
func TestNoiseAddsUp(t *testing.T) {
	whole := noises(t, set("links.sea.mac", "{type: aloha, header: 0bit}"))[0]
	shares := set("links.sea.mac.shares", "[1, 5, 2, 0.5, 1.5]")
	for name, parts := range map[string][]float64{
		"equal":  noises(t),
		"shares": noises(t, shares),
	} {
		if got := sum(parts) / whole; math.Abs(got-1) > 1e-3 {
			t.Errorf("%s: the noises %v are %g of the whole", name, parts, got)
		}
		for i := 1; i < len(parts); i++ {
			if name == "equal" && parts[i] > parts[i-1]*0.9 {
				t.Errorf("%s: the noise of bands of one width does not fall: %v", name, parts)
			}
		}
	}
	centre := set("links.sea.channel.noise.band", "centre")
	whole = noises(t, set("links.sea.mac", "{type: aloha, header: 0bit}"), centre)[0]
	if got := sum(noises(t, centre)) / whole; got < 1.1 {
		t.Errorf("by the density at the centres the parts are %g of the whole", got)
	}
	// Flat noise goes by the width: four gaps of 0.05 leave 0.8.
	flat := set("links.sea.channel.noise", "{type: flat, level: 60dB}")
	whole = noises(t, set("links.sea.mac", "{type: aloha, header: 0bit}"), flat)[0]
	parts := noises(t, flat, shares, set("links.sea.mac.guard", "0.05"))
	for i, share := range []float64{0.1, 0.5, 0.2, 0.05, 0.15} {
		if got, want := parts[i]/whole, 0.8*share; math.Abs(got/want-1) > 1e-3 {
			t.Errorf("flat noise, band %d: %g of the whole, want %g", i, got, want)
		}
	}
}

// The same without radios, to the last digits.
func TestNoiseOfPartsAddsUp(t *testing.T) {
	plan, err := scenarios.Standard().Parse("bands.yaml", crowd, []strict.Set{set("links.sea.mac.shares", "[1, 5, 2, 0.5, 1.5]")})
	if err != nil {
		t.Fatal(err)
	}
	link := plan.Links[0]
	noise := func(modem *phy.ModemConfig) float64 {
		channel, err := link.Channel.Build(phy.ChannelEnv{Band: modem.Band(), Unit: modem.Unit()})
		if err != nil {
			t.Fatal(err)
		}
		return channel.Noise()
	}
	parts := 0.0
	for _, part := range link.MAC.(mac.Banded).Bands(5) {
		parts += noise(link.Modem.Part(part.From, part.Width))
	}
	if whole := noise(link.Modem); math.Abs(parts/whole-1) > 1e-9 {
		t.Errorf("the noise of the parts is %g uPa^2, that of the whole %g", parts, whole)
	}
}

// The bands of a modem from 10 to 14 kHz with gaps of 0.4 kHz, worked by hand:
// 3.2 kHz are left, shared as 2 to 1 to 1. The bit rate is 1000 bit/s in 4 kHz.
func TestPartsOfAModem(t *testing.T) {
	_, plan, all, _ := playScenario(t, `name: three
duration: 100s
links:
  sea: {channel: ideal, modem: {type: plain, frequency: 12kHz, bandwidth: 4kHz, rate: 1kbps}, mac: {type: fdma, header: 0bit, shares: [2, 1, 1], guard: 0.1}}
nodes:
  - {name: n, count: 3, place: {type: line, step: [15m, 0m, 0m]}}
traffic:
  - {type: periodic, phase: same, from: n, to: everybody, size: 100bit, period: 1h}
`)
	want := []phy.Band{{Centre: 10.8e3, Width: 1.6e3}, {Centre: 12.4e3, Width: 800}, {Centre: 13.6e3, Width: 800}}
	link := plan.Links[0]
	for i, part := range link.MAC.(mac.Banded).Bands(3) {
		band := link.Modem.Part(part.From, part.Width).Band()
		if math.Abs(band.Centre-want[i].Centre) > 1e-6 || math.Abs(band.Width-want[i].Width) > 1e-6 {
			t.Errorf("band %d: %v, want %v", i, band, want[i])
		}
	}
	for _, r := range all {
		if airtime := 100 / (want[r.Node].Width / 4); r.Kind == trace.TxStart && math.Abs(r.Value-airtime) > 1e-8 {
			t.Errorf("node %d is on the air for %g s, want %g", r.Node, r.Value, airtime)
		}
	}
}

// Absorption is that of the band's own centre. The five equal bands of 2 to 22 kHz
// have their centres at 4, 8, 12, 16 and 20 kHz. Thorp's formula, with f in kHz,
//
//	0.11 f^2/(1+f^2) + 44 f^2/(4100+f^2) + 2.75e-4 f^2 + 0.003 dB/km
//
// is 0.281969256 at 4 kHz and 4.133836797 at 20 kHz (computed with python), 3.8519
// dB more. The noise is flat: that is how much weaker, after a kilometre, the
// highest band is than the lowest.
func TestAbsorptionOfEachBand(t *testing.T) {
	sets := []strict.Set{
		set("links.sea.channel.noise", "{type: flat, level: 20dB}"),
		set("nodes[0].count", "4"), // n5 is the far node
		set("nodes[0].place", "{type: line, step: [0m, 0m, 0m]}"),
	}
	text := strings.Replace(crowd, "traffic:\n", "  - {name: n5, at: [1km, 0m, -50m]}\ntraffic:\n", 1)
	_, _, all, _ := playScenario(t, text, sets...)
	sinr := map[[2]int32]float64{}
	for _, r := range all {
		if r.Kind == trace.RxOK {
			sinr[[2]int32{r.Peer, r.Node}] = r.Value
		}
	}
	if got := 10 * math.Log10(sinr[[2]int32{0, 4}]/sinr[[2]int32{4, 0}]); math.Abs(got-3.8519) > 1e-3 {
		t.Errorf("the lowest band is heard %g dB better than the highest, want 3.8519", got)
	}
}

// A receiver that nobody listens with is asleep for the whole run; the others
// are not.
func TestSleepingReceivers(t *testing.T) {
	for _, c := range []struct {
		set   strict.Set
		awake string // by node, then by band
	}{
		{set("links.sea.mac.listen", "all"), "01111 10111 11011 11101 11110"},
		{set("links.sea.mac", "{type: fdma, listen: station, station: n2}"), "01000 10111 01000 01000 01000"},
	} {
		run, _, _, _ := playScenario(t, crowd, c.set)
		awake := ""
		for i, use := range run.Radios() {
			if i > 0 && i%5 == 0 {
				awake += " "
			}
			switch {
			case use.Sleep == 0:
				awake += "1"
			case use.Sleep+use.Transmit == 100 && use.Receive == 0 && use.Idle == 0:
				awake += "0"
			default:
				awake += "?"
			}
		}
		if awake != c.awake {
			t.Errorf("%s: %s, want %s", c.set.Value, awake, c.awake)
		}
	}
}

// Where the link and the configuration do not fit, the fault is at the key.
func TestFaultsHavePlaces(t *testing.T) {
	for _, c := range []struct{ mac, want string }{
		{"{type: fdma, shares: [1, 2, 3]}", "3 shares are given for the 5 nodes of the link: n1, n2, n3, n4, n5"},
		{"{type: fdma, shares: [1, 2, 3, 0, 1]}", "0 is out of range"},
		{"{type: fdma, guard: 0.25}", "4 gaps of 0.25 leave nothing of the band"},
		{"{type: fdma, listen: station}", "name that node"},
		{"{type: fdma, listen: station, station: n6}", `no node "n6" on this link; it has n1, n2, n3, n4, n5`},
	} {
		plan, err := scenarios.Standard().Parse("bands.yaml", crowd, []strict.Set{set("links.sea.mac", c.mac)})
		if err == nil {
			_, err = plan.Check()
		}
		var faults strict.Faults
		if !errors.As(err, &faults) || len(faults) != 1 || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%s: %v", c.mac, err)
		}
	}
}
