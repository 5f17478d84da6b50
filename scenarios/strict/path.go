package strict

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// locate follows a path from n and returns the place where it ends. If the
// path leads nowhere, the place is that of the last value on the way.
func locate(n *node, path string) Place {
	steps, err := parsePath(path)
	if err != nil {
		return n.at
	}
	for _, s := range steps {
		var next *node
		switch n.kind {
		case mapping:
			next = n.get(s)
		case sequence:
			if i := element(n, s); i >= 0 {
				next = n.items[i]
			} else if i := slices.IndexFunc(n.items, func(item *node) bool { return item.kind == scalar && item.text == s }); i >= 0 {
				next = n.items[i] // of a list of names
			}
		}
		if next == nil {
			break
		}
		n = next
	}
	return n.at
}

// parsePath splits a path into keys and indices: nodes[0].at gives nodes, [0], at.
func parsePath(path string) ([]string, error) {
	var steps []string
	for _, part := range strings.Split(path, ".") {
		key, rest, _ := strings.Cut(part, "[")
		if key == "" {
			return nil, fmt.Errorf("%q is not a path; write keys with dots and elements with brackets, as in nodes[0].at", clip(path))
		}
		steps = append(steps, key)
		for index := range strings.SplitSeq(rest, "[") {
			if index == "" && rest == "" {
				break
			}
			digitsOnly, closed := strings.CutSuffix(index, "]")
			if !closed || digitsOnly == "" || digits(digitsOnly) != len(digitsOnly) || len(digitsOnly) > 9 {
				return nil, fmt.Errorf("%q is not a path; an index is a number in brackets, as in nodes[0].at", clip(path))
			}
			steps = append(steps, "["+index)
		}
	}
	return steps, nil
}

// element returns the position in a list of the element with an index or a
// name, or -1.
func element(n *node, step string) int {
	if strings.HasPrefix(step, "[") {
		i, err := strconv.Atoi(step[1 : len(step)-1])
		if err != nil || i >= len(n.items) {
			return -1
		}
		return i
	}
	return n.named(step)
}

// named returns the position in a list of the element with a name, or -1.
func (n *node) named(name string) int {
	return slices.IndexFunc(n.items, func(item *node) bool {
		at := item.get(nameKey)
		return at != nil && at.kind == scalar && at.text == name
	})
}

// names returns the names of the elements of a list, where they have some.
func (n *node) names() []string {
	var names []string
	for _, item := range n.items {
		if name := item.get(nameKey); name != nil && name.kind == scalar {
			names = append(names, name.text)
		}
	}
	return names
}

// override applies a Set to a tree.
type override struct {
	*loader        // of files that the value names
	file    string // beside which they are
	root    *node  // before it
	at      Place
	path    string
}

// replaced reports each override that a later one of the same path, or of a
// path above it, leaves without effect. An index is that of another element once one is
// taken out.
func replaced(sets []Set, log *faultLog) {
	paths := make([][]string, len(sets))
	for i, s := range sets {
		paths[i], _ = parsePath(s.Path)
	}
	for i, early := range paths {
		for k := i + 1; k < len(sets); k++ {
			late, at := paths[k], Place{File: "--set " + sets[i].Path}
			if early == nil || late == nil || len(late) > len(early) || !slices.Equal(late, early[:len(late)]) {
				continue
			}
			if slices.ContainsFunc(sets[i:k], func(s Set) bool { return s.shifts(early) }) {
				continue
			}
			advice := "leave one of them out"
			if len(late) < len(early) {
				advice = "put it behind"
			}
			log.add(at, "has no effect, because --set %s=%s comes later and replaces it; %s", sets[k].Path, clip(sets[k].Value), advice)
			break
		}
	}
}

// shifts reports whether a Set takes an element out of a list, of which a path goes on with
// an index.
func (s Set) shifts(path []string) bool {
	own, _ := parsePath(s.Path)
	list := len(own) - 1
	return list >= 0 && list < len(path) && slices.Equal(own[:list], path[:list]) && strings.HasPrefix(path[list], "[") &&
		parse("", []byte(s.Value), true, new(faultLog)).void()
}

