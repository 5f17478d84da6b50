package results

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
)

// bulkRows is the number of rows that one statement inserts. More rows share
// the cost of a statement, but the driver looks for each argument among all.
const bulkRows = 40

// bulk inserts rows into one table, many to a statement, through the driver:
// database/sql spends as long on each value as SQLite does.
type bulk struct {
	table string
	many  driver.StmtExecContext
	one   driver.StmtExecContext
	width int
	args  []driver.NamedValue
	used  int
}

// newBulk prepares the statements for a table with so many columns. OR FAIL
// spares SQLite a journal that would undo one statement: after an error the
// whole transaction is undone.
func newBulk(conn driver.Conn, table string, width int) (*bulk, error) {
	b := &bulk{table: table, width: width, args: make([]driver.NamedValue, bulkRows*width)}
	for i := range b.args {
		b.args[i].Ordinal = i + 1
	}
	row := "(" + strings.Repeat(",?", width)[1:] + ")"
	for to, rows := range map[*driver.StmtExecContext]int{&b.many: bulkRows, &b.one: 1} {
		stmt, err := conn.Prepare("INSERT OR FAIL INTO " + table + " VALUES " + strings.Repeat(","+row, rows)[1:])
		if err != nil {
			b.close()
			return nil, err
		}
		var ok bool
		if *to, ok = stmt.(driver.StmtExecContext); !ok {
			return nil, fmt.Errorf("the driver's statements are of type %T", stmt)
		}
	}
	return b, nil
}

// add inserts a row, now or with those that follow. The values are int64,
// float64 (NaN becomes NULL) and string.
func (b *bulk) add(row ...driver.Value) error {
	for i, v := range row {
		b.args[b.used+i].Value = v
	}
	b.used += b.width
	if b.used < len(b.args) {
		return nil
	}
	b.used = 0
	_, err := b.many.ExecContext(context.Background(), b.args)
	return err
}

// flush inserts the rows that wait.
func (b *bulk) flush() error {
	defer func() { b.used = 0 }()
	one := make([]driver.NamedValue, b.width)
	for i := 0; i < b.used; i += b.width {
		for j := range one {
			one[j] = driver.NamedValue{Ordinal: j + 1, Value: b.args[i+j].Value}
		}
		if _, err := b.one.ExecContext(context.Background(), one); err != nil {
			return err
		}
	}
	return nil
}

// close frees the statements.
func (b *bulk) close() {
	for _, stmt := range []driver.StmtExecContext{b.many, b.one} {
		if s, ok := stmt.(driver.Stmt); ok {
			s.Close()
		}
	}
}

// batch inserts runs with what belongs to them.
type batch struct {
	names, lines               *bulk // of metrics and series
	runs, metrics, point, sums *bulk
	digest                     *digest // of runs
}

// newBatch prepares the statements.
func newBatch(conn driver.Conn) (*batch, error) {
	b := &batch{digest: newDigest()}
	for _, t := range []struct {
		to    **bulk
		table string
		width int
	}{
		{&b.names, "metric_name", 3},
		{&b.lines, "series_name", 3},
		{&b.runs, "run", 9},
		{&b.metrics, "metric", 3},
		{&b.point, "series", 5},
		{&b.sums, "digest", 3},
	} {
		var err error
		if *t.to, err = newBulk(conn, t.table, t.width); err != nil {
			b.close()
			return nil, err
		}
	}
	return b, nil
}

// all returns the tables, those first to which others refer.
func (b *batch) all() []*bulk { return []*bulk{b.names, b.lines, b.runs, b.metrics, b.point, b.sums} }

// reset forgets rows that a failed transaction left waiting.
func (b *batch) reset() {
	for _, t := range b.all() {
		t.used = 0
	}
}

// flush inserts the rows that wait.
func (b *batch) flush() error {
	for _, t := range b.all() {
		if err := t.flush(); err != nil {
			return err
		}
	}
	return nil
}

// close frees the statements.
func (b *batch) close() {
	for _, t := range b.all() {
		if t != nil {
			t.close()
		}
	}
}

// add inserts a run.
func (b *batch) add(number int64, r entered) error {
	err := b.runs.add(number, int64(r.Cell), int64(r.Repetition), int64(r.Seed), r.Status, r.Reason, r.Fingerprint, r.Wall, r.CPU)
	if err == nil {
		err = b.sums.add(runPart, number, b.digest.sumOfRun(r.Run))
	}
	if err != nil {
		return err
	}
	for i, m := range r.Metrics {
		if err := b.metrics.add(number, r.metrics[i], m.Value); err != nil {
			return err
		}
	}
	for k, s := range r.Series {
		name := r.series[k]
		for i, t := range s.Times {
			if err := b.point.add(number, name, int64(i), t, s.Values[i]); err != nil {
				return err
			}
		}
	}
	return nil
}
