package fault

// Bound is what the value of a key keeps to beside its range: how it compares with another key. A configuration declares those of
// its keys once, in a method Bounds: its Validate hands them to Keep, and whoever lists keys asks for what each Says.
type Bound struct {
	Key   string  // or the path of keys
	Value float64 // of the key
	Op    Op
	Than  string  // what it is compared with: a key, a number with its unit, or what is computed of them, such as "2 frequency"
	Limit float64 // the value of that
	When  string  // under which setting it holds, "with ack", or what goes without, "or 0"; empty for always
	Off   bool    // it does not hold, with the other keys as they are
	Why   string  // what is wrong where it is broken, and what to do
}

// Op is how a value compares with its limit.
type Op string

// The comparisons.
const (
	AtMost   Op = "at most"
	LessThan Op = "less than"
	AtLeast  Op = "at least"
	MoreThan Op = "more than"
)

// Says returns the bound in words: "at most period".
func (b Bound) Says() string {
	says := string(b.Op) + " " + b.Than
	if b.When != "" {
		says += ", " + b.When
	}
	return says
}

// kept reports whether a value keeps to its bound.
func (b Bound) kept() bool {
	switch b.Op {
	case AtMost:
		return b.Value <= b.Limit
	case LessThan:
		return b.Value < b.Limit
	case AtLeast:
		return b.Value >= b.Limit
	}
	return b.Value > b.Limit
}

// Keep returns the first of some bounds that is broken, as an error about its key.
func Keep(all []Bound) error {
	for _, b := range all {
		if !b.Off && !b.kept() {
			return In(b.Key, "%s", b.Why)
		}
	}
	return nil
}
