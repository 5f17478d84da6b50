package cli

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"halocline/cmd/command"
	"halocline/scenarios"
)

// What stands before the first --at holds from the start, and what stands behind one from its time: packets at 0, 10, ... 50 s, after half of
// the 9.5 s that are left at 55.25, 60.25, ... 75.25 s, and after five times the 5 s that are left then at 100.25 and 125.25 s are 6 + 5 + 2 = 13. The run
// says what has changed.
func TestRunAt(t *testing.T) {
	var out, diagnostics bytes.Buffer
	args := strings.Fields("run two-nodes --set duration=135s --set traffic[0].phase=same --set traffic[0].period=10s --at 50.5s --set traffic[0].period=5s " +
		"--set traffic[0].size=8bit --at 75.25s --set traffic[0].period=25s")
	if code := Run(t.Context(), scenarios.Standard(), args, command.Streams{Out: &out, Err: &diagnostics}); code != command.OK {
		t.Fatal(code, diagnostics.String())
	}
	const changes = "\nfrom 50.5 s on traffic[0].period = 5s\nfrom 50.5 s on traffic[0].size = 8bit\nfrom 75.25 s on traffic[0].period = 25s\n"
	if !strings.Contains(out.String(), changes) || !regexp.MustCompile(`\nauv +13 `).MatchString(out.String()) {
		t.Errorf("%s", &out)
	}
}
