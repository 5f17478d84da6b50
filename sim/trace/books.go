package trace

// Books are what every run keeps of its records. They take each record once: what
// it costs to hand it on three times is saved.
type Books struct {
	Fingerprint *Fingerprint
	Ledger      *Ledger
	Loops       *Loops
}

// NewBooks returns the empty books of a run with these nodes and links.
func NewBooks(names Names) *Books {
	return &Books{Fingerprint: NewFingerprint(), Ledger: NewLedger(names), Loops: NewLoops(len(names.Nodes))}
}

// Emit enters a record.
func (b *Books) Emit(r Record) {
	b.Fingerprint.enter(&r)
	b.Ledger.enter(&r)
	b.Loops.enter(&r)
}