// apply returns root with the value of s in place.
func (o *override) apply(root *node, shape *shape, s Set) *node {
	o.path, o.at = s.Path, Place{File: "--set " + s.Path}
	steps := o.steps()
	if steps == nil {
		return root
	}
	value := parse(o.at.File, []byte(s.Value), true, o.log)
	if value.kind == broken || root.kind == broken {
		return root
	}
	value.name(o.at.File)
	return o.change(root, shape, steps, value)
}

// name has faults of what stands in the value of an override name its path: an override has no lines. The type
// of a model stands for the model.
func (n *node) name(path string) {
	n.at.File = path
	for i, item := range n.items {
		item.name(fmt.Sprintf("%s[%d]", path, i))
	}
	for i := range n.entries {
		e, below := &n.entries[i], path
		if e.key != typeKey {
			below += "." + e.key
		}
		e.at.File = below
		e.value.name(below)
	}
}

// change returns root with the value at steps below it, or without what is there.
func (o *override) change(root *node, s *shape, steps []string, value *node) *node {
	if !value.void() {
		return o.put(root, s, steps, value)
	}
	o.remove(root, s, steps)
	return root
}

// remove takes out what is at steps below n. It need not be there, but has to be
// something that could.
func (o *override) remove(n *node, s *shape, steps []string) {
	key := steps[0]
	switch n.kind {
	case mapping:
		i := n.index(key)
		switch {
		case i < 0:
			if whole := o.begin(o.lang.step(s, n, key)); len(steps) == 2 && whole.index(steps[1]) >= 0 {
				o.remove(whole, o.lang.step(s, n, key), steps[1:])
				n.entries = append(n.entries, entry{key, o.at, whole})
				return
			}
			o.missing(n, s, steps)
		case len(steps) == 1:
			n.entries = slices.Delete(n.entries, i, i+1)
		default:
			e, under := &n.entries[i], o.lang.step(s, n, key)
			e.value = widen(under, e.value)
			o.remove(e.value, under, steps[1:])
		}
	case sequence:
		i := element(n, key)
		var elem *shape
		if s != nil {
			elem = s.elem
		}
		switch {
		case i < 0:
			o.log.add(o.at, "%s", o.noElement(n, steps))
		case len(steps) == 1:
			n.items = slices.Delete(n.items, i, i+1)
		default:
			n.items[i] = widen(elem, n.items[i])
			o.remove(n.items[i], elem, steps[1:])
		}
	case scalar:
		o.log.add(o.at, "there is nothing at %s below the value %q", key, clip(n.text))
	}
}

// missing reports a key of n that is to be removed, and cannot be there.
func (o *override) missing(n *node, s *shape, steps []string) {
	if o.noKey(steps[0]) {
		return
	}
	if s != nil && s.kind == model && n.get(typeKey) != nil {
		s = o.lang.variant(s, n.get(typeKey).text)
	}
	if s != nil && s.kind == record && s.byKey[steps[0]] == nil {
		o.log.add(o.at, "%s", Unknown("key", steps[0], s.keys()))
		return
	}
	if o.nameDue(n, s, steps) || len(steps) == 1 {
		return
	}
	if under := o.lang.step(s, n, steps[0]); under != nil && (under.kind == record || under.kind == table) {
		o.missing(&node{kind: mapping}, under, steps[1:])
	}
}

// nameDue reports a name that leads on below a table, and that this does not have.
func (o *override) nameDue(n *node, s *shape, steps []string) bool {
	if s == nil || s.kind != table || len(steps) == 1 {
		return false
	}
	names := make([]string, len(n.entries))
	for i, e := range n.entries {
		names[i] = e.key
	}
	o.log.add(o.at, "%s", Unknown("name", steps[0], names))
	return true
}

// steps takes the path of the override apart. It returns nil, with a fault in the log,
// if no value can be there.
func (o *override) steps() []string {
	steps, err := parsePath(o.path)
	switch {
	case err != nil:
		o.log.add(o.at, "%s", err)
		return nil
	case len(steps) == 1 && steps[0] == baseKey:
		o.log.add(o.at, "the base of a file cannot be set; write a file with that base")
		return nil
	}
	return steps
}

