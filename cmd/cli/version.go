package cli

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/spf13/cobra"

	root "halocline"
	"halocline/bench/study/results"
	"halocline/cmd/command"
	"halocline/scenarios"
)

func newVersion(lib *scenarios.Library, std command.Streams) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: "Print the version of the program, the revision and the sources that it was built from, the compiler, and the\n" +
			"machine that it runs on. Result files and run --json say the same.\n\n" +
			"The digest of the sources covers all Go files that the program may be linked from: its own, those that another\n" +
			"module with models hands over, and other modules by the sums that Go checked. With one version of Go it is the\n" +
			"same with and without git, for go run, and on every machine, and another after any edit. Where a module comes from\n" +
			"a folder, so that Go has no sum of it, and hands nothing over, the digest covers the program file. A study can be\n" +
			"resumed by a program of the same release and sources.",
		Example: "  halocline version\n  halocline version --json",
		Args:    command.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			is, err := thisProgram(lib)
			if err != nil {
				return command.Failure(err)
			}
			if asJSON {
				out := json.NewEncoder(std.Out)
				out.SetIndent("", "  ")
				return out.Encode(is)
			}
			fmt.Fprintf(std.Out, "halocline %s\n", is.Version)
			if is.Commit != "" {
				fmt.Fprintf(std.Out, "revision %s\n", is.Commit)
			}
			_, err = fmt.Fprintf(std.Out, "sources %s\n%s %s\non %s, %s\n", is.Sources, is.Go, is.Platform, is.Machine, is.Date)
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	return c
}

// thisProgram says what the bits of a result may depend on, and where and when.
func thisProgram(lib *scenarios.Library) (results.Session, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	note := map[string]string{}
	for _, s := range info.Settings {
		note[s.Key] = s.Value
	}
	is := results.Session{
		Version: command.Version(), Commit: note["vcs.revision"], Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH, Date: time.Now().UTC().Format(time.RFC3339),
	}
	if is.Commit != "" && note["vcs.modified"] == "true" { // a repository without a commit has no revision
		is.Commit += "+dirty"
	}
	if level := note["GOAMD64"]; level != "" {
		is.Platform += " " + level
	}
	var err error
	if is.Machine, err = os.Hostname(); err != nil {
		is.Machine = "a machine without a name"
	}
	is.Sources, err = linkedSources(lib, info)
	return is, err
}

// linkedSources returns a digest of the sources of all modules of a program. Go has a sum of each
// that it fetched, and the library the sources of those that hand them over. Of another one from a
// folder there is neither: then the program file stands for it.
func linkedSources(lib *scenarios.Library, info *debug.BuildInfo) (string, error) {
	h := sha256.New()
	sources, err := root.Sources()
	if err != nil {
		return "", err
	}
	fmt.Fprintln(h, sources)
	known := info.Main.Path != ""
	modules := append(slices.Clone(info.Deps), &info.Main)
	slices.SortFunc(modules, func(a, b *debug.Module) int { return cmp.Compare(a.Path, b.Path) })
	given := lib.Sources()
	for _, m := range modules {
		if m.Path == command.Module {
			continue
		}
		if files, ok := given[m.Path]; ok {
			delete(given, m.Path)
			sources, err := root.Digest(files)
			if err != nil {
				return "", err
			}
			fmt.Fprintln(h, m.Path, sources)
			continue
		}
		if m.Replace != nil {
			m = m.Replace
		}
		known = known && m.Sum != ""
		fmt.Fprintln(h, m.Path, m.Version, m.Sum)
	}
	if strangers := slices.Sorted(maps.Keys(given)); len(strangers) > 0 && info.Main.Path != "" {
		return "", fmt.Errorf("the library has sources of module %s, which is not linked; give AddSources the path that its go.mod has", strangers[0])
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
