package fmi

import (
	"bytes"
	"encoding/xml"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// model reads a scenario with some values set.
func model(t testing.TB, name string, sets ...string) *Model {
	t.Helper()
	var all []strict.Set
	for _, s := range sets {
		path, value, _ := strings.Cut(s, "=")
		all = append(all, strict.Set{Path: path, Value: value})
	}
	m, err := New(scenarios.Standard(), name, all, "a program")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// begun returns an instance in step mode.
func begun(t testing.TB, m *Model) *Instance {
	t.Helper()
	i, err := m.New()
	if err == nil {
		err = i.EnterInitialization(0)
	}
	if err == nil {
		err = i.ExitInitialization()
	}
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// to goes on in steps.
func to(t testing.TB, i *Instance, step, end time.Duration) (last Step) {
	t.Helper()
	for at := i.run.Kernel.Now(); at < sim.Time(end) && !last.Ended; at = at.Add(step) {
		var err error
		if last, err = i.DoStep(at.Seconds(), step.Seconds()); err != nil {
			t.Fatal(err)
		}
	}
	return last
}

// reference returns the reference of a variable.
func (i *Instance) reference(t testing.TB, name string) uint32 {
	t.Helper()
	for k := range i.all {
		if i.all[k].name == name {
			return uint32(k)
		}
	}
	t.Fatalf("no variable %s", name)
	return 0
}

// plain carries a plan out in one go, with what comes in, and returns its fingerprint.
func plain(t testing.TB, plan *scenarios.Plan, record func(scenarios.Reading), journal ...scenarios.Input) string {
	t.Helper()
	fingerprint := trace.NewFingerprint()
	s, err := plan.Build(nil, fingerprint)
	if err != nil {
		t.Fatal(err)
	}
	s.Record(record)
	if err := s.Replay(journal); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return fingerprint.Sum()
}

// resources returns the resources as files.
func (m *Model) resources() fstest.MapFS {
	all := fstest.MapFS{}
	for name, text := range m.files {
		all[name] = &fstest.MapFile{Data: text}
	}
	return all
}

// element is an element of modelDescription.xml.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []element  `xml:",any"`
}

func (e *element) child(name string) *element {
	for k := range e.Children {
		if e.Children[k].XMLName.Local == name {
			return &e.Children[k]
		}
	}
	return &element{}
}

func (e *element) attr(name string) (value string, there bool) {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value, true
		}
	}
	return "", false
}

// The description keeps the rules of the standard's section 2.4 that a schema and a validator look at: the order of elements, one independent
// variable without a start, a start for every input, only numbers that are continuous, each unit defined once, and every output in
// the model's structure, as an output and as an unknown of the initialization. Every variable is explained, every number has a unit, and the
// list is that of the library.
func TestDescription(t *testing.T) {
	for _, name := range []string{"docking-outside", "navigation", "helm", "hunt-line", "aloha20"} {
		i, err := model(t, name).New()
		if err != nil {
			t.Fatal(err)
		}
		text, err := i.describe("1.0")
		if err != nil {
			t.Fatal(err)
		}
		var root element
		if err := xml.Unmarshal(text, &root); err != nil {
			t.Fatal(err)
		}
		order := ""
		for _, c := range root.Children {
			order += " " + c.XMLName.Local
		}
		if order != " CoSimulation UnitDefinitions LogCategories DefaultExperiment ModelVariables ModelStructure" {
			t.Errorf("%s: elements in the order%s", name, order)
		}
		units := map[string]bool{}
		for _, u := range root.child("UnitDefinitions").Children {
			symbol, _ := u.attr("name")
			if units[symbol] {
				t.Errorf("%s: unit %q twice", name, symbol)
			}
			units[symbol] = true
		}
		outputs := checkVariables(t, name, i, &root, units)
		structure := ""
		for _, c := range root.child("ModelStructure").Children {
			r, _ := c.attr("valueReference")
			structure += " " + c.XMLName.Local + r
		}
		var want string
		for _, element := range []string{"Output", "InitialUnknown"} {
			for _, r := range outputs {
				want += " " + element + r
			}
		}
		if structure != want {
			t.Errorf("%s: structure%s, want%s", name, structure, want)
		}
	}
}

