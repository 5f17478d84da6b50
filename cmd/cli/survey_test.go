package cli

import (
	"testing"

	"halocline/sim/simtest"
)

// A run of surveys has a table of them, and pictures with their paths.
func TestSurvey(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	dir := t.TempDir()
	short := []string{"--set", "duration=20s", "--set", "nodes.auv.vehicle.step=10ms"}
	halocline(t, dir, append([]string{"run", "survey"}, short...)...).expect(t, "run", 0, "survey  finished (s)  path (m)  covered (m)", "")
	halocline(t, dir, append([]string{"run", "survey", "--json"}, short...)...).expect(t, "json", 0, `"cross_track_m":`, "")
	halocline(t, dir, append([]string{"plot", "survey", "--what", "track,depth", "-o", "pictures"}, short...)...).expect(t, "plot", 0, "", "survey-track.svg")
	halocline(t, dir, "explain", "vehicles.cross_track", "--in", "survey").expect(t, "metric", 0, "in survey vehicles.cross_track", "")
	halocline(t, dir, "explain", "vehicles.docked", "--in", "survey").expect(t, "another's metric", 0, "vehicles.docked is a metric that runs of survey do not have", "")
}
