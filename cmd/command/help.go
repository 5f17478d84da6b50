package command

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"halocline/bench/report/text"
)

// helpWidth is the number of characters in the longest line of a help text.
const helpWidth = 100

// fitHelp has help texts fit into their lines, each when it is shown.
func fitHelp(c *cobra.Command) {
	c.SetUsageTemplate(strings.NewReplacer(".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", helpWidth),
		"Usage:{{if .Runnable}}\n ", "Usage:{{if .Runnable}}").Replace(c.UsageTemplate()))
	show := c.HelpFunc()
	c.SetHelpFunc(func(c *cobra.Command, args []string) {
		c.Long = Fitted(c.Long)
		show(c, args)
	})
}

// Fitted breaks the lines of a long text of a command so that they fit.
func Fitted(long string) string {
	paragraphs := strings.Split(long, "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = filled(p)
	}
	return strings.Join(paragraphs, "\n\n")
}

// filled breaks the lines of a paragraph anew where one is too long. Lists, whose lines
// begin with blanks, are left as they are.
func filled(paragraph string) string {
	lines, long := strings.Split(paragraph, "\n"), false
	for _, line := range lines {
		if strings.HasPrefix(line, " ") {
			return paragraph
		}
		long = long || utf8.RuneCountInString(line) > helpWidth
	}
	if !long {
		return paragraph
	}
	return text.Fold(paragraph, helpWidth)
}

// exemplify gives the commands that cobra makes itself their examples, and has them
// refuse what they do not know.
func exemplify(root *cobra.Command, shown string) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Example = "  " + root.Name() + " help " + shown
			c.Args = func(_ *cobra.Command, args []string) error {
				if _, rest, err := root.Find(args); err != nil {
					return unknownCommand(root, rest)
				}
				return nil
			}
		case "completion":
			c.Example = "  source <(" + root.Name() + " completion bash)"
			c.Args = NoArguments
			c.RunE = func(*cobra.Command, []string) error {
				return inputError{fmt.Errorf("for which shell? %s; see %s --help", strings.Join(NamesBelow(c), ", "), c.CommandPath())}
			}
			for _, shell := range c.Commands() {
				shell.Example = "  " + root.Name() + " completion " + shell.Name()
				shell.Args = NoArguments
			}
		}
	}
}
