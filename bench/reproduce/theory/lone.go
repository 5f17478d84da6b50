package theory

import (
	"context"
	"fmt"
	"maps"
	"math"

	"halocline/sim/equation"
)

// lone is one sender with a long queue, and its sink half a second away. Packets of a second come
// at random, and nobody else sends. A sender that waits without cause is found here.
const lone = `
name: lone
duration: 20000s
links:
  water:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps, capture: off}
    mac: {queue: 1000000, %s}
nodes:
  - {name: sink}
  - {name: sender, at: [750m, 0m, 0m]}
traffic:
  - {type: poisson, from: sender, to: sink, rate: %g/s, size: 1000bit}
`

const (
	onAir = 1.0 // s, a packet
	way   = 0.5 // s, to the sink
)

// alone is what the law of most protocols gives of a lone sender.
const alone = "mean delay of a lone sender"

// loneRows are the rows of a lone sender whose packets queue.
func loneRows() []Row {
	var rows []Row
	bare := service{onAir, 0}
	for _, rate := range []float64{0.3, 0.8} {
		delay := bare.wait(rate) + onAir + way
		rows = append(
			rows,
			loneRow("aloha", "", "header: 0bit", rate, delay),
			loneRow("csma", ", non-persistent", "header: 0bit", rate, delay),
			loneRow("csma", ", 1-persistent", "header: 0bit, persistence: 1-persistent", rate, delay),
		)
	}
	// The sender waits for the acknowledgement, which takes 0.1 s and both ways.
	acknowledged := service{onAir + 0.1 + 2*way, 0}
	rows = append(rows, loneRow("aloha", ", acknowledged", "header: 0bit, ack: true, ack_size: 100bit", 0.3, acknowledged.wait(0.3)+onAir+way))
	// The channel is left idle for 0.2 s after each frame, whether a packet waits or not.
	spaced := service{onAir + 0.2, 0}
	rows = append(rows, loneRow("csma-cd", ", gap of 0.2 frames", "header: 0bit, gap: 200bit, assume_full_duplex: true", 0.6, spaced.wait(0.6)+onAir+way))
	// A notification of 0.1 s and the way, and the packet.
	const lag = 0.1 + way
	rows = append(rows, loneRow("aloha-an", "", "control: 100bit, header: 0bit", 0.3, service{lag + onAir, 0}.wait(0.3)+lag+onAir+way).
		by(alone, equation.Values{"r": 0.3, "L": lag, "t": onAir, "d": way}))
	// A round of a tone of 0.1 s and the way, or twice the way, the packet and the way, whether another packet waits or not.
	for _, c := range []struct {
		kind  string
		round float64
	}{{"aggressive", 0.1 + way}, {"conservative", 0.1 + 2*way}} {
		rows = append(rows, loneRow("t-lohi", ", "+c.kind, "kind: "+c.kind+", tone: 100ms, guard: 0s, recontend: 0s, header: 0bit", 0.2,
			service{c.round + onAir + way, 0}.wait(0.2)+c.round+onAir+way).
			by(alone+" in rounds of its own", equation.Values{"r": 0.2, "T": c.round, "t": onAir, "d": way}))
	}
	// A geometric number of slots goes by before each packet: mean (1-p)/p, variance (1-p)/p^2.
	const p, slot = 0.25, 0.2
	persistent := service{onAir + slot*(1-p)/p, slot * slot * (1 - p) / (p * p)}
	rows = append(rows, loneRow("csma", ", p = 0.25, slots of 0.2 frames", "header: 0bit, persistence: p-persistent, p: 0.25, slot: 200ms", 0.5, persistent.wait(0.5)+persistent.mean+way))
	rows = append(rows, askingRows()...)
	for i := range rows {
		rows[i].Source = "M/G/1, Pollaczek and Khinchine"
	}
	return append(rows, append(selfDeferringRows(), vacationRows()...)...)
}

