// Package docs has the pages of the manual and their pictures, and writes the help of commands as pages of it and as man pages. What
// puts the manual together is bench/report/manual; index.md orders the pages. The test of cmd/cli runs their blocks.
package docs

import (
	"embed"
	"io/fs"
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
