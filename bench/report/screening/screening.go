// Package screening makes studies of sensitivity of any scenario: one of elementary effects for all its
// numbers, or those that are named, and then one of Sobol indices for those that matter.
//
// Begin with Screening. Its Next returns the studies one after the other; Look tells it what the runs of
// the first gave.
//
// Left out: keys that the scenario leaves at their defaults, unless they are named.
package screening

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"halocline/bench/report/check"
	"halocline/bench/report/paper"
	"halocline/bench/study"
	"halocline/bench/study/studies"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// Screening is what is asked about a scenario.
type Screening struct {
	Scenario string       // or a study with the key sensitivity, to which nothing else applies
	Of       []string     // metrics
	Vary     []string     // key, key=lo..hi or key=a,b,c; none for up to twenty of the numbers that the scenario gives
	Sets     []strict.Set // overrides of all runs
	Within   float64      // how far numbers are varied that have no range, as a part of them
	Method   string       // morris or sobol; empty for both
	Rows     int          // of the sample; 0 for what the method takes
	Repeat   int
	Keep     int // how many parameters Sobol indices are estimated for at most, where Morris chooses them

	Told       []string // what there is to say about the next study
	parameters []parameter
	begun      bool
	methods    []string // that are left
}

// most is how many numbers of a scenario are varied at most where none is named.
const most = 20

// least is the part of the largest effect from which on one matters. As a part of the variance it is a
// hundredth.
const least = 0.1

// Next returns the study that is to be made next, and nil after the last one.
func (s *Screening) Next(lib *scenarios.Library) (*study.Study, error) {
	if !s.begun {
		s.begun = true
		if check.IsStudy(s.Scenario) {
			return s.given(lib)
		}
		if err := s.begin(lib); err != nil {
			return nil, err
		}
	}
	if len(s.methods) == 0 {
		return nil, nil
	}
	method := s.methods[0]
	s.methods = s.methods[1:]
	name := strings.TrimSuffix(path.Base(s.Scenario), ".yaml") + "-" + method
	return study.Parse(lib, name+".yaml", s.text(name, method))
}

// text writes a study.
func (s *Screening) text(name, method string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "name: %s\nbase: %q\nrepeat: %d\n", name, s.Scenario, s.Repeat)
	fmt.Fprintf(&b, "sensitivity: {method: %s, of: [%s]", method, strings.Join(s.Of, ", "))
	if s.Rows > 0 {
		fmt.Fprintf(&b, ", rows: %d", s.Rows)
	}
	b.WriteString("}\n")
	varied := func(path string) bool {
		return slices.ContainsFunc(s.parameters, func(p parameter) bool { return p.path == path })
	}
	head := "set:\n"
	for _, set := range s.Sets {
		if !varied(set.Path) {
			fmt.Fprintf(&b, "%s  %q: %s\n", head, set.Path, set.Value)
			head = ""
		}
	}
	b.WriteString("sweep:\n")
	for _, p := range s.parameters {
		fmt.Fprintf(&b, "  %q: %s\n", p.path, p.values)
	}
	return b.String()
}

// begin chooses parameters and methods.
func (s *Screening) begin(lib *scenarios.Library) error {
	if len(s.Of) == 0 {
		return fmt.Errorf("which metric? Name it, as in --of packets.delivery_ratio; halocline list metrics has all")
	}
	if s.methods = []string{"morris", "sobol"}; s.Method != "" {
		if !slices.Contains(s.methods, s.Method) {
			return fmt.Errorf("--method: %s", strict.Unknown("method", s.Method, s.methods))
		}
		s.methods = []string{s.Method}
	}
	c, err := newChooser(lib, s)
	if err != nil {
		return err
	}
	if err := c.choose(); err != nil {
		return err
	}
	if s.parameters = c.parameters; len(s.parameters) == 0 {
		return fmt.Errorf("%s gives no number that can be varied; name keys with --vary", s.Scenario)
	}
	var names []string
	for _, p := range s.parameters {
		names = append(names, p.path+" "+p.shown)
	}
	s.Told = append(s.Told, fmt.Sprintf("%d parameters are varied: %s", len(names), strings.Join(names, ", ")))
	if len(c.left) > 0 {
		s.Told = append(s.Told, "left out; --vary names what is wanted: "+strings.Join(c.left, ", "))
	}
	return nil
}

// Look chooses the parameters of the next study by what came out in the last one.
func (s *Screening) Look(p *paper.Paper) error {
	if len(s.methods) == 0 {
		return nil
	}
	matter, err := p.Matter(least, s.Keep)
	if err != nil {
		return err
	}
	all := len(s.parameters)
	s.parameters = slices.DeleteFunc(s.parameters, func(q parameter) bool { return !slices.Contains(matter, q.path) })
	if len(s.parameters) == 0 {
		return fmt.Errorf("no parameter changes %s", strings.Join(s.Of, " or "))
	}
	var names []string
	for _, q := range s.parameters {
		names = append(names, q.path)
	}
	s.Told = []string{fmt.Sprintf("%d of %d parameters have an effect of at least %g %% of the largest, and go on to Sobol indices; the others stay as they are: %s",
		len(names), all, 100*least, strings.Join(names, ", "))}
	return nil
}

// given returns the study that is given, if it is one of sensitivity.
func (s *Screening) given(lib *scenarios.Library) (*study.Study, error) {
	of, err := studies.Load(context.Background(), lib, s.Scenario)
	if err != nil {
		return nil, err
	}
	if of.Sensitivity == nil {
		return nil, fmt.Errorf("%s varies a grid; with the key sensitivity, as in sensitivity: {method: sobol, of: [packets.delivery_ratio]}, it samples what it varies", s.Scenario)
	}
	return of, nil
}
