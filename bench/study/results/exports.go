package results

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"halocline/scenarios/strict"
)

// Export is one of what a result file can be written as.
type Export struct {
	Name, About string
	Ending      string // of the name of a file
	Text        bool
	Write       func(*File, io.Writer) error
}

// Exports is the list of them. Of several with one ending, the first is what the ending means.
func Exports() []Export {
	return []Export{
		{"csv", "a row for each run", ".csv", true, (*File).writeCSV},
		{"long", "CSV with a row for each metric of each run", ".csv", true, (*File).writeLongCSV},
		{"series", "CSV with a row for each point of each time series", ".csv", true, (*File).writeSeriesCSV},
		{"jsonl", "a JSON object in a line for each run", ".jsonl", true, (*File).writeJSON},
		{"parquet", "the table of csv as Parquet", ".parquet", false, (*File).writeParquet},
		{"study", "the study, its scenario and their data as they were: a tar archive", ".tar", false, (*File).writeStudy},
	}
}

// ExportOf returns what to write: what --format names, or else what the ending of the file's
// name tells, and CSV where neither does.
func ExportOf(format, to string) (Export, error) {
	all := Exports()
	var names, endings, owners []string
	ending := filepath.Ext(to)
	for _, e := range all {
		names = append(names, e.Name)
		if !slices.Contains(endings, e.Ending) {
			endings = append(endings, e.Ending)
		}
		if e.Ending == ending {
			owners = append(owners, e.Name)
		}
	}
	if format == "" && ending == "" {
		return all[0], nil
	}
	if format == "" && len(owners) == 0 {
		return Export{}, fmt.Errorf("-o %s: the ending of the name tells the format, and %s is unknown; known: %s; or give --format",
			to, ending, strings.Join(endings, ", "))
	}
	if format == "" {
		format = owners[0]
	}
	i := slices.Index(names, format)
	if i < 0 {
		return Export{}, fmt.Errorf("--format: %s", strict.Unknown("format", format, names))
	}
	if len(owners) > 0 && !slices.Contains(owners, format) {
		return Export{}, fmt.Errorf("-o %s: %s is the ending of --format %s, and --format %s is given; leave one of the two out",
			to, ending, strings.Join(owners, ", "), format)
	}
	return all[i], nil
}
