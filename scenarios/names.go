package scenarios

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"halocline/mac"
	"halocline/scenarios/strict"
	"halocline/sim/fault"
)

// everybody is the name of the destination of broadcasts.
const everybody = "everybody"

// checkName finds names that could not be told apart where names are joined: in
// the paths of --set, in the names of random streams and in traces.
func checkName(name string) error {
	strange := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' }
	switch {
	case name == "":
		return fault.In("name", "the name is empty")
	case strings.ContainsFunc(name, strange):
		return fault.In("name", "%q is no name; it is made of letters, digits, - and _", name)
	case name == everybody:
		return fault.In("name", "%q stands for all nodes; choose another name", name)
	}
	return nil
}

// Reserved reports whether metrics below a name are of the whole run, so that no link and
// no docking vehicle may have it.
func Reserved(name string) bool {
	switch name {
	case "run", "packets", "frames", "fates", "energy", "computers", "vehicles":
		return true
	}
	return false
}

// findLink returns the index of a link; no name stands for the only link.
func (b *builder) findLink(name string) (int, error) {
	links := b.names.Links
	if name == "" && len(links) == 1 {
		return 0, nil
	}
	if name == "" {
		return 0, fmt.Errorf("the scenario has %d links; add the key link, one of %s", len(links), strings.Join(links, ", "))
	}
	if i := slices.Index(links, name); i >= 0 {
		return i, nil
	}
	return 0, errors.New(strict.Unknown("link", name, links))
}

// group returns the nodes of a name, which is that of a node or of a group.
func (b *builder) group(name string) ([]int, error) {
	nodes, ok := b.byName[name]
	if !ok {
		return nil, errors.New(strict.Unknown("node", name, slices.Sorted(maps.Keys(b.byName))))
	}
	return nodes, nil
}

// oneNode returns the node of a name.
func (b *builder) oneNode(name, role string) (int, error) {
	if name == "" {
		return 0, fmt.Errorf("name the %s", role)
	}
	nodes, err := b.group(name)
	if err != nil {
		return 0, err
	}
	if len(nodes) != 1 {
		return 0, fmt.Errorf("%q is a group of %d nodes; name one of them, such as %s1", name, len(nodes), name)
	}
	return nodes[0], nil
}

// receiver returns the address of a node on a link, or of everybody.
func (b *builder) receiver(name string, link int) (mac.Addr, error) {
	if name == everybody {
		return mac.Everybody, nil
	}
	if _, known := b.byName[name]; !known {
		return 0, errors.New(strict.Unknown("node", name, append(slices.Sorted(maps.Keys(b.byName)), everybody)))
	}
	i, err := b.oneNode(name, "receiver")
	if err != nil {
		return 0, err
	}
	if b.nodes[i].ports[link] == nil {
		return 0, b.noRadio(i, link)
	}
	return mac.Addr(i), nil
}

// noRadio says that a node is not on a link.
func (b *builder) noRadio(node, link int) error {
	if link == len(b.plan.Links) && b.nodes[node].ports[link] == nil {
		return fmt.Errorf("node %q is on no link of the network; name one of its links in network.links, or another node", b.nodes[node].name)
	}
	return fmt.Errorf("node %q has no radio for link %q", b.nodes[node].name, b.names.Links[link])
}
