// Package netcdf reads files in the classic forms of NetCDF, CDF-1, CDF-2 and CDF-5, as oceanographers and GEBCO give away gridded
// data (NetCDF Classic and 64-bit Offset File Formats, Unidata; OGC 10-092r3). Values are turned into float64 by scale_factor and
// add_offset, and those that are missing into NaN.
//
// Begin with Read, then File.Values.
//
// Left out: NetCDF-4, which is HDF5 (nccopy -k classic in.nc out.nc converts it), writing, groups, and text but in attributes.
package netcdf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// File is a file that has been read.
type File struct {
	Dims  []Dim
	Vars  []Var
	data  []byte
	wide  bool // numbers of 64 bits in the header: CDF-5
	long  bool // offsets of 64 bits: CDF-2 and CDF-5
	batch int  // length of a record of all variables, bytes
}

// Dim is a dimension.
type Dim struct {
	Name   string
	Length int
	record bool
}

// Var is a variable.
type Var struct {
	Name  string
	Dims  []int // numbers of its dimensions, the slowest first
	Attrs []Attr

	kind  int32
	begin int
}

// Attr is an attribute: a text or numbers.
type Attr struct {
	Name    string
	Text    string
	Numbers []float64
}

// The types of values.
const (
	kindByte   = 1
	kindChar   = 2
	kindShort  = 3
	kindInt    = 4
	kindFloat  = 5
	kindDouble = 6
	kindUByte  = 7
	kindUShort = 8
	kindUInt   = 9
	kindInt64  = 10
	kindUInt64 = 11
)

// size returns the bytes of a value; 0 of a type that there is not.
func size(kind int32) int {
	switch kind {
	case kindByte, kindChar, kindUByte:
		return 1
	case kindShort, kindUShort:
		return 2
	case kindInt, kindFloat, kindUInt:
		return 4
	case kindDouble, kindInt64, kindUInt64:
		return 8
	}
	return 0
}

// errCut says that a file ends too early. All that is read is bounded by what is there.
var errCut = errors.New("it ends too early; it was cut off, or is none of NetCDF, so that it has to be fetched or written again")

// Read reads the header of a file, and keeps its data.
func Read(data []byte) (*File, error) {
	switch {
	case len(data) >= 4 && string(data[1:4]) == "HDF":
		return nil, errors.New("it is NetCDF-4, which is HDF5; convert it by nccopy -k classic in.nc out.nc")
	case len(data) >= 4 && (string(data[:2]) == "II" || string(data[:2]) == "MM"):
		return nil, errors.New("it is a TIFF picture; convert it by gdal_translate -of netCDF -co FORMAT=NC in.tif out.nc")
	case len(data) < 4 || string(data[:3]) != "CDF" || data[3] != 1 && data[3] != 2 && data[3] != 5:
		return nil, errors.New("it is no NetCDF file, which begins with CDF and 1, 2 or 5; convert it, as by gdal_translate -of netCDF -co FORMAT=NC in out.nc")
	}
	f := &File{data: data, wide: data[3] == 5, long: data[3] != 1}
	h := &header{File: f, at: 4}
	records := h.count()
	h.dims(records)
	h.attrs()
	h.vars()
	if h.err != nil {
		return nil, h.err
	}
	return f, f.check(records)
}

// check finds the length of a record, and variables whose data are not all there.
func (f *File) check(records int) error {
	var of []int
	for i := range f.Vars {
		if v := &f.Vars[i]; f.isRecord(v) {
			of = append(of, i)
			f.batch += padded(f.count(v, 1) * size(v.kind))
		}
	}
	if len(of) == 1 { // a lone record variable is not padded
		f.batch = f.count(&f.Vars[of[0]], 1) * size(f.Vars[of[0]].kind)
	}
	for i := range f.Vars {
		v := &f.Vars[i]
		n := f.count(v, 1) * size(v.kind)
		if f.isRecord(v) {
			if records > 0 && (n > len(f.data) || v.begin > len(f.data) || (records-1) > (len(f.data)-v.begin-n)/max(f.batch, 1)) {
				return fmt.Errorf("variable %q: %w", v.Name, errCut)
			}
		} else if v.begin > len(f.data)-n || n > len(f.data) {
			return fmt.Errorf("variable %q: %w", v.Name, errCut)
		}
	}
	return nil
}

