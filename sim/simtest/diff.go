package simtest

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// op says what an edit does with a line.
type op byte

const (
	kept    op = ' '
	removed op = '-'
	added   op = '+'
)

// edit is one step of the way from one text to another.
type edit struct {
	op   op
	line string
}

// edits returns the way from a to b that keeps most lines. Removed lines come
// before the lines added in their place.
func edits(a, b []string) []edit {
	var before, after []edit
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		before = append(before, edit{kept, a[0]})
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		after = append(after, edit{kept, a[len(a)-1]})
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	between := middle(a, b)
	for i := len(after) - 1; i >= 0; i-- {
		between = append(between, after[i])
	}
	return append(before, between...)
}

// middle is edits by the table of longest common subsequences. Texts so
// different that the table would be huge are exchanged as a whole.
func middle(a, b []string) []edit {
	const hugeTable = 16 << 20
	var way []edit
	if len(a)*len(b) < hugeTable {
		common := commonLines(a, b)
		i, j := 0, 0
		for i < len(a) && j < len(b) {
			switch {
			case a[i] == b[j]:
				way = append(way, edit{kept, a[i]})
				i, j = i+1, j+1
			case common[i+1][j] >= common[i][j+1]:
				way = append(way, edit{removed, a[i]})
				i++
			default:
				way = append(way, edit{added, b[j]})
				j++
			}
		}
		a, b = a[i:], b[j:]
	}
	for _, line := range a {
		way = append(way, edit{removed, line})
	}
	for _, line := range b {
		way = append(way, edit{added, line})
	}
	return way
}

// commonLines returns the table whose entry i, j is how many lines a[i:] and
// b[j:] have in common, in order.
func commonLines(a, b []string) [][]int32 {
	common := make([][]int32, len(a)+1)
	for i := range common {
		common[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	return common
}

// diffLines shows how got differs from want, with line numbers of want and
// some lines around each difference. It is empty where they are equal.
func diffLines(want, got []string) string {
	const around, most = 3, 80
	way := edits(want, got)
	near := make([]bool, len(way)) // to be shown
	equal := true
	for i, e := range way {
		if e.op == kept {
			continue
		}
		equal = false
		for k := max(0, i-around); k <= min(len(way)-1, i+around); k++ {
			near[k] = true
		}
	}
	if equal {
		return ""
	}
	var out strings.Builder
	line, shown := 1, 0
	for i, e := range way {
		if near[i] && shown == most {
			fmt.Fprintf(&out, "      ... more of it left out\n")
			break
		}
		if near[i] {
			if i > 0 && !near[i-1] {
				out.WriteString("      ...\n")
			}
			number := ""
			if e.op != added {
				number = strconv.Itoa(line)
			}
			fmt.Fprintf(&out, "%5s %c %s\n", number, e.op, visible(e.line))
			shown++
		}
		if e.op != added {
			line++
		}
	}
	return out.String()
}

// visible quotes a line that does not look like what it is.
func visible(line string) string {
	strange := func(r rune) bool { return r != '\t' && !unicode.IsPrint(r) }
	if strings.TrimRight(line, " \t") != line || strings.ContainsFunc(line, strange) {
		return strconv.Quote(line)
	}
	return line
}
