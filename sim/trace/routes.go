package trace

// routes numbers the pairs of nodes between which something goes, from 0 in the order in which they come. Most nodes send to one
// other: the first destination of each source is found without a map, to ask which took a fifth of the time of the books in a
// small network.
type routes struct {
	first []toFirst // by source; grows as they come
	rest  map[route]int32
	all   []route
}

// toFirst is the first destination of a source with the number of its route plus one; 0 is none.
type toFirst struct{ destination, number int32 }

// of returns the number of a route, or -1 if there is none.
func (r *routes) of(source, destination int32) int32 {
	if source >= 0 && int(source) < len(r.first) {
		if f := r.first[source]; f.destination == destination || f.number == 0 {
			return f.number - 1
		}
	}
	if i, known := r.rest[route{source, destination}]; known {
		return i
	}
	return -1
}

// add numbers a route that has no number yet.
func (r *routes) add(source, destination int32) int32 {
	for int(source) >= len(r.first) {
		r.first = append(r.first, toFirst{})
	}
	i := int32(len(r.all))
	r.all = append(r.all, route{source, destination})
	if source >= 0 && r.first[source].number == 0 {
		r.first[source] = toFirst{destination, i + 1}
		return i
	}
	if r.rest == nil {
		r.rest = map[route]int32{}
	}
	r.rest[route{source, destination}] = i
	return i
}
