package sfama

import (
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
	"halocline/sim"
)

// slotOf is how long a slot of a station is: a control frame, the longest way or the turnaround, and the guard.
func slotOf(c config, env mac.Env) time.Duration {
	return env.PHY.Airtime(c.Control) + max(env.MaxDelay(), env.PHY.Turnaround()) + c.Guard
}

// claimed is what is claimed of the exchanges.
func claimed(c config) *mactest.Handshake {
	return &mactest.Handshake{
		RTS: rts, CTS: cts, MaxRTS: 1 + c.Retries, Clear: true,
		Wait: func(env mac.Env) time.Duration {
			// The longest: from the end of a CTS to that of data, which both lie somewhere in their slots.
			slot := slotOf(c, env)
			data := (env.PHY.Airtime(c.Size+c.Header) + slot) / slot
			return (data + 3) * slot
		},
		Silent: func(h mactest.Heard, kept []mactest.Silence) []mactest.Silence { return silent(c, h, kept) },
	}
}

// silent keeps a silence after each frame for another station that a station hears while it is in no exchange: two slots after an
// RTS; after a CTS, of which the data takes n slots, for the rest of its slot and n+1 more; after data one slot for the ACK, and
// two more. An ACK ends all that.
func silent(c config, h mactest.Heard, kept []mactest.Silence) []mactest.Silence {
	f, slot := h.Frame, slotOf(c, h.Env)
	if f.Kind == mac.AckFrame {
		return kept[:0]
	}
	if f.Dst == h.Env.Addr || f.Dst == mac.Everybody || !h.Free {
		return kept
	}
	// All slots of others begin within half of the guard of the own ones, and no way is as long as a slot.
	sent := sim.Time((int64(h.Began) + int64(c.Guard/2)) / int64(slot) * int64(slot))
	until := h.Now.Add(2 * slot)
	switch f.Kind {
	case cts:
		until = sent.Add(time.Duration(f.Seq+2) * slot)
	case mac.DataFrame:
		n := (h.Env.PHY.Airtime(f.Bits) + h.Env.MaxDelay() + c.Guard + slot - 1) / slot // slots in which it arrives
		until = sent.Add((n + 3) * slot)
	}
	return append(kept, mactest.Silence{From: h.Now, Until: until, For: f.Src})
}
