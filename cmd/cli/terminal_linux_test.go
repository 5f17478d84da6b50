package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"halocline/cmd/command"
	"halocline/sim/simtest"
)

// console is a program that runs on a pseudo-terminal of its own, which is its standard
// input, output and error, and from which signals come as from a keyboard.
type console struct {
	*testing.T
	keys *os.File // the side of whoever looks on and types
	run  *exec.Cmd
	mu   sync.Mutex
	seen strings.Builder // what the program has written, with its control sequences
	read chan struct{}   // closed when there is nothing left to read
}

// onConsole starts a command on a terminal of so many columns.
func onConsole(t *testing.T, columns int, c *exec.Cmd) *console {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { keys.Close() })
	fd := int(keys.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	screen, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Close()
	o := &console{T: t, keys: keys, run: c, read: make(chan struct{})}
	o.resize(columns)
	c.Stdin, c.Stdout, c.Stderr = screen, screen, screen
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	go o.look()
	return o
}

// look reads what the program writes until it has ended.
func (o *console) look() {
	defer close(o.read)
	buffer := make([]byte, 4096)
	for {
		n, err := o.keys.Read(buffer)
		o.mu.Lock()
		o.seen.Write(buffer[:n])
		o.mu.Unlock()
		if err != nil { // EIO: nobody has the other side any more
			return
		}
	}
}

// text returns what the program has written up to now.
func (o *console) text() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.seen.String()
}

// await waits until the program has written something that matches.
func (o *console) await(pattern string) {
	o.Helper()
	expression := regexp.MustCompile(pattern)
	for limit := time.Now().Add(patience); !expression.MatchString(o.text()); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(limit) {
			o.run.Process.Kill()
			o.Fatalf("%q did not write %s in %v, but\n%q", o.run.Args[1:], pattern, patience, o.text())
		}
	}
}

// press types a key.
func (o *console) press(key byte) {
	o.Helper()
	if _, err := o.keys.Write([]byte{key}); err != nil {
		o.Fatal(err)
	}
}

// ctrlC is the key that interrupts.
const ctrlC = 3

// resize gives the terminal another width.
func (o *console) resize(columns int) {
	o.Helper()
	if err := unix.IoctlSetWinsize(int(o.keys.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 25, Col: uint16(columns)}); err != nil {
		o.Fatal(err)
	}
}

// wait waits for the end of the program, and returns what stands on the terminal then.
func (o *console) wait() (shown string, state *os.ProcessState) {
	o.Helper()
	timer := time.AfterFunc(patience, func() { o.run.Process.Kill() })
	err := o.run.Wait()
	if !timer.Stop() {
		o.Fatalf("%q was still running after %v; it had written\n%q", o.run.Args[1:], patience, o.text())
	}
	if o.run.ProcessState == nil {
		o.Fatal(err)
	}
	<-o.read
	return displayed(o.text()), o.run.ProcessState
}

// displayed returns what a terminal shows of an output, line by line: a carriage return
// goes back to the beginning of the line, and ESC [K clears what is behind it.
func displayed(output string) string {
	var page strings.Builder
	var line []rune
	at := 0
	for rest := []rune(output); len(rest) > 0; rest = rest[1:] {
		switch {
		case rest[0] == '\n':
			page.WriteString(string(line) + "\n")
			line, at = nil, 0
		case rest[0] == '\r':
			at = 0
		case strings.HasPrefix(string(rest[:min(3, len(rest))]), "\x1b[K"):
			line, rest = line[:at], rest[2:]
		default:
			line = append(line[:at], append([]rune{rest[0]}, line[min(at+1, len(line)):]...)...)
			at++
		}
	}
	return page.String() + string(line)
}

func TestDisplayed(t *testing.T) {
	for output, want := range map[string]string{
		"one\r\ntwo":                         "one\ntwo",
		"\rlong line\x1b[K\rshort\x1b[K":     "short",
		"\rlong\rsh\x1b[K\r\n":               "sh\n",
		"abc\rx":                             "xbc",
		"\r 1 %\x1b[K\r\x1b[Kdone\r\n":       "done\n",
		"\r 1 %\x1b[K\r\x1b[Kno\n\r2\x1b[K]": "no\n2]",
	} {
		if got := displayed(output); got != want {
			t.Errorf("%q shows %q, want %q", output, got, want)
		}
	}
}

