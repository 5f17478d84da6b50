package results

import (
	"errors"
	"io"
	"testing"
)

// roomFor takes so many bytes and refuses the rest, as a disk does that becomes full.
type roomFor struct{ left int }

var errNoRoom = errors.New("no room")

func (r *roomFor) Write(b []byte) (int, error) {
	n := min(len(b), r.left)
	r.left -= n
	if n < len(b) {
		return n, errNoRoom
	}
	return n, nil
}

// An export that does not fit, wherever it ends, says so: at its first byte, within,
// and at the last one, which a buffer may hold back to the end.
func TestExportOntoAFullDisk(t *testing.T) {
	study, cells := study1()
	path := newFile(t)
	write(t, path, study, cells, keys(study))
	f := open(t, path)
	for name, export := range map[string]func(*File, io.Writer) error{
		"csv": (*File).writeCSV, "long": (*File).writeLongCSV, "series": (*File).writeSeriesCSV,
		"json": (*File).writeJSON, "parquet": (*File).writeParquet,
	} {
		size := len(exported(t, false, export))
		for _, room := range []int{0, 1, size / 4, size / 2, size - 4097, size - 1} {
			if room < 0 {
				continue
			}
			if err := export(f, &roomFor{room}); !errors.Is(err, errNoRoom) {
				t.Errorf("%s: %v with room for %d of %d bytes", name, err, room, size)
			}
		}
		if err := export(f, &roomFor{size}); err != nil {
			t.Errorf("%s: %v with room for all", name, err)
		}
	}
}
