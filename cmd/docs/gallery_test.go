package docs_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"io"
	"io/fs"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/webp"

	"halocline/bench/cosim"
	"halocline/bench/record/recorder"
	"halocline/bench/report/manual"
	"halocline/bench/report/shelf"
	"halocline/bench/report/showing"
	"halocline/bench/reproduce"
	"halocline/bench/study/measure"
	"halocline/bench/study/studies"
	"halocline/bench/view"
	"halocline/bench/view/browser"
	"halocline/cmd/cli"
	"halocline/cmd/command"
	"halocline/cmd/docs"
	page "halocline/cmd/view"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

const (
	mostBytes = 30_000 // of a picture
	origins   = "testdata/gallery.txt"
)

// golden returns the beginning of the fingerprint of each bundled scenario with seed 1, as the table of fingerprints has it.
func golden(t *testing.T) map[string]string {
	t.Helper()
	table, err := os.ReadFile("../../scenarios/testdata/fingerprints.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(table)) {
		if f := strings.Fields(line); len(f) > 3 && f[2] == "1" {
			all[f[0]] = f[3]
		}
	}
	return all
}

// origin returns what a picture was taken of. Of a study it is the study and its base; of a published result, the scenario that its runs are of.
func origin(t *testing.T, p manual.Picture, prints map[string]string) string {
	t.Helper()
	head := fmt.Sprintf("%s %s %s%s", p.Kind, p.Name, p.Address(), p.Figure)
	switch p.Kind {
	case manual.Scenario:
		return head + " " + prints[p.Name]
	case manual.Study:
		s, err := studies.Load(t.Context(), scenarios.Standard(), p.Name)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%s %.16s", head, s.Hash())
	}
	of := map[string]string{"erdemir": "docking", "thetis": "thetis", "platform": "hunt-diamond"}
	kind, _, _ := strings.Cut(p.Name, "-")
	return strings.TrimSpace(head + " " + prints[of[kind]])
}

