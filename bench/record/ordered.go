package record

import (
	"slices"

	"github.com/parquet-go/parquet-go"
)

// Ordered returns the columns of a table in the given order. That of the library goes by
// name.
func Ordered(columns []Column) parquet.Node {
	o := ordered{Group: parquet.Group{}, place: map[string]int{}}
	for i, c := range columns {
		o.Group[c.Name], o.place[c.Name] = c.Node, i
	}
	return o
}

type ordered struct {
	parquet.Group
	place map[string]int
}

// Fields returns the columns.
func (o ordered) Fields() []parquet.Field {
	fields := o.Group.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int { return o.place[a.Name()] - o.place[b.Name()] })
	return fields
}
