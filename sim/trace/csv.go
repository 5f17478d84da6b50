package trace

import (
	"io"
	"strconv"
	"strings"
)

// CSV writes records as comma-separated values (RFC 4180, lines ended by a
// line feed) under a header. The value is that of Record.Written. The peer of a
// Sample or a State, the link of a Sample where it is of a node, both of a Digest, and a missing cause or
// note are empty; the packet is 0 where there is none; the peer is * for everybody,
// and so is the node of a Digest and of a Sample that is of a link.
type CSV struct{ lines }

// NewCSV returns a sink that writes to w, and writes the header.
func NewCSV(w io.Writer, names Names) *CSV {
	c := &CSV{newLines(w, names, quoteCSV)}
	c.end([]byte("time_s,node,link,kind,packet,peer,cause,value,note"))
	return c
}

// Emit writes one line.
func (c *CSV) Emit(r Record) {
	link, peer := "", ""
	if r.OnLink() {
		link = c.link(r.Link)
	}
	if r.HasPeer() {
		peer = c.node(r.Peer)
	}
	b := appendSeconds(c.line[:0], r.At)
	b = append(b, ',')
	b = append(b, c.node(r.Node)...)
	b = append(b, ',')
	b = append(b, link...)
	b = append(b, ',')
	b = append(b, r.Kind.String()...)
	b = append(b, ',')
	b = strconv.AppendUint(b, r.Pkt, 10)
	b = append(b, ',')
	b = append(b, peer...)
	b = append(b, ',')
	b = append(b, r.Cause.String()...)
	b = append(b, ',')
	b = appendFloat(b, r.Written())
	b = append(b, ',')
	b = append(b, c.note(r.Note)...)
	c.end(b)
}

// quoteCSV returns s as a field: in quotes, its own quotes doubled, if it holds
// a character that would end the field or the line.
func quoteCSV(s string) string {
	if !strings.ContainsAny(s, ",\"\r\n") {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}
