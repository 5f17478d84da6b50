package cli

import (
	"bytes"
	"strings"
	"testing"

	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/sim/simtest"
)

// The command takes one path.
func TestExplainCommand(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, row := range []struct {
		args      []string
		out, want string
	}{
		{nil, "", "write one path; 0 are given"},
		{[]string{"a", "b"}, "", `no key, model, metric or term is named "a b"`},
		{[]string{"nodes.auv.vehicle.step", "--in", "docking"}, "In docking", ""},
	} {
		var out bytes.Buffer
		c := newExplain(scenarios.Standard(), command.Streams{Out: &out, Err: &out})
		c.SilenceErrors, c.SilenceUsage = true, true
		c.SetArgs(row.args)
		err := c.Execute()
		if !strings.Contains(out.String(), row.out) || (err == nil) != (row.want == "") || err != nil && !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: %v\n%s", row.args, err, out.String())
		}
	}
}

// A term may be several words.
func TestExplainWords(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	halocline(t, "", "explain", "packet", "loss").expect(t, "two words", 0, "packet loss, a term of the field\n", "")
	halocline(t, "", "explain", "duration", "warmup").expect(t, "two keys", command.BadInput, "", `named "duration warmup"`)
	halocline(t, "", "explain", "age", "of", "infromation").expect(t, "a slip in words", command.BadInput, "", "did you mean age of information")
	halocline(t, "", "explain", "hidden", "terminal").expect(t, "a hidden terminal", command.OK, "hidden terminal, a term of the field", "")
	halocline(t, "", "explain", "age of infromation").expect(t, "a slip", command.BadInput, "", "did you mean age of information or peak age of information?")
}

// What --in names is a scenario.
func TestExplainInOther(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	halocline(t, "", "explain", "seed", "--in", "rexrov").expect(t, "a vehicle", command.BadInput, "",
		"--in: rexrov is a vehicle, and needs to be a scenario; name one such as docking, where nodes.auv.vehicle.model: rexrov has it dock")
	halocline(t, "", "explain", "seed", "--in", "docking-current").expect(t, "a study", command.BadInput, "",
		"--in: docking-current is a study, and needs to be a scenario; name its base")
}
