package trace

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Tally counts by Cause, which is its index. In JSON it is an object with the
// names of the causes that occurred.
type Tally [causes]int64

// Sum returns the count over all causes.
func (t Tally) Sum() int64 {
	var sum int64
	for _, n := range t {
		sum += n
	}
	return sum
}

// MarshalJSON implements json.Marshaler.
func (t Tally) MarshalJSON() ([]byte, error) {
	occurred := make([]Cause, 0, causes)
	for c, n := range t {
		if n != 0 {
			occurred = append(occurred, Cause(c))
		}
	}
	slices.SortFunc(occurred, func(a, b Cause) int { return cmp.Compare(a.String(), b.String()) })
	b := []byte{'{'}
	for i, c := range occurred {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '"')
		b = append(b, c.String()...) // of letters and dashes
		b = append(b, '"', ':')
		b = strconv.AppendInt(b, t[c], 10)
	}
	return append(b, '}'), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (t *Tally) UnmarshalJSON(b []byte) error {
	var byName map[string]int64
	if err := json.Unmarshal(b, &byName); err != nil {
		return err
	}
	*t = Tally{}
	for c := range t {
		name := Cause(c).String()
		t[c] = byName[name]
		delete(byName, name)
	}
	for name := range byName {
		return fmt.Errorf("trace: %q is not the name of a cause", name)
	}
	return nil
}

func (t *Tally) add(u *Tally) {
	for c := range u {
		t[c] += u[c]
	}
}

// Measure is a quantity that a run may give no occasion to measure, such as
// the mean delay of packets of which none arrived. It is then NaN, and null in
// JSON: a zero would be taken for a result. JSON has no infinity: it is the text
// "+Inf" or "-Inf".
type Measure float64

// MarshalJSON implements json.Marshaler.
func (m Measure) MarshalJSON() ([]byte, error) {
	x := float64(m)
	switch {
	case math.IsNaN(x):
		return []byte("null"), nil
	case math.IsInf(x, 0):
		return appendJSONFloat(nil, x), nil
	}
	// What json.Marshal writes, without its machinery: a run of a thousand nodes has ten thousand of these.
	size := math.Abs(x)
	if size == 0 || 1e-6 <= size && size < 1e21 {
		return strconv.AppendFloat(make([]byte, 0, 24), x, 'f', -1, 64), nil
	}
	b := strconv.AppendFloat(make([]byte, 0, 24), x, 'e', -1, 64)
	if n := len(b); b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' { // 1e-09 is 1e-9
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b, nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (m *Measure) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case "null":
		*m = Measure(math.NaN())
		return nil
	case `"+Inf"`:
		*m = Measure(math.Inf(1))
		return nil
	case `"-Inf"`:
		*m = Measure(math.Inf(-1))
		return nil
	}
	return json.Unmarshal(b, (*float64)(m))
}

// ratio returns a/b, or NaN where b is zero.
func ratio(a, b float64) Measure {
	if b == 0 {
		return Measure(math.NaN())
	}
	return Measure(a / b)
}
