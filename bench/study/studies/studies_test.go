package studies_test

import (
	"context"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"halocline/bench/report/paper"
	"halocline/bench/report/table"
	"halocline/bench/study"
	"halocline/bench/study/results"
	"halocline/bench/study/runner"
	"halocline/bench/study/stats"
	"halocline/bench/study/studies"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// Every bundled study can be read, and every cell of it can be built: of one with many cells every seventh, in which each value of
// each list has its turn, and where there is time all.
func TestBundled(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	counts := map[string]int{"common-random-numbers": 2, "docking-control": 6 * 6, "docking-forks": 20, "docking-current": 2 * 5 * 7, "mac-under-current": 10 * 4 * 3}
	for _, name := range studies.Bundled() {
		s, err := studies.Load(t.Context(), scenarios.Standard(), name)
		if err != nil {
			t.Error(err)
			continue
		}
		if s.Name != name || s.Description == "" {
			t.Errorf("%s has the name %q and the description %q", name, s.Name, s.Description)
		}
		if want, known := counts[name]; known && s.Count() != want {
			t.Errorf("%s has %d cells, want %d", name, s.Count(), want)
		}
		cells := s.Checklist()
		for i, cell := range cells {
			if i%7 > 0 && len(cells) > 50 && !simtest.Long() {
				continue
			}
			if _, err := s.CheckCell(cell); err != nil {
				t.Error(err)
			}
		}
		if text, err := studies.Text(name); err != nil || string(text) != s.Text {
			t.Errorf("%s: another text: %v", name, err)
		}
	}
	for name := range counts {
		if !slices.Contains(studies.Bundled(), name) {
			t.Errorf("there is no study %s", name)
		}
	}
}

// A name that is none is answered with those that there are.
func TestUnknown(t *testing.T) {
	if _, err := studies.Load(t.Context(), scenarios.Standard(), "docking-curent"); err == nil || !strings.Contains(err.Error(), "docking-current") {
		t.Error(err)
	}
	if _, err := studies.Text("docking-curent"); err == nil || !strings.Contains(err.Error(), `did you mean "docking-current"?`) {
		t.Error(err)
	}
	if _, err := studies.Load(t.Context(), scenarios.Standard(), "./nowhere.yaml"); err == nil || !strings.Contains(err.Error(), "nowhere.yaml") {
		t.Error(err)
	}
}

// A study extends no study; one that tries to is told how to begin with it. A file of that
// name beside it is taken.
func TestBaseIsStudy(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		full := filepath.Join(dir, name)
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return full
	}
	for _, base := range []string{"docking-current", "docking-current.yaml"} {
		_, err := studies.Load(t.Context(), scenarios.Standard(), put("mine.yaml", "name: mine\nbase: "+base+"\n"))
		if err == nil || !strings.HasSuffix(err.Error(), "mine.yaml:2:7: docking-current is a study, and a study extends a scenario only; halocline show docking-current > mine.yaml makes a file of it to begin with") {
			t.Errorf("%s: %v", base, err)
		}
	}
	put("docking-current.yaml", "name: d\nbase: two-nodes.yaml\n")
	if _, err := studies.Load(t.Context(), scenarios.Standard(), filepath.Join(dir, "mine.yaml")); err != nil {
		t.Error(err)
	}
}

// The number of runs is the reader's to change, so that no caption says it.
func TestCaptionsHaveNoRuns(t *testing.T) {
	number := regexp.MustCompile(`\b[0-9]+ (runs|repetitions)`)
	for _, name := range studies.Bundled() {
		s, err := studies.Load(t.Context(), scenarios.Standard(), name)
		if err != nil {
			t.Fatal(err)
		}
		var captions []string
		for _, of := range s.Tables {
			captions = append(captions, of.Caption)
		}
		for _, of := range s.Figures {
			captions = append(captions, of.Caption)
		}
		for _, c := range captions {
			if number.MatchString(c) {
				t.Errorf("%s: %q", name, c)
			}
		}
	}
}

// carriedOut makes some runs of a study and opens its results.
func carriedOut(t *testing.T, s *study.Study, only func(results.Key) bool) *results.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "r.db")
	w, err := results.Create(t.Context(), path, s.Identity("test"), s.Cells())
	if err != nil {
		t.Fatal(err)
	}
	progress, err := runner.Run(context.Background(), s, w, runner.Options{Only: only})
	if err != nil || progress.Failed > 0 {
		t.Fatalf("%d runs failed: %v", progress.Failed, err)
	}
	return opened(t, path, w)
}

