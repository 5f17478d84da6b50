package tidy

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// TestModule holds this module to the rules.
func TestModule(t *testing.T) {
	root := moduleRoot(t)
	sources, _, err := load(root)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, s := range sources {
		seen[s.pkg] = true
	}
	for _, pkg := range []string{"sim", "sim/simtest/tidy"} {
		if !seen[pkg] {
			t.Errorf("package %s was not read: the check looks in the wrong place", pkg)
		}
	}
	faults, err := Check(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Error(f)
	}
}

// The users' command has flags, files and exit codes: so many lines of code, without blank lines,
// comments and tests, hold all of them.
func TestCommandIsThin(t *testing.T) {
	const most = 4500
	var files []string
	for _, folder := range []string{"cli", "command", "halocline"} {
		here, err := filepath.Glob(filepath.Join(moduleRoot(t), "cmd", folder, "*.go"))
		if err != nil || len(here) == 0 {
			t.Fatal(folder, err)
		}
		files = append(files, here...)
	}
	lines := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				lines++
			}
		}
	}
	if lines >= most {
		t.Errorf("cmd/cli, cmd/command and cmd/halocline have %d lines of code, and less than %d are wanted: take a library out of it", lines, most)
	}
}

// moduleRoot returns the folder of go.mod, at or above the working folder.
func moduleRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		above := filepath.Dir(dir)
		if above == dir {
			t.Fatal("no go.mod above the working folder")
		}
		dir = above
	}
}

// broken is a file with exactly one fault. Its body follows a package clause
// with its comment, and line counts from the first line of the body.
type broken struct {
	name string
	file string
	body string
	line int
	rule string
}

