package tlohi

import (
	"strings"
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
)

// Settings of all kinds keep the contract. The nodes of the kit may drift apart by some thousand metres, and their clocks come
// 200 ms apart at most: a guard has room for both. Clocks may be apart by less than the shortest way of the trials, 50 ms: the tone
// of who is ahead by more is heard before others begin, and they leave out.
func TestContract(t *testing.T) {
	const tone = 5 * time.Millisecond
	for _, c := range []config{
		{Kind: synchronized, Length: tone, Guard: 2 * time.Second, Header: 24, QueueConfig: mac.QueueConfig{Length: 900}},
		{Kind: conservative, Length: tone, Guard: time.Millisecond, Recontend: 15 * time.Millisecond, QueueConfig: mac.QueueConfig{Length: 3, Order: mac.LIFO, TTL: 3000 * time.Second}},
		{Kind: aggressive, Length: tone, Recontend: 15 * time.Millisecond, Header: 8, QueueConfig: mac.QueueConfig{Length: 3, Order: mac.Newest, TTL: 1000 * time.Second}},
	} {
		t.Run(string(c.Kind), func(t *testing.T) {
			terms := mactest.Terms{MaxHeld: c.QueueConfig.Length + 1, Settle: 100 * time.Hour, Load: 0.2}
			if c.Kind == synchronized {
				terms.ClockTolerance = 20 * time.Millisecond
				terms.Slot = func(env mac.Env) time.Duration { return c.round(env.MaxDelay()) }
			}
			mactest.Conform(t, func() mac.Config { own := c; return &own }, terms)
		})
	}
}

// What a setting cannot do on a link is told.
func TestDoubts(t *testing.T) {
	at := mac.Conditions{
		Stations: 3, Longest: func(string) time.Duration { return time.Second }, Shortest: func(string) time.Duration { return 20 * time.Millisecond },
		Airtime: func(bits int) time.Duration { return time.Duration(bits) * time.Millisecond }, Gain: 10e-6,
	}
	for what, change := range map[string]func(*config){
		"":                        func(*config) {},
		"max_delay: 900ms":        func(c *config) { c.Delay = 900 * time.Millisecond },
		"guard: the clocks of":    func(c *config) { c.Guard = time.Second },
		"tone: the shortest way ": func(c *config) { c.Length = 21 * time.Millisecond },
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
