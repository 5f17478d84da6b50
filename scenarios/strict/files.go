package strict

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"halocline/sim/fault"
)

// maxBases bounds a chain of files that name each other, maxFiles all that one file leads to.
const (
	maxBases = 16
	maxFiles = 1000
)

// loader reads a file together with the files that it names: those that it or a part of it
// extends, and those that stand for models.
type loader struct {
	open  Open
	lang  *language
	log   *faultLog
	chain []string // files on the way to the one being read
	files int      // that were read

	partial bool // a base could not be used, so keys may seem to be missing
}

// file returns the tree of the named file, merged with its base. It is broken
// if the file could not be read at all.
func (l *loader) file(name string, s *shape) *node {
	l.log.enter(name)
	l.chain = append(l.chain, name)
	defer func() { l.chain = l.chain[:len(l.chain)-1] }()
	l.files++
	whole := Place{File: name}
	data, err := l.open(name)
	if err != nil {
		l.log.add(whole, "%s", reason(err))
		return &node{kind: broken, at: whole}
	}
	root := parse(name, data, false, l.log)
	if refuseNewer(root, s, l.log) {
		return &node{kind: broken, at: whole}
	}
	return l.parts(name, root, s)
}

// formatKey is the key at the top of a file that numbers its format.
const formatKey = "format"

// refuseNewer tells whether a file names a format above those that the range of its key has. Other faults of such a file are no matter.
func refuseNewer(root *node, s *shape, log *faultLog) bool {
	if s == nil || s.kind != record || s.byKey[formatKey] == nil {
		return false
	}
	most, given := s.byKey[formatKey].shape.within.hi, root.get(formatKey)
	if most == nil || given == nil || given.tag == "" { // a number in quotes is none
		return false
	}
	have, err := strconv.ParseInt(given.text, 10, 64)
	newer := fault.Format(have, most.Num().Int64())
	if err != nil || have < 1 || newer == nil {
		return false // what else is wrong with it is told with its range
	}
	log.add(given.at, "%s", newer)
	return true
}

// Beside returns the name of a file that another one names, which stands beside that.
func Beside(file, name string) string {
	if path.IsAbs(name) {
		return name
	}
	return path.Join(path.Dir(file), name)
}

// parts returns a value of the named file with the files in place that it names: for a
// model the word of a file, below a mapping its base.
func (l *loader) parts(name string, n *node, s *shape) *node {
	switch {
	case s == nil:
	case n.kind == scalar && s.kind == model && strings.HasSuffix(n.text, ".yaml"):
		return l.component(name, n, s)
	case n.kind != mapping && s.kind == record && s.bare != nil:
		return l.parts(name, n, s.bare.shape)
	case n.kind == sequence:
		for i, item := range n.items {
			n.items[i] = l.parts(name, item, s.elem)
		}
	case n.kind == mapping && s.kind == list:
		for i, e := range n.entries { // changes of elements of a base
			n.entries[i].value = l.parts(name, e.value, s.elem)
		}
	case n.kind == mapping:
		return l.extended(name, n, s)
	}
	return n
}

// component returns the model that the file of a word holds. It replaces what is there, as
// the name of a model does.
func (l *loader) component(name string, word *node, s *shape) *node {
	read := l.named("the file", name, word, s)
	if read == nil {
		return &node{kind: broken, at: word.at}
	}
	out := *read
	out.whole = true
	return &out
}

// extended returns a mapping of the named file over its base, if it has one.
func (l *loader) extended(name string, n *node, s *shape) *node {
	i := n.index(baseKey)
	if s.kind != record && s.kind != model || l.lang.step(s, n, baseKey) != nil {
		i = -1 // a key like others
	}
	typed, below := n, (*node)(nil)
	if i >= 0 {
		base := n.entries[i].value
		n.entries = slices.Delete(n.entries, i, i+1)
		if below = l.base(name, base, s); below == nil {
			l.partial = true
		} else if n.get(typeKey) == nil {
			typed = widen(s, below)
		}
	}
	for i, e := range n.entries {
		n.entries[i].value = l.parts(name, e.value, l.lang.step(s, typed, e.key))
	}
	if below == nil {
		return n
	}
	out := l.merge(below, n, s)
	out.whole = true // what lies below it is said
	out.entries = slices.DeleteFunc(out.entries, func(e entry) bool {
		f := s.byKey[e.key] // nil of what is no record
		return f != nil && f.own && n.index(e.key) < 0
	})
	return out
}

// base returns the tree of the file that the value of a base key names, or nil
// if there is none.
func (l *loader) base(name string, value *node, s *shape) *node {
	if value.kind == broken {
		return nil
	}
	if value.kind != scalar || value.null() || value.text == "" {
		l.log.add(value.at, "base takes the name of a file, such as other.yaml")
		return nil
	}
	return l.named("the base", name, value, s)
}

// named returns the tree of the file that a word of the named file names, or nil if there is none.
func (l *loader) named(what, name string, word *node, s *shape) *node {
	file := Beside(name, word.text)
	if slices.Contains(l.chain, file) {
		l.log.add(word.at, "%s extends itself: %s", file, strings.Join(append(l.chain, file), " -> "))
		return nil
	}
	if len(l.chain) > maxBases {
		l.log.add(word.at, "more than %d files extend each other; put some of them together", maxBases)
		return nil
	}
	if l.files >= maxFiles {
		l.log.add(word.at, "more than %d files are named, each as often as it is; put some of them together", maxFiles)
		return nil
	}
	if _, err := l.open(file); err != nil {
		l.log.add(word.at, "%s %s %s", what, file, reason(err))
		return nil
	}
	if below := l.file(file, s); below.kind != broken {
		return below
	}
	l.log.add(word.at, "%s %s cannot be used", what, file)
	return nil
}
