package sfama

import (
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
)

// Settings of all kinds keep the contract. The nodes of the kit may drift apart by some thousand
// metres, and their clocks come 200 ms apart at most: a guard has room for both.
func TestContract(t *testing.T) {
	for _, c := range []Config{
		{Control: 96, Size: 1024, Header: 24, Guard: 5 * time.Second, Retries: 5, Backoff: BackoffConfig{3, 14, Redrawn}, QueueConfig: mac.QueueConfig{Length: 900}},
		{Control: 8, Size: 1024, Guard: 5 * time.Second, Retries: 3, Backoff: BackoffConfig{0, 8, Continued}, QueueConfig: mac.QueueConfig{Length: 3, Order: mac.LIFO, TTL: 3000 * time.Second}},
		{Control: 500, Size: 1024, Header: 8, Guard: 5 * time.Second, Retries: 3, Backoff: BackoffConfig{1, 4, Redrawn}, QueueConfig: mac.QueueConfig{Length: 3, Order: mac.Newest, TTL: 1000 * time.Second}},
	} {
		mactest.Conform(t, func() mac.Config { own := c; return &own }, mactest.Terms{MaxHeld: c.Length + 1, Settle: 1000 * time.Hour, Load: 0.02, MinJain: 0.1, ClockTolerance: 100 * time.Millisecond})
	}
}

func TestStories(t *testing.T) {
	mactest.Stories(t, "testdata/*.story", Default)
}
