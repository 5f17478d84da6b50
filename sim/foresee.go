package sim

import "unsafe"

// Foreseer is an event, or what an event leads to, that tells whom it will call next. In
// a large run nearly all that an event touches comes from memory, one after the other:
// the event, whom it calls, whom that calls, each known only from the one before. So the
// kernel asks along the ways of a few events that will be the first ones, a step of each
// in turn, and the processor waits once for all of a step. It goes eight steps at most, the
// event itself included.
type Foreseer interface {
	// Foresee looks at what will be needed here and returns whom the call goes to next,
	// or nil. It changes nothing that anybody could notice, and may be called in the
	// middle of another event, or for nothing.
	Foresee() any
}

// foreseen is how many steps of a way are foreseen at most.
const foreseen = 8

// foresee looks at the slots of entries that will be the first ones, at their events, and
// at what these lead to. With a million pending, slots and events alone are half of the
// time; among a hundred thousand modems, the rest is a fourth.
func (k *Kernel) foresee(soon []Entry) {
	var ways [listRoom]any
	for _, e := range soon {
		k.seen += k.slots[e.Slot].gen
	}
	for i, e := range soon {
		ways[i] = k.slots[e.Slot].ev
	}
	open := len(soon)
	for step := 0; step < foreseen && open > 0; step++ {
		open = k.look(ways[:open])
	}
}

// look takes a step of each way, and returns how many go on. They come to stand first.
func (k *Kernel) look(ways []any) int {
	open := 0
	for _, here := range ways {
		if f, ok := here.(Foreseer); !ok {
			k.touch(here)
		} else if next := f.Foresee(); next != nil {
			ways[open] = next
			open++
		}
	}
	return open
}

// touch looks at the beginning of a value. The second word of an interface points to it,
// and there is no other way there without calling a method. Runs in parallel may share the
// value and guard it with a lock, which nobody knows of here. The race detector is not
// asked, as it does not matter which byte is read.
//
//go:norace
func (k *Kernel) touch(value any) {
	if first := (*[2]*byte)(unsafe.Pointer(&value))[1]; first != nil {
		k.seen += uint32(*first)
	}
}
