package trace

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/cespare/xxhash/v2"
)

// Fingerprint reduces a run to one short word: two runs whose records are the
// same, bit for bit and in order, have the same fingerprint, and runs that
// differ anywhere have different ones. How vehicles move and what instruments read
// is among the records as a Digest. Samples and states of
// protocols are left out, because to look at a run cannot change it.
//
// It is the hash XXH64 with seed 0 (Collet, xxHash fast digest algorithm, version
// 0.2.0, 2023) of the records, each laid out in little endian as At int64, Pkt
// uint64, Value float64, Node int32, Peer int32, Link, Kind and Cause uint8, length
// of Note uint32, and the bytes of Note. It is written in hexadecimal, the most
// significant digit first, as the program xxhsum -H64 does. For one pair of
// different runs the chance of the same word is 2^-64, or 5e-20. It protects against
// change, not against forgery: that would take a hash that costs ten times as much.
type Fingerprint struct {
	hash   xxhash.Digest
	filled int // bytes of the buffer that are not hashed yet
	buffer [fingerprintBuffer + recordBytes + 1]byte
}

const (
	recordBytes       = 39      // of a record, without its note
	fingerprintBuffer = 4 << 10 // bytes; hashing pays off by the block
)

// NewFingerprint returns the fingerprint of no records.
func NewFingerprint() *Fingerprint {
	f := &Fingerprint{}
	f.hash.Reset()
	return f
}

// Emit adds a record.
func (f *Fingerprint) Emit(r Record) { f.enter(&r) }

func (f *Fingerprint) enter(r *Record) {
	if r.Kind == Sample || r.Kind == State {
		return
	}
	// The last word is a byte longer than what is left of the record. The byte is
	// overwritten by the next one.
	b := f.buffer[f.filled : f.filled+recordBytes+1]
	binary.LittleEndian.PutUint64(b, uint64(r.At))
	binary.LittleEndian.PutUint64(b[8:], r.Pkt)
	binary.LittleEndian.PutUint64(b[16:], math.Float64bits(r.Value))
	binary.LittleEndian.PutUint64(b[24:], uint64(uint32(r.Node))|uint64(r.Peer)<<32)
	binary.LittleEndian.PutUint64(b[32:], uint64(r.Link)|uint64(r.Kind)<<8|uint64(r.Cause)<<16|uint64(uint32(len(r.Note)))<<24)
	f.filled += recordBytes
	if f.filled >= fingerprintBuffer {
		f.drain()
	}
	for note := r.Note; note != ""; {
		n := copy(f.buffer[f.filled:fingerprintBuffer], note)
		f.filled += n
		note = note[n:]
		if f.filled == fingerprintBuffer {
			f.drain()
		}
	}
}

// Sum returns the fingerprint of the records so far: 16 hexadecimal digits.
// More records may follow.
func (f *Fingerprint) Sum() string {
	f.drain()
	return fmt.Sprintf("%016x", f.hash.Sum64())
}

// drain hashes what is in the buffer.
func (f *Fingerprint) drain() {
	f.hash.Write(f.buffer[:f.filled]) // without an error, ever
	f.filled = 0
}
