package theory

import (
	"context"
	"fmt"
	"math"
)

// saturated are stations around a sink, all at one place, that always have a packet for it. RTS, CTS and ACK take 0.1 s, a
// packet 1 s, and a slot, which cannot be shorter than a bit, 1 ms.
const saturated = `
name: saturated
duration: 20000s
links:
  water:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps, capture: off}
    mac: {type: csma-ca, header: 0bit, control: 100bit, ack_size: 100bit, guard: 0s, window: %d, max_window: %d, retries: 1000000, queue: 1}
nodes:
  - {name: sink}
  - {name: n, count: %d, place: {type: disc, radius: 0m}}
traffic:
  - {type: periodic, phase: same, from: n, to: sink, period: 1s, size: 1000bit}
`

// dcf is CSMA/CA between so many stations with a first window, which is doubled so often.
type dcf struct{ stations, window, doublings int }

// attempts returns the probability that a station sends in a slot, if what it sends collides with probability p. With b_i slots
// of back-off before try i, on average, of which there are p^i, each of them and a slot to send in (G. Bianchi,
// Performance analysis of the IEEE 802.11 distributed coordination function, IEEE JSAC 18(3), 2000, in the form
// of Kumar et al., IEEE/ACM Trans. Networking 15(3), 2007):
//
//	tau = Sum p^i / Sum p^i (b_i + 1)
//
// Tries 0 and 1 draw from the first window here.
func (d dcf) attempts(p float64) float64 {
	tries, slots := 0.0, 0.0
	for i, chance := 0, 1.0; chance > 1e-15; i, chance = i+1, chance*p {
		window := float64(d.window) * math.Exp2(float64(min(max(i-1, 0), d.doublings)))
		tries += chance
		slots += chance * ((window-1)/2 + 1)
	}
	return tries / slots
}

// throughput returns the part of the time in which packets are on the air that arrive. The probability tau solves
//
//	p = 1 - (1 - tau)^(n-1)
//
// A slot is empty, or holds an exchange of 1.3 s, or a collision of 0.2 s, each with an idle slot after it.
func (d dcf) throughput() float64 {
	const slot, exchange, collision = 0.001, 1.3 + 0.001, 0.2 + 0.001
	n := float64(d.stations)
	low, high := 0.0, 1.0
	for range 60 {
		p := (low + high) / 2
		if 1-math.Pow(1-d.attempts(p), n-1) > p {
			low = p
		} else {
			high = p
		}
	}
	tau := d.attempts(low)
	idle := math.Pow(1-tau, n)
	one := n * tau * math.Pow(1-tau, n-1)
	return one * onAir / (idle*slot + one*exchange + (1-idle-one)*collision)
}

// dcfRows are the rows of CSMA/CA under saturation. The theory takes away a slot of the back-off for each exchange of others
// too, which a station does not: the throughput is higher by 0.02, 0.3 and 0.7 %.
func dcfRows() (rows []Row) {
	for _, d := range []dcf{{5, 16, 4}, {10, 16, 4}, {20, 16, 5}} {
		rows = append(rows, Row{
			Protocol:     "csma-ca",
			Setup:        fmt.Sprintf("%d saturated stations, windows of %d to %d slots", d.stations, d.window, d.window<<d.doublings),
			Quantity:     "throughput (frames per frame time)",
			Theory:       d.throughput(),
			Source:       "fixed point of Bianchi 2000",
			Approximate:  true,
			Allowed:      0.01,
			Replications: 3,
			Measure: func(ctx context.Context, seed uint64) (float64, error) {
				s, err := simulate(ctx, fmt.Sprintf(saturated, d.window, d.window<<d.doublings, d.stations), seed)
				return float64(s.Total.Packets.Delivered) * onAir / 20000, err
			},
		})
	}
	return rows
}
