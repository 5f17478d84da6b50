package sim

import "math/bits"

// buckets hold the entries that lie behind a horizon, unsorted, until their turn
// comes. There an entry is copied a few times from one row of memory to another, where
// a heap of a million would wait for the memory at every one of its levels.
//
// Moments are read as numbers with digits of five bits. The level of an entry is the
// highest digit in which its moment differs from the horizon, and in its level it lies
// in the bucket of that digit. So the buckets of a level follow each other in time,
// and all of a level is before all of the level above. When the turn of a bucket comes,
// the horizon moves into it and its entries are filed anew, in lower levels: an
// entry is moved no more than once for each digit, however the moments are spread,
// and equal moments stay together. This is the radix heap of Ahuja, Mehlhorn, Orlin
// and Tarjan, Faster algorithms for the shortest path problem, JACM 37(2), 1990. That
// a bucket of few entries goes to an ordinary queue at once makes it the hot queue of
// Cherkassky, Goldberg and Silverstein, Buckets, heaps, lists, and monotone priority
// queues, SIAM J. Comput. 28(4), 1999.
//
// A bucket has no order, so its last entry takes the place of one that is removed,
// and nothing that was cancelled stays behind.
//
// Moments are not negative.
type buckets struct {
	horizon Time           // everything in the buckets is after it
	count   int            // entries
	levels  uint32         // which levels have entries
	digits  [levels]uint32 // by level: which of its buckets have entries
	buckets [levels * fanout]bucket
	chunks  []chunk
	free    uint32 // first chunk in no bucket, plus one; 0 when there is none
}

const (
	digitBits = 5
	fanout    = 1 << digitBits // buckets of a level
	levels    = 63/digitBits + 1
	chunkRoom = 16 // entries of a chunk
	// inBucket marks the place of an entry that is not in the heap. The other bits
	// are its index in the chunk and, above them, the chunk.
	inBucket = 1 << 31
)

// bucket is a sequence of chunks, all of which are full but the last.
type bucket struct {
	count uint32
	last  uint32 // chunk
}

// chunk is a piece of a bucket, or one of those that wait to be used.
type chunk struct {
	*block
	bucket uint32
	before uint32 // the chunk before in the bucket; the next free one plus one
}

// block has the entries of a chunk. The slots stand apart, because an array of Entry
// would spend a sixth on padding.
type block struct {
	key  [chunkRoom]key
	slot [chunkRoom]uint32
}

// key is what orders an entry.
type key struct {
	at    Time
	order uint64
}

// entry returns the entry at index k.
func (b *block) entry(k uint32) Entry {
	k %= chunkRoom
	return Entry{b.key[k].at, b.key[k].order, b.slot[k]}
}

// set puts an entry at index k.
func (b *block) set(k uint32, e Entry) {
	k %= chunkRoom
	b.key[k], b.slot[k] = key{e.At, e.Order}, e.Slot
}

// file puts an entry, which is after the horizon, into its bucket.
func (b *buckets) file(e Entry, place []uint32) {
	level := b.level(e.At)
	digit := uint32(e.At>>(level*digitBits)) % fanout
	b.levels |= 1 << level
	b.digits[level] |= 1 << digit
	b.count++
	i := level*fanout + digit
	into := &b.buckets[i]
	k := into.count % chunkRoom
	if k == 0 {
		b.lengthen(i)
	}
	into.count++
	b.chunks[into.last].set(k, e)
	place[e.Slot] = inBucket | into.last*chunkRoom | k
}

// remove takes out the entry of a slot.
func (b *buckets) remove(slot uint32, place []uint32) {
	hole := place[slot] &^ inBucket
	from := &b.chunks[hole/chunkRoom]
	i := from.bucket
	last := b.chunks[b.buckets[i].last].entry(b.buckets[i].count - 1)
	from.set(hole, last)
	place[last.Slot] = inBucket | hole
	b.count--
	b.buckets[i].count--
	if b.buckets[i].count%chunkRoom == 0 {
		b.shorten(&b.buckets[i])
	}
	if b.buckets[i].count == 0 {
		b.unmark(i)
	}
}

// level returns the level of a moment, which is not the horizon.
func (b *buckets) level(at Time) uint32 {
	return uint32(bits.Len64(uint64(at^b.horizon))-1) / digitBits
}

// first returns the bucket that comes first of those that are not empty.
func (b *buckets) first() uint32 {
	level := uint32(bits.TrailingZeros32(b.levels))
	return level*fanout + uint32(bits.TrailingZeros32(b.digits[level]))
}

// end returns the last moment that belongs to bucket i.
func (b *buckets) end(i uint32) Time {
	low := i / fanout * digitBits
	above := b.horizon >> (low + digitBits) << (low + digitBits)
	return above | Time(i%fanout)<<low | (1<<low - 1)
}

// least returns the moment of the first entry of bucket i.
func (b *buckets) least(i uint32) Time {
	least := Never
	for rest := b.buckets[i]; rest.count > 0; {
		c := &b.chunks[rest.last]
		n := rest.ofLast()
		for i := range c.key[:n] {
			least = min(least, c.key[i].at)
		}
		rest.count, rest.last = rest.count-n, c.before
	}
	return least
}

// below counts the entries in the levels below one.
func (b *buckets) below(level uint32) (n int) {
	for i := range b.buckets[:level*fanout] {
		n += int(b.buckets[i].count)
	}
	return n
}

// cut takes the content of bucket i away from it.
func (b *buckets) cut(i uint32) bucket {
	content := b.buckets[i]
	b.buckets[i] = bucket{}
	b.count -= int(content.count)
	b.unmark(i)
	return content
}

// unmark notes that bucket i is empty.
func (b *buckets) unmark(i uint32) {
	b.digits[i/fanout] &^= 1 << (i % fanout)
	if b.digits[i/fanout] == 0 {
		b.levels &^= 1 << (i / fanout)
	}
}

// ofLast returns how many entries the last chunk has.
func (b *bucket) ofLast() uint32 { return (b.count-1)%chunkRoom + 1 }

// lengthen gives bucket i another chunk.
func (b *buckets) lengthen(i uint32) {
	if b.free == 0 {
		b.chunks = append(b.chunks, chunk{block: new(block)})
		b.free = uint32(len(b.chunks))
	}
	id := b.free - 1
	c := &b.chunks[id]
	b.free = c.before
	c.bucket, c.before = i, b.buckets[i].last
	b.buckets[i].last = id
}

// shorten takes the last chunk from a bucket, which does not need it any more.
func (b *buckets) shorten(from *bucket) {
	id := from.last
	c := &b.chunks[id]
	from.last = c.before
	c.before = b.free
	b.free = id + 1
}
