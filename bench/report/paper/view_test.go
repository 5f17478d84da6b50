package paper

import (
	"slices"
	"strings"
	"testing"

	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// Nodes that only send have waves, and none of what vehicles and computers have. What was asked for and is
// not there is said before the run where the scenario tells it, and else behind it.
func TestView(t *testing.T) {
	plan, err := scenarios.Standard().Load("aloha20", []strict.Set{{Path: "duration", Value: "20s"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		view View
		want []string
		says string
	}{
		{view: View{Link: -1}, want: []string{"aloha20-space-time"}},
		{view: View{Link: -1, What: []string{"track"}}, says: "what track: the run has nothing to draw there"},
		{view: View{Link: -1, Nodes: []string{"snik"}}, says: `node: unknown node "snik"; did you mean "sink"?`},
		{view: View{Link: -1, Nodes: []string{"n1"}}, says: "node n1: its computer has no tasks; there is no node with run: "},
	} {
		got, err := pictures(t, row.view, plan)
		if row.says != "" && (err == nil || !strings.HasPrefix(err.Error(), row.says)) || row.says == "" && err != nil {
			t.Errorf("%+v: %v, want %q", row.view, err, row.says)
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%+v: %v, want %v", row.view, got, row.want)
		}
	}
}

// pictures makes a run and returns the names of its pictures.
func pictures(t *testing.T, v View, plan *scenarios.Plan) (names []string, err error) {
	t.Helper()
	w, err := v.Watch(plan)
	if err != nil {
		return nil, err
	}
	out, err := measure.Run(t.Context(), plan, w.Options())
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := w.Pictures(out)
	for _, p := range drawn {
		names = append(names, p.Name)
	}
	return names, err
}