// brokenFiles returns at least one file for each rule.
func brokenFiles() []broken {
	return []broken{
		{"no place in the order", "util/util.go", "const a = 1", -1, "import"},
		{"right of itself", "phy/phy.go", `import "lake/mac"`, 1, "import"},
		{"root in a model", "mac/mac.go", `import "lake"`, 1, "import"},
		{"second of two imports", "mac/tdma/tdma.go", "import (\n\t\"lake/mac\"\n\t\"lake/mac/aloha\"\n)", 3, "import"},
		{"rightwards in a test", "sim/kernel_test.go", `import "lake/phy"`, 1, "import"},
		{"kit in a model", "mac/tdma/tdma.go", `import "lake/mac/mactest"`, 1, "import"},
		{"kit of tests in a model", "sim/rng/rng.go", `import "lake/sim/simtest"`, 1, "import"},
		{"kit in a foreign test", "phy/phy_test.go", `import "lake/mac/mactest"`, 1, "import"},
		{"cobra below cmd", "bench/study/study.go", `import "github.com/spf13/cobra"`, 1, "import"},
		{"yaml beside its reader", "scenarios/build.go", `import "gopkg.in/yaml.v3"`, 1, "import"},
		{"widths of texts below bench", "scenarios/build.go", `import "github.com/clipperhouse/displaywidth"`, 1, "import"},
		{"figures below bench", "scenarios/build.go", `import "gonum.org/v1/plot"`, 1, "import"},
		{"new dependency", "cmd/lake/main.go", `import "example.org/colour"`, 1, "import"},
		{"blank import", "cmd/lake/main.go", `import _ "lake/mac/tdma"`, 1, "import"},
		{"dot import", "scenarios/build.go", `import . "lake/mac"`, 1, "import"},

		{"clock called", "mac/tdma/tdma.go", "import \"time\"\n\nfunc f() { _ = time.Now() }", 3, "clock"},
		{"clock handed on", "scenarios/build.go", "import \"time\"\n\nfunc f() any { return time.Since }", 3, "clock"},
		{"clock renamed", "plant/body.go", "import t \"time\"\n\nfunc f() { t.Sleep(1) }", 3, "clock"},
		{"clock twice imported", "sim/kernel.go", "import \"time\"\nimport t \"time\"\n\nconst s = time.Second\n\nvar _ any = t.After", 6, "clock"},
		{"ticker", "phy/phy.go", "import \"time\"\n\nfunc f() { time.Tick(1) }", 3, "clock"},
		{"timer", "sim/rtos/rtos.go", "import \"time\"\n\nfunc f() {\n\ttime.NewTimer(1)\n}", 4, "clock"},
		{"global stream", "sim/rng/rng.go", "import \"math/rand/v2\"\n\nfunc f() { rand.IntN(2) }", 3, "random"},
		{"old generator", "sim/rng/rng.go", "import \"math/rand\"\n\nfunc f() { rand.Intn(2) }", 1, "random"},
		{"goroutine", "phy/phy.go", "func f() {\n\tgo f()\n}", 2, "goroutine"},
		{"lock", "mac/tdma/tdma.go", `import "sync"`, 1, "goroutine"},
		{"init", "mac/tdma/tdma.go", "func init() {}", 1, "init"},
		{"variable", "phy/phy.go", "var table = [2]int{1, 2}", 1, "variable"},
		{"variable in a block", "phy/phy.go", "import \"errors\"\n\nvar (\n\terrBusy = errors.New(\"busy\")\n\tbusy bool\n)", 5, "variable"},
		{"sentinel by another name", "phy/phy.go", "import \"errors\"\n\nvar busy = errors.New(\"busy\")", 3, "variable"},
		{"sentinel of another make", "phy/phy.go", "import \"fmt\"\n\nvar errBusy = fmt.Errorf(\"busy\")", 3, "variable"},
		{"blank variable", "phy/phy.go", "var _ = f()\n\nfunc f() int { return 1 }", 1, "variable"},

		{"print", "bench/study/study.go", "import \"fmt\"\n\nfunc f() { fmt.Println() }", 3, "output"},
		{"standard output", "bench/study/study.go", "import \"os\"\n\nfunc f() any { return os.Stdout }", 3, "output"},
		{"built-in print", "sim/kernel.go", "func f() { println(1) }", 1, "output"},
		{"log", "bench/study/study.go", `import "log"`, 1, "output"},
		{"panic without a name", "sim/kernel.go", "func f() { panic(\"too late\") }", 1, "panic"},
		{"panic with another name", "sim/rng/rng.go", "func f() { panic(\"sim: too late\") }", 1, "panic"},
		{"panic with a value", "sim/kernel.go", "func f(err error) {\n\tpanic(err)\n}", 2, "panic"},
		{"panic with a format", "sim/kernel.go", "import \"fmt\"\n\nfunc f() { panic(fmt.Sprintf(\"%d is late\", 1)) }", 3, "panic"},

		{"command that computes", "cmd/cli/cli.go", `import "math"`, 1, "command"},
		{"command with big numbers", "cmd/cli/cli.go", `import "math/big"`, 1, "command"},
		{"command that looks into types", "cmd/cli/cli.go", `import "reflect"`, 1, "command"},
		{"command that reads Go", "cmd/halocline/main.go", `import "go/ast"`, 1, "command"},
		{"command with matrices", "cmd/cli/cli.go", `import "gonum.org/v1/gonum/mat"`, 1, "command"},

		{"interface that nobody else can have", "phy/phy.go", "// A is one.\ntype A interface {\n\tB() int\n\tc() int\n}", 4, "interface"},
		{"function without comment", "cmd/lake/main.go", "func F() {}", 1, "comment"},
		{"method without comment", "phy/phy.go", "// A is one.\ntype A[T any] struct{}\n\nfunc (a *A[T]) F() {}", 4, "comment"},
		{"type without comment", "phy/phy.go", "type A int", 1, "comment"},
		{"type in a block", "phy/phy.go", "// Some types.\ntype (\n\t// A is one.\n\tA int\n\tB int\n)", 5, "comment"},
		{"constant without comment", "phy/phy.go", "const (\n\tA = 1 // in m\n\tB = 2\n)", 3, "comment"},
		{"metaphor in a message", "phy/phy.go", "import \"fmt\"\n\nfunc f() error { return fmt.Errorf(\"the frame \" +\n\t\"carries nothing\") }", 3, "words"},
		{"long sentence in a message", "phy/phy.go", "import \"fmt\"\n\nfunc f() error { return fmt.Errorf(\"it" + strings.Repeat(" goes", 40) + "\") }", 3, "words"},
		{"metaphor in a key", "phy/phy.go", "type c struct {\n\tA int `doc:\"outlook of the sea\"`\n}", 2, "words"},
		{"long function", "bench/study/study.go", "func f() {" + strings.Repeat("\n", 70) + "}", 1, "length"},
		{"long file", "cmd/lake/main.go", strings.Repeat("\n", 597) + "const a = 1", 598, "length"},
	}
}

