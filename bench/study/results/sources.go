package results

import (
	"archive/tar"
	"database/sql"
	"fmt"
	"io"
	"path/filepath"
)

// Source is a file that a study was read from.
type Source struct {
	Name string // relative, with slashes; see Study
	Text string // its bytes
}

// sourceTable is the part of the schema that files of the first versions do not have.
// Whoever does not know it can read the others.
const sourceTable = `
CREATE TABLE IF NOT EXISTS source (
	position INTEGER PRIMARY KEY, -- 0: the study's own file
	name     TEXT NOT NULL,
	text     TEXT NOT NULL
);
`

// loadSources reads the files of the study, none from a file that was made without them.
func (s *store) loadSources() ([]Source, error) {
	known, err := s.hasTable("source")
	if err != nil || !known {
		return nil, err
	}
	var all []Source
	err = s.rows(func(r *sql.Rows) error {
		var f Source
		err := r.Scan(&f.Name, &f.Text)
		all = append(all, f)
		return err
	}, "SELECT name, text FROM source ORDER BY position")
	return all, err
}

// saveSources writes the files of the study in place of those that were there.
func (s *store) saveSources(all []Source) error {
	if err := s.exec(sourceTable + "DELETE FROM source"); err != nil {
		return err
	}
	for i, f := range all {
		if err := s.exec("INSERT INTO source VALUES (?, ?, ?)", i, f.Name, f.Text); err != nil {
			return err
		}
	}
	return nil
}

// changedSource names the first file that two lists have with different texts, and shows
// where these differ; or it returns nothing.
func changedSource(was, is []Source) string {
	for _, a := range was {
		for _, b := range is {
			if a.Name == b.Name && a.Text != b.Text {
				return ": " + a.Name + ": " + firstChange(a.Text, b.Text)
			}
		}
	}
	return ""
}

// writeStudy writes the files that the study was read from as a tar archive. Of a file that
// was made without them it is the study's own alone, study.yaml.
func (f *File) writeStudy(w io.Writer) error {
	study := f.content.study
	all := study.Sources
	if len(all) == 0 {
		all = []Source{{"study.yaml", study.Text}}
	}
	out := tar.NewWriter(w)
	for _, source := range all {
		if !filepath.IsLocal(source.Name) {
			return damaged(f.path, fmt.Sprintf("a file of the study is named %q, which leads out of any folder", source.Name))
		}
		head := &tar.Header{Name: source.Name, Mode: 0o644, Size: int64(len(source.Text))}
		if err := out.WriteHeader(head); err != nil {
			return err
		}
		if _, err := io.WriteString(out, source.Text); err != nil {
			return err
		}
	}
	return out.Close()
}
