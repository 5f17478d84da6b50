package aloha

import (
	"testing"

	"halocline/mac"
	"halocline/mac/mactest"
)

// A node holds the packet that it sends and those that wait.
func TestContract(t *testing.T) {
	t.Run("default", func(t *testing.T) {
		mactest.Conform(t, Default, mactest.Terms{MaxHeld: 17})
	})
	t.Run("no queue", func(t *testing.T) {
		mactest.Conform(t, func() mac.Config { return &Config{} }, mactest.Terms{MaxHeld: 1})
	})
	t.Run("long queue", func(t *testing.T) {
		mactest.Conform(t, func() mac.Config { return &Config{Header: 8, QueueConfig: mac.QueueConfig{Length: 900, Order: "fifo"}} }, mactest.Terms{MaxHeld: 901})
	})
}