// TestBrokenFile wants each broken file's one fault, with its place.
func TestBrokenFile(t *testing.T) {
	for _, b := range brokenFiles() {
		t.Run(b.name, func(t *testing.T) {
			root := write(t, map[string]string{b.file: b.body})
			faults, err := Check(root)
			if err != nil {
				t.Fatal(err)
			}
			want := fmt.Sprintf("%s:%d: %s", b.file, b.line+headLines, b.rule)
			if len(faults) != 1 || spot(faults[0]) != want || faults[0].Text == "" {
				t.Errorf("got %q, want one fault at %s", faults, want)
			}
		})
	}
}

// TestEveryRuleIsBroken wants a broken file for every entry of the table, so
// that no rule can be lost or never work without a test that says so.
func TestEveryRuleIsBroken(t *testing.T) {
	found := make([]bool, len(rules()))
	for _, b := range brokenFiles() {
		sources, _, err := load(write(t, map[string]string{b.file: b.body}))
		if err != nil {
			t.Fatal(err)
		}
		for i := range found {
			if len(apply(rules()[i:i+1], sources)) > 0 {
				found[i] = true
			}
		}
	}
	for i, ok := range found {
		if !ok {
			t.Errorf("entry %d of the table (%s) is broken by no file", i, rules()[i].name)
		}
	}
}

// TestImportOrder wants the order of the design, for packages that exist and
// for those that a user adds.
func TestImportOrder(t *testing.T) {
	tests := []struct {
		from, to string
		ok       bool
	}{
		{"sim/ocean", "sim", true},
		{"sim/ocean", "sim/geom", true},
		{"sim", "sim/ocean", false},
		{"phy", "sim/ocean", true},
		{"phy/acoustic", "phy", true},
		{"phy", "phy/acoustic", false},
		{"phy/acoustic", "phy/rf", false},
		{"phy/optical", "phy", true},
		{"mac", "phy", true},
		{"phy", "mac", false},
		{"mac/tdma", "mac", true},
		{"mac", "mac/tdma", false},
		{"mac/mine", "mac/aloha", false},
		{"mac/tdma", "sim/clock", true},
		{"plant/vehicle", "sim/ocean", true},
		{"plant/control", "plant/vehicle", true},
		{"plant/vehicle", "plant/control", false},
		{"plant/sensor", "plant/control", false},
		{"plant", "plant/vehicle", true},
		{"plant", "plant/sensor", true},
		{"plant", "plant/ncs", false},
		{"plant/control", "plant", false},
		{"plant/ncs", "plant", true},
		{"plant/ncs", "plant/control", true},
		{"phy", "plant", false},
		{"plant", "phy", false},
		{"plant/sensor", "phy/acoustic", false},
		{"plant/ncs", "mac", false},
		{"mac/tdma", "plant/ncs", false},
		{"sim/rtos", "plant", false},
		{"scenarios", "mac/tdma", true},
		{"scenarios", "plant/ncs", true},
		{"scenarios", "scenarios/strict", true},
		{"mac/tdma", "scenarios/strict", false},
		{"plant/ncs", "scenarios", false},
		{"scenarios", "bench/study", false},
		{"bench/study", "scenarios", true},
		{"bench/study/stats", "phy/rf", true},
		{"bench/study", "bench/study/stats", true},
		{"bench/study", "bench/record", true},
		{"bench/record", "bench/study", false},
		{"bench/study/stats", "bench/report/figure", false},
		{"bench/report/figure", "bench/study/stats", true},
		{"bench/report/paper", "bench/reproduce/claim", false},
		{"bench/reproduce/claim", "bench/report/figure", true},
		{"bench/reproduce/theory", "bench/speed", false},
		{"bench/speed/peers", "bench/speed", true},
		{"bench/study", "cmd/halocline", false},
		{"cmd/halocline", "bench/study", true},
		{"cmd/halocline", "sim", true},
		{"sim", "unheard/of", false},
	}
	for _, tt := range tests {
		t.Run(tt.from+" imports "+tt.to, func(t *testing.T) {
			file := tt.from + "/a.go"
			faults, err := Check(write(t, map[string]string{file: fmt.Sprintf("import \"lake/%s\"", tt.to)}))
			if err != nil {
				t.Fatal(err)
			}
			if tt.ok && len(faults) > 0 {
				t.Errorf("got %q, want none", faults)
			}
			want := fmt.Sprintf("%s:%d: import", file, 1+headLines)
			if !tt.ok && (len(faults) != 1 || spot(faults[0]) != want) {
				t.Errorf("got %q, want one fault at %s", faults, want)
			}
		})
	}
}

