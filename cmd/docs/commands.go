package docs

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/report/manual"
	"halocline/cmd/command"
)

// each calls a function for a command and all below it that people use.
func each(c *cobra.Command, do func(*cobra.Command)) {
	do(c)
	for _, below := range c.Commands() {
		if !below.Hidden && below.Name() != "help" {
			each(below, do)
		}
	}
}

// commandsPage returns the page of all commands: what each does, its flags and examples.
func commandsPage(root *cobra.Command) manual.Page {
	var b strings.Builder
	b.WriteString("# Commands\n\nWhat can the program do, and with which flags?\n")
	each(root, func(c *cobra.Command) {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n\n```text\n%s\n\n%s```\n", c.CommandPath(), strings.TrimSuffix(c.Short, "."), command.Fitted(cmp.Or(c.Long, c.Short)), c.UsageString())
	})
	return manual.Page{Name: "commands", Text: []byte(b.String())}
}

// Man returns the man pages of all commands, in section 1, of a version of the program.
func Man(root *cobra.Command, version string) []manual.File {
	var files []manual.File
	each(root, func(c *cobra.Command) {
		name := strings.ReplaceAll(c.CommandPath(), " ", "-")
		files = append(files, manual.File{Name: name + ".1", Text: []byte(manPage(c, name, version))})
	})
	return files
}

// manPage writes one in the macros of man(7).
func manPage(c *cobra.Command, name, version string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"Halocline %s\" \"Halocline\"\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n%s\n",
		strings.ToUpper(roff(name)), roff(version), roff(name), roff(c.Short), roff(c.UseLine()))
	b.WriteString(".SH DESCRIPTION\n" + manText(command.Fitted(cmp.Or(c.Long, c.Short))))
	if c.HasAvailableFlags() {
		b.WriteString(".SH OPTIONS\n" + manText(indented(c.LocalFlags().FlagUsagesWrapped(76))))
	}
	if c.Example != "" {
		b.WriteString(".SH EXAMPLES\n" + manText(c.Example))
	}
	var others []string
	if c.HasParent() {
		others = append(others, roff(strings.ReplaceAll(c.Parent().CommandPath(), " ", "-"))+"(1)")
	}
	for _, below := range c.Commands() {
		if !below.Hidden && below.Name() != "help" {
			others = append(others, roff(name+"-"+below.Name())+"(1)")
		}
	}
	b.WriteString(".SH SEE ALSO\n" + strings.Join(others, ", ") + "\n")
	return b.String()
}

// indented returns lines that all begin with blanks.
func indented(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ")
}

// manText writes paragraphs: those whose lines begin with blanks are left as they are.
func manText(text string) string {
	var b strings.Builder
	for i, paragraph := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		if strings.HasPrefix(paragraph, " ") {
			b.WriteString(".nf\n" + roff(paragraph) + "\n.fi\n")
		} else {
			b.WriteString(roff(paragraph) + "\n")
		}
	}
	return b.String()
}

// roff returns a text as roff takes it: no hyphen, backslash, quote or dot at the beginning of a line means anything.
func roff(text string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
