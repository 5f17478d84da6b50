package study

import (
	"fmt"
	"testing"

	"halocline/sim/simtest"
)

// Every comparison of every pair of numbers is that of Go, whatever their units,
// and what is greater in one unit is so in another.
func TestComparisonsAgainstGo(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	metres := []float64{-2000, -0.5, 0, 0.25, 3, 1500}
	written := func(m float64) []string {
		return []string{fmt.Sprintf("(%gm)", m), fmt.Sprintf("(%gcm)", 100*m), fmt.Sprintf("(%gkm)", m/1000)}
	}
	for op, yes := range map[string]func(a, b float64) bool{
		"<":  func(a, b float64) bool { return a < b },
		"<=": func(a, b float64) bool { return a <= b },
		">":  func(a, b float64) bool { return a > b },
		">=": func(a, b float64) bool { return a >= b },
		"==": func(a, b float64) bool { return a == b },
		"!=": func(a, b float64) bool { return a != b },
	} {
		for _, a := range metres {
			for _, b := range metres {
				for _, x := range written(a) {
					for _, y := range written(b) {
						text := x + " " + op + " " + y
						if got, want := evaluated(text), fmt.Sprint(yes(a, b)); got != want {
							t.Errorf("%s is %s, want %s", text, got, want)
						}
					}
				}
			}
		}
	}
}

// Conditions are equal or not, as they hold, and never equal to another kind.
func TestConditionsAreCompared(t *testing.T) {
	for text, want := range map[string]string{
		"on == true": "true", "on == false": "false", "on != true": "false", "on != (n < 3)": "true",
		"(n < 3) == (n < 5)": "true", "on == 1": "false", "on != 'true'": "true",
	} {
		if got := evaluated(text); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}
