package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// shownRuns is what a page is told first.
type shownRuns struct {
	Live bool
	Runs []struct {
		Title, Command, Fingerprint string
		Seed                        uint64
		Frames                      int64
	}
	Compare *struct{ T float64 }
}

// viewed carries out a command that serves a page, asks it for what it shows, and stops it with what Ctrl-C does.
func viewed(t *testing.T, args ...string) (shown shownRuns, page, diagnostics string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out, in := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- Run(ctx, scenarios.Standard(), append([]string{"view", "--no-browser"}, args...), command.Streams{Out: io.Discard, Err: in})
		in.Close()
	}()
	lines, address := bufio.NewReader(out), ""
	var told strings.Builder
	for !strings.Contains(told.String(), "Ctrl-C") { // which stands below the address
		line, err := lines.ReadString('\n')
		if told.WriteString(line); err != nil {
			t.Fatalf("%v: exit code %d: %s", args, <-code, told.String())
		}
		if strings.HasPrefix(line, "http://") {
			address = strings.TrimSpace(line)
		}
	}
	go io.Copy(io.Discard, lines)
	get := func(path string) string {
		answer, err := http.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%v, %s: %s, %v: %.300s", args, path, answer.Status, err, text)
		}
		return string(text)
	}
	if err := json.Unmarshal([]byte(get("api/meta")), &shown); err != nil {
		t.Fatal(err)
	}
	page = get("")
	stop()
	if c := <-code; c != command.OK {
		t.Errorf("%v: exit code %d: %s", args, c, told.String())
	}
	return shown, page, told.String()
}

// A scenario, two ways of it, two scenarios, and a recording are shown until the command is stopped, which is no fault. What is told
// repeats the run.
func TestView(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	shown, page, told := viewed(t, "two-nodes", "--seed", "7", "--set", "duration=50s")
	if len(shown.Runs) != 1 || shown.Runs[0].Seed != 7 || shown.Runs[0].Command != "halocline view two-nodes --seed 7 --set duration=50s" || shown.Runs[0].Frames == 0 {
		t.Errorf("%+v is shown", shown)
	}
	if !strings.Contains(page, "<script") || !strings.Contains(told, "Ctrl-C") {
		t.Errorf("the page is %.300s, and the command says %s", page, told)
	}
	file := filepath.Join(t.TempDir(), "run.mcap")
	if code, text := said(t, "run", "two-nodes", "--seed", "7", "--set", "duration=50s", "--record", file); code != command.OK {
		t.Fatal(text)
	}
	for _, c := range []struct {
		args []string
		same bool
	}{
		{[]string{"two-nodes", "--seed", "7", "--set", "duration=50s", "--with", "links.acoustic.modem.rate=800bit/s"}, false},
		{[]string{file, "two-nodes", "--set", "duration=50s"}, true},
		{[]string{"two-nodes", "aloha20", "--seed", "7", "--set", "duration=50s"}, false},
	} {
		two, _, _ := viewed(t, c.args...)
		if len(two.Runs) != 2 || two.Runs[0].Fingerprint != shown.Runs[0].Fingerprint || two.Runs[1].Seed != 7 {
			t.Errorf("%v: %+v is shown", c.args, two)
			continue
		}
		if c.same != (two.Compare == nil) || c.same != (two.Runs[1].Fingerprint == shown.Runs[0].Fingerprint) {
			t.Errorf("%v: the first difference is %+v, of %+v", c.args, two.Compare, two.Runs)
		}
	}
	if live, _, _ := viewed(t, "two-nodes", "--set", "duration=1000s", "--live", "--rate", "2"); !live.Live || live.Runs[0].Fingerprint != "" {
		t.Errorf("while it goes on, %+v is shown", live)
	}
}

// What view cannot do is said in a sentence, and nothing is served.
func TestViewRefuses(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"":                             "which scenario?",
		"a b c":                        "two at most",
		"two-nodes docking --with a=1": "leave out one or the other",
		"none.mcap":                    "none.mcap",
		"none.mcap --with a=1":         "name the scenario instead",
		"two-nodes --listen 0.0.0.0:0": "--remote --token",
		"two-nodes --rate 2":           "add --live",
		"two-nodes --live --rate 0":    "--rate 0",
		"two-nodes docking --live":     "leave out SECOND",
		"two-nodes --with a":           "path=value",
		"two-nodes --set duration=-1s": "duration",
	} {
		code, text := said(t, append([]string{"view", "--no-browser"}, strings.Fields(args)...)...)
		if code != command.BadInput || !strings.Contains(text, want) {
			t.Errorf("view %s: exit code %d: %s, and %q is to be said", args, code, text, want)
		}
	}
}
