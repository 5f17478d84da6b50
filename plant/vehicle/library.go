package vehicle

import (
	"embed"
	"io/fs"
	"strings"
)

// library holds the vehicles that come with the program.
//
//go:embed library/*.yaml
var library embed.FS

// Library returns the vehicle files that come with the program, each the name of
// a vehicle with .yaml.
func Library() fs.FS {
	files, err := fs.Sub(library, "library")
	if err != nil {
		panic("vehicle: " + err.Error())
	}
	return files
}

// Names returns the names of the vehicles that come with the program, in order.
func Names() []string {
	files, _ := fs.Glob(Library(), "*.yaml")
	for i, f := range files {
		files[i] = strings.TrimSuffix(f, ".yaml")
	}
	return files
}
