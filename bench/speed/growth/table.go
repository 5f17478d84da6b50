package growth

import (
	"fmt"
	"io"
	"strconv"

	"halocline/bench/report/text"
)

// Table writes the standings for people.
func Table(w io.Writer, standings []Standing) error {
	t := text.NewTable(w, "packets", "nodes", "runs", "heard by", "ns per reception", "min", "max", "ratio", "s per day", "byte per node")
	for _, s := range standings {
		t.Append([]string{
			s.Load, strconv.Itoa(s.Nodes), strconv.Itoa(s.Runs), fmt.Sprintf("%.1f", s.Heard),
			fmt.Sprintf("%.0f", s.Reception.Median), fmt.Sprintf("%.0f", s.Reception.Low), fmt.Sprintf("%.0f", s.Reception.High),
			text.Significant(s.Ratio), text.Significant(s.Day), fmt.Sprintf("%.0f", s.Bytes),
		})
	}
	return t.Render()
}
