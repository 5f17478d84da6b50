package theory

import (
	"context"
	"fmt"
	"math"

	"halocline/scenarios/strict"
)

// pair is a sender that always has a packet and a receiver half a second away.
// A packet takes one second, an acknowledgement 0.1 s. The power that arrives
// is exponential (Rayleigh fading), so that each frame is lost with the same
// probability, whatever its length, and independently of all others. A packet is
// repeated at once. A new packet comes before the one in hand can be done.
const pair = `
name: pair
duration: 8000s
links:
  water:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps, capture: off, fading: rayleigh, budget: {type: watts, power: 1W, threshold: 0.2W}}
    mac: {type: aloha, header: 0bit, queue: 4, ack: true, ack_size: 100bit, retries: 2, backoff: uniform, window: 1}
nodes:
  - {name: a}
  - {name: b, at: [750m, 0m, 0m]}
traffic:
  - {type: periodic, phase: same, from: a, to: b, period: 2s, size: 1000bit}
`

// repeats is stop and wait on the pair: how long an attempt takes if it is
// acknowledged, and if it is not, in s.
//
// A frame arrives with probability s = e^-(threshold/power), an attempt is
// acknowledged with probability s^2. With r repetitions at most, a packet is
// attempted k + 1 times if the first k attempts are not acknowledged, k <= r. Of
// f = 1 - s^2,
//
//	attempts        E = 1 + f + ... + f^r = (1 - f^(r+1)) / (1 - f)
//	of which failed   E - (1 - f^(r+1))
//	delivered       D = 1 - (1-s)^(r+1): a copy of it has arrived.
//
// The last is one less the probability that no attempt has arrived, in which
// case none was acknowledged either. Packets follow each other without a gap, so
// they are delivered at the rate D over the mean time of a packet (the theorem of
// renewal with rewards).
func repeats(retries int, acknowledged, failed float64) float64 {
	s := math.Exp(-0.2)
	f, tries := 1-s*s, float64(retries+1)
	success := 1 - math.Pow(f, tries)
	attempts := success / (1 - f)
	return (1 - math.Pow(1-s, tries)) / (success*acknowledged + (attempts-success)*failed)
}

// repeatRows are the rows of acknowledgement and repetition.
func repeatRows() []Row {
	return []Row{alohaRepeats(0), alohaRepeats(2), slottedRepeats(2)}
}

// repeatRow is a row of the pair.
func repeatRow(protocol string, retries int, theory float64, sets ...strict.Set) Row {
	return Row{
		Protocol:     protocol,
		Setup:        fmt.Sprintf("one sender, 18 %% of frames lost, %d repetitions", retries),
		Quantity:     "throughput (packets per second)",
		Theory:       theory,
		Source:       "stop and wait, renewal with rewards",
		Replications: 100,
		Measure: func(ctx context.Context, seed uint64) (float64, error) {
			s, err := simulate(ctx, pair, seed, append(sets, set("links.water.mac.retries", retries))...)
			return float64(s.Total.Packets.Delivered) / s.Duration, err
		},
	}
}

// alohaRepeats is pure ALOHA: 1 s + 0.5 s + 0.1 s + 0.5 s for an attempt that is
// acknowledged; the wait for an acknowledgement is a thousandth longer than the
// 1.1 s that it takes.
func alohaRepeats(retries int) Row {
	return repeatRow("aloha", retries, repeats(retries, 2.1, 2.1011))
}

// slottedRepeats is slotted ALOHA with slots of 1 s: a packet that is sent in one
// slot arrives in the middle of the next, is acknowledged at the beginning of the
// one after it, and that arrives within 0.6 s. So every attempt takes three slots.
func slottedRepeats(retries int) Row {
	return repeatRow("slotted-aloha", retries, repeats(retries, 3, 3),
		set("links.water.mac.type", "slotted-aloha"), set("links.water.mac.size", "1000bit"))
}
