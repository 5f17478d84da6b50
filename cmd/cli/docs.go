package cli

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/cosim"
	"halocline/bench/report/manual"
	"halocline/bench/study/output"
	"halocline/bench/view"
	"halocline/cmd/command"
	"halocline/cmd/docs"
	"halocline/scenarios"
)

func newDocs(lib *scenarios.Library, io command.Streams) *cobra.Command {
	var out, man, listen string
	var access cosim.Access
	var noBrowser bool
	c := &cobra.Command{
		Use:   "docs [TOPIC]",
		Short: "Read the manual: in a browser, in the terminal, or as files",
		Long: "Open the manual, with a search, in a browser, and serve it to this machine until it is interrupted. With a TOPIC, which is\n" +
			"the name of a page or words of a heading, print that in the terminal. Words of the text list where they stand.\n" +
			"Where the output is no terminal, and no flag of serving is given, index is printed, the page of contents.\n" +
			"With --out, write all pages as a static site; with --man, write man pages of all commands.",
		Example: "  halocline docs --listen 7700\n  halocline docs index\n  halocline docs packet loss\n  halocline docs --out site --man man1",
		ValidArgsFunction: func(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			m, err := docs.Manual(lib, c.Root())
			if err != nil {
				return nil, cobra.ShellCompDirectiveError
			}
			return m.Names(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			if topic := strings.Join(args, " "); topic != "" && out+man != "" {
				return command.Input(errors.New("--out and --man write all pages; leave " + topic + " out"))
			}
			m, err := docs.Manual(lib, c.Root())
			if err != nil {
				return command.Failure(err)
			}
			served := slices.ContainsFunc([]string{"listen", "remote", "token", "no-browser"}, c.Flags().Changed)
			if len(args) == 0 && out+man == "" && !served && !command.OnTerminal(io.Out) { // a pipe gets pages, not a server
				args = []string{"index"}
			}
			if len(args) > 0 {
				if err := m.Print(io.Out, strings.Join(args, " "), command.OnTerminal(io.Out)); err != nil {
					return command.Input(err)
				}
				return nil
			}
			site, err := m.Site()
			if err != nil {
				return command.Failure(err)
			}
			if out+man == "" {
				return serveDocs(c, io, access, listen, !noBrowser, site)
			}
			if err := writeFiles(io, "--out", out, site); err != nil {
				return err
			}
			return writeFiles(io, "--man", man, docs.Man(c.Root(), command.Release()))
		},
	}
	f := c.Flags()
	f.StringVar(&out, "out", "", "write the static site into a `folder`, which is made if need be")
	f.StringVar(&man, "man", "", "write man pages into a `folder`, which is made if need be")
	f.StringVar(&listen, "listen", "0", "`address` of the pages; 0 for any free port")
	f.BoolVar(&access.Remote, "remote", false, "also listen on addresses beyond this machine")
	f.StringVar(&access.Token, "token", "", "`secret` that browsers elsewhere give: http://.../?token=SECRET")
	f.BoolVar(&noBrowser, "no-browser", false, "leave the browser closed")
	return c
}

// writeFiles writes files into the folder that a flag names, if it names one.
func writeFiles(io command.Streams, flag, name string, files []manual.File) error {
	if name == "" {
		return nil
	}
	folder, err := output.OpenFolder(name)
	if err != nil {
		return command.Unwritten(flag, name, err)
	}
	defer folder.Close()
	for _, f := range files {
		if err := folder.Write(f.Name, f.Text); err != nil {
			return command.Unwritten(flag, name, err)
		}
	}
	fmt.Fprintf(io.Err, "%d files written to %s\n", len(files), name)
	return nil
}

// serveDocs serves the site until it is interrupted, and opens it in a browser where that is wished.
func serveDocs(c *cobra.Command, io command.Streams, access cosim.Access, listen string, browse bool, site []manual.File) error {
	files, err := manual.FS(site)
	if err != nil {
		return command.Failure(err)
	}
	page, err := view.Page(files, access, http.NotFoundHandler())
	if err != nil {
		return command.Failure(err)
	}
	l, err := access.Listen(c.Context(), listen)
	if err != nil {
		return command.Input(fmt.Errorf("--listen: %w", err))
	}
	if warning := cosim.Exposed(l.Addr()); warning != "" {
		fmt.Fprintln(io.Err, warning)
	}
	address := fmt.Sprintf("http://%v/", l.Addr())
	fmt.Fprintf(io.Err, "the manual is at %s until you press Ctrl-C\n", address)
	if browse {
		view.Browse(c.Context(), address)
	}
	return command.UnlessInput(cosim.Answer(c.Context(), l, page))
}
