package view

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
)

// query reads the parameters of a question. The first fault stays.
type query struct {
	values url.Values
	err    error
}

// fault is a fault of a question: a sentence for who asked.
type fault struct{ text string }

func (f fault) Error() string { return f.text }

func (q *query) fail(format string, args ...any) {
	if q.err == nil {
		q.err = fault{fmt.Sprintf(format, args...)}
	}
}

// has reports whether a parameter is given.
func (q *query) has(name string) bool { return q.values.Get(name) != "" }

// number reads a number of a range.
func (q *query) number(name string, without, low, high float64) float64 {
	text := q.values.Get(name)
	if text == "" {
		return without
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= low && v <= high) {
		q.fail("%s is %s; it is a number from %g to %g", name, quoted(text), low, high)
		return without
	}
	return v
}

// whole reads a whole number of a range.
func (q *query) whole(name string, without, low, high int64) int64 {
	text := q.values.Get(name)
	if text == "" {
		return without
	}
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil || v < low || v > high {
		q.fail("%s is %s; it is a whole number from %d to %d", name, quoted(text), low, high)
		return without
	}
	return v
}

// needed is whole of a parameter that must be given.
func (q *query) needed(name string, low, high int64) int64 {
	if !q.has(name) {
		q.fail("%s is missing", name)
	}
	return q.whole(name, low, low, high)
}

// word reads one of several words.
func (q *query) word(name, without string, all []string) string {
	text := q.values.Get(name)
	if text == "" {
		return without
	}
	if !slices.Contains(all, text) {
		q.fail("%s is %s, which nothing here is", name, quoted(text))
	}
	return text
}

// quoted returns a text that somebody sent, and not too much of it.
func quoted(text string) string {
	if len(text) > 40 {
		text = text[:40]
	}
	return strconv.Quote(text)
}

// time reads a time in s, and returns it in ns.
func (q *query) time(name string, without int64) int64 {
	if !q.has(name) {
		return without
	}
	const most = 9e9
	return int64(math.Round(q.number(name, 0, -most, most) * 1e9))
}

// span reads a window of time in s, and returns it in ns. Without its ends it is the whole run.
func (q *query) span(reached int64) (from, to int64) {
	from, to = max(q.time("from", 0), 0), max(q.time("to", reached), 0)
	if to < from {
		q.fail("the window ends before it begins: from is %g s, and to is %g s", float64(from)/1e9, float64(to)/1e9)
		to = from
	}
	return from, to
}

// direction reads whether somebody goes forwards or backwards.
func (q *query) direction() int {
	dir := q.whole("dir", 1, -1, 1)
	if dir == 0 {
		q.fail("dir is 0; it is 1 for what comes after, and -1 for what was before")
	}
	return int(dir)
}

// mostNumber is the greatest number of a packet that a page holds exactly.
const mostNumber = 1 << 53
