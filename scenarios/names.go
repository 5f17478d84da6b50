package scenarios

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"halocline/mac"
	"halocline/scenarios/strict"
)

// everybody is the name of the destination of broadcasts.
const everybody = "everybody"

// findLink returns the index of a link; no name stands for the only link.
func (b *builder) findLink(name string) (int, error) {
	links := b.names.Links
	if name == "" && len(links) == 1 {
		return 0, nil
	}
	if name == "" {
		return 0, fmt.Errorf("the scenario has %d links; name one of %v", len(links), links)
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
	i, err := b.oneNode(name, "receiver")
	if err != nil {
		return 0, err
	}
	if b.nodes[i].ports[link] == nil {
		return 0, noRadio(name, b.names.Links[link])
	}
	return mac.Addr(i), nil
}

func noRadio(node, link string) error {
	return errors.New("node " + node + " has no radio for link " + link)
}