// started returns the command that runs halocline in a folder.
func started(dir string, args ...string) *exec.Cmd {
	c := exec.Command(binary, args...)
	c.Dir = dir
	return c
}

// slow is a study whose runs take some tenths of a second each, so that one can look on.
const slow = "name: slow\nbase: aloha20\nset: {duration: 4h}\nsweep: {links.acoustic.mac: [aloha, slotted-aloha]}\nrepeat: 200\n"

// Every command that draws on a terminal starts there, draws, comes to its end, and leaves
// nothing of what it drew; also where Ctrl-C is its end.
func TestCommandsOnATerminal(t *testing.T) {
	simtest.SkipShort(t, "it waits for ten commands on a terminal")
	dir := t.TempDir()
	write(t, dir, "quick.yaml", "name: quick\nbase: two-nodes\nset: {duration: 60s}\nsweep: {\"traffic[0].period\": [5s, 10s]}\nrepeat: 20\n")
	write(t, dir, "wide.yaml", "name: wide\nbase: aloha20\nsweep: {\"traffic[0].rate\": {from: 0.001/s, to: 10/s, step: 0.001/s}}\n")
	const stopped = "interrupt signal received"
	speed := filepath.Join(dir, "speed")
	if out, err := exec.Command("go", "build", "-o", speed, "halocline/cmd/speed").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, row := range []struct{ args, drawn, left string }{
		{"sweep quick.yaml -o q.db", `quick 0/40 \[ +\] no run is done yet`, "40 runs made; q.db holds 40, 0 failed\n"},
		{"check wide.yaml", `[0-9]+ of 10000 cells checked`, stopped},
		{"run aloha20 --set duration=100h", `[0-9.]+ % of 100h0m0s`, "Jain index"},
		{"run aloha20 --set duration=10000h", `[0-9.]+ % of 10000h0m0s`, stopped},
		{"steady aloha20 --set duration=100h", `[0-9.]+ % of 100h0m0s`, "warm-up"},
		{"steady aloha20 --set duration=10000h", `[0-9.]+ % of 10000h0m0s`, stopped},
		{"reproduce contract-period", `\rcontract-period\x1b`, "contract-period"},
		{"reproduce mac-theory", `\rmac-theory\x1b`, stopped},
		{"speed", `\rkernel`, stopped},
		{"speed growth", `\r100 nodes`, stopped},
	} {
		t.Run(row.args, func(t *testing.T) {
			c := started(dir, strings.Fields(row.args)...)
			if args, ok := strings.CutPrefix(row.args, "speed"); ok {
				c = exec.Command(speed, strings.Fields(args)...)
			}
			o := onConsole(t, 120, c)
			o.await(row.drawn)
			want := command.OK
			if row.left == stopped {
				want = command.Failed
				o.press(ctrlC)
			}
			shown, state := o.wait()
			if state.ExitCode() != want || !strings.Contains(shown, row.left) || regexp.MustCompile(row.drawn).MatchString(shown) {
				t.Errorf("exit code %d, and on the screen stands\n%s", state.ExitCode(), shown)
			}
		})
	}
}

// On a terminal the columns of a table that do not fit go below the others; into a pipe they stand beside them, whatever the width.
func TestTableOnATerminal(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "w.yaml", "name: w\nbase: two-nodes\nset: {duration: 60s}\nsweep: {\"traffic[0].period\": [1s, 2s, 3s, 4s, 5s, 6s, 7s, 8s], links.acoustic.mac: [aloha, csma]}\nrepeat: 2\n"+
		"tables: [{name: delay, rows: mac, columns: \"traffic[0].period\", metric: packets.delay_mean}]\n")
	halocline(t, dir, "sweep", "w.yaml", "-o", "r.db").expect(t, "sweep", command.OK, "", "32 runs made")
	whole := halocline(t, dir, "table", "r.db").out
	for columns, blocks := range map[int]int{80: 2, 200: 1} {
		shown, _ := onConsole(t, columns, started(dir, "table", "r.db")).wait()
		if n := strings.Count(shown, "──\n"); n != blocks || columns == 200 && strings.ReplaceAll(shown, "\r", "") != whole {
			t.Errorf("%d columns: %d blocks, want %d:\n%s", columns, n, blocks, shown)
		}
		for line := range strings.Lines(shown) {
			if n := len([]rune(line)) - 1; n > columns && !strings.HasPrefix(line, "source: ") {
				t.Errorf("%d columns: a line of %d: %q", columns, n, line)
			}
		}
	}
	if n := strings.Count(whole, "──\n"); n != 1 {
		t.Errorf("into a pipe: %d blocks:\n%s", n, whole)
	}
}

