package results

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
)

// writeJSON writes a line for each run: a JSON object with its parameters,
// metrics and series, each with its unit. JSON has no infinity: it is the text
// "+Inf" or "-Inf". The seed is a number of up to 20 digits, more than some
// programs keep.
func (f *File) writeJSON(w io.Writer) error {
	out := bufio.NewWriter(w)
	var line []byte
	for r, err := range f.WholeRuns() {
		if err != nil {
			return err
		}
		line = fmt.Appendf(line[:0], `{"cell":%d,"repetition":%d,"seed":%d,"status":%s,"reason":%s,"fingerprint":%s`,
			r.Cell, r.Repetition, r.Seed, jsonText(r.Status), jsonText(r.Reason), jsonText(r.Fingerprint))
		line = append(line, `,"params":{`...)
		for i, p := range f.content.cells[r.Cell].Params {
			line = fmt.Appendf(comma(line, i), `%s:{"text":%s,"unit":%s,"value":%s}`,
				jsonText(p.Path), jsonText(p.Text), jsonText(p.Unit), jsonNumber(p.Value))
		}
		line = append(line, `},"metrics":{`...)
		for i, m := range r.Metrics {
			line = fmt.Appendf(comma(line, i), `%s:{"unit":%s,"value":%s}`, jsonText(m.Name), jsonText(m.Unit), jsonNumber(m.Value))
		}
		line = append(line, `},"series":{`...)
		for i, s := range r.Series {
			line = fmt.Appendf(comma(line, i), `%s:{"unit":%s,"times":`, jsonText(s.Name), jsonText(s.Unit))
			line = append(jsonNumbers(line, s.Times), `,"values":`...)
			line = append(jsonNumbers(line, s.Values), '}')
		}
		line = append(line, "}}\n"...)
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// comma parts an element from the one before.
func comma(line []byte, i int) []byte {
	if i > 0 {
		return append(line, ',')
	}
	return line
}

// jsonText writes a text, which is UTF-8.
func jsonText(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic("results: a text that JSON cannot hold: " + err.Error())
	}
	return string(b)
}

// jsonNumber writes a number so that it reads back exactly.
func jsonNumber(v float64) string {
	switch {
	case math.IsNaN(v):
		return "null"
	case math.IsInf(v, 0):
		return strconv.Quote(decimal(v))
	}
	return decimal(v)
}

// jsonNumbers writes an array.
func jsonNumbers(line []byte, values []float64) []byte {
	line = append(line, '[')
	for i, v := range values {
		line = append(comma(line, i), jsonNumber(v)...)
	}
	return append(line, ']')
}
