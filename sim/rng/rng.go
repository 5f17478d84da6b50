// Package rng hands out named random streams.
//
// A Source holds the seed of a run. Stream hashes seed and name into a
// generator of its own, so what a stream yields depends on nothing but those
// two. Adding a node or a probe changes nobody else's noise, and two protocols
// can be compared on the same noise (common random numbers).
//
// The generator is PCG-DXSM with 128 bits of state, as math/rand/v2 provides
// it (O'Neill, PCG: A Family of Simple Fast Space-Efficient Statistically Good
// Algorithms for Random Number Generation, HMC-CS-2014-0905, with the DXSM
// output function). Every distribution is computed here, so that a new
// release of the standard library cannot exchange an algorithm underneath.
//
// Begin with New and Source.Stream: one stream for each owner, by its name.
//
// Left out: cryptographic use, jumping ahead within a stream, saving and
// restoring a state, and distributions that only one model needs; those belong
// to that model.
package rng

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"
)

// Source is the randomness of one run.
type Source struct {
	seed  uint64
	taken map[string]bool
}

// New returns the source of the run with this seed. Any seed is as good as
// any other.
func New(seed uint64) *Source {
	return &Source{seed: seed, taken: make(map[string]bool)}
}

// Stream returns the stream of this name, for one owner. Two owners of one
// name would draw the same numbers, so asking for a name twice panics.
//
// The state of the generator is the first 128 bits of SHA-256 over the seed
// (8 bytes, little endian) followed by the name, read as two little endian
// words. The seed has a fixed width, so different pairs hash different bytes.
func (s *Source) Stream(name string) *Stream {
	if s.taken[name] {
		panic("rng: stream " + name + " has an owner already")
	}
	s.taken[name] = true

	text := binary.LittleEndian.AppendUint64(make([]byte, 0, 8+len(name)), s.seed)
	sum := sha256.Sum256(append(text, name...))
	st := new(Stream)
	st.pcg.Seed(binary.LittleEndian.Uint64(sum[0:]), binary.LittleEndian.Uint64(sum[8:]))
	return st
}

// Stream is one sequence of random numbers. Draws do not allocate.
//
// Float64, Open, Uniform and Exp take one word of the generator and Normal
// takes two, whatever they return; nothing is kept for the next call. So two
// runs that draw the same kinds in the same order stay in step.
type Stream struct {
	pcg rand.PCG
}

// Keyed returns a stream that depends on three numbers and on nothing else. It
// serves where the order in which owners draw must not matter: the n-th event
// between two owners draws from the stream of their numbers and n. Making it is
// as cheap as a few draws. The numbers are mixed by the finaliser of splitmix64
// (Steele, Lea and Flood, OOPSLA 2014).
func Keyed(a, b, n uint64) Stream {
	const golden = 0x9e3779b97f4a7c15
	high := mix(mix(mix(a+golden)^b) ^ n)
	var st Stream
	st.pcg.Seed(high, mix(high+golden))
	return st
}

// mix turns each bit of x into a change of about half of the result's bits. It
// maps different numbers to different numbers.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Uint64 returns 64 random bits.
func (s *Stream) Uint64() uint64 { return s.pcg.Uint64() }

// Float64 returns a multiple of 2^-53 in [0, 1), each with equal probability.
func (s *Stream) Float64() float64 {
	return float64(s.pcg.Uint64()>>11) * 0x1p-53
}

// Open returns a multiple of 2^-53 in (0, 1], each with equal probability:
// an argument for a logarithm.
func (s *Stream) Open() float64 {
	return float64(s.pcg.Uint64()>>11+1) * 0x1p-53
}

// Uniform returns a number from [a, b); rounding can make it b. It panics
// unless a <= b and the width b-a is finite.
func (s *Stream) Uniform(a, b float64) float64 {
	width := b - a
	if !(width >= 0 && width <= math.MaxFloat64) {
		panic("rng: Uniform needs finite bounds in order")
	}
	return a + width*s.Float64()
}

// Exp returns an exponentially distributed number of mean 1 by inversion,
// -ln(1-U). With 53 bits in U the largest is 53 ln 2 = 36.7.
func (s *Stream) Exp() float64 { return -math.Log1p(-s.Float64()) }

// Normal returns a normally distributed number of mean 0 and variance 1: the
// cosine branch of Box and Muller, sqrt(-2 ln U) cos(2 pi V) (A Note on the
// Generation of Random Normal Deviates, Ann. Math. Statist. 29(2), 1958,
// eq. 1). The sine branch is thrown away: that costs a logarithm and buys a
// stream without hidden state. With 53 bits in U no value lies beyond
// sqrt(106 ln 2) = 8.57 standard deviations.
func (s *Stream) Normal() float64 {
	radius := math.Sqrt(-2 * math.Log(s.Open()))
	return radius * math.Cos(2*math.Pi*s.Float64())
}

// Intn returns an integer from [0, n), each with equal probability. It panics
// unless n > 0. The method is Lemire's (Fast Random Integer Generation in an
// Interval, ACM TOMACS 29(1), 2019): the high word of a product, after
// rejecting the 2^64 mod n low words that would favour some results. A
// rejection, of probability below n/2^64, takes another word.
func (s *Stream) Intn(n int) int {
	if n <= 0 {
		panic("rng: Intn needs a positive bound")
	}
	bound := uint64(n)
	high, low := bits.Mul64(s.pcg.Uint64(), bound)
	if low < bound {
		surplus := -bound % bound
		for low < surplus {
			high, low = bits.Mul64(s.pcg.Uint64(), bound)
		}
	}
	return int(high)
}
