package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"halocline/cmd/command"
	"halocline/sim/simtest"
)

// Files of format 1 are read by all that reads such files. In testdata/formats the results, the study and its base were written by
// 0.1.0, the release before; it had neither recordings nor journals, so these are of the last version without a format of scenarios.
// The numbers below are those that the writing program printed.
func TestFilesOfTheReleaseBefore(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/formats")); err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []struct{ args, want string }{
		{"table " + in("results.db"), "aloha                           0.5521 ± 0"},
		{"plot " + in("results.db") + " delay -o " + in("delay.svg"), "delay.svg"},
		{"export " + in("results.db") + " -o " + in("r.csv"), ""},
		{"report " + in("results.db") + " -o " + in("report"), "files written"},
		{"export " + in("results.db") + " --format study -o " + in("study.tar"), ""},
		{"check " + in("study.yaml"), "study.yaml: ok"},
		{"check " + in("reports.yaml"), "reports.yaml: ok"},
		{"run " + in("reports.yaml"), "fingerprint"},
		{"run " + in("driven.yaml") + " --replay " + in("session.jsonl"), "fingerprint e397173a4a74cdea"},
	} {
		r := halocline(t, dir, strings.Fields(c.args)...)
		if text := r.out + r.err; r.code != command.OK || !strings.Contains(text, c.want) {
			t.Errorf("%s: exit code %d, without %q:\n%s", c.args, r.code, c.want, text)
		}
	}
	if text, _ := os.ReadFile(in("r.csv")); bytes.Count(text, []byte("\n")) != 5 { // a heading and four runs
		t.Errorf("the export is\n%s", text)
	}
	shown, _, _ := viewed(t, in("recording.mcap"))
	if len(shown.Runs) != 1 || shown.Runs[0].Fingerprint != "49b87a3959506441" {
		t.Errorf("of the recording %+v is shown", shown.Runs)
	}
}

// A file of a newer format is refused with one sentence, and so is one whose number is damaged.
func TestFilesOfOtherFormats(t *testing.T) {
	const newer, damaged = "its format is 2, and this program reads formats up to 1; take a newer halocline", "formats are numbered from 1; the file is damaged"
	dir := t.TempDir()
	put := func(name, file, from, to string) string {
		t.Helper()
		data, err := os.ReadFile(filepath.Join("testdata/formats", file))
		if err != nil {
			t.Fatal(err)
		}
		if from != "" && !bytes.Contains(data, []byte(from)) {
			t.Fatalf("%s has no %q", file, from)
		}
		write(t, dir, name, strings.ReplaceAll(string(data), from, to))
		return filepath.Join(dir, name)
	}
	database := func(name string, version string) string {
		t.Helper()
		path := put(name, "results.db", "", "")
		data, err := os.ReadFile("testdata/formats/results.db")
		if err != nil {
			t.Fatal(err)
		}
		copy(data[60:], version) // user_version, SQLite's file format 1.3
		write(t, dir, name, string(data))
		return path
	}
	for _, c := range []struct{ args, want string }{
		{"table " + database("new.db", "\x00\x00\x00\x02"), newer},
		{"table " + database("none.db", "\x00\x00\x00\x00"), damaged},
		{"export " + database("less.db", "\xff\xff\xff\xff"), damaged},
		{"view --no-browser " + put("new.mcap", "recording.mcap", `{"format":1,`, `{"format":2,`), newer},
		{"view --no-browser " + put("none.mcap", "recording.mcap", `{"format":1,`, `{"format":0,`), damaged},
		{"run driven.yaml --replay " + put("new.jsonl", "session.jsonl", `"version":1`, `"version":2`), newer},
		{"run driven.yaml --replay " + put("less.jsonl", "session.jsonl", `"version":1`, `"version":-1`), damaged},
		{"run " + put("new.yaml", "reports.yaml", "name: two-nodes", "format: 2\nname: two-nodes\nunheard: of"), "new.yaml:1:9: " + newer},
		{"check " + put("new-study.yaml", "study.yaml", "name: old", "format: 2\nname: old\nunheard: of"), "new-study.yaml:1:9: " + newer},
		{"run " + put("over.yaml", "reports.yaml", "name: two-nodes", "base: new.yaml\nname: two-nodes"), "new.yaml:1:9: " + newer},
		{"run " + put("none.yaml", "reports.yaml", "name: two-nodes", "format: 0\nname: two-nodes"), "none.yaml:1:9: 0 is out of range"},
		{"run " + put("text.yaml", "reports.yaml", "name: two-nodes", "format: first\nname: two-nodes"), "text.yaml:1:9: \"first\" is not a number"},
	} {
		args := strings.Fields(strings.ReplaceAll(c.args, "run driven.yaml", "run testdata/formats/driven.yaml"))
		code, text := said(t, args...)
		if code != command.BadInput || !strings.Contains(text, c.want) || strings.Count(text, "\n") > 1 && !strings.Contains(text, "over.yaml:1:7: the base") {
			t.Errorf("%s: exit code %d, and %q is to be said:\n%s", c.args, code, c.want, text)
		}
	}
	one := put("one.yaml", "reports.yaml", "name: two-nodes", "format: 1\nname: two-nodes")
	if code, text := said(t, "check", one); code != command.OK {
		t.Error(text)
	}
}
