// Package text writes what people read on a terminal: paragraphs that are broken to its width,
// plain tables, and numbers of few digits.
//
// It leaves out colours, and tables of studies, which package table writes.
package text

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	terminal "golang.org/x/term"
)

// IsTerminal reports whether somebody looks at what is written.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && terminal.IsTerminal(int(f.Fd()))
}

// Columns returns how many characters a terminal has in a line, the usual number where it does not say, and 0 of a file or a pipe,
// which take any line. A writer that stands for a terminal says it by a method Columns.
func Columns(w io.Writer) int {
	if p, ok := w.(interface{ Columns() int }); ok {
		return p.Columns()
	}
	if !IsTerminal(w) {
		return 0
	}
	if width, _, err := terminal.GetSize(int(w.(*os.File).Fd())); err == nil && width > 0 {
		return width
	}
	return 80
}

// Width returns how many characters a line of a text may have that is broken into lines:
// 100, or as many as a narrower terminal has, but 60 at least. A writer that stands for a
// terminal says its width by a method Width.
func Width(w io.Writer) int {
	const usual, least = 100, 60
	if p, ok := w.(interface{ Width() int }); ok {
		return p.Width()
	}
	if columns := Columns(w); columns > 0 {
		return max(least, min(columns, usual))
	}
	return usual
}

// Hang writes words behind a heading, and what does not fit below the first of
// them.
func Hang(w io.Writer, head string, words ...string) {
	width := Width(w)
	indent := strings.Repeat(" ", min(utf8.RuneCountInString(head), width/2))
	line, empty := head, true
	for _, word := range words {
		if !empty && utf8.RuneCountInString(line)+utf8.RuneCountInString(word) > width {
			fmt.Fprintln(w, strings.TrimRight(line, " "))
			line = indent
		}
		line, empty = line+word+" ", false
	}
	fmt.Fprintln(w, strings.TrimRight(line, " "))
}

// Plural counts what a noun names.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Scaled writes a number with three digits and the prefix of its magnitude.
func Scaled(x float64) string {
	for _, step := range []struct {
		size   float64
		prefix string
	}{{1e9, " G"}, {1e6, " M"}, {1e3, " k"}} {
		if x >= step.size*0.9995 {
			return Significant(x/step.size) + step.prefix
		}
	}
	return Significant(x)
}

// Significant writes a number below a thousand with three digits.
func Significant(x float64) string {
	decimals := 2
	for limit := 9.995; decimals > 0 && x >= limit; limit *= 10 {
		decimals--
	}
	return strconv.FormatFloat(x, 'f', decimals, 64)
}

// Number writes a number with six digits.
func Number(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// Capital returns a text with a capital letter at its beginning.
func Capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// OneLine returns a text without line breaks.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Shell returns words as a shell reads them.
func Shell(words ...string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		if quoted[i] = w; w == "" || strings.ContainsAny(w, " \t\n'\"&|<>()*?[]{}$`;#~!\\") {
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// Fold returns words in lines of a width; 0 is any.
func Fold(words string, width int) string {
	var out strings.Builder
	at := 0
	for word := range strings.FieldsSeq(words) {
		n := utf8.RuneCountInString(word)
		switch {
		case at > 0 && width > 0 && at+1+n > width:
			out.WriteByte('\n')
			at = 0
		case at > 0:
			out.WriteByte(' ')
			at++
		}
		out.WriteString(word)
		at += n
	}
	return out.String()
}
