package trace

import (
	"encoding/json"
	"io"
	"math"
	"strconv"
)

// JSONLines writes each record as a JSON object on a line of its own, with the
// value of Record.Written. Fields that mean nothing in a record are left out:
// packet 0, the peer of a Sample or a State, the link of a Sample where it is of a node, both of a Digest, a
// missing cause or note. The peer is "*" for everybody, and so is the node of a Digest
// and of a Sample that is of a link. JSON has no word for infinities and NaN; they are written as the strings
// "+Inf", "-Inf" and "NaN".
type JSONLines struct{ lines }

// NewJSONLines returns a sink that writes to w.
func NewJSONLines(w io.Writer, names Names) *JSONLines {
	return &JSONLines{newLines(w, names, quoteJSON)}
}

// Emit writes one line.
func (j *JSONLines) Emit(r Record) {
	b := append(j.line[:0], `{"time_s":`...)
	b = appendSeconds(b, r.At)
	b = append(b, `,"node":`...)
	b = append(b, j.node(r.Node)...)
	if r.OnLink() {
		b = append(b, `,"link":`...)
		b = append(b, j.link(r.Link)...)
	}
	b = append(b, `,"kind":"`...)
	b = append(b, r.Kind.String()...)
	b = append(b, '"')
	if r.Pkt != 0 {
		b = append(b, `,"packet":`...)
		b = strconv.AppendUint(b, r.Pkt, 10)
	}
	if r.HasPeer() {
		b = append(b, `,"peer":`...)
		b = append(b, j.node(r.Peer)...)
	}
	if r.Cause != NoCause {
		b = append(b, `,"cause":"`...)
		b = append(b, r.Cause.String()...)
		b = append(b, '"')
	}
	b = append(b, `,"value":`...)
	b = appendJSONFloat(b, r.Written())
	if r.Note != "" {
		b = append(b, `,"note":`...)
		b = append(b, j.note(r.Note)...)
	}
	j.end(append(b, '}'))
}

func appendJSONFloat(b []byte, x float64) []byte {
	if !math.IsNaN(x) && !math.IsInf(x, 0) {
		return appendFloat(b, x)
	}
	b = append(b, '"')
	b = appendFloat(b, x)
	return append(b, '"')
}

// quoteJSON returns s as a JSON string. Bytes that are not UTF-8 become U+FFFD.
func quoteJSON(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic("trace: " + err.Error()) // a string always has a JSON form
	}
	return string(b)
}
