package text

import "testing"

// Three digits at every size, and the prefix that goes with it.
func TestScaled(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0.00", 0.0042: "0.00", 0.125: "0.12", 9.994: "9.99", 9.996: "10.0", 99.94: "99.9", 99.96: "100", 999.4: "999",
		999.6: "1.00 k", 1000: "1.00 k", 12_345: "12.3 k", 999_600: "1.00 M", 2.5e6: "2.50 M", 3.14e9: "3.14 G", 2e12: "2000 G",
	} {
		if got := Scaled(x); got != want {
			t.Errorf("%v is written %q, want %q", x, got, want)
		}
	}
}