// askingRows are the rows of a lone sender that asks for the channel: RTS and CTS of 0.1 s each go before the packet.
func askingRows() []Row {
	const asking = 2 * (0.1 + way)
	// After the packet its ACK comes, and a slot of 0.5 s goes by and 0 to 3 more, whether a packet waits or not: mean 1.5,
	// variance (4^2-1)/12.
	avoiding := service{asking + onAir + way + 0.1 + way + way*(1+1.5), way * way * (4*4 - 1) / 12}
	// 0 to 3 slots of an RTS and the way go by before each RTS.
	const round = 0.1 + way
	backingOff := service{1.5*round + asking + onAir, round * round * (4*4 - 1) / 12}
	// The same with a longest way of 1 s, and the wait for warnings of twice what the way of 0.5 s is shorter.
	const longer, warnings = 0.1 + 1, 2 * (1 - way)
	warned := service{1.5*longer + asking + warnings + onAir + way + 0.1 + way, longer * longer * (4*4 - 1) / 12}
	return []Row{
		loneRow("csma-ca", ", 4 slots of half a frame", "header: 0bit, control: 100bit, ack_size: 100bit, guard: 0s", 0.1, avoiding.wait(0.1)+asking+onAir+way).
			by(alone, equation.Values{"r": 0.1, "c": 0.1, "d": way, "t": onAir, "k": 0.1, "s": way, "w": 4}),
		loneRow("maca-u", ", 4 slots of 0.6 frames", "header: 0bit, control: 100bit, guard: 0s", 0.15, backingOff.wait(0.15)+backingOff.mean+way).
			by(alone, equation.Values{"r": 0.15, "c": 0.1, "d": way, "t": onAir, "D": way, "w": 4}),
		loneRow("dacap", ", 4 slots of 1.1 frames", "header: 0bit, control: 100bit, ack_size: 100bit, max_delay: 1s, guard: 0s", 0.08, warned.wait(0.08)+1.5*longer+asking+warnings+onAir+way).
			by(alone, equation.Values{"r": 0.08, "c": 0.1, "d": way, "t": onAir, "k": 0.1, "D": 1, "w": 4}),
	}
}

// selfDeferring are two protocols in which a packet that has waited for another one of its station
// waits for up to a frame more: U(0, 1 s), and 0 to 9 slots of 0.1 s.
var selfDeferring = []struct {
	protocol, setup, settings string
	service
	at equation.Values // where the manual has the laws; nil for none
}{
	{"csma", ", deferring to own frames for up to a frame", "header: 0bit, defer: true, backoff: 1s", service{onAir + 0.5, 1.0 / 12}, nil},
	{"cw-mac", ", 10 slots of 0.1 frames", "header: 0bit, cw: 10, slot: 100ms", service{onAir + 0.45, 0.01 * (10*10 - 1) / 12}, equation.Values{"r": 0.5, "t": onAir, "s": 0.1, "n": 10, "d": way}},
}

// selfDeferringRows are the rows of a lone sender that waits after its own frames.
func selfDeferringRows() (rows []Row) {
	for _, c := range selfDeferring {
		row := loneRow(c.protocol, c.setup, c.settings, 0.5, c.afterOthers(0.5)+way)
		row.Source = "M/G/1 with another service of the first, Welch 1964"
		if c.at != nil {
			row = row.by(alone, c.at)
		}
		rows = append(rows, row)
	}
	return rows
}

