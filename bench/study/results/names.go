package results

import (
	"cmp"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// nameTable gives the names of metrics, or of series, their numbers. A name has
// one unit and one kind in the whole study.
type nameTable struct {
	kind    string // for messages
	numbers map[string]int64
	names   []Name // by number
	saved   int    // so many are in the file
	late    []int  // of these, the ones whose kind is known only now
}

// newNames are names, and kinds of names, that are not in the file yet.
type newNames struct {
	first int    // number of the first name
	names []Name // by number from first on
	late  []Name // those of which the file has the name and not the kind
	of    []int  // their numbers
}

// loadNames reads a table of names. Those of metrics have kinds.
func (s *store) loadNames(kind, table string) (*nameTable, error) {
	t := &nameTable{kind: kind, numbers: map[string]int64{}}
	query := "SELECT name, text, unit, '' FROM " + table + " ORDER BY name"
	if kinds, err := s.hasTable("metric_kind"); err != nil {
		return nil, err
	} else if kinds && table == "metric_name" {
		query = "SELECT name, text, unit, ifnull(kind, '') FROM metric_name LEFT JOIN metric_kind USING (name) ORDER BY name"
	}
	err := s.rows(func(r *sql.Rows) error {
		var number int
		var n Name
		if err := r.Scan(&number, &n.Name, &n.Unit, &n.Kind); err != nil {
			return err
		}
		if number != len(t.names) {
			return damaged(s.path, fmt.Sprintf("names of %s are not numbered in turn", kind))
		}
		if table == "metric_name" && n.Kind == "" {
			n.Kind = olderKind(n.Name)
		}
		t.put(n)
		return nil
	}, query)
	t.saved = len(t.names)
	return t, err
}

// put enters a name that may be new, or the kind of one that has none, and returns its number.
func (t *nameTable) put(n Name) int64 {
	i, known := t.numbers[n.Name]
	switch {
	case !known:
		i = int64(len(t.names))
		t.numbers[n.Name] = i
		t.names = append(t.names, n)
	case t.names[i].Kind == "" && n.Kind != "":
		t.names[i].Kind = n.Kind
		if int(i) < t.saved {
			t.late = append(t.late, int(i))
		}
	}
	return i
}

// unsaved returns what is not in the file.
func (t *nameTable) unsaved() newNames {
	n := newNames{first: t.saved, names: slices.Clone(t.names[t.saved:]), of: slices.Clone(t.late)}
	for _, i := range t.late {
		n.late = append(n.late, t.names[i])
	}
	return n
}

// keep notes that names are in the file now.
func (t *nameTable) keep(n newNames) {
	for i, kept := range n.names { // its kind may have come meanwhile
		if t.names[n.first+i].Kind != kept.Kind {
			t.late = append(t.late, n.first+i)
		}
	}
	t.saved = n.first + len(n.names)
	t.late = slices.Delete(t.late, 0, len(n.of))
}

// check says whether a name can be entered.
func (t *nameTable) check(n Name) error {
	i, known := t.numbers[n.Name]
	switch {
	case known && t.names[i].Unit == n.Unit && t.names[i].Kind != n.Kind && t.names[i].Kind != "" && n.Kind != "":
		return fmt.Errorf("%s %s is a %s, and was a %s before: a name has one kind", t.kind, n.Name, n.Kind, t.names[i].Kind)
	case known && t.names[i].Unit == n.Unit:
		return nil
	case known:
		return fmt.Errorf("%s %s in %q, and in %q before: a name has one unit", t.kind, n.Name, n.Unit, t.names[i].Unit)
	case n.Name == "":
		return fmt.Errorf("a %s without a name", t.kind)
	case !utf8.ValidString(n.Name+n.Unit) || strings.ContainsAny(n.Name+n.Unit, "\x00\r\n"):
		return fmt.Errorf("%s %q in %q: a name and a unit are one line of UTF-8", t.kind, n.Name, n.Unit)
	}
	return nil
}

// sorted returns the names in order: their numbers depend on which run came
// first.
func (t *nameTable) sorted() []Name {
	return slices.SortedFunc(slices.Values(t.names), func(a, b Name) int { return cmp.Compare(a.Name, b.Name) })
}
