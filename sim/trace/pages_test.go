package trace

import (
	"slices"
	"testing"
)

// A list in pages holds what a plain list does, whatever its length, and what is in it stays where it is once the first page is full.
func TestPages(t *testing.T) {
	var p pages[int]
	var want []int
	var places []*int
	for i := range 3*pageSize + 5 {
		p.add(i * i)
		want = append(want, i*i)
		if p.len() != len(want) || *p.at(i) != i*i {
			t.Fatalf("entry %d: %d of %d entries", i, *p.at(i), p.len())
		}
		if i >= pageSize {
			places = append(places, p.at(i))
		}
	}
	if !slices.Equal(p.all(), want) || (pages[int])(nil).len() != 0 || len((pages[int])(nil).all()) != 0 {
		t.Error("the entries are not those that were added")
	}
	for i, place := range places {
		if place != p.at(pageSize+i) {
			t.Fatalf("entry %d has moved", pageSize+i)
		}
	}
}
