package trace

import (
	"io"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Text writes records for people: one line each, in aligned columns for time
// in seconds, node, link, kind, packet and other end, then what there is to
// say. A name with blanks or control characters is quoted as in Go.
type Text struct {
	lines
	nodeWidth int // characters of the longest name
	linkWidth int
}

// NewText returns a sink that writes text to w.
func NewText(w io.Writer, names Names) *Text {
	t := &Text{lines: newLines(w, names, plain)}
	t.nodeWidth = widest(t.nodes)
	t.linkWidth = widest(t.links)
	return t
}

// Emit writes one line.
func (t *Text) Emit(r Record) {
	const (
		timeWidth   = 16 // 999999.999999999
		kindWidth   = len("delivered")
		packetWidth = len("#999999")
	)
	var digits [24]byte
	at := appendSeconds(digits[:0], r.At)
	b := pad(t.line[:0], timeWidth-len(at))
	b = append(b, at...)
	b = column(append(b, "  "...), t.node(r.Node), t.nodeWidth)
	link := ""
	if r.OnLink() {
		link = t.link(r.Link)
	}
	b = column(append(b, "  "...), link, t.linkWidth)
	b = column(append(b, "  "...), r.Kind.String(), kindWidth)

	start := len(b) + len("  ")
	b = append(b, "  "...)
	if r.Pkt != 0 {
		b = append(b, '#')
		b = strconv.AppendUint(b, r.Pkt, 10)
	}
	b = pad(b, packetWidth-(len(b)-start))
	b = append(b, "  "...)
	if !r.HasPeer() || r.Kind == Down || r.Kind == Up {
		b = column(b, "", len("-> ")+t.nodeWidth)
	} else {
		b = append(b, arrow(r.Kind)...)
		b = column(b, t.node(r.Peer), t.nodeWidth)
	}
	b = t.appendDetail(b, r)
	for b[len(b)-1] == ' ' {
		b = b[:len(b)-1]
	}
	t.end(b)
}

// appendDetail writes cause, value with its unit, and note.
func (t *Text) appendDetail(b []byte, r Record) []byte {
	if r.Cause != NoCause {
		b = append(b, "  "...)
		b = append(b, r.Cause.String()...)
	}
	if r.Note != "" {
		b = append(b, "  "...)
		b = append(b, t.note(r.Note)...)
	}
	quantity, unit := quantityOf(r.Kind)
	if unit == "" && r.HasPeer() {
		return b
	}
	b = append(b, "  "...)
	b = append(b, quantity...)
	b = appendFloat(b, r.Written())
	return append(b, unit...)
}

// quantityOf returns what stands before and after the value of a record, as Record.Written has it.
func quantityOf(k Kind) (quantity, unit string) {
	switch k {
	case Offered:
		return "", " bit"
	case Delivered, Duplicate:
		return "delay ", " s"
	case TxStart:
		return "airtime ", " s"
	case TxAbort:
		return "after ", " s"
	case RxOK, RxLost, RxMissed:
		return "SINR ", " dB"
	case Used, Outdated:
		return "age ", " s"
	case Powered:
		return "cut ", " dB"
	case Docked:
		return "distance ", " m"
	}
	return "", ""
}

// arrow says whether the peer is where it comes from or where it goes.
func arrow(k Kind) string {
	switch k {
	case Delivered, Duplicate, RxOK, RxLost, RxMissed, Used, Outdated:
		return "<- "
	}
	return "-> "
}

// plain returns s, in quotes if it would not stay one word on one line.
func plain(s string) string {
	if s == "" {
		return `""`
	}
	for _, c := range s {
		if c == utf8.RuneError || unicode.IsSpace(c) || !unicode.IsPrint(c) {
			return strconv.Quote(s)
		}
	}
	return s
}

func widest(names []string) int {
	w := 0
	for _, n := range names {
		w = max(w, utf8.RuneCountInString(n))
	}
	return w
}

func column(b []byte, s string, width int) []byte {
	return pad(append(b, s...), width-utf8.RuneCountInString(s))
}

func pad(b []byte, blanks int) []byte {
	for ; blanks > 0; blanks-- {
		b = append(b, ' ')
	}
	return b
}
