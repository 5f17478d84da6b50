// Package view serves the page that shows a run, and what it shows.
//
// Begin with Page.
package view

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"path"
	"strings"
	"time"

	"halocline/bench/cosim"
)

// policy lets the page load and ask for what comes from here, and nothing else: no script or style in the text, none made of text, no
// frame around it (W3C Content Security Policy Level 3, Trusted Types).
const policy = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

// contentType returns the type of a file of the page. The table of the machine may have another.
func contentType(name string) (string, error) {
	switch ext := path.Ext(name); ext {
	case ".html":
		return "text/html; charset=utf-8", nil
	case ".js":
		return "text/javascript; charset=utf-8", nil
	case ".css":
		return "text/css; charset=utf-8", nil
	case ".svg":
		return "image/svg+xml", nil
	case ".webp":
		return "image/webp", nil
	case ".png":
		return "image/png", nil
	case "":
		return "text/plain; charset=utf-8", nil
	default:
		return "", fmt.Errorf("the page has a file %s, and no type is known for %s", name, ext)
	}
}

// file is one of the page's, as it is sent.
type file struct {
	kind         string
	text, packed []byte // packed with gzip
	sum          string // tells one text from another
}

// Page serves the files of the page, index.html at /, and what data answers below /api/, to those whom access lets in.
func Page(files fs.FS, access cosim.Access, data http.Handler) (http.Handler, error) {
	pages, err := pack(files)
	if err != nil {
		return nil, err
	}
	return shield(access, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/") {
			data.ServeHTTP(w, r)
			return
		}
		if access.Keep(w, r) {
			return
		}
		f, ok := pages[r.URL.Path]
		if !ok {
			http.Error(w, "there is no such file", http.StatusNotFound)
			return
		}
		f.send(w, r)
	})), nil
}

// shield lets in whom access does, who may only read, and tells browsers what a page from here must not do.
func shield(access cosim.Access, h http.Handler) http.Handler {
	serve := access.Guard(h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		if at, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr); ok && at.IP.IsLoopback() {
			h.Set("Cross-Origin-Opener-Policy", "same-origin") // to other machines nothing is encrypted, and browsers complain of it
		}
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "the page only reads: ask with GET", http.StatusMethodNotAllowed)
			return
		}
		serve.ServeHTTP(w, r)
	})
}

// send sends a file, packed to those who can unpack it. A browser that has it already is told that it did not change.
func (f *file) send(w http.ResponseWriter, r *http.Request) {
	h, text, sum := w.Header(), f.text, f.sum
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		text, sum = f.packed, f.sum+"-gzip"
	}
	h.Set("ETag", `"`+sum+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}

// pack returns the files of a page by the path at which they are served.
func pack(files fs.FS) (map[string]*file, error) {
	all := map[string]*file{}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f := &file{}
		if f.text, err = fs.ReadFile(files, name); err != nil {
			return err
		}
		if f.kind, err = contentType(name); err != nil {
			return err
		}
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write(f.text) // to memory, which does not fail
		z.Close()
		sum := sha256.Sum256(f.text)
		f.packed, f.sum = packed.Bytes(), hex.EncodeToString(sum[:8])
		all["/"+name] = f
		return nil
	})
	if err != nil {
		return nil, err
	}
	begin, ok := all["/index.html"]
	if !ok {
		return nil, fmt.Errorf("the page has no index.html")
	}
	all["/"] = begin
	return all, nil
}
