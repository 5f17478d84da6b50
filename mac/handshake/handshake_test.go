package handshake

import (
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
	"halocline/sim/simtest"
)

// settings are of all kinds. The nodes of the kit may drift apart by some thousand metres: a guard has room for that.
func settings() []exchange {
	const guard = 5 * time.Second
	return []exchange{
		{
			Control: 96, Header: 24, Guard: guard, QueueConfig: mac.QueueConfig{Length: 900},
			AckConfig: mac.AckConfig{Acknowledge: true, AckBits: 24, Retries: 5, Backoff: mac.Exponential, Window: 4, MaxWindow: 64},
		},
		{
			Control: 8, Guard: guard, QueueConfig: mac.QueueConfig{Length: 3, Order: mac.LIFO, TTL: 3000 * time.Second},
			AckConfig: mac.AckConfig{AckBits: 24, Retries: 3, Backoff: mac.Uniform, Window: 8, MaxWindow: 8},
		},
		{
			Control: 500, Header: 8, Guard: guard, QueueConfig: mac.QueueConfig{Length: 3, Order: mac.Newest, TTL: 1000 * time.Second},
			AckConfig: mac.AckConfig{Acknowledge: true, AckBits: 100, Pause: 100 * time.Millisecond, Retries: 3, Backoff: mac.Exponential, Window: 2, MaxWindow: 32},
		},
	}
}

// conform has the kit check a protocol.
func conform(t *testing.T, c exchange, claimed *mactest.Handshake, config func() mac.Config) {
	t.Helper()
	mactest.Conform(t, config, mactest.Terms{MaxHeld: c.Length + 1, Settle: 1000 * time.Hour, Load: 0.02, MinJain: 0.1, Handshake: claimed})
}

// tried returns the settings of a test. The first two take half a minute with each protocol, and are left to long tests.
func tried() []exchange {
	if simtest.Long() {
		return settings()
	}
	return settings()[2:]
}

func TestContractOfCSMACA(t *testing.T) {
	for i, c := range tried() {
		threshold := []int{0, 0, 500}[i]
		conform(t, c, ofCSMACA(c, threshold), func() mac.Config { return &caConfig{Threshold: threshold, exchange: c} })
	}
}

func TestContractOfMACAU(t *testing.T) {
	for _, c := range tried() {
		conform(t, c, ofMACAU(c), func() mac.Config { return &macaUConfig{c} })
	}
}

func TestContractOfDACAP(t *testing.T) {
	for i, c := range tried() {
		config := dacapConfig{Least: []time.Duration{0, time.Second, 12 * time.Second}[i], Margin: []time.Duration{0, 0, time.Second}[i], Warning: 24, exchange: c}
		conform(t, c, ofDACAP(config), func() mac.Config { own := config; return &own })
	}
}

func TestStories(t *testing.T) {
	for name, config := range map[string]func() mac.Config{"csma-ca": DefaultCA, "maca-u": DefaultMACAU, "dacap": DefaultDACAP} {
		mactest.Stories(t, "testdata/"+name+".story", config)
	}
}

// conditions are three stations at most a second apart, with modems of 1 kbit/s and packets of 1000 bit.
func conditions() mac.Conditions {
	second := func(string) time.Duration { return time.Second }
	return mac.Conditions{
		Stations: 3, Longest: second, Shortest: second, Bits: 1000,
		Airtime: func(bits int) time.Duration { return time.Duration(bits) * time.Millisecond },
	}
}

// What a setting cannot do on a link is told.
func TestDoubts(t *testing.T) {
	for what, change := range map[string]func(*exchange){
		"":                 func(*exchange) {},
		"max_delay: 900ms": func(e *exchange) { e.Delay = 899 * time.Millisecond },
		"window: two":      func(e *exchange) { e.Window, e.Backoff = 1, mac.Uniform },
		"control: an RTS":  func(e *exchange) { e.Control = 2000 },
	} {
		c := DefaultCA().(*caConfig)
		change(&c.exchange)
		got := strings.Join(c.Doubts(conditions()), "; ")
		if (got == "") != (what == "") || !strings.HasPrefix(got, what) {
			t.Errorf("%s: %s", what, got)
		}
	}
	d := DefaultDACAP().(*dacapConfig)
	d.Least = 2003 * time.Millisecond
	if got := strings.Join(d.Doubts(conditions()), "; "); !strings.HasPrefix(got, "min_handshake: 2.003s") {
		t.Errorf("a handshake that is too long: %s", got)
	}
	c := DefaultCA().(*caConfig)
	c.Control, c.Threshold = 2000, 1001
	if got := c.Doubts(conditions()); len(got) > 0 {
		t.Errorf("nothing is asked for, and %q", got)
	}
}

// A load beyond what exchanges one after the other deliver is told, where the back-off grows. With control frames of 0.1 s, an ACK of
// 0.05 s and data of 1 s, over ways of 1 s, an exchange takes 0.1 + 1 + 0.1 + 1 + 1 s, and 1 + 0.05 + 1 s more with an ACK: 3.2 and
// 5.25 s. The data is 0.3125 and 0.190 of that.
func TestDoubtsOfLoad(t *testing.T) {
	plain := func(e *exchange, backoff mac.Growth) {
		e.Control, e.Header, e.Guard, e.AckBits, e.Backoff = 100, 0, 0, 50, backoff
	}
	ca, maca, dacap := DefaultCA().(*caConfig), DefaultMACAU().(*macaUConfig), DefaultDACAP().(*dacapConfig)
	for _, row := range []struct {
		of      interface{ Doubts(mac.Conditions) []string }
		on      *exchange
		load    float64
		backoff mac.Growth
		told    string
	}{
		{ca, &ca.exchange, 0.190, mac.Exponential, ""},
		{ca, &ca.exchange, 0.191, mac.Exponential, "exchanges of 5.25 s deliver 0.19 at most; with exponential"},
		{ca, &ca.exchange, 10, mac.Uniform, ""},
		{dacap, &dacap.exchange, 0.191, mac.Exponential, "exchanges of 5.25 s deliver 0.19 at most"},
		{maca, &maca.exchange, 0.312, mac.Exponential, ""},
		{maca, &maca.exchange, 0.313, mac.Exponential, "exchanges of 3.2 s deliver 0.31 at most"},
	} {
		plain(row.on, row.backoff)
		at := conditions()
		at.Load = row.load
		got := strings.Join(row.of.Doubts(at), "; ")
		if (got == "") != (row.told == "") || !strings.Contains(got, row.told) || row.told != "" && !strings.HasPrefix(got, "backoff: all nodes are to send 0.") {
			t.Errorf("%T, %s, load %v: %q, want %q", row.of, row.backoff, row.load, got, row.told)
		}
	}
}
