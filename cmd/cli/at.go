package cli

import (
	"github.com/spf13/cobra"

	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// timed are the values of --set and --at in their order: those of --set before the first --at hold from the start, and the
// others from the time of the --at before them.
type timed struct {
	texts []string
	later []timedTexts
}

// timedTexts are the values of --set behind an --at.
type timedTexts struct {
	at    string
	texts []string
}

// timedFlags gives a command --set and --at.
func timedFlags(c *cobra.Command, t *timed) {
	c.Flags().Var((*setFlag)(t), "set", overrideUsage)
	c.Flags().Var((*atFlag)(t), "at", "`time` from which the --set behind it hold, such as 60s; may be repeated")
}

// read reads them.
func (t *timed) read() (sets []strict.Set, later []scenarios.Later, err error) {
	if sets, err = overrides("--set", t.texts); err != nil {
		return nil, nil, err
	}
	for _, texts := range t.later {
		own, err := overrides("--set", texts.texts)
		if err != nil {
			return nil, nil, err
		}
		later = append(later, scenarios.Later{At: texts.at, Sets: own})
	}
	return sets, later, nil
}

// setFlag is the flag --set.
type setFlag timed

func (f *setFlag) Set(text string) error {
	if n := len(f.later); n > 0 {
		f.later[n-1].texts = append(f.later[n-1].texts, text)
	} else {
		f.texts = append(f.texts, text)
	}
	return nil
}

// String returns nothing: help would show it as a default.
func (f *setFlag) String() string { return "" }
func (f *setFlag) Type() string   { return "path=value" }

// atFlag is the flag --at.
type atFlag timed

func (f *atFlag) Set(text string) error {
	f.later = append(f.later, timedTexts{at: text})
	return nil
}

func (f *atFlag) String() string {
	if n := len(f.later); n > 0 {
		return f.later[n-1].at
	}
	return ""
}

func (f *atFlag) Type() string { return "time" }