// opened closes the writer of a file and opens the file.
func opened(t *testing.T, path string, w *results.Writer) *results.File {
	t.Helper()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// values returns what the runs of a cell gave.
func values(t *testing.T, f *results.File, cell int, metric string) []float64 {
	t.Helper()
	list, err := f.Values(cell, metric)
	if err != nil {
		t.Fatal(err)
	}
	var out []float64
	for _, v := range list {
		out = append(out, v.Value)
	}
	return out
}

// On common random numbers the interval of the difference of two protocols is less than
// half as wide as on random numbers of their own.
func TestCommonRandomNumbers(t *testing.T) {
	text, err := studies.Text("common-random-numbers")
	if err != nil {
		t.Fatal(err)
	}
	file := map[string]*results.File{}
	for _, seeds := range []string{"common", "independent"} {
		s, err := study.Parse(scenarios.Standard(), "study.yaml", strings.Replace(string(text), "\nseeds: common", "\nseeds: "+seeds, 1))
		if err != nil {
			t.Fatal(err)
		}
		file[seeds] = carriedOut(t, s, nil)
	}
	for _, metric := range []string{"packets.delivery_ratio", "packets.delay_mean"} {
		of := func(seeds string, cell int) []float64 { return values(t, file[seeds], cell, metric) }
		narrow := stats.Paired(of("common", 0), of("common", 1), 0.95).Difference
		wide := stats.Welch(of("independent", 0), of("independent", 1), 0.95).Difference
		if ratio := wide.HalfWidth() / narrow.HalfWidth(); !(ratio >= 2) || narrow.Used != 40 {
			t.Errorf("%s: %g +- %g on common random numbers and %g +- %g on others: a ratio of %.2f", metric,
				narrow.Estimate, narrow.HalfWidth(), wide.Estimate, wide.HalfWidth(), ratio)
		}
	}
}

// What the study of late positions says of itself. With fresh ones all ways dock, that of half
// the gains last. At a latency of 2.96 s PID with the gains of the base does not come to rest, and of
// those that do half the gains takes longest again. A predictor that knows the drag at rest only
// stays off by F Td/b: against 0.2 m/s that is (74.82 + 748.22 0.2) 0.2 N = 44.9 N over
// 74.82 N s/m, 0.6 m for each second, and from an age of 1.3 s on more than the 0.75 m of the
// berth: already at a latency of 0.74 s, with the 0.74 s until the next update.
func TestLatePositions(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	s, err := studies.Load(t.Context(), scenarios.Standard(), "docking-control")
	if err != nil {
		t.Fatal(err)
	}
	const ways, fresh, later, late = 6, 0, 1, 4 // latencies of 0 s, 0.74 s and 2.96 s
	const half, atRest = 1, 4                   // of the ways
	f := carriedOut(t, s, func(k results.Key) bool {
		latency := k.Cell / ways
		return k.Repetition == 0 && (latency == fresh || latency == later || latency == late)
	})
	for latency, fails := range map[int][]int{fresh: nil, later: {atRest}, late: {0, atRest}} {
		at := func(way int) float64 { return values(t, f, latency*ways+way, "auv.time_to_dock")[0] }
		for way := range ways {
			docks := !math.IsNaN(at(way))
			if docks == slices.Contains(fails, way) || docks && way != half && at(way) >= at(half) {
				t.Errorf("latency %d, way %d: docked at %.1f s, with half the gains at %.1f s", latency, way, at(way), at(half))
			}
		}
	}
}

// What the study of channels says of seasons. In summer the sound at 80 m is at 1488.4 m/s and at 10 m at 1522.2 m/s. By Snell's
// law a ray that rises at less than acos(1488.4/1522.2) = 12.1 deg turns on its way up: the buoy gets steep rays only, whose
// echoes at the bottom are late and strong, and between nodes at 80 m there are rays that do not meet the surface. So at 10 dB,
// where frames do not collide, summer takes from the buoy and gives to the bottom.
func TestSeasons(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	s, err := studies.Load(t.Context(), scenarios.Standard(), "channel-realism")
	if err != nil {
		t.Fatal(err)
	}
	which := map[int]string{}
	for _, c := range s.Cells() {
		of := map[string]string{}
		for _, p := range c.Params {
			of[p.Path] = p.Text
		}
		if of["links.acoustic.modem.errors.sinr"] == "10dB" && of["load"] == "0.1" && strings.Contains(of["links.acoustic.mac"], "tdma") {
			which[c.Index] = of["nodes.sink.at[2]"] + " " + of["description"]
		}
	}
	f := carriedOut(t, s, func(k results.Key) bool { return which[k.Cell] != "" && k.Repetition < 4 })
	share := map[string]float64{}
	for cell, name := range which {
		for _, v := range values(t, f, cell, "packets.delivery_ratio") {
			share[name] += v / 4
		}
	}
	if buoy, summer := share["-10m one speed"], share["-10m summer"]; !(summer < buoy/2) {
		t.Errorf("the buoy gets %.2f in water of one speed and %.2f in summer", buoy, summer)
	}
	if bottom, summer := share["-80m one speed"], share["-80m summer"]; !(summer > 2*bottom) {
		t.Errorf("the bottom gets %.2f in water of one speed and %.2f in summer", bottom, summer)
	}
	if straight := min(share["-10m straight"], share["-80m straight"]); !(straight > 0.98) {
		t.Errorf("straight sound delivers %.2f", straight)
	}
}

// Of every bundled study one run of two or three cells has the metrics of all tables and
// figures, and these can be made.
func TestPresented(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, name := range studies.Bundled() {
		s, err := studies.Load(t.Context(), scenarios.Standard(), name)
		if err != nil {
			t.Fatal(err)
		}
		if s.Boundary != nil { // whose runs are not chosen: 10 s of each, in which no vehicle can stay as long as it has to
			s = brief(t, name)
		}
		some := max(1, s.Count()/2)
		f := carriedOut(t, s, func(k results.Key) bool { return k.Repetition == 0 && k.Cell%some == 0 })
		p, err := paper.Open(f, "test")
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range p.Tables {
			of.Baseline = "" // one run has nothing to compare
			made, err := p.Table(of, paper.Options{})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			var page strings.Builder
			if err := made.Write(&page, table.LaTeX, table.Options{}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, of := range p.Figures {
			if _, err := p.Figure(of, paper.Options{}); err != nil && !strings.Contains(err.Error(), "nothing to draw") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// brief returns a bundled study with runs of 10 s.
func brief(t *testing.T, name string) *study.Study {
	t.Helper()
	text, err := studies.Text(name)
	if err != nil {
		t.Fatal(err)
	}
	short := regexp.MustCompile(`(?m)^set: .*\n|^  (?:duration|warmup): .*\n`).ReplaceAllString(string(text), "")
	if block := "\nset:\n"; strings.Contains(short, block) {
		short = strings.Replace(short, block, block+"  duration: 10s\n", 1)
	} else {
		short += "\nset: {duration: 10s}\n"
	}
	s, err := study.Parse(scenarios.Standard(), name+".yaml", short)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The tables of all bundled studies fit on a page of two columns: pdflatex finds no line
// that is too wide by more than 10 pt. The numbers are made up, as wide as those of a study that
// is carried out.
func TestTablesFit(t *testing.T) {
	simtest.SkipShort(t, "needs pdflatex")
	program, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Fatal("pdflatex is missing: the Debian packages texlive-latex-base and texlive-latex-recommended have it")
	}
	var document strings.Builder
	document.WriteString("\\documentclass[twocolumn]{article}\n\\usepackage{booktabs,graphicx}\n\\begin{document}\n")
	for _, name := range studies.Bundled() {
		s, err := studies.Load(t.Context(), scenarios.Standard(), name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := paper.Open(madeUp(t, s), "halocline report "+name+".db -o out")
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range p.Tables {
			made, err := p.Table(of, paper.Options{})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := made.Write(&document, table.LaTeX, table.Options{}); err != nil {
				t.Fatal(err)
			}
			document.WriteString("\\clearpage\n")
		}
	}
	document.WriteString("\\end{document}\n")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "t.tex"), []byte(document.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "t.tex")
	cmd.Dir = dir
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	for _, found := range regexp.MustCompile(`Overfull \\hbox \(([0-9.]+)pt too wide\).*`).FindAllStringSubmatch(string(said), -1) {
		if width, err := strconv.ParseFloat(found[1], 64); err != nil || width > 10 {
			t.Error(found[0])
		}
	}
}

// madeUp returns results of a study that was not carried out, ten of each cell at most. One run in five has no value.
func madeUp(t *testing.T, s *study.Study) *results.File {
	t.Helper()
	s.Repeat = min(s.Repeat, 10)
	path := filepath.Join(t.TempDir(), "r.db")
	w, err := results.Create(t.Context(), path, s.Identity("1.2.3"), s.Cells())
	if err != nil {
		t.Fatal(err)
	}
	metrics := map[string]bool{}
	for _, of := range s.Tables {
		metrics[of.Metric] = true
	}
	for cell := range s.Count() {
		for r := range s.Repeat {
			run := results.Run{Cell: cell, Repetition: r, Seed: s.Seed(cell, r), Status: results.OK, Fingerprint: "0123456789abcdef"}
			for name := range metrics {
				m := results.Metric{Name: name, Value: 100 + float64((37*cell+11*r)%29)/7}
				switch {
				case strings.HasSuffix(name, ".docked"):
					m.Value = float64((cell + r) % 2)
				case name == "energy.per_bit":
					m.Unit = "J/bit"
				case strings.HasPrefix(name, "energy."):
					m.Unit = "J"
				case !strings.HasSuffix(name, "ratio"):
					m.Unit = "s"
				}
				if (cell+r)%5 == 0 {
					m.Value = math.NaN()
				}
				run.Metrics = append(run.Metrics, m)
			}
			slices.SortFunc(run.Metrics, func(a, b results.Metric) int { return strings.Compare(a.Name, b.Name) })
			if err := w.Put(run); err != nil {
				t.Fatal(err)
			}
		}
	}
	return opened(t, path, w)
}

// firsts are the records of a run until the first that tells of an event, or until a time.
type firsts struct {
	records []trace.Record
	until   sim.Time
	over    bool
}

func (f *firsts) Emit(r trace.Record) {
	if f.over = f.over || r.At > f.until || r.Kind == trace.Fact && strings.HasPrefix(r.Note, "set "); !f.over {
		f.records = append(f.records, r)
	}
}

// Twenty forks of a run are a study: each repetition has the records of the run without a current until the current begins, and the
// vehicle docks the later the earlier that is.
func TestForks(t *testing.T) {
	simtest.SkipShort(t, "makes twenty runs")
	s, err := studies.Load(t.Context(), scenarios.Standard(), "docking-forks")
	if err != nil {
		t.Fatal(err)
	}
	const repetition = 1
	run := func(plan *scenarios.Plan, until sim.Time) (*firsts, float64) {
		f := &firsts{until: until}
		simulation, err := plan.Build(nil, f)
		if err != nil {
			t.Fatal(err)
		}
		end, err := simulation.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return f, end.Seconds()
	}
	var sets []strict.Set
	for _, set := range s.Cell(0).Sets {
		if !strings.HasPrefix(set.Path, "events") {
			sets = append(sets, set)
		}
	}
	sets = append(sets, strict.Set{Path: "seed", Value: strconv.FormatUint(s.Seed(0, repetition), 10)})
	last := math.Inf(1)
	for cell := range s.Count() {
		plan, err := s.Plan(cell, repetition)
		if err != nil {
			t.Fatal(err)
		}
		at := sim.Time(plan.Events[0].At)
		forked, docked := run(plan, at)
		base, err := scenarios.Standard().Load("docking", sets)
		if err != nil {
			t.Fatal(err)
		}
		plain, alone := run(base, at)
		if want := time.Duration(cell+1) * 5 * time.Second; at != sim.Time(want) || len(plain.records) < 100 || !slices.Equal(plain.records, forked.records) {
			t.Errorf("event at %v, want %v: %d records before, %d without it", at, want, len(forked.records), len(plain.records))
		}
		if docked > last || docked < alone {
			t.Errorf("event at %v: docked at %g s, %g s with an event 5 s before and %g s without", at, docked, last, alone)
		}
		last = docked
	}
}
