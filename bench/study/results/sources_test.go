package results

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
)

// sourcesOf returns two files, of which the second holds every byte.
func sourcesOf(study Study) []Source {
	var all strings.Builder
	for i := range 256 {
		all.WriteByte(byte(i))
	}
	return []Source{{"study/one.yaml", study.Text}, {"a.yaml", all.String() + "\r\n"}, {"empty.csv", ""}}
}

// unpacked returns what writeStudy gives.
func unpacked(t *testing.T, f *File) []Source {
	t.Helper()
	var b bytes.Buffer
	must(t, f.writeStudy(&b))
	if !bytes.HasSuffix(b.Bytes(), make([]byte, 1024)) { // POSIX.1, pax: two blocks of zeros end an archive
		t.Error("the archive has no end")
	}
	var all []Source
	for in := tar.NewReader(&b); ; {
		head, err := in.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		must(t, err)
		text, err := io.ReadAll(in)
		must(t, err)
		all = append(all, Source{head.Name, string(text)})
	}
}

// The files of a study come back byte by byte, from its file, from a shard and from what
// shards are merged into. They go with the text of the study, and the digest does not
// depend on them.
func TestSources(t *testing.T) {
	study, cells := study1()
	bare := newFile(t)
	write(t, bare, study, cells, keys(study))
	study.Sources = sourcesOf(study)
	check := func(what, path string) {
		t.Helper()
		f, err := Open(path)
		must(t, err)
		defer f.Close()
		if got := unpacked(t, f); !reflect.DeepEqual(f.Study(), study) || !reflect.DeepEqual(got, study.Sources) {
			t.Errorf("%s: study %+v, unpacked %q, want %+v", what, f.Study(), got, study)
		}
		if digestOf(t, path) != digestOf(t, bare) {
			t.Errorf("%s: another digest", what)
		}
	}
	path := newFile(t)
	must(t, build(t.Context(), path, path, &content{study: study, cells: cells}))
	if f := open(t, path); !reflect.DeepEqual(f.Study(), study) { // before any writer has it
		t.Errorf("new: study %+v, want %+v", f.Study(), study)
	}
	path = newFile(t)
	write(t, path, study, cells, keys(study))
	check("in one piece", path)
	dir, out := makeShards(t, study, cells, 3, 0), newFile(t)
	if got := unpacked(t, open(t, ShardPath(dir, Part{Index: 1, Count: 3}))); !reflect.DeepEqual(got, study.Sources) {
		t.Errorf("a shard has %q", got)
	}
	_, err := Merge(t.Context(), out, dir)
	must(t, err)
	check("merged", out)

	resume := func() Study {
		t.Helper()
		w, err := Resume(t.Context(), path, study, cells)
		must(t, err)
		must(t, w.Close())
		f, err := Open(path)
		must(t, errors.Join(err, f.Close()))
		return f.Study()
	}
	was := study.Sources
	study.Sources = []Source{was[0], {"a.yaml", "# a comment"}}
	if got := resume().Sources; !reflect.DeepEqual(got, was) {
		t.Errorf("with the same text of the study the files became %q", got)
	}
	study.Text += "caption: new\n"
	study.Sources = []Source{{"two.yaml", study.Text}, {"b.yaml", "b"}}
	resume()
	check("with a new text", path)
	study.Hash = "decaf"
	study.Sources = []Source{study.Sources[0], {"b.yaml", "b\nc"}}
	_, err = Resume(t.Context(), path, study, cells)
	wantError(t, err, ErrOther, `a file that it reads, has changed since: b.yaml: line 2 was no line and is "c"; write to another`)

	study.Sources = []Source{{"../../etc/passwd", ""}}
	path = newFile(t)
	write(t, path, study, cells, nil)
	wantError(t, open(t, path).writeStudy(io.Discard), ErrFormat, `"../../etc/passwd", which leads out of any folder`)
}

// firstSchema returns the schema that the first versions wrote.
func firstSchema(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/first.sql")
	must(t, err)
	return string(text)
}

// firstFile makes a file as the first versions did, of a study of two runs, with the first.
func firstFile(t *testing.T, study Study, cells []Cell, r Run) string {
	t.Helper()
	path := newFile(t)
	name, err := resolve(path)
	must(t, err)
	s, err := connect(name, path, create)
	must(t, err)
	must(t, s.exec(firstSchema(t)+cellsView(cells)))
	must(t, s.exec("INSERT INTO study VALUES (1, ?, ?, ?, ?, 1, 2, 0, 0, 0)", study.Name, study.Text, study.Hash, study.Version))
	must(t, s.exec("INSERT INTO cell VALUES (0, 2)"))
	p := cells[0].Params[0]
	must(t, s.exec("INSERT INTO param VALUES (0, 0, ?, ?, ?, ?)", p.Path, p.Text, p.Unit, p.Value))
	must(t, s.exec("INSERT INTO run VALUES (0, 0, 0, ?, 'ok', '', ?, 1.5, 0.5)", int64(r.Seed), r.Fingerprint))
	must(t, s.exec("INSERT INTO metric_name VALUES (0, ?, ?)", r.Metrics[0].Name, r.Metrics[0].Unit))
	must(t, s.exec("INSERT INTO metric VALUES (0, 0, ?)", r.Metrics[0].Value))
	must(t, s.close())
	return path
}

