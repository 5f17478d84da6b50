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

func TestStories(t *testing.T) {
	mactest.Stories(t, "testdata/*.story", Default)
}
