package alohaan

import (
	"slices"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
)

// lagOf is the time from a notification to its packet.
func lagOf(c config, env mac.Env) time.Duration {
	notice := env.PHY.Airtime(c.Control)
	if c.Lag > 0 {
		return max(c.Lag, notice)
	}
	return notice + env.MaxDelay()
}

// claimed is what is claimed of notifications: each packet, also one to everybody, begins the lag after its own, and a packet is
// announced once and once more for each deferral.
func claimed(c config) *mactest.Handshake {
	return &mactest.Handshake{
		RTS: notification, MaxRTS: 1 + c.Deferrals, Lag: func(env mac.Env) time.Duration { return lagOf(c, env) },
		Asks:   func(*mac.Packet) bool { return true },
		Wait:   func(env mac.Env) time.Duration { return lagOf(c, env) + env.PHY.Airtime(1024+c.Header) },
		Silent: func(h mactest.Heard, kept []mactest.Silence) []mactest.Silence { return silent(c, h, kept) },
	}
}

// silent keeps silence while a packet comes that was announced to the station while it was in no exchange: it began to be sent the
// lag after its notification did, and so it begins to come the lag after that began to come. The next notification of its sender tells
// of another packet instead.
func silent(c config, h mactest.Heard, kept []mactest.Silence) []mactest.Silence {
	f := h.Frame
	if f.Kind != notification {
		return kept
	}
	kept = slices.DeleteFunc(kept, func(s mactest.Silence) bool { return s.For == f.Src })
	if !h.Free || f.Dst != h.Env.Addr {
		return kept
	}
	const apart = time.Millisecond // of the ways in either direction, where nodes drift
	comes := h.Began.Add(lagOf(c, h.Env))
	return append(kept, mactest.Silence{From: comes.Add(apart), Until: comes.Add(h.Env.PHY.Airtime(int(f.Seq)) - apart), For: f.Src})
}
