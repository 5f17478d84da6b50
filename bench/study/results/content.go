package results

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"math"
	"slices"
	"strings"
)

// content is what a file says of its study: everything but the runs.
type content struct {
	study   Study
	part    Part
	cells   []Cell
	planned []int // by cell: repetitions that it needs
}

// load reads the content of a file.
func (s *store) load(ctx context.Context) (*content, error) {
	c := &content{}
	err := s.rows(func(r *sql.Rows) error {
		return r.Scan(&c.study.Name, &c.study.Text, &c.study.Hash, &c.study.Version, &c.study.Cells, &c.study.Repeat,
			&c.part.Index, &c.part.Count, &c.part.Block)
	}, "SELECT name, text, hash, version, cells, repeat, part, parts, whole FROM study")
	if err != nil {
		return nil, err
	}
	if c.study.Sources, err = s.loadSources(); err != nil {
		return nil, err
	}
	err = s.rows(func(r *sql.Rows) error {
		var index, planned int
		if err := r.Scan(&index, &planned); err != nil {
			return err
		}
		c.cells = append(c.cells, Cell{Index: index})
		c.planned = append(c.planned, planned)
		return s.stopped(ctx, index)
	}, "SELECT cell, planned FROM cell ORDER BY cell")
	if err != nil {
		return nil, err
	}
	if err := checkCells(c.study, c.cells); err != nil {
		return nil, damaged(s.path, err)
	}
	err = s.rows(func(r *sql.Rows) error {
		var cell int
		var p Param
		if err := r.Scan(&cell, &p.Path, &p.Text, &p.Unit, nullable{&p.Value}); err != nil {
			return err
		}
		if cell < 0 || cell >= len(c.cells) {
			return damaged(s.path, fmt.Sprintf("a parameter belongs to cell %d", cell))
		}
		c.cells[cell].Params = append(c.cells[cell].Params, p)
		return s.stopped(ctx, cell)
	}, "SELECT cell, path, text, unit, value FROM param ORDER BY cell, position")
	return c, err
}

// save writes the content into a new file.
func (s *store) save(ctx context.Context, c *content) error {
	st := c.study
	err := s.exec("INSERT INTO study VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)", st.Name, st.Text, st.Hash, st.Version,
		st.Cells, st.Repeat, c.part.Index, c.part.Count, c.part.Block)
	if err != nil {
		return err
	}
	if err := s.saveSources(st.Sources); err != nil {
		return err
	}
	err = s.conn.Raw(func(conn any) error { return s.saveCells(ctx, conn.(driver.Conn), c) })
	if err != nil {
		return s.explain(err)
	}
	if err := s.exec(cellsView(c.cells) + ";" + kindTable + sessionTable + digestTable); err != nil {
		return err
	}
	if err := s.sealNames(); err != nil {
		return err
	}
	if err := s.sealSessions(); err != nil {
		return err
	}
	return s.sealContent(c)
}

// saveCells inserts the cells with what they vary.
func (s *store) saveCells(ctx context.Context, conn driver.Conn, c *content) error {
	cells, err := newBulk(conn, "cell", 2)
	if err != nil {
		return err
	}
	defer cells.close()
	params, err := newBulk(conn, "param", 6)
	if err != nil {
		return err
	}
	defer params.close()
	for i, cell := range c.cells {
		if err := s.stopped(ctx, i); err != nil {
			return err
		}
		if err := cells.add(int64(cell.Index), int64(c.planned[i])); err != nil {
			return err
		}
		for j, p := range cell.Params {
			if err := params.add(int64(cell.Index), int64(j), p.Path, p.Text, p.Unit, p.Value); err != nil {
				return err
			}
		}
	}
	if err := cells.flush(); err != nil {
		return err
	}
	return params.flush()
}

// stopped returns the cause once ctx is done. It looks at every 1024th cell: a look
// takes a lock.
func (s *store) stopped(ctx context.Context, cell int) error {
	if cell%1024 != 0 || ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", s.path, context.Cause(ctx))
}

// checkStudy says what is wrong with a study that a file is to be made for.
func checkStudy(study Study, cells []Cell) error {
	if study.Name == "" || study.Hash == "" || study.Version == "" {
		return fmt.Errorf("study %q: results need its name, hash and version", study.Name)
	}
	return checkCells(study, cells)
}

