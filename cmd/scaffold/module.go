package scaffold

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"halocline/cmd/command"
)

// Module writes a module into a new folder, with the sources of halocline at another.
func Module(w io.Writer, name, from string) error {
	if err := checkPackageName(name); err != nil {
		return err
	}
	if name == module {
		return command.Input(fmt.Errorf("%q is this module; choose another name", name))
	}
	directory, err := filepath.Abs(from)
	if err != nil {
		return command.Failure(err)
	}
	if info, err := os.Stat(directory); err != nil || !info.IsDir() {
		return command.Input(fmt.Errorf("--halocline: there is no folder %s; name that with the sources of halocline", from))
	}
	root, err := checkout(directory)
	if err != nil {
		return fmt.Errorf("%w, or name it with --halocline", err)
	}
	if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		return command.Input(fmt.Errorf("%s exists already; choose another name", name))
	}
	filled := filling{Name: name}
	files := map[string]string{".gitignore": "gitignore", "main.go": "module.go", name + "_test.go": "module_test.go", "scenarios/" + name + ".yaml": "program.yaml"}
	for _, file := range []string{".gitignore", "main.go", name + "_test.go", "scenarios/" + name + ".yaml"} {
		if err := writePart(name, files[file], file, filled); err != nil {
			return command.Unwritten("", name+"/"+file, err)
		}
	}
	if err := errors.Join(writeModel(name), writeRequirements(name, root)); err != nil {
		return command.Failure(err)
	}
	fmt.Fprintf(w, "Written in %[1]s: .gitignore, go.mod, go.sum, main.go, %[1]s.go, %[1]s_test.go and scenarios/%[1]s.yaml.\n\n"+
		"Test it, build your halocline, and run it:\n\n  cd %[1]s\n  go test .\n  go build -o halocline .\n  ./halocline run %[1]s\n  ./halocline list %[1]s\n\n"+
		"A model more is a package, and a line in main.go: in %[1]s, halocline new program, sensor, channel and mac write one,\n"+
		"and say which line.\n", name)
	return nil
}

// writeModel writes the first model of a module: that of new program, in the package of the main function.
func writeModel(name string) error {
	var text bytes.Buffer
	if err := writeTemplate(&text, "program.go", filling{Name: name}); err != nil {
		return err
	}
	out := strings.Replace(text.String(), "\npackage "+name+"\n", "\npackage main\n", 1)
	out = strings.Replace(out, "// Package "+name+" is a program", "// This file has a program", 1)
	out = strings.Replace(out, "left out.\npackage", "left out.\n\npackage", 1) // the comment of the package is in main.go
	return os.WriteFile(filepath.Join(name, name+".go"), []byte(out), 0o666)
}

// writeRequirements writes go.mod and go.sum: what halocline requires is what the module does, so that nothing has to be fetched.
func writeRequirements(name, root string) error {
	ours, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return err
	}
	text := fmt.Sprintf("module %s\n", name)
	text += "\n" + string(regexp.MustCompile(`(?m)^go .*\n`).Find(ours))
	text += "\nrequire " + module + " v0.0.0\n\nreplace " + module + " => " + root + "\n"
	for _, block := range regexp.MustCompile(`(?ms)^require \(\n.*?^\)\n`).FindAllString(string(ours), -1) {
		text += "\n" + regexp.MustCompile(`(?m)(v\S+)$`).ReplaceAllString(block, "$1 // indirect")
	}
	return errors.Join(os.WriteFile(filepath.Join(name, "go.mod"), []byte(text), 0o666), os.WriteFile(filepath.Join(name, "go.sum"), sums, 0o666))
}
