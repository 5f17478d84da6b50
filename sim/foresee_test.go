package sim

import (
	"context"
	"sync"
	"testing"
)

// station is a step of a way: it counts how often it is looked at.
type station struct {
	looks int
	next  any
}

func (s *station) Foresee() any { s.looks++; return s.next }

// traveller is an event that leads to a station.
type traveller struct {
	station
	fire func()
}

func (t *traveller) Fire(Time) { t.fire() }

// crowdOf makes a kernel with so many events, one in a second, that most wait in buckets.
func crowdOf(n int, event func(i int) Event) *Kernel {
	k := New(nil)
	for i := range n {
		k.At(Time(i)*1e9, Comm, event(i))
	}
	return k
}

// Of a thousand events the first thirty or so fire without being foreseen, as nothing lies
// behind the horizon yet. All others are looked at once before they fire, and so is all
// that they lead to, in the order of their ways.
func TestWaysAreForeseen(t *testing.T) {
	foreseen, fired := 0, 0
	k := crowdOf(1000, func(i int) Event {
		last := &station{next: new(byte)}
		middle := &station{next: last}
		e := &traveller{station: station{next: middle}}
		e.fire = func() {
			if fired != i {
				t.Fatalf("event %d fires as number %d", i, fired)
			}
			fired++
			if e.looks > 1 || e.looks != middle.looks || e.looks != last.looks {
				t.Fatalf("event %d: its way was looked at %d, %d and %d times", i, e.looks, middle.looks, last.looks)
			}
			foreseen += e.looks
		}
		return e
	})
	if err := k.Run(context.Background(), 1000e9); err != nil {
		t.Fatal(err)
	}
	if fired != 1000 || foreseen < 900 || foreseen > 1000 {
		t.Errorf("%d events fired and %d were foreseen; want 1000, and nearly as many", fired, foreseen)
	}
}

// The event is the first of eight steps.
func TestLongWaysAreCut(t *testing.T) {
	way := make([]station, 9)
	for i := range len(way) - 1 {
		way[i].next = &way[i+1]
	}
	k := crowdOf(1000, func(int) Event {
		return &traveller{station: station{next: &way[0]}, fire: func() {}}
	})
	if err := k.Run(context.Background(), 1000e9); err != nil {
		t.Fatal(err)
	}
	if first, last := way[0].looks, way[6].looks; first < 900 || last != first {
		t.Errorf("the second step is looked at %d times and the eighth %d times", first, last)
	}
	if way[7].looks != 0 {
		t.Errorf("the ninth step is looked at %d times", way[7].looks)
	}
}

// A way may lead in a circle, end with nil, or with what is no Foreseer, be it nil itself,
// or a value that an interface holds otherwise than by a pointer to it.
func TestStrangeWays(t *testing.T) {
	fired := 0
	circle := &station{}
	circle.next = circle
	ends := []any{
		nil, circle, (*byte)(nil), &station{},
		struct{}{},
		7, "text", []int(nil), func() {}, (func())(nil),
		map[int]int{},
		map[int]int(nil), make(chan int), (chan int)(nil),
		struct{ of *int }{},
		[1]*int{new(int)},
		[1000]int{},
	}
	k := crowdOf(900, func(i int) Event {
		return &traveller{station: station{next: ends[i%len(ends)]}, fire: func() { fired++ }}
	})
	if err := k.Run(context.Background(), 900e9); err != nil {
		t.Fatal(err)
	}
	if fired != 900 || circle.looks == 0 {
		t.Errorf("%d events fired, %d looks at the circle", fired, circle.looks)
	}
}

// Runs in parallel may lead to the same thing, which has a lock. That is looked at without
// it, and the race detector, which make race asks, has nothing to say.
func TestWaysOfTwoRunsMeet(t *testing.T) {
	var tally struct {
		sync.Mutex
		fired int
	}
	var runs sync.WaitGroup
	for range 2 {
		runs.Go(func() {
			k := crowdOf(1000, func(int) Event {
				return &traveller{station: station{next: &tally}, fire: func() {
					tally.Lock()
					defer tally.Unlock()
					tally.fired++
				}}
			})
			if err := k.Run(context.Background(), 1000e9); err != nil {
				t.Error(err)
			}
		})
	}
	runs.Wait()
	if tally.fired != 2000 {
		t.Errorf("%d events fired, want 2000", tally.fired)
	}
}

// What is looked at is looked at for nothing if the event is cancelled.
func TestForeseenEventIsCancelled(t *testing.T) {
	fired, inVain := 0, 0
	var handles []Handle
	events := make([]traveller, 500)
	k := New(nil)
	for i := range events {
		events[i].fire = func() {
			fired++
			if i%2 == 0 && k.Cancel(handles[i+1]) {
				inVain += events[i+1].looks
			}
		}
		handles = append(handles, k.At(Time(i)*1e9, Comm, &events[i]))
	}
	if err := k.Run(context.Background(), 500e9); err != nil {
		t.Fatal(err)
	}
	if fired != 250 {
		t.Errorf("%d of 500 events fired; each second one was cancelled by the one before", fired)
	}
	if inVain == 0 {
		t.Error("no event was cancelled that had been foreseen")
	}
}

func TestForesightDoesNotAllocate(t *testing.T) {
	k := New(nil)
	end := &station{}
	for i := range 1000 {
		e := &traveller{station: station{next: end}}
		e.fire = func() { k.At(k.Now()+1000e9, Comm, e) }
		k.At(Time(i)*1e9, Comm, e)
	}
	until := Time(5000e9)
	if err := k.Run(context.Background(), until); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(5, func() {
		until += 1000e9
		if err := k.Run(context.Background(), until); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations for 1000 events", n)
	}
	if end.looks == 0 {
		t.Error("nothing was foreseen")
	}
}
