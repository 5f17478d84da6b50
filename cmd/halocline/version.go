package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/spf13/cobra"

	root "halocline"
	"halocline/bench/results"
)

func newVersion(std stdio) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: "Print the version of the program, the revision and the sources that it was built from, the compiler, and the\n" +
			"machine that it runs on. Result files and run --json say the same.\n\n" +
			"The digest of the sources covers all Go files that the program may be linked from: its own, and other modules by\n" +
			"the sums that Go checked. It is the same with and without git, for go run, and on every machine, and another\n" +
			"after any edit. Where a module comes from a folder, so that Go has no sum of it, the digest covers the program\n" +
			"file. A study can be resumed by a program of the same release and sources.",
		Example: "  halocline version\n  halocline version --json",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			is, err := thisProgram()
			if err != nil {
				return failure{err}
			}
			if asJSON {
				out := json.NewEncoder(std.out)
				out.SetIndent("", "  ")
				return out.Encode(is)
			}
			fmt.Fprintf(std.out, "halocline %s\n", is.Version)
			if is.Commit != "" {
				fmt.Fprintf(std.out, "revision %s\n", is.Commit)
			}
			_, err = fmt.Fprintf(std.out, "sources %s\n%s %s\non %s, %s\n", is.Sources, is.Go, is.Platform, is.Machine, is.Date)
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	return c
}

// release is the version that `make release` gives the program: v0.1.0, for example.
var release string

// version returns the version of a release, or else that of the module, as Go has noted
// it: a tag, or one made from the revision.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown)"
	}
	return info.Main.Version
}

// exactVersion returns the version that results are of: a release, if it is one, and the
// sources. The version of a program between releases has the commit in it, which may have
// changed no source.
func exactVersion(is results.Session) string {
	return cmp.Or(release, "unreleased") + " " + is.Sources
}

// thisProgram says what the bits of a result may depend on, and where and when.
func thisProgram() (results.Session, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	note := map[string]string{}
	for _, s := range info.Settings {
		note[s.Key] = s.Value
	}
	is := results.Session{
		Version: version(), Commit: note["vcs.revision"], Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH, Date: time.Now().UTC().Format(time.RFC3339),
	}
	if note["vcs.modified"] == "true" {
		is.Commit += "+dirty"
	}
	if level := note["GOAMD64"]; level != "" {
		is.Platform += " " + level
	}
	var err error
	if is.Machine, err = os.Hostname(); err != nil {
		is.Machine = "a machine without a name"
	}
	is.Sources, err = linkedSources(info)
	return is, err
}

// linkedSources returns a digest of the sources of all modules of a program. Go has a sum of each
// that it fetched. Of one from a folder it has none: then the program file stands for it.
func linkedSources(info *debug.BuildInfo) (string, error) {
	h := sha256.New()
	sources, err := root.Sources()
	if err != nil {
		return "", err
	}
	fmt.Fprintln(h, sources)
	known := info.Main.Path != ""
	modules := append(slices.Clone(info.Deps), &info.Main)
	slices.SortFunc(modules, func(a, b *debug.Module) int { return cmp.Compare(a.Path, b.Path) })
	for _, m := range modules {
		if m.Path == module {
			continue
		}
		if m.Replace != nil {
			m = m.Replace
		}
		known = known && m.Sum != ""
		fmt.Fprintln(h, m.Path, m.Version, m.Sum)
	}
	if !known {
		if err := copyProgram(h); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// copyProgram writes the program file.
func copyProgram(to io.Writer) error {
	name, err := os.Executable()
	if err != nil {
		return err
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(to, f)
	return err
}
