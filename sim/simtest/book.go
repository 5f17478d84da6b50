package simtest

import (
	"fmt"
	"strings"
)

// A book is a story file taken apart so that it can be put together again
// with nothing changed but the expected output.
type book struct {
	chapters []chapter
	tail     []string // raw lines after the last chapter
}

// chapter is a story with its text.
type chapter struct {
	story Story
	line  int      // of the name, from 1
	head  []string // raw lines up to and including the separator
	want  []string // raw lines of the expected output, comments included
}

// parseBook reads the stories of a file.
func parseBook(file, text string) (*book, error) {
	b := new(book)
	raw := strings.Split(text, "\n")
	named := make(map[string]int)
	for len(raw) > 0 {
		ch, rest, err := parseChapter(file, raw, strings.Count(text, "\n")+2-len(raw))
		if err != nil {
			return nil, err
		}
		if ch == nil {
			b.tail = raw
			break
		}
		if first, ok := named[ch.story.Name]; ok {
			return nil, fmt.Errorf("%s:%d: the story on line %d has this name already", file, ch.line, first)
		}
		named[ch.story.Name] = ch.line
		b.chapters = append(b.chapters, *ch)
		raw = rest
	}
	if len(b.chapters) == 0 {
		return nil, fmt.Errorf("%s: no story in it", file)
	}
	return b, nil
}

// parseChapter takes the next story off raw, whose first line is number at in
// its file. It returns nil where there is none left.
func parseChapter(file string, raw []string, at int) (ch *chapter, rest []string, err error) {
	ch = &chapter{story: Story{file: file}}
	i, divided := 0, false
	for ; i < len(raw) && !divided; i++ {
		line := uncommented(raw[i])
		switch {
		case line == separator && ch.line == 0:
			return nil, nil, fmt.Errorf("%s:%d: %s without a story before it", file, at+i, separator)
		case line == separator:
			divided = true
		case line == "" && ch.line != 0 && isBlank(raw[i]):
			return nil, nil, fmt.Errorf("%s:%d: the story on line %d ends without %s", file, at+i, ch.line, separator)
		case line == "":
		case ch.line == 0:
			ch.story.Name, ch.line = strings.TrimLeft(line, " \t"), at+i
		default:
			ch.story.Input = append(ch.story.Input, line)
			ch.story.lines = append(ch.story.lines, at+i)
		}
	}
	if !divided {
		if ch.line == 0 {
			return nil, nil, nil
		}
		return nil, nil, fmt.Errorf("%s:%d: the story ends without %s", file, ch.line, separator)
	}
	ch.head = raw[:i]
	rest, err = ch.takeWant(file, raw[i:], at+i)
	return ch, rest, err
}

// takeWant takes the expected output off raw, which ends before a blank line. Its first line is number at.
func (c *chapter) takeWant(file string, raw []string, at int) (rest []string, err error) {
	i := 0
	for ; i < len(raw) && !isBlank(raw[i]); i++ {
		if uncommented(raw[i]) == separator {
			return nil, fmt.Errorf("%s:%d: a second %s in one story; is a blank line missing above?", file, at+i, separator)
		}
	}
	c.want = raw[:i]
	return raw[i:], nil
}

// expected returns the expected output without comments.
func (c *chapter) expected() []string {
	var lines []string
	for _, raw := range c.want {
		if line := uncommented(raw); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// adopt makes got the expected output. Lines that stay keep the comment behind
// them, and comments on lines of their own all stay.
func (c *chapter) adopt(got []string) {
	old := c.want
	c.want = nil
	// comments passes the comments that stand before the next expected line.
	comments := func() {
		for len(old) > 0 && uncommented(old[0]) == "" {
			c.want, old = append(c.want, old[0]), old[1:]
		}
	}
	for _, e := range edits((&chapter{want: old}).expected(), got) {
		if e.op == added {
			c.want = append(c.want, e.line)
			continue
		}
		comments()
		if e.op == kept {
			c.want = append(c.want, old[0])
		}
		old = old[1:]
	}
	comments()
}

// String returns the text of the file.
func (b *book) String() string {
	var lines []string
	for _, ch := range b.chapters {
		lines = append(append(lines, ch.head...), ch.want...)
	}
	return strings.Join(append(lines, b.tail...), "\n")
}

// outputLines splits the output of a story and refuses what a story file could
// not hold.
func outputLines(output string) ([]string, error) {
	if output == "" {
		return nil, nil
	}
	lines := strings.Split(strings.TrimSuffix(output, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
		switch {
		case lines[i] == "":
			return nil, fmt.Errorf("line %d of the output is blank, which ends a story", i+1)
		case lines[i] == separator:
			return nil, fmt.Errorf("line %d of the output is %s, which divides a story", i+1, separator)
		case lines[i] != uncommented(lines[i]):
			return nil, fmt.Errorf("line %d of the output holds a comment: %q", i+1, line)
		}
	}
	return lines, nil
}

// uncommented returns the line without its comment and the blanks at its end.
func uncommented(line string) string {
	for i := range len(line) {
		if line[i] == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
			line = line[:i]
			break
		}
	}
	return strings.TrimRight(line, " \t\r")
}

// isBlank says whether there is nothing on the line, not even a comment.
func isBlank(line string) bool { return strings.Trim(line, " \t\r") == "" }
