package trace

import "strconv"

// Names are the names of a run's nodes and links, by index. Records hold
// indexes; whoever writes for people is given the names at construction.
type Names struct {
	Nodes []string
	Links []string

	// Off holds, by link, the nodes that have no radio for it, and are not meant by a packet to
	// everybody. Nil where all nodes are on all links.
	Off [][]int32
}

// receivers returns for how many nodes a packet to everybody on a link is.
func (n *Names) receivers(link int) int {
	all := len(n.Nodes) - 1 // not for its sender
	if link < len(n.Off) {
		all -= len(n.Off[link])
	}
	return all
}

// Node returns the name of a node, and * for None. An index without a name is written as a
// number, because a trace is also read to find such faults.
func (n Names) Node(i int32) string {
	switch {
	case i == None:
		return everybody
	case i >= 0 && int(i) < len(n.Nodes):
		return n.Nodes[i]
	}
	return "#" + strconv.Itoa(int(i))
}

// Link returns the name of a link, or its number where it has none.
func (n Names) Link(i uint8) string {
	if int(i) < len(n.Links) {
		return n.Links[i]
	}
	return "#" + strconv.Itoa(int(i))
}

// everybody is how None is written. Scenarios do not allow it as a name.
const everybody = "*"

// lexicon holds names the way one format spells them, so that a sink looks for
// characters to quote once per name and not once per record.
type lexicon struct {
	names Names
	nodes []string
	links []string
	notes map[string]string // quantities sampled so far
	all   string
	spell func(string) string
}

func newLexicon(names Names, spell func(string) string) lexicon {
	x := lexicon{names: names, notes: make(map[string]string), all: spell(everybody), spell: spell}
	for _, n := range names.Nodes {
		x.nodes = append(x.nodes, spell(n))
	}
	for _, n := range names.Links {
		x.links = append(x.links, spell(n))
	}
	return x
}

// node returns the spelling of a node.
func (x *lexicon) node(i int32) string {
	switch {
	case i == None:
		return x.all
	case i >= 0 && int(i) < len(x.nodes):
		return x.nodes[i]
	}
	return x.spell(x.names.Node(i))
}

func (x *lexicon) link(i uint8) string {
	if int(i) < len(x.links) {
		return x.links[i]
	}
	return x.spell(x.names.Link(i))
}

func (x *lexicon) note(s string) string {
	spelt, ok := x.notes[s]
	if !ok {
		spelt = x.spell(s)
		x.notes[s] = spelt
	}
	return spelt
}