// vacationRows are the rows of a lone sender that can begin to send at certain times only. A time
// at which it has no packet is a vacation until the next one.
func vacationRows() (rows []Row) {
	// A packet takes a geometric number of slots, from 1, and is sent in the last of them.
	for _, p := range []float64{1, 0.5} {
		slots := service{onAir / p, onAir * onAir * (1 - p) / (p * p)}
		rows = append(rows, loneRow("slotted-aloha", fmt.Sprintf(", sent in a slot with probability %g", p),
			fmt.Sprintf("header: 0bit, size: 1000bit, persistence: %g", p), 0.3, slots.waitOn(0.3, onAir)+slots.mean+way))
	}
	// Poll, answer, both ways and two turnarounds, without a packet; the answer comes before the packet.
	const round = 0.05 + 0.1 + 2*way + 2*0.1
	polled := service{round + onAir, 0}
	rows = append(rows, loneRow("polling", "", "station: sink, poll: 50bit, answer: 100bit, turnaround: 100ms", 0.3, polled.waitOn(0.3, round)+0.1+onAir+way))
	// Two slots: of a packet of 0.5 s, and of one of a second and its way.
	const frame = 0.5 + onAir + way
	rows = append(rows, loneRow("tdma-docking", "", "station: sink, vehicles: 0, downstream: 500bit, upstream: 1000bit, multiple: 0s", 0.25,
		service{frame, 0}.waitOn(0.25, frame)+onAir+way).
		by("mean delay of a vehicle that is alone", equation.Values{"r": 0.25, "n": 1, "u": 0.5, "t": onAir, "p": way, "g": 0, "T": 0, "d": way}))
	// Beacon, door and a slot for two packets of 0.05 and a second. Both ways, two turnarounds of 0.1 s
	// and the guard of 0.05 s are spared in the door and in the slot.
	const room = 0.04 + (0.1 + 1.25) + (2*(0.05+onAir) + 1.25)
	rows = append(rows, loneRow("waiting-room", "",
		"station: sink, beacon: 30bit, entry: 10bit, registration: 100bit, header: 50bit, size: 1000bit, turnaround: 100ms, guard: 50ms", 0.1,
		service{room, 0}.waitOn(0.1, room)+0.05+onAir+way).
		by("mean delay of a vehicle that is alone", equation.Values{"r": 0.1, "F": room, "u": 0.05, "t": onAir, "d": way}))
	// Slots of a control frame of 0.1 s, the way of 0.5 s and the guard of 0.1 s. RTS, CTS and ACK take one each, and a packet with
	// its way 3 of 0.7 s. The next RTS is sent at the edge at which the slot of the ACK ends.
	const slot = 0.1 + way + 0.1
	rows = append(rows, loneRow("s-fama", "", "control: 100bit, header: 0bit, size: 1000bit, guard: 100ms", 0.1,
		service{6 * slot, 0}.waitOn(0.1, slot)+2*slot+onAir+way).
		by(alone, equation.Values{"r": 0.1, "s": slot, "t": onAir, "c": 0.1, "d": way}))
	// Rounds of a tone of 0.1 s, the way of 0.5 s and the guard of 0.1 s. After one that is contended for comes the packet, and what
	// begins no later than a way after its end is too early for the next: 4 rounds.
	const contention = 0.1 + way + 0.1
	rows = append(rows, loneRow("t-lohi", ", synchronized", "tone: 100ms, guard: 100ms, header: 0bit", 0.1,
		service{4 * contention, 0}.waitOn(0.1, contention)+contention+onAir+way).
		by(alone+" in rounds at the same time", equation.Values{"r": 0.1, "T": contention, "t": onAir, "d": way}))
	for i := range rows {
		rows[i].Source = "M/G/1 with vacations, Bertsekas and Gallager 3.5.1"
	}
	return rows
}

// service is how the time is distributed from when a packet's turn comes to that of the next one.
type service struct{ mean, variance float64 } // s, s^2

// second is the mean of the square.
func (b service) second() float64 { return b.mean*b.mean + b.variance }

// wait is the mean wait for service of packets that come at random, so many in a second
// (Pollaczek and Khinchine; Kleinrock, Queueing Systems I, 1975, chapter 5):
//
//	W = r E[b^2] / (2 (1 - r E[b]))
func (b service) wait(rate float64) float64 { return rate * b.second() / (2 * (1 - rate*b.mean)) }

// waitOn is the same where a server without packets looks again after a vacation V only
// (Bertsekas and Gallager, Data Networks, 2nd ed. 1992, section 3.5.1): half of V more.
func (b service) waitOn(rate, vacation float64) float64 { return b.wait(rate) + vacation/2 }

// idle is the probability that a station has no packet, if this is the service of packets that
// have waited, and that of any other is its time T on the air alone. The latter begins a busy time:
// r T packets come while it is on the air, and each of them takes E[b], in which r E[b] others come.
// So busy times last T/(1 - r E[b]) on average, and idle ones 1/r:
//
//	1/r / (1/r + T/(1 - r E[b])) = (1 - r E[b]) / (1 - r E[b] + r T)
func (b service) idle(rate float64) float64 {
	spare := 1 - rate*b.mean
	return spare / (spare + rate*onAir)
}

// afterOthers is the mean time from a packet to the end of its frame, at such a station. The wait
// for service is
//
//	W = r E[b^2] / (2 (1 - r E[b])) + r (T^2 - E[b^2]) / (2 (1 - r (E[b] - T)))
//
// (P. D. Welch, On a generalized M/G/1 queuing process in which the first customer of each busy
// period receives exceptional service, Operations Research 12(5), 1964).
func (b service) afterOthers(rate float64) float64 {
	first := rate * (onAir*onAir - b.second()) / (2 * (1 - rate*(b.mean-onAir)))
	idle := b.idle(rate)
	return b.wait(rate) + first + idle*onAir + (1-idle)*b.mean
}

