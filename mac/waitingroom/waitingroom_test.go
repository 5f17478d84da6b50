package waitingroom

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
)

// A vehicle holds what waits and the packet that it sends, the station of the
// largest scene as much for each of eleven vehicles and for everybody. The nodes
// of the kit may drift apart by some thousand metres, so that the guard is long,
// and the modems are deaf for 50 ms after they have sent.
func TestContract(t *testing.T) {
	for _, c := range []Config{
		{Room: 12, Every: 1, Priority: "age", Patience: 3, Window: 16, QueueConfig: mac.QueueConfig{Length: 4}},
		{Room: 1, Every: 2, Priority: "distance", Patience: 1, Leave: 1, Window: 4, QueueConfig: mac.QueueConfig{Length: 3}},
		{Room: 3, Every: 1, Priority: "age", Patience: 5, Leave: 2, Window: 8, Entry: 8, QueueConfig: mac.QueueConfig{Length: 2, Order: "newest"}},
		{Room: 4, Every: 3, Priority: "distance", Patience: 2, Leave: 1, Window: 32, QueueConfig: mac.QueueConfig{Length: 3, Order: "lifo", TTL: 2 * time.Hour}},
	} {
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			c.Keeper, c.Size, c.Header, c.Beacon, c.Registration = "keeper", 512, 16, 16, 8
			c.Turnaround, c.Guard = 60*time.Millisecond, 4*time.Second
			terms := mactest.Terms{MaxHeld: 12*c.Length + 1, MaxBits: c.Size, Settle: 12 * time.Hour}
			mactest.Conform(t, func() mac.Config { return &c }, terms)
		})
	}
}

// A queue without room cannot work, and is refused with the key.
func TestValidate(t *testing.T) {
	config := Default().(*Config)
	if err := config.Validate(); err != nil {
		t.Errorf("the defaults are refused: %v", err)
	}
	config.Length = 0
	err := config.Validate()
	var keyed interface{ Field() string }
	if !errors.As(err, &keyed) || keyed.Field() != "queue" {
		t.Errorf("without room in the queue: %v", err)
	}
}
