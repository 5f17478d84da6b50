package handshake

import (
	"slices"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
)

// claimed is what all three protocols claim of their exchanges.
func claimed(c exchange) *mactest.Handshake {
	return &mactest.Handshake{
		RTS: rts, CTS: cts, MaxRTS: 1 + c.Retries,
		Wait: func(env mac.Env) time.Duration {
			// The longest: from a CTS over the longest way, the pause and the largest data of the kit over the longest way.
			return 2*longest(c, env) + pause(c, env) + max(env.PHY.Airtime(1024+c.Header), env.PHY.Airtime(c.Control), env.PHY.Airtime(c.AckBits)) + time.Millisecond
		},
	}
}

// longest is the longest way that is allowed for.
func longest(c exchange, env mac.Env) time.Duration { return env.MaxDelay() + c.Guard }

// pause is what passes before an answer, at least.
func pause(c exchange, env mac.Env) time.Duration { return max(c.Pause, env.PHY.Turnaround()) }

// silence returns until when who overhears a frame disturbs another exchange: until an answer of control bits to an RTS has come
// over the longest ways, there and back. After a CTS that answer is data, and the ACK follows, in two ways more. After data it is the ACK alone.
func silence(c exchange, h mactest.Heard) time.Duration {
	there, air := 2*longest(c, h.Env)+pause(c, h.Env), h.Env.PHY.Airtime
	ack := time.Duration(0)
	if c.Acknowledge {
		ack = there + air(c.AckBits)
	}
	switch h.Frame.Kind {
	case rts:
		return there + air(c.Control)
	case cts:
		data := there + air(int(h.Frame.Seq))
		if ack > 0 {
			data += ack - longest(c, h.Env) // the ACK need not wait until all others have the data
		}
		return data
	case mac.DataFrame:
		return ack
	}
	return 0
}

// silent keeps a silence after each frame for another one that a station hears.
func silent(c exchange, h mactest.Heard, kept []mactest.Silence) []mactest.Silence {
	if d := h.Frame.Dst; d == h.Env.Addr || d == mac.Everybody {
		return kept
	}
	return append(kept, mactest.Silence{From: h.Now, Until: h.Now.Add(silence(c, h)), For: h.Frame.Src})
}

// ofCSMACA adds that a NAV counts whatever the station does meanwhile, and that small packets are not asked for.
func ofCSMACA(c exchange, threshold int) *mactest.Handshake {
	h := claimed(c)
	h.Asks = func(p *mac.Packet) bool { return p.Dst != mac.Everybody && p.Bits >= threshold }
	h.Silent = func(h mactest.Heard, kept []mactest.Silence) []mactest.Silence { return silent(c, h, kept) }
	h.Clear = threshold == 0
	return h
}

// ofMACAU adds that a station in an exchange of its own goes on. It does not claim that data is clear, even where all hear all: a
// station that waits for a CTS does not heed the RTS of another one, and asks again before the CTS to that has come.
func ofMACAU(c exchange) *mactest.Handshake {
	h := claimed(c)
	h.Silent = func(h mactest.Heard, kept []mactest.Silence) []mactest.Silence {
		if !h.Free {
			return kept
		}
		return silent(c, h, slices.Clip(kept))
	}
	return h
}

// ofDACAP adds that data, and what comes after it, is later by what the longest wait before it takes more than the way there and back,
// that the silence after an RTS is as long as that after its CTS would be, and that no data comes after a warning.
func ofDACAP(c dacapConfig) *mactest.Handshake {
	h := claimed(c.exchange)
	hold := func(env mac.Env) time.Duration {
		if c.Least == 0 {
			return 0
		}
		return (c.Least - 2*longest(c.exchange, env)).Abs()
	}
	wait := h.Wait
	h.Wait = func(env mac.Env) time.Duration { return wait(env) + 2*longest(c.exchange, env) + hold(env) }
	h.Warning = warning
	h.Silent = func(h mactest.Heard, kept []mactest.Silence) []mactest.Silence {
		if !h.Free || h.Frame.Dst == h.Env.Addr || h.Frame.Dst == mac.Everybody || h.Frame.Kind == warning {
			return kept
		}
		until := h.Now
		if f := *h.Frame; f.Kind == rts {
			// Its CTS comes over two ways; who hears both hears what follows a way earlier.
			until = until.Add(longest(c.exchange, h.Env) + pause(c.exchange, h.Env) + h.Env.PHY.Airtime(c.Control) + hold(h.Env))
			f.Kind = cts
			h.Frame = &f
		} else if f.Kind == cts {
			until = until.Add(hold(h.Env))
		}
		return append(kept, mactest.Silence{From: h.Now, Until: until.Add(silence(c.exchange, h)), For: h.Frame.Src})
	}
	h.Clear = true
	return h
}
