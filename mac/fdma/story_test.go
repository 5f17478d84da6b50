package fdma_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"halocline/mac"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// The stories are whole scenarios, because bands are made where a scenario is
// put together.
func TestStories(t *testing.T) {
	simtest.Stories(t, "testdata/*.story", func(t *testing.T, s simtest.Story) string {
		p := &play{rate: "1kbps"}
		for i, line := range s.Input {
			if err := p.read(strings.Fields(line)); err != nil {
				t.Fatalf("%s: %v", s.Place(i), err)
			}
		}
		plan, err := scenarios.Standard().Parse("story.yaml", p.scenario(), nil)
		if err != nil {
			t.Fatal(err)
		}
		p.names = plan.Names().Nodes
		run, err := plan.Build(nil, p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := run.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		return p.told.String()
	})
}

// play is a story being acted out.
type play struct {
	rate    string // of the whole band
	options string // of the protocol
	nodes   strings.Builder
	traffic strings.Builder
	names   []string
	told    strings.Builder
}

// read takes one line of the input.
func (p *play) read(words []string) error {
	switch {
	case words[0] == "nodes":
		for _, word := range words[1:] {
			name, place, _ := strings.Cut(word, "=")
			fmt.Fprintf(&p.nodes, "  - {name: %s, at: [%s, 0m, 0m]}\n", name, place)
		}
		return nil
	case words[0] == "band" && len(words) == 2:
		p.rate = words[1]
		return nil
	case words[0] == "with":
		p.options += ", " + strings.Join(words[1:], " ")
		return nil
	case len(words) == 7 && words[1] == "sends" && words[3] == "to" && words[5] == "at":
		var at float64
		if _, err := fmt.Sscanf(words[6], "%gs", &at); err != nil {
			return fmt.Errorf("when is %q?", words[6])
		}
		fmt.Fprintf(&p.traffic, "  - {type: periodic, phase: same, from: %s, to: %s, size: %s, period: 1h, start: %s, stop: %gs}\n",
			words[0], words[4], words[2], words[6], at+1)
		return nil
	}
	return fmt.Errorf("what is %q?", words)
}

// scenario writes the story as a scenario.
func (p *play) scenario() string {
	return fmt.Sprintf(`name: story
duration: 1000s
links:
  water:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: %s, capture: off}
    mac: {type: fdma, header: 0bit%s}
nodes:
%straffic:
%s`, p.rate, p.options, p.nodes.String(), p.traffic.String())
}

// Emit tells a record in words.
func (p *play) Emit(r trace.Record) {
	peer := "everybody"
	if r.Peer != mac.Everybody {
		peer = p.names[r.Peer]
	}
	span := plain(sim.Time(sim.Seconds(r.Value)))
	fmt.Fprintf(&p.told, "%s %s ", plain(r.At), p.names[r.Node])
	switch r.Kind {
	case trace.Offered:
		fmt.Fprintf(&p.told, "is offered p%d to %s\n", r.Pkt, peer)
	case trace.Refused:
		fmt.Fprintf(&p.told, "refuses p%d: %v\n", r.Pkt, r.Cause)
	case trace.TxStart:
		fmt.Fprintf(&p.told, "sends p%d for %s\n", r.Pkt, span)
	case trace.RxOK:
		fmt.Fprintf(&p.told, "hears p%d\n", r.Pkt)
	case trace.RxLost:
		fmt.Fprintf(&p.told, "loses p%d: %v\n", r.Pkt, r.Cause)
	case trace.RxMissed:
		fmt.Fprintf(&p.told, "misses p%d: %v\n", r.Pkt, r.Cause)
	case trace.Delivered:
		fmt.Fprintf(&p.told, "gets p%d after %s\n", r.Pkt, span)
	default:
		fmt.Fprintf(&p.told, "%+v\n", r)
	}
}

// plain writes a time in seconds, without zeros at the end.
func plain(t sim.Time) string {
	digits := strings.TrimRight(strings.TrimSuffix(t.String(), "s"), "0")
	return strings.TrimSuffix(digits, ".") + "s"
}
