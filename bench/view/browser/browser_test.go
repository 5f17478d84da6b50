package browser

import (
	"fmt"
	"image"
	"image/color"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// serve serves pages by path, with a policy.
func serve(t *testing.T, pages map[string]string) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'")
		w.Header().Set("Content-Type", "text/html")
		if strings.HasSuffix(r.URL.Path, ".js") {
			w.Header().Set("Content-Type", "text/javascript")
		}
		fmt.Fprint(w, pages[r.URL.Path])
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// A page is used as a person would, in a window as wide as is asked for; and each thing that a page must not do is found.
func TestBrowser(t *testing.T) {
	t.Parallel()
	url := serve(t, map[string]string{
		"/": `<!doctype html><link rel="icon" href="/icon.svg"><input autofocus>`, "/loud": `<!doctype html><link rel="icon" href="/icon.svg"><body style="margin: 0"><script src="loud.js"></script>`,
		"/loud.js": `console.log("I say"); fetch("http://127.0.0.1:9/").catch(() => 0); setTimeout(() => { throw new Error("nobody caught") }, 0); setTimeout(() => { document.title = "done" }, 50)`,
	})
	b := Start(t)
	defer b.Close()
	var told struct {
		Text, Wide string
		Dark       bool
	}
	for _, dark := range []bool{false, true} {
		seen := b.Run(t, Job{URL: url + "/", Script: "testdata/quiet.mjs", Arg: `"<é`, Width: 500, Height: 300, Dark: dark}, &told)
		if told.Text != `"<é` || told.Wide != "500x300" || told.Dark != dark {
			t.Errorf("%+v", told)
		}
		if box := seen.Shot(t, "page").Bounds(); box.Dx() != 500 || box.Dy() != 300 {
			t.Errorf("a picture of %v", box)
		}
	}
	faults := strings.Join(b.run(t, Job{URL: url + "/loud", Script: "testdata/loud.mjs"}).faults(url), "\n")
	for _, want := range []string{"to the console: log: I say", "nobody caught: Error: nobody caught", "broke the policy: style-src-attr: inline", "broke the policy: connect-src: http://127.0.0.1:9/"} {
		if !strings.Contains(faults, want) {
			t.Errorf("%q is not among\n%s", want, faults)
		}
	}
	if seen := b.run(t, Job{URL: url, Script: filepath.Join(t.TempDir(), "none.mjs")}); !strings.Contains(seen.Failed, "none.mjs") {
		t.Errorf("a script that is not there: %q", seen.Failed)
	}
}

// A request that leaves the origin is one of another scheme, host or port.
func TestRequests(t *testing.T) {
	for address, elsewhere := range map[string]bool{
		"http://127.0.0.1:7400/app.js": false, "http://127.0.0.1:7400/api/meta?t=1": false, "blob:http://127.0.0.1:7400/x": true,
		"https://127.0.0.1:7400/": true, "http://127.0.0.1:7401/": true, "http://localhost:7400/": true, "https://fonts.example/a.woff": true, "data:text/plain,a": true,
	} {
		if all := (&Seen{Requests: []string{address}}).faults("http://127.0.0.1:7400/#t=1"); len(all) > 0 != elsewhere {
			t.Errorf("%s: %q", address, all)
		}
	}
}

// Two of 4 x 5 pixels that differ are a tenth.
func TestDifference(t *testing.T) {
	a, b := image.NewRGBA(image.Rect(0, 0, 4, 5)), image.NewRGBA(image.Rect(0, 0, 4, 5))
	if d := Difference(a, b); d != 0 {
		t.Errorf("%g of the same", d)
	}
	b.Set(3, 4, color.White)
	b.Set(0, 1, color.Black)
	if d := Difference(a, b); d != 0.1 {
		t.Errorf("%g, not 0.1", d)
	}
	if d := Difference(a, image.NewRGBA(image.Rect(0, 0, 5, 4))); d != 1 {
		t.Errorf("%g of another size", d)
	}
}
