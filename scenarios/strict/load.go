package strict

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// maxBytes bounds a file.
const maxBytes = 1 << 20

// merge puts child over base. Mappings merge key by key, and a list whose elements
// have names with a mapping of them; anything else in child replaces what base has, as
// does a model of another type. What is null in child is not there.
func (l *loader) merge(base, child *node, s *shape) *node {
	if child.kind != mapping || child.whole {
		return child
	}
	if base.kind == sequence && s != nil && s.named {
		return l.mergeElements(base, child, s.elem)
	}
	base = widen(s, base)
	if base.kind != mapping || s != nil && s.kind == model && otherType(base, child) {
		return child
	}
	out := &node{kind: mapping, at: child.at, entries: slices.Clone(base.entries)}
	at := make(map[string]int, len(out.entries))
	for i, e := range out.entries {
		at[e.key] = i
	}
	for _, e := range child.entries {
		i, ok := at[e.key]
		switch {
		case !ok:
			out.entries = append(out.entries, e)
		case e.value.void():
			out.entries[i].value = nil
		default:
			under := l.lang.step(s, base, e.key)
			out.entries[i] = entry{e.key, e.at, l.merge(out.entries[i].value, e.value, under)}
		}
	}
	out.entries = slices.DeleteFunc(out.entries, func(e entry) bool { return e.value == nil })
	return out
}

// mergeElements returns the list of the base with those elements changed that child
// names.
func (l *loader) mergeElements(base, child *node, elem *shape) *node {
	out := *base
	out.items = slices.Clone(base.items)
	for _, e := range child.skipped {
		if i := base.named(e.key); i >= 0 {
			l.log.add(e.at, "%s changes nothing, because keys that begin with x- are skipped; give the element another name in the base", e.key)
		}
	}
	for _, e := range child.entries {
		switch i := base.named(e.key); {
		case i < 0:
			l.log.add(e.at, "%s", base.noChange(e.key))
		case e.value.void():
			out.items[i] = nil
		default:
			out.items[i] = l.merge(out.items[i], e.value, elem)
		}
	}
	out.items = slices.DeleteFunc(out.items, func(item *node) bool { return item == nil })
	return &out
}

// noChange says that a list has no element of a name that could be changed.
func (n *node) noChange(name string) string {
	names := n.names()
	switch group := groupOf(n, name); {
	case group != "":
		return fmt.Sprintf("%s is one of the group %s, whose nodes are changed together; write %s", name, group, group)
	case Nearest(name, names) == "":
		return Unknown("name", name, names) + "; to add an element, give the whole list"
	}
	return Unknown("name", name, names)
}

// otherType reports whether both mappings name a model, and not the same one.
func otherType(a, b *node) bool {
	x, y := a.get(typeKey), b.get(typeKey)
	return x != nil && y != nil && x.text != y.text
}

// parse returns the tree of one YAML text. If flat, its places are the name alone.
func parse(name string, data []byte, flat bool, log *faultLog) *node {
	fail := func(line, column int, format string, args ...any) *node {
		at := Place{name, line, column}
		if flat {
			at = Place{File: name}
		}
		log.add(at, format, args...)
		return &node{kind: broken, at: at}
	}
	if len(data) > maxBytes {
		return fail(0, 0, "is larger than 1 MiB; put data into files of their own, or parts into a base")
	}
	if bad := badByte(data); bad >= 0 {
		line, column := position(data, bad)
		return fail(line, column, "%s", badText(data[bad:]))
	}
	input := &reluctant{data: data}
	dec := yaml.NewDecoder(input)
	doc, err := document(dec)
	if err == io.EOF || err == nil && doc.Content[0].ShortTag() == "!!null" && !(flat && doc.Content[0].Value != "") {
		if flat {
			return fail(0, 0, "is empty; write a value behind the =, or null to take out what is there")
		}
		return fail(0, 0, "is empty; write keys and values, such as name: mine")
	}
	var next yaml.Node
	if err == nil {
		next, err = document(dec)
	}
	switch {
	case err == nil:
		return fail(next.Line, next.Column, "a second document begins here; a file holds one, so put it into another")
	case err != io.EOF:
		line, column, msg := syntax(data[:input.n], err)
		return fail(line, column, "%s", msg)
	}
	t := &tree{file: name, log: log, open: map[*yaml.Node]bool{}, flat: flat}
	root := t.node(doc.Content[0], 0)
	if t.stopped {
		root.kind = broken
	}
	return root
}

// document reads the next document. The parser reports some mistakes by a
// panic, which ends here.
func document(dec *yaml.Decoder) (doc yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	err = dec.Decode(&doc)
	if err == nil && (doc.Kind != yaml.DocumentNode || len(doc.Content) != 1) {
		err = errors.New("yaml: no document")
	}
	return doc, err
}

