package slurm

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"halocline/sim/simtest"
)

// lake is a Slurm on this machine, brought up by loopback.sh.
type lake struct {
	dir string
}

// bringUp starts a Slurm that goes down with the test, or with its process. The
// commands of Slurm find it from then on.
func bringUp(t *testing.T, nodes int) lake {
	t.Helper()
	l := lake{dir: t.TempDir()}
	t.Cleanup(func() {
		if out, err := loopback("down", l.dir); err != nil {
			t.Errorf("loopback.sh down: %v\n%s", err, out)
		}
		left := processes(l.dir)
		for range 50 { // a sleep of a script that has ended may last a second more
			if len(left) == 0 {
				return
			}
			time.Sleep(100 * time.Millisecond)
			left = processes(l.dir)
		}
		t.Errorf("these are left: %q", left)
	})
	if out, err := loopback("up", l.dir, fmt.Sprint(nodes), fmt.Sprint(os.Getpid())); err != nil {
		t.Fatalf("the tests of job arrays need a Slurm on this machine, and it does not start: %v\n%s", err, out)
	}
	t.Setenv("SLURM_CONF", l.conf())
	return l
}

// loopback runs loopback.sh and returns what it says. Its output is a file: the
// daemons would hold a pipe open.
func loopback(arguments ...string) (string, error) {
	said, err := os.CreateTemp("", "loopback")
	if err != nil {
		return "", err
	}
	defer os.Remove(said.Name())
	defer said.Close()
	run := exec.Command("./loopback.sh", arguments...)
	run.Stdout, run.Stderr = said, said
	err = run.Run()
	text, _ := os.ReadFile(said.Name())
	return string(text), err
}

func (l lake) conf() string { return filepath.Join(l.dir, "slurm.conf") }

// processes returns the processes that work in a folder or below and have not ended.
func processes(folder string) []string {
	var left []string
	links, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, link := range links {
		if cwd, err := os.Readlink(link); err == nil && strings.HasPrefix(cwd+"/", folder+"/") {
			name, _ := os.ReadFile(filepath.Join(filepath.Dir(link), "cmdline"))
			left = append(left, strings.ReplaceAll(string(name), "\x00", " "))
		}
	}
	return left
}

// configure changes lines of slurm.conf while the cluster runs.
func (l lake) configure(t *testing.T, change func(string) string) {
	t.Helper()
	text := read(t, l.conf())
	if change(text) == text {
		t.Fatalf("slurm.conf stays as it is:\n%s", text)
	}
	write(t, l.conf(), change(text))
	if out, err := exec.Command("scontrol", "reconfigure").CombinedOutput(); err != nil {
		t.Fatalf("scontrol reconfigure: %v\n%s", err, out)
	}
}

// signal sends a signal to a daemon.
func (l lake) signal(t *testing.T, name string, signal syscall.Signal) {
	t.Helper()
	pid, err := strconv.Atoi(strings.TrimSpace(read(t, filepath.Join(l.dir, "pid", name))))
	if err == nil {
		err = syscall.Kill(pid, signal)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// onlyHere wants the controller and the three nodes to listen on addresses of
// 127.0.0.0/8, which the kernel writes backwards, and nothing else to be started
// in the same folder.
func (l lake) onlyHere(t *testing.T) {
	t.Helper()
	found := l.listeners(t)
	if len(found) != 4 {
		t.Errorf("listeners %q; want the controller and three nodes", found)
	}
	for _, address := range found {
		if len(address) != 8 || !strings.HasSuffix(address, "7F") {
			t.Errorf("one listens on %s, which is no loopback address", address)
		}
	}
	if out, err := loopback("up", l.dir); err == nil || !strings.Contains(out, "a Slurm is running there") {
		t.Errorf("a second one starts in the same folder: %v\n%s", err, out)
	}
}

// listeners returns the addresses, as the kernel writes them, on which somebody
// listens at the ports of slurm.conf.
func (l lake) listeners(t *testing.T) []string {
	t.Helper()
	ports := map[string]bool{}
	for _, m := range regexp.MustCompile(`Port=(\d+)`).FindAllStringSubmatch(read(t, l.conf()), -1) {
		var port int
		fmt.Sscan(m[1], &port)
		ports[fmt.Sprintf("%04X", port)] = true
	}
	var found []string
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		text, err := os.ReadFile(table)
		if err != nil {
			continue // a kernel without IPv6 has no second table
		}
		lines := bufio.NewScanner(strings.NewReader(string(text)))
		for lines.Scan() {
			f := strings.Fields(lines.Text())
			if len(f) < 4 || f[3] != "0A" { // the state of a socket that listens
				continue
			}
			if address, port, _ := strings.Cut(f[1], ":"); ports[port] {
				found = append(found, address)
			}
		}
	}
	return found
}

// TestLoopbackEndsWithProcess wants no process left when the one that was named
// has ended, though a task was running.
func TestLoopbackEndsWithProcess(t *testing.T) {
	simtest.SkipShort(t, "needs Slurm")
	l := lake{dir: t.TempDir()}
	t.Cleanup(func() { loopback("down", l.dir) })
	owner := exec.Command("sleep", "600")
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	stop := func() { owner.Process.Kill(); owner.Wait() }
	defer stop()
	if out, err := loopback("up", l.dir, "1", fmt.Sprint(owner.Process.Pid)); err != nil {
		t.Fatalf("loopback.sh up: %v\n%s", err, out)
	}
	t.Setenv("SLURM_CONF", l.conf())
	begun := filepath.Join(l.dir, "begun")
	task := exec.Command("sbatch", "--output=/dev/null", "--chdir="+l.dir+"/state", "--wrap", "touch "+begun+"; sleep 600")
	if out, err := task.CombinedOutput(); err != nil {
		t.Fatalf("sbatch: %v\n%s", err, out)
	}
	await(t, "the task begins", func() bool { return exists(begun) })
	stop()
	await(t, "all processes end", func() bool { return len(processes(l.dir)) == 0 })
}

// TestLoopbackNeeds wants the name of the package that is missing.
func TestLoopbackNeeds(t *testing.T) {
	simtest.SkipShort(t, "needs all packages but one")
	path := t.TempDir()
	for _, program := range []string{"mkdir", "bash", "readlink"} {
		full, err := exec.LookPath(program)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(full, filepath.Join(path, program)); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.CommandContext(context.Background(), "bash", "loopback.sh", "up", filepath.Join(t.TempDir(), "a"))
	run.Env = []string{"PATH=" + path}
	out, err := run.CombinedOutput()
	if want := "loopback.sh: sbatch is missing: install the Debian package slurm-wlm (apt-get install slurm-wlm)\n"; err == nil || string(out) != want {
		t.Errorf("%v: got %q, want %q", err, out, want)
	}
}

// await waits for three minutes at most: a machine may be busy with something else.
func await(t *testing.T, what string, ready func() bool) {
	t.Helper()
	for begin := time.Now(); !ready(); time.Sleep(100 * time.Millisecond) {
		if time.Since(begin) > 3*time.Minute {
			t.Fatalf("waited three minutes in vain: %s", what)
		}
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
