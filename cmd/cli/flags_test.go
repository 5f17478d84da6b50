package cli

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"halocline/bench/study/results"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// said runs a command line within the test and returns its exit code and its diagnostics.
func said(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var out, diagnostics bytes.Buffer
	code := Run(t.Context(), scenarios.Standard(), args, command.Streams{Out: &out, Err: &diagnostics})
	return code, diagnostics.String()
}

// A value that a flag cannot take is refused in the words of whoever wrote it: with the
// flag, and with what to write.
func TestFlagFaults(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Chdir(t.TempDir())
	const study = "name: s\nbase: two-nodes\nset: {duration: 60s}\nsweep: {\"traffic[0].period\": [5s, 10s]}\nrepeat: 2\n" +
		"tables: [{name: delay, rows: period, metric: packets.delay_mean}]\n"
	write(t, ".", "s.yaml", study)
	write(t, ".", "file", "")
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	if code, text := said(t, "sweep", "s.yaml", "-o", "r.db"); code != command.OK {
		t.Fatal(text)
	}
	const held = "r.db is a result file: halocline table r.db shows what it holds; halocline sweep STUDY --resume -o r.db adds runs, and halocline merge puts shards together"
	rows := []struct{ args, want string }{
		{"sweep s.yaml --plan --shard 1/2 --out d", "--plan lists all runs of the study; leave --shard out"},
		{"sweep s.yaml --plan --runs 2:0", "--runs: 2:0 is out of range; the cells go from 0 to 1"},
		{"sweep x --workers x", "--workers: x is not a whole number; write one such as 4; see halocline sweep --help"},
		{"table r.db --digits 1.5", "--digits: 1.5 is not a whole number; write one such as 4; see halocline table --help"},
		{"table r.db --confidence much", "--confidence: much is not a number; write one such as 0.95; see halocline table --help"},
		{"table r.db --transpose=perhaps", "--transpose: perhaps is neither true nor false; leave it out, or write one of them; see halocline table --help"},
		{"plot two-nodes --from 5", "--from: 5 has no unit; write a time such as 20s; see halocline plot --help"},
		{"plot two-nodes --from soon", "--from: soon is not a time; write one such as 20s or 1m30s; see halocline plot --help"},
		{"table r.db --baseline", "--baseline: its value is missing; write it behind the flag; see halocline table --help"},
		{"plot two-nodes --node=", "--node: its value is empty; write it behind the flag, or leave the flag out; see halocline plot --help"},
		{"plot two-nodes --what=", "--what: its value is empty; write it behind the flag, or leave the flag out; see halocline plot --help"},
		{"sweep s.yaml --sbatch=", "--sbatch: its value is empty; write it behind the flag, or leave the flag out; see halocline sweep --help"},
		{"run two-nodes --trace=", "--trace: its value is empty; write it behind the flag, or leave the flag out; see halocline run --help"},
		{"run two-nodes --set=", `--set "": write path=value, as in --set water.salinity=5psu`},
		{"run two-nodes --seed=", `--seed: "" is not a whole number from 0 to 18446744073709551615; see halocline run --help`},
		{"sweep s.yaml --set duration=5s", "unknown flag: --set; what a study overrides stands in its key set, so that its result file tells of it; see halocline sweep --help"},
		{"sweep s.yaml --at 5s", "unknown flag: --at; what changes during a run stands in the key events of the scenario, and so in the key set of a study; see halocline sweep --help"},
		{"run two-nodes --at=", "--at: its value is empty; write it behind the flag, or leave the flag out; see halocline run --help"},
		{"run two-nodes --at 5 --set seed=3", "--at 5: 5 has no unit; write a duration such as 20ms"},
		{"run two-nodes --at 5s", "--at 5s: nothing changes then; write --set behind it, as in --at 5s --set water.current.speed=0.3m/s"},
		{"run two-nodes --set traffic[0].period=20s --at 5s --set traffic[0].period", `--set "traffic[0].period": write path=value, as in --set water.salinity=5psu`},
		{"run two-nodes --at 1e6s --set traffic[0].period=20s", "--at 1e6s: the change at 277h46m40s comes when the run ends, at 10m0s, or later; make it earlier, or the duration longer"},
		{"check two-nodes s.yaml --at 5s --set traffic[0].period=20s", "--at changes a scenario while it runs, and s.yaml is a study; a scenario has events for that"},
		{"check rexrov --at 5s --set mass=5kg", "--at changes a scenario while it runs, and rexrov is a vehicle; a scenario has events for that"},
		{"table r.db -x", "unknown flag: -x; see halocline table --help"},
		{"run two-nodes -seed 3", "unknown flag: -seed; did you mean --seed?; see halocline run --help"},
		{"run two-nodes -seed=3", "unknown flag: -seed; did you mean --seed?; see halocline run --help"},
		{"table r.db --confidence 1", "--confidence: 1 is given; it lies between 0 and 1, such as 0.95"},
		{"table r.db --confidence NaN", "--confidence: NaN is given; it lies between 0 and 1, such as 0.95"},
		{"table r.db --confidence 0", "--confidence: 0 is given; it lies between 0 and 1, such as 0.95"},
		{"merge folder -o m.db", "folder: there is no complete shard to put together: name files of results, or folders with shards"},
		{"sweep s.yaml --plan --runs x", `--runs: "x" is no selection; write numbers and ranges, as in 3,7..9, or a cell and its repetition, as in 4:0`},
		{"plot r.db --y packets.delay_mean --confidence 2", "--confidence: 2 is given; it lies between 0 and 1, such as 0.95"},
		{"report r.db -o out --confidence 3", "--confidence: 3 is given; it lies between 0 and 1, such as 0.95"},
		{"table r.db --digits 0", "--digits: 0 is given; write at least 1 and at most 15"},
		{"table r.db --width -1", "--width: -1 is given; write at least 0"},
		{"table r.db --format tex", `--format: unknown format "tex"; did you mean "latex"?`},
		{"table r.db --format foo", `--format: unknown format "foo"; known: text, markdown, csv, html, latex, json`},
		{"sweep s.yaml -o w.db --workers -1", "--workers: -1 is given; write at least 0"},
		{"sweep s.yaml -o w.db --at-once -1", "--at-once: -1 is given; write at least 0"},
		{"sweep s.yaml -o w.db --shards 0", "--shards: 0 is given; write at least 1"},
		{"sweep s.yaml -o w.db --poll -1s", "--poll: -1s is given; write at least 0s"},

		{"version now", `"now" is given, and halocline version takes flags only; see halocline version --help`},
		{"link acoustic 3", `"3" is given, and halocline link acoustic takes flags only; see halocline link acoustic --help`},
		{"new thing", `"thing" is not a command below halocline new; there are channel, mac, module, program, scenario, sensor, study, vehicle; see halocline new --help`},
		{"new", "a new what? channel, mac, module, program, scenario, sensor, study, vehicle; see halocline new --help"},
		{"completion", "for which shell? bash, fish, powershell, zsh; see halocline completion --help"},
		{"completion csh", `"csh" is not a command below halocline completion; there are bash, fish, powershell, zsh; see halocline completion --help`},
		{"help rnu", `unknown command "rnu"; did you mean "run"?; see halocline --help`},
		{"show", "write one name of a bundled scenario, study or vehicle; 0 are given; halocline list has them"},
		{"show s.yaml", "s.yaml is a file of yours; show prints what comes with the program, which halocline list names"},
		{"list two-nodes", "two-nodes is no model; halocline show two-nodes prints it"},
		{"list quetzalcoatl", `there is no model and no list "quetzalcoatl"; halocline list shows what there is`},
		{"sweep s -o w.db", "there is no file s; did you mean s.yaml?"},
		{"list berth", "berth is a key; halocline explain berth tells what it is"},
		{"run s.yaml", "s.yaml is a study: halocline sweep s.yaml makes its runs, and halocline table and plot show them"},
		{"plot docking-current", "docking-current is a study: halocline sweep docking-current makes its runs, and halocline table and plot show them"},
		{"run r.db", held},
		{"check r.db", held},
		{"sweep r.db", held},
		{"new study mine --base docking-current", "docking-current is a study, and a study extends a scenario only; halocline show docking-current > mine.yaml makes a file of it to begin with"},
		{"sweep two-nodes", "two-nodes is a scenario, which halocline run runs once; halocline new study mine --base two-nodes begins a study of it"},

		{"run two-nodes --trace absent/t.txt", "--trace absent/t.txt: there is no folder absent; make it first"},
		{"run two-nodes --trace folder", "--trace folder: is a folder; name a file"},
		{"run two-nodes --trace file/t.txt", "--trace file/t.txt: a file is in the way of a folder; name another"},
		{"sweep s.yaml -o r.db", "-o r.db: the file exists; add --resume to go on with it, or name another file"},
		{"sweep s.yaml -o folder", "-o folder: is a folder; name a file"},
		{"sweep s.yaml -o folder --resume", "-o folder: is a folder; name a file"},
		{"sweep s.yaml -o absent/w.db", "absent/w.db: there is no folder absent (no such file or directory): make it first"},
		{"sweep s.yaml --shard 1/2 --out file", "--out file: a file is in the way of a folder; name another"},
		{"export r.db -o absent/x", "-o absent/x: there is no folder absent; make it first"},
		{"export r.db -o folder", "-o folder: is a folder; name a file"},
		{"export w.db", "there is no file w.db; halocline sweep STUDY -o w.db makes it"},
		{"table r", "there is no file r; did you mean r.db?"},
		{"table s.yaml", "s.yaml is a study, which holds no results: halocline sweep s.yaml makes them"},
		{"export r.db r.db", "2 result files are given, and export takes one; see halocline export --help"},
		{"merge absent.db -o m.db", "absent.db: cannot be read (no such file or directory): name files of results, or folders with shards"},
		{"plot r.db --y packets.delay_mean --x period -o absent/a.svg", "-o absent/a.svg: there is no folder absent; make it first"},
		{"plot two-nodes --what age", "--what age: the run has nothing to draw there"},
		{"report r.db -o file", "-o file: a file is in the way of a folder; name another"},
		{"loop --a 1 --b 1 --kp 1 --plot absent/a.svg", "--plot absent/a.svg: there is no folder absent; make it first"},
		{"table r.db delay --metric delay_mean", "table delay: no run had it: unknown metric \"delay_mean\"; did you mean acoustic.delay_mean or packets.delay_mean?"},
	}
	for _, r := range rows {
		code, text := said(t, strings.Fields(r.args)...)
		lines := strings.Split(strings.TrimSpace(text), "\n")
		if last := lines[len(lines)-1]; code != command.BadInput || last != "halocline: "+r.want {
			t.Errorf("%s: exit code %d\n got %s\nwant halocline: %s", r.args, code, last, r.want)
		}
	}
}

