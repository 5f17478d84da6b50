package api

import (
	"slices"
	"strings"
	"testing"

	"halocline/sim/simtest"
)

// promised tells whether a program of another module may count on a package.
func promised(pkg string) bool {
	of := []string{
		"phy", "phy/acoustic", "phy/rf", "mac", "mac/mactest", "mac/traffic",
		"plant", "plant/vehicle", "plant/sensor", "plant/control", "plant/navigation", "plant/program", "plant/autopilot", "plant/grid", "plant/avoid", "plant/condition", "plant/planttest", "scenarios", "scenarios/modeltest", "cmd/cli",
	}
	return slices.Contains(of, pkg) || pkg == "sim" || strings.HasPrefix(pkg, "sim/") && !strings.HasPrefix(pkg, "sim/simtest")
}

// What is promised is declared as the golden file has it: who changes it sees it there, and says so in CHANGELOG. What
// is exported and neither promised nor used by another package is hardly worth a capital letter; it was 590 names.
func TestExported(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	names, err := Read("../../..")
	if err != nil {
		t.Fatal(err)
	}
	var lines, idle []string
	for _, n := range names {
		switch {
		case promised(n.Package):
			lines = append(lines, n.String())
		case !n.Used:
			idle = append(idle, n.Package+"."+n.Name)
		}
	}
	simtest.Golden(t, "testdata/api.txt", strings.Join(lines, "\n")+"\n")
	if len(idle) >= 80 {
		t.Errorf("%d names are exported, not promised, and used by no other package: %s", len(idle), strings.Join(idle, ", "))
	}
	t.Logf("%d names are promised; %d others are exported and used by no other package", len(lines), len(idle))
}
