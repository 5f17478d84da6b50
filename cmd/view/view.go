// Package view is the page of halocline view, as a browser loads it. Its sources are in page/src, in TypeScript; make page bundles
// them into page/dist, which is committed, so that a build needs no npm. What the page shows comes from bench/view.
package view

import (
	"embed"
	"io/fs"
)

//go:embed page/dist
var page embed.FS

// Files returns the files of the page; index.html is where it begins.
func Files() fs.FS {
	files, err := fs.Sub(page, "page/dist")
	if err != nil {
		panic("view: " + err.Error()) // the name is valid
	}
	return files
}
