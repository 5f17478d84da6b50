package scenarios

import "halocline/plant/program"

// Loop is the linear loop of a node's controller along an axis.
type Loop struct {
	Node string
	program.Loop
}

// Loops returns the loops of all controllers that are linear, and warnings as of Check; of a group those of its first
// node. An error is a strict.Faults.
func (p *Plan) Loops() (loops []Loop, warnings []string, err error) {
	s, err := p.build(nil, nil, true)
	if err != nil {
		return nil, nil, err
	}
	seen := map[program.Program]bool{}
	for _, of := range s.programs {
		looped, ok := of.Running.(program.Looped)
		if !ok || seen[of.Program] {
			continue
		}
		seen[of.Program] = true
		for _, l := range looped.Loops() {
			loops = append(loops, Loop{of.Node, l})
		}
	}
	return loops, s.warnings, nil
}
