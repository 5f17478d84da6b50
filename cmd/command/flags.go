package command

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"halocline/scenarios/strict"
	"halocline/sim"
)

// flagFault says in plain words what is wrong with a flag, and what to write.
func flagFault(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var bare *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		return unknownFlag(c, unknown.GetSpecifiedName())
	case errors.As(err, &unknown):
		word, _, _ := strings.Cut(unknown.GetSpecifiedShortnames(), "=")
		if c.Flags().Lookup(word) != nil {
			return fmt.Errorf("unknown flag: -%s; did you mean --%s?", word, word)
		}
		return fmt.Errorf("unknown flag: -%s", unknown.GetSpecifiedName())
	case errors.As(err, &bare):
		return fmt.Errorf("--%s: its value is missing; write it behind the flag", bare.GetFlag().Name)
	case errors.As(err, &invalid):
		return fmt.Errorf("--%s: %w", invalid.GetFlag().Name, valueFault(invalid))
	}
	return err
}

// unknownFlag names the flag that may have been meant.
func unknownFlag(c *cobra.Command, name string) error {
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	if name == "set" && slices.Contains(known, "shard") {
		return errors.New("unknown flag: --set; what a study overrides stands in its key set, so that its result file tells of it")
	}
	if name == "at" && slices.Contains(known, "shard") {
		return errors.New("unknown flag: --at; what changes during a run stands in the key events of the scenario, and so in the key set of a study")
	}
	if slices.Contains([]string{"title", "caption", "label", "labels", "xlabel", "ylabel"}, name) && slices.Contains(known, "confidence") {
		return fmt.Errorf("unknown flag: --%s; titles, captions and labels are keys of the study, as halocline explain figures.title has it, and sweep STUDY --resume -o FILE brings a change of them into the result file without a run", name)
	}
	if name == "replay" && slices.Contains(known, "with") {
		return errors.New("unknown flag: --replay; halocline view FILE.mcap shows a recording again, and of the journal of a session run --replay JOURNAL --record FILE.mcap makes one")
	}
	near := strict.Nearest(name, known)
	if name == "modem" && slices.Contains(known, "preset") {
		near = "preset"
	}
	if near == "" {
		return fmt.Errorf("unknown flag: --%s", name)
	}
	return fmt.Errorf("unknown flag: --%s; did you mean --%s?", name, near)
}

// valueFault says what to write where a value cannot be read. The flags of this program
// say it themselves; those of the flag package speak to programmers.
func valueFault(invalid *pflag.InvalidValueError) error {
	text := cmp.Or(invalid.GetValue(), `""`)
	switch invalid.GetFlag().Value.Type() {
	case "uint64":
		return fmt.Errorf("%s is not a whole number from 0 to %d", text, uint64(math.MaxUint64))
	case "int":
		return fmt.Errorf("%s is not a whole number; write one such as 4", text)
	case "float64":
		return fmt.Errorf("%s is not a number; write one such as 0.95", text)
	case "bool":
		return fmt.Errorf("%s is neither true nor false; leave it out, or write one of them", text)
	case "duration":
		if _, err := strconv.ParseFloat(text, 64); err == nil {
			return fmt.Errorf("%s has no unit; write a time such as 20s", text)
		}
		return fmt.Errorf("%s is not a time; write one such as 20s or 1m30s", text)
	case "stringSlice", "intSlice":
		return fmt.Errorf("%s is not a list; write values with commas between them", text)
	}
	return invalid.Unwrap()
}

// emptyFlag finds a flag whose value is empty, as that of --node "$NAME" is without a NAME. Those
// of tables and figures that take out what the study says, and --set, which says itself what is
// missing, may be empty.
func emptyFlag(c *cobra.Command) (err error) {
	mayBe := []string{"x", "by", "columns", "where", "baseline", "caption", "set"}
	c.Flags().Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		if (len(values) == 0 || slices.Contains(values, "")) && !slices.Contains(mayBe, f.Name) {
			err = fmt.Errorf("--%s: its value is empty; write it behind the flag, or leave the flag out; see %s --help", f.Name, c.CommandPath())
		}
	})
	return err
}

// NoArguments checks that there are none. Below some commands there are others.
func NoArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if c.HasAvailableSubCommands() {
		return inputError{fmt.Errorf("%q is not a command below %s; there are %s; see %s --help", args[0], c.CommandPath(), strings.Join(NamesBelow(c), ", "), c.CommandPath())}
	}
	return inputError{fmt.Errorf("%q is given, and %s takes flags only; see %s --help", args[0], c.CommandPath(), c.CommandPath())}
}

// NamesBelow returns the names of the commands below one.
func NamesBelow(c *cobra.Command) []string {
	var names []string
	for _, below := range c.Commands() {
		if !below.Hidden {
			names = append(names, below.Name())
		}
	}
	return names
}

// NotNegative checks a number of which 0 says that the program chooses.
func NotNegative(flag string, n int) error {
	if n < 0 {
		return inputError{fmt.Errorf("%s: %d is given; write at least 0", flag, n)}
	}
	return nil
}

// NotNegativeTime is NotNegative for a time.
func NotNegativeTime(flag string, d time.Duration) error {
	if d < 0 {
		return inputError{fmt.Errorf("%s: %v is given; write at least 0s", flag, d)}
	}
	return nil
}

// AtLeastOne checks a flag that counts.
func AtLeastOne(flag string, n int) error {
	if n < 1 {
		return inputError{fmt.Errorf("%s is %d; write at least 1", flag, n)}
	}
	return nil
}

// Queue returns a new event queue.
func Queue(name string) (sim.Queue, error) {
	switch name {
	case "heap":
		return sim.NewHeap(), nil
	case "gods":
		return sim.NewTree(), nil
	}
	return nil, inputError{errors.New("--queue: " + strict.Unknown("queue", name, []string{"heap", "gods"}))}
}
