// Package halocline models nothing. It holds the sources of this module, so that a program can
// say what it was built from where neither git nor the file names of the sources are at hand.
package halocline

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strings"
)

// sources are the Go files that halocline is linked from, and the library of vehicles. Scenarios and studies that come with
// the program are kept with the results that they gave; the page of a browser shows results and makes none.
//
//go:embed *.go
//go:embed bench/cosim/*.go bench/cosim/*/*.go bench/record/*.go bench/record/*/*.go bench/report/*/*.go bench/reproduce/*.go bench/reproduce/*/*.go bench/study/*.go bench/study/*/*.go bench/view/*.go
//go:embed cmd/cli/*.go cmd/command/*.go cmd/docs/*.go cmd/halocline/*.go cmd/scaffold/*.go cmd/view/*.go mac/*.go mac/*/*.go mac/route/*/*.go phy/*.go phy/*/*.go phy/*/*/*.go plant/*.go plant/*/*.go plant/*/*/*.go
//go:embed scenarios/*.go scenarios/*/*.go sim/*.go sim/*/*.go sim/*/*/*.go plant/vehicle/library/*.yaml bench/reproduce/thetis/*.yaml bench/reproduce/thetis/*/*.yaml
var sources embed.FS

// Sources returns the SHA-256 of the module's sources, but for tests, in hexadecimal.
func Sources() (string, error) { return Digest(sources) }

// Digest returns the same of the sources of another module.
func Digest(files fs.FS) (string, error) {
	h := sha256.New()
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(files, name)
		fmt.Fprintf(h, "%q %d\n", name, len(text))
		h.Write(text)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
}