// An export into a pipe goes through the pipe, which is there afterwards; one into a file
// leaves the file alone until it is complete.
func TestExportIntoPipe(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, ".", "s.yaml", "name: s\nbase: two-nodes\nset: {duration: 60s}\n")
	if code, text := said(t, "sweep", "s.yaml", "-o", "r.db"); code != command.OK {
		t.Fatal(text)
	}
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	exported := make(chan string)
	go func() {
		_, text := said(t, "export", "r.db", "-o", "pipe")
		exported <- text
	}()
	select {
	case text := <-exported:
		t.Fatalf("nobody reads the pipe, and the export is done: %s", text)
	case <-time.After(200 * time.Millisecond):
	}
	through, err := os.ReadFile("pipe")
	if text := <-exported; text != "" || err != nil {
		t.Fatal(text, err)
	}
	if info, err := os.Stat("pipe"); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("the pipe is %v, %v", info.Mode(), err)
	}
	if code, text := said(t, "export", "r.db", "-o", "r.csv"); code != command.OK {
		t.Fatal(text)
	}
	text, err := os.ReadFile("r.csv")
	if err != nil || !bytes.Equal(text, through) || !strings.HasPrefix(string(text), "cell,") {
		t.Errorf("%v\nthrough the pipe %q\ninto the file %q", err, through, text)
	}
	if drafts, _ := filepath.Glob("*.part"); drafts != nil {
		t.Errorf("left behind: %q", drafts)
	}
}

