package trace

import (
	"math/rand/v2"
	"testing"
)

// Routes have the numbers that a map would give them.
func TestRoutes(t *testing.T) {
	var r routes
	want := map[route]int32{}
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		way := route{int32(rnd.IntN(50)) - 1, int32(rnd.IntN(20)) - 1} // -1 is nobody and everybody
		i, known := want[way]
		if !known {
			i = -1
		}
		if got := r.of(way.source, way.destination); got != i {
			t.Fatalf("%v has number %d, want %d", way, got, i)
		}
		if !known {
			want[way] = int32(len(want))
			if got := r.add(way.source, way.destination); got != want[way] || r.all[got] != way {
				t.Fatalf("%v gets number %d, want %d", way, got, want[way])
			}
		}
	}
}