// checkCells wants the cells that the study plans, in order.
func checkCells(study Study, cells []Cell) error {
	if study.Repeat < 1 || study.Cells < 1 || len(cells) != study.Cells {
		return fmt.Errorf("study %q: %d cells of %d, %d repetitions: all cells and at least one repetition are needed",
			study.Name, len(cells), study.Cells, study.Repeat)
	}
	if int64(study.Cells) > math.MaxInt64/int64(study.Repeat) {
		return fmt.Errorf("study %q: %d cells of %d repetitions are too many to be numbered", study.Name, study.Cells, study.Repeat)
	}
	for i, c := range cells {
		if c.Index != i {
			return fmt.Errorf("study %q: cell %d comes as number %d", study.Name, c.Index, i)
		}
	}
	return nil
}

// differs says in what a file is about something else than the study in hand,
// and what to do; or nothing.
func (c *content) differs(path string, want *content) error {
	have, study := c.study, want.study
	what, advice := "", "write to another file, or go back to what the file was made with"
	switch {
	case have.Name != study.Name:
		what = fmt.Sprintf("it is of study %q, not of %q", have.Name, study.Name)
	case have.Version != study.Version:
		what = fmt.Sprintf("it was written by version %s of the program, and this is version %s: their results do not mix (halocline version tells the sources of a program)",
			have.Version, study.Version)
		advice = "go on with that version, or write to another file"
	case have.Hash != study.Hash && have.Text != study.Text:
		what = "the study has changed since: " + firstChange(have.Text, study.Text)
		advice = fmt.Sprintf("write to another file, with --reuse %s for the runs that are the same, or go back to what the file was made with", path)
	case have.Hash != study.Hash:
		what = "a scenario of the study, or a file that it reads, has changed since" + changedSource(have.Sources, study.Sources)
	case have.Repeat != study.Repeat:
		what = fmt.Sprintf("it is of %d repetitions, and the study has %d: only the file of a whole study can be given more, and none fewer", have.Repeat, study.Repeat)
	case have.Cells != study.Cells || !slices.EqualFunc(c.cells, want.cells, sameCell):
		what = "the study has other cells than it had"
	case c.part != want.part:
		what = fmt.Sprintf("it is of %v, not of %v", c.part, want.part)
	default:
		return nil
	}
	return fmt.Errorf("%s: %w: %s; %s", path, ErrOther, what, advice)
}

// firstChange shows the first line in which two texts differ. One that a flag has made a comment stands in the file as it was.
func firstChange(was, is string) string {
	a, b := strings.Split(was, "\n"), strings.Split(is, "\n")
	line := func(lines []string, i int) string {
		if i >= len(lines) {
			return "no line"
		}
		return fmt.Sprintf("%q", lines[i])
	}
	for i := range max(len(a), len(b)) {
		switch x, y := line(a, i), line(b, i); {
		case x == y:
		case i < len(a) && i < len(b) && b[i] == "# "+a[i]:
			return fmt.Sprintf("a flag, --precision or --repeat, stands in place of line %d, %s", i+1, x)
		case i < len(a) && i < len(b) && a[i] == "# "+b[i]:
			return fmt.Sprintf("a flag, --precision or --repeat, stood in place of line %d, %s", i+1, y)
		default:
			return fmt.Sprintf("line %d was %s and is %s", i+1, x, y)
		}
	}
	return "nothing"
}

// sameCell tells whether two cells have the same parameters.
func sameCell(a, b Cell) bool {
	return a.Index == b.Index && slices.EqualFunc(a.Params, b.Params, func(p, q Param) bool {
		v, w := plain(p.Value), plain(q.Value)
		return p.Path == q.Path && p.Text == q.Text && p.Unit == q.Unit && (v == w || v != v && w != w)
	})
}

// nullable scans a number that may be missing.
type nullable struct{ to *float64 }

// Scan implements sql.Scanner.
func (n nullable) Scan(from any) error {
	switch v := from.(type) {
	case nil:
		*n.to = math.NaN()
	case float64:
		*n.to = v
	case int64:
		*n.to = float64(v)
	default:
		return fmt.Errorf("a number is kept as %T", from)
	}
	return nil
}
