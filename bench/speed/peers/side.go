package peers

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// others holds the programs that do the same work with other simulators.
//
//go:embed others
var others embed.FS

// Side is a program that carries out a workload in a process of its own: the command,
// to which the folder of the files and the duration in s are added.
type Side struct {
	Name    string
	Command []string
}

// carryOut runs a program and reads the one line of JSON that it prints.
func carryOut(ctx context.Context, command []string, to any) error {
	var out, diagnostics bytes.Buffer
	c := exec.CommandContext(ctx, command[0], command[1:]...)
	c.Stdout, c.Stderr = &out, &diagnostics
	err := c.Run()
	if err == nil {
		err = json.Unmarshal(out.Bytes(), to)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, bytes.TrimSpace(diagnostics.Bytes()))
	}
	return nil
}

// Run carries out a workload whose files are in a folder.
func (s Side) Run(ctx context.Context, folder string, w Workload) (Report, error) {
	var report Report
	duration := strconv.FormatFloat(w.Duration(), 'f', -1, 64)
	err := carryOut(ctx, append(append([]string{}, s.Command...), folder, duration), &report)
	return report, err
}

// NS3 is ns-3's programs, built for this machine.
type NS3 struct {
	Version string
	Crowd   string // the program of the workload
	Hold    string // that of the hold model
}

// ErrNoNS3 says that ns-3 or the compiler is not installed.
var ErrNoNS3 = errors.New("ns-3 is not there to be compared with; on Debian, apt-get install libns3-dev g++ pkg-config")

// BuildNS3 compiles the programs into a folder. They are optimised, and linked with
// the libraries of ns-3 as the system has them.
func BuildNS3(ctx context.Context, folder string) (*NS3, error) {
	if err := unpack(folder); err != nil {
		return nil, err
	}
	version, err := ask(ctx, "pkg-config", "--modversion", "ns3-uan")
	if err != nil {
		return nil, errors.Join(ErrNoNS3, err)
	}
	ns3 := &NS3{Version: version, Crowd: filepath.Join(folder, "uan"), Hold: filepath.Join(folder, "hold")}
	for _, program := range []struct{ binary, module string }{{ns3.Crowd, "ns3-uan"}, {ns3.Hold, "ns3-core"}} {
		// The other libraries that pkg-config names are those of ns-3's own link.
		libraries, err := ask(ctx, "pkg-config", "--libs-only-l", program.module)
		if err != nil {
			return nil, errors.Join(ErrNoNS3, err)
		}
		arguments := append([]string{"-std=c++17", "-O3", "-o", program.binary, program.binary + ".cc"}, strings.Fields(libraries)...)
		if _, err := ask(ctx, "g++", arguments...); err != nil {
			return nil, errors.Join(ErrNoNS3, err)
		}
	}
	return ns3, nil
}

// SimPy returns the command of the hold model in SimPy, or false where SimPy is not
// installed.
func SimPy(ctx context.Context, folder string) (version string, command []string, ok bool) {
	const python = "/usr/bin/python3" // which has Debian's packages, whatever python3 is
	version, err := ask(ctx, python, "-c", "import simpy; print(simpy.__version__)")
	if err != nil || unpack(folder) != nil {
		return "", nil, false
	}
	return version, []string{python, filepath.Join(folder, "hold.py")}, true
}

// ask returns what a program prints.
func ask(ctx context.Context, name string, arguments ...string) (string, error) {
	out, err := exec.CommandContext(ctx, name, arguments...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(arguments, " "), err, bytes.TrimSpace(out))
	}
	return strings.TrimSpace(string(out)), nil
}

// unpack writes the programs as text into a folder.
func unpack(folder string) error {
	files, err := fs.ReadDir(others, "others")
	if err != nil {
		return err
	}
	for _, f := range files {
		text, err := others.ReadFile("others/" + f.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, f.Name()), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
