package cli

import (
	"database/sql"
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"testing"

	"halocline/cmd/command"
)

// What the help says of two result files does what it says: the mean difference of the
// pairs of a cell is that of the numbers in the CSV files of both.
func TestTwoFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, delay := range map[string]string{"old": "1500m/s", "new": "1400m/s"} {
		write(t, ".", name+".yaml", "name: s\nbase: aloha20\nset: {duration: 60s, water.speed: "+delay+"}\nsweep: {links.acoustic.mac.queue: [1, 4]}\nrepeat: 3\n")
		if code, text := said(t, "sweep", name+".yaml"); code != command.OK {
			t.Fatal(text)
		}
		do(t, ".", "mv", "s.db", name+".db")
	}
	old, fresh := delays(t, "old.db"), delays(t, "new.db")
	want, runs := map[string]float64{}, map[string]int{}
	for run, before := range old {
		cell, _, _ := strings.Cut(run, "/")
		want[cell] += (fresh[run] - before) / 3
		runs[cell]++
	}

	db, err := sql.Open("sqlite", "old.db")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	attach, query, _ := strings.Cut(strings.Trim(twoFiles, `"`), ";")
	if _, err := db.ExecContext(t.Context(), attach); err != nil {
		t.Fatal(err)
	}
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	cells := 0
	for ; rows.Next(); cells++ {
		var cell string
		var count int
		var more float64
		if err := rows.Scan(&cell, &count, &more); err != nil {
			t.Fatal(err)
		}
		if count != 3 || runs[cell] != 3 || !(math.Abs(more-want[cell]) < 1e-12) || more == 0 {
			t.Errorf("cell %s: %d pairs differ by %g s, want %d and %g s", cell, count, more, runs[cell], want[cell])
		}
	}
	if err := rows.Err(); err != nil || cells != 2 {
		t.Errorf("%d cells, %v", cells, err)
	}
}

// delays returns the mean delay of each run of a result file, by cell and seed.
func delays(t *testing.T, file string) map[string]float64 {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(do(t, ".", binary, "export", file, "--format", "long"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for i, name := range lines[0] {
		column[name] = i
	}
	all := map[string]float64{}
	for _, line := range lines[1:] {
		if line[column["name"]] != "packets.delay_mean" {
			continue
		}
		v, err := strconv.ParseFloat(line[column["value"]], 64)
		if err != nil {
			t.Fatal(err)
		}
		all[line[column["cell"]]+"/"+line[column["seed"]]] = v
	}
	return all
}
