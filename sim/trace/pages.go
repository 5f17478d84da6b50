package trace

// pages is a list that does not move as it grows: of a list that does, all former places are garbage, several
// times what it holds in the end. It has pages of equal length, of which only the first one grows like other lists, so that
// a short one is small.
type pages[T any] [][]T

const (
	pageBits = 10
	pageSize = 1 << pageBits
)

// len returns the number of entries.
func (p pages[T]) len() int {
	if len(p) == 0 {
		return 0
	}
	return (len(p)-1)<<pageBits + len(p[len(p)-1])
}

// at returns an entry.
func (p pages[T]) at(i int) *T { return &p[i>>pageBits][i&(pageSize-1)] }

// add appends an entry.
func (p *pages[T]) add(x T) {
	last := len(*p) - 1
	switch {
	case last < 0:
		*p = append(*p, nil)
		last = 0
	case len((*p)[last]) == pageSize:
		*p = append(*p, make([]T, 0, pageSize))
		last++
	}
	page := &(*p)[last]
	if len(*page) == cap(*page) && 2*len(*page) > pageSize {
		*page = append(make([]T, 0, pageSize), *page...)
	}
	*page = append(*page, x)
}

// all returns a copy of the entries in one piece.
func (p pages[T]) all() []T {
	out := make([]T, 0, p.len())
	for _, page := range p {
		out = append(out, page...)
	}
	return out
}
