package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"halocline/bench/study/measure"
	"halocline/cmd/cli"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/simtest"
)

// built holds what is built once for all tests: the library and the importer in C. TestMain removes it.
var built struct {
	once    sync.Once
	dir     string
	missing string // why there is nothing
	err     error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// build builds the library and the importer. With HALOCLINE_FMI_HEADERS, a folder with the headers of the standard, the importer is
// built against those.
func build() {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		built.missing = "needs gcc, which builds the library and an importer in C"
		return
	}
	if built.dir, built.err = os.MkdirTemp("", "halocline-fmu"); built.err != nil {
		return
	}
	compile := exec.Command("go", "build", "-buildmode=c-shared", "-o", filepath.Join(built.dir, "library.so"), ".")
	compile.Env = append(os.Environ(), "CGO_ENABLED=1")
	arguments := []string{"-Wall", "-O1", "-o", filepath.Join(built.dir, "master"), "testdata/master.c", "-pthread", "-ldl"}
	if headers := os.Getenv("HALOCLINE_FMI_HEADERS"); headers != "" {
		arguments = append(arguments, "-DSTANDARD", "-I"+headers)
	}
	for _, c := range []*exec.Cmd{compile, exec.Command(gcc, arguments...)} {
		if out, err := c.CombinedOutput(); err != nil {
			built.err = fmt.Errorf("%v: %w\n%s", c, err, out)
			return
		}
	}
}

// unit is an FMU that was written, unpacked, and read by its description.
type unit struct {
	dir         string
	description struct {
		Token string `xml:"instantiationToken,attr"`
		CoSim struct {
			Identifier string `xml:"modelIdentifier,attr"`
		} `xml:"CoSimulation"`
		Variables struct {
			All []described `xml:",any"`
		} `xml:"ModelVariables"`
	}
}

// described is a variable of the description.
type described struct {
	XMLName   xml.Name
	Name      string `xml:"name,attr"`
	Reference string `xml:"valueReference,attr"`
}

// pack has halocline fmu write an FMU of a scenario, and unpacks it.
func pack(t *testing.T, scenario string, sets ...strict.Set) *unit {
	t.Helper()
	simtest.SkipShort(t, "builds a library in C")
	if built.once.Do(build); built.missing != "" {
		t.Skip(built.missing)
	}
	if built.err != nil {
		t.Fatal(built.err)
	}
	file := filepath.Join(t.TempDir(), "one.fmu")
	args := []string{"fmu", scenario, "--library", filepath.Join(built.dir, "library.so"), "-o", file}
	for _, s := range sets {
		args = append(args, "--set", s.Path+"="+s.Value)
	}
	var said bytes.Buffer
	if code := cli.Run(t.Context(), scenarios.Standard(), args, command.Streams{Out: &said, Err: &said}); code != command.OK {
		t.Fatal(code, said.String())
	}
	files, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	u := &unit{dir: t.TempDir()}
	if err := os.CopyFS(u.dir, files); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(u.dir, "modelDescription.xml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(text, &u.description); err != nil {
		t.Fatal(err)
	}
	return u
}

// reference returns the value reference of a variable, by the description.
func (u *unit) reference(t *testing.T, name string) string {
	t.Helper()
	for _, v := range u.description.Variables.All {
		if v.Name == name {
			return v.Reference
		}
	}
	t.Fatalf("the description has no variable %s", name)
	return ""
}

// master has the importer in C drive the FMU, and returns the words of the lines that it prints.
func (u *unit) master(t *testing.T, order string, step, stop time.Duration, arguments ...string) [][]string {
	t.Helper()
	library := filepath.Join(u.dir, "binaries", map[string]string{"amd64": "x86_64-linux", "arm64": "aarch64-linux"}[goarch(t)], u.description.CoSim.Identifier+".so")
	all := append([]string{
		library, u.description.Token, u.dir + "/resources/", order, u.reference(t, "fingerprint"),
		strconv.FormatInt(int64(step), 10), strconv.FormatInt(int64(stop), 10),
	}, arguments...)
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, filepath.Join(built.dir, "master"), all...)
	var told bytes.Buffer
	c.Stderr = &told
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", order, err, out, &told)
	}
	var lines [][]string
	for line := range strings.Lines(string(out)) {
		lines = append(lines, strings.Fields(line))
	}
	return lines
}

