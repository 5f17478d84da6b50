package cli

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"halocline/sim/simtest"
)

// What a flag would change of a recording or of results is refused, and so is what is no file: nothing of it passes in silence, and
// nothing waits for who writes into a pipe.
func TestViewRefusesFlags(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{
		{"run", "two-nodes", "--set", "duration=20s", "--record", "r.mcap"},
		{"sweep", write(t, dir, "s.yaml", "name: s\nbase: two-nodes\nset: {duration: 20s}\nsweep: {\"traffic[0].period\": [5s, 10s]}\n"), "-o", "r.db"},
	} {
		if r := halocline(t, dir, args...); r.code != 0 {
			t.Fatal(r.err)
		}
	}
	if err := unix.Mkfifo(filepath.Join(dir, "pipe.mcap"), 0o600); err != nil {
		t.Fatal(err)
	}
	const (
		recorded = "a recording is shown as it was run; leave out --set, --at and --seed, or name the scenario instead"
		results  = "the results of a study are shown alone, and with the values and seeds that they have; leave out SECOND, --with, --live, --set, --at and --seed"
	)
	for args, want := range map[string]string{
		"r.mcap --seed 3":                         recorded,
		"r.mcap --set duration=5s":                recorded,
		"r.mcap r.mcap --at 5s --set duration=5s": recorded,
		"r.mcap two-nodes --seed 3":               "what is compared with a recording has its seed; leave out --seed",
		"r.db --live":                             results,
		"r.db --at 5s --set water.salinity=5psu":  results,
		"pipe.mcap":                               "pipe.mcap: is a folder, a pipe or a device; name a file",
		"none.mcap":                               "none.mcap: cannot be read: no such file or directory; see whether its name and its folder are right",
	} {
		halocline(t, dir, append([]string{"view", "--no-browser"}, strings.Fields(args)...)...).expect(t, args, 2, "", want)
	}
}

// Of two runs of a scenario --with may have what --set has, and a seed: it holds for the second.
func TestViewWith(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for args, want := range map[string][2]run2{
		"":                               {{1, 20}, {1, 10}},
		"--seed 7":                       {{7, 20}, {7, 10}},
		"--set seed=5":                   {{5, 20}, {5, 10}},
		"--with seed=6":                  {{1, 20}, {6, 10}},
		"--seed 7 --with seed=6":         {{7, 20}, {6, 10}},
		"--set seed=5 --with seed=6":     {{5, 20}, {6, 10}},
		"--set seedling=5 --with seed=6": {}, // refused: there is no such key
	} {
		words := []string{"view", "two-nodes", "--no-browser", "--set", "duration=20s", "--with", "duration=10s"}
		c := exec.Command(binary, append(words, strings.Fields(args)...)...)
		out, err := c.StderrPipe()
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		address, lines := "", bufio.NewScanner(out)
		for address == "" && lines.Scan() {
			if strings.HasPrefix(lines.Text(), "http://") {
				address = lines.Text()
			}
		}
		var meta struct{ Runs []run2 }
		if address != "" {
			answer, err := http.Get(strings.TrimSpace(address) + "api/meta")
			if err != nil {
				t.Fatal(err)
			}
			if err := json.NewDecoder(answer.Body).Decode(&meta); err != nil {
				t.Error(err)
			}
			answer.Body.Close()
		}
		c.Process.Signal(syscall.SIGINT)
		if err := c.Wait(); (err == nil) != (address != "") {
			t.Errorf("%s: it ends with %v", args, err)
		}
		if address == "" && want != [2]run2{} || address != "" && (len(meta.Runs) != 2 || [2]run2(meta.Runs) != want) {
			t.Errorf("%s: %+v, want %+v", args, meta.Runs, want)
		}
	}
}

// run2 is what a run of two is told by.
type run2 struct {
	Seed     uint64
	Duration float64
}
