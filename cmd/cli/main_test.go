package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// binary is the program under test, built once: what is promised about
// processes, signals and exit codes is tested on a process.
var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "halocline")
	if err != nil {
		panic("main: " + err.Error())
	}
	binary = filepath.Join(dir, "halocline")
	os.Setenv("GOFLAGS", os.Getenv("GOFLAGS")+" -ldflags=-w") // without what debuggers read, a program is linked in half the time
	build := exec.Command("go", "build", "-o", binary, "halocline/cmd/halocline")
	build.Stderr = os.Stderr
	code := 1
	if err := build.Run(); err == nil {
		code = m.Run()
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

// ran is what a process left behind.
type ran struct {
	out, err string
	code     int
	took     time.Duration // processor time
}

// patience is how long a process may take before the test gives up. It bounds
// what hangs and measures nothing.
const patience = 60 * time.Second

// halocline runs the program in a folder, "" for any.
func halocline(t *testing.T, dir string, args ...string) ran {
	t.Helper()
	return process(t, binary, dir, args...)
}

// process runs a program in a folder.
func process(t *testing.T, program, dir string, args ...string) ran {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c := exec.CommandContext(ctx, program, args...)
	c.Dir = dir
	var out, diagnostics bytes.Buffer
	c.Stdout, c.Stderr = &out, &diagnostics
	err := c.Run()
	if ctx.Err() != nil {
		t.Fatalf("halocline %q was still running after %v", args, patience)
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return ran{out.String(), diagnostics.String(), c.ProcessState.ExitCode(), c.ProcessState.UserTime() + c.ProcessState.SystemTime()}
}

// expect checks the exit code and part of each output; "" expects nothing at
// all.
func (r ran) expect(t *testing.T, what string, code int, out, diagnostics string) {
	t.Helper()
	if r.code != code {
		t.Errorf("%s: exit code %d, want %d\n%s%s", what, r.code, code, r.out, r.err)
	}
	if !strings.Contains(r.out, out) || out == "" && r.out != "" {
		t.Errorf("%s: %q is not the standard output:\n%s", what, out, r.out)
	}
	if !strings.Contains(r.err, diagnostics) || diagnostics == "" && r.err != "" {
		t.Errorf("%s: %q is not the standard error:\n%s", what, diagnostics, r.err)
	}
	if strings.Contains(r.err, "goroutine ") {
		t.Errorf("%s: a panic", what)
	}
}

// unwarned returns the same without what a run says of its links.
func (r ran) unwarned() ran {
	r.err = regexp.MustCompile(`(?m)^warning: links?[ .].*\n`).ReplaceAllString(r.err, "")
	return r
}

// write makes a file in a folder and returns its name.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	full := filepath.Join(dir, name)
	if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return full
}

// Every way to begin wrongly, with its exit code and the line that says why.
func TestExitCodes(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	write(t, dir, "one.yaml", "name: one\nduration: 1\n")
	write(t, dir, "right.yaml", "name: right\nduration: 1s\nlinks: {a: {channel: ideal, modem: plain, mac: aloha}}\nnodes: [{name: n}]\n")
	write(t, dir, "crowd.yaml", "name: crowd\nduration: 1s\nlinks: {a: {channel: ideal, modem: plain, mac: aloha}}\nnodes: [{name: n}, {name: m}]\n"+
		"traffic: [{type: trace, file: crowd.csv}]\n")
	write(t, dir, "crowd.csv", "time_s,from,to,bits\n"+strings.Repeat("0,n,m,8\n", 1_000_001))
	rows := []struct {
		args             string
		code             int
		out, diagnostics string
	}{
		{"", 0, "Available Commands:", ""},
		{"help", 0, "Available Commands:", ""},
		{"--help", 0, "Available Commands:", ""},
		{"run two-nodes --set duration=20s", 0, "seed 1, 20 s simulated", ""},
		{"run two-nodes --set duration=20s --seed 3", 0, "seed 3, 20 s simulated", ""},
		{"check two-nodes right.yaml", 0, "two-nodes: ok\nright.yaml: ok\n", ""},
		{"run right.yaml", 0, "right\nseed 1, 1 s simulated, 0 events", ""},

		{"rnu two-nodes", 2, "", `halocline: unknown command "rnu"; did you mean "run"?; see halocline --help` + "\n"},
		{"--bogus", 2, "", "halocline: unknown flag: --bogus; see halocline --help\n"},
		{"run --bogus two-nodes", 2, "", "halocline: unknown flag: --bogus; see halocline run --help\n"},
		{"run two-nodes --sed 1", 2, "", "halocline: unknown flag: --sed; did you mean --seed?; see halocline run --help\n"},
		{"link acoustic --modem plain", 2, "", "halocline: unknown flag: --modem; did you mean --preset?; see halocline link acoustic --help\n"},
		{"run two-nodes --seed 4 --set seed=3", 2, "", "halocline: --seed 4 and --set seed=3 both give the seed; give one of them\n"},
		{"reproduce", 2, "", "halocline: which result? all, erdemir-fig5.2, "},
		{"list a b", 2, "", "halocline: 2 names are given, and list takes one; see halocline list --help\n"},
		{"run", 2, "", "halocline: which scenario? A file, or the name of a bundled one; see halocline run --help\n"},
		{"run a b", 2, "", "halocline: 2 scenarios are given, and run takes one; see halocline run --help\n"},
		{"check", 2, "", "halocline: which scenario?"},
		{"version now", 2, "", "halocline: "},
		{"list alhoa", 2, "", `halocline: there is no model and no list "alhoa"; did you mean "aloha"?` + "\n"},
		{"run aloha2", 2, "", `halocline: no file and no bundled scenario is named "aloha2"; did you mean "aloha20"?` + "\n"},
		{"run absent.yaml", 2, "", "halocline: absent.yaml: cannot be read: no such file or directory; see whether its name and its folder are right\n"},
		{"run two-nodes --queue hep", 2, "", `halocline: --queue: unknown queue "hep"; did you mean "heap"?` + "\n"},
		{"run two-nodes --seed -1", 2, "", "halocline: --seed: -1 is not a whole number from 0 to 18446744073709551615; see halocline run --help\n"},
		{"run two-nodes --set seed", 2, "", `halocline: --set "seed": write path=value, as in --set water.salinity=5psu` + "\n"},
		{"run two-nodes --set =1", 2, "", `halocline: --set "=1": write path=value`},
		{"run two-nodes --set sede=1", 2, "", `halocline: --set sede: unknown key "sede"; did you mean "seed"?` + "\n"},
		{"run two-nodes --set seed=one", 2, "", `halocline: --set seed: "one" is not a number as it is written here; write a whole number such as 3` + "\n"},
		{"run two-nodes --set nodes.aux.at=1", 2, "", `halocline: --set nodes.aux.at: unknown name "aux"; did you mean "auv"?` + "\n"},
		{"check two-nodes --set duration=0s", 2, "", "halocline: --set duration: 0s is out of range; write more than 0s and at most 1e9s\n"},
		{"run two-nodes --trace absent/t.csv", 2, "", "halocline: --trace absent/t.csv: there is no folder absent; make it first\n"},
		{"run two-nodes --trace - --json", 2, "", "halocline: --trace - and --json would both write to standard output; name a file for the trace\n"},
		{"run one.yaml", 2, "", "halocline: 2 faults\none.yaml:1:1: key \"nodes\" is missing; write a list\n" +
			"one.yaml:2:11: 1 has no unit; write a duration such as 20ms\n"},
		{"check one.yaml two-nodes absent.yaml", 2, "two-nodes: ok\n", "halocline: 3 faults\none.yaml:1:1: "},

		{"run crowd.yaml", 1, "not complete: run ended at 0.000000000s: too many events at one instant", "halocline: run ended at 0.000000000s: too many events at one instant"},
		{"run two-nodes --trace /dev/full", 1, "two-nodes: ", "halocline: --trace /dev/full: cannot be written: no space left on device; make room, or name another file\n"},
	}
	for _, r := range rows {
		halocline(t, dir, strings.Fields(r.args)...).expect(t, r.args, r.code, r.out, r.diagnostics)
	}
}

// Every command explains itself and gives an example.
func TestHelp(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	commands := 0
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		commands++
		args := append(strings.Fields(c.CommandPath())[1:], "--help")
		r := halocline(t, "", args...)
		r.expect(t, c.CommandPath(), 0, "Examples:\n  ", "")
		if !strings.Contains(r.out, c.CommandPath()) || c.Short == "" || c.Long == "" {
			t.Errorf("%s is not explained:\n%s", c.CommandPath(), r.out)
		}
		for _, below := range c.Commands() {
			if below.Name() != "help" { // its --help is that of the root
				walk(below)
			}
		}
	}
	root := newRoot(scenarios.Standard(), command.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer)})
	walk(root)
	if commands < 8 {
		t.Errorf("%d commands", commands)
	}
	halocline(t, "", "help", "help").expect(t, "help help", 0, "Examples:\n  halocline help run", "")
}

