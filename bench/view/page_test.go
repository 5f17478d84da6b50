package view_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"halocline/bench/cosim"
	"halocline/bench/view"
	page "halocline/cmd/view"
)

// open serves the page, and below /api/ data.
func open(t *testing.T, data http.HandlerFunc) *httptest.Server {
	t.Helper()
	h, err := view.Page(page.Files(), cosim.Access{}, data)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

// ask makes a request as it is, without what Go's client adds, and returns the text of the answer.
func ask(t *testing.T, method, url string, headers ...string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := (&http.Transport{DisableCompression: true, DisableKeepAlives: true}).RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, text
}

// Each file of the page comes as it is, plain and packed, with its type, and not again to a browser that has it.
func TestPage(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	for name, kind := range map[string]string{
		"index.html": "text/html; charset=utf-8", "app.js": "text/javascript; charset=utf-8", "app.css": "text/css; charset=utf-8", "icon.svg": "image/svg+xml",
		"NOTICE": "text/plain; charset=utf-8",
	} {
		want, err := fs.ReadFile(page.Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		urls := []string{s.URL + "/" + name}
		if name == "index.html" {
			urls = append(urls, s.URL+"/", s.URL)
		}
		for _, url := range urls {
			plain, text := ask(t, "GET", url)
			if !bytes.Equal(text, want) || plain.Header.Get("Content-Type") != kind || plain.Header.Get("Content-Encoding") != "" {
				t.Errorf("%s: %d of %d bytes, %v", url, len(text), len(want), plain.Header)
			}
			packed, text := ask(t, "GET", url, "Accept-Encoding", "gzip, br")
			z, err := gzip.NewReader(bytes.NewReader(text))
			if err != nil {
				t.Fatalf("%s: %v", url, err)
			}
			if text, err = io.ReadAll(z); !bytes.Equal(text, want) || err != nil || packed.Header.Get("Content-Type") != kind || packed.Header.Get("Vary") != "Accept-Encoding" {
				t.Errorf("%s packed: %d of %d bytes, %v, %v", url, len(text), len(want), err, packed.Header)
			}
			if plain.Header.Get("ETag") == packed.Header.Get("ETag") {
				t.Errorf("%s: two texts have the same tag", url)
			}
			again, text := ask(t, "GET", url, "If-None-Match", plain.Header.Get("ETag"))
			if again.StatusCode != http.StatusNotModified || len(text) > 0 {
				t.Errorf("%s again: %s, %d bytes", url, again.Status, len(text))
			}
			if head, text := ask(t, "HEAD", url); head.StatusCode != http.StatusOK || len(text) > 0 {
				t.Errorf("HEAD %s: %s, %d bytes", url, head.Status, len(text))
			}
		}
	}
	for _, name := range []string{"/app.ts", "/../view.go", "/%2e%2e/view.go", "/page/dist/app.js", "//", "/index.html/"} {
		if answer, _ := ask(t, "GET", s.URL+name); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", name, answer.Status)
		}
	}
}

// Whatever is asked, the answer holds the browser to this origin; nothing is written, and nobody from elsewhere is answered.
func TestPageIsShut(t *testing.T) {
	t.Parallel()
	asked := 0
	s := open(t, func(w http.ResponseWriter, _ *http.Request) { asked++ })
	for _, row := range []struct {
		method, path, site string
		status             int
	}{
		{"GET", "/", "", 200},
		{"GET", "/app.js", "same-origin", 200},
		{"GET", "/api/meta", "same-origin", 200},
		{"GET", "/none", "", 404},
		{"GET", "/app.js", "cross-site", 403},
		{"GET", "/api/meta", "cross-site", 403},
		{"GET", "/api/meta?token=", "same-site", 403},
		{"POST", "/api/meta", "same-origin", 405},
		{"PUT", "/app.js", "", 405},
		{"DELETE", "/", "", 405},
		{"OPTIONS", "/api/meta", "", 405},
	} {
		answer, _ := ask(t, row.method, s.URL+row.path, "Sec-Fetch-Site", row.site)
		if answer.StatusCode != row.status {
			t.Errorf("%+v: %s", row, answer.Status)
		}
		csp := answer.Header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"} {
			if !strings.Contains(csp, part+";") {
				t.Errorf("%+v: the policy %q has no %s", row, csp, part)
			}
		}
		if strings.Contains(csp, "unsafe") || strings.Contains(csp, "*") {
			t.Errorf("%+v: the policy is %q", row, csp)
		}
		for key, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := answer.Header.Get(key); got != want {
				t.Errorf("%+v: %s is %q", row, key, got)
			}
		}
		if answer.Header.Get("Cache-Control") == "" || answer.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%+v: %v", row, answer.Header)
		}
	}
	if asked != 1 {
		t.Errorf("data were asked for %d times", asked)
	}
}

// What data sends piece by piece arrives so: the page follows a run while it goes on.
func TestPageStreams(t *testing.T) {
	t.Parallel()
	seen := make(chan bool)
	s := open(t, func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte("data: 1\n\n"))
		w.(http.Flusher).Flush()
		select {
		case <-seen:
		case <-r.Context().Done():
		}
	})
	answer, err := http.Get(s.URL + "/api/live")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text := make([]byte, 9)
	if _, err := io.ReadFull(answer.Body, text); err != nil || string(text) != "data: 1\n\n" {
		t.Errorf("%q, %v", text, err)
	}
	close(seen)
}

// A page that lacks its beginning, or has a file of a type that nobody knows, is a fault of the program.
func TestPageFaults(t *testing.T) {
	for want, files := range map[string]fstest.MapFS{
		"no index.html":   {"app.js": {}},
		"known for .wasm": {"index.html": {}, "app.wasm": {}},
	} {
		if _, err := view.Page(files, cosim.Access{}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}
