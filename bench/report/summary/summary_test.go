package summary

import (
	"strconv"
	"strings"
	"testing"

	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/trace"
)

// With many flows the first twenty are shown, and that there are more.
func TestFlowTable(t *testing.T) {
	o := outcome{Outcome: &measure.Outcome{}}
	for i := range 22 {
		o.Summary.PerFlow = append(o.Summary.PerFlow, trace.FlowSummary{Source: "a" + strconv.Itoa(i), Destination: "b", Jitter: 0.25})
	}
	var out strings.Builder
	if err := o.flowTable(&out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "\na19 ") || strings.Contains(out.String(), "a20") || !strings.Contains(out.String(), " 0.250 s ") ||
		!strings.HasSuffix(out.String(), "\nand 2 more flows, which --json lists\n") {
		t.Errorf("%s", out.String())
	}
}

// What is written of a run has a table for each thing that it has, whose headings are those of the
// columns, and says what happened to all packets.
func TestWrite(t *testing.T) {
	plan, err := scenarios.Standard().Load("docking", []strict.Set{{Path: "duration", Value: "20s"}})
	if err != nil {
		t.Fatal(err)
	}
	of, err := measure.Run(t.Context(), plan, measure.Options{Queue: sim.NewHeap()})
	if err != nil {
		t.Fatal(err)
	}
	of.Failures = []scenarios.Failed{{At: 2, Node: "auv", Part: "fl"}, {At: 3, Node: "auv", Part: "fl", Works: true}}
	var out strings.Builder
	if err := Write(&out, of, "a vehicle docks"); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), "docking: a vehicle docks\nseed 1, 20 s simulated, ") {
		t.Errorf("it begins with %.100q", out.String())
	}
	if !strings.Contains(out.String(), "\nat 2 s fl of auv failed\nat 3 s fl of auv works again\n\n") {
		t.Errorf("failures are not there: %.300s", &out)
	}
	for _, table := range Tables() {
		head := heads(table.Columns)[0]
		if has := strings.Contains(out.String(), "\n"+head+" "); has == (head == "survey") {
			t.Errorf("a table with the column %s is there: %t\n%s", head, has, &out)
		}
	}
}
