package cli

import (
	"bufio"
	"context"
	"net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"halocline/bench/view/browser"
	"halocline/sim/simtest"
)

// The manual in Chromium, as halocline docs serves it and as files on a disk. Each page loads all that it shows and nothing from elsewhere, writes
// nothing to the console, is as wide as a phone, is easy to read in light and in dark, and its links lead somewhere.
func TestSite(t *testing.T) {
	t.Parallel()
	b := browser.Start(t)
	defer b.Close()
	dir := t.TempDir()
	halocline(t, dir, "docs", "--out", "site").expect(t, "files", 0, "", "files written to site\n")
	for name, home := range map[string]string{"served": serveManual(t), "files": "file://" + filepath.ToSlash(filepath.Join(dir, "site")) + "/"} {
		t.Run(name, func(t *testing.T) {
			if name == "served" || simtest.Long() {
				sitePages(t, b, home)
			}
			siteSearch(t, b, home+"index.html")
		})
	}
}

// serveManual has halocline docs serve the manual until the test has ended, and returns its address.
func serveManual(t *testing.T) string {
	t.Helper()
	c := exec.CommandContext(context.Background(), binary, "docs", "--no-browser")
	errs, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	said, err := bufio.NewReader(errs).ReadString('\n')
	found := regexp.MustCompile(`^the manual is at (http://127\.0\.0\.1:\d+/) until you press Ctrl-C\n$`).FindStringSubmatch(said)
	if found == nil {
		t.Fatalf("%q, %v", said, err)
	}
	t.Cleanup(func() {
		c.Process.Signal(syscall.SIGINT)
		if err := c.Wait(); err != nil {
			t.Errorf("after a signal: %v", err)
		}
	})
	return found[1]
}

// sitePages opens every page. Those of models are written by one function: without time for all, the colours of the first are looked at.
func sitePages(t *testing.T, b *browser.Browser, home string) {
	type page struct{ Wrong, IDs, Links []string }
	ids, links := map[string]bool{}, map[string][]string{}
	alike := []string{}
	for _, name := range wholeManual(t).Names() {
		if strings.HasPrefix(name, "models-") && !simtest.Long() {
			alike = append(alike, name)
		}
	}
	for some := range slices.Chunk(wholeManual(t).Names(), 10) { // the browser may be silent for a while only
		var told map[string]page
		b.Run(t, browser.Job{URL: home, Script: "testdata/site.mjs", Arg: map[string]any{"pages": some, "alike": alike[min(1, len(alike)):]}}, &told)
		for name, p := range told {
			for _, w := range p.Wrong {
				t.Errorf("%s: %s", name, w)
			}
			at := home + name + ".html"
			ids[at] = true
			for _, id := range p.IDs {
				ids[at+"#"+id] = true
			}
			links[name] = p.Links
		}
	}
	for name, all := range links {
		for _, to := range all {
			if at, err := url.PathUnescape(to); strings.HasPrefix(to, home) && (err != nil || !ids[at]) {
				t.Errorf("%s: %s is not there", name, to)
			}
		}
	}
}

// siteSearch asks the search of the site what users ask it. It finds the page that answers among its first three results.
func siteSearch(t *testing.T, b *browser.Browser, home string) {
	const typed = 5
	var questions []string
	for _, r := range searches() {
		questions = append(questions, r[0])
	}
	var told struct {
		Wrong, Typed, Found []string
		Stems               string
	}
	b.Run(t, browser.Job{URL: home, Script: "testdata/search.mjs", Arg: map[string]any{
		"questions": questions, "typed": questions[:typed],
		"words": []string{"losses", "drifting", "dropped", "simulation", "simulate", "delays", "AoI", "queries", "missing"},
	}}, &told)
	for _, w := range told.Wrong {
		t.Error(w)
	}
	if !slices.Equal(told.Typed, told.Found[:typed]) {
		t.Errorf("the search finds\n%q, and what is typed\n%q", told.Found[:typed], told.Typed)
	}
	for i, r := range searches() {
		if !strings.Contains(told.Found[i], r[1]) {
			t.Errorf("%q: %s is not found, but %s", r[0], r[1], told.Found[i])
		}
	}
	if told.Stems != "loss drift drop simulat simulat delay AoI query miss" {
		t.Errorf("stems: %s", told.Stems)
	}
}
