// Package clienttest is a test kit that runs the real clients of protocols: those that are packages of npm, in Node, and gpsd.
//
// Begin with Node and Start, or with GPSD.
package clienttest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Node returns a directory in which packages of npm are installed, such as roslib@2.1.0. A test is skipped on a machine without
// Node, and in go test -short.
func Node(t testing.TB, packages ...string) (dir string) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs programs in Node, with packages of npm")
	}
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not there, which runs the real client; the Debian packages nodejs and npm have it", program)
		}
	}
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"private": true, "type": "module"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	install := exec.CommandContext(t.Context(), "npm", append([]string{"install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"}, packages...)...)
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm install %s: %v\n%s", strings.Join(packages, " "), err, out)
	}
	return dir
}

// Patience is how long a client may be silent.
const Patience = 90 * time.Second

// Client is a program that runs in Node.
type Client struct {
	t     testing.TB
	cmd   *exec.Cmd
	lines chan string
	errs  bytes.Buffer
	input io.WriteCloser
}

// Start starts a script in a directory of Node, with arguments. The script is a file, which is copied there, so that it imports what is
// installed in it; one that ends in .cjs requires it. It is ended with the test.
func Start(t testing.TB, dir, script string, args ...string) *Client {
	t.Helper()
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, filepath.Base(script))
	if err := os.WriteFile(name, text, 0o644); err != nil {
		t.Fatal(err)
	}
	c := &Client{t: t, cmd: exec.CommandContext(t.Context(), "node", append([]string{name}, args...)...), lines: make(chan string, 1<<16)}
	c.cmd.Dir, c.cmd.Stderr = dir, &c.errs
	out, err := c.cmd.StdoutPipe()
	if err == nil {
		c.input, err = c.cmd.StdinPipe()
	}
	if err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		defer close(c.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			c.lines <- s.Text()
		}
	}()
	t.Cleanup(func() {
		c.cmd.Process.Kill()
		<-read
		c.cmd.Wait()
	})
	return c
}

// Line returns the next line that the script prints, or fails the test.
func (c *Client) Line() string {
	c.t.Helper()
	select {
	case line, ok := <-c.lines:
		if !ok {
			c.cmd.Wait() // has all of its errors
			c.t.Fatalf("%s ended:\n%s", filepath.Base(c.cmd.Args[1]), c.errs.String())
		}
		return line
	case <-time.After(Patience):
		c.t.Fatalf("%s was silent for %v", filepath.Base(c.cmd.Args[1]), Patience)
		return ""
	}
}

// Say writes a line to the script.
func (c *Client) Say(line string) {
	c.t.Helper()
	if _, err := fmt.Fprintln(c.input, line); err != nil {
		c.t.Fatal(err)
	}
}

// rest returns what the script prints until it ends by itself; one that fails, fails the test.
func (c *Client) rest() (lines []string) {
	c.t.Helper()
	late := time.After(Patience)
	for {
		select {
		case line, ok := <-c.lines:
			if ok {
				lines = append(lines, line)
				continue
			}
			if err := c.cmd.Wait(); err != nil {
				c.t.Fatalf("%s: %v\n%s", filepath.Base(c.cmd.Args[1]), err, c.errs.String())
			}
			return lines
		case <-late:
			c.t.Fatalf("%s did not end in %v", filepath.Base(c.cmd.Args[1]), Patience)
		}
	}
}

// Run starts a script and returns what it prints until it ends by itself; one that fails, fails the test.
func Run(t testing.TB, dir, script string, args ...string) []string {
	t.Helper()
	return Start(t, dir, script, args...).rest()
}
