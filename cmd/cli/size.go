package cli

import (
	"halocline/bench/report/check"
	"halocline/cmd/command"
	"halocline/scenarios"
)

// manyUsage is what --many does for one run.
const manyUsage = "allow a run of more than 1e10 events, or of 8 GB for its packets"

// unlessMany refuses a run that is too large, unless it is asked for.
func unlessMany(name string, size scenarios.Size, many bool) error {
	if err := check.UnlessMany(name, size, many); err != nil {
		return command.Input(err)
	}
	return nil
}
