package trace

import "strconv"

// Names are the names of a run's nodes and links, by index. Records hold
// indexes; whoever writes for people is given the names at construction.
type Names struct {
	Nodes []string
	Links []string
}

// everybody is how None is written. Scenarios do not allow it as a name.
const everybody = "*"

// lexicon holds names the way one format spells them, so that a sink looks for
// characters to quote once per name and not once per record.
type lexicon struct {
	nodes []string
	links []string
	notes map[string]string // quantities sampled so far
	all   string
	spell func(string) string
}

func newLexicon(names Names, spell func(string) string) lexicon {
	x := lexicon{notes: make(map[string]string), all: spell(everybody), spell: spell}
	for _, n := range names.Nodes {
		x.nodes = append(x.nodes, spell(n))
	}
	for _, n := range names.Links {
		x.links = append(x.links, spell(n))
	}
	return x
}

// node returns the spelling of a node. An index without a name is written as a
// number, because a trace is also read to find such faults.
func (x *lexicon) node(i int32) string {
	switch {
	case i == None:
		return x.all
	case i >= 0 && int(i) < len(x.nodes):
		return x.nodes[i]
	}
	return x.spell("#" + strconv.Itoa(int(i)))
}

func (x *lexicon) link(i uint8) string {
	if int(i) < len(x.links) {
		return x.links[i]
	}
	return x.spell("#" + strconv.Itoa(int(i)))
}

func (x *lexicon) note(s string) string {
	spelt, ok := x.notes[s]
	if !ok {
		spelt = x.spell(s)
		x.notes[s] = spelt
	}
	return spelt
}
