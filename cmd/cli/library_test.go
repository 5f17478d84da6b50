package cli

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"halocline/cmd/command"
	"halocline/mac"
	"halocline/mac/csma"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// waiting is a kind of model of another module, and patient its protocol, which has one.
type waiting interface{ Validate() error }

type patient struct {
	csma.Config `yaml:",inline"`
	Waits       waiting `yaml:"waits" required:"true" doc:"how long it waits"`
}

// evenly is a model of that kind. Its name is that of a placement too.
type evenly struct {
	Slots int `yaml:"slots" range:"[1,9]" doc:"slots that it waits"`
}

// About says what the model is.
func (*evenly) About() string { return "always as many slots" }

// Validate finds nothing that the ranges do not.
func (*evenly) Validate() error { return nil }

// with runs a command line with a library, and returns its output and its exit code.
func with(t *testing.T, lib *scenarios.Library, args string) (out string, code int) {
	t.Helper()
	var said, told bytes.Buffer
	code = Run(t.Context(), lib, strings.Fields(args), command.Streams{Out: &said, Err: &told})
	return said.String() + told.String(), code
}

// A kind of model that only another module has is listed, explained and completed as ours are, also
// where a model of it has the name of one of ours, and where it has no model yet.
func TestKindOfAnotherModule(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	lib := scenarios.Standard()
	if err := scenarios.AddShelf[waiting](lib, "waits", "links.*.mac.waits"); err != nil {
		t.Fatal(err)
	}
	if err := scenarios.Put(lib, "patient", func() mac.Config { return &patient{Config: *csma.Default().(*csma.Config)} }); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"list", "list waits", "list all", "list all --json", "explain patient.waits", "schema"} {
		if out, code := with(t, lib, args); code != command.OK || strings.Contains(out, "fault of the program") {
			t.Errorf("%s, without a model: exit code %d\n%s", args, code, out)
		}
	}
	if err := scenarios.Put(lib, "disc", func() waiting { return &evenly{Slots: 3} }); err != nil {
		t.Fatal(err)
	}
	if err := lib.AddScenarios(fstest.MapFS{"calm.yaml": {Data: []byte("name: calm\nbase: two-nodes\nlinks: {acoustic: {mac: {type: patient, waits: {type: disc, slots: 2}}}}\n")}}); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"list":                    "  waits        waits             disc\n",
		"list waits":              "\n  disc             ",
		"list disc":               "slots  3  slots that it waits",
		"explain patient.waits":   "always as many slots",
		"explain disc":            "disc, one of the waits",
		"explain disc.slots":      "slots: 2   (calm)",
		"explain waits --in calm": "{type: disc, slots: 2}",
		"run calm --set duration=20s --set links.acoustic.mac.waits=disk": `unknown model "disk"; did you mean "disc"?`,
		"run calm --set duration=20s":                                     "calm\nseed 1",
		"schema":                                                          `"const": "patient"`,
	} {
		if out, _ := with(t, lib, args); !strings.Contains(out, want) {
			t.Errorf("%s: no %q in\n%s", args, want, out)
		}
	}
}
