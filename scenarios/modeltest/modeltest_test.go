package modeltest

import (
	"strings"
	"testing"

	"halocline/mac"
	"halocline/mac/aloha"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/metric"
	"halocline/sim/simtest"
)

// The walk sees the language: keys of the top, of lists and of models.
func TestFields(t *testing.T) {
	c := &checker{Library: scenarios.Standard(), models: scenarios.Standard().Models()}
	all, rows := map[string]bool{}, 0
	for _, f := range c.fields() {
		all[f.path()] = true
		rows += len(wrongValues(f))
	}
	for _, path := range []string{"duration", "nodes[].at", "links.*.mac(tdma).guard", "links.*.channel.noise(wenz).wind", "nodes[].run(docking-vehicle).station"} {
		if !all[path] {
			t.Errorf("%s is not seen", path)
		}
	}
	if len(all) < 300 || rows < 1000 {
		t.Errorf("%d keys and %d wrong values", len(all), rows)
	}
}

// flawed is a protocol with the faults that its author can make.
type flawed struct {
	mac.Config `yaml:"-"`
	Bare       int    `yaml:"bare" range:"[1,9]"`
	Told       int    `yaml:"told" doc:"A sentence."`
	Word       string `yaml:"word" oneof:"left|right" doc:"side"`
}

// About says nothing.
func (*flawed) About() string { return "" }

// Each fault of a model is found, and nothing else is said.
func TestFlawed(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	one := &flawed{Config: aloha.Default(), Bare: 3, Word: "up"}
	l, bare := scenarios.Standard(), 0
	for name, fresh := range map[string]func() mac.Config{
		"wrong":  func() mac.Config { return one },
		"random": func() mac.Config { bare++; return &flawed{Config: aloha.Default(), Bare: bare%9 + 1, Word: "left"} },
	} {
		if err := scenarios.Put(l, name, fresh); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string][]string{
		"wrong": {
			`links.*.mac wrong: its method About says ""`,
			"links.*.mac wrong: its function returns the same pointer twice",
			`links.*.mac(wrong).bare: its tag doc is ""`,
			`links.*.mac(wrong).told: its tag doc is "A sentence."`,
			"links.*.mac(wrong).told: it takes every number; give it a tag range",
			"links.*.mac(wrong).word: the default up is refused where it is written out",
		},
		"random":  {`links.*.mac random: its method About says ""`, "links.*.mac random: its function returns other defaults the second time", "links.*.mac(random).bare", "links.*.mac(random).told: its tag doc", "links.*.mac(random).told: it takes every number"},
		"nothing": {"the library has no model nothing"},
		"tdma":    nil,
	} {
		got := faults(l, []string{name})
		for i, g := range got {
			if i >= len(want) || !strings.HasPrefix(g, want[i]) {
				t.Errorf("%s: %s", name, g)
			}
		}
		if len(got) < len(want) {
			t.Errorf("%s: %d faults, want %q", name, len(got), want)
		}
	}
}

// counting is a protocol that declares a metric, of which what it builds has no value.
type counting struct {
	mac.Config `yaml:"-"`
}

// About says what it is.
func (*counting) About() string { return "a count without a value" }

// Metrics declares one.
func (*counting) Metrics() []metric.Def {
	return []metric.Def{{Name: "answers", Kind: metric.Count, Doc: "answers that came"}}
}

// A metric without its value is found, though the scenario that chooses the model is built and not run.
func TestMetricWithoutValues(t *testing.T) {
	l := scenarios.Standard()
	if err := scenarios.Put(l, "counting", func() mac.Config { return &counting{aloha.Default()} }); err != nil {
		t.Fatal(err)
	}
	const want = "links.*.mac counting: this model's Metrics declare answers, and what it builds has no method Values that gives it; see metric.Source"
	if got := faults(l, []string{"counting"}); len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %s", got, want)
	}
}

// A shelf whose key takes none of its models is told.
func TestShelfKey(t *testing.T) {
	l := scenarios.Standard()
	if err := scenarios.AddShelf[interface{ Backoff() }](l, "backoffs", "links.*.mac.backoff"); err != nil {
		t.Fatal(err)
	}
	if got := faults(l, []string{"tdma"}); len(got) != 1 || got[0] != `shelf "backoffs": no key links.*.mac.backoff takes its models` {
		t.Errorf("%q", got)
	}
}

// 0 lies outside (0, 1], and 1 inside.
func TestInside(t *testing.T) {
	for _, c := range []struct {
		def, limits string
		want        bool
	}{{"0", "(0, 1]", false}, {"1", "(0, 1]", true}, {"1", "[0, 1)", false}, {"-5", "[0, inf)", false}, {"-5", "(-inf, 0)", true}} {
		if got := inside(strict.Param{Key: "a", Default: c.def, Range: c.limits}); got != c.want {
			t.Errorf("%s in %s: %v", c.def, c.limits, got)
		}
	}
}
