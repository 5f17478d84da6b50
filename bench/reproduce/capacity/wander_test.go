package capacity

import "testing"

func TestTry(t *testing.T) {
	const packet, sound, thrusters = 536 / 5000.0, 1500.0, 0.05 + 0.0125
	d := 4*packet + 1 + thrusters
	for _, c := range []struct {
		n string
		t timing
	}{{"tdma", timing{4, d, 0}}, {"laid", timing{1, d, 0}}, {"aloha", timing{1, d, .0822}}} {
		for _, tau := range []float64{2, 2.25, 2.5, 3, 3.25, 3.5, 3.75, 4} {
			x, v := newPushed(c.t, surge(1), tau, current{0.5, 0.1, 20}).spread()
			t.Log(c.n, tau, strongest(c.t, surge(1), tau, current{0.5, 0, 20}, 1), x, v)
		}
	}
}
