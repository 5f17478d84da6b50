package scenarios

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// beacon is a program that sends so many bits as its port was last told, every second.
type beacon struct{}

func (*beacon) Validate() error { return nil }

func (b *beacon) Install(site program.Site) (program.Running, error) {
	link, err := site.Link("air")
	if err != nil {
		return nil, err
	}
	r := &beaconing{site: site, bits: 8}
	site.Kernel().Every(sim.Control, 0, time.Second, func(sim.Time) { link.Send(0, program.Message{Bits: r.bits}) })
	return r, nil
}

type beaconing struct {
	site program.Site
	bits int
}

func (*beaconing) CPU() *rtos.CPU { return nil }

func (b *beaconing) Ports() []program.Port {
	return []program.Port{{Name: "size", Unit: "bit", Doc: "bits of a message", In: func(now sim.Time, v float64) {
		b.bits = int(v)
		b.site.Kernel().NewTimer(sim.Comm, func(sim.Time) { b.site.Emit(trace.Record{Kind: trace.Fact, Note: "taken", Peer: trace.None}) }).Arm(now)
	}}}
}

const steered = `
name: steered
duration: 60s
links: {air: {channel: {type: ideal, speed: 1500m/s}, modem: plain, mac: aloha}}
nodes:
  - {name: base}
  - {name: buoy, at: [750m, 0m, 0m]}
`

// steer runs the beacon, with what comes in, and returns what came of it.
func steer(t *testing.T, drive func(*Simulation)) string {
	t.Helper()
	plan := parse(t, steered)
	plan.Nodes[1].Run = &beacon{}
	fingerprint := trace.NewFingerprint()
	s, err := plan.Build(nil, fingerprint)
	if err != nil {
		t.Fatal(err)
	}
	drive(s)
	end, err := s.Close()
	if err != nil || end != 60e9 {
		t.Fatal(end, err)
	}
	return fmt.Sprint(fingerprint.Sum(), " ", s.Kernel.Fired())
}

// What comes in while a run goes on in parts, also at the instants of events and twice at one instant, makes the
// same run again when it is replayed. Without it, or with one value else, the run is another.
func TestInputsAreReplayed(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	var journal []Input
	live := steer(t, func(s *Simulation) {
		s.Start()
		for range 500 {
			until := s.Kernel.Now().Add(time.Duration(rnd.Int64N(2e8)))
			if next, ok := s.Next(); ok && rnd.IntN(2) == 0 {
				until = next
			}
			if ended, err := s.RunUntil(t.Context(), until); ended || err != nil {
				break
			}
			for range rnd.IntN(3) {
				if err := s.Input(s.Kernel.Now(), "buoy.size", float64(8+rnd.IntN(400))); err != nil {
					t.Fatal(err)
				}
			}
		}
		s.RunUntil(t.Context(), 60e9)
		journal = s.Journal()
	})
	again := func(journal []Input) string {
		return steer(t, func(s *Simulation) {
			if err := s.Replay(journal); err != nil {
				t.Fatal(err)
			}
			s.Start()
			s.RunUntil(t.Context(), 60e9)
			if !slices.Equal(s.Journal(), journal) {
				t.Error("the journal of a replay is another")
			}
		})
	}
	if len(journal) < 100 {
		t.Errorf("%d inputs", len(journal))
	}
	if replayed := again(journal); replayed != live {
		t.Errorf("replayed %s, live %s", replayed, live)
	}
	other := slices.Clone(journal)
	other[50].Value++
	if again(other) == live || again(journal[:len(journal)-1]) == live || again(nil) == live {
		t.Error("what comes in does not matter")
	}
}

// A value for a run that has been stopped before its duration would never come in, and is refused.
func TestInputAfterTheEnd(t *testing.T) {
	s, err := withProgram(t, func(site program.Site) (program.Running, error) {
		site.Kernel().NewTimer(sim.Control, func(sim.Time) { site.Kernel().Stop() }).Arm(5e9)
		return &oddRunning{ports: []program.Port{{Name: "size", In: func(sim.Time, float64) {}}}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if ended, err := s.RunUntil(t.Context(), 6e9); !ended || err != nil {
		t.Fatal(ended, err)
	}
	if err := s.Input(7e9, "a.size", 1); err == nil || !strings.Contains(err.Error(), "the run has ended at 5.000000000s, before its duration") {
		t.Error(err)
	}
}

// A port that is not there, a value that is none, and a time that has gone or does not come are errors.
func TestFaultsOfInputs(t *testing.T) {
	steer(t, func(s *Simulation) {
		s.Start()
		s.RunUntil(t.Context(), 2e9)
		for _, row := range []struct {
			at    sim.Time
			port  string
			value float64
			want  string
		}{
			{2e9, "buoy.sise", 1, `unknown port "buoy.sise"; did you mean "buoy.size"?`},
			{2e9, "buoy.size", math.NaN(), "NaN is no number"},
			{2e9, "buoy.size", math.Inf(1), "+Inf is no number"},
			{1e9, "buoy.size", 1, "comes too late"},
			{61e9, "buoy.size", 1, "after the end of the run"},
		} {
			if err := s.Input(row.at, row.port, row.value); err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("%v, want %q", err, row.want)
			}
		}
		s.RunUntil(t.Context(), 60e9)
	})
}

// A vehicle that nobody drives, and a real instrument for which nothing comes, are told of at the end, and not where something comes in.
func TestNobodyDrives(t *testing.T) {
	const text = `
name: idle
duration: 1s
nodes: [{name: auv, at: [0m, 0m, -5m], vehicle: rexrov, instruments: [depth], outside: [depth], run: {type: external, drive: {in: wrench}}}]
`
	said := func(in ...Input) string {
		s, err := parse(t, text).Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Replay(in); err != nil {
			t.Fatal(err)
		}
		s.Run(t.Context())
		return strings.Join(s.Undriven(), "\n")
	}
	if got := said(); !strings.Contains(got, "nobody drove it") || !strings.Contains(got, "instrument depth is outside") {
		t.Errorf("nothing comes in: %q", got)
	}
	if got := said(Input{Port: "auv.surge", Value: 1}, Input{Port: "auv.instruments.depth", Data: `{"depth": 5}`}); got != "" {
		t.Errorf("something comes in: %q", got)
	}
}
