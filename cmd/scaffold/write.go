package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"

	"github.com/spf13/cobra"

	"halocline/bench/study/studies"
	"halocline/cmd/command"
	"halocline/scenarios"
)

// OneName checks the name of what is new, which is that of its file too.
func OneName(lib *scenarios.Library) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error { return checkName(c, lib, args) }
}

func checkName(c *cobra.Command, lib *scenarios.Library, args []string) error {
	switch {
	case len(args) != 1:
		return command.Input(fmt.Errorf("write one name; %d are given; see %s --help", len(args), c.CommandPath()))
	case !regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`).MatchString(args[0]):
		return command.Input(fmt.Errorf("%q is no name; it is made of letters, digits, - and _, begins with a letter, and has no ending, such as mine", args[0]))
	case slices.Contains(slices.Concat(lib.Bundled(), studies.Bundled(), lib.Vehicles()), args[0]):
		return command.Input(fmt.Errorf("%s comes with the program; choose another name", args[0]))
	}
	return nil
}

// Write writes a file into the working folder, and says what can be done with it. It
// does not overwrite. The commands have the name in them.
func Write(io command.Streams, name, text string, commands ...string) error {
	path := name + ".yaml"
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return command.Input(fmt.Errorf("%s exists already; choose another name", path))
	}
	if err != nil {
		return command.Unwritten("", path, err)
	}
	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Close()); err != nil {
		return command.Unwritten("", path, err)
	}
	fmt.Fprintf(io.Out, "Written: %s. Next:\n\n", path)
	for _, command := range commands {
		fmt.Fprintf(io.Out, "  "+command+"\n", name)
	}
	return nil
}
