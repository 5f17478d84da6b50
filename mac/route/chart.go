package route

import "halocline/mac"

// chart is who hears whom at the start, as one who sets routes by hand has it before the nodes are put out. It is drawn
// when somebody first looks at it.
type chart struct {
	reaches func(from, to mac.Addr, link int) bool
	heardBy map[mac.Addr][]hop            // by receiver: who reaches it
	toward  map[mac.Addr]map[mac.Addr]hop // by destination: the next hop of each node
}

// hop is the next node, and over which of the links of the node before.
type hop struct {
	node mac.Addr
	link int
}

// Shortest returns the next node on a way of the fewest hops as nodes heard each other at the start, and the link to it. Of several such
// ways it is the one by the node that comes first among the stations.
func (n *Node) Shortest(to mac.Addr) (next mac.Addr, link int, known bool) {
	t := n.Net
	if t.chart.heardBy == nil {
		t.draw()
	}
	tree, drawn := t.chart.toward[to]
	if !drawn {
		tree = t.chart.search(to)
		t.chart.toward[to] = tree
	}
	h, known := tree[n.Addr]
	return h.node, h.link, known
}

// draw finds who hears whom.
func (t *Net) draw() {
	t.chart.heardBy, t.chart.toward = map[mac.Addr][]hop{}, map[mac.Addr]map[mac.Addr]hop{}
	for _, to := range t.nodes {
		for _, from := range t.nodes {
			for link := range from.Ways {
				if from != to && from.Ways[link].Has(to.Addr) && t.chart.reaches(from.Addr, to.Addr, link) {
					t.chart.heardBy[to.Addr] = append(t.chart.heardBy[to.Addr], hop{from.Addr, link})
					break
				}
			}
		}
	}
}

// search returns the next hop of each node on its way to one of them: breadth first from there.
func (c *chart) search(to mac.Addr) map[mac.Addr]hop {
	tree, queue := map[mac.Addr]hop{}, []mac.Addr{to}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, h := range c.heardBy[at] {
			if _, known := tree[h.node]; !known && h.node != to {
				tree[h.node] = hop{at, h.link}
				queue = append(queue, h.node)
			}
		}
	}
	return tree
}
