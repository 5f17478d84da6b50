package cli

import (
	"context"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// buildPatience is how long a line of a page may take that compiles the program.
const buildPatience = 5 * time.Minute

// block is what stands between two fences in a page.
type block struct {
	line int    // of its first line
	lang string // the first word of what stands behind the first fence
	text string
}

// blocks returns the blocks of a text.
func blocks(text string) []block {
	var all []block
	open := false
	for i, line := range strings.Split(text, "\n") {
		info, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && !open:
			lang, _, _ := strings.Cut(info, " ")
			all = append(all, block{line: i + 2, lang: lang})
			open = true
		case fence:
			open = false
		case open:
			all[len(all)-1].text += line + "\n"
		}
	}
	return all
}

// step is a command of a block and the output that is shown below it.
type step struct {
	line            int
	command, output string
}

// steps takes a block apart. Of a shell script each line is a command; in a dialogue
// commands stand behind a prompt.
func (b *block) steps() []step {
	var all []step
	for i, line := range strings.Split(strings.TrimSuffix(b.text, "\n"), "\n") {
		command, prompt := strings.CutPrefix(line, "$ ")
		switch {
		case b.lang == "sh" && (line == "" || line[0] == '#'):
		case b.lang == "sh" || prompt:
			command, _, _ = strings.Cut(command, "   #")
			all = append(all, step{line: b.line + i, command: strings.TrimSpace(command)})
		case len(all) > 0:
			all[len(all)-1].output += line + "\n"
		}
	}
	return all
}

// shows reports whether an output is what a text shows of it: all of it, but for "...",
// which stands for any lines where it is alone on one, and else for any part of a line.
// An empty text shows nothing.
func shows(text, output string) bool {
	if text == "" {
		return true
	}
	var pattern strings.Builder
	for line := range strings.Lines(text) {
		if line == "...\n" {
			pattern.WriteString(`(?:.*\n)*?`)
			continue
		}
		quoted := regexp.QuoteMeta(strings.TrimRight(line, " \n"))
		pattern.WriteString(strings.ReplaceAll(quoted, `\.\.\.`, `.*?`) + ` *\n`)
	}
	return regexp.MustCompile(`^` + pattern.String() + `$`).MatchString(output)
}

// reader follows a page in a folder.
type reader struct {
	*testing.T
	page    string                          // its name, for faults
	dir     string                          // in which its commands are run
	skips   map[string]string               // lines that are not run, by how they begin, and why
	run     func(*exec.Cmd) (string, error) // what a command prints, both outputs as they come
	used    map[string]bool                 // of the skips
	ran     int
	changed bool // whether the program is to be built again
}

// newReader returns a reader of a page, whose commands are run in a folder.
func newReader(t *testing.T, page, dir string, skips map[string]string, run func(*exec.Cmd) (string, error)) *reader {
	return &reader{T: t, page: page, dir: dir, skips: skips, run: run, used: map[string]bool{}}
}

// read follows blocks in their order. It wants each of the lines to be skipped.
func (r *reader) read(all []block) {
	for _, b := range all {
		switch b.lang {
		case "sh", "console":
			for _, s := range b.steps() {
				r.follow(s)
			}
		case "yaml":
			r.load(b)
		case "go", "python":
			r.add(b)
		case "diff":
			r.change(b)
		case "text":
		default:
			r.Errorf("%s:%d: a block of %q, which is not tested", r.page, b.line, b.lang)
		}
	}
	for skip := range r.skips {
		if !r.used[skip] {
			r.Errorf("%s: no line begins with %q any more; take it off the list", r.page, skip)
		}
	}
}

// load writes a scenario, a study or a vehicle into a file of its name, and checks it.
func (r *reader) load(b block) {
	found := regexp.MustCompile(`(?m)^name: (\S+)$`).FindStringSubmatch(b.text)
	if found == nil {
		r.Errorf("%s:%d: no scenario, study or vehicle: it has no name", r.page, b.line)
		return
	}
	write(r.T, r.dir, found[1]+".yaml", b.text)
	r.shell(step{line: b.line, command: "halocline check " + found[1] + ".yaml"})
}

// add writes a file of Go or of Python, whose first line says where it belongs.
func (r *reader) add(b block) {
	found := regexp.MustCompile(`^(?://|#) .*File (\S+\.(?:go|py))\.\n`).FindStringSubmatch(b.text)
	if found == nil {
		r.Fatalf("%s:%d: the first line does not say which file this is", r.page, b.line)
	}
	if formatted, err := format.Source([]byte(b.text)); b.lang == "go" && (err != nil || string(formatted) != b.text) {
		r.Errorf("%s:%d: gofmt would write this as (%v)\n%s", r.page, b.line, err, formatted)
	}
	if err := os.MkdirAll(filepath.Join(r.dir, filepath.Dir(found[1])), 0o777); err != nil {
		r.Fatal(err)
	}
	write(r.T, r.dir, found[1], b.text)
}

