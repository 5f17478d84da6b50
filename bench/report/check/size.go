package check

import (
	"fmt"

	"halocline/scenarios"
)

// What a run may take before somebody has to ask for it: some hours of a processor, and
// the memory of a workstation.
const (
	maxEvents = 1e10
	maxBytes  = 8e9
)

// bytesPerPacket is the memory that a packet takes until the end of a run, of which the
// ledger has to say what became of it, with what the garbage collector adds.
const bytesPerPacket = 135

// demand returns the larger share of the two bounds that a run takes; it is too large above 1.
func demand(size scenarios.Size) float64 {
	return max(size.Events/maxEvents, bytesPerPacket*size.Packets/maxBytes)
}

// tooLarge says what makes a run one that hardly anybody means, and is empty of others.
func tooLarge(size scenarios.Size) string {
	if demand(size) <= 1 {
		return ""
	}
	why := fmt.Sprintf("a run takes at least about %.2g events", size.Events)
	if size.Packets > 0 {
		why += fmt.Sprintf(" and %.2g GB of memory for %.2g packets", bytesPerPacket*size.Packets/1e9, size.Packets)
	}
	return why
}

// UnlessMany refuses a run that is too large, unless it is asked for.
func UnlessMany(name string, size scenarios.Size, many bool) error {
	if why := tooLarge(size); why != "" && !many {
		return fmt.Errorf("%s: %s; add --many to allow that", name, why)
	}
	return nil
}
