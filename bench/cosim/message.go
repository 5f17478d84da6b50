package cosim

import (
	"math"

	"halocline/plant/program"
	"halocline/plant/program/external"
)

// Message is a Mail in words and numbers.
type Message struct {
	T        float64              `json:"t"`
	Link     string               `json:"link"`
	From     string               `json:"from"`
	Number   uint64               `json:"number"`
	SINR     *float64             `json:"sinr_db,omitempty"`
	Data     []byte               `json:"data,omitempty"`     // of another program outside
	Protocol uint8                `json:"protocol,omitempty"` // that this has named
	Values   map[string][]float64 `json:"values,omitempty"`   // of a program of the simulation that lists them
}

// Describe describes a message that has come.
func (s *Session) Describe(m *Mail) Message {
	out := Message{T: m.At.Seconds(), Link: "network", From: s.Names.Nodes[m.From], Number: m.Number}
	if int(m.Link) < len(s.Names.Links) {
		out.Link = s.Names.Links[m.Link]
	}
	if db := 10 * math.Log10(m.SINR); !math.IsInf(db, 0) && !math.IsNaN(db) {
		out.SINR = &db
	}
	switch body := m.Body.(type) {
	case external.Payload:
		out.Data, out.Protocol = []byte(body.Data), body.Protocol
	case program.Listed:
		out.Values = map[string][]float64{}
		body.List(func(name string, values ...float64) { out.Values[name] = values })
	}
	return out
}