// checkVariables checks the list of variables, and returns the references of the outputs.
func checkVariables(t *testing.T, name string, i *Instance, root *element, units map[string]bool) (outputs []string) {
	t.Helper()
	independents, names := 0, map[string]bool{}
	all := root.child("ModelVariables").Children
	if len(all) != len(i.all) {
		t.Fatalf("%s: %d variables in the description, %d in the library", name, len(all), len(i.all))
	}
	for k := range all {
		v := &all[k]
		get := func(key string) string { s, _ := v.attr(key); return s }
		_, starts := v.attr("start")
		starts = starts || v.child("Start").XMLName.Local != ""
		own, kind, is := get("name"), v.XMLName.Local, get("causality")
		switch is {
		case "independent":
			independents++
		case "output":
			outputs = append(outputs, get("valueReference"))
		case "input":
		default:
			t.Errorf("%s: causality %q", own, is)
		}
		if starts != (is == "input") {
			t.Errorf("%s: an %s, with a start: %v", own, is, starts)
		}
		if own == "" || names[own] || own != i.all[k].name || get("description") == "" {
			t.Errorf("%s: variable %d %q, described as %q", name, k, own, get("description"))
		}
		if unit := get("unit"); kind == "Float64" != (unit != "") || unit != "" && !units[unit] {
			t.Errorf("%s: a %s in %q", own, kind, unit)
		}
		if kind != "Float64" && get("variability") != "discrete" {
			t.Errorf("%s: a %s that is %s", own, kind, get("variability"))
		}
		names[own] = true
	}
	if independents != 1 {
		t.Errorf("%s: %d independent variables", name, independents)
	}
	return outputs
}

// The units are what the International System defines (SI Brochure, 9th edition, 2019, table 4): J = N m, W = J/s, Pa = N/m2, V = W/A, S = A/V.
func TestUnits(t *testing.T) {
	powers := func(name string, by int) [5]int {
		b := baseOf(name)
		return [5]int{by * b.Kg, by * b.M, by * b.S, by * b.A, by * b.Rad}
	}
	product := func(all ...[5]int) (sum [5]int) {
		for _, p := range all {
			for k := range p {
				sum[k] += p[k]
			}
		}
		return sum
	}
	ampere, kilogram := [5]int{0, 0, 0, 1, 0}, [5]int{1, 0, 0, 0, 0}
	volt := product(powers("W", 1), [5]int{0, 0, 0, -1, 0})
	for name, want := range map[string][5]int{
		"1": {}, "N": product(kilogram, powers("m/s2", 1)), "N.m": product(powers("N", 1), powers("m", 1)), "J": powers("N.m", 1), "W": product(powers("J", 1), powers("s", -1)),
		"Pa": product(powers("N", 1), powers("m", -2)), "V": volt, "Hz": powers("s", -1), "m/s": product(powers("m", 1), powers("s", -1)), "m/s2": product(powers("m/s", 1), powers("s", -1)),
		"rad/s": product(powers("rad", 1), powers("s", -1)), "deg": powers("rad", 1),
		"S/m": product(ampere, [5]int{-volt[0], -volt[1], -volt[2], -volt[3], 0}, powers("m", -1)),
	} {
		if got := powers(name, 1); got != want {
			t.Errorf("%s is kg m s A rad to the powers %v, want %v", name, got, want)
		}
	}
	if f := baseOf("deg").Factor; math.Abs(180*f-math.Pi) > 1e-15 || baseOf("degC").Offset != 273.15 {
		t.Errorf("180 degrees are %v rad, and 0 degC %v K", 180*f, baseOf("degC").Offset)
	}
}

