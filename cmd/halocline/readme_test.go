package main

import (
	"bytes"
	"context"
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"halocline/bench/studies"
	"halocline/bench/study"
	"halocline/scenarios"
)

// readmeSkips returns the lines of the README that are not run here, by how they begin,
// and why.
func readmeSkips() map[string]string {
	return map[string]string{
		"make test":                            "is this",
		"go build ":                            "the program is built already",
		"halocline sweep study.yaml --engine ": "needs Slurm; package bench/slurm has a test with a real one",
		"qsub ":                                "needs Grid Engine",
		"parallel ":                            "needs GNU parallel and two machines",
		"for i in 1 2 3; do ssh ":              "needs three machines",
		"for i in 1 2 3; do rsync ":            "needs three machines",
		"sim -> ":                              "is no command; the rules of the code are a test",
		"all of these -> ":                     "is no command; the rules of the code are a test",
	}
}

// readmeChanges returns what is run instead of a part of a line, so that the whole takes
// seconds.
func readmeChanges() map[string]string {
	return map[string]string{
		"go run ./cmd/halocline ":  "./halocline ",
		"sweep docking-current ":   "sweep abridged.yaml ",
		"reproduce erdemir-fig5.7": "reproduce contract-period",
	}
}

// block is what stands together in the README with four blanks before it.
type block struct {
	line int
	text string
}

// blocks returns the blocks of a text. An empty line ends a block.
func blocks(text string) []block {
	var all []block
	open := false
	for i, line := range strings.Split(text, "\n") {
		code, indented := strings.CutPrefix(line, "    ")
		switch {
		case indented && !open:
			all = append(all, block{line: i + 1})
			fallthrough
		case indented:
			all[len(all)-1].text += code + "\n"
			open = true
		default:
			open = false
		}
	}
	return all
}

// isYAML reports whether a block begins with a key.
func (b *block) isYAML() bool { return regexp.MustCompile(`^[a-z_]+:(\s|$)`).MatchString(b.text) }

// reader follows the README in a folder.
type reader struct {
	*testing.T
	dir  string
	used map[string]bool // of the skips and changes
	ran  int
}

// The README is right: its scenarios and studies can be read, and its commands do what they
// are to do, one after the other in one folder.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	r := &reader{T: t, dir: t.TempDir(), used: map[string]bool{}}
	r.prepare()
	for _, b := range blocks(string(text)) {
		if b.isYAML() {
			r.load(b)
			continue
		}
		for i, line := range strings.Split(b.text, "\n") {
			if command := strings.TrimSpace(line); command != "" && command[0] != '#' {
				r.follow(b.line+i, command)
			}
		}
	}
	for skip := range readmeSkips() {
		if !r.used[skip] {
			t.Errorf("no line begins with %q any more; take it off the list", skip)
		}
	}
	for part := range readmeChanges() {
		if !r.used[part] {
			t.Errorf("no line has %q any more; take it off the list", part)
		}
	}
	if r.ran < 15 {
		t.Errorf("only %d lines were run", r.ran)
	}
}

// prepare makes the program and the files that the README takes for granted.
func (r *reader) prepare() {
	if err := os.Symlink(binary, filepath.Join(r.dir, "halocline")); err != nil {
		r.Fatal(err)
	}
	text, err := studies.Text("docking-current")
	if err != nil {
		r.Fatal(err)
	}
	short := regexp.MustCompile(`(?m)^repeat: .*$`).ReplaceAllString(string(text), "repeat: 2")
	short = regexp.MustCompile(`(?m)^  water.current.speed: .*$`).ReplaceAllString(short, "  water.current.speed: [0m/s, 0.1m/s]")
	write(r.T, r.dir, "abridged.yaml", short)
	write(r.T, r.dir, "study.yaml", "name: study\nbase: two-nodes\nsweep: {links.acoustic.mac: [aloha, csma]}\nrepeat: 10\n")
}

