// Package calibrate measures how fast this machine does what studies are made of,
// against a fixed loop that is timed in the same rounds. The ratio of the two
// depends on the machine much less than either, so it compares figures from
// different machines, and shows a change of the program among those of the machine.
//
// Times are processor times of the process, with the collection of garbage. What the
// loop does not stand for is memory: a machine with small caches is slower with many
// pending events or nodes than the loop says.
//
// Left out: memory, disks and networks, and comparisons with other programs, which
// are made by package peers.
package calibrate

import (
	"context"
	"math"
	"os"
	"runtime"
	"strings"
	"time"

	"halocline/bench/speed/calibrate/gauge"
	"halocline/bench/speed/peers"
)

// Loop does so many steps and returns the sum that they come to. A step draws a
// number from splitmix64 (three shifts, three exclusive ors, two multiplications and
// an addition of 64-bit integers), makes it a float64 u in [0, 1), and replaces the
// sum s by the square root of s/2 + u: a multiplication, an addition and a square
// root. Each step waits for the one before, as an event does. The loop
// must never be changed: figures that were measured with it are out in the world.
func Loop(steps int) float64 {
	var random peers.Splitmix
	sum := 0.0
	for range steps {
		sum = math.Sqrt(float64(sum*0.5) + random.Uniform())
	}
	return sum
}

// loopSteps is how long the loop runs before each measurement: some 50 ms.
const loopSteps = 5_000_000

// Item is something that is measured.
type Item struct {
	Name string
	Unit string // of its work, in the plural
	Wall bool   // measured by the clock on the wall, because it uses all processors
	// Prepare does what is not measured, and returns what is: a round, which returns
	// how much work it did. Where it tells a time, that is the time of the work,
	// and otherwise it is all that passed.
	Prepare func() (func(context.Context) (work float64, took time.Duration, err error), error)
}

// Figure is what came of an item.
type Figure struct {
	Name  string       `json:"name"`
	Unit  string       `json:"unit"`
	Clock string       `json:"clock"`
	Rate  gauge.Spread `json:"per_s"`     // work per second
	Ratio gauge.Spread `json:"per_mloop"` // work in the time of a million steps of the loop
}

// Sheet is what a machine did.
type Sheet struct {
	Machine Machine      `json:"machine"`
	Rounds  int          `json:"rounds"`
	Loop    gauge.Spread `json:"loop_steps_per_s"` // of processor time, in all rounds
	Figures []Figure     `json:"figures"`
}

// Machine says on what the figures were measured.
type Machine struct {
	System     string `json:"system"`
	Processor  string `json:"processor"` // empty where it is not known
	Processors int    `json:"processors"`
	Go         string `json:"go"`
}

// Measure measures the items, one after the other, in so many rounds each. Before each
// round it times the loop. Told hears the name of an item when it begins.
func Measure(ctx context.Context, items []Item, rounds int, told func(string)) (*Sheet, error) {
	sheet := &Sheet{Machine: here(), Rounds: rounds}
	var loops []float64
	for _, item := range items {
		told(item.Name)
		round, err := item.Prepare()
		if err != nil {
			return nil, err
		}
		clock := gauge.ProcessorTime
		name := "processor"
		if item.Wall {
			clock, name = wall, "wall"
		}
		var rates, ratios []float64
		for range rounds {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			loop := rateOfLoop(clock)
			begun := clock()
			work, took, err := round(ctx)
			if err != nil {
				return nil, err
			}
			if took == 0 {
				took = clock() - begun
			}
			rate := work / took.Seconds()
			rates, ratios = append(rates, rate), append(ratios, rate/loop*1e6)
			if !item.Wall {
				loops = append(loops, loop)
			}
		}
		sheet.Figures = append(sheet.Figures, Figure{item.Name, item.Unit, name, gauge.SpreadOf(rates), gauge.SpreadOf(ratios)})
	}
	sheet.Loop = gauge.SpreadOf(loops)
	return sheet, nil
}

// rateOfLoop returns how many steps the loop does in a second.
func rateOfLoop(clock func() time.Duration) float64 {
	begun := clock()
	sum := Loop(loopSteps)
	took := clock() - begun
	runtime.KeepAlive(sum) // so that it is computed
	return loopSteps / took.Seconds()
}

// wall returns the time of the clock on the wall since a fixed moment.
func wall() time.Duration { return time.Duration(time.Now().UnixNano()) }

// here describes this machine.
func here() Machine {
	m := Machine{System: runtime.GOOS + "/" + runtime.GOARCH, Processors: runtime.GOMAXPROCS(0), Go: runtime.Version()}
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return m
	}
	for line := range strings.Lines(string(text)) {
		if key, value, _ := strings.Cut(line, ":"); strings.TrimSpace(key) == "model name" {
			m.Processor = strings.TrimSpace(value)
			break
		}
	}
	return m
}
