package strict

// Value is a value of a file, with its place.
type Value struct{ n *node }

// Value returns the value under the given keys, one below the other, without
// taking dots in them apart; an element of a list goes by its index, as [0]. It
// returns nil if the file has no such value.
func (d *Document) Value(keys ...string) *Value {
	n := d.root
	for _, key := range keys {
		var next *node
		switch {
		case n.kind == mapping:
			next = n.get(key)
		case n.kind == sequence:
			if i := element(n, key); i >= 0 {
				next = n.items[i]
			}
		}
		if next == nil {
			return nil
		}
		n = next
	}
	return &Value{n}
}

// Model returns the name of the model that the file chooses under the given keys, as Value takes
// them, or "" where it leaves the default. Several models may be of one Go type, as presets are.
func (d *Document) Model(keys ...string) string {
	v := d.Value(keys...)
	if v == nil {
		return ""
	}
	if named := v.n.get(typeKey); named != nil {
		return named.text
	}
	return v.n.text // of a mapping or a list it is empty
}

// Key returns the place of the last of the given keys itself, or that of the
// value around it if there is no such key.
func (d *Document) Key(keys ...string) Place {
	around := d.Value(keys[:len(keys)-1]...)
	if around == nil {
		return d.root.at
	}
	if i := around.n.index(keys[len(keys)-1]); i >= 0 {
		return around.n.entries[i].at
	}
	return around.n.at
}

// FaultAt adds a fault at a place to those that Err returns.
func (d *Document) FaultAt(at Place, format string, args ...any) {
	d.log.add(at, format, args...)
}

// NewWord returns a number, true, false or a word that no file holds, as it
// would read at a place.
func NewWord(at Place, text string) *Value {
	tag := "!!str"
	switch _, _, isNumber := split(text); {
	case isNumber:
		tag = "!!float"
	case text == "true" || text == "false":
		tag = "!!bool"
	}
	return &Value{&node{kind: scalar, at: at, text: text, tag: tag}}
}

// Place returns where the value begins.
func (v *Value) Place() Place { return v.n.at }

// String writes the value as YAML on one line, which reads as the same value.
func (v *Value) String() string { return v.n.String() }

// Broken reports whether the value has a fault that is reported already.
func (v *Value) Broken() bool { return v.n.kind == broken }

// Word returns the text of a value that is neither a mapping nor a list, and
// whether it is in quotes. A value that is missing is no word.
func (v *Value) Word() (text string, quoted, ok bool) {
	return v.n.text, v.n.tag == "", v.n.kind == scalar && !v.n.null()
}

// Items returns the elements of a list; ok is false if the value is no list.
func (v *Value) Items() (items []*Value, ok bool) {
	for _, item := range v.n.items {
		items = append(items, &Value{item})
	}
	return items, v.n.kind == sequence
}

// Entry is a key of a mapping, the place of the key, and its value.
type Entry struct {
	Key   string
	At    Place
	Value *Value
}

// Entries returns the keys of a mapping in file order; ok is false if the value
// is no mapping.
func (v *Value) Entries() (entries []Entry, ok bool) {
	for _, e := range v.n.entries {
		entries = append(entries, Entry{e.key, e.at, &Value{e.value}})
	}
	return entries, v.n.kind == mapping
}

// Get returns the value under a key of a mapping, or nil.
func (v *Value) Get(key string) *Value {
	if n := v.n.get(key); n != nil {
		return &Value{n}
	}
	return nil
}

// Words returns every text, number and truth value at or below the value.
func (v *Value) Words() []string { return v.n.words(nil) }

func (n *node) words(out []string) []string {
	if n.kind == scalar && !n.null() {
		out = append(out, n.text)
	}
	for _, item := range n.items {
		out = item.words(out)
	}
	for _, e := range n.entries {
		out = e.value.words(out)
	}
	return out
}
