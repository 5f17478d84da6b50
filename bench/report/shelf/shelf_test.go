package shelf

import (
	"bytes"
	"strings"
	"testing"

	"halocline/scenarios"
	"halocline/sim/equation"
	"halocline/sim/simtest"
)

// Every model has equations, or stands in the list of those without with its reason. A new one has to do one of both.
func TestNoEquation(t *testing.T) {
	for _, s := range scenarios.Standard().Shelves() {
		for name, fresh := range s.Models {
			m, ok := fresh().(equation.Config)
			has, why := ok && len(m.Equations()) > 0, NoEquation(s.Key, name)
			switch {
			case has && why != "":
				t.Errorf("%s %s has equations, and a reason why it has none: %s", s.Key, name, why)
			case !has && why == "":
				t.Errorf("%s %s has no equation; give it one by a method Equations, or say in NoEquation why there is none", s.Key, name)
			}
		}
	}
}

// A word stands for a kind of thing, a model, a section of a scenario, or a part of names.
func TestChoose(t *testing.T) {
	lib := scenarios.Standard()
	for _, row := range []struct{ name, want, not string }{
		{"units", "\n  a speed", "Keys"},
		{"tdma", "\n  tdma ", "Channels"},
		{"mac", "Access protocols (links.*.mac)", "Channels ("},
		{"mac", "\n  csma             carrier sense", "\n    queue"},
		{"csma", "\n    queue", "NAME"},
		{"water", "Keys of water", "Access protocols"},
		{"whoi", "whoi-micromodem-psk", "\n  evologics"},
	} {
		c, ok := Choose(lib, row.name)
		if !ok {
			t.Errorf("there is no %s", row.name)
			continue
		}
		var out bytes.Buffer
		if err := c.Print(&out); err != nil || !strings.Contains(out.String(), row.want) || strings.Contains(out.String(), row.not) {
			t.Errorf("%s: %v\n%s", row.name, err, &out)
		}
	}
	if _, ok := Choose(lib, "nothing-like-it"); ok {
		t.Error("nothing is taken for something")
	}
}

// Every word that is offered can be chosen, and has something to list for programs.
func TestWords(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	lib := scenarios.Standard()
	for _, word := range Words(lib) {
		c, ok := Choose(lib, word)
		if !ok {
			t.Errorf("%s is not known", word)
			continue
		}
		l, err := c.List()
		if err != nil || len(l.Scenarios)+len(l.Studies)+len(l.Vehicles)+len(l.Keys)+len(l.Models)+len(l.Presets)+len(l.Metrics)+len(l.Units) == 0 {
			t.Errorf("%s: %v, %+v", word, err, l)
		}
	}
}
