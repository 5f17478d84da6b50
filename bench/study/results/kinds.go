package results

import (
	"database/sql"
	"strings"

	"halocline/sim/metric"
)

// kindTable is the part of the schema that files of the first versions do not have.
// Whoever does not know it can read the others.
const kindTable = `
CREATE TABLE IF NOT EXISTS metric_kind (
	name INTEGER PRIMARY KEY, -- of metric_name
	kind TEXT NOT NULL
);
`

// saveKinds writes the kinds of metrics that the file does not have yet.
func (s *store) saveKinds(n newNames) error {
	save := func(number int, name Name) error {
		if name.Kind == "" {
			return nil
		}
		return s.exec("INSERT INTO metric_kind VALUES (?, ?)", number, string(name.Kind))
	}
	for i, name := range n.late {
		if err := save(n.of[i], name); err != nil {
			return err
		}
	}
	for i, name := range n.names {
		if err := save(n.first+i, name); err != nil {
			return err
		}
	}
	return nil
}

// olderKind returns the kind of a metric of which the file does not say it, by the names
// that metrics had when files did not.
func olderKind(name string) metric.Kind {
	switch {
	case strings.HasSuffix(name, ".docked"):
		return metric.Share
	case strings.HasSuffix(name, ".time_to_dock"):
		return metric.TimeToEvent
	}
	return ""
}

// hasTable reports whether the file has a table.
func (s *store) hasTable(name string) (known bool, err error) {
	err = s.rows(func(r *sql.Rows) error { return r.Scan(&known) },
		"SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?", name)
	return known, err
}
