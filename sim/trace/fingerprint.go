package trace

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
)

// Fingerprint reduces a run to one short word: two runs whose records are the
// same, bit for bit and in order, have the same fingerprint, and runs that
// differ anywhere have different ones. Samples are left out, because a probe
// cannot change a run.
//
// It is the SHA-256 hash (FIPS 180-4) of the records, each laid out in little
// endian as At int64, Pkt uint64, Value float64, Node int32, Peer int32, Link,
// Kind and Cause uint8, length of Note uint32, and the bytes of Note. The word
// is the first 64 bits of it: for one pair of different runs the chance of the
// same word is 5e-20. It protects against change, not against forgery.
type Fingerprint struct {
	hash hash.Hash
	buf  []byte // records not yet hashed
}

// Hashing pays off by the block; this many bytes are collected first.
const fingerprintBuffer = 8 << 10

// NewFingerprint returns the fingerprint of no records.
func NewFingerprint() *Fingerprint {
	return &Fingerprint{hash: sha256.New(), buf: make([]byte, 0, fingerprintBuffer+64)}
}

// Emit adds a record.
func (f *Fingerprint) Emit(r Record) {
	if r.Kind == Sample {
		return
	}
	b := f.buf
	b = binary.LittleEndian.AppendUint64(b, uint64(r.At))
	b = binary.LittleEndian.AppendUint64(b, r.Pkt)
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(r.Value))
	b = binary.LittleEndian.AppendUint32(b, uint32(r.Node))
	b = binary.LittleEndian.AppendUint32(b, uint32(r.Peer))
	b = append(b, r.Link, byte(r.Kind), byte(r.Cause))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(r.Note)))
	b = append(b, r.Note...)
	f.buf = b
	if len(b) >= fingerprintBuffer {
		f.drain()
	}
}

// Sum returns the fingerprint of the records so far: 16 hexadecimal digits.
// More records may follow.
func (f *Fingerprint) Sum() string {
	f.drain()
	return hex.EncodeToString(f.hash.Sum(nil)[:8])
}

func (f *Fingerprint) drain() {
	f.hash.Write(f.buf)
	f.buf = f.buf[:0]
}
