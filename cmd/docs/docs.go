// Package docs has the pages of the manual and their pictures, and writes the help of commands as pages of it and as man pages. What
// puts the manual together is bench/report/manual; index.md orders the pages. The test of cmd/cli runs their blocks.
package docs

import (
	"embed"
	"io/fs"

	"github.com/spf13/cobra"

	"halocline/bench/report/manual"
	"halocline/bench/report/shelf"
	"halocline/bench/reproduce"
	"halocline/scenarios"
)

//go:embed pages
var pages embed.FS

// Files returns the folder of the pages.
func Files() fs.FS {
	files, err := fs.Sub(pages, "pages")
	if err != nil {
		panic("docs: " + err.Error()) // the name is valid
	}
	return files
}

// Manual puts the manual of a program together: the pages, the reference of its library, the gallery, and the help of its commands.
func Manual(lib *scenarios.Library, root *cobra.Command) (*manual.Manual, error) {
	var results []shelf.Described
	for _, r := range reproduce.All() {
		results = append(results, shelf.Described{Name: r.Name, About: r.About})
	}
	reference, err := manual.Reference(lib, results)
	if err != nil {
		return nil, err
	}
	return manual.New(Files(), append(reference, commandsPage(root))...)
}
