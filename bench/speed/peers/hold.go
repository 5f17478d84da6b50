package peers

import (
	"context"
	"math"
	"strconv"
	"time"

	"halocline/bench/speed"
	"halocline/bench/speed/calibrate/gauge"
	"halocline/sim"
)

// HoldReport is what a program says of the hold model.
type HoldReport struct {
	Loop  float64 `json:"loop_s"` // processor time of the holds
	Bytes float64 `json:"bytes"`  // memory for each pending event
}

// Hold carries out the hold model on a queue. The times to the first events are drawn,
// and the others come from a list that is the same in all programs, so that nobody
// pays for random numbers.
func Hold(q sim.Queue, pending, holds int) HoldReport {
	gaps := Gaps()
	before := gauge.HeapBytes()
	h := speed.NewHold(q, pending, 1)
	bytes := float64(gauge.HeapBytes()-before) / float64(pending)
	h.SetGaps(gaps)
	h.Run(pending) // each event once or so, so that the memory is warm
	begun := gauge.ProcessorTime()
	h.Run(holds)
	return HoldReport{(gauge.ProcessorTime() - begun).Seconds(), bytes}
}

// Gaps returns the times from one event to the next: exponential ones with a mean of
// one second.
func Gaps() []time.Duration {
	random := Splitmix(1)
	gaps := make([]time.Duration, 1<<14)
	for i := range gaps {
		gaps[i] = sim.Seconds(-math.Log(1 - random.Uniform()))
	}
	return gaps
}

// Queue is a program that does the hold model with one queue: the command, to which
// the numbers of pending events and of holds are added.
type Queue struct {
	Name    string
	Command []string
	Most    int // pending events that it can cope with in a minute; 0 for any number
}

// SchedulersOfNS3 returns the queues of ns-3. The first is its default. The list needs
// a time that is proportional to its length, and the calendar, while it is filled, one
// that grows faster than that.
func (n *NS3) SchedulersOfNS3() []Queue {
	queue := func(name string, most int) Queue {
		return Queue{"ns-3 " + name, []string{n.Hold, name}, most}
	}
	return []Queue{
		queue("MapScheduler", 0), queue("HeapScheduler", 0), queue("PriorityQueueScheduler", 0),
		queue("CalendarScheduler", 100_000), queue("ListScheduler", 1000),
	}
}

// HoldContest says how the hold model is compared.
type HoldContest struct {
	Pending []int
	Holds   int
	Rounds  int
	Told    func(string)
}

// HoldStanding is what a queue cost with so many pending events.
type HoldStanding struct {
	Pending int          `json:"pending"`
	Queue   string       `json:"queue"`
	Rate    gauge.Spread `json:"holds_per_s"` // per second of processor time
	Bytes   float64      `json:"bytes"`       // for each pending event, median; 0 where they are too few to tell
	Ratio   float64      `json:"ratio"`       // of the median rate to that of the first queue
}

// weighable is how many pending events outweigh all else that a program allocates.
const weighable = 10_000

// Hold carries the contest out, in turns.
func (c HoldContest) Hold(ctx context.Context, queues []Queue) ([]HoldStanding, error) {
	var out []HoldStanding
	for _, pending := range c.Pending {
		rates, bytes := make([][]float64, len(queues)), make([][]float64, len(queues))
		for round := range c.Rounds {
			for i, q := range queues {
				if q.Most > 0 && pending > q.Most {
					continue
				}
				c.Told(q.Name + ", " + strconv.Itoa(pending) + " pending, round " + strconv.Itoa(round+1))
				var report HoldReport
				command := append(append([]string{}, q.Command...), strconv.Itoa(pending), strconv.Itoa(c.Holds))
				if err := carryOut(ctx, command, &report); err != nil {
					return nil, err
				}
				rates[i], bytes[i] = append(rates[i], float64(c.Holds)/report.Loop), append(bytes[i], report.Bytes)
			}
		}
		first := gauge.SpreadOf(rates[0]).Median
		for i, q := range queues {
			if len(rates[i]) > 0 {
				rate := gauge.SpreadOf(rates[i])
				row := HoldStanding{Pending: pending, Queue: q.Name, Rate: rate, Ratio: rate.Median / first}
				if pending >= weighable {
					row.Bytes = gauge.SpreadOf(bytes[i]).Median
				}
				out = append(out, row)
			}
		}
	}
	return out, nil
}
