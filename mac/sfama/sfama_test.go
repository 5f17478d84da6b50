package sfama

import (
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
)

// Settings of all kinds keep the contract. The nodes of the kit may drift apart by some thousand
// metres, and their clocks come 200 ms apart at most: a guard has room for both.
func TestContract(t *testing.T) {
	for _, c := range []config{
		{Control: 96, Size: 1024, Header: 24, Guard: 5 * time.Second, Retries: 5, Backoff: backoffConfig{3, 14, redrawn}, QueueConfig: mac.QueueConfig{Length: 900}},
		{Control: 8, Size: 1024, Guard: 5 * time.Second, Retries: 3, Backoff: backoffConfig{0, 8, continued}, QueueConfig: mac.QueueConfig{Length: 3, Order: mac.LIFO, TTL: 3000 * time.Second}},
		{Control: 500, Size: 1024, Header: 8, Guard: 5 * time.Second, Retries: 3, Backoff: backoffConfig{1, 4, redrawn}, QueueConfig: mac.QueueConfig{Length: 3, Order: mac.Newest, TTL: 1000 * time.Second}},
	} {
		mactest.Conform(t, func() mac.Config { own := c; return &own }, mactest.Terms{MaxHeld: c.Length + 1, Settle: 1000 * time.Hour, Load: 0.02, MinJain: 0.1, ClockTolerance: 100 * time.Millisecond, Handshake: claimed(c)})
	}
}

// What a setting cannot do on a link is told.
func TestDoubts(t *testing.T) {
	at := mac.Conditions{
		Stations: 3, Longest: func(string) time.Duration { return time.Second }, Shortest: func(string) time.Duration { return time.Second },
		Airtime: func(bits int) time.Duration { return time.Duration(bits) * time.Millisecond }, Gain: 10e-6,
	}
	for what, change := range map[string]func(*config){
		"":                      func(*config) {},
		"max_delay: 900ms":      func(c *config) { c.Delay = 900 * time.Millisecond },
		"guard: the clocks of":  func(c *config) { c.Guard = time.Second },
		"backoff: two stations": func(c *config) { c.Backoff.To = c.Backoff.From },
	} {
		c := Default().(*config)
		c.Guard = 2 * time.Second
		change(c)
		got := strings.Join(c.Doubts(at), "; ")
		if (got == "") != (what == "") || !strings.HasPrefix(got, what) {
			t.Errorf("%s: %s", what, got)
		}
	}
}

// A frame of 1000 bit takes 1 s, a control frame of 100 bit 0.1 s, the longest way 0.4 s. Without a guard a slot takes 0.5 s. The packet
// has come everywhere 1.4 s after it began, in the third slot: an exchange takes 6 slots, 3 s, and delivers 1/3 of a frame in the time of one.
func TestDoubtsOfLoad(t *testing.T) {
	for _, c := range []struct {
		load float64
		how  interruption
		told bool
	}{{0.333, redrawn, false}, {0.334, redrawn, true}, {10, continued, false}} {
		config := Default().(*config)
		config.Control, config.Header, config.Guard, config.Backoff.Interrupted = 100, 0, 0, c.how
		got := strings.Join(config.Doubts(mac.Conditions{
			Stations: 11, Bits: 1000, Load: c.load,
			Longest: func(string) time.Duration { return 400 * time.Millisecond },
			Airtime: func(bits int) time.Duration { return time.Duration(bits) * time.Millisecond },
		}), "; ")
		if (got != "") != c.told || c.told && !strings.Contains(got, "exchanges of 3 s deliver 0.33 at most") {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

func TestStories(t *testing.T) {
	mactest.Stories(t, "testdata/*.story", Default)
}