// load reads a scenario, a part of one, or a study, and keeps it under its name.
func (r *reader) load(b block) {
	name := "part"
	if found := regexp.MustCompile(`(?m)^name: (\S+)$`).FindStringSubmatch(b.text); found != nil {
		name = found[1]
	} else {
		b.text = "name: part\nbase: docking.yaml\n" + b.text
	}
	if regexp.MustCompile(`(?m)^(sweep|repeat):`).MatchString(b.text) {
		s, err := study.Parse(filepath.Join(r.dir, name+".yaml"), b.text)
		if err != nil {
			r.Errorf("README.md:%d: %v", b.line, err)
			return
		}
		for _, cell := range s.Checklist() {
			if _, err := s.CheckCell(cell); err != nil {
				r.Errorf("README.md:%d: %v", b.line, err)
			}
		}
		b.text = regexp.MustCompile(`(?m)^repeat: .*$`).ReplaceAllString(b.text, "repeat: 2")
		write(r.T, r.dir, name+".yaml", b.text)
		return
	}
	file := write(r.T, r.dir, name+".yaml", b.text)
	plan, err := scenarios.Load(file, nil)
	if err == nil {
		_, err = plan.Check()
	}
	if err != nil {
		r.Errorf("README.md:%d: %v", b.line, err)
	}
	if name != "part" {
		halocline(r.T, r.dir, "run", file).expect(r.T, file, 0, name, "")
	}
}

// follow runs a line, unless it is on the list of those that are skipped.
func (r *reader) follow(line int, command string) {
	for skip, why := range readmeSkips() {
		if strings.HasPrefix(command, skip) {
			r.used[skip] = true
			r.Logf("README.md:%d: %s: %s", line, command, why)
			return
		}
	}
	for part, instead := range readmeChanges() {
		if strings.Contains(command, part) {
			r.used[part] = true
			command = strings.ReplaceAll(command, part, instead)
		}
	}
	known := []string{"./halocline ", "halocline ", "sh -c 'exec halocline ", "sqlite3 "}
	if !slices.ContainsFunc(known, func(k string) bool { return strings.HasPrefix(command, k) }) {
		r.Errorf("README.md:%d: the test does not know what to do with %q", line, command)
		return
	}
	r.ran++
	if strings.HasPrefix(command, "sqlite3 ") {
		r.query(line, command)
		return
	}
	r.shell(line, command)
}

// shell has a shell run a line.
func (r *reader) shell(line int, command string) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	c := exec.CommandContext(ctx, "sh", "-c", command)
	c.Dir = r.dir
	c.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)+":"+os.Getenv("PATH"), "JOB_COMPLETION_INDEX=0")
	var out, diagnostics bytes.Buffer
	c.Stdout, c.Stderr = &out, &diagnostics
	if err := c.Run(); err != nil || strings.Contains(diagnostics.String(), "fault") {
		r.Errorf("README.md:%d: %s\n%v\n%s%s", line, command, err, out.String(), diagnostics.String())
	}
}

// query asks a result file what a line asks it.
func (r *reader) query(line int, command string) {
	words := regexp.MustCompile(`^sqlite3 (\S+) "([^"]+)"$`).FindStringSubmatch(command)
	if words == nil {
		r.Errorf("README.md:%d: no file and no query: %s", line, command)
		return
	}
	db, err := sql.Open("sqlite", filepath.Join(r.dir, words[1]))
	if err != nil {
		r.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(r.Context(), words[2])
	if err != nil {
		r.Errorf("README.md:%d: %v", line, err)
		return
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		n++
	}
	if n == 0 || rows.Err() != nil {
		r.Errorf("README.md:%d: %d rows, %v", line, n, rows.Err())
	}
}

// What is a block, and what is a scenario.
func TestBlocks(t *testing.T) {
	got := blocks("text\n\n    a\n      b\n\n    c\ntext\n    name: x\n\ntext\n")
	want := []block{{3, "a\n  b\n"}, {6, "c\n"}, {8, "name: x\n"}}
	if !slices.Equal(got, want) || got[0].isYAML() || !got[2].isYAML() {
		t.Errorf("%+v", got)
	}
}
