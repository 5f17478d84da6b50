package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"halocline/sim/simtest"
)

// run runs a command in a folder and returns what it prints.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), name, args...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// write makes a file with its folders.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// pondCommand tells its version, and writes as halocline does a manual, manual pages and completions.
const pondCommand = `package command

import (
	"fmt"
	"os"
	"path/filepath"
)

var release string

func Main() {
	switch {
	case len(os.Args) < 2:
		fmt.Fprint(os.Stderr, release)
	case os.Args[1] == "docs":
		file := map[string]string{"--out": "index.html", "--man": "pond.1"}[os.Args[2]]
		file = filepath.Join(os.Args[3], file)
		if os.MkdirAll(filepath.Dir(file), 0o777) != nil || os.WriteFile(file, []byte(os.Args[2]), 0o666) != nil {
			os.Exit(1)
		}
	default:
		fmt.Print(os.Args[2])
	}
}
`

// pond makes a repository of a program that tells its version, and returns its folder.
func pond(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":                 "module halocline\n\ngo 1.26\n",
		"cmd/halocline/main.go":  "package main\n\nimport \"halocline/cmd/command\"\n\nfunc main() { command.Main() }\n",
		"cmd/command/command.go": pondCommand,
		"README.md":              "A pond.\n",
		"CONTRIBUTING.md":        "[Page](cmd/docs/pages/a-page.md#part)\n",
		picture:                  "GIF",
		"LICENSE":                "Swim.\n",
		"CITATION.cff":           "title: Pond\n",
		"CHANGELOG.md":           "# Changes\n\n## [0.1.0] - 2026-11-22\n\n## [0.2.0-rc.1]\n",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	run(t, dir, "git", "init", "--quiet")
	commit(t, dir)
	return dir
}

// commit commits everything in a folder, as nobody in particular.
func commit(t *testing.T, dir string) {
	t.Helper()
	run(t, dir, "git", "add", ".")
	run(t, dir, "git", "-c", "user.name=n", "-c", "user.email=n@example.org", "commit", "--quiet", "--message=pond")
}

// small is a release of the pond for two systems.
func small(t *testing.T, repository string) release {
	return release{repository, "0.1.0", []platform{{"linux", runtime.GOARCH}, {"windows", "amd64"}}, filepath.Join(t.TempDir(), "dist"), "off"}
}

