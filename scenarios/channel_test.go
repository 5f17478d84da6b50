package scenarios

import (
	"context"
	"strings"
	"testing"

	"halocline/phy"
	"halocline/sim/trace"
)

// Three nodes in a row, 1 km apart, in a channel that ends at 1.5 km: what a sends to c is
// lost out of range, and b, which is in the middle, gets through, with any protocol.
func TestChannelWithARange(t *testing.T) {
	const text = `
name: hops
duration: 100s
links: {water: {channel: {type: ideal, speed: 1500m/s, range: 1.5km}, modem: plain, mac: {type: MAC}}}
nodes: [{name: a}, {name: b, at: [1km, 0m, 0m]}, {name: c, at: [2km, 0m, 0m]}]
traffic:
  - {type: periodic, from: a, to: c, period: 10s, size: 100bit}
  - {type: periodic, from: b, to: c, period: 10s, size: 100bit}
`
	for _, mac := range []string{"aloha", "tdma, size: 100bit", "aloha, ack: true"} {
		got := run(t, parse(t, strings.Replace(text, "MAC", mac, 1)), nil)
		all := got.summary.Total.Packets
		lost := all.Lost[trace.OutOfRange] + all.Dropped[trace.RetriesExhausted] + all.Dropped[trace.QueueFull]
		if all.Offered != 20 || all.Delivered != 10 || lost+all.InFlight != 10 || mac != "aloha, ack: true" && lost != 10 {
			t.Errorf("%s: %+v", mac, all)
		}
		if missed := got.summary.Total.Frames.Missed[trace.OutOfRange]; missed < 10 {
			t.Errorf("%s: %d arrivals are counted as out of range", mac, missed)
		}
	}
	want := "a.yaml:4:63: -1m is out of range; write at least 0m and at most 1e7m"
	if got := faultOf("a.yaml", strings.Replace(strings.Replace(text, "1.5km", "-1m", 1), "MAC", "aloha", 1)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	alone := parse(t, strings.Replace(strings.Replace(text, "1.5km", "500m", 1), "MAC", "aloha", 1))
	s, err := alone.Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	nobody := "links.water: nobody hears anybody: nothing arrives anywhere, between a and b, at 1000 m, because of out-of-range; have them nearer, or look at the channel"
	if w := s.Warnings(); len(w) == 0 || w[0] != nobody {
		t.Errorf("warnings %q", w)
	}
}

// counter counts what it is told of.
type counter struct{ sent, began, ended, received int64 }

func (c *counter) Sent(*phy.Sent)   { c.sent++ }
func (c *counter) Began(*phy.Heard) { c.began++ }
func (c *counter) Ended(h *phy.Heard) {
	if c.ended++; h.Received {
		c.received++
	}
}

// An observer of a link sees all of its frames, in all of its bands, and the run stays as it is.
func TestObserveALink(t *testing.T) {
	for name, link := range map[string]string{"docking": "acoustic", "fdma8": "acoustic"} {
		plan := load(t, name)
		want := run(t, load(t, name), nil)
		fingerprint, ledger := trace.NewFingerprint(), trace.NewLedger(plan.Names())
		s, err := plan.Build(nil, trace.Tee(fingerprint, ledger))
		if err != nil {
			t.Fatal(err)
		}
		seen := new(counter)
		if err := s.ObserveLink(link, seen); err != nil {
			t.Fatal(err)
		}
		if err := s.ObserveLink("ether", seen); err == nil || !strings.HasPrefix(err.Error(), `unknown link "ether"`) {
			t.Error(err)
		}
		end, err := s.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if got := fingerprint.Sum(); got != want.fingerprint {
			t.Errorf("%s: fingerprint %s with an observer, %s without", name, got, want.fingerprint)
		}
		for i, l := range ledger.Close(end).PerLink {
			f := l.Frames
			if l.Link == link && (seen.sent != f.Sent || seen.received != f.Received || seen.ended < f.Received || seen.began < seen.ended || f.Sent == 0) {
				t.Errorf("%s, link %d: observed %+v of %+v", name, i, *seen, f)
			}
		}
	}
}

// A key of another model than the default one names the models that have it, and a boundary says what it lacks.
func TestFaultsOfBoundaries(t *testing.T) {
	const text = "name: n\nduration: 1s\nwater: {seabed: 50m}\nlinks: {water: {channel: {type: rays, KEY}, modem: plain, mac: aloha}}\nnodes: [{name: a, at: [0m, 0m, -5m]}, {name: b, at: [9m, 0m, -5m]}]\n"
	for key, want := range map[string]string{
		"bottom: {loss: 6dB}":    `a.yaml:4:48: unknown key "loss"; there is none to choose from; it is a key of loss: write type: loss beside it`,
		"surface: {loss: 1dB}":   `a.yaml:4:49: unknown key "loss"; known: wind; it is a key of loss: write type: loss beside it`,
		"noise: none":            "a.yaml:4:26: the loss at the surface needs a wind, and the ambient noise knows none; write surface: {wind: 5m/s}",
		"bottom: {type: table}":  `a.yaml:4:47: key "file" is missing`,
		"spreading: 2, sum: any": `a.yaml:4:39: unknown key "spreading"; did you mean links.water.channel.spreading, with type: acoustic? Known here (in rays): absorption, noise, ships, bottom, surface, bounces, steepest, faint, sum, terrain`,
	} {
		got := faultOf("a.yaml", strings.Replace(text, "KEY", key, 1))
		if plan, err := Standard().Parse("a.yaml", strings.Replace(text, "KEY", key, 1), nil); got == "" && err == nil {
			if _, err := plan.Build(nil, nil); err != nil {
				got = err.Error()
			}
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}
