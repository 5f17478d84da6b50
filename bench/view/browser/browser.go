// Package browser is a test kit that opens pages in a real browser, Chromium, and runs scripts that use them by way of Playwright.
// A page is to load nothing from elsewhere, to write nothing to the console and to break no policy: whatever else a test looks at,
// it fails otherwise.
//
// Begin with Start, Browser.Run and Browser.Close. A script is a module in testdata; looks has what looks.mjs exports:
//
//	export default async ({ page, url, arg, shot, looks }) => {
//	  await page.goto(url);
//	  await shot("first");
//	  return await page.evaluate(looks.hardToRead);
//	};
package browser

import (
	"embed"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"halocline/bench/cosim/clienttest"
)

//go:embed *.mjs
var scripts embed.FS

// Browser is a Chromium that runs until it is closed, or its test has ended.
type Browser struct{ client *clienttest.Client }

// Start starts Chromium, which takes a second or two. A test is skipped on a machine without it or Node, and in go test -short.
func Start(t testing.TB) *Browser {
	t.Helper()
	program := find()
	if program == "" {
		t.Skip("Chromium is not there, which shows the page; the Debian package chromium has it")
	}
	dir := clienttest.Node(t, "playwright-core@1.65.1")
	if err := os.CopyFS(dir, scripts); err != nil {
		t.Fatal(err)
	}
	b := &Browser{clienttest.Start(t, dir, filepath.Join(dir, "driver.mjs"), program, dir)}
	if line := b.client.Line(); line != "ready" {
		t.Fatalf("the browser says %q", line)
	}
	return b
}

// Close ends Chromium, which removes what it has written. A test that fails before leaves that to the system.
func (b *Browser) Close() {
	b.client.Say("end")
	b.client.Line()
}

// find returns where Chromium is, or nothing.
func find() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if program, err := exec.LookPath(name); err == nil {
			return program
		}
	}
	return ""
}

// Job is one page in a browser of its own, without cookies of others.
type Job struct {
	URL    string `json:"url"`
	Script string `json:"script"` // a file, from the folder of the test
	Arg    any    `json:"arg"`    // for the script
	Width  int    `json:"width"`  // of the window, in pixels of CSS; 0 for 1280
	Height int    `json:"height"` // 0 for 800
	Dark   bool   `json:"dark"`   // the person prefers it

	Foreign bool `json:"-"` // the page is not ours, so that what it does is not judged
}

// Seen is what a page did.
type Seen struct {
	Console    []string          `json:"console"`
	Errors     []string          `json:"errors"`     // that nobody caught
	Violations []string          `json:"violations"` // of the policy of its server
	Requests   []string          `json:"requests"`   // by address, in order
	Shots      map[string]string `json:"shots"`      // files, by the names that the script gave

	Result json.RawMessage `json:"result"`
	Failed string          `json:"failed"` // how the script did
}

// Run runs a script, writes what it returns to result unless that is nil, and fails the test for all that a page must not do.
func (b *Browser) Run(t testing.TB, j Job, result any) *Seen {
	t.Helper()
	seen := b.run(t, j)
	if !j.Foreign {
		for _, fault := range seen.faults(j.URL) {
			t.Error(fault)
		}
	}
	if seen.Failed != "" {
		t.Fatalf("%s: %s", j.Script, seen.Failed)
	}
	if result != nil {
		if err := json.Unmarshal(seen.Result, result); err != nil {
			t.Fatalf("%s: it returns %.200s: %v", j.Script, seen.Result, err)
		}
	}
	return seen
}

// run runs a script.
func (b *Browser) run(t testing.TB, j Job) *Seen {
	t.Helper()
	if j.Width == 0 {
		j.Width = 1280
	}
	if j.Height == 0 {
		j.Height = 800
	}
	script, err := filepath.Abs(j.Script)
	if err != nil {
		t.Fatal(err)
	}
	j.Script = script
	line, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	b.client.Say(string(line))
	text, err := os.ReadFile(b.client.Line())
	if err != nil {
		t.Fatal(err)
	}
	seen := &Seen{}
	if err := json.Unmarshal(text, seen); err != nil {
		t.Fatal(err)
	}
	return seen
}

// faults returns what a page at an address did that it must not do.
func (s *Seen) faults(at string) (all []string) {
	for _, text := range s.Console {
		if !strings.Contains(text, "GL Driver Message") { // how fast the picture was read, by the renderer in software
			all = append(all, "it wrote to the console: "+text)
		}
	}
	for _, text := range s.Errors {
		all = append(all, "an error that nobody caught: "+text)
	}
	for _, text := range s.Violations {
		all = append(all, "it broke the policy: "+text)
	}
	home, err := url.Parse(at)
	if err != nil {
		return append(all, err.Error())
	}
	for _, address := range s.Requests {
		if to, err := url.Parse(address); err != nil || to.Scheme != home.Scheme || to.Host != home.Host {
			all = append(all, fmt.Sprintf("it asked %.200s, which is elsewhere", address))
		}
	}
	return all
}

// Shot returns a picture that the script made.
func (s *Seen) Shot(t testing.TB, name string) image.Image {
	t.Helper()
	f, err := os.Open(s.Shots[name])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// Difference returns the share of pixels in which two pictures differ, 1 where their sizes do.
func Difference(a, b image.Image) float64 {
	if a.Bounds() != b.Bounds() {
		return 1
	}
	box, differ := a.Bounds(), 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			ar, ag, ab, aa := a.At(x, y).RGBA()
			br, bg, bb, ba := b.At(x, y).RGBA()
			if ar != br || ag != bg || ab != bb || aa != ba {
				differ++
			}
		}
	}
	return float64(differ) / float64(box.Dx()*box.Dy())
}
