package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// file is one file of an archive.
type file struct {
	name string // with slashes
	mode os.FileMode
	data []byte
}

// picture stands at the head of the README.
const picture = "cmd/view/docking.gif"

// linked returns a paper in Markdown with links to what lies beside it in an archive.
func linked(paper []byte) []byte {
	paper = regexp.MustCompile(`\]\(cmd/docs/pages/([\w-]+)\.md`).ReplaceAll(paper, []byte("](manual/${1}.html"))
	return bytes.ReplaceAll(paper, []byte("]("+picture+")"), []byte("]("+path.Base(picture)+")"))
}

// contents returns what an archive holds, in the order of the names: a folder with the
// program and its papers.
func contents(folder, binary, source, papers string) ([]file, error) {
	var files []file
	add := func(from, name string, mode os.FileMode) error {
		data, err := os.ReadFile(from)
		files = append(files, file{path.Join(folder, name), mode, data})
		return err
	}
	if err := add(binary, filepath.Base(binary), 0o755); err != nil {
		return nil, err
	}
	for _, paper := range []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "CITATION.cff", picture} {
		if err := add(filepath.Join(source, paper), path.Base(paper), 0o644); err != nil {
			return nil, err
		}
		if last := &files[len(files)-1]; strings.HasSuffix(paper, ".md") {
			last.data = linked(last.data)
		}
	}
	err := filepath.WalkDir(papers, func(from string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(papers, from)
		return errors.Join(err, add(from, filepath.ToSlash(name), 0o644))
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(files, func(a, b file) int { return cmp.Compare(a.name, b.name) })
	return files, nil
}

// pack writes an archive of the kind that its name tells. All files are of one time and
// nobody's: what the machine of the maker says of them has no place in it.
func pack(name string, files []file, at time.Time) error {
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	defer out.Close()
	write := writeTar
	if strings.HasSuffix(name, ".zip") {
		write = writeZip
	}
	if err := write(out, files, at); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return out.Close()
}

// writeTar writes a compressed tar file.
func writeTar(out io.Writer, files []file, at time.Time) error {
	packed := gzip.NewWriter(out)
	archive := tar.NewWriter(packed)
	for _, f := range files {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: f.name, Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: at}
		if err := archive.WriteHeader(h); err != nil {
			return err
		}
		if _, err := archive.Write(f.data); err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return packed.Close()
}

// writeZip writes a zip file.
func writeZip(out io.Writer, files []file, at time.Time) error {
	archive := zip.NewWriter(out)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: at}
		h.SetMode(f.mode)
		w, err := archive.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := w.Write(f.data); err != nil {
			return err
		}
	}
	return archive.Close()
}

// writeSums writes the file that sha256sum checks.
func writeSums(folder string, names []string) error {
	var text strings.Builder
	for _, name := range slices.Sorted(slices.Values(names)) {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(data), name)
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(text.String()), 0o666)
}
