// Package scaffold writes what somebody begins with: scenarios, studies and vehicles from templates,
// packages of new models with their tests, and modules of one's own.
//
// Begin with Kinds and Scenario. What it writes works as it is, and tests of the command show that.
package scaffold

import (
	"embed"
	"errors"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"halocline/cmd/command"
	"halocline/scenarios"
)

//go:embed templates/*.tmpl
var templates embed.FS

// module is the name of this module.
const module = command.Module

// Kind is a kind of model of which a new one is written as a package.
type Kind struct {
	Word, Title string      // of the command, and what it is
	folder      string      // in which its package lies
	list        string      // the function of scenarios/models.go that lists such models
	shelf       string      // what a library's shelves call them
	Does        string      // as it stands
	parts       [][2]string // templates, and the ends of the files' names
	rows        string      // what else a contributor adds
}

// Kinds returns the kinds of models of which a new one can be written.
func Kinds() []Kind {
	return []Kind{
		{
			Word: "mac", Title: "access protocol", folder: "mac", list: "Protocols", shelf: "access protocols", Does: "sends each packet at once",
			parts: [][2]string{{"mac.go", "%s.go"}, {"mac_test.go", "%s_test.go"}, {"mac.story", "testdata/%s.story"}, {"mac.yaml", "testdata/%s.yaml"}},
			rows:  " What a lone sender of it reaches is a row of scenarios/capacity_test.go.",
		},
		{
			Word: "program", Title: "program of a node", folder: "plant/program", list: "programs", shelf: "programs", Does: "sends messages to another node and measures when it hears some",
			parts: [][2]string{{"program.go", "%s.go"}, {"program_test.go", "%s_test.go"}, {"program.yaml", "testdata/%s.yaml"}},
		},
		{
			Word: "sensor", Title: "instrument", folder: "plant/sensor", list: "instruments", shelf: "instruments", Does: "measures the speed of sound",
			parts: [][2]string{{"sensor.go", "%s.go"}, {"sensor_test.go", "%s_test.go"}, {"sensor.yaml", "testdata/%s.yaml"}},
		},
		{
			Word: "channel", Title: "channel", folder: "phy", list: "channels", shelf: "channels", Does: "spreads sound as a sphere",
			parts: [][2]string{{"channel.go", "%s.go"}, {"channel_test.go", "%s_test.go"}, {"channel.yaml", "testdata/%s.yaml"}},
		},
	}
}

// Write writes a new model into the checkout around a directory, or into a module that requires halocline.
func (k Kind) Write(lib *scenarios.Library, w io.Writer, directory, name string) error {
	home, err := homeOf(directory)
	if err != nil {
		return err
	}
	if err := checkPackageName(name); err != nil {
		return err
	}
	folder := name
	if home.path == module {
		folder = k.folder + "/" + name
	}
	if err := checkUnused(home, folder, name); err != nil {
		return err
	}
	if err := k.checkFree(lib, name); err != nil {
		return err
	}
	var written strings.Builder
	for _, part := range k.parts {
		file := folder + "/" + fmt.Sprintf(part[1], name)
		if err := writePart(home.root, part[0], file, filling{name, home.path + "/" + folder}); err != nil {
			return command.Unwritten("", filepath.Join(home.root, file), err)
		}
		fmt.Fprintf(&written, "  %s\n", file)
	}
	fmt.Fprintf(w, "Written in %s:\n\n%s\n", home.root, &written)
	if home.path != module {
		fmt.Fprintf(w, "Add to main.go the first line, among the imports, and the second, in add, and add %[1]s/*.go to its //go:embed:\n\n"+
			"\t\"%[2]s/%[1]s\"\n\t\tscenarios.Put(l, %[1]q, %[1]s.Default),\n\n"+
			"Then put the lines in order, test it, build your halocline, and run it:\n\n  gofmt -w main.go\n  go test ./...\n  go build -o halocline .\n"+
			"  ./halocline run %[1]s/testdata/%[1]s.yaml\n\n"+
			"To have its keys checked too, add %[1]q to the names in the test that calls modeltest.Conform.\n", name, home.path)
		return nil
	}
	fmt.Fprintf(w, "Add to scenarios/models.go the first line, among the imports, and the second, in the function %s:\n\n"+
		"\t\"%s/%s\"\n\t\t%q: %s.Default,\n\n"+
		"Then put the lines in order, test it, and run it:\n\n  gofmt -w scenarios/models.go\n  go test ./%s\n"+
		"  go run ./cmd/halocline run %s/testdata/%s.yaml\n\n"+
		"To contribute it, put it into the manual too: HALOCLINE_REWRITE=1 go test ./cmd/cli -run TestShelf.%s\n",
		k.list, module, folder, name, name, folder, folder, name, k.rows)
	return nil
}

// filling is what the templates of a model in Go are filled with.
type filling struct{ Name, Path string } // Path is what imports it

