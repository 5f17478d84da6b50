package cli

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

	"github.com/spf13/cobra"

	"halocline/scenarios"
)

//go:embed templates/*.tmpl
var templates embed.FS

// module is the name of this module.
const module = "halocline"

func newNew(lib *scenarios.Library, io stdio) *cobra.Command {
	c := &cobra.Command{
		Use:     "new",
		Short:   "Begin a scenario, a study, a vehicle or an access protocol",
		Long:    "Begin something new: write a file or a package that works, with comments, to be changed into one's own.",
		Example: "  halocline new scenario mine\n  halocline new study my-study --base mine.yaml\n  halocline new vehicle my-vehicle\n  halocline new mac mymac",
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			return inputError{fmt.Errorf("a new what? %s; see %s --help", strings.Join(namesBelow(c), ", "), c.CommandPath())}
		},
	}
	c.AddCommand(newNewScenario(lib, io), newNewStudy(lib, io), newNewVehicle(lib, io), newNewMAC(io))
	return c
}

func newNewMAC(io stdio) *cobra.Command {
	return &cobra.Command{
		Use:   "mac NAME",
		Short: "Begin a new access protocol",
		Long: "Begin a new access protocol in the checkout of halocline around the working directory: a package\n" +
			"that sends each packet at once, with its tests and a scenario. What has to be added to the list of\n" +
			"models is printed; nothing that exists is touched. NAME becomes the name of the package.",
		Example: "  halocline new mac mine",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return inputError{fmt.Errorf("one name is due, and %d are given; see %s --help", len(args), c.CommandPath())}
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			directory, err := os.Getwd()
			if err != nil {
				return failure{err}
			}
			return scaffold(io, directory, args[0])
		},
	}
}

// scaffold writes a new access protocol into the checkout around a directory.
func scaffold(io stdio, directory, name string) error {
	root, err := checkout(directory)
	if err != nil {
		return err
	}
	if err := checkPackageName(name); err != nil {
		return err
	}
	if err := checkUnused(root, name); err != nil {
		return err
	}
	fmt.Fprintf(io.out, "Written in %s:\n\n", root)
	for _, part := range [][2]string{
		{"mac.go", "mac/" + name + "/" + name + ".go"},
		{"mac_test.go", "mac/" + name + "/" + name + "_test.go"},
		{"mac.story", "mac/" + name + "/testdata/" + name + ".story"},
		{"mac.yaml", "mac/" + name + "/testdata/" + name + ".yaml"},
	} {
		if err := writePart(root, part[0], part[1], name); err != nil {
			return unwritten("", part[1], err)
		}
		fmt.Fprintf(io.out, "  %s\n", part[1])
	}
	fmt.Fprintf(io.out, "\nAdd to scenarios/models.go, the first line among the imports and the second in Protocols:\n\n"+
		"\t\"%s/mac/%s\"\n\t\t%q: %s.Default,\n\n"+
		"Then put the lines in order, test it, and run it:\n\n  gofmt -w scenarios/models.go\n  go test ./mac/%s\n"+
		"  go run ./cmd/halocline run mac/%s/testdata/%s.yaml\n\n"+
		"To contribute it, add %s to the access protocols in the README's table \"The shelf\" too: make test compares\n"+
		"the table with the list of models. What a lone sender of it reaches is a row of scenarios/capacity_test.go.\n", module, name, name, name, name, name, name, name)
	return nil
}

// checkout returns the root of the module around a directory.
func checkout(directory string) (string, error) {
	for d := directory; ; d = filepath.Dir(d) {
		text, err := os.ReadFile(filepath.Join(d, "go.mod"))
		switch {
		case err == nil && regexp.MustCompile(`(?m)^module\s+"?`+module+`"?\s*(//.*)?$`).Match(text):
			return d, nil
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return "", inputError{err}
		case d == filepath.Dir(d):
			return "", inputError{fmt.Errorf("%s is not in a checkout of %s: neither it nor a directory above has a go.mod with the line \"module %s\"; "+
				"change to the checkout first", directory, module, module)}
		}
	}
}

// checkPackageName finds names that Go does not take for a package, or that no
// package should have.
func checkPackageName(name string) error {
	const rule = "a package has a short name of small letters and digits that begins with a letter, such as mine2"
	switch {
	case !regexp.MustCompile(`^[a-z][a-z0-9]*$`).MatchString(name):
		return inputError{fmt.Errorf("%q is no name for a package; %s", name, rule)}
	case token.IsKeyword(name):
		return inputError{fmt.Errorf("%q is a keyword of Go; choose another name", name)}
	case doc.IsPredeclared(name):
		return inputError{fmt.Errorf("%q means something in every Go file; choose another name", name)}
	case slices.Contains([]string{"main", "init", "internal", "vendor", "testdata"}, name):
		return inputError{fmt.Errorf("%q means something to the go command; choose another name", name)}
	}
	return nil
}

// checkUnused finds what the new protocol would overwrite, and names that the
// list of models uses already.
func checkUnused(root, name string) error {
	if _, err := os.Lstat(filepath.Join(root, "mac", name)); !errors.Is(err, fs.ErrNotExist) {
		if err != nil {
			return failure{err}
		}
		return inputError{fmt.Errorf("mac/%s exists already; choose another name", name)}
	}
	sources, err := filepath.Glob(filepath.Join(root, "scenarios", "*.go"))
	if err != nil {
		return failure{err}
	}
	for _, source := range sources {
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, parser.SkipObjectResolution)
		if err != nil {
			return inputError{err}
		}
		if uses(file, name, filepath.Base(source) == "models.go") {
			return inputError{fmt.Errorf("%q is used in scenarios/%s, where the list of models is kept; choose another name", name, filepath.Base(source))}
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
func writePart(root, part, path, name string) error {
	path = filepath.Join(root, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(writeTemplate(f, part, name), f.Close())
}

// writeTemplate writes a template that is filled.
func writeTemplate(w io.Writer, part string, with any) error {
	t, err := template.ParseFS(templates, "templates/"+part+".tmpl")
	if err != nil {
		return err
	}
	return t.Execute(w, with)
}