// An export that is interrupted leaves no file behind, and the one before it as it was.
func TestExportInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, ".", "s.yaml", "name: s\nbase: two-nodes\nset: {duration: 60s}\n")
	if code, text := said(t, "sweep", "s.yaml", "-o", "r.db"); code != command.OK {
		t.Fatal(text)
	}
	for _, e := range results.Exports() {
		file := "r" + e.Ending
		write(t, ".", file, "before")
		for to, want := range map[string]string{
			file: "halocline: " + file + ": interrupted before all was written; give the command again\n",
			"":   "halocline: interrupted before all was written\n",
		} {
			var out, diagnostics bytes.Buffer
			written := simtest.NewFewLooks(t.Context(), 2) // the first is when the file is opened
			args := []string{"export", "r.db", "--format", e.Name}
			if to != "" {
				args = append(args, "-o", to)
			}
			code := Run(written, scenarios.Standard(), args, command.Streams{Out: &out, Err: &diagnostics})
			if code != command.Failed || diagnostics.String() != want || out.Len() > 0 {
				t.Errorf("%s to %q: exit code %d, %q, %d bytes", e.Name, to, code, diagnostics.String(), out.Len())
			}
		}
		if text, _ := os.ReadFile(file); string(text) != "before" {
			t.Errorf("%s held something before, and holds %q", file, text)
		}
	}
	if drafts, _ := filepath.Glob("*.part"); drafts != nil {
		t.Errorf("left behind: %q", drafts)
	}
}
