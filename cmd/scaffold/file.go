package scaffold

import (
	"fmt"
	"slices"
	"strings"

	"halocline/bench/study"
	"halocline/cmd/command"
	"halocline/plant/program"
	"halocline/scenarios"
	"halocline/sim/metric"
)

// Blank is what templates are filled with. Vehicle is empty where nothing docks, and
// Group where no node is a group.
type Blank struct {
	Name, Base       string
	Link             string
	Vehicle, Station string
	Group            string
	Few, Many        int // nodes of the group
	Metric, Title    string
	Label, Sentence  string // of the table
}

// Scenario returns the text of a scenario of a kind: docking or network.
func Scenario(kind, name string) (string, error) { return fill(kind+".yaml", Blank{Name: name}) }

// Vehicle returns the text of a vehicle.
func Vehicle(name string) (string, error) { return fill("vehicle.yaml", Blank{Name: name}) }

// Suited returns what a study of a scenario is filled with.
func Suited(lib *scenarios.Library, name, base string) (Blank, error) {
	plan, err := lib.Load(base, nil)
	if err != nil {
		return Blank{}, err
	}
	b := Blank{
		Name: name, Base: base, Link: plan.Links[0].Name,
		Metric: "packets.delivery_ratio", Title: "delivered", Label: "delivered", Sentence: "Share of the packets that were delivered",
	}
	for i := range plan.Nodes {
		n := &plan.Nodes[i]
		if bound, ok := n.Run.(program.Destined); ok && b.Vehicle == "" && docks(n.Run) {
			b.Vehicle, b.Station = n.Name, bound.Destination()
			if n.Count > 0 {
				b.Vehicle += "1"
			}
			b.Metric, b.Title = "vehicles.time_to_dock", "time to dock"
			b.Label, b.Sentence = "time-to-dock", "Time to dock"
		}
		if n.Count > 1 && b.Group == "" {
			b.Group, b.Few, b.Many = n.Name, (n.Count+1)/2, n.Count
		}
	}
	return b, nil
}

// docks reports whether a program measures the time to a berth.
func docks(run program.Program) bool {
	measured, ok := run.(metric.Config)
	return ok && slices.ContainsFunc(measured.Metrics(), func(d metric.Def) bool { return d.Name == "time_to_dock" })
}

// Text returns the text of a study. Where the group cannot be varied, because other
// parts of the scenario name its nodes, it is left alone.
func (b Blank) Text(lib *scenarios.Library) (string, error) {
	text, err := fill("study.yaml", b)
	if err != nil {
		return "", err
	}
	wrong := checkStudy(lib, b.Name+".yaml", text)
	switch {
	case wrong == nil:
		return text, nil
	case b.Group != "" && b.Vehicle == "":
		b.Group = ""
		return b.Text(lib)
	}
	return "", command.Input(fmt.Errorf("no study can be begun with %s: %w", b.Base, wrong))
}

// checkStudy finds what is wrong with a study that is still to be written.
func checkStudy(lib *scenarios.Library, file, text string) error {
	s, err := study.Parse(lib, file, text)
	if err != nil {
		return err
	}
	for _, cell := range s.Checklist() {
		if _, err := s.CheckCell(cell); err != nil {
			return err
		}
	}
	return nil
}

// fill returns a template that is filled.
func fill(part string, with any) (string, error) {
	var text strings.Builder
	if err := writeTemplate(&text, part, with); err != nil {
		return "", command.Failure(err)
	}
	return text.String(), nil
}