// change puts lines into files. Each part of a block begins with the name of its file;
// what follows are hunks with " ..." between them, and the lines that a hunk keeps or takes out
// stand in the file exactly once.
func (r *reader) change(b block) {
	for part := range strings.SplitSeq(strings.TrimPrefix(b.text, "--- "), "\n--- ") {
		name, hunks, _ := strings.Cut(part, "\n")
		text, err := os.ReadFile(filepath.Join(r.dir, name))
		if err != nil {
			r.Fatalf("%s:%d: %v", r.page, b.line, err)
		}
		changed := string(text)
		for hunk := range strings.SplitSeq(strings.TrimSuffix(hunks, "\n")+"\n", " ...\n") {
			var before, after string
			for line := range strings.Lines(hunk) {
				if line[0] != '+' {
					before += line[1:]
				}
				if line[0] != '-' {
					after += line[1:]
				}
			}
			if strings.Count(changed, before) != 1 || before == after {
				r.Fatalf("%s:%d: %s does not have once what this changes:\n%s", r.page, b.line, name, hunk)
			}
			changed = strings.Replace(changed, before, after, 1)
		}
		if formatted, err := format.Source([]byte(changed)); err != nil || string(formatted) != changed {
			r.Errorf("%s:%d: %s is then not as gofmt writes it (%v)", r.page, b.line, name, err)
		}
		write(r.T, r.dir, name, changed)
	}
	r.changed = true
}

// follow runs a line, unless it is on the list of those that are skipped, and compares
// what it prints.
func (r *reader) follow(s step) {
	for skip, why := range r.skips {
		if strings.HasPrefix(s.command, skip) {
			r.used[skip] = true
			r.Logf("%s:%d: %s: %s", r.page, s.line, s.command, why)
			return
		}
	}
	known := []string{"./halocline ", "halocline ", "python3 ", "go ", "cd ours && ", "cd again && ", "printf ", "tar ", "sh -c 'exec halocline "}
	if !slices.ContainsFunc(known, func(k string) bool { return strings.HasPrefix(s.command, k) }) {
		r.Errorf("%s:%d: the test does not know what to do with %q", r.page, s.line, s.command)
		return
	}
	r.ran++
	s.command = strings.ReplaceAll(s.command, "go run ./cmd/halocline ", "./halocline ")
	if strings.HasPrefix(s.command, "go build ") && !r.changed {
		return // the program of this test is what it would make
	}
	output := r.shell(s)
	if !shows(s.output, output) {
		r.Errorf("%s:%d: %s\nis shown with\n%s\nand prints\n%s", r.page, s.line, s.command, s.output, output)
	}
}

// shell has a shell run a line, and returns both outputs as they come.
func (r *reader) shell(s step) string {
	ctx, cancel := context.WithTimeout(r.Context(), buildPatience)
	defer cancel()
	root, err := filepath.Abs("../..")
	if err != nil {
		r.Fatal(err)
	}
	c := exec.CommandContext(ctx, "sh", "-c", s.command)
	c.Dir = r.dir
	c.Env = append(os.Environ(), "HALOCLINE="+root, "PATH="+r.dir+":"+filepath.Dir(binary)+":"+os.Getenv("PATH"), "JOB_COMPLETION_INDEX=0")
	out, err := r.run(c)
	if err != nil {
		r.Errorf("%s:%d: %s\n%v\n%s", r.page, s.line, s.command, err, out)
	}
	return out
}

// What is a block, and what is a command of it.
func TestBlocks(t *testing.T) {
	got := blocks("text\n```sh\n# a\nb   # c\n\nd --e '#f'\n```\n`x`\n```console\n$ g\nh\n$ i\n```\n")
	want := []block{{3, "sh", "# a\nb   # c\n\nd --e '#f'\n"}, {10, "console", "$ g\nh\n$ i\n"}}
	if !slices.Equal(got, want) {
		t.Fatalf("%+v", got)
	}
	if got, want := got[0].steps(), []step{{4, "b", ""}, {6, "d --e '#f'", ""}}; !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	if got, want := got[1].steps(), []step{{10, "g", "h\n"}, {12, "i", ""}}; !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
}

// What a text shows of an output, and what it does not.
func TestShows(t *testing.T) {
	const output = "one 1.5 s\ntwo  \nthree\n"
	for text, want := range map[string]bool{
		"":                        true,
		"one 1.5 s\ntwo\nthree\n": true,
		"one ... s\n...\n":        true,
		"...\nthree\n":            true,
		"...two\nthree\n":         false, // a part of a line is no line
		"one 1.5 s\ntwo\n":        false, // there is more
		"two\nthree\n":            false,
		"one 1x5 s\n...\n":        false,
		"...\nfour\n":             false,
		"...\nthree\n...\n":       true,
	} {
		if shows(text, output) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
