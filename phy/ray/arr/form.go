package arr

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// axis is a list of places in the header.
type axis struct {
	what   string
	values *[]float64
}

// axes returns the lists in the order of a file.
func (f *File) axes() [3]axis {
	return [3]axis{{"source depths", &f.Sources}, {"receiver depths", &f.Depths}, {"ranges", &f.Ranges}}
}

// columns returns the name of each number of a row.
func columns() [len(row{})]string {
	return [...]string{
		"amplitude", "phase", "delay", "imaginary part of the delay", "angle at the source", "angle at the receiver",
		"number of reflections at the surface", "number of reflections at the bottom",
	}
}

// A file of Bellhop has the mark flat, one of Bellhop3D the mark solid.
const flat, solid = "2D", "3D"

// notFlat is what to do about a file of Bellhop3D.
const notFlat = "the file is one of Bellhop3D ('3D'), expected '2D'; run Bellhop in two dimensions"

// words is the text form: numbers with blanks between them, and lines that a compiler may break anywhere.
type words struct {
	name string
	rest []byte // without blanks at its end
	line int
}

func (w *words) place() string     { return fmt.Sprintf("%s:%d", w.name, w.line) }
func (w *words) left() int         { return len(w.rest) }
func (w *words) least() (int, int) { return len(" 0"), len(" 0 0 0 0 0 0 0 0") }

// word returns the next word.
func (w *words) word(what string) (string, error) {
	start := len(w.rest) - len(bytes.TrimLeft(w.rest, " \t\r\n"))
	w.line += bytes.Count(w.rest[:start], []byte("\n"))
	w.rest = w.rest[start:]
	if len(w.rest) == 0 {
		return "", fmt.Errorf("%s: the file ends here, expected the %s; it is cut off: %s", w.place(), what, again)
	}
	end := bytes.IndexAny(w.rest, " \t\r\n")
	if end < 0 {
		end = len(w.rest)
	}
	word := string(w.rest[:end])
	w.rest = w.rest[end:]
	return word, nil
}

// number reads a finite number.
func (w *words) number(what string) (float64, error) {
	word, err := w.word(what)
	if err != nil {
		return 0, err
	}
	return w.parse(word, what)
}

func (w *words) parse(word, what string) (float64, error) {
	v, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%s: the %s is %q, expected a number; %s", w.place(), what, word, again)
	}
	return v, nil
}

func (w *words) count(what string) (int, error) {
	v, err := w.number(what)
	if err == nil && !natural(v) {
		err = fmt.Errorf("%s: the %s is %g, expected a whole number from 0 to %d; %s", w.place(), what, v, most, again)
	}
	return int(v), err
}

