package view

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"net/http"
)

// columnsAnswer is what is sent as columns: a header of JSON, and tables.
type columnsAnswer struct {
	header map[string]any
	tables []*table
}

// table is a table of an answer.
type table struct {
	name    string
	rows    int
	columns []column
}

// column is a column of numbers of one type, as bytes.
type column struct {
	name, kind string
	data       []byte
}

func (t *table) f64(name string, all []float64) {
	data := make([]byte, 0, 8*len(all))
	for _, v := range all {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
	}
	t.add(name, "f64", data)
}

func (t *table) f32(name string, all []float32) {
	data := make([]byte, 0, 4*len(all))
	for _, v := range all {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
	}
	t.add(name, "f32", data)
}

func (t *table) i32(name string, all []int32) {
	data := make([]byte, 0, 4*len(all))
	for _, v := range all {
		data = binary.LittleEndian.AppendUint32(data, uint32(v))
	}
	t.add(name, "i32", data)
}

func (t *table) u8(name string, all []uint8) { t.add(name, "u8", all) }

func (t *table) add(name, kind string, data []byte) {
	t.columns = append(t.columns, column{name, kind, data})
}

// layout is how the header tells of a table.
type layout struct {
	Rows    int           `json:"rows"`
	Columns []layoutOfOne `json:"columns"`
}

type layoutOfOne struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Offset int    `json:"offset"` // after the header
}

// bytes returns the answer as it is sent: the length of the header in four bytes, the header with blanks behind it up to a multiple
// of 8 bytes, and the columns, each from a multiple of 8 bytes on.
func (a *columnsAnswer) bytes() ([]byte, error) {
	layouts, size := map[string]layout{}, 0
	for _, t := range a.tables {
		l := layout{Rows: t.rows, Columns: []layoutOfOne{}}
		for _, c := range t.columns {
			l.Columns = append(l.Columns, layoutOfOne{c.name, c.kind, size})
			size += padded(len(c.data))
		}
		layouts[t.name] = l
	}
	a.header["tables"] = layouts
	header, err := json.Marshal(a.header)
	if err != nil {
		return nil, err
	}
	for (4+len(header))%8 != 0 {
		header = append(header, ' ')
	}
	out := make([]byte, 0, 4+len(header)+size)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(header)))
	out = append(out, header...)
	for _, t := range a.tables {
		for _, c := range t.columns {
			out = append(out, c.data...)
			out = append(out, make([]byte, padded(len(c.data))-len(c.data))...)
		}
	}
	return out, nil
}

func padded(n int) int { return (n + 7) &^ 7 }

// send sends an answer.
func (a *columnsAnswer) send(w http.ResponseWriter) error {
	data, err := a.bytes()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Write(data)
	return nil
}