func padded(n int) int { return (n + 3) &^ 3 }

// isRecord reports whether the slowest dimension of a variable is that of records.
func (f *File) isRecord(v *Var) bool { return len(v.Dims) > 0 && f.Dims[v.Dims[0]].record }

// count returns the number of values of a variable, with the number of records as it is told.
func (f *File) count(v *Var, records int) int {
	n := 1
	for _, d := range v.Dims {
		length := f.Dims[d].Length
		if f.Dims[d].record {
			length = records
		}
		if n *= length; n > len(f.data) { // more than there can be
			return len(f.data) + 1
		}
	}
	return n
}

// Var returns a variable by its name, or nil.
func (f *File) Var(name string) *Var {
	if i := slices.IndexFunc(f.Vars, func(v Var) bool { return v.Name == name }); i >= 0 {
		return &f.Vars[i]
	}
	return nil
}

// Attr returns an attribute of a variable by its name; one without a name where there is none.
func (v *Var) Attr(name string) Attr {
	for _, a := range v.Attrs {
		if a.Name == name {
			return a
		}
	}
	return Attr{}
}

// number returns the first number of an attribute.
func (v *Var) number(name string, otherwise float64) float64 {
	if a := v.Attr(name); len(a.Numbers) > 0 {
		return a.Numbers[0]
	}
	return otherwise
}

// Values returns all values of a variable, the last dimension running fastest, times scale_factor plus add_offset. What equals _FillValue or
// missing_value is NaN.
func (f *File) Values(v *Var) ([]float64, error) {
	if v.kind == kindChar {
		return nil, fmt.Errorf("variable %q is text and no numbers; name another one", v.Name)
	}
	scale, offset := v.number("scale_factor", 1), v.number("add_offset", 0)
	fill, missing := v.number("_FillValue", defaultFill(v.kind)), v.number("missing_value", math.NaN())
	records, each := 1, f.count(v, 1)
	if f.isRecord(v) {
		records = f.Dims[v.Dims[0]].Length
	}
	out := make([]float64, 0, records*each)
	for r := range records {
		at := v.begin + r*f.batch
		for range each {
			x := value(f.data[at:], v.kind)
			at += size(v.kind)
			if x == fill || x == missing {
				x = math.NaN()
			}
			out = append(out, x*scale+offset)
		}
	}
	return out, nil
}

// defaultFill is the value of what was never written, of the types for which readers take it as such.
func defaultFill(kind int32) float64 {
	switch kind {
	case kindShort:
		return -32767
	case kindInt:
		return -2147483647
	case kindFloat, kindDouble:
		return 9.9692099683868690e+36
	}
	return math.NaN()
}

// value reads a value. Those of float are exact as float64.
func value(b []byte, kind int32) float64 {
	be := binary.BigEndian
	switch kind {
	case kindByte:
		return float64(int8(b[0]))
	case kindUByte:
		return float64(b[0])
	case kindShort:
		return float64(int16(be.Uint16(b)))
	case kindUShort:
		return float64(be.Uint16(b))
	case kindInt:
		return float64(int32(be.Uint32(b)))
	case kindUInt:
		return float64(be.Uint32(b))
	case kindFloat:
		return float64(math.Float32frombits(be.Uint32(b)))
	case kindInt64:
		return float64(int64(be.Uint64(b)))
	case kindUInt64:
		return float64(be.Uint64(b))
	}
	return math.Float64frombits(be.Uint64(b))
}

// header is the head of a file that is read. After an error nothing is read any more.
type header struct {
	*File
	at  int
	err error
}

