package trace

import "halocline/sim"

// Books are what every run keeps of its records. They take each record once: what
// it costs to hand it on three times is saved.
type Books struct {
	Fingerprint *Fingerprint
	Ledger      *Ledger
	Loops       *Loops

	// Told is called after each ToldEvery records, for who looks on; it may be nil. A
	// sink of its own beside the books would have to be handed every record.
	Told    func(now sim.Time)
	records uint
}

// ToldEvery is after how many records Told is called.
const ToldEvery = 1 << 14

// NewBooks returns the empty books of a run with these nodes and links.
func NewBooks(names Names) *Books {
	return &Books{Fingerprint: NewFingerprint(), Ledger: NewLedger(names), Loops: NewLoops(len(names.Nodes))}
}

// Emit enters a record.
func (b *Books) Emit(r Record) {
	b.Fingerprint.enter(&r)
	b.Ledger.enter(&r)
	b.Loops.enter(&r)
	if b.records++; b.records%ToldEvery == 0 && b.Told != nil {
		b.Told(r.At)
	}
}