// Each scenario, study and published result has its place in the gallery, and each picture is of what it is of now. HALOCLINE_REWRITE=1 makes
// those again that are not, which takes a quarter of an hour for all of them.
func TestGallery(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	prints, kept := golden(t), map[string]string{}
	table, _ := os.ReadFile(origins) // the first time it is not there
	for line := range strings.Lines(string(table)) {
		f := strings.Fields(line)
		kept[f[0]+" "+f[1]] = strings.TrimSpace(line)
	}
	var lines []string
	var b *browser.Browser
	for _, p := range manual.Pictures() {
		key, now := string(p.Kind)+" "+p.Name, origin(t, p, prints)
		if kept[key] != now && p.File() != "" {
			if os.Getenv("HALOCLINE_REWRITE") == "" {
				t.Errorf("the picture of %s was taken of\n%s\nand now there is\n%s\nHALOCLINE_REWRITE=1 makes it again", key, kept[key], now)
				continue
			}
			if b == nil {
				b = browser.Start(t)
				defer b.Close()
			}
			if err := os.WriteFile("pages/"+p.File(), take(t, b, p), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		lines = append(lines, now)
	}
	if text := strings.Join(lines, "\n") + "\n"; text != string(table) {
		simtest.Golden(t, origins, text)
	}
	whole(t)
}

// whole checks that nothing lacks its place in the gallery, and that nothing else is there.
func whole(t *testing.T) {
	all, _ := shelf.Choose(scenarios.Standard(), "scenarios")
	list, err := all.List()
	if err != nil {
		t.Fatal(err)
	}
	var want, files []string
	for _, d := range list.Scenarios {
		want = append(want, "scenarios "+d.Name)
	}
	for _, name := range studies.Bundled() {
		want = append(want, "studies "+name)
	}
	for _, r := range reproduce.All() {
		want = append(want, "reproductions "+r.Name)
	}
	var got []string
	for _, p := range manual.Pictures() {
		got = append(got, string(p.Kind)+" "+p.Name)
		if p.File() != "" {
			files = append(files, p.File())
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the gallery has\n%v\nand there are\n%v", got, want)
	}
	there, err := fs.Glob(docs.Files(), "gallery/*")
	slices.Sort(files)
	if err != nil || !slices.Equal(there, files) {
		t.Errorf("files %v, and pictures %v, %v", there, files, err)
	}
	for _, name := range there {
		if text, err := fs.ReadFile(docs.Files(), name); err != nil || len(text) > mostBytes {
			t.Errorf("%s: %d bytes, %v", name, len(text), err)
		}
	}
}

// A few pictures, made again, are those that are kept, but for what fonts differ by from machine to machine.
func TestGalleryIsFresh(t *testing.T) {
	b := browser.Start(t)
	defer b.Close()
	for _, p := range manual.Pictures() {
		if !slices.Contains([]string{"scenarios two-nodes", "scenarios csma-ca", "reproductions thetis-range"}, string(p.Kind)+" "+p.Name) {
			continue
		}
		kept, err := fs.ReadFile(docs.Files(), p.File())
		if err != nil {
			t.Fatal(err)
		}
		if d := unlike(decoded(t, kept), decoded(t, take(t, b, p))); d > 0.03 {
			t.Errorf("the picture of %s differs by %.3f of its brightness", p.Name, d)
		}
	}
}

// take makes a picture.
func take(t *testing.T, b *browser.Browser, p manual.Picture) []byte {
	t.Helper()
	job := browser.Job{URL: "about:blank", Script: "testdata/gallery.mjs", Width: 640, Height: 1000, Foreign: true}
	if p.Kind == manual.Scenario {
		if p.Panel != manual.Scene {
			job.Height = 860
		}
		job.URL, job.Foreign = serve(t, p.Name), false
		job.Arg = map[string]any{"address": p.Address() + "&theme=light", "panel": p.Panel, "most": mostBytes}
	} else {
		job.Arg = map[string]any{"svg": figure(t, p), "most": mostBytes}
	}
	var made []byte // JSON has bytes in base64
	b.Run(t, job, &made)
	return made
}

// figure carries out the commands that draw a figure, and returns it.
func figure(t *testing.T, p manual.Picture) []byte {
	t.Helper()
	home, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	defer t.Chdir(home)
	for _, c := range p.Commands() {
		if code := cli.Run(t.Context(), scenarios.Standard(), strings.Fields(c)[1:], command.Streams{Out: io.Discard, Err: io.Discard}); code != command.OK {
			t.Fatalf("%s: exit code %d", c, code)
		}
	}
	text, err := os.ReadFile(filepath.FromSlash(p.Drawn()))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// serve serves the page of a scenario, as halocline view does, and returns its address.
func serve(t *testing.T, name string) string {
	t.Helper()
	plan, err := scenarios.Standard().Load(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	kept, _, err := showing.Run(t.Context(), plan, measure.Options{}, func(*recorder.Head) {})
	if err != nil {
		t.Fatal(err)
	}
	data, err := view.New("test", kept)
	if err != nil {
		t.Fatal(err)
	}
	h, err := view.Page(page.Files(), cosim.Access{}, data)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL + "/"
}

// decoded returns a picture.
func decoded(t *testing.T, text []byte) image.Image {
	t.Helper()
	picture, err := webp.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// unlike returns the mean difference of the brightness of two pictures, from 0 to 1.
func unlike(a, b image.Image) float64 {
	if a.Bounds() != b.Bounds() {
		return 1
	}
	sum := 0
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			p, q := color.GrayModel.Convert(a.At(x, y)).(color.Gray), color.GrayModel.Convert(b.At(x, y)).(color.Gray)
			sum += max(int(p.Y)-int(q.Y), int(q.Y)-int(p.Y))
		}
	}
	return float64(sum) / 255 / float64(a.Bounds().Dx()*a.Bounds().Dy())
}