// take returns the next bytes.
func (h *header) take(n int) []byte {
	if h.err == nil && (n < 0 || n > len(h.data)-h.at) {
		h.err = errCut
	}
	if h.err != nil {
		return make([]byte, 8)
	}
	h.at += n
	return h.data[h.at-n : h.at]
}

func (h *header) int32() int32 { return int32(binary.BigEndian.Uint32(h.take(4))) }

// count returns the next number of things. It cannot be more than the bytes that there are.
func (h *header) count() int {
	n := int64(0)
	if h.wide {
		n = int64(binary.BigEndian.Uint64(h.take(8)))
	} else {
		n = int64(binary.BigEndian.Uint32(h.take(4)))
	}
	if h.err == nil && (n < 0 || n > int64(len(h.data))) {
		if !h.wide && n == math.MaxUint32 || n == -1 {
			h.err = errors.New("it does not say how many records it has, as a file that is still being written; close it first")
		} else {
			h.err = errCut
		}
	}
	if h.err != nil {
		return 0
	}
	return int(n)
}

// list begins a list of things with a tag, and returns how many there are.
func (h *header) list(tag int32) int {
	got, n := h.int32(), h.count()
	if h.err == nil && got != tag && (got != 0 || n != 0) {
		h.err = errCut
	}
	if got == 0 {
		return 0
	}
	return n
}

func (h *header) name() string {
	n := h.count()
	text := h.take(n)
	h.take(padded(n) - n)
	if h.err != nil {
		return ""
	}
	return string(text)
}

// The tags of lists.
const (
	tagDims  = 10
	tagVars  = 11
	tagAttrs = 12
)

func (h *header) dims(records int) {
	for range h.list(tagDims) {
		d := Dim{Name: h.name(), Length: h.count()}
		if d.Length == 0 {
			d.record, d.Length = true, records
		}
		if h.err != nil {
			return
		}
		h.Dims = append(h.Dims, d)
	}
}

func (h *header) attrs() []Attr {
	var all []Attr
	for range h.list(tagAttrs) {
		a := Attr{Name: h.name()}
		kind, n := h.int32(), h.count()
		if size(kind) == 0 || n > len(h.data) {
			h.err = errors.Join(h.err, errCut)
		}
		if h.err != nil {
			return all
		}
		bytes := h.take(n * size(kind))
		h.take(padded(n*size(kind)) - n*size(kind))
		if h.err != nil {
			return all
		}
		if kind == kindChar {
			a.Text = strings.TrimRight(string(bytes), "\x00") // some writers end it as C does
		} else {
			for i := range n {
				a.Numbers = append(a.Numbers, value(bytes[i*size(kind):], kind))
			}
		}
		all = append(all, a)
	}
	return all
}

func (h *header) vars() {
	for range h.list(tagVars) {
		v := Var{Name: h.name()}
		for range h.count() {
			d := h.count()
			if h.err == nil && d >= len(h.Dims) {
				h.err = errCut
			}
			if h.err != nil {
				return
			}
			v.Dims = append(v.Dims, d)
		}
		v.Attrs = h.attrs()
		v.kind = h.int32()
		if h.skipSize(); size(v.kind) == 0 {
			h.err = errors.Join(h.err, errCut)
		}
		v.begin = h.offset()
		if h.err != nil {
			return
		}
		h.Vars = append(h.Vars, v)
	}
}

// skipSize skips the size of a variable, which follows from its dimensions.
func (h *header) skipSize() {
	if h.wide {
		h.take(8)
	} else {
		h.take(4)
	}
}

func (h *header) offset() int {
	n := int64(0)
	if h.long {
		n = int64(binary.BigEndian.Uint64(h.take(8)))
	} else {
		n = int64(binary.BigEndian.Uint32(h.take(4)))
	}
	if h.err == nil && (n < 0 || n > int64(len(h.data))) {
		h.err = errCut
	}
	return int(n)
}
