package scenarios

import (
	"math"
	"strings"
	"testing"

	"halocline/sim"
	"halocline/sim/trace"
)

// pinging is a sender, a receiver 1500 m away, and beside that a sonar that pings for 100 ms once a second. A frame is 200 ms on the air,
// and the next one is sent 1.618034 s later, so that the frames come at all times between two pings alike. A fan has no bottom to see.
const pinging = `
name: pinging
duration: 1618.034s
water: {density: 1025kg/m3}
links:
  water: {channel: {type: ideal, speed: 1500m/s}, modem: {type: plain, frequency: 25kHz, bandwidth: 4kHz, rate: 1kbps, capture: "off"}, mac: {type: aloha, header: 0bit}}
nodes:
  - {name: a, at: [0m, 0m, -40m]}
  - {name: b, at: [1500m, 0m, -40m]}
  - {name: c, at: [1510m, 0m, -40m], links: [], instruments: [{type: fan, period: 1s, interferes: {link: water, level: 190dB, pulse: 100ms, frequency: 25kHz, bandwidth: 4kHz}}]}
traffic:
  - {type: periodic, from: a, to: b, period: 1.618034s, size: 200bit}
`

// Of the frames that come at all times alike a receiver that a ping spoils loses those that overlap one: (0.2 + 0.1)/1 of them. A
// modem that tells a frame from 10 dB on, and reads it from 8 dB on, loses none by a ping that is 13 dB weaker, those that begin within
// one that is 9 dB weaker, 0.1, and all that meet one that is 5.5 dB weaker, if that is in its band: with half of its power there a
// ping is 8.5 dB weaker. Nobody takes a ping for a frame.
func TestPingsCostTheirShareOfFrames(t *testing.T) {
	for what, want := range map[string]float64{
		"":                            0.3,
		"pulse: 300ms":                0.5,
		"level: 177dB, first-lock":    0,
		"level: 181dB, first-lock":    0.1,
		"level: 184.5dB, first-lock":  0.3,
		"level: 184.5dB, half a band": 0.1,
	} {
		text := pinging
		if level, _, ok := strings.Cut(what, ", "); ok {
			text = strings.NewReplacer("level: 190dB", level, `capture: "off"`, "capture: first-lock").Replace(text)
		}
		switch what {
		case "pulse: 300ms":
			text = strings.Replace(text, "pulse: 100ms", what, 1)
		case "level: 184.5dB, half a band":
			text = strings.Replace(text, "frequency: 25kHz, bandwidth: 4kHz}}", "frequency: 27kHz, bandwidth: 4kHz}}", 1)
		}
		sent, lost, ofPings := 0, 0, 0
		for _, r := range emitted(t, text) {
			switch {
			case r.Kind == trace.TxStart:
				sent++
			case r.Kind == trace.RxLost || r.Kind == trace.RxMissed:
				if lost++; r.Cause != trace.Collision {
					t.Errorf("%s: a frame is lost by %v", what, r.Cause)
				}
			}
			if r.Peer == 2 || r.Node == 2 {
				ofPings++
			}
		}
		if share := float64(lost) / float64(sent); sent != 1000 || math.Abs(share-want) > 0.005 || ofPings > 0 {
			t.Errorf("%s: %d of %d lost, want %.3g; %d records of pings", what, lost, sent, want, ofPings)
		}
	}
}

// emitted returns what a run tells.
func emitted(t *testing.T, text string) (all facts) {
	t.Helper()
	s, err := parse(t, text).Build(nil, &all)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return all
}

// CSMA takes a ping for a busy channel. With the sonar beside the sender no frame begins in the 100 ms from each full second on, and
// what would have begun there is sent all the same: a tenth of all frames, which wait for the end of the ping.
func TestPingsAreSensed(t *testing.T) {
	text := strings.NewReplacer("[1510m,", "[1m,", "{type: aloha, header: 0bit}", "{type: csma, persistence: 1-persistent, header: 0bit}").Replace(pinging)
	sent, waited := 0, 0
	offered := map[uint64]sim.Time{}
	for _, r := range emitted(t, text) {
		switch r.Kind {
		case trace.Offered:
			offered[r.Pkt] = r.At
		case trace.TxStart:
			sent++
			if within := r.At.Seconds() - math.Floor(r.At.Seconds()); within > 1./1500+1e-9 && within < 0.1 {
				t.Errorf("a frame begins %.4f s after a ping", within)
			}
			if r.At > offered[r.Pkt] {
				waited++
			}
		}
	}
	if sent != 1000 || waited < 95 || waited > 105 {
		t.Errorf("%d sent, %d of them waited", sent, waited)
	}
}

// What does not disturb a link is a fault at its place.
func TestFaultsOfInterference(t *testing.T) {
	for change, want := range map[string]string{
		"link: water>link: air": `unknown link "air"`,
		"frequency: 25kHz, bandwidth: 4kHz}}>frequency: 400kHz, bandwidth: 4kHz}}": "its band of 4000 Hz around 400000 Hz does not meet that of link water, 4000 Hz around 25000 Hz",
		"pulse: 100ms>pulse: 1.1s":             "a ping of 1.1s does not end before the next one, after 1s",
		"bandwidth: 4kHz}}>bandwidth: 60kHz}}": "reaches below 0 Hz",
		"pulse: 100ms, >":                      "pulse",
		`capture: "off">budget: watts`:         "the link budget of water is in W",
	} {
		from, to, _ := strings.Cut(change, ">")
		got := faultOf("a.yaml", strings.Replace(pinging, from, to, 1))
		if !strings.Contains(got, want) || !strings.HasPrefix(got, "a.yaml:") {
			t.Errorf("%s:\n got %s\nwant %s", change, got, want)
		}
	}
}
