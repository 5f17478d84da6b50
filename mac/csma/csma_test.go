package csma

import (
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/mactest"
)

func TestContract(t *testing.T) {
	terms := mactest.Terms{MaxHeld: 17}
	for _, persistence := range []string{"1-persistent", "non-persistent", "p-persistent"} {
		t.Run(persistence, func(t *testing.T) {
			mactest.Conform(t, func() mac.Config {
				c := Default().(*Config)
				c.Persistence = persistence
				return c
			}, terms)
		})
	}
	t.Run("impatient", func(t *testing.T) {
		mactest.Conform(t, func() mac.Config {
			c := Default().(*Config)
			c.Attempts = 1
			return c
		}, terms)
	})
	t.Run("cw-mac", func(t *testing.T) { mactest.Conform(t, DefaultCW, terms) })
	t.Run("cw-mac with a window of one slot", func(t *testing.T) {
		mactest.Conform(t, func() mac.Config {
			c := DefaultCW().(*CWConfig)
			c.Window, c.Length, c.Order = 1, 1, "newest"
			return c
		}, mactest.Terms{MaxHeld: 2})
	})
	t.Run("csma-cd", func(t *testing.T) {
		mactest.Conform(t, DefaultCD, mactest.Terms{MaxHeld: 17, Settle: 48 * time.Hour})
	})
	t.Run("csma-cd without jam and gap", func(t *testing.T) {
		mactest.Conform(t, func() mac.Config {
			c := DefaultCD().(*CDConfig)
			c.Gap, c.Jam, c.Slot = 0, 0, 50*time.Millisecond
			return c
		}, terms)
	})
	t.Run("csma-cd with ideal backoff", func(t *testing.T) {
		mactest.Conform(t, func() mac.Config {
			c := DefaultCD().(*CDConfig)
			c.Backoff = "ideal"
			return c
		}, terms)
	})
}
