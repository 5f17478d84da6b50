package trace

import (
	"encoding/binary"
	"math"

	"github.com/cespare/xxhash/v2"
)

// Digester reduces numbers, such as the states of vehicles, to one: two rows of numbers that
// are the same, bit for bit and in order, have the same digest, and others have different
// ones. It is the hash of Fingerprint, cut to 53 bits, which a float64 holds: for one pair of
// different rows the chance of the same digest is 1e-16.
type Digester struct {
	hash   xxhash.Digest
	filled int // bytes of the buffer that are not hashed yet
	buffer [512]byte
}

// NewDigester returns the digest of no numbers.
func NewDigester() *Digester {
	d := &Digester{}
	d.hash.Reset()
	return d
}

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

// AddReading adds what an instrument has read at a time in s, in the order of its quantities: the time
// alone where there is no reading.
func (d *Digester) AddReading(at float64, ok bool, values ...float64) {
	d.Add(at)
	if ok {
		d.Add(values...)
	}
}

// Sum returns the digest of all numbers so far, a whole number below 2^53. More may follow.
func (d *Digester) Sum() float64 {
	d.drain()
	return float64(d.hash.Sum64() >> 11)
}

// drain hashes what is in the buffer.
func (d *Digester) drain() {
	d.hash.Write(d.buffer[:d.filled]) // without an error, ever
	d.filled = 0
}