// TestLawful wants no fault in a module that goes as far as the rules allow.
func TestLawful(t *testing.T) {
	root := write(t, map[string]string{
		"sim/kernel.go": `import (
	"embed"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/emirpasic/gods/trees/binaryheap"
	"golang.org/x/exp/constraints"
	"gonum.org/v1/gonum/floats"
)

// ErrBusy is returned while it is busy.
var ErrBusy = errors.New("busy")

var (
	errFull, errEmpty = errors.New("full"), errors.New("empty")

	//go:embed text
	text embed.FS
)

var _ error = Fault(0)

// Some bounds.
const (
	Low  = 1
	High = 2
)

// Fault is a number.
type Fault int

// Error returns nothing.
func (f Fault) Error() string { return "" }

type quiet struct{}

func (quiet) Loud() {}

func span() time.Duration { return time.Duration(3) * time.Second }

func stream() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

func write(w *watch, n int) string {
	time := w
	time.Now()
	switch n {
	case 1:
		panic("sim: one")
	case 2:
		panic("sim: two " + fmt.Sprint(n))
	case 3:
		panic(fmt.Sprintf("sim: %d", n))
	}
	panic(fmt.Errorf("sim: %w", ErrBusy))
}

type watch struct{}

func (watch) Now() {}
`,
		"sim/long.go": "func long() {" + strings.Repeat("\n", 59) + "}" + strings.Repeat("\n", 500-headLines-60+1),
		"sim/kernel_test.go": `import (
	"fmt"
	"testing"
	"time"

	"lake/sim"
	"lake/sim/simtest"
)

var start = time.Now()

func TestF(t *testing.T) { go fmt.Println() }
`,
		"mac/mactest/kit.go": `import (
	"lake/mac"
	"lake/phy"
	"lake/sim/simtest"
)`,
		"mac/mine/mine_test.go":    `import "lake/mac/mactest"`,
		"scenarios/strict/read.go": `import "gopkg.in/yaml.v3"`,
		"bench/study/run.go": `import (
	"sync"
	"time"

	"gonum.org/v1/plot/vg"
)

var start = time.Now()

func f(w *sync.WaitGroup) { go w.Wait() }
`,
		"cmd/lake/main.go": `import (
	_ "embed"
	"fmt"
	"log"
	"os"

	"github.com/spf13/cobra"
)

func main() {
	fmt.Println()
	panic(os.Args)
}
`,
		"sim/testdata/wrong.go":   "func init() {}",
		"sim/_draft/wrong.go":     "func init() {}",
		"tools/other/go.mod":      "module other\n",
		"tools/other/a/broken.go": "func init() {}",
	})
	faults, err := Check(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Error(f)
	}
}

// TestPackageComment wants one fault for a package whose files do not say
// what it is, at the package clause of the first, and takes a comment from
// any of its files.
func TestPackageComment(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"none", map[string]string{"sim/a.go": "\npackage sim", "sim/b.go": "package sim"}, "sim/a.go:2: comment"},
		{"other beginning", map[string]string{"sim/a.go": "// The kernel.\npackage sim"}, "sim/a.go:2: comment"},
		{"only in a test", map[string]string{"sim/a.go": "package sim", "sim/a_test.go": "// Package sim is.\npackage sim"}, "sim/a.go:1: comment"},
		{"none on a command", map[string]string{"cmd/lake/main.go": "package main"}, "cmd/lake/main.go:1: comment"},
		{"other name on a command", map[string]string{"cmd/lake/main.go": "// Command lake is.\npackage main"}, "cmd/lake/main.go:2: comment"},
		{"in the second file", map[string]string{"sim/a.go": "package sim", "sim/b.go": "// Package sim is.\npackage sim"}, ""},
		{"tests only", map[string]string{"sim/a_test.go": "package sim"}, ""},
		{"with a long sentence", map[string]string{"sim/a.go": "// Package sim is" + strings.Repeat(" far", 38) + ".\npackage sim"}, "sim/a.go:2: comment"},
		{"of 25 lines", map[string]string{"sim/a.go": "// Package sim is.\n" + strings.Repeat("//\n", 24) + "package sim"}, ""},
		{"of 26 lines", map[string]string{"sim/a.go": "// Package sim is.\n" + strings.Repeat("//\n", 25) + "package sim"}, "sim/a.go:27: length"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			faults, err := Check(writeRaw(t, tt.files))
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case tt.want == "" && len(faults) > 0:
				t.Errorf("got %q, want none", faults)
			case tt.want != "" && (len(faults) != 1 || spot(faults[0]) != tt.want):
				t.Errorf("got %q, want one fault at %s", faults, tt.want)
			}
		})
	}
}

