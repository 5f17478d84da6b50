package erdemir

import (
	"context"
	"fmt"
	"math"
	"time"

	"halocline/bench/reproduce/claim"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/trace"
)

// way is from a sender to a receiver over a link.
type way struct {
	link     uint8
	from, to int32
}

// onAir collects when frames begin, and how long they last.
type onAir struct {
	starts map[way][]sim.Time
	length map[way]float64 // s
	used   []trace.Record
}

// Emit takes a record.
func (o *onAir) Emit(r trace.Record) {
	switch r.Kind {
	case trace.TxStart:
		w := way{r.Link, r.Node, r.Peer}
		o.starts[w] = append(o.starts[w], r.At)
		o.length[w] = r.Value
	case trace.Used:
		o.used = append(o.used, r)
	}
}

// frame is the acoustic frame: on paper, on the air, and at the controller.
func (l *Lab) frame(ctx context.Context) (*claim.Report, error) {
	sets := append(still(), method(hybrid), set("seed", fmt.Sprint(l.Seed)))
	plan, err := scenarios.Standard().Load("docking", sets)
	if err != nil {
		return nil, err
	}
	seen := &onAir{starts: map[way][]sim.Time{}, length: map[way]float64{}}
	out, err := measure.Run(ctx, plan, measure.Options{Tracer: seen})
	if err != nil {
		return nil, err
	}
	const text, table = section + "4.4.1.2", "Erdemir 2018, Table 5.2"
	const (
		sound, radio     = 0, 1
		dock, auv, dummy = 0, 1, 2
		arithmetic       = "arithmetic, nothing simulated: "
	)
	first, second := seen.starts[way{sound, dock, auv}], seen.starts[way{sound, dock, dummy}]
	slot := second[0].Sub(first[0])
	up := 64/10e3 + 50/1500.0 // of a vehicle, s
	r := &claim.Report{
		Name: "erdemir-tdma-frame", Title: "The acoustic frame of the docking station", Runs: []claim.Run{{Setup: "hybrid, no fading", Seed: plan.Seed, Fingerprint: out.Fingerprint}},
		Assumptions: []string{
			"packets of 512 bit; the times that Table 5.2 prints for a packet contradict that and are those of 384 bit and 84 bit",
			"the thesis cuts 50 m / 1500 m/s to 33 ms, so that it prints 0.3152 s and 0.7248 s before rounding",
		},
		Claims: []claim.Claim{
			claim.Number("downstream slots, eight of 512 bit at 10 kbit/s", "s", text, 0.4096, 8*slot.Seconds()).Off(0, "on the air, from one packet of the station to the next"),
			claim.Number("upstream slots before rounding", "s", text, 0.3152, 8*up).Shown(arithmetic + "the text cuts the propagation time; exactly it is 0.31787 s"),
			claim.Number("frame before rounding", "s", text, 0.7248, 0.4096+8*up).Shown(arithmetic + "the same, exactly 0.72747 s"),
			claim.Number("frame", "s", text, 0.74, period(first)).Off(0, "on the air, every one of them"),
			claim.Number("upstream slot with its guard", "s", text, 0.0413, (0.74-0.4096)/8).Shown(arithmetic + "what 0.74 s leave, by eight"),
			claim.Number("sampling period of acoustic control", "s", table, 0.74, measured(seen.used, sound)).Off(0, "from one measurement that was used to the next, every one of them"),
			claim.Number("sampling period of RF control", "s", table, 0.04, measured(seen.used, radio)).Off(0, "the same"),
			claim.Number("packet of the station, acoustic", "s", table, 0.0384, seen.length[way{sound, dock, auv}]).Shown("as it was on the air: 512 bit at 10 kbit/s are 51.2 ms; 38.4 ms are 384 bit"),
			claim.Number("packet of the station, RF", "s", table, 0.28e-4, seen.length[way{radio, dock, auv}]).Shown("as it was on the air: 512 bit and the 24 bit that our access protocol adds, at 3 Mbit/s; 28 us are 84 bit"),
		},
	}
	return r, nil
}

// period returns the time from each beginning to the next in s, NaN if they differ.
func period(at []sim.Time) float64 {
	for i := 2; i < len(at); i++ {
		if at[i].Sub(at[i-1]) != at[1].Sub(at[0]) {
			return math.NaN()
		}
	}
	return at[1].Sub(at[0]).Seconds()
}

// measured returns the period of the measurements of one link that were used, NaN if
// they differ.
func measured(used []trace.Record, link uint8) float64 {
	var taken []sim.Time
	for _, r := range used {
		if r.Link == link {
			taken = append(taken, r.At.Add(-time.Duration(math.Round(r.Value*1e9))))
		}
	}
	return period(taken)
}