func TestCompletion(t *testing.T) {
	halocline(t, "", "completion", "bash").expect(t, "bash", 0, "__start_halocline", "")
	r := halocline(t, "", "__complete", "run", "")
	r.expect(t, "scenarios", 0, strings.Join(scenarios.Standard().Bundled(), "\n")+"\n:", "ShellCompDirectiveDefault")
}

// version says what the bits of a result may depend on. There is a revision
// where Go could note one.
func TestVersion(t *testing.T) {
	r := halocline(t, "", "version")
	r.expect(t, "version", 0, "halocline ", "")
	if !regexp.MustCompile(`^halocline \S+\n(revision [0-9a-f]{40}(\+dirty)?\n)?sources [0-9a-f]{16}\ngo1\.\S+ \w+/\w+( v[1-4])?\non \S+, [0-9T:-]+Z\n$`).MatchString(r.out) {
		t.Errorf("%q", r.out)
	}
}

// Whoever stops reading gets no complaint, and whoever cannot write says so.
func TestOutputThatEnds(t *testing.T) {
	for _, args := range []string{"list", "run two-nodes", "schema", "run two-nodes --trace -", "help run"} {
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		read.Close()
		var diagnostics bytes.Buffer
		c := exec.Command(binary, strings.Fields(args)...)
		c.Stdout, c.Stderr = write, &diagnostics
		if err := c.Run(); err == nil || diagnostics.Len() > 0 {
			t.Errorf("%s into a closed pipe: %v, %q", args, err, diagnostics.String())
		}
		write.Close()

		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		diagnostics.Reset()
		c = exec.Command(binary, strings.Fields(args)...)
		c.Stdout, c.Stderr = full, &diagnostics
		c.Run()
		full.Close()
		if c.ProcessState.ExitCode() != 1 || !strings.Contains(diagnostics.String(), "no space left on device") || strings.Count(diagnostics.String(), "\n") != 1 {
			t.Errorf("%s into /dev/full: exit code %d, %q", args, c.ProcessState.ExitCode(), diagnostics.String())
		}
	}
}

