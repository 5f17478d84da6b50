package recorder_test

import (
	"testing"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/trace"
)

type nothing struct{ rows int }

// Put counts.
func (n *nothing) Put(b *columns.Block) { n.rows += b.Rows }

// What it costs to take down a run, without writing it.
func BenchmarkRecorder(b *testing.B) {
	for _, name := range []string{"docking", "aloha20", "fleet", "survey", "waiting-room"} {
		plan, err := scenarios.Standard().Load(name, nil)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name+"/off", func(b *testing.B) {
			for b.Loop() {
				if _, err := measure.Run(b.Context(), plan, measure.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/on", func(b *testing.B) {
			for b.Loop() {
				r := recorder.New(plan, &nothing{})
				out, err := measure.Run(b.Context(), plan, measure.Options{Tracer: trace.Tracer(r), Built: r.Attach, Computer: r.Computer})
				if err != nil {
					b.Fatal(err)
				}
				r.Close(sim.Time(sim.Seconds(out.Reached)))
			}
		})
	}
}