// TestClosedModel wants no model of another package asked for by its name, in an assertion or in a case; a type that is no
// model, a name that is not imported, and an interface are let through.
func TestClosedModel(t *testing.T) {
	const models = "// Package phy is.\npackage phy\n\n// A is one.\ntype A struct{}\n\n// About is one.\nfunc (*A) About() string { return \"\" }\n\n// B is none.\ntype B struct{}\n"
	for _, row := range []struct{ body, want string }{
		{"_, ok := x.(*phy.A)\n\t_ = ok", "mac/a.go:7: model"},
		{"switch x.(type) {\n\tcase int, *phy.A:\n\t}", "mac/a.go:8: model"},
		{"_, ok := x.(*phy.B)\n\t_ = ok", ""},
		{"_, ok := x.(interface{ About() string })\n\t_, _ = ok, phy.B{}", ""},
	} {
		faults, err := Check(writeRaw(t, map[string]string{
			"phy/phy.go": models,
			"mac/a.go":   "// Package mac is.\npackage mac\n\nimport \"lake/phy\"\n\nfunc f(x any) {\n\t" + row.body + "\n}\n",
		}))
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case row.want == "" && len(faults) > 0:
			t.Errorf("%s: %q", row.body, faults)
		case row.want != "" && (len(faults) != 1 || spot(faults[0]) != row.want):
			t.Errorf("%s: got %q, want %s", row.body, faults, row.want)
		}
	}
}

// TestOutsideTests lets a test that stands outside its package put whole
// scenarios together, and no test inside.
func TestOutsideTests(t *testing.T) {
	for name, want := range map[string]string{"phy_test": "", "phy": "phy/a_test.go:3: import"} {
		faults, err := Check(writeRaw(t, map[string]string{
			"phy/a_test.go": "package " + name + "\n\nimport \"lake/scenarios\"\n",
		}))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(faults) > 0 {
			got = spot(faults[0])
		}
		if got != want || len(faults) > 1 {
			t.Errorf("package %s: got %q, want %q", name, faults, want)
		}
	}
}

// TestBrokenSyntax wants a file that does not parse to be reported with its
// place, and the faults of the others all the same.
func TestBrokenSyntax(t *testing.T) {
	faults, err := Check(writeRaw(t, map[string]string{
		"phy/a.go": "// Package phy is.\npackage phy\n\nfunc {\n",
		"sim/b.go": "// Package sim is.\npackage sim\n\nfunc init() {}\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if len(faults) != 2 || spot(faults[0]) != "phy/a.go:4: syntax" || spot(faults[1]) != "sim/b.go:4: init" {
		t.Errorf("got %q, want a syntax fault and an init fault", faults)
	}
}

// TestNoModule wants an error where there is nothing to check.
func TestNoModule(t *testing.T) {
	if _, err := Check(t.TempDir()); err == nil {
		t.Error("a folder without go.mod passes")
	}
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("go 1.26\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Check(root); err == nil {
		t.Error("a go.mod without a module line passes")
	}
}

// TestFaultString wants the form that editors and compilers share.
func TestFaultString(t *testing.T) {
	f := Fault{File: "sim/a.go", Line: 7, Rule: "clock", Text: "time.Now"}
	if got, want := f.String(), "sim/a.go:7: clock: time.Now"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// spot returns file, line and rule of a fault.
func spot(f Fault) string { return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Rule) }

// headLines is the number of lines that write puts before a body.
const headLines = 3

// write makes a module of Go files whose bodies are given, each under a
// package clause with its comment. Other files are written as they are.
func write(t *testing.T, bodies map[string]string) string {
	t.Helper()
	files := map[string]string{}
	for name, body := range bodies {
		dir := path.Base(path.Dir(name))
		switch {
		case path.Ext(name) != ".go":
			files[name] = body
		case strings.HasPrefix(name, "cmd/"):
			files[name] = "// " + strings.ToUpper(dir[:1]) + dir[1:] + " is under test.\npackage main\n\n" + body
		default:
			files[name] = "// Package " + dir + " is under test.\npackage " + dir + "\n\n" + body
		}
	}
	return writeRaw(t, files)
}

// writeRaw makes a module of the given files and returns its root.
func writeRaw(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	files["go.mod"] = "module lake\n\ngo 1.26\n"
	for name, text := range files {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}