// A scenario in a folder, with a base in another one, runs from the resources alone: the folder is gone by then.
func TestResources(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "below"), 0o700); err != nil {
		t.Fatal(err)
	}
	write("scenario.yaml", "name: middle\nbase: docking-outside\nduration: 5s\n")
	write("below/mine.yaml", "name: 3 mine\nbase: ../scenario.yaml\nnodes: {auv: {vehicle: heavier.yaml}}\n")
	write("below/heavier.yaml", "base: rexrov\nname: heavier\n")
	file := filepath.Join(dir, "below", "mine.yaml")
	m := model(t, file, "water.current.speed=0.2m/s")
	plan, err := scenarios.Standard().Load(file, []strict.Set{{Path: "water.current.speed", Value: "0.2m/s"}})
	if err != nil {
		t.Fatal(err)
	}
	want := plain(t, plan, nil)
	elsewhere := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(elsewhere, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if moved := model(t, filepath.Join(elsewhere, "below", "mine.yaml"), "water.current.speed=0.2m/s"); moved.Token != m.Token || bytes.Contains(moved.files[manifest], []byte(elsewhere)) {
		t.Errorf("the FMU is another one where the same files lie elsewhere:\n%s\n%s", m.files[manifest], moved.files[manifest])
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	again, err := Open(scenarios.Standard(), m.resources(), "a program")
	if err != nil {
		t.Fatal(err)
	}
	i := begun(t, again)
	to(t, i, 100*time.Millisecond, time.Minute)
	if got, _ := i.Text(1); got != want || again.Token != m.Token || again.Identifier() != "_3_mine" || m.files["scenario.yaml"] == nil {
		t.Errorf("%s from the resources, %s from the files; tokens %s and %s, for %s", got, want, again.Token, m.Token, again.Identifier())
	}
}

// The token belongs to the resources and the program: with any other of them an importer is told to write the FMU again. Resources
// that are damaged are an error.
func TestToken(t *testing.T) {
	m := model(t, "docking-outside", "duration=5s")
	for _, change := range []func(fstest.MapFS) string{
		func(f fstest.MapFS) string {
			f["scenario.yaml"] = &fstest.MapFile{Data: append(bytes.Clone(f["scenario.yaml"].Data), '\n')}
			return "a program"
		},
		func(fstest.MapFS) string { return "another program" },
		func(f fstest.MapFS) string {
			f[manifest] = &fstest.MapFile{Data: bytes.Replace(f[manifest].Data, []byte("5s"), []byte("6s"), 1)}
			return "a program"
		},
	} {
		files := m.resources()
		program := change(files)
		again, err := Open(scenarios.Standard(), files, program)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Check(m.Token); err == nil {
			t.Error("the token is right for other resources or another program")
		}
	}
	if err := m.Check(m.Token); err != nil {
		t.Error(err)
	}
	for _, files := range []fstest.MapFS{{}, {manifest: {Data: []byte("{")}}, {manifest: {Data: []byte(`{"scenario":"a","files":{"a":"../a"}}`)}}, {manifest: {Data: []byte(`{"scenario":"a"}`)}}} {
		if _, err := Open(scenarios.Standard(), files, "a program"); err == nil {
			t.Errorf("%v is no fault", files)
		}
	}
}

// An instrument's output is the newest reading that is available, which this test finds among all readings of a run in one go.
func TestReadings(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const end = 20 * time.Second
	m := model(t, "navigation", "duration=20s", "nodes.auv.instruments[0].latency=0.35s")
	var all []scenarios.Reading
	plain(t, m.plan, func(r scenarios.Reading) { all = append(all, r) })
	i := begun(t, m)
	checked := 0
	for now := sim.Time(0); now < sim.Time(end); now = now.Add(130 * time.Millisecond) {
		for k := range i.all {
			v := &i.all[k]
			part := strings.Split(v.name, ".")
			if len(part) != 3 || part[0] != "auv" || part[2] == "taken" || part[1] != "dvl" && part[1] != "imu" && part[1] != "depth" {
				continue
			}
			want := math.NaN()
			for _, r := range all {
				if r.Instrument == part[1] && r.Name == part[2] && r.Available <= now && now > 0 { // at 0 nothing has been read yet
					want = r.Value
				}
			}
			got, err := i.Number(uint32(k))
			if err != nil {
				t.Fatal(err)
			}
			if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Fatalf("%s at %v is %v, want %v", v.name, now, got, want)
			}
			if !math.IsNaN(got) {
				checked++
			}
		}
		to(t, i, 130*time.Millisecond, time.Duration(now)+130*time.Millisecond)
	}
	if checked < 500 {
		t.Errorf("%d readings were looked at", checked)
	}
}

