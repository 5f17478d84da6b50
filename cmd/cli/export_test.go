package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"halocline/cmd/command"
	"halocline/sim/simtest"
)

// What export writes is told by the ending of the file's name, as in --trace, and not by it
// and --format in two ways. The first bytes of Parquet are its magic number, those of a tar
// archive the name of the first file; a CSV file begins with its header.
func TestExportByEnding(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	write(t, dir, "s.yaml", "name: s\nbase: two-nodes\nset: {duration: 60s}\nsweep: {\"traffic[0].period\": [5s, 10s]}\n")
	halocline(t, dir, "sweep", "s.yaml", "-o", "r.db").expect(t, "sweep", command.OK, "", "2 runs made")
	for _, row := range []struct{ file, begins string }{
		{"x.csv", "cell,"},
		{"x.jsonl", `{"cell":0`},
		{"x.parquet", "PAR1"},
		{"x.tar", "s.yaml\x00"},
		{"bare", "cell,"},
	} {
		halocline(t, dir, "export", "r.db", "-o", row.file).expect(t, row.file, command.OK, "", "")
		if b, err := os.ReadFile(filepath.Join(dir, row.file)); err != nil || !bytes.HasPrefix(b, []byte(row.begins)) {
			t.Errorf("%s: %v, begins with %.20q", row.file, err, b)
		}
	}
	halocline(t, dir, "export", "r.db", "--format", "long", "-o", "l.csv").expect(t, "both agree", command.OK, "", "")
	halocline(t, dir, "export", "r.db", "--format", "csv", "-o", "l.txt").expect(t, "an ending of one's own", command.OK, "", "")
	for _, row := range []struct{ file, format, want string }{
		{"y.mcap", "", "-o y.mcap: the ending of the name tells the format, and .mcap is unknown; known: .csv, .jsonl, .parquet, .tar; or give --format\n"},
		{"y.json", "", ".json is unknown"},
		{"y.parquet", "csv", "-o y.parquet: .parquet is the ending of --format parquet, and --format csv is given; leave one of the two out\n"},
		{"y.csv", "study", ".csv is the ending of --format csv, long, series, and --format study is given"},
	} {
		args := []string{"export", "r.db", "-o", row.file}
		if row.format != "" {
			args = append(args, "--format", row.format)
		}
		halocline(t, dir, args...).expect(t, row.file, command.BadInput, "", row.want)
		if _, err := os.Stat(filepath.Join(dir, row.file)); err == nil {
			t.Errorf("%s was written", row.file)
		}
	}
}
