package record

import (
	"bufio"
	"io"
	"strconv"

	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/trace"
)

// readingColumns are the names of the columns of readings.
func readingColumns() []string {
	return []string{"taken_s", "available_s", "node", "instrument", "quantity", "value", "truth"}
}

// readingLines writes readings as comma-separated values.
type readingLines struct {
	nodes []string
	out   *bufio.Writer
	line  []byte
}

func newReadingLines(w io.Writer, names trace.Names) ReadingSink {
	r := &readingLines{nodes: names.Nodes, out: bufio.NewWriter(w)}
	for i, c := range readingColumns() {
		if i > 0 {
			r.out.WriteByte(',')
		}
		r.out.WriteString(c)
	}
	r.out.WriteByte('\n')
	return r
}

// Take writes a line. The writer keeps an error until the file is ended.
func (r *readingLines) Take(x scenarios.Reading) {
	b := r.line[:0]
	for _, t := range [...]sim.Time{x.Taken, x.Available} {
		b = strconv.AppendFloat(b, t.Seconds(), 'f', -1, 64)
		b = append(b, ',')
	}
	for _, word := range [...]string{r.nodes[x.Node], x.Instrument, x.Name} { // none needs quotes
		b = append(b, word...)
		b = append(b, ',')
	}
	b = strconv.AppendFloat(b, x.Value, 'g', -1, 64)
	b = append(b, ',')
	b = strconv.AppendFloat(b, x.Truth, 'g', -1, 64)
	r.line = append(b, '\n')
	r.out.Write(r.line)
}

// Flush writes out what is buffered.
func (r *readingLines) Flush() error { return r.out.Flush() }
