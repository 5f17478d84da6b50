package recorder_test

import (
	"testing"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
)

// A block that names a link is refused where the run has none: who counts by links has no place for it. A record is of no link, and
// says 0.
func TestCheckWithoutLinks(t *testing.T) {
	h := recorder.Head{Nodes: make([]recorder.Node, 1), Kinds: []string{"a"}, Causes: []string{"none"}}
	for _, table := range recorder.NewTables().All() {
		b := columns.New(table, 1).Row()
		for i, c := range table.Columns {
			switch c.Type {
			case columns.Number:
				b.Float(i, 0)
			case columns.Short:
				b.Short(i, 0)
			case columns.Word:
				b.Word(i, "")
			default:
				b.Int(i, 0)
			}
		}
		want := map[string]bool{"records": true, "poses": true}[table.Name] // of series and computers there are none either
		if err := h.Check(b); (err == nil) != want {
			t.Errorf("%s: %v", table.Name, err)
		}
	}
}
