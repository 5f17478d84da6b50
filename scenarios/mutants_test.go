package scenarios

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/simtest"
)

// The pieces of a scenario that mutants change.
var (
	numberIn = regexp.MustCompile(`-?\d+(\.\d+)?(e-?\d+)?`)
	wordIn   = regexp.MustCompile(`[a-z][a-z_-]+`)
)

// mutant changes a text in one to three places: a number, a word, a line, a sign.
func mutant(rnd *rand.Rand, text string) string {
	for range 1 + rnd.IntN(3) {
		lines := strings.Split(text, "\n")
		i := rnd.IntN(len(lines))
		switch rnd.IntN(8) {
		case 0:
			lines = append(lines[:i], lines[i+1:]...)
		case 1:
			k := rnd.IntN(len(lines))
			lines[i], lines[k] = lines[k], lines[i]
		case 2:
			lines = append(lines[:i+1], lines[i:]...)
		case 3:
			words := wordIn.FindAllString(text, -1)
			lines[i] = replaceOne(rnd, wordIn, lines[i], words[rnd.IntN(len(words))])
		case 4:
			if n := len(lines[i]); n > 0 {
				k := rnd.IntN(n)
				lines[i] = lines[i][:k] + lines[i][k+1:]
			}
		default:
			odd := []string{"0", "-1", "1e-9", "1e9", "1", "2", "0.5", "3", "100", "1e300", "-0", ".nan", ".inf", "null", "[]", "{}", "~", "true", "1e-300", "90"}
			lines[i] = replaceOne(rnd, numberIn, lines[i], odd[rnd.IntN(len(odd))])
		}
		text = strings.Join(lines, "\n")
	}
	return text
}

// replaceOne replaces one of the places that a pattern finds.
func replaceOne(rnd *rand.Rand, pattern *regexp.Regexp, line, by string) string {
	all := pattern.FindAllStringIndex(line, -1)
	if len(all) == 0 {
		return line
	}
	at := all[rnd.IntN(len(all))]
	return line[:at[0]] + by + line[at[1]:]
}

// Scenarios with a world around their vehicles, changed at random, are refused with a fault or begin to run: none panics.
// HALOCLINE_LONG=1 makes 50,000 of them.
func TestMutants(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	names, each := []string{"dock-cone", "altimeter", "fallen", "swim"}, 60
	if simtest.Long() {
		each = 12_500
	}
	known := strings.Join(Standard().Bundled(), " ")
	ran := 0
	for _, name := range names {
		if !strings.Contains(known, name) {
			continue
		}
		text, err := Standard().Text(name)
		if err != nil {
			t.Fatal(err)
		}
		rnd := rand.New(rand.NewPCG(1, 2))
		for k := range each {
			changed := mutant(rnd, string(text))
			begun, panicked := attempt(changed)
			if panicked != "" {
				t.Fatalf("mutant %d of %s panics: %s\n%s", k, name, panicked, changed)
			}
			if begun {
				ran++
			}
		}
	}
	if ran == 0 {
		t.Error("no mutant begins to run")
	}
	t.Logf("%d mutants begin to run", ran)
}

// attempt runs a scenario for a tenth of a second, if it is one, for at most a second of the machine's time.
func attempt(text string) (begun bool, panicked string) {
	defer func() {
		if p := recover(); p != nil {
			panicked = fmt.Sprintf("%v\n%s", p, debug.Stack())
		}
	}()
	plan, err := Standard().Parse("a.yaml", text, nil)
	if err != nil {
		return false, ""
	}
	s, err := plan.Build(nil, nil)
	if err != nil {
		return false, ""
	}
	s.Start()
	ctx, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	s.RunUntil(ctx, sim.Time(100*time.Millisecond))
	s.Close()
	return true, ""
}
