package scenarios

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"halocline/mac"
	"halocline/mac/csma"
	"halocline/mac/tdma"
	"halocline/scenarios/strict"
)

// backoff is an interface of another module, of which its protocol has one.
type backoff interface{ Validate() error }

// fixedBackoff is a model of it.
type fixedBackoff struct {
	Slots int `yaml:"slots" range:"[1,9]" doc:"slots to wait"`
}

func (*fixedBackoff) Validate() error { return nil }

// listening is a protocol of another module, over one of ours.
type listening struct {
	csma.Config `yaml:",inline"`
	Waits       backoff `yaml:"waits" required:"true" doc:"how long it waits"`
}

// twice has a key that it takes over as well.
type twice struct {
	csma.Config `yaml:",inline"`
	Header      int `yaml:"header"`
}

func newListening() mac.Config { return &listening{Config: *csma.Default().(*csma.Config)} }

// A protocol of another module, with a kind of model that only it has, is named in scenarios as
// ours are; its keys and the names of its models are checked.
func TestLibraryOfAnotherModule(t *testing.T) {
	l := Standard()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(AddShelf[backoff](l, "backoffs", "links.*.mac.waits"))
	must(Put(l, "fixed", func() backoff { return &fixedBackoff{Slots: 3} }))
	must(Put(l, "listening", newListening))
	must(l.AddScenarios(fstest.MapFS{"near.yaml": {Data: []byte("base: two-nodes\nlinks: {acoustic: {mac: {type: listening, waits: {type: fixed, slots: 2}}}}\n")}}))
	must(l.AddVehicles(fstest.MapFS{"heavy.yaml": {Data: []byte("base: rexrov\nmass: 2000kg\n")}}))

	plan, err := l.Load("near", nil)
	must(err)
	if got := plan.Links[0].MAC.(*listening).Waits.(*fixedBackoff).Slots; got != 2 {
		t.Errorf("%d slots", got)
	}
	_, err = plan.Check()
	must(err)
	for set, want := range map[string]string{
		"{type: listnening}": `unknown model "listnening"; did you mean "listening"?`,
		"{type: listening, waits: {type: fixed, slots: 10}}": "10 is out of range",
		"{type: listening, waits: fixt}":                     `unknown model "fixt"`,
		"{type: listening}":                                  `key "waits" is missing; write one of fixed`,
	} {
		if _, err := l.Load("near", []strict.Set{{Path: "links.acoustic.mac", Value: set}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", set, err)
		}
	}
	model, err := l.LoadVehicle("heavy")
	must(err)
	if model.Mass != 2000 {
		t.Errorf("mass %g kg", model.Mass)
	}
	if _, err := Standard().Load("near", nil); err == nil {
		t.Error("another library knows the scenario")
	}
	last := l.Shelves()[len(l.Shelves())-1]
	if last.Title != "backoffs" || len(last.Models) != 1 {
		t.Errorf("the last shelf is %v", last)
	}
}

// What cannot be put into a library is an error that says why and what to do.
func TestLibraryFaults(t *testing.T) {
	l := Standard()
	file := fstest.MapFS{"docking.yaml": {}, "rexrov.yaml": {}}
	code := fstest.MapFS{"main.go": {}}
	for _, row := range []struct {
		err  error
		want string
	}{
		{Put(l, "tdma", newListening), `model "tdma": access protocols have one of that name, a *tdma.Config; give the *scenarios.listening another name`},
		{Put(l, "a b", newListening), `model "a b": "a b" is no name; it is made of letters, digits, - and _`},
		{Put(l, "x", func() *listening { return nil }), `model "x": no key of a scenario takes a *scenarios.listening; write func() mac.Config`},
		{Put(l, "x", func() backoff { return nil }), `model "x": no key of a scenario takes a scenarios.backoff; `},
		{Put(l, "x", func() mac.Config { return nil }), `model x is no pointer to a struct that implements mac.Config`},
		{Put(l, "x", func() mac.Config { return (*listening)(nil) }), `model x is a nil pointer`},
		{Put(l, "x", func() mac.Config { return &twice{} }), `the fields Config.Header and Header of scenarios.twice both have the key header; give one of them another`},
		{AddShelf[mac.Config](l, "mine", "links.*.mac"), `shelf "mine" of mac.Config: there is a shelf "access protocols" of mac.Config already`},
		{AddShelf[backoff](l, "modems", "links.*.mac"), `shelf "modems" of scenarios.backoff: there is a shelf "modems" of `},
		{AddShelf[backoff](l, "", "links.*.mac"), `shelf "" of scenarios.backoff at key "links.*.mac": a shelf has a title and a key, and is of an interface`},
		{AddShelf[listening](l, "mine", "links.*.mac"), `shelf "mine" of scenarios.listening at key "links.*.mac": a shelf has`},
		{l.AddScenarios(file), "scenario docking.yaml: one of that name comes with the program already"},
		{l.AddVehicles(file), "vehicle rexrov.yaml: one of that name comes with the program already"},
		{l.AddVehicles(fstest.MapFS{"vehicles/a.yaml": {}}), "no vehicle is added: no file *.yaml lies at the top of the files; see fs.Sub"},
		{l.AddScenarios(fstest.MapFS{"a b.yaml": {}}), `scenario a b.yaml: "a b" is no name`},
		{errors.Join(l.AddSources("twice", code), l.AddSources("twice", code)), "the sources of module twice are given twice"},
		{l.AddSources("mine", file), `the sources of module "mine" have no Go file at their top; embed them in the folder of its go.mod, with //go:embed *.go */*.go`},
	} {
		if row.err == nil || !strings.HasPrefix(row.err.Error(), row.want) {
			t.Errorf("%v, want %s", row.err, row.want)
		}
	}
	if _, changed := l.vehicles["docking.yaml"]; changed {
		t.Error("one of the vehicles was added, and another refused")
	}
}

// Of two names for one Go type a warning says the one that the scenario chose.
func TestWarningNamesTheChosenModel(t *testing.T) {
	l := Standard()
	if err := Put(l, "slow-tdma", tdma.Default); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"slow-tdma", "tdma"} {
		plan, err := l.Load("two-nodes", []strict.Set{{Path: "links.acoustic.mac", Value: name}, {Path: "traffic", Value: "[{type: periodic, from: auv, to: station, period: 10ms, size: 100bit}]"}})
		if err != nil {
			t.Fatal(err)
		}
		warnings, err := plan.Check()
		if err != nil {
			t.Fatal(err)
		}
		if all := strings.Join(warnings, "\n"); !strings.Contains(all, " as many packets as "+name+" lets it send") {
			t.Errorf("%s: %s", name, all)
		}
	}
}
