package peers

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"halocline/bench/report/text"
	"halocline/bench/speed/calibrate/gauge"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/sim/trace"
)

// Phases is what the parts of a run of the program cost, in s of processor time. Each part is
// measured by itself, so they come to the whole but for what they do to each other's caches.
type Phases struct {
	Start  float64 `json:"start_s"`  // until the program begins to read
	Read   float64 `json:"read_s"`   // of the scenario
	Check  float64 `json:"check_s"`  // what would hardly be meant: the scenario is built without a run
	Build  float64 `json:"build_s"`  // of the simulation
	Paths  float64 `json:"paths_s"`  // between all nodes; a run finds those of the nodes that send
	Loop   float64 `json:"loop_s"`   // events, with the paths known and nobody who looks on
	Books  float64 `json:"books_s"`  // fingerprint, fates, loops: by what a run with them takes longer, and their closing
	Report float64 `json:"report_s"` // all results as JSON
}

// names and values of the phases, in their order.
func (p *Phases) all() ([]string, []float64) {
	return []string{"start", "read", "check", "build", "paths", "loop", "books", "report"},
		[]float64{p.Start, p.Read, p.Check, p.Build, p.Paths, p.Loop, p.Books, p.Report}
}

// lap returns the processor time since the last call.
type lap struct{ last float64 }

func (l *lap) time() float64 {
	now := gauge.ProcessorTime().Seconds()
	took := now - l.last
	l.last = now
	return took
}

// MeasurePhases carries the scenario of a file out phase by phase, in a process that has done nothing else.
func MeasurePhases(ctx context.Context, file string) (Phases, error) {
	var p Phases
	var l lap
	p.Start = l.time()
	plan, err := scenarios.Standard().Load(file, nil)
	if err != nil {
		return p, err
	}
	p.Read = l.time()
	plan.Check()
	p.Check = l.time()
	bare, err := plan.Build(nil, nil)
	if err != nil {
		return p, err
	}
	p.Build = l.time()
	bare.FindPaths()
	p.Paths = l.time()
	if _, err := bare.Run(ctx); err != nil {
		return p, fmt.Errorf("the run stopped: %w", err)
	}
	p.Loop = l.time()
	books := trace.NewBooks(plan.Names())
	kept, err := plan.Build(nil, books)
	if err != nil {
		return p, err
	}
	kept.FindPaths()
	l.time()
	reached, err := kept.Run(ctx)
	if err != nil {
		return p, fmt.Errorf("the run stopped: %w", err)
	}
	books.Ledger.Close(reached)
	books.Loops.Close(plan.Names(), reached)
	p.Books = l.time() - p.Loop
	out, err := measure.Run(ctx, plan, measure.Options{})
	if err != nil {
		return p, err
	}
	l.time()
	e := json.NewEncoder(io.Discard)
	e.SetIndent("", "  ")
	err = e.Encode(out)
	p.Report = l.time()
	return p, err
}

// PhaseContest says of which crowds the phases are measured, and how often.
type PhaseContest struct {
	Nodes      []int
	Rounds     int
	Receptions float64
	Told       func(string)
}

// PhaseStanding is what the phases of a crowd cost, as medians, and what the command run takes from its start to its end.
type PhaseStanding struct {
	Nodes int `json:"nodes"`
	Phases
	Process    float64 `json:"process_s"`
	Receptions float64 `json:"receptions"`
}

// Hold measures, in processes of their own: the command with the folder of a crowd behind it prints Phases, and the other one,
// with the folder and the duration, a Report. Sizes and commands take turns.
func (c PhaseContest) Hold(ctx context.Context, phases []string, whole Side) ([]PhaseStanding, error) {
	root, err := os.MkdirTemp("", "halocline-phases")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(root)
	parts, reports := make([][]Phases, len(c.Nodes)), make([][]Report, len(c.Nodes))
	for round := range c.Rounds {
		for i, n := range c.Nodes {
			w, folder := Sized(n, c.Receptions, 1), filepath.Join(root, strconv.Itoa(n))
			if round == 0 {
				if err := w.writeFolder(folder); err != nil {
					return nil, err
				}
			}
			c.Told(fmt.Sprintf("round %d: %d nodes", round+1, n))
			var p Phases
			if err := carryOut(ctx, append(append([]string{}, phases...), folder, "0"), &p); err != nil {
				return nil, err
			}
			report, err := whole.Run(ctx, folder, w)
			if err != nil {
				return nil, err
			}
			parts[i], reports[i] = append(parts[i], p), append(reports[i], report)
		}
	}
	out := make([]PhaseStanding, len(c.Nodes))
	for i, n := range c.Nodes {
		out[i] = standing(n, parts[i], reports[i])
	}
	return out, nil
}

// standing returns the medians of what was measured of a crowd.
func standing(nodes int, parts []Phases, reports []Report) PhaseStanding {
	median := func(n int, value func(int) float64) float64 {
		values := make([]float64, n)
		for i := range values {
			values[i] = value(i)
		}
		return gauge.SpreadOf(values).Median
	}
	phase := func(k int) float64 {
		return median(len(parts), func(i int) float64 {
			_, values := parts[i].all()
			return values[k]
		})
	}
	return PhaseStanding{
		nodes,
		Phases{phase(0), phase(1), phase(2), phase(3), phase(4), phase(5), phase(6), phase(7)},
		median(len(reports), func(i int) float64 { return reports[i].Total }), float64(reports[0].Receptions),
	}
}

// writeFolder makes a folder with the files of the workload.
func (w Workload) writeFolder(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return w.WriteFiles(folder)
}

// PhasesTable shows what the phases cost, in ms, and the loop with books in ns for each reception.
func PhasesTable(w io.Writer, standings []PhaseStanding) error {
	names, _ := (&Phases{}).all()
	t := text.NewTable(w, append(append([]string{"nodes"}, names...), "process", "ns per reception")...)
	for _, s := range standings {
		row := []string{strconv.Itoa(s.Nodes)}
		_, values := s.all()
		for _, v := range append(values, s.Process) {
			row = append(row, strconv.FormatFloat(1e3*v, 'f', 1, 64))
		}
		t.Append(append(row, text.Significant((s.Loop+s.Books)/s.Receptions*1e9)))
	}
	return t.Render()
}
