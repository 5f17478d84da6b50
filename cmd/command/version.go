package command

import (
	"cmp"
	"runtime/debug"
)

// Module is the path of this module.
const Module = "halocline"

// release is the version that `make release` gives the program: v0.1.0, for example.
var release string

// Version returns the version of a release, or else that of the module, as Go has noted
// it: a tag, or one made from the revision.
func Version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	is := cmp.Or(info.Main.Version, "(unknown)")
	for _, m := range info.Deps { // in the program of another module
		if m.Replace != nil && m.Path == Module {
			m = &debug.Module{Path: m.Path, Version: cmp.Or(m.Replace.Version, m.Version)}
		}
		if m.Path == Module {
			is = m.Version + " in " + info.Main.Path + " " + is
		}
	}
	return is
}

// Release returns the version of a release, or unreleased. The version of a program between
// releases has the commit in it, which may have changed no source.
func Release() string { return cmp.Or(release, "unreleased") }
