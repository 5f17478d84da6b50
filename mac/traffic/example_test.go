package traffic_test

import (
	"context"
	"fmt"
	"time"

	"halocline/mac"
	"halocline/mac/traffic"
	"halocline/sim"
)

// printer is a sender that prints the packets that a source makes. A mac.Port is
// one that sends them.
type printer struct{ kernel *sim.Kernel }

// Send prints a packet.
func (p printer) Send(dst mac.Addr, bits int, _ any) error {
	fmt.Println(p.kernel.Now(), bits, "bits to node", dst)
	return nil
}

// A report of 112 bits every 10 s, from 5 s on, up to but not at 35 s.
func Example() {
	k := sim.New(nil)
	report := &traffic.Periodic{
		Source: traffic.Source{Bits: 112, Begin: 5 * time.Second, End: 35 * time.Second},
		Period: 10 * time.Second,
	}
	report.Start(traffic.Env{Kernel: k, To: 1, Out: printer{k}})
	if err := k.Run(context.Background(), sim.Time(time.Minute)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 5.000000000s 112 bits to node 1
	// 15.000000000s 112 bits to node 1
	// 25.000000000s 112 bits to node 1
}
