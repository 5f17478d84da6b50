package capacity

import (
	"fmt"
	"math"
	"strings"

	"halocline/bench/reproduce/claim"
)

// settings is the study in which each protocol is set in as many ways as could do something for it, where few of many send.
const settings = "mac-few-settings"

// ofFew are the orders where one station of 32 guides a vehicle, and few or all of the others send.
func ofFew() []order {
	const csma, alike = "CSMA with a short back-off", true
	return []order{
		{"mac-few", "few", "ALOHA", "TDMA", false, "29 of 32 slots belong to stations that are silent, and nobody knows which", ""},
		{"mac-few", "few", "ALOHA", "polling", false, "the others are asked first, over a way and back each", ""},
		{"mac-few", "few", "ALOHA", csma, alike, "nothing is heard before it is too late to matter", ""},
		{"mac-few", "few-near", "ALOHA", "TDMA", false, "slots get no shorter with the ring", ""},
		{"mac-few", "few-near", "ALOHA", "polling", false, "the others are still asked first", ""},
		{"mac-few", "often", "ALOHA", "TDMA", false, "a third of the positions lost costs less than the slots of 29 silent stations", ""},
		{"mac-few", "all", "TDMA", "ALOHA", false, "with all stations sending each slot is used, and frames of ALOHA collide", ""},
		{"mac-few", "all", "TDMA", csma, false, "with all stations sending each slot is used, and frames of CSMA collide", ""},
		{settings, "few", "ALOHA", "TDMA told who sends", alike, "slots for the three that send do no more than sending at once", ""},
	}
}

// expectedOfFew are predictions for that. All ways to the vehicle are as long as the radius, and it is the only one that is served.
func expectedOfFew() []prediction {
	const packet, sound, thrusters, frame = 536 / 5000.0, 1500.0, 0.05 + 0.0125, 3.6
	last := func(way float64) float64 { return packet + way/sound + thrusters }
	meets := func(rate float64) float64 { return -math.Expm1(-rate * 2 * packet) }
	return []prediction{
		{"mac-few", "few", "ALOHA", timing{1, last(1500), meets(2 * 0.0167)}, "", 1},
		{"mac-few", "few", "TDMA", timing{frame, last(1500), 0}, "", 1},
		{"mac-few", "few-near", "TDMA", timing{frame, last(45), 0}, "", 1},
		{"mac-few", "often", "ALOHA", timing{1, last(1500), meets(2)}, "", 1},
		{"mac-few", "often", "TDMA", timing{frame, last(1500), 0}, "", 1},
		{"mac-few", "all", "TDMA", timing{frame, last(1500), 0}, "", 1},
	}
}

// field counts the settings beside that of ALOHA, those that are behind it beyond the intervals, and names those that are before it.
func (f found) field() (others, behind int, before []string, err error) {
	aloha, err := f.of(settings, "few", "ALOHA")
	if err != nil {
		return 0, 0, nil, err
	}
	for i := range f {
		c := &f[i]
		if c.study != settings || c.protocol == aloha.protocol {
			continue
		}
		others++
		switch {
		case c.low() > aloha.high():
			behind++
		case c.high() < aloha.low():
			before = append(before, c.protocol)
		}
	}
	return others, behind, before, nil
}

// unbeaten holds ALOHA against every setting of every protocol.
func (f found) unbeaten() (claim.Claim, error) {
	others, behind, before, err := f.field()
	if err != nil {
		return claim.Claim{}, err
	}
	said := fmt.Sprintf("%d of %d settings are behind ALOHA, and none is before it", behind, others)
	if len(before) > 0 {
		said = "before ALOHA: " + strings.Join(before, ", ")
	}
	return claim.Statement(settings+", few: no setting of a protocol is before ALOHA where few of many send", "halocline sweep "+settings,
		"no setting of any protocol is before ALOHA", said, "no interval below that of ALOHA", len(before) == 0).InOurWords(), nil
}

// ofFewScenes are the frames of TDMA and ALOHA where two others send. Stations stand in a ring, so that their rows are equally far apart.
func ofFewScenes() []scene {
	ring := [][2]string{
		{"nodes.other.count", "31"},
		{"nodes.other.at", "[-1500m, 0m, -30m]"},
		{"nodes.other.place", "{type: ring, radius: 1500m, turn: 0.1rad}"},
		{"nodes.other.run", "null"},
		{"nodes.auv.at", "[-1502m, 0m, -30m]"},
		{"nodes.auv.run.berth", "[-1500m, 0m, 0m]"},
		{"traffic", "[{type: poisson, from: other8, to: auv, rate: 0.0167/s, size: 512bit}, {type: poisson, from: other19, to: auv, rate: 0.0167/s, size: 512bit}]"},
	}
	return []scene{
		{"few-tdma", 20, 32, append([][2]string{
			{"links.acoustic.mac", "{type: tdma, order: fresh, propagation: 3ms, multiple: 3.6s, slots: [{node: dock}, {node: other}]}"},
			{"nodes.dock.run.acoustic.period", "3.6s"},
			{"nodes.auv.run.acoustic.period", "1.2s"},
		}, ring...)},
		{"few-aloha", 20, 32, append([][2]string{{"links.acoustic.mac", "{type: aloha, order: fresh}"}}, ring...)},
	}
}
