package trace

import (
	"encoding/binary"
	"math"
)

// Digester reduces numbers, such as the states of vehicles, to one: two rows of numbers that
// are the same, bit for bit and in order, have the same digest, and others have different
// ones. It is the hash of Fingerprint, cut to 53 bits, which a float64 holds: for one pair of
// different rows the chance of the same digest is 1e-16.
type Digester struct {
	hash   xxh64
	filled int // bytes of the buffer that are not hashed yet
	buffer [16 * stripe]byte
}

// NewDigester returns the digest of no numbers.
func NewDigester() *Digester { return &Digester{hash: newXXH64()} }

// Add adds numbers.
func (d *Digester) Add(numbers ...float64) {
	for _, x := range numbers {
		if d.filled == len(d.buffer) {
			d.drain()
		}
		binary.LittleEndian.PutUint64(d.buffer[d.filled:], math.Float64bits(x))
		d.filled += 8
	}
}

// Sum returns the digest of all numbers so far, a whole number below 2^53. More may follow.
func (d *Digester) Sum() float64 {
	d.drain()
	return float64(d.hash.sum(d.buffer[:d.filled]) >> 11)
}

// drain hashes what is in the buffer but for the rest of a stripe.
func (d *Digester) drain() {
	d.filled = copy(d.buffer[:], d.hash.take(d.buffer[:d.filled]))
}
