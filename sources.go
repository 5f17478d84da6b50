// Package halocline models nothing. It holds the sources of this module, so that a program can
// say what it was built from where neither git nor the file names of the sources are at hand.
package halocline

import (
	"embed"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// sources are the Go files that halocline is linked from, and the library of vehicles. Scenarios and studies that come with
// the program are kept with the results that they gave; the page of a browser shows results and makes none.
//
//go:embed *.go
//go:embed bench/cosim/*.go bench/cosim/*/*.go bench/record/*.go bench/record/*/*.go bench/report/*/*.go bench/reproduce/*.go bench/reproduce/*/*.go bench/study/*.go bench/study/*/*.go bench/view/*.go
//go:embed cmd/cli/*.go cmd/command/*.go cmd/docs/*.go cmd/halocline/*.go cmd/scaffold/*.go cmd/view/*.go mac/*.go mac/*/*.go mac/route/*/*.go phy/*.go phy/*/*.go phy/*/*/*.go plant/*.go plant/*/*.go plant/*/*/*.go
//go:embed scenarios/*.go scenarios/*/*.go sim/*.go sim/*/*.go sim/*/*/*.go plant/vehicle/library/*.yaml bench/reproduce/thetis/*.yaml bench/reproduce/thetis/*/*.yaml
var sources embed.FS

// Sources returns a digest of the module's sources, but for tests: 16 hexadecimal digits.
func Sources() (string, error) { return Digest(sources) }

// Digest returns the same of the sources of another module. It is XXH64, as a fingerprint is: it tells whether a source was edited and
// protects against no forger. SHA-256 would take half of the time of a short command.
func Digest(files fs.FS) (string, error) {
	h, buffer := xxhash.New(), make([]byte, 32<<10)
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") {
			return err
		}
		return enter(h, files, name, buffer)
	})
	return fmt.Sprintf("%016x", h.Sum64()), err
}

// enter adds a file, in pieces of the buffer, to a digest.
func enter(h *xxhash.Digest, files fs.FS, name string, buffer []byte) error {
	f, err := files.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	fmt.Fprintf(h, "%q %d\n", name, info.Size())
	_, err = io.CopyBuffer(h, f, buffer)
	return err
}
