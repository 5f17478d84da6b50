package mcap

import (
	"encoding/json"
	"math"
	"strconv"
	"time"
)

// text is JSON that is being written.
type text []byte

// put appends JSON as it is.
func (t *text) put(s string) *text {
	*t = append(*t, s...)
	return t
}

// number appends a number; null for one that JSON does not have.
func (t *text) number(x float64) *text {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return t.put("null")
	}
	*t = strconv.AppendFloat(*t, x, 'g', 9, 64)
	return t
}

func (t *text) whole(n int64) *text {
	*t = strconv.AppendInt(*t, n, 10)
	return t
}

// time appends a time, or a duration.
func (t *text) time(ns int64) *text {
	return t.put(`{"sec":`).whole(ns / int64(time.Second)).put(`,"nsec":`).whole(ns % int64(time.Second)).put(`}`)
}

func (t *text) vector(x, y, z float64) *text {
	return t.put(`{"x":`).number(x).put(`,"y":`).number(y).put(`,"z":`).number(z).put(`}`)
}

func (t *text) quaternion(w, x, y, z float64) *text {
	return t.put(`{"x":`).number(x).put(`,"y":`).number(y).put(`,"z":`).number(z).put(`,"w":`).number(w).put(`}`)
}

// pose appends a place without a turn.
func (t *text) pose(x, y, z float64) *text {
	return t.put(`{"position":`).vector(x, y, z).put(`,"orientation":`).quaternion(1, 0, 0, 0).put(`}`)
}

func (t *text) colour(c [4]float64) *text {
	return t.put(`{"r":`).number(c[0]).put(`,"g":`).number(c[1]).put(`,"b":`).number(c[2]).put(`,"a":`).number(c[3]).put(`}`)
}

// comma appends a comma unless this is the first of a list.
func (t *text) comma(i int) *text {
	if i > 0 {
		t.put(",")
	}
	return t
}

// quoted returns a text as JSON has it.
func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	return string(b)
}
