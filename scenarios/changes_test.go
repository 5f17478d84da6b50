package scenarios

import (
	"fmt"
	"strings"
	"testing"

	"halocline/scenarios/strict"
)

// What a reader of the bundled scenarios changes by mistake is a fault with its place, and no error of the program: traffic without
// links, members of a formation that name other members or others in another order, and a way of no points.
func TestFaultsOfChanges(t *testing.T) {
	for _, row := range []struct {
		scenario string
		sets     []strict.Set
		want     string
	}{
		{"helm", []strict.Set{{Path: "links", Value: "null"}}, "the scenario has 0 links"},
		{"hunt-diamond", []strict.Set{{Path: "nodes.auv2.run.members", Value: "[auv1, auv2]"}}, "give all the same run, or the same list of members in the same order"},
		{"hunt-diamond", []strict.Set{{Path: "nodes.auv2.run.members", Value: "[auv2, auv1, auv4, auv3]"}}, "give all the same run, or the same list of members in the same order"},
		{"tour", []strict.Set{{Path: "nodes.auv.run.tasks", Value: "[{follow: []}]"}, {Path: "nodes.auv.run.on", Value: "null"}}, "no points are given; write at least one"},
	} {
		plan, err := Standard().Load(row.scenario, row.sets)
		if err == nil {
			_, err = plan.Build(nil, nil)
		}
		if !strings.Contains(fmt.Sprint(err), row.want) {
			t.Errorf("%s, %v: %v, want %s", row.scenario, row.sets, err, row.want)
		}
	}
}
