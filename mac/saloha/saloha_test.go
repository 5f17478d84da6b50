package saloha

import (
	"fmt"
	"math"
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
)

// A node holds the packet in hand and those that wait.
func TestContract(t *testing.T) {
	usual := mac.DefaultAck()
	usual.Acknowledge = true
	patient, hasty := usual, usual
	patient.Pause, patient.Retries, patient.Backoff = 60*time.Millisecond, 30, "uniform"
	hasty.Retries, hasty.Window, hasty.Delay = 0, 1, time.Millisecond
	short := mac.QueueConfig{Length: 1}
	for _, c := range []Config{
		{Header: 24, Size: 512, Persistence: 1, QueueConfig: mac.DefaultQueue()},
		{Header: 24, Size: 512, Persistence: 1, QueueConfig: mac.DefaultQueue(), AckConfig: usual},
		{Size: 512, Guard: 0.3, Persistence: 0.1, QueueConfig: short},
		{Size: 1024, Tolerance: 1, Persistence: 0.5, QueueConfig: mac.QueueConfig{Length: 3, Order: "newest", TTL: 10 * time.Minute}, AckConfig: patient},
		{Size: 256, Guard: 0.1, Persistence: 1, QueueConfig: mac.QueueConfig{Length: 3, Order: "lifo", TTL: time.Minute}, AckConfig: hasty},
	} {
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			slot := func(env mac.Env) time.Duration {
				frame := env.PHY.Airtime(c.Size + c.Header)
				guard := c.Guard*float64(frame) + c.Tolerance*float64(env.MaxDelay())
				return frame + time.Duration(math.Round(guard))
			}
			mactest.Conform(t, func() mac.Config { return &c }, mactest.Terms{MaxHeld: 1 + c.Length, MaxBits: c.Size, MinJain: 0.7, Slot: slot})
		})
	}
}

func TestStories(t *testing.T) {
	mactest.Stories(t, "testdata/*.story", func() mac.Config {
		ack := mac.AckConfig{AckBits: 100, Retries: 1, Backoff: "uniform", Window: 1}
		return &Config{Size: 1000, Persistence: 1, QueueConfig: mac.DefaultQueue(), AckConfig: ack}
	})
}
