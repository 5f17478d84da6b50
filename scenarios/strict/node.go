package strict

import (
	"encoding/json"
	"strings"

	"gopkg.in/yaml.v3"
)

// nodeKind is the form of a node.
type nodeKind uint8

const (
	scalar nodeKind = iota
	sequence
	mapping
	broken // its fault is already reported
)

// node is a value of a file. Unlike a yaml.Node it is part of a plain tree:
// aliases and merge keys are resolved, keys are strings and occur once, and
// every value knows its file.
type node struct {
	kind    nodeKind
	at      Place
	text    string // scalar
	tag     string // scalar: what YAML takes it for; "" if it is quoted
	items   []*node
	entries []entry
	skipped []entry // mapping: the keys that the reader skips, without their values
	whole   bool    // mapping: replaces what is below it, as it comes from a file of its own
}

type entry struct {
	key   string
	at    Place
	value *node
}

// null reports whether n is an empty value, which the language does not have.
func (n *node) null() bool { return n.kind == scalar && n.tag == "!!null" }

// void reports whether n is the word null, which takes out what is there. A value that
// is left out is the same in YAML, but mostly a mistake.
func (n *node) void() bool { return n.null() && n.text != "" }

// get returns the value under a key, or nil.
func (n *node) get(key string) *node {
	if i := n.index(key); i >= 0 {
		return n.entries[i].value
	}
	return nil
}

// index returns the position of a key, or -1.
func (n *node) index(key string) int {
	for i := range n.entries {
		if n.entries[i].key == key {
			return i
		}
	}
	return -1
}

// String writes n as YAML on one line.
func (n *node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *node) write(b *strings.Builder) {
	switch n.kind {
	case scalar:
		b.WriteString(flow(n))
	case sequence:
		b.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				b.WriteString(", ")
			}
			item.write(b)
		}
		b.WriteByte(']')
	case mapping:
		b.WriteByte('{')
		for i, e := range n.entries {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(flow(&node{text: e.key, tag: "!!str"}))
			b.WriteString(": ")
			e.value.write(b)
		}
		b.WriteByte('}')
	}
}

// flow writes a scalar so that it is safe inside brackets: a plain word as it
// is, anything else in quotes.
func flow(n *node) string {
	if n.tag != "" && isPlain(n.text) {
		return n.text
	}
	quoted, err := json.Marshal(n.text)
	if err != nil {
		panic("strict: " + err.Error())
	}
	return string(quoted)
}

// isPlain reports whether a text is a word that reads as itself inside brackets.
func isPlain(text string) bool {
	const plain = "-./%_+0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return text != "" && text != "-" && text[0] != '%' && strings.Trim(text, plain) == ""
}

// maxNodes bounds the values of a file, those behind an alias counted at each
// use; maxDepth bounds their nesting. Scenarios are far smaller.
const (
	maxNodes = 200_000
	maxDepth = 64
)

// tree turns the nodes of one YAML document into a node.
type tree struct {
	file    string
	log     *faultLog
	nodes   int
	open    map[*yaml.Node]bool // nodes with an anchor on the way down
	flat    bool                // places are the file alone, as for overrides
	stopped bool
}

func (t *tree) place(y *yaml.Node) Place {
	if t.flat {
		return Place{File: t.file}
	}
	return Place{t.file, y.Line, y.Column}
}

// fail reports a fault and returns the node that stands for it.
func (t *tree) fail(y *yaml.Node, format string, args ...any) *node {
	t.log.add(t.place(y), format, args...)
	return &node{kind: broken, at: t.place(y)}
}

