package aloha

import (
	"fmt"
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
)

// A node holds the packet in hand and those that wait.
func TestAcknowledgedContract(t *testing.T) {
	usual := mac.DefaultAck()
	usual.Acknowledge = true
	patient, hasty := usual, usual
	patient.Pause, patient.Retries, patient.Backoff = 60*time.Millisecond, 30, "uniform"
	hasty.Retries, hasty.Window, hasty.Delay = 0, 1, time.Millisecond
	for _, c := range []Config{
		{Header: 24, QueueConfig: mac.DefaultQueue(), AckConfig: usual},
		{Header: 24, AckConfig: patient},
		{AckConfig: hasty},
		{QueueConfig: mac.QueueConfig{Length: 3, Order: "newest", TTL: 10 * time.Second}, AckConfig: patient},
	} {
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			mactest.Conform(t, func() mac.Config { return &c }, mactest.Terms{MaxHeld: 1 + c.Length})
		})
	}
}

func TestAcknowledgedStories(t *testing.T) {
	mactest.Stories(t, "testdata/ack/*.story", func() mac.Config {
		ack := mac.AckConfig{Acknowledge: true, AckBits: 100, Retries: 1, Backoff: "uniform", Window: 1}
		return &Config{QueueConfig: mac.DefaultQueue(), AckConfig: ack}
	})
}