// loneRow is the delay of the packets of a lone sender, so many in a second.
func loneRow(protocol, setup, settings string, rate, theory float64) Row {
	return Row{
		Protocol:     protocol,
		Setup:        fmt.Sprintf("lone sender, %g packets per frame time%s", rate, setup),
		Quantity:     "mean delay (s)",
		Theory:       theory,
		Replications: 20,
		Measure: func(ctx context.Context, seed uint64) (float64, error) {
			s, err := simulate(ctx, fmt.Sprintf(lone, "type: "+protocol+", "+settings, rate), seed)
			return float64(s.Total.Packets.DelayMean), err
		},
	}
}

// hiddenPair is a sink in the middle between two such senders. Each is 1 km from it, where a frame is
// 180 - 60 - 6 - 100 = 14 dB above the noise, by spherical spreading and some 6 dB/km, and 2 km from
// the other one, where it is 2 dB above it; 10 dB are needed.
const hiddenPair = `
name: hidden
duration: 20000s
links:
  water:
    channel: {type: acoustic, spreading: 2, noise: none}
    modem: {type: plain, frequency: 25kHz, bandwidth: 6kHz, rate: 1kbps, capture: off, budget: {type: decibels, source_level: 180dB, self_noise: {level: 100dB}}}
    mac: {queue: 1000000, %s}
nodes:
  - {name: sink, at: [0m, 0m, -50m]}
  - {name: left, at: [-1km, 0m, -50m]}
  - {name: right, at: [1km, 0m, -50m]}
traffic:
  - {type: poisson, from: left, to: sink, rate: %g/s, size: 1000bit}
  - {type: poisson, from: right, to: sink, rate: %[2]g/s, size: 1000bit}
`

// hiddenRows are the rows of two senders that do not hear each other. They know nothing of each
// other, so that a frame of the one arrives if the other is not sending when it begins, and does not
// begin within a frame time T:
//
//   - with ALOHA, and with what is ALOHA where nobody is heard, if it has no packet, with 1 - r T, and
//     gets none, with e^-rT
//   - with slots that are the same for both, if it does not send in this one, with 1 - r T
//   - if it waits for up to T before it sends again, as well if it has no packet and gets none
//   - with a gap g after each frame, if it has no packet and gets none, or if x of a gap are left,
//     there is none at its end and none comes in the T - x that follow:
//     (1 - r (T+g)) (e^-rT + r Int e^-r(T-x) dx from 0 to g) = (1 - r (T+g)) e^-r(T-g)
func hiddenRows() []Row {
	var rows []Row
	for _, rate := range []float64{0.1, 0.4} {
		aloha := (1 - rate*onAir) * math.Exp(-rate*onAir)
		rows = append(
			rows,
			hiddenRow("aloha", "", "header: 0bit", rate, aloha),
			hiddenRow("csma", ", non-persistent", "header: 0bit", rate, aloha),
			hiddenRow("csma", ", 1-persistent", "header: 0bit, persistence: 1-persistent", rate, aloha),
		)
	}
	const rate, gap = 0.4, 0.2
	for _, c := range selfDeferring {
		row := hiddenRow(c.protocol, c.setup, c.settings, rate, c.idle(rate)*math.Exp(-rate*onAir))
		if c.at != nil {
			at := maps.Clone(c.at)
			at["r"] = rate
			row = row.by("chance of a frame beside a hidden station", at)
		}
		rows = append(rows, row)
	}
	return append(
		rows,
		hiddenRow("csma-cd", ", gap of 0.2 frames", "header: 0bit, gap: 200bit, assume_full_duplex: true", rate, (1-rate*(onAir+gap))*math.Exp(-rate*(onAir-gap))),
		hiddenRow("slotted-aloha", ", equal ways", "header: 0bit, size: 1000bit", rate, 1-rate*onAir),
	)
}

// hiddenRow is the part of the frames that arrive of a hidden pair, each of which sends so many packets a second.
func hiddenRow(protocol, setup, settings string, rate, theory float64) Row {
	return Row{
		Protocol:     protocol,
		Setup:        fmt.Sprintf("hidden pair, %g packets per frame time each%s", rate, setup),
		Quantity:     "part of the frames that arrive",
		Theory:       theory,
		Source:       "alternating renewal process of the other",
		Replications: 20,
		Measure: func(ctx context.Context, seed uint64) (float64, error) {
			s, err := simulate(ctx, fmt.Sprintf(hiddenPair, "type: "+protocol+", "+settings, rate), seed)
			return float64(s.Total.Packets.Delivered) / float64(s.Total.Frames.Sent), err
		},
	}
}
