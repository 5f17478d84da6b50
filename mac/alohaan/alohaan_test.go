package alohaan

import (
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
)

// Settings of all kinds keep the contract.
func TestContract(t *testing.T) {
	for _, c := range []config{
		{Control: 32, Deferrals: 10, Header: 24, Backoff: backoffConfig{3, 31}, QueueConfig: mac.QueueConfig{Length: 900}},
		{Control: 100, Lag: 2 * time.Second, Deferrals: 1000, Backoff: backoffConfig{0, 4}, QueueConfig: mac.QueueConfig{Length: 3, Order: mac.LIFO, TTL: 3000 * time.Second}},
		{Control: 8, Deferrals: 5, Header: 8, Backoff: backoffConfig{1, 8}, QueueConfig: mac.QueueConfig{Length: 3, Order: mac.Newest, TTL: 1000 * time.Second}},
	} {
		mactest.Conform(t, func() mac.Config { own := c; return &own }, mactest.Terms{MaxHeld: c.Length + 1, Settle: 100 * time.Hour, Load: 0.2, Handshake: claimed(c)})
	}
}

// A lag in which not all have heard of a packet is told.
func TestDoubts(t *testing.T) {
	at := mac.Conditions{
		Longest: func(string) time.Duration { return time.Second }, Airtime: func(bits int) time.Duration { return time.Duration(bits) * time.Millisecond },
	}
	for lag, want := range map[time.Duration]int{0: 0, 1031 * time.Millisecond: 1, 1032 * time.Millisecond: 0} {
		c := Default().(*config)
		c.Lag = lag
		if got := c.Doubts(at); len(got) != want {
			t.Errorf("lag %v: %q", lag, got)
		}
	}
}

func TestStories(t *testing.T) {
	mactest.Stories(t, "testdata/*.story", Default)
}
