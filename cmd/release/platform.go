package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
)

// platform is what a binary runs on, in Go's names.
type platform struct{ system, architecture string }

// platforms returns those that the program is released for.
func platforms() []platform {
	return []platform{
		{"linux", "amd64"},
		{"linux", "arm64"},
		{"darwin", "amd64"},
		{"darwin", "arm64"},
		{"windows", "amd64"},
	}
}

func (p platform) String() string { return p.system + "/" + p.architecture }

// binary returns the name of the program.
func (p platform) binary() string {
	if p.system == "windows" {
		return "halocline.exe"
	}
	return "halocline"
}

// extension returns the ending of the archive that users of the system expect.
func (p platform) extension() string {
	if p.system == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

// build builds the program from the source in a folder: one file that needs no other,
// whatever the user's settings of Go are. The folder must be a clone, because the
// binary names its revision. The compiler gets a profile of the source, or off for none.
func (p platform) build(ctx context.Context, source, version, profile, to string) error {
	c := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=true", "-pgo="+profile,
		"-ldflags=-s -w -X halocline/cmd/command.release=v"+version, "-o", to, "./cmd/halocline")
	c.Dir = source
	c.Env = append(os.Environ(), "GOOS="+p.system, "GOARCH="+p.architecture, "CGO_ENABLED=0",
		"GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=", "GOEXPERIMENT=", "GOWORK=off")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}