// goarch returns the architecture that the go command builds for.
func goarch(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOARCH").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// run carries a scenario out in one go, without an FMU, with what comes in.
func run(t *testing.T, scenario string, sets []strict.Set, journal ...scenarios.Input) (*measure.Outcome, *scenarios.Simulation) {
	t.Helper()
	plan, err := scenarios.Standard().Load(scenario, sets)
	if err != nil {
		t.Fatal(err)
	}
	var made *scenarios.Simulation
	out, err := measure.Run(t.Context(), plan, measure.Options{Drive: func(ctx context.Context, s *scenarios.Simulation) (sim.Time, error) {
		made = s
		if err := s.Replay(journal); err != nil {
			return 0, err
		}
		return s.Run(ctx)
	}})
	if err != nil || out.Stopped != nil {
		t.Fatal(err, out)
	}
	return out, made
}

// short has docking with a controller outside end after ten seconds.
func short() []strict.Set { return []strict.Set{{Path: "duration", Value: "10s"}} }

// Steps of 1, 10 and 100 ms, and of a third of a second, which is no part of the duration, give the fingerprint of a plain run. A run
// that ends itself asks the importer to stop, at the time at which it has ended: docking docks at 110.06 s.
func TestSteps(t *testing.T) {
	u := pack(t, "docking-outside", short()...)
	out, _ := run(t, "docking-outside", short())
	plain := out.Fingerprint
	for _, step := range []time.Duration{time.Millisecond, 10 * time.Millisecond, 100 * time.Millisecond, time.Second / 3} {
		got := u.master(t, "drive", step, 20*time.Second)[0]
		t.Log(step, got)
		if got[0] != plain || got[1] != "10.000000000" || got[2] != "1" {
			t.Errorf("in steps of %v: %v; in one go %s", step, got, plain)
		}
	}
	out, _ = run(t, "docking", nil)
	got := pack(t, "docking").master(t, "drive", 100*time.Millisecond, 400*time.Second)[0]
	t.Log("docking", got)
	if want := []string{out.Fingerprint, strconv.FormatFloat(out.Reached, 'f', 9, 64), "1", "1"}; strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("docking: %v, want %v", got, want)
	}
}

// What an importer sets comes in at the time that it has reached, so that the run is the one with this journal. It moves the vehicle.
func TestDriven(t *testing.T) {
	u := pack(t, "docking-outside", short()...)
	surge, yaw := u.reference(t, "auv.surge"), u.reference(t, "auv.yaw")
	got := u.master(t, "drive", 10*time.Millisecond, 10*time.Second, surge, "120", "500000000", yaw, "-7.5", "500000000", surge, "80", "2000000000")[0]
	out, _ := run(t, "docking-outside", short(),
		scenarios.Input{At: sim.Time(500 * time.Millisecond), Port: "auv.surge", Value: 120},
		scenarios.Input{At: sim.Time(500 * time.Millisecond), Port: "auv.yaw", Value: -7.5},
		scenarios.Input{At: sim.Time(2 * time.Second), Port: "auv.surge", Value: 80})
	if got[0] != out.Fingerprint {
		t.Errorf("driven through the FMU %s, by the journal %s", got[0], out.Fingerprint)
	}
	if still, _ := run(t, "docking-outside", short()); still.Fingerprint == out.Fingerprint {
		t.Error("the inputs change nothing")
	}
}

