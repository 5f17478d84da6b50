package halocline

import (
	"io/fs"
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"
)

// Every file of this module that goes into the program, as the go command tells, is among the
// sources whose digest identifies it. The others are texts to copy or to compare with, the
// page of a browser, and scenarios and studies, whose texts results have.
func TestSourcesAreWhole(t *testing.T) {
	const list = `{{if .Module}}{{if .Module.Main}}{{$p := .ImportPath}}` +
		`{{range .GoFiles}}{{$p}}/{{.}}{{"\n"}}{{end}}{{range .CgoFiles}}{{$p}}/{{.}}{{"\n"}}{{end}}{{range .SFiles}}{{$p}}/{{.}}{{"\n"}}{{end}}` +
		`{{range .EmbedFiles}}{{$p}}/{{.}}{{"\n"}}{{end}}{{end}}{{end}}`
	out, err := exec.Command("go", "list", "-deps", "-f", list, "./cmd/halocline").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range strings.Fields(string(out)) {
		name = strings.TrimPrefix(name, "halocline/")
		if strings.HasPrefix(name, "scenarios/") && strings.HasSuffix(name, ".yaml") || strings.HasPrefix(name, "bench/study/studies/") && strings.HasSuffix(name, ".yaml") ||
			strings.HasPrefix(name, "cmd/scaffold/templates/") || strings.HasPrefix(name, "cmd/view/page/") || // pages and pictures, which change no number
			strings.HasPrefix(name, "cmd/docs/pages/") || strings.HasPrefix(name, "bench/report/manual/site/") {
			continue
		}
		if _, err := fs.Stat(sources, name); err != nil {
			t.Errorf("%s is linked and no part of the digest", name)
		}
		seen++
	}
	if seen < 300 {
		t.Errorf("%d files were looked at: the list is not that of the program", seen)
	}
}

// The digest changes with a name and a byte of any file, save tests.
func TestDigest(t *testing.T) {
	of := func(files ...string) string {
		all := fstest.MapFS{}
		for i := 0; i < len(files); i += 2 {
			all[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
		}
		sum, err := Digest(all)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	want := of("a/a.go", "package a", "b/b.go", "package b")
	if of("a/a.go", "package a", "b/b.go", "package b", "b/b_test.go", "package b") != want {
		t.Error("a test changes it")
	}
	for _, other := range []string{
		of("a/a.go", "package A", "b/b.go", "package b"), of("a/c.go", "package a", "b/b.go", "package b"),
		of("a/a.go", "package a"), of("a/a.go", "package b", "b/b.go", "package a"), of("a/a.go", "package a\nb", "b/b.go", "package"),
	} {
		if other == want {
			t.Error("a change does not change it")
		}
	}
}

// What the compiler has left beside embedded files is a digest of their texts: two are the same where the texts are, and only there.
func TestEmbeddedDigests(t *testing.T) {
	texts := map[string]string{}
	files := 0
	known := embedded(sources, func(name string, sum []byte) {
		text, err := fs.ReadFile(sources, name)
		if err != nil {
			t.Error(err)
		}
		if before, seen := texts[string(sum)]; seen && before != string(text) {
			t.Errorf("%s has the digest of another text", name)
		}
		texts[string(sum)] = string(text)
		files++
	})
	different := map[string]bool{}
	for _, text := range texts {
		different[text] = true
	}
	if !known || files < 300 || len(different) != len(texts) {
		t.Errorf("%d digests of %d files with %d different texts; where there are none this compiler keeps embedded files otherwise: look at embed.FS",
			len(texts), files, len(different))
	}
}
