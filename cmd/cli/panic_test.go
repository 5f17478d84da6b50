package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"halocline/bench/study/studies"
	"halocline/cmd/command"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// A value at fault is told once, with its place, and nothing is computed with what stands in
// for it.
func TestFaultyValuesAreNotUsed(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"base: two-nodes\nprobe: {period: !!binary xs}\n":                                               "t.yaml:2:17: the tag !!binary is not part of the language; leave it out",
		"base: two-nodes\nnodes: {auv: {instruments: [{type: ctd, period: !!binary xs}]}}\n":            "t.yaml:2:49: the tag !!binary is not part of the language; leave it out",
		"base: docking\nnodes: {auv: {run: {navigation: {memory: !!binary xs}}}}\n":                     "the tag !!binary is not part of the language; leave it out",
		"name: s\nbase: \"\"\nsweep: {links.acoustic.mac: [aloha, csma]}\n":                             "t.yaml:2:7: the name of the base is empty; write that of a file beside the study, or of a bundled scenario",
		"base: aloha20\nnodes: [{name: n, count: 20, place: {type: line, step: [1e20m, 0m, 0m]}}]\n":    "1e20m is out of range; write at least -1e7m and at most 1e7m",
		"base: aloha20\nnodes: [{name: n, count: 20, place: {type: line, step: [!!binary x, 0m, 0m]}}]": "the tag !!binary is not part of the language",
	} {
		write(t, dir, "t.yaml", text)
		halocline(t, dir, "check", "t.yaml").expect(t, text, command.BadInput, "", want)
	}
}

// Whatever stands at a line of a bundled file, here at every sixteenth, check says what is wrong with it, or nothing.
func TestNoInputPanics(t *testing.T) {
	simtest.SkipShort(t, "it puts 26 values at lines of each bundled file")
	every := 16 // so many lines
	if simtest.Long() {
		every = 1
	}
	t.Chdir(t.TempDir())
	values := []string{
		`""`, "!!binary xs", "1e308", "1e20m", "-0", "null", "[]", "{}", "-1", "0", "1e-9s", "[1, 2]", "{a: b}", "1e9s", "1ns",
		"0s", "0m", "[1e7m, 1e7m, -1e7m]", ".nan", ".inf", "1e-300", "1e6", "true", "9223372036854775807", "{type: x}", "[null]",
	}
	pair := regexp.MustCompile(`^( *(?:- )?[A-Za-z_".\[\]0-9]+: +)([^ #].*)$`)
	tried := 0
	for _, name := range slices.Concat(scenarios.Standard().Bundled(), studies.Bundled(), vehicle.Names()) {
		var text bytes.Buffer
		if code := Run(t.Context(), scenarios.Standard(), []string{"show", name}, command.Streams{Out: &text, Err: &text}); code != command.OK {
			t.Fatal(text.String())
		}
		lines := strings.Split(text.String(), "\n")
		for i, line := range lines {
			parts := pair.FindStringSubmatch(line)
			if parts == nil || i%every != 0 {
				continue
			}
			changed := slices.Clone(lines)
			changed[i] = parts[1] + values[tried%len(values)]
			write(t, ".", "t.yaml", strings.Join(changed, "\n"))
			var out bytes.Buffer
			code := Run(t.Context(), scenarios.Standard(), []string{"check", "t.yaml"}, command.Streams{Out: &out, Err: &out})
			if code != command.OK && code != command.BadInput || strings.Contains(out.String(), "fault of the program") {
				t.Errorf("%s with %q: exit code %d, %s", name, changed[i], code, out.String())
			}
			tried++
		}
	}
	if tried < 100 {
		t.Errorf("only %d values were tried", tried)
	}
}

// What panics all the same ends with one sentence that says how to report it, and with a
// file that says where it was.
func TestPanicIsReported(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var said bytes.Buffer
	code := Run(t.Context(), scenarios.Standard(), []string{"list"}, command.Streams{Out: collapsing{}, Err: &said})
	found := regexp.MustCompile(`^halocline: this is a fault of the program and not of the input: out of order; please send (\S+), and the files that the command read, to whoever you have halocline from\n$`).FindStringSubmatch(said.String())
	if code != command.Failed || found == nil {
		t.Fatalf("exit code %d, %q", code, said.String())
	}
	report, err := os.ReadFile(found[1])
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{command.Version() + "\n", `halocline ["list"]`, "out of order", "panic_test.go:", "goroutine"} {
		if !strings.Contains(string(report), part) {
			t.Errorf("the report has no %q:\n%s", part, report)
		}
	}
	if left, err := filepath.Glob(filepath.Join(os.TempDir(), "*")); err != nil || len(left) != 1 {
		t.Errorf("%q, %v", left, err)
	}
}

// collapsing is an output that panics.
type collapsing struct{}

func (collapsing) Write([]byte) (int, error) { panic(fmt.Sprint("out of ", "order")) }
