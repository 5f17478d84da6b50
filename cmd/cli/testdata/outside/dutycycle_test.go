package main

import (
	"testing"

	"halocline/mac"
	"halocline/mac/mactest"
)

// The contract of access protocols is kept in a hundred random scenes.
func TestDutyCycleContract(t *testing.T) {
	mactest.Conform(t, DefaultDutyCycle, mactest.Terms{MaxHeld: 1 + mac.DefaultQueue().Length})
}

// Every record is as the story tells: no header, a quarter of the time, and nothing at random.
func TestDutyCycleStory(t *testing.T) {
	mactest.Stories(t, "testdata/duty-cycle.story", func() mac.Config {
		c := DefaultDutyCycle().(*DutyCycle)
		c.Header, c.Share, c.Spread, c.Length = 0, 0.25, 0, 1
		return c
	})
}