// values reads so many numbers.
func (w *words) values(n int, what string) ([]float64, error) {
	if n > len(w.rest)/len(" 0") {
		return nil, fmt.Errorf("%s: the number of %s is %d, but %d bytes follow, too few for them; %s", w.place(), what, n, len(w.rest), again)
	}
	values := make([]float64, n)
	for i := range values {
		var err error
		if values[i], err = w.number(what); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// header reads the mark, the frequency, and for each axis the number of its values and the values. In older files there is
// no mark, and the three numbers follow the frequency.
func (w *words) header(f *File) error {
	mark, err := w.word("mark '2D'")
	if err != nil {
		return err
	}
	name := strings.Trim(mark, `'"`)
	marked := name == flat
	switch {
	case name == solid:
		return fmt.Errorf("%s: %s", w.place(), notFlat)
	case marked:
		f.Frequency, err = w.number("frequency")
	default:
		f.Frequency, err = w.parse(mark, "mark '2D' or the frequency")
	}
	if err := cmp.Or(err, f.checkFrequency(w)); err != nil {
		return err
	}
	var n [3]int
	for i, a := range f.axes() {
		if n[i], err = w.count("number of " + a.what); err == nil && marked {
			*a.values, err = w.values(n[i], a.what)
		}
		if err != nil {
			return err
		}
	}
	for i, a := range f.axes() {
		if !marked {
			*a.values, err = w.values(n[i], a.what)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *words) arrival(r *row) (err error) {
	for i, what := range columns() {
		if r[i], err = w.number(what); err != nil {
			return err
		}
	}
	return nil
}

// records is the binary form: records of Fortran, little-endian, each between two markers of 4 bytes that hold its length.
type records struct {
	name string
	data []byte
	at   int // of the record that was read last
	next int
}

func (r *records) place() string     { return fmt.Sprintf("%s: byte %d", r.name, r.at) }
func (r *records) left() int         { return len(r.data) - r.next }
func (r *records) least() (int, int) { return 4 + 8, 4*len(row{}) + 8 }

// record returns what is in the next record.
func (r *records) record(what string) ([]byte, error) {
	r.at = r.next
	rest := r.data[r.at:]
	if len(rest) < 8 {
		return nil, fmt.Errorf("%s: the file ends here, expected the %s; it is cut off: %s", r.place(), what, again)
	}
	n := int(binary.LittleEndian.Uint32(rest))
	if n > len(rest)-8 {
		return nil, fmt.Errorf("%s: the %s is a record of %d bytes, but %d are left; the file is cut off, or no arrivals file: %s", r.place(), what, n, max(len(rest)-8, 0), again)
	}
	if end := binary.LittleEndian.Uint32(rest[4+n:]); int(end) != n {
		return nil, fmt.Errorf("%s: the %s is a record of %d bytes by its beginning and %d by its end, expected the same; %s", r.place(), what, n, end, again)
	}
	r.next += n + 8
	return rest[4 : 4+n], nil
}

// sized returns what is in the next record, which has so many bytes.
func (r *records) sized(what string, size int) ([]byte, error) {
	data, err := r.record(what)
	if err == nil && len(data) != size {
		err = fmt.Errorf("%s: the %s is a record of %d bytes, expected %d; %s", r.place(), what, len(data), size, again)
	}
	return data, err
}

func (r *records) count(what string) (int, error) {
	data, err := r.sized(what, 4)
	if err != nil {
		return 0, err
	}
	n := int32(binary.LittleEndian.Uint32(data))
	if n < 0 {
		err = fmt.Errorf("%s: the %s is %d, expected 0 or more; %s", r.place(), what, n, again)
	}
	return int(n), err
}

// single reads a number of 4 bytes.
func single(data []byte) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(data)))
}

// header reads the records of the mark, the frequency and the axes.
func (r *records) header(f *File) error {
	data, err := r.record("mark '2D'")
	if err != nil {
		return err
	}
	switch string(bytes.Trim(data, `'" `)) {
	case solid:
		return fmt.Errorf("%s: %s", r.place(), notFlat)
	case flat:
	default:
		return fmt.Errorf("%s: the first record has %d bytes and is not '2D': it is of an older Acoustics Toolbox, or no arrivals file; "+
			"have Bellhop write text, with RunType 'A'", r.place(), len(data))
	}
	if data, err = r.sized("frequency", 4); err != nil {
		return err
	}
	f.Frequency = single(data)
	if err := f.checkFrequency(r); err != nil {
		return err
	}
	for _, a := range f.axes() {
		if *a.values, err = r.values(a.what); err != nil {
			return err
		}
	}
	return nil
}

// values reads a record of a number and so many values, of 4 bytes each, or of 8 as ranges are since 2023.
func (r *records) values(what string) ([]float64, error) {
	data, err := r.record(what)
	if err != nil {
		return nil, err
	}
	n, wide := 0, false
	if len(data) >= 4 {
		n = int(binary.LittleEndian.Uint32(data))
		wide = len(data) == 4+8*n
	}
	if len(data) < 4 || !wide && len(data) != 4+4*n {
		return nil, fmt.Errorf("%s: the %s are a record of %d bytes with the number %d, expected 4 bytes and 4 or 8 for each; %s", r.place(), what, len(data), n, again)
	}
	values := make([]float64, n)
	for i := range values {
		if wide {
			values[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[4+8*i:]))
		} else {
			values[i] = single(data[4+4*i:])
		}
	}
	return values, nil
}

func (r *records) arrival(into *row) error {
	data, err := r.sized("arrival", 4*len(into))
	if err != nil {
		return err
	}
	for i := range into {
		into[i] = single(data[4*i:])
	}
	return nil
}
