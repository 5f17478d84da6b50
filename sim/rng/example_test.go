package rng_test

import (
	"fmt"

	"halocline/sim/rng"
)

// What a stream yields depends on the seed of the run and on its name: not on
// the other streams, nor on the order in which they were made.
func ExampleSource_Stream() {
	small := rng.New(7)
	alone := small.Stream("auv/mac").Uint64()

	large := rng.New(7)
	large.Stream("dock/mac").Uint64()
	large.Stream("auv/sensor").Normal()
	beside := large.Stream("auv/mac").Uint64()

	other := rng.New(8).Stream("auv/mac").Uint64()
	fmt.Println(alone == beside, alone == other)
	// Output: true false
}

// The gaps of a Poisson process of two arrivals a second are exponential with a
// mean of 0.5 s. So in an hour there are about 7200, give or take the root of it, 85.
func ExampleStream_Exp() {
	s := rng.New(1).Stream("arrivals")
	arrivals := 0
	for t := s.Exp() / 2; t < 3600; t += s.Exp() / 2 {
		arrivals++
	}
	fmt.Println(arrivals > 7200-3*85 && arrivals < 7200+3*85)
	// Output: true
}

// The fade of the 17th frame from node 3 to node 5 is the same whatever was
// drawn before it.
func ExampleKeyed() {
	fade := rng.Keyed(3, 5, 17)
	others := rng.Keyed(5, 3, 17)
	others.Uint64()
	again := rng.Keyed(3, 5, 17)
	fmt.Println(fade.Exp() == again.Exp())
	// Output: true
}
