package paper

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"halocline/bench/report/table"
	"halocline/bench/study"
	"halocline/bench/study/results"
)

// small is a study of two protocols and two currents, five runs of each.
const small = `
name: small
base: nowhere.yaml
sweep:
  links.acoustic.mac: [tdma, {type: aloha, queue: 4}]
  water.current.speed: [0m/s, 0.1m/s]
repeat: 5
record: {metrics: [auv.docked, delay, energy, error, ratio]}
labels:
  mac: {title: MAC protocol, values: {tdma: TDMA, aloha: ALOHA}}
  speed: {title: current, unit: cm/s}
  delay: {title: mean delay}
  auv.docked: {title: docked}
  energy: {unit: kJ}
  ratio: {unit: "%"}
tables:
  - {name: delays, rows: mac, columns: speed, metric: delay, baseline: tdma, caption: Delays}
  - {name: docked_1, rows: mac, columns: speed, metric: auv.docked}
figures:
  - {name: curves, kind: lines, x: speed, y: delay, by: mac}
`

// The delays in s of the four cells. The differences of the protocols without a current
// are 1, 2, 3, 2 and 2, those with it 1, -1, 2, 0 and 3.
func delays() [][]float64 {
	return [][]float64{
		{10, 12, 11, 13, 14},
		{20, 22, 21, 23, 24},
		{11, 14, 14, 15, 16},
		{21, 21, 23, 23, 27},
	}
}

// docked tells in which runs of the four cells the vehicle docked.
func docked() [][]float64 {
	return [][]float64{{1, 1, 1, 1, 1}, {0, 0, 0, 0, 0}, {1, 1, 1, 0, 1}, {1, 1, 1, 1, 1}}
}

// written makes a result file and opens it. The function changes the run that it is
// given, or returns false where there is none. Cells may be stopped after a number of
// repetitions.
func written(t *testing.T, text string, change func(r *results.Run) bool, stopped ...int) *Paper {
	t.Helper()
	s, err := reread(text)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "r.db")
	w, err := results.Create(t.Context(), path, s.Identity("1.2.3"), s.Cells())
	if err != nil {
		t.Fatal(err)
	}
	for cell := range s.Count() {
		for r := range s.Repeat {
			run := results.Run{Cell: cell, Repetition: r, Seed: s.Seed(cell, r), Status: results.OK, Fingerprint: fmt.Sprintf("%016x", cell*100+r), Metrics: []results.Metric{
				{Name: "delay", Unit: "s", Value: delays()[cell%4][r%5]},
				{Name: "auv.docked", Value: docked()[cell%4][r%5]},
				{Name: "energy", Unit: "J", Value: 1500},
				{Name: "error", Unit: "m.s", Value: 7},
				{Name: "ratio", Value: 0.25 * float64(r%5)},
			}}
			if change != nil && !change(&run) {
				continue
			}
			if err := w.Put(run); err != nil {
				t.Fatal(err)
			}
		}
	}
	for cell, n := range stopped { // in their order
		if err := w.Stop(cell, n); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return opened(t, path)
}

// opened opens a result file.
func opened(t *testing.T, path string) *Paper {
	t.Helper()
	f, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	p, err := Open(f, "halocline table r.db")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// made makes a table.
func made(t *testing.T, p *Paper, of study.Table, o Options) table.Table {
	t.Helper()
	out, err := p.Table(of, o)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// text writes a table in a format.
func text(t *testing.T, of table.Table, f table.Format) string {
	t.Helper()
	var b strings.Builder
	if err := of.Write(&b, f, table.Options{Stars: true}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// near compares numbers to some digits; two NaN are alike.
func near(a, b, within float64) bool {
	return a == b || math.Abs(a-b) <= within || math.IsNaN(a) && math.IsNaN(b)
}