// Bytes come in through a String, and the run is that with this journal.
func TestText(t *testing.T) {
	const order = `{"to": "dock", "data": "aGVsbG8="}`
	m := model(t, "two-nodes", "duration=10s", "nodes.auv.run=external")
	i := begun(t, m)
	port := i.reference(t, "auv.send")
	to(t, i, 500*time.Millisecond, time.Second)
	name := i.names.Nodes[0]
	if name == "auv" {
		name = i.names.Nodes[1]
	}
	data := strings.Replace(order, "dock", name, 1)
	if err := i.SetText(port, data); err != nil {
		t.Fatal(err)
	}
	if err := i.SetText(port, "hello"); err == nil || !strings.Contains(err.Error(), "no message to send") {
		t.Errorf("what is no message: %v", err)
	}
	to(t, i, 500*time.Millisecond, 20*time.Second)
	want := plain(t, m.plan, nil, scenarios.Input{At: sim.Time(time.Second), Port: "auv.send", Data: data})
	if got, _ := i.Text(1); got != want {
		t.Errorf("%s by the FMU, %s by the journal", got, want)
	}
	if got, _ := i.Text(port); got != data {
		t.Errorf("the input reads as %q", got)
	}
}

// Calls out of their order, times that cannot be and values that are none are errors, which say why. A run that has failed stays so.
func TestFaults(t *testing.T) {
	m := model(t, "docking-outside", "nodes.auv.run.external.stale=1s", "nodes.auv.run.external.on_stale=stop")
	i, err := m.New()
	if err != nil {
		t.Fatal(err)
	}
	surge := i.reference(t, "auv.surge")
	said := func(err error, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	_, err = i.DoStep(0, 1)
	said(err, "in step mode, and this one is instantiated")
	said(i.ExitInitialization(), "this one is instantiated")
	said(i.Terminate(), "this one is instantiated")
	said(i.EnterInitialization(5), "a run begins at 0")
	if err := i.EnterInitialization(0); err != nil {
		t.Fatal(err)
	}
	said(i.SetNumber(surge, math.NaN()), "NaN")
	if err := i.SetNumber(surge, 50); err != nil { // a start value comes in at 0
		t.Error(err)
	}
	if err := i.ExitInitialization(); err != nil {
		t.Fatal(err)
	}
	for _, step := range [][2]float64{{0, 0}, {0, -1}, {0, math.NaN()}, {0, math.Inf(1)}, {1, 1}, {math.NaN(), 1}, {0, 1e300}} {
		_, err := i.DoStep(step[0], step[1])
		said(err, "a step")
	}
	_, err = i.Number(1)
	said(err, "variable fingerprint is a String")
	_, err = i.Truth(surge)
	said(err, "variable auv.surge is a Float64")
	_, err = i.Text(math.MaxUint32)
	said(err, "there is no variable with value reference 4294967295")
	said(i.SetNumber(0, 1), "cannot be set")
	if _, err := i.DoStep(0, 0.9); err != nil {
		t.Error(err)
	}
	_, err = i.DoStep(0.9, 1)
	said(err, "on_stale is stop")
	_, err = i.DoStep(0.9, 1)
	said(err, "on_stale is stop")
	said(i.SetNumber(surge, 1), "the run has failed")
	if err := i.Reset(); err != nil {
		t.Error(err)
	}
	if x, err := i.Number(surge); x != 0 || err != nil {
		t.Errorf("after Reset the input is %v (%v)", x, err)
	}
}

// After the end of a run steps and inputs change nothing, and ask the importer to stop.
func TestEnd(t *testing.T) {
	i := begun(t, model(t, "docking-outside", "duration=2s"))
	if last := to(t, i, 700*time.Millisecond, 10*time.Second); last != (Step{Reached: 2, Early: true, Ended: true}) {
		t.Errorf("%+v", last)
	}
	before, _ := i.Text(1)
	if err := i.SetNumber(i.reference(t, "auv.surge"), 5); err != nil {
		t.Error(err)
	}
	if last, err := i.DoStep(2.1, 0.7); err != nil || last != (Step{Reached: 2, Early: true, Ended: true}) {
		t.Errorf("%+v, %v", last, err)
	}
	after, _ := i.Text(1)
	if ended, err := i.Truth(2); !ended || err != nil || after != before {
		t.Errorf("ended %v (%v), fingerprints %s and %s", ended, err, before, after)
	}
	if err := i.Terminate(); err != nil {
		t.Error(err)
	}
}

// What is packed as the library has to be one.
func TestPlatform(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	for what, data := range map[string][]byte{"a text": []byte("#!/bin/sh\n"), "a program": program, "nothing": nil} {
		if err := model(t, "two-nodes").Pack(&bytes.Buffer{}, data, "1.0"); err == nil || !strings.HasPrefix(err.Error(), "it is no library") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
