package scenarios

import (
	"fmt"
	"slices"
	"strconv"

	"halocline/mac"
	"halocline/mac/traffic"
	"halocline/sim"
)

// buildTraffic starts a source at each of its senders.
func (b *builder) buildTraffic(i int, config traffic.Config) {
	key := "traffic[" + strconv.Itoa(i) + "]"
	way := config.Way()
	link, err := b.findLink(way.Link)
	if err != nil {
		b.plan.doc.Fault(key+".link", "%v", err)
		return
	}
	b.used[link] = true
	if listed, ok := config.(traffic.Listed); ok {
		b.replay(key, link, listed)
		return
	}
	senders, err := b.group(way.From)
	if err != nil {
		b.plan.doc.Fault(key+".from", "%v", err)
	}
	to, err := b.receiver(way.To, link)
	if err != nil {
		b.plan.doc.Fault(key+".to", "%v", err)
		return
	}
	if link == len(b.plan.Links) {
		b.network.warnLength(key, way.Bits)
	} else if !b.warnLength(key, way.Bits, &b.plan.Links[link]) {
		b.warnFrame(key+".size", way.Bits, link)
		b.offer(config, senders, to, link)
	}
	for place, s := range senders {
		field, err := b.checkWay(s, to, link)
		if err != nil {
			b.plan.doc.Fault(key+"."+field, "%v", err)
			return
		}
		b.startSender(i, config, traffic.Env{
			Kernel: b.Kernel,
			Rand:   b.streams.Stream(b.trafficStream(s, way, link)),
			To:     to,
			Out:    b.nodes[s].ports[link],
			Place:  place,
			Of:     len(senders),
		})
	}
}

// warnLength says that a link refuses all packets of a source, and reports whether it does.
func (b *builder) warnLength(source string, bits int, link *Link) bool {
	limited, ok := link.MAC.(mac.Limited)
	if !ok {
		return false
	}
	largest := limited.Largest()
	if link.ARQ != nil {
		largest = link.ARQ.Largest(link.MAC)
	}
	if bits <= largest {
		return false
	}
	b.warnings = append(b.warnings, fmt.Sprintf("%s sends %dbit, and %s on link %s takes at most %dbit", source, bits, b.protocol(link), link.Name, largest))
	return true
}

// protocol returns the name of a link's access protocol.
func (b *builder) protocol(link *Link) string { return b.plan.doc.Model("links", link.Name, "mac") }

// checkWay returns why a node cannot send to an address on a link, and which of
// the fields from and to is at fault.
func (b *builder) checkWay(from int, to mac.Addr, link int) (field string, err error) {
	switch {
	case b.nodes[from].ports[link] == nil:
		return "from", b.noRadio(from, link)
	case mac.Addr(from) == to:
		return "to", fmt.Errorf("node %q would send to itself", b.nodes[from].name)
	}
	return "", nil
}

// trafficStream names the stream of a source by its sender, its receiver and its
// link, so that other sources change nothing; the second of several alike has a
// number behind it, and so on.
func (b *builder) trafficStream(sender int, way traffic.Way, link int) string {
	name := b.nodes[sender].name + "/traffic/" + way.To + "/" + b.names.Links[link]
	b.alike[name]++
	if n := b.alike[name]; n > 1 {
		name += "/" + strconv.Itoa(n)
	}
	return name
}

// replay starts the senders of a list of packets.
func (b *builder) replay(key string, link int, listed traffic.Listed) {
	packets := make([]dues, len(b.nodes))
	ways := map[[2]string]rowWay{} // that have come before
	var names [2]string            // of the row before, and its way
	var way rowWay
	all, late, largest := 0, 0, 0
	err := listed.Rows(b.open, func(row traffic.Row) error {
		all++
		if row.At > sim.Time(b.duration) {
			late++
		}
		largest = max(largest, row.Bits)
		if now := [...]string{row.From, row.To}; all == 1 || now != names {
			var known bool
			if way, known = ways[now]; !known {
				var err error
				if way, err = b.rowWay(row, link); err != nil {
					return err
				}
				ways[now] = way
			}
			names = now
		}
		if !b.checkOnly {
			packets[way.from].add(traffic.Due{At: row.At, To: way.to, Bits: int32(row.Bits)})
		}
		return nil
	})
	if b.plan.doc.FaultFrom(key, err) {
		return
	}
	if link == len(b.plan.Links) {
		b.network.warnLength(key, largest)
	} else if !b.warnLength(key, largest, &b.plan.Links[link]) {
		b.warnFrame(key, largest, link)
	}
	if late > 0 {
		b.warnings = append(b.warnings, fmt.Sprintf("%s: %d of the %d packets that it lists come after the end of the run, %g s", key, late, all, b.duration.Seconds()))
	}
	for i := range packets {
		if due := packets[i].all(); len(due) > 0 {
			traffic.NewReplay(traffic.Env{Kernel: b.Kernel, Out: b.nodes[i].ports[link]}, due)
		}
	}
}

// dues are the packets of a sender as they come from a list, which may be ten million: in pieces, since a slice that grows
// leaves several times its length behind.
type dues struct {
	full [][]traffic.Due
	last []traffic.Due
}

func (d *dues) add(one traffic.Due) {
	const most = 1024
	if len(d.last) == most {
		d.full, d.last = append(d.full, d.last), make([]traffic.Due, 0, most)
	}
	d.last = append(d.last, one)
}

// all returns them in one piece, and forgets them.
func (d *dues) all() []traffic.Due {
	out := d.last
	if len(d.full) > 0 {
		out = slices.Concat(append(d.full, d.last)...)
	}
	*d = dues{}
	return out
}

// rowWay is the sender and the receiver of a packet of a list.
type rowWay struct {
	from int
	to   mac.Addr
}

// rowWay finds them.
func (b *builder) rowWay(row traffic.Row, link int) (way rowWay, err error) {
	if way.from, err = b.oneNode(row.From, "sender"); err != nil {
		return way, err
	}
	if way.to, err = b.receiver(row.To, link); err != nil {
		return way, err
	}
	_, err = b.checkWay(way.from, way.to, link)
	return way, err
}
