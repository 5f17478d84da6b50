package traffic

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"halocline/mac"
	"halocline/sim"
	"halocline/sim/fault"
)

// Trace makes the packets that a file lists. The file is CSV with the header
// time_s,from,to,bits: seconds since the start of the run with up to nine
// decimals, the names of two nodes (to may be everybody), and the size. It is
// read by ReadTrace; the run starts one Replay per sender.
type Trace struct {
	File string `yaml:"file" required:"true" doc:"CSV file with the header time_s,from,to,bits, beside the scenario"`
	Link string `yaml:"link" doc:"name of the link; may be left out where there is only one"`
}

// Way names the link only.
func (t *Trace) Way() Way { return Way{Link: t.Link} }

// About says what the model is.
func (*Trace) About() string { return "the packets that a CSV file lists" }

// Validate finds nothing: the file is read when the run is built.
func (t *Trace) Validate() error { return nil }

// Start panics: a trace is for many senders, each of which gets a Replay.
func (t *Trace) Start(Env) { panic("traffic: a Trace is started by its Replays") }

// Rows implements Listed.
func (t *Trace) Rows(open func(name string) ([]byte, error), take func(Row) error) error {
	data, err := open(t.File)
	switch {
	case err != nil:
	case bytes.IndexByte(data, '"') < 0:
		err = readPlain(data, t.File, take)
	default:
		err = ReadTrace(bytes.NewReader(data), t.File, take)
	}
	if err != nil {
		return fault.In("file", "%w", err)
	}
	return nil
}

// Row is one packet of a list.
type Row struct {
	At       sim.Time
	From, To string
	Bits     int
}

// ReadTrace reads a trace file and hands over row by row. Errors begin with the name and the
// line; that of a row that is not taken ends the reading.
func ReadTrace(r io.Reader, name string, take func(Row) error) error {
	in := csv.NewReader(r)
	in.FieldsPerRecord = 4
	in.ReuseRecord = true
	if header, err := in.Read(); err != nil {
		return rowError(name, err)
	} else if want := []string{"time_s", "from", "to", "bits"}; !slices.Equal(header, want) {
		return fmt.Errorf("%s:1: the header is %s; write time_s,from,to,bits", name, strings.Join(header, ","))
	}
	for {
		record, err := in.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return rowError(name, err)
		}
		row, err := parseRow(record)
		if err == nil {
			err = take(row)
		}
		if err != nil {
			line, _ := in.FieldPos(0)
			return fmt.Errorf("%s:%d: %w", name, line, err)
		}
	}
}

// readPlain is ReadTrace of a text without quotes, as nearly all are: the same in a third of the time, and without memory for each
// row.
func readPlain(data []byte, name string, take func(Row) error) error {
	oddly := func() error { // has ReadTrace say what is wrong
		return ReadTrace(bytes.NewReader(data), name, func(Row) error { return nil })
	}
	var fields [4]string // of the row before
	names, header, row := map[string]string{}, false, Row{}
	for line, rest := 1, data; len(rest) > 0; line++ {
		text := rest
		if end := bytes.IndexByte(rest, '\n'); end >= 0 {
			text, rest = rest[:end], rest[end+1:]
		} else {
			rest = nil
		}
		if text = bytes.TrimSuffix(text, []byte("\r")); len(text) == 0 {
			continue
		}
		size := fields[3]
		at, whole := cut(text, &fields, names)
		if !whole {
			return oddly()
		}
		if !header {
			if header = string(at) == "time_s" && fields == [...]string{"", "from", "to", "bits"}; !header {
				return oddly()
			}
			continue
		}
		ns, plain := plainTime(at)
		var err error
		if plain && fields[3] == size && row.Bits > 0 {
			row = Row{ns, fields[1], fields[2], row.Bits}
		} else {
			fields[0] = string(at)
			row, err = parseRow(fields[:])
		}
		if err == nil {
			err = take(row)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, line, err)
		}
	}
	if !header {
		return oddly()
	}
	return nil
}