// node converts y, which is depth levels below the top.
func (t *tree) node(y *yaml.Node, depth int) *node {
	if t.nodes++; t.stopped || t.nodes > maxNodes {
		if !t.stopped {
			t.stopped = true
			return t.fail(y, "the file holds more than %d values, aliases counted at each use; split it, or use fewer aliases", maxNodes)
		}
		return &node{kind: broken, at: t.place(y)}
	}
	if depth > maxDepth {
		return t.fail(y, "nested deeper than %d levels; no part of the language is", maxDepth)
	}
	if y.Style&yaml.TaggedStyle != 0 {
		return t.fail(y, "the tag %s is not part of the language; leave it out", clip(y.Tag))
	}
	if y.Anchor != "" {
		t.open[y] = true
		defer delete(t.open, y)
	}
	switch y.Kind {
	case yaml.AliasNode:
		return t.alias(y, depth)
	case yaml.MappingNode:
		n := &node{kind: mapping, at: t.place(y)}
		t.mapping(n, y, depth)
		return n
	case yaml.SequenceNode:
		n := &node{kind: sequence, at: t.place(y), items: make([]*node, 0, len(y.Content))}
		for _, item := range y.Content {
			n.items = append(n.items, t.node(item, depth+1))
		}
		return n
	case yaml.ScalarNode:
		n := &node{kind: scalar, at: t.place(y), text: y.Value}
		if y.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
			n.tag = y.Tag
		}
		if n.void() {
			n.text = "null" // of which ~ and Null are other spellings
		}
		return n
	}
	return t.fail(y, "this form of YAML is not part of the language; write a text, a number, a list or a mapping")
}

// alias converts what y refers to. The copy stands where the alias does,
// values inside it where they are written.
func (t *tree) alias(y *yaml.Node, depth int) *node {
	if t.open[y.Alias] {
		return t.fail(y, "the alias *%s is inside its own anchor; write the value itself", clip(y.Value))
	}
	n := t.node(y.Alias, depth)
	if n.kind != broken {
		n.at = t.place(y)
	}
	return n
}

// mapping adds the keys of y to n. Keys of y win over merged ones, earlier
// merged ones over later ones.
func (t *tree) mapping(n *node, y *yaml.Node, depth int) {
	line := make(map[string]int, len(y.Content)/2)
	var merged []*yaml.Node
	for i := 0; i+1 < len(y.Content) && !t.stopped; i += 2 {
		k, v := y.Content[i], y.Content[i+1]
		if k.Kind == yaml.ScalarNode && k.Tag == "!!merge" {
			merged = append(merged, v)
			continue
		}
		key, ok := t.key(k)
		if !ok {
			continue
		}
		if ignored(key) {
			n.skipped = append(n.skipped, entry{key: key, at: t.place(k)})
			continue
		}
		if first, twice := line[key]; twice {
			if t.flat {
				t.fail(k, "key %q is given twice; leave one out", clip(key))
			} else {
				t.fail(k, "key %q is given twice; the first is in line %d, so leave one out", clip(key), first)
			}
			continue
		}
		line[key] = k.Line
		n.entries = append(n.entries, entry{key, t.place(k), t.node(v, depth+1)})
	}
	for _, m := range merged {
		t.merge(n, m, line, depth)
	}
}

// key returns the text of a key.
func (t *tree) key(k *yaml.Node) (string, bool) {
	at := k
	if k.Kind == yaml.AliasNode {
		k = k.Alias
	}
	if k.Kind != yaml.ScalarNode || k.Value == "" || k.Style&yaml.TaggedStyle != 0 {
		t.fail(at, "a key must be a plain word; write key: value")
		return "", false
	}
	return k.Value, true
}

// merge adds to n the keys of a merge key's value that n does not have.
func (t *tree) merge(n *node, m *yaml.Node, line map[string]int, depth int) {
	src := t.node(m, depth+1)
	sources := []*node{src}
	if src.kind == sequence {
		sources = src.items
	}
	for _, s := range sources {
		if s.kind == broken {
			continue
		}
		if s.kind != mapping {
			t.log.add(s.at, "a merge key takes a mapping or a list of mappings")
			continue
		}
		for _, e := range s.entries {
			if _, has := line[e.key]; !has {
				line[e.key] = e.at.Line
				n.entries = append(n.entries, e)
			}
		}
	}
}
