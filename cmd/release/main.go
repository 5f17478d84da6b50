// Release builds the program for the systems that it is released for and packs each
// binary with its papers. What is released is what is committed: the source is a clone
// of the repository's head, so that files which are changed or extra play no part.
// Two releases of one commit by one version of Go are the same to the last bit.
//
// Left out: signatures, packages of distributions, and the upload.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// release is what is made.
type release struct {
	repository string
	version    string // such as 0.1.0
	platforms  []platform
	out        string // the folder for the archives
	profile    string // for the compiler, from the root of the repository; off for none
}

func main() {
	r := release{platforms: platforms()}
	flag.StringVar(&r.repository, "repository", ".", "`folder` of the repository")
	flag.StringVar(&r.version, "version", "", "`number` of the version, such as 0.1.0")
	flag.StringVar(&r.out, "o", "dist", "`folder` for the archives")
	flag.StringVar(&r.profile, "pgo", "off", "`profile` for the compiler, from the root of the repository")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := r.publish(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// publish makes an archive for each platform, and a file with their sums.
func (r release) publish(ctx context.Context) error {
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	source := filepath.Join(work, "source")
	// Go notes the nearest tag in a binary, and not every clone has it.
	if _, err := git(ctx, "clone", "--quiet", "--no-tags", r.repository, source); err != nil {
		return err
	}
	committed, err := commitTime(ctx, source)
	if err != nil {
		return err
	}
	if err := r.check(source); err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o777); err != nil {
		return err
	}
	written, err := papers(ctx, source, r.version, work)
	if err != nil {
		return err
	}
	var names []string
	for _, p := range r.platforms {
		binary := filepath.Join(work, p.binary())
		if err := p.build(ctx, source, r.version, r.profile, binary); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		name := fmt.Sprintf("halocline-%s-%s-%s", r.version, p.system, p.architecture)
		files, err := contents(name, binary, source, written)
		if err != nil {
			return err
		}
		name += p.extension()
		if err := pack(filepath.Join(r.out, name), files, committed); err != nil {
			return err
		}
		names = append(names, name)
		fmt.Fprintln(os.Stderr, "packed", filepath.Join(r.out, name)) // each takes up to a minute
	}
	return writeSums(r.out, names)
}

// papers has a program for this machine write what all archives hold: the manual as pages, manual pages, and completions for
// shells. It returns their folder.
func papers(ctx context.Context, source, version, work string) (string, error) {
	here := platform{runtime.GOOS, runtime.GOARCH}
	program, folder := filepath.Join(work, "here", here.binary()), filepath.Join(work, "papers")
	if err := here.build(ctx, source, version, "off", program); err != nil {
		return "", fmt.Errorf("%s: %w", here, err)
	}
	shells := filepath.Join(folder, "completions")
	ending := map[string]string{"powershell": "ps1"} // PowerShell runs no file of another name
	if err := os.MkdirAll(shells, 0o777); err != nil {
		return "", err
	}
	for _, args := range [][]string{
		{"docs", "--out", filepath.Join(folder, "manual")},
		{"docs", "--man", filepath.Join(folder, "man", "man1")},
		{"completion", "bash"},
		{"completion", "fish"},
		{"completion", "powershell"},
		{"completion", "zsh"},
	} {
		out, err := exec.CommandContext(ctx, program, args...).Output()
		if err == nil && args[0] == "completion" {
			err = os.WriteFile(filepath.Join(shells, "halocline."+cmp.Or(ending[args[1]], args[1])), out, 0o666)
		}
		if err != nil {
			return "", fmt.Errorf("%s: %w", strings.Join(args, " "), err)
		}
	}
	return folder, nil
}

// check wants a version that is one, and that the changelog knows.
func (r release) check(source string) error {
	if !regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`).MatchString(r.version) {
		return fmt.Errorf("version %q: write a number such as 0.1.0", r.version)
	}
	text, err := os.ReadFile(filepath.Join(source, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	if heading := "\n## [" + r.version + "]"; !strings.Contains(string(text), heading) {
		return fmt.Errorf("version %s: CHANGELOG.md, as it is committed, has no section for it; give what is unreleased the heading %q and the date", r.version, "## ["+r.version+"] - ")
	}
	return nil
}

// commitTime returns when the head was committed: the files of the archives are of that
// time.
func commitTime(ctx context.Context, source string) (time.Time, error) {
	text, err := git(ctx, "-C", source, "log", "-1", "--format=%ct")
	if err != nil {
		return time.Time{}, err
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}

// git runs a command of git and returns what it prints.
func git(ctx context.Context, args ...string) (string, error) {
	var diagnostics strings.Builder
	c := exec.CommandContext(ctx, "git", args...)
	c.Stderr = &diagnostics
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, diagnostics.String())
	}
	return string(out), nil
}
