package study

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"

	"halocline/bench/study/results"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/trace"
)

// macs is a study that uses each way to give a value.
const macs = `name: macs
base: pair.yaml
set: {water.temperature: 4degC, probe: {period: 1s}}
vars: {vehicles: [1, 3]}
sweep:
  links.a.mac: [aloha, {type: csma, queue: 2}, "slotted-aloha"]
  nodes.auv.at: [[500m, 0m, -75m], [1km, 1m, -75m]]
zip: [{duration: [30s, 1min], "traffic[0].size": [112bit, 64bit]}]
let: {nodes.auv.count: "vehicles + 1", links.a.mac.header: "vehicles * 8bit", "traffic[0].rate": "vehicles / duration"}
where: ["mac != 'csma' or vehicles == 3"]
`

// A cell's plan is the scenario that --set makes of the same overrides.
func TestPlanIsThatOfSet(t *testing.T) {
	s := parsed(t, strings.ReplaceAll(macs, "vehicles / duration", "1/s * (vehicles * 1s / duration)"))
	if s.Count() != 20 { // 2 x 3 x 2 x 2, less the 4 with csma and one vehicle
		t.Fatalf("%d cells, want 20", s.Count())
	}
	prints := map[string]int{}
	for cell := range s.Count() {
		plan, err := s.Plan(cell, 1)
		if err != nil {
			t.Fatal(err)
		}
		sets := append(s.Cell(cell).Sets, strict.Set{Path: "seed", Value: strconv.FormatUint(s.Seed(cell, 1), 10)})
		want, err := scenarios.Standard().Load("testdata/pair.yaml", sets)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(plan.Scenario, want.Scenario) {
			t.Errorf("cell %d:\n%+v\nwith --set:\n%+v", cell, plan.Scenario, want.Scenario)
		}
		got := fingerprint(t, plan)
		if got != fingerprint(t, want) {
			t.Errorf("cell %d runs otherwise than with --set", cell)
		}
		prints[got]++
	}
	if len(prints) < s.Count()-4 { // csma is aloha where nobody else is heard
		t.Errorf("%d different runs of %d cells", len(prints), s.Count())
	}
}

// fingerprint carries a plan out.
func fingerprint(t *testing.T, plan *scenarios.Plan) string {
	t.Helper()
	f := trace.NewFingerprint()
	simulation, err := plan.Build(nil, f)
	if err == nil {
		_, err = simulation.Run(context.Background())
	}
	if err != nil {
		t.Error(err)
	}
	return f.Sum()
}

// Goroutines that make plans, cells and checks at the same time get what one
// alone gets. The race detector sees what they share.
func TestConcurrentPlans(t *testing.T) {
	s := parsed(t, strings.ReplaceAll(macs, "vehicles / duration", "1/s * (vehicles * 1s / duration)"))
	want := make([]string, s.Runs())
	for n := range want {
		k := s.Run(n)
		plan, err := s.Plan(k.Cell, k.Repetition)
		if err != nil {
			t.Fatal(err)
		}
		want[n] = fmt.Sprintf("%+v", s.Cell(k.Cell).Sets) + fingerprint(t, plan)
	}
	var wait sync.WaitGroup
	for worker := range 8 {
		wait.Go(func() {
			for n := range want {
				k := s.Run((n + 3*worker) % len(want))
				plan, err := s.Plan(k.Cell, k.Repetition)
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := s.CheckCell(k.Cell); err != nil {
					t.Error(err)
				}
				if got := fmt.Sprintf("%+v", s.Cell(k.Cell).Sets) + fingerprint(t, plan); got != want[(n+3*worker)%len(want)] {
					t.Errorf("run %v differs among goroutines", k)
				}
			}
		})
	}
	wait.Wait()
}

// What a cell varies, as numbers: all of an axis in the unit of its first value.
func TestParams(t *testing.T) {
	s := parsed(t, "name: s\nbase: pair.yaml\nsweep: {duration: [500ms, 2s], links.a.mac: [aloha], nodes.auv.count: [2], water.temperature: [15degC, 300K], x.y: [10degC]}")
	nan := math.NaN()
	want := []results.Param{
		{Path: "duration", Text: "2s", Unit: "ms", Value: 2000},
		{Path: "links.a.mac", Text: "aloha", Value: nan},
		{Path: "nodes.auv.count", Text: "2", Value: 2},
		{Path: "water.temperature", Text: "300K", Unit: "degC", Value: 26.85},
		{Path: "x.y", Text: "10degC", Unit: "degC", Value: 10},
	}
	if got := fmt.Sprint(s.Cell(3).Params); got != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if all := s.Cells(); len(all) != 4 || fmt.Sprint(all[3]) != fmt.Sprint(s.Cell(3).Cell) {
		t.Errorf("all cells: %v", all)
	}
}