// A file of the first versions is read, exported, resumed and merged, in any order with
// others; resumed or merged, it gets the files of the study. And whoever reads the first
// schema finds it in a file of today.
func TestFileOfTheFirstVersions(t *testing.T) {
	cells := []Cell{{0, []Param{{"water.current.speed", "0.1m/s", "m/s", 0.1}}}}
	study := Study{Name: "one", Text: "base: a.yaml\n", Hash: "c0ffee", Version: "1", Cells: 1, Repeat: 2}
	runs := []Run{
		{Seed: 1 << 63, Status: OK, Fingerprint: "f0", Metrics: []Metric{{Name: "delay", Unit: "s", Value: 0.25}}},
		{Repetition: 1, Seed: 7, Status: OK, Fingerprint: "f1", Metrics: []Metric{{Name: "delay", Unit: "s", Value: 0.5}}},
	}
	first := firstFile(t, study, cells, runs[0])
	f, err := Open(first)
	must(t, err)
	if !f.Unchecked() {
		t.Error("a file without digests does not say that it cannot be checked")
	}
	r, found, err := f.Run(Key{})
	if err != nil || !found || !reflect.DeepEqual(r.Metrics, runs[0].Metrics) || r.Seed != 1<<63 || !reflect.DeepEqual(f.Study(), study) {
		t.Errorf("%+v %v of %+v: %v", r, found, f.Study(), err)
	}
	if got := unpacked(t, f); !reflect.DeepEqual(got, []Source{{"study.yaml", study.Text}}) {
		t.Errorf("unpacked %q", got)
	}
	var csv bytes.Buffer
	if err := f.writeCSV(&csv); err != nil || !strings.Contains(csv.String(), "0,0,9223372036854775808,ok,,f0,0.1,0.25") {
		t.Errorf("%s %v", csv.String(), err)
	}
	must(t, f.Close())
	study.Sources = sourcesOf(study)
	whole := newFile(t)
	w, err := Create(t.Context(), whole, study, cells)
	must(t, err)
	must(t, errors.Join(w.Put(runs[0]), w.Put(runs[1]), w.Close()))

	m, err := Merge(t.Context(), first, whole)
	must(t, err)
	if len(m.Unchecked) != 1 || m.Unchecked[0] != first {
		t.Errorf("unchecked are %q, want %s", m.Unchecked, first)
	}
	again := firstFile(t, study, cells, runs[0])
	w, err = Resume(t.Context(), again, study, cells)
	must(t, err)
	if missing := w.Missing(); !reflect.DeepEqual(missing, []Key{{0, 1}}) {
		t.Errorf("missing are %v", missing)
	}
	must(t, errors.Join(w.Put(runs[1]), w.Close()))
	mixed := newFile(t)
	_, err = Merge(t.Context(), mixed, firstFile(t, study, cells, runs[0]), whole)
	must(t, err)
	for what, path := range map[string]string{"merged": first, "resumed": again, "merged into another": mixed} {
		if got := open(t, path).Study(); !reflect.DeepEqual(got, study) || digestOf(t, path) != digestOf(t, whole) {
			t.Errorf("%s: %+v, want %+v", what, got, study)
		}
	}
	for _, part := range strings.Split(firstSchema(t), ";\n") {
		if words := strings.Fields(part); len(words) > 2 && words[0] == "CREATE" {
			was := strings.TrimSpace(part)
			if is := definition(t, whole, words[2]); is != was {
				t.Errorf("%s is defined as\n%s\nand was as\n%s", words[2], is, was)
			}
		}
	}
	if head, err := os.ReadFile(whole); err != nil || string(head[60:72]) != "\x00\x00\x00\x01\x00\x00\x00\x00HLCN" {
		t.Errorf("header %x, %v", head[60:72], err)
	}
}

// definition returns how a table or a view is defined.
func definition(t *testing.T, path, name string) string {
	t.Helper()
	f := open(t, path)
	var text string
	must(t, f.store.conn.QueryRowContext(t.Context(), "SELECT sql FROM sqlite_master WHERE name = ?", name).Scan(&text))
	return text
}
