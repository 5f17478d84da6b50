package strict

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Place is where a value stands. Line and Column count from 1, columns in
// characters; Line is 0 where the fault is one of the whole file or of an
// override.
type Place struct {
	File         string
	Line, Column int
}

// String writes file:line:column, or the file alone.
func (p Place) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Fault says what is wrong at a place and what would be right.
type Fault struct {
	Place
	Msg string
}

// Error writes file:line:column: message.
func (f Fault) Error() string { return f.Place.String() + ": " + f.Msg }

// Faults are the faults of one reading, sorted by place.
type Faults []Fault

// maxShown faults are written out; maxKept are remembered.
const (
	maxShown = 50
	maxKept  = 1000
)

// Error writes one fault per line, and how many there are beyond the first 50.
func (fs Faults) Error() string {
	var b strings.Builder
	for i, f := range fs {
		if i == maxShown {
			fmt.Fprintf(&b, "\nand %d more", len(fs)-maxShown)
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(f.Error())
	}
	return b.String()
}

// faultLog collects faults. It stops at maxKept, so that a hostile file
// cannot make the reader write a book.
type faultLog struct {
	faults Faults
	count  int            // all faults, also those that were not kept
	rank   map[string]int // order in which the files were read
}

func (l *faultLog) add(at Place, format string, args ...any) {
	l.count++
	if len(l.faults) < maxKept {
		l.faults = append(l.faults, Fault{at, fmt.Sprintf(format, args...)})
	}
}

// full reports whether a further message would be dropped, for callers whose
// message is costly to make.
func (l *faultLog) full() bool { return len(l.faults) >= maxKept }

// enter notes that the faults of a file come after those of the files before it.
func (l *faultLog) enter(file string) {
	if _, ok := l.rank[file]; !ok {
		l.rank[file] = len(l.rank)
	}
}

// sorted returns the faults by file, line and column, each one once: an
// anchor that is used twice would otherwise report its faults twice.
func (l *faultLog) sorted() Faults {
	rank := func(file string) int {
		if r, ok := l.rank[file]; ok {
			return r
		}
		return len(l.rank)
	}
	out := slices.Clone(l.faults)
	slices.SortStableFunc(out, func(a, b Fault) int {
		if d := rank(a.File) - rank(b.File); d != 0 {
			return d
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	seen := map[Fault]bool{}
	return slices.DeleteFunc(out, func(f Fault) bool {
		twice := seen[f]
		seen[f] = true
		return twice
	})
}

// Unknown says that a name is not one of the known ones: with the nearest of
// them if one is near, otherwise with all of them. It reads
// `unknown link "acustic"; did you mean "acoustic"?`.
func Unknown(what, name string, known []string) string {
	msg := fmt.Sprintf("unknown %s %q", what, clip(name))
	if len(known) == 0 {
		return msg + "; there is none to choose from"
	}
	if near := Nearest(name, known); near != "" {
		return msg + fmt.Sprintf("; did you mean %q?", near)
	}
	return msg + "; known: " + enumerate(known)
}

// enumerate joins names, but not more than a reader would look through.
func enumerate(names []string) string {
	const most = 40
	var b strings.Builder
	for i, name := range names {
		if i == most {
			fmt.Fprintf(&b, " and %d more", len(names)-most)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(clip(name))
	}
	return b.String()
}

// Nearest returns the known name with the least edit distance from name, or ""
// if even that is more than a third of the name's length.
func Nearest(name string, known []string) string {
	if len(name) > 64 {
		return ""
	}
	best, limit := "", max(1, utf8.RuneCountInString(name)/3)
	for _, k := range known {
		if strings.EqualFold(k, name) {
			return k
		}
		if d := distance(name, k); d <= limit && len(k) > d {
			best, limit = k, d-1
		}
	}
	return best
}

// distance is the Damerau-Levenshtein distance in its restricted form (optimal
// string alignment): insertions, deletions, substitutions and swaps of
// neighbours, no substring being edited twice.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	prev2, prev, cur := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(s); i++ {
		cur[0] = i
		for j := 1; j <= len(t); j++ {
			cost := 1
			if s[i-1] == t[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(t)]
}

// clip shortens a text from a file so that a message stays on a line.
func clip(s string) string {
	const limit = 40
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return string([]rune(s)[:limit]) + "..."
}