// What is no text is not written to a terminal, whose state its bytes could change.
func TestExportOnATerminal(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.yaml", "name: s\nbase: two-nodes\nset: {duration: 60s}\nsweep: {\"traffic[0].period\": [5s, 10s]}\n")
	halocline(t, dir, "sweep", "s.yaml", "-o", "r.db").expect(t, "sweep", command.OK, "", "2 runs made")
	for format, want := range map[string]string{"parquet": "is no text", "study": "is no text", "jsonl": `{"cell":0`} {
		shown, state := onConsole(t, 120, started(dir, "export", "r.db", "--format", format)).wait()
		if !strings.Contains(shown, want) || (state.ExitCode() == command.BadInput) != (want == "is no text") {
			t.Errorf("%s: exit code %d, and on the screen stands\n%s", format, state.ExitCode(), shown)
		}
	}
	halocline(t, dir, "export", "r.db", "--format", "parquet").expect(t, "into a pipe", command.OK, "PAR1", "")
}

// The line of a study fits into its terminal, also into one that has become narrower.
func TestResizedTerminal(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	write(t, dir, "slow.yaml", slow)
	o := onConsole(t, 100, started(dir, "sweep", "slow.yaml", "-o", "s.db"))
	o.await(`slow [1-9][0-9]*/400 \[=* +\] .*left, 0 failed`)
	o.resize(30)
	before := len(o.text())
	o.await(`(?s)^.{` + fmt.Sprint(before) + `}.*\rslow.*\rslow`) // the first of the two may be older
	o.press(ctrlC)
	o.wait()
	drawn := strings.Split(o.text()[before:], "\r")
	if len(drawn) < 3 {
		t.Fatalf("%q", drawn)
	}
	for _, line := range drawn[2:] {
		if line, drew := strings.CutSuffix(line, "\x1b[K"); drew && len(line) >= 30 {
			t.Errorf("%q has %d columns, and the terminal 30", line, len(line))
		}
	}
}

// The first Ctrl-C keeps the runs that are done and those under way, and says so; going on
// makes the others. The second one ends the program at once, and the file is still whole.
func TestCtrlC(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	write(t, dir, "slow.yaml", slow)
	o := onConsole(t, 100, started(dir, "sweep", "slow.yaml", "-o", "s.db"))
	o.await(`slow [1-9]`)
	o.press(ctrlC)
	shown, state := o.wait()
	if state.ExitCode() != command.Failed || !strings.Contains(shown, "finishing the runs under way") || !strings.Contains(shown, "go on with --resume") {
		t.Errorf("exit code %d\n%s", state.ExitCode(), shown)
	}
	kept := regexp.MustCompile(`(\d+) runs made; s.db holds (\d+), \d+ are missing`).FindStringSubmatch(shown)
	if kept == nil || kept[1] == "0" || kept[1] != kept[2] {
		t.Fatalf("%q of\n%s", kept, shown)
	}

	write(t, dir, "long.yaml", strings.Replace(strings.Replace(slow, "4h", "1000h", 1), "slow", "long", 1))
	o = onConsole(t, 100, started(dir, "sweep", "long.yaml", "-o", "l.db"))
	o.await(`long 0/400`)
	o.press(ctrlC)
	o.await(`a second Ctrl-C ends at once`)
	o.press(ctrlC)
	if _, state := o.wait(); state.Sys().(syscall.WaitStatus).Signal() != syscall.SIGINT {
		t.Errorf("it ended as %v", state)
	}
	first, _, _ := strings.Cut(halocline(t, dir, "sweep", "slow.yaml", "-o", "s.db", "--resume", "--runs", "399").err, "\n")
	if want := fmt.Sprintf("1 run made; s.db holds %d, %d are missing, 0 failed", atoi(t, kept[1])+1, 399-atoi(t, kept[1])); first != want {
		t.Errorf("going on: %q, want %q", first, want)
	}
	if r := halocline(t, dir, "table", "l.db"); strings.Contains(r.err, "result file") {
		t.Errorf("after the second Ctrl-C: %s", r.err)
	}
}

