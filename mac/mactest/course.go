package mactest

import (
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
	"math"

	"halocline/sim/trace"
)

// course is the fingerprint of a run: of all acts, and of all records where
// there is a tracer.
type course struct {
	acts    hash.Hash64
	records *trace.Fingerprint
	buf     []byte
}

func newCourse() course {
	return course{acts: fnv.New64a(), records: trace.NewFingerprint()}
}

// add takes in an act.
func (c *course) add(a *act) {
	b := binary.LittleEndian.AppendUint64(c.buf[:0], uint64(a.at))
	b = append(b, byte(a.node), byte(a.band), byte(a.action), byte(a.cause))
	if a.packet != nil {
		b = binary.LittleEndian.AppendUint64(b, a.packet.ID)
	}
	if f := a.frame; f != nil {
		b = binary.LittleEndian.AppendUint64(b, f.Pkt)
		b = append(b, byte(f.Src), byte(f.Dst), f.Kind)
		b = binary.LittleEndian.AppendUint32(b, f.Seq)
		b = binary.LittleEndian.AppendUint64(b, uint64(f.Bits))
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(f.Cut))
	}
	if a.err != nil {
		b = append(b, a.err.Error()...)
	}
	c.acts.Write(b)
	c.buf = b
}

// same reports whether two runs took the same course, with or without looking
// at the records.
func (c *course) same(d *course, records bool) bool {
	return c.acts.Sum64() == d.acts.Sum64() && (!records || c.records.Sum() == d.records.Sum())
}

func (c *course) String() string {
	return fmt.Sprintf("%016x/%s", c.acts.Sum64(), c.records.Sum())
}
