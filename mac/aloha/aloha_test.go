package aloha

import (
	"fmt"
	"testing"
	"time"
	"unsafe"

	"halocline/mac"
	"halocline/mac/mactest"
)

// A node holds the packet that it sends and those that wait, and looks at
// no clock.
func TestContract(t *testing.T) {
	for _, c := range []Config{
		{Header: 24, QueueConfig: mac.DefaultQueue()},
		{},
		{Header: 8, QueueConfig: mac.QueueConfig{Length: 900}},
		{QueueConfig: mac.QueueConfig{Length: 3, Order: "lifo", TTL: 10 * time.Second}},
		{QueueConfig: mac.QueueConfig{Length: 3, Order: "newest", TTL: time.Second}},
	} {
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			mactest.Conform(t, func() mac.Config { return &c }, mactest.Terms{MaxHeld: 1 + c.Length, MinJain: 0.9, ClockTolerance: time.Hour})
		})
	}
}

// A cache line has 64 bytes: one for all but the frame, and one for that.
func TestCacheLines(t *testing.T) {
	const line = 64
	if before, size := unsafe.Offsetof(aloha{}.frame), unsafe.Sizeof(aloha{}); before > line || size > 2*line {
		t.Errorf("%d bytes, %d of them before the frame", size, before)
	}
}