// atoi reads a number that a command has written.
func atoi(t *testing.T, digits string) int {
	t.Helper()
	n, err := strconv.Atoi(digits)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// On a terminal the commands of the README and of two pages of the manual print what they print to a pipe.
func TestReadmeOnATerminal(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	run := func(c *exec.Cmd) (string, error) {
		o := onConsole(t, 200, c)
		shown, state := o.wait()
		if !state.Success() {
			return shown, fmt.Errorf("%v", state)
		}
		return shown, nil
	}
	ran := 0
	for _, page := range []string{"scenario-files", "recordings"} {
		r := newReader(t, page+".md", t.TempDir(), nil, run)
		r.read(blocks(prose(t)[page]))
		ran += r.ran
	}
	r := newReadmeReader(t, run)
	r.read(blocks(readme(t)))
	if ran += r.ran; ran < 15 {
		t.Errorf("only %d lines were run", ran)
	}
}

// The first signal ends a command also while it waits for what somebody else writes into a
// pipe: a scenario, a study, a file of packets, standard input.
func TestSignalWhileReading(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	other, err := os.OpenFile(pipe, os.O_RDWR, 0) // who writes into it and does not; opening does not wait then
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	write(t, dir, "replay.yaml", "base: two-nodes\ntraffic: [{type: trace, file: pipe}]\n")
	write(t, dir, "study.yaml", "name: study\nbase: replay.yaml\nsweep: {links.acoustic.mac: [aloha, csma]}\n")
	for _, args := range []string{
		"run pipe", "check pipe", "sweep pipe", "steady pipe", "plot pipe -o p.svg", "explain duration --in pipe", "new study s --base pipe",
		"run replay.yaml", "check replay.yaml", "check study.yaml", "sweep study.yaml", "plot replay.yaml -o p.svg", "check -",
	} {
		o := onConsole(t, 80, started(dir, strings.Fields(args)...))
		if strings.HasSuffix(args, " -") {
			o.awaitRest()
		} else {
			o.awaitOpen(pipe)
		}
		if err := o.run.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if shown, state := o.wait(); state.ExitCode() != command.Failed || !strings.Contains(shown, "terminated signal received\n") {
			t.Errorf("%s: exit code %d (%v), and on the screen stands %q", args, state.ExitCode(), state, shown)
		}
	}
}

// awaitOpen waits until the program has opened a file.
func (o *console) awaitOpen(file string) {
	o.Helper()
	open := func() bool {
		links, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", o.run.Process.Pid))
		return slices.ContainsFunc(links, func(link string) bool {
			to, err := os.Readlink(link)
			return err == nil && to == file
		})
	}
	for limit := time.Now().Add(patience); !open(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(limit) {
			o.run.Process.Kill()
			o.Fatalf("%q did not open %s in %v, but wrote %q", o.run.Args[1:], file, patience, o.text())
		}
	}
}

// awaitRest waits until the program waits for standard input: it uses no processor time then.
func (o *console) awaitRest() {
	o.Helper()
	stat := fmt.Sprintf("/proc/%d/stat", o.run.Process.Pid)
	used := func() string {
		text, err := os.ReadFile(stat)
		if err != nil {
			o.Fatal(err)
		}
		return strings.Join(strings.Fields(string(text))[13:15], " ") // in user and in system mode
	}
	for before, still := "", 0; still < 50; time.Sleep(10 * time.Millisecond) {
		if now := used(); now == before {
			still++
		} else {
			before, still = now, 0
		}
	}
}
