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
func (b *Books) Emit(r Record) { b.Take(&r) }

// Take enters a record.
func (b *Books) Take(r *Record) {
	b.Fingerprint.enter(r)
	if r.Kind == RxOK || r.Kind == RxLost || r.Kind == RxMissed { // nearly all, which loops do not ask for
		b.Ledger.arrive(r)
		return
	}
	b.Ledger.enter(r)
	b.Loops.enter(r)
}
