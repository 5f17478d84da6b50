package mactest

import (
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/sim/simtest"
)

// Every flaw of a handshake is found and named, and nothing else is.
func TestHandshakes(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	all := func(*Handshake) {}
	clear := func(h *Handshake) { *h = Handshake{RTS: h.RTS, CTS: h.CTS, Clear: true} }
	for _, c := range []struct {
		flaw      string
		announces bool
		claimed   func(*Handshake)
		want      string
	}{
		{"", false, func(h *Handshake) { h.Clear = true }, ""},
		{"", true, all, ""},
		{"asks in a silence", false, all, " sends an RTS when its clock shows "},
		{"sends to all in a silence", false, all, " sends what is not asked for when its clock shows "},
		{"answers in a silence", false, all, " answers an RTS that came when its clock shows "},
		{"does not ask", false, all, ", of which no CTS came since the last RTS"},
		{"answers twice", false, all, ", which has sent no RTS since the last one"},
		{"acknowledges twice", false, all, ", of which no data came since the last one"},
		{"asks too often", false, all, " sends RTS number 5 for one packet, and at most 4 are claimed"},
		{"does not ask", true, all, " without an RTS"},
		{"is early", true, all, " after its RTS, and "},
		{"asks in a silence", false, clear, ", and no collision of data is claimed"},
	} {
		config := &asking{c.flaw, c.announces}
		terms := Terms{MaxHeld: 1, Settle: 1000 * time.Hour, Load: 0.02, MinJain: 0.1, Handshake: config.handshake()}
		c.claimed(terms.Handshake)
		r := new(recorder)
		Conform(r, func() mac.Config { own := *config; return &own }, terms)
		switch {
		case c.want == "" && len(r.errors) > 0:
			t.Errorf("no flaw: %q", r.errors)
		case c.want != "" && (len(r.errors) != 1 || !strings.Contains(r.errors[0], c.want)):
			t.Errorf("%s: found %q, not %q", c.flaw, r.errors, c.want)
		}
	}
}
