package capacity

import (
	"context"
	"fmt"
	"strings"
	"time"

	"halocline/bench/report/figure"
	"halocline/bench/report/paper"
	"halocline/bench/reproduce/claim"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// scene is some seconds of a run in which what decides can be seen, in space and time.
type scene struct {
	name     string
	from, to int // s
	sets     [][2]string
}

// scenes are those of all studies. Vehicles far from the station stand in a line with it, so that waves slant by the speed of sound.
func scenes() []scene {
	aloha := [2]string{"links.acoustic.mac", "{type: aloha, order: fresh}"}
	far := [][2]string{{"nodes.other.at", "[-375m, 0m, -30m]"}, {"nodes.other.place.step", "[-375m, 0m, 0m]"}, {"nodes.auv.at", "[-1502m, 0m, -30m]"}, {"nodes.auv.run.berth", "[-1500m, 0m, 0m]"}}
	alone := [2]string{"nodes.other", "null"}
	busy := [][2]string{{"traffic[0].rate", "0.5/s"}, {"traffic[1].rate", "0.5/s"}}
	return append([]scene{
		{"range-tdma", 20, 30, far},
		{"range-aloha", 30, 40, append([][2]string{aloha}, far...)},
		{"deafness", 20, 30, [][2]string{aloha, alone, {"traffic", "[{type: poisson, from: auv, to: dock, rate: 0.6/s, size: 4096bit}]"}}},
		{"losses", 20, 29, [][2]string{
			{"links.acoustic.mac", "{type: aloha, order: fresh, ack: true, window: 1, backoff: uniform}"},
			alone,
			{"traffic", "[{type: poisson, from: auv, to: dock, rate: 0.05/s, size: 512bit}]"},
			{"nodes.dock.run.acoustic.period", "2s"},
			{"links.acoustic.modem.errors", "{type: loss, probability: 0.5}"},
		}},
		{"load-aloha", 24, 29, append([][2]string{aloha}, busy...)},
		{"load-csma", 24, 29, append([][2]string{{"links.acoustic.mac", "{type: csma, order: fresh}"}}, busy...)},
	}, ofFewScenes()...)
}

// command is what draws a scene.
func (m scene) command() string {
	var b strings.Builder
	fmt.Fprintf(&b, "halocline plot station-keeping --what space-time --from %ds --to %ds", m.from, m.to)
	for _, s := range m.sets {
		set := s[0] + "=" + s[1]
		if strings.Contains(set, " ") || strings.Contains(set, "[") {
			set = "'" + set + "'"
		}
		b.WriteString(" --set " + set)
	}
	fmt.Fprintf(&b, " -o %s.svg", m.name)
	return b.String()
}

// draw makes the run and draws it.
func (m scene) draw(ctx context.Context) (claim.Figure, error) {
	sets := make([]strict.Set, len(m.sets))
	for i, s := range m.sets {
		sets[i] = strict.Set{Path: s[0], Value: s[1]}
	}
	plan, err := scenarios.Standard().Load("station-keeping", sets)
	if err != nil {
		return claim.Figure{}, fmt.Errorf("%s: %w", m.name, err)
	}
	view := paper.View{What: []string{"space-time"}, Link: -1, From: time.Duration(m.from) * time.Second, To: time.Duration(m.to) * time.Second}
	watched, err := view.Watch(plan)
	if err != nil {
		return claim.Figure{}, err
	}
	out, err := measure.Run(ctx, plan, watched.Options())
	if err != nil {
		return claim.Figure{}, err
	}
	pictures, err := watched.Pictures(out)
	if err != nil {
		return claim.Figure{}, err
	}
	return claim.Figure{Name: m.name, Figure: pictures[0].Drawing.(figure.Figure)}, nil
}
