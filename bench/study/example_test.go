package study_test

import (
	"fmt"

	"halocline/bench/study"
	"halocline/scenarios"
)

// Two protocols at three distances, of which one pair is left out, are five cells.
// With four repetitions each they are twenty runs. What is calculated goes into the
// scenario of each cell.
func ExampleParse() {
	s, err := study.Parse(scenarios.Standard(), "distances.yaml", `name: distances
base: two-nodes
vars: {way: {from: 500m, to: 1500m, step: 500m}}
sweep: {links.acoustic.mac: [aloha, tdma]}
let: {"nodes.auv.at[0]": way}
where: ["not (way == 1500m and mac == 'tdma')"]
repeat: 4
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Count(), "cells,", s.Runs(), "runs of", s.Swept())
	for _, cell := range s.Cells() {
		fmt.Print(cell.Index)
		for _, p := range cell.Params {
			fmt.Print(" ", p.Text)
		}
		fmt.Println()
	}
	// Output:
	// 5 cells, 20 runs of [way links.acoustic.mac]
	// 0 500m aloha
	// 1 500m tdma
	// 2 1000m aloha
	// 3 1000m tdma
	// 4 1500m aloha
}

// Repetition 2 has the same seed in every cell, so that cells are compared on the
// same random numbers, and another one than repetition 3.
func ExampleStudy_Seed() {
	s, err := study.Parse(scenarios.Standard(), "seeds.yaml", "name: seeds\nbase: two-nodes\nsweep: {links.acoustic.mac: [aloha, csma]}\nrepeat: 4\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Seed(0, 2) == s.Seed(1, 2), s.Seed(0, 2) == s.Seed(0, 3))
	// Output: true false
}
