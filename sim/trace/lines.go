package trace

import (
	"bufio"
	"io"
	"strconv"

	"halocline/sim"
)

// lines is what the sinks that write one line per record share.
type lines struct {
	w    *bufio.Writer
	line []byte // of the record at hand; reused
	lexicon
}

func newLines(w io.Writer, names Names, spell func(string) string) lines {
	const buffer = 64 << 10 // bytes
	return lines{w: bufio.NewWriterSize(w, buffer), lexicon: newLexicon(names, spell)}
}

// Flush writes out what is buffered. It returns the first error that any write
// met; after an error nothing more is written. The writer stays open, because
// the sink did not open it.
func (l *lines) Flush() error { return l.w.Flush() }

// end writes b as a line and keeps its storage for the next one. The buffer
// remembers an error until Flush asks for it.
func (l *lines) end(b []byte) {
	b = append(b, '\n')
	l.w.Write(b)
	l.line = b[:0]
}

// appendSeconds writes t in seconds with all nine decimals.
func appendSeconds(b []byte, t sim.Time) []byte {
	n := uint64(t)
	if t < 0 {
		b = append(b, '-')
		n = -n
	}
	b = strconv.AppendUint(b, n/1e9, 10)
	b = append(b, '.')
	for unit := uint64(1e8); unit > 0; unit /= 10 {
		b = append(b, '0'+byte(n/unit%10))
	}
	return b
}

// appendFloat writes x with as many digits as it takes to read the same bits
// back.
func appendFloat(b []byte, x float64) []byte {
	return strconv.AppendFloat(b, x, 'g', -1, 64)
}
