package trace

import (
	"encoding/binary"
	"math/bits"
)

// xxh64 is the hash XXH64 with seed 0 (Collet, xxHash fast digest algorithm, version
// 0.2.0, 2023, the file doc/xxhash_spec.md of its sources). Bytes are taken in stripes
// of four words, each word by a lane of its own; the numbers of the steps are those of
// the source. All arithmetic is modulo 2^64.
type xxh64 struct {
	lanes [4]uint64
	taken uint64 // bytes, in whole stripes
}

const stripe = 32 // bytes

const (
	prime1 uint64 = 0x9E3779B185EBCA87
	prime2 uint64 = 0xC2B2AE3D27D4EB4F
	prime3 uint64 = 0x165667B19E3779F9
	prime4 uint64 = 0x85EBCA77C2B2AE63
	prime5 uint64 = 0x27D4EB2F165667C5
)

// newXXH64 returns the hash of nothing (step 1).
func newXXH64() xxh64 {
	first := prime1 // sums of constants must not overflow
	return xxh64{lanes: [4]uint64{first + prime2, prime2, 0, -first}}
}

// take adds all whole stripes of b (step 2) and returns the rest.
func (x *xxh64) take(b []byte) []byte {
	v0, v1, v2, v3 := x.lanes[0], x.lanes[1], x.lanes[2], x.lanes[3]
	for len(b) >= stripe {
		v0 = mix(v0, binary.LittleEndian.Uint64(b))
		v1 = mix(v1, binary.LittleEndian.Uint64(b[8:]))
		v2 = mix(v2, binary.LittleEndian.Uint64(b[16:]))
		v3 = mix(v3, binary.LittleEndian.Uint64(b[24:]))
		b = b[stripe:]
		x.taken += stripe
	}
	x.lanes = [4]uint64{v0, v1, v2, v3}
	return b
}

// sum returns the hash of what was taken and of a rest that is shorter than a stripe.
func (x *xxh64) sum(rest []byte) uint64 {
	h := prime5
	if x.taken > 0 { // step 3
		h = bits.RotateLeft64(x.lanes[0], 1) + bits.RotateLeft64(x.lanes[1], 7) +
			bits.RotateLeft64(x.lanes[2], 12) + bits.RotateLeft64(x.lanes[3], 18)
		for _, lane := range x.lanes {
			h = (h^mix(0, lane))*prime1 + prime4
		}
	}
	h += x.taken + uint64(len(rest))        // step 4
	for ; len(rest) >= 8; rest = rest[8:] { // step 5
		h = bits.RotateLeft64(h^mix(0, binary.LittleEndian.Uint64(rest)), 27)*prime1 + prime4
	}
	if len(rest) >= 4 {
		h = bits.RotateLeft64(h^uint64(binary.LittleEndian.Uint32(rest))*prime1, 23)*prime2 + prime3
		rest = rest[4:]
	}
	for _, b := range rest {
		h = bits.RotateLeft64(h^uint64(b)*prime5, 11) * prime1
	}
	h = (h ^ h>>33) * prime2 // step 6
	h = (h ^ h>>29) * prime3
	return h ^ h>>32
}

// mix adds a word to a lane: the round of the source.
func mix(lane, word uint64) uint64 {
	return bits.RotateLeft64(lane+word*prime2, 31) * prime1
}