// publish makes a release and returns its sums.
func publish(t *testing.T, r release) string {
	t.Helper()
	if err := r.publish(t.Context()); err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(r.out, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	return string(sums)
}

// What a release of the pond is: it can be made again, and has what it should have.
func TestPublished(t *testing.T) {
	simtest.SkipShort(t, "it builds programs for several platforms")
	repository := pond(t)
	r := small(t, repository)
	sums := publish(t, r)
	t.Run("archives", func(t *testing.T) { checkArchives(t, repository, r) })
	t.Run("reproducible", func(t *testing.T) { checkReproducible(t, repository, sums) })
}

// checkReproducible wants two releases of a commit to be the same, from whatever clone: one has a tag, another
// has files that are not committed and settings of Go of its own. Another commit gives
// others.
func checkReproducible(t *testing.T, origin, first string) {
	t.Helper()
	clone := filepath.Join(t.TempDir(), "elsewhere")
	run(t, "", "git", "clone", "--quiet", origin, clone)
	run(t, clone, "git", "tag", "v0.0.7")
	write(t, filepath.Join(clone, "README.md"), "Changed, and not committed.\n")
	write(t, filepath.Join(clone, "cmd/halocline/extra.go"), "package main\n\nfunc init() { print(1) }\n")
	t.Setenv("GOFLAGS", "-buildvcs=false")
	t.Setenv("GOAMD64", "v3")
	if again := publish(t, small(t, clone)); again != first {
		t.Errorf("of one commit:\n%s%s", first, again)
	}
	commit(t, clone)
	if other := publish(t, small(t, clone)); other == first {
		t.Error("two commits have the same sums")
	}
}

// checkArchives wants the sums that coreutils finds, and archives that hold what they should:
// a program that tells its version, and its papers, all of the commit's time and
// nobody's.
func checkArchives(t *testing.T, repository string, r release) {
	t.Helper()
	if got := strings.Count(run(t, r.out, "sha256sum", "-c", "SHA256SUMS"), ": OK\n"); got != 2 {
		t.Errorf("%d sums are right", got)
	}
	committed := strings.TrimSpace(run(t, repository, "git", "log", "-1", "--format=%ct"))
	name := "halocline-0.1.0-linux-" + runtime.GOARCH
	list := func(binary string) string {
		var b strings.Builder
		for _, name := range []string{
			"CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "README.md", "completions/halocline.bash", "completions/halocline.fish",
			"completions/halocline.ps1", "completions/halocline.zsh", "docking.gif", binary, "man/man1/pond.1", "manual/index.html",
		} {
			mode := "644"
			if name == binary {
				mode = "755"
			}
			fmt.Fprintf(&b, "%s %s %s 0\n", name, mode, committed)
		}
		return b.String()
	}
	if got, want := listTar(t, filepath.Join(r.out, name+".tar.gz"), name), list("halocline"); got != want {
		t.Errorf("tar:\n%swant\n%s", got, want)
	}
	if got, want := listZip(t, filepath.Join(r.out, "halocline-0.1.0-windows-amd64.zip"), "halocline-0.1.0-windows-amd64"), list("halocline.exe"); got != want {
		t.Errorf("zip:\n%swant\n%s", got, want)
	}
	dir := t.TempDir()
	run(t, dir, "tar", "-xf", filepath.Join(r.out, name+".tar.gz"))
	if got := run(t, dir, filepath.Join(dir, name, "halocline")); got != "v0.1.0" {
		t.Errorf("version %q", got)
	}
	if got := run(t, filepath.Join(dir, name), "cat", "CONTRIBUTING.md"); got != "[Page](manual/a-page.html#part)\n" {
		t.Errorf("the link is %q", got)
	}
}

// A commit without a tag is no release.
func TestUntagged(t *testing.T) {
	c := exec.CommandContext(t.Context(), "make", "--no-print-directory", "release", "VERSION=")
	c.Dir = root
	if out, err := c.CombinedOutput(); err == nil || !strings.HasPrefix(string(out), "this commit has no tag: ") {
		t.Errorf("%v, %q", err, out)
	}
}

// Links of the papers lead to what an archive has: pages of the manual, and papers beside them.
func TestLinks(t *testing.T) {
	checked := 0
	for _, paper := range []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md"} {
		text, err := os.ReadFile(filepath.Join(root, paper))
		if err != nil {
			t.Fatal(err)
		}
		for _, link := range regexp.MustCompile(`\]\(([^)#]+)`).FindAllStringSubmatch(string(linked(text)), -1) {
			file := strings.TrimSuffix(strings.TrimPrefix(link[1], "manual/"), ".html")
			switch {
			case strings.HasPrefix(link[1], "https://"):
				continue
			case file != link[1]:
				file = "cmd/docs/pages/" + file + ".md"
			case file == filepath.Base(picture):
				file = picture
			case strings.Contains(file, "/"):
				t.Errorf("%s: no archive has %s", paper, file)
			}
			if _, err := os.Stat(filepath.Join(root, file)); err != nil {
				t.Errorf("%s: %v", paper, err)
			}
			checked++
		}
	}
	if checked < 20 {
		t.Errorf("%d links were checked, 20 are expected", checked)
	}
}

// listTar lists the files of an archive that are in a folder of it.
func listTar(t *testing.T, name, folder string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var list strings.Builder
	for archive := tar.NewReader(unpacked); ; {
		h, err := archive.Next()
		if err == io.EOF {
			return list.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&list, "%s %o %d %d%s%s\n", strings.TrimPrefix(h.Name, folder+"/"), h.Mode, h.ModTime.Unix(), h.Uid+h.Gid, h.Uname, h.Gname)
	}
}

// listZip lists the files of an archive in the same form: it has no owners.
func listZip(t *testing.T, name, folder string) string {
	t.Helper()
	archive, err := zip.OpenReader(name)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	var list strings.Builder
	for _, f := range archive.File {
		fmt.Fprintf(&list, "%s %o %d 0\n", strings.TrimPrefix(f.Name, folder+"/"), f.Mode(), f.Modified.Unix())
	}
	return list.String()
}

// What cannot be released, and what is said of it.
func TestRefused(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	repository := pond(t)
	for _, c := range []struct {
		repository, version, want string
	}{
		{repository, "", `version "": write a number such as 0.1.0`},
		{repository, "v0.1.0", `version "v0.1.0": write a number`},
		{repository, "0.1", `version "0.1": write a number`},
		{repository, "0.1.1", "CHANGELOG.md, as it is committed, has no section for it; give what is unreleased the heading \"## [0.1.1] - \" and the date"},
		{repository, "0.2.0-rc.1", ""},
		{t.TempDir(), "0.1.0", "git clone"},
	} {
		r := small(t, c.repository)
		r.version, r.platforms = c.version, nil
		err := r.publish(t.Context())
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.version, err, c.want)
		}
	}
	write(t, filepath.Join(repository, "cmd/halocline/main.go"), "package main\n\nfunc main() { nothing() }\n")
	commit(t, repository)
	if err := small(t, repository).publish(t.Context()); err == nil || !strings.Contains(err.Error(), "linux/"+runtime.GOARCH+": go build") {
		t.Errorf("a program that does not compile: %v", err)
	}
}
