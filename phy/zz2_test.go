package phy

import (
	"fmt"
	"os"
	"testing"

	"halocline/sim/trace"
)

func TestYY(t *testing.T) {
	if os.Getenv("YY") == "" {
		return
	}
	n := 100
	var tracer trace.Tracer
	if os.Getenv("YY") == "2" {
		names := trace.Names{Nodes: make([]string, n), Links: make([]string, 1)}
		tracer = trace.Tee(trace.NewFingerprint(), trace.NewLedger(names))
	}
	counts := &ns3Counts{n: n, seconds: 1e9}
	m := u1(t, counts, tracer)
	for _, r := range m.radios {
		m.armsOf(r)
	}
	m.start(t, 2000)
	fmt.Println("n=receptions", counts.attempts*(n-1))
}
