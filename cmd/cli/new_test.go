package cli

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"halocline/cmd/command"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/simtest"
)

// copyModule copies this module, without its history, to a new folder.
func copyModule(t *testing.T) string {
	t.Helper()
	const module = "../.."
	root := t.TempDir()
	entries, err := os.ReadDir(module)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		from, to := filepath.Join(module, e.Name()), filepath.Join(root, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			err = os.CopyFS(to, os.DirFS(from))
		case strings.HasPrefix(e.Name(), "go."), strings.HasSuffix(e.Name(), ".go"):
			var text []byte
			if text, err = os.ReadFile(from); err == nil {
				err = os.WriteFile(to, text, 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// newModel is one that the command writes.
type newModel struct {
	kind, folder string
	list         string // how the list in scenarios/models.go begins
	files        []string
	tests        []string // that pass
	runs         string   // in what its scenario prints
}

func newModels() []newModel {
	return []newModel{
		{"mac", "mac", "return mac.Catalog{\n", []string{"mine2.go", "mine2_test.go", "testdata/mine2.story", "testdata/mine2.yaml"}, []string{"TestContract", "TestStories"}, "delivered"},
		{"program", "plant/program", "return map[string]func() program.Program{\n", []string{"mine2.go", "mine2_test.go", "testdata/mine2.yaml"}, []string{"TestMessages"}, "a.time_to_hear"},
		{"sensor", "plant/sensor", "return map[string]func() sensor.Config{\n", []string{"mine2.go", "mine2_test.go", "testdata/mine2.yaml"}, []string{"TestContract", "TestReads"}, "fingerprint"},
		{"channel", "phy", "return map[string]func() phy.ChannelConfig{\n", []string{"mine2.go", "mine2_test.go", "testdata/mine2.yaml"}, []string{"TestPath"}, "delivered"},
	}
}

// Whoever follows what the command says has, with a line among the imports and one in the list, models whose tests
// pass and scenarios that run. Nothing else has to be touched.
func TestNewModels(t *testing.T) {
	simtest.SkipShort(t, "builds other modules")
	root := copyModule(t)
	before := files(t, root)
	var want, folders []string
	for _, w := range newModels() {
		name := "my" + w.kind
		r := halocline(t, filepath.Join(root, "phy", "acoustic"), "new", w.kind, name)
		r.expect(t, "new", 0, w.folder+"/"+name+"/testdata/"+name+".yaml", "")
		for _, f := range w.files {
			want = append(want, w.folder+"/"+name+"/"+strings.ReplaceAll(f, "mine2", name))
		}
		addToList(t, root, r.out, w.list)
		folders = append(folders, "./"+w.folder+"/"+name)
		halocline(t, root, "new", w.kind, name).expect(t, "again", 2, "", w.folder+"/"+name+" exists already")
	}
	slices.Sort(want)
	if got := slices.DeleteFunc(files(t, root), func(f string) bool { return slices.Contains(before, f) }); !slices.Equal(got, want) {
		t.Errorf("written %q, not %q", got, want)
	}
	for _, folder := range folders {
		if out := do(t, root, "gofmt", "-l", folder); out != "" {
			t.Errorf("gofmt changes %s", out)
		}
	}
	do(t, root, append([]string{"go", "vet", "./scenarios"}, folders...)...)
	tested := do(t, root, append([]string{"go", "test", "-v"}, folders...)...)
	do(t, root, "go", "build", "-o", "halocline", "./cmd/halocline")
	for _, w := range newModels() {
		name := "my" + w.kind
		for _, test := range w.tests {
			if !strings.Contains(tested, "--- PASS: "+test) {
				t.Errorf("%s is not run:\n%s", test, tested)
			}
		}
		if out := do(t, root, "./halocline", "run", w.folder+"/"+name+"/testdata/"+name+".yaml"); !strings.HasPrefix(out, name+": ") || !strings.Contains(out, w.runs) {
			t.Errorf("the scenario does not run:\n%s", out)
		}
		if out := do(t, root, "./halocline", "list", name); !strings.Contains(out, "still to be written") {
			t.Errorf("it is not listed:\n%s", out)
		}
	}
	if simtest.Long() {
		do(t, root, "go", "test", "-run", "Model|Library|Field", "./scenarios")
		do(t, root, "go", "test", "-run", "Module", "./sim/simtest/tidy")
	}
}

// A module of one's own builds with what the module cache has, passes its tests, and runs its scenario; nothing of
// halocline is changed.
func TestNewModule(t *testing.T) {
	simtest.SkipShort(t, "builds other modules")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOPROXY", "off")
	dir := t.TempDir()
	halocline(t, dir, "new", "module", "ours", "--halocline", root).expect(t, "new", 0, "go build -o halocline .", "")
	ours := filepath.Join(dir, "ours")
	if out := do(t, ours, "gofmt", "-l", "."); out != "" {
		t.Errorf("gofmt changes %s", out)
	}
	do(t, ours, "go", "vet", ".")
	do(t, ours, "go", "test", ".")
	do(t, ours, "go", "build", "-o", "halocline", ".")
	if out := do(t, ours, "./halocline", "run", "ours"); !strings.Contains(out, "a.time_to_hear    1.1") {
		t.Errorf("it does not run:\n%s", out)
	}
	do(t, ours, "git", "init", "--quiet")
	if out := do(t, ours, "git", "status", "--short", "--untracked-files=all"); !strings.Contains(out, "?? ours.go\n") || strings.Contains(out, "halocline") {
		t.Errorf("git add . would take\n%s", out)
	}
	halocline(t, dir, "new", "module", "ours", "--halocline", root).expect(t, "again", 2, "", "ours exists already")
	halocline(t, dir, "new", "module", "mine").expect(t, "elsewhere", 2, "", "or name it with --halocline")
	halocline(t, dir, "new", "module", "mine", "--halocline", "absent").expect(t, "no folder", 2, "", "--halocline: there is no folder absent")
	halocline(t, dir, "new", "module", "halocline", "--halocline", root).expect(t, "our name", 2, "", "is this module")
}

// In a module of one's own, new writes models of all kinds too. Whoever follows what it says has them in the library.
func TestNewModelsInModule(t *testing.T) {
	simtest.SkipShort(t, "builds other modules")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOPROXY", "off")
	dir := t.TempDir()
	halocline(t, dir, "new", "module", "ours", "--halocline", root).expect(t, "module", 0, "and say which line", "")
	ours := filepath.Join(dir, "ours")
	var names []string
	for _, w := range newModels() {
		name := "my" + w.kind
		names = append(names, strconv.Quote(name))
		r := halocline(t, ours, "new", w.kind, name)
		r.expect(t, "new", 0, "  "+name+"/testdata/"+name+".yaml", "")
		edit(t, filepath.Join(ours, "main.go"), map[string]string{
			"import (\n":                             "import (\n" + printed(t, r.out, "\t\"") + "\n",
			"scenarios.Put(l, \"ours\", Default),\n": "scenarios.Put(l, \"ours\", Default),\n" + printed(t, r.out, "\t\tscenarios.Put("),
			"//go:embed *.go":                        "//go:embed *.go " + name + "/*.go",
		})
		halocline(t, ours, "new", w.kind, name).expect(t, "again", command.BadInput, "", name+" exists already")
	}
	edit(t, filepath.Join(ours, "ours_test.go"), map[string]string{`, "ours")`: `, "ours", ` + strings.Join(names, ", ") + ")"})
	if out := do(t, ours, "gofmt", "-l", "mymac", "myprogram", "mysensor", "mychannel"); out != "" {
		t.Errorf("gofmt changes %s", out)
	}
	do(t, ours, "go", "vet", "./...")
	do(t, ours, "go", "test", "./...")
	do(t, ours, "go", "build", "-o", "halocline", ".")
	for _, w := range newModels() {
		name := "my" + w.kind
		if out := do(t, ours, "./halocline", "run", name+"/testdata/"+name+".yaml"); !strings.HasPrefix(out, name+": ") || !strings.Contains(out, w.runs) {
			t.Errorf("the scenario does not run:\n%s", out)
		}
	}
	halocline(t, ours, "new", "mac", "log").expect(t, "an import", command.BadInput, "", `"log" is used in main.go`)
	halocline(t, ours, "new", "mac", "aloha").expect(t, "of the library", command.BadInput, "", `"aloha" is on the list of access protocols already`)
}

// edit replaces parts of a file, each once.
func edit(t *testing.T, file string, parts map[string]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	edited := string(text)
	for from, to := range parts {
		if !strings.Contains(edited, from) {
			t.Fatalf("%s has no %q", file, from)
		}
		edited = strings.Replace(edited, from, to, 1)
	}
	if err := os.WriteFile(file, []byte(edited), 0o600); err != nil {
		t.Fatal(err)
	}
}

// addToList adds the lines that were printed to the list of models.
func addToList(t *testing.T, root, out, list string) {
	t.Helper()
	addition, line := printed(t, out, "\t\""), printed(t, out, "\t\t\"")
	edit(t, filepath.Join(root, "scenarios", "models.go"), map[string]string{"import (\n": "import (\n" + addition, list: list + line})
	do(t, root, "gofmt", "-w", "scenarios/models.go")
}

// Names that cannot be, or are taken, are told, and nothing is written.
func TestNewMACRefuses(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	root := copyModule(t)
	before := files(t, root)
	for _, row := range []struct{ dir, args, want string }{
		{root, "new", "a new what?"},
		{root, "new phy", "phy"},
		{root, "new mac", "write one name; 0 are given"},
		{root, "new mac a b", "write one name; 2 are given"},
		{root, "new mac Mine", `"Mine" is no name for a package`},
		{root, "new mac my-mac", `"my-mac" is no name for a package`},
		{root, "new mac 2mine", `"2mine" is no name for a package`},
		{root, "new mac ../mine", `"../mine" is no name for a package`},
		{root, "new mac func", `"func" is a keyword`},
		{root, "new mac string", `"string" means something in every Go file`},
		{root, "new mac internal", `"internal" means something to the go command`},
		{root, "new mac aloha", "mac/aloha exists already"},
		{root, "new mac acoustic", `"acoustic" is used in scenarios/models.go`},  // an import
		{root, "new mac currents", `"currents" is used in scenarios/models.go`},  // a function
		{root, "new mac everybody", `"everybody" is used in scenarios/names.go`}, // a constant
		{root, "new mac builder", `"builder" is used in scenarios/`},             // a type
		{root, "new sensor depth", `"depth" is on the list of instruments already`},
		{root, "new program responder", `"responder" is on the list of programs already`},
		{root, "new program testing", `"testing" is a package that the tests of the new one import`},
		{t.TempDir(), "new mac mine", "is not in a checkout of halocline: neither"}, // somewhere else
	} {
		halocline(t, row.dir, strings.Fields(row.args)...).expect(t, row.args, command.BadInput, "", row.want)
	}
	if after := files(t, root); !slices.Equal(after, before) {
		t.Errorf("files were written")
	}
}

// next runs the commands that a command says are next, and returns what they print
// together.
func next(t *testing.T, dir string, r ran) string {
	t.Helper()
	commands := 0
	var all strings.Builder
	for line := range strings.Lines(r.out) {
		words := strings.Fields(line)
		if !strings.HasPrefix(line, "  ") || words[0] != "halocline" {
			continue
		}
		commands++
		one := halocline(t, dir, words[1:]...)
		if one.code != 0 || one.out == "" && !strings.Contains(one.err, " 0 failed") && !strings.Contains(one.err, "files written") {
			t.Errorf("%s: exit code %d\n%s%s", strings.TrimSpace(line), one.code, one.out, one.err)
		}
		all.WriteString(one.out + one.err)
	}
	if commands < 3 {
		t.Errorf("only %d commands:\n%s", commands, r.out)
	}
	return all.String()
}

// A scenario that is begun is sound, can be run and explained, and a study can be begun
// with it, the runs of which give a table and figures.
func TestNewScenarioAndStudy(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, row := range []struct{ kind, said, table string }{
		{"docking", "auv      docked", "Time to dock, by protocol"},
		{"network", "delivered", "Share of the packets that were delivered"},
	} {
		dir := t.TempDir()
		r := halocline(t, dir, "new", "scenario", "mine", "--kind", row.kind)
		r.expect(t, "new scenario", 0, "Written: mine.yaml. Next:", "")
		if out := next(t, dir, r); !strings.Contains(out, "mine.yaml: ok\n") || !strings.Contains(out, row.said) || !strings.Contains(out, "written at mine.yaml:") {
			t.Errorf("%s:\n%s", row.kind, out)
		}
		halocline(t, dir, "new", "scenario", "mine").expect(t, "again", command.BadInput, "", "mine.yaml exists already; choose another name")
		halocline(t, dir, "sweep", "mine-study.yaml", "--runs", "0..1", "-o", "part.db").expect(t, "sweep", 0, "", "runs made")
		r = halocline(t, dir, "new", "study", "other", "--base", "mine.yaml")
		r.expect(t, "new study", 0, "Written: other.yaml. Next:", "")
		if out := next(t, dir, r); !strings.Contains(out, row.table) || !strings.Contains(out, "0 failed") {
			t.Errorf("%s:\n%s", row.kind, out)
		}
		for _, name := range []string{"report.md", "study.yaml"} {
			if _, err := os.Stat(filepath.Join(dir, "other-report", name)); err != nil {
				t.Error(err)
			}
		}
	}
}

// A vehicle that is begun docks, in a scenario of its own and in that of the program. All
// that a vehicle file can say is in it.
func TestNewVehicle(t *testing.T) {
	dir := t.TempDir()
	r := halocline(t, dir, "new", "vehicle", "box")
	r.expect(t, "new vehicle", 0, "Written: box.yaml. Next:", "")
	if out := next(t, dir, r); !strings.Contains(out, "try-box.yaml: ok\n") || !strings.Contains(out, "auv      docked") {
		t.Error(out)
	}
	write(t, dir, "own.yaml", halocline(t, dir, "show", "docking").out)
	halocline(t, dir, "run", "own.yaml", "--set", "nodes.auv.vehicle.model=box.yaml", "--set", "nodes.auv.vehicle.step=5ms").expect(t, "docking", 0, "auv      docked", "")
	text, err := os.ReadFile(filepath.Join(dir, "box.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range strict.Describe(vehicle.Default(), strict.Models{}) {
		key := p.Key[strings.LastIndex(p.Key, ".")+1:]
		if !regexp.MustCompile(`(?m)(^[ #-]*|[{,] ?)`+key+`: `).Match(text) && !regexp.MustCompile(`(?m)^`+key+`:$`).Match(text) {
			t.Errorf("%s is not in the file", p.Key)
		}
	}
	half := strings.Replace(string(text), "\nadded_mass: ", "\n# added_mass: ", 1)
	whole := regexp.MustCompile(`(?m)^# (added_mass:$|  frame:|  matrix:)`).ReplaceAllString(half, "$1")
	model, err := scenarios.Standard().LoadVehicle(filepath.Join(dir, "box.yaml"))
	other, err2 := scenarios.Standard().LoadVehicle(write(t, dir, "whole.yaml", whole))
	if err != nil || err2 != nil || !strings.Contains(whole, "\n  matrix:") || model.Body != other.Body {
		t.Errorf("the matrix that is commented out is not that of the diagonal: %v, %v", err, err2)
	}
}

// What cannot be begun is told, and nothing is written.
func TestNewFileRefuses(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "there.yaml", "name: there\n")
	write(t, dir, "raft.yaml", raft)
	write(t, dir, "small.yaml", smallStudy)
	before := files(t, dir)
	for _, row := range []struct{ args, want string }{
		{"new scenario", "write one name; 0 are given"},
		{"new scenario a b", "write one name; 2 are given"},
		{"new scenario mine.yaml", `"mine.yaml" is no name`},
		{"new scenario ../mine", `"../mine" is no name`},
		{"new scenario docking", "docking comes with the program"},
		{"new vehicle rexrov", "rexrov comes with the program"},
		{"new study mac-under-current", "mac-under-current comes with the program"},
		{"new scenario mine --kind dokcing", `unknown kind "dokcing"; did you mean "docking"?`},
		{"new study mine --base absent.yaml", "absent.yaml: cannot be read"},
		{"new study mine --base dokcing", `did you mean "docking"?`},
		{"new study mine --base there.yaml", "there.yaml:1:1"},
		{"new study mine --base raft.yaml", "--base: raft.yaml is a vehicle, and needs to be a scenario; name one such as docking, where nodes.auv.vehicle.model: raft.yaml has it dock\n"},
		{"new study mine --base small.yaml", "--base: small.yaml is a study, and needs to be a scenario; name its base\n"},
		{"new study there", "there.yaml exists already"},
		{"new vehicle there", "there.yaml exists already"},
	} {
		halocline(t, dir, strings.Fields(row.args)...).expect(t, row.args, command.BadInput, "", row.want)
	}
	if after := files(t, dir); !slices.Equal(after, before) {
		t.Errorf("files were written: %q", after)
	}
}

// files lists the files below a folder.
func files(t *testing.T, root string) []string {
	t.Helper()
	var all []string
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all = append(all, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// printed returns the line that begins with a text, and its end.
func printed(t *testing.T, out, begin string) string {
	t.Helper()
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, begin) {
			return line
		}
	}
	t.Fatalf("no line begins with %q:\n%s", begin, out)
	return ""
}

// do runs a program that must succeed.
func do(t *testing.T, dir string, words ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), words[0], words[1:]...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v\n%s", words, err, out)
	}
	return string(out)
}
