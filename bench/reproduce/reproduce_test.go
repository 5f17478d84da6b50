package reproduce

import (
	"strings"
	"testing"
)

// A short name stands for one reproduction alone, and is no long name.
func TestShortNames(t *testing.T) {
	seen := map[string]string{"all": "the word for all of them"}
	for _, r := range All() {
		for _, name := range []string{r.Name, short(r.Name)} {
			if other := seen[name]; name == "" || other != "" {
				t.Errorf("%q of %s stands for %s too", name, r.Name, other)
			}
			seen[name] = r.Name
			if got := FullName(name); got != r.Name {
				t.Errorf("%s stands for %q, want %s", name, got, r.Name)
			}
		}
	}
	for _, name := range []string{"", "erdemir", "erdemir-", "5.9", "fig5", "erdemir-erdemir-fig5.9"} {
		if got := FullName(name); got != "" {
			t.Errorf("%q stands for %s", name, got)
		}
	}
}

// All are those of others; our own study is made when it is named.
func TestChosen(t *testing.T) {
	for _, c := range []struct {
		names string
		more  int // than all of others
	}{{"all", 0}, {"fig5.9 all", 0}, {"all docking-capacity", 1}, {"capacity", 2 - len(All())}, {"fig5.9", 2 - len(All())}} {
		got := Chosen(strings.Fields(c.names))
		if len(got) != len(All())-1+c.more {
			t.Errorf("%s: %d of %d", c.names, len(got), len(All()))
		}
	}
}

// A slip is told with the name that is nearest: in its short form where that is nearer.
func TestUnknown(t *testing.T) {
	known := []string{"all", "erdemir-fig5.9", "mac-theory"}
	for name, want := range map[string]string{
		"erdemir-fig59": `did you mean "erdemir-fig5.9"?`,
		"fig59":         `did you mean "fig5.9"?`,
		"somewhere":     "known: all, erdemir-fig5.9, mac-theory",
	} {
		if got := Unknown(name, known); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
