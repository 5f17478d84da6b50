package screening

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// parameter is a key that is varied.
type parameter struct {
	path   string
	values string // as a study has them
	shown  string
}

// chooser chooses the parameters of a scenario. It tries what a key takes by reading the scenario with it.
type chooser struct {
	*Screening
	file       string
	files      scenarios.Files
	root       *strict.Value // the scenario under the overrides
	warned     int           // warnings that check gives of it
	parameters []parameter
	left       []string // keys that are not varied, and why
}

func newChooser(lib *scenarios.Library, s *Screening) (*chooser, error) {
	file, files, err := lib.Disk().Find(s.Scenario, "")
	if err != nil {
		return nil, err
	}
	c := &chooser{Screening: s, file: file, files: files}
	doc, err := strict.Read(files.Text, file, s.Sets, scenarios.Default(), lib.Models())
	if err != nil {
		return nil, err
	}
	c.root = doc.Value()
	plan, err := files.Load(file, s.Sets)
	if err != nil {
		return nil, err
	}
	said, err := plan.Check()
	c.warned = len(said)
	return c, err
}

// choose chooses what is named, or the first numbers of the scenario.
func (c *chooser) choose() error {
	for _, named := range c.Vary {
		if err := c.named(named); err != nil {
			return err
		}
	}
	if len(c.Vary) == 0 {
		c.walk("", c.root)
	}
	return nil
}

// named adds a key that is named, with its range or its values.
func (c *chooser) named(text string) error {
	key, values, ranged := strings.Cut(text, "=")
	if !ranged {
		value := c.value(key)
		if value == "" {
			return fmt.Errorf("--vary %s: the scenario gives no number there; write its range, as in %s=1..2", key, key)
		}
		return c.around(key, value)
	}
	low, high, isRange := strings.Cut(values, "..")
	if !isRange {
		c.parameters = append(c.parameters, parameter{key, "[" + values + "]", values})
		return nil
	}
	for _, end := range []string{low, high} {
		if _, err := c.files.Load(c.file, c.with(key, end)); err != nil {
			return fmt.Errorf("--vary %s: %w", text, err)
		}
	}
	x, unit := cut(low)
	c.add(key, low, high, c.whole(key, x, unit))
	return nil
}

// value returns the number that the scenario gives a key.
func (c *chooser) value(key string) (found string) {
	numbers(c.root, "", func(path, text string) {
		if path == key {
			found = text
		}
	})
	return found
}

// walk adds the numbers of the scenario, until there are enough.
func (c *chooser) walk(path string, v *strict.Value) {
	var beyond, zero, other []string
	numbers(v, path, func(path, text string) {
		number, _ := cut(text)
		switch {
		case slices.Contains([]string{"duration", "warmup", "seed", "format"}, path) || strings.HasPrefix(path, "probe."):
			other = append(other, path)
		case number == 0:
			zero = append(zero, path)
		case len(c.parameters) == most:
			beyond = append(beyond, path)
		default:
			if c.around(path, text) != nil {
				other = append(other, path)
			}
		}
	})
	for _, of := range []struct {
		why  string
		keys []string
	}{{"beyond %d parameters", beyond}, {"0, of which there is no part", zero}, {"which measures, or cannot be changed alone", other}} {
		if len(of.keys) > 0 {
			why := strings.ReplaceAll(of.why, "%d", strconv.Itoa(most))
			c.left = append(c.left, fmt.Sprintf("%s (%s)", strings.Join(of.keys, " "), why))
		}
	}
}

// around adds a key whose number is varied by a part of it, up or down alone where check has something to say of the other way. A
// whole number stays whole where the key takes no other, and is varied by at least 1.
func (c *chooser) around(key, text string) error {
	x, unit := cut(text)
	low, high := x-c.Within*math.Abs(x), x+c.Within*math.Abs(x)
	whole := c.whole(key, x, unit)
	if whole {
		low, high = math.Floor(low), math.Ceil(high)
	}
	write := func(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) + unit }
	errLow, errHigh := c.try(key, write(low)), c.try(key, write(high))
	switch {
	case errLow != nil && errHigh != nil:
		return fmt.Errorf("--vary %s: neither %s nor %s is possible: %w", key, write(low), write(high), errLow)
	case errLow != nil:
		low = x
	case errHigh != nil:
		high = x
	}
	c.add(key, write(low), write(high), whole)
	return nil
}

// add adds a key with the ends of its range.
func (c *chooser) add(key, low, high string, whole bool) {
	step := ""
	if _, unit := cut(low); whole {
		step = ", step: 1" + unit
	}
	c.parameters = append(c.parameters, parameter{key, fmt.Sprintf("{from: %s, to: %s%s}", low, high, step), low + ".." + high})
}

// whole tells whether a key takes a whole number, the next one, and none between them.
func (c *chooser) whole(key string, x float64, unit string) bool {
	takes := func(x float64) bool {
		_, err := c.files.Load(c.file, c.with(key, strconv.FormatFloat(x, 'g', -1, 64)+unit))
		return err == nil
	}
	return x == math.Trunc(x) && takes(x) && takes(x+1) && !takes(x+0.5)
}

// with returns the overrides, and a value of a key.
func (c *chooser) with(key, value string) []strict.Set {
	others := slices.DeleteFunc(slices.Clone(c.Sets), func(s strict.Set) bool { return s.Path == key })
	return append(others, strict.Set{Path: key, Value: value})
}

// try says why the scenario is worse with a value of a key: it has faults, or more warnings.
func (c *chooser) try(key, value string) error {
	plan, err := c.files.Load(c.file, c.with(key, value))
	if err != nil {
		return err
	}
	said, err := plan.Check()
	if err == nil && len(said) > c.warned {
		err = errors.New(said[len(said)-1])
	}
	return err
}

// numbers tells of all numbers in a value, with their paths. An element of a list that has a name goes by that.
func numbers(v *strict.Value, path string, found func(path, text string)) {
	below := func(key string) string { return strings.TrimPrefix(path+"."+key, ".") }
	if entries, ok := v.Entries(); ok {
		for _, e := range entries {
			numbers(e.Value, below(e.Key), found)
		}
		return
	}
	if items, ok := v.Items(); ok {
		for i, item := range items {
			at := fmt.Sprintf("%s[%d]", path, i)
			if name := item.Get("name"); name != nil {
				at = below(name.String())
			}
			numbers(item, at, found)
		}
		return
	}
	if text, quoted, ok := v.Word(); ok && !quoted {
		if _, _, isNumber := strict.NewUnits().Amount(text); isNumber {
			found(path, text)
		}
	}
}

// cut takes a number with a unit apart.
func cut(text string) (x float64, unit string) {
	for n := len(text); n > 0; n-- {
		if x, err := strconv.ParseFloat(text[:n], 64); err == nil {
			return x, text[n:]
		}
	}
	return math.NaN(), text
}