// Seeds that were computed by hashlib of Python 3.13; a change of them changes
// the results of every study.
func TestSeeds(t *testing.T) {
	const sweep = "name: s\nbase: pair.yaml\nsweep: {water.temperature: [4degC, 5degC], links.a.mac: [aloha, csma]}\n"
	s := parsed(t, sweep)
	for repetition, want := range map[int]uint64{0: 7378833981922071, 1: 6802582594337513, 29: 3979584586002139} {
		for cell := range 4 {
			if got := s.Seed(cell, repetition); got != want {
				t.Errorf("seed of cell %d, repetition %d: %d, want %d", cell, repetition, got, want)
			}
		}
	}
	s = parsed(t, sweep+"seed: 18446744073709551615")
	for repetition, want := range map[int]uint64{0: 2792312604709720, 1: 5825965617266841, 29: 1943603789403126} {
		if got := s.Seed(0, repetition); got != want {
			t.Errorf("seed of repetition %d: %d, want %d", repetition, got, want)
		}
	}
	s = parsed(t, sweep+"seeds: independent")
	if a, b := s.Seed(0, 0), s.Seed(0, 1); a != 5168379969389660 || b != 1295516470602431 {
		t.Errorf("independent seeds %d and %d", a, b)
	}
	seen := map[uint64]bool{}
	for cell := range 4 {
		for r := range 1000 {
			seen[s.Seed(cell, r)] = true
		}
	}
	if len(seen) != 4000 {
		t.Errorf("%d different seeds of 4000 runs", len(seen))
	}
	wider := parsed(t, strings.Replace(sweep, "[4degC,", "[3degC, 4degC,", 1)+"seeds: independent")
	if wider.Seed(2, 7) != s.Seed(0, 7) {
		t.Error("a value more in a sweep changes the seeds of other cells")
	}
}

// One bit of the study's seed or of the repetition changes about half of the 53
// bits of a seed: 26.5, with a standard deviation of 3.64 of one and 0.115 of the
// mean of 1000.
func TestSeedsAreMixed(t *testing.T) {
	s := parsed(t, "name: s\nbase: pair.yaml")
	flips := 0
	for r := range 1000 {
		for x := s.Seed(0, r) ^ s.Seed(0, r^1); x > 0; x &= x - 1 {
			flips++
		}
	}
	if mean := float64(flips) / 1000; math.Abs(mean-26.5) > 0.6 {
		t.Errorf("%v bits change", mean)
	}
}

// The hash changes with what decides the results, and with nothing else.
func TestHash(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	base, err := os.ReadFile("testdata/pair.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const text = `name: s
base: sea.yaml
vars: {n: [1, 2], m: "n + 1"}
sweep: {water.temperature: [4degC, 5degC]}
set: {water.current: {type: layered, file: flow.csv}}
let: {nodes.auv.count: "m"}
where: ["n < 3"]
repeat: 3
record: {metrics: ["*"], series: {depth: 1s}}
until: {metric: a, min: 4, max: 9}
`
	study := strings.Replace(text, "repeat: 3\n", "", 1)
	flow := "depth,speed,toward\n0,0.1,0\n50,0.2,0\n"
	hash := func(study, scenario, flow string) string {
		write("sea.yaml", scenario)
		write("flow.csv", flow)
		write("study.yaml", study)
		s, err := Load(t.Context(), scenarios.Standard(), filepath.Join(folder, "study.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		write("flow.csv", "gone")
		write("sea.yaml", "gone")
		if err := s.Check(); err != nil { // of what was read
			t.Fatal(err)
		}
		return s.Hash()
	}
	first := hash(study, string(base), flow)
	same := map[string]string{
		"comment":     "# hello\n" + study,
		"description": "description: x\n" + study,
		"name":        strings.Replace(study, "name: s", "name: other", 1),
		"repetitions": strings.Replace(study, "max: 9", "max: 19", 1),
		"quotes":      strings.Replace(study, `"m"`, "m", 1),
		"tables":      study + "tables: [{name: t, rows: n, columns: temperature, metric: a}]\nlabels: {n: {title: nodes}}\nfigures: [{name: f, kind: box, x: n, by: temperature, y: a}]",
	}
	for what, text := range same {
		if hash(text, string(base), flow) != first {
			t.Errorf("the hash depends on %s", what)
		}
	}
	s := parsed(t, "name: s\nbase: pair.yaml\nrepeat: 3\nsweep: {duration: [1s, 2s]}")
	sources := []results.Source{{Name: filepath.Base(where), Text: s.Text}, {Name: "pair.yaml", Text: string(base)}}
	want := results.Study{Name: "s", Text: s.Text, Hash: s.Hash(), Version: "v1", Cells: 2, Repeat: 3, Sources: sources}
	if got := s.Identity("v1"); !reflect.DeepEqual(got, want) || !strings.HasPrefix(s.Text, "name: s") {
		t.Errorf("identity %+v", got)
	}
	if hash(study, "# comment\n"+string(base), flow) != first {
		t.Error("the hash depends on a comment of the scenario")
	}
	seen := map[string]string{first: "the study"}
	note := func(what, hash string) {
		if other, twice := seen[hash]; twice {
			t.Errorf("the hash does not tell a change of %s from %s", what, other)
		}
		seen[hash] = what
	}
	for what, change := range map[string][2]string{
		"value":   {"5degC", "6degC"},
		"order":   {"4degC, 5degC", "5degC, 4degC"},
		"path":    {"water.temperature", "water.salinity: [5psu], water.temperature"},
		"vars":    {"n + 1", "n + 2"},
		"swept":   {"[1, 2]", "[1, 2, 2.5]"},
		"let":     {`"m"`, `"n"`},
		"where":   {"n < 3", "n < 4"},
		"metrics": {`["*"]`, `["a*"]`},
		"series":  {"1s}", "2s}"},
		"period":  {"depth", "height"},
		"until":   {"min: 4", "min: 5"},
		"seed":    {"repeat", "repeat"},
	} {
		text := strings.Replace(study, change[0], change[1], 1)
		if what == "seed" {
			text += "seed: 2\n"
		}
		if what == "swept" {
			text = strings.Replace(text, "n + 1", "2 * n", 1)
		}
		note(what, hash(text, string(base), flow))
	}
	note("seeds", hash(study+"seeds: independent\n", string(base), flow))
	note("scenario", hash(study, strings.Replace(string(base), "112bit", "113bit", 1), flow))
	note("data", hash(study, string(base), strings.Replace(flow, "0.2", "0.3", 1)))
}
