package output

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a spreadsheet would compute becomes text, and what is a number stays one. The list of
// first signs is that of OWASP's page on CSV injection.
func TestCSV(t *testing.T) {
	rows := map[string]string{
		"=1+1": "'=1+1", "+1+1": "'+1+1", "-1+1": "'-1+1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\n=1": "'\n=1",
		"=HYPERLINK(\"http://x\",\"y\")": "'=HYPERLINK(\"http://x\",\"y\")", "-x": "'-x", "-2m": "'-2m",
		"-2.5": "-2.5", "+3": "+3", "-1e-9": "-1e-9", "-Inf": "-Inf", "NaN": "NaN", "-": "-", "": "", "tdma": "tdma", "a=b": "a=b", "'=1": "'=1",
	}
	for text, want := range rows {
		var out strings.Builder
		w := NewCSV(&out)
		if err := w.WriteAll([][]string{{"head", text}}); err != nil {
			t.Fatal(err)
		}
		line, err := csv.NewReader(strings.NewReader(out.String())).Read()
		if err != nil || line[1] != want {
			t.Errorf("%q: %q, %v, want %q", text, line, err, want)
		}
	}
}

// A link in the folder is replaced, and what it leads to stays; below one that leads out of the
// folder nothing is written.
func TestFolder(t *testing.T) {
	outside, dir := t.TempDir(), filepath.Join(t.TempDir(), "a", "b")
	victim := filepath.Join(outside, "victim")
	must(t, os.WriteFile(victim, []byte("mine"), 0o666))
	f, err := OpenFolder(dir)
	must(t, err)
	defer f.Close()
	for _, name := range []string{"t.csv", "t.svg.part"} {
		must(t, os.Symlink(victim, filepath.Join(dir, name)))
	}
	must(t, os.Symlink(outside, filepath.Join(dir, "source")))
	must(t, f.Write("t.csv", []byte("1,2")))
	must(t, f.Write("t.svg", []byte("<svg/>")))
	must(t, f.Write(filepath.Join("below", "s.yaml"), []byte("name: s")))
	if err := f.Write(filepath.Join("source", "victim"), []byte("theirs")); err == nil {
		t.Error("a link out of the folder was followed")
	}
	if err := f.Write("below", []byte("a folder is in the way")); err == nil {
		t.Error("a file took the place of a folder")
	}
	for name, want := range map[string]string{
		victim: "mine", filepath.Join(dir, "t.csv"): "1,2", filepath.Join(dir, "t.svg"): "<svg/>", filepath.Join(dir, "below", "s.yaml"): "name: s",
	} {
		if text, err := os.ReadFile(name); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v, want %q", name, text, err, want)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "*.part"))
	if err != nil || len(left) > 0 {
		t.Error("drafts are left: ", left, err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
