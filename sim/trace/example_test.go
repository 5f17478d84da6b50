package trace_test

import (
	"fmt"
	"os"
	"time"

	"halocline/sim"
	"halocline/sim/trace"
)

// A station sends two packets of 1000 bits to a vehicle 1500 m away. A model
// emits what happens; one sink prints it, another keeps the books. The first
// packet is on the air for 1 s and on its way for 1 s; the second is lost. So
// 1000 bits came through in 10 s.
func Example() {
	names := trace.Names{Nodes: []string{"dock", "auv"}, Links: []string{"acoustic"}}
	text, ledger := trace.NewText(os.Stdout, names), trace.NewLedger(names)
	sink := trace.Tee(text, ledger)

	const dock, auv = 0, 1
	s := sim.Time(time.Second)
	fmt.Println("time in s, node, link, what, packet, other end")
	sink.Emit(trace.Record{At: 0, Kind: trace.Offered, Node: dock, Peer: auv, Pkt: 1, Value: 1000})
	sink.Emit(trace.Record{At: 0, Kind: trace.TxStart, Node: dock, Peer: auv, Pkt: 1, Value: 1})
	sink.Emit(trace.Record{At: 2 * s, Kind: trace.RxOK, Node: auv, Peer: dock, Pkt: 1, Value: 100})
	sink.Emit(trace.Record{At: 2 * s, Kind: trace.Delivered, Node: auv, Peer: dock, Pkt: 1, Value: 2})
	sink.Emit(trace.Record{At: 5 * s, Kind: trace.Offered, Node: dock, Peer: auv, Pkt: 2, Value: 1000})
	sink.Emit(trace.Record{At: 5 * s, Kind: trace.TxStart, Node: dock, Peer: auv, Pkt: 2, Value: 1})
	sink.Emit(trace.Record{At: 7 * s, Kind: trace.RxLost, Node: auv, Peer: dock, Pkt: 2, Cause: trace.Collision, Value: 1})
	if err := text.Flush(); err != nil {
		fmt.Println(err)
	}

	p := ledger.Close(10 * s).Total.Packets
	fmt.Println(p.Offered, "offered,", p.Delivered, "delivered,", p.Lost[trace.Collision], "collided")
	fmt.Println(p.Goodput, "bit/s, delay", p.DelayMean, "s")
	// Output:
	// time in s, node, link, what, packet, other end
	//      0.000000000  dock  acoustic  offered    #1       -> auv   1000 bit
	//      0.000000000  dock  acoustic  tx-start   #1       -> auv   airtime 1 s
	//      2.000000000  auv   acoustic  rx-ok      #1       <- dock  SINR 20 dB
	//      2.000000000  auv   acoustic  delivered  #1       <- dock  delay 2 s
	//      5.000000000  dock  acoustic  offered    #2       -> auv   1000 bit
	//      5.000000000  dock  acoustic  tx-start   #2       -> auv   airtime 1 s
	//      7.000000000  auv   acoustic  rx-lost    #2       <- dock  collision  SINR 0 dB
	// 2 offered, 1 delivered, 1 collided
	// 100 bit/s, delay 2 s
}

// busiest is a sink of one's own: anything with a method Emit.
type busiest struct{ frames map[int32]int }

// Emit counts the frames that each node sends.
func (b busiest) Emit(r trace.Record) {
	if r.Kind == trace.TxStart {
		b.frames[r.Node]++
	}
}

// A sink sees all records and picks those that it wants.
func ExampleTracer() {
	var sink trace.Tracer = busiest{frames: map[int32]int{}}
	for _, node := range []int32{0, 3, 3, 1, 3} {
		sink.Emit(trace.Record{Kind: trace.TxStart, Node: node, Peer: trace.None, Value: 0.5})
	}
	fmt.Println(sink.(busiest).frames)
	// Output: map[0:1 1:1 3:3]
}