// put returns n, which may be nil, with the value at steps below it.
func (o *override) put(n *node, s *shape, steps []string, value *node) *node {
	if len(steps) == 0 {
		return o.parts(o.file, value, s)
	}
	if n == nil || n.null() {
		if s != nil && s.kind == list {
			whole := o.above(len(steps))
			o.log.add(o.at, "the file gives no list that %s could be an element of; set the whole list, as in --set %s='[...]'", steps[0], whole)
			return &node{kind: broken, at: o.at}
		}
		n = o.begin(s)
	}
	n = widen(s, n)
	switch n.kind {
	case mapping:
		o.putKey(n, s, steps, value)
	case sequence:
		i := element(n, steps[0])
		if i < 0 {
			o.log.add(o.at, "%s", o.noElement(n, steps))
			return n
		}
		var elem *shape
		if s != nil {
			elem = s.elem
		}
		n.items[i] = o.put(n.items[i], elem, steps[1:], value)
	case scalar:
		o.log.add(o.at, "there is nothing at %s below the value %q", steps[0], clip(n.text))
	}
	return n
}

// begin returns what stands for a value that the file leaves out, before something below it is changed.
func (o *override) begin(s *shape) *node {
	n := &node{kind: mapping, at: o.at}
	if s != nil && s.kind == table && s.over != "" && o.root != nil && o.root.get(s.over) != nil {
		for _, e := range o.root.get(s.over).entries {
			n.entries = append(n.entries, entry{e.key, o.at, &node{kind: mapping, at: o.at}})
		}
	}
	return n
}

func (o *override) putKey(n *node, s *shape, steps []string, value *node) {
	key := steps[0]
	if o.noKey(key) {
		return
	}
	i := n.index(key)
	if i >= 0 {
		e := &n.entries[i]
		e.value = o.put(e.value, o.lang.step(s, n, key), steps[1:], value)
		if len(steps) == 1 {
			e.at = o.at
		}
		return
	}
	if o.nameDue(n, s, steps) {
		return
	}
	n.entries = append(n.entries, entry{key, o.at, o.put(nil, o.lang.step(s, n, key), steps[1:], value)})
}

// noKey reports a step that no key can be.
func (o *override) noKey(step string) bool {
	if !strings.HasPrefix(step, "[") && !ignored(step) {
		return false
	}
	o.log.add(o.at, "%s names nothing here; write a key", step)
	return true
}

// above returns the path without its last steps.
func (o *override) above(last int) string {
	whole, _ := parsePath(o.path)
	return strings.ReplaceAll(strings.Join(whole[:len(whole)-last], "."), ".[", "[")
}

// groupOf returns the element of a list that stands for several, of which a name with a
// number behind it is one, or "".
func groupOf(n *node, step string) string {
	bare := strings.TrimRight(step, "0123456789")
	if i := element(n, bare); bare != step && i >= 0 && n.items[i].get("count") != nil {
		return bare
	}
	return ""
}

// noElement says which elements a list has, at the first of the steps that are
// left.
func (o *override) noElement(n *node, steps []string) string {
	step := steps[0]
	if strings.HasPrefix(step, "[") {
		if len(n.items) == 0 {
			return fmt.Sprintf("there is no element %s; the list is empty, so set it as a whole", step)
		}
		return fmt.Sprintf("there is no element %s; the list has %d, the last of them [%d]", step, len(n.items), len(n.items)-1)
	}
	names := n.names()
	index := "0"
	if digits(step) == len(step) {
		index = step
	}
	list := o.above(len(steps))
	group := groupOf(n, step)
	switch {
	case group != "":
		return fmt.Sprintf("%s is one of the group %s, whose nodes are set together; write %s.%s, or give it an entry of its own in the file", step, group, list, group)
	case len(names) == 0:
		return fmt.Sprintf("%s is a list without names; write %s[%s]", list, list, index)
	case Nearest(step, names) == "":
		return fmt.Sprintf("%s; or %s[%s]", Unknown("name", step, names), list, index)
	}
	return Unknown("name", step, names)
}
