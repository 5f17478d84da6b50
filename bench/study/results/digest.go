package results

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
)

// Digest returns a hash of the content: study, cells and how many repetitions
// they need, runs with metrics and series. What the clock said (Wall, CPU) and
// the part that a file was made for are left out, and so are the texts of the study
// and its files, whose hash says what decides results. Two files with the same
// digest hold the same results, on whatever number of workers or shards they
// were made. It is 64 hexadecimal digits of SHA-256.
func (f *File) Digest() (string, error) {
	d := newDigest()
	c := f.content
	d.text(c.study.Name, c.study.Hash, c.study.Version)
	d.count(c.study.Cells, c.study.Repeat)
	for i, cell := range c.cells {
		d.cell(cell, c.planned[i])
	}
	runs := 0
	for r, err := range f.WholeRuns() {
		if err != nil {
			return "", err
		}
		d.run(r)
		runs++
	}
	d.count(runs)
	return hex.EncodeToString(d.sum()), nil
}

// digest hashes values so that none can be taken for another: each text goes
// after its length, each list after its number.
type digest struct {
	hash hash.Hash
	buf  []byte
}

// newDigest returns the digest of nothing.
func newDigest() *digest { return &digest{hash: sha256.New()} }

// cell adds a cell and how many repetitions it needs.
func (d *digest) cell(c Cell, planned int) {
	d.count(c.Index, planned, len(c.Params))
	for _, p := range c.Params {
		d.text(p.Path, p.Text, p.Unit)
		d.number(p.Value)
	}
}

// run adds a run, whose metrics and series are in order.
func (d *digest) run(r Run) {
	d.count(r.Cell, r.Repetition, int(r.Seed))
	d.text(r.Status, r.Reason, r.Fingerprint)
	d.count(len(r.Metrics))
	for _, m := range r.Metrics {
		d.text(m.Name, m.Unit)
		d.number(m.Value)
	}
	d.count(len(r.Series))
	for _, s := range r.Series {
		d.text(s.Name, s.Unit)
		d.count(len(s.Times))
		for i := range s.Times {
			d.number(s.Times[i])
			d.number(s.Values[i])
		}
	}
	d.drain()
}

// count adds integers.
func (d *digest) count(numbers ...int) {
	for _, n := range numbers {
		d.buf = binary.LittleEndian.AppendUint64(d.buf, uint64(n))
	}
}

// number adds the bits of a number.
func (d *digest) number(v float64) {
	d.buf = binary.LittleEndian.AppendUint64(d.buf, math.Float64bits(plain(v)))
}

// text adds texts.
func (d *digest) text(texts ...string) {
	for _, t := range texts {
		d.count(len(t))
		d.buf = append(d.buf, t...)
	}
}

// drain hashes what has gathered.
func (d *digest) drain() {
	d.hash.Write(d.buf)
	d.buf = d.buf[:0]
}

// sum returns the hash of everything added.
func (d *digest) sum() []byte {
	d.drain()
	return d.hash.Sum(nil)
}