// An output is what the simulation says, to the last bit: of a vehicle that drifts with the current.
func TestOutputs(t *testing.T) {
	sets := append(short(), strict.Set{Path: "water.current.speed", Value: "0.3m/s"})
	u := pack(t, "docking-outside", sets...)
	names := []string{"time", "auv.position.x", "auv.position.z", "auv.attitude.yaw", "auv.velocity.heave"}
	var references []string
	for _, name := range names {
		references = append(references, u.reference(t, name))
	}
	lines := u.master(t, "read", 10*time.Millisecond, 10*time.Second, references...)
	_, s := run(t, "docking-outside", sets)
	m := s.See(addressOf(t, "auv"), sim.Time(10*time.Second)).Believed
	yaw, _, _ := m.Attitude.Euler()
	if m.Velocity[0] == 0 {
		t.Error("it does not move")
	}
	for k, want := range []float64{10, m.Position.X, m.Position.Z, yaw, m.Velocity[2]} {
		if got, err := strconv.ParseFloat(lines[k][0], 64); err != nil || got != want {
			t.Errorf("%s is %s, and %.17g in the simulation", names[k], lines[k], want)
		}
	}
}

// addressOf returns the address of a node of docking-outside.
func addressOf(t *testing.T, name string) int32 {
	t.Helper()
	plan, err := scenarios.Standard().Load("docking-outside", nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range plan.Names().Nodes {
		if n == name {
			return int32(i)
		}
	}
	t.Fatalf("no node %s", name)
	return 0
}

// Two instances go on side by side, one in steps twice as long, four in threads of their own, and one again after Reset: the run is the same.
func TestInstances(t *testing.T) {
	u := pack(t, "docking-outside", short()...)
	out, _ := run(t, "docking-outside", short())
	var got []string
	for _, order := range []string{"together", "threads", "reset"} {
		got = append(got, u.master(t, order, 10*time.Millisecond, 10*time.Second)[0]...)
	}
	if len(got) != 7 {
		t.Errorf("%d runs", len(got))
	}
	for _, sum := range got {
		if sum != out.Fingerprint {
			t.Errorf("%v, and in one go %s", got, out.Fingerprint)
			break
		}
	}
}

// Runs one after the other take no more memory: after ten, in which the heap finds its size, twenty more leave what is resident
// within a tenth of what it was. One run that were kept would add its own size each time.
func TestGrowth(t *testing.T) {
	u := pack(t, "docking-outside", short()...)
	lines := u.master(t, "after", 100*time.Millisecond, 10*time.Second, "30")
	pages := make([]float64, len(lines))
	for i, line := range lines {
		pages[i], _ = strconv.ParseFloat(line[1], 64)
		if line[0] != lines[0][0] {
			t.Errorf("run %d: %s, and the first %s", i, line[0], lines[0][0])
		}
	}
	if len(lines) != 30 {
		t.Fatalf("%d runs", len(lines))
	}
	before, end := slices.Min(pages[5:15]), slices.Min(pages[20:]) // what the collector has not come to varies from run to run
	t.Logf("resident after 1 run, and the least after 6 to 15 and after 21 to 30: %g, %g, %g pages", pages[0], before, end)
	if end > 1.1*before {
		t.Errorf("pages after each run: %v", pages)
	}
}

// What is not as the standard wants it is an error, whose reason is logged, and the instance goes on. 3 is fmi3Error.
func TestRefused(t *testing.T) {
	u := pack(t, "docking-outside", short()...)
	got := map[string]string{}
	for _, line := range u.master(t, "refuse", time.Second, 10*time.Second) {
		got[line[0]] = strings.Join(line[1:], " ")
	}
	want := map[string]string{
		"version": "3.0", "token": "0", "null": "3", "early-step": "3", "unknown-get": "3", "unknown-set": "3", "set-output": "3", "other-type": "3", "null-string": "3",
		"null-values": "3", "numbers": "3", "no-step": "3", "back": "3", "left-out": "3", "step": "0", "get": "1",
		"told": "11", // all but those without an instance and what is left out: token, early-step, and nine calls
	}
	for name, w := range want {
		if got[name] != w {
			t.Errorf("%s: %q, want %q", name, got[name], w)
		}
	}
}
