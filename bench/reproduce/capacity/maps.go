package capacity

import (
	"math"

	"halocline/bench/report/paper"
	"halocline/bench/reproduce/claim"
	"halocline/bench/study/results"
)

// mapped is the study whose boundaries are drawn as maps, one for each thing that it varies.
const mapped = "mac-boundaries"

// maps draws the boundaries of that study as colours.
func maps(file *results.File) (all []claim.Figure, err error) {
	p, err := paper.Open(file, "halocline sweep "+mapped)
	if err != nil {
		return nil, err
	}
	for _, of := range p.Figures {
		if of.Kind != "heat" {
			continue
		}
		made, err := p.Figure(of, paper.Options{})
		if err != nil {
			return nil, err
		}
		all = append(all, claim.Figure{Name: "map-" + of.Name, Figure: made.Figure})
	}
	return all, nil
}

// expectedOfMaps are predictions for ALOHA in all places of the maps. What the vehicles send, 512 bit in 10 s each, overlaps a position as a
// Poisson process does: for the time on the air of both.
func expectedOfMaps() (all []prediction) {
	const sound, thrusters = 1500.0, 0.05 + 0.0125
	at := func(situation string, distance, vehicles, bits, rate, lost float64) {
		position, data := (bits+24)/rate, (512+24)/rate
		meets := -math.Expm1(-0.1 * vehicles * (position + data))
		all = append(all, prediction{mapped, situation, "ALOHA", timing{1, vehicles*position + distance/sound + thrusters, 1 - (1-meets)*(1-lost)}, "", 1})
	}
	at("distance-30", 30, 4, 512, 5000, 0)
	at("base", 300, 4, 512, 5000, 0)
	at("distance-800", 800, 4, 512, 5000, 0)
	at("distance-1500", 1500, 4, 512, 5000, 0)
	at("vehicles-2", 300, 2, 512, 5000, 0)
	at("vehicles-8", 300, 8, 512, 5000, 0)
	at("size-128", 300, 4, 128, 5000, 0)
	at("size-1024", 300, 4, 1024, 5000, 0)
	at("rate-2-5", 300, 4, 512, 2500, 0)
	at("rate-20", 300, 4, 512, 20000, 0)
	at("losses-0-2", 300, 4, 512, 5000, 0.2)
	at("losses-0-4", 300, 4, 512, 5000, 0.4)
	return all
}

// ofMaps are the orders in the maps that others than mac-range and its like show.
func ofMaps() []order {
	const csma = "CSMA with a short back-off"
	return []order{
		{mapped, "vehicles-8", csma, "ALOHA", false, "vehicles side by side hear each other at once, and what they hold back meets no position", ""},
		{mapped, "distance-1500", csma, "ALOHA", false, "vehicles side by side still hear each other at once, however far the station is", ""},
		{mapped, "distance-1500", "ALOHA", "TDMA", false, "a slot lasts as long as sound takes to the farthest vehicle", ""},
	}
}