// checkFree finds names that no model of the kind can have: those of models that there are, and those of packages
// that its own test imports.
func (k Kind) checkFree(lib *scenarios.Library, name string) error {
	for _, shelf := range lib.Shelves() {
		if _, taken := shelf.Models[name]; taken && shelf.Title == k.shelf {
			return command.Input(fmt.Errorf("%q is on the list of %s already; choose another name", name, k.shelf))
		}
	}
	const path = "its/own/path"
	for _, part := range k.parts {
		if !strings.HasSuffix(part[1], "_test.go") {
			continue
		}
		text, err := fill(part[0], filling{name, path})
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), part[1], text, parser.ImportsOnly)
		if err != nil {
			return command.Failure(err)
		}
		own := func(i *ast.ImportSpec) bool { return strings.Trim(i.Path.Value, `"`) == path }
		outside := slices.ContainsFunc(file.Imports, own)
		file.Imports = slices.DeleteFunc(file.Imports, own)
		if outside && uses(file, name, true) {
			return command.Input(fmt.Errorf("%q is a package that the tests of the new one import; choose another name", name))
		}
	}
	return nil
}

// home is the module that a new model is written into.
type home struct{ root, path string }

// homeOf returns the nearest module around a directory that is halocline or requires it.
func homeOf(directory string) (home, error) {
	requires := regexp.MustCompile(`(?m)^(require)?\s+` + module + `\s+v`)
	for d := directory; ; d = filepath.Dir(d) {
		text, err := os.ReadFile(filepath.Join(d, "go.mod"))
		path := regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)"?\s*(//.*)?$`).FindSubmatch(text)
		switch {
		case path != nil && (string(path[1]) == module || requires.Match(text)):
			return home{d, string(path[1])}, nil
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return home{}, command.Input(err)
		case d == filepath.Dir(d):
			_, err := checkout(directory)
			return home{}, fmt.Errorf("%w, or begin a module of your own with halocline new module", err)
		}
	}
}

// checkout returns the root of the module around a directory.
func checkout(directory string) (string, error) {
	for d := directory; ; d = filepath.Dir(d) {
		text, err := os.ReadFile(filepath.Join(d, "go.mod"))
		switch {
		case err == nil && regexp.MustCompile(`(?m)^module\s+"?`+module+`"?\s*(//.*)?$`).Match(text):
			return d, nil
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return "", command.Input(err)
		case d == filepath.Dir(d):
			return "", command.Input(fmt.Errorf("%s is not in a checkout of %s: neither it nor a directory above has a go.mod with the line \"module %s\"; "+
				"change to the checkout first", directory, module, module))
		}
	}
}

// checkPackageName finds names that Go does not take for a package, or that no
// package should have.
func checkPackageName(name string) error {
	const rule = "a package has a short name of small letters and digits that begins with a letter, such as mine2"
	switch {
	case !regexp.MustCompile(`^[a-z][a-z0-9]*$`).MatchString(name):
		return command.Input(fmt.Errorf("%q is no name for a package; %s", name, rule))
	case token.IsKeyword(name):
		return command.Input(fmt.Errorf("%q is a keyword of Go; choose another name", name))
	case doc.IsPredeclared(name):
		return command.Input(fmt.Errorf("%q means something in every Go file; choose another name", name))
	case slices.Contains([]string{"main", "init", "internal", "vendor", "testdata"}, name):
		return command.Input(fmt.Errorf("%q means something to the go command; choose another name", name))
	}
	return nil
}

// checkUnused finds what the new model would overwrite, and names that the
// list of models uses already.
func checkUnused(home home, folder, name string) error {
	if _, err := os.Lstat(filepath.Join(home.root, filepath.FromSlash(folder))); !errors.Is(err, fs.ErrNotExist) {
		if err != nil {
			return command.Failure(err)
		}
		return command.Input(fmt.Errorf("%s exists already; choose another name", folder))
	}
	lists, list := "scenarios", "models.go"
	if home.path != module {
		lists, list = ".", "main.go"
	}
	sources, err := filepath.Glob(filepath.Join(home.root, lists, "*.go"))
	if err != nil {
		return command.Failure(err)
	}
	for _, source := range sources {
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, parser.SkipObjectResolution)
		if err != nil {
			return command.Input(err)
		}
		if uses(file, name, filepath.Base(source) == list) {
			return command.Input(fmt.Errorf("%q is used in %s, where the list of models is kept; choose another name", name, filepath.ToSlash(filepath.Join(lists, filepath.Base(source)))))
		}
	}
	return nil
}

// uses reports whether a file declares a name for its whole package or, if that
// matters, imports a package of that name.
func uses(file *ast.File, name string, imports bool) bool {
	for _, i := range file.Imports {
		path := strings.Trim(i.Path.Value, `"`)
		if imports && path[strings.LastIndex(path, "/")+1:] == name {
			return true
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == name {
				return true
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					if s.Name.Name == name {
						return true
					}
				case *ast.ValueSpec:
					if slices.ContainsFunc(s.Names, func(i *ast.Ident) bool { return i.Name == name }) {
						return true
					}
				}
			}
		}
	}
	return false
}

// writePart writes one file from its template. It does not overwrite.
func writePart(root, part, path string, with any) error {
	path = filepath.Join(root, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(writeTemplate(f, part, with), f.Close())
}

// writeTemplate writes a template that is filled.
func writeTemplate(w io.Writer, part string, with any) error {
	t, err := template.ParseFS(templates, "templates/"+part+".tmpl")
	if err != nil {
		return err
	}
	return t.Execute(w, with)
}