// Noise, bombs and loops are refused in a line or a few, whatever the command,
// without a panic and without delay: none takes much more than ten times as long as a
// tenth of the file that takes longest.
func TestHostileFiles(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	noise := make([]byte, 10<<20)
	for i, x := 0, uint32(1); i < len(noise); i++ {
		x = 1664525*x + 1013904223
		noise[i] = byte(x >> 24)
	}
	bomb := "x-a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
	for c := 'b'; c <= 'z'; c++ {
		bomb += fmt.Sprintf("x-%c: &%c [%s*%c]\n", c, c, strings.Repeat(fmt.Sprintf("*%c, ", c-1), 9), c-1)
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.yaml"), 0o700); err != nil {
		t.Fatal(err)
	}
	rows := []struct{ name, text, want string }{
		{"empty.yaml", "", "empty.yaml: is empty"},
		{"blank.yaml", strings.Repeat("\n", 1000), "blank.yaml: is empty"},
		{"folder.yaml", "", "folder.yaml: cannot be read: is a directory; write the name of a YAML file"},
		{"noise.yaml", string(noise), "noise.yaml: is larger than 1 MiB"},
		{"less.yaml", string(noise[:1<<20]), "less.yaml:1:"},
		{"large.yaml", strings.Repeat("a: 1\n", 2<<20), "large.yaml: is larger than 1 MiB"},
		{"list.yaml", strings.Repeat("- ", 1<<19), "list.yaml:"},
		{"same.yaml", strings.Repeat("a: 1\n", 200_000), "is given twice"},
		{"bomb.yaml", bomb + "name: *z\n", "the file holds more than 200000 values, aliases counted at each use"},
		{"cycle.yaml", "name: &a [*a]\n", "the alias *a is inside its own anchor"},
		{"self.yaml", "base: self.yaml\n", "self.yaml:1:7: self.yaml extends itself: self.yaml -> self.yaml"},
		{"ring.yaml", "base: gnir.yaml\n", "gnir.yaml:1:7: ring.yaml extends itself: ring.yaml -> gnir.yaml -> ring.yaml"},
		{"gnir.yaml", "base: ring.yaml\n", "extends itself"},
		{"lost.yaml", "base: absent.yaml\n", "halocline: lost.yaml:1:7: the base absent.yaml cannot be read: no such file or directory; see whether its name and its folder are right\n"},
	}
	for _, r := range rows {
		if r.name != "folder.yaml" {
			write(t, dir, r.name, r.text)
		}
	}
	write(t, dir, "tenth.yaml", strings.Repeat("a: 1\n", 20_000))
	tenth := max(halocline(t, dir, "run", "tenth.yaml").took, halocline(t, dir, "check", "tenth.yaml").took)
	for _, r := range rows {
		for _, command := range []string{"run", "check"} {
			got := halocline(t, dir, command, r.name)
			got.expect(t, command+" "+r.name, 2, "", r.want)
			if !strings.HasPrefix(got.err, "halocline: ") || strings.Count(got.err, "\n") > 52 || len(got.err) > 10_000 {
				t.Errorf("%s %s: %d bytes of diagnostics", command, r.name, len(got.err))
			}
			if got.took > 40*tenth {
				t.Errorf("%s %s took %v, and a tenth of the longest %v", command, r.name, got.took, tenth)
			}
		}
	}
}

// standardly makes a command of our library.
func standardly(of func(*scenarios.Library, command.Streams) *cobra.Command) func(command.Streams) *cobra.Command {
	return func(io command.Streams) *cobra.Command { return of(scenarios.Standard(), io) }
}
