package study

import (
	"strings"
	"testing"
)

// A study that varies the period of a controller whose I does not add up varies its gain too, and is told so, once
// for each controller; one whose I adds up is not, nor one that varies something else. One
// that varies nothing is told that too.
func TestDoubtsOfPeriods(t *testing.T) {
	const sweep = "name: s\nbase: docking\nsweep:\n  nodes.auv.run.acoustic.period: [0.37s, 0.74s, 2.96s]\n"
	for text, want := range map[string]string{
		"name: s\nbase: docking\n": "makes one run; add sweep",
		sweep:                      "nodes.auv.run.acoustic: its period goes from 370ms to 2.96s",
		sweep + "set: {nodes.auv.run.acoustic.integral: series}\n":                                                                            "",
		sweep + "set: {nodes.auv.run.acoustic.ki: [0, 0, 0]}\n":                                                                               "",
		"name: s\nbase: docking\nsweep:\n  water.current.speed: [0m/s, 0.1m/s]\n":                                                             "",
		"name: s\nbase: docking\nsweep:\n  nodes.dock.run.acoustic.period: [0.37s, 0.74s]\n":                                                  "",
		"name: s\nbase: docking\nset: {nodes.auv.run.acoustic.sampling: elapsed}\nsweep:\n  nodes.dock.run.acoustic.period: [0.37s, 0.74s]\n": "nodes.auv.run.acoustic: its period goes from 370ms to 740ms",
		"name: s\nbase: fleet\nsweep:\n  nodes.auv.run.acoustic.period: [0.4s, 0.8s]\n":                                                       "",
	} {
		said := parsed(t, text).Doubts()
		if len(said) > 1 || (len(said) > 0) != (want != "") || !strings.Contains(strings.Join(said, "\n"), want) {
			t.Errorf("%s%q, want %q", text, said, want)
		}
	}
}
