package mac

import (
	"halocline/sim"
	"halocline/sim/equation"
	"halocline/sim/trace"
)

// Causes returns the conditions under which a protocol refuses or drops packets by a cause, as far as numbers say it.
func Causes() map[trace.Cause]equation.Equation {
	whole := func(name, meaning string) equation.Symbol {
		return equation.Symbol{Name: name, Meaning: meaning, Max: 20, Whole: true}
	}
	gone := equation.Symbol{Name: "L", Meaning: "1 where the packet is refused or dropped, 0 where not"}
	whether := func(is bool) float64 {
		if is {
			return 1
		}
		return 0
	}
	return map[trace.Cause]equation.Equation{
		trace.QueueFull: {
			Of: "whether it is refused", Text: "L = 1 if n >= N; 0 otherwise", Source: "definition", Note: "With order: newest and order: fresh it takes the place of the packet that waits for the same receiver, if there is one",
			Symbols: []equation.Symbol{gone, whole("n", "number of packets that wait"), whole("N", "key queue of the access protocol")},
			Code: func(v equation.Values) float64 {
				q := &Queue{config: QueueConfig{Length: int(v["N"])}, waiting: make([]*Packet, int(v["n"]))}
				return whether(q.Push(new(Packet)) != nil)
			},
		},
		trace.Expired: {
			Of: "whether it is dropped", Text: "L = 1 if t > T; 0 otherwise", Source: "definition", Note: "It is asked when the turn of the packet comes; with ttl: 0 there is no limit",
			Symbols: []equation.Symbol{gone, {Name: "t", Unit: "s", Meaning: "time since the packet was offered", Max: 100}, {Name: "T", Unit: "s", Meaning: "key ttl of the access protocol", Min: 1, Max: 100}},
			Code: func(v equation.Values) float64 {
				return whether(QueueConfig{TTL: sim.Seconds(v["T"])}.overdue(sim.Seconds(v["t"])))
			},
		},
		trace.RetriesExhausted: {
			Of: "whether it is dropped", Text: "L = 1 if f > R; 0 otherwise", Source: "definition",
			Symbols: []equation.Symbol{gone, whole("f", "number of attempts that failed"), whole("R", "key retries of the access protocol")},
			Code: func(v equation.Values) float64 {
				return whether(AckConfig{Retries: int(v["R"])}.exhausted(int(v["f"])))
			},
		},
	}
}