// syntax returns the place and the text of an error that the YAML parser met
// after it had read the given bytes. The line that the parser gives is right
// for errors of its scanner. Errors of its grammar carry the line before the
// surrounding block, or none; for them it is the line that had been reached.
func syntax(read []byte, err error) (line, column int, msg string) {
	msg = strings.TrimPrefix(err.Error(), "yaml: ")
	lines := bytes.Split(bytes.TrimRightFunc(read, unicode.IsSpace), []byte("\n"))
	line = len(lines)
	if given := regexp.MustCompile(`^line (\d+): `).FindStringSubmatch(msg); given != nil {
		msg = msg[len(given[0]):]
		if n, _ := strconv.Atoi(given[1]); 0 < n && n < line && !strings.HasPrefix(msg, "did not find expected") {
			line = n
		}
	}
	text := lines[line-1]
	column = 1 + len(text) - len(bytes.TrimLeft(text, " \t"))
	return line, column, "not valid YAML: " + msg + advice(msg, bytes.ContainsRune(text, '\t'))
}

// advice says what mostly mends a mistake that the YAML parser names in its own words.
func advice(msg string, tab bool) string {
	const quote = "; put a text with signs of YAML in it into quotes"
	for _, known := range [][2]string{
		{"found a tab character", "; indent with blanks"},
		{"mapping values are not allowed", "; write one key in a line, indent it like its neighbours, and put a text with a colon into quotes"},
		{"did not find expected ',' or ']'", "; close the list with ], and put a text with [ ] { } or commas in it into quotes"},
		{"did not find expected ',' or '}'", "; close the mapping with }, and put a text with [ ] { } or commas in it into quotes"},
		{"did not find expected node content", "; write a value there, and close each bracket"},
		{"did not find expected key", "; indent all keys of a mapping alike"},
		{"did not find expected '-' indicator", "; indent all elements of a list alike, each behind a dash"},
		{"did not find expected <document start>", "; a file holds one document"},
		{"did not find expected alphabetic", quote},
		{"could not find expected ':'", "; write key: value, with a blank behind the colon"},
		{"found unexpected end of stream", "; close the quotes"},
		{"found unknown escape character", "; write \\\\ for a backslash, or use single quotes"},
		{"block sequence entries are not allowed", "; begin the list in a line of its own, or write it as [a, b]"},
		{"exceeded max depth", "; put fewer lists and mappings into each other"},
		{"unknown anchor", "; write &name where the value stands first, or put a text that begins with * into quotes"},
	} {
		if strings.HasPrefix(msg, known[0]) {
			return known[1]
		}
	}
	switch {
	case !strings.HasPrefix(msg, "found character that cannot start any token"):
		return ""
	case tab:
		return "; indent with blanks"
	}
	return quote
}

// reluctant hands out one byte at a time, so that n tells how far the parser came.
type reluctant struct {
	data []byte
	n    int
}

func (r *reluctant) Read(p []byte) (int, error) {
	if r.n == len(r.data) {
		return 0, io.EOF
	}
	p[0] = r.data[r.n]
	r.n++
	return 1, nil
}

// badByte returns the offset of the first byte that is no text, or -1.
func badByte(data []byte) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 || r < ' ' && r != '\n' && r != '\r' && r != '\t' || r == 0x7f {
			return i
		}
		i += n
	}
	return -1
}

// badText says what is wrong with a byte that badByte found at the front of data.
func badText(data []byte) string {
	if data[0] < utf8.RuneSelf {
		return fmt.Sprintf("the control character 0x%02x is not part of a text; remove it", data[0])
	}
	return fmt.Sprintf("is not UTF-8 text: byte 0x%02x; name a YAML file, and save it as UTF-8", data[0])
}

// position returns the line and column of the byte at an offset.
func position(data []byte, offset int) (line, column int) {
	start := bytes.LastIndexByte(data[:offset], '\n') + 1
	return 1 + bytes.Count(data[:offset], []byte("\n")), 1 + utf8.RuneCount(data[start:offset])
}

// reason returns what an error of a file system says, without the name of the
// file, which the place already gives.
func reason(err error) string { return Unread(err).Error() }

// Unread says why a file cannot be read, and what to look at, without the name of the
// file. It wraps the error.
func Unread(err error) error {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		err = p.Err
	}
	if f := (Faults)(nil); errors.As(err, &f) { // it was read, and whoever opens it does not take it
		return errors.New(f[0].Msg)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("cannot be read: %w; see whether its name and its folder are right", syscall.ENOENT)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("cannot be read: %w; see whether its rights allow it", err)
	case errors.Is(err, syscall.EISDIR):
		return fmt.Errorf("cannot be read: %w; write the name of a file", err)
	}
	return fmt.Errorf("cannot be read: %w", err)
}