// cut takes a row apart into its time, which is returned, and the other fields, and reports whether it has as many as it should.
// The others come again and again, so each text is kept once.
func cut(row []byte, fields *[4]string, names map[string]string) (at []byte, whole bool) {
	end := bytes.IndexByte(row, ',')
	if end < 0 {
		return nil, false
	}
	at, row = row[:end], row[end+1:]
	fields[0] = ""
	for i := 1; i < len(fields); i++ {
		field := row
		end := bytes.IndexByte(row, ',')
		if end >= 0 {
			field, row = row[:end], row[end+1:]
		}
		if (end >= 0) != (i < len(fields)-1) {
			return nil, false
		}
		if string(field) == fields[i] { // as in the row before
			continue
		}
		known, ok := names[string(field)]
		if !ok {
			known = string(field)
			names[known] = known
		}
		fields[i] = known
	}
	return at, true
}

func rowError(name string, err error) error {
	if err == io.EOF {
		return fmt.Errorf("%s:1: the file is empty; write the header time_s,from,to,bits", name)
	}
	var syntax *csv.ParseError
	if errors.As(err, &syntax) {
		if syntax.Err == csv.ErrFieldCount {
			return fmt.Errorf("%s:%d: each row has the four fields time_s,from,to,bits, with commas between them", name, syntax.Line)
		}
		return fmt.Errorf("%s:%d: %w; leave quotes out", name, syntax.Line, syntax.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

func parseRow(record []string) (Row, error) {
	at, err := parseTime(record[0])
	if err != nil {
		return Row{}, err
	}
	bits, err := strconv.Atoi(record[3])
	if err != nil || bits < 1 || bits > 1e9 {
		return Row{}, fmt.Errorf("the size %q is not a whole number of bits from 1 to 1000000000", record[3])
	}
	return Row{At: at, From: record[1], To: record[2], Bits: bits}, nil
}

// parseTime reads seconds as the exact number of nanoseconds. A big.Rat would
// also read fractions, other bases and underscores.
func parseTime(s string) (sim.Time, error) {
	if t, ok := plainTime(s); ok {
		return t, nil
	}
	ns, ok := new(big.Rat).SetString(s)
	if !ok || strings.ContainsAny(s, "/_xXoObBpP") {
		return 0, fmt.Errorf("the time %q is not a number of seconds; write one such as 1.5", s)
	}
	ns.Mul(ns, big.NewRat(1e9, 1))
	if !ns.IsInt() || ns.Sign() < 0 || !ns.Num().IsInt64() {
		return 0, fmt.Errorf("the time %q is not a whole number of nanoseconds from the start of the run; write at least 0 and at most nine decimals", s)
	}
	return sim.Time(ns.Num().Int64()), nil
}

// plainTime reads seconds as nearly all files write them, with up to nine digits on either
// side of the point.
func plainTime[T string | []byte](s T) (sim.Time, bool) {
	const digits = 9
	whole, n := number(s)
	if n == 0 || n > digits {
		return 0, false
	}
	if n == len(s) {
		return sim.Time(whole) * sim.Time(time.Second), true
	}
	part, decimals := number(s[n+1:])
	if s[n] != '.' || decimals > digits || n+1+decimals != len(s) {
		return 0, false
	}
	for range digits - decimals {
		part *= 10
	}
	return sim.Time(whole)*sim.Time(time.Second) + sim.Time(part), true
}

// number reads the digits at the start of a text and returns how many they are; of more than eighteen the value is wrong.
func number[T string | []byte](s T) (value int64, digits int) {
	for digits < len(s) && s[digits]-'0' <= 9 {
		value = 10*value + int64(s[digits]-'0')
		digits++
	}
	return value, digits
}

// Replay makes the packets of one sender at the listed times. It is the event of the
// next one.
type Replay struct {
	env     Env
	packets []Due
}

// Due is a packet to come. A file may list ten million of them.
type Due struct {
	At   sim.Time
	To   mac.Addr
	Bits int32
}

// NewReplay schedules the packets, which need not be in order of time; packets
// of the same time are made in the order of the list, which the Replay keeps.
func NewReplay(env Env, packets []Due) *Replay {
	r := &Replay{env: env, packets: packets}
	slices.SortStableFunc(r.packets, func(a, b Due) int {
		switch {
		case a.At < b.At:
			return -1
		case a.At > b.At:
			return 1
		}
		return 0
	})
	r.schedule()
	return r
}

func (r *Replay) schedule() {
	if len(r.packets) > 0 {
		r.env.Kernel.At(r.packets[0].At, sim.Comm, r)
	}
}

// Fire is called by the kernel.
func (r *Replay) Fire(sim.Time) {
	due := r.packets[0]
	r.packets = r.packets[1:]
	r.env.Out.Send(due.To, int(due.Bits), nil)
	r.schedule()
}
